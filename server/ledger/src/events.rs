//! The postings of each event of the business.
//!
//! A confirmation charges the wallet. An invoice moves the debt of the charged shipments from the wallet to the client's
//! receivable, so the revenue is posted once, and the sum of a client's invoices less payments and credit notes is its
//! receivable. Items that staff added to the invoice become revenue when it is issued, and never touch the wallet.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::{Account, AccountKind, Posting, PostingError, PostingSet, Reference, TransactionKind, Transfer};
use trade::wire_name;

wire_name! {
    /// Kind of a charged amount.
    ChargeKind {
        /// Freight, surcharges, insurance, fees, and discounts as amounts below zero.
        Service = "service",
        /// Duties and taxes that the carrier pays to the authority under DDP.
        Tax = "tax",
    }
}

/// A line of a confirmed price. The owner of its account is a branch for a service, and the country of the authority for
/// a tax.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Charge {
    pub kind: ChargeKind,
    pub owner: String,
    pub amount: Decimal,
}

impl Charge {
    fn account(&self, currency: &str) -> Account {
        let kind = match self.kind {
            ChargeKind::Service => AccountKind::Revenue,
            ChargeKind::Tax => AccountKind::TaxPayable,
        };
        Account::new(kind, &self.owner, currency)
    }
}

/// Owner of the revenue account of adjustments.
const ADJUSTMENTS: &str = "adjustments";

fn reference(kind: &str, id: &str) -> Reference {
    Reference { kind: kind.into(), id: id.into() }
}

fn build_transfer_set(
    kind: TransactionKind,
    reference: Reference,
    from: Account,
    to: Account,
    amount: Decimal,
) -> Result<PostingSet, PostingError> {
    PostingSet::of_transfers(kind, reference, &[Transfer { from, to, amount }])
}

/// Charges against an account of the client. Charges of one account are added up; a sum below zero flows back.
fn build_charge_set(
    kind: TransactionKind,
    reference: Reference,
    client: &Account,
    charges: &[Charge],
    sign: Decimal,
) -> Result<PostingSet, PostingError> {
    let mut postings: Vec<Posting> = Vec::new();
    let mut add =
        |account: Account, amount: Decimal| match postings.iter_mut().find(|one| one.account == account) {
            Some(found) => found.amount += amount,
            None => postings.push(Posting { account, amount }),
        };
    for charge in charges {
        add(charge.account(&client.currency), charge.amount * sign);
        add(client.clone(), -charge.amount * sign);
    }
    postings.retain(|posting| !posting.amount.is_zero());
    PostingSet::of_postings(kind, reference, postings)
}

/// A deposit that staff found on the company's bank account.
pub fn deposit_confirmed(
    deposit: &str,
    bank: &str,
    client: &str,
    currency: &str,
    amount: Decimal,
) -> Result<PostingSet, PostingError> {
    let from = Account::new(AccountKind::Bank, bank, currency);
    let to = Account::new(AccountKind::ClientWallet, client, currency);
    build_transfer_set(TransactionKind::DepositConfirmed, reference("deposit", deposit), from, to, amount)
}

/// A confirmed shipment: services become revenue, and duties paid for the client become a debt to the authority.
pub fn confirmation(
    shipment: &str,
    client: &str,
    currency: &str,
    charges: &[Charge],
) -> Result<PostingSet, PostingError> {
    let wallet = Account::new(AccountKind::ClientWallet, client, currency);
    build_charge_set(
        TransactionKind::ShipmentConfirmed,
        reference("shipment", shipment),
        &wallet,
        charges,
        Decimal::ONE,
    )
}

/// The difference between a new price and what was charged before, in either direction. `kind` is a re-weighing or a
/// change of the price by staff.
pub fn difference(
    kind: TransactionKind,
    shipment: &str,
    client: &str,
    currency: &str,
    before: &[Charge],
    after: &[Charge],
) -> Result<PostingSet, PostingError> {
    let wallet = Account::new(AccountKind::ClientWallet, client, currency);
    let taken_back = before.iter().map(|charge| Charge { amount: -charge.amount, ..charge.clone() });
    let difference: Vec<Charge> = taken_back.chain(after.iter().cloned()).collect();
    build_charge_set(kind, reference("shipment", shipment), &wallet, &difference, Decimal::ONE)
}

/// The part of a charge that a credit note gave back before the whole charge was given back.
pub fn credit_kept(
    charge: &str,
    client: &str,
    currency: &str,
    credited: &[Charge],
) -> Result<PostingSet, PostingError> {
    let wallet = Account::new(AccountKind::ClientWallet, client, currency);
    build_charge_set(
        TransactionKind::ShipmentRepriced,
        reference("credited_charge", charge),
        &wallet,
        credited,
        Decimal::ONE,
    )
}

/// The fee of a scheduled pickup that was cancelled.
pub fn pickup_cancelled(
    pickup: &str,
    client: &str,
    currency: &str,
    fee: &Charge,
) -> Result<PostingSet, PostingError> {
    let wallet = Account::new(AccountKind::ClientWallet, client, currency);
    build_transfer_set(
        TransactionKind::PickupCancelled,
        reference("pickup", pickup),
        wallet,
        fee.account(currency),
        fee.amount,
    )
}

/// Work on parcels of a client in a warehouse, and their storage.
pub fn handling(
    kind: &str,
    subject: &str,
    client: &str,
    currency: &str,
    charge: &Charge,
) -> Result<PostingSet, PostingError> {
    let wallet = Account::new(AccountKind::ClientWallet, client, currency);
    let charges = std::slice::from_ref(charge);
    build_charge_set(
        TransactionKind::ParcelsHandled,
        reference(kind, subject),
        &wallet,
        charges,
        Decimal::ONE,
    )
}

/// Money of the wallet that is paid back to the client's bank.
pub fn refund(
    refund: &str,
    bank: &str,
    client: &str,
    currency: &str,
    amount: Decimal,
) -> Result<PostingSet, PostingError> {
    let from = Account::new(AccountKind::ClientWallet, client, currency);
    let to = Account::new(AccountKind::Bank, bank, currency);
    build_transfer_set(TransactionKind::Refund, reference("refund", refund), from, to, amount)
}

/// Changes a wallet: above zero for the client, below zero against it. The other side is the company's revenue.
fn adjust_wallet(
    record: Reference,
    client: &str,
    currency: &str,
    amount: Decimal,
) -> Result<PostingSet, PostingError> {
    let wallet = Account::new(AccountKind::ClientWallet, client, currency);
    let own = Account::new(AccountKind::Revenue, ADJUSTMENTS, currency);
    let (from, to) = if amount.is_sign_negative() { (wallet, own) } else { (own, wallet) };
    build_transfer_set(TransactionKind::Adjustment, record, from, to, amount.abs())
}

/// A change of a wallet by staff: above zero for the client, below zero against it.
pub fn adjustment(
    adjustment: &str,
    client: &str,
    currency: &str,
    amount: Decimal,
) -> Result<PostingSet, PostingError> {
    adjust_wallet(reference("adjustment", adjustment), client, currency, amount)
}

/// The reward of a client for another one that it has sent: above zero for the client, below zero when it is taken back.
pub fn referral(
    indication: &str,
    client: &str,
    currency: &str,
    amount: Decimal,
) -> Result<PostingSet, PostingError> {
    adjust_wallet(reference("indication", indication), client, currency, amount)
}

/// The credit of a client for goods that were lost or damaged.
pub fn claim_paid(
    claim: &str,
    client: &str,
    currency: &str,
    amount: Decimal,
) -> Result<PostingSet, PostingError> {
    adjust_wallet(reference("claim", claim), client, currency, amount)
}

/// An issued invoice: the wallet's debt of `charged` for shipments becomes due, and what staff added as `own_item` with it.
/// Only the own item is new revenue.
pub fn invoice(
    invoice: &str,
    client: &str,
    currency: &str,
    charged: Decimal,
    own_item: Option<&Charge>,
) -> Result<PostingSet, PostingError> {
    let total = charged + own_item.map_or(Decimal::ZERO, |item| item.amount);
    if total <= Decimal::ZERO {
        return Err(PostingError::NotPositive { amount: total });
    }
    let account = |kind| Account::new(kind, client, currency);
    let mut postings = vec![
        Posting { account: account(AccountKind::ClientReceivable), amount: -total },
        Posting { account: account(AccountKind::ClientWallet), amount: charged },
    ];
    postings.extend(own_item.map(|item| Posting { account: item.account(currency), amount: item.amount }));
    postings.retain(|posting| !posting.amount.is_zero());
    PostingSet::of_postings(TransactionKind::Invoice, reference("invoice", invoice), postings)
}

/// A payment of an invoice on the company's bank account.
pub fn invoice_paid(
    invoice: &str,
    bank: &str,
    client: &str,
    currency: &str,
    amount: Decimal,
) -> Result<PostingSet, PostingError> {
    let from = Account::new(AccountKind::Bank, bank, currency);
    let to = Account::new(AccountKind::ClientReceivable, client, currency);
    build_transfer_set(TransactionKind::InvoicePaid, reference("invoice", invoice), from, to, amount)
}

/// A payment of an invoice with the money of the wallet, as for a client who pays in advance.
pub fn invoice_paid_from_wallet(
    invoice: &str,
    client: &str,
    currency: &str,
    amount: Decimal,
) -> Result<PostingSet, PostingError> {
    let from = Account::new(AccountKind::ClientWallet, client, currency);
    let to = Account::new(AccountKind::ClientReceivable, client, currency);
    build_transfer_set(TransactionKind::InvoicePaid, reference("invoice", invoice), from, to, amount)
}

/// A credit note takes back charges of an invoice, as amounts above zero.
pub fn credit_note(
    note: &str,
    client: &str,
    currency: &str,
    charges: &[Charge],
) -> Result<PostingSet, PostingError> {
    let receivable = Account::new(AccountKind::ClientReceivable, client, currency);
    build_charge_set(
        TransactionKind::CreditNote,
        reference("credit_note", note),
        &receivable,
        charges,
        Decimal::NEGATIVE_ONE,
    )
}

/// Moves the balances of a duplicate client to the one that stays: one set for each currency. Accounts keep their owner.
pub fn client_merge(
    merge: &str,
    duplicate: &str,
    kept: &str,
    balances: &[(AccountKind, String, Decimal)],
) -> Result<Vec<PostingSet>, PostingError> {
    let mut currencies: Vec<&String> = balances.iter().map(|(_, currency, _)| currency).collect();
    currencies.sort();
    currencies.dedup();
    let moved = |currency: &&String| {
        let own = balances.iter().filter(|(_, other, amount)| other == *currency && !amount.is_zero());
        let transfers: Vec<Transfer> = own
            .map(|(kind, currency, amount)| {
                let [from, to] = [duplicate, kept].map(|owner| Account::new(*kind, owner, currency));
                let (from, to) = if amount.is_sign_negative() { (to, from) } else { (from, to) };
                Transfer { from, to, amount: amount.abs() }
            })
            .collect();
        (!transfers.is_empty()).then(|| {
            PostingSet::of_transfers(
                TransactionKind::ClientMerge,
                reference("client_merge", merge),
                &transfers,
            )
        })
    };
    currencies.iter().filter_map(moved).collect()
}
