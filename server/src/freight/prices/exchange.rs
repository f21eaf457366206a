//! Rates of exchange for a quote.

use chrono::NaiveDate;
use rust_decimal::Decimal;
use tenancy::TenantTx;

use crate::freight::rating::fx::{ExchangeRate, Fx};
use crate::freight::rating::money::Currency;
use crate::http::error::ApiResult;

/// The last rate of each pair on or before a day.
pub const RATES: &str = "
    select distinct on (from_currency, to_currency) from_currency, to_currency, rate, valid_from
    from exchange_rates
    where from_currency = any($1) and to_currency = any($1) and valid_from <= $2
    order by from_currency, to_currency, valid_from desc, created_at desc, id desc";

/// The rates between these currencies on a day. One currency needs none.
pub async fn rates(tx: &mut TenantTx, currencies: &[Currency], on: NaiveDate) -> ApiResult<Fx> {
    let mut codes: Vec<&str> = currencies.iter().map(Currency::code).collect();
    codes.sort_unstable();
    codes.dedup();
    if codes.len() < 2 {
        return Ok(Fx::default());
    }
    let rows: Vec<(String, String, Decimal, NaiveDate)> =
        sqlx::query_as(RATES).bind(&codes).bind(on).fetch_all(&mut **tx).await?;
    let known = |code: &str| currencies.iter().copied().find(|currency| currency.code() == code);
    let rate = |(from, to, rate, day): (String, String, Decimal, NaiveDate)| {
        Some(ExchangeRate { from: known(&from)?, to: known(&to)?, rate: rate.normalize(), day })
    };
    Ok(Fx { rates: rows.into_iter().filter_map(rate).collect(), spread_pct: None })
}
