//! Forms of parcels of clients.

use std::ops::{Range, RangeInclusive};

use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use parties::parcel_intake::ParcelIntake;
use server_core::http::error::FieldErrors;
use server_core::http::fields::{optional, required};
use server_core::http::messages::{MessageCode, Params};
use trade::money::{decimals_of, has_too_many_decimals};
use trade::parcel_code::clean_scan;

/// What is announced of a parcel.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InboundParcelDetails {
    /// One of `inbound_parcel_places`.
    pub warehouse_id: Uuid,
    /// The code that the carrier prints on the label. A client announces it once.
    #[oai(validator(max_length = 60))]
    pub external_code: String,
    #[oai(validator(max_length = 60))]
    pub carrier: Option<String>,
    /// The country that it comes from.
    pub from_country_id: Option<i16>,
    #[oai(validator(max_length = 80))]
    pub shop: Option<String>,
    /// The client's order at the shop.
    #[oai(validator(max_length = 60))]
    pub order_ref: Option<String>,
    #[oai(validator(max_length = 200))]
    pub content: Option<String>,
    pub value: Option<Decimal>,
    /// ISO 4217; required with a value.
    #[oai(validator(max_length = 3))]
    pub currency: Option<String>,
}

/// A parcel to announce.
#[derive(Object)]
pub struct InboundParcelInput {
    /// Required for staff; users of a client announce for that client.
    pub client_id: Option<Uuid>,
    #[oai(flatten)]
    pub details: InboundParcelDetails,
}

/// Changes of an announcement. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct InboundParcelUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub details: InboundParcelDetails,
    /// Version that was read; 409 `stale_version` if the parcel has changed since.
    pub version: i32,
}

/// The version of a parcel, and where it is put.
#[derive(Object)]
pub struct InboundParcelReception {
    /// Where it lies, as the people of the warehouse call it.
    #[oai(validator(max_length = 32))]
    pub place: Option<String>,
    /// Version that was read; 409 `stale_version` if the parcel has changed since.
    pub version: i32,
}

/// Where a parcel is put away.
#[derive(Object)]
pub struct InboundParcelPlace {
    /// As the people of the warehouse call it.
    #[oai(validator(max_length = 32))]
    pub place: String,
    /// Version that was read; 409 `stale_version` if the parcel has changed since.
    pub version: i32,
}

/// Whose a parcel is.
#[derive(Object)]
pub struct InboundParcelIdentification {
    pub client_id: Uuid,
    /// One of `inbound_parcel_places`; required for a parcel without a warehouse, and ignored for others.
    pub warehouse_id: Option<Uuid>,
    /// Version that was read; 409 `stale_version` if the parcel has changed since.
    pub version: i32,
}

/// Why a parcel will not come, or is abandoned.
#[derive(Object)]
pub struct InboundParcelEnd {
    /// The client sees it.
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Version that was read; 409 `stale_version` if the parcel has changed since.
    pub version: i32,
}

/// Shorter numbers stand at the end of other bar codes by chance.
const SHORTEST_END: usize = 12;
/// Lengths of bar codes that are more than the number of a parcel.
const LONG_CODES: RangeInclusive<usize> = 20..=60;
/// A label of DPD has its number between the postcode, behind a sign, and the service with the country.
const DPD_LENGTH: usize = 28;
const DPD_NUMBER: Range<usize> = 8..22;

/// The code of a label, however it is typed: without spaces, in capitals.
pub fn read_external_code(typed: &str) -> String {
    clean_scan(typed).chars().filter(|c| !c.is_whitespace()).flat_map(char::to_uppercase).collect()
}

/// The codes that a scanned label can stand for: its own, and the ends of a long one. Carriers print a postcode or a service before
/// the number that clients know. No beginning counts: the labels of all parcels for one warehouse begin alike.
pub fn list_label_codes(scanned: &str) -> Vec<String> {
    let code = read_external_code(scanned);
    if !code.is_ascii() || !LONG_CODES.contains(&code.len()) {
        return vec![code];
    }
    let ends = (0..=code.len() - SHORTEST_END).filter_map(|from| code.get(from..));
    let is_of_dpd = code.len() == DPD_LENGTH && code.starts_with('%');
    let within = code.get(DPD_NUMBER).filter(|_| is_of_dpd);
    ends.chain(within).map(str::to_owned).collect()
}

impl InboundParcelDetails {
    /// Normalizes the texts and reports all errors at their fields. `currency_exists` is about the currency of the value.
    pub fn check(self, currency_exists: bool, errors: &mut FieldErrors) -> Self {
        let currency = optional(self.currency.as_ref()).filter(|_| self.value.is_some());
        if let Some(value) = self.value {
            let decimals = decimals_of(currency.as_deref().unwrap_or_default());
            if value < Decimal::ZERO || value >= Decimal::from(1_000_000_000) {
                errors.push("value", MessageCode::Invalid);
            } else if has_too_many_decimals(value, decimals) {
                let params = Params::from([("max", decimals.into())]);
                errors.push_with("value", MessageCode::TooManyDecimals, params);
            }
            if currency.is_none() {
                errors.push("currency", MessageCode::Required);
            } else if !currency_exists {
                errors.push("currency", MessageCode::UnknownOption);
            }
        }
        Self {
            external_code: required("external_code", &read_external_code(&self.external_code), errors),
            carrier: optional(self.carrier.as_ref()),
            shop: optional(self.shop.as_ref()),
            order_ref: optional(self.order_ref.as_ref()),
            content: optional(self.content.as_ref()),
            currency,
            ..self
        }
    }

    /// Whether the warehouse takes in what is announced.
    pub fn check_intake(&self, intake: &ParcelIntake, errors: &mut FieldErrors) {
        if self.from_country_id.is_some_and(|id| intake.refused_countries.contains(&id)) {
            errors.push("from_country_id", MessageCode::CountryNotAccepted);
        }
        let content = self.content.as_deref().unwrap_or_default();
        if let Some(goods) = intake.find_refused_goods(content) {
            let params = Params::from([("goods", goods.into())]);
            errors.push_with("content", MessageCode::GoodsNotAccepted, params);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_one_however_it_is_typed() {
        assert_eq!(read_external_code(" 1z 999 aa1\n"), "1Z999AA1");
        assert_eq!(read_external_code("１ｚ\u{3000}９９９ＡＡ１"), "1Z999AA1");
        assert_eq!(read_external_code("]C01z999\u{1d}aa1\u{200b}"), "1Z999AA1");
    }

    #[test]
    fn a_long_bar_code_stands_for_the_number_in_it_too() {
        let known = |scanned: &str, number: &str| list_label_codes(scanned).iter().any(|code| code == number);
        assert!(known("420531409205590164917312345670", "9205590164917312345670"), "after the postcode");
        assert!(known("9622080430009612580000394002030472", "394002030472"), "at the end");
        assert!(known("%001234501234567890123101276", "01234567890123"), "before the service");
        assert_eq!(list_label_codes("1Z999AA10123456784"), ["1Z999AA10123456784"], "one number");
        let all = list_label_codes("420531409205590164917312345670");
        assert!(all.contains(&"420531409205590164917312345670".to_owned()), "the code itself");
        assert!(all.iter().all(|code| code.len() >= SHORTEST_END));
        assert!(!known("420331929205590164917312345670", "420331929205"), "so begin all for one warehouse");
        assert!(!known("420331929205590164917312345670", "9205590164917312"), "a part of the number");
    }

    #[test]
    fn a_value_has_its_currency() {
        let check = |value: &str, currency: Option<&str>| {
            let mut errors = FieldErrors::default();
            let details = InboundParcelDetails {
                warehouse_id: Uuid::nil(),
                external_code: "1Z".into(),
                carrier: None,
                from_country_id: None,
                shop: None,
                order_ref: None,
                content: None,
                value: Some(value.parse().unwrap()),
                currency: currency.map(str::to_owned),
            };
            details.check(true, &mut errors);
            errors.is_empty()
        };
        assert!(check("10.50", Some("USD")) && check("0", Some("JPY")));
        assert!(!check("10.50", None) && !check("10.505", Some("USD")) && !check("-1", Some("USD")));
    }
}
