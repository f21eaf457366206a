//! The picker takes another lot than the one that is held, and says why: what is held goes over to it.

use tenancy::TenantTx;
use uuid::Uuid;

use super::allocating::PICK_LIST;
use super::model::{PickList, PickScan};
use super::scan_refusal::{PickRefusal, find_lot_refusal};
use super::store::PickRow;
use crate::allocation::LotStatus;
use crate::ledger::{LedgerRefusal, LevelKey};
use crate::levels;
use crate::reservations::{self, NewReservation, Reservation, ReservationState};
use access::ctx::Ctx;
use chrono::{NaiveDate, TimeDelta};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::optional;
use server_core::http::messages::{MessageCode, Params};

/// Goods of a code in the warehouse of a list, first those that can leave, and of which there are enough: $1 the code, $2 the items of
/// the list, $3 the warehouse, $4 a place or null, $5 the units.
pub const CANDIDATES: &str = "
    select t.item_id, l.lot_id, l.place_id, t.code as lot, t.expires_on,
           case when t.status = 'available' and p.kind = 'quarantine' then 'quarantine' else t.status end as status
    from stock_lots t join stock_levels l on l.lot_id = t.id join stock_places p on p.id = l.place_id
    where t.item_id = any($2) and t.code = $1 and t.code <> '' and p.warehouse_id = $3 and l.on_hand > l.reserved
      and ($4::text is null or p.code = $4)
    order by t.status <> 'available' or p.kind = 'quarantine', l.on_hand - l.reserved < $5, p.code, l.id limit 1";

#[derive(sqlx::FromRow)]
struct Candidate {
    item_id: Uuid,
    lot_id: Uuid,
    place_id: Uuid,
    lot: String,
    expires_on: Option<NaiveDate>,
    status: LotStatus,
}

/// Holds goods of the scanned lot instead of others of the same item, which are released; or says why not. `refusal` is the
/// answer if the code is of no lot of the list.
pub async fn swap(
    tx: &mut TenantTx,
    ctx: &Ctx,
    list: &PickList,
    picks: &[PickRow],
    asked: &PickScan,
    refusal: PickRefusal,
) -> ApiResult<Result<Reservation, PickRefusal>> {
    if refusal.code != MessageCode::PickNotOnList {
        return Ok(Err(refusal));
    }
    let Some(candidate) = find_candidate(tx, list, picks, asked).await? else { return Ok(Err(refusal)) };
    let today = ctx.settings().today(ctx.now());
    let mut of_item: Vec<&PickRow> = picks.iter().filter(|pick| pick.item_id == candidate.item_id).collect();
    // Goods that cannot be picked any more are replaced first.
    of_item.sort_by_key(|pick| pick.find_obstacle(today).is_none());
    let Some(instead) = of_item.iter().find(|pick| pick.open() >= asked.quantity) else {
        let most = of_item.iter().map(|pick| pick.open()).max().unwrap_or_default();
        let params = Params::from([("max", most.into())]);
        return Ok(Err(PickRefusal { code: MessageCode::PickTooMuch, params }));
    };
    if optional(asked.other_lot_reason.as_ref()).is_none() {
        let params = Params::from([
            ("lot", instead.lot.clone().into()),
            ("place", instead.place.clone().into()),
            ("other", candidate.lot.clone().into()),
        ]);
        return Ok(Err(PickRefusal { code: MessageCode::PickOtherLot, params }));
    }
    if let Some(refusal) = find_lot_refusal(candidate.status, candidate.expires_on, today) {
        return Ok(Err(refusal));
    }
    if let Some(refusal) = find_early_expiry(&candidate, list.min_remaining_days, today) {
        return Ok(Err(refusal));
    }
    hold_instead(tx, ctx, list, instead, &candidate, asked.quantity).await
}

/// A lot that does not last as long as the list asks for: no reason of a picker changes what its owner wants.
fn find_early_expiry(candidate: &Candidate, days: i32, today: NaiveDate) -> Option<PickRefusal> {
    let day = candidate.expires_on.filter(|day| *day < today + TimeDelta::days(days.into()))?;
    let params = Params::from([("date", day.to_string().into()), ("days", days.into())]);
    Some(PickRefusal { code: MessageCode::PickExpiresSoon, params })
}

async fn find_candidate(
    tx: &mut TenantTx,
    list: &PickList,
    picks: &[PickRow],
    asked: &PickScan,
) -> ApiResult<Option<Candidate>> {
    let items: Vec<Uuid> = picks.iter().map(|pick| pick.item_id).collect();
    let place = optional(asked.place.as_ref()).map(|place| place.to_uppercase());
    let query = sqlx::query_as(CANDIDATES)
        .bind(asked.code.trim().to_uppercase())
        .bind(items)
        .bind(list.warehouse_id)
        .bind(place)
        .bind(asked.quantity);
    Ok(query.fetch_optional(&mut **tx).await?)
}

/// The reservation of one lot is released, its rest is held anew, and so is the other lot.
async fn hold_instead(
    tx: &mut TenantTx,
    ctx: &Ctx,
    list: &PickList,
    instead: &PickRow,
    candidate: &Candidate,
    quantity: i32,
) -> ApiResult<Result<Reservation, PickRefusal>> {
    let at = ctx.now();
    let before = reservations::lock(tx, instead.id).await?.ok_or_else(ApiError::not_found)?;
    // Both levels at once, in the order of locking.
    let other = LevelKey { lot_id: candidate.lot_id, place_id: candidate.place_id };
    levels::lock(tx, &[before.key(), other], at).await?;
    let hold = |lot_id, place_id, quantity| NewReservation {
        lot_id,
        place_id,
        quantity,
        expires_at: before.expires_at,
        source_type: PICK_LIST,
        source_id: list.id,
        line: instead.line,
        created_by: Some(ctx.user.id),
    };
    let rest = before.open() - quantity;
    let mut wanted = vec![hold(candidate.lot_id, candidate.place_id, quantity)];
    if rest > 0 {
        wanted.push(hold(before.lot_id, before.place_id, rest));
    }
    let other = reservations::hold(tx, at, &wanted[..1]).await?;
    let id = match other {
        Ok(ids) => ids.first().copied().ok_or_else(ApiError::not_found)?,
        Err(LedgerRefusal::NotEnough { free }) => {
            let params = Params::from([("free", free.into())]);
            return Ok(Err(PickRefusal { code: MessageCode::StockNotEnough, params }));
        }
        Err(LedgerRefusal::TooMuch) => return Ok(Err(PickRefusal::of(MessageCode::StockTooMuch))),
    };
    reservations::end(tx, at, &[before], ReservationState::Released).await?;
    let kept = reservations::hold(tx, at, &wanted[1..]).await?;
    kept.map_err(|_| ApiError::refused(MessageCode::StaleVersion))?;
    reservations::lock(tx, id).await?.map(Ok).ok_or_else(ApiError::not_found)
}
