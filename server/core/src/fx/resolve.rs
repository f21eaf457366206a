//! The way from one currency to another. Pure.

use chrono::NaiveDate;
use rust_decimal::{Decimal, RoundingStrategy};
use uuid::Uuid;

use trade::money::decimals_of;

/// A row of the company's rates.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Row {
    pub id: Uuid,
    pub from_currency: String,
    pub to_currency: String,
    pub rate: Decimal,
    pub valid_from: NaiveDate,
}

/// A rate of exchange, and the rows behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rate {
    /// One unit of the first currency in the second.
    pub factor: Decimal,
    /// True when the row is for the other direction: its own rate divides without a loss, the factor is rounded.
    pub is_inverse: bool,
    /// The oldest day among the rows.
    pub valid_from: NaiveDate,
    /// Ids of the rows, none for the same currency: they never change, so that a result can be explained later.
    pub rows: Vec<Uuid>,
}

impl Rate {
    /// A currency in itself.
    pub fn same(on: NaiveDate) -> Self {
        Self { factor: Decimal::ONE, is_inverse: false, valid_from: on, rows: Vec::new() }
    }

    /// The amount in the second currency, rounded half up to its decimals.
    pub fn convert(&self, amount: Decimal, to: &str) -> Decimal {
        (amount * self.factor).round_dp_with_strategy(decimals_of(to), RoundingStrategy::MidpointAwayFromZero)
    }
}

/// The direct way, or else the one through the base currency. `rows` has the newest row of each pair.
pub fn resolve(rows: &[Row], from: &str, to: &str, base: &str) -> Option<Rate> {
    find_direct_rate(rows, from, to).or_else(|| {
        let (first, second) = (find_direct_rate(rows, from, base)?, find_direct_rate(rows, base, to)?);
        Some(Rate {
            factor: first.factor.checked_mul(second.factor)?,
            is_inverse: false,
            valid_from: first.valid_from.min(second.valid_from),
            rows: [first.rows, second.rows].concat(),
        })
    })
}

/// The newer one of the pair and its inverse; the pair itself if both are of the same day.
fn find_direct_rate(rows: &[Row], from: &str, to: &str) -> Option<Rate> {
    let row =
        |from: &str, to: &str| rows.iter().find(|row| row.from_currency == from && row.to_currency == to);
    let rate = |row: &Row, factor, is_inverse| Rate {
        factor,
        is_inverse,
        valid_from: row.valid_from,
        rows: vec![row.id],
    };
    match (row(from, to), row(to, from)) {
        (Some(exact), inverse) if inverse.is_none_or(|it| it.valid_from <= exact.valid_from) => {
            Some(rate(exact, exact.rate, false))
        }
        (_, Some(inverse)) => Some(rate(inverse, Decimal::ONE.checked_div(inverse.rate)?, true)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(pair: &str, rate: &str, day: &str) -> Row {
        let (from, to) = pair.split_once('>').unwrap();
        Row {
            id: Uuid::now_v7(),
            from_currency: from.into(),
            to_currency: to.into(),
            rate: rate.parse().unwrap(),
            valid_from: day.parse().unwrap(),
        }
    }

    fn factor(rows: &[Row], from: &str, to: &str) -> Option<String> {
        resolve(rows, from, to, "BRL").map(|rate| rate.factor.round_dp(8).normalize().to_string())
    }

    #[test]
    fn the_pair_itself_comes_before_its_inverse_of_the_same_day() {
        let rows = [row("USD>BRL", "5.4", "2026-05-01"), row("BRL>USD", "0.2", "2026-05-01")];
        assert_eq!(factor(&rows, "USD", "BRL").as_deref(), Some("5.4"));
        assert_eq!(factor(&rows[1..], "USD", "BRL").as_deref(), Some("5"));
    }

    #[test]
    fn a_newer_inverse_comes_before_an_old_pair() {
        let rows = [row("USD>BRL", "5.4", "2025-05-01"), row("BRL>USD", "0.2", "2026-05-01")];
        assert_eq!(factor(&rows, "USD", "BRL").as_deref(), Some("5"));
    }

    #[test]
    fn other_pairs_go_through_the_companys_currency() {
        let rows = [row("XDR>BRL", "7.2", "2026-05-01"), row("USD>BRL", "5.4", "2026-04-01")];
        assert_eq!(factor(&rows, "XDR", "USD").as_deref(), Some("1.33333333"));
        let rate = resolve(&rows, "XDR", "USD", "BRL").unwrap();
        assert_eq!((rate.valid_from, rate.rows.len()), ("2026-04-01".parse().unwrap(), 2));
        assert_eq!(factor(&rows, "XDR", "EUR"), None);
    }

    #[test]
    fn amounts_are_rounded_half_up_to_the_currency() {
        let of = |factor: &str| Rate {
            factor: factor.parse().unwrap(),
            is_inverse: false,
            valid_from: NaiveDate::MIN,
            rows: Vec::new(),
        };
        assert_eq!(of("1").convert("10.005".parse().unwrap(), "USD").to_string(), "10.01");
        assert_eq!(of("149.5").convert("1".parse().unwrap(), "JPY").to_string(), "150");
        assert_eq!(Rate::same(NaiveDate::MIN).convert("2.5".parse().unwrap(), "KWD").to_string(), "2.5");
    }
}
