//! Counted cash goes back to its driver, because the delivery for which it was taken was not made after all.

use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::account_locks::lock_accounts;
use super::cash::{DIFFERENCES, list_standing};
use super::shipment::COMPANY;
use super::store::post;
use super::{
    Account, AccountKind, CashOutcome, Heading, Posting, PostingError, PostingSet, Reference, TransactionKind,
};
use server_core::audit::Actor;
use server_core::http::error::ApiResult;

/// Counted cash that goes back to the driver who handed it in.
#[derive(Clone, Debug)]
pub struct ReturnedCash {
    pub record_id: Uuid,
    /// The number of the delivery.
    pub label: String,
    pub driver_id: Uuid,
    /// The branch in whose safe it is.
    pub subsidiary_id: Option<Uuid>,
    /// ISO 4217.
    pub currency: String,
    /// The amount that its record said.
    pub amount: Decimal,
    /// The part of it that lay in the safe.
    pub from_safe: Decimal,
    /// The decision about the rest, which was missing.
    pub outcome: CashOutcome,
}

impl ReturnedCash {
    fn set(&self) -> Result<PostingSet, PostingError> {
        let driver = self.driver_id.to_string();
        let account = |kind, owner: &str| Account::new(kind, owner, &self.currency);
        let safe = self.subsidiary_id.map_or_else(|| COMPANY.to_owned(), |id| id.to_string());
        let missing = match self.outcome {
            CashOutcome::Complete => None,
            CashOutcome::DriverOwes => Some(account(AccountKind::DriverDebt, &driver)),
            CashOutcome::WrittenOff => Some(account(AccountKind::Revenue, DIFFERENCES)),
        };
        // After a complete count, all of it lay in the safe.
        let from_safe = if missing.is_some() { self.from_safe } else { self.amount };
        // An account of cash is below zero while there is some: that of the driver falls, that of the safe rises.
        let mut postings = vec![
            Posting { account: account(AccountKind::Cash, &driver), amount: -self.amount },
            Posting { account: account(AccountKind::Safe, &safe), amount: from_safe },
        ];
        postings.extend(missing.map(|account| Posting { account, amount: self.amount - from_safe }));
        postings.retain(|posting| !posting.amount.is_zero());
        let reference = Reference { kind: "field_record".into(), id: self.record_id.to_string() };
        PostingSet::of_postings(TransactionKind::CashReturned, reference, postings)
    }
}

/// Posts that counted cash went back, each once. That it was never collected is posted next, by [`super::post_collected`]: the
/// accounts of both are locked here, in one order.
pub async fn post_returned(
    tx: &mut TenantTx,
    actor: impl Into<Actor>,
    cash: &[ReturnedCash],
) -> ApiResult<()> {
    let actor = actor.into();
    let sets = cash.iter().map(ReturnedCash::set).collect::<Result<Vec<_>, _>>()?;
    let accounts: Vec<Account> =
        sets.iter().flat_map(PostingSet::postings).map(|posting| posting.account.clone()).collect();
    let records: Vec<Uuid> = cash.iter().map(|one| one.record_id).collect();
    let standing_transactions = list_standing(tx, &records).await?;
    lock_accounts(tx, &accounts, &standing_transactions, actor.at).await?;
    // A delivery has one or two cash records.
    for (one, set) in cash.iter().zip(&sets) {
        let heading = Heading::new(format!("cash_returned:{}", one.record_id), &one.label);
        post(tx, actor.clone(), set, &heading).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list_postings(from_safe: i64, outcome: CashOutcome) -> Vec<(&'static str, String)> {
        let cash = ReturnedCash {
            record_id: Uuid::from_u128(1),
            label: "D-26-000001".into(),
            driver_id: Uuid::from_u128(2),
            subsidiary_id: None,
            currency: "BRL".into(),
            amount: Decimal::from(80),
            from_safe: Decimal::from(from_safe),
            outcome,
        };
        let set = cash.set().unwrap();
        set.postings().iter().map(|one| (one.account.kind.as_str(), one.amount.to_string())).collect()
    }

    fn amounts(texts: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
        texts.iter().map(|(kind, amount)| (*kind, (*amount).to_owned())).collect()
    }

    #[test]
    fn what_lay_in_the_safe_goes_back_and_what_was_missing_is_owed_no_more() {
        use CashOutcome::{Complete, DriverOwes, WrittenOff};
        assert_eq!(list_postings(80, Complete), amounts(&[("cash", "-80"), ("safe", "80")]));
        let owed = amounts(&[("cash", "-80"), ("driver_debt", "5"), ("safe", "75")]);
        assert_eq!(list_postings(75, DriverOwes), owed);
        let lost = amounts(&[("cash", "-80"), ("revenue", "80")]);
        assert_eq!(list_postings(0, WrittenOff), lost);
        assert_eq!(list_postings(80, WrittenOff), amounts(&[("cash", "-80"), ("safe", "80")]));
    }
}
