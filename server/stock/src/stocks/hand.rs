//! Movements that somebody does by hand: their checks, their audit entries, and what open pages are told.

use chrono::{DateTime, Utc};
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Stock, StockMovementAnswer};
use super::stock_view::to_view;
use super::store;
use crate::movement_kind::MovementKind;
use crate::movements::model::StockMovement;
use crate::movements::movement_view;
use crate::movements::posting::{self, MovementKey, Posting};
use crate::movements::store as movement_store;
use crate::target_places;
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::messages::MessageCode;
use server_core::http::moments::MomentBounds;
use server_core::live::{self, Audience};

pub const BY_HAND: &str = "hand";

/// The key of a movement by hand.
pub const fn key_of(key: Uuid) -> MovementKey {
    MovementKey { source_type: BY_HAND, source_id: key, line: 1 }
}

/// When it happened. The ledger has nothing that is later than its entry.
pub fn check_time(
    sent: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
    errors: &mut FieldErrors,
) -> DateTime<Utc> {
    MomentBounds::new(now).check("occurred_at", sent, errors).min(now)
}

/// A movement of a stock by a user, without its ends.
pub fn start(ctx: &Ctx, key: Uuid, kind: MovementKind, lot_id: Uuid, quantity: i32) -> Posting {
    Posting {
        key: key_of(key),
        kind,
        lot_id,
        quantity,
        from_place_id: None,
        to_place_id: None,
        outside: kind.rule().outside,
        reservation_id: None,
        of_movement_id: None,
        removal: None,
        reason: None,
        occurred_at: ctx.now(),
        actor_id: Some(ctx.user.id),
    }
}

/// The answer to a movement that was posted before with this key; none for a new key.
pub async fn answer_again(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    key: Uuid,
    kind: MovementKind,
) -> ApiResult<Option<StockMovementAnswer>> {
    match movement_store::find_posted(tx, scope, key_of(key), kind).await? {
        Some(movement) => Ok(Some(to_answer(tx, ctx, scope, movement).await?)),
        None => Ok(None),
    }
}

/// Posts a movement, writes its audit entry, and tells open pages.
pub async fn post(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    action: Action,
    posting: Posting,
) -> ApiResult<StockMovementAnswer> {
    if let Some(place_id) = posting.to_place_id {
        target_places::refuse_deleted(tx, place_id).await?;
    }
    refuse_before_count(tx, ctx, &posting).await?;
    let outcome = posting::post(tx, ctx.now(), std::slice::from_ref(&posting)).await?;
    let field = if action == Action::Adjust { "difference" } else { "quantity" };
    let receipts = outcome.into_result(field)?;
    let receipt = receipts.first().copied().ok_or_else(ApiError::not_found)?;
    let movement = movement_store::find(tx, scope, receipt.id).await?;
    if !receipt.is_repeated {
        tell(tx, ctx, action, &movement).await?;
    }
    to_answer(tx, ctx, scope, movement).await
}

/// A count has said what lies there: nothing else can have happened before it.
async fn refuse_before_count(tx: &mut TenantTx, ctx: &Ctx, posting: &Posting) -> ApiResult<()> {
    if posting.occurred_at >= ctx.now() {
        return Ok(());
    }
    let places: Vec<Uuid> = posting.from_place_id.into_iter().chain(posting.to_place_id).collect();
    let last = target_places::find_last_count(tx, &places).await?;
    if last.is_some_and(|counted_at| posting.occurred_at < counted_at) {
        return Err(ApiError::invalid_field("occurred_at", MessageCode::StockBeforeCount));
    }
    Ok(())
}

async fn tell(tx: &mut TenantTx, ctx: &Ctx, action: Action, movement: &StockMovement) -> ApiResult<()> {
    let stock = find_shown(tx, movement).await?;
    let facts = json!({
        "sku": movement.sku, "lot": movement.lot, "quantity": movement.quantity, "from": movement.from_place,
        "to": movement.to_place, "reason": movement.reason,
    });
    let audience = movement.client_id.map_or(Audience::Staff, |client_id| Audience::Parties(vec![client_id]));
    let mut changed = vec![stock.id];
    // Goods that were moved are missing where they were.
    if let Some(place_id) = movement.from_place_id.filter(|id| *id != stock.place_id) {
        changed.push(store::find_at(tx, movement.lot_id, place_id).await?.id);
    }
    live::records_changed(tx, &audience, Resource::Stock.name(), &changed);
    if let Some(list_id) = find_list(tx, movement).await? {
        live::records_changed(tx, &audience, Resource::PickList.name(), &[list_id]);
    }
    audit::record(tx, ctx, &format!("{}.{action}", Resource::Stock), Some(stock.id), facts).await
}

/// The list of the pick of which goods came back, or after all did not.
async fn find_list(tx: &mut TenantTx, movement: &StockMovement) -> ApiResult<Option<Uuid>> {
    match movement.of_movement_id {
        Some(id) => movement_store::find_pick_list(tx, id).await,
        None => Ok(None),
    }
}

/// Where the goods are now, or where they were taken.
async fn find_shown(tx: &mut TenantTx, movement: &StockMovement) -> ApiResult<Stock> {
    let place_id = movement.to_place_id.or(movement.from_place_id).ok_or_else(ApiError::not_found)?;
    store::find_at(tx, movement.lot_id, place_id).await
}

async fn to_answer(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    movement: StockMovement,
) -> ApiResult<StockMovementAnswer> {
    let today = ctx.settings().today(ctx.now());
    let stock = find_shown(tx, &movement).await?;
    Ok(StockMovementAnswer {
        movement: movement_view::to_view(ctx, scope, movement),
        stock: to_view(ctx, stock, today),
    })
}
