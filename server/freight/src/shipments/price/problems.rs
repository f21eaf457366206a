//! The reasons against a confirmation, each at its field.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde_json::{Value, json};

use crate::shipments::fields::ShipmentFields;
use pricing::services::limits::Reader;
use rating::measure::WeightUnit;
use rating::outcome::{Quantity, Refusal, RefusalCode};
use server_core::address::served::ServedCountry;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::messages::{MessageCode, Params};
use trade::figures;

const ITEMS: &str = "items";
const WEIGHT: &str = "declared_weight_g";
const VALUE: &str = "declared_value";
const SERVICE: &str = "service_id";

/// The reasons against a confirmation.
#[derive(Default)]
pub struct Problems {
    missing: Vec<String>,
    errors: FieldErrors,
    /// In the order in which they were found.
    told: Vec<(MessageCode, Params)>,
}

impl Problems {
    /// Fields that the shipment lacks for shipping.
    pub fn of(missing: &[String]) -> Self {
        let mut problems = Self { missing: missing.to_vec(), ..Self::default() };
        for field in missing {
            let code = match field.as_str() {
                ITEMS => MessageCode::ShipmentWithoutItems,
                WEIGHT => MessageCode::ShipmentWithoutWeight,
                _ => MessageCode::Required,
            };
            problems.push(field, code, Params::new());
        }
        problems
    }

    pub fn push(&mut self, field: &str, code: MessageCode, params: Params) {
        self.errors.push_with(field, code, params.clone());
        self.told.push((code, params));
    }

    /// Whether a price can be calculated without these fields.
    pub fn leave_a_price(&self) -> bool {
        let needed = ["from_country_id", "to_country_id", SERVICE, WEIGHT];
        !self.missing.iter().any(|field| needed.contains(&field.as_str()))
    }

    /// Adds the countries that the company no longer serves.
    pub fn refuse_countries(&mut self, fields: &ShipmentFields, known: &BTreeMap<i16, ServedCountry>) {
        let is_closed = |id: Option<i16>, is_open: fn(&ServedCountry) -> bool| {
            id.and_then(|id| known.get(&id)).is_some_and(|country| !is_open(country))
        };
        let countries = [
            ("from_country_id", is_closed(fields.from_country_id, |country| country.from)),
            ("to_country_id", is_closed(fields.to_country_id, |country| country.to)),
        ];
        for (field, _) in countries.into_iter().filter(|(_, is_closed)| *is_closed) {
            self.push(field, MessageCode::CountryNotServed, Params::new());
        }
    }

    /// Adds the reasons why the service does not take the shipment. `with_prices` is false for a company without price tables:
    /// only the limits count then.
    pub fn refuse(&mut self, refused: &[Refusal], with_prices: bool, reader: Reader) {
        let mut others = Vec::new();
        for refusal in refused {
            let (field, code) = match refusal.code {
                RefusalCode::OverValue => (VALUE, MessageCode::ShipmentAboveValueLimit),
                RefusalCode::OverShipmentWeight | RefusalCode::OverWeight => {
                    (WEIGHT, MessageCode::ShipmentAboveWeightLimit)
                }
                other => {
                    others.push(json!(other));
                    continue;
                }
            };
            let said = |quantity: &Option<Quantity>| json!(quantity.as_ref().map(|one| text(one, reader)));
            let params = Params::from([("max", said(&refusal.limit)), ("value", said(&refusal.value))]);
            self.push(field, code, params);
        }
        if with_prices && !others.is_empty() {
            let params = Params::from([("reasons", Value::Array(others))]);
            self.push(SERVICE, MessageCode::ShipmentWithoutPrice, params);
        }
    }

    /// Returns 409 with all reasons. Its code is that of the first one, or `shipment_incomplete` when fields are missing.
    pub fn into_result(self) -> ApiResult<()> {
        let Some((code, mut params)) = self.told.into_iter().next() else { return Ok(()) };
        let own = [ITEMS, WEIGHT];
        let is_incomplete = self.missing.iter().any(|field| !own.contains(&field.as_str()));
        if !self.missing.is_empty() {
            params.insert("missing", json!(self.missing));
        }
        let code = if is_incomplete { MessageCode::ShipmentIncomplete } else { code };
        Err(ApiError::refused(code).with_params(params).with_errors(self.errors))
    }
}

/// A limit or a value as the user reads it.
fn text(quantity: &Quantity, reader: Reader) -> String {
    match quantity {
        Quantity::Weight(weight) | Quantity::Band(weight) => {
            let grams = weight.in_unit(WeightUnit::Grams).round().to_i32().unwrap_or(i32::MAX);
            figures::weight(grams, reader.weight_unit, reader.language)
        }
        Quantity::Money(money) => {
            let code = money.currency.code();
            let up = money.amount.round_dp_with_strategy(
                money.currency.decimals(),
                rust_decimal::RoundingStrategy::AwayFromZero,
            );
            figures::money(&figures::Money { amount: up, currency: code.to_owned() }, reader.language)
        }
        Quantity::Length(length) => length.value.normalize().to_string(),
        Quantity::Pieces(pieces) => Decimal::from(*pieces).to_string(),
        Quantity::Currencies(from, to) => format!("{} → {}", from.code(), to.code()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rating::measure::Weight;
    use rating::money::{Currency, Money};
    use server_core::http::messages::Language;
    use trade::units::{SizeUnit, WeightUnit as Shown};

    const READER: Reader =
        Reader { language: Language::PtBr, weight_unit: Shown::Kilograms, size_unit: SizeUnit::Centimetres };

    fn code(problems: Problems) -> String {
        problems.into_result().unwrap_err().code().as_str().to_owned()
    }

    #[test]
    fn one_missing_part_has_its_own_message_and_several_fields_are_incomplete() {
        let of = |fields: &[&str]| Problems::of(&fields.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(code(of(&["items"])), "shipment_without_items");
        assert_eq!(code(of(&["declared_weight_g"])), "shipment_without_weight");
        assert_eq!(code(of(&["items", "to_city"])), "shipment_incomplete");
        assert!(!of(&["declared_weight_g"]).leave_a_price() && of(&["items"]).leave_a_price());
        assert!(of(&[]).into_result().is_ok());
    }

    #[test]
    fn a_cent_above_the_limit_is_told_as_such() {
        let dollars = |text: &str| Quantity::Money(Money::exact(text.parse().unwrap(), Currency::DOLLARS));
        let mut problems = Problems::default();
        let over = Refusal::over(RefusalCode::OverValue, dollars("3000"), dollars("3000.0004"));
        problems.refuse(&[over, Refusal::new(RefusalCode::NoTable)], false, READER);
        let error = problems.into_result().unwrap_err();
        assert_eq!(error.code(), MessageCode::ShipmentAboveValueLimit);
        assert_eq!(
            (&error.params()["max"], &error.params()["value"]),
            (&json!("USD 3.000,00"), &json!("USD 3.000,01"))
        );
    }

    #[test]
    fn without_prices_only_limits_count() {
        let kilograms = |value| Quantity::Weight(Weight::new(Decimal::from(value), WeightUnit::Kilograms));
        let refused = [
            Refusal::new(RefusalCode::NoTable),
            Refusal::over(RefusalCode::OverShipmentWeight, kilograms(30), kilograms(31)),
        ];
        let mut problems = Problems::default();
        problems.refuse(&refused[..1], false, READER);
        assert!(problems.into_result().is_ok());
        let mut problems = Problems::default();
        problems.refuse(&refused, true, READER);
        let error = problems.into_result().unwrap_err();
        assert!(error.has(MessageCode::ShipmentWithoutPrice) && error.params()["max"] == "30 kg");
    }
}
