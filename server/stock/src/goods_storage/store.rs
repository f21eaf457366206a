//! SQL of the flows of goods into and out of a warehouse, and of what was picked for a list.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::layers::StockFlow;
use server_core::http::error::ApiResult;

/// Flows of lots ($1) of a warehouse ($2), without what was taken back. A movement within it is none.
pub const FLOWS: &str = "
    select m.id as movement_id, m.lot_id, m.occurred_at,
           case when t.warehouse_id = $2 then m.quantity else 0 end as came,
           case when f.warehouse_id = $2 then m.quantity else 0 end as went
    from stock_movements m left join stock_places f on f.id = m.from_place_id
    left join stock_places t on t.id = m.to_place_id
    where m.lot_id = any($1) and coalesce(f.warehouse_id = $2, false) <> coalesce(t.warehouse_id = $2, false)
      and m.kind <> 'reversal'
      and not exists (select from stock_movements b where b.of_movement_id = m.id and b.kind = 'reversal')
    order by m.lot_id, m.position";
/// Goods that were picked for a list, without those that came back.
pub const PICKS: &str = "
    select m.id, m.lot_id, m.posted_at, (m.quantity - coalesce(back.quantity, 0))::integer as quantity
    from stock_reservations r join stock_movements m on m.reservation_id = r.id and m.kind = 'pick'
    left join lateral (
        select sum(b.quantity) as quantity from stock_movements b
        where b.of_movement_id = m.id and b.kind = 'return'
          and not exists (select from stock_movements x where x.of_movement_id = b.id and x.kind = 'reversal')
    ) back on true
    where r.source_id = $1 and m.quantity > coalesce(back.quantity, 0)
    order by m.position";

/// Units of a lot that were picked.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct PickedUnits {
    /// Id of the movement.
    pub id: Uuid,
    pub lot_id: Uuid,
    pub posted_at: DateTime<Utc>,
    pub quantity: i32,
}

pub async fn list_flows(
    tx: &mut TenantTx,
    lot_ids: &[Uuid],
    warehouse_id: Uuid,
) -> ApiResult<Vec<StockFlow>> {
    Ok(sqlx::query_as(FLOWS).bind(lot_ids).bind(warehouse_id).fetch_all(&mut **tx).await?)
}

pub async fn list_picked(tx: &mut TenantTx, pick_list_id: Uuid) -> ApiResult<Vec<PickedUnits>> {
    Ok(sqlx::query_as(PICKS).bind(pick_list_id).fetch_all(&mut **tx).await?)
}
