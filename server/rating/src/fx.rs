//! Rates of exchange on one day.

use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde::Serialize;

use super::money::{Currency, Money};

/// One unit of `from` is `rate` units of `to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ExchangeRate {
    pub from: Currency,
    pub to: Currency,
    pub rate: Decimal,
    /// The day of the row, which may be before the day of the quote.
    pub day: NaiveDate,
}

/// The rates that a quote uses. They are chosen by its date before.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fx {
    pub rates: Vec<ExchangeRate>,
    /// The tenant's charge for the exchange, in percent, shown as a line of its own.
    pub spread_pct: Option<Decimal>,
}

impl Fx {
    /// 0.000 000 001. Rates outside these two limits are errors, and could overflow a calculation.
    const MIN_RATE: Decimal = Decimal::from_parts(1, 0, 0, false, 9);
    /// 1 000 000 000.
    const MAX_RATE: Decimal = Decimal::from_parts(1_000_000_000, 0, 0, false, 0);

    /// The rate between two currencies; `None` if there is no row for them. The inverse row is used where the direct one
    /// is missing; two rows are never chained.
    pub fn rate(&self, from: Currency, to: Currency) -> Option<Exchange> {
        let is_usable = |row: &&ExchangeRate| (Self::MIN_RATE..=Self::MAX_RATE).contains(&row.rate);
        let find =
            |from, to| self.rates.iter().filter(is_usable).find(|row| row.from == from && row.to == to);
        if from == to {
            return Some(Exchange { to, row: None, is_inverse: false });
        }
        let direct = find(from, to).map(|row| (row, false));
        let (row, is_inverse) = direct.or_else(|| find(to, from).map(|row| (row, true)))?;
        Some(Exchange { to, row: Some(*row), is_inverse })
    }

    /// The exact value in another currency.
    pub fn convert(&self, money: Money, to: Currency) -> Option<Decimal> {
        Some(self.rate(money.currency, to)?.exact(money.amount))
    }
}

/// A conversion into a currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Exchange {
    pub to: Currency,
    /// The row that is used; `None` within one currency.
    pub row: Option<ExchangeRate>,
    /// Whether the row is for the other direction, so that amounts are divided by its rate.
    pub is_inverse: bool,
}

impl Exchange {
    pub fn exact(&self, amount: Decimal) -> Decimal {
        match self.row {
            None => amount,
            Some(row) if self.is_inverse => amount / row.rate,
            Some(row) => amount * row.rate,
        }
    }

    /// The amount in whole coins of the target currency.
    pub fn round(&self, amount: Decimal) -> Money {
        Money::round(self.exact(amount), self.to)
    }
}

/// The percentage that a carrier adds to freight from a day on, until the next row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct FuelRate {
    pub valid_from: NaiveDate,
    pub pct: Decimal,
}

impl FuelRate {
    /// The latest row on or before the day.
    pub fn on(rows: &[Self], day: NaiveDate) -> Option<&Self> {
        rows.iter().filter(|row| row.valid_from <= day).max_by_key(|row| row.valid_from)
    }
}
