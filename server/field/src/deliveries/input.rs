//! What the API takes about deliveries, and its checks.

use chrono::NaiveDate;
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::Serialize;
use uuid::Uuid;

use super::model::Delivery;
use crate::drivers::record::ProofKind;
use server_core::address::Address;
use server_core::address::place::Place;
use server_core::http::amounts::check_amount;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::{optional, read_time, required};
use server_core::http::messages::MessageCode;
use server_core::http::moments::check_planned_day;

/// Shipments of one call.
pub const MOST_SHIPMENTS: usize = 100;
/// What is tried before the client decides.
pub const USUAL_ATTEMPTS: i16 = 3;
/// An amount from which on nobody collects cash.
pub const MOST_CASH: i64 = 1_000_000_000;

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
    /// Proof that the driver must bring besides a name or a photo.
    #[oai(validator(max_items = 5, unique_items))]
    pub proof: Vec<ProofKind>,
    /// Cash to collect; null for none. Needs the flag `cash_on_delivery`.
    pub cod_due: Option<Decimal>,
    /// Currency of that amount; ISO 4217. It stays once some was taken.
    #[oai(validator(min_length = 3, max_length = 3))]
    pub cod_currency: Option<String>,
}

/// The facts that decide about the cash of a delivery besides the form.
#[derive(Clone, Copy, Debug)]
pub struct CashRules {
    /// The company collects cash.
    pub is_on: bool,
    pub currency_exists: bool,
    /// All its parcels are of one client, whose money it is.
    pub has_one_client: bool,
    /// A driver took some.
    pub is_taken: bool,
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

/// Decision about the tasks of a delivery.
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
            cod_due: delivery.cod_due,
            cod_currency: delivery.cod_currency,
        }
    }

    /// Normalises the form; returns all errors at once. The day may stay in the past, but not go there.
    pub fn check(
        self,
        place: Option<&Place>,
        before: &Self,
        today: NaiveDate,
        cash: CashRules,
    ) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        self.check_cash(before, cash, &mut errors);
        if self.on_date != before.on_date {
            check_planned_day("on_date", self.on_date, today, &mut errors);
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

    /// An amount has its currency. What stands can stay when the company no longer collects cash.
    fn check_cash(&self, before: &Self, rules: CashRules, errors: &mut FieldErrors) {
        let (due, currency) = (self.cod_due, self.cod_currency.as_deref());
        if due == before.cod_due && currency == before.cod_currency.as_deref() {
            return;
        }
        match (due, currency) {
            (Some(_), _) if !rules.is_on => errors.push("cod_due", MessageCode::CashNotCollected),
            (Some(_), None) => errors.push("cod_currency", MessageCode::Required),
            (None, Some(_)) => errors.push("cod_due", MessageCode::Required),
            (Some(_), Some(_)) if !rules.currency_exists => {
                errors.push("cod_currency", MessageCode::UnknownOption);
            }
            (Some(_), Some(_)) if !rules.has_one_client => {
                errors.push("cod_due", MessageCode::CashOfSeveralClients);
            }
            _ => {}
        }
        if rules.is_taken && currency != before.cod_currency.as_deref() {
            let field = if due.is_none() { "cod_due" } else { "cod_currency" };
            errors.push(field, MessageCode::CashTakenAlready);
        }
        if due.is_some_and(|due| due <= Decimal::ZERO || due >= Decimal::from(MOST_CASH)) {
            errors.push("cod_due", MessageCode::Invalid);
        } else if let Some(currency) = currency {
            check_amount(errors, "cod_due", due, Some(currency));
        }
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

    fn check_cash(due: Option<&str>, currency: Option<&str>, rules: CashRules) -> Vec<String> {
        let before = DeliveryFields {
            on_date: NaiveDate::default(),
            recipient_name: "Ana".into(),
            phone: None,
            address: Address::default(),
            latitude: None,
            longitude: None,
            from_time: None,
            to_time: None,
            instructions: None,
            max_attempts: 3,
            proof: Vec::new(),
            cod_due: Some(Decimal::from(150)),
            cod_currency: Some("BRL".into()),
        };
        let sent = DeliveryFields {
            cod_due: due.map(|due| due.parse().unwrap()),
            cod_currency: currency.map(str::to_owned),
            ..before.clone()
        };
        let mut errors = FieldErrors::default();
        sent.check_cash(&before, rules, &mut errors);
        errors.into_problems().map(|(field, ..)| field).collect()
    }

    #[test]
    fn an_amount_to_collect_has_its_currency_and_is_above_zero() {
        let rules = CashRules { is_on: true, currency_exists: true, has_one_client: true, is_taken: false };
        let none: [&str; 0] = [];
        for (due, currency) in [(Some("1.25"), Some("USD")), (None, None)] {
            assert_eq!(check_cash(due, currency, rules), none);
        }
        assert_eq!(check_cash(Some("150"), None, rules), ["cod_currency"]);
        assert_eq!(check_cash(None, Some("BRL"), rules), ["cod_due"]);
        for wrong in ["0", "-1", "1000000000", "1.255"] {
            assert_eq!(check_cash(Some(wrong), Some("BRL"), rules), ["cod_due"], "{wrong}");
        }
        let unknown = CashRules { currency_exists: false, ..rules };
        assert_eq!(check_cash(Some("1"), Some("XXX"), unknown), ["cod_currency"]);
        let several = CashRules { has_one_client: false, ..rules };
        assert_eq!(check_cash(Some("1"), Some("BRL"), several), ["cod_due"]);
        assert_eq!(check_cash(None, None, several), none);
    }

    #[test]
    fn what_was_due_stays_without_the_flag_and_its_currency_once_it_is_taken() {
        let off = CashRules { is_on: false, currency_exists: true, has_one_client: true, is_taken: true };
        let none: [&str; 0] = [];
        assert_eq!(check_cash(Some("150"), Some("BRL"), off), none);
        assert_eq!(check_cash(Some("151"), Some("BRL"), off), ["cod_due"]);
        let on = CashRules { is_on: true, ..off };
        assert_eq!(check_cash(Some("150"), Some("USD"), on), ["cod_currency"]);
        assert_eq!(check_cash(Some("90"), Some("BRL"), on), none);
        assert_eq!(check_cash(None, None, on), ["cod_due"]);
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
