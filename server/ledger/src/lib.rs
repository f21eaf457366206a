//! The ledger: money of the company and its clients by double entry.
//!
//! The pure part says which postings an event of the business gives ([`PostingSet`]) and numbers them on locked accounts
//! ([`entries()`]). [`post`] writes them once, in the caller's transaction. Amounts on the credit side are positive: a wallet
//! above zero is the client's money; a bank or a receivable below zero is money that the company has or is owed.
//!
//! Order of locks: the record of the event, its invoice, the series of the invoice, then accounts.

mod account_locks;
pub mod audit;
mod billable;
mod buying;
mod cash;
mod cash_return;
mod cod_payout;
mod credit;
mod credits;
mod entries;
mod events;
mod expected;
mod handling;
mod kinds;
mod live_events;
mod low_wallet;
mod lower_price;
mod merge;
mod posting;
mod referral;
pub mod report_parts;
mod reversal;
mod shipment;
pub mod store;
#[cfg(test)]
mod tests;
mod wallet;

pub use billable::{BillableCharge, ReversedCharge, claim_charges, release_charge, release_charges};
pub use buying::{BuyingCharge, charge_buying, refund_buying};
pub use cash::{CashOutcome, CollectedCash, HandedOverCash, post_collected, post_handed_over};
pub use cash_return::{ReturnedCash, post_returned};
pub use cod_payout::{CodPayout, post_cod_payout, reverse_cod_payout};
pub use credit::set_credit;
pub use credits::{CreditedCharge, note_credits};
pub use entries::{Bound, Entries, Entry, EntryError, LockedAccount, entries};
pub use events::{
    Charge, ChargeKind, adjustment, claim_paid, client_merge, confirmation, credit_note, deposit_confirmed,
    difference, invoice, invoice_paid, invoice_paid_from_wallet, pickup_cancelled, refund,
};
pub use expected::{ClientBalance, ExpectedRefund, expect_refunds, load_balances, load_charged};
pub use handling::{HandledShipment, HandlingCharge, HandlingSubject, charge_handling};
pub use low_wallet::{TellLowWallet, WalletLow};
pub use merge::{ClientMoney, load_client_money, merge_clients};
pub use posting::{
    Account, AccountKind, CreditChange, Posting, PostingError, PostingSet, Reference, TransactionKind,
    Transfer,
};
pub use referral::{ReferralReward, lock_rewards, post_reward, take_back_reward};
pub use reversal::reverse;
pub use shipment::{
    PriceChange, ShipmentCharges, charge_confirmation, charge_difference, reverse_for_cancellation,
    reverse_for_unconfirmation,
};
pub use store::{Heading, PostedTransaction, post, post_debt};
pub use wallet::{WalletMoney, load_funds, load_wallet_money};
