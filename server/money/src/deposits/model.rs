//! API types of a deposit, and what its state allows.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use rust_decimal::Decimal;
use serde::Serialize;
use uuid::Uuid;

use crate::amount;
use crate::payment_account::PaymentAccount;
use server_core::files::document::SavedDocument;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::{optional, required};
use server_core::http::form::FilePart;
use server_core::http::list::PageMeta;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::record::{Transition, Transitions};
use trade::wire_code;
use trade::wire_name;

wire_code! {
    /// State of a deposit.
    DepositStatus { Waiting = 10, Confirmed = 20, Withdrawn = 80, Refused = 90 }
}
wire_name! {
    /// How the money was paid. A card is paid elsewhere: only its reference is kept.
    DepositMethod { Transfer = "transfer", Pix = "pix", Cash = "cash", CardReference = "card_reference" }
}

/// A payment that a client reported.
#[derive(Object, sqlx::FromRow)]
pub struct Deposit {
    pub id: Uuid,
    pub client_id: Uuid,
    pub client_name: String,
    /// The company's account.
    pub bank_account_id: Uuid,
    /// Bank and number of that account.
    pub bank_label: String,
    pub method: DepositMethod,
    /// Identifier of the payment at the bank.
    pub reference: String,
    /// True when the reference is the one that the client got to pay with: it is on the statement of the account.
    pub reference_given: bool,
    /// ISO 4217.
    pub currency: String,
    pub amount: Decimal,
    pub paid_on: NaiveDate,
    pub note: Option<String>,
    /// Name of the receipt; null without one.
    pub file_name: Option<String>,
    /// Size of the receipt in bytes.
    pub file_size: Option<i64>,
    pub content_type: Option<String>,
    pub status: DepositStatus,
    /// Why it was refused.
    pub reason: Option<String>,
    pub created_by_name: Option<String>,
    pub created_at: DateTime<Utc>,
    /// Null for clients.
    pub decided_by_name: Option<String>,
    pub decided_at: Option<DateTime<Utc>>,
    /// Increases with every change. Send it with a decision.
    pub version: i32,
    #[sqlx(skip)]
    pub can: DepositCan,
}

/// Permissions of the user on a deposit.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DepositCan {
    pub confirm: bool,
    pub refuse: bool,
    pub withdraw: bool,
}

/// A payment to report.
#[derive(Object)]
pub struct DepositInput {
    /// Required for staff; users of a client report for that client.
    pub client_id: Option<Uuid>,
    /// The company's account that received the payment, from `deposit_accounts`.
    pub bank_account_id: Uuid,
    pub method: DepositMethod,
    /// The reference of `deposit_accounts` that was written at the bank, or the identifier of the payment there: for Pix,
    /// the end-to-end id. Unique for the account. Never a card number.
    #[oai(validator(max_length = 100))]
    pub reference: String,
    /// In the currency of the account.
    pub amount: Decimal,
    /// Not in the future.
    pub paid_on: NaiveDate,
    #[oai(validator(max_length = 500))]
    pub note: Option<String>,
    /// The receipt: PDF, JPEG or PNG, up to 10 MB.
    pub file: Option<FilePart>,
    /// Name of the receipt.
    #[oai(validator(max_length = 200))]
    pub file_name: Option<String>,
}

/// The version of the deposit to decide.
#[derive(Object)]
pub struct DepositDecision {
    /// Version that was read; 409 `stale_version` if the deposit has changed since.
    pub version: i32,
}

/// A deposit to confirm, as it was read.
#[derive(Object)]
pub struct DepositChoice {
    pub id: Uuid,
    /// Version that was read.
    pub version: i32,
}

/// Deposits to confirm.
#[derive(Object)]
pub struct DepositConfirmMany {
    #[oai(validator(min_items = 1, max_items = 100))]
    pub deposits: Vec<DepositChoice>,
}

/// The result for one deposit to confirm.
#[derive(Object)]
pub struct DepositConfirmed {
    pub id: Uuid,
    /// The confirmed deposit; null if it was refused.
    pub deposit: Option<Deposit>,
    /// Reason for a refusal, such as `deposit_decided`, `stale_version` or `not_found`. Null if confirmed.
    pub message_code: Option<String>,
    /// The reason in the language of the request.
    pub message: Option<String>,
}

/// Why a deposit is refused.
#[derive(Object)]
pub struct DepositRefusal {
    /// The client sees it.
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Version that was read; 409 `stale_version` if the deposit has changed since.
    pub version: i32,
}

/// A page of deposits with the totals of the tabs.
#[derive(Object)]
pub struct DepositPage {
    pub data: Vec<Deposit>,
    pub meta: DepositPageMeta,
}

#[derive(Object)]
pub struct DepositPageMeta {
    #[oai(flatten)]
    pub page: PageMeta,
    pub totals: DepositTotals,
}

/// Numbers of deposits by state, with the same search and filters.
#[derive(Object, sqlx::FromRow)]
pub struct DepositTotals {
    pub waiting: i64,
    pub confirmed: i64,
    pub withdrawn: i64,
    pub refused: i64,
}

/// The reported payment, as the audit entry has it.
#[derive(Debug, Serialize)]
pub struct DepositFields {
    pub client_id: Uuid,
    pub bank_account_id: Uuid,
    pub bank_label: String,
    pub method: DepositMethod,
    pub reference: String,
    pub currency: String,
    pub amount: Decimal,
    pub paid_on: NaiveDate,
    pub note: Option<String>,
}

/// The columns of a new deposit.
#[derive(Debug, Serialize)]
pub struct NewDeposit {
    #[serde(flatten)]
    pub fields: DepositFields,
    pub reference_given: bool,
    pub client_name: String,
    #[serde(flatten)]
    pub receipt: Option<SavedDocument>,
    pub created_by: Uuid,
}

/// The columns of a decision.
#[derive(Debug, Serialize)]
pub struct DepositOutcome {
    pub status: DepositStatus,
    pub reason: Option<String>,
    pub transaction_id: Option<Uuid>,
    pub decided_by: Uuid,
    pub decided_at: DateTime<Utc>,
}

impl DepositInput {
    /// Normalizes and checks the input; returns all errors at once. `bank` is none for an account that is not the company's.
    pub fn check(
        &self,
        client_id: Uuid,
        bank: Option<PaymentAccount>,
        last_day: NaiveDate,
    ) -> ApiResult<DepositFields> {
        let mut errors = FieldErrors::default();
        let reference = required("reference", &self.reference, &mut errors);
        if looks_like_a_card(&reference) {
            errors.push("reference", MessageCode::CardNumber);
        }
        if self.paid_on > last_day {
            errors.push("paid_on", MessageCode::DayInTheFuture);
        }
        let (bank_label, currency) = match bank {
            Some(bank) => {
                amount::check("amount", self.amount, &bank.currency, &mut errors);
                (bank.label, bank.currency)
            }
            None => {
                errors.push("bank_account_id", MessageCode::UnknownOption);
                Default::default()
            }
        };
        errors.into_result()?;
        Ok(DepositFields {
            client_id,
            bank_account_id: self.bank_account_id,
            bank_label,
            method: self.method,
            reference,
            currency,
            amount: self.amount,
            paid_on: self.paid_on,
            note: optional(self.note.as_ref()),
        })
    }
}

/// Whether a reference could be the number of a card, which is never kept: 13 to 19 digits with a Luhn digit at the end.
fn looks_like_a_card(reference: &str) -> bool {
    let plain: String = reference.chars().filter(|c| !matches!(c, ' ' | '-')).collect();
    let digits: Vec<u32> = plain.chars().filter_map(|c| c.to_digit(10)).collect();
    if digits.len() != plain.chars().count() || !(13..=19).contains(&digits.len()) {
        return false;
    }
    let plain_digits = digits.iter().rev().step_by(2);
    let doubled_digits =
        digits.iter().rev().skip(1).step_by(2).map(|digit| (digit * 2) / 10 + (digit * 2) % 10);
    (plain_digits.sum::<u32>() + doubled_digits.sum::<u32>()) % 10 == 0
}

/// A deposit is decided once.
pub const TRANSITIONS: Transitions<Action, DepositStatus, ()> = Transitions {
    resource: Resource::Deposit,
    rows: &[
        Transition::to(Action::Confirm, &[DepositStatus::Waiting], DepositStatus::Confirmed),
        Transition::to(Action::Refuse, &[DepositStatus::Waiting], DepositStatus::Refused),
        Transition::to(Action::Withdraw, &[DepositStatus::Waiting], DepositStatus::Withdrawn),
    ],
    otherwise: |_, status| {
        Verdict::No(MessageCode::DepositDecided, Params::from([("status", status.code().into())]))
    },
};

impl Deposit {
    /// The deposit with the permissions of a user. Who decided is known to staff.
    pub fn seen_by(self, grants: &Grants, is_outside: bool) -> Self {
        let can = |action| TRANSITIONS.can(grants, action, self.status, &());
        Self {
            can: DepositCan {
                confirm: can(Action::Confirm),
                refuse: can(Action::Refuse),
                withdraw: can(Action::Withdraw),
            },
            amount: amount::with_decimals(self.amount, &self.currency),
            decided_by_name: self.decided_by_name.filter(|_| !is_outside),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    #[test]
    fn a_card_number_is_no_reference() {
        assert!(looks_like_a_card("4111 1111 1111 1111") && looks_like_a_card("5500-0000-0000-0004"));
        assert!(!looks_like_a_card("4111 1111 1111 1112") && !looks_like_a_card("E4111111111111111"));
        assert!(!looks_like_a_card("18120"));
    }

    #[test]
    fn each_role_decides_what_waits_and_nothing_else() {
        let policy = Policy::load_shipped();
        let actions = [Action::Confirm, Action::Refuse, Action::Withdraw];
        for (role, status) in
            UserType::ALL.iter().flat_map(|role| DepositStatus::ALL.iter().map(move |status| (role, status)))
        {
            let grants = policy.grants(*role);
            let can = actions.map(|action| TRANSITIONS.can(&grants, action, *status, &()));
            let expected = match (role, status) {
                (UserType::Client, DepositStatus::Waiting) => [false, false, true],
                (_, DepositStatus::Waiting) => [true; 3],
                _ => [false; 3],
            };
            assert_eq!(can, expected, "{role:?} {status:?}");
        }
    }
}
