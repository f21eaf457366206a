//! Rates in the database.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{ExchangeRate, ExchangeRateInput};
use server_core::record::{ListQuery, Where};

const READING: &str = "
    select id, from_currency, to_currency, rate, valid_from, source, created_at,
           (select u.name from users u where u.id = exchange_rates.created_by) as created_by_name,
           exists (select from exchange_rates later
                   where later.from_currency = exchange_rates.from_currency
                     and later.to_currency = exchange_rates.to_currency
                     and later.valid_from = exchange_rates.valid_from
                     and (later.created_at, later.id) > (exchange_rates.created_at, exchange_rates.id)) as replaced
    from exchange_rates";
const ORDER: &str = "valid_from desc, created_at desc, id desc";
pub const INSERT: &str = "
    insert into exchange_rates (id, from_currency, to_currency, rate, valid_from, source, created_by, created_at)
    select id, from_currency, to_currency, rate, valid_from, source, $7, $8
    from unnest($1::uuid[], $2::text[], $3::text[], $4::numeric[], $5::date[], $6::text[])
         new (id, from_currency, to_currency, rate, valid_from, source)";
/// The rates that apply on the days of a file.
pub const PRESENT: &str = "
    select distinct on (e.from_currency, e.to_currency, e.valid_from)
           e.from_currency, e.to_currency, e.valid_from, e.rate
    from unnest($1::text[], $2::text[], $3::date[]) asked (from_currency, to_currency, valid_from)
    join exchange_rates e using (from_currency, to_currency, valid_from)
    order by e.from_currency, e.to_currency, e.valid_from, e.created_at desc, e.id desc";
pub const UNKNOWN: &str = "
    select code from unnest($1::text[]) code where code not in (select code from ref.currencies)";

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    from_currency: String,
    to_currency: String,
    rate: Decimal,
    valid_from: NaiveDate,
    source: Option<String>,
    created_at: DateTime<Utc>,
    created_by_name: Option<String>,
    replaced: bool,
}

impl From<Row> for ExchangeRate {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            input: ExchangeRateInput {
                from_currency: row.from_currency,
                to_currency: row.to_currency,
                rate: row.rate.normalize(),
                valid_from: row.valid_from,
                source: row.source,
            },
            replaced: row.replaced,
            created_by_name: row.created_by_name,
            created_at: row.created_at,
        }
    }
}

/// A page, and the number of matching rates.
pub async fn page(
    tx: &mut TenantTx,
    filter: &Where,
    asked: &ListQuery,
) -> sqlx::Result<(Vec<ExchangeRate>, i64)> {
    let mut count = QueryBuilder::<Postgres>::new("select count(*) from exchange_rates");
    filter.push(&mut count);
    let total = count.build_query_scalar().fetch_one(&mut **tx).await?;
    let mut page = QueryBuilder::<Postgres>::new(READING);
    filter.push(&mut page);
    asked.push(&mut page, ORDER);
    let rows: Vec<Row> = page.build_query_as().fetch_all(&mut **tx).await?;
    Ok((rows.into_iter().map(ExchangeRate::from).collect(), total))
}

/// Adds rates with these ids.
pub async fn insert(
    tx: &mut TenantTx,
    rates: &[(Uuid, ExchangeRateInput)],
    by: Uuid,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    let column =
        |of: fn(&ExchangeRateInput) -> String| rates.iter().map(|(_, it)| of(it)).collect::<Vec<_>>();
    sqlx::query(INSERT)
        .bind(rates.iter().map(|(id, _)| *id).collect::<Vec<_>>())
        .bind(column(|it| it.from_currency.clone()))
        .bind(column(|it| it.to_currency.clone()))
        .bind(rates.iter().map(|(_, it)| it.rate).collect::<Vec<_>>())
        .bind(rates.iter().map(|(_, it)| it.valid_from).collect::<Vec<_>>())
        .bind(rates.iter().map(|(_, it)| it.source.clone()).collect::<Vec<_>>())
        .bind(by)
        .bind(at)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// A pair of currencies, and a day.
pub type RateKey = (String, String, NaiveDate);

pub fn rate_key(rate: &ExchangeRateInput) -> RateKey {
    (rate.from_currency.clone(), rate.to_currency.clone(), rate.valid_from)
}

/// The rates that apply already on the days of these.
pub async fn present(
    tx: &mut TenantTx,
    rates: &[ExchangeRateInput],
) -> sqlx::Result<HashMap<RateKey, Decimal>> {
    let rows: Vec<(String, String, NaiveDate, Decimal)> = sqlx::query_as(PRESENT)
        .bind(rates.iter().map(|it| it.from_currency.clone()).collect::<Vec<_>>())
        .bind(rates.iter().map(|it| it.to_currency.clone()).collect::<Vec<_>>())
        .bind(rates.iter().map(|it| it.valid_from).collect::<Vec<_>>())
        .fetch_all(&mut **tx)
        .await?;
    Ok(rows.into_iter().map(|(from, to, day, rate)| ((from, to, day), rate.normalize())).collect())
}

/// Those of these codes that are no currencies.
pub async fn unknown(tx: &mut TenantTx, codes: &[String]) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar(UNKNOWN).bind(codes).fetch_all(&mut **tx).await
}
