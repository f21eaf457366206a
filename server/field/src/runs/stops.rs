//! The stops of a run: which deliveries it takes, in which order. What is done stays.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{DeliveryRoute, RoutePickup, RouteStopChoice};
use super::pickup_store;
use super::store::{self, LockedDelivery, PlacedStop, StopPosition, StopRow};
use crate::deliveries::office::{self, EarlierStop};
use crate::deliveries::state::{DeliveryState, verdict};
use crate::steps::delivery::{DeliveryStatus, DeliveryStep};
use crate::steps::run::RunStatus;
use access::scope::RowScope;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;

/// What a change of stops did.
pub struct StopChange {
    /// Deliveries that came to the run, and those that came off.
    pub added: Vec<Uuid>,
    pub removed: Vec<Uuid>,
}

impl StopChange {
    /// All deliveries whose stop has changed.
    pub fn delivery_ids(&self) -> Vec<Uuid> {
        self.added.iter().chain(&self.removed).copied().collect()
    }
}

/// Gives a run these stops in this order. Deliveries that are left out wait for another run.
pub async fn replace(
    tx: &mut TenantTx,
    scope: &RowScope,
    route: &DeliveryRoute,
    wanted: &[RouteStopChoice],
    at: DateTime<Utc>,
) -> ApiResult<StopChange> {
    let before = store::list_stops(tx, &[route.id]).await?;
    let concerned: BTreeSet<Uuid> = before
        .iter()
        .map(|stop| stop.delivery_id)
        .chain(wanted.iter().map(|choice| choice.delivery_id))
        .collect();
    let concerned: Vec<Uuid> = concerned.into_iter().collect();
    let locked = store::lock_deliveries(tx, &concerned).await?;
    // Until they were locked, drivers could record outcomes.
    let current = store::list_stops(tx, &[route.id]).await?;
    check_wanted(route, &current, wanted)?;
    let is_wanted = |stop: &&StopRow| wanted.iter().any(|choice| choice.delivery_id == stop.delivery_id);
    let (kept, removed) = current.iter().partition::<Vec<&StopRow>, _>(is_wanted);
    let is_new = |id: &Uuid| kept.iter().all(|stop| stop.delivery_id != *id);
    let added: Vec<Uuid> = wanted.iter().map(|choice| choice.delivery_id).filter(is_new).collect();
    check_added(scope, wanted, &added, &locked)?;
    let pickups = pickup_store::list_pickups(tx, &[route.id]).await?;
    let ArrangedStops { new, placed } = arrange(&kept, &pickups, wanted);
    take_off(tx, &removed, None, at).await?;
    close_earlier_stops(tx, &added, &locked, at).await?;
    store::order_stops(tx, &placed).await?;
    store::insert_stops(tx, route.id, &new, at).await?;
    Ok(StopChange { added, removed: removed.iter().map(|stop| stop.delivery_id).collect() })
}

/// The stops of a run in a new order, each on a position of its own.
struct ArrangedStops {
    new: Vec<PlacedStop>,
    /// Deliveries and pickups that were on the run.
    placed: Vec<StopPosition>,
}

/// Pickups stay between the deliveries that stay. The deliveries take these places in the wanted order, and further ones behind all.
fn arrange(kept: &[&StopRow], pickups: &[RoutePickup], wanted: &[RouteStopChoice]) -> ArrangedStops {
    let by_delivery: HashMap<Uuid, Uuid> = kept.iter().map(|stop| (stop.delivery_id, stop.id)).collect();
    let places = kept.iter().map(|stop| (stop.position, None));
    let mut places: Vec<(i16, Option<Uuid>)> =
        places.chain(pickups.iter().map(|pickup| (pickup.position, Some(pickup.id)))).collect();
    places.sort_by_key(|place| place.0);
    let mut arranged = ArrangedStops { new: Vec::new(), placed: Vec::new() };
    let mut choices = wanted.iter();
    let behind = wanted.iter().skip(kept.len()).map(|_| None);
    for (position, pickup) in (0..).zip(places.into_iter().map(|place| place.1).chain(behind)) {
        if let Some(id) = pickup {
            arranged.placed.push(StopPosition { id, position, pinned: false });
        } else if let Some(RouteStopChoice { delivery_id, pinned }) = choices.next() {
            let (delivery_id, pinned) = (*delivery_id, *pinned);
            match by_delivery.get(&delivery_id) {
                Some(id) => arranged.placed.push(StopPosition { id: *id, position, pinned }),
                None => arranged.new.push(PlacedStop { id: Uuid::now_v7(), delivery_id, position, pinned }),
            }
        }
    }
    arranged
}

/// Adds a delivery, which is locked, behind the last stop of a run, which is locked, too.
pub async fn append(
    tx: &mut TenantTx,
    route: &DeliveryRoute,
    delivery: &LockedDelivery,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    if route.status == RunStatus::InProgress {
        return Err(ApiError::refused_field("route_id", MessageCode::RouteUnderWay, Params::new()));
    }
    close_earlier_stops(tx, &[delivery.id], std::slice::from_ref(delivery), at).await?;
    let position = store::find_next_position(tx, route.id).await?;
    let stop = PlacedStop { id: Uuid::now_v7(), delivery_id: delivery.id, position, pinned: false };
    store::insert_stops(tx, route.id, &[stop], at).await
}

/// Takes stops off a run: their deliveries wait for another one.
pub async fn take_off(
    tx: &mut TenantTx,
    stops: &[&StopRow],
    reason: Option<&str>,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let ids: Vec<Uuid> = stops.iter().map(|stop| stop.id).collect();
    let deliveries: Vec<Uuid> = stops.iter().map(|stop| stop.delivery_id).collect();
    let to_earlier = |stop: &&StopRow| EarlierStop { stop_id: stop.id, delivery_id: stop.delivery_id };
    let left: Vec<EarlierStop> = stops.iter().map(to_earlier).collect();
    store::remove_stops(tx, &ids, reason, at).await?;
    store::free_deliveries(tx, &deliveries, at).await?;
    office::add_reassigned(tx, &left, at).await
}

/// A delivery that has had a stop before is no longer that stop's: late records of it are told apart.
async fn close_earlier_stops(
    tx: &mut TenantTx,
    ids: &[Uuid],
    locked: &[LockedDelivery],
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let moved = locked.iter().filter(|one| ids.contains(&one.id));
    let to_earlier = |one: &LockedDelivery| Some(EarlierStop { stop_id: one.stop_id?, delivery_id: one.id });
    let earlier: Vec<EarlierStop> = moved.filter_map(to_earlier).collect();
    office::add_reassigned(tx, &earlier, at).await
}

/// A stop is on the run once, one that is done stays, and a run under way takes no more.
fn check_wanted(route: &DeliveryRoute, current: &[StopRow], wanted: &[RouteStopChoice]) -> ApiResult<()> {
    let mut errors = FieldErrors::default();
    let mut known = HashSet::new();
    for (at, choice) in wanted.iter().enumerate() {
        let field = format!("stops.{at}.delivery_id");
        let is_new = current.iter().all(|stop| stop.delivery_id != choice.delivery_id);
        if !known.insert(choice.delivery_id) {
            errors.push(field, MessageCode::Invalid);
        } else if is_new && route.status == RunStatus::InProgress {
            errors.push(field, MessageCode::RouteUnderWay);
        }
    }
    let is_lost = |stop: &&StopRow| stop.outcome.is_some() && !known.contains(&stop.delivery_id);
    if let Some(stop) = current.iter().find(is_lost) {
        let params = Params::from([("number", stop.number.as_str().into())]);
        errors.push_with("stops", MessageCode::StopDone, params);
    }
    errors.into_result()
}

/// New deliveries are the user's, wait for a run and have attempts left.
fn check_added(
    scope: &RowScope,
    wanted: &[RouteStopChoice],
    added: &[Uuid],
    locked: &[LockedDelivery],
) -> ApiResult<()> {
    let mut errors = FieldErrors::default();
    let new = wanted.iter().enumerate().filter(|(_, choice)| added.contains(&choice.delivery_id));
    for (at, choice) in new {
        let found = locked.iter().find(|one| one.id == choice.delivery_id);
        if let Err((code, params)) = check_free(scope, found) {
            errors.push_with(format!("stops.{at}.delivery_id"), code, params);
        }
    }
    errors.into_result()
}

/// Why a delivery cannot come to a run.
fn check_free(scope: &RowScope, delivery: Option<&LockedDelivery>) -> Result<(), (MessageCode, Params)> {
    let (_, subsidiaries, _) = scope.parts();
    let is_reached = |one: &&LockedDelivery| {
        subsidiaries.is_none_or(|own| one.subsidiary_id.is_some_and(|id| own.contains(&id)))
    };
    let Some(delivery) = delivery.filter(is_reached) else {
        return Err((MessageCode::UnknownOption, Params::new()));
    };
    let is_on_run = matches!(delivery.status, DeliveryStatus::Assigned | DeliveryStatus::Out);
    if let (true, Some(number)) = (is_on_run, &delivery.route_number) {
        return Err((MessageCode::DeliveryOnRoute, Params::from([("number", number.as_str().into())])));
    }
    match verdict(delivery.state(), DeliveryStep::Assign) {
        Verdict::Yes | Verdict::Already => Ok(()),
        Verdict::No(code, params) => Err((code, params)),
    }
}

impl LockedDelivery {
    fn state(&self) -> DeliveryState {
        DeliveryState {
            status: self.status,
            has_attempts_left: self.attempts < self.max_attempts,
            has_tasks: false,
            // These say nothing about a run.
            asks_pin: false,
            has_cash_difference: false,
            is_cash_paid_out: false,
        }
    }
}
