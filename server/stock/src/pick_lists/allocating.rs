//! Goods are held for a pick list: those that expire first, of what is free in its warehouse.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::TimeDelta;
use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::details::rules_of;
use super::model::PickList;
use super::state::PickListStatus;
use super::store::{self, OfferRow};
use crate::allocation::{StockObstacle, StockOffer, allocate};
use crate::ledger::LevelKey;
use crate::levels;
use crate::reservations::{self, NewReservation, Reservation, ReservationState};
use access::ctx::Ctx;
use access::scope::RowScope;
use chrono::{DateTime, NaiveDate, Utc};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::messages::{MessageCode, Params};

pub const PICK_LIST: &str = "pick_list";

/// The columns of a list for which goods are held.
#[derive(Debug, Serialize)]
pub struct AllocatedColumns {
    pub status: PickListStatus,
    pub held_until: Option<DateTime<Utc>>,
}

/// Holds all goods of a new list; 422 at the lines of which there is not so much.
pub async fn hold_all(tx: &mut TenantTx, ctx: &Ctx, scope: &RowScope, list: &PickList) -> ApiResult<()> {
    let done = hold_missing(tx, ctx, scope, list).await?;
    if done.held < list.quantity {
        return Err(refuse_short(tx, ctx, scope, list).await?);
    }
    let until = ctx.now() + TimeDelta::hours(list.hold_hours.into());
    let columns = AllocatedColumns { status: PickListStatus::Allocated, held_until: Some(until) };
    store::PICK_LISTS.write(tx, ctx.now(), list.id, &columns).await?;
    Ok(())
}

/// The quantity that is free, at each line that needs more, and how many more have expired.
async fn refuse_short(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    list: &PickList,
) -> ApiResult<ApiError> {
    let mut held: HashMap<i16, i32> = HashMap::new();
    for pick in store::list_picks(tx, list.id).await? {
        *held.entry(pick.line).or_default() += pick.open();
    }
    let lines = store::list_lines(tx, list.id).await?;
    let item_ids: Vec<Uuid> = lines.iter().map(|line| line.item_id).collect();
    let expired = count_expired(tx, ctx, scope, list, &item_ids).await?;
    let mut errors = FieldErrors::default();
    for (index, line) in lines.iter().enumerate() {
        let free = held.get(&line.line).copied().unwrap_or_default();
        if free < line.quantity {
            let expired = expired.get(&line.item_id).copied().unwrap_or_default();
            let params = Params::from([("free", free.into()), ("expired", expired.into())]);
            let code = choose_shortage(expired, ctx.is_outside());
            errors.push_with(format!("lines.{index}.quantity"), code, params);
        }
    }
    Ok(ApiError::invalid(errors))
}

/// How a shortage is told: only the staff can release what is held.
const fn choose_shortage(expired: i32, is_outside: bool) -> MessageCode {
    match (expired > 0, is_outside) {
        (true, _) => MessageCode::StockShortExpired,
        (false, true) => MessageCode::StockShort,
        (false, false) => MessageCode::StockNotEnough,
    }
}

/// Units in the warehouse of a list that nobody holds and that have expired, by item.
async fn count_expired(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    list: &PickList,
    item_ids: &[Uuid],
) -> ApiResult<HashMap<Uuid, i32>> {
    let rules = rules_of(list, ctx.settings().today(ctx.now()));
    let mut expired: HashMap<Uuid, i32> = HashMap::new();
    for row in store::list_offers(tx, scope, item_ids).await? {
        let is_here = row.warehouse_id == list.warehouse_id;
        if is_here && row.offer().find_obstacle(&rules) == Some(StockObstacle::Expired) {
            let units = expired.entry(row.item_id).or_default();
            *units = units.saturating_add(row.on_hand - row.reserved);
        }
    }
    Ok(expired)
}

/// The changes of an allocation.
#[derive(Clone, Copy, Debug)]
pub struct AllocatedUnits {
    /// Units that are held since.
    pub held: i32,
    /// Units that were held and could not be picked any more.
    pub released: i32,
}

/// Units that are missing on a line.
struct MissingGoods {
    line: i16,
    item_id: Uuid,
    quantity: i32,
}

/// Goods that are free again before others are held.
struct FreedGoods {
    /// Held too long, by anybody.
    due: Vec<Reservation>,
    /// Held for the list, and kept from leaving since.
    kept_back: Vec<Reservation>,
}

impl FreedGoods {
    fn iter(&self) -> impl Iterator<Item = &Reservation> {
        self.due.iter().chain(&self.kept_back)
    }
}

/// Holds what is missing, as far as it is there, for a list that is locked. Goods that it holds and cannot pick any more are free again.
pub async fn hold_missing(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    list: &PickList,
) -> ApiResult<AllocatedUnits> {
    let (at, today) = (ctx.now(), ctx.settings().today(ctx.now()));
    let own = reservations::lock_held(tx, list.id).await?;
    // Goods that others no longer hold are free.
    let due = reservations::lock_due(tx, at).await?;
    let kept_back = find_kept_back(tx, list.id, &own, &due, today).await?;
    let freed = FreedGoods { due, kept_back };
    let missing = find_missing(tx, list.id, &own, &freed).await?;
    let ids: Vec<Uuid> = missing.iter().map(|one| one.item_id).collect();
    let offers = lock_offers(tx, scope, list, &ids, &freed, at).await?;
    let rules = rules_of(list, today);
    let expires_at = at + TimeDelta::hours(list.hold_hours.into());
    let mut wanted = Vec::new();
    for one in &missing {
        let of_item = offers.get(&one.item_id).map(Vec::as_slice).unwrap_or_default();
        let picks = allocate(one.quantity, &rules, of_item).picks.into_iter();
        wanted.extend(picks.map(|pick| NewReservation {
            lot_id: pick.lot_id,
            place_id: pick.place_id,
            quantity: pick.quantity,
            expires_at,
            source_type: PICK_LIST,
            source_id: list.id,
            line: one.line,
            created_by: Some(ctx.user.id),
        }));
    }
    let units = AllocatedUnits {
        held: wanted.iter().map(|one| one.quantity).sum(),
        released: freed.kept_back.iter().map(Reservation::open).sum(),
    };
    // The levels are locked since their offers were read.
    let held = reservations::hold(tx, at, &wanted).await?;
    held.map_err(|_| ApiError::refused(MessageCode::StaleVersion))?;
    Ok(units)
}

/// Goods that the list holds (`own`) and cannot pick any more: the lot is kept back, or has expired. Those that are `due` are left out.
async fn find_kept_back(
    tx: &mut TenantTx,
    list_id: Uuid,
    own: &[Reservation],
    due: &[Reservation],
    today: NaiveDate,
) -> ApiResult<Vec<Reservation>> {
    let picks = store::list_picks(tx, list_id).await?;
    let useless: HashSet<Uuid> =
        picks.iter().filter(|pick| pick.find_obstacle(today).is_some()).map(|pick| pick.id).collect();
    let over: HashSet<Uuid> = due.iter().map(|one| one.id).collect();
    let kept_back = own.iter().filter(|one| useless.contains(&one.id) && !over.contains(&one.id));
    Ok(kept_back.cloned().collect())
}

/// Goods of the lines that the list does not hold (`own`), or holds no longer (`freed`).
async fn find_missing(
    tx: &mut TenantTx,
    list_id: Uuid,
    own: &[Reservation],
    freed: &FreedGoods,
) -> ApiResult<Vec<MissingGoods>> {
    let over: HashSet<Uuid> = freed.iter().map(|one| one.id).collect();
    let mut held: HashMap<i16, i32> = HashMap::new();
    for one in own.iter().filter(|one| !over.contains(&one.id)) {
        *held.entry(one.line).or_default() += one.open();
    }
    let lines = store::list_lines(tx, list_id).await?.into_iter();
    let missing = lines.map(|line| MissingGoods {
        line: line.line,
        item_id: line.item_id,
        quantity: line.quantity - line.picked - held.get(&line.line).copied().unwrap_or_default(),
    });
    Ok(missing.filter(|one| one.quantity > 0).collect())
}

/// Goods of items in the warehouse of a list, by item, with their levels locked. Those that are `freed` are free then.
async fn lock_offers(
    tx: &mut TenantTx,
    scope: &RowScope,
    list: &PickList,
    item_ids: &[Uuid],
    freed: &FreedGoods,
    at: DateTime<Utc>,
) -> ApiResult<HashMap<Uuid, Vec<StockOffer>>> {
    let freed_keys: BTreeSet<LevelKey> = freed.iter().map(Reservation::key).collect();
    let key = |row: &OfferRow| LevelKey { lot_id: row.lot_id, place_id: row.place_id };
    let has_free = |row: &OfferRow| row.on_hand > row.reserved || freed_keys.contains(&key(row));
    let mut rows = store::list_offers(tx, scope, item_ids).await?;
    rows.retain(|row| row.warehouse_id == list.warehouse_id && has_free(row));
    // All levels at once, in the order of locking; what follows finds them locked.
    let keys: Vec<LevelKey> = rows.iter().map(key).chain(freed_keys.iter().copied()).collect();
    levels::lock(tx, &keys, at).await?;
    reservations::expire(tx, at, &freed.due).await?;
    reservations::end(tx, at, &freed.kept_back, ReservationState::Released).await?;
    let locked = levels::lock(tx, &keys, at).await?;
    let mut offers: HashMap<Uuid, Vec<StockOffer>> = HashMap::new();
    for row in rows {
        let level = locked.before.get(&key(&row)).copied().unwrap_or_default();
        let offer = StockOffer { on_hand: level.on_hand, reserved: level.reserved, ..row.offer() };
        offers.entry(row.item_id).or_default().push(offer);
    }
    Ok(offers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_staff_is_told_to_release_what_is_held() {
        let told = |expired, is_outside| choose_shortage(expired, is_outside);
        assert_eq!(told(0, false), MessageCode::StockNotEnough);
        assert_eq!(told(0, true), MessageCode::StockShort);
        assert_eq!([told(2, false), told(2, true)], [MessageCode::StockShortExpired; 2]);
    }
}
