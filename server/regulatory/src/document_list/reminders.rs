//! Reminders of documents of shipments that expire, at the same days as those of clients.

use std::collections::BTreeMap;

use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use super::store::{self, DueDocument};
use access::users::staff;
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use parties::owned::documents::reminders::{MOST, build_notice};
use server_core::http::error::{ApiError, ApiResult};
use server_core::notify::action::RouteName;
use server_core::notify::{self, Notice, NotificationCode};
use server_core::state::AppState;

/// Tells those who verify documents of shipments how many expire, among the branches that they work for.
pub async fn send_due(tx: &mut TenantTx, state: &AppState) -> ApiResult<()> {
    let now = state.clock.now();
    let today = state.settings.get_within(tx).await?.today(now);
    let due = store::mark_due(tx, today, MOST).await?;
    if due.is_empty() {
        return Ok(());
    }
    let mut counts: BTreeMap<Uuid, usize> = BTreeMap::new();
    // One question for each branch with such documents: a company has few.
    for (branch, documents) in store::count_by_branch(tx, &due).await? {
        let documents = usize::try_from(documents).map_err(ApiError::internal)?;
        let (resource, action) = (Resource::RegulatoryRequest, Action::Verify);
        for user_id in staff::with_right_in_branch(tx, &state.policy, resource, action, Some(branch)).await? {
            *counts.entry(user_id).or_default() += documents;
        }
    }
    let (code, route) = (NotificationCode::ShipmentDocumentsExpiring, RouteName::ShipmentDocuments);
    let notices: Vec<Notice> = counts
        .iter()
        .map(|(user_id, documents)| build_notice(*user_id, code, route, *documents, today))
        .collect();
    notify::push_all(tx, now, &notices).await?;
    let events: Vec<WebhookEvent> = due.iter().map(to_event).collect();
    webhooks::announce_all(tx, now, &events).await
}

fn to_event(document: &DueDocument) -> WebhookEvent {
    WebhookEvent::of(WebhookEventType::DocumentExpiring, document.id)
        .with("owner_type", Resource::RegulatoryRequest.name())
        .with("owner_id", document.request_id)
        .with("expires_on", document.expires_on)
}
