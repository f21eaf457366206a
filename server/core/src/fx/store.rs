//! Rates in the database.

use chrono::NaiveDate;
use tenancy::TenantTx;

use super::resolve::Row;

/// The newest row of each pair among these currencies that is not after the day, for each day. The index has them in this
/// order.
pub const NEWEST: &str = "
    select d.day, r.id, r.from_currency, r.to_currency, r.rate, r.valid_from
    from unnest($2::date[]) d(day)
    cross join unnest($1::text[]) f(code)
    cross join unnest($1::text[]) t(code)
    cross join lateral (
        select id, from_currency, to_currency, rate, valid_from from exchange_rates e
        where e.from_currency = f.code and e.to_currency = t.code and e.valid_from <= d.day
        order by e.valid_from desc, e.created_at desc, e.id desc limit 1
    ) r
    where f.code <> t.code";
pub const BASE: &str = "select value #>> '{}' from settings where key = 'currency'";

/// A row of a pair, and the day on which it is the newest.
#[derive(sqlx::FromRow)]
pub struct RowOfDay {
    pub day: NaiveDate,
    #[sqlx(flatten)]
    pub row: Row,
}

pub async fn load_newest(
    tx: &mut TenantTx,
    codes: &[&str],
    days: &[NaiveDate],
) -> sqlx::Result<Vec<RowOfDay>> {
    let mut codes = codes.to_vec();
    codes.sort_unstable();
    codes.dedup();
    sqlx::query_as(NEWEST).bind(codes).bind(days).fetch_all(&mut **tx).await
}

/// The company's own currency; none if it has the default one.
pub async fn load_base_currency(tx: &mut TenantTx) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar(BASE).fetch_optional(&mut **tx).await
}
