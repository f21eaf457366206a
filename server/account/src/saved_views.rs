//! Saved views and columns of lists.

use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use access::ctx::Ctx;
use access::users::own_user;
use server_core::audit;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiError, ApiResult, FieldErrors, OnConstraint};
use server_core::http::list::{Item, Items};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::{RecordState, Verdict};
use server_core::tags::Tag;

/// The filters and sort of a list, under a name.
#[derive(Object, sqlx::FromRow)]
pub struct SavedView {
    pub id: Uuid,
    /// The list it belongs to, e.g. `shipments`.
    pub list: String,
    pub name: String,
    /// True when all staff of the company see it.
    pub shared: bool,
    /// The query of the list's URL.
    pub query: Value,
    /// True when the current user created the view and may change or delete it.
    pub own: bool,
    /// True when the list starts with this view for the current user.
    pub is_default: bool,
    pub version: i32,
}

/// A view to save.
#[derive(Object, serde::Serialize)]
pub struct SavedViewInput {
    #[oai(validator(max_length = 60))]
    pub list: String,
    #[oai(validator(max_length = 80))]
    pub name: String,
    #[oai(default)]
    pub shared: bool,
    pub query: Value,
}

/// The fields of a view to change, and the version they were read at.
#[derive(Object)]
pub struct SavedViewUpdate {
    #[oai(flatten)]
    input: SavedViewInput,
    /// Version that was read; 409 `stale_version` if the view has changed since.
    version: i32,
}

/// The view that a list starts with.
#[derive(Object)]
pub struct DefaultView {
    /// Null: the list starts with its own order and without filters.
    pub view_id: Option<Uuid>,
}

/// The columns of a list, in order.
#[derive(Object)]
pub struct ListColumns {
    /// Null when the user has not chosen any: the list shows its default columns.
    pub columns: Option<Vec<ListColumn>>,
}

/// A column of a list.
#[derive(Object, serde::Serialize, serde::Deserialize)]
pub struct ListColumn {
    #[oai(validator(max_length = 60))]
    pub id: String,
    pub visible: bool,
}

pub const LIST: &str = "
    select v.id, v.list, v.name, v.shared, v.query, v.user_id = $2 as own, d.view_id is not null as is_default, v.version
    from saved_views v left join default_views d on d.user_id = $2 and d.view_id = v.id
    where v.list = $1 and (v.user_id = $2 or (v.shared and not $3)) order by search_text(v.name), v.id";
pub const FIND_OWN: &str = "
    select v.id, v.list, v.name, v.shared, v.query, true as own, d.view_id is not null as is_default, v.version
    from saved_views v left join default_views d on d.user_id = $2 and d.view_id = v.id
    where v.id = $1 and v.user_id = $2 for update of v";
pub const UPDATE: &str = "
    update saved_views set name = $2, shared = $3, query = $4, version = version + 1, updated_at = $5
    where id = $1 returning version";
pub const IS_VISIBLE: &str = "
    select exists (
        select from saved_views where id = $1 and list = $2 and (user_id = $3 or (shared and not $4))
    )";
pub const SET_DEFAULT: &str = "
    insert into default_views (user_id, list, view_id) values ($1, $2, $3)
    on conflict (user_id, list) do update set view_id = excluded.view_id";
pub const CLEAR_DEFAULT: &str = "delete from default_views where user_id = $1 and list = $2";
pub const OWNER: &str = "select user_id, shared from saved_views where id = $1";
pub const INSERT: &str = "
    insert into saved_views (id, user_id, list, name, shared, query) values ($1, $2, $3, $4, $5, $6)";
pub const DELETE: &str = "delete from saved_views where id = $1 and user_id = $2";
pub const FIND_COLUMNS: &str = "select columns from list_columns where user_id = $1 and list = $2";
pub const PUT_COLUMNS: &str = "
    insert into list_columns (user_id, list, columns, updated_at) values ($1, $2, $3, $4)
    on conflict (user_id, list) do update set columns = excluded.columns, updated_at = excluded.updated_at";

pub const COUNT: &str = "select count(*) from saved_views where user_id = $1";
/// Lists for which a user has stored columns or a first view, besides this one.
pub const COUNT_LISTS: &str = "
    select count(distinct list) from (
        select list from list_columns where user_id = $1 union all select list from default_views where user_id = $1
    ) stored where list <> $2";

const MAX_QUERY_BYTES: usize = 4000;
/// Views of one user.
const MAX_VIEWS: i64 = 200;
/// More than the product has.
const MAX_LISTS: i64 = 200;
/// More than any list has.
const MAX_COLUMNS: usize = 200;

/// The state of a view towards an action: the owner may do everything, staff may see shared views.
pub async fn load_record_state(
    tx: &mut TenantTx,
    id: Uuid,
    action: Action,
    is_outside: bool,
) -> ApiResult<RecordState> {
    let view: Option<(Uuid, bool)> = sqlx::query_as(OWNER).bind(id).fetch_optional(&mut **tx).await?;
    let (owner, is_shared) = view.ok_or_else(ApiError::not_found)?;
    let is_seen = action == Action::List && is_shared && !is_outside;
    Ok(if is_seen { RecordState::of_company(Verdict::Yes) } else { RecordState::of_user(owner) })
}

pub struct SavedViewApi;

#[OpenApi(tag = "Tag::Lists")]
impl SavedViewApi {
    /// List the saved views of a list
    ///
    /// The user's own views, and those shared by colleagues.
    #[oai(path = "/saved_views", method = "get", operation_id = "saved_view_list")]
    async fn saved_view_list(&self, ctx: Ctx, list: Query<String>) -> ApiResult<Json<Items<SavedView>>> {
        ctx.require(Resource::SavedView, Action::List)?;
        let mut tx = ctx.begin().await?;
        let data = sqlx::query_as(LIST)
            .bind(list.0)
            .bind(ctx.user.id)
            .bind(ctx.is_outside())
            .fetch_all(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Create a saved view
    ///
    /// Users of clients and partners cannot share views. Returns 409 `too_many_views` for a user with 200.
    #[oai(path = "/saved_views", method = "post", operation_id = "saved_view_create")]
    async fn saved_view_create(
        &self,
        ctx: Ctx,
        body: Body<SavedViewInput>,
    ) -> ApiResult<Json<Item<SavedView>>> {
        ctx.require(Resource::SavedView, Action::Create)?;
        let view = check_view(&ctx, body.0)?;
        let mut tx = ctx.begin().await?;
        own_user::lock_row(&mut tx, ctx.user.id).await?;
        let count: i64 = sqlx::query_scalar(COUNT).bind(ctx.user.id).fetch_one(&mut *tx).await?;
        refuse_above(count, MAX_VIEWS)?;
        sqlx::query(INSERT)
            .bind(view.id)
            .bind(ctx.user.id)
            .bind(&view.list)
            .bind(&view.name)
            .bind(view.shared)
            .bind(&view.query)
            .execute(&mut *tx)
            .await
            .on_constraint("saved_views_name_key", "name", MessageCode::Taken)?;
        let changes = serde_json::json!({ "name": view.name, "list": view.list });
        audit::record(&mut tx, &ctx, "saved_view.create", Some(view.id), changes).await?;
        tx.commit().await?;
        Ok(Json(Item { data: view }))
    }

    /// Update an own saved view
    ///
    /// Omitted fields are unchanged; the list stays the same.
    #[oai(path = "/saved_views/:id", method = "patch", operation_id = "saved_view_update")]
    async fn saved_view_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<SavedViewUpdate>,
    ) -> ApiResult<Json<Item<SavedView>>> {
        ctx.require(Resource::SavedView, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let found = sqlx::query_as(FIND_OWN).bind(*id).bind(ctx.user.id).fetch_optional(&mut *tx).await?;
        let before: SavedView = found.ok_or_else(ApiError::not_found)?;
        let current = before.input();
        let view = check_view(&ctx, body.change(&current, before.version)?)?;
        let mut after = SavedView { list: before.list, id: *id, is_default: before.is_default, ..view };
        after.version = before.version;
        if !audit::record_change(&mut tx, &ctx, "saved_view.update", *id, &current, &after.input()).await? {
            tx.rollback().await;
            return Ok(Json(Item { data: after }));
        }
        after.version = sqlx::query_scalar(UPDATE)
            .bind(*id)
            .bind(&after.name)
            .bind(after.shared)
            .bind(&after.query)
            .bind(ctx.now())
            .fetch_one(&mut *tx)
            .await
            .on_constraint("saved_views_name_key", "name", MessageCode::Taken)?;
        tx.commit().await?;
        Ok(Json(Item { data: after }))
    }

    /// Set the view a list starts with
    ///
    /// An own view, or one that colleagues share. It applies to the current user only.
    #[oai(path = "/default_views/:list", method = "put", operation_id = "saved_view_set_default")]
    async fn saved_view_default(
        &self,
        ctx: Ctx,
        #[oai(validator(max_length = 60))] list: Path<String>,
        body: Body<DefaultView>,
    ) -> ApiResult<Json<Item<DefaultView>>> {
        ctx.require(Resource::SavedView, Action::Update)?;
        let view_id = body.0.view_id;
        let mut tx = ctx.begin().await?;
        if let Some(view_id) = view_id {
            let visible: bool = sqlx::query_scalar(IS_VISIBLE)
                .bind(view_id)
                .bind(&list.0)
                .bind(ctx.user.id)
                .bind(ctx.is_outside())
                .fetch_one(&mut *tx)
                .await?;
            if !visible {
                return Err(ApiError::invalid_field("view_id", MessageCode::UnknownOption));
            }
            refuse_new_list(&mut tx, ctx.user.id, &list.0).await?;
            sqlx::query(SET_DEFAULT).bind(ctx.user.id).bind(&list.0).bind(view_id).execute(&mut *tx).await?;
        } else {
            sqlx::query(CLEAR_DEFAULT).bind(ctx.user.id).bind(&list.0).execute(&mut *tx).await?;
        }
        let changes = serde_json::json!({ "list": list.0 });
        audit::record(&mut tx, &ctx, "saved_view.set_default", view_id, changes).await?;
        tx.commit().await?;
        Ok(Json(Item { data: DefaultView { view_id } }))
    }

    /// Delete an own saved view
    #[oai(path = "/saved_views/:id", method = "delete", operation_id = "saved_view_delete")]
    async fn saved_view_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        ctx.require(Resource::SavedView, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let deleted = sqlx::query(DELETE).bind(*id).bind(ctx.user.id).execute(&mut *tx).await?;
        if deleted.rows_affected() == 0 {
            return Err(ApiError::not_found());
        }
        audit::record(&mut tx, &ctx, "saved_view.delete", Some(*id), serde_json::json!({})).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Show the columns the user chose for a list
    #[oai(path = "/list_columns/:list", method = "get", operation_id = "list_columns_show")]
    async fn list_columns_show(&self, ctx: Ctx, list: Path<String>) -> ApiResult<Json<Item<ListColumns>>> {
        ctx.require(Resource::SavedView, Action::List)?;
        let mut tx = ctx.begin().await?;
        let chosen: Option<Value> =
            sqlx::query_scalar(FIND_COLUMNS).bind(ctx.user.id).bind(list.0).fetch_optional(&mut *tx).await?;
        tx.commit().await?;
        let columns = chosen.and_then(|columns| serde_json::from_value(columns).ok());
        Ok(Json(Item { data: ListColumns { columns } }))
    }

    /// Save the columns of a list
    #[oai(path = "/list_columns/:list", method = "put", operation_id = "list_columns_update")]
    async fn list_columns_update(
        &self,
        ctx: Ctx,
        list: Path<String>,
        body: Body<ListColumns>,
    ) -> ApiResult<Json<Item<ListColumns>>> {
        ctx.require(Resource::SavedView, Action::Update)?;
        let columns = body.0.columns;
        if columns.as_ref().is_some_and(|columns| columns.len() > MAX_COLUMNS) || list.len() > 60 {
            return Err(ApiError::invalid_field("columns", MessageCode::Invalid));
        }
        let mut tx = ctx.begin().await?;
        refuse_new_list(&mut tx, ctx.user.id, &list.0).await?;
        sqlx::query(PUT_COLUMNS)
            .bind(ctx.user.id)
            .bind(list.0)
            .bind(serde_json::json!(columns))
            .bind(ctx.now())
            .execute(&mut *tx)
            .await?;
        audit::record(&mut tx, &ctx, "list_columns.update", Some(ctx.user.id), serde_json::json!({})).await?;
        tx.commit().await?;
        Ok(Json(Item { data: ListColumns { columns } }))
    }
}

/// The names of lists are the screens': 409 for a user who invents more than there are.
async fn refuse_new_list(tx: &mut TenantTx, user_id: Uuid, list: &str) -> ApiResult<()> {
    let count = sqlx::query_scalar(COUNT_LISTS).bind(user_id).bind(list).fetch_one(&mut **tx).await?;
    refuse_above(count, MAX_LISTS)
}

fn refuse_above(count: i64, max: i64) -> ApiResult<()> {
    if count < max {
        return Ok(());
    }
    Err(ApiError::refused(MessageCode::TooManyViews).with_params(Params::from([("max", max.into())])))
}

fn check_view(ctx: &Ctx, input: SavedViewInput) -> ApiResult<SavedView> {
    let name = input.name.trim().to_owned();
    let mut errors = FieldErrors::default();
    if name.is_empty() {
        errors.push("name", MessageCode::Required);
    }
    if !input.query.is_object() || input.query.to_string().len() > MAX_QUERY_BYTES {
        errors.push("query", MessageCode::Invalid);
    }
    errors.into_result()?;
    let shared = input.shared && !ctx.is_outside();
    let SavedViewInput { list, query, .. } = input;
    Ok(SavedView { id: Uuid::now_v7(), list, name, shared, query, own: true, is_default: false, version: 1 })
}

impl SavedView {
    fn input(&self) -> SavedViewInput {
        let Self { list, name, shared, query, .. } = self;
        SavedViewInput { list: list.clone(), name: name.clone(), shared: *shared, query: query.clone() }
    }
}
