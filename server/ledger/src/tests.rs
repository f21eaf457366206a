//! Events of the business, as postings.

use std::collections::BTreeMap;

use super::{
    Account, AccountKind, Charge, ChargeKind, PostingError, PostingSet, TransactionKind, adjustment,
    client_merge, confirmation, credit_note, deposit_confirmed, difference, invoice, invoice_paid,
    invoice_paid_from_wallet, refund,
};
use proptest::prelude::*;
use rust_decimal::Decimal;

fn dec(text: &str) -> Decimal {
    text.parse().unwrap()
}

fn reweigh(client: &str, before: &[Charge], after: &[Charge]) -> Result<PostingSet, PostingError> {
    difference(TransactionKind::ShipmentReweighed, "s1", client, "USD", before, after)
}

fn service(amount: &str) -> Charge {
    Charge { kind: ChargeKind::Service, owner: "head office".into(), amount: dec(amount) }
}

fn tax(amount: &str) -> Charge {
    Charge { kind: ChargeKind::Tax, owner: "BR".into(), amount: dec(amount) }
}

/// Balances of a ledger in memory, and the credit in use by client.
#[derive(Default)]
struct Books {
    balances: BTreeMap<(&'static str, String, String), Decimal>,
    credit_used: BTreeMap<String, Decimal>,
}

impl Books {
    fn post(&mut self, set: &PostingSet) {
        for posting in set.postings() {
            let Account { kind, owner, currency } = posting.account.clone();
            *self.balances.entry((kind.as_str(), owner, currency)).or_default() += posting.amount;
        }
        for change in set.credit_changes() {
            *self.credit_used.entry(change.wallet.owner).or_default() += change.amount;
        }
    }

    fn balance(&self, kind: AccountKind, owner: &str) -> Decimal {
        self.balances.get(&(kind.as_str(), owner.into(), "USD".into())).copied().unwrap_or_default()
    }

    /// The amount that the client can spend without credit.
    fn available(&self, client: &str) -> Decimal {
        self.balance(AccountKind::ClientWallet, client)
            - self.credit_used.get(client).copied().unwrap_or_default()
    }

    fn total(&self) -> Decimal {
        self.balances.values().sum()
    }
}

#[test]
fn duties_of_a_confirmed_shipment_are_a_debt_and_no_revenue() {
    let set = confirmation(
        "s1",
        "c1",
        "USD",
        &[service("80.00"), tax("56.63"), service("-10.00"), service("5.00")],
    )
    .unwrap();
    let mut books = Books::default();
    books.post(&set);
    assert_eq!(books.balance(AccountKind::ClientWallet, "c1"), dec("-131.63"));
    assert_eq!(books.balance(AccountKind::Revenue, "head office"), dec("75.00"));
    assert_eq!(books.balance(AccountKind::TaxPayable, "BR"), dec("56.63"));
    assert_eq!((set.kind(), set.postings().len()), (TransactionKind::ShipmentConfirmed, 3));
}

#[test]
fn a_cancelled_shipment_leaves_the_wallet_as_before() {
    let confirmed = confirmation("s1", "c1", "USD", &[service("80.00"), tax("56.63")]).unwrap();
    let cancelled = confirmed.reverse(TransactionKind::ShipmentCancelled).unwrap();
    let mut books = Books::default();
    [&confirmed, &cancelled].into_iter().for_each(|set| books.post(set));
    assert!(books.balances.values().all(Decimal::is_zero));
    assert_eq!(cancelled.reverse(TransactionKind::ShipmentCancelled), Err(PostingError::ReversalOfReversal));
}

#[test]
fn a_reweigh_charges_or_returns_the_difference() {
    let before = [service("80.00"), tax("20.00")];
    let heavier = reweigh("c1", &before, &[service("95.50"), tax("20.00")]).unwrap();
    let wallet = Account::new(AccountKind::ClientWallet, "c1", "USD");
    assert_eq!((heavier.amount_of(&wallet), heavier.postings().len()), (dec("-15.50"), 2));
    let lighter = reweigh("c1", &before, &[service("70.00"), tax("18.00")]).unwrap();
    assert_eq!(lighter.amount_of(&wallet), dec("12.00"));
    assert_eq!(reweigh("c1", &before, &before), Err(PostingError::Empty));
}

#[test]
fn invoices_less_payments_and_credits_are_the_receivable() {
    let mut books = Books::default();
    books.post(&confirmation("s1", "c1", "USD", &[service("100.00"), tax("30.00")]).unwrap());
    let before = books.available("c1");
    books.post(&invoice("i1", "c1", "USD", dec("130.00"), None).unwrap());
    assert_eq!(books.available("c1"), before, "an invoice frees no credit");
    assert_eq!(books.balance(AccountKind::ClientReceivable, "c1"), dec("-130.00"));
    books.post(&credit_note("n1", "c1", "USD", &[service("10.00")]).unwrap());
    books.post(&invoice_paid("i1", "bank", "c1", "USD", dec("50.00")).unwrap());
    assert_eq!(books.balance(AccountKind::ClientReceivable, "c1"), dec("-70.00"));
    assert_eq!(books.available("c1"), dec("-70.00"));
    assert_eq!(books.balance(AccountKind::Revenue, "head office"), dec("90.00"));
    assert_eq!(books.total(), dec("0"));
}

#[test]
fn an_own_item_of_an_invoice_is_revenue_and_leaves_the_wallet_alone() {
    let mut books = Books::default();
    books.post(&confirmation("s1", "c1", "USD", &[service("100.00")]).unwrap());
    books.post(&invoice("i1", "c1", "USD", dec("100.00"), Some(&service("25.00"))).unwrap());
    assert_eq!(books.balance(AccountKind::ClientReceivable, "c1"), dec("-125.00"));
    assert_eq!(books.balance(AccountKind::ClientWallet, "c1"), dec("0"));
    assert_eq!(books.balance(AccountKind::Revenue, "head office"), dec("125.00"));
    let alone = invoice("i2", "c1", "USD", dec("0"), Some(&service("5.00"))).unwrap();
    assert_eq!(alone.postings().len(), 2);
    assert!(invoice("i3", "c1", "USD", dec("10.00"), Some(&service("-10.00"))).is_err());
}

#[test]
fn a_client_who_pays_in_advance_owes_nothing_after_the_invoice() {
    let mut books = Books::default();
    books.post(&deposit_confirmed("d1", "bank", "c1", "USD", dec("200.00")).unwrap());
    books.post(&confirmation("s1", "c1", "USD", &[service("80.00")]).unwrap());
    books.post(&invoice("i1", "c1", "USD", dec("80.00"), None).unwrap());
    books.post(&invoice_paid_from_wallet("i1", "c1", "USD", dec("80.00")).unwrap());
    books.post(&refund("r1", "bank", "c1", "USD", dec("20.00")).unwrap());
    assert_eq!(books.balance(AccountKind::ClientReceivable, "c1"), dec("0"));
    assert_eq!(
        (books.available("c1"), books.balance(AccountKind::Bank, "bank")),
        (dec("100.00"), dec("-180.00"))
    );
}

#[test]
fn a_merge_moves_money_and_debts_by_transactions() {
    let balances = [
        (AccountKind::ClientWallet, "USD".to_owned(), dec("25.00")),
        (AccountKind::ClientReceivable, "USD".to_owned(), dec("-40.00")),
        (AccountKind::ClientWallet, "BRL".to_owned(), dec("-3.50")),
        (AccountKind::ClientWallet, "EUR".to_owned(), dec("0")),
    ];
    let sets = client_merge("m1", "c2", "c1", &balances).unwrap();
    assert_eq!(sets.iter().map(PostingSet::currency).collect::<Vec<_>>(), ["BRL", "USD"]);
    let mut books = Books::default();
    for (kind, currency, amount) in &balances {
        books.balances.insert((kind.as_str(), "c2".into(), currency.clone()), *amount);
    }
    sets.iter().for_each(|set| books.post(set));
    assert!(
        books.balances.iter().filter(|((_, owner, _), _)| owner == "c2").all(|(_, amount)| amount.is_zero())
    );
    assert_eq!(books.balance(AccountKind::ClientReceivable, "c1"), dec("-40.00"));
    assert_eq!(client_merge("m1", "c1", "c1", &balances), Err(PostingError::SameAccount));
}

#[test]
fn events_without_money_are_refused() {
    assert_eq!(confirmation("s1", "c1", "USD", &[]), Err(PostingError::Empty));
    assert_eq!(confirmation("s1", "c1", "USD", &[service("0.00")]), Err(PostingError::Empty));
    assert!(deposit_confirmed("d1", "bank", "c1", "USD", dec("0")).is_err());
    assert!(deposit_confirmed("d1", "bank", "c1", "JPY", dec("10.50")).is_err());
    assert!(invoice("i1", "c1", "USD", dec("-1"), None).is_err());
}

/// A step of a client's life, by its number and an amount in cents.
fn step(number: u8, cents: i64, last: &mut Vec<PostingSet>) -> Result<PostingSet, PostingError> {
    let amount = Decimal::new(cents, 2);
    let charges =
        [Charge { amount, ..service("0") }, Charge { amount: Decimal::new(cents / 3 + 1, 2), ..tax("0") }];
    match number {
        0 => deposit_confirmed("d", "bank", "c1", "USD", amount),
        1 => {
            let set = confirmation("s", "c1", "USD", &charges)?;
            last.push(set.clone());
            Ok(set)
        }
        2 => {
            last.pop().map_or(Err(PostingError::Empty), |set| set.reverse(TransactionKind::ShipmentCancelled))
        }
        3 => reweigh("c1", &charges[..1], &charges[1..]),
        4 => invoice("i", "c1", "USD", amount, None),
        5 => invoice_paid("i", "bank", "c1", "USD", amount),
        6 => invoice_paid_from_wallet("i", "c1", "USD", amount),
        7 => credit_note("n", "c1", "USD", &charges),
        8 => adjustment("a", "c1", "USD", -amount),
        _ => refund("r", "bank", "c1", "USD", amount),
    }
}

proptest! {
    #[test]
    fn the_books_always_add_up(steps in prop::collection::vec((0_u8..10, 1_i64..100_000), 1..40)) {
        let mut books = Books::default();
        let mut confirmed = Vec::new();
        for (number, cents) in steps {
            let Ok(set) = step(number, cents, &mut confirmed) else { continue };
            let available = books.available("c1");
            books.post(&set);
            prop_assert_eq!(books.total(), Decimal::ZERO);
            prop_assert_eq!(books.credit_used.get("c1").copied().unwrap_or_default(), -books.balance(AccountKind::ClientReceivable, "c1"));
            if matches!(set.kind(), TransactionKind::Invoice) || number == 6 {
                prop_assert_eq!(books.available("c1"), available);
            }
        }
    }
}
