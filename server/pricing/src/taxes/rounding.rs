//! Rounding to the currency, and taxes that a price includes.

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

#[cfg(test)]
mod tests {
    use super::*;

    fn dec(text: &str) -> Decimal {
        text.parse().expect("a decimal")
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
}
