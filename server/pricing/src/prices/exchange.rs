//! Rates of exchange for a quote.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use tenancy::TenantTx;
use uuid::Uuid;

use rating::fx::{ExchangeRate, Fx};
use rating::money::Currency;
use server_core::fx::Rates;
use server_core::http::error::ApiResult;
use trade::countries::{decimals_of, is_currency};

/// A currency by its code; none for an unknown one.
pub fn currency(code: &str) -> Option<Currency> {
    is_currency(code).then(|| Currency::new(code, decimals_of(code))).flatten()
}

/// The rates between these currencies on a day, each in the direction of its row: the other one divides by it. One currency
/// needs none.
pub async fn rates(tx: &mut TenantTx, currencies: &[Currency], on: NaiveDate) -> ApiResult<Fx> {
    Ok(rates_and_rows(tx, currencies, on).await?.0)
}

/// The same, with the ids of the rows behind them.
pub async fn rates_and_rows(
    tx: &mut TenantTx,
    currencies: &[Currency],
    on: NaiveDate,
) -> ApiResult<(Fx, BTreeSet<Uuid>)> {
    let currencies: BTreeMap<&str, Currency> = currencies.iter().map(|one| (one.code(), *one)).collect();
    if currencies.len() < 2 {
        return Ok((Fx::default(), BTreeSet::new()));
    }
    let codes: Vec<&str> = currencies.keys().copied().collect();
    let known = Rates::load(tx, &codes, on).await?;
    let pairs = currencies.values().flat_map(|from| currencies.values().map(move |to| (*from, *to)));
    let mut rows = BTreeSet::new();
    let mut rate = |from: Currency, to: Currency| {
        let found = known.rate(from.code(), to.code()).filter(|rate| from != to && !rate.is_inverse)?;
        rows.extend(found.rows);
        Some(ExchangeRate { from, to, rate: found.factor.normalize(), day: found.valid_from })
    };
    let rates = pairs.filter_map(|(from, to)| rate(from, to)).collect();
    Ok((Fx { rates, spread_pct: None }, rows))
}
