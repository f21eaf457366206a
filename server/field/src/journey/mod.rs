//! Pickups and deliveries of shipments as those see them who do not work with them: the client, the recipient, and whoever has
//! the tracking code.

mod model;
mod public_api;
mod store;

pub use model::{
    JourneyDelivery, JourneyPickup, JourneyWindow, ShipmentDelivery, ShipmentDeliveryCan, TrackedJourney,
};
pub use public_api::{PublicTrackingApi, track};
pub use store::{DeliveryRow, list_of_shipment};

use policy::{Action, Resource};
use tenancy::TenantTx;

use access::ctx::Ctx;
use freight::shipments::to_deliver;
use server_core::http::error::ApiResult;

/// Number of deliveries that wait for what the user's client chooses, up to one above `cap`; none for staff, and for users who
/// cannot choose.
pub async fn count_undecided(tx: &mut TenantTx, ctx: &Ctx, cap: i64) -> ApiResult<Option<i64>> {
    let Ok(scope) = ctx.scope(Resource::Shipment, Action::Update) else { return Ok(None) };
    if !ctx.is_outside() {
        return Ok(None);
    }
    let failed = to_deliver::list_failed(tx, &scope).await?;
    if failed.is_empty() {
        return Ok(Some(0));
    }
    Ok(Some(store::count_undecided(tx, &failed, cap).await?))
}
