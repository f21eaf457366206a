//! `/inventories/{id}/approve`: the differences become movements.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::action_api::{answer, begin};
use super::lines::{self, CountRow, LineRow};
use super::model::{Inventory, InventoryDetails, InventoryVersion};
use super::state::InventoryStatus;
use super::store::{self, PostedColumns};
use crate::ledger::LedgerRefusal;
use crate::movement_kind::MovementKind;
use crate::movements::posting::{self, MovementKey, Posting, PostingOutcome, PostingRefusal};
use access::ctx::Ctx;
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::live::{self, Audience};
use server_core::tags::Tag;

const INVENTORY: &str = "inventory";

pub struct InventoryApproveApi;

#[OpenApi(prefix_path = "/inventories", tag = "Tag::Stock")]
impl InventoryApproveApi {
    /// Approve an inventory
    ///
    /// Not by somebody on whose counts alone a difference stands. Each difference becomes one movement, so that what others have
    /// moved since stays.
    /// Returns 409 `inventory_reserved` when units that are held, or gone, would be taken away: release them, and approve again.
    #[oai(path = "/:id/approve", method = "post", operation_id = "inventory_approve")]
    async fn inventory_approve(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<InventoryVersion>,
    ) -> ApiResult<Json<Item<InventoryDetails>>> {
        let mut change = begin(&ctx, *id, Action::Approve, Some(body.version)).await?;
        let rows = lines::list(&mut change.tx, *id).await?;
        let counts = lines::list_counts(&mut change.tx, *id).await?;
        // Places are locked before levels, as by whoever puts goods there.
        mark_places(&mut change.tx, &change.before, &rows, &counts).await?;
        let posted = post(&mut change.tx, &ctx, &change.before, &rows, &counts).await?;
        store::close_places(&mut change.tx, *id).await?;
        let columns =
            PostedColumns { status: InventoryStatus::Posted, posted_at: ctx.now(), posted_by: ctx.user.id };
        change.write(&columns).await?;
        // Goods of clients are corrected, too.
        let client_id = change.before.client_id;
        let owners = client_id.map_or(Audience::Everybody, |client_id| Audience::Parties(vec![client_id]));
        live::records_changed(&mut change.tx, &owners, Resource::Stock.name(), &[]);
        live::records_changed(&mut change.tx, &Audience::Staff, Resource::StockPlace.name(), &[]);
        change.record(Action::Approve, json!({ "differences": posted }), &Audience::Staff).await?;
        let told = WebhookEvent::of(WebhookEventType::InventoryPosted, *id)
            .with("number", &change.before.number)
            .with("differences", posted);
        webhooks::announce(&mut change.tx, ctx.now(), told).await?;
        answer(&ctx, change).await
    }
}

/// Posts the differences, all or none; returns their number.
async fn post(
    tx: &mut TenantTx,
    ctx: &Ctx,
    inventory: &Inventory,
    rows: &[LineRow],
    counts: &BTreeMap<i32, Vec<CountRow>>,
) -> ApiResult<usize> {
    let differing: Vec<&LineRow> =
        rows.iter().filter(|row| row.variance.is_some_and(|variance| variance != 0)).collect();
    let postings: Vec<Posting> = differing
        .iter()
        .map(|row| to_posting(ctx, inventory, row, last_time(counts, row.line).unwrap_or(ctx.now())))
        .collect();
    let receipts = match posting::post(tx, ctx.now(), &postings).await? {
        PostingOutcome::Done(receipts) => receipts,
        PostingOutcome::Refused(refusal) => return Err(to_error(refusal, &differing)),
    };
    let numbers: Vec<i32> = differing.iter().map(|row| row.line).collect();
    let movements: Vec<Uuid> = receipts.iter().map(|receipt| receipt.id).collect();
    lines::write_movements(tx, inventory.id, &numbers, &movements).await?;
    Ok(postings.len())
}

fn to_posting(ctx: &Ctx, inventory: &Inventory, row: &LineRow, counted_at: DateTime<Utc>) -> Posting {
    let variance = row.variance.unwrap_or_default();
    let place = Some(row.place_id);
    Posting {
        key: MovementKey { source_type: INVENTORY, source_id: inventory.id, line: row.line },
        kind: MovementKind::Count,
        lot_id: row.lot_id,
        quantity: variance.saturating_abs(),
        from_place_id: place.filter(|_| variance < 0),
        to_place_id: place.filter(|_| variance > 0),
        outside: MovementKind::Count.rule().outside,
        reservation_id: None,
        of_movement_id: None,
        removal: None,
        reason: Some(inventory.number.clone()),
        occurred_at: counted_at,
        actor_id: Some(ctx.user.id),
    }
}

/// How many units of which line cannot be taken away.
fn to_error(refusal: PostingRefusal, differing: &[&LineRow]) -> ApiError {
    let LedgerRefusal::NotEnough { free } = refusal.refusal else {
        return ApiError::refused(MessageCode::StockTooMuch);
    };
    let row = differing.get(refusal.index);
    let missing = row.and_then(|row| row.variance).unwrap_or_default().saturating_abs() - free;
    let place = row.map(|row| row.place.clone()).unwrap_or_default();
    let goods = row.map(|row| row.title.clone()).unwrap_or_default();
    let params = Params::from([("count", missing.into()), ("place", place.into()), ("goods", goods.into())]);
    ApiError::refused(MessageCode::InventoryReserved).with_params(params)
}

fn last_time(counts: &BTreeMap<i32, Vec<CountRow>>, line: i32) -> Option<DateTime<Utc>> {
    counts.get(&line)?.last().map(|count| count.counted_at)
}

/// Places remember when they were counted last. Empty ones have no lines: they are counted since the inventory began.
async fn mark_places(
    tx: &mut TenantTx,
    inventory: &Inventory,
    rows: &[LineRow],
    counts: &BTreeMap<i32, Vec<CountRow>>,
) -> ApiResult<()> {
    let mut times: BTreeMap<Uuid, DateTime<Utc>> = BTreeMap::new();
    for row in rows {
        let Some(at) = last_time(counts, row.line) else { continue };
        let last = times.entry(row.place_id).or_insert(at);
        *last = at.max(*last);
    }
    if let Some(started_at) = inventory.started_at {
        let empty = store::list_empty_places(tx, inventory.id).await?;
        times.extend(empty.into_iter().map(|place_id| (place_id, started_at)));
    }
    let ids: Vec<Uuid> = times.keys().copied().collect();
    let at: Vec<DateTime<Utc>> = times.values().copied().collect();
    store::mark_places(tx, &ids, &at).await
}
