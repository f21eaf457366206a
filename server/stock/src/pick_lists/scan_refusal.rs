//! Why a scan picks nothing.

use chrono::NaiveDate;

use crate::allocation::{LotStatus, find_lot_obstacle};
use server_core::http::messages::{MessageCode, Params};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_expired_or_was_held_since_is_not_picked() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 26).unwrap();
        let code = |status, day| find_lot_refusal(status, day, today).map(|refusal| refusal.code);
        assert_eq!(code(LotStatus::Available, Some(today)), None, "it can be used today");
        assert_eq!(code(LotStatus::Available, today.pred_opt()), Some(MessageCode::StockLotExpired));
        assert_eq!(code(LotStatus::Hold, None), Some(MessageCode::StockLotHeld));
    }
}
