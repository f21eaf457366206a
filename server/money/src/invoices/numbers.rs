//! Numbers of invoices without a gap: one series for each branch, kind and year.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use poem::http::StatusCode;
use tenancy::TenantTx;
use unicode_normalization::UnicodeNormalization;
use uuid::Uuid;

use super::model::InvoiceKind;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;

pub const FIND: &str = "select id from invoice_series where issuer_id = $1 and kind = $2 and year = $3";
/// A prefix that another branch has gets the next number behind it.
pub const OPEN: &str = "
    with free as materialized (
        select p.prefix
        from (select 0 as at, $5 || $6 as prefix union all select n, $5 || n::text || $6 from generate_series(2, 1000) n) p
        where not exists (select from invoice_series s where s.prefix = p.prefix)
        order by p.at limit 1
    )
    insert into invoice_series (id, issuer_id, kind, year, prefix)
    select $1, $2, $3, $4, free.prefix from free
    on conflict do nothing";
/// Holds the series until the commit, so the transaction does nothing slow.
pub const LOCK: &str = "
    select id, prefix, last_number, last_issued_at from invoice_series
    where issuer_id = $1 and kind = $2 and year = $3 for no key update";
/// A number is taken only by an invoice that has it.
pub const TAKE: &str = "update invoice_series set last_number = $2, last_issued_at = $3 where id = $1";
pub const BRANCH: &str = "select title from subsidiaries where id = $1";

#[derive(sqlx::FromRow)]
struct SeriesRow {
    id: Uuid,
    prefix: String,
    last_number: Option<i32>,
    last_issued_at: Option<DateTime<Utc>>,
}

/// The next number of a series. It is not used until [`take`].
#[derive(Debug)]
pub struct Number {
    pub series_id: Uuid,
    pub number: i32,
    /// Prefix and number.
    pub code: String,
    /// Not before the last one.
    pub issued_at: DateTime<Utc>,
    pub issued_before: Option<DateTime<Utc>>,
}

/// Locks the series of a branch (none for the company itself) and tells its next number.
pub async fn next(
    tx: &mut TenantTx,
    subsidiary: Option<Uuid>,
    company: &str,
    kind: InvoiceKind,
    today: NaiveDate,
    now: DateTime<Utc>,
) -> ApiResult<Number> {
    let (issuer, year) = (subsidiary.unwrap_or_default(), i16::try_from(today.year()).unwrap_or_default());
    let known: Option<Uuid> = sqlx::query_scalar(FIND)
        .bind(issuer)
        .bind(kind.as_str())
        .bind(year)
        .fetch_optional(&mut **tx)
        .await?;
    if known.is_none() {
        let branch: Option<String> =
            sqlx::query_scalar(BRANCH).bind(issuer).fetch_optional(&mut **tx).await?;
        let letters = letters(branch.as_deref().unwrap_or(company));
        let open = sqlx::query(OPEN).bind(Uuid::now_v7()).bind(issuer).bind(kind.as_str()).bind(year);
        open.bind(letters).bind(ending(kind, year)).execute(&mut **tx).await?;
    }
    let lock = sqlx::query_as(LOCK).bind(issuer).bind(kind.as_str()).bind(year);
    let series: Option<SeriesRow> = lock.fetch_optional(&mut **tx).await?;
    // Another branch took the prefix at the same moment.
    let busy = || ApiError::retry(StatusCode::SERVICE_UNAVAILABLE, MessageCode::Busy, 1);
    let series = series.ok_or_else(busy)?;
    let number = series.last_number.unwrap_or_default() + 1;
    Ok(Number {
        series_id: series.id,
        number,
        code: format!("{}{number:05}", series.prefix),
        issued_at: series.last_issued_at.map_or(now, |last| last.max(now)),
        issued_before: series.last_issued_at,
    })
}

/// Uses the number, after its invoice has it.
pub async fn take(tx: &mut TenantTx, number: &Number) -> ApiResult<()> {
    let take = sqlx::query(TAKE).bind(number.series_id).bind(number.number).bind(number.issued_at);
    take.execute(&mut **tx).await?;
    Ok(())
}

/// The first letters of the words of a name: `São Paulo` is SP, `Recife` is REC.
fn letters(name: &str) -> String {
    let plain: String = name.nfd().filter(|c| c.is_ascii_alphanumeric() || *c == ' ').collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let letters: String = match words.as_slice() {
        [] => "INV".to_owned(),
        [only] => only.chars().take(3).collect(),
        several => several.iter().filter_map(|word| word.chars().next()).take(4).collect(),
    };
    letters.to_uppercase()
}

/// Credit notes have a letter of their own.
fn ending(kind: InvoiceKind, year: i16) -> String {
    match kind {
        InvoiceKind::Invoice => format!("-{year}-"),
        InvoiceKind::CreditNote => format!("-C-{year}-"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_has_the_letters_of_the_branch() {
        assert_eq!(["São Paulo", "Recife", "北京", "A B C D E"].map(letters), ["SP", "REC", "INV", "ABCD"]);
        assert_eq!(ending(InvoiceKind::CreditNote, 2026), "-C-2026-");
    }
}
