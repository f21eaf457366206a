//! Webhooks are told of imports that have ended.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;

use super::super::store::ImportRow;
use super::count_records;
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::http::error::ApiResult;

pub async fn announce(tx: &mut TenantTx, at: DateTime<Utc>, import: &ImportRow) -> ApiResult<()> {
    let (created, existing) = count_records(import);
    let told = WebhookEvent::of(WebhookEventType::ImportFinished, import.id)
        .with("kind", import.kind)
        .with("created", created)
        .with("existing", existing)
        .with("refused_lines", import.counts.refused_lines)
        .of_clients(import.client_id);
    webhooks::announce(tx, at, told).await
}
