//! `/break-bags`: the list, one break-bag, new ones, and scans.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::Action;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{BreakBag, BreakBagInput, BreakBagPage, BreakBagScan, BreakBagScanAnswer};
use super::source::{self, ArrivedTransport};
use super::state::BreakBagStatus;
use super::store::{self, BREAK_BAGS};
use super::{RESOURCE, WaybillUnpacking, build_filter, scan};
use crate::bags::parcel_model::BagReference;
use crate::bags::state::BagStep;
use crate::bags::transport::{self, TransportedBag};
use access::ctx::Ctx;
use server_core::audit;
use server_core::follower::follow;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Items};
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::record::{ListQuery, Sorts, Where};
use server_core::tags::Tag;

const SORTS: Sorts = &[("created_at", "k.created_at"), ("number", "k.number")];

pub struct BreakBagApi;

#[OpenApi(prefix_path = "/break-bags", tag = "Tag::Consolidation")]
impl BreakBagApi {
    /// List break-bags
    ///
    /// Sort by `created_at` or `number`. Default: newest first.
    #[oai(path = "/", method = "get", operation_id = "break_bag_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn break_bag_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        status: Query<Option<BreakBagStatus>>,
        mawb_id: Query<Option<Uuid>>,
        master_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<BreakBagPage>> {
        let scope = ctx.scope(RESOURCE, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), None, SORTS)?;
        let filter = build_filter(&scope, Where::all())
            .by("k.status", status.0)
            .and("k.mawb_id = ", mawb_id.0)
            .and("k.master_id = ", master_id.0);
        let mut tx = ctx.begin().await?;
        let (rows, meta) = BREAK_BAGS.listing.page(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row: BreakBag| row.seen_by(&ctx.grants)).collect();
        Ok(Json(BreakBagPage { data, meta }))
    }

    /// Show a break-bag
    #[oai(path = "/:id", method = "get", operation_id = "break_bag_show")]
    async fn break_bag_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<BreakBag>>> {
        let scope = ctx.scope(RESOURCE, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let found: BreakBag = BREAK_BAGS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        tx.commit().await?;
        Ok(to_answer(&ctx, found))
    }

    /// Begin to unpack what arrived
    ///
    /// Unpacks an air waybill or a master. Its parcels are expected as its bags have them, and, if its manifest is closed, as
    /// that has their shipments; the list stays as it is from then on. A `blind` one does not show it until all is unpacked. Bags that have arrived are opened. Returns 409
    /// `break_bag_not_arrived` before the first arrival, and 409 `break_bag_exists` for what is unpacked already.
    #[oai(path = "/", method = "post", operation_id = "break_bag_create")]
    async fn break_bag_create(&self, ctx: Ctx, body: Body<BreakBagInput>) -> ApiResult<Json<Item<BreakBag>>> {
        let scope = ctx.scope(RESOURCE, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let arrived = source::lock(&mut tx, &ctx, &scope, &body).await?;
        let ArrivedTransport { new, bags } = arrived;
        let number = new.number.clone();
        let inserted = BREAK_BAGS.insert(&mut tx, ctx.now(), &new).await;
        let id = inserted.map_err(|error| {
            let keys = ["break_bags_master_key", "break_bags_mawb_key"];
            match keys.iter().any(|key| tenancy::breaks_constraint(&error, key)) {
                true => ApiError::refused(MessageCode::BreakBagExists),
                false => error.into(),
            }
        })?;
        let bag_ids: Vec<Uuid> = bags.iter().map(|bag| bag.id).collect();
        store::freeze(&mut tx, id, &bag_ids, new.mawb_id).await?;
        if let Some(mawb_id) = new.mawb_id {
            follow(&mut tx, ctx.state(), WaybillUnpacking { break_bag_id: id, mawb_id }).await?;
        }
        let closed: Vec<TransportedBag> =
            bags.into_iter().filter(|bag| bag.verdict(BagStep::Unpack).is_yes()).collect();
        transport::unpack(&mut tx, &closed, ctx.now()).await?;
        store::count(&mut tx, &[id], false, ctx.now()).await?;
        let facts = json!({ "number": number, "blind": new.blind });
        audit::record(&mut tx, &ctx, "break_bag.create", Some(id), facts).await?;
        live::records_changed(&mut tx, &Audience::Staff, RESOURCE.name(), &[id]);
        let data = find(&mut tx, &ctx, id).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// List the bags that are unpacked
    ///
    /// Those in which the papers have parcels, by their numbers: at most 50. The search finds them by a part of the number.
    #[oai(path = "/:id/bags", method = "get", operation_id = "break_bag_bag_list")]
    async fn break_bag_bag_list(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        #[oai(validator(max_length = 60))] search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<BagReference>>> {
        let scope = ctx.scope(RESOURCE, Action::Show)?;
        let part = search.0.unwrap_or_default().trim().to_uppercase();
        let mut tx = ctx.begin().await?;
        let found: BreakBag = BREAK_BAGS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        let data = store::list_bags(&mut tx, found.id, &part).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Scan a parcel that was unpacked
    ///
    /// Records the event UNLOADED of its shipment. A parcel that nobody expected is `over`, also one with a code that nobody
    /// knows; the label of a bag or of the cargo is refused (409 `break_bag_not_parcel`). A parcel that was short is found by its
    /// scan, also later. The same `key` again changes nothing.
    #[oai(path = "/:id/scan", method = "post", operation_id = "break_bag_scan")]
    async fn break_bag_scan(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<BreakBagScan>,
    ) -> ApiResult<Json<Item<BreakBagScanAnswer>>> {
        let scope = ctx.scope(RESOURCE, Action::Scan)?;
        let mut tx = ctx.begin().await?;
        let data = scan::scan(&mut tx, &ctx, &scope, *id, &body).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }
}

/// The break-bag with the permissions of the user.
pub async fn find(tx: &mut TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<BreakBag> {
    let found: BreakBag = BREAK_BAGS.find(tx, &Where::all(), id).await?;
    Ok(found.seen_by(&ctx.grants))
}

pub fn to_answer(ctx: &Ctx, found: BreakBag) -> Json<Item<BreakBag>> {
    Json(Item { data: found.seen_by(&ctx.grants) })
}
