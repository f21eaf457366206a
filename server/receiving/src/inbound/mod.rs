//! Parcels that come to a warehouse for a client: announced, received, identified, put away.

mod api;
pub mod arrivals;
mod destination;
pub mod identification;
pub mod input;
pub mod merge;
pub mod model;
pub mod notices;
pub mod packing;
mod room;
mod step_api;
pub mod storage;
pub mod store;
mod webhook_events;

pub use api::InboundParcelApi;
pub use step_api::InboundParcelStepApi;
pub use store::{INBOUND_PARCELS, load_record_state};

use policy::{Action, Resource};
use tenancy::TenantTx;

use crate::steps::inbound_parcel::InboundParcelStatus;
use access::ctx::Ctx;
use server_core::http::error::ApiResult;

/// Number of parcels in a state, up to one above `cap`; none if the user cannot list them.
pub async fn count(
    tx: &mut TenantTx,
    ctx: &Ctx,
    status: InboundParcelStatus,
    cap: i64,
) -> ApiResult<Option<i64>> {
    let Ok(scope) = ctx.scope(Resource::InboundParcel, Action::List) else { return Ok(None) };
    let filter = store::build_filter(&scope).and("i.status = ", Some(status));
    Ok(Some(INBOUND_PARCELS.count(tx, &filter, cap).await?))
}

/// Number of parcels of which nobody knows whose they are, up to one above `cap`; none if the user cannot list them.
pub async fn count_unidentified(tx: &mut TenantTx, ctx: &Ctx, cap: i64) -> ApiResult<Option<i64>> {
    let Ok(scope) = ctx.scope(Resource::InboundParcel, Action::List) else { return Ok(None) };
    let filter = store::build_filter(&scope).only("i.client_id is null and i.status <> 0", true);
    Ok(Some(INBOUND_PARCELS.count(tx, &filter, cap).await?))
}
