//! A scan at a shelf: the goods are picked from what is held for the list, or refused with the reason.
//!
//! The list is locked first, then what is held for it, then the levels: of two pickers with one list, the second one sees what
//! the first has taken.

use chrono::NaiveDate;
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{PickList, PickScan, PickScanAnswer, PickScanOutcome, PickedGoods};
use super::other_lot;
use super::scan_refusal::{self, PickRefusal, find_lot_refusal};
use super::store::{self, PICK_LISTS, PickRow};
use crate::levels;
use crate::movement_kind::MovementKind;
use crate::movements::model::StockMovement;
use crate::movements::posting::{self, MovementKey, Posting};
use crate::movements::store as movement_store;
use crate::reservations::{self, Reservation};
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::optional;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::live;
use server_core::record::Where;

const PICK_SCAN: &str = "pick_scan";

/// Picks scanned goods for a list, or says why not.
pub async fn scan(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    id: Uuid,
    asked: &PickScan,
) -> ApiResult<PickScanAnswer> {
    let filter = store::build_filter(scope, Where::all());
    PICK_LISTS.lock(tx, id).await?;
    let list: PickList = PICK_LISTS.find(tx, &filter, id).await?;
    let key = MovementKey { source_type: PICK_SCAN, source_id: asked.key, line: 1 };
    if let Some(movement) = movement_store::find_posted_pick(tx, scope, key, id).await? {
        return to_answer(tx, ctx, list, &movement).await;
    }
    if let Verdict::No(code, params) = list.verdict(Action::Scan) {
        return Ok(refuse(ctx, list, PickRefusal { code, params }));
    }
    let held = reservations::lock_held(tx, id).await?;
    let picks = store::list_picks(tx, id).await?;
    let today = ctx.settings().today(ctx.now());
    let found = match find_pick(&picks, asked, today) {
        Ok(pick) => Ok(held.iter().find(|one| one.id == pick.id).cloned()),
        Err(refusal) => other_lot::swap(tx, ctx, &list, &picks, asked, refusal).await?.map(Some),
    };
    match found {
        Ok(Some(reservation)) => pick(tx, ctx, scope, list, &reservation, asked).await,
        Ok(None) => Ok(refuse(ctx, list, PickRefusal::of(MessageCode::PickNothingHeld))),
        Err(refusal) => {
            let refusal = scan_refusal::explain(tx, id, &asked.code, refusal).await?;
            Ok(refuse(ctx, list, refusal))
        }
    }
}

/// Held goods with the code that can be picked: those that expire first, then in the order of picking.
fn find_pick<'a>(
    picks: &'a [PickRow],
    asked: &PickScan,
    today: NaiveDate,
) -> Result<&'a PickRow, PickRefusal> {
    let code = asked.code.trim().to_uppercase();
    let place = optional(asked.place.as_ref()).map(|place| place.to_uppercase());
    let is_under_code = |pick: &&PickRow| {
        [pick.lot.as_str(), &pick.sku, pick.ean.as_deref().unwrap_or("")].contains(&code.as_str())
    };
    let mut under_code = picks.iter().filter(is_under_code).peekable();
    if code.is_empty() || under_code.peek().is_none() {
        return Err(PickRefusal::of(MessageCode::PickNotOnList));
    }
    let is_there = |pick: &&PickRow| place.as_deref().is_none_or(|place| pick.place == place);
    let there: Vec<&PickRow> = under_code.filter(is_there).collect();
    let Some(first) = there.first() else {
        return Err(PickRefusal::of(MessageCode::PickNotInPlace));
    };
    let refusal_of = |pick: &PickRow| find_lot_refusal(pick.lot_status, pick.expires_on, today);
    let usable: Vec<&PickRow> = there.iter().copied().filter(|pick| refusal_of(pick).is_none()).collect();
    let Some(most) = usable.iter().map(|pick| pick.open()).max() else {
        return Err(refusal_of(first).unwrap_or(PickRefusal::of(MessageCode::PickNothingHeld)));
    };
    let enough = usable.into_iter().filter(|pick| pick.open() >= asked.quantity);
    enough.min_by_key(|pick| (pick.expires_on.is_none(), pick.expires_on)).ok_or_else(|| PickRefusal {
        code: MessageCode::PickTooMuch,
        params: Params::from([("max", most.into())]),
    })
}

async fn pick(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    list: PickList,
    reservation: &Reservation,
    asked: &PickScan,
) -> ApiResult<PickScanAnswer> {
    let posting = Posting {
        key: MovementKey { source_type: PICK_SCAN, source_id: asked.key, line: 1 },
        kind: MovementKind::Pick,
        lot_id: reservation.lot_id,
        quantity: asked.quantity,
        from_place_id: Some(reservation.place_id),
        to_place_id: None,
        outside: MovementKind::Pick.rule().outside,
        reservation_id: Some(reservation.id),
        of_movement_id: None,
        removal: None,
        reason: optional(asked.other_lot_reason.as_ref()),
        occurred_at: ctx.now(),
        actor_id: Some(ctx.user.id),
    };
    let outcome = posting::post(tx, ctx.now(), &[posting]).await?;
    let receipts = outcome.into_result("quantity")?;
    let receipt = receipts.first().copied().ok_or_else(ApiError::not_found)?;
    if receipt.is_repeated {
        // The key is of another list: nothing was picked for this one.
        return Ok(refuse(ctx, list, PickRefusal::of(MessageCode::StockKeyUsed)));
    }
    reservations::count_picked(tx, ctx.now(), reservation, asked.quantity).await?;
    store::count_picked(tx, list.id, reservation.line, asked.quantity, ctx.now()).await?;
    let movement = movement_store::find(tx, scope, receipt.id).await?;
    let facts = json!({
        "sku": movement.sku, "lot": movement.lot, "place": movement.from_place, "quantity": movement.quantity,
        "reason": movement.reason,
    });
    live::records_changed(tx, &list.to_audience(), Resource::PickList.name(), &[list.id]);
    live::records_changed(tx, &list.to_audience(), Resource::Stock.name(), &[]);
    audit::record(tx, ctx, "pick_list.scan", Some(list.id), facts).await?;
    let list: PickList = PICK_LISTS.find(tx, &Where::all(), list.id).await?;
    to_answer(tx, ctx, list, &movement).await
}

async fn to_answer(
    tx: &mut TenantTx,
    ctx: &Ctx,
    list: PickList,
    movement: &StockMovement,
) -> ApiResult<PickScanAnswer> {
    let emptied_place_id = match movement.from_place_id {
        Some(id) if levels::is_empty(tx, id).await? => Some(id),
        _ => None,
    };
    let pick = PickedGoods {
        movement_id: movement.id,
        sku: movement.sku.clone(),
        title: movement.title.clone(),
        lot: movement.lot.clone(),
        place: movement.from_place.clone(),
        quantity: movement.quantity,
        emptied_place_id,
    };
    Ok(PickScanAnswer {
        outcome: PickScanOutcome::Picked,
        list: list.seen_by(&ctx.grants, ctx.settings().today(ctx.now())),
        pick: Some(pick),
        message_code: None,
        message: None,
        params: None,
    })
}

fn refuse(ctx: &Ctx, list: PickList, refusal: PickRefusal) -> PickScanAnswer {
    let PickRefusal { code, params } = refusal;
    PickScanAnswer {
        outcome: PickScanOutcome::Refused,
        list: list.seen_by(&ctx.grants, ctx.settings().today(ctx.now())),
        pick: None,
        message_code: Some(code.as_str().to_owned()),
        message: Some(code.text(ctx.language(), &params)),
        params: Some(json!(params)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::allocation::LotStatus;
    use crate::reservations::ReservationState;

    fn row(place: &str, lot: &str, quantity: i32) -> PickRow {
        PickRow {
            id: Uuid::nil(),
            lot_id: Uuid::nil(),
            place_id: Uuid::nil(),
            quantity,
            picked: 0,
            state: ReservationState::Held,
            expires_at: chrono::DateTime::UNIX_EPOCH,
            source_id: Uuid::nil(),
            line: 1,
            item_id: Uuid::nil(),
            lot: lot.into(),
            expires_on: None,
            lot_status: LotStatus::Available,
            place: place.into(),
            sku: "SKU-1".into(),
            ean: Some("7891000315507".into()),
            title: "Camiseta".into(),
        }
    }

    fn asked(code: &str, place: Option<&str>, quantity: i32) -> PickScan {
        PickScan {
            key: Uuid::nil(),
            code: code.into(),
            place: place.map(str::to_owned),
            quantity,
            other_lot_reason: None,
        }
    }

    #[test]
    fn a_code_is_of_the_lot_the_package_or_the_item() {
        let picks = [row("A-1", "L1", 2), row("B-1", "L2", 9)];
        let today = NaiveDate::from_ymd_opt(2026, 11, 26).unwrap();
        let found = |scan: PickScan| match find_pick(&picks, &scan, today) {
            Ok(pick) => pick.place.clone(),
            Err(refusal) => refusal.code.as_str().to_owned(),
        };
        assert_eq!(found(asked(" l2 ", None, 1)), "B-1");
        assert_eq!(found(asked("7891000315507", None, 1)), "A-1", "the first in the order of places");
        assert_eq!(found(asked("SKU-1", None, 3)), "B-1", "where there is enough");
        assert_eq!(found(asked("SKU-1", Some("b-1"), 1)), "B-1");
        assert_eq!(found(asked("SKU-1", Some("C-1"), 1)), "pick_not_in_place");
        assert_eq!(found(asked("L1", None, 3)), "pick_too_much");
        assert_eq!(found(asked("L3", None, 1)), "pick_not_on_list");
    }

    #[test]
    fn a_code_of_the_item_takes_what_expires_first_and_can_leave() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 26).unwrap();
        let day = |number| NaiveDate::from_ymd_opt(2026, 12, number);
        let picks = [
            PickRow { lot_status: LotStatus::Hold, expires_on: day(1), ..row("A-1", "L1", 9) },
            PickRow { expires_on: today.pred_opt(), ..row("A-2", "L2", 9) },
            PickRow { expires_on: day(20), ..row("B-1", "L3", 9) },
            PickRow { expires_on: day(10), ..row("C-1", "L4", 2) },
            row("D-1", "L5", 9),
        ];
        let found = |picks: &[PickRow], scan: PickScan| match find_pick(picks, &scan, today) {
            Ok(pick) => pick.lot.clone(),
            Err(refusal) => refusal.code.as_str().to_owned(),
        };
        assert_eq!(found(&picks, asked("SKU-1", None, 1)), "L4");
        assert_eq!(found(&picks, asked("SKU-1", None, 3)), "L3", "the next one with enough");
        assert_eq!(found(&picks, asked("SKU-1", None, 10)), "pick_too_much");
        assert_eq!(found(&picks, asked("L1", None, 1)), "stock_lot_held");
        assert_eq!(found(&picks[..2], asked("SKU-1", None, 1)), "stock_lot_held");
        assert_eq!(found(&picks[1..2], asked("SKU-1", None, 1)), "stock_lot_expired");
    }
}
