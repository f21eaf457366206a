//! Payments of invoices: money on a bank account, or of the wallet.

use chrono::NaiveDate;
use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::issue::BALANCE;
use super::model::{InvoiceSummary, PaymentSource};
use super::webhook_events;
use crate::amount::with_decimals;
use crate::payment_account::PaymentAccount;
use ledger::Heading;
use server_core::audit::Actor;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};

pub const INSERT: &str = "
    insert into invoice_payments (id, invoice_id, transaction_id, source, bank_account_id, bank_label, reference, amount,
                                  paid_on, created_by, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
pub const ADD: &str = "
    update invoices
    set paid = paid + $2, updated_at = $3, version = version + 1,
        status = case when paid + $2 + credited >= total then 'paid' when paid + $2 + credited > 0 then 'partly_paid'
                 else 'issued' end
    where id = $1";

/// A payment to record.
#[derive(Clone, Debug)]
pub struct Payment {
    /// The same payment has the same key.
    pub key: String,
    /// The company's account; none for the wallet.
    pub bank: Option<PaymentAccount>,
    pub reference: Option<String>,
    pub amount: Decimal,
    pub paid_on: NaiveDate,
}

impl Payment {
    pub const fn from_wallet(key: String, amount: Decimal, paid_on: NaiveDate) -> Self {
        Self { key, bank: None, reference: None, amount, paid_on }
    }

    const fn source(&self) -> PaymentSource {
        if self.bank.is_some() { PaymentSource::Bank } else { PaymentSource::Wallet }
    }
}

/// Records a payment of a locked invoice, once for its key. 409 `insufficient_funds` when the wallet has less.
pub async fn pay(
    tx: &mut TenantTx,
    actor: &Actor,
    invoice: &InvoiceSummary,
    code: &str,
    payment: &Payment,
) -> ApiResult<()> {
    let (id, client) = (invoice.id.to_string(), invoice.client_id.to_string());
    let (currency, amount) = (&invoice.currency, payment.amount);
    let set = match &payment.bank {
        Some(bank) => ledger::invoice_paid(&id, &bank.id.to_string(), &client, currency, amount)?,
        None => ledger::invoice_paid_from_wallet(&id, &client, currency, amount)?,
    };
    let heading = Heading { invoice_id: Some(invoice.id), ..Heading::new(&payment.key, code) };
    let posted = ledger::post(tx, actor.clone(), &set, &heading).await?;
    if !posted.is_new {
        return Ok(());
    }
    if payment.bank.is_none() {
        refuse_debt(tx, invoice, amount).await?;
    }
    record(tx, actor, invoice.id, posted.id, payment, amount).await?;
    if invoice.paid + amount + invoice.credited < invoice.total {
        return Ok(());
    }
    webhook_events::announce_paid(tx, actor.at, invoice, code).await
}

/// An invoice is paid with the money of the wallet, never with its credit.
async fn refuse_debt(tx: &mut TenantTx, invoice: &InvoiceSummary, amount: Decimal) -> ApiResult<()> {
    let left: Decimal = sqlx::query_scalar(BALANCE)
        .bind(invoice.client_id)
        .bind(&invoice.currency)
        .fetch_one(&mut **tx)
        .await?;
    if left >= Decimal::ZERO {
        return Ok(());
    }
    let text = |amount: Decimal| with_decimals(amount, &invoice.currency).to_string();
    Err(ApiError::refused(MessageCode::InsufficientFunds).with_params(Params::from([
        ("available", text((left + amount).max(Decimal::ZERO)).into()),
        ("needed", text(amount).into()),
        ("currency", invoice.currency.clone().into()),
    ])))
}

/// Writes the row of a payment and what the invoice has of it.
pub async fn record(
    tx: &mut TenantTx,
    actor: &Actor,
    invoice: Uuid,
    transaction: Uuid,
    payment: &Payment,
    amount: Decimal,
) -> ApiResult<()> {
    let bank = payment.bank.as_ref();
    sqlx::query(INSERT)
        .bind(Uuid::now_v7())
        .bind(invoice)
        .bind(transaction)
        .bind(payment.source().as_str())
        .bind(bank.map(|bank| bank.id))
        .bind(bank.map(|bank| bank.label.as_str()))
        .bind(payment.reference.as_deref())
        .bind(amount)
        .bind(payment.paid_on)
        .bind(actor.user_id)
        .bind(actor.at)
        .execute(&mut **tx)
        .await?;
    sqlx::query(ADD).bind(invoice).bind(amount).bind(actor.at).execute(&mut **tx).await?;
    Ok(())
}
