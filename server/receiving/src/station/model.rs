//! API types of the station, and what the state of a received parcel allows.

use chrono::{DateTime, Utc};
use poem_openapi::{Enum, Object};
use policy::{Action, Grants, Resource};
use serde_json::Value;
use uuid::Uuid;

use crate::inbound::model::InboundParcel;
use crate::rules::reweigh::ReweighVerdict;
use freight::shipments::in_hand::ShipmentFacts;
use freight::status::ShipmentStatus;
use freight::tracking_events::LockedShipment;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::form::FilePart;
use server_core::http::messages::{Language, MessageCode, Params};
use server_core::http::moments::MomentBounds;
use server_core::http::record_state::Verdict;
use trade::wire_name;

wire_name! {
    /// Where a weight comes from. One that was typed is marked.
    WeightSource { Serial = "serial", Keyboard = "keyboard", Typed = "typed" }
}

/// A parcel that a warehouse has received.
#[derive(serde::Serialize, Object, sqlx::FromRow)]
pub struct ReceivedParcel {
    pub id: Uuid,
    /// Null while nobody knows whose it is.
    pub shipment_id: Option<Uuid>,
    /// The number of the parcel in its shipment.
    pub seq: Option<i16>,
    /// As it was scanned or typed.
    pub code: String,
    pub tracking_code: Option<String>,
    /// The parcel of a client that this is, also of one whom nobody knows yet; null for a parcel of a shipment.
    pub inbound_parcel_id: Option<Uuid>,
    /// Client of that parcel.
    pub client_id: Option<Uuid>,
    pub warehouse_id: Option<Uuid>,
    /// Where it was scanned.
    pub station: String,
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub received_at: DateTime<Utc>,
    /// The newest weight in grams; null before the first.
    pub weight_g: Option<i32>,
    pub weight_source: Option<WeightSource>,
    pub length_mm: Option<f64>,
    pub width_mm: Option<f64>,
    pub height_mm: Option<f64>,
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub measured_at: Option<DateTime<Utc>>,
    /// It has a photo, in `receiving_photo_show`.
    pub has_photo: bool,
    /// When its scan was withdrawn; null for parcels that are there.
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub withdrawn_at: Option<DateTime<Utc>>,
    pub version: i32,
    /// The parcel of a client lies at its place, or has gone on from there.
    #[oai(skip)]
    #[serde(skip)]
    pub is_put_away: bool,
    /// The parcel has to be put aside: its shipment is on hold, or waits for its client since it was weighed.
    #[sqlx(skip)]
    pub on_hold: bool,
    /// Result of the measures of its shipment. Only in the answer of `receiving_measure`; null elsewhere.
    #[sqlx(skip)]
    pub verdict: Option<ReweighVerdict>,
    #[sqlx(skip)]
    pub can: ReceivedParcelCan,
}

/// Permissions of the user on a received parcel.
#[derive(serde::Serialize, Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReceivedParcelCan {
    /// Weigh, measure and photograph it.
    pub measure: bool,
    /// Say whose it is.
    pub identify: bool,
    /// Take its scan back.
    pub withdraw: bool,
    /// Go on without the parcels of its shipment that did not come.
    pub close: bool,
}

/// A code that a station has scanned.
#[derive(Object)]
pub struct ParcelScan {
    /// Id of the received parcel, made by the station: the same scan again changes nothing.
    pub key: Uuid,
    #[oai(validator(min_length = 1, max_length = 120))]
    pub code: String,
    pub warehouse_id: Option<Uuid>,
    /// Name of the station, as its people call it.
    #[oai(default, validator(max_length = 60))]
    pub station: String,
    /// True: a parcel with an unknown code is received, too, and waits until somebody identifies it.
    #[oai(default)]
    pub keep_unknown: bool,
    /// True: with `keep_unknown`, another parcel than the one that is kept under this unknown code already.
    #[oai(default)]
    pub another: bool,
    /// When it was scanned, for a scan that waited for the network: not in the future, and at most 30 days ago. Left out, it is now.
    pub scanned_at: Option<DateTime<Utc>>,
}

/// Result of a scanned code.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
pub enum ScanOutcome {
    /// The parcel is received now.
    Received,
    /// It was received before.
    Known,
    /// No shipment and no client has this code, and no client expects it; a message says why the client of a suite gets no parcel.
    Unknown,
    /// Its shipment takes no parcel; the message says why.
    Refused,
}

/// The answer to a scan.
#[derive(Object)]
pub struct ScannedParcel {
    pub outcome: ScanOutcome,
    /// Null when nothing was received.
    pub parcel: Option<ReceivedParcel>,
    /// Null when nobody knows whose it is, and for a parcel in another warehouse than that of the token of a station.
    pub shipment: Option<ScannedShipment>,
    /// The parcel of a client with this code; null for a parcel of a shipment, and for a client's one in another warehouse than that of
    /// the token of a station.
    pub inbound_parcel: Option<InboundParcel>,
    /// Reason of a refusal, or why the client of a suite gets no parcel.
    pub message_code: Option<String>,
    /// The reason in the language of the request.
    pub message: Option<String>,
}

/// The shipment of a scanned parcel, with what is declared of the parcel.
#[derive(Object)]
pub struct ScannedShipment {
    pub id: Uuid,
    pub tracking_code: String,
    pub status: ShipmentStatus,
    /// The names and the city are null for the token of a station that may do nothing with it.
    pub client_name: Option<String>,
    /// By language: pt, en, es, zh.
    pub service_title_locale: Option<Value>,
    pub to_name: Option<String>,
    pub to_city: Option<String>,
    pub to_country_id: Option<i16>,
    pub parcel_count: i16,
    /// Parcels that were received, this one included.
    pub received_count: i64,
    /// Parcels that do not come, as somebody said.
    pub missing_count: i64,
    /// Gone on without a confirmation, so its client is not charged yet.
    pub unconfirmed: bool,
    /// The parcel has to be put aside.
    pub on_hold: bool,
    /// Null when it is not declared.
    pub declared_weight_g: Option<i32>,
    pub declared_length_mm: Option<f64>,
    pub declared_width_mm: Option<f64>,
    pub declared_height_mm: Option<f64>,
}

/// Weight and size of a received parcel.
#[derive(Object)]
pub struct ParcelMeasurement {
    /// Id of the measurement, made by the station: the same one again changes nothing.
    pub key: Uuid,
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000")))]
    pub weight_g: i32,
    /// As the scale sent it or somebody typed it, with its unit.
    #[oai(validator(min_length = 1, max_length = 40))]
    pub weight_text: String,
    pub weight_source: WeightSource,
    /// All three sides, or none.
    #[oai(validator(minimum(value = "1"), maximum(value = "10000")))]
    pub length_mm: Option<f64>,
    #[oai(validator(minimum(value = "1"), maximum(value = "10000")))]
    pub width_mm: Option<f64>,
    #[oai(validator(minimum(value = "1"), maximum(value = "10000")))]
    pub height_mm: Option<f64>,
    /// When it was measured, for a measurement that waited for the network: not in the future, and at most 30 days ago. Left out,
    /// it is now.
    pub measured_at: Option<DateTime<Utc>>,
}

/// Whose an unknown parcel is.
#[derive(Object)]
pub struct ParcelIdentification {
    /// The code of the shipment or of one of its parcels, that of an announced parcel, or the suite of a client.
    #[oai(validator(min_length = 1, max_length = 120))]
    pub code: String,
}

/// Why the other parcels of a shipment do not come.
#[derive(Object)]
pub struct ReceivingClosure {
    /// The client reads it.
    #[oai(validator(max_length = 500))]
    pub reason: String,
}

/// The photo of a parcel.
#[derive(Object)]
pub struct ParcelPhoto {
    /// JPEG or PNG, up to 10 MB.
    pub file: Option<FilePart>,
}

/// What decides which actions a received parcel takes.
#[derive(Clone, Copy)]
pub struct ReceivedParcelState {
    pub is_known: bool,
    pub is_of_shipment: bool,
    pub is_withdrawn: bool,
    pub is_put_away: bool,
}

/// Whether the state of a received parcel allows an action, for any user.
pub fn verdict(state: ReceivedParcelState, action: Action) -> Verdict {
    match action {
        Action::Withdraw if state.is_withdrawn => Verdict::Already,
        Action::Withdraw if state.is_put_away => Verdict::no(MessageCode::ParcelStepRefused),
        Action::Measure | Action::Identify | Action::Close if state.is_withdrawn => {
            Verdict::no(MessageCode::ParcelWithdrawn)
        }
        Action::Close if !state.is_of_shipment => Verdict::no(MessageCode::ParcelsComplete),
        Action::Identify if state.is_known => Verdict::no(MessageCode::ParcelIdentified),
        _ => Verdict::Yes,
    }
}

impl ReceivedParcel {
    pub const fn state(&self) -> ReceivedParcelState {
        ReceivedParcelState {
            is_known: self.shipment_id.is_some() || self.client_id.is_some(),
            is_of_shipment: self.shipment_id.is_some(),
            is_withdrawn: self.withdrawn_at.is_some(),
            is_put_away: self.is_put_away,
        }
    }

    /// The parcel with the permissions of a user.
    pub fn seen_by(self, grants: &Grants) -> Self {
        let state = self.state();
        let can = |action| grants.allow(Resource::Receiving, action) && verdict(state, action).is_yes();
        let can = ReceivedParcelCan {
            measure: can(Action::Measure),
            identify: can(Action::Identify),
            withdraw: can(Action::Withdraw),
            close: can(Action::Close),
        };
        Self { can, ..self }
    }
}

impl ParcelScan {
    /// A scan waits on its station for a time, but was not made later than it is sent.
    pub fn check(&self, now: DateTime<Utc>) -> ApiResult<()> {
        let mut errors = FieldErrors::default();
        MomentBounds::for_scan(now).check("scanned_at", self.scanned_at, &mut errors);
        errors.into_result()
    }

    /// When the parcel came. The clock of a station can be a little ahead.
    pub fn read_time(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        self.scanned_at.map_or(now, |at| at.min(now))
    }
}

impl ScannedParcel {
    pub const fn unknown() -> Self {
        Self {
            outcome: ScanOutcome::Unknown,
            parcel: None,
            shipment: None,
            inbound_parcel: None,
            message_code: None,
            message: None,
        }
    }

    /// The client of its suite gets no parcel.
    pub fn unknown_because(code: MessageCode, language: Language) -> Self {
        Self {
            message_code: Some(code.as_str().to_owned()),
            message: Some(code.text(language, &Params::new())),
            ..Self::unknown()
        }
    }

    pub fn with_refusal(code: MessageCode, shipment: ScannedShipment, language: Language) -> Self {
        let params = Params::from([("count", shipment.parcel_count.into())]);
        let message = Some(code.text(language, &params));
        let told = Self::unknown_because(code, language);
        Self { outcome: ScanOutcome::Refused, shipment: Some(shipment), message, ..told }
    }

    pub fn with_parcel(
        outcome: ScanOutcome,
        parcel: ReceivedParcel,
        shipment: Option<ScannedShipment>,
    ) -> Self {
        Self { outcome, parcel: Some(parcel), shipment, ..Self::unknown() }
    }

    /// A parcel of a client.
    pub fn with_client_parcel(
        outcome: ScanOutcome,
        parcel: Option<ReceivedParcel>,
        inbound_parcel: Option<InboundParcel>,
    ) -> Self {
        Self { outcome, parcel, inbound_parcel, ..Self::unknown() }
    }
}

impl ScannedShipment {
    /// The same without whose it is and where it goes.
    pub fn without_names(self) -> Self {
        Self { client_name: None, to_name: None, to_city: None, ..self }
    }

    pub fn of(
        shipment: &LockedShipment,
        status: ShipmentStatus,
        facts: &ShipmentFacts,
        received: i64,
        missing: i64,
    ) -> Self {
        Self {
            id: shipment.id,
            tracking_code: shipment.tracking_code.clone(),
            status,
            client_name: facts.client_name.clone(),
            service_title_locale: facts.service_title_locale.clone(),
            to_name: facts.to_name.clone(),
            to_city: facts.to_city.clone(),
            to_country_id: facts.to_country_id,
            parcel_count: facts.parcel_count,
            received_count: received,
            missing_count: missing,
            unconfirmed: facts.unconfirmed,
            on_hold: shipment.held_at.is_some(),
            declared_weight_g: facts.declared_weight_g,
            declared_length_mm: facts.length_mm,
            declared_width_mm: facts.width_mm,
            declared_height_mm: facts.height_mm,
        }
    }
}

impl ParcelMeasurement {
    /// A parcel has three sides, or they are not measured. It waits on its station as a scan does.
    pub fn check(&self, now: DateTime<Utc>) -> ApiResult<()> {
        let sides =
            [("length_mm", self.length_mm), ("width_mm", self.width_mm), ("height_mm", self.height_mm)];
        let mut errors = FieldErrors::default();
        if sides.iter().any(|(_, side)| side.is_some()) {
            for (field, _) in sides.iter().filter(|(_, side)| side.is_none()) {
                errors.push(*field, MessageCode::Required);
            }
        }
        MomentBounds::for_scan(now).check("measured_at", self.measured_at, &mut errors);
        errors.into_result()
    }

    /// When the parcel was measured. The clock of a station can be a little ahead.
    pub fn read_time(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        self.measured_at.map_or(now, |at| at.min(now))
    }
}

/// The numbers of the parcels that are not there.
pub fn list_missing(parcel_count: i16, received: &[i16]) -> Vec<i16> {
    (1..=parcel_count).filter(|number| !received.contains(number)).collect()
}

/// The number of the parcel in hand: the scanned one, or the first that is not there yet.
pub fn choose_number(scanned: Option<i16>, received: &[i16]) -> i16 {
    scanned.unwrap_or_else(|| (1..i16::MAX).find(|number| !received.contains(number)).unwrap_or(i16::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_without_a_number_is_the_first_parcel_that_is_not_there() {
        assert_eq!(choose_number(None, &[]), 1);
        assert_eq!(choose_number(None, &[1, 3]), 2);
        assert_eq!(choose_number(Some(3), &[1, 3]), 3);
    }

    #[test]
    fn parcels_that_are_not_there_are_missing() {
        assert_eq!(list_missing(3, &[2]), [1, 3]);
        assert!(list_missing(2, &[1, 2]).is_empty() && list_missing(1, &[1]).is_empty());
    }

    #[test]
    fn each_state_allows_its_actions() {
        let actions = [Action::Measure, Action::Identify, Action::Withdraw, Action::Close];
        let allow = |state| actions.map(|action| verdict(state, action).is_yes());
        let allowed = |is_known, is_of_shipment, is_withdrawn| {
            allow(ReceivedParcelState { is_known, is_of_shipment, is_withdrawn, is_put_away: false })
        };
        assert_eq!(allowed(true, true, false), [true, false, true, true]);
        assert_eq!(allowed(true, false, false), [true, false, true, false]);
        assert_eq!(allowed(false, false, false), [true, true, true, false]);
        assert_eq!(allowed(true, true, true), [false, false, false, false]);
        let stored = ReceivedParcelState {
            is_known: true,
            is_of_shipment: false,
            is_withdrawn: false,
            is_put_away: true,
        };
        assert_eq!(allow(stored), [true, false, false, false]);
    }

    #[test]
    fn a_size_has_three_sides_or_none() {
        let measured = |width_mm| ParcelMeasurement {
            key: Uuid::nil(),
            weight_g: 500,
            weight_text: "0.5 kg".into(),
            weight_source: WeightSource::Typed,
            length_mm: width_mm,
            width_mm,
            height_mm: None,
            measured_at: None,
        };
        assert!(measured(None).check(DateTime::UNIX_EPOCH).is_ok());
        assert!(measured(Some(10.0)).check(DateTime::UNIX_EPOCH).is_err());
    }
}
