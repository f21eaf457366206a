//! Goods of a purchase come in, and go back to the supplier: their checks and their movements.

use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Purchase, PurchaseArrival, PurchaseLine, PurchaseReceipt, PurchaseReturn};
use super::store::{self, NewReceipt};
use crate::lots::{self, LOTS};
use crate::movement_kind::MovementKind;
use crate::movements::posting::{MovementKey, PURCHASE, Posting};
use crate::movements::store as movements;
use crate::stocks::model::StockReceipt;
use crate::stocks::{hand, receipt};
use crate::target_places;
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::http::error::{ApiError, ApiResult, OnConstraint};
use server_core::http::fields::require;
use server_core::http::messages::{MessageCode, Params};

const fn key_of(key: Uuid) -> MovementKey {
    MovementKey { source_type: PURCHASE, source_id: key, line: 1 }
}

/// Takes in goods of a line of a purchase, which is locked.
pub async fn take_in(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    purchase: &Purchase,
    sent: &PurchaseArrival,
) -> ApiResult<PurchaseReceipt> {
    let lines = store::list_lines(tx, purchase.id, purchase.over_percent).await?;
    let line = lines.iter().find(|line| line.line == sent.line);
    let line = line.ok_or_else(|| ApiError::invalid_field("line", MessageCode::UnknownOption))?;
    if line.most == 0 {
        return Err(ApiError::refused(MessageCode::PurchaseLineCame));
    }
    if sent.quantity > line.most {
        let params = Params::from([("max", line.most.into())]);
        return Err(ApiError::refused_field("quantity", MessageCode::PurchaseTooMuch, params));
    }
    let place = target_places::lock(tx, scope, sent.place_id).await?;
    if place.is_ok_and(|place| place.warehouse_id != purchase.warehouse_id) {
        return Err(ApiError::invalid_field("place_id", MessageCode::UnknownOption));
    }
    let item = lots::lock_item(tx, line.item_id).await?;
    if item.is_none_or(|item| !item.active) {
        return Err(ApiError::invalid_field("line", MessageCode::StockItemClosed));
    }
    let posting = receipt::check(tx, ctx, scope, &to_receipt(purchase, line, sent)).await?;
    let posting = Posting { key: key_of(sent.key), ..posting };
    let posted = hand::post(tx, ctx, scope, Action::Receive, posting).await?;
    let new = NewReceipt {
        line: line.line,
        key: sent.key,
        quantity: sent.quantity,
        movement_id: posted.movement.id,
    };
    let added = store::add_receipt(tx, purchase.id, &new, ctx.now()).await;
    added.on_constraint("purchase_receipts_once_key", "key", MessageCode::StockKeyUsed)?;
    store::count_received(tx, purchase.id, line.line, sent.quantity).await?;
    store::find_receipt_of_key(tx, purchase.id, sent.key).await?.ok_or_else(ApiError::not_found)
}

fn to_receipt(purchase: &Purchase, line: &PurchaseLine, sent: &PurchaseArrival) -> StockReceipt {
    StockReceipt {
        key: sent.key,
        item_id: line.item_id,
        place_id: sent.place_id,
        lot: sent.lot.clone(),
        expiration_date: sent.expiration_date,
        quantity: sent.quantity,
        partner_id: None,
        provider_id: None,
        unit_cost: line.unit_cost,
        currency: line.unit_cost.map(|_| purchase.currency.clone()),
        occurred_at: sent.occurred_at,
        reason: Some(purchase.number.clone()),
    }
}

/// Sends a receipt of a purchase, which is locked, back to the supplier.
pub async fn send_back(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    purchase: &Purchase,
    sent: &PurchaseReturn,
) -> ApiResult<PurchaseReceipt> {
    let reason = require("reason", &sent.reason)?;
    let receipt = find(tx, purchase.id, sent).await?;
    if receipt.returned_at.is_some() {
        return Err(ApiError::refused(MessageCode::StockMovementReversed));
    }
    let movement = movements::find(tx, scope, receipt.movement_id).await?;
    LOTS.lock(tx, movement.lot_id).await?;
    let posting = Posting {
        key: key_of(sent.key),
        from_place_id: movement.to_place_id,
        outside: movement.outside,
        of_movement_id: Some(movement.id),
        reason: Some(reason),
        ..hand::start(ctx, sent.key, MovementKind::Reversal, movement.lot_id, movement.quantity)
    };
    let posted = hand::post(tx, ctx, scope, Action::Reverse, posting).await?;
    if posted.movement.of_movement_id != Some(movement.id) {
        return Err(ApiError::refused(MessageCode::StockKeyUsed));
    }
    store::count_received(tx, purchase.id, receipt.line, -receipt.quantity).await?;
    find(tx, purchase.id, sent).await
}

/// The receipt that was sent back with this key before; none for a new key.
pub async fn find_sent_back(
    tx: &mut TenantTx,
    scope: &RowScope,
    purchase_id: Uuid,
    sent: &PurchaseReturn,
) -> ApiResult<Option<PurchaseReceipt>> {
    let posted = movements::find_posted(tx, scope, key_of(sent.key), MovementKind::Reversal).await?;
    let Some(posted) = posted else { return Ok(None) };
    let receipt = find(tx, purchase_id, sent).await?;
    Ok(Some(receipt).filter(|receipt| posted.of_movement_id == Some(receipt.movement_id)))
}

async fn find(tx: &mut TenantTx, purchase_id: Uuid, sent: &PurchaseReturn) -> ApiResult<PurchaseReceipt> {
    let found = store::find_receipt(tx, purchase_id, sent.line, sent.no).await?;
    found.ok_or_else(|| ApiError::invalid_field("no", MessageCode::UnknownOption))
}
