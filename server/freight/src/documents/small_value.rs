//! The limit of a CN 22 in a currency.

use rust_decimal::Decimal;

use server_core::fx::{Rates, SDR};

/// In special drawing rights.
const SMALL_VALUE: i64 = 300;

/// The largest value of a CN 22 in a currency; none without a rate.
pub fn in_currency(rates: &Rates, currency: &str) -> Option<Decimal> {
    let small = Decimal::from(SMALL_VALUE);
    let rate = rates.rate(SDR, currency)?;
    if !rate.is_inverse {
        return small.checked_mul(rate.factor);
    }
    // The rate of the other direction is exact.
    small.checked_div(rates.rate(currency, SDR)?.factor)
}
