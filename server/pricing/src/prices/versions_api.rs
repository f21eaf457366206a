//! Operations on the versions of price tables.

use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::copy;
use super::publish;
use super::seen;
use super::settings::PriceVersionInput;
use super::tables::{self, TABLES};
use super::versions::{
    self, PriceVersion, PriceVersionStatus, VERSIONS, VersionColumns, seen_by, seen_versions, verdict,
};
use access::ctx::Ctx;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Page};
use server_core::http::messages::MessageCode;
use server_core::record::{ListQuery, Sorts};
use server_core::tags::Tag;

/// A new draft.
#[derive(Object)]
pub struct PriceVersionNew {
    /// The version to copy, also of another table with the same currency and units; null for an empty draft.
    pub from_version_id: Option<Uuid>,
    /// The changes in this version, for staff.
    #[oai(validator(max_length = 500))]
    pub note: Option<String>,
}

/// The rules of a version to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize, Clone, Debug)]
pub struct PriceVersionUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: PriceVersionInput,
    /// Version that was read; 409 `stale_version` if the version has changed since.
    pub version: i32,
}

/// The confirmation to publish.
#[derive(Object)]
pub struct PriceVersionPublish {
    /// Version that was read; 409 `stale_version` if the draft has changed since.
    pub version: i32,
    /// True when the warnings of the check are accepted.
    #[oai(default)]
    pub accept_warnings: bool,
}

const SORTS: Sorts =
    &[("number", "number"), ("status", "status"), ("valid_from", "valid_from"), ("updated_at", "updated_at")];

pub struct PriceVersionApi;

#[OpenApi(tag = "Tag::Prices")]
impl PriceVersionApi {
    /// List the versions of a price table
    ///
    /// Newest first.
    #[oai(path = "/price_tables/:id/versions", method = "get", operation_id = "price_version_list")]
    async fn price_version_list(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `number`, `status`, `valid_from` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        status: Query<Option<PriceVersionStatus>>,
    ) -> ApiResult<Json<Page<PriceVersion>>> {
        ctx.require(Resource::PriceTable, Action::Show)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), None, SORTS)?;
        let filter = seen_versions(&ctx)
            .and("price_table_id = ", Some(*id))
            .and("status = ", status.0.map(PriceVersionStatus::as_str));
        let mut tx = ctx.begin().await?;
        tables::find(&mut tx, &ctx, *id).await?;
        let (rows, total) = VERSIONS.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// Create a draft of a price table
    ///
    /// Empty, or a copy of any version.
    #[oai(path = "/price_tables/:id/versions", method = "post", operation_id = "price_version_create")]
    async fn price_version_create(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PriceVersionNew>,
    ) -> ApiResult<Json<Item<PriceVersion>>> {
        ctx.require(Resource::PriceTable, Action::Create)?;
        let mut tx = ctx.begin().await?;
        tables::lock(&mut tx, &ctx, *id).await?;
        let frame = versions::frame(&mut tx, *id).await?;
        let source = match body.from_version_id {
            Some(from) => Some(copy::source(&mut tx, &ctx, from, &frame).await?),
            None => None,
        };
        let input = source.as_ref().map_or_else(PriceVersionInput::default, |source| source.input.clone());
        let input = PriceVersionInput { note: body.0.note, ..input }.check()?;
        let number = sqlx::query_scalar(versions::NEXT_NUMBER).bind(*id).fetch_one(&mut *tx).await?;
        let stored = VersionColumns { price_table_id: *id, number, input };
        let made = VERSIONS.create(&mut tx, &ctx, &stored).await?;
        if let Some(source) = source {
            copy::write_all(&mut tx, &ctx, made, &source.rows).await?;
        }
        answer(tx, &ctx, made).await
    }

    /// Show a version of a price table
    #[oai(path = "/price_table_versions/:id", method = "get", operation_id = "price_version_show")]
    async fn price_version_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<PriceVersion>>> {
        ctx.require(Resource::PriceTable, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Update the rules of a version
    ///
    /// A draft can be changed in all fields, a published version only in note and last day. Updates by users who may
    /// not see costs leave the margins unchanged.
    #[oai(path = "/price_table_versions/:id", method = "patch", operation_id = "price_version_update")]
    async fn price_version_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<PriceVersionUpdate>,
    ) -> ApiResult<Json<Item<PriceVersion>>> {
        ctx.require(Resource::PriceTable, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before = locked_with_table(&mut tx, &ctx, *id).await?;
        verdict(before.status, Action::Update).guard()?;
        let mut input: PriceVersionInput = body.change(&before.input, before.version)?;
        if !seen::sees_costs(&ctx) {
            input = input.with_margins_of(&before.input);
        }
        let input = input.check()?;
        check_update(&mut tx, &before, &input).await?;
        let of =
            |input| VersionColumns { price_table_id: before.price_table_id, number: before.number, input };
        VERSIONS.update(&mut tx, &ctx, *id, &of(before.input.clone()), &of(input)).await?;
        answer(tx, &ctx, *id).await
    }

    /// Delete a draft
    #[oai(path = "/price_table_versions/:id", method = "delete", operation_id = "price_version_delete")]
    async fn price_version_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        ctx.require(Resource::PriceTable, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before = locked_with_table(&mut tx, &ctx, *id).await?;
        verdict(before.status, Action::Delete).guard()?;
        let (price_table_id, number) = (before.price_table_id, before.number);
        VERSIONS
            .delete(&mut tx, &ctx, *id, &VersionColumns { price_table_id, number, input: before.input })
            .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Publish a draft
    ///
    /// Published prices never change. An earlier version without a last day ends on the day before this one begins.
    /// Returns 409 `price_version_has_errors` when the check finds errors, 409 `price_version_has_warnings` when it
    /// finds warnings that are not accepted, and 422 at `valid_from` when another published version applies on one of
    /// the days.
    #[oai(
        path = "/price_table_versions/:id/publish",
        method = "post",
        operation_id = "price_version_publish"
    )]
    async fn price_version_publish(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PriceVersionPublish>,
    ) -> ApiResult<Json<Item<PriceVersion>>> {
        ctx.require(Resource::PriceTable, Action::Publish)?;
        let mut tx = ctx.begin().await?;
        let before = locked_with_table(&mut tx, &ctx, *id).await?;
        verdict(before.status, Action::Publish).guard()?;
        if before.status == PriceVersionStatus::Draft {
            if before.version != body.version {
                return Err(ApiError::refused(MessageCode::StaleVersion));
            }
            let frame = versions::frame(&mut tx, before.price_table_id).await?;
            publish::publish(&mut tx, &ctx, &before, &frame, body.accept_warnings).await?;
        }
        answer(tx, &ctx, *id).await
    }

    /// Archive a published version
    ///
    /// It no longer applies to new quotes. Existing quotes and shipments keep their prices.
    #[oai(
        path = "/price_table_versions/:id/archive",
        method = "post",
        operation_id = "price_version_archive"
    )]
    async fn price_version_archive(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<PriceVersion>>> {
        ctx.require(Resource::PriceTable, Action::Archive)?;
        let mut tx = ctx.begin().await?;
        let before = locked_with_table(&mut tx, &ctx, *id).await?;
        verdict(before.status, Action::Archive).guard()?;
        if before.status == PriceVersionStatus::Published {
            publish::archive(&mut tx, &ctx, &before).await?;
        }
        answer(tx, &ctx, *id).await
    }
}

/// Locks the table first and then the version, as everywhere: otherwise two changes could deadlock.
async fn locked_with_table(tx: &mut TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<PriceVersion> {
    let found = versions::find(tx, ctx, id).await?;
    TABLES.lock::<tables::PriceTable>(tx, found.price_table_id).await?;
    versions::lock(tx, ctx, id).await
}

/// Refuses what a published version cannot change, and references that do not fit.
async fn check_update(tx: &mut TenantTx, before: &PriceVersion, input: &PriceVersionInput) -> ApiResult<()> {
    if before.status == PriceVersionStatus::Published {
        let kept =
            PriceVersionInput { note: input.note.clone(), valid_to: input.valid_to, ..before.input.clone() };
        if kept != *input {
            return Err(ApiError::refused(MessageCode::PriceVersionPublished));
        }
        let from = input.valid_from.ok_or_else(ApiError::not_found)?;
        return publish::refuse_overlap(tx, before, from, input.valid_to).await;
    }
    let asked = input.fallback_version_id.filter(|id| Some(*id) != before.input.fallback_version_id);
    let Some(asked) = asked else { return Ok(()) };
    let frame = versions::frame(tx, before.price_table_id).await?;
    if publish::is_fallback(tx, asked, &frame).await? {
        return Ok(());
    }
    Err(ApiError::invalid_field("fallback_version_id", MessageCode::UnknownOption))
}

/// Commits and returns the version.
pub(super) async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<PriceVersion>>> {
    let version = versions::find(&mut tx, ctx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, version) }))
}
