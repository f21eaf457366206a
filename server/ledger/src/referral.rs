//! The reward of a client for another one that it has sent, and its reversal.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::account_locks::lock_accounts;
use super::{Account, Heading, PostingError, PostingSet, events, post_debt};
use server_core::audit::Actor;
use server_core::http::error::ApiResult;

/// The reward for one shipment of a client that was sent.
#[derive(Clone, Debug)]
pub struct ReferralReward {
    pub indication_id: Uuid,
    pub shipment_id: Uuid,
    /// Who gets it.
    pub client_id: Uuid,
    /// How people know what it is about.
    pub label: String,
    /// ISO 4217.
    pub currency: String,
    /// Above zero, in whole coins.
    pub amount: Decimal,
}

impl ReferralReward {
    fn key(&self) -> String {
        format!("indication:{}:{}", self.indication_id, self.shipment_id)
    }

    fn to_set(&self, amount: Decimal) -> Result<PostingSet, PostingError> {
        let (indication, client) = (self.indication_id.to_string(), self.client_id.to_string());
        events::referral(&indication, &client, &self.currency, amount)
    }
}

/// Locks the accounts of several rewards before they are posted one after the other.
pub async fn lock_rewards(tx: &mut TenantTx, rewards: &[ReferralReward], at: DateTime<Utc>) -> ApiResult<()> {
    let mut accounts: Vec<Account> = Vec::new();
    for reward in rewards {
        let set = reward.to_set(reward.amount)?;
        accounts.extend(set.postings().iter().map(|posting| posting.account.clone()));
    }
    lock_accounts(tx, &accounts, &[], at).await
}

/// Adds a reward to the wallet of its client, once for its indication and shipment. Returns the transaction.
pub async fn post_reward(
    tx: &mut TenantTx,
    actor: impl Into<Actor>,
    reward: &ReferralReward,
) -> ApiResult<Uuid> {
    write(tx, actor.into(), reward, reward.amount, reward.key()).await
}

/// Takes a reward back, once. The part that the wallet has no longer becomes a debt.
pub async fn take_back_reward(
    tx: &mut TenantTx,
    actor: impl Into<Actor>,
    reward: &ReferralReward,
) -> ApiResult<Uuid> {
    write(tx, actor.into(), reward, -reward.amount, format!("{}:back", reward.key())).await
}

async fn write(
    tx: &mut TenantTx,
    actor: Actor,
    reward: &ReferralReward,
    amount: Decimal,
    key: String,
) -> ApiResult<Uuid> {
    let set = reward.to_set(amount)?;
    Ok(post_debt(tx, actor, &set, &Heading::new(key, &reward.label)).await?.id)
}
