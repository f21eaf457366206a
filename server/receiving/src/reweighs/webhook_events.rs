//! Webhooks are told of re-weighings that wait for their client, and of those that are settled.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::notices::ReweighSubject;
use crate::rules::reweigh::ReweighStatus;
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::http::error::ApiResult;

/// A re-weighing that is in this status now.
pub async fn announce(
    tx: &mut TenantTx,
    at: DateTime<Utc>,
    status: ReweighStatus,
    subject: &ReweighSubject<'_>,
    client_id: Option<Uuid>,
) -> ApiResult<()> {
    let kind = match status {
        ReweighStatus::Held => WebhookEventType::ReweighHeld,
        ReweighStatus::Settled => WebhookEventType::ReweighSettled,
        ReweighStatus::Measured | ReweighStatus::Disputed => return Ok(()),
    };
    let told = WebhookEvent::of(kind, subject.reweigh_id)
        .with("shipment_id", subject.shipment_id)
        .with("tracking_code", subject.tracking_code)
        .with("difference", subject.difference.map(|difference| difference.to_string()))
        .with("currency", subject.currency)
        .of_clients(client_id);
    webhooks::announce(tx, at, told).await
}
