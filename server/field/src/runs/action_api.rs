//! `/routes`: what is done with a run.

use chrono::{DateTime, Utc};
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde::Serialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::model::{
    DeliveryRoute, DeliveryRouteDetails, RouteCancellation, RouteClosing, RouteLoad, RouteLoadAnswer,
    RoutePickupsInput, RouteStart, RouteStopsInput, RouteVersion,
};
use super::route_scope::{begin, find_columns, load_details, to_answer};
use super::stop_places::{list_visits, measure, optimize};
use super::{departure, load, pickup_stops, pickup_store, stops, store};
use crate::steps::run::{RunStatus, RunStep};
use access::ctx::Ctx;
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::http::fields::{optional, require};
use server_core::http::list::Item;
use server_core::live::{self, Audience};
use server_core::record::Change;
use server_core::tags::Tag;

/// The columns of a run that has begun.
#[derive(Debug, Serialize)]
struct StartedColumns {
    status: RunStatus,
    started_at: DateTime<Utc>,
    planned_m: Option<f64>,
}

/// The columns of a run that is over.
#[derive(Debug, Serialize)]
struct EndedColumns {
    status: RunStatus,
    closed_at: Option<DateTime<Utc>>,
    reason: Option<String>,
}

#[derive(Debug, Serialize)]
struct LoadedColumns {
    status: RunStatus,
}

pub struct RouteActionApi;

#[OpenApi(prefix_path = "/routes", tag = "Tag::Deliveries")]
impl RouteActionApi {
    /// Set the stops of a run
    ///
    /// In this order; pickups stay where they are among the stops. New deliveries are assigned, those that are left out wait for
    /// another run. Stops that are done stay, and a run under way takes no new ones: 422 at the stop.
    #[oai(path = "/:id/stops", method = "put", operation_id = "route_stops_update")]
    async fn route_stops_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<RouteStopsInput>,
    ) -> ApiResult<Json<Item<DeliveryRouteDetails>>> {
        let scope = ctx.scope(Resource::Route, Action::Update)?;
        let mut change = begin(&ctx, *id, RunStep::Update, Some(body.version)).await?;
        let tx = &mut change.tx;
        let turned = stops::replace(tx, &scope, &change.before, &body.stops, ctx.now()).await?;
        let facts = json!({
            "stops": [change.before.stop_count, body.stops.len()], "deliveries_added": turned.added,
            "deliveries_removed": turned.removed,
        });
        finish_stops(&ctx, change, facts, &turned.delivery_ids()).await
    }

    /// Set the pickups of a run
    ///
    /// Pickups that wait for somebody become the driver's, with their event PICKUP_SCHEDULED. Those that are left out come off and
    /// stay with that driver; one that is done or under way stays. New ones come behind the last stop, by their windows. Once the run
    /// is under way, a new pickup is, too. Returns 409 `pickup_other_day`, with its `number` and `day` in `params`, for a new one
    /// that is promised for another day than that of the run, unless `accept_other_day` is true.
    #[oai(path = "/:id/pickups", method = "put", operation_id = "route_pickups_update")]
    async fn route_pickups_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<RoutePickupsInput>,
    ) -> ApiResult<Json<Item<DeliveryRouteDetails>>> {
        let scope = ctx.scope(Resource::Pickup, Action::Schedule)?;
        let mut change = begin(&ctx, *id, RunStep::Update, Some(body.version)).await?;
        let facts = pickup_stops::replace(&mut change.tx, &ctx, &scope, &change.before, &body).await?;
        finish_stops(&ctx, change, facts, &[]).await
    }

    /// Put the stops of a run in order
    ///
    /// For a short way between the deliveries and pickups whose place is known; their windows are not looked at. Stops that are done or pinned keep their places, and so do those
    /// without a known place. Returns 409 `places_missing` when fewer than two stops could change theirs.
    #[oai(path = "/:id/optimize", method = "post", operation_id = "route_optimize")]
    async fn route_optimize(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<RouteVersion>,
    ) -> ApiResult<Json<Item<DeliveryRouteDetails>>> {
        let mut change = begin(&ctx, *id, RunStep::Optimize, Some(body.version)).await?;
        let current = store::list_stops(&mut change.tx, &[*id]).await?;
        let pickups = pickup_store::list_pickups(&mut change.tx, &[*id]).await?;
        let placed = optimize(&change.before, &list_visits(&current, &pickups)).await?;
        store::order_stops(&mut change.tx, &placed).await?;
        finish_stops(&ctx, change, json!({ "optimized": true }), &[]).await
    }

    /// Load scanned parcels
    ///
    /// Takes codes of parcels, or of shipments for all their parcels. The answer has one result per code; the same code again
    /// changes nothing.
    #[oai(path = "/:id/load", method = "post", operation_id = "route_load")]
    async fn route_load(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<RouteLoad>,
    ) -> ApiResult<Json<Item<RouteLoadAnswer>>> {
        let mut change = begin(&ctx, *id, RunStep::Load, None).await?;
        let current = store::list_stops(&mut change.tx, &[*id]).await?;
        let results = load::load(&mut change.tx, &ctx, &current, &body.codes).await?;
        let codes: Vec<&str> = results
            .iter()
            .filter(|one| one.outcome == super::model::LoadOutcome::Loaded)
            .map(|one| one.code.as_str())
            .collect();
        if !codes.is_empty() {
            let facts = json!({ "codes": codes });
            change.write(&LoadedColumns { status: RunStatus::Loaded }).await?;
            change.record(Action::Load, facts, &Audience::Staff).await?;
        }
        let after = change.finish().await?;
        let mut tx = ctx.begin().await?;
        let route = load_details(&mut tx, &ctx, after).await?;
        tx.commit().await?;
        Ok(Json(Item { data: RouteLoadAnswer { route, results } }))
    }

    /// Start a run
    ///
    /// Records the event OUT_FOR_DELIVERY of the shipments that were loaded, not of those that were planned. When parcels are
    /// missing, a reason is required, and deliveries of which nothing was loaded come off. What the driver has recorded at a stop
    /// before counts from now on. Returns 409 `driver_has_difference`
    /// when cash is to be collected by a driver whose last cash differed, until somebody has decided about it.
    #[oai(path = "/:id/start", method = "post", operation_id = "route_start")]
    async fn route_start(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<RouteStart>,
    ) -> ApiResult<Json<Item<DeliveryRouteDetails>>> {
        let mut change = begin(&ctx, *id, RunStep::Start, Some(body.version)).await?;
        let reason = optional(body.reason.as_ref());
        let turn = departure::start(&mut change.tx, &ctx, &change.before, reason.as_deref()).await?;
        let current = store::list_stops(&mut change.tx, &[*id]).await?;
        let pickups = pickup_store::list_pickups(&mut change.tx, &[*id]).await?;
        let planned_m = measure(&change.before, &list_visits(&current, &pickups));
        let started_at = ctx.now();
        change.write(&StartedColumns { status: RunStatus::InProgress, started_at, planned_m }).await?;
        departure::fold_early_records(&mut change.tx, &ctx, *id).await?;
        let facts = json!({ "missing": turn.missing, "reason": reason, "deliveries_removed": turn.removed });
        change.record(Action::Start, facts, &Audience::Staff).await?;
        announce(&mut change, &[&turn.kept[..], &turn.removed[..]].concat());
        to_answer(&ctx, change.finish().await?).await
    }

    /// Close a run
    ///
    /// When each stop has an outcome and all its files have arrived. Otherwise a reason is required, and the stops without an
    /// outcome come off: their deliveries wait for another run, their pickups have failed for lack of time.
    #[oai(path = "/:id/close", method = "post", operation_id = "route_close")]
    async fn route_close(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<RouteClosing>,
    ) -> ApiResult<Json<Item<DeliveryRouteDetails>>> {
        let mut change = begin(&ctx, *id, RunStep::Close, Some(body.version)).await?;
        let reason = optional(body.reason.as_ref());
        let turn = departure::close(&mut change.tx, &ctx, *id, reason.as_deref()).await?;
        let facts = json!({ "missing": turn.missing, "reason": reason, "deliveries_removed": turn.removed });
        let closed_at = Some(ctx.now());
        change.write(&EndedColumns { status: RunStatus::Closed, closed_at, reason }).await?;
        change.record(Action::Close, facts, &Audience::Staff).await?;
        announce(&mut change, &turn.removed);
        to_answer(&ctx, change.finish().await?).await
    }

    /// Cancel a run
    ///
    /// Before it starts. Its deliveries wait for another run.
    #[oai(path = "/:id/cancel", method = "post", operation_id = "route_cancel")]
    async fn route_cancel(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<RouteCancellation>,
    ) -> ApiResult<Json<Item<DeliveryRouteDetails>>> {
        let mut change = begin(&ctx, *id, RunStep::Cancel, Some(body.version)).await?;
        let reason = require("reason", &body.reason)?;
        let removed = departure::cancel(&mut change.tx, &ctx, *id, &reason).await?;
        let facts = json!({ "reason": reason });
        let columns = EndedColumns { status: RunStatus::Cancelled, closed_at: None, reason: Some(reason) };
        change.write(&columns).await?;
        change.record(Action::Cancel, facts, &Audience::Staff).await?;
        announce(&mut change, &removed);
        to_answer(&ctx, change.finish().await?).await
    }
}

/// Writes what other stops make of the run, and tells about its deliveries.
async fn finish_stops(
    ctx: &Ctx,
    mut change: Change<DeliveryRoute>,
    facts: Value,
    deliveries: &[Uuid],
) -> ApiResult<Json<Item<DeliveryRouteDetails>>> {
    if let Some(columns) = find_columns(&mut change.tx, &change.before).await? {
        change.write(&columns).await?;
    }
    change.record(Action::Update, facts, &Audience::Staff).await?;
    announce(&mut change, deliveries);
    to_answer(ctx, change.finish().await?).await
}

/// Tells open pages about deliveries whose stop has changed.
fn announce(change: &mut Change<DeliveryRoute>, deliveries: &[Uuid]) {
    if !deliveries.is_empty() {
        live::records_changed(&mut change.tx, &Audience::Staff, Resource::Delivery.name(), deliveries);
    }
}
