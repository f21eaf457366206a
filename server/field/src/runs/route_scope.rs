//! Which runs a user reaches, and how a change of one begins and is answered.

use chrono::{DateTime, Utc};
use poem_openapi::payload::Json;
use policy::{Action, Resource, Scope};
use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{DeliveryRoute, DeliveryRouteDetails, RouteStop};
use super::pickup_store;
use super::state::{find_planned_status, right_of, verdict};
use super::stop_places::{list_visits, measure};
use super::store::{self, ROUTES, StopRow};
use crate::cash_handovers::cash_store;
use crate::steps::run::{RunStatus, RunStep};
use access::ctx::Ctx;
use server_core::http::error::ApiResult;
use server_core::http::list::Item;
use server_core::live::{self, Audience};
use server_core::record::{Change, Where};
use server_core::settings::CASH_ON_DELIVERY;

/// The columns of a run whose stops have changed.
#[derive(Debug, Serialize)]
pub struct StoppedColumns {
    pub status: RunStatus,
    pub planned_m: Option<f64>,
}

/// The runs that the user reaches with an action: a driver's own ones, those of the user's branches, or all.
pub fn build_filter(ctx: &Ctx, action: Action, filter: Where) -> ApiResult<Where> {
    ctx.require(Resource::Route, action)?;
    if ctx.grants.scope(Resource::Route, action) == Scope::Own {
        return Ok(filter.and("r.driver_id = ", Some(ctx.user.id)));
    }
    let scope = ctx.scope(Resource::Route, action)?;
    let (_, subsidiaries, _) = scope.parts();
    Ok(filter.among("r.subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec)))
}

/// The change of a run, if its state and version allow the step.
pub async fn begin(
    ctx: &Ctx,
    id: Uuid,
    step: RunStep,
    version: Option<i32>,
) -> ApiResult<Change<DeliveryRoute>> {
    let filter = build_filter(ctx, right_of(step), Where::all())?;
    let change: Change<DeliveryRoute> = Change::begin(ctx.begin().await?, ctx, &ROUTES, filter, id).await?;
    change.allow(verdict(change.before.state(), step), version)?;
    Ok(change)
}

/// Columns of a run by the stops that it has now. None for one that is over: it stays as it was driven.
pub async fn find_columns(tx: &mut TenantTx, route: &DeliveryRoute) -> ApiResult<Option<StoppedColumns>> {
    let current = store::list_stops(tx, &[route.id]).await?;
    let pickups = pickup_store::list_pickups(tx, &[route.id]).await?;
    let visits = list_visits(&current, &pickups);
    let status = match route.status {
        RunStatus::Draft | RunStatus::Ready => {
            find_planned_status(route.driver_id.is_some(), !visits.is_empty())
        }
        RunStatus::Loaded | RunStatus::InProgress => route.status,
        RunStatus::Closed | RunStatus::Cancelled => return Ok(None),
    };
    Ok(Some(StoppedColumns { status, planned_m: measure(route, &visits) }))
}

/// Writes these columns of a run, which was locked before its stops, and tells open pages.
pub async fn write_stops(tx: &mut TenantTx, route_id: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    let route: DeliveryRoute = ROUTES.find(tx, &Where::all(), route_id).await?;
    if let Some(columns) = find_columns(tx, &route).await? {
        ROUTES.write(tx, at, route_id, &columns).await?;
        live::records_changed(tx, &Audience::Staff, Resource::Route.name(), &[route_id]);
    }
    Ok(())
}

/// The run with its stops and the permissions of the user.
pub async fn load_details(
    tx: &mut TenantTx,
    ctx: &Ctx,
    route: DeliveryRoute,
) -> ApiResult<DeliveryRouteDetails> {
    let collects_cash = ctx.settings().flag(CASH_ON_DELIVERY);
    let mut rows: Vec<StopRow> = store::list_stops(tx, &[route.id]).await?;
    // It can stand there from the time when the company collected.
    rows.iter_mut().for_each(|row| row.cod_due = row.cod_due.filter(|_| collects_cash));
    let stops = rows.into_iter().map(RouteStop::from).collect();
    let pickups = pickup_store::list_pickups(tx, &[route.id]).await?;
    let is_cash_waiting = cash_store::is_with_driver(tx, route.id).await?;
    Ok(DeliveryRouteDetails { route: route.seen_by(&ctx.grants), stops, pickups, is_cash_waiting })
}

pub async fn to_answer(ctx: &Ctx, route: DeliveryRoute) -> ApiResult<Json<Item<DeliveryRouteDetails>>> {
    let mut tx = ctx.begin().await?;
    let data = load_details(&mut tx, ctx, route).await?;
    tx.commit().await?;
    Ok(Json(Item { data }))
}
