//! Webhooks: other systems are told what happens, by the scheme of Standard Webhooks.
//!
//! A feature calls [`announce`] in the transaction of its change. It writes the event once, as the bytes that are signed and
//! sent, and a delivery for each webhook that wants it; the commit wakes a worker ([`delivery`]). What an attempt means is
//! decided in [`outcome`], which is pure.

mod action_api;
mod announcement;
pub mod api;
mod attempt_log;
pub mod catalogue;
mod delivery;
mod delivery_model;
pub mod delivery_store;
mod event;
pub mod expiry;
mod model;
mod notices;
pub mod outcome;
mod owner;
mod party_events;
mod pattern;
mod request_headers;
mod schedule;
mod sealed_parts;
mod signature;
#[cfg(test)]
mod standard;
pub mod state;
mod store;
mod version;

pub use action_api::WebhookActionApi;
pub use announcement::{announce, announce_all, is_wanted};
pub use api::WebhookApi;
pub use catalogue::WebhookEventType;
pub use delivery::DeliverWebhooks;
pub use event::WebhookEvent;
pub use party_events::{tell_clients, tell_documents};
pub use store::WEBHOOKS;

use chrono::{DateTime, Utc};
use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use self::state::{TRANSITIONS, WebhookStep};
use self::store::EndpointRow;
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState, Verdict};
use server_core::record::Where;

/// Whether the state of a webhook allows an action, for any user.
pub async fn load_record_state(
    tx: &mut TenantTx,
    id: Uuid,
    action: Action,
    now: DateTime<Utc>,
) -> ApiResult<RecordState> {
    let row: EndpointRow = WEBHOOKS.find(tx, &Where::all(), id).await?;
    let step = match action {
        Action::Update => Some(WebhookStep::Update),
        Action::Delete => Some(WebhookStep::Delete),
        Action::Rotate => Some(WebhookStep::RotateSecret),
        _ => None,
    };
    let facts = row.facts(now);
    let verdict = step.map_or(Verdict::Yes, |step| TRANSITIONS.verdict(step, row.status, &facts));
    let owner = RecordOwner::ByParties { client_id: row.client_id, subsidiary_id: None, partner_id: None };
    Ok(RecordState { owner, status: Some(row.status.code()), verdict })
}

/// Moves the webhooks of a duplicate to the client that stays.
pub async fn move_client_records(tx: &mut TenantTx, duplicate: Uuid, stays: Uuid) -> ApiResult<()> {
    sqlx::query(store::MOVE_CLIENT).bind(stays).bind(duplicate).execute(&mut **tx).await?;
    Ok(())
}

/// Deletes the webhooks of a tenant that was imported from an archive: nothing of a copy goes out.
pub async fn forget(tx: &mut TenantTx) -> sqlx::Result<()> {
    sqlx::query(store::DELETE_EVERY).execute(&mut **tx).await?;
    sqlx::query(store::DELETE_EVERY_EVENT).execute(&mut **tx).await?;
    Ok(())
}
