//! The shipment of a list is cancelled: what is held for it is free again, and what was picked goes back.

use chrono::{DateTime, Utc};
use policy::Resource;
use serde::Serialize;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::PickList;
use super::packing;
use super::state::PickListStatus;
use super::store::PICK_LISTS;
use crate::reservations::{self, ReservationState};
use freight::shipments::ShipmentCancelled;
use server_core::audit;
use server_core::http::error::ApiResult;
use server_core::live;
use server_core::record::Where;

pub const OF_SHIPMENT: &str = "select id from pick_lists where shipment_id = $1 and status <> 0";

/// The columns of a list whose shipment is cancelled.
#[derive(Debug, Serialize)]
struct ShipmentEndColumns {
    status: PickListStatus,
    reason: Option<String>,
    shipment_ended_at: DateTime<Utc>,
}

/// Ends the list of a shipment, which is locked. One of which nothing is picked is cancelled; of another one, what was picked is to be
/// put back by returns.
pub async fn end_with_shipment(tx: &mut TenantTx, cancelled: ShipmentCancelled) -> ApiResult<()> {
    let ShipmentCancelled { shipment_id, reason, actor } = cancelled;
    let found = sqlx::query_scalar(OF_SHIPMENT).bind(shipment_id).fetch_optional(&mut **tx).await?;
    let Some(id): Option<Uuid> = found else { return Ok(()) };
    PICK_LISTS.lock(tx, id).await?;
    let list: PickList = PICK_LISTS.find(tx, &Where::all(), id).await?;
    if list.status == PickListStatus::Cancelled {
        return Ok(());
    }
    // Lots are locked before levels, as by whoever takes a return back at the same moment.
    let has_goods = !packing::lock_goods(tx, id).await?.is_empty();
    let held = reservations::lock_held(tx, id).await?;
    reservations::end(tx, actor.at, &held, ReservationState::Released).await?;
    let (status, reason) = match list.status {
        PickListStatus::Packed => (PickListStatus::Packed, list.reason.clone()),
        _ if has_goods => (PickListStatus::Picked, list.reason.clone().or(Some(reason))),
        _ => (PickListStatus::Cancelled, Some(reason)),
    };
    let columns = ShipmentEndColumns { status, reason: reason.clone(), shipment_ended_at: actor.at };
    PICK_LISTS.write(tx, actor.at, id, &columns).await?;
    let audience = list.to_audience();
    live::records_changed(tx, &audience, Resource::Stock.name(), &[]);
    live::records_changed(tx, &audience, Resource::PickList.name(), &[id]);
    let verb =
        if status == PickListStatus::Cancelled { "pick_list.cancel" } else { "pick_list.shipment_end" };
    let facts = json!({ "shipment": list.tracking_code, "reason": reason });
    audit::record(tx, actor, verb, Some(id), facts).await
}
