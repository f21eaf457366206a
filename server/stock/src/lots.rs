//! Lots: goods of one item that came together. One that comes again is the same lot.

use chrono::{DateTime, NaiveDate, Utc};
use policy::Resource;
use rust_decimal::Decimal;
use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::allocation::LotStatus;
use server_core::http::error::ApiResult;
use server_core::record::{Listing, Records};

pub const LOTS: Records = Records {
    table: "stock_lots",
    resource: Resource::Stock,
    id: "t.id = ",
    listing: Listing {
        columns: "t.id, t.item_id, t.code, t.expires_on, t.status, t.reason, t.version",
        from: "stock_lots t",
        order: "t.received_at desc, t.id desc",
    },
};

/// A lot.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct StockLot {
    pub id: Uuid,
    pub item_id: Uuid,
    pub code: String,
    pub expires_on: Option<NaiveDate>,
    pub status: LotStatus,
    pub reason: Option<String>,
    pub version: i32,
}

/// Goods that are received.
#[derive(Clone, Debug, Serialize)]
pub struct NewLot {
    pub item_id: Uuid,
    /// In capitals; empty for an item that is not kept by lot.
    pub code: String,
    pub expires_on: Option<NaiveDate>,
    pub status: LotStatus,
    pub reason: Option<String>,
    pub partner_id: Option<Uuid>,
    pub partner_name: Option<String>,
    pub provider_id: Option<Uuid>,
    pub provider_name: Option<String>,
    pub unit_cost: Option<Decimal>,
    pub currency: Option<String>,
    pub received_at: DateTime<Utc>,
}

/// An item of which goods come in. It is locked: nobody else adds a lot of it meanwhile.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ReceivedItem {
    pub id: Uuid,
    pub sku: String,
    pub client_id: Option<Uuid>,
    pub keep_lot: bool,
    pub keep_expiry: bool,
    pub active: bool,
}

pub const LOCK_ITEM: &str = "
    select id, sku, client_id, keep_lot, keep_expiry, active from stock_items where id = $1 for no key update";
/// The days of expiry under a code; one code has one day.
pub const EXPIRY: &str = "
    select expires_on from stock_lots where item_id = $1 and code = $2 and code <> '' order by received_at limit 1";
pub const SAME: &str = "
    select t.id, t.item_id, t.code, t.expires_on, t.status, t.reason, t.version
    from stock_lots t
    where t.item_id = $1 and t.code = $2 and t.expires_on is not distinct from $3
      and t.partner_id is not distinct from $4 and t.provider_id is not distinct from $5";

pub async fn lock_item(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<ReceivedItem>> {
    Ok(sqlx::query_as(LOCK_ITEM).bind(id).fetch_optional(&mut **tx).await?)
}

/// The day of expiry of a code that came before; none for a new code.
pub async fn find_expiry(
    tx: &mut TenantTx,
    item_id: Uuid,
    code: &str,
) -> ApiResult<Option<Option<NaiveDate>>> {
    Ok(sqlx::query_scalar(EXPIRY).bind(item_id).bind(code).fetch_optional(&mut **tx).await?)
}

/// The lot that came before with the same code, expiry, partner and provider, or a new one. The item is locked.
pub async fn find_or_create(tx: &mut TenantTx, new: &NewLot) -> ApiResult<StockLot> {
    let query = sqlx::query_as(SAME).bind(new.item_id).bind(&new.code).bind(new.expires_on);
    let same = query.bind(new.partner_id).bind(new.provider_id).fetch_optional(&mut **tx).await?;
    if let Some(lot) = same {
        return Ok(lot);
    }
    let id = LOTS.insert(tx, new.received_at, new).await?;
    Ok(StockLot {
        id,
        item_id: new.item_id,
        code: new.code.clone(),
        expires_on: new.expires_on,
        status: new.status,
        reason: new.reason.clone(),
        version: 1,
    })
}

/// The lot that came last with a code and an expiry, whoever sent it.
pub const LIKE: &str = "
    select t.id from stock_lots t
    where t.item_id = $1 and t.code = $2 and t.expires_on is not distinct from $3
    order by t.received_at desc, t.id desc limit 1";

/// The lot that goods are of which somebody has found: one that came before, whoever sent it, or a new one. The item is locked.
pub async fn find_like_or_create(tx: &mut TenantTx, new: &NewLot) -> ApiResult<Uuid> {
    let query = sqlx::query_scalar(LIKE).bind(new.item_id).bind(&new.code).bind(new.expires_on);
    match query.fetch_optional(&mut **tx).await? {
        Some(id) => Ok(id),
        None => Ok(LOTS.insert(tx, new.received_at, new).await?),
    }
}

pub const QUARANTINE: &str = "
    update stock_lots set status = 'quarantine', version = version + 1, updated_at = $2 where id = $1";

/// Keeps a lot from leaving that has expired.
pub async fn quarantine(tx: &mut TenantTx, id: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(QUARANTINE).bind(id).bind(at).execute(&mut **tx).await?;
    Ok(())
}
