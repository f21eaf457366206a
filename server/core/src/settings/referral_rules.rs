//! The reward of a client for those it sends to the company.

use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::http::error::FieldErrors;
use crate::http::messages::{MessageCode, Params};
use trade::money::{decimals_of, has_too_many_decimals};

/// The most that a reward, or all of one client, can be.
const MAX_AMOUNT: Decimal = Decimal::from_parts(1_000_000_000, 0, 0, false, 0);
const PERCENT_DECIMALS: u32 = 2;

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
    /// The rule with its numbers as short as they can be. Reports what is wrong at its fields: a rule has a percentage or a
    /// fixed amount, and amounts are whole coins of `currency`.
    pub fn check(self, currency: &str, errors: &mut FieldErrors) -> Self {
        let coins = decimals_of(currency);
        check_number("percent", self.percent, Decimal::ONE_HUNDRED, PERCENT_DECIMALS, errors);
        check_number("fixed", self.fixed, MAX_AMOUNT, coins, errors);
        check_number("cap", self.cap, MAX_AMOUNT, coins, errors);
        match (self.percent, self.fixed) {
            (None, None) => errors.push("percent", MessageCode::Required),
            (Some(_), Some(_)) => errors.push("fixed", MessageCode::Invalid),
            _ => {}
        }
        let short = |number: Option<Decimal>| number.map(|number| number.normalize());
        Self { percent: short(self.percent), fixed: short(self.fixed), cap: short(self.cap), ..self }
    }
}

/// Reports a number that is not above zero, too large, or too fine.
fn check_number(field: &str, number: Option<Decimal>, max: Decimal, decimals: u32, errors: &mut FieldErrors) {
    let Some(number) = number else { return };
    if number <= Decimal::ZERO {
        errors.push(field, MessageCode::MustBePositive);
    } else if number > max {
        let params = Params::from([("max", max.to_string().into())]);
        errors.push_with(field, MessageCode::TooLarge, params);
    } else if has_too_many_decimals(number, decimals) {
        errors.push_with(field, MessageCode::TooManyDecimals, Params::from([("max", decimals.into())]));
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
            ReferralRules { percent, fixed, ..ReferralRules::default() }.check("BRL", &mut errors);
            errors.len()
        };
        assert_eq!((problems(Some(10), None), problems(None, Some(5))), (0, 0));
        for (percent, fixed) in [(None, None), (Some(10), Some(5)), (Some(101), None), (Some(0), None)] {
            assert_eq!(problems(percent, fixed), 1, "{percent:?} {fixed:?}");
        }
    }

    #[test]
    fn amounts_are_whole_coins_that_the_ledger_can_hold() {
        let of = |text: &str| Some(text.parse::<Decimal>().unwrap());
        let rule = |fixed, cap| ReferralRules { percent: None, fixed, cap, ..ReferralRules::default() };
        let check = |rule: ReferralRules, currency| {
            let mut errors = FieldErrors::default();
            (rule.check(currency, &mut errors), errors.len())
        };
        let (short, problems) = check(rule(of("15.50"), of("40.00")), "BRL");
        let texts = [short.fixed, short.cap].map(|amount| amount.unwrap().to_string());
        assert_eq!((texts, problems), (["15.5".to_owned(), "40".to_owned()], 0));
        for (fixed, cap, currency) in [
            (of("0.001"), None, "BRL"),
            (of("1.5"), None, "JPY"),
            (of("1"), of("79228162514264337593543950335"), "BRL"),
        ] {
            assert_eq!(check(rule(fixed, cap), currency).1, 1, "{fixed:?} {cap:?} {currency}");
        }
    }
}
