//! Units of items, as staff bound to branches see them: those in places of the own branches.

use std::collections::HashMap;

use tenancy::TenantTx;
use uuid::Uuid;

use super::model::StockItem;
use access::ctx::Ctx;
use server_core::http::error::ApiResult;

pub const OF_BRANCHES: &str = "
    select t.item_id, sum(l.on_hand)::bigint as on_hand
    from stock_lots t join stock_levels l on l.lot_id = t.id join stock_places p on p.id = l.place_id
    where t.item_id = any($1) and p.subsidiary_id = any($2)
    group by t.item_id";

#[derive(sqlx::FromRow)]
struct UnitsOfItem {
    item_id: Uuid,
    on_hand: i64,
}

/// Items with the units that the user may know of.
pub async fn narrow(tx: &mut TenantTx, ctx: &Ctx, items: Vec<StockItem>) -> ApiResult<Vec<StockItem>> {
    let Some(branches) = &ctx.user.subsidiary_ids else { return Ok(items) };
    let ids: Vec<Uuid> = items.iter().map(|item| item.id).collect();
    let query = sqlx::query_as(OF_BRANCHES).bind(ids).bind(branches);
    let rows: Vec<UnitsOfItem> = query.fetch_all(&mut **tx).await?;
    let units: HashMap<Uuid, i64> = rows.into_iter().map(|row| (row.item_id, row.on_hand)).collect();
    let of_branches = |item: StockItem| {
        let on_hand = units.get(&item.id).copied().unwrap_or_default();
        StockItem { on_hand, ..item }
    };
    Ok(items.into_iter().map(of_branches).collect())
}
