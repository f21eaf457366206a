//! SQL of what was picked for a list and goes into a shipment.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::state::PickListStatus;
use server_core::http::error::ApiResult;

/// The lots of what was picked: nothing of it comes back meanwhile.
pub const LOCK_LOTS: &str = "
    select t.id from stock_lots t
    where t.id in (select r.lot_id from stock_reservations r where r.source_id = $1 and r.picked > 0)
    order by t.id for share";
/// Goods of each line that were picked and did not come back.
pub const GOODS: &str = "
    select n.line, i.title, i.sku, i.hs_code, i.origin_country_id, i.weight_g, n.unit_value,
           sum(m.quantity - coalesce(back.quantity, 0))::integer as quantity,
           case when count(distinct m.lot_id) = 1 then nullif(min(t.code), '') end as lot
    from stock_reservations r join stock_movements m on m.reservation_id = r.id and m.kind = 'pick'
    join stock_lots t on t.id = m.lot_id
    join pick_list_lines n on n.pick_list_id = r.source_id and n.line = r.line join stock_items i on i.id = n.item_id
    left join lateral (
        select sum(b.quantity) as quantity from stock_movements b
        where b.of_movement_id = m.id and b.kind = 'return'
          and not exists (select from stock_movements x where x.of_movement_id = b.id and x.kind = 'reversal')
    ) back on true
    where r.source_id = $1
    group by n.line, n.unit_value, i.id
    having sum(m.quantity - coalesce(back.quantity, 0)) > 0
    order by n.line";

/// Units of each line that are in the shipment.
pub const WRITE_PACKED: &str = "
    update pick_list_lines n set packed = k.quantity
    from unnest($2::smallint[], $3::integer[]) k(line, quantity) where n.pick_list_id = $1 and n.line = k.line";

/// Goods of a line that are packed.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct PackedGoods {
    pub line: i16,
    pub title: String,
    pub sku: String,
    pub hs_code: Option<String>,
    pub origin_country_id: Option<i16>,
    /// Grams of one unit.
    pub weight_g: Option<i32>,
    pub unit_value: Option<Decimal>,
    pub quantity: i32,
    /// Code of the lot, if all are of one.
    pub lot: Option<String>,
}

/// The columns of a list that was packed.
#[derive(Debug, Serialize)]
pub struct PackedColumns {
    pub status: PickListStatus,
    pub shipment_id: Uuid,
    pub tracking_code: String,
    pub packed_at: DateTime<Utc>,
    pub packed_by: Uuid,
    pub packed_parcels: Value,
    pub storage_amount: Option<Decimal>,
    pub storage_currency: Option<String>,
}

/// The goods of the shipment of a list, which is locked.
pub async fn lock_goods(tx: &mut TenantTx, list_id: Uuid) -> ApiResult<Vec<PackedGoods>> {
    sqlx::query(LOCK_LOTS).bind(list_id).execute(&mut **tx).await?;
    Ok(sqlx::query_as(GOODS).bind(list_id).fetch_all(&mut **tx).await?)
}

/// Writes how many units of each line are in the shipment.
pub async fn write_packed(tx: &mut TenantTx, list_id: Uuid, goods: &[PackedGoods]) -> ApiResult<()> {
    let lines: Vec<i16> = goods.iter().map(|one| one.line).collect();
    let quantities: Vec<i32> = goods.iter().map(|one| one.quantity).collect();
    sqlx::query(WRITE_PACKED).bind(list_id).bind(lines).bind(quantities).execute(&mut **tx).await?;
    Ok(())
}
