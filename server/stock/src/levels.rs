//! SQL of what of a lot is in a place. Levels are locked in one order for all, and changed by differences.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::ledger::{LevelKey, StockLevel};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};

/// The text in which a stock is searched. Over the item `i`, the lot `t` and the place `p` of a stock.
macro_rules! search_key {
    () => {
        "' ' || search_text(i.sku || ' ' || i.title || coalesce(' ' || i.ean, '') || coalesce(' ' || i.client_name, '')
                           || ' ' || t.code || ' ' || p.code || ' ' || p.warehouse_code)"
    };
}

/// In the order of locking, so that nobody waits for somebody who waits.
pub const ADD_MISSING: &str = concat!(
    "with missing as materialized (
         select k.id, k.lot_id, k.place_id, ",
    search_key!(),
    " as search_key
         from unnest($1::uuid[], $2::uuid[], $3::uuid[]) k(id, lot_id, place_id)
         join stock_lots t on t.id = k.lot_id join stock_items i on i.id = t.item_id join stock_places p on p.id = k.place_id
         where not exists (select from stock_levels l where l.lot_id = k.lot_id and l.place_id = k.place_id)
     )
     insert into stock_levels (id, lot_id, place_id, created_at, search_key)
     select id, lot_id, place_id, $4, search_key from missing order by lot_id, place_id
     on conflict (lot_id, place_id) do nothing"
);
pub const LOCK: &str = "
    select l.id, l.lot_id, l.place_id, l.on_hand, l.reserved, l.removed
    from stock_levels l
    where (l.lot_id, l.place_id) in (select k.lot_id, k.place_id from unnest($1::uuid[], $2::uuid[]) k(lot_id, place_id))
    order by l.lot_id, l.place_id for no key update";
pub const CHANGE: &str = "
    update stock_levels l
    set on_hand = l.on_hand + d.on_hand, reserved = l.reserved + d.reserved, removed = l.removed + d.removed,
        last_moved_at = coalesce(d.moved_at, l.last_moved_at),
        first_received_at = coalesce(l.first_received_at, d.received_at)
    from unnest($1::uuid[], $2::integer[], $3::integer[], $4::integer[], $5::timestamptz[], $6::timestamptz[])
         d(id, on_hand, reserved, removed, moved_at, received_at)
    where l.id = d.id";

/// Before they are renewed: in the order of locking, too.
pub const LOCK_OF_ITEMS: &str = "
    select l.id from stock_levels l join stock_lots t on t.id = l.lot_id
    where t.item_id = any($1) order by l.lot_id, l.place_id for no key update of l";
pub const LOCK_OF_PLACE: &str =
    "select id from stock_levels where place_id = $1 order by lot_id for no key update";
/// An item or a place is renamed.
pub const RENEW_ITEMS: &str = concat!(
    "update stock_levels l set search_key = ",
    search_key!(),
    " from stock_lots t, stock_items i, stock_places p
     where t.id = l.lot_id and i.id = t.item_id and p.id = l.place_id and i.id = any($1)"
);
pub const RENEW_PLACE: &str = concat!(
    "update stock_levels l set search_key = ",
    search_key!(),
    " from stock_lots t, stock_items i, stock_places p
     where t.id = l.lot_id and i.id = t.item_id and p.id = l.place_id and p.id = $1"
);

/// Units in a place, of all its lots.
pub const UNITS_OF_PLACE: &str = "select coalesce(sum(on_hand), 0) from stock_levels where place_id = $1";
/// Units of an item, in all its places.
pub const UNITS_OF_ITEM: &str = "
    select coalesce(sum(l.on_hand), 0) from stock_lots t join stock_levels l on l.lot_id = t.id where t.item_id = $1";

/// Levels that are locked until the transaction ends.
#[derive(Debug, Default)]
pub struct LockedLevels {
    pub ids: BTreeMap<LevelKey, Uuid>,
    pub before: BTreeMap<LevelKey, StockLevel>,
}

#[derive(sqlx::FromRow)]
struct LevelRow {
    id: Uuid,
    lot_id: Uuid,
    place_id: Uuid,
    on_hand: i32,
    reserved: i32,
    removed: i32,
}

/// Locks levels. Those that do not exist yet are empty ones.
pub async fn lock(tx: &mut TenantTx, keys: &[LevelKey], at: DateTime<Utc>) -> ApiResult<LockedLevels> {
    let mut keys = keys.to_vec();
    keys.sort();
    keys.dedup();
    let ids: Vec<Uuid> = keys.iter().map(|_| Uuid::now_v7()).collect();
    let lots: Vec<Uuid> = keys.iter().map(|key| key.lot_id).collect();
    let places: Vec<Uuid> = keys.iter().map(|key| key.place_id).collect();
    let add = sqlx::query(ADD_MISSING).bind(ids).bind(&lots).bind(&places).bind(at);
    add.execute(&mut **tx).await?;
    let rows: Vec<LevelRow> = sqlx::query_as(LOCK).bind(lots).bind(places).fetch_all(&mut **tx).await?;
    let mut locked = LockedLevels::default();
    for row in rows {
        let key = LevelKey { lot_id: row.lot_id, place_id: row.place_id };
        locked.ids.insert(key, row.id);
        let level = StockLevel { on_hand: row.on_hand, reserved: row.reserved, removed: row.removed };
        locked.before.insert(key, level);
    }
    Ok(locked)
}

/// When levels were moved.
#[derive(Clone, Copy, Debug)]
pub struct LevelsMoved {
    /// None for goods that are only held, or no longer.
    pub at: Option<DateTime<Utc>>,
}

/// Writes the differences to what was locked.
pub async fn write(
    tx: &mut TenantTx,
    locked: &LockedLevels,
    after: &BTreeMap<LevelKey, StockLevel>,
    moved: LevelsMoved,
) -> ApiResult<()> {
    let changed: Vec<(Uuid, StockLevel, StockLevel)> = after
        .iter()
        .filter_map(|(key, after)| {
            let before = locked.before.get(key).copied().unwrap_or_default();
            let id = locked.ids.get(key)?;
            (before != *after).then_some((*id, before, *after))
        })
        .collect();
    if changed.is_empty() {
        return Ok(());
    }
    let difference = |of: fn(&StockLevel) -> i32| -> Vec<i32> {
        changed.iter().map(|(_, before, after)| of(after) - of(before)).collect()
    };
    let ids: Vec<Uuid> = changed.iter().map(|(id, ..)| *id).collect();
    let moved_at: Vec<Option<DateTime<Utc>>> = changed.iter().map(|_| moved.at).collect();
    let received_at: Vec<Option<DateTime<Utc>>> = changed
        .iter()
        .map(|(_, before, after)| moved.at.filter(|_| after.on_hand > before.on_hand))
        .collect();
    let query = sqlx::query(CHANGE)
        .bind(ids)
        .bind(difference(|level| level.on_hand))
        .bind(difference(|level| level.reserved))
        .bind(difference(|level| level.removed))
        .bind(moved_at)
        .bind(received_at);
    query.execute(&mut **tx).await?;
    Ok(())
}

/// The search finds what items are called now.
pub async fn renew_items(tx: &mut TenantTx, item_ids: &[Uuid]) -> ApiResult<()> {
    sqlx::query(LOCK_OF_ITEMS).bind(item_ids).execute(&mut **tx).await?;
    sqlx::query(RENEW_ITEMS).bind(item_ids).execute(&mut **tx).await?;
    Ok(())
}

/// The search finds what a place is called now.
pub async fn renew_place(tx: &mut TenantTx, place_id: Uuid) -> ApiResult<()> {
    sqlx::query(LOCK_OF_PLACE).bind(place_id).execute(&mut **tx).await?;
    sqlx::query(RENEW_PLACE).bind(place_id).execute(&mut **tx).await?;
    Ok(())
}

/// Whether the ledger has no goods in a place.
pub async fn is_empty(tx: &mut TenantTx, place_id: Uuid) -> ApiResult<bool> {
    let units: i64 = sqlx::query_scalar(UNITS_OF_PLACE).bind(place_id).fetch_one(&mut **tx).await?;
    Ok(units == 0)
}

/// 409 with the number of units that lie in a place, which is locked.
pub async fn refuse_goods_in_place(tx: &mut TenantTx, place_id: Uuid) -> ApiResult<()> {
    refuse_goods(sqlx::query_scalar(UNITS_OF_PLACE).bind(place_id).fetch_one(&mut **tx).await?)
}

/// 409 with the number of units of an item, which is locked.
pub async fn refuse_goods_of_item(tx: &mut TenantTx, item_id: Uuid) -> ApiResult<()> {
    refuse_goods(sqlx::query_scalar(UNITS_OF_ITEM).bind(item_id).fetch_one(&mut **tx).await?)
}

fn refuse_goods(units: i64) -> ApiResult<()> {
    if units == 0 {
        return Ok(());
    }
    Err(ApiError::refused(MessageCode::StockNotEmpty).with_params(Params::from([("count", units.into())])))
}
