//! Deliveries: what goes to one consignee on one day, from its shipments to the proof.

mod action_api;
mod api;
mod counter;
mod counter_api;
pub mod delivery_scope;
mod history;
pub mod input;
pub mod model;
pub mod office;
mod own_delivery;
mod plan;
mod proof_api;
mod proof_paper;
mod reopening;
pub mod shipment_proof;
mod shipment_proof_api;
pub mod state;
pub mod store;
pub mod webhook_events;

pub use action_api::DeliveryActionApi;
pub use api::DeliveryApi;
pub use counter_api::DeliveryCounterApi;
pub use own_delivery::plan_cleared;
pub use proof_api::DeliveryProofApi;
pub use shipment_proof_api::ShipmentProofApi;
pub use store::DELIVERIES;

use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use self::model::Delivery;
use self::state::{step_of, verdict};
use crate::steps::delivery::DeliveryStatus;
use access::ctx::Ctx;
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState, Verdict};
use server_core::record::Where;

/// Whether the state of a delivery allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let delivery: Delivery = DELIVERIES.find(tx, &Where::all(), id).await?;
    let subsidiary_id = delivery.subsidiary_id;
    let owner = RecordOwner::ByParties { client_id: None, subsidiary_id, partner_id: None };
    let verdict = step_of(action).map_or(Verdict::Yes, |step| verdict(delivery.state(), step));
    Ok(RecordState { owner, status: Some(delivery.status.code()), verdict })
}

/// Number of deliveries with something for staff to decide, up to one above `cap`; none if the user cannot list them.
pub async fn count_tasks(tx: &mut TenantTx, ctx: &Ctx, cap: i64) -> ApiResult<Option<i64>> {
    let Ok(scope) = ctx.scope(Resource::Delivery, Action::List) else { return Ok(None) };
    let filter = delivery_scope::build_filter(&scope, store::narrow_to_tasks(Where::all(), ctx.now()));
    Ok(Some(DELIVERIES.count(tx, &filter, cap).await?))
}

/// Number of deliveries that are on their way, up to one above `cap`; none if the user cannot list them.
pub async fn count_out(tx: &mut TenantTx, ctx: &Ctx, cap: i64) -> ApiResult<Option<i64>> {
    let Ok(scope) = ctx.scope(Resource::Delivery, Action::List) else { return Ok(None) };
    let filter =
        delivery_scope::build_filter(&scope, Where::all()).and("d.status = ", Some(DeliveryStatus::Out));
    Ok(Some(DELIVERIES.count(tx, &filter, cap).await?))
}
