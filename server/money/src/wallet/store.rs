//! SQL of wallets.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use ledger::AccountKind;
use server_core::http::error::ApiResult;
use server_core::record::Listing;

pub const WALLETS: Listing = Listing {
    columns: "c.id as client_id, c.code as client_code, c.name as client_name, a.currency::text as currency, a.balance,
              a.credit_granted as credit_limit, a.credit_used as invoiced,
              a.balance + a.credit_granted - a.credit_used as available, a.last_at as last_entry_at",
    from: "ledger_accounts a join clients c on c.id = a.client_id and a.kind = 'client_wallet'",
    order: "search_text(c.name), c.id, a.currency",
};

pub const ENTRIES: Listing = Listing {
    columns: "t.id, t.kind, t.ref_type, t.ref_id, t.label, t.note, t.currency::text as currency, p.amount, p.balance_after,
              p.created_at",
    from: "ledger_postings p join ledger_transactions t on t.id = p.transaction_id",
    order: "p.created_at desc, p.account_id, p.seq desc",
};

pub const ACCOUNTS: &str = "
    select kind, currency::text as currency, balance, credit_granted,
           credit_used as credit_used_by_invoices, last_at
    from ledger_accounts
    where client_id = $1";
/// The wallets whose entries are listed.
pub const WALLET_IDS: &str = "
    select id from ledger_accounts
    where client_id = $1 and kind = 'client_wallet' and ($2::text is null or currency = $2)";

#[derive(sqlx::FromRow)]
pub struct AccountRow {
    pub kind: AccountKind,
    pub currency: String,
    pub balance: Decimal,
    pub credit_granted: Decimal,
    pub credit_used_by_invoices: Decimal,
    pub last_at: Option<DateTime<Utc>>,
}

/// The wallets and receivables of a client.
pub async fn accounts(tx: &mut TenantTx, client: Uuid) -> ApiResult<Vec<AccountRow>> {
    Ok(sqlx::query_as(ACCOUNTS).bind(client).fetch_all(&mut **tx).await?)
}

/// The wallets of a client, in a currency or in all.
pub async fn wallet_ids(tx: &mut TenantTx, client: Uuid, currency: Option<&str>) -> ApiResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar(WALLET_IDS).bind(client).bind(currency).fetch_all(&mut **tx).await?)
}
