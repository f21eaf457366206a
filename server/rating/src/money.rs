//! Amounts of money, rounded to the coins of their currency.

use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Serialize, Serializer};

const HUNDRED: Decimal = Decimal::ONE_HUNDRED;

/// A currency with the number of decimals of its amounts (ISO 4217 exponent): JPY 0, USD 2, BHD 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Currency {
    code: [u8; 3],
    decimals: u8,
}

impl Currency {
    /// No currency of ISO 4217 has more decimals.
    pub const MAX_DECIMALS: u32 = 4;
    pub const DOLLARS: Self = Self { code: *b"USD", decimals: 2 };

    /// `None` unless the code has three capital letters and the currency at most four decimals.
    pub fn new(code: &str, decimals: u32) -> Option<Self> {
        let code: [u8; 3] = code.as_bytes().try_into().ok()?;
        let is_code = code.iter().all(u8::is_ascii_uppercase);
        let decimals = u8::try_from(decimals.min(Self::MAX_DECIMALS + 1)).ok()?;
        (is_code && u32::from(decimals) <= Self::MAX_DECIMALS).then_some(Self { code, decimals })
    }

    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.code).unwrap_or_default()
    }

    pub fn decimals(self) -> u32 {
        self.decimals.into()
    }

    /// The amount in whole coins. A half coin is rounded away from zero, so a credit equals the amount that it credits.
    pub fn round(self, amount: Decimal) -> Decimal {
        let mut rounded =
            amount.round_dp_with_strategy(self.decimals(), RoundingStrategy::MidpointAwayFromZero);
        rounded.rescale(self.decimals());
        rounded
    }

    /// Whether the amount has a part smaller than the currency's smallest coin.
    pub fn is_finer(self, amount: Decimal) -> bool {
        amount.normalize().scale() > self.decimals()
    }

    fn coin(self) -> Decimal {
        Decimal::new(1, self.decimals())
    }
}

impl Serialize for Currency {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

/// A currency with its decimals, as code and number, so that stored prices keep them.
pub mod with_decimals {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Currency;

    pub fn serialize<S: Serializer>(currency: &Currency, serializer: S) -> Result<S::Ok, S::Error> {
        (currency.code(), currency.decimals()).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Currency, D::Error> {
        let (code, decimals): (String, u32) = Deserialize::deserialize(deserializer)?;
        Currency::new(&code, decimals).ok_or_else(|| D::Error::custom("no currency"))
    }
}

/// An amount of a currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Money {
    pub amount: Decimal,
    pub currency: Currency,
}

impl Money {
    /// The amount as it is, also with parts of a coin.
    pub fn exact(amount: Decimal, currency: Currency) -> Self {
        Self { amount, currency }
    }

    /// The amount rounded half-up to whole coins.
    pub fn round(amount: Decimal, currency: Currency) -> Self {
        Self { amount: currency.round(amount), currency }
    }

    /// A percentage of the amount, rounded: 5.5 % of 3.60 is 0.20.
    pub fn percent(self, percent: Decimal) -> Self {
        Self::round(percent_of(percent, self.amount), self.currency)
    }

    /// Net amount and tax of a gross amount that includes the tax: 90.00 with 5 % is 85.71 and 4.29. Both add up to the
    /// gross amount.
    pub fn without_included_tax(self, percent: Decimal) -> (Self, Self) {
        let divisor = HUNDRED + percent;
        let tax = if divisor.is_zero() { Decimal::ZERO } else { self.amount * percent / divisor };
        let tax = Self::round(tax, self.currency);
        (Self::exact(self.amount - tax.amount, self.currency), tax)
    }

    /// Shares of equal size, which add up to the amount. The first shares have the coins that are left over.
    pub fn split(self, shares: usize) -> Vec<Self> {
        self.split_by(&vec![Decimal::ONE; shares])
    }

    /// Shares in proportion to the weights, which add up to the amount. Each share is cut to whole coins; the coins that
    /// are left over go to the largest remainders, then to the first shares. The amount is rounded before. Without a
    /// positive sum of weights the shares are equal.
    pub fn split_by(self, weights: &[Decimal]) -> Vec<Self> {
        let sum: Decimal = weights.iter().sum();
        if weights.is_empty() {
            return Vec::new();
        }
        if sum <= Decimal::ZERO {
            return self.split(weights.len());
        }
        let coin = self.currency.coin();
        let coins = self.currency.round(self.amount) / coin;
        let quotas: Vec<Decimal> = weights.iter().map(|weight| coins * *weight / sum).collect();
        let mut shares: Vec<Decimal> = quotas.iter().map(Decimal::trunc).collect();
        let mut order: Vec<usize> = (0..quotas.len()).collect();
        order.sort_by_key(|index| std::cmp::Reverse((quotas[*index] - shares[*index]).abs()));
        let left = coins - shares.iter().sum::<Decimal>();
        let unit = if left.is_sign_negative() { -Decimal::ONE } else { Decimal::ONE };
        let mut given = Decimal::ZERO;
        for index in order.into_iter().cycle() {
            if given == left {
                break;
            }
            shares[index] += unit;
            given += unit;
        }
        shares.into_iter().map(|share| Self::round(share * coin, self.currency)).collect()
    }
}

/// The unrounded percentage of an amount; the largest number if it would overflow.
pub fn percent_of(percent: Decimal, amount: Decimal) -> Decimal {
    let Some(mut product) = percent.checked_mul(amount) else { return Decimal::MAX };
    // Shifting the point is exact and quicker than a division.
    if product.scale() <= Decimal::MAX_SCALE - 2 && product.set_scale(product.scale() + 2).is_ok() {
        product
    } else {
        product / HUNDRED
    }
}
