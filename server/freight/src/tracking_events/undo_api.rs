//! `/shipments/{id}/undo_event` and `/shipments/undo_events`.

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::milestones;
use super::stopped::{self, StatusChange};
use super::store::{self, Correction, EventRow};
use super::undo::{self, right_to_undo};
use super::{CONFIRMED, contradictions, holds};
use crate::shipments;
use crate::shipments::model::{Shipment, verdict};
use crate::shipments::price::charges;
use crate::shipments::result::ShipmentResult;
use crate::status::StatusEffect;
use crate::webhook_events::{self, RecordedEvent, ShipmentTurn};
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Items};
use server_core::http::messages::MessageCode;
use server_core::notify;
use server_core::tags::Tag;

pub struct UndoEventApi;

/// The event to undo.
#[derive(Object)]
pub struct UndoEvent {
    event_id: Uuid,
    /// Shown in the log.
    #[oai(validator(max_length = 500))]
    reason: Option<String>,
}

/// An event of a shipment.
#[derive(Object)]
struct EventOfShipment {
    shipment_id: Uuid,
    event_id: Uuid,
}

/// The events to undo, one for each shipment.
#[derive(Object)]
struct UndoEvents {
    #[oai(validator(min_items = 1, max_items = 500))]
    events: Vec<EventOfShipment>,
    /// Shown in the log.
    #[oai(validator(max_length = 500))]
    reason: Option<String>,
}

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Tracking")]
impl UndoEventApi {
    /// Undo an event of a shipment
    ///
    /// Records a correcting event and restores the previous status. Both events stay in the log. Possible within 24
    /// hours, for the last recorded event and for notes; returns 409 `event_not_undoable` otherwise. Undoing the
    /// confirmation returns the charges of the shipment to the wallet, and needs the right to confirm.
    #[oai(path = "/:id/undo_event", method = "post", operation_id = "shipment_undo_event")]
    async fn shipment_undo_event(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<UndoEvent>,
    ) -> ApiResult<Json<Item<Shipment>>> {
        let scope = ctx.scope(Resource::Shipment, Action::RecordEvent)?;
        let mut tx = ctx.begin().await?;
        let before = shipments::store::lock_and_find(&mut tx, &scope, *id, &ctx.grants).await?;
        undo(&mut tx, &ctx, &before, body.event_id, trim_reason(body.reason.as_deref())).await?;
        let data = shipments::store::find(&mut tx, &scope, *id, &ctx.grants).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Undo events of shipments
    ///
    /// Each is undone by itself, as by `shipment_undo_event`. The answer has a result for every event, in the same order,
    /// with the reason if it was refused. An event that was undone before is refused with `event_not_undoable`.
    #[oai(path = "/undo_events", method = "post", operation_id = "shipment_undo_events")]
    async fn shipment_undo_events(
        &self,
        ctx: Ctx,
        body: Body<UndoEvents>,
    ) -> ApiResult<Json<Items<ShipmentResult>>> {
        let scope = ctx.scope(Resource::Shipment, Action::RecordEvent)?;
        let UndoEvents { events, reason } = body.0;
        let ids: Vec<Uuid> = events.iter().map(|event| event.shipment_id).collect();
        let mut tx = ctx.begin().await?;
        let some_there = shipments::store::any_there(&mut tx, &scope, &ids).await?;
        tx.commit().await?;
        if !some_there {
            return Err(ApiError::not_found());
        }
        let reason = trim_reason(reason.as_deref());
        let mut data = Vec::with_capacity(events.len());
        for event in &events {
            let result = undo_one(&ctx, &scope, event, reason).await;
            data.push(ShipmentResult::of(event.shipment_id, result, ctx.language())?);
        }
        Ok(Json(Items { data }))
    }
}

fn trim_reason(reason: Option<&str>) -> Option<&str> {
    reason.map(str::trim).filter(|reason| !reason.is_empty())
}

/// In a transaction of its own, as a single one.
async fn undo_one(
    ctx: &Ctx,
    scope: &RowScope,
    event: &EventOfShipment,
    reason: Option<&str>,
) -> ApiResult<ShipmentResult> {
    let id = event.shipment_id;
    let mut tx = ctx.begin().await?;
    let before = shipments::store::lock_and_find(&mut tx, scope, id, &ctx.grants).await?;
    match undo(&mut tx, ctx, &before, event.event_id, reason).await {
        Ok(()) => {
            tx.commit().await?;
            Ok(ShipmentResult::with_event(id, before.tracking_code, None))
        }
        Err(error) => {
            tx.rollback().await;
            let result = ShipmentResult::of(id, Err(error), ctx.language())?;
            Ok(ShipmentResult { tracking_code: Some(before.tracking_code), ..result })
        }
    }
}

/// Undoes an event of a shipment, which is locked.
async fn undo(
    tx: &mut TenantTx,
    ctx: &Ctx,
    before: &Shipment,
    event_id: Uuid,
    reason: Option<&str>,
) -> ApiResult<()> {
    let id = before.id;
    verdict(before.state(), Action::RecordEvent).guard()?;
    let rows = store::of_shipments(tx, &[id], false).await?;
    let event = rows.iter().find(|row| row.id == event_id).ok_or_else(ApiError::not_found)?;
    ctx.require(Resource::Shipment, right_to_undo(event))?;
    undo_found(tx, ctx, before, event, &rows, reason).await
}

/// Undoes an event that another action recorded, with the right to undo that action. Returns 409 as `shipment_undo_event`.
pub async fn undo_event(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    shipment_id: Uuid,
    event_id: Uuid,
) -> ApiResult<()> {
    let before = shipments::store::lock_and_find(tx, scope, shipment_id, &ctx.grants).await?;
    verdict(before.state(), Action::RecordEvent).guard()?;
    let rows = store::of_shipments(tx, &[shipment_id], false).await?;
    let event = rows.iter().find(|row| row.id == event_id).ok_or_else(ApiError::not_found)?;
    undo_found(tx, ctx, &before, event, &rows, None).await
}

/// Undoes an event of a shipment, which is locked, and before it what stands on it: events of these codes that were recorded
/// since. Returns 409 `event_not_undoable` when any other event was recorded since.
pub async fn undo_event_with(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    shipment_id: Uuid,
    event_id: Uuid,
    codes: &[&str],
) -> ApiResult<()> {
    let rows = store::of_shipments(tx, &[shipment_id], false).await?;
    let event = rows.iter().find(|row| row.id == event_id).ok_or_else(ApiError::not_found)?;
    for one in undo::list_after(event, &rows, codes) {
        undo_event(tx, ctx, scope, shipment_id, one.id).await?;
    }
    undo_event(tx, ctx, scope, shipment_id, event_id).await
}

/// `rows` are all events of the shipment.
async fn undo_found(
    tx: &mut TenantTx,
    ctx: &Ctx,
    before: &Shipment,
    event: &EventRow,
    rows: &[EventRow],
    reason: Option<&str>,
) -> ApiResult<()> {
    if !undo::can_undo(event, rows, ctx.now()) {
        return Err(ApiError::refused(MessageCode::EventNotUndoable));
    }
    take_back(tx, ctx, before, event, reason).await?;
    let changes = json!({ "event_code": event.code, "reason": reason });
    audit::record(tx, ctx, "shipment.undo_event", Some(before.id), changes).await
}

async fn take_back(
    tx: &mut TenantTx,
    ctx: &Ctx,
    before: &Shipment,
    event: &EventRow,
    reason: Option<&str>,
) -> ApiResult<()> {
    let id = before.id;
    let status = undo::find_status_before(event, before.status, &before.missing);
    let (by, at, time_zone) = (ctx.user.id, ctx.now(), ctx.user.time_zone.as_str());
    store::correct(tx, event, &Correction { status, reason, by, at, time_zone }).await?;
    let is_held = holds::project(tx, &[id]).await?.contains(&id);
    contradictions::clear_after_undo(tx, before.to_locked(before.confirmed_at.is_some())).await?;
    if event.code == CONFIRMED {
        ledger::reverse_for_unconfirmation(tx, ctx.state(), ctx, id).await?;
        charges::unfreeze(tx, id, ctx.now()).await?;
    }
    let effect = event.status_effect.map_or(StatusEffect::Nothing, StatusEffect::MovesTo);
    if milestones::find_news(&event.code, effect).is_some() {
        // The notice that clients got is not true any more.
        notify::withdraw(tx, &[id], at).await?;
    }
    let moved = StatusChange { id, before: before.status, after: status };
    stopped::notify_clients(tx, &[moved], at, at).await?;
    let turn = ShipmentTurn {
        id,
        tracking_code: &before.tracking_code,
        before: before.status,
        after: status,
        event_id: None,
        undone_hold: webhook_events::find_undone_hold(&event.code, before.hold.is_some(), is_held),
    };
    let recorded = RecordedEvent {
        code: &event.code,
        occurred_at: at,
        is_public: event.public,
        parcels: &event.parcels,
    };
    webhook_events::announce_event(tx, at, recorded, &[turn]).await?;
    shipments::live_events::announce(tx, &[id]).await
}
