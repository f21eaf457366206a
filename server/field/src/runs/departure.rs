//! A run begins with what was loaded, and ends when each stop has an outcome, or with a reason.

use std::collections::{BTreeSet, HashSet};

use tenancy::TenantTx;
use uuid::Uuid;

use super::load::RunCargo;
use super::model::DeliveryRoute;
use super::pickup_stops;
use super::stops::take_off;
use super::store::{self, StopRow};
use crate::cash_handovers;
use crate::deliveries::webhook_events;
use crate::delivery_pin;
use crate::drivers::{deliveries_fold, pickups_fold};
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::tracking_events::{self, NewEvent, Source};
use integrations::webhooks::WebhookEventType;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};

const OUT_FOR_DELIVERY: &str = "OUT_FOR_DELIVERY";

/// What a start or an end has led to.
pub struct RunTurn {
    /// Deliveries that go on with the run, or went on to its end.
    pub kept: Vec<Uuid>,
    /// Deliveries that came off.
    pub removed: Vec<Uuid>,
    /// Parcels that were not loaded, or stops that were not done.
    pub missing: usize,
}

/// Sends what was loaded. Deliveries of which nothing was loaded come off, if somebody says why.
pub async fn start(
    tx: &mut TenantTx,
    ctx: &Ctx,
    route: &DeliveryRoute,
    reason: Option<&str>,
) -> ApiResult<RunTurn> {
    let stops = lock_stops(tx, route.id).await?;
    let cargo = RunCargo::load(tx, &stops).await?;
    // A driver can have recorded an outcome before the start.
    let recorded: HashSet<Uuid> =
        store::list_recorded_stops(tx, route.id).await?.iter().map(|stop| stop.id).collect();
    let lacks = |at: usize| {
        let parcels = cargo.list_parcels(at);
        parcels.iter().filter(|parcel| !stops[at].loaded.contains(parcel)).count()
    };
    let missing: usize = (0..stops.len()).filter(|at| !recorded.contains(&stops[*at].id)).map(lacks).sum();
    let stays =
        |stop: &&StopRow| stop.outcome.is_some() || !stop.loaded.is_empty() || recorded.contains(&stop.id);
    let (kept, left) = stops.iter().partition::<Vec<&StopRow>, _>(stays);
    if kept.is_empty() && !stops.is_empty() {
        return Err(ApiError::refused(MessageCode::NothingLoaded));
    }
    if missing > 0 && reason.is_none() {
        let params = Params::from([("count", missing.into())]);
        return Err(ApiError::refused_field("reason", MessageCode::ParcelsNotLoaded, params));
    }
    let collects = kept.iter().any(|stop| stop.outcome.is_none() && stop.find_cash_left().is_some());
    if let Some(driver_id) = route.driver_id.filter(|_| collects) {
        cash_handovers::refuse_difference(tx, driver_id).await?;
    }
    take_off(tx, &left, reason, ctx.now()).await?;
    let ids: Vec<Uuid> = kept.iter().map(|stop| stop.delivery_id).collect();
    store::send_deliveries(tx, &ids, ctx.now()).await?;
    let out: Vec<Uuid> =
        kept.iter().filter(|stop| stop.outcome.is_none()).map(|stop| stop.delivery_id).collect();
    webhook_events::announce(tx, ctx.now(), WebhookEventType::DeliveryOut, &out).await?;
    delivery_pin::tell(tx, &ids).await?;
    let sent = kept.iter().filter(|stop| stop.outcome.is_none());
    let shipments: BTreeSet<Uuid> =
        sent.flat_map(|stop| stop.loaded.iter().map(|parcel| parcel.shipment_id)).collect();
    let shipments: Vec<Uuid> = shipments.into_iter().collect();
    let locked = tracking_events::lock_many(tx, &RowScope::All, &shipments).await?;
    let event = NewEvent::now(OUT_FOR_DELIVERY, Source::User, ctx);
    tracking_events::record_for_many(tx, &locked, &event).await?;
    pickup_stops::start(tx, route.id, ctx.now()).await?;
    Ok(RunTurn { kept: ids, removed: left.iter().map(|stop| stop.delivery_id).collect(), missing })
}

/// The records that drivers made before the run had started count now.
pub async fn fold_early_records(tx: &mut TenantTx, ctx: &Ctx, route_id: Uuid) -> ApiResult<()> {
    let stops = store::list_recorded_stops(tx, route_id).await?;
    let deliveries: BTreeSet<Uuid> = stops.iter().filter_map(|stop| stop.delivery_id).collect();
    let pickups: BTreeSet<Uuid> = stops.iter().filter_map(|stop| stop.pickup_id).collect();
    deliveries_fold::refold(tx, ctx, &deliveries.into_iter().collect::<Vec<_>>()).await?;
    pickups_fold::refold(tx, ctx, &pickups.into_iter().collect::<Vec<_>>()).await
}

/// Ends a run. Stops without an outcome come off, and pickups have failed, if somebody says why.
pub async fn close(tx: &mut TenantTx, ctx: &Ctx, route_id: Uuid, reason: Option<&str>) -> ApiResult<RunTurn> {
    let stops = lock_stops(tx, route_id).await?;
    let (done, open) = stops.iter().partition::<Vec<&StopRow>, _>(|stop| stop.outcome.is_some());
    let waiting = done.iter().filter(|stop| stop.is_waiting).count();
    let pickups = pickup_stops::lock_open(tx, route_id).await?;
    let missing = open.len() + waiting + pickups.len();
    if missing > 0 && reason.is_none() {
        let params = Params::from([("count", missing.into())]);
        return Err(ApiError::refused_field("reason", MessageCode::StopsOpen, params));
    }
    take_off(tx, &open, reason, ctx.now()).await?;
    pickup_stops::give_up(tx, ctx, &pickups).await?;
    let ids = |stops: &[&StopRow]| stops.iter().map(|stop| stop.delivery_id).collect();
    Ok(RunTurn { kept: ids(&done), removed: ids(&open), missing })
}

/// Takes all stops without an outcome off a run that does not take place.
pub async fn cancel(tx: &mut TenantTx, ctx: &Ctx, route_id: Uuid, reason: &str) -> ApiResult<Vec<Uuid>> {
    let stops = lock_stops(tx, route_id).await?;
    let open: Vec<&StopRow> = stops.iter().filter(|stop| stop.outcome.is_none()).collect();
    take_off(tx, &open, Some(reason), ctx.now()).await?;
    pickup_stops::cancel(tx, route_id, reason, ctx.now()).await?;
    Ok(open.iter().map(|stop| stop.delivery_id).collect())
}

/// The stops of a run as they are once nobody changes their deliveries.
async fn lock_stops(tx: &mut TenantTx, route_id: Uuid) -> ApiResult<Vec<StopRow>> {
    let stops = store::list_stops(tx, &[route_id]).await?;
    let ids: Vec<Uuid> = stops.iter().map(|stop| stop.delivery_id).collect();
    store::lock_deliveries(tx, &ids).await?;
    store::list_stops(tx, &[route_id]).await
}
