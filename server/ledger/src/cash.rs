//! Cash on delivery. What a driver takes at doors is owed to clients; it comes to the safe of a branch when somebody else counts it.

use std::collections::HashMap;

use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::account_locks::lock_accounts;
use super::merge::follow_merges;
use super::reversal::reverse;
use super::shipment::COMPANY;
use super::store::post;
use super::{
    Account, AccountKind, Heading, Posting, PostingError, PostingSet, Reference, TransactionKind, Transfer,
};
use server_core::audit::Actor;
use server_core::http::error::ApiResult;

/// Owner of the revenue account of what is written off, or kept.
pub(super) const DIFFERENCES: &str = "cash_differences";
/// The kind of the records that collected cash refers to.
const RECORD: &str = "field_record";

/// How often each record's cash was posted, and the transaction that was not reversed.
pub const POSTED: &str = "
    select t.ref_id::uuid, count(*),
           (array_agg(t.id) filter (where not exists (select from ledger_transactions r where r.reverses = t.id)))[1]
    from ledger_transactions t
    where t.ref_type = 'field_record' and t.ref_id = any($1) and t.kind = 'cash_collected' group by t.ref_id";

/// Cash that a record of a driver says was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectedCash {
    pub record_id: Uuid,
    pub driver_id: Uuid,
    /// Whose money it is; none for parcels without a client.
    pub client_id: Option<Uuid>,
    /// ISO 4217.
    pub currency: String,
    /// Above zero.
    pub amount: Decimal,
    /// The number of the delivery.
    pub label: String,
}

/// The end of the cash that a driver handed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CashOutcome {
    /// All that was expected is there, at once or after a search.
    Complete,
    /// The driver owes what is missing.
    DriverOwes,
    /// The company bears what is missing, or keeps what is too much.
    WrittenOff,
}

/// Cash of a driver that came to the safe of a branch.
#[derive(Clone, Debug)]
pub struct HandedOverCash {
    pub handover_id: Uuid,
    /// Its number.
    pub label: String,
    pub driver_id: Uuid,
    pub subsidiary_id: Option<Uuid>,
    /// ISO 4217.
    pub currency: String,
    pub expected: Decimal,
    pub counted: Decimal,
    pub outcome: CashOutcome,
}

impl CollectedCash {
    fn transfer(&self) -> Transfer {
        let client = self.client_id.map_or_else(|| COMPANY.to_owned(), |id| id.to_string());
        Transfer {
            from: Account::new(AccountKind::Cash, &self.driver_id.to_string(), &self.currency),
            to: Account::new(AccountKind::CodPayable, &client, &self.currency),
            amount: self.amount,
        }
    }

    fn set(&self) -> Result<PostingSet, PostingError> {
        let reference = Reference { kind: RECORD.into(), id: self.record_id.to_string() };
        PostingSet::of_transfers(TransactionKind::CashCollected, reference, &[self.transfer()])
    }
}

impl HandedOverCash {
    fn set(&self) -> Result<PostingSet, PostingError> {
        let driver = self.driver_id.to_string();
        let account = |kind, owner: &str| Account::new(kind, owner, &self.currency);
        let safe = self.subsidiary_id.map_or_else(|| COMPANY.to_owned(), |id| id.to_string());
        let (kept, other) = match self.outcome {
            CashOutcome::Complete => (self.expected, None),
            CashOutcome::DriverOwes => (self.counted, Some(account(AccountKind::DriverDebt, &driver))),
            CashOutcome::WrittenOff => (self.counted, Some(account(AccountKind::Revenue, DIFFERENCES))),
        };
        let mut postings = vec![
            Posting { account: account(AccountKind::Cash, &driver), amount: self.expected },
            Posting { account: account(AccountKind::Safe, &safe), amount: -kept },
        ];
        postings.extend(other.map(|account| Posting { account, amount: kept - self.expected }));
        postings.retain(|posting| !posting.amount.is_zero());
        let reference = Reference { kind: "cash_handover".into(), id: self.handover_id.to_string() };
        PostingSet::of_postings(TransactionKind::CashHandedOver, reference, postings)
    }
}

/// Posts the cash of records that count, each once, and takes back that of `gone`, which count no longer. Repeated, it changes
/// nothing. Returns whether anything was posted.
pub async fn post_collected(
    tx: &mut TenantTx,
    actor: impl Into<Actor>,
    counting: &[CollectedCash],
    gone: &[Uuid],
) -> ApiResult<bool> {
    let actor = actor.into();
    let records = counting.iter().map(|one| one.record_id).chain(gone.iter().copied());
    let known = list_posted(tx, &records.collect::<Vec<_>>()).await?;
    let stands = |id: &Uuid| known.get(id).and_then(|(_, transaction)| *transaction);
    let new: Vec<&CollectedCash> = counting.iter().filter(|one| stands(&one.record_id).is_none()).collect();
    let undone: Vec<Uuid> = gone.iter().filter_map(stands).collect();
    let transfers: Vec<Transfer> = new.iter().map(|one| one.transfer()).collect();
    let accounts: Vec<Account> = transfers.into_iter().flat_map(|one| [one.from, one.to]).collect();
    // All at once, in one order: they are posted one after the other.
    lock_accounts(tx, &accounts, &undone, actor.at).await?;
    // A batch of a phone has few with cash, and a set is reversed and posted for itself.
    for id in &undone {
        reverse(tx, actor.clone(), *id, TransactionKind::Reversal).await?;
    }
    follow_merges(tx, &actor, &undone).await?;
    for cash in &new {
        // A record that was taken back can count again.
        let turn = known.get(&cash.record_id).map_or(0, |(times, _)| *times);
        let heading = Heading::new(format!("cash_collected:{}:{turn}", cash.record_id), &cash.label);
        post(tx, actor.clone(), &cash.set()?, &heading).await?;
    }
    Ok(!new.is_empty() || !undone.is_empty())
}

/// Posts what became of the cash of a handover, once.
pub async fn post_handed_over(
    tx: &mut TenantTx,
    actor: impl Into<Actor>,
    cash: &HandedOverCash,
) -> ApiResult<()> {
    let heading = Heading::new(format!("cash_handed_over:{}", cash.handover_id), &cash.label);
    post(tx, actor, &cash.set()?, &heading).await?;
    Ok(())
}

/// The transactions of these records that were not reversed.
pub(super) async fn list_standing(tx: &mut TenantTx, records: &[Uuid]) -> ApiResult<Vec<Uuid>> {
    Ok(list_posted(tx, records).await?.into_values().filter_map(|(_, stands)| stands).collect())
}

async fn list_posted(tx: &mut TenantTx, records: &[Uuid]) -> ApiResult<HashMap<Uuid, (i64, Option<Uuid>)>> {
    if records.is_empty() {
        return Ok(HashMap::new());
    }
    let ids: Vec<String> = records.iter().map(Uuid::to_string).collect();
    let rows: Vec<(Uuid, i64, Option<Uuid>)> = sqlx::query_as(POSTED).bind(ids).fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().map(|(id, times, stands)| (id, (times, stands))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list_postings(counted: i64, outcome: CashOutcome) -> Vec<(&'static str, String)> {
        let cash = HandedOverCash {
            handover_id: Uuid::from_u128(1),
            label: "H-26-000001".into(),
            driver_id: Uuid::from_u128(2),
            subsidiary_id: None,
            currency: "BRL".into(),
            expected: Decimal::from(80),
            counted: Decimal::from(counted),
            outcome,
        };
        let set = cash.set().unwrap();
        set.postings().iter().map(|one| (one.account.kind.as_str(), one.amount.to_string())).collect()
    }

    fn amounts(texts: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
        texts.iter().map(|(kind, amount)| (*kind, (*amount).to_owned())).collect()
    }

    #[test]
    fn what_is_collected_is_with_the_driver_and_owed_to_the_client() {
        let cash = CollectedCash {
            record_id: Uuid::from_u128(1),
            driver_id: Uuid::from_u128(2),
            client_id: Some(Uuid::from_u128(3)),
            currency: "BRL".into(),
            amount: Decimal::from(80),
            label: "D-26-000001".into(),
        };
        let set = cash.set().unwrap();
        let found: Vec<_> = set
            .postings()
            .iter()
            .map(|one| (one.account.kind, one.account.owner.as_str(), one.amount))
            .collect();
        let (driver, client) = (Uuid::from_u128(2).to_string(), Uuid::from_u128(3).to_string());
        let expected = [
            (AccountKind::Cash, driver.as_str(), Decimal::from(-80)),
            (AccountKind::CodPayable, client.as_str(), Decimal::from(80)),
        ];
        assert_eq!(found, expected);
        let nobodys = CollectedCash { client_id: None, ..cash };
        assert_eq!(nobodys.set().unwrap().postings()[1].account.owner, COMPANY);
    }

    #[test]
    fn a_difference_goes_to_the_driver_or_to_the_company_and_the_safe_has_what_was_counted() {
        use CashOutcome::{Complete, DriverOwes, WrittenOff};
        let complete = amounts(&[("cash", "80"), ("safe", "-80")]);
        assert_eq!(list_postings(80, Complete), complete);
        assert_eq!(list_postings(79, Complete), complete, "the coin was found");
        let owed = amounts(&[("cash", "80"), ("driver_debt", "-1"), ("safe", "-79")]);
        assert_eq!(list_postings(79, DriverOwes), owed);
        let borne = amounts(&[("cash", "80"), ("revenue", "-1"), ("safe", "-79")]);
        assert_eq!(list_postings(79, WrittenOff), borne);
        let kept = amounts(&[("cash", "80"), ("revenue", "2"), ("safe", "-82")]);
        assert_eq!(list_postings(82, WrittenOff), kept);
        let lost = amounts(&[("cash", "80"), ("driver_debt", "-80")]);
        assert_eq!(list_postings(0, DriverOwes), lost);
    }
}
