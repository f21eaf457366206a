//! Why a scan picks nothing.

use chrono::NaiveDate;
use tenancy::TenantTx;
use uuid::Uuid;

use super::store::{self, LineRow};
use crate::allocation::{LotStatus, find_lot_obstacle};
use server_core::http::error::ApiResult;
use server_core::http::messages::{MessageCode, Params};

/// The items ($1) that have a lot of a code ($2).
pub const ITEMS_OF_LOT: &str =
    "select distinct t.item_id from stock_lots t where t.item_id = any($1) and t.code = $2 and t.code <> ''";

/// Why a scan picks nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct PickRefusal {
    pub code: MessageCode,
    pub params: Params,
}

impl PickRefusal {
    pub const fn of(code: MessageCode) -> Self {
        Self { code, params: Params::new() }
    }
}

/// Why goods of a lot cannot be picked, also if they are held. An expiry is told first: goods that came in expired are kept
/// back as well.
pub fn find_lot_refusal(
    status: LotStatus,
    expires_on: Option<NaiveDate>,
    today: NaiveDate,
) -> Option<PickRefusal> {
    if let Some(day) = expires_on.filter(|day| *day < today) {
        let params = Params::from([("date", day.to_string().into())]);
        return Some(PickRefusal { code: MessageCode::StockLotExpired, params });
    }
    find_lot_obstacle(status, None, today).map(|_| PickRefusal::of(MessageCode::StockLotHeld))
}

/// A code of which nothing is held can be of a line all the same: all of it is picked, or it has to be held again.
pub async fn explain(
    tx: &mut TenantTx,
    list_id: Uuid,
    code: &str,
    refusal: PickRefusal,
) -> ApiResult<PickRefusal> {
    if refusal.code != MessageCode::PickNotOnList {
        return Ok(refusal);
    }
    let code = code.trim().to_uppercase();
    let lines = store::list_lines(tx, list_id).await?;
    let items: Vec<Uuid> = lines.iter().map(|line| line.item_id).collect();
    let of_lot: Vec<Uuid> =
        sqlx::query_scalar(ITEMS_OF_LOT).bind(items).bind(&code).fetch_all(&mut **tx).await?;
    Ok(find_line_refusal(&lines, &code, &of_lot).unwrap_or(refusal))
}

/// Why nothing is picked for the lines of a code; none if it is of no line.
fn find_line_refusal(lines: &[LineRow], code: &str, of_lot: &[Uuid]) -> Option<PickRefusal> {
    let is_under_code = |line: &&LineRow| {
        line.sku == code || line.ean.as_deref() == Some(code) || of_lot.contains(&line.item_id)
    };
    let mut under_code = lines.iter().filter(is_under_code).peekable();
    under_code.peek()?;
    let is_complete = under_code.all(|line| line.picked >= line.quantity);
    Some(PickRefusal::of(if is_complete {
        MessageCode::PickLineComplete
    } else {
        MessageCode::PickNothingHeld
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stock_items::model::StockUnit;

    #[test]
    fn a_code_of_a_line_is_not_an_unknown_one() {
        let item_id = Uuid::from_u128(1);
        let line = |picked| LineRow {
            line: 1,
            item_id,
            quantity: 3,
            picked,
            packed: 0,
            returned: 0,
            unit_value: None,
            sku: "SKU-1".into(),
            ean: Some("7891000315507".into()),
            title: "Camiseta".into(),
            unit: StockUnit::Piece,
            hs_code: None,
            origin_country_id: None,
            weight_g: None,
        };
        let found = |picked, code, of_lot: &[Uuid]| {
            find_line_refusal(&[line(picked)], code, of_lot).map(|refusal| refusal.code)
        };
        assert_eq!(found(3, "SKU-1", &[]), Some(MessageCode::PickLineComplete));
        assert_eq!(found(2, "7891000315507", &[]), Some(MessageCode::PickNothingHeld));
        assert_eq!(found(3, "L1", &[item_id]), Some(MessageCode::PickLineComplete));
        assert_eq!(found(3, "L1", &[]), None);
    }

    #[test]
    fn what_expired_or_was_held_since_is_not_picked() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 26).unwrap();
        let code = |status, day| find_lot_refusal(status, day, today).map(|refusal| refusal.code);
        assert_eq!(code(LotStatus::Available, Some(today)), None, "it can be used today");
        assert_eq!(code(LotStatus::Available, today.pred_opt()), Some(MessageCode::StockLotExpired));
        assert_eq!(code(LotStatus::Hold, None), Some(MessageCode::StockLotHeld));
    }
}
