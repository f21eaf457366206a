//! `/shipments/hold` and `/shipments/release`: one shipment or many in one call.

use chrono::NaiveDate;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::{Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::verdict;
use super::result::{ShipmentResult, in_order};
use super::selection::Selection;
use crate::hold_reason::HoldReason;
use crate::tracking_events::{self, HOLD, HOLD_RELEASED, HoldTerms, LockedShipment, NewEvent, Source};
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::optional;
use server_core::http::list::Items;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::tags::Tag;

pub struct ShipmentHoldApi;

/// Shipments of one call.
const MAX: i64 = 500;

/// Shipments to put on hold.
#[derive(Object)]
struct ShipmentsHold {
    #[oai(validator(min_items = 1, max_items = 500))]
    ids: Vec<Uuid>,
    reason: HoldReason,
    /// For staff only.
    #[oai(validator(max_length = 500))]
    note: Option<String>,
    /// The day until which they are expected to be held; the hold does not end by itself.
    until: Option<NaiveDate>,
}

/// Shipments whose hold ends.
#[derive(Object)]
struct ShipmentsRelease {
    #[oai(validator(min_items = 1, max_items = 500))]
    ids: Vec<Uuid>,
    /// For staff only.
    #[oai(validator(max_length = 500))]
    note: Option<String>,
}

#[OpenApi(prefix_path = "/shipments", tag = "Tag::Shipments")]
impl ShipmentHoldApi {
    /// Put shipments on hold
    ///
    /// Records the event HOLD, which does the same when it is recorded by hand or comes from a carrier. A held shipment
    /// keeps its status; its label and the events up to its departure are refused with `shipment_on_hold` until it is
    /// released or has ended. The answer has a result for every id: one that is held already gets the new reason, day and note,
    /// and is `unchanged` if it has them; one that has ended is refused with `shipment_finished`.
    #[oai(path = "/hold", method = "post", operation_id = "shipment_hold")]
    async fn shipment_hold(
        &self,
        ctx: Ctx,
        body: Body<ShipmentsHold>,
    ) -> ApiResult<Json<Items<ShipmentResult>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Hold)?;
        let ShipmentsHold { ids, reason, note, until } = body.0;
        if until.is_some_and(|day| day < ctx.settings().today(ctx.now())) {
            return Err(ApiError::invalid_field("until", MessageCode::DayInThePast));
        }
        let note = optional(note.as_ref());
        let changes = json!({ "hold_reason": reason, "hold_until": until, "note": note });
        let hold = HoldTerms { reason, until };
        let event = NewEvent { note, hold: Some(hold), ..NewEvent::now(HOLD, Source::User, &ctx) };
        change(&ctx, &scope, ids, &Change { action: Action::Hold, event, changes }).await
    }

    /// Release shipments from their hold
    ///
    /// Records the event HOLD_RELEASED, which does the same when it is recorded by hand or comes from a carrier. The answer
    /// has a result for every id: one that is not held is `unchanged`.
    #[oai(path = "/release", method = "post", operation_id = "shipment_release")]
    async fn shipment_release(
        &self,
        ctx: Ctx,
        body: Body<ShipmentsRelease>,
    ) -> ApiResult<Json<Items<ShipmentResult>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Release)?;
        let ShipmentsRelease { ids, note } = body.0;
        let note = optional(note.as_ref());
        let changes = json!({ "note": note });
        let event = NewEvent { note, ..NewEvent::now(HOLD_RELEASED, Source::User, &ctx) };
        change(&ctx, &scope, ids, &Change { action: Action::Release, event, changes }).await
    }
}

/// Held shipments whose hold has another reason, or another day or note than a new one that names them.
pub const HELD_OTHERWISE: &str = "
    select id from shipments
    where id = any($1) and held_at is not null
      and not (hold_reason = $2 and ($3::date is null or hold_until is not distinct from $3)
               and ($4::text is null or hold_note is not distinct from $4))";

/// A hold or its end, and what the audit log says of it.
struct Change {
    action: Action,
    event: NewEvent,
    changes: Value,
}

async fn change(
    ctx: &Ctx,
    scope: &RowScope,
    ids: Vec<Uuid>,
    change: &Change,
) -> ApiResult<Json<Items<ShipmentResult>>> {
    let mut tx = ctx.begin().await?;
    let selection = Selection { ids: Some(ids), filter: None };
    let ids = selection.ids(&mut tx, scope, &ctx.user.time_zone, &[], MAX).await?;
    let results = change_each(&mut tx, ctx, scope, &ids, change).await?;
    tx.commit().await?;
    Ok(Json(Items { data: in_order(&ids, results, ctx.language()) }))
}

/// The locked shipments that an event holds on other terms than before.
async fn find_held_otherwise(tx: &mut TenantTx, ids: &[Uuid], event: &NewEvent) -> ApiResult<Vec<Uuid>> {
    let Some(HoldTerms { reason, until }) = event.hold else { return Ok(Vec::new()) };
    let found =
        sqlx::query_scalar(HELD_OTHERWISE).bind(ids).bind(reason.as_str()).bind(until).bind(&event.note);
    Ok(found.fetch_all(&mut **tx).await?)
}

async fn change_each(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    ids: &[Uuid],
    Change { action, event, changes }: &Change,
) -> ApiResult<Vec<ShipmentResult>> {
    let language = ctx.language();
    let (mut ready, mut results): (Vec<LockedShipment>, Vec<ShipmentResult>) = (Vec::new(), Vec::new());
    let all = tracking_events::lock_many(tx, scope, ids).await?;
    let held_otherwise = find_held_otherwise(tx, ids, event).await?;
    for locked in all {
        match verdict(locked.state(), *action) {
            Verdict::Yes => ready.push(locked),
            Verdict::Already if held_otherwise.contains(&locked.id) => ready.push(locked),
            Verdict::Already => results.push(ShipmentResult::without_change(locked.id, locked.tracking_code)),
            Verdict::No(code, params) => {
                let code_of = Some(locked.tracking_code);
                results.push(ShipmentResult::with_refusal(locked.id, code_of, code, &params, language));
            }
        }
    }
    let written = tracking_events::record_for_many(tx, &ready, event).await?;
    let of_each = ready.iter().filter(|locked| written.contains_key(&locked.id));
    let entries = of_each.map(|locked| (locked.id, changes.clone())).collect();
    let name = format!("{}.{action}", Resource::Shipment);
    audit::record_many(tx, ctx.into(), &name, entries).await?;
    results.extend(ready.into_iter().map(
        |LockedShipment { id, tracking_code, .. }| match written.get(&id) {
            Some(event_id) => ShipmentResult::with_event(id, tracking_code, Some(*event_id)),
            None => {
                let code = MessageCode::EventAlreadyRecorded;
                ShipmentResult::with_refusal(id, Some(tracking_code), code, &Params::new(), language)
            }
        },
    ));
    Ok(results)
}
