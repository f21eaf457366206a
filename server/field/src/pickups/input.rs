//! What the API takes for a pickup, and the checks that need no other record. Pure.

use chrono::NaiveDate;
use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::model::{Pickup, PickupFailReason, PickupRepeat};
use server_core::address::Address;
use server_core::address::place::Place;
use server_core::http::error::FieldErrors;
use server_core::http::fields::{optional, required};
use server_core::http::messages::MessageCode;

/// A pickup to ask for.
#[derive(Object, Clone, Debug, Serialize, Deserialize)]
pub struct PickupInput {
    /// Required for staff; users of a client ask for that client.
    pub client_id: Option<Uuid>,
    #[oai(flatten)]
    #[serde(flatten)]
    pub address: Address,
    /// Degrees; both or none. An address where parcels were picked up before has its place again.
    #[oai(validator(minimum(value = "-90"), maximum(value = "90")))]
    pub latitude: Option<f64>,
    #[oai(validator(minimum(value = "-180"), maximum(value = "180")))]
    pub longitude: Option<f64>,
    /// Who hands the parcels over.
    #[oai(validator(max_length = 120))]
    pub contact: String,
    #[oai(validator(max_length = 40))]
    pub phone: Option<String>,
    /// In the time zone of the place. Possible days: `pickup_windows`.
    pub on_date: NaiveDate,
    /// `HH:MM`: when the parcels are ready.
    #[oai(validator(max_length = 5))]
    pub from_time: String,
    /// `HH:MM`: until when they can be collected, at least 60 minutes later.
    #[oai(validator(max_length = 5))]
    pub to_time: String,
    /// Where the parcels stand, such as the reception.
    #[oai(validator(max_length = 200))]
    pub ready_place: Option<String>,
    #[oai(validator(max_length = 500))]
    pub instructions: Option<String>,
    /// At least those of the shipments; more if some have no label.
    #[oai(validator(minimum(value = "1"), maximum(value = "10000")))]
    pub parcels: i32,
    #[oai(validator(minimum(value = "1"), maximum(value = "100000000")))]
    pub weight_g: Option<i32>,
    /// Confirmed shipments of the client, from `pickup_candidates`. Parcels without a shipment can be collected, too.
    #[oai(default, validator(max_items = 200, unique_items))]
    #[serde(default)]
    pub shipment_ids: Vec<Uuid>,
    /// Days on which it is asked for again, the evening before, if shipments wait.
    pub repeats: Option<PickupRepeat>,
}

/// The fields of a pickup to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct PickupUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: PickupInput,
    /// Version that was read; 409 `stale_version` if the pickup has changed since.
    pub version: i32,
}

/// Who picks up: a driver or a provider.
#[derive(Object, Clone, Debug)]
pub struct PickupSchedule {
    /// One of `pickup_drivers`; null with a provider.
    pub driver_id: Option<Uuid>,
    pub provider_id: Option<Uuid>,
    /// The number that the provider gave.
    #[oai(validator(max_length = 60))]
    pub confirmation_no: Option<String>,
    /// Another day, for one that is over; all three, or none.
    pub on_date: Option<NaiveDate>,
    #[oai(validator(max_length = 5))]
    pub from_time: Option<String>,
    #[oai(validator(max_length = 5))]
    pub to_time: Option<String>,
    /// Version that was read; 409 `stale_version` if the pickup has changed since.
    pub version: i32,
}

/// Parcels that were collected.
#[derive(Object, Clone, Debug)]
pub struct PickupScan {
    /// Codes of parcels or shipments, as they were scanned.
    #[oai(validator(max_items = 500))]
    pub codes: Vec<String>,
    /// Number of collected parcels that have no label.
    #[oai(default, validator(minimum(value = "0"), maximum(value = "10000")))]
    pub unlabelled: i32,
    /// It is meant that parcels without a label make it more than were announced.
    #[oai(default)]
    pub accept_more: bool,
    /// Version that was read; 409 `stale_version` if the pickup has changed since.
    pub version: i32,
}

/// Why nothing was collected.
#[derive(Object, Clone, Debug)]
pub struct PickupFailure {
    pub reason: PickupFailReason,
    #[oai(validator(max_length = 500))]
    pub note: Option<String>,
    /// Version that was read; 409 `stale_version` if the pickup has changed since.
    pub version: i32,
}

/// Why a pickup is cancelled.
#[derive(Object, Clone, Debug)]
pub struct PickupCancellation {
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Staff can cancel without the fee.
    #[oai(default)]
    pub waive_fee: bool,
    /// Version that was read; 409 `stale_version` if the pickup has changed since.
    pub version: i32,
}

/// How the tasks of a pickup were settled.
#[derive(Object, Clone, Debug)]
pub struct PickupSettlement {
    /// The result of asking the driver or the sender.
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Version that was read; 409 `stale_version` if the pickup has changed since.
    pub version: i32,
}

/// The days on which a pickup is asked for again.
#[derive(Object, Clone, Debug)]
pub struct PickupRepetition {
    /// Null ends the repetition.
    pub repeats: Option<PickupRepeat>,
    /// Version that was read; 409 `stale_version` if the pickup has changed since.
    pub version: i32,
}

/// What was asked for: the columns of its row, and the fields of its audit entry.
#[derive(Clone, Debug, Serialize)]
pub struct PickupFields {
    #[serde(flatten)]
    pub address: Address,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub contact: String,
    pub phone: Option<String>,
    pub on_date: NaiveDate,
    pub from_time: String,
    pub to_time: String,
    pub ready_place: Option<String>,
    pub instructions: Option<String>,
    pub parcels: i32,
    pub weight_g: Option<i32>,
}

impl PickupInput {
    /// Whether somebody has to come on another day or at another time.
    pub fn has_other_window(&self, other: &Self) -> bool {
        let window = |input: &Self| (input.on_date, input.from_time.clone(), input.to_time.clone());
        window(self) != window(other)
    }

    /// Whether nobody said that it is elsewhere.
    pub fn has_place_of(&self, other: &Self) -> bool {
        (self.latitude, self.longitude) == (other.latitude, other.longitude)
    }

    /// The place of another address is not that of the old one.
    pub fn forget_old_place(self, before: &Self) -> Self {
        if self.has_place_of(before) && self.address != before.address {
            return Self { latitude: None, longitude: None, ..self };
        }
        self
    }

    /// The form of a pickup, for a partial change.
    pub fn of(pickup: &Pickup, shipment_ids: Vec<Uuid>) -> Self {
        let it = pickup.clone();
        Self {
            client_id: Some(it.client_id),
            address: it.address,
            latitude: it.latitude,
            longitude: it.longitude,
            contact: it.contact,
            phone: it.phone,
            on_date: it.on_date,
            from_time: it.from_time,
            to_time: it.to_time,
            ready_place: it.ready_place,
            instructions: it.instructions,
            parcels: it.parcels,
            weight_g: it.weight_g,
            shipment_ids,
            repeats: it.repeats,
        }
    }

    /// Normalizes the texts and reports all errors at their fields.
    pub fn check(&self, place: Option<&Place>, errors: &mut FieldErrors) -> PickupFields {
        check_repeat(self.repeats.as_ref(), self.on_date, errors);
        let address = self.address.clone().check(place, errors);
        if address.address_1.is_none() {
            errors.push("address_1", MessageCode::Required);
        }
        if self.latitude.is_some() != self.longitude.is_some() {
            let missing = if self.latitude.is_none() { "latitude" } else { "longitude" };
            errors.push(missing, MessageCode::Required);
        }
        PickupFields {
            phone: address.phone(self.phone.as_ref(), errors),
            address,
            latitude: self.latitude,
            longitude: self.longitude,
            contact: required("contact", &self.contact, errors),
            on_date: self.on_date,
            from_time: self.from_time.trim().to_owned(),
            to_time: self.to_time.trim().to_owned(),
            ready_place: optional(self.ready_place.as_ref()),
            instructions: optional(self.instructions.as_ref()),
            parcels: self.parcels,
            weight_g: self.weight_g,
        }
    }
}

/// A repetition has days of the week, and does not end before it begins.
pub fn check_repeat(repeat: Option<&PickupRepeat>, from: NaiveDate, errors: &mut FieldErrors) {
    let Some(repeat) = repeat else { return };
    if repeat.weekdays.iter().any(|day| !(1..=7).contains(day)) {
        errors.push("repeats.weekdays", MessageCode::UnknownOption);
    }
    if repeat.until.is_some_and(|until| until <= from) {
        errors.push("repeats.until", MessageCode::WindowEmpty);
    }
}
