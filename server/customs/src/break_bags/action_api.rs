//! `/break-bags/{id}`: what is done with a break-bag.

use chrono::{DateTime, Utc};
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::Action;
use serde::Serialize;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::api::to_answer;
use super::elsewhere::find_elsewhere;
use super::model::{BreakBag, BreakBagClosing, BreakBagNextStep, BreakBagReason, BreakBagVersion};
use super::state::BreakBagStatus;
use super::store::{self, BREAK_BAGS, Doer};
use super::{RESOURCE, build_filter};
use crate::bags::state::BagStep;
use crate::bags::transport::{self, TransportedBag};
use crate::parcel_moves::{MoveParcels, NOT_ARRIVED};
use access::ctx::Ctx;
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::http::fields::require;
use server_core::http::list::Item;
use server_core::live::Audience;
use server_core::process;
use server_core::record::{Change, Where};
use server_core::tags::Tag;

#[derive(Serialize)]
struct CountedColumns {
    status: BreakBagStatus,
    counted_at: Option<DateTime<Utc>>,
}

#[derive(Serialize)]
struct ReasonColumns {
    status: BreakBagStatus,
    counted_at: Option<DateTime<Utc>>,
    reason: String,
}

#[derive(Serialize)]
struct ClosedColumns {
    status: BreakBagStatus,
    closed_at: DateTime<Utc>,
    next_step: BreakBagNextStep,
}

pub struct BreakBagActionApi;

#[OpenApi(prefix_path = "/break-bags", tag = "Tag::Consolidation")]
impl BreakBagActionApi {
    /// Say that all is unpacked
    ///
    /// Parcels that were not scanned are short from then on, except those that turned up in another break-bag meanwhile.
    #[oai(path = "/:id/finish", method = "post", operation_id = "break_bag_finish")]
    async fn break_bag_finish(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<BreakBagVersion>,
    ) -> ApiResult<Json<Item<BreakBag>>> {
        let mut change = begin(&ctx, ctx.begin().await?, *id, Action::Finish, body.version).await?;
        let columns = CountedColumns { status: BreakBagStatus::Counted, counted_at: Some(ctx.now()) };
        change.write(&columns).await?;
        find_elsewhere(&mut change.tx, *id, Doer { by: ctx.user.id, at: ctx.now() }).await?;
        store::count(&mut change.tx, &[*id], true, ctx.now()).await?;
        let facts = json!({ "expected": change.before.expected_count, "found": change.before.found_count });
        change.record(Action::Finish, facts, &Audience::Staff).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Go on with the unpacking
    #[oai(path = "/:id/reopen", method = "post", operation_id = "break_bag_reopen")]
    async fn break_bag_reopen(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<BreakBagReason>,
    ) -> ApiResult<Json<Item<BreakBag>>> {
        let mut change = begin(&ctx, ctx.begin().await?, *id, Action::Reopen, body.version).await?;
        let reason = require("reason", &body.reason)?;
        let facts = json!({ "reason": reason });
        change.write(&ReasonColumns { status: BreakBagStatus::Unpacking, counted_at: None, reason }).await?;
        store::count(&mut change.tx, &[*id], false, ctx.now()).await?;
        change.record(Action::Reopen, facts, &Audience::Staff).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Close a break-bag
    ///
    /// Its bags are done. Shipments of short parcels get the event NOT_ARRIVED, or PART_NOT_ARRIVED when others of their parcels are
    /// there. Returns 409 `break_bag_open_lines` while somebody
    /// has to decide about a difference.
    #[oai(path = "/:id/close", method = "post", operation_id = "break_bag_close")]
    async fn break_bag_close(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<BreakBagClosing>,
    ) -> ApiResult<Json<Item<BreakBag>>> {
        let mut tx = ctx.begin().await?;
        let bag_ids = store::list_bag_ids(&mut tx, *id).await?;
        let bags = transport::lock_bags(&mut tx, &bag_ids).await?;
        let mut change = begin(&ctx, tx, *id, Action::Close, body.version).await?;
        // Bags of a later flight have arrived since it began.
        let late: Vec<TransportedBag> =
            bags.into_iter().filter(|bag| bag.verdict(BagStep::Unpack).is_yes()).collect();
        transport::unpack(&mut change.tx, &late, ctx.now()).await?;
        let mut open = transport::find_bags(&mut change.tx, &bag_ids).await?;
        open.retain(|bag| bag.verdict(BagStep::Reconcile).is_yes());
        transport::mark_reconciled(&mut change.tx, &open, ctx.now()).await?;
        tell_short(&mut change, &ctx).await?;
        let columns =
            ClosedColumns { status: BreakBagStatus::Closed, closed_at: ctx.now(), next_step: body.next_step };
        change.write(&columns).await?;
        let BreakBag { found_count, over_count, short_count, damaged_count, .. } = change.before;
        let facts = json!({
            "found": found_count, "over": over_count, "short": short_count, "damaged": damaged_count,
            "next_step": body.next_step,
        });
        change.record(Action::Close, facts, &Audience::Staff).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Cancel a break-bag
    ///
    /// Before anything was scanned; it can begin again.
    #[oai(path = "/:id/cancel", method = "post", operation_id = "break_bag_cancel")]
    async fn break_bag_cancel(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<BreakBagReason>,
    ) -> ApiResult<Json<Item<BreakBag>>> {
        let mut change = begin(&ctx, ctx.begin().await?, *id, Action::Cancel, body.version).await?;
        let reason = require("reason", &body.reason)?;
        let facts = json!({ "reason": reason });
        change.write(&ReasonColumns { status: BreakBagStatus::Cancelled, counted_at: None, reason }).await?;
        change.record(Action::Cancel, facts, &Audience::Staff).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }
}

/// The change of a break-bag, if its state and version allow the action.
async fn begin(
    ctx: &Ctx,
    tx: TenantTx,
    id: Uuid,
    action: Action,
    version: i32,
) -> ApiResult<Change<BreakBag>> {
    let scope = ctx.scope(RESOURCE, action)?;
    let filter = build_filter(&scope, Where::all());
    let change: Change<BreakBag> = Change::begin(tx, ctx, &BREAK_BAGS, filter, id).await?;
    change.allow(change.before.verdict(action), Some(version))?;
    Ok(change)
}

/// The shipments of short parcels get their event in the background.
async fn tell_short(change: &mut Change<BreakBag>, ctx: &Ctx) -> ApiResult<()> {
    let short = store::list_short(&mut change.tx, change.id).await?;
    if short.is_empty() {
        return Ok(());
    }
    let process = MoveParcels {
        code: NOT_ARRIVED.to_owned(),
        occurred_at: ctx.now(),
        received_at: ctx.now(),
        time_zone: change.before.time_zone.clone(),
        location: change.before.place.clone(),
        is_by_carrier: false,
        actor_id: ctx.user.id,
        bag_ids: Vec::new(),
        loose: short,
    };
    process::enqueue_quietly(&mut change.tx, process).await?;
    Ok(())
}
