//! The text in which stocks are searched: it is written again when an item or a place is renamed.

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

/// Over the item `i`, the lot `t` and the place `p` of a stock.
macro_rules! search_key {
    () => {
        "' ' || search_text(concat_ws(' ', i.sku, i.title, i.ean, i.client_name, t.code, p.code, p.warehouse_code))"
    };
}
pub(crate) use search_key;

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

pub async fn renew_items(tx: &mut TenantTx, item_ids: &[Uuid]) -> ApiResult<()> {
    sqlx::query(RENEW_ITEMS).bind(item_ids).execute(&mut **tx).await?;
    Ok(())
}

pub async fn renew_place(tx: &mut TenantTx, place_id: Uuid) -> ApiResult<()> {
    sqlx::query(RENEW_PLACE).bind(place_id).execute(&mut **tx).await?;
    Ok(())
}
