//! The lines of a pick list: what is held where, what is missing, and where others are.

use std::collections::HashMap;

use chrono::NaiveDate;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{PickList, PickListDetails, PickListLine, PickListPick, StockElsewhere};
use super::state::PickListStatus;
use super::store::{self, LineRow, OfferRow, PickRow};
use crate::allocation::{AllocationRules, StockObstacle};
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::http::error::ApiResult;

/// Most other places that a line names.
const MOST_ELSEWHERE: usize = 20;

/// The rules of a list for what may be taken.
pub fn rules_of(list: &PickList, today: NaiveDate) -> AllocationRules {
    AllocationRules { today, min_remaining_days: list.min_remaining_days, zone: list.zone.clone() }
}

/// The list with its lines, as the user sees it.
pub async fn load(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    list: PickList,
) -> ApiResult<PickListDetails> {
    let today = ctx.settings().today(ctx.now());
    let rows = store::list_lines(tx, list.id).await?;
    let mut picks: HashMap<i16, Vec<PickRow>> = HashMap::new();
    for pick in store::list_picks(tx, list.id).await? {
        picks.entry(pick.line).or_default().push(pick);
    }
    let is_open = matches!(list.status, PickListStatus::Open | PickListStatus::Allocated);
    let short: Vec<Uuid> = rows
        .iter()
        .filter(|row| is_open && count_missing(row, picks.get(&row.line)) > 0)
        .map(|row| row.item_id)
        .collect();
    let mut offers: HashMap<Uuid, Vec<OfferRow>> = HashMap::new();
    if !short.is_empty() {
        for offer in store::list_offers(tx, scope, &short).await? {
            offers.entry(offer.item_id).or_default().push(offer);
        }
    }
    let mut lots = store::list_lots(tx, list.id).await?;
    let parcels = store::list_parcels(tx, list.id).await?;
    let rules = rules_of(&list, today);
    let lines = rows
        .into_iter()
        .map(|row| {
            let held = picks.remove(&row.line).unwrap_or_default();
            let others = offers.remove(&row.item_id).unwrap_or_default();
            let elsewhere = find_elsewhere(&list, &rules, &held, &others);
            let lots = lots.remove(&row.line).unwrap_or_default();
            PickListLine { lots, ..to_line(row, &held, elsewhere, &list, today) }
        })
        .collect();
    Ok(PickListDetails { list: list.seen_by(&ctx.grants, today), lines, parcels })
}

fn count_held(picks: Option<&Vec<PickRow>>) -> i32 {
    picks.into_iter().flatten().map(PickRow::open).sum()
}

fn count_missing(row: &LineRow, picks: Option<&Vec<PickRow>>) -> i32 {
    row.quantity - row.picked - count_held(picks)
}

fn to_line(
    row: LineRow,
    held: &[PickRow],
    elsewhere: Vec<StockElsewhere>,
    list: &PickList,
    today: NaiveDate,
) -> PickListLine {
    let held_units: i32 = held.iter().map(PickRow::open).sum();
    let is_packed = list.status == PickListStatus::Packed;
    let picks = held.iter().map(|pick| PickListPick {
        place: pick.place.clone(),
        lot: pick.lot.clone(),
        expiration_date: pick.expires_on,
        quantity: pick.open(),
        held_until: pick.expires_at,
        obstacle: pick.find_obstacle(today),
    });
    PickListLine {
        line: row.line,
        item_id: row.item_id,
        missing: row.quantity - row.picked - held_units,
        held: held_units,
        picks: picks.collect(),
        lots: Vec::new(),
        hs_code: row.hs_code,
        origin_country_id: row.origin_country_id,
        weight_g: row.weight_g,
        sku: row.sku,
        ean: row.ean,
        title: row.title,
        unit: row.unit,
        quantity: row.quantity,
        unit_value: row.unit_value.map(|value| value.normalize()),
        picked: row.picked,
        returned: row.returned,
        short: if is_packed { row.quantity - row.packed } else { 0 },
        elsewhere,
    }
}

/// Where goods of a line are that are not taken, and why.
fn find_elsewhere(
    list: &PickList,
    rules: &AllocationRules,
    own: &[PickRow],
    offers: &[OfferRow],
) -> Vec<StockElsewhere> {
    let mut found = Vec::new();
    for row in offers {
        let entry = |quantity, obstacle| StockElsewhere {
            warehouse_code: row.warehouse_code.clone(),
            place: row.place.clone(),
            lot: row.lot.clone(),
            expiration_date: row.expires_on,
            quantity,
            obstacle,
        };
        let own_held: i32 = own
            .iter()
            .filter(|pick| pick.lot_id == row.lot_id && pick.place_id == row.place_id)
            .map(PickRow::open)
            .sum();
        let free = row.on_hand - row.reserved;
        let is_here = row.warehouse_id == list.warehouse_id;
        let obstacle = row.offer().find_obstacle(rules);
        let obstacle = obstacle.or((!is_here).then_some(StockObstacle::Warehouse));
        if let Some(obstacle) = obstacle.filter(|_| free > 0) {
            found.push(entry(free, obstacle));
        }
        if row.reserved > own_held {
            found.push(entry(row.reserved - own_held, StockObstacle::Reserved));
        }
    }
    found.truncate(MOST_ELSEWHERE);
    found
}
