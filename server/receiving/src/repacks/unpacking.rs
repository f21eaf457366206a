//! Packed parcels of a shipment that is cancelled: they lie in the warehouse, and their client can ask for another one.

use policy::{Action, Resource};
use serde_json::{Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use super::store;
use crate::inbound::model::InboundParcel;
use crate::inbound::store::{NextReminder, WarehouseColumns, set_next_reminders};
use crate::inbound::{INBOUND_PARCELS, packing, storage};
use crate::steps::inbound_parcel::InboundParcelStatus;
use freight::shipments::ShipmentCancelled;
use server_core::audit;
use server_core::http::error::ApiResult;
use server_core::live;
use server_core::record::Where;

/// Parcels of one request, and of one shipment.
const MAX_PARCELS: i64 = 50;

/// Frees the parcels that a cancelled shipment should have taken out. The fee of their packing stays charged, and so does their
/// storage until then: a stay of its own begins with the packing.
pub async fn free_parcels(tx: &mut TenantTx, cancelled: &ShipmentCancelled) -> ApiResult<()> {
    let ShipmentCancelled { shipment_id, actor, .. } = cancelled;
    let ids = packing::unpack(tx, *shipment_id, actor.at).await?;
    if ids.is_empty() {
        return Ok(());
    }
    store::end_storage(tx, *shipment_id, actor.at).await?;
    let filter = Where::all().among("i.id", Some(ids.clone()));
    let parcels: Vec<InboundParcel> = INBOUND_PARCELS.listing.all(tx, &filter, MAX_PARCELS).await?;
    let to_reminder = |one: &InboundParcel| NextReminder {
        id: one.id,
        notice: storage::plan_notice(&WarehouseColumns::of_parcel(one), one.arrived_at, actor.at),
    };
    let next: Vec<NextReminder> = parcels.iter().map(to_reminder).collect();
    set_next_reminders(tx, &next).await?;
    live::parties_changed(tx, packing::PARTIES, Resource::InboundParcel, &ids).await?;
    let to_entry = |one: &InboundParcel| -> (Uuid, Value) {
        (
            one.id,
            json!({ "status": [InboundParcelStatus::Packed, one.status], "shipment_id": [shipment_id, null] }),
        )
    };
    let entries = parcels.iter().map(to_entry).collect();
    let action = format!("{}.{}", Resource::InboundParcel.name(), Action::Update);
    audit::record_many(tx, actor.clone(), &action, entries).await
}
