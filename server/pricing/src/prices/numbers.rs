//! Numbers of price tables: weights, amounts and percentages.

use rust_decimal::Decimal;
use serde_json::json;

use server_core::http::error::FieldErrors;
use server_core::http::messages::{MessageCode, Params};

/// 1 000 000 000: products of numbers up to this stay within a decimal.
const MAX: Decimal = Decimal::from_parts(1_000_000_000, 0, 0, false, 0);
const MAX_DECIMALS: u32 = 6;

/// Without zeros at the end, so that equal numbers are equal texts.
pub fn tidy(number: Option<Decimal>) -> Option<Decimal> {
    number.map(|number| number.normalize())
}

/// The problem with an amount, a weight or a percentage: negative, too large, or too fine to be stored.
pub fn problem(number: Decimal) -> Option<(MessageCode, Params)> {
    if number < Decimal::ZERO {
        Some((MessageCode::TooSmall, Params::from([("min", json!(0))])))
    } else if number > MAX {
        Some((MessageCode::TooLarge, Params::from([("max", json!(1_000_000_000))])))
    } else if number.normalize().scale() > MAX_DECIMALS {
        Some((MessageCode::TooManyDecimals, Params::from([("max", json!(MAX_DECIMALS))])))
    } else {
        None
    }
}

/// A number of a form from 0.
pub fn within(field: &str, number: Option<Decimal>, errors: &mut FieldErrors) -> Option<Decimal> {
    if let Some((code, params)) = number.and_then(problem) {
        errors.push_with(field, code, params);
    }
    tidy(number)
}

/// A number of a form above 0.
pub fn positive(field: &str, number: Option<Decimal>, errors: &mut FieldErrors) -> Option<Decimal> {
    if number.is_some_and(|number| number.is_zero()) {
        errors.push(field, MessageCode::MustBePositive);
    }
    within(field, number, errors)
}
