//! Rates of exchange for a quote.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use tenancy::TenantTx;

use crate::freight::rating::fx::{ExchangeRate, Fx};
use crate::freight::rating::money::Currency;
use crate::fx::Rates;
use crate::http::error::ApiResult;

/// The rates between these currencies on a day, each in the direction of its row: the other one divides by it. One currency
/// needs none.
pub async fn rates(tx: &mut TenantTx, currencies: &[Currency], on: NaiveDate) -> ApiResult<Fx> {
    let currencies: BTreeMap<&str, Currency> = currencies.iter().map(|one| (one.code(), *one)).collect();
    if currencies.len() < 2 {
        return Ok(Fx::default());
    }
    let codes: Vec<&str> = currencies.keys().copied().collect();
    let known = Rates::read(tx, &codes, on).await?;
    let pairs = currencies.values().flat_map(|from| currencies.values().map(move |to| (*from, *to)));
    let rate = |(from, to): (Currency, Currency)| {
        let found = known.rate(from.code(), to.code()).filter(|rate| from != to && !rate.is_inverse)?;
        Some(ExchangeRate { from, to, rate: found.factor.normalize(), day: found.valid_from })
    };
    Ok(Fx { rates: pairs.filter_map(rate).collect(), spread_pct: None })
}
