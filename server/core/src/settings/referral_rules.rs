//! The reward of a client for those it sends to the company.

use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::http::error::FieldErrors;
use crate::http::messages::MessageCode;

/// The reward of a client for those it sends to the company: a part of the freight or a fixed amount, for the first shipments.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReferralRules {
    /// Per cent of the freight of a shipment; null for a fixed amount.
    pub percent: Option<Decimal>,
    /// Amount for each shipment in the company's currency; null for a part of the freight.
    pub fixed: Option<Decimal>,
    /// Number of shipments that are rewarded, the first delivered and paid ones.
    #[oai(validator(minimum(value = "1"), maximum(value = "100")))]
    pub first: i16,
    /// The most that one new client brings; null for no limit.
    pub cap: Option<Decimal>,
    /// Days between the delivery of a paid shipment and its reward.
    #[oai(validator(minimum(value = "0"), maximum(value = "90")))]
    pub hold_days: i16,
}

impl Default for ReferralRules {
    fn default() -> Self {
        Self { percent: Some(Decimal::TEN), fixed: None, first: 1, cap: None, hold_days: 14 }
    }
}

impl ReferralRules {
    /// Reports what is wrong at its fields. A rule has a percentage or a fixed amount.
    pub fn check(&self, errors: &mut FieldErrors) {
        let is_positive = |amount: &Option<Decimal>| amount.is_none_or(|amount| amount > Decimal::ZERO);
        for (field, amount) in [("percent", &self.percent), ("fixed", &self.fixed), ("cap", &self.cap)] {
            if !is_positive(amount) {
                errors.push(field, MessageCode::MustBePositive);
            }
        }
        match (self.percent, self.fixed) {
            (None, None) => errors.push("percent", MessageCode::Required),
            (Some(_), Some(_)) => errors.push("fixed", MessageCode::Invalid),
            (Some(percent), None) if percent > Decimal::ONE_HUNDRED => {
                errors.push("percent", MessageCode::Invalid);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_has_a_percentage_or_an_amount() {
        let problems = |percent: Option<i64>, fixed: Option<i64>| {
            let mut errors = FieldErrors::default();
            let [percent, fixed] = [percent, fixed].map(|amount| amount.map(Decimal::from));
            ReferralRules { percent, fixed, ..ReferralRules::default() }.check(&mut errors);
            errors.len()
        };
        assert_eq!((problems(Some(10), None), problems(None, Some(5))), (0, 0));
        for (percent, fixed) in [(None, None), (Some(10), Some(5)), (Some(101), None), (Some(0), None)] {
            assert_eq!(problems(percent, fixed), 1, "{percent:?} {fixed:?}");
        }
    }
}
