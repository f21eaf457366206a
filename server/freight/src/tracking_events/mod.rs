//! Events of shipments: an append-only log. The status of a shipment is calculated from it.

mod api;
mod client_notice;
mod contradictions;
mod contradictions_api;
mod holds;
mod milestones;
mod model;
mod public;
mod public_store;
mod status_fold;
mod stopped;
pub mod store;
mod undo;
mod undo_api;

use std::collections::HashMap;

use tenancy::TenantTx;
use uuid::Uuid;

pub use api::TrackingEventApi;
pub use contradictions_api::ContradictedEventsApi;
pub use model::{
    CONFIRMED, CREATED, HOLD, HOLD_RELEASED, HoldTerms, LABEL_PRINTED, LABEL_REPRINTED, NewEvent, Outcome,
    Refusal, Source, clean_codes,
};
pub use public::{MAX_TRACKED, TrackedCode, TrackedEvent, TrackedShipment, is_shown_whole, track};
pub use status_fold::{FoldedStatus, Movement, fold_status};
pub use store::{LockedShipment, lock_by_codes, lock_by_ids as lock_many};
pub use undo_api::{UndoEventApi, undo_event, undo_event_with};

use crate::shipments::live_events;
use crate::tracking_updates;
use crate::webhook_events::{self, RecordedEvent, ShipmentTurn};
use access::scope::RowScope;
use model::MovedShipment;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use stopped::StatusChange;
use store::Kind;

/// Records one event for each shipment, by tracking code, and updates the statuses.
///
/// Returns one outcome per code, in the given order. An invalid code does not affect the others; a code
/// outside the scope counts as unknown. Locks the shipments until the transaction ends.
pub async fn record(
    tx: &mut TenantTx,
    scope: &RowScope,
    codes: &[String],
    event: &NewEvent,
) -> ApiResult<Vec<Outcome>> {
    let kind = kind_of(tx, event).await?;
    let shipments = store::lock_by_codes(tx, scope, codes).await?;
    let written = write(tx, &kind, &shipments, event).await?;
    let outcomes = model::to_outcomes(codes, &shipments);
    Ok(outcomes.into_iter().map(|one| one.with_result(&shipments, &written, event, kind.effect())).collect())
}

/// Records an event for one shipment, which is locked, and updates its status. Returns 409 with the reason when the shipment
/// does not take the event.
pub async fn record_for(tx: &mut TenantTx, shipment: LockedShipment, event: &NewEvent) -> ApiResult<Uuid> {
    let kind = kind_of(tx, event).await?;
    let refusal = model::refusal(&shipment, event, kind.effect()).unwrap_or(Refusal::AlreadyRecorded);
    let written = write(tx, &kind, &[shipment], event).await?;
    let event_id = written.into_values().next();
    event_id.ok_or_else(|| ApiError::refused(refusal.message()))
}

/// Records an event for some shipments, which are locked, and updates their statuses. Returns the ids of the events by
/// shipment; a shipment that does not take the event is absent.
pub async fn record_for_many(
    tx: &mut TenantTx,
    shipments: &[LockedShipment],
    event: &NewEvent,
) -> ApiResult<HashMap<Uuid, Uuid>> {
    if shipments.is_empty() {
        return Ok(HashMap::new());
    }
    let kind = kind_of(tx, event).await?;
    write(tx, &kind, shipments, event).await
}

/// Adds a print of the label to the history of some shipments, which are locked. Status and newest event stay.
pub async fn write_print(tx: &mut TenantTx, ids: &[Uuid], event: &NewEvent) -> ApiResult<()> {
    store::insert_beside(tx, ids, event).await
}

async fn kind_of(tx: &mut TenantTx, event: &NewEvent) -> ApiResult<Kind> {
    let kind = store::find_kind(tx, &event.code).await?;
    kind.ok_or_else(|| ApiError::invalid_field("event_code", MessageCode::UnknownOption))
}

/// Writes an event for those of the locked shipments that take it, and tells everybody whom it concerns. Returns the ids of
/// the events by shipment.
async fn write(
    tx: &mut TenantTx,
    kind: &Kind,
    shipments: &[LockedShipment],
    event: &NewEvent,
) -> ApiResult<HashMap<Uuid, Uuid>> {
    let effect = kind.effect();
    let movements = store::list_movements(tx, shipments).await?;
    let taken: Vec<_> = shipments.iter().filter(|one| model::refusal(one, event, effect).is_none()).collect();
    let written = store::insert(tx, &taken, event).await?;
    let moved: Vec<_> = taken
        .into_iter()
        .filter(|one| written.contains_key(&one.id))
        .map(|one| {
            let past = movements.get(&one.id).map_or(&[][..], Vec::as_slice);
            model::move_shipment(one, past, event, effect)
        })
        .collect();
    store::project(tx, &moved, event).await?;
    let ids: Vec<_> = moved.iter().map(|one| one.shipment.id).collect();
    if holds::concerns_holds(event, effect) {
        holds::project(tx, &ids).await?;
    }
    live_events::announce(tx, &ids).await?;
    tell_webhooks(tx, kind, &moved, &written, event).await?;
    let to_change = |one: &MovedShipment<'_>| StatusChange {
        id: one.shipment.id,
        before: one.shipment.status,
        after: one.status,
    };
    let is_new = |one: &&MovedShipment<'_>| one.is_news && one.shipment.status != one.status;
    let news: Vec<_> = moved.iter().filter(is_new).map(to_change).collect();
    stopped::notify_clients(tx, &news, event.occurred_at, event.received_at).await?;
    // After an older event, clients and visitors know a newer one already.
    let news: Vec<_> = moved.iter().filter(|one| one.is_news).map(|one| one.shipment.id).collect();
    milestones::notify_clients(tx, &news, event, effect).await?;
    if kind.is_told {
        tracking_updates::announce(tx, &news, event.occurred_at, event.received_at).await?;
    }
    Ok(written)
}

async fn tell_webhooks(
    tx: &mut TenantTx,
    kind: &Kind,
    moved: &[MovedShipment<'_>],
    written: &HashMap<Uuid, Uuid>,
    event: &NewEvent,
) -> ApiResult<()> {
    let turns: Vec<ShipmentTurn<'_>> = moved
        .iter()
        .map(|one| ShipmentTurn {
            id: one.shipment.id,
            tracking_code: &one.shipment.tracking_code,
            before: one.shipment.status,
            after: one.status,
            event_id: written.get(&one.shipment.id).copied(),
            undone_hold: None,
        })
        .collect();
    let recorded = RecordedEvent {
        code: &event.code,
        occurred_at: event.occurred_at,
        is_public: kind.is_public,
        parcels: &event.parcels,
    };
    webhook_events::announce_event(tx, event.received_at, recorded, &turns).await
}
