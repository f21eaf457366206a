//! A balanced set of postings: what one transaction of the ledger writes.
//!
//! Amounts on the credit side are positive. A wallet above zero is the client's money in the company's hands; a bank or a
//! receivable below zero is money that the company has or is owed.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

pub use super::kinds::{AccountKind, TransactionKind};
use trade::money::decimals_of;

/// An account by its natural key. The owner is a client, a bank account, a carrier or a branch.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Account {
    pub kind: AccountKind,
    pub owner: String,
    pub currency: String,
}

impl Account {
    pub fn new(kind: AccountKind, owner: &str, currency: &str) -> Self {
        Self { kind, owner: owner.into(), currency: currency.into() }
    }

    fn key(&self) -> (&'static str, &str, &str) {
        (self.kind.as_str(), &self.owner, &self.currency)
    }
}

/// Money that moves from one account to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transfer {
    pub from: Account,
    pub to: Account,
    /// Above zero.
    pub amount: Decimal,
}

/// Record that a transaction refers to, such as a shipment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    pub kind: String,
    pub id: String,
}

/// The change of one account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Posting {
    pub account: Account,
    /// Never zero.
    pub amount: Decimal,
}

/// By how much the part of a client's credit that its unpaid invoices take up increases.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreditChange {
    pub wallet: Account,
    pub amount: Decimal,
}

/// Why a set is not posted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum PostingError {
    /// Nothing moves.
    Empty,
    /// Zero or below.
    NotPositive {
        amount: Decimal,
    },
    SameAccount,
    /// The accounts have more than one currency.
    MixedCurrencies,
    TooManyDecimals {
        amount: Decimal,
        decimals: u32,
    },
    /// More than an account can hold.
    TooLarge {
        amount: Decimal,
    },
    /// Two postings are on the same account.
    AccountTwice,
    /// The postings do not add up to zero.
    Unbalanced {
        sum: Decimal,
    },
    /// A reversal is not reversed: the event is posted again.
    ReversalOfReversal,
}

/// 999 999 999 999 999: the highest amount of one posting. The columns hold ten times as much.
const MAX_AMOUNT: Decimal = Decimal::from_parts(0xA4C6_7FFF, 0x0003_8D7E, 0, false, 0);

/// Postings that add up to zero, in one currency, one for each account, in the order of the accounts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PostingSet {
    kind: TransactionKind,
    reference: Reference,
    reverses: bool,
    postings: Vec<Posting>,
}

impl PostingSet {
    /// Builds the set of some transfers. Those between the same accounts are added up.
    pub fn of_transfers(
        kind: TransactionKind,
        reference: Reference,
        transfers: &[Transfer],
    ) -> Result<Self, PostingError> {
        let mut sums: BTreeMap<(&str, &str, &str), (&Account, Decimal)> = BTreeMap::new();
        for transfer in transfers {
            check_transfer(transfer)?;
            for (account, amount) in [(&transfer.from, -transfer.amount), (&transfer.to, transfer.amount)] {
                sums.entry(account.key()).or_insert((account, Decimal::ZERO)).1 += amount;
            }
        }
        let changed = sums.into_values().filter(|(_, amount)| !amount.is_zero());
        let postings =
            changed.map(|(account, amount)| Posting { account: account.clone(), amount }).collect();
        Self::of_postings(kind, reference, postings)
    }

    /// Takes postings as they are, if they are balanced.
    pub fn of_postings(
        kind: TransactionKind,
        reference: Reference,
        mut postings: Vec<Posting>,
    ) -> Result<Self, PostingError> {
        postings.sort_by(|one, other| one.account.key().cmp(&other.account.key()));
        check_postings(&postings)?;
        Ok(Self { kind, reference, reverses: false, postings })
    }

    /// The set that undoes this one.
    pub fn reverse(&self, kind: TransactionKind) -> Result<Self, PostingError> {
        if self.reverses {
            return Err(PostingError::ReversalOfReversal);
        }
        let back = |posting: &Posting| Posting { account: posting.account.clone(), amount: -posting.amount };
        Ok(Self {
            kind,
            reference: self.reference.clone(),
            reverses: true,
            postings: self.postings.iter().map(back).collect(),
        })
    }

    pub fn kind(&self) -> TransactionKind {
        self.kind
    }

    pub fn reference(&self) -> &Reference {
        &self.reference
    }

    /// Whether the set undoes another one.
    pub fn is_reversal(&self) -> bool {
        self.reverses
    }

    pub fn postings(&self) -> &[Posting] {
        &self.postings
    }

    pub fn currency(&self) -> &str {
        self.postings.first().map_or("", |posting| &posting.account.currency)
    }

    /// The amount that an account gets from the set.
    pub fn amount_of(&self, account: &Account) -> Decimal {
        self.postings
            .iter()
            .find(|posting| posting.account == *account)
            .map_or(Decimal::ZERO, |found| found.amount)
    }

    /// Changes of the credit in use. An invoice moves a debt from the wallet to the receivable, and this keeps it from
    /// freeing credit.
    pub fn credit_changes(&self) -> Vec<CreditChange> {
        let receivable = |posting: &&Posting| posting.account.kind == AccountKind::ClientReceivable;
        let change = |posting: &Posting| CreditChange {
            wallet: Account { kind: AccountKind::ClientWallet, ..posting.account.clone() },
            amount: -posting.amount,
        };
        self.postings.iter().filter(receivable).map(change).collect()
    }

    /// Writes the set as a text. Equal sets have equal texts, so that the hash of the text shows whether a request with a known key
    /// is the same request.
    pub fn to_canonical_text(&self) -> String {
        let head =
            format!("{}|{}|{}|{}", self.kind.as_str(), self.reference.kind, self.reference.id, self.reverses);
        let lines = self.postings.iter().map(|posting| {
            let (kind, owner, currency) = posting.account.key();
            format!("\n{kind}|{owner}|{currency}|{}", posting.amount.normalize())
        });
        lines.fold(head, |text, line| text + line.as_str())
    }
}

fn check_transfer(transfer: &Transfer) -> Result<(), PostingError> {
    if transfer.amount <= Decimal::ZERO {
        return Err(PostingError::NotPositive { amount: transfer.amount });
    }
    if transfer.from == transfer.to {
        return Err(PostingError::SameAccount);
    }
    if transfer.from.currency != transfer.to.currency {
        return Err(PostingError::MixedCurrencies);
    }
    check_amount(transfer.amount, &transfer.from.currency)
}

fn check_amount(amount: Decimal, currency: &str) -> Result<(), PostingError> {
    let decimals = decimals_of(currency);
    if amount.normalize().scale() > decimals {
        return Err(PostingError::TooManyDecimals { amount, decimals });
    }
    if amount.abs() > MAX_AMOUNT {
        return Err(PostingError::TooLarge { amount });
    }
    Ok(())
}

/// Checks sorted postings.
fn check_postings(postings: &[Posting]) -> Result<(), PostingError> {
    let Some(first) = postings.first() else { return Err(PostingError::Empty) };
    let currency = &first.account.currency;
    if postings.iter().any(|posting| posting.account.currency != *currency) {
        return Err(PostingError::MixedCurrencies);
    }
    if postings.windows(2).any(|pair| pair[0].account == pair[1].account) {
        return Err(PostingError::AccountTwice);
    }
    for posting in postings {
        if posting.amount.is_zero() {
            return Err(PostingError::NotPositive { amount: posting.amount });
        }
        check_amount(posting.amount, currency)?;
    }
    let sum: Decimal = postings.iter().map(|posting| posting.amount).sum();
    if sum.is_zero() { Ok(()) } else { Err(PostingError::Unbalanced { sum }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn account(owner: &str, currency: &str) -> Account {
        Account::new(AccountKind::ClientWallet, owner, currency)
    }

    fn transfer(from: &str, to: &str, amount: &str) -> Transfer {
        let amount = amount.parse().unwrap();
        Transfer { from: account(from, "USD"), to: account(to, "USD"), amount }
    }

    fn reference() -> Reference {
        Reference { kind: "shipment".into(), id: "1".into() }
    }

    fn set(transfers: &[Transfer]) -> Result<PostingSet, PostingError> {
        PostingSet::of_transfers(TransactionKind::Refund, reference(), transfers)
    }

    #[test]
    fn transfers_of_an_account_become_one_posting() {
        let set = set(&[transfer("a", "b", "10.00"), transfer("a", "c", "2.50"), transfer("c", "b", "2.50")])
            .unwrap();
        let amounts: Vec<_> = set
            .postings()
            .iter()
            .map(|posting| (posting.account.owner.as_str(), posting.amount.normalize().to_string()))
            .collect();
        assert_eq!(amounts, [("a", "-12.5".to_owned()), ("b", "12.5".to_owned())]);
        assert_eq!(set.currency(), "USD");
    }

    #[test]
    fn transfers_that_are_not_money_are_refused() {
        let two = |amount: i64, decimals| Decimal::new(amount, decimals);
        assert_eq!(set(&[]), Err(PostingError::Empty));
        assert_eq!(set(&[transfer("a", "b", "5"), transfer("b", "a", "5")]), Err(PostingError::Empty));
        assert_eq!(set(&[transfer("a", "b", "0")]), Err(PostingError::NotPositive { amount: two(0, 0) }));
        assert_eq!(set(&[transfer("a", "b", "-1")]), Err(PostingError::NotPositive { amount: two(-1, 0) }));
        assert_eq!(set(&[transfer("a", "a", "1")]), Err(PostingError::SameAccount));
        assert_eq!(
            set(&[transfer("a", "b", "0.005")]),
            Err(PostingError::TooManyDecimals { amount: two(5, 3), decimals: 2 })
        );
        assert!(matches!(set(&[transfer("a", "b", "1000000000000000")]), Err(PostingError::TooLarge { .. })));
        assert!(set(&[transfer("a", "b", "999999999999999")]).is_ok());
        let mixed = Transfer { from: account("a", "USD"), to: account("b", "BRL"), amount: Decimal::ONE };
        assert_eq!(set(&[mixed]), Err(PostingError::MixedCurrencies));
    }

    #[test]
    fn decimals_follow_the_currency() {
        let in_currency = |currency: &str, amount: &str| {
            let [from, to] = ["a", "b"].map(|owner| account(owner, currency));
            set(&[Transfer { from, to, amount: amount.parse().unwrap() }]).is_ok()
        };
        assert!(in_currency("JPY", "1450") && !in_currency("JPY", "1450.5"));
        assert!(in_currency("BHD", "1.005") && !in_currency("BHD", "1.0005"));
    }

    #[test]
    fn postings_that_do_not_add_up_are_refused() {
        let posting =
            |owner: &str, amount: i64| Posting { account: account(owner, "USD"), amount: amount.into() };
        let of =
            |postings: Vec<Posting>| PostingSet::of_postings(TransactionKind::Refund, reference(), postings);
        assert_eq!(
            of(vec![posting("a", 5), posting("b", -4)]),
            Err(PostingError::Unbalanced { sum: Decimal::ONE })
        );
        assert_eq!(of(vec![posting("a", 5), posting("a", -5)]), Err(PostingError::AccountTwice));
        assert_eq!(of(vec![posting("a", 0)]), Err(PostingError::NotPositive { amount: Decimal::ZERO }));
        assert!(of(vec![posting("b", 5), posting("a", -5)]).is_ok());
    }

    #[test]
    fn a_reversal_undoes_and_is_final() {
        let posted = set(&[transfer("a", "b", "10")]).unwrap();
        let undone = posted.reverse(TransactionKind::Reversal).unwrap();
        assert_eq!(undone.amount_of(&account("a", "USD")), Decimal::TEN);
        assert!(undone.is_reversal() && undone.kind() == TransactionKind::Reversal);
        assert_eq!(undone.reverse(TransactionKind::Reversal), Err(PostingError::ReversalOfReversal));
    }

    #[test]
    fn equal_sets_have_one_text() {
        let [one, other] =
            ["10", "10.00"].map(|amount| set(&[transfer("a", "b", amount)]).unwrap().to_canonical_text());
        assert_eq!(one, other);
        assert_ne!(one, set(&[transfer("a", "b", "10.01")]).unwrap().to_canonical_text());
    }

    proptest! {
        #[test]
        fn every_set_adds_up_to_zero(moves in prop::collection::vec((0_u8..5, 0_u8..5, 1_i64..1_000_000), 1..20)) {
            let transfers: Vec<Transfer> = moves
                .into_iter()
                .filter(|(from, to, _)| from != to)
                .map(|(from, to, cents)| Transfer {
                    from: account(&from.to_string(), "USD"),
                    to: account(&to.to_string(), "USD"),
                    amount: Decimal::new(cents, 2),
                })
                .collect();
            if let Ok(set) = set(&transfers) {
                prop_assert_eq!(set.postings().iter().map(|posting| posting.amount).sum::<Decimal>(), Decimal::ZERO);
                let undone = set.reverse(TransactionKind::Reversal).unwrap();
                for posting in set.postings() {
                    prop_assert_eq!(posting.amount + undone.amount_of(&posting.account), Decimal::ZERO);
                }
            }
        }
    }
}
