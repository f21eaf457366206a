//! Webhooks are told of shipments: that they are new, and of what happens to them.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::status::ShipmentStatus;
use crate::tracking_events::{CONFIRMED, CREATED, HOLD, HOLD_RELEASED};
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::http::error::ApiResult;

pub const OWNERS: &str = "select id, client_id from shipments where id = any($1) and client_id is not null";

pub const TOLD: &str = "select id, tracking_code, status, client_id from shipments where id = any($1)";

const OF_EVENTS: &[WebhookEventType] = &[
    WebhookEventType::ShipmentCreated,
    WebhookEventType::ShipmentConfirmed,
    WebhookEventType::ShipmentStatusChanged,
    WebhookEventType::ShipmentEventRecorded,
    WebhookEventType::ShipmentCancelled,
    WebhookEventType::ShipmentHeld,
    WebhookEventType::ShipmentReleased,
];

/// A shipment as it is told of.
#[derive(sqlx::FromRow)]
struct ToldShipment {
    id: Uuid,
    tracking_code: String,
    status: ShipmentStatus,
    client_id: Option<Uuid>,
}

/// A shipment before and after something was recorded.
pub struct ShipmentTurn<'a> {
    pub id: Uuid,
    pub tracking_code: &'a str,
    pub before: ShipmentStatus,
    pub after: ShipmentStatus,
    /// The event; none if one was taken back.
    pub event_id: Option<Uuid>,
    /// The news of its hold, if one was taken back.
    pub undone_hold: Option<WebhookEventType>,
}

/// An event that was recorded for shipments.
#[derive(Clone, Copy)]
pub struct RecordedEvent<'a> {
    pub code: &'a str,
    pub occurred_at: DateTime<Utc>,
    /// Clients see it.
    pub is_public: bool,
    /// Numbers of the parcels that it concerns; none for all.
    pub parcels: &'a [i16],
}

/// Tells what an event has made of shipments.
pub async fn announce_event(
    tx: &mut TenantTx,
    at: DateTime<Utc>,
    event: RecordedEvent<'_>,
    turns: &[ShipmentTurn<'_>],
) -> ApiResult<()> {
    if turns.is_empty() || !webhooks::is_wanted(tx, OF_EVENTS).await? {
        return Ok(());
    }
    let owners = load_owners(tx, turns.iter().map(|turn| turn.id).collect()).await?;
    let events: Vec<WebhookEvent> = turns.iter().flat_map(|turn| list_events(turn, event, &owners)).collect();
    webhooks::announce_all(tx, at, &events).await
}

/// The news of a hold when an event is taken back that set or ended it. An end of the way is no release, and to take it back no
/// hold.
pub fn find_undone_hold(code: &str, was_held: bool, is_held: bool) -> Option<WebhookEventType> {
    match (was_held, is_held) {
        _ if code != HOLD && code != HOLD_RELEASED => None,
        (true, false) => Some(WebhookEventType::ShipmentReleased),
        (false, true) => Some(WebhookEventType::ShipmentHeld),
        _ => None,
    }
}

/// Tells of what happened to shipments beside their history.
pub async fn announce_shipments(
    tx: &mut TenantTx,
    at: DateTime<Utc>,
    kind: WebhookEventType,
    ids: &[Uuid],
) -> ApiResult<()> {
    if ids.is_empty() || !webhooks::is_wanted(tx, &[kind]).await? {
        return Ok(());
    }
    let shipments: Vec<ToldShipment> = sqlx::query_as(TOLD).bind(ids).fetch_all(&mut **tx).await?;
    let to_event = |shipment: ToldShipment| {
        WebhookEvent::of(kind, shipment.id)
            .with("tracking_code", shipment.tracking_code)
            .with("status", shipment.status)
            .of_clients(shipment.client_id)
    };
    let events: Vec<WebhookEvent> = shipments.into_iter().map(to_event).collect();
    webhooks::announce_all(tx, at, &events).await
}

/// The clients of shipments that have one.
pub async fn load_owners(tx: &mut TenantTx, ids: Vec<Uuid>) -> ApiResult<HashMap<Uuid, Uuid>> {
    let rows: Vec<(Uuid, Uuid)> = sqlx::query_as(OWNERS).bind(ids).fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().collect())
}

fn list_events(
    turn: &ShipmentTurn<'_>,
    event: RecordedEvent<'_>,
    owners: &HashMap<Uuid, Uuid>,
) -> Vec<WebhookEvent> {
    let owner = owners.get(&turn.id).copied();
    let build = |kind| {
        WebhookEvent::of(kind, turn.id)
            .with("tracking_code", turn.tracking_code)
            .with("status", turn.after)
            .of_clients(owner)
    };
    let build_change = |kind| build(kind).with("previous", json!({ "status": turn.before }));
    if event.code == CREATED {
        return vec![build(WebhookEventType::ShipmentCreated)];
    }
    let mut events = Vec::new();
    if let Some(event_id) = turn.event_id {
        let recorded = build(WebhookEventType::ShipmentEventRecorded)
            .with("event_id", event_id)
            .with("event_code", event.code)
            .with("occurred_at", event.occurred_at)
            .with("parcels", event.parcels);
        events.push(recorded);
    }
    let hold = match (turn.event_id, event.code) {
        (None, _) => turn.undone_hold,
        (Some(_), HOLD) => Some(WebhookEventType::ShipmentHeld),
        (Some(_), HOLD_RELEASED) => Some(WebhookEventType::ShipmentReleased),
        (Some(_), _) => None,
    };
    events.extend(hold.map(&build));
    if !event.is_public {
        events.iter_mut().for_each(|told| told.client_ids.clear());
    }
    if turn.before != turn.after {
        events.push(build_change(WebhookEventType::ShipmentStatusChanged));
        match turn.after {
            ShipmentStatus::Cancelled => events.push(build_change(WebhookEventType::ShipmentCancelled)),
            _ if event.code == CONFIRMED && turn.event_id.is_some() => {
                let label_path = format!("/api/shipments/{}/label", turn.id);
                events.push(build_change(WebhookEventType::ShipmentConfirmed).with("label_path", label_path));
            }
            _ => {}
        }
    }
    events
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLIENT: Uuid = Uuid::from_u128(9);

    fn list(code: &str, before: ShipmentStatus, after: ShipmentStatus, is_public: bool) -> Vec<WebhookEvent> {
        let id = Uuid::from_u128(1);
        let tracking_code = "AT000000014BR";
        let turn = ShipmentTurn { id, tracking_code, before, after, event_id: Some(id), undone_hold: None };
        let event = RecordedEvent { code, occurred_at: DateTime::UNIX_EPOCH, is_public, parcels: &[] };
        list_events(&turn, event, &HashMap::from([(id, CLIENT)]))
    }

    fn names(events: &[WebhookEvent]) -> Vec<&'static str> {
        events.iter().map(|event| event.kind.as_str()).collect()
    }

    #[test]
    fn an_event_is_told_with_what_it_changes() {
        use ShipmentStatus::{Cancelled, Confirmed, Delivered, Draft, LastMile};
        let told = |code, before, after| names(&list(code, before, after, true));
        assert_eq!(told("CREATED", Draft, Draft), ["shipment.created"]);
        assert_eq!(told("NOTE", LastMile, LastMile), ["shipment.event_recorded"]);
        assert_eq!(
            told("DELIVERED", LastMile, Delivered),
            ["shipment.event_recorded", "shipment.status_changed"]
        );
        assert_eq!(told("HOLD", LastMile, LastMile), ["shipment.event_recorded", "shipment.held"]);
        assert_eq!(told("HOLD_RELEASED", LastMile, LastMile).last(), Some(&"shipment.released"));
        assert_eq!(told("CONFIRMED", Draft, Confirmed).last(), Some(&"shipment.confirmed"));
        assert_eq!(told("CANCELLED", Draft, Cancelled).last(), Some(&"shipment.cancelled"));
    }

    #[test]
    fn a_hold_or_a_release_that_is_taken_back_is_told_as_its_contrary() {
        use WebhookEventType::{ShipmentHeld, ShipmentReleased};
        assert_eq!(find_undone_hold(HOLD, true, false), Some(ShipmentReleased));
        assert_eq!(find_undone_hold(HOLD_RELEASED, false, true), Some(ShipmentHeld));
        assert_eq!(find_undone_hold(HOLD, true, true), None, "an earlier one stands");
        assert_eq!(find_undone_hold("DELIVERED", false, true), None);
    }

    #[test]
    fn clients_do_not_hear_of_events_that_only_staff_see() {
        let events = list("REWEIGH", ShipmentStatus::Received, ShipmentStatus::ReweighHold, false);
        let clients: Vec<usize> = events.iter().map(|event| event.client_ids.len()).collect();
        assert_eq!(clients, [0, 1], "of the status they do");
        let held = list("HOLD", ShipmentStatus::LastMile, ShipmentStatus::LastMile, false);
        assert!(held.len() == 2 && held.iter().all(|event| event.client_ids.is_empty()));
    }
}
