//! The steps of a new company about its accounts and clients: whether they are done.

use tenancy::TenantTx;

/// An account that clients can pay to.
pub const HAS_ACCOUNT: &str = "select exists (select from bank_accounts where owner_type = 'subsidiary')";
pub const HAS_CLIENT: &str = "select exists (select from clients)";

pub async fn has_account(tx: &mut TenantTx) -> sqlx::Result<bool> {
    sqlx::query_scalar(HAS_ACCOUNT).fetch_one(&mut **tx).await
}

pub async fn has_client(tx: &mut TenantTx) -> sqlx::Result<bool> {
    sqlx::query_scalar(HAS_CLIENT).fetch_one(&mut **tx).await
}
