//! Reversal of a payment that was recorded by mistake, or that the bank has returned.

use policy::{Action, Grants, Resource};
use rust_decimal::Decimal;
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{InvoicePayment, InvoicePaymentCan, InvoiceSummary};
use ledger::TransactionKind;
use server_core::audit::{self, Actor};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::Verdict;
use server_core::live::{self, Audience};
use server_core::record::Change;

pub const FIND: &str = "
    select id, source, bank_label, reference, amount, paid_on, created_at, reversed_at
    from invoice_payments where invoice_id = $1 and id = $2";
pub const MARK: &str = "update invoice_payments set reversed_at = $2 where id = $1 returning transaction_id";
pub const TAKE_BACK: &str = "
    update invoices
    set paid = paid - $2, updated_at = $3, version = version + 1,
        status = case when paid - $2 + credited > 0 then 'partly_paid' else 'issued' end
    where id = $1";

/// Whether the state of a payment allows its reversal, for any user.
pub fn check_state(invoice: &InvoiceSummary, payment: &InvoicePayment) -> Verdict {
    if payment.reversed_at.is_some() {
        return Verdict::no(MessageCode::AlreadyReversed);
    }
    // A credit note gave money of it back to the wallet.
    if payment.amount <= Decimal::ZERO || payment.amount > invoice.paid {
        return Verdict::no(MessageCode::PaymentCredited);
    }
    Verdict::Yes
}

impl InvoicePaymentCan {
    pub fn of(grants: &Grants, invoice: &InvoiceSummary, payment: &InvoicePayment) -> Self {
        let reverse = grants.allow(Resource::Invoice, Action::Void) && check_state(invoice, payment).is_yes();
        Self { reverse }
    }
}

/// A payment of an invoice. Returns 422 when the invoice has none of this id.
pub async fn find(tx: &mut TenantTx, invoice: Uuid, payment: Uuid) -> ApiResult<InvoicePayment> {
    let found = sqlx::query_as(FIND).bind(invoice).bind(payment);
    let found: Option<InvoicePayment> = found.fetch_optional(&mut **tx).await?;
    found.ok_or_else(|| ApiError::invalid_field("payment_id", MessageCode::UnknownOption))
}

/// The payment of a locked invoice stays, marked as reversed. The invoice owes its amount again.
pub async fn reverse(
    tx: &mut TenantTx,
    actor: &Actor,
    invoice: &InvoiceSummary,
    payment: &InvoicePayment,
) -> ApiResult<()> {
    let mark = sqlx::query_scalar(MARK).bind(payment.id).bind(actor.at);
    let transaction: Uuid = mark.fetch_one(&mut **tx).await?;
    ledger::reverse(tx, actor.clone(), transaction, TransactionKind::Reversal).await?;
    let take_back = sqlx::query(TAKE_BACK).bind(invoice.id).bind(payment.amount).bind(actor.at);
    take_back.execute(&mut **tx).await?;
    Ok(())
}

/// Records the reversal in the audit log, and announces it to the staff and to the client.
pub async fn record(change: &mut Change<InvoiceSummary>, facts: Value) -> ApiResult<()> {
    let audience = Audience::Parties(vec![change.before.client_id]);
    live::records_changed(&mut change.tx, &audience, Resource::Invoice.name(), &[change.id]);
    let actor = change.actor.clone();
    audit::record(&mut change.tx, actor, "invoice.reverse_payment", Some(change.id), facts).await
}
