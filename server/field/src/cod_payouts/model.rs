//! Payouts of cash on delivery in the API, and the cash that is still to be paid out.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::steps::cod_payout::{COD_PAYOUT_STEPS, CodPayoutStatus, CodPayoutStep};
use server_core::http::list::PageMeta;
use server_core::http::messages::MessageCode;
use server_core::http::record_state::Verdict;
use trade::money::in_currency;
use trade::steps::Actor;
use trade::wire_name;

wire_name! {
    /// How a client gets its cash on delivery.
    PayoutMethod {
        /// To its wallet, at once.
        Wallet = "wallet",
        /// By a transfer that was made at the bank.
        Bank = "bank",
    }
}

/// Cash on delivery that a client got.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct CodPayout {
    pub id: Uuid,
    /// Year and number.
    pub number: String,
    pub client_id: Uuid,
    /// As it was then.
    pub client_name: String,
    /// Branch of the deliveries.
    pub subsidiary_id: Option<Uuid>,
    /// ISO 4217.
    pub currency: String,
    /// The sum of its deliveries.
    pub amount: Decimal,
    /// Deliveries whose cash it is.
    pub delivery_count: i32,
    pub method: PayoutMethod,
    /// The company's account; null for the wallet.
    pub bank_account_id: Option<Uuid>,
    /// Bank and number of that account.
    pub bank_label: Option<String>,
    /// Identifier of the payment at the bank; null for the wallet.
    pub reference: Option<String>,
    pub paid_on: NaiveDate,
    /// The client sees it.
    pub note: Option<String>,
    pub status: CodPayoutStatus,
    /// Null for clients.
    pub created_by_name: Option<String>,
    /// Why it was reversed; the client sees it.
    pub reason: Option<String>,
    /// Null for clients.
    pub reversed_by_name: Option<String>,
    pub reversed_at: Option<DateTime<Utc>>,
    #[oai(skip)]
    pub transaction_id: Option<Uuid>,
    pub created_at: DateTime<Utc>,
    /// Increases with every change. Send it with a reversal.
    pub version: i32,
    #[sqlx(skip)]
    pub can: CodPayoutCan,
}

/// Permissions of the user on a payout.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CodPayoutCan {
    pub reverse: bool,
}

/// A payout with its deliveries.
#[derive(Object, Clone, Debug)]
pub struct CodPayoutDetails {
    #[oai(flatten)]
    pub payout: CodPayout,
    /// The oldest cash first.
    pub deliveries: Vec<CodDelivery>,
}

/// The cash of a delivery, as its client gets it.
#[derive(Object, Clone, Debug)]
pub struct CodDelivery {
    /// Id of the delivery.
    pub id: Uuid,
    /// Its number.
    pub number: String,
    pub recipient_name: String,
    pub client_id: Uuid,
    /// Branch of the delivery.
    pub subsidiary_id: Option<Uuid>,
    /// ISO 4217.
    pub currency: String,
    /// Cash that was collected.
    pub amount: Decimal,
    /// When the first of it was taken.
    pub taken_at: DateTime<Utc>,
    /// The client's shipments in it, by their codes.
    pub shipments: Vec<CodShipment>,
}

/// A shipment for which cash was collected.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodShipment {
    pub id: Uuid,
    pub tracking_code: String,
}

/// Cash on delivery of a client that was not paid out, of one branch and in one currency.
#[derive(Object, Clone, Debug)]
pub struct OpenCash {
    pub client_id: Uuid,
    pub client_name: String,
    /// Branch of the deliveries.
    pub subsidiary_id: Option<Uuid>,
    /// ISO 4217.
    pub currency: String,
    /// Counted cash, which can be paid out. It comes from at most 2,000 deliveries; the rest is for the next payout.
    pub amount: Decimal,
    /// Its deliveries, at most 2,000.
    pub delivery_count: i64,
    /// Deliveries whose cash is still with a driver, or was counted with an undecided difference.
    pub waiting_count: i64,
    /// When the first of it was taken.
    pub since: DateTime<Utc>,
    pub can: OpenCashCan,
}

/// Permissions of the user on open cash.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenCashCan {
    /// Pay it out.
    pub create: bool,
}

/// A payout to make.
#[derive(Object, Clone, Debug)]
pub struct CodPayoutInput {
    /// Idempotency key: an id that the caller makes for the payout. A repeated call with the same id has no further effect.
    pub key: Uuid,
    pub client_id: Uuid,
    /// Branch of the deliveries, as `cod_payout_open_list` has it.
    pub subsidiary_id: Option<Uuid>,
    /// ISO 4217.
    #[oai(validator(min_length = 3, max_length = 3))]
    pub currency: String,
    /// Deliveries to pay, as `cod_payout_delivery_list` has them. All that are open if omitted, at most 2,000.
    #[oai(validator(min_items = 1, max_items = 2000, unique_items))]
    pub delivery_ids: Option<Vec<Uuid>>,
    /// Their sum, as it was shown: 409 `cod_payout_changed` if it is another one now.
    pub amount: Decimal,
    pub method: PayoutMethod,
    /// The company's account that it was paid from, in this currency. Only for a payment at the bank, which requires it.
    pub bank_account_id: Option<Uuid>,
    /// Identifier of the payment. Only for a payment at the bank, which requires it.
    #[oai(validator(max_length = 100))]
    pub reference: Option<String>,
    /// Day of the payment at the bank, which requires it; not in the future. To the wallet, it is today.
    pub paid_on: Option<NaiveDate>,
    /// The client sees it.
    #[oai(validator(max_length = 500))]
    pub note: Option<String>,
}

/// Payouts to make, one after the other.
#[derive(Object)]
pub struct CodPayoutMany {
    #[oai(validator(min_items = 1, max_items = 100))]
    pub payouts: Vec<CodPayoutInput>,
}

/// The result for one of many payouts.
#[derive(Object)]
pub struct CodPayoutMade {
    /// The key that was sent.
    pub key: Uuid,
    /// The payout; null if it was refused.
    pub payout: Option<CodPayout>,
    /// Reason for a refusal, such as `cod_payout_changed`. Null if it was made.
    pub message_code: Option<String>,
    /// The reason in the language of the request.
    pub message: Option<String>,
}

/// Why a payout is reversed.
#[derive(Object)]
pub struct CodPayoutReversal {
    /// The client sees it.
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Version that was read; 409 `stale_version` if the payout has changed since.
    pub version: i32,
}

/// A page of payouts with the totals of the tabs.
#[derive(Object)]
pub struct CodPayoutPage {
    pub data: Vec<CodPayout>,
    pub meta: CodPayoutPageMeta,
}

#[derive(Object)]
pub struct CodPayoutPageMeta {
    #[oai(flatten)]
    pub page: PageMeta,
    pub totals: CodPayoutTotals,
}

/// Numbers of payouts by state, with the same search and filters.
#[derive(Object, sqlx::FromRow)]
pub struct CodPayoutTotals {
    pub paid_out: i64,
    pub reversed: i64,
}

/// Whether the state of a payout allows its reversal.
pub fn verdict(status: CodPayoutStatus) -> Verdict {
    match COD_PAYOUT_STEPS.find(CodPayoutStep::Reverse, Some(status), Actor::Staff) {
        Some(_) => Verdict::Yes,
        None => Verdict::no(MessageCode::CodPayoutState),
    }
}

impl CodPayout {
    /// The payout with the permissions of a user. Clients do not see who worked on it.
    pub fn seen_by(self, grants: &Grants, is_outside: bool) -> Self {
        let reverse = grants.allow(Resource::CodPayout, Action::Reverse) && verdict(self.status).is_yes();
        let hidden = |name: Option<String>| name.filter(|_| !is_outside);
        Self {
            amount: in_currency(self.amount, Some(&self.currency)),
            created_by_name: hidden(self.created_by_name),
            reversed_by_name: hidden(self.reversed_by_name),
            can: CodPayoutCan { reverse },
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    fn payout(status: CodPayoutStatus) -> CodPayout {
        CodPayout {
            id: Uuid::from_u128(1),
            number: "O-26-000001".into(),
            client_id: Uuid::from_u128(2),
            client_name: "Loja".into(),
            subsidiary_id: None,
            currency: "BRL".into(),
            amount: Decimal::from(150),
            delivery_count: 1,
            method: PayoutMethod::Wallet,
            bank_account_id: None,
            bank_label: None,
            reference: None,
            paid_on: NaiveDate::default(),
            note: None,
            status,
            created_by_name: Some("Bia".into()),
            reason: None,
            reversed_by_name: None,
            reversed_at: None,
            transaction_id: None,
            created_at: DateTime::default(),
            version: 1,
            can: CodPayoutCan::default(),
        }
    }

    #[test]
    fn staff_reverse_a_payout_once_and_clients_do_not() {
        for user_type in UserType::ALL {
            let grants = Policy::load_shipped().grants(user_type);
            for status in CodPayoutStatus::ALL {
                let can = payout(*status).seen_by(&grants, false).can.reverse;
                let is_possible = *status == CodPayoutStatus::PaidOut && user_type != UserType::Client;
                assert_eq!(can, is_possible, "{user_type:?} {status:?}");
            }
        }
        let again = verdict(CodPayoutStatus::Reversed);
        assert_eq!(again, Verdict::no(MessageCode::CodPayoutState));
    }

    #[test]
    fn a_client_does_not_see_who_paid() {
        let grants = Policy::load_shipped().grants(UserType::Client);
        let seen = |is_outside| payout(CodPayoutStatus::PaidOut).seen_by(&grants, is_outside).created_by_name;
        assert_eq!((seen(true), seen(false)), (None, Some("Bia".into())));
    }
}
