//! Bags: parcels of one way, packed together under one seal. `transport` is for waybills, manifests and the break of bags.

mod action_api;
pub mod api;
pub mod closing;
pub mod dispatch;
mod expected;
pub mod found_elsewhere;
pub mod guards;
mod input;
mod label_api;
pub mod label_paper;
pub mod model;
pub mod packed_weight;
mod parcel_api;
pub mod parcel_model;
pub mod parcel_store;
pub mod parcel_ways;
pub mod s9;
mod scan;
pub mod state;
pub mod store;
mod take_out;
#[cfg(test)]
pub mod test_bag;
pub mod transport;
pub mod triage;

pub use action_api::BagActionApi;
pub use api::BagApi;
pub use label_api::BagLabelApi;
pub use parcel_api::BagParcelApi;
pub use store::BAGS;

use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use self::model::Bag;
use self::state::{BagStatus, step_of};
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState, Verdict};
use server_core::record::Where;

/// Whether the state of a bag allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let bag: Bag = BAGS.find(tx, &Where::all(), id).await?;
    let owner =
        RecordOwner::ByParties { client_id: None, subsidiary_id: bag.subsidiary_id, partner_id: None };
    let step = if action == Action::Reopen { Some(bag.reopening()) } else { step_of(action) };
    let verdict = step.map_or(Verdict::Yes, |step| bag.verdict(step));
    Ok(RecordState { owner, status: Some(bag.status.code()), verdict })
}

/// Number of bags into which parcels are scanned, up to one above `cap`; none if the user cannot list them.
pub async fn count_open(tx: &mut TenantTx, ctx: &Ctx, cap: i64) -> ApiResult<Option<i64>> {
    let Ok(scope) = ctx.scope(Resource::Bag, Action::List) else { return Ok(None) };
    let filter = build_filter(&scope, Where::all()).and("b.status = ", Some(BagStatus::Open));
    Ok(Some(BAGS.count(tx, &filter, cap).await?))
}

/// The bags that a user reaches.
pub fn build_filter(scope: &RowScope, filter: Where) -> Where {
    let (_, subsidiaries, _) = scope.parts();
    filter.among("b.subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec))
}
