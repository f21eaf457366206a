//! SQL of pick lists.

use std::collections::HashMap;

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use policy::Resource;
use rust_decimal::Decimal;
use serde::Serialize;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{PackingParcel, PickListLineInput};
use crate::allocation::{LotStatus, StockObstacle, StockOffer, find_lot_obstacle};
use crate::reservations::ReservationState;
use crate::stock_items::model::StockUnit;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::record::{Listing, Records, Where};

pub const PICK_LISTS: Records = Records {
    table: "pick_lists",
    resource: Resource::PickList,
    id: "k.id = ",
    listing: Listing {
        columns: "k.id, k.number, k.status, k.warehouse_id, k.warehouse_code, k.subsidiary_id, k.client_id, k.client_name,
              k.reference, k.channel, k.external_id, k.currency::text as currency, k.min_remaining_days, k.zone, k.hold_hours, k.held_until,
              (select coalesce(sum(n.quantity), 0)::integer from pick_list_lines n where n.pick_list_id = k.id) as quantity,
              (select coalesce(sum(n.picked), 0)::integer from pick_list_lines n where n.pick_list_id = k.id) as picked,
              (select coalesce(sum(b.quantity), 0)::integer from stock_reservations r
               join stock_movements m on m.reservation_id = r.id and m.kind = 'pick'
               join stock_movements b on b.of_movement_id = m.id and b.kind = 'return'
               where r.source_id = k.id
                 and not exists (select from stock_movements x where x.of_movement_id = b.id and x.kind = 'reversal')
              ) as returned,
              (select coalesce(sum(r.quantity - r.picked), 0)::integer from stock_reservations r
               where r.source_id = k.id and r.state = 'held') as held,
              (select coalesce(sum(r.quantity - r.picked), 0)::integer from stock_reservations r
               join stock_lots t on t.id = r.lot_id join stock_places p on p.id = r.place_id
               where r.source_id = k.id and r.state = 'held' and (t.status <> 'available' or p.kind = 'quarantine')
              ) as kept_back,
              (select min(t.expires_on) from stock_reservations r join stock_lots t on t.id = r.lot_id
               where r.source_id = k.id and r.state = 'held') as first_expiry,
              (select coalesce(sum(n.quantity - n.packed), 0)::integer from pick_list_lines n
               where n.pick_list_id = k.id and k.status = 40) as short,
              (select o.id from pick_lists o where o.id = k.rest_id and o.status <> 0) as rest_id,
              (select o.number from pick_lists o where o.id = k.rest_id and o.status <> 0) as rest_number,
              k.rest_of_id, (select o.number from pick_lists o where o.id = k.rest_of_id) as rest_of_number,
              k.note, k.reason, k.shipment_id, k.tracking_code, k.shipment_ended_at, k.packed_at, k.storage_amount, k.storage_currency::text as storage_currency, k.created_at, k.updated_at, k.version",
        from: "pick_lists k",
        order: "k.id desc",
    },
};

pub const NEXT_NUMBER: &str = "select nextval('pick_list_numbers')";
pub const INSERT_LINES: &str = "
    insert into pick_list_lines (pick_list_id, line, item_id, quantity, unit_value)
    select $1, n.line, n.item_id, n.quantity, n.unit_value
    from unnest($2::uuid[], $3::integer[], $4::numeric[]) with ordinality n(item_id, quantity, unit_value, line)";
pub const LINES: &str = "
    select n.line, n.item_id, n.quantity, n.picked, n.packed, coalesce(c.returned, 0) as returned, n.unit_value, i.sku, i.ean,
           i.title, i.unit, i.hs_code, i.origin_country_id, i.weight_g
    from pick_list_lines n join stock_items i on i.id = n.item_id
    left join (
        select r.line, sum(b.quantity)::integer as returned
        from stock_reservations r join stock_movements m on m.reservation_id = r.id and m.kind = 'pick'
        join stock_movements b on b.of_movement_id = m.id and b.kind = 'return'
        where r.source_id = $1
          and not exists (select from stock_movements x where x.of_movement_id = b.id and x.kind = 'reversal')
        group by r.line
    ) c on c.line = n.line
    where n.pick_list_id = $1 order by n.line";
/// Codes of the lots of which each line was picked.
pub const LOTS: &str = "
    select r.line, (array_agg(distinct t.code))[:50] as lots
    from stock_reservations r join stock_lots t on t.id = r.lot_id
    where r.source_id = $1 and r.picked > 0 and t.code <> ''
    group by r.line";
pub const PACKED_PARCELS: &str = "select packed_parcels from pick_lists where id = $1";
pub const COUNT_PICKED: &str =
    "update pick_list_lines set picked = picked + $3 where pick_list_id = $1 and line = $2";
pub const TOUCH: &str = "update pick_lists set version = version + 1, updated_at = $2 where id = $1";
/// Goods that are held for a list, in the order of picking.
pub const PICKS: &str = "
    select r.id, r.lot_id, r.place_id, r.quantity, r.picked, r.state, r.expires_at, r.source_id, r.line, t.item_id,
           t.code as lot, t.expires_on, p.code as place, i.sku, i.ean, i.title,
           case when t.status = 'available' and p.kind = 'quarantine' then 'quarantine' else t.status end as lot_status
    from stock_reservations r join stock_lots t on t.id = r.lot_id join stock_items i on i.id = t.item_id
    join stock_places p on p.id = r.place_id
    where r.source_id = $1 and r.state = 'held'
    order by p.code, t.expires_on nulls last, t.code, r.id";
/// Goods of items in the places of branches ($2), also those that cannot be taken.
pub const OFFERS: &str = "
    select t.item_id, l.lot_id, l.place_id, t.code as lot, p.code as place, p.warehouse_id, p.warehouse_code, t.expires_on,
           t.received_at, l.on_hand, l.reserved,
           case when t.status = 'available' and p.kind = 'quarantine' then 'quarantine' else t.status end as status
    from stock_lots t join stock_levels l on l.lot_id = t.id join stock_places p on p.id = l.place_id
    where t.item_id = any($1) and l.on_hand > 0 and ($2::uuid[] is null or p.subsidiary_id = any($2))
    order by t.item_id, t.expires_on nulls last, t.received_at, p.code, t.code, t.id
    limit 50000";

/// Whether a client ($1) has goods in a warehouse ($2).
pub const HAS_GOODS: &str = "
    select exists (
        select from stock_items i join stock_lots t on t.item_id = i.id join stock_levels l on l.lot_id = t.id
        join stock_places p on p.id = l.place_id
        where i.client_id = $1 and p.warehouse_id = $2 and l.on_hand > 0
    )";

/// Lists whose shipment is cancelled, and of which goods are still to be put back.
pub const TO_RETURN: &str = "
    k.shipment_ended_at is not null and k.status <> 0 and exists (
        select from stock_reservations r join stock_movements m on m.reservation_id = r.id and m.kind = 'pick'
        where r.source_id = k.id and m.quantity > (
            select coalesce(sum(b.quantity), 0) from stock_movements b
            where b.of_movement_id = m.id and b.kind = 'return'
              and not exists (select from stock_movements x where x.of_movement_id = b.id and x.kind = 'reversal')
        )
    )";
/// Whether goods are picked for a shipment already.
pub const HAS_LIST: &str = "select exists (select from pick_lists where shipment_id = $1 and status <> 0)";

/// The columns of a new list.
#[derive(Debug, Serialize)]
pub struct NewPickList {
    pub number: String,
    pub warehouse_id: Uuid,
    pub warehouse_code: String,
    pub subsidiary_id: Option<Uuid>,
    pub client_id: Option<Uuid>,
    pub client_name: Option<String>,
    pub reference: Option<String>,
    pub channel: Option<String>,
    pub external_id: Option<String>,
    pub currency: Option<String>,
    pub min_remaining_days: i32,
    pub zone: Option<String>,
    pub hold_hours: i16,
    pub note: Option<String>,
    /// The list of which it is the rest.
    pub rest_of_id: Option<Uuid>,
    /// The draft for which its goods are picked.
    pub shipment_id: Option<Uuid>,
    pub tracking_code: Option<String>,
    pub created_by: Uuid,
}

/// A line with its item.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct LineRow {
    pub line: i16,
    pub item_id: Uuid,
    pub quantity: i32,
    pub picked: i32,
    /// Units in the shipment.
    pub packed: i32,
    /// Units that were picked and came back.
    pub returned: i32,
    pub unit_value: Option<Decimal>,
    pub sku: String,
    pub ean: Option<String>,
    pub title: String,
    pub unit: StockUnit,
    pub hs_code: Option<String>,
    pub origin_country_id: Option<i16>,
    /// Grams of one unit.
    pub weight_g: Option<i32>,
}

/// Goods that are held for a line.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct PickRow {
    pub id: Uuid,
    pub lot_id: Uuid,
    pub place_id: Uuid,
    pub quantity: i32,
    pub picked: i32,
    pub state: ReservationState,
    pub expires_at: DateTime<Utc>,
    pub source_id: Uuid,
    pub line: i16,
    pub item_id: Uuid,
    pub lot: String,
    pub expires_on: Option<NaiveDate>,
    /// Also of the place: in quarantine, nothing is picked.
    pub lot_status: LotStatus,
    pub place: String,
    pub sku: String,
    pub ean: Option<String>,
    pub title: String,
}

/// Goods of an item, and their warehouse.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct OfferRow {
    pub item_id: Uuid,
    pub lot_id: Uuid,
    pub place_id: Uuid,
    pub lot: String,
    pub place: String,
    pub warehouse_id: Uuid,
    pub warehouse_code: String,
    pub expires_on: Option<NaiveDate>,
    pub received_at: DateTime<Utc>,
    pub on_hand: i32,
    pub reserved: i32,
    pub status: LotStatus,
}

impl PickRow {
    /// Units that are held and not picked.
    pub const fn open(&self) -> i32 {
        self.quantity - self.picked
    }

    /// Why its goods cannot be picked any more.
    pub fn find_obstacle(&self, today: NaiveDate) -> Option<StockObstacle> {
        find_lot_obstacle(self.lot_status, self.expires_on, today)
    }
}

impl OfferRow {
    pub fn offer(&self) -> StockOffer {
        StockOffer {
            lot_id: self.lot_id,
            place_id: self.place_id,
            lot: self.lot.clone(),
            place: self.place.clone(),
            expires_on: self.expires_on,
            received_at: self.received_at,
            on_hand: self.on_hand,
            reserved: self.reserved,
            status: self.status,
        }
    }
}

/// The lists that a user reaches. A partner's user reaches nothing.
pub fn build_filter(scope: &RowScope, filter: Where) -> Where {
    let (client, subsidiaries, partner) = scope.parts();
    filter
        .and("k.client_id = ", client.or(partner.map(|_| Uuid::nil())))
        .among("k.subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec))
}

pub async fn has_goods(tx: &mut TenantTx, client_id: Option<Uuid>, warehouse_id: Uuid) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(HAS_GOODS).bind(client_id).bind(warehouse_id).fetch_one(&mut **tx).await?)
}

/// Whether a shipment, which is locked, has a list.
pub async fn has_list(tx: &mut TenantTx, shipment_id: Uuid) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(HAS_LIST).bind(shipment_id).fetch_one(&mut **tx).await?)
}

/// The next number of a warehouse.
pub async fn take_number(tx: &mut TenantTx, warehouse: &str, on: NaiveDate) -> ApiResult<String> {
    let next: i64 = sqlx::query_scalar(NEXT_NUMBER).fetch_one(&mut **tx).await?;
    Ok(format!("{warehouse}-P-{:02}-{next:06}", on.year().rem_euclid(100)))
}

pub async fn insert_lines(tx: &mut TenantTx, id: Uuid, lines: &[PickListLineInput]) -> ApiResult<()> {
    let items: Vec<Uuid> = lines.iter().map(|line| line.item_id).collect();
    let quantities: Vec<i32> = lines.iter().map(|line| line.quantity).collect();
    let values: Vec<Option<Decimal>> = lines.iter().map(|line| line.unit_value).collect();
    let query = sqlx::query(INSERT_LINES).bind(id).bind(items).bind(quantities).bind(values);
    query.execute(&mut **tx).await?;
    Ok(())
}

pub async fn list_lines(tx: &mut TenantTx, id: Uuid) -> ApiResult<Vec<LineRow>> {
    Ok(sqlx::query_as(LINES).bind(id).fetch_all(&mut **tx).await?)
}

/// Codes of the lots of which each line was picked; none for a line without.
pub async fn list_lots(tx: &mut TenantTx, id: Uuid) -> ApiResult<HashMap<i16, Vec<String>>> {
    let rows: Vec<(i16, Vec<String>)> = sqlx::query_as(LOTS).bind(id).fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().collect())
}

/// The parcels in which a list was packed; none before.
pub async fn list_parcels(tx: &mut TenantTx, id: Uuid) -> ApiResult<Vec<PackingParcel>> {
    let packed: Option<Json<Vec<PackingParcel>>> =
        sqlx::query_scalar(PACKED_PARCELS).bind(id).fetch_one(&mut **tx).await?;
    Ok(packed.map(|parcels| parcels.0).unwrap_or_default())
}

pub async fn list_picks(tx: &mut TenantTx, id: Uuid) -> ApiResult<Vec<PickRow>> {
    Ok(sqlx::query_as(PICKS).bind(id).fetch_all(&mut **tx).await?)
}

pub async fn list_offers(tx: &mut TenantTx, scope: &RowScope, item_ids: &[Uuid]) -> ApiResult<Vec<OfferRow>> {
    let (_, branches, _) = scope.parts();
    Ok(sqlx::query_as(OFFERS).bind(item_ids).bind(branches).fetch_all(&mut **tx).await?)
}

/// Counts picked goods into a line of a list, which is locked. The list has a new version.
pub async fn count_picked(
    tx: &mut TenantTx,
    id: Uuid,
    line: i16,
    quantity: i32,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    sqlx::query(COUNT_PICKED).bind(id).bind(line).bind(quantity).execute(&mut **tx).await?;
    sqlx::query(TOUCH).bind(id).bind(at).execute(&mut **tx).await?;
    Ok(())
}
