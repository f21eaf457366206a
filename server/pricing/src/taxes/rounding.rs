//! TaxRounding to the currency, exact splits, and taxes that a price includes.

use rust_decimal::{Decimal, RoundingStrategy};

use trade::wire_name;

wire_name! {
    /// How an authority rounds a tax to the smallest coin.
    TaxRounding {
        /// Half away from zero, the usual rule.
        HalfUp = "half_up",
        /// Toward zero.
        Down = "down",
        /// Away from zero.
        Up = "up",
    }
}

impl TaxRounding {
    /// The amount with exactly `decimals` decimals.
    pub fn round(self, amount: Decimal, decimals: u32) -> Decimal {
        let strategy = match self {
            Self::HalfUp => RoundingStrategy::MidpointAwayFromZero,
            Self::Down => RoundingStrategy::ToZero,
            Self::Up => RoundingStrategy::AwayFromZero,
        };
        let mut rounded = amount.round_dp_with_strategy(decimals, strategy);
        rounded.rescale(decimals);
        rounded
    }
}

/// Splits an amount in proportion to weights, by the largest remainder, so that the parts add up to the amount.
///
/// Equal remainders go to the first parts. Weights below zero count as zero; without any weight the parts are equal.
/// Returns no parts for no weights.
pub fn split(amount: Decimal, weights: &[Decimal], decimals: u32) -> Vec<Decimal> {
    if weights.is_empty() {
        return Vec::new();
    }
    let mut weights: Vec<Decimal> = weights.iter().map(|weight| (*weight).max(Decimal::ZERO)).collect();
    let mut total: Decimal = weights.iter().sum();
    if total.is_zero() {
        weights.fill(Decimal::ONE);
        total = Decimal::from(weights.len());
    }
    let exact: Vec<Decimal> = weights.iter().map(|weight| amount * *weight / total).collect();
    let mut parts: Vec<Decimal> = exact.iter().map(|part| TaxRounding::Down.round(*part, decimals)).collect();
    let coin = Decimal::new(1, decimals);
    let unit = if amount.is_sign_negative() { -coin } else { coin };
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|index| std::cmp::Reverse((exact[*index] - parts[*index]).abs()));
    let mut left = TaxRounding::HalfUp.round(amount, decimals) - parts.iter().sum::<Decimal>();
    for index in order.into_iter().cycle() {
        if left.is_zero() {
            break;
        }
        parts[index] += unit;
        left -= unit;
    }
    parts
}

/// A price that includes a tax, in its two parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IncludedTax {
    pub net: Decimal,
    pub tax: Decimal,
}

/// The tax inside a gross price. The net price is rounded and the tax is the rest, so that both add up to the price.
pub fn tax_included(gross: Decimal, rate: Decimal, decimals: u32) -> IncludedTax {
    let net = TaxRounding::HalfUp.round(gross / (Decimal::ONE + rate), decimals);
    IncludedTax { net, tax: TaxRounding::HalfUp.round(gross, decimals) - net }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn dec(text: &str) -> Decimal {
        text.parse().expect("a decimal")
    }

    fn parts(amount: &str, count: usize, decimals: u32) -> String {
        let parts = split(dec(amount), &vec![Decimal::ONE; count], decimals);
        parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn half_a_coin_is_rounded_away_from_zero() {
        for (amount, decimals, rounded) in [
            ("815.955", 2, "815.96"),
            ("-815.955", 2, "-815.96"),
            ("3.798", 2, "3.80"),
            ("1000.005", 3, "1000.005"),
            ("1449.5", 0, "1450"),
            ("7", 2, "7.00"),
        ] {
            assert_eq!(TaxRounding::HalfUp.round(dec(amount), decimals).to_string(), rounded);
        }
        assert_eq!(TaxRounding::Down.round(dec("2.999"), 2).to_string(), "2.99");
        assert_eq!(TaxRounding::Up.round(dec("2.991"), 2).to_string(), "3.00");
    }

    #[test]
    fn tax_is_rounded_per_line() {
        let (price, rate) = (dec("3.60"), dec("1.055"));
        assert_eq!(TaxRounding::HalfUp.round(price * Decimal::TEN * rate, 2).to_string(), "37.98");
        assert_eq!((TaxRounding::HalfUp.round(price * rate, 2) * Decimal::TEN).to_string(), "38.00");
    }

    #[test]
    fn parts_add_up_to_the_amount() {
        assert_eq!(parts("100.00", 3, 2), "33.34 33.33 33.33");
        assert_eq!(parts("-0.01", 3, 2), "-0.01 0.00 0.00");
        assert_eq!(parts("100", 3, 0), "34 33 33");
        assert_eq!(split(dec("10"), &[Decimal::ZERO; 2], 2), [dec("5.00"), dec("5.00")]);
        assert!(split(dec("10"), &[], 2).is_empty());
    }

    #[test]
    fn tax_inside_a_price_adds_up_to_the_price() {
        let lines = ["90.00", "55.00"].map(|gross| tax_included(dec(gross), dec("0.05"), 2));
        assert_eq!(lines.map(|line| line.net.to_string()), ["85.71", "52.38"]);
        assert_eq!(lines.map(|line| line.tax.to_string()), ["4.29", "2.62"]);
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
