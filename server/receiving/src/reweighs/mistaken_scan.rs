//! The end of a weighing of which one parcel was scanned by mistake.

use policy::Resource;
use tenancy::TenantTx;
use uuid::Uuid;

use super::events;
use super::model::Reweigh;
use super::settle;
use super::store::{self, REWEIGHS};
use super::webhook_events;
use access::ctx::Ctx;
use freight::shipments::in_hand;
use freight::status::ShipmentStatus;
use server_core::http::error::ApiResult;
use server_core::live;
use server_core::record::Where;

/// Ends what waits of a shipment by the measures of a parcel whose scan was withdrawn: nobody pays for them, and the shipment is
/// judged when all its parcels are measured.
pub async fn end_waiting(tx: &mut TenantTx, ctx: &Ctx, shipment_id: Uuid) -> ApiResult<()> {
    let mut shipment = in_hand::lock_shipment(tx, shipment_id).await?;
    let ended = store::supersede(tx, shipment_id, ctx.now()).await?;
    let Some(id) = ended.last().copied() else { return Ok(()) };
    if shipment.status == ShipmentStatus::ReweighHold {
        events::record(tx, &settle::author_of(ctx), &mut shipment, events::REWEIGH_RELEASED).await?;
    }
    webhook_events::announce_ended(tx, ctx.now(), &ended).await?;
    let newest: Reweigh = REWEIGHS.find(tx, &Where::all(), id).await?;
    live::records_changed(tx, &newest.readers(), Resource::Reweigh.name(), &ended);
    Ok(())
}
