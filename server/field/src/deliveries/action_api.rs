//! `/shipment-deliveries`: what is done with a delivery.

use chrono::{DateTime, Utc};
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde::Serialize;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::delivery_scope::{begin, build_filter, to_answer};
use super::input::{DeliveryAssignment, DeliveryReason, DeliverySettlement};
use super::model::{Delivery, DeliveryDetails};
use super::office::{self, OfficeEntry};
use super::reopening;
use super::state::right_of;
use super::store::{self, DELIVERIES};
use super::webhook_events;
use crate::drivers::deliveries_fold;
use crate::drivers::stop_fold::FieldTask;
use crate::runs::model::DeliveryRoute;
use crate::runs::route_scope;
use crate::runs::state::verdict as route_verdict;
use crate::runs::stops;
use crate::runs::store::{self as route_store, LockedDelivery, ROUTES, StopRow};
use crate::steps::delivery::{DeliveryStatus, DeliveryStep};
use crate::steps::run::RunStep;
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::tracking_events::{self, NewEvent, Source};
use integrations::webhooks::WebhookEventType;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::require;
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::live::{self, Audience};
use server_core::record::{Change, Where};
use server_core::tags::Tag;

const RETURNING: &str = "RETURNING";

/// The columns of an end, or of a delivery that is out again.
#[derive(Debug, Serialize)]
struct EndedColumns {
    status: DeliveryStatus,
    reason: String,
}

/// The columns of settled tasks.
#[derive(Debug, Serialize)]
struct SettledColumns {
    tasks: Vec<FieldTask>,
    settled_tasks: Vec<FieldTask>,
    reason: String,
}

pub struct DeliveryActionApi;

#[OpenApi(prefix_path = "/shipment-deliveries", tag = "Tag::Deliveries")]
impl DeliveryActionApi {
    /// Assign a delivery to a run
    ///
    /// Behind its last stop. Returns 409 `attempts_used_up` until more attempts are allowed, or it goes back.
    #[oai(path = "/:id/assign", method = "post", operation_id = "delivery_assign")]
    async fn delivery_assign(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<DeliveryAssignment>,
    ) -> ApiResult<Json<Item<DeliveryDetails>>> {
        move_to_route(&ctx, *id, DeliveryStep::Assign, &body).await
    }

    /// Give a delivery to another run
    ///
    /// Late records of the first driver still count, and become a task for staff.
    #[oai(path = "/:id/reassign", method = "post", operation_id = "delivery_reassign")]
    async fn delivery_reassign(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<DeliveryAssignment>,
    ) -> ApiResult<Json<Item<DeliveryDetails>>> {
        move_to_route(&ctx, *id, DeliveryStep::Reassign, &body).await
    }

    /// Open a delivery again
    ///
    /// When nothing was handed over, or when the last failed attempt was none. Its event is undone, the records are kept. It goes on with its
    /// run, or waits for another one when that is over. Cash of a handover that was none is taken back: from the driver, or out of the
    /// safe if it was counted. Returns 409 `event_not_undoable` when later events need it, or it is too old,
    /// `delivery_cash_difference` while a difference of its cash is undecided, and `delivery_cash_paid_out` when its client has
    /// the cash.
    #[oai(path = "/:id/reopen", method = "post", operation_id = "delivery_reopen")]
    async fn delivery_reopen(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<DeliveryReason>,
    ) -> ApiResult<Json<Item<DeliveryDetails>>> {
        let mut change =
            begin(ctx.begin().await?, &ctx, *id, DeliveryStep::Reopen, Some(body.version)).await?;
        let reason = require("reason", &body.reason)?;
        refuse_open_elsewhere(&mut change.tx, *id).await?;
        let columns = reopening::reopen(&mut change.tx, &ctx, &change.before, reason).await?;
        let facts = json!({ "reason": columns.reason, "status": [change.before.status, columns.status] });
        change.write(&columns).await?;
        change.record(Action::Reopen, facts, &Audience::Staff).await?;
        to_answer(&ctx, change.finish().await?).await
    }

    /// Send a delivery back
    ///
    /// Records the event RETURNING of its shipments; of one that was delivered in part, of those with parcels that are left.
    #[oai(path = "/:id/return", method = "post", operation_id = "delivery_return")]
    async fn delivery_return(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<DeliveryReason>,
    ) -> ApiResult<Json<Item<DeliveryDetails>>> {
        let mut change =
            begin(ctx.begin().await?, &ctx, *id, DeliveryStep::Return, Some(body.version)).await?;
        let reason = require("reason", &body.reason)?;
        let cargo = store::list_cargo(&mut change.tx, &[*id]).await?;
        let ids: Vec<Uuid> = cargo.iter().filter(|row| row.is_open).map(|row| row.shipment_id).collect();
        let shipments = tracking_events::lock_many(&mut change.tx, &RowScope::All, &ids).await?;
        let event = NewEvent { note: Some(reason.clone()), ..NewEvent::now(RETURNING, Source::User, &ctx) };
        tracking_events::record_for_many(&mut change.tx, &shipments, &event).await?;
        webhook_events::announce(&mut change.tx, ctx.now(), WebhookEventType::DeliveryReturned, &[*id])
            .await?;
        let entry = OfficeEntry::Returned { at: ctx.now() };
        end(&ctx, change, Action::Return, DeliveryStatus::Returned, entry, reason).await
    }

    /// Cancel a delivery
    ///
    /// Its shipments can be delivered in another one. What its driver records late still counts, and becomes a task for staff.
    #[oai(path = "/:id/cancel", method = "post", operation_id = "delivery_cancel")]
    async fn delivery_cancel(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<DeliveryReason>,
    ) -> ApiResult<Json<Item<DeliveryDetails>>> {
        let step = DeliveryStep::Cancel;
        let scope = ctx.scope(Resource::Delivery, right_of(step))?;
        let mut tx = ctx.begin().await?;
        let before: Delivery = DELIVERIES.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        if let Some(route_id) = before.route_id {
            ROUTES.lock(&mut tx, route_id).await?;
        }
        let mut change = begin(tx, &ctx, *id, step, Some(body.version)).await?;
        let reason = require("reason", &body.reason)?;
        if let Some(stop_id) = change.before.stop_id {
            route_store::remove_stops(&mut change.tx, &[stop_id], Some(&reason), ctx.now()).await?;
        }
        if let Some(route_id) = change.before.route_id {
            route_scope::write_stops(&mut change.tx, route_id, ctx.now()).await?;
        }
        let entry = OfficeEntry::Cancelled { at: ctx.now() };
        end(&ctx, change, Action::Cancel, DeliveryStatus::Cancelled, entry, reason).await
    }

    /// Settle the tasks of a delivery
    ///
    /// Says what was found out about contradicting records. The same tasks do not come back.
    #[oai(path = "/:id/settle", method = "post", operation_id = "delivery_settle")]
    async fn delivery_settle(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<DeliverySettlement>,
    ) -> ApiResult<Json<Item<DeliveryDetails>>> {
        let mut change =
            begin(ctx.begin().await?, &ctx, *id, DeliveryStep::Settle, Some(body.version)).await?;
        let reason = require("reason", &body.reason)?;
        if !change.before.tasks.is_empty() {
            let settled = store::load_settled_tasks(&mut change.tx, *id).await?;
            let tasks = change.before.tasks.clone();
            let facts = json!({ "tasks": [tasks, []], "reason": reason });
            let settled_tasks = [settled, tasks].concat();
            change.write(&SettledColumns { tasks: Vec::new(), settled_tasks, reason }).await?;
            change.record(Action::Update, facts, &Audience::Staff).await?;
        }
        to_answer(&ctx, change.finish().await?).await
    }
}

/// Ends the delivery for its shipments, with a reason.
async fn end(
    ctx: &Ctx,
    mut change: Change<Delivery>,
    action: Action,
    status: DeliveryStatus,
    entry: OfficeEntry,
    reason: String,
) -> ApiResult<Json<Item<DeliveryDetails>>> {
    let facts = json!({ "reason": reason });
    office::add(&mut change.tx, change.id, entry).await?;
    if change.before.status == DeliveryStatus::Partial {
        // The payment for the part is now the whole payment.
        deliveries_fold::refold(&mut change.tx, ctx, &[change.id]).await?;
    }
    store::set_open(&mut change.tx, change.id, false).await?;
    change.write(&EndedColumns { status, reason }).await?;
    change.record(action, facts, &Audience::Staff).await?;
    let routes: Vec<Uuid> = change.before.route_id.into_iter().collect();
    live::records_changed(&mut change.tx, &Audience::Staff, Resource::Route.name(), &routes);
    to_answer(ctx, change.finish().await?).await
}

/// A shipment that went into another delivery meanwhile stays there.
async fn refuse_open_elsewhere(tx: &mut TenantTx, delivery_id: Uuid) -> ApiResult<()> {
    let cargo = store::list_cargo(tx, &[delivery_id]).await?;
    let ids: Vec<Uuid> = cargo.iter().map(|row| row.shipment_id).collect();
    let open = store::list_open(tx, &ids, Some(delivery_id)).await?;
    match open.into_values().next() {
        None => Ok(()),
        Some(number) => {
            let params = Params::from([("number", number.into())]);
            Err(ApiError::refused(MessageCode::ShipmentInDelivery).with_params(params))
        }
    }
}

/// Moves a delivery behind the last stop of a run, away from the one that it is on.
async fn move_to_route(
    ctx: &Ctx,
    id: Uuid,
    step: DeliveryStep,
    asked: &DeliveryAssignment,
) -> ApiResult<Json<Item<DeliveryDetails>>> {
    let scope = ctx.scope(Resource::Delivery, right_of(step))?;
    let mut tx = ctx.begin().await?;
    let before: Delivery = DELIVERIES.find(&mut tx, &build_filter(&scope, Where::all()), id).await?;
    lock_routes(&mut tx, before.route_id, asked.route_id).await?;
    let mut change = begin(tx, ctx, id, step, Some(asked.version)).await?;
    let route = find_route(ctx, &mut change.tx, asked.route_id).await?;
    if before.route_id == Some(route.id) {
        let params = Params::from([("number", route.number.as_str().into())]);
        return Err(ApiError::refused_field("route_id", MessageCode::DeliveryOnRoute, params));
    }
    let mut locked = route_store::lock_deliveries(&mut change.tx, &[id]).await?;
    let mut delivery: LockedDelivery = locked.pop().ok_or_else(ApiError::not_found)?;
    if let Some(from) = change.before.route_id
        && leave(&mut change.tx, from, id, ctx.now()).await?
    {
        // It left that stop already.
        delivery.stop_id = None;
    }
    stops::append(&mut change.tx, &route, &delivery, ctx.now()).await?;
    route_scope::write_stops(&mut change.tx, route.id, ctx.now()).await?;
    let facts = json!({ "route": [change.before.route_number, route.number] });
    change.record(Action::Assign, facts, &Audience::Staff).await?;
    to_answer(ctx, change.finish().await?).await
}

/// Runs are locked before deliveries, in one order.
async fn lock_routes(tx: &mut TenantTx, from: Option<Uuid>, to: Uuid) -> ApiResult<()> {
    let mut ids: Vec<Uuid> = from.into_iter().collect();
    let known = ROUTES.count(tx, &Where::all().and("r.id = ", Some(to)), 1).await?;
    if known == 0 {
        return Err(ApiError::invalid_field("route_id", MessageCode::UnknownOption));
    }
    ids.push(to);
    ids.sort_unstable();
    ids.dedup();
    // At most two.
    for id in ids {
        ROUTES.lock(tx, id).await?;
    }
    Ok(())
}

/// The run, if the user reaches it and it takes stops.
async fn find_route(ctx: &Ctx, tx: &mut TenantTx, id: Uuid) -> ApiResult<DeliveryRoute> {
    let filter = route_scope::build_filter(ctx, Action::Update, Where::all())?;
    let filter = filter.and("r.id = ", Some(id));
    let found: Option<DeliveryRoute> = ROUTES.listing.find(tx, &filter).await?;
    let unknown = || ApiError::invalid_field("route_id", MessageCode::UnknownOption);
    let route = found.ok_or_else(unknown)?;
    match route_verdict(route.state(), RunStep::Update) {
        Verdict::Yes | Verdict::Already => Ok(route),
        Verdict::No(code, params) => Err(ApiError::refused_field("route_id", code, params)),
    }
}

/// Takes the stop of a delivery off its run. False for one that is done: it stays there.
async fn leave(tx: &mut TenantTx, route_id: Uuid, delivery_id: Uuid, at: DateTime<Utc>) -> ApiResult<bool> {
    let current = route_store::list_stops(tx, &[route_id]).await?;
    let left: Vec<&StopRow> =
        current.iter().filter(|stop| stop.delivery_id == delivery_id && stop.outcome.is_none()).collect();
    if left.is_empty() {
        return Ok(false);
    }
    stops::take_off(tx, &left, None, at).await?;
    route_scope::write_stops(tx, route_id, at).await?;
    Ok(true)
}
