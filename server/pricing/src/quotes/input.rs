//! The shipment that a quote is for, as it is entered.

use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::parcels::measures_of;
use crate::prices::conditions::{PriceContents, PriceHandling};
use crate::prices::exchange;
use crate::prices::simulation::SimulatedParcel;
use crate::prices::tables::PriceSizeUnit;
use crate::taxes::TaxProgramme;
use rating::money::{Currency, Money};
use rating::request::{Destination, Handling, Origin, Request};
use server_core::http::amounts::{UNIT_DECIMALS, check_amount};
use server_core::http::error::FieldErrors;
use server_core::http::fields::optional;
use server_core::http::messages::{MessageCode, Params};
use trade::countries::country;
use trade::goods::ContentsType;
use trade::identifiers::HsCode;
use trade::money::has_too_many_decimals;
use trade::party::PersonType;
use trade::postcode;

/// Origin or destination of a shipment.
#[derive(Object, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct QuotePlace {
    pub country_id: i16,
    pub state_id: Option<i32>,
    #[oai(validator(max_length = 20))]
    pub postcode: Option<String>,
    #[oai(validator(max_length = 120))]
    pub city: Option<String>,
}

/// One kind of goods, for customs.
#[derive(Object, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct QuoteItem {
    #[oai(validator(max_length = 500))]
    pub description: Option<String>,
    /// Tariff code, 6 to 10 digits.
    #[oai(validator(max_length = 14))]
    pub hs_code: Option<String>,
    pub quantity: Decimal,
    /// Value of one unit, in `currency`.
    pub unit_value: Decimal,
    /// Country in which the goods were made; null for the origin of the shipment.
    pub origin_country_id: Option<i16>,
}

/// Options of a quote that are not fields of the shipment.
#[derive(Object, Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
pub struct QuoteOptions {
    /// True when the sender asks for a pickup.
    #[oai(default)]
    #[serde(default)]
    pub pickup: bool,
    /// Other properties of the shipment that have surcharges.
    #[oai(default, validator(max_items = 9, unique_items))]
    #[serde(default)]
    pub handling: Vec<PriceHandling>,
    /// Whether the seller is registered in the destination's programme for distance sales; null for `outside`.
    pub tax_programme: Option<TaxProgramme>,
    /// Currency of the prices; null for that of the client, or else of the company.
    #[oai(validator(max_length = 3))]
    pub quote_currency: Option<String>,
}

/// A shipment to price.
#[derive(Object, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct QuoteShipment {
    pub origin: QuotePlace,
    pub destination: QuotePlace,
    /// Whether a person or a company receives it; null for a person.
    pub to_person_type: Option<PersonType>,
    /// Parcels as they were entered, with their units.
    #[oai(validator(min_items = 1, max_items = 200))]
    pub parcels: Vec<SimulatedParcel>,
    #[oai(default, validator(max_items = 2000))]
    #[serde(default)]
    pub items: Vec<QuoteItem>,
    /// Currency of the values; null for that of the company.
    #[oai(validator(max_length = 3))]
    pub currency: Option<String>,
    /// Value of the goods for customs; null for the sum of the items.
    pub declared_value: Option<Decimal>,
    /// Value to insure; null without insurance.
    pub insurance_value: Option<Decimal>,
    /// Null for merchandise.
    pub contents_type: Option<ContentsType>,
    /// Incoterms 2020 code. DDP: the sender pays duties and taxes. Null for the terms of each service.
    #[oai(validator(max_length = 20))]
    pub incoterm: Option<String>,
    pub options: Option<QuoteOptions>,
}

/// A shipment to price, and the client whose prices apply.
#[derive(Object, Serialize, Deserialize, Clone, Debug)]
pub struct QuoteInput {
    /// Client whose prices apply; null for the company's general prices. Ignored for users of a client or a partner.
    pub client_id: Option<Uuid>,
    /// Only this service; null for all active ones.
    pub service_id: Option<Uuid>,
    /// True to save it as an offer: it is in the list of quotes, and can be sent. Only for a quote that is stored.
    #[oai(default)]
    #[serde(default)]
    pub saved: bool,
    #[oai(flatten)]
    #[serde(flatten)]
    pub shipment: QuoteShipment,
}

impl QuotePlace {
    /// Whether `other` is this place. What was left open can be filled in.
    fn covers(&self, other: &Self) -> bool {
        self.country_id == other.country_id
            && (self.state_id.is_none() || self.state_id == other.state_id)
            && (self.postcode.is_none() || self.postcode == other.postcode)
            && (self.city.is_none() || self.city == other.city)
    }
}

impl QuoteShipment {
    /// Whether the price of this shipment holds for `other`, its draft: nothing that the price depends on differs, and
    /// only what was left open is filled in. Terms that were left open are those of the service.
    pub fn covers(&self, other: &Self) -> bool {
        let has_value = self.declared_value.is_some();
        let insured = |shipment: &Self| shipment.insurance_value.filter(|value| !value.is_zero());
        let contents = |shipment: &Self| shipment.contents_type.unwrap_or(ContentsType::Merchandise);
        self.origin.covers(&other.origin)
            && self.destination.covers(&other.destination)
            && measures_of(&self.parcels) == measures_of(&other.parcels)
            && (!has_value
                || (&self.currency, self.declared_value) == (&other.currency, other.declared_value))
            && insured(self) == insured(other)
            && contents(self) == contents(other)
            && (self.incoterm.is_none() || self.incoterm == other.incoterm)
            && (self.to_person_type.is_none() || self.to_person_type == other.to_person_type)
            && (self.items.is_empty() || self.items == other.items)
            && self.options() == other.options()
    }

    pub fn options(&self) -> QuoteOptions {
        self.options.clone().unwrap_or_default()
    }

    /// Trims the texts, completes currency and value, and reports errors at their fields. `own` is the company's currency.
    pub fn normalize(&mut self, own: &str, errors: &mut FieldErrors) {
        for (name, place) in [("origin", &mut self.origin), ("destination", &mut self.destination)] {
            place.normalize(name, errors);
        }
        self.incoterm = optional(self.incoterm.as_ref()).map(|code| code.to_uppercase());
        let code =
            optional(self.currency.as_ref()).map_or_else(|| own.to_owned(), |code| code.to_uppercase());
        if exchange::currency(&code).is_none() {
            errors.push("currency", MessageCode::UnknownOption);
        }
        for (index, item) in self.items.iter_mut().enumerate() {
            item.normalize(&format!("items.{index}"), errors);
        }
        for (field, value) in
            [("declared_value", self.declared_value), ("insurance_value", self.insurance_value)]
        {
            check_amount(errors, field, value, Some(&code));
        }
        self.currency = Some(code);
        if let Some(options) = &mut self.options {
            options.quote_currency =
                optional(options.quote_currency.as_ref()).map(|code| code.to_uppercase());
            let is_unknown = |code: &String| exchange::currency(code).is_none();
            if options.quote_currency.as_ref().is_some_and(is_unknown) {
                errors.push("options.quote_currency", MessageCode::UnknownOption);
            }
        }
        if self.declared_value.is_none() && !self.items.is_empty() {
            self.declared_value = sum_of(&self.items);
        }
    }

    /// Currency of the values; none if it is unknown.
    pub fn money(&self) -> Option<Currency> {
        exchange::currency(self.currency.as_deref()?)
    }

    /// The request to rate. Errors of parcels are reported at their fields.
    pub fn request(&self, errors: &mut FieldErrors) -> Request {
        let parcels =
            self.parcels.iter().enumerate().map(|(index, parcel)| {
                parcel.to_parcel(&format!("parcels.{index}"), PriceSizeUnit::Cm, errors)
            });
        let parcels = parcels.collect();
        let money = |value: Option<Decimal>| Some(Money::exact(value?, self.money()?));
        let contents = self.contents_type.and_then(|one| PriceContents::from_name(one.as_str()));
        let options = self.options();
        let pickup = options.pickup.then_some(Handling::Pickup);
        let others = options.handling.into_iter().map(Handling::from);
        Request {
            origin: Origin {
                country_id: self.origin.country_id,
                state_id: self.origin.state_id,
                postcode: self.origin.postcode.clone(),
            },
            destination: Destination {
                country_id: self.destination.country_id,
                state_id: self.destination.state_id,
                postcode: self.destination.postcode.clone(),
                airport: None,
            },
            parcels,
            declared_value: money(self.declared_value),
            insured_value: money(self.insurance_value),
            contents: contents.map(Into::into).unwrap_or_default(),
            handling: others.filter(|one| pickup != Some(*one)).chain(pickup).collect(),
        }
    }
}

impl QuotePlace {
    fn normalize(&mut self, field: &str, errors: &mut FieldErrors) {
        self.postcode = optional(self.postcode.as_ref());
        self.city = optional(self.city.as_ref());
        if country(self.country_id).is_none() {
            errors.push(format!("{field}.country_id"), MessageCode::UnknownCountry);
        } else if self
            .postcode
            .as_ref()
            .is_some_and(|text| !postcode::is_possible(Some(self.country_id), text))
        {
            errors.push(format!("{field}.postcode"), MessageCode::InvalidPostcode);
        }
    }
}

impl QuoteItem {
    fn normalize(&mut self, field: &str, errors: &mut FieldErrors) {
        self.description = optional(self.description.as_ref());
        self.hs_code = optional(self.hs_code.as_ref());
        if let Some(typed) = &self.hs_code {
            match HsCode::parse(typed) {
                Ok(code) => self.hs_code = Some(code.to_string()),
                Err(wrong) => errors.push(format!("{field}.hs_code"), wrong.into()),
            }
        }
        if self.quantity <= Decimal::ZERO {
            errors.push(format!("{field}.quantity"), MessageCode::MustBePositive);
        }
        let value = format!("{field}.unit_value");
        if self.unit_value.is_sign_negative() && !self.unit_value.is_zero() {
            errors.push_with(value, MessageCode::TooSmall, Params::from([("min", 0.into())]));
        } else if has_too_many_decimals(self.unit_value, UNIT_DECIMALS) {
            errors.push_with(
                value,
                MessageCode::TooManyDecimals,
                Params::from([("max", UNIT_DECIMALS.into())]),
            );
        }
        if self.origin_country_id.is_some_and(|id| country(id).is_none()) {
            errors.push(format!("{field}.origin_country_id"), MessageCode::UnknownCountry);
        }
    }

    /// Value of all units; none if it is no amount.
    pub fn value(&self) -> Option<Decimal> {
        self.quantity.checked_mul(self.unit_value)
    }
}

fn sum_of(items: &[QuoteItem]) -> Option<Decimal> {
    items.iter().try_fold(Decimal::ZERO, |sum, item| sum.checked_add(item.value()?))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn shipment(change: &serde_json::Value) -> QuoteShipment {
        let mut whole = json!({
            "origin": { "country_id": 238 }, "destination": { "country_id": 32, "postcode": " 01310-100 " },
            "parcels": [{ "pieces": 2, "weight": "1.5", "weight_unit": "kg" }],
            "items": [{ "quantity": "3", "unit_value": "10.50", "hs_code": "6912.00" }],
            "currency": "usd", "options": { "pickup": true, "handling": ["pickup", "battery"] },
        });
        whole.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        serde_json::from_value(whole).unwrap()
    }

    #[test]
    fn a_value_left_out_is_the_sum_of_the_items() {
        let (mut one, mut errors) = (shipment(&json!({})), FieldErrors::default());
        one.normalize("BRL", &mut errors);
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(one.declared_value, Some(Decimal::new(3150, 2)));
        assert_eq!(one.destination.postcode.as_deref(), Some("01310-100"));
        let request = one.request(&mut errors);
        assert_eq!(request.pieces(), 2);
        assert_eq!(request.handling, [Handling::Battery, Handling::Pickup], "a pickup is asked for once");
    }

    #[test]
    fn a_price_holds_for_a_draft_that_only_fills_in_what_was_left_open() {
        let grams = json!([{ "pieces": 1, "weight": "1500", "weight_unit": "g" },
                           { "pieces": 1, "weight": "1500", "weight_unit": "g" }]);
        let quoted = shipment(&json!({ "items": [] }));
        let place = json!({ "country_id": 32, "postcode": " 01310-100 ", "city": "São Paulo" });
        let filled = json!({
            "parcels": grams, "destination": place, "declared_value": "20", "incoterm": "DAP", "contents_type": "merchandise",
        });
        assert!(quoted.covers(&shipment(&filled)));
        for other in [
            json!({ "parcels": [{ "pieces": 1, "weight": "1.5", "weight_unit": "kg" }] }),
            json!({ "destination": { "country_id": 32, "postcode": "20040-000" } }),
            json!({ "destination": { "country_id": 81, "postcode": " 01310-100 " } }),
            json!({ "insurance_value": "50" }),
            json!({ "contents_type": "gift" }),
            json!({ "options": { "pickup": false } }),
        ] {
            assert!(!quoted.covers(&shipment(&other)), "{other}");
        }
    }

    #[test]
    fn all_problems_are_told_at_their_fields() {
        let wrong = json!({
            "origin": { "country_id": 9999 }, "destination": { "country_id": 32, "postcode": "ABC" },
            "items": [{ "quantity": "0", "unit_value": "-1", "hs_code": "1", "origin_country_id": 9999 }],
            "currency": "ZZZ", "declared_value": "-1", "insurance_value": "1.005",
            "options": { "quote_currency": "QQQ" },
        });
        let (mut one, mut errors) = (shipment(&wrong), FieldErrors::default());
        one.normalize("BRL", &mut errors);
        for field in [
            "origin.country_id",
            "destination.postcode",
            "items.0.quantity",
            "items.0.unit_value",
            "items.0.hs_code",
            "items.0.origin_country_id",
            "currency",
            "declared_value",
            "insurance_value",
            "options.quote_currency",
        ] {
            assert!(errors.contains(field), "{field}: {errors:?}");
        }
    }
}
