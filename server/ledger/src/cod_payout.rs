//! Payouts of cash on delivery: from what is owed to the client to its wallet, or out of a bank account of the company.

use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::account_locks::lock_accounts;
use super::merge::follow_merges;
use super::reversal::reverse;
use super::store::post;
use super::{
    Account, AccountKind, Heading, PostedTransaction, PostingError, PostingSet, Reference, TransactionKind,
    Transfer, client_merge,
};
use server_core::audit::Actor;
use server_core::http::error::{ApiError, ApiResult};

/// The client whose cash a payout took, and whether the money went to its wallet.
pub const PAID: &str = "
    select max(a.client_id::text) filter (where a.kind = 'cod_payable')::uuid,
           max(a.currency::text), coalesce(sum(p.amount) filter (where a.kind = 'client_wallet'), 0)
    from ledger_postings p join ledger_accounts a on a.id = p.account_id where p.transaction_id = $1";

/// Cash on delivery that a client gets.
#[derive(Clone, Debug)]
pub struct CodPayout {
    pub payout_id: Uuid,
    /// Its number.
    pub label: String,
    pub client_id: Uuid,
    /// ISO 4217.
    pub currency: String,
    /// Above zero.
    pub amount: Decimal,
    /// The company's account that it is paid from; none for the wallet of the client.
    pub bank_account_id: Option<Uuid>,
}

impl CodPayout {
    fn set(&self) -> Result<PostingSet, PostingError> {
        let client = self.client_id.to_string();
        let account = |kind, owner: &str| Account::new(kind, owner, &self.currency);
        let to = match self.bank_account_id {
            Some(bank) => account(AccountKind::Bank, &bank.to_string()),
            None => account(AccountKind::ClientWallet, &client),
        };
        let transfer = Transfer { from: account(AccountKind::CodPayable, &client), to, amount: self.amount };
        let reference = Reference { kind: "cod_payout".into(), id: self.payout_id.to_string() };
        PostingSet::of_transfers(TransactionKind::CodPaidOut, reference, &[transfer])
    }
}

/// Posts a payout, once.
pub async fn post_cod_payout(
    tx: &mut TenantTx,
    actor: impl Into<Actor>,
    payout: &CodPayout,
) -> ApiResult<PostedTransaction> {
    let heading = Heading::new(format!("cod_paid_out:{}", payout.payout_id), &payout.label);
    post(tx, actor, &payout.set()?, &heading).await
}

/// Takes a payout back from the client that it belongs to now. Returns 409 `insufficient_funds` when its wallet no longer has
/// the money.
pub async fn reverse_cod_payout(
    tx: &mut TenantTx,
    actor: impl Into<Actor>,
    transaction_id: Uuid,
    client_id: Uuid,
) -> ApiResult<()> {
    let actor = actor.into();
    let (paid_to, currency, in_wallet): (Option<Uuid>, Option<String>, Decimal) =
        sqlx::query_as(PAID).bind(transaction_id).fetch_one(&mut **tx).await?;
    let (Some(paid_to), Some(currency)) = (paid_to, currency) else { return Err(ApiError::not_found()) };
    let owners = [paid_to.to_string(), client_id.to_string()];
    let kinds: &[AccountKind] = match in_wallet.is_zero() {
        true => &[AccountKind::CodPayable],
        false => &[AccountKind::ClientWallet, AccountKind::CodPayable],
    };
    let to_accounts = |owner: &String| {
        let to_account = |kind: &AccountKind| Account::new(*kind, owner, &currency);
        kinds.iter().map(to_account).collect::<Vec<_>>()
    };
    let accounts: Vec<Account> = owners.iter().flat_map(to_accounts).collect();
    lock_accounts(tx, &accounts, &[transaction_id], actor.at).await?;
    if paid_to != client_id && !in_wallet.is_zero() {
        // Its money went on with a merge, and a reversal undoes exactly what was posted.
        let back = [(AccountKind::ClientWallet, currency, in_wallet)];
        for set in client_merge(&transaction_id.to_string(), &owners[1], &owners[0], &back)? {
            post(tx, actor.clone(), &set, &Heading::new(format!("merge_back:{transaction_id}"), "")).await?;
        }
    }
    reverse(tx, actor.clone(), transaction_id, TransactionKind::Reversal).await?;
    follow_merges(tx, &actor, &[transaction_id]).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list_postings(bank_account_id: Option<Uuid>) -> Vec<(&'static str, String, String)> {
        let payout = CodPayout {
            payout_id: Uuid::from_u128(1),
            label: "O-26-000001".into(),
            client_id: Uuid::from_u128(3),
            currency: "BRL".into(),
            amount: Decimal::from(150),
            bank_account_id,
        };
        let set = payout.set().unwrap();
        let to_text = |account: &Account, amount: Decimal| {
            (account.kind.as_str(), account.owner.clone(), amount.to_string())
        };
        set.postings().iter().map(|one| to_text(&one.account, one.amount)).collect()
    }

    #[test]
    fn what_was_owed_goes_to_the_wallet_or_out_of_a_bank() {
        let (client, bank) = (Uuid::from_u128(3).to_string(), Uuid::from_u128(7));
        let to_wallet = [
            ("client_wallet", client.clone(), "150".to_owned()),
            ("cod_payable", client.clone(), "-150".to_owned()),
        ];
        assert_eq!(list_postings(None), to_wallet);
        let by_bank =
            [("bank", bank.to_string(), "150".to_owned()), ("cod_payable", client, "-150".to_owned())];
        assert_eq!(list_postings(Some(bank)), by_bank);
    }
}
