//! Re-weighings: what becomes of a shipment whose parcels measure otherwise than they were declared. Each weighing of all
//! parcels is judged once; a difference is charged, given back, or waits for the client.

mod api;
mod deadlines;
mod dispute_api;
mod events;
mod judgement;
pub mod merge;
mod mistaken_scan;
mod model;
mod notices;
mod settle;
mod store;
mod webhook_events;

pub use api::ReweighApi;
pub use deadlines::lapse;
pub use dispute_api::ReweighDisputeApi;
pub use events::BY_MEASURES;
pub use judgement::{Weigher, judge, judge_confirmed};
pub use mistaken_scan::end_waiting;
pub use model::ReweighReader;
pub use store::REWEIGHS;

use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use self::model::{Reweigh, to_step, verdict};
use crate::rules::reweigh::ReweighStatus;
use access::ctx::Ctx;
use freight::shipments::in_hand;
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState, Verdict};
use server_core::record::Where;

/// Whether the state of a re-weighing allows an action of this reader.
pub async fn load_record_state(
    tx: &mut TenantTx,
    id: Uuid,
    action: Action,
    reader: &ReweighReader<'_>,
) -> ApiResult<RecordState> {
    let found: Reweigh = REWEIGHS.find(tx, &Where::all(), id).await?;
    let shipment = in_hand::load_statuses(tx, &[found.shipment_id]).await?.get(&found.shipment_id).copied();
    let state = found.state(shipment, Some(reader.user_id), reader.today);
    let verdict = to_step(action).map_or(Verdict::Yes, |step| verdict(step, reader.actor(), &state));
    let Reweigh { client_id, subsidiary_id, partner_id, status, .. } = found;
    let owner = RecordOwner::ByParties { client_id, subsidiary_id, partner_id };
    Ok(RecordState { owner, status: Some(status.code()), verdict })
}

/// Number of disputes that wait for the user to decide them, up to one above `cap`; none if the user cannot.
pub async fn waiting(tx: &mut TenantTx, ctx: &Ctx, cap: i64) -> ApiResult<Option<i64>> {
    let Ok(scope) = ctx.scope(Resource::Reweigh, Action::Decide) else { return Ok(None) };
    let filter = settle::build_filter(&scope).and("r.status = ", Some(ReweighStatus::Disputed));
    Ok(Some(REWEIGHS.count(tx, &filter, cap).await?))
}

/// Number of re-weighings that hold their shipment until its client answers, up to one above `cap`; none if the user cannot list
/// them.
pub async fn count_held(tx: &mut TenantTx, ctx: &Ctx, cap: i64) -> ApiResult<Option<i64>> {
    let Ok(scope) = ctx.scope(Resource::Reweigh, Action::List) else { return Ok(None) };
    let filter = settle::build_filter(&scope).and("r.status = ", Some(ReweighStatus::Held));
    Ok(Some(REWEIGHS.count(tx, &filter, cap).await?))
}
