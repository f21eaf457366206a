//! The pickups of a run: new ones come last, by their windows, until the stops are put in order.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{DeliveryRoute, RoutePickup, RoutePickupsInput};
use super::pickup_store::{self as store, NewPickupStop, RunDriver};
use super::store::find_next_position;
use crate::pickups::cargo;
use crate::pickups::ending::{self, PICKUP_SCHEDULED, PickupAttempt, event_of};
use crate::pickups::model::{Pickup, PickupFailReason};
use crate::pickups::notices::{PickupNews, notify_client};
use crate::pickups::pickup_scope::build_filter;
use crate::pickups::store::PICKUPS;
use crate::steps::pickup::PickupStatus;
use crate::steps::run::RunStatus;
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::messages::{MessageCode, Params};
use server_core::record::Where;

/// Pickups of a run.
const MOST: i64 = 100;

/// Gives a run these pickups. Those that are left out come off, and stay with their driver. Returns 409 for a new one of another
/// day, unless that is meant.
pub async fn replace(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    route: &DeliveryRoute,
    input: &RoutePickupsInput,
) -> ApiResult<Value> {
    let wanted = &input.pickup_ids[..];
    let before = store::list_pickups(tx, &[route.id]).await?;
    let before: Vec<Uuid> = before.iter().map(|stop| stop.pickup_id).collect();
    store::lock_pickups(tx, &[&before[..], wanted].concat()).await?;
    // Until they were locked, drivers could record outcomes.
    let current = store::list_pickups(tx, &[route.id]).await?;
    let known: HashSet<Uuid> = current.iter().map(|stop| stop.pickup_id).collect();
    let added: Vec<Uuid> = wanted.iter().copied().filter(|id| !known.contains(id)).collect();
    let removed: Vec<&RoutePickup> =
        current.iter().filter(|stop| !wanted.contains(&stop.pickup_id)).collect();
    let gone: Vec<Uuid> = removed.iter().map(|stop| stop.pickup_id).collect();
    let filter = build_filter(scope, Where::all()).among("p.id", Some(added.clone()));
    let found: Vec<Pickup> = PICKUPS.listing.all(tx, &filter, MOST).await?;
    let mut errors = FieldErrors::default();
    check_removed(&removed, &mut errors);
    check_added(ctx.now(), wanted, &added, &found, &mut errors);
    errors.into_result()?;
    if !input.accept_other_day {
        check_days(route, &found)?;
    }
    store::remove_pickups(tx, &gone, None, ctx.now()).await?;
    add(tx, ctx, route, &found).await?;
    let clients: Vec<Uuid> =
        found.iter().map(|one| one.client_id).chain(removed.iter().map(|stop| stop.client_id)).collect();
    ending::announce(tx, &clients, &[&added[..], &gone[..]].concat());
    Ok(json!({ "pickups": [current.len(), wanted.len()], "pickups_added": added, "pickups_removed": gone }))
}

/// One that is done, or that the driver is on the way to, stays.
fn check_removed(removed: &[&RoutePickup], errors: &mut FieldErrors) {
    let is_under_way = |stop: &&&RoutePickup| stop.done_at.is_some() || stop.status == PickupStatus::OnRoute;
    if let Some(stop) = removed.iter().find(is_under_way) {
        let params = Params::from([("number", stop.number.as_str().into())]);
        errors.push_with("pickup_ids", MessageCode::StopDone, params);
    }
}

/// New ones are the user's, on no other run, and can still be kept.
fn check_added(
    now: DateTime<Utc>,
    wanted: &[Uuid],
    added: &[Uuid],
    found: &[Pickup],
    errors: &mut FieldErrors,
) {
    use PickupStatus::{Failed, Requested, Scheduled};
    for (at, id) in wanted.iter().enumerate().filter(|(_, id)| added.contains(id)) {
        let field = format!("pickup_ids.{at}");
        let Some(pickup) = found.iter().find(|one| one.id == *id) else {
            errors.push(field, MessageCode::UnknownOption);
            continue;
        };
        let number = pickup.route_number.as_deref().filter(|_| pickup.status == Scheduled);
        if let Some(number) = number {
            let params = Params::from([("number", number.into())]);
            errors.push_with(field, MessageCode::PickupOnRoute, params);
        } else if !matches!(pickup.status, Requested | Scheduled | Failed) {
            let params = Params::from([("status", pickup.status.code().into())]);
            errors.push_with(field, MessageCode::PickupState, params);
        } else if pickup.ends_at <= now {
            errors.push(field, MessageCode::WindowPast);
        }
    }
}

/// A client is promised a day: on another one nobody waits.
fn check_days(route: &DeliveryRoute, added: &[Pickup]) -> ApiResult<()> {
    let Some(other) = added.iter().find(|one| one.on_date != route.on_date) else { return Ok(()) };
    let (number, day) = (other.number.as_str(), other.on_date.to_string());
    let params = Params::from([("number", number.into()), ("day", day.into())]);
    Err(ApiError::refused(MessageCode::PickupOtherDay).with_params(params))
}

/// Those that nobody was scheduled for get their event, and their clients are told.
async fn add(tx: &mut TenantTx, ctx: &Ctx, route: &DeliveryRoute, pickups: &[Pickup]) -> ApiResult<()> {
    let is_under_way = route.status == RunStatus::InProgress;
    let status = if is_under_way { PickupStatus::OnRoute } else { PickupStatus::Scheduled };
    let next = find_next_position(tx, route.id).await?;
    let mut in_order: Vec<&Pickup> = pickups.iter().collect();
    in_order.sort_by_key(|pickup| (pickup.starts_at, pickup.id));
    let placed = (next..).zip(in_order);
    let stops: Vec<NewPickupStop> = placed
        .map(|(position, pickup)| NewPickupStop { id: Uuid::now_v7(), pickup_id: pickup.id, position })
        .collect();
    store::insert_stops(tx, route.id, &stops, status, driver_of(route), ctx.now()).await?;
    let to_entry = |pickup: &Pickup| {
        let facts =
            json!({ "carrier_name": [pickup.carrier_name, route.driver_name], "route_number": route.number });
        (pickup.id, facts)
    };
    audit::record_many(tx, ctx.into(), "pickup.schedule", pickups.iter().map(to_entry).collect()).await?;
    // Each event has a place of its own; a run has few pickups.
    for pickup in pickups.iter().filter(|one| one.status != PickupStatus::Scheduled) {
        cargo::record_event(tx, pickup.id, &event_of(ctx, pickup, PICKUP_SCHEDULED)).await?;
        notify_client(tx, pickup.id, PickupNews::Scheduled, ctx.now()).await?;
    }
    Ok(())
}

fn driver_of(route: &DeliveryRoute) -> RunDriver<'_> {
    RunDriver { id: route.driver_id, name: route.driver_name.as_deref() }
}

/// The pickups of a run that starts are on their way.
pub async fn start(tx: &mut TenantTx, route_id: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    let stops = lock_open(tx, route_id).await?;
    let ids: Vec<Uuid> = stops.iter().map(|stop| stop.pickup_id).collect();
    let sent = store::send_pickups(tx, &ids, at).await?;
    ending::announce(tx, &clients_of(&stops), &sent);
    Ok(())
}

/// Takes the pickups off a run that does not take place. They stay with the driver.
pub async fn cancel(tx: &mut TenantTx, route_id: Uuid, reason: &str, at: DateTime<Utc>) -> ApiResult<()> {
    let stops = lock_open(tx, route_id).await?;
    let ids: Vec<Uuid> = stops.iter().map(|stop| stop.pickup_id).collect();
    store::remove_pickups(tx, &ids, Some(reason), at).await?;
    ending::announce(tx, &clients_of(&stops), &ids);
    Ok(())
}

/// The pickups of a run without an outcome, which nobody changes meanwhile.
pub async fn lock_open(tx: &mut TenantTx, route_id: Uuid) -> ApiResult<Vec<RoutePickup>> {
    let stops = store::list_pickups(tx, &[route_id]).await?;
    let ids: Vec<Uuid> = stops.iter().map(|stop| stop.pickup_id).collect();
    store::lock_pickups(tx, &ids).await?;
    let stops = store::list_pickups(tx, &[route_id]).await?;
    Ok(stops.into_iter().filter(|stop| stop.done_at.is_none()).collect())
}

/// Pickups that a run which is closed has not come to have failed: they can be scheduled again.
pub async fn give_up(tx: &mut TenantTx, ctx: &Ctx, stops: &[RoutePickup]) -> ApiResult<()> {
    if stops.is_empty() {
        return Ok(());
    }
    let ids: Vec<Uuid> = stops.iter().map(|stop| stop.pickup_id).collect();
    let filter = Where::all().among("p.id", Some(ids));
    let pickups: Vec<Pickup> = PICKUPS.listing.all(tx, &filter, MOST).await?;
    // Clients read the note: why the run was closed is the company's.
    let attempt = PickupAttempt { reason: PickupFailReason::OutOfTime, note: None, at: ctx.now() };
    // Each event has a place of its own; a run has few pickups.
    for pickup in &pickups {
        ending::fail(tx, ctx, pickup, &attempt).await?;
    }
    Ok(())
}

fn clients_of(stops: &[RoutePickup]) -> Vec<Uuid> {
    stops.iter().map(|stop| stop.client_id).collect()
}
