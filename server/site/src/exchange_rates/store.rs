//! Rates in the database.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{ExchangeRate, ExchangeRateInput};
use access::user_name;
use server_core::record::{ListQuery, Where};

const SELECT: &str = concat!(
    "
    select id, from_currency, to_currency, rate, valid_from, source, created_at, ",
    user_name!("exchange_rates.created_by"),
    " as created_by_name,
           exists (select from exchange_rates later
                   where later.from_currency = exchange_rates.from_currency
                     and later.to_currency = exchange_rates.to_currency
                     and later.valid_from = exchange_rates.valid_from
                     and (later.created_at, later.id) > (exchange_rates.created_at, exchange_rates.id)) as replaced
    from exchange_rates"
);
const ORDER: &str = "valid_from desc, created_at desc, id desc";
pub const INSERT: &str = "
    insert into exchange_rates (id, from_currency, to_currency, rate, valid_from, source, created_by, created_at)
    select id, from_currency, to_currency, rate, valid_from, source, $7, $8
    from unnest($1::uuid[], $2::text[], $3::text[], $4::numeric[], $5::date[], $6::text[])
         new (id, from_currency, to_currency, rate, valid_from, source)";
/// The stored rates for the same currencies and days as the rates of an import.
pub const LOAD_PRESENT: &str = "
    select distinct on (e.from_currency, e.to_currency, e.valid_from)
           e.from_currency, e.to_currency, e.valid_from, e.rate
    from unnest($1::text[], $2::text[], $3::date[]) imported (from_currency, to_currency, valid_from)
    join exchange_rates e using (from_currency, to_currency, valid_from)
    order by e.from_currency, e.to_currency, e.valid_from, e.created_at desc, e.id desc";
pub const FIND_UNKNOWN_CODES: &str = "
    select code from unnest($1::text[]) code where code not in (select code from ref.currencies)";

#[derive(sqlx::FromRow)]
struct ExchangeRateRow {
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

impl From<ExchangeRateRow> for ExchangeRate {
    fn from(row: ExchangeRateRow) -> Self {
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

/// Lists a page of rates, and counts all that match.
pub async fn list_page(
    tx: &mut TenantTx,
    filter: &Where,
    list_query: &ListQuery,
) -> sqlx::Result<(Vec<ExchangeRate>, i64)> {
    let mut count = QueryBuilder::<Postgres>::new("select count(*) from exchange_rates");
    filter.push(&mut count);
    let total = count.build_query_scalar().fetch_one(&mut **tx).await?;
    let mut page = QueryBuilder::<Postgres>::new(SELECT);
    filter.push(&mut page);
    list_query.push(&mut page, ORDER);
    let rows: Vec<ExchangeRateRow> = page.build_query_as().fetch_all(&mut **tx).await?;
    Ok((rows.into_iter().map(ExchangeRate::from).collect(), total))
}

/// A rate to store.
pub struct NewExchangeRate {
    pub id: Uuid,
    pub rate: ExchangeRateInput,
}

impl NewExchangeRate {
    pub fn new(rate: ExchangeRateInput) -> Self {
        Self { id: Uuid::now_v7(), rate }
    }
}

pub async fn insert(
    tx: &mut TenantTx,
    rates: &[NewExchangeRate],
    by: Uuid,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    let column = |value: fn(&ExchangeRateInput) -> String| {
        rates.iter().map(|new| value(&new.rate)).collect::<Vec<_>>()
    };
    sqlx::query(INSERT)
        .bind(rates.iter().map(|new| new.id).collect::<Vec<_>>())
        .bind(column(|rate| rate.from_currency.clone()))
        .bind(column(|rate| rate.to_currency.clone()))
        .bind(rates.iter().map(|new| new.rate.rate).collect::<Vec<_>>())
        .bind(rates.iter().map(|new| new.rate.valid_from).collect::<Vec<_>>())
        .bind(rates.iter().map(|new| new.rate.source.clone()).collect::<Vec<_>>())
        .bind(by)
        .bind(at)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// What a rate applies to. A later rate of the same key replaces it.
#[derive(PartialEq, Eq, Hash, sqlx::FromRow)]
pub struct RateKey {
    from_currency: String,
    to_currency: String,
    valid_from: NaiveDate,
}

impl RateKey {
    pub fn of(rate: &ExchangeRateInput) -> Self {
        Self {
            from_currency: rate.from_currency.clone(),
            to_currency: rate.to_currency.clone(),
            valid_from: rate.valid_from,
        }
    }
}

#[derive(sqlx::FromRow)]
struct PresentRate {
    #[sqlx(flatten)]
    key: RateKey,
    rate: Decimal,
}

/// Loads the stored rates for the same currencies and days as these.
pub async fn load_present(
    tx: &mut TenantTx,
    rates: &[ExchangeRateInput],
) -> sqlx::Result<HashMap<RateKey, Decimal>> {
    let present: Vec<PresentRate> = sqlx::query_as(LOAD_PRESENT)
        .bind(rates.iter().map(|rate| rate.from_currency.clone()).collect::<Vec<_>>())
        .bind(rates.iter().map(|rate| rate.to_currency.clone()).collect::<Vec<_>>())
        .bind(rates.iter().map(|rate| rate.valid_from).collect::<Vec<_>>())
        .fetch_all(&mut **tx)
        .await?;
    Ok(present.into_iter().map(|present| (present.key, present.rate.normalize())).collect())
}

/// Finds the codes that are no currencies.
pub async fn find_unknown_codes(tx: &mut TenantTx, codes: &[String]) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar(FIND_UNKNOWN_CODES).bind(codes).fetch_all(&mut **tx).await
}
