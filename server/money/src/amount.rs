//! Amounts that people type.

use rust_decimal::Decimal;

use server_core::http::error::FieldErrors;
use server_core::http::messages::{MessageCode, Params};
use trade::money::{decimals_of, has_too_many_decimals, in_currency};

/// Checks an amount above zero, in whole coins of its currency.
pub fn check(field: &str, amount: Decimal, currency: &str, errors: &mut FieldErrors) {
    let decimals = decimals_of(currency);
    if amount <= Decimal::ZERO {
        errors.push(field, MessageCode::MustBePositive);
    } else if has_too_many_decimals(amount, decimals) {
        errors.push_with(field, MessageCode::TooManyDecimals, Params::from([("max", decimals.into())]));
    }
}

/// The amount as it is shown, with the decimals of its currency.
pub fn with_decimals(amount: Decimal, currency: &str) -> Decimal {
    in_currency(amount, Some(currency))
}
