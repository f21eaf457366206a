//! How a pickup ends by what a driver or the office says, in the record, on its run, in its shipments and for its client.

use chrono::{DateTime, Utc};
use policy::Resource;
use serde::Serialize;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::cargo;
use super::model::{Pickup, PickupFailReason};
use super::notices::{PickupNews, notify_client};
use super::store::PICKUPS;
use crate::runs::pickup_store;
use crate::steps::pickup::PickupStatus;
use access::ctx::Ctx;
use freight::tracking_events::{NewEvent, Source};
use server_core::audit;
use server_core::http::error::ApiResult;
use server_core::live::{self, Audience};

pub const PICKUP_SCHEDULED: &str = "PICKUP_SCHEDULED";
pub const PICKUP_FAILED: &str = "PICKUP_FAILED";

/// The columns of a failure.
#[derive(Debug, Serialize)]
pub struct FailedColumns {
    pub status: PickupStatus,
    pub fail_reason: PickupFailReason,
    pub note: Option<String>,
}

/// An attempt at which nothing was collected.
#[derive(Clone, Debug)]
pub struct PickupAttempt {
    pub reason: PickupFailReason,
    pub note: Option<String>,
    pub at: DateTime<Utc>,
}

/// An event of the shipments, at the place of the pickup.
pub fn event_of(ctx: &Ctx, pickup: &Pickup, code: &str) -> NewEvent {
    NewEvent {
        time_zone: pickup.time_zone.clone(),
        location: pickup.address.city.clone(),
        ..NewEvent::now(code, Source::User, ctx)
    }
}

/// Tells the shipments and the client that nothing was collected, and ends the stop on the run.
pub async fn tell_failure(
    tx: &mut TenantTx,
    ctx: &Ctx,
    pickup: &Pickup,
    attempt: &PickupAttempt,
) -> ApiResult<()> {
    let event = NewEvent {
        occurred_at: attempt.at,
        reason: Some(attempt.reason.as_str().to_owned()),
        note: attempt.note.clone(),
        ..event_of(ctx, pickup, PICKUP_FAILED)
    };
    cargo::record_event(tx, pickup.id, &event).await?;
    end_stop(tx, pickup, PickupStatus::Failed, Some(attempt.reason.as_str()), attempt.at).await?;
    notify_client(tx, pickup.id, PickupNews::Failed, ctx.now()).await
}

/// Records that nothing was collected, without a user who has the record open.
pub async fn fail(tx: &mut TenantTx, ctx: &Ctx, pickup: &Pickup, attempt: &PickupAttempt) -> ApiResult<()> {
    let PickupAttempt { reason, note, .. } = attempt.clone();
    let facts = json!({ "fail_reason": reason, "note": note });
    let columns = FailedColumns { status: PickupStatus::Failed, fail_reason: reason, note };
    PICKUPS.write(tx, ctx.now(), pickup.id, &columns).await?;
    audit::record(tx, ctx, "pickup.fail", Some(pickup.id), facts).await?;
    tell_failure(tx, ctx, pickup, attempt).await?;
    announce(tx, &[pickup.client_id], &[pickup.id]);
    Ok(())
}

/// Ends the stop of a pickup on its run, if it has one.
pub async fn end_stop(
    tx: &mut TenantTx,
    pickup: &Pickup,
    status: PickupStatus,
    reason: Option<&str>,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let Some(stop_id) = pickup.stop_id else { return Ok(()) };
    let route_id = pickup_store::end_stop(tx, stop_id, status, reason, at).await?;
    if let Some(route_id) = route_id {
        live::records_changed(tx, &Audience::Staff, Resource::Route.name(), &[route_id]);
    }
    Ok(())
}

/// Tells open pages of the company and of these clients.
pub fn announce(tx: &mut TenantTx, clients: &[Uuid], ids: &[Uuid]) {
    if !ids.is_empty() {
        live::records_changed(tx, &Audience::Parties(clients.to_vec()), Resource::Pickup.name(), ids);
    }
}
