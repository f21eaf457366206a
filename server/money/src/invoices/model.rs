//! API types of invoices, and what their state allows.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use self::InvoiceStatus::{Draft, Issued, Overdue, Paid, PartlyPaid, Void};
use super::items::InvoiceItem;
use crate::amount::with_decimals;
use crate::payment_account::PaymentAccount;
use server_core::http::list::PageMeta;
use server_core::http::messages::MessageCode;
use server_core::http::record_state::Verdict;
use server_core::record::{Transition, Transitions};
use trade::wire_name;

wire_name! {
    /// Kind of an invoice.
    InvoiceKind { Invoice = "invoice", CreditNote = "credit_note" }
}
wire_name! {
    /// State of an invoice. An open invoice is overdue after its due day.
    InvoiceStatus {
        Draft = "draft",
        Issued = "issued",
        PartlyPaid = "partly_paid",
        Overdue = "overdue",
        Paid = "paid",
        Void = "void",
    }
}
wire_name! {
    /// Where the money of a payment comes from.
    PaymentSource { Bank = "bank", Wallet = "wallet" }
}

/// An invoice as in the list.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct InvoiceSummary {
    pub id: Uuid,
    pub kind: InvoiceKind,
    /// Null for a draft.
    pub number: Option<String>,
    pub status: InvoiceStatus,
    pub client_id: Uuid,
    pub client_name: String,
    /// The branch that issues it.
    pub subsidiary_id: Option<Uuid>,
    pub subsidiary: Option<String>,
    /// ISO 4217.
    pub currency: String,
    pub total: Decimal,
    /// Amount that the client still owes.
    pub open_amount: Decimal,
    /// Days of the charges; null when shipments were chosen.
    pub period_from: Option<NaiveDate>,
    pub period_to: Option<NaiveDate>,
    pub issued_at: Option<DateTime<Utc>>,
    pub due_on: Option<NaiveDate>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with one.
    pub version: i32,
    #[oai(skip)]
    pub paid: Decimal,
    #[oai(skip)]
    pub credited: Decimal,
    /// Money of a bank account was received for it.
    #[oai(skip)]
    pub has_bank_payment: bool,
    /// None of its items has anything left to credit; set where they are read.
    #[oai(skip)]
    #[sqlx(skip)]
    pub is_given_back: bool,
    #[sqlx(skip)]
    pub can: InvoiceCan,
}

/// Permissions of the user on an invoice.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InvoiceCan {
    pub update: bool,
    pub delete: bool,
    pub issue: bool,
    pub send: bool,
    pub pay: bool,
    pub credit: bool,
    pub void: bool,
}

/// An invoice with its items and payments.
#[derive(Object)]
pub struct Invoice {
    #[oai(flatten)]
    pub summary: InvoiceSummary,
    /// The part of the total that is for authorities.
    pub tax: Decimal,
    pub paid: Decimal,
    /// Amount credited by credit notes.
    pub credited: Decimal,
    /// Days from the issue until it is due.
    pub terms_days: i16,
    pub note: Option<String>,
    pub void_reason: Option<String>,
    pub voided_at: Option<DateTime<Utc>>,
    /// When it was last sent by e-mail.
    pub emailed_at: Option<DateTime<Utc>>,
    /// The invoice that a credit note corrects.
    pub corrects: Option<InvoiceLink>,
    pub credit_notes: Vec<InvoiceLink>,
    /// Up to 5,000 in the order of their charges, then up to 100 that staff added.
    pub items: Vec<InvoiceItem>,
    pub payments: Vec<InvoicePayment>,
    pub bill_to: InvoiceParty,
    pub issuer: InvoiceParty,
    /// Accounts of the company in the currency of the invoice.
    pub accounts: Vec<PaymentAccount>,
}

/// A related invoice.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct InvoiceLink {
    pub id: Uuid,
    pub number: Option<String>,
    pub total: Decimal,
    pub issued_at: Option<DateTime<Utc>>,
}

/// A party of an invoice, as printed on it.
#[derive(Object, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvoiceParty {
    pub name: String,
    /// Tax number.
    pub document: Option<String>,
    /// Lines of the address.
    pub address: Vec<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
}

/// A payment of an invoice.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct InvoicePayment {
    pub id: Uuid,
    pub source: PaymentSource,
    /// Bank and number of the company's account; null for the wallet.
    pub bank_label: Option<String>,
    pub reference: Option<String>,
    /// Below zero when it went back to the wallet because of a credit note.
    pub amount: Decimal,
    pub paid_on: NaiveDate,
    pub created_at: DateTime<Utc>,
    /// When it was reversed, or its invoice voided.
    pub reversed_at: Option<DateTime<Utc>>,
    #[sqlx(skip)]
    pub can: InvoicePaymentCan,
}

/// Permissions of the user on a payment.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InvoicePaymentCan {
    pub reverse: bool,
}

/// A page of invoices with the totals of the tabs.
#[derive(Object)]
pub struct InvoicePage {
    pub data: Vec<InvoiceSummary>,
    pub meta: InvoicePageMeta,
}

#[derive(Object)]
pub struct InvoicePageMeta {
    #[oai(flatten)]
    pub page: PageMeta,
    pub totals: InvoiceTotals,
    /// Open amounts by currency.
    pub sums: Vec<InvoiceSum>,
}

/// Numbers of invoices by tab, with the same search and filters.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct InvoiceTotals {
    pub draft: i64,
    /// Issued and not paid, also overdue ones.
    pub open: i64,
    pub overdue: i64,
    pub paid: i64,
    pub void: i64,
    pub credit_note: i64,
}

/// Open amount in a currency.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct InvoiceSum {
    /// ISO 4217.
    pub currency: String,
    pub open: Decimal,
    /// The part that is overdue.
    pub overdue: Decimal,
}

impl InvoiceSum {
    /// With the decimals of the currency.
    pub fn with_decimals(self) -> Self {
        Self {
            open: with_decimals(self.open, &self.currency),
            overdue: with_decimals(self.overdue, &self.currency),
            ..self
        }
    }
}

/// A draft changes until it is issued; an issued invoice is settled, credited or voided. A payment and a credit note decide
/// by their amounts about the state.
pub const TRANSITIONS: Transitions<Action, InvoiceStatus, InvoiceSummary> = Transitions {
    resource: Resource::Invoice,
    rows: &[
        Transition::within(Action::Update, &[Draft]),
        Transition::within(Action::Delete, &[Draft]),
        Transition::to(Action::Issue, &[Draft], Issued),
        Transition::within(Action::Send, &[Issued, PartlyPaid, Overdue, Paid]),
        Transition::within(Action::Pay, &[Issued, PartlyPaid, Overdue]).guarded_by(check_pay),
        Transition::within(Action::Credit, &[Issued, PartlyPaid, Overdue, Paid]).guarded_by(check_credit),
        Transition::to(Action::Void, &[Issued, PartlyPaid, Overdue, Paid], Void).guarded_by(check_void),
    ],
    otherwise: |action, _| {
        Verdict::no(match action {
            Action::Update | Action::Delete | Action::Issue => MessageCode::InvoiceIssued,
            Action::Pay => MessageCode::InvoiceNotOpen,
            _ => MessageCode::InvoiceNotIssued,
        })
    },
};

fn refuse_if(is_refused: bool, code: MessageCode) -> Verdict {
    if is_refused { Verdict::no(code) } else { Verdict::Yes }
}

fn check_pay(invoice: &InvoiceSummary) -> Verdict {
    refuse_if(invoice.is_credit_note(), MessageCode::InvoiceNotOpen)
}

fn check_credit(invoice: &InvoiceSummary) -> Verdict {
    let is_credited = invoice.credited >= invoice.total || invoice.is_given_back;
    refuse_if(invoice.is_credit_note() || is_credited, MessageCode::InvoiceCredited)
}

/// Money that was received on a bank account is not undone by a void, and neither is a credit note.
fn check_void(invoice: &InvoiceSummary) -> Verdict {
    let is_kept = invoice.is_credit_note() || invoice.has_bank_payment || !invoice.credited.is_zero();
    refuse_if(is_kept, MessageCode::InvoiceHasPayments)
}

impl InvoiceSummary {
    /// Whether the state allows an action, for any user.
    pub fn verdict(&self, action: Action) -> Verdict {
        TRANSITIONS.verdict(action, self.status, self)
    }

    fn is_credit_note(&self) -> bool {
        self.kind == InvoiceKind::CreditNote
    }

    pub fn is_late(&self, today: NaiveDate) -> bool {
        self.due_on.is_some_and(|due| due < today) && self.open_amount > Decimal::ZERO
    }

    /// The invoice with the permissions of a user. `today` is the company's day.
    pub fn seen_by(mut self, grants: &Grants, today: NaiveDate) -> Self {
        if self.is_late(today) {
            self.status = InvoiceStatus::Overdue;
        }
        let may = |action| TRANSITIONS.can(grants, action, self.status, &self);
        let can = InvoiceCan {
            update: may(Action::Update),
            delete: may(Action::Delete),
            issue: may(Action::Issue),
            send: may(Action::Send),
            pay: may(Action::Pay),
            credit: may(Action::Credit),
            void: may(Action::Void),
        };
        let (total, open_amount) =
            (with_decimals(self.total, &self.currency), with_decimals(self.open_amount, &self.currency));
        Self { can, total, open_amount, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    const ACTIONS: [Action; 7] = [
        Action::Update,
        Action::Delete,
        Action::Issue,
        Action::Send,
        Action::Pay,
        Action::Credit,
        Action::Void,
    ];

    fn invoice(status: InvoiceStatus) -> InvoiceSummary {
        InvoiceSummary {
            id: Uuid::nil(),
            kind: InvoiceKind::Invoice,
            number: None,
            status,
            client_id: Uuid::nil(),
            client_name: String::new(),
            subsidiary_id: None,
            subsidiary: None,
            currency: "BRL".to_owned(),
            total: Decimal::TEN,
            open_amount: Decimal::TEN,
            period_from: None,
            period_to: None,
            issued_at: None,
            due_on: None,
            created_at: DateTime::UNIX_EPOCH,
            updated_at: DateTime::UNIX_EPOCH,
            version: 1,
            paid: Decimal::ZERO,
            credited: Decimal::ZERO,
            has_bank_payment: false,
            is_given_back: false,
            can: InvoiceCan::default(),
        }
    }

    /// Letters of the actions, in their order.
    fn can(role: UserType, invoice: &InvoiceSummary) -> String {
        let grants = Policy::load_shipped().grants(role);
        let letters = ACTIONS.iter().zip("udispcv".chars());
        let able = letters.filter(|(action, _)| TRANSITIONS.can(&grants, **action, invoice.status, invoice));
        able.map(|(_, letter)| letter).collect()
    }

    #[test]
    fn staff_change_drafts_and_settle_issued_invoices() {
        for role in UserType::ALL {
            for (status, expected) in [
                (Draft, "udi"),
                (Issued, "spcv"),
                (PartlyPaid, "spcv"),
                (Overdue, "spcv"),
                (Paid, "scv"),
                (Void, ""),
            ] {
                let of_role = match role {
                    UserType::Admin | UserType::Dev => "udispcv",
                    UserType::User => "udisp",
                    UserType::Client => "",
                };
                let expected: String = expected.chars().filter(|letter| of_role.contains(*letter)).collect();
                assert_eq!(can(role, &invoice(status)), expected, "{role:?} {status:?}");
            }
        }
    }

    #[test]
    fn what_went_back_with_its_shipments_is_not_credited() {
        let given_back = InvoiceSummary { is_given_back: true, ..invoice(Issued) };
        assert_eq!(can(UserType::Admin, &given_back), "spv");
    }

    #[test]
    fn what_was_received_or_credited_is_not_voided() {
        let received = InvoiceSummary { has_bank_payment: true, ..invoice(PartlyPaid) };
        assert_eq!(can(UserType::Admin, &received), "spc");
        let credited = InvoiceSummary { credited: Decimal::TEN, ..invoice(Issued) };
        assert_eq!(can(UserType::Admin, &credited), "sp");
        let note = InvoiceSummary { kind: InvoiceKind::CreditNote, ..invoice(Issued) };
        assert_eq!(can(UserType::Admin, &note), "s");
    }
}
