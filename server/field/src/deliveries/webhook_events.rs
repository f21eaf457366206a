//! Webhooks are told of deliveries that are on their way, and of those that go back.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use freight::webhook_events::load_owners;
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::http::error::ApiResult;

pub const TOLD: &str = "
    select d.id, d.number, d.attempts, array(
        select c.shipment_id from delivery_shipments c where c.delivery_id = d.id) as shipment_ids
    from deliveries d where d.id = any($1)";

/// A delivery as it is told of.
#[derive(sqlx::FromRow)]
struct ToldDelivery {
    id: Uuid,
    number: String,
    attempts: i16,
    shipment_ids: Vec<Uuid>,
}

/// Tells of the same event of some deliveries.
pub async fn announce(
    tx: &mut TenantTx,
    at: DateTime<Utc>,
    kind: WebhookEventType,
    ids: &[Uuid],
) -> ApiResult<()> {
    if ids.is_empty() || !webhooks::is_wanted(tx, &[kind]).await? {
        return Ok(());
    }
    let deliveries: Vec<ToldDelivery> = sqlx::query_as(TOLD).bind(ids).fetch_all(&mut **tx).await?;
    let shipment_ids = deliveries.iter().flat_map(|delivery| &delivery.shipment_ids).copied().collect();
    let owners = load_owners(tx, shipment_ids).await?;
    let to_event = |delivery: ToldDelivery| {
        let clients: BTreeSet<Uuid> =
            delivery.shipment_ids.iter().filter_map(|id| owners.get(id)).copied().collect();
        WebhookEvent::of(kind, delivery.id)
            .with("number", delivery.number)
            .with("attempts", delivery.attempts)
            .of_clients(clients)
    };
    let events: Vec<WebhookEvent> = deliveries.into_iter().map(to_event).collect();
    webhooks::announce_all(tx, at, &events).await
}
