//! Webhooks are told of clients that are new or have changed, and of documents that expire: these areas stand below.

use tenancy::TenantTx;

use super::announcement::{announce_all, is_wanted};
use super::catalogue::WebhookEventType;
use super::event::WebhookEvent;
use parties::clients::news::{ClientsChanged, list_codes};
use parties::owned::documents::reminders::{DocumentsExpiring, ExpiringDocument};
use server_core::http::error::ApiResult;

pub async fn tell_clients(tx: &mut TenantTx, changed: ClientsChanged) -> ApiResult<()> {
    let kind = match changed.is_new {
        true => WebhookEventType::ClientCreated,
        false => WebhookEventType::ClientUpdated,
    };
    if changed.ids.is_empty() || !is_wanted(tx, &[kind]).await? {
        return Ok(());
    }
    let codes = list_codes(tx, &changed.ids).await?;
    let events = codes.iter().map(|(id, code)| WebhookEvent::of(kind, *id).with("code", code));
    announce_all(tx, changed.at, &events.collect::<Vec<_>>()).await
}

pub async fn tell_documents(tx: &mut TenantTx, expiring: DocumentsExpiring) -> ApiResult<()> {
    let events: Vec<WebhookEvent> = expiring.documents.iter().map(to_event).collect();
    announce_all(tx, expiring.at, &events).await
}

fn to_event(document: &ExpiringDocument) -> WebhookEvent {
    WebhookEvent::of(WebhookEventType::DocumentExpiring, document.id)
        .with("owner_type", document.owner_type)
        .with("owner_id", document.owner_id)
        .with("expires_on", document.expires_on)
}
