//! `/bags/{id}`: its parcels, scans, and what is expected.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use uuid::Uuid;

use super::api::to_answer;
use super::build_filter;
use super::model::Bag;
use super::parcel_model::{BagMove, BagParcel, BagParcelRemoval, BagScan, BagScanAnswer, ExpectedParcels};
use super::parcel_store::BAG_PARCELS;
use super::store::BAGS;
use super::{expected, scan, take_out};
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::http::body::Body;
use server_core::http::conflict::retry_conflict;
use server_core::http::error::ApiResult;
use server_core::http::fields::require;
use server_core::http::list::{Item, Page, PageAnswer};
use server_core::record::{ListQuery, Sorts, Where};
use server_core::tags::Tag;
use trade::parcel_code::read_parcel_code;

const SORTS: Sorts =
    &[("scanned_at", "p.scanned_at"), ("tracking_code", "p.tracking_code"), ("weight_g", "p.weight_g")];

pub struct BagParcelApi;

#[OpenApi(prefix_path = "/bags", tag = "Tag::Consolidation")]
impl BagParcelApi {
    /// List the parcels of a bag
    ///
    /// Sort by `scanned_at`, `tracking_code` or `weight_g`. Default: the newest scan first.
    #[oai(path = "/:id/parcels", method = "get", operation_id = "bag_parcel_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn bag_parcel_list(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// The code of a parcel or a shipment, or its beginning.
        #[oai(validator(max_length = 120))]
        code: Query<Option<String>>,
        /// True: those that were taken out again. Otherwise those that are in the bag.
        removed: Query<Option<bool>>,
    ) -> ApiResult<PageAnswer<BagParcel>> {
        let scope = ctx.scope(Resource::Bag, Action::Show)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), None, SORTS)?;
        let is_removed = removed.0 == Some(true);
        let code = code.0.map(|code| read_parcel_code(&code).0).filter(|code| !code.is_empty());
        let filter = Where::all()
            .by("p.bag_id", Some(*id))
            .and_inside("starts_with(p.tracking_code, ", code)
            .only("p.left_at is not null", is_removed)
            .only("p.left_at is null", !is_removed);
        let mut tx = ctx.begin().await?;
        BAGS.find::<Bag>(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        let (data, meta) = BAG_PARCELS.page(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        Ok(PageAnswer(Page { data, meta }))
    }

    /// List what is expected in a bag
    ///
    /// Received shipments to its destination, of its service, tax modality and sorting group, of which no parcel is in a bag. First
    /// those of which some parcels are in this bag, or have gone the same way before, and others in none.
    #[oai(path = "/:id/expected", method = "get", operation_id = "bag_expected")]
    async fn bag_expected(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<ExpectedParcels>> {
        let scope = ctx.scope(Resource::Bag, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let bag: Bag = BAGS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        let expected = expected::list(&mut tx, &scope, &bag).await?;
        tx.commit().await?;
        Ok(Json(expected))
    }

    /// Scan a parcel into a bag
    ///
    /// Records the event BAGGED of its shipment. A parcel that does not come in is `refused` with the reason: unknown, held, not
    /// paid, not let in by the health authority, of another destination, service, tax modality or sorting group, in another bag,
    /// or too much for the bag. The same `key` again changes nothing.
    #[oai(path = "/:id/scan", method = "post", operation_id = "bag_scan")]
    async fn bag_scan(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<BagScan>,
    ) -> ApiResult<Json<Item<BagScanAnswer>>> {
        let scope = ctx.scope(Resource::Bag, Action::Scan)?;
        let data = retry_conflict(|| scan_alone(&ctx, &scope, *id, &body, None)).await?;
        Ok(Json(Item { data }))
    }

    /// Move a parcel into a bag
    ///
    /// Same as `bag_scan` for a parcel of another open bag, which it leaves. Its shipment gets no further event.
    #[oai(path = "/:id/move", method = "post", operation_id = "bag_move")]
    async fn bag_move(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<BagMove>,
    ) -> ApiResult<Json<Item<BagScanAnswer>>> {
        ctx.require(Resource::Bag, Action::Scan)?;
        let scope = ctx.scope(Resource::Bag, Action::Move)?;
        let reason = require("reason", &body.reason)?;
        let data = retry_conflict(|| scan_alone(&ctx, &scope, *id, &body.scan, Some(&reason))).await?;
        Ok(Json(Item { data }))
    }

    /// Take a parcel out of a bag
    ///
    /// Undoes the event of its scan. Within ten minutes, the user who scanned it needs no reason.
    #[oai(path = "/:id/remove", method = "post", operation_id = "bag_remove")]
    async fn bag_remove(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<BagParcelRemoval>,
    ) -> ApiResult<Json<Item<Bag>>> {
        let scope = ctx.scope(Resource::Bag, Action::Remove)?;
        let mut tx = ctx.begin().await?;
        let bag = take_out::take_out(&mut tx, &ctx, &scope, *id, &body).await?;
        tx.commit().await?;
        Ok(to_answer(&ctx, bag))
    }
}

/// A scan in a transaction of its own.
async fn scan_alone(
    ctx: &Ctx,
    scope: &RowScope,
    id: Uuid,
    asked: &BagScan,
    move_reason: Option<&str>,
) -> ApiResult<BagScanAnswer> {
    let mut tx = ctx.begin().await?;
    let answer = scan::scan(&mut tx, ctx, scope, id, asked, move_reason).await?;
    tx.commit().await?;
    Ok(answer)
}
