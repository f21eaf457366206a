//! The fee for joining several parcels into one.

use rust_decimal::Decimal;
use trade::money::split;

/// The share of each joined parcel in the fee, by its declared value: the fee is spread as the goods are worth.
pub fn split_fee(fee: Decimal, declared_values: &[Decimal], decimals: u32) -> Vec<Decimal> {
    split(fee, declared_values, decimals)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case_files::{REPACK_FEES, read_rows};
    use serde::Deserialize;

    #[derive(Deserialize)]
    struct Case {
        why: String,
        declared_values_cents: String,
        fee: Decimal,
        shares_cents: String,
    }

    #[test]
    fn the_fee_is_spread_by_value() {
        let to_amounts = |cents: &str| -> Vec<Decimal> {
            cents.split(' ').map(|cents| Decimal::new(cents.parse().unwrap(), 2)).collect()
        };
        for case in read_rows::<Case>(REPACK_FEES) {
            let shares = split_fee(case.fee, &to_amounts(&case.declared_values_cents), 2);
            assert_eq!(shares, to_amounts(&case.shares_cents), "{}", case.why);
        }
    }
}
