//! The wallet of a client in one currency.

use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

pub const MONEY: &str = "
    select balance, credit_granted from ledger_accounts
    where kind = 'client_wallet' and client_id = $1 and currency = $2";

/// The money that can be taken from a wallet: its balance and the credit in force (`credit_limit`, which is above the granted
/// one while the client owes more), less the credit that unpaid invoices take up (`credit_used`).
pub const FUNDS: &str = "
    select balance + credit_limit - credit_used from ledger_accounts
    where kind = 'client_wallet' and client_id = $1 and currency = $2";

/// The balance of a wallet, and the credit that the company grants on it.
#[derive(Clone, Copy, Debug, Default, sqlx::FromRow)]
pub struct WalletMoney {
    /// Below zero when the client owes it.
    pub balance: Decimal,
    pub credit_granted: Decimal,
}

/// Nothing for a wallet that was never used.
pub async fn load_wallet_money(tx: &mut TenantTx, client_id: Uuid, currency: &str) -> ApiResult<WalletMoney> {
    let found = sqlx::query_as(MONEY).bind(client_id).bind(currency).fetch_optional(&mut **tx).await?;
    Ok(found.unwrap_or_default())
}

/// The money and the credit that a charge can take; zero for a wallet that was never used.
pub async fn load_funds(tx: &mut TenantTx, client_id: Uuid, currency: &str) -> ApiResult<Decimal> {
    let found: Option<Decimal> =
        sqlx::query_scalar(FUNDS).bind(client_id).bind(currency).fetch_optional(&mut **tx).await?;
    Ok(found.unwrap_or_default())
}
