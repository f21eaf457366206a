//! Which goods are taken, pure: those that expire first, of what is free and can be used.

use chrono::{DateTime, NaiveDate, Utc};
use trade::wire_name;
use uuid::Uuid;

wire_name! {
    /// Whether goods of a lot can be taken.
    LotStatus {
        Available = "available",
        Hold = "hold",
        Quarantine = "quarantine",
    }
}

wire_name! {
    /// Why goods are not taken.
    StockObstacle {
        /// It is in another part of the warehouse.
        Zone = "zone",
        Hold = "hold",
        Quarantine = "quarantine",
        Expired = "expired",
        /// It expires too early.
        ExpiresSoon = "expires_soon",
        /// It is held for somebody else.
        Reserved = "reserved",
        /// It is in another warehouse.
        Warehouse = "warehouse",
    }
}

/// Goods of a lot in a place.
#[derive(Clone, Debug)]
pub struct StockOffer {
    pub lot_id: Uuid,
    pub place_id: Uuid,
    /// Code of the lot.
    pub lot: String,
    /// Code of the place.
    pub place: String,
    pub expires_on: Option<NaiveDate>,
    pub received_at: DateTime<Utc>,
    pub on_hand: i32,
    pub reserved: i32,
    pub status: LotStatus,
}

/// The rules for what may be taken.
#[derive(Clone, Debug)]
pub struct AllocationRules {
    /// In the time zone of the company.
    pub today: NaiveDate,
    /// Days that goods still last; with 0 they may expire today.
    pub min_remaining_days: i32,
    /// Beginning of the code of the place.
    pub zone: Option<String>,
}

/// Goods to take from an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StockPick {
    pub lot_id: Uuid,
    pub place_id: Uuid,
    pub quantity: i32,
}

/// The goods to take, and how many are not there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allocation {
    /// In the order of taking.
    pub picks: Vec<StockPick>,
    pub missing: i32,
}

impl StockOffer {
    const fn free(&self) -> i32 {
        self.on_hand - self.reserved
    }

    /// Why its free goods cannot be taken.
    pub fn find_obstacle(&self, rules: &AllocationRules) -> Option<StockObstacle> {
        if let Some(obstacle) = find_lot_obstacle(self.status, self.expires_on, rules.today) {
            return Some(obstacle);
        }
        if let Some(expires_on) = self.expires_on {
            let days = (expires_on - rules.today).num_days();
            if days < i64::from(rules.min_remaining_days) {
                return Some(StockObstacle::ExpiresSoon);
            }
        }
        let is_outside = rules.zone.as_deref().is_some_and(|zone| !self.place.starts_with(zone));
        is_outside.then_some(StockObstacle::Zone)
    }
}

/// Why goods of a lot must not leave, also if they are held for somebody.
pub fn find_lot_obstacle(
    status: LotStatus,
    expires_on: Option<NaiveDate>,
    today: NaiveDate,
) -> Option<StockObstacle> {
    match status {
        LotStatus::Hold => Some(StockObstacle::Hold),
        LotStatus::Quarantine => Some(StockObstacle::Quarantine),
        LotStatus::Available => expires_on.filter(|day| *day < today).map(|_| StockObstacle::Expired),
    }
}

/// Takes what was asked for, first what expires first; without an expiry last. Of what expires together, what came first, then
/// by place and lot.
pub fn allocate(ask: i32, rules: &AllocationRules, offers: &[StockOffer]) -> Allocation {
    let mut usable: Vec<&StockOffer> =
        offers.iter().filter(|offer| offer.free() > 0 && offer.find_obstacle(rules).is_none()).collect();
    usable.sort_by_key(|offer| {
        let expiry = (offer.expires_on.is_none(), offer.expires_on);
        (expiry, offer.received_at, offer.place.as_str(), offer.lot.as_str(), offer.lot_id)
    });
    let mut missing = ask;
    let mut picks = Vec::new();
    for offer in usable {
        if missing == 0 {
            break;
        }
        let quantity = offer.free().min(missing);
        missing -= quantity;
        picks.push(StockPick { lot_id: offer.lot_id, place_id: offer.place_id, quantity });
    }
    Allocation { picks, missing }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case_files;
    use serde::Deserialize;
    use std::collections::BTreeMap;

    #[derive(Deserialize)]
    struct PickFile {
        today: NaiveDate,
        cases: Vec<PickCase>,
    }

    #[derive(Deserialize)]
    struct PickCase {
        #[serde(default)]
        name: String,
        lots: Vec<CaseLot>,
        ask: i32,
        #[serde(default, alias = "min_days")]
        min_remaining_days: i32,
        zone: Option<String>,
        #[serde(default)]
        want: BTreeMap<String, i32>,
        #[serde(default)]
        missing: i32,
    }

    #[derive(Deserialize)]
    struct CaseLot {
        #[serde(alias = "id")]
        lot: String,
        #[serde(default)]
        place: String,
        expiry: Option<NaiveDate>,
        received: Option<NaiveDate>,
        on_hand: Option<i32>,
        #[serde(default)]
        reserved: i32,
        free: Option<i32>,
        status: Option<LotStatus>,
    }

    fn to_offer(lot: &CaseLot, number: usize) -> StockOffer {
        let received = lot.received.unwrap_or_default();
        StockOffer {
            lot_id: Uuid::from_u128(number as u128),
            place_id: Uuid::nil(),
            lot: lot.lot.clone(),
            place: lot.place.clone(),
            expires_on: lot.expiry,
            received_at: received.and_time(chrono::NaiveTime::MIN).and_utc(),
            on_hand: lot.on_hand.or(lot.free).unwrap(),
            reserved: lot.reserved,
            status: lot.status.unwrap_or(LotStatus::Available),
        }
    }

    fn assert_case(today: NaiveDate, case: &PickCase) {
        let offers: Vec<StockOffer> =
            case.lots.iter().enumerate().map(|(number, lot)| to_offer(lot, number)).collect();
        let rules =
            AllocationRules { today, min_remaining_days: case.min_remaining_days, zone: case.zone.clone() };
        let found = allocate(case.ask, &rules, &offers);
        let name = |pick: &StockPick| {
            let offer = offers.iter().find(|offer| offer.lot_id == pick.lot_id).unwrap();
            let has_place = !offer.place.is_empty();
            let name = if has_place { format!("{}@{}", offer.lot, offer.place) } else { offer.lot.clone() };
            (name, pick.quantity)
        };
        let picks: BTreeMap<String, i32> = found.picks.iter().map(name).collect();
        assert_eq!((picks, found.missing), (case.want.clone(), case.missing), "{}", case.name);
    }

    #[test]
    fn what_expires_first_is_taken_as_in_the_cases() {
        for file in [case_files::FEFO_PICKS, case_files::FEFO_CASES] {
            let mut json: serde_json::Value = serde_json::from_str(file).unwrap();
            // The refusals of a quantity and of a movement are tested where they are refused.
            let cases = json["cases"].as_array_mut().unwrap();
            cases.retain(|case| case["error"].is_null());
            let file: PickFile = serde_json::from_value(json).unwrap();
            assert!(file.cases.len() > 8);
            file.cases.iter().for_each(|case| assert_case(file.today, case));
        }
    }

    #[test]
    fn each_obstacle_is_named() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 26).unwrap();
        let rules = AllocationRules { today, min_remaining_days: 30, zone: Some("A".into()) };
        let lot = CaseLot {
            lot: "L".into(),
            place: "B-1".into(),
            expiry: Some(today),
            received: None,
            on_hand: Some(1),
            reserved: 0,
            free: None,
            status: None,
        };
        let offer = to_offer(&lot, 1);
        let obstacle = |offer: StockOffer| offer.find_obstacle(&rules);
        assert_eq!(obstacle(offer.clone()), Some(StockObstacle::ExpiresSoon));
        assert_eq!(
            obstacle(StockOffer { expires_on: today.pred_opt(), ..offer.clone() }),
            Some(StockObstacle::Expired)
        );
        assert_eq!(obstacle(StockOffer { expires_on: None, ..offer.clone() }), Some(StockObstacle::Zone));
        assert_eq!(
            obstacle(StockOffer { status: LotStatus::Hold, ..offer.clone() }),
            Some(StockObstacle::Hold)
        );
        let good = StockOffer { expires_on: None, place: "A-1".into(), ..offer };
        assert_eq!(obstacle(good), None);
    }
}
