//! An event to record, and its result for each shipment.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, NaiveDate, SubsecRound, Utc};
use policy::Action;
use uuid::Uuid;

use super::status_fold::{Movement, fold_status};
use super::store::LockedShipment;
use crate::hold_reason::HoldReason;
use crate::shipments::model::verdict;
use crate::status::{ShipmentStatus, StatusEffect};
use access::ctx::Ctx;
use server_core::http::messages::MessageCode;
use trade::event_stage::is_recordable;
use trade::parcel_code;
use trade::wire_name;

wire_name! {
    /// Source of an event.
    Source { Scan = "scan", User = "user", Api = "api", Carrier = "carrier", Import = "import", System = "system" }
}

impl Source {
    /// Reports of other systems are recorded also when they contradict the end of the way: refused, they would be lost. A person
    /// is told at once, and can think again.
    const fn is_other_system(self) -> bool {
        matches!(self, Self::Api | Self::Carrier | Self::Import)
    }
}

/// Code of an internal note. It says nothing about the way of a shipment.
pub const NOTE: &str = "NOTE";

/// Codes of the prints of a label. They say nothing about the way of a shipment either.
pub const LABEL_PRINTED: &str = "LABEL_PRINTED";
pub const LABEL_REPRINTED: &str = "LABEL_REPRINTED";

/// Codes of the events that hold a shipment, and that release it.
pub const HOLD: &str = "HOLD";
pub const HOLD_RELEASED: &str = "HOLD_RELEASED";

/// Events that are never the newest one of a shipment, and do not keep the one before from being undone.
pub const BESIDE_THE_WAY: [&str; 3] = [NOTE, LABEL_PRINTED, LABEL_REPRINTED];

/// Shipments of one event.
pub const MAX_RECORDED: usize = 500;

/// Code of the first event of a shipment.
pub const CREATED: &str = "CREATED";

/// Code of the event that only the confirmation records.
pub const CONFIRMED: &str = "CONFIRMED";

/// Events of paperwork. The goods can have moved before them, and that is entered later.
pub const OF_THE_DESK: [&str; 2] = [CREATED, CONFIRMED];

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
    /// The terms of an event HOLD; none for other events.
    pub hold: Option<HoldTerms>,
    pub actor_id: Option<Uuid>,
    /// Numbers of the parcels that it concerns, in order; none for all.
    pub parcels: Vec<i16>,
}

/// Why and until when a shipment is held.
#[derive(Clone, Copy, Debug)]
pub struct HoldTerms {
    pub reason: HoldReason,
    pub until: Option<NaiveDate>,
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
            hold: None,
            actor_id: Some(ctx.user.id),
            parcels: Vec::new(),
        }
    }

    /// The terms under which it holds the shipment. A carrier, or somebody at the desk, does not say why.
    pub(super) fn hold_terms(&self) -> Option<HoldTerms> {
        let unknown = HoldTerms { reason: HoldReason::Other, until: None };
        (self.code == HOLD).then(|| self.hold.unwrap_or(unknown))
    }
}

/// Reason for refusing an event for a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The code is unknown.
    Unknown,
    /// A cancelled shipment takes no more events.
    Cancelled,
    /// The shipment has no confirmed price, and this event would pass its confirmation.
    Unconfirmed,
    /// The shipment is on hold, and this event would let it go on to its departure.
    OnHold,
    /// The shipment has ended; a later event cannot move it.
    Finished,
    /// The same event of the same source, time and place already exists.
    AlreadyRecorded,
}

impl Refusal {
    pub const fn message(self) -> MessageCode {
        match self {
            Self::Unknown => MessageCode::NotFound,
            Self::Cancelled => MessageCode::ShipmentNotTrackable,
            Self::Unconfirmed => MessageCode::ShipmentUnconfirmed,
            Self::OnHold => MessageCode::ShipmentOnHold,
            Self::Finished => MessageCode::ShipmentFinished,
            Self::AlreadyRecorded => MessageCode::EventAlreadyRecorded,
        }
    }
}

/// Result of an event for one tracking code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub tracking_code: String,
    pub shipment_id: Option<Uuid>,
    /// None if refused.
    pub event_id: Option<Uuid>,
    pub refusal: Option<Refusal>,
    /// It was on hold before the event.
    pub is_held: bool,
}

impl Outcome {
    pub(super) fn with_result(
        mut self,
        shipments: &[LockedShipment],
        written: &HashMap<Uuid, Uuid>,
        event: &NewEvent,
        effect: StatusEffect,
    ) -> Self {
        let Some(shipment) = shipments.iter().find(|one| Some(one.id) == self.shipment_id) else {
            return self;
        };
        self.is_held = shipment.held_at.is_some();
        self.event_id = written.get(&shipment.id).copied();
        self.refusal = refusal(shipment, event, effect)
            .or_else(|| self.event_id.is_none().then_some(Refusal::AlreadyRecorded));
        self
    }
}

pub(super) fn to_outcomes(codes: &[String], shipments: &[LockedShipment]) -> Vec<Outcome> {
    let outcome = |code: &String| {
        let found = shipments.iter().find(|one| one.tracking_code == *code).map(|one| one.id);
        let refusal = if found.is_none() { Some(Refusal::Unknown) } else { None };
        Outcome { tracking_code: code.clone(), shipment_id: found, event_id: None, refusal, is_held: false }
    };
    codes.iter().map(outcome).collect()
}

/// A shipment after an event.
pub struct MovedShipment<'a> {
    pub shipment: &'a LockedShipment,
    pub status: ShipmentStatus,
    /// The event is now its newest.
    pub is_news: bool,
    /// The event is a movement, and its movements contradict the end of the way.
    pub is_contradicted: bool,
}

/// The status of a shipment after an event, and whether the event is now its newest. The status follows from all movements,
/// in whatever order they arrive (`past` are the recorded ones); papers and remarks move nothing. The end of the way is always
/// the newest, and a movement that it leaves without effect never is.
pub(super) fn move_shipment<'a>(
    shipment: &'a LockedShipment,
    past: &[Movement],
    event: &NewEvent,
    effect: StatusEffect,
) -> MovedShipment<'a> {
    let folded = match effect {
        StatusEffect::MovesTo(status) if status.is_movement() => {
            // As the recorded ones: a part of a microsecond would put one of two at one instant later.
            let new = Movement { occurred_at: event.occurred_at.trunc_subsecs(6), status };
            fold_status(&past.iter().copied().chain([new]).collect::<Vec<_>>())
        }
        StatusEffect::MovesTo(_) | StatusEffect::Nothing => None,
    };
    let is_late = || past.iter().any(|movement| movement.occurred_at > event.occurred_at);
    let status = folded.map_or_else(|| shipment.status.after(effect, is_late()), |folded| folded.status);
    // Papers give way to the goods: after a paper, any other event is the newest, whatever its time; after another event, a paper
    // never is.
    let by_desk = |code: &str| OF_THE_DESK.contains(&code);
    let is_newest = match (shipment.last_event_code.as_deref().is_some_and(by_desk), by_desk(&event.code)) {
        (true, false) => true,
        (false, true) if shipment.last_event_code.is_some() => false,
        _ => shipment.last_event_at.is_none_or(|newest| newest <= event.occurred_at),
    };
    let has_ended = status.is_final();
    // An event with an effect after the end, which leaves the end as it is, tells what was before.
    let is_history = has_ended && status == shipment.status && effect != StatusEffect::Nothing;
    MovedShipment {
        shipment,
        status,
        is_news: is_newest && !is_history || has_ended && status != shipment.status,
        is_contradicted: folded.is_some_and(|folded| folded.is_contradicted),
    }
}

/// The refusal of an event that only its own call records.
pub(super) fn needs_a_call(code: &str) -> Option<MessageCode> {
    match code {
        _ if is_recordable(code) => None,
        CONFIRMED => Some(MessageCode::EventNeedsConfirmation),
        LABEL_PRINTED | LABEL_REPRINTED => Some(MessageCode::EventNeedsPrint),
        _ => Some(MessageCode::EventNeedsCancellation),
    }
}

/// Whether the event says that the papers are done: it would stand for a confirmation that froze no price.
fn passes_the_confirmation(event: &NewEvent, effect: StatusEffect) -> bool {
    let is_paper =
        matches!(effect, StatusEffect::MovesTo(ShipmentStatus::Confirmed | ShipmentStatus::Labelled));
    is_paper && event.code != CONFIRMED
}

/// Whether the event takes a held shipment to its departure. What happened before the hold can still be entered.
fn is_held_back(shipment: &LockedShipment, event: &NewEvent, effect: StatusEffect) -> bool {
    use ShipmentStatus::{Bagged, Departed, Labelled, Manifested, ReweighHold};
    let departs = matches!(effect, StatusEffect::MovesTo(Labelled | Bagged | Manifested | Departed));
    // A weight that is not settled holds, too, but what a carrier has seen leave has left.
    let waits = shipment.status == ReweighHold && !event.source.is_other_system();
    let since = shipment.held_at.or(shipment.last_event_at.filter(|_| waits));
    departs && since.is_some_and(|since| since <= event.occurred_at)
}

/// A cancelled shipment is closed, except for the event that cancels it. One that has ended in another way takes its
/// confirmation, events of its past, events without an effect on its status, and what other systems report.
pub(super) fn refusal(shipment: &LockedShipment, event: &NewEvent, effect: StatusEffect) -> Option<Refusal> {
    if !verdict(shipment.state(), Action::RecordEvent).is_yes() {
        return (event.code != "CANCELLED").then_some(Refusal::Cancelled);
    }
    if !shipment.is_confirmed && passes_the_confirmation(event, effect) {
        return Some(Refusal::Unconfirmed);
    }
    if is_held_back(shipment, event, effect) {
        return Some(Refusal::OnHold);
    }
    let is_later = shipment.last_event_at.is_none_or(|newest| newest <= event.occurred_at);
    let moves = effect != StatusEffect::Nothing && event.code != CONFIRMED;
    let moves_on = shipment.status.is_final() && moves && is_later && !event.source.is_other_system();
    moves_on.then_some(Refusal::Finished)
}

/// Splits the text into codes, without duplicates, in the given order. A code can be in groups, as its label prints it;
/// the code of a parcel is replaced by its shipment's.
pub fn clean_codes(texts: &[String]) -> Vec<String> {
    let (mut codes, mut known) = (Vec::new(), HashSet::new());
    let separators = |c: char| c.is_whitespace() || c == ',' || c == ';';
    let gathered: Vec<String> =
        texts.iter().map(|text| parcel_code::join_codes(text).to_uppercase()).collect();
    let parts = gathered.iter().flat_map(|text| text.split(separators));
    for code in parts.filter(|part| !part.is_empty()) {
        if known.insert(code) {
            codes.push(code.to_owned());
        }
        // One more than any call takes.
        if codes.len() > MAX_RECORDED {
            break;
        }
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasted_codes_are_split_without_duplicates() {
        let pasted = ["at000000014br, AT000000028BR\n\nAT000000014BR; AT000000028BR002".to_owned()];
        assert_eq!(clean_codes(&pasted), ["AT000000014BR", "AT000000028BR"]);
    }

    #[test]
    fn splitting_stops_behind_the_most_that_a_call_takes() {
        let pasted: String = (0..40_000).map(|at| format!("AT{at:09}BR ")).collect();
        assert_eq!(clean_codes(&[pasted]).len(), MAX_RECORDED + 1);
    }
}
