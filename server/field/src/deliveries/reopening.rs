//! A delivery is opened again: what was recorded as its end was wrong.

use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Delivery, StopResult};
use super::office::{self, EarlierStop, OfficeEntry};
use super::store;
use crate::cash_handovers::taking_back;
use crate::drivers::deliveries_fold;
use crate::runs::model::DeliveryRoute;
use crate::runs::store::{self as route_store, ROUTES};
use crate::steps::delivery::DeliveryStatus;
use crate::steps::run::RunStatus;
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::tracking_events;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::record::Where;

/// The columns of a delivery that is open again.
#[derive(Debug, Serialize)]
pub struct ReopenedColumns {
    pub status: DeliveryStatus,
    pub stop_id: Option<Uuid>,
    pub reason: String,
}

/// Undoes the handover with its cash, or the newest failure, and says where the delivery stands then.
pub async fn reopen(
    tx: &mut TenantTx,
    ctx: &Ctx,
    delivery: &Delivery,
    reason: String,
) -> ApiResult<ReopenedColumns> {
    let (id, at) = (delivery.id, ctx.now());
    let failed_stop = find_failed_stop(tx, delivery).await?;
    let entry = match failed_stop {
        Some(stop_id) => OfficeEntry::FailureUndone { at, stop_id },
        None => OfficeEntry::Reopened { at },
    };
    office::add(tx, id, entry).await?;
    if failed_stop.is_none() {
        lock_shipments(tx, id).await?;
        taking_back::take_back(tx, ctx, id, &delivery.number).await?;
    }
    store::unsettle_cash(tx, id).await?;
    if !deliveries_fold::refold(tx, ctx, &[id]).await?.is_empty() {
        return Err(ApiError::refused(MessageCode::EventNotUndoable));
    }
    if failed_stop.is_none_or(|stop_id| delivery.stop_id == Some(stop_id)) && is_on_road(tx, delivery).await?
    {
        return Ok(ReopenedColumns { status: DeliveryStatus::Out, stop_id: delivery.stop_id, reason });
    }
    if let Some(stop_id) = delivery.stop_id {
        route_store::remove_stops(tx, &[stop_id], Some(&reason), at).await?;
        office::add_reassigned(tx, &[EarlierStop { stop_id, delivery_id: id }], at).await?;
    }
    Ok(ReopenedColumns { status: DeliveryStatus::Pending, stop_id: None, reason })
}

/// A fold locks shipments before it posts cash. Here, cash is posted before the fold.
async fn lock_shipments(tx: &mut TenantTx, delivery_id: Uuid) -> ApiResult<()> {
    let cargo = store::list_cargo(tx, &[delivery_id]).await?;
    let ids: Vec<Uuid> = cargo.iter().map(|row| row.shipment_id).collect();
    tracking_events::lock_many(tx, &RowScope::All, &ids).await?;
    Ok(())
}

/// The stop of the newest failure, of a delivery that has failed.
async fn find_failed_stop(tx: &mut TenantTx, delivery: &Delivery) -> ApiResult<Option<Uuid>> {
    if delivery.status != DeliveryStatus::Failed {
        return Ok(None);
    }
    let stops = store::list_stops(tx, delivery.id).await?;
    Ok(stops.iter().find(|stop| stop.outcome == Some(StopResult::Failed)).map(|stop| stop.id))
}

/// Whether its run is under way: the driver can still do it.
async fn is_on_road(tx: &mut TenantTx, delivery: &Delivery) -> ApiResult<bool> {
    let Some(route_id) = delivery.route_id else { return Ok(false) };
    let route: DeliveryRoute = ROUTES.find(tx, &Where::all(), route_id).await?;
    Ok(route.status == RunStatus::InProgress)
}
