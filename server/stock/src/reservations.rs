//! Goods that are held for somebody, for a time: held, used up by a pick, released, or over.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use policy::Resource;
use serde::Serialize;
use tenancy::TenantTx;
use trade::wire_name;
use uuid::Uuid;

use crate::ledger::{LedgerRefusal, LevelKey, StockLevel};
use crate::levels::{self, LevelsMoved};
use server_core::http::error::ApiResult;
use server_core::live::{self, Audience};

wire_name! {
    /// The state of goods that are or were held.
    ReservationState {
        Held = "held",
        /// All of them were picked.
        Used = "used",
        /// Nobody needs them any more.
        Released = "released",
        /// The time is over.
        Expired = "expired",
    }
}

/// Most reservations that end in one round.
const MOST_AT_ONCE: i64 = 1000;

/// Goods to hold.
#[derive(Clone, Debug, Serialize)]
pub struct NewReservation {
    pub lot_id: Uuid,
    pub place_id: Uuid,
    /// Above zero.
    pub quantity: i32,
    pub expires_at: DateTime<Utc>,
    /// The record for which they are held.
    pub source_type: &'static str,
    pub source_id: Uuid,
    pub line: i16,
    pub created_by: Option<Uuid>,
}

/// Goods that are or were held.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Reservation {
    pub id: Uuid,
    pub lot_id: Uuid,
    pub place_id: Uuid,
    pub quantity: i32,
    pub picked: i32,
    pub state: ReservationState,
    pub expires_at: DateTime<Utc>,
    pub source_id: Uuid,
    pub line: i16,
}

impl Reservation {
    /// Units that are still held.
    pub fn open(&self) -> i32 {
        if self.state == ReservationState::Held { self.quantity - self.picked } else { 0 }
    }

    pub fn key(&self) -> LevelKey {
        LevelKey { lot_id: self.lot_id, place_id: self.place_id }
    }
}

macro_rules! columns {
    () => {
        "r.id, r.lot_id, r.place_id, r.quantity, r.picked, r.state, r.expires_at, r.source_id, r.line"
    };
}

pub const INSERT: &str = "
    insert into stock_reservations (id, lot_id, place_id, quantity, expires_at, source_type, source_id, line, created_at,
                                    created_by)
    select r.id, r.lot_id, r.place_id, r.quantity, r.expires_at, r.source_type, r.source_id, r.line, $2, r.created_by
    from jsonb_populate_recordset(null::stock_reservations, $1) r";
/// In one order for all; before the levels.
pub const LOCK_OF_SOURCE: &str = concat!(
    "select ",
    columns!(),
    " from stock_reservations r where r.source_id = $1 and r.state = 'held' order by r.id for no key update"
);
pub const LOCK_ONE: &str =
    concat!("select ", columns!(), " from stock_reservations r where r.id = $1 for no key update");
pub const LOCK_DUE: &str = concat!(
    "select ",
    columns!(),
    " from stock_reservations r where r.state = 'held' and r.expires_at < $1
     order by r.id limit $2 for no key update skip locked"
);
pub const END: &str = "
    update stock_reservations set state = $2, ended_at = $3 where id = any($1) and state = 'held'";
pub const PICK: &str = "
    update stock_reservations
    set picked = picked + $2, state = case when picked + $2 = quantity then 'used' else state end,
        ended_at = case when picked + $2 = quantity then $3::timestamptz end
    where id = $1";

/// The clients whose lists these are.
pub const CLIENTS: &str = "
    select distinct client_id from pick_lists where id = any($1) and client_id is not null limit 51";

/// A reservation as it is written.
#[derive(Serialize)]
struct ReservationRow<'a> {
    id: Uuid,
    #[serde(flatten)]
    new: &'a NewReservation,
}

/// Holds goods, all or none; returns the ids. Refused with what is free of the first that is not there.
pub async fn hold(
    tx: &mut TenantTx,
    at: DateTime<Utc>,
    wanted: &[NewReservation],
) -> ApiResult<Result<Vec<Uuid>, LedgerRefusal>> {
    let key = |one: &NewReservation| LevelKey { lot_id: one.lot_id, place_id: one.place_id };
    let keys: Vec<LevelKey> = wanted.iter().map(key).collect();
    let locked = levels::lock(tx, &keys, at).await?;
    let mut after: BTreeMap<LevelKey, StockLevel> = locked.before.clone();
    for one in wanted {
        let level = after.entry(key(one)).or_default();
        if one.quantity > level.free() {
            return Ok(Err(LedgerRefusal::NotEnough { free: level.free() }));
        }
        level.reserved += one.quantity;
    }
    let rows: Vec<ReservationRow<'_>> =
        wanted.iter().map(|new| ReservationRow { id: Uuid::now_v7(), new }).collect();
    if !rows.is_empty() {
        sqlx::query(INSERT).bind(sqlx::types::Json(&rows)).bind(at).execute(&mut **tx).await?;
    }
    levels::write(tx, &locked, &after, LevelsMoved { at: None }).await?;
    Ok(Ok(rows.into_iter().map(|row| row.id).collect()))
}

/// The goods that are held for a record, locked.
pub async fn lock_held(tx: &mut TenantTx, source_id: Uuid) -> ApiResult<Vec<Reservation>> {
    Ok(sqlx::query_as(LOCK_OF_SOURCE).bind(source_id).fetch_all(&mut **tx).await?)
}

/// A reservation, locked; none when there is none.
pub async fn lock(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<Reservation>> {
    Ok(sqlx::query_as(LOCK_ONE).bind(id).fetch_optional(&mut **tx).await?)
}

/// Ends reservations that are locked: what they still hold is free.
pub async fn end(
    tx: &mut TenantTx,
    at: DateTime<Utc>,
    reservations: &[Reservation],
    state: ReservationState,
) -> ApiResult<()> {
    let held: Vec<&Reservation> =
        reservations.iter().filter(|one| one.state == ReservationState::Held).collect();
    let keys: Vec<LevelKey> = held.iter().map(|one| one.key()).collect();
    let locked = levels::lock(tx, &keys, at).await?;
    let mut after = locked.before.clone();
    for one in &held {
        after.entry(one.key()).or_default().reserved -= one.open();
    }
    let ids: Vec<Uuid> = held.iter().map(|one| one.id).collect();
    sqlx::query(END).bind(ids).bind(state.as_str()).bind(at).execute(&mut **tx).await?;
    levels::write(tx, &locked, &after, LevelsMoved { at: None }).await
}

/// Counts picked goods into a reservation, which is locked.
pub async fn count_picked(
    tx: &mut TenantTx,
    at: DateTime<Utc>,
    reservation: &Reservation,
    quantity: i32,
) -> ApiResult<()> {
    sqlx::query(PICK).bind(reservation.id).bind(quantity).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// Reservations whose time is over, locked. One that a pick has locked goes on.
pub async fn lock_due(tx: &mut TenantTx, now: DateTime<Utc>) -> ApiResult<Vec<Reservation>> {
    Ok(sqlx::query_as(LOCK_DUE).bind(now).bind(MOST_AT_ONCE).fetch_all(&mut **tx).await?)
}

/// Ends reservations whose time is over, and tells the pages of their records.
pub async fn expire_due(tx: &mut TenantTx, now: DateTime<Utc>) -> ApiResult<()> {
    let due = lock_due(tx, now).await?;
    expire(tx, now, &due).await
}

/// Ends reservations that are due and locked, and tells the pages of their records.
pub async fn expire(tx: &mut TenantTx, now: DateTime<Utc>, due: &[Reservation]) -> ApiResult<()> {
    if due.is_empty() {
        return Ok(());
    }
    end(tx, now, due, ReservationState::Expired).await?;
    let lists: BTreeSet<Uuid> = due.iter().map(|one| one.source_id).collect();
    announce_lists(tx, lists.into_iter().collect()).await
}

/// Tells the pages of lists, and of the goods that they hold or held: those of the staff and of the clients whose lists they are.
async fn announce_lists(tx: &mut TenantTx, ids: Vec<Uuid>) -> ApiResult<()> {
    let audience = live::find_audience(tx, CLIENTS, &ids).await?;
    let named: &[Uuid] = if matches!(audience, Audience::Everybody) { &[] } else { &ids };
    live::records_changed(tx, &audience, Resource::PickList.name(), named);
    live::records_changed(tx, &audience, Resource::Stock.name(), &[]);
    Ok(())
}
