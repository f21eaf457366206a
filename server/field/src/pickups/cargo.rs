//! The shipments of a pickup.

use std::collections::HashMap;

use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{PickupCandidate, PickupOutcome, PickupShipment};
use super::store::{self, CargoRow};
use access::scope::RowScope;
use chrono::{DateTime, Utc};
use freight::shipments::at_sender::{self, ShipmentAtSender};
use freight::tracking_events::{self, LockedShipment, NewEvent};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::messages::{MessageCode, Params};

/// Shipments that are offered for a pickup.
const MOST_OFFERED: usize = 200;
/// Those that are looked at: some of them are in other pickups.
const MOST_LOOKED_AT: i64 = 400;

/// Locks the shipments of a form, and reports those that cannot be collected at their fields. `pickup_id` is the pickup that
/// has some of them already. Returns the number of their parcels.
pub async fn check(
    tx: &mut TenantTx,
    scope: &RowScope,
    client_id: Uuid,
    ids: &[Uuid],
    pickup_id: Option<Uuid>,
    errors: &mut FieldErrors,
) -> ApiResult<i32> {
    // Two pickups never take one shipment at the same time.
    let reached = tracking_events::lock_many(tx, scope, ids).await?;
    let reached: Vec<Uuid> = reached.iter().map(|one| one.id).collect();
    let found = at_sender::load_shipments(tx, &reached).await?;
    let known: HashMap<Uuid, &ShipmentAtSender> = found.iter().map(|one| (one.id, one)).collect();
    let taken = store::list_taken(tx, ids, pickup_id).await?;
    let mut parcels = 0;
    for (at, id) in ids.iter().enumerate() {
        let field = format!("shipment_ids.{at}");
        match known.get(id).filter(|one| one.client_id == Some(client_id)) {
            None => errors.push(field, MessageCode::UnknownOption),
            Some(_) if taken.contains_key(id) => {
                let params = Params::from([("number", taken[id].number.as_str().into())]);
                errors.push_with(field, MessageCode::ShipmentInPickup, params);
            }
            Some(one) if !one.can_be_collected() => {
                errors.push(field, MessageCode::ShipmentNotCollectable);
            }
            Some(one) => parcels += i32::from(one.parcel_count),
        }
    }
    Ok(parcels)
}

/// Makes these the expected shipments of a pickup.
pub async fn replace(
    tx: &mut TenantTx,
    pickup_id: Uuid,
    before: &[Uuid],
    ids: &[Uuid],
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let gone: Vec<Uuid> = before.iter().copied().filter(|id| !ids.contains(id)).collect();
    let added: Vec<(Uuid, i16)> = ids.iter().filter(|id| !before.contains(id)).map(|id| (*id, 0)).collect();
    store::remove_cargo(tx, pickup_id, &gone).await?;
    store::add_cargo(tx, pickup_id, &added, PickupOutcome::Expected, at).await
}

/// The ids of the shipments that a pickup expects. One that was cancelled meanwhile is not expected any more.
pub async fn list_expected(tx: &mut TenantTx, pickup_id: Uuid) -> ApiResult<Vec<Uuid>> {
    let found = load_expected(tx, pickup_id).await?;
    Ok(found.iter().filter(|one| !one.is_cancelled()).map(|one| one.id).collect())
}

/// Writes which shipments have left a pickup because they were cancelled, before the others end.
pub async fn end_cancelled(tx: &mut TenantTx, pickup_id: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    let found = load_expected(tx, pickup_id).await?;
    let gone: Vec<(Uuid, i16)> =
        found.iter().filter(|one| one.is_cancelled()).map(|one| (one.id, 0)).collect();
    store::add_cargo(tx, pickup_id, &gone, PickupOutcome::Cancelled, at).await
}

async fn load_expected(tx: &mut TenantTx, pickup_id: Uuid) -> ApiResult<Vec<ShipmentAtSender>> {
    let rows = store::list_cargo(tx, pickup_id).await?;
    let is_expected = |row: &&CargoRow| row.outcome == PickupOutcome::Expected;
    let ids: Vec<Uuid> = rows.iter().filter(is_expected).map(|row| row.shipment_id).collect();
    at_sender::load_shipments(tx, &ids).await
}

/// The shipments of a pickup with what became of them.
pub async fn load(tx: &mut TenantTx, pickup_id: Uuid) -> ApiResult<Vec<PickupShipment>> {
    let rows = store::list_cargo(tx, pickup_id).await?;
    let by_id: HashMap<Uuid, CargoRow> = rows.iter().map(|row| (row.shipment_id, *row)).collect();
    let ids: Vec<Uuid> = rows.iter().map(|row| row.shipment_id).collect();
    let found = at_sender::load_shipments(tx, &ids).await?;
    let to_shipment = |one: ShipmentAtSender| {
        let row = by_id.get(&one.id)?;
        let has_left = row.outcome == PickupOutcome::Expected && one.is_cancelled();
        Some(PickupShipment {
            id: one.id,
            tracking_code: one.tracking_code,
            status: one.status,
            to_name: one.to_name,
            to_city: one.to_city,
            to_country_id: one.to_country_id,
            parcel_count: one.parcel_count,
            outcome: if has_left { PickupOutcome::Cancelled } else { row.outcome },
            parcels_collected: row.parcels_collected,
        })
    };
    Ok(found.into_iter().filter_map(to_shipment).collect())
}

/// The newest shipments of a client that no pickup has.
pub async fn list_candidates(
    tx: &mut TenantTx,
    scope: &RowScope,
    client_id: Uuid,
) -> ApiResult<Vec<PickupCandidate>> {
    let waiting = at_sender::list_waiting(tx, scope, client_id, MOST_LOOKED_AT).await?;
    let ids: Vec<Uuid> = waiting.iter().map(|one| one.id).collect();
    let taken = store::list_taken(tx, &ids, None).await?;
    let to_candidate = |one: ShipmentAtSender| PickupCandidate {
        id: one.id,
        tracking_code: one.tracking_code,
        to_name: one.to_name,
        to_city: one.to_city,
        to_country_id: one.to_country_id,
        parcel_count: one.parcel_count,
        weight_g: one.declared_weight_g,
    };
    let free = waiting.into_iter().filter(|one| !taken.contains_key(&one.id));
    Ok(free.take(MOST_OFFERED).map(to_candidate).collect())
}

/// Records an event for the shipments that a pickup expects.
pub async fn record_event(tx: &mut TenantTx, pickup_id: Uuid, event: &NewEvent) -> ApiResult<()> {
    let ids = list_expected(tx, pickup_id).await?;
    let shipments: Vec<LockedShipment> = tracking_events::lock_many(tx, &RowScope::All, &ids).await?;
    tracking_events::record_for_many(tx, &shipments, event).await?;
    Ok(())
}
