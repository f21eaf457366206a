//! What the API takes about deliveries, and its checks.

use chrono::{NaiveDate, NaiveTime};
use poem_openapi::Object;
use serde::Serialize;
use uuid::Uuid;

use super::model::Delivery;
use crate::drivers::record::ProofKind;
use server_core::address::Address;
use server_core::address::place::Place;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::messages::MessageCode;

/// Shipments of one call.
pub const MOST_SHIPMENTS: usize = 100;
/// What is tried before the client decides.
pub const USUAL_ATTEMPTS: i16 = 3;

/// Shipments to deliver on a day.
#[derive(Object)]
pub struct DeliveryInput {
    #[oai(validator(min_items = 1, max_items = 100, unique_items))]
    pub shipment_ids: Vec<Uuid>,
    pub on_date: NaiveDate,
    /// When the consignee is there, `HH:MM`: both times or none.
    #[oai(validator(max_length = 5))]
    pub from_time: Option<String>,
    #[oai(validator(max_length = 5))]
    pub to_time: Option<String>,
    #[oai(validator(max_length = 500))]
    pub instructions: Option<String>,
}

/// A delivery as its form has it.
#[derive(Object, Clone, Debug, PartialEq, Serialize)]
pub struct DeliveryFields {
    pub on_date: NaiveDate,
    #[oai(validator(max_length = 200))]
    pub recipient_name: String,
    #[oai(validator(max_length = 40))]
    pub phone: Option<String>,
    #[oai(flatten)]
    #[serde(flatten)]
    pub address: Address,
    /// Degrees; both or none.
    #[oai(validator(minimum(value = "-90"), maximum(value = "90")))]
    pub latitude: Option<f64>,
    #[oai(validator(minimum(value = "-180"), maximum(value = "180")))]
    pub longitude: Option<f64>,
    #[oai(validator(max_length = 5))]
    pub from_time: Option<String>,
    #[oai(validator(max_length = 5))]
    pub to_time: Option<String>,
    #[oai(validator(max_length = 500))]
    pub instructions: Option<String>,
    #[oai(validator(minimum(value = "1"), maximum(value = "20")))]
    pub max_attempts: i16,
    /// What the driver must bring besides a name or a photo.
    #[oai(validator(max_items = 5, unique_items))]
    pub proof: Vec<ProofKind>,
}

/// Changed fields of a delivery; those that are left out stay.
#[derive(Object)]
pub struct DeliveryUpdate {
    #[oai(flatten)]
    pub fields: DeliveryFields,
    /// Version that was read; 409 `stale_version` if the delivery has changed since.
    pub version: i32,
}

/// The run that takes a delivery.
#[derive(Object)]
pub struct DeliveryAssignment {
    pub route_id: Uuid,
    /// Version that was read.
    pub version: i32,
}

/// Why a delivery is cancelled, sent back or opened again.
#[derive(Object)]
pub struct DeliveryReason {
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Version that was read.
    pub version: i32,
}

/// What was done about the tasks of a delivery.
#[derive(Object)]
pub struct DeliverySettlement {
    /// The result of asking the driver or the sender.
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Version that was read.
    pub version: i32,
}

impl DeliveryFields {
    pub fn of(delivery: &Delivery) -> Self {
        let delivery = delivery.clone();
        Self {
            on_date: delivery.on_date,
            recipient_name: delivery.recipient_name,
            phone: delivery.phone,
            address: delivery.address,
            latitude: delivery.latitude,
            longitude: delivery.longitude,
            from_time: delivery.from_time,
            to_time: delivery.to_time,
            instructions: delivery.instructions,
            max_attempts: delivery.max_attempts,
            proof: delivery.proof,
        }
    }

    /// Normalises the form; returns all errors at once. The day may stay in the past, but not go there.
    pub fn check(self, place: Option<&Place>, before: &Self, today: NaiveDate) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        if self.on_date != before.on_date {
            check_day(self.on_date, today, &mut errors);
        }
        let (from_time, to_time) = check_times(self.from_time.as_ref(), self.to_time.as_ref(), &mut errors);
        if self.latitude.is_some() != self.longitude.is_some() {
            errors
                .push(if self.latitude.is_none() { "latitude" } else { "longitude" }, MessageCode::Required);
        }
        let phone = self.address.phone(self.phone.as_ref(), &mut errors);
        let address = self.address.check(place, &mut errors);
        // The place of another address is not known until somebody says it.
        let is_same_place = (self.latitude, self.longitude) == (before.latitude, before.longitude);
        let spell = |address: &Address| spell_consignee("", address);
        let is_elsewhere = is_same_place && spell(&address) != spell(&before.address);
        let checked = Self {
            recipient_name: required("recipient_name", &self.recipient_name, &mut errors),
            phone,
            instructions: optional(self.instructions.as_ref()),
            from_time,
            to_time,
            address,
            latitude: self.latitude.filter(|_| !is_elsewhere),
            longitude: self.longitude.filter(|_| !is_elsewhere),
            ..self
        };
        errors.into_result()?;
        Ok(checked)
    }
}

/// Nobody delivers on a day that is over.
pub fn check_day(day: NaiveDate, today: NaiveDate, errors: &mut FieldErrors) {
    if day < today {
        errors.push("on_date", MessageCode::DayInThePast);
    }
}

/// Both times or none, the first one earlier.
pub fn check_times(
    from: Option<&String>,
    to: Option<&String>,
    errors: &mut FieldErrors,
) -> (Option<String>, Option<String>) {
    let times = [("from_time", optional(from)), ("to_time", optional(to))];
    for (field, time) in &times {
        if time.as_deref().is_some_and(|time| read_time(time).is_none()) {
            errors.push(*field, MessageCode::NotATime);
        }
    }
    let [(_, from), (_, to)] = times;
    match (&from, &to) {
        (Some(from), Some(to)) if from >= to => errors.push("to_time", MessageCode::WindowEmpty),
        (Some(_), None) => errors.push("to_time", MessageCode::Required),
        (None, Some(_)) => errors.push("from_time", MessageCode::Required),
        _ => {}
    }
    (from, to)
}

/// `HH:MM` with two digits each, so that texts are in the order of the times.
fn read_time(text: &str) -> Option<NaiveTime> {
    let time = NaiveTime::parse_from_str(text, "%H:%M").ok()?;
    (time.format("%H:%M").to_string() == text).then_some(time)
}

/// The name and the address of a consignee in one spelling.
pub fn spell_consignee(name: &str, address: &Address) -> String {
    let parts = [
        Some(name),
        address.postcode.as_deref(),
        address.address_1.as_deref(),
        address.address_number.as_deref(),
        address.address_complement.as_deref(),
        Some(&address.city),
    ];
    let spell = |part: &str| {
        let letters: String =
            part.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
        letters.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let texts = parts.into_iter().flatten().map(spell);
    format!("{} {}", address.country_id, texts.collect::<Vec<_>>().join("|"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(from: &str, to: &str) -> bool {
        let mut errors = FieldErrors::default();
        let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        check_times(text(from).as_ref(), text(to).as_ref(), &mut errors);
        errors.is_empty()
    }

    #[test]
    fn a_window_has_two_times_in_their_order() {
        assert!(times("09:00", "12:30") && times("", ""));
        for (from, to) in
            [("09:00", ""), ("", "09:00"), ("12:00", "09:00"), ("9:00", "12:00"), ("09:00", "24:30")]
        {
            assert!(!times(from, to), "{from} {to}");
        }
    }

    #[test]
    fn a_consignee_is_the_same_in_any_spelling_and_another_at_another_door() {
        let address = |number: &str| Address {
            country_id: 32,
            address_1: Some("Av. Paulista".into()),
            address_number: Some(number.into()),
            city: "São Paulo".into(),
            ..Address::default()
        };
        let plain = spell_consignee("Ana Souza", &address("1000"));
        assert_eq!(spell_consignee(" ANA  SOUZA ", &address(" 1000")), plain);
        assert_ne!(spell_consignee("Ana Souza", &address("1001")), plain);
    }
}
