//! Amounts of money in a form.

use rust_decimal::Decimal;

use super::error::FieldErrors;
use super::messages::{MessageCode, Params};
use trade::money;

/// Decimals of the price of one unit, and of an amount without a currency.
pub const UNIT_DECIMALS: u32 = 4;

/// Reports an amount that is negative, too large or finer than its currency.
pub fn check_amount(errors: &mut FieldErrors, field: &str, amount: Option<Decimal>, currency: Option<&str>) {
    let decimals = currency.map_or(UNIT_DECIMALS, money::decimals_of);
    let largest = Decimal::from(999_999_999_999_i64);
    match amount {
        Some(amount) if amount.is_sign_negative() => {
            errors.push_with(field, MessageCode::TooSmall, Params::from([("min", 0.into())]));
        }
        Some(amount) if amount > largest => {
            errors.push_with(
                field,
                MessageCode::TooLarge,
                Params::from([("max", largest.to_string().into())]),
            );
        }
        Some(amount) if money::has_too_many_decimals(amount, decimals) => {
            errors.push_with(field, MessageCode::TooManyDecimals, Params::from([("max", decimals.into())]));
        }
        _ => {}
    }
}
