//! SQL of the lines of inventories and of their counts.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::ledger::LevelKey;
use crate::stock_items::model::StockUnit;
use server_core::http::error::ApiResult;

/// A line for each lot in each place, in the order of the places; $3 bounds them.
pub const OPEN_LINES: &str = "
    with held as materialized (
        select row_number() over (order by p.code, i.sku, t.code, t.id)::integer as line, l.place_id, l.lot_id
        from inventory_places c join stock_levels l on l.place_id = c.place_id and l.on_hand > 0
        join stock_places p on p.id = l.place_id join stock_lots t on t.id = l.lot_id join stock_items i on i.id = t.item_id
        where c.inventory_id = $1 and ($2::uuid is null or i.client_id = $2)
        order by p.code, i.sku, t.code, t.id limit $3
    )
    insert into inventory_lines (inventory_id, line, place_id, lot_id)
    select $1, line, place_id, lot_id from held";
pub const ADD_LINE: &str = "
    with newest as materialized (
        select coalesce(max(line), 0) as line from inventory_lines where inventory_id = $1)
    insert into inventory_lines (inventory_id, line, place_id, lot_id, found, round)
    select $1, newest.line + 1, $2, $3, true, $4 from newest
    on conflict (inventory_id, place_id, lot_id) do nothing";
pub const LINES: &str = "
    select l.line, l.place_id, p.code as place, l.lot_id, t.item_id, i.sku, i.ean, i.title, i.unit, t.code as lot,
           t.expires_on, l.found, l.is_open, l.round, l.round_since, l.quantity, l.balance, l.variance, l.movement_id
    from inventory_lines l join stock_places p on p.id = l.place_id join stock_lots t on t.id = l.lot_id
    join stock_items i on i.id = t.item_id
    where l.inventory_id = $1
    order by p.code, i.sku, t.code, l.line";
pub const COUNTS: &str = "
    select q.line, q.round, q.quantity, q.balance, q.counted_by, q.counter_name, q.counted_at
    from inventory_counts q where q.inventory_id = $1 order by q.line, q.round, q.counted_at, q.recorded_at, q.id";
/// Counts that a device has sent before.
pub const KNOWN: &str = "select id, inventory_id, line from inventory_counts where id = any($1)";
/// Units of the ledger of a lot in a place at a time.
pub const BALANCES: &str = "
    select k.n, m.position, case when m.to_place_id = k.place_id then m.to_after else m.from_after end as balance
    from unnest($1::integer[], $2::uuid[], $3::uuid[], $4::timestamptz[]) k(n, lot_id, place_id, at)
    join lateral (
        select o.position, o.to_place_id, o.to_after, o.from_after from stock_movements o
        where o.lot_id = k.lot_id and (o.from_place_id = k.place_id or o.to_place_id = k.place_id) and o.posted_at <= k.at
        order by o.position desc limit 1
    ) m on true";
pub const INSERT_COUNTS: &str = "
    insert into inventory_counts (id, inventory_id, line, round, quantity, balance, position, counted_by, counter_name,
                                  counted_at, recorded_at)
    select r.id, r.inventory_id, r.line, r.round, r.quantity, r.balance, r.position, r.counted_by, r.counter_name,
           r.counted_at, $2
    from jsonb_populate_recordset(null::inventory_counts, $1) r";
/// The last count of the round of each line, whatever came first: phones send late.
pub const WRITE_COUNTED: &str = "
    update inventory_lines l
    set is_open = false, quantity = k.quantity, balance = k.balance, variance = k.quantity - k.balance
    from (
        select distinct on (q.line) q.line, q.round, q.quantity, q.balance from inventory_counts q
        where q.inventory_id = $1 and q.line = any($2)
        order by q.line, q.round desc, q.counted_at desc, q.recorded_at desc, q.id desc
    ) k
    where l.inventory_id = $1 and l.line = k.line and l.round = k.round";
pub const REOPEN: &str = "
    update inventory_lines l set is_open = true, round = round + 1, round_since = $3
    where l.inventory_id = $1 and l.line = any($2)";
/// Lines that were to be counted again are not.
pub const CLOSE_RECOUNTS: &str = "
    update inventory_lines l set is_open = false where l.inventory_id = $1 and l.is_open and l.round > 1";
pub const WRITE_MOVEMENTS: &str = "
    update inventory_lines l set movement_id = k.movement_id
    from unnest($2::integer[], $3::uuid[]) k(line, movement_id) where l.inventory_id = $1 and l.line = k.line";

/// A line with its goods.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct LineRow {
    pub line: i32,
    pub place_id: Uuid,
    pub place: String,
    pub lot_id: Uuid,
    pub item_id: Uuid,
    pub sku: String,
    pub ean: Option<String>,
    pub title: String,
    pub unit: StockUnit,
    pub lot: String,
    pub expires_on: Option<NaiveDate>,
    pub found: bool,
    /// It waits for a count of its round.
    pub is_open: bool,
    /// 1 for the first count.
    pub round: i16,
    /// When its round began, if it is not the first one.
    pub round_since: Option<DateTime<Utc>>,
    pub quantity: Option<i32>,
    pub balance: Option<i32>,
    pub variance: Option<i32>,
    pub movement_id: Option<Uuid>,
}

/// A count of a line.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct CountRow {
    pub line: i32,
    pub round: i16,
    pub quantity: i32,
    pub balance: i32,
    pub counted_by: Uuid,
    pub counter_name: String,
    pub counted_at: DateTime<Utc>,
}

/// A count that was sent before.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct KnownCount {
    pub id: Uuid,
    pub inventory_id: Uuid,
    pub line: i32,
}

/// A lot in a place at a time, of which the ledger is asked.
#[derive(Clone, Copy, Debug)]
pub struct BalanceQuestion {
    /// Its number among the questions.
    pub number: i32,
    pub key: LevelKey,
    pub at: DateTime<Utc>,
}

/// Units of the ledger at a time.
#[derive(Clone, Copy, Debug, Default, sqlx::FromRow)]
pub struct LedgerBalance {
    #[sqlx(rename = "n")]
    pub number: i32,
    /// Position of the last movement until then; 0 before the first.
    pub position: i64,
    pub balance: i32,
}

/// A count to keep.
#[derive(Clone, Debug, Serialize)]
pub struct NewCount {
    pub id: Uuid,
    pub inventory_id: Uuid,
    pub line: i32,
    pub round: i16,
    pub quantity: i32,
    pub balance: i32,
    pub position: i64,
    pub counted_by: Uuid,
    pub counter_name: String,
    pub counted_at: DateTime<Utc>,
}

impl LineRow {
    pub const fn key(&self) -> LevelKey {
        LevelKey { lot_id: self.lot_id, place_id: self.place_id }
    }

    /// The round of a count that was made then. Phones send late: one from before the recount confirms nothing.
    pub fn find_round(&self, at: DateTime<Utc>) -> i16 {
        if self.round_since.is_some_and(|since| at < since) { self.round - 1 } else { self.round }
    }
}

/// Opens a line for each lot in each place; returns their number, at most `limit`.
pub async fn open(
    tx: &mut TenantTx,
    inventory_id: Uuid,
    client_id: Option<Uuid>,
    limit: i64,
) -> ApiResult<u64> {
    let query = sqlx::query(OPEN_LINES).bind(inventory_id).bind(client_id).bind(limit);
    Ok(query.execute(&mut **tx).await?.rows_affected())
}

/// Adds a line for goods that a counter has found. The inventory is locked.
pub async fn add(tx: &mut TenantTx, inventory_id: Uuid, key: LevelKey, round: i16) -> ApiResult<()> {
    let query = sqlx::query(ADD_LINE).bind(inventory_id).bind(key.place_id).bind(key.lot_id).bind(round);
    query.execute(&mut **tx).await?;
    Ok(())
}

pub async fn list(tx: &mut TenantTx, inventory_id: Uuid) -> ApiResult<Vec<LineRow>> {
    Ok(sqlx::query_as(LINES).bind(inventory_id).fetch_all(&mut **tx).await?)
}

/// The counts of each line, the first ones first.
pub async fn list_counts(tx: &mut TenantTx, inventory_id: Uuid) -> ApiResult<BTreeMap<i32, Vec<CountRow>>> {
    let rows: Vec<CountRow> = sqlx::query_as(COUNTS).bind(inventory_id).fetch_all(&mut **tx).await?;
    let mut found: BTreeMap<i32, Vec<CountRow>> = BTreeMap::new();
    for row in rows {
        found.entry(row.line).or_default().push(row);
    }
    Ok(found)
}

pub async fn list_known(tx: &mut TenantTx, keys: &[Uuid]) -> ApiResult<Vec<KnownCount>> {
    Ok(sqlx::query_as(KNOWN).bind(keys).fetch_all(&mut **tx).await?)
}

/// Units of the ledger, by the number of the question. The levels are locked.
pub async fn list_balances(
    tx: &mut TenantTx,
    questions: &[BalanceQuestion],
) -> ApiResult<BTreeMap<i32, LedgerBalance>> {
    let numbers: Vec<i32> = questions.iter().map(|one| one.number).collect();
    let lots: Vec<Uuid> = questions.iter().map(|one| one.key.lot_id).collect();
    let places: Vec<Uuid> = questions.iter().map(|one| one.key.place_id).collect();
    let times: Vec<DateTime<Utc>> = questions.iter().map(|one| one.at).collect();
    let query = sqlx::query_as(BALANCES).bind(numbers).bind(lots).bind(places).bind(times);
    let rows: Vec<LedgerBalance> = query.fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().map(|row| (row.number, row)).collect())
}

/// Keeps counts, and writes the last one of each line into it.
pub async fn write_counts(
    tx: &mut TenantTx,
    inventory_id: Uuid,
    counts: &[NewCount],
    at: DateTime<Utc>,
) -> ApiResult<()> {
    sqlx::query(INSERT_COUNTS).bind(sqlx::types::Json(counts)).bind(at).execute(&mut **tx).await?;
    let numbers: Vec<i32> = counts.iter().map(|count| count.line).collect();
    sqlx::query(WRITE_COUNTED).bind(inventory_id).bind(numbers).execute(&mut **tx).await?;
    Ok(())
}

/// Lines are counted again; returns how many of these there are.
pub async fn reopen(
    tx: &mut TenantTx,
    inventory_id: Uuid,
    numbers: &[i32],
    at: DateTime<Utc>,
) -> ApiResult<u64> {
    let query = sqlx::query(REOPEN).bind(inventory_id).bind(numbers).bind(at);
    Ok(query.execute(&mut **tx).await?.rows_affected())
}

/// The last counts of lines that were to be counted again stand; returns the number of these lines.
pub async fn close_recounts(tx: &mut TenantTx, inventory_id: Uuid) -> ApiResult<u64> {
    Ok(sqlx::query(CLOSE_RECOUNTS).bind(inventory_id).execute(&mut **tx).await?.rows_affected())
}

/// Writes the movements of lines, each with its own.
pub async fn write_movements(
    tx: &mut TenantTx,
    inventory_id: Uuid,
    numbers: &[i32],
    movements: &[Uuid],
) -> ApiResult<()> {
    let query = sqlx::query(WRITE_MOVEMENTS).bind(inventory_id).bind(numbers).bind(movements);
    query.execute(&mut **tx).await?;
    Ok(())
}
