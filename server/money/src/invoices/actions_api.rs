//! Actions on an invoice: issue, payment, void.

use chrono::NaiveDate;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use rust_decimal::Decimal;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::api::{answer, begin, build_filter, lock, record};
use super::issue::{self, IssueContext};
use super::model::{Invoice, InvoiceSummary, PaymentSource};
use super::process::{GenerateInvoices, IssueInvoices};
use super::settle::{self, Payment};
use super::{reversal, store, void};
use crate::payment_account::{self, PaymentAccount};
use crate::scope::MoneyScope;
use crate::{amount, client, payment_day};
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::{optional, require};
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::process::{self, StartedTask};
use server_core::record::Change;
use server_core::tags::Tag;

/// The version of the invoice to issue.
#[derive(Object)]
pub struct InvoiceIssue {
    /// Version that was read; 409 `stale_version` if the invoice has changed since.
    pub version: i32,
}

/// Drafts to issue.
#[derive(Object)]
pub struct InvoiceIssueMany {
    #[oai(validator(min_items = 1, max_items = 1000))]
    pub ids: Vec<Uuid>,
}

/// Invoices to draft for many clients.
#[derive(Object)]
pub struct InvoiceGenerate {
    /// First day of the charges, in the company's time zone.
    pub period_from: NaiveDate,
    /// Last day of the charges.
    pub period_to: NaiveDate,
    /// Only these clients; all with charges if omitted.
    #[oai(validator(max_items = 1000))]
    pub client_ids: Option<Vec<Uuid>>,
    /// True to issue each draft at once.
    #[oai(default)]
    pub issue: bool,
}

/// A payment of an invoice.
#[derive(Object)]
pub struct InvoicePaymentInput {
    /// Idempotency key: an id that the caller makes for the payment. A repeated call with the same id has no further
    /// effect.
    pub key: Uuid,
    pub source: PaymentSource,
    /// The company's account; required for a bank. Its currency is that of the invoice.
    pub bank_account_id: Option<Uuid>,
    /// Identifier of the payment at the bank.
    #[oai(validator(max_length = 100))]
    pub reference: Option<String>,
    /// At most the open amount.
    pub amount: Decimal,
    /// Not in the future.
    pub paid_on: NaiveDate,
}

/// Why an invoice is voided.
#[derive(Object)]
pub struct InvoiceVoid {
    /// Kept with the invoice.
    #[oai(validator(max_length = 500))]
    pub reason: String,
    /// Version that was read; 409 `stale_version` if the invoice has changed since.
    pub version: i32,
}

/// A payment to reverse.
#[derive(Object)]
pub struct InvoicePaymentReversal {
    /// A payment of the invoice.
    pub payment_id: Uuid,
    /// Why; it stands in the audit log.
    #[oai(validator(max_length = 500))]
    pub reason: String,
}

pub struct InvoiceActionApi;

#[OpenApi(prefix_path = "/invoices", tag = "Tag::Finance")]
impl InvoiceActionApi {
    /// Issue an invoice
    ///
    /// It gets the next number of its branch and year, and its total becomes due. Money in the client's wallet pays it
    /// at once. The client gets it by e-mail. Returns 409 `invoice_issued` when it is not a draft, and 409
    /// `invoice_without_amount` when its total is not above zero.
    #[oai(path = "/:id/issue", method = "post", operation_id = "invoice_issue")]
    async fn invoice_issue(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<InvoiceIssue>,
    ) -> ApiResult<Json<Item<Invoice>>> {
        let filter = build_filter(&ctx, Action::Issue)?;
        let settings = ctx.settings();
        let Change { mut tx, actor, before, .. } =
            begin(&ctx, &filter, *id, Action::Issue, Some(body.version)).await?;
        let context = IssueContext { settings: &settings, at: ctx.now() };
        issue::issue(&mut tx, context, &actor, &before).await?;
        answer(tx, &ctx, &filter, *id).await
    }

    /// Issue many invoices
    ///
    /// Starts a background task that issues them one by one. Invoices that are no longer drafts are skipped.
    /// `result_params` of the task counts the invoices `issued` and `skipped`.
    #[oai(path = "/issue", method = "post", operation_id = "invoice_issue_many")]
    async fn invoice_issue_many(&self, ctx: Ctx, body: Body<InvoiceIssueMany>) -> ApiResult<StartedTask> {
        let filter = build_filter(&ctx, Action::Issue)?;
        let mut tx = ctx.begin().await?;
        let ids = store::among(&mut tx, &filter, &body.ids).await?;
        if ids.is_empty() {
            return Err(ApiError::not_found());
        }
        let facts = json!({ "invoices": ids.len() });
        let data = process::enqueue(&mut tx, &ctx, IssueInvoices { ids }).await?;
        audit::record(&mut tx, &ctx, "invoice.issue_many", None, facts).await?;
        tx.commit().await?;
        Ok(StartedTask::task(data))
    }

    /// Draft invoices for many clients
    ///
    /// Starts a background task that drafts one invoice per client and currency for charges of the period that are not
    /// on an invoice yet, and issues them if requested. `result_params` of the task counts the invoices `drafted` and
    /// `issued`.
    #[oai(path = "/generate", method = "post", operation_id = "invoice_generate")]
    async fn invoice_generate(&self, ctx: Ctx, body: Body<InvoiceGenerate>) -> ApiResult<StartedTask> {
        let scope = MoneyScope::of(&ctx, Resource::Invoice, Action::Create)?;
        if body.issue {
            ctx.require(Resource::Invoice, Action::Issue)?;
        }
        if body.period_to < body.period_from {
            return Err(ApiError::invalid_field("period_to", MessageCode::PeriodEndsBefore));
        }
        let InvoiceGenerate { period_from, period_to, client_ids, issue } = body.0;
        let process = GenerateInvoices {
            period_from,
            period_to,
            client_ids,
            subsidiaries: scope.subsidiaries(),
            issue,
        };
        let facts = json!({ "valid_from": period_from, "valid_to": period_to });
        let mut tx = ctx.begin().await?;
        let data = process::enqueue(&mut tx, &ctx, process).await?;
        audit::record(&mut tx, &ctx, "invoice.generate", None, facts).await?;
        tx.commit().await?;
        Ok(StartedTask::task(data))
    }

    /// Record a payment of an invoice
    ///
    /// The money was received on a bank account or is taken from the client's wallet. Returns 409 `insufficient_funds`
    /// when the wallet has less, and 409 `key_used` when the key was used for another payment.
    #[oai(path = "/:id/payments", method = "post", operation_id = "invoice_pay")]
    async fn invoice_pay(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<InvoicePaymentInput>,
    ) -> ApiResult<Json<Item<Invoice>>> {
        let filter = build_filter(&ctx, Action::Pay)?;
        let last_day = payment_day::last_day(&ctx, &ctx.settings());
        let mut change = lock(&ctx, &filter, *id).await?;
        let invoice = change.before.clone();
        let code = invoice.number.clone().unwrap_or_default();
        let payment = body.payment(&mut change.tx, &invoice, last_day).await?;
        // A repeated payment can find the invoice paid.
        if !store::is_posted(&mut change.tx, &payment.key).await? {
            invoice.verdict(Action::Pay).guard()?;
            refuse_above_open(&invoice, payment.amount)?;
            client::lock(&mut change.tx, invoice.client_id).await?;
            let facts = json!({ "amount": payment.amount, "currency": invoice.currency, "reference": payment.reference });
            record(&mut change, Action::Pay, facts).await?;
        }
        settle::pay(&mut change.tx, &change.actor, &invoice, &code, &payment).await?;
        answer(change.tx, &ctx, &filter, *id).await
    }

    /// Reverse a payment of an invoice
    ///
    /// For a payment that was recorded by mistake, or that the bank has returned. The invoice owes its amount again; what
    /// was taken from the wallet goes back to it. Needs the right to void invoices. Returns 409 `already_reversed` for a
    /// payment that was reversed, 409 `payment_credited` when a credit note gave money of it back, and 409
    /// `insufficient_funds` when the client has used the credit that the payment had freed.
    #[oai(path = "/:id/payments/reverse", method = "post", operation_id = "invoice_reverse_payment")]
    async fn invoice_reverse_payment(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<InvoicePaymentReversal>,
    ) -> ApiResult<Json<Item<Invoice>>> {
        let filter = build_filter(&ctx, Action::Void)?;
        let mut change = lock(&ctx, &filter, *id).await?;
        let reason = require("reason", &body.reason)?;
        let payment = reversal::find(&mut change.tx, *id, body.payment_id).await?;
        change.allow(reversal::check_state(&change.before, &payment), None)?;
        client::lock(&mut change.tx, change.before.client_id).await?;
        reversal::reverse(&mut change.tx, &change.actor, &change.before, &payment).await?;
        let currency = change.before.currency.clone();
        let amount = amount::with_decimals(payment.amount, &currency);
        let facts = json!({ "amount": amount, "currency": currency, "reference": payment.reference, "reason": reason });
        reversal::record(&mut change, facts).await?;
        answer(change.tx, &ctx, &filter, *id).await
    }

    /// Void an invoice
    ///
    /// Its number is not used again, and its charges can be invoiced again. Amounts paid from the wallet go back to it.
    /// Returns 409 `invoice_has_payments` when money was received on a bank account or a credit note was issued: issue
    /// a credit note instead.
    #[oai(path = "/:id/void", method = "post", operation_id = "invoice_void")]
    async fn invoice_void(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<InvoiceVoid>,
    ) -> ApiResult<Json<Item<Invoice>>> {
        let filter = build_filter(&ctx, Action::Void)?;
        let mut change = begin(&ctx, &filter, *id, Action::Void, Some(body.version)).await?;
        let reason = require("reason", &body.reason)?;
        void::void(&mut change.tx, &change.actor, &change.before, &reason).await?;
        record(&mut change, Action::Void, json!({ "reason": reason })).await?;
        answer(change.tx, &ctx, &filter, *id).await
    }
}

impl InvoicePaymentInput {
    /// Normalizes and checks the input; returns all errors at once.
    async fn payment(
        &self,
        tx: &mut TenantTx,
        invoice: &InvoiceSummary,
        last_day: NaiveDate,
    ) -> ApiResult<Payment> {
        let mut errors = FieldErrors::default();
        amount::check("amount", self.amount, &invoice.currency, &mut errors);
        if self.paid_on > last_day {
            errors.push("paid_on", MessageCode::DayInTheFuture);
        }
        let bank = match (self.source, self.bank_account_id) {
            (PaymentSource::Wallet, _) => None,
            (PaymentSource::Bank, None) => {
                errors.push("bank_account_id", MessageCode::Required);
                None
            }
            (PaymentSource::Bank, Some(id)) => {
                let of_currency = |bank: &PaymentAccount| bank.currency == invoice.currency;
                let bank = payment_account::find(tx, id).await?.filter(of_currency);
                if bank.is_none() {
                    errors.push("bank_account_id", MessageCode::UnknownOption);
                }
                bank
            }
        };
        errors.into_result()?;
        let reference = optional(self.reference.as_ref()).filter(|_| bank.is_some());
        let key = format!("payment:{}", self.key);
        Ok(Payment { key, bank, reference, amount: self.amount, paid_on: self.paid_on })
    }
}

fn refuse_above_open(invoice: &InvoiceSummary, paid: Decimal) -> ApiResult<()> {
    if paid <= invoice.open_amount {
        return Ok(());
    }
    let max = amount::with_decimals(invoice.open_amount, &invoice.currency).to_string();
    let mut errors = FieldErrors::default();
    errors.push_with("amount", MessageCode::TooLarge, Params::from([("max", max.into())]));
    Err(ApiError::invalid(errors))
}
