//! Webhooks are told of tickets.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::http::error::ApiResult;

/// Without those that are inactive, which are nobody's.
pub const OWNERS: &str =
    "select id, number, client_id from support_tickets where id = any($1) and active order by id";

#[derive(sqlx::FromRow)]
struct TicketOwner {
    id: Uuid,
    number: i32,
    client_id: Option<Uuid>,
}

/// Tells of the same event of some tickets.
pub async fn announce(
    tx: &mut TenantTx,
    at: DateTime<Utc>,
    kind: WebhookEventType,
    ids: &[Uuid],
) -> ApiResult<()> {
    if !webhooks::is_wanted(tx, &[kind]).await? {
        return Ok(());
    }
    let owners: Vec<TicketOwner> = sqlx::query_as(OWNERS).bind(ids).fetch_all(&mut **tx).await?;
    let build = |owner: TicketOwner| {
        WebhookEvent::of(kind, owner.id).with("number", owner.number).of_clients(owner.client_id)
    };
    let events: Vec<WebhookEvent> = owners.into_iter().map(build).collect();
    webhooks::announce_all(tx, at, &events).await
}
