//! `/cash-handovers`: what drivers have, what was counted, and what becomes of differences.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use rust_decimal::Decimal;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::cash_ledger;
use super::cash_store;
use super::count::take_count;
use super::model::{
    CashCount, CashDecision, CashDifferenceDecision, CashHandover, CashHandoverDetails, CashHandoverPage,
    CashHandoverPageMeta, WaitingCash, verdict,
};
use super::store::{self, CASH_HANDOVERS, DecidedColumns};
use crate::steps::cash_handover::CashHandoverStatus;
use access::ctx::Ctx;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::require;
use server_core::http::list::{Item, Items};
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::record::{Change, ListQuery, Sorts, Where};
use server_core::tags::Tag;

const SORTS: Sorts = &[
    ("created_at", "h.created_at"),
    ("number", "h.number"),
    ("driver_name", "search_text(h.driver_name)"),
    ("difference", "h.counted - h.expected"),
];
const SEARCHED: &str = "concat_ws(' ', h.number, h.driver_name, h.counted_by_name)";

pub struct CashHandoverApi;

#[OpenApi(prefix_path = "/cash-handovers", tag = "Tag::Deliveries")]
impl CashHandoverApi {
    /// List handovers of cash
    ///
    /// Sort by `created_at`, `number`, `driver_name` or `difference`. Default: newest first.
    #[oai(path = "/", method = "get", operation_id = "cash_handover_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn cash_handover_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the number, the driver or who counted.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        status: Query<Option<CashHandoverStatus>>,
        driver_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<CashHandoverPage>> {
        let scope = ctx.scope(Resource::CashHandover, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, SEARCHED).and("h.driver_id = ", driver_id.0);
        let filter = store::build_filter(&scope, filter);
        let tab = filter.clone().and("h.status = ", status.0);
        let mut tx = ctx.begin().await?;
        let (rows, page) = CASH_HANDOVERS.listing.page(&mut tx, &tab, &asked).await?;
        let totals = store::count_by_status(&mut tx, &filter).await?;
        tx.commit().await?;
        let data = rows
            .into_iter()
            .map(|row: CashHandover| row.seen_by(may(&ctx, Action::Decide), ctx.user.id))
            .collect();
        Ok(Json(CashHandoverPage { data, meta: CashHandoverPageMeta { page, totals } }))
    }

    /// List the cash that drivers have
    ///
    /// Cash that nobody has counted, by driver, branch and currency, the oldest first, at most 200. Without amounts: who counts them
    /// does not know what is expected.
    #[oai(path = "/waiting", method = "get", operation_id = "cash_handover_waiting")]
    async fn cash_handover_waiting(&self, ctx: Ctx) -> ApiResult<Json<Items<WaitingCash>>> {
        let scope = ctx.scope(Resource::CashHandover, Action::List)?;
        let may_count = may(&ctx, Action::Create);
        let mut tx = ctx.begin().await?;
        let (_, subsidiaries, _) = scope.parts();
        let rows = cash_store::list_waiting(&mut tx, subsidiaries).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| WaitingCash::of(row, may_count, ctx.user.id)).collect();
        Ok(Json(Items { data }))
    }

    /// Show a handover of cash
    ///
    /// With the deliveries whose cash it is.
    #[oai(path = "/:id", method = "get", operation_id = "cash_handover_show")]
    async fn cash_handover_show(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<CashHandoverDetails>>> {
        let scope = ctx.scope(Resource::CashHandover, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let handover = CASH_HANDOVERS.find(&mut tx, &store::build_filter(&scope, Where::all()), *id).await?;
        let data = load_details(&mut tx, &ctx, handover).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Count the cash of a driver
    ///
    /// All that the driver has of these deliveries in a currency; the answer says what was expected. Equal amounts settle it, others wait for a
    /// decision. Returns 409 `cash_of_oneself` for the own cash, and `cash_counted_already` when some of it was counted meanwhile.
    #[oai(path = "/", method = "post", operation_id = "cash_handover_create")]
    async fn cash_handover_create(
        &self,
        ctx: Ctx,
        body: Body<CashCount>,
    ) -> ApiResult<Json<Item<CashHandoverDetails>>> {
        let scope = ctx.scope(Resource::CashHandover, Action::Create)?;
        ctx.refuse_while_switched()?;
        let mut tx = ctx.begin().await?;
        let id = take_count(&mut tx, &ctx, &scope, &body).await?;
        live::records_changed(&mut tx, &Audience::Staff, Resource::CashHandover.name(), &[id]);
        live::records_changed(&mut tx, &Audience::Staff, Resource::Delivery.name(), &body.delivery_ids);
        let handover = CASH_HANDOVERS.find(&mut tx, &Where::all(), id).await?;
        let data = load_details(&mut tx, &ctx, handover).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Decide about a difference
    ///
    /// Once. Returns 409 `cash_decided_by_counter` for the driver and for who counted.
    #[oai(path = "/:id/decide", method = "post", operation_id = "cash_handover_decide")]
    async fn cash_handover_decide(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<CashDifferenceDecision>,
    ) -> ApiResult<Json<Item<CashHandoverDetails>>> {
        let scope = ctx.scope(Resource::CashHandover, Action::Decide)?;
        ctx.refuse_while_switched()?;
        let filter = store::build_filter(&scope, Where::all());
        let tx = ctx.begin().await?;
        let mut change: Change<CashHandover> = Change::begin(tx, &ctx, &CASH_HANDOVERS, filter, *id).await?;
        change.allow(verdict(&change.before, ctx.user.id), Some(body.version))?;
        let reason = require("reason", &body.reason)?;
        if body.decision == CashDecision::DriverOwes && change.before.difference > Decimal::ZERO {
            return Err(ApiError::invalid_field("decision", MessageCode::Invalid));
        }
        let status = CashHandoverStatus::Decided;
        let facts = json!({
            "status": [change.before.status, status], "decision": [null, body.decision], "reason": reason,
        });
        let columns = DecidedColumns {
            status,
            decision: body.decision,
            reason,
            decided_by: ctx.user.id,
            decided_by_name: ctx.user.name.clone(),
            decided_at: ctx.now(),
        };
        let decided = CashHandover { status, decision: Some(body.decision), ..change.before.clone() };
        cash_ledger::post_handover(&mut change.tx, &ctx, &decided).await?;
        change.write(&columns).await?;
        change.record(Action::Decide, facts, &Audience::Staff).await?;
        let handover = change.finish().await?;
        let mut tx = ctx.begin().await?;
        let data = load_details(&mut tx, &ctx, handover).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }
}

/// Whether this person may do it. An administrator who acts as others would be all the persons that it takes.
fn may(ctx: &Ctx, action: Action) -> bool {
    ctx.grants.allow(Resource::CashHandover, action) && ctx.user.acting.is_none()
}

async fn load_details(
    tx: &mut TenantTx,
    ctx: &Ctx,
    handover: CashHandover,
) -> ApiResult<CashHandoverDetails> {
    let rows = cash_store::list_of_handover(tx, handover.id).await?;
    let deliveries = rows.into_iter().map(|row| row.in_currency(&handover.currency)).collect();
    Ok(CashHandoverDetails { handover: handover.seen_by(may(ctx, Action::Decide), ctx.user.id), deliveries })
}
