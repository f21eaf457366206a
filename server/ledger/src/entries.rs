//! Numbers the postings of a set on the locked accounts: the rows that the store writes.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::Serialize;

use super::{Account, PostingSet, TransactionKind};

/// An account as it was read under its lock.
#[derive(Debug, Clone, PartialEq)]
pub struct LockedAccount<Id> {
    pub id: Id,
    pub account: Account,
    pub balance: Decimal,
    /// Number and time of the last posting.
    pub last: Option<(i64, DateTime<Utc>)>,
    /// Whether the balance may not fall below the credit.
    pub bounded: bool,
    /// Credit granted by staff.
    pub credit_granted: Decimal,
    /// Credit in force: more than the granted one only while the owner owes more.
    pub credit_limit: Decimal,
    /// Credit taken up by unpaid invoices.
    pub credit_used: Decimal,
    pub closed: bool,
}

/// A row of `ledger_postings`.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry<Id> {
    pub account_id: Id,
    /// 1, 2, 3 … of the account.
    pub seq: i64,
    /// 1, 2, 3 … of the transaction.
    pub line: i16,
    pub amount: Decimal,
    pub balance_before: Decimal,
    pub balance_after: Decimal,
    /// Running total of the transaction.
    pub total_before: Decimal,
    pub total_after: Decimal,
}

/// Rows that a transaction writes: its entries, and the new state of each locked account.
#[derive(Debug, Clone, PartialEq)]
pub struct Entries<Id> {
    /// Not before the last posting of any of the accounts, so that history by time follows the numbers.
    pub created_at: DateTime<Utc>,
    pub entries: Vec<Entry<Id>>,
    pub accounts: Vec<LockedAccount<Id>>,
}

/// Whether a set may take a bounded account below its credit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    Kept,
    /// The missing amount becomes a debt. For events that have happened already, such as the merge of two clients.
    Debt,
}

/// Why a set cannot be posted on the accounts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum EntryError {
    /// An account of the set is not among the locked ones, or is closed.
    AccountMissing { account: Account },
    /// The account would fall below its credit. `available` is what could be taken.
    InsufficientFunds { account: Account, available: Decimal, needed: Decimal },
    /// The set has more lines than a transaction can have.
    TooManyLines,
}

impl<Id> LockedAccount<Id> {
    /// The amount that can be taken from a bounded account.
    pub fn available(&self) -> Decimal {
        self.balance + self.credit_limit - self.credit_used
    }

    /// The credit in force after a change. A debt above the granted credit keeps its room until it is paid.
    fn limit(&self, bound: Bound) -> Decimal {
        let owed = self.credit_used - self.balance;
        let room = if bound == Bound::Debt { owed } else { owed.min(self.credit_limit) };
        self.credit_granted.max(room)
    }
}

/// Numbers a set. `accounts` are all accounts of the set and of its credit changes, locked.
pub fn entries<Id: Clone>(
    set: &PostingSet,
    mut accounts: Vec<LockedAccount<Id>>,
    now: DateTime<Utc>,
    bound: Bound,
) -> Result<Entries<Id>, EntryError> {
    let last = accounts.iter().filter_map(|account| account.last).map(|(_, at)| at).max();
    let created_at = last.map_or(now, |last| last.max(now));
    let before: Vec<Decimal> = accounts.iter().map(LockedAccount::available).collect();
    let mut entries = Vec::with_capacity(set.postings().len());
    let mut total = Decimal::ZERO;
    for (index, posting) in set.postings().iter().enumerate() {
        let account = find(&mut accounts, &posting.account)?;
        let seq = account.last.map_or(0, |(seq, _)| seq) + 1;
        let balance_after = account.balance + posting.amount;
        entries.push(Entry {
            account_id: account.id.clone(),
            seq,
            line: i16::try_from(index + 1).map_err(|_| EntryError::TooManyLines)?,
            amount: posting.amount,
            balance_before: account.balance,
            balance_after,
            total_before: total,
            total_after: total + posting.amount,
        });
        total += posting.amount;
        account.balance = balance_after;
        account.last = Some((seq, created_at));
    }
    for change in set.credit_changes() {
        find(&mut accounts, &change.wallet)?.credit_used += change.amount;
    }
    if bound == Bound::Kept {
        check_bounds(set, &accounts, &before)?;
    }
    for account in accounts.iter_mut().filter(|account| account.bounded) {
        account.credit_limit = account.limit(bound);
    }
    Ok(Entries { created_at, entries, accounts })
}

fn find<'a, Id>(
    accounts: &'a mut [LockedAccount<Id>],
    wanted: &Account,
) -> Result<&'a mut LockedAccount<Id>, EntryError> {
    accounts
        .iter_mut()
        .find(|locked| locked.account == *wanted && !locked.closed)
        .ok_or_else(|| EntryError::AccountMissing { account: wanted.clone() })
}

fn check_bounds<Id>(
    set: &PostingSet,
    accounts: &[LockedAccount<Id>],
    before: &[Decimal],
) -> Result<(), EntryError> {
    // Credit is for charges: what is paid out to a bank must be the client's own money.
    let pays_out = set.kind() == TransactionKind::Refund && !set.is_reversal();
    for (account, available) in accounts.iter().zip(before) {
        let credit = if pays_out { account.credit_limit } else { Decimal::ZERO };
        let (left, available) = (account.available() - credit, *available - credit);
        if account.bounded && left < Decimal::ZERO {
            return Err(EntryError::InsufficientFunds {
                account: account.account.clone(),
                available: available.max(Decimal::ZERO),
                needed: available - left,
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{AccountKind, adjustment, deposit_confirmed, invoice, refund};
    use super::*;

    fn locked(id: u8, kind: AccountKind, owner: &str, balance: &str) -> LockedAccount<u8> {
        LockedAccount {
            id,
            account: Account::new(kind, owner, "USD"),
            balance: balance.parse().unwrap(),
            last: None,
            bounded: kind == AccountKind::ClientWallet,
            credit_granted: Decimal::ZERO,
            credit_limit: Decimal::ZERO,
            credit_used: Decimal::ZERO,
            closed: false,
        }
    }

    fn at(second: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(second, 0).unwrap()
    }

    #[test]
    fn entries_continue_the_balance_and_the_total() {
        let set = deposit_confirmed("d1", "bank", "c1", "USD", Decimal::TEN).unwrap();
        let wallet =
            LockedAccount { last: Some((7, at(500))), ..locked(2, AccountKind::ClientWallet, "c1", "5") };
        let found =
            entries(&set, vec![wallet, locked(1, AccountKind::Bank, "bank", "0")], at(400), Bound::Kept)
                .unwrap();
        assert_eq!(found.created_at, at(500), "a clock that went back does not turn history round");
        let [bank, wallet] = found.entries.as_slice() else { panic!("{found:?}") };
        assert_eq!(
            (bank.seq, bank.line, bank.total_before, bank.total_after),
            (1, 1, Decimal::ZERO, -Decimal::TEN)
        );
        assert_eq!((wallet.seq, wallet.line, wallet.total_after), (8, 2, Decimal::ZERO));
        assert_eq!((wallet.balance_before, wallet.balance_after), (Decimal::from(5), Decimal::from(15)));
        assert_eq!(found.accounts[0].last, Some((8, at(500))));
    }

    /// 15 of the client's own, and a credit of 5.
    fn wallet() -> LockedAccount<u8> {
        LockedAccount {
            credit_granted: Decimal::from(5),
            credit_limit: Decimal::from(5),
            ..locked(2, AccountKind::ClientWallet, "c1", "15")
        }
    }

    #[test]
    fn a_refund_never_pays_out_credit() {
        let pay = |cents: i64, used: i64| {
            let set = refund("r1", "bank", "c1", "USD", Decimal::new(cents, 2)).unwrap();
            let wallet = LockedAccount { credit_used: Decimal::from(used), ..wallet() };
            entries(&set, vec![locked(1, AccountKind::Bank, "bank", "0"), wallet], at(1), Bound::Kept)
        };
        assert!(pay(1_500, 0).is_ok());
        let (available, needed) = (Decimal::from(15), Decimal::new(1_501, 2));
        let account = wallet().account;
        assert_eq!(pay(1_501, 0), Err(EntryError::InsufficientFunds { account, available, needed }));
        // Invoices that are not paid yet come first.
        assert!(pay(1_200, 3).is_ok());
        assert!(pay(1_201, 3).is_err());
    }

    #[test]
    fn a_bounded_account_stops_at_its_credit() {
        let own = || locked(1, AccountKind::Revenue, "adjustments", "-15");
        let take = |cents: i64| {
            let set = adjustment("a1", "c1", "USD", Decimal::new(-cents, 2)).unwrap();
            entries(&set, vec![own(), wallet()], at(1), Bound::Kept)
        };
        assert!(take(2_000).is_ok());
        let refused = EntryError::InsufficientFunds {
            account: wallet().account,
            available: Decimal::from(20),
            needed: Decimal::new(2_001, 2),
        };
        assert_eq!(take(2_001), Err(refused));
    }

    #[test]
    fn an_invoice_uses_the_credit_it_frees() {
        let set = invoice("i1", "c1", "USD", Decimal::TEN, None).unwrap();
        let wallet = LockedAccount {
            credit_granted: Decimal::from(20),
            credit_limit: Decimal::from(20),
            ..locked(2, AccountKind::ClientWallet, "c1", "-15")
        };
        let receivable = locked(3, AccountKind::ClientReceivable, "c1", "0");
        let found = entries(&set, vec![wallet.clone(), receivable], at(1), Bound::Kept).unwrap();
        assert_eq!(found.accounts[0].available(), wallet.available());
        assert_eq!(found.accounts[0].credit_used, Decimal::TEN);
    }

    #[test]
    fn a_debt_above_the_credit_keeps_its_room_until_it_is_paid() {
        let bank = || locked(1, AccountKind::Bank, "bank", "0");
        let owing = LockedAccount {
            credit_limit: Decimal::from(30),
            ..locked(2, AccountKind::ClientWallet, "c1", "-30")
        };
        let paid = deposit_confirmed("d1", "bank", "c1", "USD", Decimal::TEN).unwrap();
        let found = entries(&paid, vec![bank(), owing.clone()], at(1), Bound::Kept).unwrap();
        assert_eq!((found.accounts[1].credit_limit, found.accounts[1].available()), (20.into(), 0.into()));
        let more = refund("r1", "bank", "c1", "USD", Decimal::TEN).unwrap();
        assert!(entries(&more, vec![bank(), owing.clone()], at(1), Bound::Kept).is_err());
        let forced = entries(&more, vec![bank(), owing], at(1), Bound::Debt).unwrap();
        assert_eq!(forced.accounts[1].credit_limit, 40.into());
    }

    #[test]
    fn accounts_that_are_missing_or_closed_take_nothing() {
        let set = deposit_confirmed("d1", "bank", "c1", "USD", Decimal::TEN).unwrap();
        let wallet = || locked(2, AccountKind::ClientWallet, "c1", "0");
        let closed = LockedAccount { closed: true, ..locked(1, AccountKind::Bank, "bank", "0") };
        for accounts in [vec![wallet()], vec![wallet(), closed]] {
            let refused = entries(&set, accounts, at(1), Bound::Kept);
            assert!(
                matches!(refused, Err(EntryError::AccountMissing { account }) if account.kind == AccountKind::Bank)
            );
        }
    }
}
