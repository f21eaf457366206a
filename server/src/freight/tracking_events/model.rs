//! An event to record, and its result for each shipment.

use chrono::{DateTime, Utc};
use policy::Action;
use uuid::Uuid;

use super::store::LockedShipment;
use crate::access::ctx::Ctx;
use crate::freight::shipments::model::verdict;
use crate::http::messages::MessageCode;
use crate::wire_name;

wire_name! {
    /// Source of an event.
    Source { Scan = "scan", User = "user", Api = "api", Carrier = "carrier", Import = "import", System = "system" }
}

/// One event for several shipments.
#[derive(Clone, Debug)]
pub struct NewEvent {
    /// Event code from the catalogue.
    pub code: String,
    pub occurred_at: DateTime<Utc>,
    pub received_at: DateTime<Utc>,
    /// IANA time zone of the place, to show local time.
    pub time_zone: String,
    pub location: String,
    pub source: Source,
    pub note: Option<String>,
    pub reason: Option<String>,
    pub actor_id: Option<Uuid>,
}

impl NewEvent {
    /// An action of the current user at this moment.
    pub fn now(code: &str, source: Source, ctx: &Ctx) -> Self {
        Self {
            code: code.to_owned(),
            occurred_at: ctx.now(),
            received_at: ctx.now(),
            time_zone: ctx.user.time_zone.clone(),
            location: String::new(),
            source,
            note: None,
            reason: None,
            actor_id: Some(ctx.user.id),
        }
    }
}

/// Reason for refusing an event for a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The code is unknown.
    Unknown,
    /// A cancelled shipment takes no more events.
    Cancelled,
    /// The same event of the same source, time and place already exists.
    AlreadyRecorded,
}

impl Refusal {
    pub const fn message(self) -> MessageCode {
        match self {
            Self::Unknown => MessageCode::NotFound,
            Self::Cancelled => MessageCode::ShipmentNotTrackable,
            Self::AlreadyRecorded => MessageCode::EventAlreadyRecorded,
        }
    }
}

/// Result of an event for one tracking code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub tracking_code: String,
    pub shipment_id: Option<Uuid>,
    pub refusal: Option<Refusal>,
}

impl Outcome {
    pub(super) fn settled(
        mut self,
        shipments: &[LockedShipment],
        written: &[Uuid],
        event: &NewEvent,
    ) -> Self {
        let Some(shipment) = shipments.iter().find(|one| Some(one.id) == self.shipment_id) else {
            return self;
        };
        self.refusal = refusal(shipment, event)
            .or_else(|| (!written.contains(&shipment.id)).then_some(Refusal::AlreadyRecorded));
        self
    }
}

pub(super) fn judge(codes: &[String], shipments: &[LockedShipment]) -> Vec<Outcome> {
    let outcome = |code: &String| {
        let found = shipments.iter().find(|one| one.tracking_code == *code).map(|one| one.id);
        let refusal = if found.is_none() { Some(Refusal::Unknown) } else { None };
        Outcome { tracking_code: code.clone(), shipment_id: found, refusal }
    };
    codes.iter().map(outcome).collect()
}

/// A cancelled shipment is closed, except for the event that cancels it.
pub(super) fn refusal(shipment: &LockedShipment, event: &NewEvent) -> Option<Refusal> {
    let is_closed = !verdict(shipment.status, Action::RecordEvent).is_yes() && event.code != "CANCELLED";
    is_closed.then_some(Refusal::Cancelled)
}
