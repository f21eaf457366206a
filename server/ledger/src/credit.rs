//! The credit that staff grants to a client.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::store::{lock, open};
use super::{Account, AccountKind, live_events, low_wallet};
use server_core::http::error::ApiResult;

/// The credit of a client is in one currency. A debt above it keeps its room until it is paid.
pub const SET_CREDIT: &str = "
    update ledger_accounts
    set credit_granted = case when currency = $2 then $3 else 0 end,
        credit_limit = greatest(case when currency = $2 then $3 else 0 end, credit_used - balance)
    where kind = 'client_wallet' and client_id = $1";

/// Sets the credit on the wallets of a client; none takes it away. `currencies` are those of the credit before and after.
pub async fn set_credit(
    tx: &mut TenantTx,
    client_id: Uuid,
    at: DateTime<Utc>,
    currencies: &[&str],
    credit: Option<(&str, Decimal)>,
) -> ApiResult<()> {
    let client = client_id.to_string();
    let wallet = |currency: &&str| Account::new(AccountKind::ClientWallet, &client, currency);
    let mut wallets: Vec<Account> = currencies.iter().map(wallet).collect();
    wallets.dedup();
    // Opened first: a call that opens one meanwhile would read the credit before.
    open(tx, &wallets, at).await?;
    let before = lock(tx, &wallets).await?;
    let (currency, limit) = credit.unwrap_or(("", Decimal::ZERO));
    sqlx::query(SET_CREDIT).bind(client_id).bind(currency).bind(limit).execute(&mut **tx).await?;
    let after = lock(tx, &wallets).await?;
    low_wallet::tell_fallen(tx, before.watched, &after.accounts, at).await?;
    live_events::announce(tx, [client_id]);
    Ok(())
}
