//! What is shown of the pickup and the delivery of a shipment.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use uuid::Uuid;

use super::store::{DeliveryRow, PickupRow};
use crate::deliveries::model::{FieldFileRef, ReceiverKind, RecipientChoice};
use crate::drivers::attempt_reason::AttemptReason;
use crate::steps::delivery::DeliveryStatus;
use freight::tracking_events::TrackedShipment;

/// A shipment on the public page, with its pickup and its delivery.
#[derive(Object)]
pub struct TrackedJourney {
    #[oai(flatten)]
    pub shipment: TrackedShipment,
    /// The pickup that somebody comes for; null once it is over.
    pub pickup: Option<JourneyPickup>,
    /// The newest delivery by the company's own drivers.
    pub delivery: Option<JourneyDelivery>,
}

/// When somebody comes.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct JourneyWindow {
    pub on_date: NaiveDate,
    /// `HH:MM`, in the time of the place. Null if no time was agreed, and in a brief answer.
    pub from_time: Option<String>,
    pub to_time: Option<String>,
}

/// A pickup of a shipment.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct JourneyPickup {
    pub window: JourneyWindow,
}

/// A delivery of a shipment.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct JourneyDelivery {
    /// Null unless it is planned or on its way.
    pub window: Option<JourneyWindow>,
    /// Attempts that failed, or handed over.
    pub attempts: i16,
    pub max_attempts: i16,
    /// Who took the parcels; null in a brief answer.
    pub received_by: Option<String>,
    /// Its driver asks the recipient for a PIN, which was sent by e-mail. False once it is over.
    pub asks_pin: bool,
}

/// A delivery of a shipment as people of the company and of the client see it.
#[derive(Object, Clone, Debug)]
pub struct ShipmentDelivery {
    pub id: Uuid,
    /// Year and number.
    pub number: String,
    pub status: DeliveryStatus,
    /// Null unless it is planned or on its way.
    pub window: Option<JourneyWindow>,
    pub attempts: i16,
    pub max_attempts: i16,
    /// Why the newest attempt failed.
    pub fail_reason: Option<AttemptReason>,
    pub delivered_at: Option<DateTime<Utc>>,
    /// Who took the parcels of this shipment.
    pub received_by: Option<String>,
    pub relationship: Option<ReceiverKind>,
    /// Chosen by the recipient after a failed attempt, or by the client after the last one.
    pub choice: Option<RecipientChoice>,
    /// The day of `another_day`, or the last one of `hold`.
    pub choice_on: Option<NaiveDate>,
    /// Null in what a client reads of a choice of the recipient.
    pub choice_note: Option<String>,
    /// The client chose it.
    pub is_choice_of_client: bool,
    /// Days that can be chosen now; empty while nothing can be chosen.
    pub days: Vec<NaiveDate>,
    /// The client could choose, but others' shipments go with it: the office decides together with the client.
    pub needs_office: bool,
    /// The last day for the client to choose: then, what the shipment says of undeliverable goods is done.
    pub decide_until: Option<NaiveDate>,
    /// Photos and signatures of its proof that are still kept; none for those who cannot see it.
    pub files: Vec<FieldFileRef>,
    pub can: ShipmentDeliveryCan,
    /// Send it with a choice.
    pub version: i32,
}

/// Whether the user can do it.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShipmentDeliveryCan {
    /// See the proof. False before the last parcel of the shipment was handed over.
    pub proof: bool,
}

impl JourneyWindow {
    fn in_brief(self) -> Self {
        Self { from_time: None, to_time: None, ..self }
    }
}

impl JourneyPickup {
    pub fn of(row: &PickupRow, is_brief: bool) -> Self {
        let window = JourneyWindow {
            on_date: row.on_date,
            from_time: Some(row.from_time.clone()),
            to_time: Some(row.to_time.clone()),
        };
        Self { window: if is_brief { window.in_brief() } else { window } }
    }
}

impl JourneyDelivery {
    pub fn of(row: &DeliveryRow, is_brief: bool) -> Self {
        let window = row.window().map(|window| if is_brief { window.in_brief() } else { window });
        Self {
            asks_pin: row.asks_pin && window.is_some(),
            window,
            attempts: row.attempts,
            max_attempts: row.max_attempts,
            received_by: row.received_by.clone().filter(|_| !is_brief),
        }
    }
}

impl ShipmentDelivery {
    /// Nobody outside is told of what was no attempt.
    pub fn of(row: DeliveryRow, is_outside: bool, days: Vec<NaiveDate>) -> Self {
        let is_told = |reason: &AttemptReason| !is_outside || reason.is_attempt();
        let is_choice_of_client = row.choice_attempts.is_some();
        Self {
            window: row.window(),
            choice: row.choice,
            choice_on: row.choice_on,
            choice_note: row.choice_note.clone().filter(|_| is_choice_of_client || !is_outside),
            is_choice_of_client,
            days,
            needs_office: false,
            decide_until: row.decide_until,
            files: Vec::new(),
            can: ShipmentDeliveryCan::default(),
            version: row.version,
            id: row.id,
            number: row.number,
            status: row.status,
            attempts: row.attempts,
            max_attempts: row.max_attempts,
            fail_reason: row.fail_reason.filter(is_told),
            delivered_at: row.delivered_at.filter(|_| row.is_handed),
            relationship: row.relationship.filter(|_| row.is_handed),
            received_by: row.received_by,
        }
    }
}

impl DeliveryRow {
    /// Null once its day says nothing any more.
    fn window(&self) -> Option<JourneyWindow> {
        use DeliveryStatus::{Assigned, Out, Pending};
        matches!(self.status, Pending | Assigned | Out).then(|| JourneyWindow {
            on_date: self.on_date,
            from_time: self.from_time.clone(),
            to_time: self.to_time.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(status: DeliveryStatus) -> DeliveryRow {
        DeliveryRow {
            shipment_id: Uuid::nil(),
            id: Uuid::nil(),
            number: "D-26-000001".into(),
            status,
            on_date: NaiveDate::default(),
            from_time: Some("09:00".into()),
            to_time: Some("12:00".into()),
            attempts: 1,
            max_attempts: 3,
            fail_reason: Some(AttemptReason::OutOfTime),
            delivered_at: None,
            is_handed: false,
            received_by: Some("Ana".into()),
            relationship: Some(ReceiverKind::Family),
            asks_pin: true,
            choice: Some(RecipientChoice::Neighbour),
            choice_on: None,
            choice_note: Some("Ana, 12".into()),
            choice_attempts: None,
            decide_until: None,
            version: 1,
        }
    }

    #[test]
    fn a_brief_answer_has_the_day_without_times_and_names() {
        let brief = JourneyDelivery::of(&row(DeliveryStatus::Out), true);
        let window = brief.window.unwrap();
        assert_eq!((window.on_date, window.from_time), (NaiveDate::default(), None));
        assert_eq!((brief.attempts, brief.received_by), (1, None));
    }

    #[test]
    fn a_delivery_that_is_over_has_no_window() {
        for status in DeliveryStatus::ALL {
            let is_ahead = [10, 20, 30].contains(&status.code());
            let shown = JourneyDelivery::of(&row(*status), false);
            assert_eq!((shown.window.is_some(), shown.asks_pin), (is_ahead, is_ahead), "{status:?}");
        }
    }

    #[test]
    fn a_client_learns_the_time_of_a_delivery_that_a_photo_proves() {
        let delivered_at = Some(DateTime::<Utc>::default());
        let handed = DeliveryRow { delivered_at, received_by: None, ..row(DeliveryStatus::Delivered) };
        assert_eq!(
            ShipmentDelivery::of(handed.clone(), true, Vec::new()).delivered_at,
            None,
            "another shipment of it"
        );
        let handed = DeliveryRow { is_handed: true, ..handed };
        assert_eq!(ShipmentDelivery::of(handed, true, Vec::new()).delivered_at, delivered_at);
    }

    #[test]
    fn a_client_is_not_told_of_what_was_no_attempt() {
        let seen = |is_outside| ShipmentDelivery::of(row(DeliveryStatus::Failed), is_outside, Vec::new());
        assert_eq!(seen(true).fail_reason, None);
        assert_eq!(seen(false).fail_reason, Some(AttemptReason::OutOfTime));
        assert_eq!((seen(true).choice_note, seen(false).choice_note), (None, Some("Ana, 12".into())));
    }
}
