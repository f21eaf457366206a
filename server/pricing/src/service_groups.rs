//! Service groups: headings under which services are offered.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use access::ctx::Ctx;
use access::named_services;
use access::named_services::NamedService;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::required;
use server_core::http::list::{Item, Items, Page, Words};
use server_core::http::messages::Language;
use server_core::http::record_state::{RecordState, SwitchCan};
use server_core::http::title::LocaleTitle;
use server_core::record::{ActiveFilter, Deletion, ListQuery, Sorts, Table, Where, titles};
use server_core::tags::Tag;

/// Input of a service group.
#[derive(Object, Serialize, Deserialize, Clone, Debug, sqlx::FromRow)]
pub struct ServiceGroupInput {
    /// Short name, unique in the company.
    #[oai(validator(max_length = 20))]
    pub code: String,
    /// Required in the company's default language.
    #[sqlx(json)]
    pub title_locale: LocaleTitle,
    /// Position in lists; equal positions are ordered by code.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000")))]
    pub position: i16,
}

/// The fields of a service group to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct ServiceGroupUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: ServiceGroupInput,
    /// Version that was read; 409 `stale_version` if the group has changed since.
    pub version: i32,
}

/// A heading under which services are offered.
#[derive(Object, sqlx::FromRow)]
pub struct ServiceGroup {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: ServiceGroupInput,
    /// Number of services in it.
    pub service_count: i64,
    /// Those of its services that the user may see, in their order; at most 200.
    #[sqlx(json)]
    pub services: Vec<NamedService>,
    /// Only active groups can be chosen. Services that have an inactive one keep it.
    pub active: bool,
    /// When it was deleted; null for records that are not. Such a record is inactive and in no list.
    pub excluded_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: SwitchCan,
}

/// A service group in a selection list.
#[derive(Object, sqlx::FromRow)]
pub struct ServiceGroupOption {
    pub id: Uuid,
    pub code: String,
    /// Name of the group in the caller's language.
    pub label: String,
}

impl ServiceGroupInput {
    /// Normalizes and checks the input; returns all errors at once.
    fn check(mut self, default_language: Language) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        self.code = required("code", &self.code, &mut errors);
        self.title_locale = self.title_locale.check(default_language, &mut errors);
        errors.into_result()?;
        Ok(self)
    }
}

const GROUPS: Table = Table {
    name: "service_groups",
    resource: "service_group",
    columns: "code, title_locale, position",
    read: &[
        "active",
        "excluded_at",
        "(select count(*) from services s where s.group_id = service_groups.id) as service_count",
        named_services!("v.group_id = service_groups.id"),
    ],
    unique: &[("service_groups_code_key", "code")],
    order: "position, code",
};
const SORTS: Sorts = &[
    ("code", "search_text(code)"),
    ("position", "position"),
    ("service_count", "service_count"),
    ("updated_at", "updated_at"),
];

/// Whether the state of a service group allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    GROUPS.load_record_state(tx, id, action).await
}

pub struct ServiceGroupApi;

#[OpenApi(prefix_path = "/service-groups", tag = "Tag::Services")]
impl ServiceGroupApi {
    /// List service groups
    #[oai(path = "/", method = "get", operation_id = "service_group_list")]
    async fn service_group_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `code`, `position`, `service_count` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the code, or in the name in any language.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        active: Query<Option<ActiveFilter>>,
    ) -> ApiResult<Json<Page<ServiceGroup>>> {
        ctx.require(Resource::ServiceGroup, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, titles::SEARCHED).state(active.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = GROUPS.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List service groups to choose from
    ///
    /// Active groups in their order, at most 50.
    #[oai(path = "/select", method = "get", operation_id = "service_group_select")]
    async fn service_group_select(
        &self,
        ctx: Ctx,
        /// Words in the code, or in the name in any language.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<ServiceGroupOption>>> {
        ctx.require(Resource::ServiceGroup, Action::Select)?;
        let filter =
            Where::words(&Words::parse(search.0.as_deref()), titles::SEARCHED).and("active = ", Some(true));
        let mut tx = ctx.begin().await?;
        let data =
            GROUPS.select(&mut tx, &format!("code, {}", titles::label(ctx.language())), &filter, 50).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show a service group
    #[oai(path = "/:id", method = "get", operation_id = "service_group_show")]
    async fn service_group_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<ServiceGroup>>> {
        ctx.require(Resource::ServiceGroup, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Create a service group
    #[oai(path = "/", method = "post", operation_id = "service_group_create")]
    async fn service_group_create(
        &self,
        ctx: Ctx,
        body: Body<ServiceGroupInput>,
    ) -> ApiResult<Json<Item<ServiceGroup>>> {
        ctx.require(Resource::ServiceGroup, Action::Create)?;
        let input = body.0.check(ctx.settings().default_language)?;
        let mut tx = ctx.begin().await?;
        let id = GROUPS.create(&mut tx, &ctx, &input).await?;
        answer(tx, &ctx, id).await
    }

    /// Update a service group
    #[oai(path = "/:id", method = "patch", operation_id = "service_group_update")]
    async fn service_group_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<ServiceGroupUpdate>,
    ) -> ApiResult<Json<Item<ServiceGroup>>> {
        ctx.require(Resource::ServiceGroup, Action::Update)?;
        let language = ctx.settings().default_language;
        let mut tx = ctx.begin().await?;
        let before: ServiceGroup = GROUPS.lock(&mut tx, *id).await?;
        let input: ServiceGroupInput = body.change(&before.input, before.version)?;
        GROUPS.update(&mut tx, &ctx, *id, &before.input, &input.check(language)?).await?;
        answer(tx, &ctx, *id).await
    }

    /// Activate a service group
    #[oai(path = "/:id/activate", method = "post", operation_id = "service_group_activate")]
    async fn service_group_activate(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<ServiceGroup>>> {
        ctx.require(Resource::ServiceGroup, Action::Activate)?;
        let mut tx = ctx.begin().await?;
        GROUPS.switch(&mut tx, &ctx, *id, true).await?;
        answer(tx, &ctx, *id).await
    }

    /// Deactivate a service group
    ///
    /// Its services are unchanged.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "service_group_deactivate")]
    async fn service_group_deactivate(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<ServiceGroup>>> {
        ctx.require(Resource::ServiceGroup, Action::Deactivate)?;
        let mut tx = ctx.begin().await?;
        GROUPS.switch(&mut tx, &ctx, *id, false).await?;
        answer(tx, &ctx, *id).await
    }

    /// Delete a service group
    ///
    /// One that was used or changed is kept where it is used, and can be restored; any other is gone for good.
    #[oai(path = "/:id", method = "delete", operation_id = "service_group_delete")]
    async fn service_group_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Deletion>>> {
        ctx.require(Resource::ServiceGroup, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: ServiceGroup = GROUPS.lock(&mut tx, *id).await?;
        let data = GROUPS.remove_or_exclude(&mut tx, &ctx, *id, &before.input).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Restore a service group that was deleted
    #[oai(path = "/:id/restore", method = "post", operation_id = "service_group_restore")]
    async fn service_group_restore(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<ServiceGroup>>> {
        ctx.require(Resource::ServiceGroup, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        GROUPS.restore(&mut tx, &ctx, *id).await?;
        answer(tx, &ctx, *id).await
    }
}

fn seen_by(ctx: &Ctx, group: ServiceGroup) -> ServiceGroup {
    ServiceGroup {
        can: SwitchCan::of(&ctx.grants, Resource::ServiceGroup, group.active, group.excluded_at.is_some()),
        services: named_services::seen_by(ctx, group.services),
        ..group
    }
}

/// Commits and returns the service group.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<ServiceGroup>>> {
    let group = GROUPS.find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, group) }))
}
