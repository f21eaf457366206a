//! Merge of clients: the goods of a duplicate.

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

pub const COUNT: &str = "select count(*) from stock_items where client_id = $1";

// $1 stays, $2 is the duplicate.
/// Goods of both with one number stay apart: those of the duplicate get another number.
pub const RENAME: &str = "
    update stock_items d set sku = left(d.sku, 50) || '~' || upper(right(d.id::text, 8)), version = version + 1
    where d.client_id = $2 and exists (select from stock_items s where s.client_id = $1 and s.sku = d.sku)";
pub const MOVE_ITEMS: &str = "
    update stock_items set client_id = $1, client_name = $3 where client_id = $2 returning id";
/// The same for orders of both with one number.
pub const RENAME_ORDERS: &str = "
    update pick_lists d set external_id = left(d.external_id, 100) || '~' || upper(right(d.id::text, 8)), version = version + 1
    where d.client_id = $2 and d.status <> 0 and d.shipment_ended_at is null and exists (
        select from pick_lists s
        where s.client_id = $1 and search_text(s.channel) = search_text(d.channel)
          and search_text(s.external_id) = search_text(d.external_id) and s.status <> 0 and s.shipment_ended_at is null
    )";
pub const MOVE_PICK_LISTS: &str = "
    update pick_lists set client_id = $1, client_name = $3 where client_id = $2";
pub const MOVE_INVENTORIES: &str = "
    update inventories set client_id = $1, client_name = $3 where client_id = $2";
pub const MOVE_PURCHASES: &str = "
    update purchases set client_id = $1, client_name = $3 where client_id = $2";
pub const MOVE_BUYING_REQUESTS: &str = "
    update buying_requests set client_id = $1, client_name = $3 where client_id = $2";

/// The client that stays.
#[derive(Clone, Copy, Debug)]
pub struct StayingClient<'a> {
    pub id: Uuid,
    pub name: &'a str,
}

pub async fn count_client_items(tx: &mut TenantTx, client_id: Uuid) -> ApiResult<i64> {
    Ok(sqlx::query_scalar(COUNT).bind(client_id).fetch_one(&mut **tx).await?)
}

/// Moves the goods of a duplicate to the client that stays. Lists and purchases come first, as everywhere: whoever receives goods
/// of a purchase has locked it when the items are locked.
pub async fn move_client_items(
    tx: &mut TenantTx,
    duplicate: Uuid,
    stays: StayingClient<'_>,
) -> ApiResult<()> {
    sqlx::query(RENAME_ORDERS).bind(stays.id).bind(duplicate).execute(&mut **tx).await?;
    for step in [MOVE_PICK_LISTS, MOVE_INVENTORIES, MOVE_PURCHASES, MOVE_BUYING_REQUESTS] {
        sqlx::query(step).bind(stays.id).bind(duplicate).bind(stays.name).execute(&mut **tx).await?;
    }
    sqlx::query(RENAME).bind(stays.id).bind(duplicate).execute(&mut **tx).await?;
    let moved = sqlx::query_scalar(MOVE_ITEMS).bind(stays.id).bind(duplicate).bind(stays.name);
    let items: Vec<Uuid> = moved.fetch_all(&mut **tx).await?;
    crate::levels::renew_items(tx, &items).await
}
