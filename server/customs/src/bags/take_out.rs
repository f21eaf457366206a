//! A parcel is taken out of its bag: a scan is undone, or somebody says why.

use chrono::TimeDelta;
use policy::Action;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::Bag;
use super::parcel_model::{BagParcel, BagParcelRemoval};
use super::parcel_store;
use super::scan::tell;
use super::state::BagStep;
use super::store::{self, BAGS};
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::status::ShipmentStatus;
use freight::tracking_events::{self, LockedShipment, NewEvent, Source};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::optional;
use server_core::http::messages::MessageCode;
use server_core::record::Where;

const RECEIVED: &str = "RECEIVED";

/// Who has scanned a parcel by mistake takes it back so long without a reason.
const UNDO_WINDOW: TimeDelta = TimeDelta::minutes(10);

/// Takes a parcel out, and returns the bag. One that was taken out before stays out.
pub async fn take_out(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    id: Uuid,
    asked: &BagParcelRemoval,
) -> ApiResult<Bag> {
    let filter = super::build_filter(scope, Where::all());
    let bag: Bag = BAGS.find(tx, &filter, id).await?;
    // Shipments are locked before bags, as everywhere: the parcel is read for its shipment, and again under the lock of the bag.
    let found = find(tx, id, asked.key).await?;
    let shipment = tracking_events::lock_many(tx, &RowScope::All, &[found.shipment_id]).await?.pop();
    store::lock(tx, &[id]).await?;
    let parcel = find(tx, id, asked.key).await?;
    if parcel.left_at.is_some() {
        return Ok(bag);
    }
    let bag: Bag = BAGS.find(tx, &filter, id).await?;
    bag.verdict(BagStep::Remove).guard()?;
    let is_undo = parcel.scanned_by == ctx.user.id && ctx.now() < parcel.scanned_at + UNDO_WINDOW;
    let reason = optional(asked.reason.as_ref());
    if reason.is_none() && !is_undo {
        return Err(ApiError::invalid_field("reason", MessageCode::Required));
    }
    leave(tx, ctx, &parcel, reason.as_deref()).await?;
    if let Some(shipment) = shipment {
        take_event_back(tx, ctx, shipment, parcel.id).await?;
    }
    let facts = json!({
        "tracking_code": parcel.tracking_code, "parcel_number": parcel.seq, "reason": reason,
    });
    tell(tx, ctx, Action::Remove, id, facts).await?;
    BAGS.find(tx, &filter, id).await
}

/// Writes that a parcel has left its bag, which is locked, and counts it out.
pub async fn leave(tx: &mut TenantTx, ctx: &Ctx, parcel: &BagParcel, reason: Option<&str>) -> ApiResult<()> {
    parcel_store::leave(tx, parcel.id, ctx.user.id, reason, ctx.now()).await?;
    store::count(tx, parcel.bag_id, -1, -parcel.weight_g, ctx.now()).await
}

/// The parcel by the key of its scan.
async fn find(tx: &mut TenantTx, bag_id: Uuid, key: Uuid) -> ApiResult<BagParcel> {
    let found = parcel_store::find(tx, key).await?.filter(|parcel| parcel.bag_id == bag_id);
    found.ok_or_else(|| ApiError::refused(MessageCode::ParcelNotInBag))
}

/// The event of the scan is undone. When later events need it, a shipment without parcels in bags is in the warehouse again.
async fn take_event_back(tx: &mut TenantTx, ctx: &Ctx, shipment: LockedShipment, key: Uuid) -> ApiResult<()> {
    if !matches!(shipment.status, ShipmentStatus::Bagged | ShipmentStatus::Manifested) {
        return Ok(());
    }
    if let Some(event_id) = parcel_store::find_event(tx, key).await? {
        match tracking_events::undo_event(tx, ctx, &RowScope::All, shipment.id, event_id).await {
            Err(error) if error.has(MessageCode::EventNotUndoable) => {}
            undone => return undone,
        }
    }
    if parcel_store::list_of_shipment(tx, shipment.id).await?.is_empty() {
        let event = NewEvent::now(RECEIVED, Source::Scan, ctx);
        tracking_events::record_for_many(tx, &[shipment], &event).await?;
    }
    Ok(())
}
