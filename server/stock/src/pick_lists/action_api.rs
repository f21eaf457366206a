//! `/pick-lists/{id}`: what is done with a list.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde::Serialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::allocating::{self, AllocatedColumns};
use super::model::{PickList, PickListDetails, PickListReason, PickListVersion, PickScan, PickScanAnswer};
use super::state::PickListStatus;
use super::store::{self, PICK_LISTS};
use super::{details, packing, scan};
use crate::reservations::{self, ReservationState};
use access::ctx::Ctx;
use access::scope::RowScope;
use chrono::TimeDelta;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::optional;
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::live;
use server_core::record::{Change, Where};
use server_core::tags::Tag;
use tenancy::TenantTx;

/// The columns of a list that has ended.
#[derive(Debug, Serialize)]
struct EndedColumns {
    status: PickListStatus,
    reason: Option<String>,
}

pub struct PickListActionApi;

#[OpenApi(prefix_path = "/pick-lists", tag = "Tag::Stock")]
impl PickListActionApi {
    /// Hold goods for a pick list
    ///
    /// Takes free and usable goods, first those that expire first. Units that are not there are `missing` on its line, with where others
    /// are. Again: for what is missing or no longer held, and instead of held goods with an `obstacle`, which are free again.
    #[oai(path = "/:id/allocate", method = "post", operation_id = "pick_list_allocate")]
    async fn pick_list_allocate(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PickListVersion>,
    ) -> ApiResult<Json<Item<PickListDetails>>> {
        let (scope, mut change) = begin(&ctx, *id, Action::Allocate, body.version).await?;
        let list = change.before.clone();
        let done = allocating::hold_missing(&mut change.tx, &ctx, &scope, &list).await?;
        let until = ctx.now() + TimeDelta::hours(list.hold_hours.into());
        let is_allocated = [done.held, list.held, list.picked].iter().any(|units| *units > 0);
        let columns = AllocatedColumns {
            status: if is_allocated { PickListStatus::Allocated } else { list.status },
            held_until: if done.held > 0 { Some(until) } else { list.held_until },
        };
        change.write(&columns).await?;
        let facts = json!({ "held": done.held, "released": done.released });
        record(&mut change, Action::Allocate, facts).await?;
        answer(&ctx, &scope, change).await
    }

    /// Pick goods by their code
    ///
    /// Goods that are held for the list. A code that picks nothing is `refused` with the reason. Another lot than the one that is
    /// held needs a reason. The same `key` again changes nothing.
    #[oai(path = "/:id/scan", method = "post", operation_id = "pick_list_scan")]
    async fn pick_list_scan(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PickScan>,
    ) -> ApiResult<Json<Item<PickScanAnswer>>> {
        let scope = ctx.scope(Resource::PickList, Action::Scan)?;
        let mut tx = ctx.begin().await?;
        let data = scan::scan(&mut tx, &ctx, &scope, *id, &body).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Finish a pick list
    ///
    /// Goods that are still held are free again. With missing goods, a reason is required.
    #[oai(path = "/:id/finish", method = "post", operation_id = "pick_list_finish")]
    async fn pick_list_finish(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PickListReason>,
    ) -> ApiResult<Json<Item<PickListDetails>>> {
        let (scope, mut change) = begin(&ctx, *id, Action::Finish, body.version).await?;
        let reason = optional(body.reason.as_ref());
        let missing = change.before.quantity - change.before.count_kept();
        if missing > 0 && reason.is_none() {
            return Err(ApiError::invalid_field("reason", MessageCode::Required));
        }
        release(&mut change).await?;
        let facts = json!({ "picked": change.before.picked, "missing": missing, "reason": reason });
        change.write(&EndedColumns { status: PickListStatus::Picked, reason }).await?;
        record(&mut change, Action::Finish, facts).await?;
        answer(&ctx, &scope, change).await
    }

    /// Cancel a pick list
    ///
    /// One of which nothing was picked, or of which all came back. Held goods are free again, and so is the number of its order.
    #[oai(path = "/:id/cancel", method = "post", operation_id = "pick_list_cancel")]
    async fn pick_list_cancel(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<PickListReason>,
    ) -> ApiResult<Json<Item<PickListDetails>>> {
        let (scope, mut change) = begin(&ctx, *id, Action::Cancel, body.version).await?;
        let Some(reason) = optional(body.reason.as_ref()) else {
            return Err(ApiError::invalid_field("reason", MessageCode::Required));
        };
        // Lots are locked before levels, as by whoever takes a return back at the same moment.
        if !packing::lock_goods(&mut change.tx, *id).await?.is_empty() {
            return Err(ApiError::refused(MessageCode::PickListNotEmpty));
        }
        release(&mut change).await?;
        let facts = json!({ "returned": change.before.returned, "reason": reason });
        change.write(&EndedColumns { status: PickListStatus::Cancelled, reason: Some(reason) }).await?;
        record(&mut change, Action::Cancel, facts).await?;
        answer(&ctx, &scope, change).await
    }
}

/// The change of a list, if its state and version allow the action.
pub(super) async fn begin(
    ctx: &Ctx,
    id: Uuid,
    action: Action,
    version: i32,
) -> ApiResult<(RowScope, Change<PickList>)> {
    begin_in(ctx.begin().await?, ctx, id, action, version).await
}

/// The same in a transaction that has begun.
pub(super) async fn begin_in(
    tx: TenantTx,
    ctx: &Ctx,
    id: Uuid,
    action: Action,
    version: i32,
) -> ApiResult<(RowScope, Change<PickList>)> {
    let scope = ctx.scope(Resource::PickList, action)?;
    let filter = store::build_filter(&scope, Where::all());
    let change: Change<PickList> = Change::begin(tx, ctx, &PICK_LISTS, filter, id).await?;
    change.allow(change.before.verdict(action), Some(version))?;
    Ok((scope, change))
}

/// Writes the audit entry, and tells open pages of the list and of the goods that it holds, or no longer.
pub(super) async fn record(change: &mut Change<PickList>, action: Action, facts: Value) -> ApiResult<()> {
    let audience = change.before.to_audience();
    live::records_changed(&mut change.tx, &audience, Resource::Stock.name(), &[]);
    change.record(action, facts, &audience).await
}

/// Goods that are still held for the list are free again.
async fn release(change: &mut Change<PickList>) -> ApiResult<()> {
    let held = reservations::lock_held(&mut change.tx, change.id).await?;
    reservations::end(&mut change.tx, change.actor.at, &held, ReservationState::Released).await
}

/// Commits, and answers with the list as it is now.
pub(super) async fn answer(
    ctx: &Ctx,
    scope: &RowScope,
    mut change: Change<PickList>,
) -> ApiResult<Json<Item<PickListDetails>>> {
    let list: PickList = PICK_LISTS.find(&mut change.tx, &Where::all(), change.id).await?;
    let data = details::load(&mut change.tx, ctx, scope, list).await?;
    change.finish().await?;
    Ok(Json(Item { data }))
}
