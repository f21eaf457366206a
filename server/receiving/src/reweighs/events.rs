//! Events of a shipment by which a re-weighing holds and releases it.

use chrono::TimeDelta;
use tenancy::TenantTx;

use freight::shipments::model::Shipment;
use freight::tracking_events::{self, NewEvent, Source};
use server_core::audit::Actor;
use server_core::http::error::ApiResult;

pub const REWEIGHED: &str = "REWEIGHED";
pub const REWEIGH_HOLD: &str = "REWEIGH_HOLD";
pub const REWEIGH_RELEASED: &str = "REWEIGH_RELEASED";
/// The events that stand on the measures of parcels: with the scan of the only parcel, they are undone.
pub const BY_MEASURES: [&str; 3] = [REWEIGHED, REWEIGH_HOLD, REWEIGH_RELEASED];

/// Who records events, and where.
pub struct EventAuthor<'a> {
    pub actor: Actor,
    /// IANA name.
    pub time_zone: &'a str,
    pub source: Source,
}

/// Records an event of a shipment, which is locked. It is always the newest: an earlier one would not move the shipment.
pub async fn record(
    tx: &mut TenantTx,
    author: &EventAuthor<'_>,
    shipment: &mut Shipment,
    code: &str,
) -> ApiResult<()> {
    let now = author.actor.at;
    let after_newest = shipment.last_event_at.map(|newest| newest + TimeDelta::microseconds(1));
    let occurred_at = after_newest.map_or(now, |earliest| earliest.max(now));
    let event = NewEvent {
        code: code.to_owned(),
        occurred_at,
        received_at: now,
        time_zone: author.time_zone.to_owned(),
        location: String::new(),
        source: author.source,
        note: None,
        reason: None,
        hold: None,
        actor_id: author.actor.user_id,
        parcels: Vec::new(),
    };
    tracking_events::record_for(tx, shipment.to_locked(true), &event).await?;
    shipment.last_event_at = Some(occurred_at);
    shipment.last_event_code = Some(code.to_owned());
    Ok(())
}
