//! Webhooks are told of invoices.

use chrono::{DateTime, NaiveDate, Utc};
use tenancy::TenantTx;

use super::model::InvoiceSummary;
use crate::amount::with_decimals;
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::http::error::ApiResult;

/// An invoice that was issued with this number.
pub async fn announce_issued(
    tx: &mut TenantTx,
    at: DateTime<Utc>,
    invoice: &InvoiceSummary,
    number: &str,
    due_on: NaiveDate,
) -> ApiResult<()> {
    let told = build(WebhookEventType::InvoiceIssued, invoice, number).with("due_on", due_on);
    webhooks::announce(tx, at, told).await
}

/// An invoice of which nothing is open any more.
pub async fn announce_paid(
    tx: &mut TenantTx,
    at: DateTime<Utc>,
    invoice: &InvoiceSummary,
    number: &str,
) -> ApiResult<()> {
    webhooks::announce(tx, at, build(WebhookEventType::InvoicePaid, invoice, number)).await
}

/// An issued invoice that is void.
pub async fn announce_voided(
    tx: &mut TenantTx,
    at: DateTime<Utc>,
    invoice: &InvoiceSummary,
) -> ApiResult<()> {
    let number = invoice.number.as_deref().unwrap_or_default();
    webhooks::announce(tx, at, build(WebhookEventType::InvoiceVoided, invoice, number)).await
}

fn build(kind: WebhookEventType, invoice: &InvoiceSummary, number: &str) -> WebhookEvent {
    WebhookEvent::of(kind, invoice.id)
        .with("number", number)
        .with("total", with_decimals(invoice.total, &invoice.currency).to_string())
        .with("currency", &invoice.currency)
        .of_clients([invoice.client_id])
}
