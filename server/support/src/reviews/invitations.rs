//! The work of every hour: clients are asked two days after a delivery, and once more after a week. The review of a
//! delivery that was undone is hidden.

use chrono::TimeDelta;
use policy::Resource;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::email::SendReviewInvitation;
use super::store::{self, DeliveredWithin, UnansweredReview, UndeliveredReviews};
use server_core::audit::{self, Actor};
use server_core::http::error::ApiResult;
use server_core::live::{self, Audience};
use server_core::process::{self, Owner};
use server_core::state::AppState;

/// Between the delivery and the invitation.
const ASKED_AFTER: TimeDelta = TimeDelta::days(2);
/// Deliveries that are older are not asked about, e.g. when the feature is switched on.
const ASKED_UNTIL: TimeDelta = TimeDelta::days(9);
/// No shipment is longer on its way.
const LONGEST_WAY: TimeDelta = TimeDelta::days(180);
const REMINDED_AFTER: TimeDelta = TimeDelta::days(7);
const REMINDED_UNTIL: TimeDelta = TimeDelta::days(30);

/// The shipments whose clients are to be asked now, at most 200.
pub async fn list_candidates(tx: &mut TenantTx, state: &AppState) -> ApiResult<Vec<Uuid>> {
    let now = state.clock.now();
    let within =
        DeliveredWithin { created_after: now - LONGEST_WAY, from: now - ASKED_UNTIL, to: now - ASKED_AFTER };
    store::list_candidates(tx, within).await
}

/// Asks the clients of these shipments.
pub async fn invite(tx: &mut TenantTx, state: &AppState, shipments: &[Uuid]) -> ApiResult<()> {
    if shipments.is_empty() {
        return Ok(());
    }
    let ids = store::invite(tx, shipments, state.clock.now()).await?;
    live::records_changed(tx, &Audience::Everybody, Resource::Review.name(), &[]);
    send(tx, ids).await
}

/// The reviews about which clients have not said anything for a week, and were not asked again.
pub async fn list_unanswered(tx: &mut TenantTx, state: &AppState) -> ApiResult<Vec<UnansweredReview>> {
    let now = state.clock.now();
    store::list_unanswered(tx, now - REMINDED_UNTIL, now - REMINDED_AFTER).await
}

/// Asks the clients of these reviews once more.
pub async fn remind(tx: &mut TenantTx, state: &AppState, unanswered: &[UnansweredReview]) -> ApiResult<()> {
    if unanswered.is_empty() {
        return Ok(());
    }
    let ids: Vec<Uuid> = unanswered.iter().map(|review| review.id).collect();
    let ids = store::remind(tx, &ids, state.clock.now()).await?;
    send(tx, ids).await
}

/// Hides what was said about shipments that are under way again.
pub async fn hide_undelivered(tx: &mut TenantTx, state: &AppState) -> ApiResult<()> {
    let UndeliveredReviews { forgotten, hidden } = store::hide_undelivered(tx, state.clock.now()).await?;
    if forgotten.is_empty() && hidden.is_empty() {
        return Ok(());
    }
    // Everybody hears of it, and of no review in particular.
    live::records_changed(tx, &Audience::Everybody, Resource::Review.name(), &[]);
    let actor = Actor::server(state, "sweep".to_owned());
    let entries = hidden.into_iter().map(|id| (id, json!({}))).collect();
    audit::record_many(tx, actor, "review.hide", entries).await
}

async fn send(tx: &mut TenantTx, ids: Vec<Uuid>) -> ApiResult<()> {
    let tasks = ids.into_iter().map(|review_id| SendReviewInvitation { review_id }).collect();
    Ok(process::enqueue_all(tx, Owner::NOBODY, tasks).await?)
}
