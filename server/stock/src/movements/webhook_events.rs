//! Webhooks are told of goods that come in, that are picked, that are taken out, and that expire.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::posting::{MovementReceipt, Posting};
use crate::movement_kind::MovementKind;
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::http::error::ApiResult;

pub const ITEMS_OF_LOTS: &str = "
    select t.id, i.id as item_id, i.client_id from stock_lots t join stock_items i on i.id = t.item_id
    where t.id = any($1)";

#[derive(sqlx::FromRow)]
struct LotOwner {
    id: Uuid,
    item_id: Uuid,
    client_id: Option<Uuid>,
}

/// Tells of movements that are new. The record of each event is the item.
pub async fn announce(
    tx: &mut TenantTx,
    at: DateTime<Utc>,
    postings: &[Posting],
    receipts: &[MovementReceipt],
) -> ApiResult<()> {
    let new = postings.iter().zip(receipts).filter(|(_, receipt)| !receipt.is_repeated);
    let told: Vec<(WebhookEventType, &Posting)> =
        new.filter_map(|(posting, _)| Some((kind_of(posting)?, posting))).collect();
    let kinds: Vec<WebhookEventType> = told.iter().map(|(kind, _)| *kind).collect();
    if told.is_empty() || !webhooks::is_wanted(tx, &kinds).await? {
        return Ok(());
    }
    let lots: Vec<Uuid> = told.iter().map(|(_, posting)| posting.lot_id).collect();
    let owners = load_owners(tx, lots).await?;
    let events = told.into_iter().filter_map(|(kind, posting)| {
        let LotOwner { item_id, client_id, .. } = owners.get(&posting.lot_id)?;
        let event = WebhookEvent::of(kind, *item_id)
            .with("lot_id", posting.lot_id)
            .with("quantity", posting.quantity);
        Some(event.of_clients(*client_id))
    });
    webhooks::announce_all(tx, at, &events.collect::<Vec<_>>()).await
}

/// Tells of lots that expire soon, each with its last day. The record of each event is the item.
pub async fn announce_expiring(
    tx: &mut TenantTx,
    at: DateTime<Utc>,
    lots: &[(Uuid, NaiveDate)],
) -> ApiResult<()> {
    let kind = WebhookEventType::StockExpiring;
    if !webhooks::is_wanted(tx, &[kind]).await? {
        return Ok(());
    }
    let owners = load_owners(tx, lots.iter().map(|(id, _)| *id).collect()).await?;
    let events = lots.iter().filter_map(|(lot_id, expires_on)| {
        let LotOwner { item_id, client_id, .. } = owners.get(lot_id)?;
        let event = WebhookEvent::of(kind, *item_id).with("lot_id", lot_id).with("expires_on", expires_on);
        Some(event.of_clients(*client_id))
    });
    webhooks::announce_all(tx, at, &events.collect::<Vec<_>>()).await
}

async fn load_owners(tx: &mut TenantTx, lots: Vec<Uuid>) -> ApiResult<HashMap<Uuid, LotOwner>> {
    let owners: Vec<LotOwner> = sqlx::query_as(ITEMS_OF_LOTS).bind(lots).fetch_all(&mut **tx).await?;
    Ok(owners.into_iter().map(|owner| (owner.id, owner)).collect())
}

const fn kind_of(posting: &Posting) -> Option<WebhookEventType> {
    match posting.kind {
        MovementKind::Receipt => Some(WebhookEventType::StockReceived),
        MovementKind::Pick => Some(WebhookEventType::StockPicked),
        MovementKind::Remove => Some(WebhookEventType::StockRemoved),
        _ => None,
    }
}
