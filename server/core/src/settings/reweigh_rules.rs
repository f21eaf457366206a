//! What a company does when a shipment measures otherwise than it was declared.

use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::http::amounts::check_amount;
use crate::http::error::FieldErrors;

/// The tolerance of a re-weighing, and what is charged without asking the client.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReweighRules {
    /// Grams by which the weight of a shipment can differ without a new price.
    #[oai(validator(minimum(value = "0"), maximum(value = "10000")))]
    pub reweigh_tolerance_g: i32,
    /// The same in per cent of the declared weight. The larger of both counts.
    #[oai(validator(minimum(value = "0"), maximum(value = "50")))]
    pub reweigh_tolerance_pct: i16,
    /// Millimetres by which each side of a parcel can differ without a new price.
    #[oai(validator(minimum(value = "0"), maximum(value = "500")))]
    pub reweigh_tolerance_mm: i16,
    /// True when the client gets the difference back if the shipment costs less.
    pub reweigh_gives_back: bool,
    /// The largest difference that is charged without asking, in per cent of the price before.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000")))]
    pub reweigh_auto_pct: i16,
    /// The same as an amount in the company's currency. The smaller of both counts.
    pub reweigh_auto_max: Decimal,
    /// Days for the client to answer. Afterwards the difference is accepted, if the funds suffice.
    #[oai(validator(minimum(value = "1"), maximum(value = "60")))]
    pub reweigh_days: i16,
}

impl Default for ReweighRules {
    fn default() -> Self {
        Self {
            reweigh_tolerance_g: 50,
            reweigh_tolerance_pct: 2,
            reweigh_tolerance_mm: 10,
            reweigh_gives_back: true,
            reweigh_auto_pct: 20,
            reweigh_auto_max: Decimal::from(50),
            reweigh_days: 7,
        }
    }
}

impl ReweighRules {
    /// Reports an amount that is below zero or too large at its field.
    pub fn check(&self, errors: &mut FieldErrors) {
        check_amount(errors, "reweigh_auto_max", Some(self.reweigh_auto_max), None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_neither_below_zero_nor_larger_than_any_price() {
        let is_taken = |amount: Decimal| {
            let mut errors = FieldErrors::default();
            ReweighRules { reweigh_auto_max: amount, ..ReweighRules::default() }.check(&mut errors);
            errors.is_empty()
        };
        assert!(is_taken(Decimal::ZERO) && is_taken(Decimal::from(50)));
        assert!(!is_taken(Decimal::NEGATIVE_ONE) && !is_taken(Decimal::MAX));
    }
}
