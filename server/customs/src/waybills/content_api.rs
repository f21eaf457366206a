//! `/mawbs/{id}/contents`, and how bags and loose shipments come onto a waybill.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use uuid::Uuid;

use super::content_model::{WaybillAddition, WaybillContent, WaybillRemoval, WaybillScan, WaybillScanAnswer};
use super::content_store::{self, CONTENTS};
use super::loading::{self, Load};
use super::model::Waybill;
use super::store::WAYBILLS;
use super::{build_filter, houses};
use access::ctx::Ctx;
use freight::shipments::in_hand;
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::http::list::{Item, Page, PageAnswer, Paging};
use server_core::record::{ListQuery, Sorts, Where};
use server_core::tags::Tag;

const SORTS: Sorts = &[("code", "c.code"), ("added_at", "c.added_at")];

pub struct WaybillContentApi;

#[OpenApi(prefix_path = "/mawbs", tag = "Tag::Consolidation")]
impl WaybillContentApi {
    /// List the contents of a waybill
    ///
    /// Bags, and shipments that are in no bag. Sort by `code` or `added_at`. Default: by code.
    #[oai(path = "/:id/contents", method = "get", operation_id = "mawb_content_list")]
    async fn mawb_content_list(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
    ) -> ApiResult<PageAnswer<WaybillContent>> {
        let scope = ctx.scope(Resource::Mawb, Action::Show)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), None, SORTS)?;
        let mut tx = ctx.begin().await?;
        let waybill: Waybill = WAYBILLS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        let filter = Where::all().and("c.mawb_id = ", Some(waybill.id));
        let (data, meta) = CONTENTS.page(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        Ok(PageAnswer(Page { data, meta }))
    }

    /// Put a bag or a loose shipment onto a waybill by its code
    ///
    /// Number, seal, receptacle number or unit code of a bag; or the code of a shipment, which comes with all its parcels, or with
    /// those that are left when others have gone in bags. A refusal is an answer with its reason. Returns 409 `waybill_state` once the waybill is issued,
    /// and 409 `parcel_number_unknown` for the code of a parcel that the shipment has not.
    #[oai(path = "/:id/scan", method = "post", operation_id = "mawb_scan")]
    async fn mawb_scan(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<WaybillScan>,
    ) -> ApiResult<Json<Item<WaybillScanAnswer>>> {
        let scope = ctx.scope(Resource::Mawb, Action::Scan)?;
        let mut tx = ctx.begin().await?;
        let found: Waybill = WAYBILLS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        let typed = body.code.trim().to_uppercase();
        if let Some(scanned) = content_store::find_scanned(&mut tx, body.key).await? {
            tx.commit().await?;
            let result = loading::answer_again(&ctx, found.id, &typed, scanned);
            return Ok(answer(&ctx, found, vec![result]));
        }
        let mut asked = Load { key: Some(body.key), ..Load::default() };
        match content_store::find_bag(&mut tx, &typed).await? {
            Some(bag_id) => asked.bag_ids.push(bag_id),
            None => {
                if let Some((shipment, number)) = in_hand::lock_scanned(&mut tx, &scope, &body.code).await? {
                    in_hand::guard_number(&mut tx, shipment.id, number).await?;
                    asked.shipment_ids.push(shipment.id);
                }
            }
        }
        let (waybill, mut results) = loading::load(&mut tx, &ctx, &scope, *id, &asked).await?;
        tx.commit().await?;
        if results.iter().all(|result| result.code.is_empty()) {
            results = vec![loading::refuse_unknown(&ctx, typed)];
        }
        Ok(answer(&ctx, waybill, results))
    }

    /// Put bags and loose shipments onto a waybill
    ///
    /// Each has its answer: what cannot come is refused with its reason, and the others come.
    #[oai(path = "/:id/add", method = "post", operation_id = "mawb_add")]
    async fn mawb_add(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<WaybillAddition>,
    ) -> ApiResult<Json<Item<WaybillScanAnswer>>> {
        let scope = ctx.scope(Resource::Mawb, Action::Scan)?;
        let asked =
            Load { key: None, bag_ids: body.bag_ids.clone(), shipment_ids: body.shipment_ids.clone() };
        let mut tx = ctx.begin().await?;
        let found: Waybill = WAYBILLS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        loading::refuse_nothing(&asked)?;
        let (waybill, results) = loading::load(&mut tx, &ctx, &scope, found.id, &asked).await?;
        tx.commit().await?;
        Ok(answer(&ctx, waybill, results))
    }

    /// Take bags and loose shipments off a waybill
    ///
    /// While it is not issued. Afterwards, an amendment does so.
    #[oai(path = "/:id/remove", method = "post", operation_id = "mawb_remove")]
    async fn mawb_remove(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<WaybillRemoval>,
    ) -> ApiResult<Json<Item<Waybill>>> {
        let scope = ctx.scope(Resource::Mawb, Action::Remove)?;
        let mut tx = ctx.begin().await?;
        let waybill = loading::unload(&mut tx, &ctx, &scope, *id, &body.content_ids).await?;
        tx.commit().await?;
        Ok(Json(Item { data: waybill.seen_by(&ctx.grants) }))
    }

    /// Split the amounts of a waybill over its shipments
    ///
    /// By weight, to the smallest coin: the shares add up to the total. Without any weight, the shares are equal.
    #[oai(path = "/:id/costs", method = "get", operation_id = "mawb_costs")]
    async fn mawb_costs(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
    ) -> ApiResult<PageAnswer<houses::WaybillShare>> {
        let scope = ctx.scope(Resource::Mawb, Action::Show)?;
        let paging = Paging::new(page.0, per_page.0)?;
        let mut tx = ctx.begin().await?;
        let waybill: Waybill = WAYBILLS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        let shares = houses::split_costs(&mut tx, &waybill).await?;
        tx.commit().await?;
        let total = i64::try_from(shares.len()).unwrap_or(i64::MAX);
        let (skipped, shown) = (usize::try_from(paging.offset()), usize::try_from(paging.per_page));
        let data = shares.into_iter().skip(skipped.unwrap_or(0)).take(shown.unwrap_or(0)).collect();
        Ok(PageAnswer(Page { data, meta: paging.exact_meta(total) }))
    }
}

fn answer(
    ctx: &Ctx,
    waybill: Waybill,
    results: Vec<super::content_model::WaybillScanResult>,
) -> Json<Item<WaybillScanAnswer>> {
    Json(Item { data: WaybillScanAnswer { waybill: waybill.seen_by(&ctx.grants), results } })
}
