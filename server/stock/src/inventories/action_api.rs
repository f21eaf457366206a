//! `/inventories/{id}`: it begins, its counting ends, lines are counted again, and it is cancelled.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use super::compare::{find_variance, is_settled};
use super::details;
use super::input::MOST_LINES;
use super::lines::{self, CountRow, LineRow};
use super::model::{
    Inventory, InventoryCancellation, InventoryDetails, InventoryFinish, InventoryRecount, InventoryVersion,
};
use super::state::{InventoryStatus, TRANSITIONS};
use super::store::{self, INVENTORIES, InventoryStep};
use access::ctx::Ctx;
use chrono::{DateTime, Utc};
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::require;
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::live::Audience;
use server_core::record::{Change, Where};
use server_core::tags::Tag;

/// The columns of an inventory that begins.
#[derive(Debug, Serialize)]
struct StartedColumns {
    status: InventoryStatus,
    started_at: DateTime<Utc>,
}

/// The columns of an inventory that is cancelled.
#[derive(Debug, Serialize)]
struct CancelledColumns {
    status: InventoryStatus,
    reason: String,
}

pub struct InventoryActionApi;

#[OpenApi(prefix_path = "/inventories", tag = "Tag::Stock")]
impl InventoryActionApi {
    /// Begin to count
    ///
    /// Each lot in each place becomes a line. Goods go on moving. Returns 409 `inventory_too_large` for more than 2,000 lines.
    #[oai(path = "/:id/start", method = "post", operation_id = "inventory_start")]
    async fn inventory_start(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<InventoryVersion>,
    ) -> ApiResult<Json<Item<InventoryDetails>>> {
        let mut change = begin(&ctx, *id, Action::Start, Some(body.version)).await?;
        let opened = lines::open(&mut change.tx, *id, change.before.client_id, MOST_LINES + 1).await?;
        if i64::try_from(opened).is_ok_and(|count| count > MOST_LINES) {
            let params = Params::from([("max", MOST_LINES.into())]);
            return Err(ApiError::refused(MessageCode::InventoryTooLarge).with_params(params));
        }
        change.write(&StartedColumns { status: InventoryStatus::Counting, started_at: ctx.now() }).await?;
        change.record(Action::Start, json!({ "lines": opened }), &Audience::Staff).await?;
        answer(&ctx, change).await
    }

    /// End the counting
    ///
    /// Lines that differ by more than the tolerance are counted again, until a figure is confirmed, at most twice; then the
    /// inventory waits for its approval. Returns 409 `inventory_not_counted` at `not_counted` for lines without a count, which stay
    /// as they are when it is true, and 409 `inventory_not_recounted` for lines that must be counted again. Where nobody else can
    /// count them, `inventory_decide` lets their last counts stand.
    #[oai(path = "/:id/finish", method = "post", operation_id = "inventory_finish")]
    async fn inventory_finish(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<InventoryFinish>,
    ) -> ApiResult<Json<Item<InventoryDetails>>> {
        let mut change = begin(&ctx, *id, Action::Finish, None).await?;
        let rows = lines::list(&mut change.tx, *id).await?;
        // Whoever ended the first round has said it already.
        let may_be_left = body.not_counted || change.before.status == InventoryStatus::Recount;
        let left = check_counted(&rows, may_be_left)?;
        let counts = lines::list_counts(&mut change.tx, *id).await?;
        let tolerance = change.before.tolerance;
        let again: Vec<i32> = rows
            .iter()
            .filter(|row| is_counted_in_round(row, counts.get(&row.line)))
            .filter(|row| !is_settled(&variances_of(counts.get(&row.line)), tolerance))
            .map(|row| row.line)
            .collect();
        lines::reopen(&mut change.tx, *id, &again, ctx.now()).await?;
        let status = if again.is_empty() { InventoryStatus::ToApprove } else { InventoryStatus::Recount };
        change.write(&InventoryStep { status }).await?;
        let facts = json!({ "to_recount": again.len(), "not_counted": left });
        change.record(Action::Finish, facts, &Audience::Staff).await?;
        answer(&ctx, change).await
    }

    /// Let lines be counted again
    #[oai(path = "/:id/recount", method = "post", operation_id = "inventory_recount")]
    async fn inventory_recount(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<InventoryRecount>,
    ) -> ApiResult<Json<Item<InventoryDetails>>> {
        let mut change = begin(&ctx, *id, Action::Recount, Some(body.version)).await?;
        let known = lines::reopen(&mut change.tx, *id, &body.lines, ctx.now()).await?;
        if usize::try_from(known).is_ok_and(|known| known < body.lines.len()) {
            return Err(ApiError::invalid_field("lines", MessageCode::UnknownOption));
        }
        change.write(&InventoryStep { status: InventoryStatus::Recount }).await?;
        change.record(Action::Recount, json!({ "to_recount": known }), &Audience::Staff).await?;
        answer(&ctx, change).await
    }

    /// Cancel an inventory
    ///
    /// Nothing of it becomes a movement.
    #[oai(path = "/:id/cancel", method = "post", operation_id = "inventory_cancel")]
    async fn inventory_cancel(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<InventoryCancellation>,
    ) -> ApiResult<Json<Item<InventoryDetails>>> {
        let reason = require("reason", &body.reason)?;
        let mut change = begin(&ctx, *id, Action::Cancel, Some(body.version)).await?;
        store::close_places(&mut change.tx, *id).await?;
        let facts = json!({ "reason": reason });
        change.write(&CancelledColumns { status: InventoryStatus::Cancelled, reason }).await?;
        change.record(Action::Cancel, facts, &Audience::Staff).await?;
        answer(&ctx, change).await
    }
}

/// The number of lines that nobody has counted, which stay as they are; 409 if they may not.
fn check_counted(rows: &[LineRow], may_be_left: bool) -> ApiResult<usize> {
    let count = |is_again: bool| rows.iter().filter(|row| row.is_open && (row.round > 1) == is_again).count();
    let params = |count: usize| Params::from([("count", count.into())]);
    let (first, again) = (count(false), count(true));
    if again > 0 {
        return Err(ApiError::refused(MessageCode::InventoryNotRecounted).with_params(params(again)));
    }
    if first > 0 && !may_be_left {
        let code = MessageCode::InventoryNotCounted;
        return Err(ApiError::refused_field("not_counted", code, params(first)));
    }
    Ok(first)
}

/// Whether the count of the present round is there. Somebody has decided that other lines stay as they are.
fn is_counted_in_round(row: &LineRow, counts: Option<&Vec<CountRow>>) -> bool {
    let last = counts.and_then(|counts| counts.last());
    !row.is_open && last.is_some_and(|count| count.round == row.round)
}

/// The variance of the last count of each round.
fn variances_of(counts: Option<&Vec<CountRow>>) -> Vec<i32> {
    let mut found: Vec<(i16, i32)> = Vec::new();
    for count in counts.into_iter().flatten() {
        let Some(variance) = find_variance(Some(count.balance), Some(count.quantity)) else { continue };
        match found.last_mut() {
            Some((round, last)) if *round == count.round => *last = variance,
            _ => found.push((count.round, variance)),
        }
    }
    found.into_iter().map(|(_, variance)| variance).collect()
}

/// The change of an inventory, if its state and version allow the action to the user.
pub(super) async fn begin(
    ctx: &Ctx,
    id: Uuid,
    action: Action,
    version: Option<i32>,
) -> ApiResult<Change<Inventory>> {
    let right = TRANSITIONS.right(action).unwrap_or(action);
    let scope = ctx.scope(Resource::Inventory, right)?;
    let filter = store::build_filter(&scope, Where::all());
    let change: Change<Inventory> = Change::begin(ctx.begin().await?, ctx, &INVENTORIES, filter, id).await?;
    change.allow(change.before.verdict(action, Some(ctx.user.id)), version)?;
    Ok(change)
}

/// Commits, and answers with the inventory as it is now.
pub(super) async fn answer(
    ctx: &Ctx,
    mut change: Change<Inventory>,
) -> ApiResult<Json<Item<InventoryDetails>>> {
    let inventory: Inventory = INVENTORIES.find(&mut change.tx, &Where::all(), change.id).await?;
    let data = details::load(&mut change.tx, ctx, inventory).await?;
    change.finish().await?;
    Ok(Json(Item { data }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stock_items::model::StockUnit;

    fn line(is_open: bool, round: i16) -> LineRow {
        LineRow {
            line: 1,
            place_id: Uuid::nil(),
            place: "A-1".into(),
            lot_id: Uuid::nil(),
            item_id: Uuid::nil(),
            sku: "SKU-1".into(),
            ean: None,
            title: "Camiseta".into(),
            unit: StockUnit::Piece,
            lot: String::new(),
            expires_on: None,
            found: false,
            is_open,
            round,
            round_since: None,
            quantity: None,
            balance: None,
            variance: None,
            movement_id: None,
        }
    }

    fn count(round: i16, quantity: i32) -> CountRow {
        CountRow {
            line: 1,
            round,
            quantity,
            balance: 10,
            counted_by: Uuid::nil(),
            counter_name: "Ana".into(),
            counted_at: DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn what_nobody_has_counted_is_left_only_on_purpose() {
        let rows = [line(false, 1), line(true, 1)];
        assert!(check_counted(&rows, false).is_err());
        assert_eq!(check_counted(&rows, true).unwrap(), 1);
        assert!(check_counted(&[line(true, 2)], true).is_err(), "what differs is counted again");
        assert_eq!(check_counted(&[line(false, 2)], false).unwrap(), 0);
    }

    #[test]
    fn what_somebody_has_decided_is_not_counted_again() {
        let counts = |round| vec![count(round, 7)];
        assert!(is_counted_in_round(&line(false, 2), Some(&counts(2))));
        assert!(!is_counted_in_round(&line(false, 2), Some(&counts(1))), "its second count is not wanted");
        assert!(!is_counted_in_round(&line(true, 2), Some(&counts(1))));
        assert!(!is_counted_in_round(&line(false, 2), None));
    }

    #[test]
    fn the_last_count_of_a_round_counts() {
        let counts = vec![count(1, 7), count(1, 8), count(2, 9)];
        assert_eq!(variances_of(Some(&counts)), [-2, -1]);
        assert!(variances_of(None).is_empty());
    }
}
