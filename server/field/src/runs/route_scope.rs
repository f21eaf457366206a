//! Which runs a user reaches, and how a change of one begins and is answered.

use poem_openapi::payload::Json;
use policy::{Action, Resource, Scope};
use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{DeliveryRoute, DeliveryRouteDetails, RouteStop};
use super::pickup_store;
use super::state::{right_of, verdict};
use super::store::{self, ROUTES, StopRow};
use crate::cash_handovers::cash_store;
use crate::steps::run::{RunStatus, RunStep};
use access::ctx::Ctx;
use server_core::http::error::ApiResult;
use server_core::http::list::Item;
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
