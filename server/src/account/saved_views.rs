//! Saved views and columns of lists.

use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::access::ctx::Ctx;
use crate::audit;
use crate::http::body::Body;
use crate::http::error::{ApiError, ApiResult, FieldErrors, OnConstraint};
use crate::http::list::{Item, Items};
use crate::http::messages::MessageCode;
use crate::http::standing::{Standing, Verdict};
use crate::tags::Tag;

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
    /// True when the current user created the view and may delete it.
    pub own: bool,
}

/// A view to save.
#[derive(Object)]
pub struct SavedViewInput {
    #[oai(validator(max_length = 60))]
    pub list: String,
    #[oai(validator(max_length = 80))]
    pub name: String,
    #[oai(default)]
    pub shared: bool,
    pub query: Value,
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
    select id, list, name, shared, query, user_id = $2 as own from saved_views
    where list = $1 and (user_id = $2 or (shared and not $3)) order by name, id";
pub const OWNER: &str = "select user_id, shared from saved_views where id = $1";
pub const INSERT: &str = "
    insert into saved_views (id, user_id, list, name, shared, query) values ($1, $2, $3, $4, $5, $6)";
pub const DELETE: &str = "delete from saved_views where id = $1 and user_id = $2";
pub const FIND_COLUMNS: &str = "select columns from list_columns where user_id = $1 and list = $2";
pub const PUT_COLUMNS: &str = "
    insert into list_columns (user_id, list, columns, updated_at) values ($1, $2, $3, $4)
    on conflict (user_id, list) do update set columns = excluded.columns, updated_at = excluded.updated_at";

const MAX_QUERY_BYTES: usize = 4000;

/// The state of a view towards an action: the owner may do everything, staff may see shared views.
pub async fn standing(tx: &mut TenantTx, id: Uuid, action: Action, is_outside: bool) -> ApiResult<Standing> {
    let view: Option<(Uuid, bool)> = sqlx::query_as(OWNER).bind(id).fetch_optional(&mut **tx).await?;
    let (owner, is_shared) = view.ok_or_else(ApiError::not_found)?;
    let is_seen = action == Action::List && is_shared && !is_outside;
    Ok(if is_seen { Standing::of_company(Verdict::Yes) } else { Standing::of_user(owner) })
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
    /// Users of clients and partners cannot share views.
    #[oai(path = "/saved_views", method = "post", operation_id = "saved_view_create")]
    async fn saved_view_create(
        &self,
        ctx: Ctx,
        body: Body<SavedViewInput>,
    ) -> ApiResult<Json<Item<SavedView>>> {
        ctx.require(Resource::SavedView, Action::Create)?;
        let view = checked(&ctx, body.0)?;
        let mut tx = ctx.begin().await?;
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
        if columns.as_ref().is_some_and(|columns| columns.len() > 100) || list.len() > 60 {
            return Err(ApiError::invalid_field("columns", MessageCode::Invalid));
        }
        let mut tx = ctx.begin().await?;
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

fn checked(ctx: &Ctx, input: SavedViewInput) -> ApiResult<SavedView> {
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
    Ok(SavedView { id: Uuid::now_v7(), list: input.list, name, shared, query: input.query, own: true })
}
