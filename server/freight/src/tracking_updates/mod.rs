//! E-mails to visitors about the changes of a shipment.
//!
//! A visitor leaves an address on the public page and confirms it through a link, or the sender asks for the recipient.
//! From then on each event that the catalogue marks as worth a message sends an e-mail, with a link that ends the
//! subscription.

mod api;
mod email;
pub mod one_click;
mod secret;
mod store;
pub mod texts;

use chrono::TimeDelta;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

pub use api::TrackingSubscriptionApi;
pub use email::{SendTrackingConfirmation, SendTrackingUpdate};
pub use texts::{SendTrackingTest, TrackingEmailTextApi};

use crate::status::ShipmentStatus;
use server_core::audit::{self, Actor};
use server_core::http::error::ApiResult;
use server_core::process::{self, Owner};
use server_core::settings::{self, TRACKING_EMAILS};
use server_core::state::AppState;

/// Older events are history that somebody enters later; nobody is told of them.
const NEWS_AGE: TimeDelta = TimeDelta::days(2);
/// Time between two e-mails of a subscription; changes in between wait and are told together.
const PAUSE: TimeDelta = TimeDelta::minutes(5);
/// Time to confirm an address.
const CONFIRMATION_AGE: TimeDelta = TimeDelta::hours(24);
/// How long a subscription outlives its shipment.
const KEPT_AFTER_END: TimeDelta = TimeDelta::days(30);
/// How long senders cannot ask for a recipient who stopped their e-mails.
const KEPT_AFTER_STOP: TimeDelta = TimeDelta::days(365);
/// Addresses of one shipment that have confirmed. Others take no place, so that nobody can fill them with invented addresses.
const MAX_OF_SHIPMENT: i64 = 5;
/// Unanswered confirmations of one shipment.
const MAX_PENDING_OF_SHIPMENT: i64 = 20;
/// Confirmations that one address can leave unanswered; further ones are not sent.
const MAX_PENDING: i64 = 5;

/// Enqueues the e-mails about a new event of these shipments, in the transaction of the event.
pub async fn announce(
    tx: &mut TenantTx,
    shipment_ids: &[Uuid],
    occurred_at: chrono::DateTime<chrono::Utc>,
    received_at: chrono::DateTime<chrono::Utc>,
) -> ApiResult<()> {
    if shipment_ids.is_empty() || occurred_at < received_at - NEWS_AGE {
        return Ok(());
    }
    if store::has_recipients(tx, shipment_ids).await? && settings::load(tx).await?.flag(TRACKING_EMAILS) {
        store::subscribe_recipients(tx, shipment_ids, received_at).await?;
    }
    let due = store::mark_due(tx, shipment_ids, received_at).await?;
    let updates = due.into_iter().map(|subscription_id| SendTrackingUpdate { subscription_id }).collect();
    Ok(process::enqueue_all(tx, Owner::NOBODY, updates).await?)
}

/// Ends a subscription; returns the code of its shipment, or none when it had ended before.
async fn end(tx: &mut TenantTx, id: Uuid, actor: Actor) -> ApiResult<Option<String>> {
    let ended = match store::stop(tx, id, actor.at).await? {
        Some(stopped) => Some(stopped),
        None => store::delete(tx, id).await?,
    };
    let Some((shipment_id, tracking_code)) = ended else { return Ok(None) };
    audit::record(tx, actor, "shipment.unsubscribe", Some(shipment_id), json!({})).await?;
    Ok(Some(tracking_code))
}

/// Deletes subscriptions that were not confirmed, and those of shipments that ended a while ago.
pub async fn lapse(tx: &mut TenantTx, state: &AppState) -> ApiResult<()> {
    let ended: Vec<i16> =
        ShipmentStatus::ALL.iter().filter(|status| status.is_final()).map(|status| status.code()).collect();
    let now = state.clock.now();
    let gone = store::lapse(tx, now, &ended, now - KEPT_AFTER_END, now - KEPT_AFTER_STOP).await?;
    if gone > 0 {
        tracing::info!(gone, "tracking subscriptions were deleted");
    }
    Ok(())
}
