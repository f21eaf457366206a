//! Groups of clients, such as those that share prices.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use access::ctx::Ctx;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::list::{Item, Items, Page, Words};
use server_core::http::record_state::{RecordState, SwitchCan};
use server_core::record::{ActiveFilter, Deletion, ListQuery, Sorts, Table, Where};
use server_core::tags::Tag;

/// A group of clients.
#[derive(Object, sqlx::FromRow)]
pub struct ClientGroup {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: ClientGroupInput,
    /// An inactive group cannot be chosen. Its clients keep it.
    pub active: bool,
    /// When it was deleted; null for records that are not. Such a record is inactive and in no list.
    pub excluded_at: Option<DateTime<Utc>>,
    /// Number of its clients.
    pub client_count: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: SwitchCan,
}

/// Input of a group of clients.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct ClientGroupInput {
    /// Name; unique in the company.
    #[oai(validator(max_length = 80))]
    pub title: String,
    /// For the staff: who belongs to the group.
    #[oai(validator(max_length = 200))]
    pub description: Option<String>,
}

/// The fields of a group to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct ClientGroupUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: ClientGroupInput,
    /// Version that was read; 409 `stale_version` if the group has changed since.
    pub version: i32,
}

/// A group in a selection list.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct ClientGroupOption {
    pub id: Uuid,
    /// Title of the group.
    pub label: String,
}

impl ClientGroupInput {
    /// Normalizes and checks the input; returns all errors at once.
    pub fn check(self) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        let checked = Self {
            title: required("title", &self.title, &mut errors),
            description: optional(self.description.as_ref()),
        };
        errors.into_result()?;
        Ok(checked)
    }
}

const GROUPS: Table = Table {
    name: "client_groups",
    resource: "client_group",
    columns: "title, description",
    read: &[
        "active",
        "excluded_at",
        "(select count(*) from clients c where c.group_id = client_groups.id) as client_count",
    ],
    unique: &[("client_groups_title_key", "title")],
    order: "search_text(title), id",
};
const SORTS: Sorts =
    &[("title", "search_text(title)"), ("client_count", "client_count"), ("updated_at", "updated_at")];
const SEARCHED: &str = "title";

/// Whether the state of a group allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    GROUPS.load_record_state(tx, id, action).await
}

pub struct ClientGroupApi;

#[OpenApi(prefix_path = "/client_groups", tag = "Tag::Parties")]
impl ClientGroupApi {
    /// List groups of clients
    #[oai(path = "/", method = "get", operation_id = "client_group_list")]
    async fn client_group_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `title`, `client_count` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the title.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        active: Query<Option<ActiveFilter>>,
    ) -> ApiResult<Json<Page<ClientGroup>>> {
        ctx.require(Resource::ClientGroup, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, SEARCHED).state(active.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = GROUPS.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List groups of clients to choose from
    ///
    /// Active groups by title, at most 50.
    #[oai(path = "/select", method = "get", operation_id = "client_group_select")]
    async fn client_group_select(
        &self,
        ctx: Ctx,
        /// Words in the title.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<ClientGroupOption>>> {
        ctx.require(Resource::ClientGroup, Action::Select)?;
        let filter = Where::words(&Words::parse(search.0.as_deref()), SEARCHED).and("active = ", Some(true));
        let mut tx = ctx.begin().await?;
        let data = GROUPS.select(&mut tx, "title", &filter, 50).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show a group of clients
    #[oai(path = "/:id", method = "get", operation_id = "client_group_show")]
    async fn client_group_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<ClientGroup>>> {
        ctx.require(Resource::ClientGroup, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Create a group of clients
    #[oai(path = "/", method = "post", operation_id = "client_group_create")]
    async fn client_group_create(
        &self,
        ctx: Ctx,
        body: Body<ClientGroupInput>,
    ) -> ApiResult<Json<Item<ClientGroup>>> {
        ctx.require(Resource::ClientGroup, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let id = GROUPS.create(&mut tx, &ctx, &body.0.check()?).await?;
        answer(tx, &ctx, id).await
    }

    /// Update a group of clients
    #[oai(path = "/:id", method = "patch", operation_id = "client_group_update")]
    async fn client_group_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<ClientGroupUpdate>,
    ) -> ApiResult<Json<Item<ClientGroup>>> {
        ctx.require(Resource::ClientGroup, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before: ClientGroup = GROUPS.lock(&mut tx, *id).await?;
        let input: ClientGroupInput = body.change(&before.input, before.version)?;
        GROUPS.update(&mut tx, &ctx, *id, &before.input, &input.check()?).await?;
        answer(tx, &ctx, *id).await
    }

    /// Activate a group of clients
    #[oai(path = "/:id/activate", method = "post", operation_id = "client_group_activate")]
    async fn client_group_activate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<ClientGroup>>> {
        ctx.require(Resource::ClientGroup, Action::Activate)?;
        let mut tx = ctx.begin().await?;
        GROUPS.switch(&mut tx, &ctx, *id, true).await?;
        answer(tx, &ctx, *id).await
    }

    /// Deactivate a group of clients
    ///
    /// Its clients keep it.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "client_group_deactivate")]
    async fn client_group_deactivate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<ClientGroup>>> {
        ctx.require(Resource::ClientGroup, Action::Deactivate)?;
        let mut tx = ctx.begin().await?;
        GROUPS.switch(&mut tx, &ctx, *id, false).await?;
        answer(tx, &ctx, *id).await
    }

    /// Delete a group of clients
    ///
    /// One that was used or changed is kept where it is used, and can be restored; any other is gone for good.
    #[oai(path = "/:id", method = "delete", operation_id = "client_group_delete")]
    async fn client_group_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Deletion>>> {
        ctx.require(Resource::ClientGroup, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: ClientGroup = GROUPS.lock(&mut tx, *id).await?;
        let data = GROUPS.remove_or_exclude(&mut tx, &ctx, *id, &before.input).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Restore a group of clients that was deleted
    #[oai(path = "/:id/restore", method = "post", operation_id = "client_group_restore")]
    async fn client_group_restore(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<ClientGroup>>> {
        ctx.require(Resource::ClientGroup, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        GROUPS.restore(&mut tx, &ctx, *id).await?;
        answer(tx, &ctx, *id).await
    }
}

fn seen_by(ctx: &Ctx, group: ClientGroup) -> ClientGroup {
    ClientGroup {
        can: SwitchCan::of(&ctx.grants, Resource::ClientGroup, group.active, group.excluded_at.is_some()),
        ..group
    }
}

/// Commits and returns the group.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<ClientGroup>>> {
    let group = GROUPS.find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, group) }))
}
