//! Events by which a user decides the status of a shipment.

use super::model::Shipment;
use crate::tracking_events::{NewEvent, Source};
use access::ctx::Ctx;

/// An action of the current user that decides the status. Clocks of scanners can be fast: its time is never
/// before the newest event, because a late event leaves the status unchanged.
pub fn new_status_event(code: &str, before: &Shipment, ctx: &Ctx) -> NewEvent {
    let now = NewEvent::now(code, Source::User, ctx);
    NewEvent {
        occurred_at: before.last_event_at.map_or(now.occurred_at, |newest| newest.max(now.occurred_at)),
        ..now
    }
}
