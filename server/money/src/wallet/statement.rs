//! The statement of a month: what a wallet had, what moved it, and what it has.

use chrono::{DateTime, Datelike, Months, NaiveDate, Utc};
use chrono_tz::Tz;
use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::store;
use ledger::TransactionKind;
use server_core::http::days::start_of;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};

/// Entries of one document.
const MAX_ENTRIES: i64 = 5_000;

pub const OPENING: &str = "
    select balance_after from ledger_postings where account_id = $1 and created_at < $2
    order by created_at desc, seq desc limit 1";
pub const ENTRIES_OF_MONTH: &str = "
    select p.created_at, t.kind, t.ref_type, t.label, t.note, p.amount, p.balance_after
    from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
    where p.account_id = $1 and p.created_at >= $2 and p.created_at < $3
    order by p.seq limit $4";

/// A month of the company's calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatementMonth {
    first: NaiveDate,
}

/// An entry of the month.
#[derive(sqlx::FromRow)]
pub struct StatementEntry {
    pub created_at: DateTime<Utc>,
    pub kind: TransactionKind,
    pub ref_type: String,
    pub label: String,
    pub note: Option<String>,
    pub amount: Decimal,
    pub balance_after: Decimal,
}

/// What a document of a month says.
pub struct WalletStatement {
    pub month: StatementMonth,
    pub currency: String,
    pub opening: Decimal,
    pub entries: Vec<StatementEntry>,
}

impl StatementMonth {
    pub fn of(day: NaiveDate) -> Self {
        Self { first: day.with_day(1).unwrap_or(day) }
    }

    /// From `2026-11`; none for another text.
    pub fn parse(text: &str) -> Option<Self> {
        let first = NaiveDate::parse_from_str(&format!("{text}-01"), "%Y-%m-%d").ok()?;
        (1970..=2999).contains(&first.year()).then_some(Self { first })
    }

    pub fn first_day(self) -> NaiveDate {
        self.first
    }

    pub fn last_day(self) -> NaiveDate {
        self.next().pred_opt().unwrap_or(self.first)
    }

    /// As in the name of a file: `2026-11`.
    pub fn text(self) -> String {
        self.first.format("%Y-%m").to_string()
    }

    fn next(self) -> NaiveDate {
        self.first.checked_add_months(Months::new(1)).unwrap_or(self.first)
    }
}

impl WalletStatement {
    pub fn closing(&self) -> Decimal {
        self.entries.last().map_or(self.opening, |entry| entry.balance_after)
    }

    /// The sums of what came in and of what went out, the latter below zero.
    pub fn sums(&self) -> (Decimal, Decimal) {
        let amounts = || self.entries.iter().map(|entry| entry.amount);
        let is_in = |amount: &Decimal| amount.is_sign_positive();
        (amounts().filter(is_in).sum(), amounts().filter(|amount| !is_in(amount)).sum())
    }
}

/// The statement of a client's wallet. A wallet that was never used has no entries. Days are those of the zone.
pub async fn load(
    tx: &mut TenantTx,
    client_id: Uuid,
    currency: &str,
    month: StatementMonth,
    zone: Tz,
) -> ApiResult<WalletStatement> {
    let mut statement =
        WalletStatement { month, currency: currency.to_owned(), opening: Decimal::ZERO, entries: Vec::new() };
    let wallets = store::wallet_ids(tx, client_id, Some(currency)).await?;
    let Some(wallet) = wallets.first() else { return Ok(statement) };
    let (from, to) = (start_of(month.first, zone), start_of(month.next(), zone));
    let opening: Option<Decimal> =
        sqlx::query_scalar(OPENING).bind(wallet).bind(from).fetch_optional(&mut **tx).await?;
    statement.opening = opening.unwrap_or_default();
    let entries = sqlx::query_as(ENTRIES_OF_MONTH).bind(wallet).bind(from).bind(to).bind(MAX_ENTRIES + 1);
    statement.entries = entries.fetch_all(&mut **tx).await?;
    if statement.entries.len() as i64 > MAX_ENTRIES {
        let params = Params::from([("max", MAX_ENTRIES.into())]);
        return Err(ApiError::refused_field("month", MessageCode::TooManyRecords, params));
    }
    Ok(statement)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_ends_with_its_last_day() {
        let days = |text: &str| StatementMonth::parse(text).map(|month| month.last_day().to_string());
        assert_eq!(days("2028-02").as_deref(), Some("2028-02-29"));
        assert_eq!(days("2026-12").as_deref(), Some("2026-12-31"));
        assert!(["2026-13", "2026", "26-1", "2026-1-1", "0000-01"].iter().all(|text| days(text).is_none()));
    }
}
