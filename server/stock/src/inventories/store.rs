//! SQL of inventories.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use policy::Resource;
use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::state::InventoryStatus;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::record::{Listing, Records, Where};

/// An inventory (`v`) with the numbers of its lines (`n`). While it waits for approval (50), `sole_counters` are users who alone
/// have found a difference: one of them does not approve it.
pub const INVENTORIES: Records = Records {
    table: "inventories",
    resource: Resource::Inventory,
    id: "v.id = ",
    listing: Listing {
        columns: "v.id, v.number, v.status, v.warehouse_id, v.warehouse_code, v.subsidiary_id, v.client_id, v.client_name,
              v.blind, v.other_counter, v.tolerance, v.note, v.reason,
              (select count(*)::integer from inventory_places c where c.inventory_id = v.id) as place_count,
              n.line_count, n.counted, n.to_recount, n.differences,
              coalesce((select array_agg(distinct q.counted_by) from inventory_counts q where q.inventory_id = v.id), '{}')
                  as counters,
              case when v.status = 50 then coalesce((
                  select array_agg(distinct s.counted_by)
                  from (
                      select (array_agg(q.counted_by))[1] as counted_by
                      from inventory_lines l
                      join inventory_counts q on q.inventory_id = l.inventory_id and q.line = l.line
                      where l.inventory_id = v.id and l.variance <> 0 and q.quantity - q.balance = l.variance
                      group by l.line having count(distinct q.counted_by) = 1
                  ) s
              ), '{}') else '{}' end as sole_counters,
              v.started_at, v.posted_at, v.created_at, v.updated_at, v.version",
        from: "inventories v cross join lateral (
               select count(*)::integer as line_count, count(l.quantity)::integer as counted,
                      count(*) filter (where l.is_open and l.round > 1)::integer as to_recount,
                      count(*) filter (where l.variance <> 0)::integer as differences
               from inventory_lines l where l.inventory_id = v.id
           ) n",
        order: "v.id desc",
    },
};

pub const NEXT_NUMBER: &str = "select nextval('inventory_numbers')";
/// The places of a new inventory: those of the warehouse ($1) that are active, where goods lie or that are named ($2), of the
/// zone ($3). Without names, only those that were not counted since $5.
pub const PLACES: &str = "
    select p.id, p.code from stock_places p
    where p.warehouse_id = $1 and p.excluded_at is null and ($2::uuid[] = '{}' or p.id = any($2))
      and (p.active or p.id = any($2) or exists (
          select from stock_levels l where l.place_id = p.id and l.on_hand > 0
      ))
      and ($3::text is null or starts_with(p.code, $3))
      and ($2 <> '{}' or $5::timestamptz is null or p.last_counted_at is null or p.last_counted_at < $5)
    order by p.code limit $4 for share of p";
/// A place among these that is counted already.
pub const COUNTED_PLACE: &str = "
    select p.code, v.number
    from inventory_places c join stock_places p on p.id = c.place_id join inventories v on v.id = c.inventory_id
    where c.place_id = any($1) and c.is_open order by p.code limit 1";
pub const INSERT_PLACES: &str = "
    insert into inventory_places (inventory_id, place_id) select $1, k.id from unnest($2::uuid[]) k(id) order by k.id";
pub const CLOSE_PLACES: &str =
    "update inventory_places set is_open = false where inventory_id = $1 and is_open";
/// The places of an inventory where nothing lay and nothing was found. One with goods now is worth another count.
pub const EMPTY_PLACES: &str = "
    select c.place_id from inventory_places c
    where c.inventory_id = $1
      and not exists (select from inventory_lines l where l.inventory_id = c.inventory_id and l.place_id = c.place_id)
      and not exists (select from stock_levels s where s.place_id = c.place_id and s.on_hand > 0)";
pub const MARK_PLACES: &str = "
    update stock_places p set last_counted_at = greatest(p.last_counted_at, k.at)
    from unnest($1::uuid[], $2::timestamptz[]) k(id, at) where p.id = k.id";
pub const OWN_PLACES: &str = "
    select p.id as place_id, p.code as place from inventory_places c join stock_places p on p.id = c.place_id
    where c.inventory_id = $1 order by p.code";

/// The columns of a new inventory.
#[derive(Debug, Serialize)]
pub struct NewInventory {
    pub number: String,
    pub warehouse_id: Uuid,
    pub warehouse_code: String,
    pub subsidiary_id: Option<Uuid>,
    pub client_id: Option<Uuid>,
    pub client_name: Option<String>,
    /// Who counts does not see what should be there.
    pub blind: bool,
    /// A second count is made by somebody else.
    pub other_counter: bool,
    /// Units by which a count may differ without being counted again.
    pub tolerance: i32,
    pub note: Option<String>,
    pub created_by: Uuid,
}

/// The columns of an inventory whose state changes.
#[derive(Debug, Serialize)]
pub struct InventoryStep {
    pub status: InventoryStatus,
}

/// The columns of an inventory whose last counts stand, although they differ.
#[derive(Debug, Serialize)]
pub struct DecidedColumns {
    pub status: InventoryStatus,
    pub reason: String,
}

/// The columns of an inventory that is posted.
#[derive(Debug, Serialize)]
pub struct PostedColumns {
    pub status: InventoryStatus,
    pub posted_at: DateTime<Utc>,
    pub posted_by: Uuid,
}

/// A place to count.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct CountPlace {
    pub id: Uuid,
    pub code: String,
}

/// A place, and the inventory that counts it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct CountedPlace {
    pub code: String,
    pub number: String,
}

/// The places of a warehouse that somebody wants to count.
pub struct WantedPlaces<'a> {
    /// Empty for all.
    pub ids: &'a [Uuid],
    /// Places whose codes begin so.
    pub zone: Option<&'a str>,
    /// Only places whose last count is older, or that have none.
    pub not_counted_since: Option<DateTime<Utc>>,
}

/// The inventories that a user reaches.
pub fn build_filter(scope: &RowScope, filter: Where) -> Where {
    let (_, subsidiaries, _) = scope.parts();
    filter.among("v.subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec))
}

/// The next number of an inventory, for example `GRU-I-26-000042`. Warehouses and years share the sequence.
pub async fn take_number(tx: &mut TenantTx, warehouse: &str, on: NaiveDate) -> ApiResult<String> {
    let next: i64 = sqlx::query_scalar(NEXT_NUMBER).fetch_one(&mut **tx).await?;
    Ok(format!("{warehouse}-I-{:02}-{next:06}", on.year().rem_euclid(100)))
}

/// The places to count, locked so that they are not closed meanwhile; at most `limit`.
pub async fn lock_places(
    tx: &mut TenantTx,
    warehouse_id: Uuid,
    wanted: &WantedPlaces<'_>,
    limit: i64,
) -> ApiResult<Vec<CountPlace>> {
    let query = sqlx::query_as(PLACES).bind(warehouse_id).bind(wanted.ids).bind(wanted.zone).bind(limit);
    Ok(query.bind(wanted.not_counted_since).fetch_all(&mut **tx).await?)
}

/// One of these places that another inventory counts.
pub async fn find_counted_place(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Option<CountedPlace>> {
    Ok(sqlx::query_as(COUNTED_PLACE).bind(ids).fetch_optional(&mut **tx).await?)
}

/// Fails with `inventory_places_open_key` for a place that another inventory counts.
pub async fn insert_places(tx: &mut TenantTx, id: Uuid, place_ids: &[Uuid]) -> sqlx::Result<()> {
    sqlx::query(INSERT_PLACES).bind(id).bind(place_ids).execute(&mut **tx).await?;
    Ok(())
}

/// Its places can be counted by another inventory.
pub async fn close_places(tx: &mut TenantTx, id: Uuid) -> ApiResult<()> {
    sqlx::query(CLOSE_PLACES).bind(id).execute(&mut **tx).await?;
    Ok(())
}

/// The places of an inventory that are empty.
pub async fn list_empty_places(tx: &mut TenantTx, id: Uuid) -> ApiResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar(EMPTY_PLACES).bind(id).fetch_all(&mut **tx).await?)
}

/// Writes when places were counted, each with its time.
pub async fn mark_places(tx: &mut TenantTx, ids: &[Uuid], times: &[DateTime<Utc>]) -> ApiResult<()> {
    sqlx::query(MARK_PLACES).bind(ids).bind(times).execute(&mut **tx).await?;
    Ok(())
}

pub async fn list_places(tx: &mut TenantTx, id: Uuid) -> ApiResult<Vec<super::model::InventoryPlace>> {
    Ok(sqlx::query_as(OWN_PLACES).bind(id).fetch_all(&mut **tx).await?)
}
