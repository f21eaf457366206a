//! Which event of a shipment can be undone, and the status after that. Pure: no SQL, no request.

use chrono::{DateTime, TimeDelta, Utc};
use policy::Action;

use super::model::{BESIDE_THE_WAY, CONFIRMED, NOTE, Source};
use super::store::EventRow;
use crate::shipments::model::open_status;
use crate::status::ShipmentStatus;

/// Time to notice a mistake. Later events, e-mails and invoices can depend on an older one.
const WINDOW: TimeDelta = TimeDelta::hours(24);

/// The right that undoing an event needs. Undoing the confirmation moves money.
pub fn right_to_undo(event: &EventRow) -> Action {
    if event.code == CONFIRMED { Action::Confirm } else { Action::RecordEvent }
}

/// The last recorded event can be undone, and every note. `events` are all events of one shipment.
pub fn can_undo(event: &EventRow, events: &[EventRow], now: DateTime<Utc>) -> bool {
    let is_fresh = event.received_at + WINDOW > now;
    let by_hand = matches!(event.source, Source::User | Source::Scan | Source::Api | Source::Carrier);
    let stands = event.corrects.is_none() && !event.corrected && event.status_before.is_some();
    let is_free = event.code == NOTE || last_recorded(events).is_some_and(|last| last.id == event.id);
    is_fresh && by_hand && stands && is_free
}

/// By the time of recording: an event can be recorded late.
fn last_recorded(events: &[EventRow]) -> Option<&EventRow> {
    let beside = |event: &EventRow| BESIDE_THE_WAY.contains(&event.code.as_str());
    let standing = events.iter().filter(|one| !beside(one) && one.corrects.is_none() && !one.corrected);
    standing.max_by_key(|one| (one.received_at, one.id))
}

/// The events of these codes that were recorded after an event and still stand, newest first: they are undone before it.
pub fn list_after<'a>(event: &EventRow, events: &'a [EventRow], codes: &[&str]) -> Vec<&'a EventRow> {
    let recorded = |one: &EventRow| (one.received_at, one.id);
    let stands = |one: &EventRow| one.corrects.is_none() && !one.corrected;
    let is_after = |one: &&EventRow| {
        stands(one) && codes.contains(&one.code.as_str()) && recorded(one) > recorded(event)
    };
    let mut after: Vec<&EventRow> = events.iter().filter(is_after).collect();
    after.sort_by_key(|one| std::cmp::Reverse(recorded(one)));
    after
}

/// The status to return to. An unconfirmed shipment can have been edited since.
pub fn find_status_before(event: &EventRow, current: ShipmentStatus, missing: &[String]) -> ShipmentStatus {
    match event.status_before {
        _ if event.code == NOTE => current,
        Some(ShipmentStatus::Draft | ShipmentStatus::NeedsAttention) => open_status(missing),
        Some(before) => before,
        None => current,
    }
}
