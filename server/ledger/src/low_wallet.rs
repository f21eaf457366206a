//! A client's wallet has fallen below the minimum that the company has set for it. Areas above are told in a task, which is a row
//! of the posting's transaction: the ledger does not know them.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::{Account, LockedAccount};
use server_core::follower::follow;
use server_core::http::error::ApiResult;
use server_core::process::{self, Outcome, Owner, Process, ProcessCx, ProcessError};

/// The money that the client can spend, if it is still less than its minimum. `$3` is when it fell.
pub const LOW: &str = "
    select a.client_id, a.currency::text as currency, a.balance + a.credit_limit - a.credit_used as available,
           c.wallet_minimum as minimum, $3::timestamptz as at
    from ledger_accounts a join clients c on c.id = a.client_id and c.credit_currency = a.currency
    where a.kind = 'client_wallet' and a.client_id = $1 and a.currency = $2
      and a.balance + a.credit_limit - a.credit_used < c.wallet_minimum";

/// A wallet with less than its minimum.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct WalletLow {
    pub client_id: Uuid,
    /// ISO 4217.
    pub currency: String,
    /// The balance with the credit that is left.
    pub available: Decimal,
    pub minimum: Decimal,
    /// When it fell below.
    pub at: DateTime<Utc>,
}

/// A wallet with a minimum, as it was read under its lock.
#[derive(Clone, Debug)]
pub(super) struct WatchedWallet {
    pub account_id: Uuid,
    pub client_id: Uuid,
    pub currency: String,
    pub minimum: Decimal,
    pub available: Decimal,
}

impl WatchedWallet {
    pub fn of(account: &LockedAccount<Uuid>, minimum: Decimal) -> Option<Self> {
        let Account { currency, .. } = &account.account;
        Some(Self {
            account_id: account.id,
            client_id: account.account.client()?,
            currency: currency.clone(),
            minimum,
            available: account.available(),
        })
    }

    /// Once: one that is below already has to rise first.
    fn falls_to(&self, available: Decimal) -> bool {
        self.available >= self.minimum && available < self.minimum
    }
}

/// Tells of those wallets that have fallen below their minimum, as these accounts are now.
pub(super) async fn tell_fallen(
    tx: &mut TenantTx,
    watched: Vec<WatchedWallet>,
    accounts: &[LockedAccount<Uuid>],
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let has_fallen = |wallet: &WatchedWallet| {
        let now = accounts.iter().find(|account| account.id == wallet.account_id);
        now.is_some_and(|account| wallet.falls_to(account.available()))
    };
    let fallen = watched.into_iter().filter(has_fallen);
    let tasks = fallen.map(|wallet| TellLowWallet {
        client_id: wallet.client_id,
        currency: wallet.currency,
        fell_at: at,
    });
    Ok(process::enqueue_all(tx, Owner::NOBODY, tasks.collect()).await?)
}

/// Tells of a wallet, unless it has enough again.
#[derive(Serialize, Deserialize)]
pub struct TellLowWallet {
    client_id: Uuid,
    currency: String,
    fell_at: DateTime<Utc>,
}

impl Process for TellLowWallet {
    const KIND: &'static str = "ledger.tell_low_wallet";

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let mut tx = cx.begin().await?;
        let asked = sqlx::query_as(LOW).bind(self.client_id).bind(&self.currency).bind(self.fell_at);
        let found: Option<WalletLow> = asked.fetch_optional(&mut *tx).await?;
        if let Some(low) = found {
            follow(&mut tx, cx.app(), low).await?;
        }
        tx.commit().await?;
        Ok(Outcome::Done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wallet_falls_once_below_its_minimum() {
        let watched = |available: i64| WatchedWallet {
            account_id: Uuid::nil(),
            client_id: Uuid::nil(),
            currency: "BRL".to_owned(),
            minimum: Decimal::ONE_HUNDRED,
            available: Decimal::from(available),
        };
        assert!(watched(100).falls_to(Decimal::from(99)));
        assert!(!watched(101).falls_to(Decimal::ONE_HUNDRED), "that much is enough");
        assert!(!watched(99).falls_to(Decimal::from(10)), "it was below before");
        assert!(!watched(99).falls_to(Decimal::from(200)));
    }
}
