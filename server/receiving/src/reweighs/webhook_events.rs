//! Webhooks are told of re-weighings that wait for their client, and of those that are settled.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::Reweigh;
use super::notices::ReweighSubject;
use super::store::REWEIGHS;
use crate::rules::reweigh::ReweighStatus;
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::http::error::ApiResult;
use server_core::record::Where;

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

/// Re-weighings that nobody decides any more: they were weighed again, or their shipments have gone on.
pub async fn announce_ended(tx: &mut TenantTx, at: DateTime<Utc>, ids: &[Uuid]) -> ApiResult<()> {
    for id in ids {
        let ended: Reweigh = REWEIGHS.find(tx, &Where::all(), *id).await?;
        announce(tx, at, ended.status, &ended.subject(None), ended.client_id).await?;
    }
    Ok(())
}
