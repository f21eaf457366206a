//! Locks of accounts before several sets are posted on them.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::Account;
use super::store::open;
use server_core::http::error::ApiResult;

/// The accounts of several sets before they are posted: of transactions ($4), and by their keys.
pub const LOCK_ALL: &str = "
    select a.id from ledger_accounts a
    where a.id in (
        select p.account_id from ledger_postings p where p.transaction_id = any($4)
        union all
        select k.id from unnest($1::text[], $2::text[], $3::text[]) as n (kind, owner, currency)
        join ledger_accounts k on k.kind = n.kind and k.owner = n.owner and k.currency = n.currency)
    order by a.id for no key update of a";

/// Opens and locks the accounts of sets that are posted one after the other, and those of transactions that are undone with them,
/// so that two calls never wait for each other.
pub(super) async fn lock_accounts(
    tx: &mut TenantTx,
    accounts: &[Account],
    transactions: &[Uuid],
    at: DateTime<Utc>,
) -> ApiResult<()> {
    if accounts.is_empty() && transactions.is_empty() {
        return Ok(());
    }
    open(tx, accounts, at).await?;
    sqlx::query(LOCK_ALL)
        .bind(accounts.iter().map(|account| account.kind.as_str()).collect::<Vec<_>>())
        .bind(accounts.iter().map(|account| account.owner.as_str()).collect::<Vec<_>>())
        .bind(accounts.iter().map(|account| account.currency.as_str()).collect::<Vec<_>>())
        .bind(transactions)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
