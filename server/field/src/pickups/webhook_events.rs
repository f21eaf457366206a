//! Webhooks are told of pickups.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;

use super::model::Pickup;
use super::notices::PickupNews;
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::http::error::ApiResult;

/// A pickup that was scheduled, or failed.
pub async fn announce_news(
    tx: &mut TenantTx,
    at: DateTime<Utc>,
    pickup: &Pickup,
    news: PickupNews,
) -> ApiResult<()> {
    let told = match news {
        PickupNews::Scheduled => build(WebhookEventType::PickupScheduled, pickup).with("day", pickup.on_date),
        PickupNews::Failed => {
            build(WebhookEventType::PickupFailed, pickup).with("reason", pickup.fail_reason)
        }
        // Also by a client, who needs no notice of it.
        PickupNews::Moved | PickupNews::Cancelled => return Ok(()),
    };
    webhooks::announce(tx, at, told).await
}

pub async fn announce_collected(tx: &mut TenantTx, at: DateTime<Utc>, pickup: &Pickup) -> ApiResult<()> {
    webhooks::announce(tx, at, build(WebhookEventType::PickupCollected, pickup)).await
}

pub async fn announce_cancelled(tx: &mut TenantTx, at: DateTime<Utc>, pickup: &Pickup) -> ApiResult<()> {
    webhooks::announce(tx, at, build(WebhookEventType::PickupCancelled, pickup)).await
}

fn build(kind: WebhookEventType, pickup: &Pickup) -> WebhookEvent {
    WebhookEvent::of(kind, pickup.id).with("number", &pickup.number).of_clients([pickup.client_id])
}
