//! Operations on the grid of a version: read, change, check, compare.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use super::change::PriceGridChange;
use super::comparison::PriceComparison;
use super::edit;
use super::findings::PriceFinding;
use super::grid::PriceGrid;
use super::publish;
use super::seen;
use super::store;
use super::versions::{self, PriceVersion, edit_verdict};
use super::versions_api::answer;
use access::ctx::Ctx;
use rating::rows::VersionRows;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Items};
use server_core::http::messages::MessageCode;
use server_core::tags::Tag;

pub struct PriceGridApi;

#[OpenApi(prefix_path = "/price_table_versions", tag = "Tag::Prices")]
impl PriceGridApi {
    /// Show all prices of a version
    ///
    /// Zones with their places, the weight bands, the prices and the surcharges.
    #[oai(path = "/:id/grid", method = "get", operation_id = "price_grid_show")]
    async fn price_grid_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<PriceGrid>>> {
        ctx.require(Resource::PriceTable, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let (version, rows) = read_version(&mut tx, &ctx, *id).await?;
        tx.commit().await?;
        Ok(Json(Item { data: PriceGrid::of(version.version, &rows, seen::sees_costs(&ctx)) }))
    }

    /// Change prices of a draft
    ///
    /// The request has only the changes. All of them are written, or none. Returns the version; send its `version` with
    /// the next change.
    #[oai(path = "/:id/grid", method = "patch", operation_id = "price_grid_update")]
    async fn price_grid_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PriceGridChange>,
    ) -> ApiResult<Json<Item<PriceVersion>>> {
        ctx.require(Resource::PriceTable, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let version = versions::lock(&mut tx, &ctx, *id).await?;
        edit_verdict(version.status).guard()?;
        if version.version != body.version {
            return Err(ApiError::refused(MessageCode::StaleVersion));
        }
        let change = body.0.check()?;
        edit::apply(&mut tx, &ctx, &version, &change, seen::sees_costs(&ctx)).await?;
        answer(tx, &ctx, *id).await
    }

    /// Check a version
    ///
    /// The findings prevent publishing (`error`), must be accepted (`warning`) or only inform (`note`). Errors come
    /// first. Each finding has its exact place.
    #[oai(path = "/:id/check", method = "get", operation_id = "price_version_check")]
    async fn price_version_check(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Items<PriceFinding>>> {
        ctx.require(Resource::PriceTable, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let (version, rows) = read_version(&mut tx, &ctx, *id).await?;
        let found = publish::check(&mut tx, &ctx, &version, &rows).await?;
        tx.commit().await?;
        Ok(Json(Items { data: found.iter().map(PriceFinding::from).collect() }))
    }

    /// Compare two versions
    ///
    /// The differences between the first version and the other one, which can belong to another table with the same
    /// units and currency.
    #[oai(path = "/:id/compare/:other_id", method = "get", operation_id = "price_version_compare")]
    async fn price_version_compare(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        other_id: Path<Uuid>,
    ) -> ApiResult<Json<Item<PriceComparison>>> {
        ctx.require(Resource::PriceTable, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let (_, after) = read_version(&mut tx, &ctx, *id).await?;
        let (_, before) = read_version(&mut tx, &ctx, *other_id).await?;
        tx.commit().await?;
        let differs = before.currency != after.currency || before.weighing.unit != after.weighing.unit;
        if differs {
            return Err(ApiError::refused(MessageCode::PriceTableDiffers));
        }
        Ok(Json(Item { data: PriceComparison::of(&before, &after, seen::sees_costs(&ctx)) }))
    }
}

/// A version that the user may see, with its prices.
pub(super) async fn read_version(
    tx: &mut TenantTx,
    ctx: &Ctx,
    id: Uuid,
) -> ApiResult<(PriceVersion, VersionRows)> {
    let version = versions::find(tx, ctx, id).await?;
    let frame = versions::frame(tx, version.price_table_id).await?;
    let rows = store::load_rows(tx, &version, &frame).await?;
    Ok((version, rows))
}
