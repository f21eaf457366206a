//! Decimals of amounts in their currency, and exact splits.

use rust_decimal::{Decimal, RoundingStrategy};

use crate::wire_name;

pub use super::countries::decimals_of;

wire_name! {
    /// Kind of an account at a bank of the United States.
    BankAccountType { Checking = "checking", Savings = "savings" }
}

/// Decimals of amounts without a currency.
const USUAL_DECIMALS: u32 = 2;
/// A number with more decimals than this is calculated, not written by a person.
const MAX_WRITTEN_DECIMALS: u32 = 4;

/// The amount with as many decimals as its currency has. More are kept.
pub fn in_currency(amount: Decimal, currency: Option<&str>) -> Decimal {
    let mut amount = amount.normalize();
    let decimals = currency.map_or(USUAL_DECIMALS, decimals_of);
    if amount.scale() < decimals {
        amount.rescale(decimals);
    }
    amount
}

/// The amount in whole coins of its currency; half a coin counts as one.
pub fn round_to_coins(amount: Decimal, currency: Option<&str>) -> Decimal {
    let decimals = currency.map_or(USUAL_DECIMALS, decimals_of);
    amount.round_dp_with_strategy(decimals, RoundingStrategy::MidpointAwayFromZero)
}

/// Whether an amount is finer than the smallest coin of its currency.
pub fn has_too_many_decimals(amount: Decimal, decimals: u32) -> bool {
    amount.normalize().scale() > decimals
}

/// Whether a person wrote all these decimals. A spreadsheet that divides writes more, and means a rounded amount.
pub fn is_written(amount: Decimal) -> bool {
    amount.normalize().scale() <= MAX_WRITTEN_DECIMALS
}

/// Splits an amount in proportion to weights, by the largest remainder, so that the parts add up to the amount.
///
/// Equal remainders go to the first parts. Weights below zero count as zero; without any weight the parts are equal.
/// Returns no parts for no weights.
pub fn split(amount: Decimal, weights: &[Decimal], decimals: u32) -> Vec<Decimal> {
    let mut weights: Vec<Decimal> = weights.iter().map(|weight| (*weight).max(Decimal::ZERO)).collect();
    if weights.iter().all(Decimal::is_zero) {
        weights.fill(Decimal::ONE);
    }
    let total: Decimal = weights.iter().sum();
    let mut rounded = amount.round_dp_with_strategy(decimals, RoundingStrategy::MidpointAwayFromZero);
    rounded.rescale(decimals);
    // In whole coins, whose remainders are exact: quotients that differ in their last digit would not be equal.
    let coins = Decimal::from_i128_with_scale(rounded.mantissa().abs(), 0);
    let remainders: Vec<Decimal> = weights.iter().map(|weight| coins * weight % total).collect();
    let mut parts: Vec<Decimal> =
        weights.iter().zip(&remainders).map(|(weight, rest)| (coins * weight - rest) / total).collect();
    let mut left = coins - parts.iter().sum::<Decimal>();
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|index| std::cmp::Reverse(remainders[*index]));
    for index in order {
        if left.is_zero() {
            break;
        }
        parts[index] += Decimal::ONE;
        left -= Decimal::ONE;
    }
    let sign = if amount.is_sign_negative() { -1 } else { 1 };
    parts
        .into_iter()
        .map(|part| Decimal::from_i128_with_scale(part.trunc().mantissa() * sign, decimals))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn amount(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn half_a_coin_counts_as_one() {
        for (text, currency, coins) in [
            ("10.005", Some("BRL"), "10.01"),
            ("0.995", None, "1"),
            ("2.5", Some("JPY"), "3"),
            ("-10.005", Some("BRL"), "-10.01"),
            ("10.0049", Some("BRL"), "10"),
        ] {
            assert_eq!(round_to_coins(amount(text), currency), amount(coins), "{text}");
        }
    }

    #[test]
    fn an_amount_has_the_decimals_of_its_currency() {
        for (text, currency, shown) in [
            ("1500.0000", Some("JPY"), "1500"),
            ("12.3450", Some("KWD"), "12.345"),
            ("12.5", Some("USD"), "12.50"),
            ("12.5", None, "12.50"),
            ("12.3456", Some("USD"), "12.3456"),
        ] {
            assert_eq!(in_currency(amount(text), currency).to_string(), shown);
        }
        assert!(has_too_many_decimals(amount("1500.55"), 0) && !has_too_many_decimals(amount("1500.00"), 0));
        assert!(is_written(amount("33.3333")) && !is_written(amount("33.33333")));
    }

    fn parts(text: &str, weights: &[i64], decimals: u32) -> String {
        let weights: Vec<Decimal> = weights.iter().copied().map(Decimal::from).collect();
        let parts = split(amount(text), &weights, decimals);
        parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn parts_add_up_to_the_amount() {
        assert_eq!(parts("100.00", &[1, 1, 1], 2), "33.34 33.33 33.33");
        assert_eq!(parts("100", &[1, 1, 1], 0), "34 33 33");
        assert_eq!(parts("10", &[0, 0], 2), "5.00 5.00");
        assert_eq!(parts("10", &[], 2), "");
    }

    #[test]
    fn of_equal_remainders_the_first_part_gets_the_coin() {
        // A third of a coin and four thirds of one: both have a third left over.
        assert_eq!(parts("0.02", &[4, 1, 1], 2), "0.02 0.00 0.00");
        assert_eq!(parts("0.02", &[1, 4, 1], 2), "0.01 0.01 0.00");
    }

    proptest! {
        #[test]
        fn a_split_loses_nothing(
            cents in -1_000_000_i64..1_000_000, decimals in 0_u32..4, weights in prop::collection::vec(0_i64..1_000, 1..12),
        ) {
            let amount = Decimal::new(cents, decimals);
            let weights: Vec<Decimal> = weights.into_iter().map(Decimal::from).collect();
            let parts = split(amount, &weights, decimals);
            prop_assert_eq!(parts.iter().sum::<Decimal>(), amount);
            prop_assert!(parts.iter().all(|part| part.is_zero() || part.is_sign_negative() == amount.is_sign_negative()));
        }
    }
}
