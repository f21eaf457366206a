//! The status of a shipment from its movements, in whatever order they were reported. Pure: no SQL, no request.

use chrono::{DateTime, TimeDelta, Utc};

use crate::status::{ShipmentStatus, StatusEffect};

/// Clocks of carriers differ, and scans are sent in batches: a movement so soon after the end contradicts nothing.
const GRACE: TimeDelta = TimeDelta::hours(1);

/// An event that says where the goods are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Movement {
    pub occurred_at: DateTime<Utc>,
    /// `Received` or later.
    pub status: ShipmentStatus,
}

/// Where the movements lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoldedStatus {
    pub status: ShipmentStatus,
    /// A movement contradicts the end of the way, so somebody has to find out what is true.
    pub is_contradicted: bool,
}

/// The status after all movements, by the time when they occurred; of two at one instant the further one counts. The first
/// end of the way ends it, also when movements after it were reported before. None without movements.
pub fn fold_status(movements: &[Movement]) -> Option<FoldedStatus> {
    let mut ordered = movements.to_vec();
    ordered.sort_by_key(|one| (one.occurred_at, one.status.code()));
    if let Some(end) = ordered.iter().find(|one| one.status.is_final()) {
        let is_contradicted = ordered.iter().any(|one| one.contradicts(end));
        return Some(FoldedStatus { status: end.status, is_contradicted });
    }
    let first = ordered.first()?.status;
    let status =
        ordered.iter().fold(first, |status, one| status.after(StatusEffect::MovesTo(one.status), false));
    Some(FoldedStatus { status, is_contradicted: false })
}

impl Movement {
    /// Another end, or any movement long after this one.
    fn contradicts(&self, end: &Self) -> bool {
        let is_other_end = self.status.is_final() && self.status != end.status;
        is_other_end || self.occurred_at > end.occurred_at + GRACE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    const CASES: &str = include_str!("../../../tests/data/field/event-orders.json");

    fn at(minutes: i64, status: ShipmentStatus) -> Movement {
        let start: DateTime<Utc> = "2026-11-26T10:00:00Z".parse().unwrap();
        Movement { occurred_at: start + TimeDelta::minutes(minutes), status }
    }

    /// All orders of some movements.
    fn orders(movements: &[Movement]) -> Vec<Vec<Movement>> {
        if movements.is_empty() {
            return vec![Vec::new()];
        }
        let mut found = Vec::new();
        for index in 0..movements.len() {
            let mut rest = movements.to_vec();
            let first = rest.remove(index);
            found.extend(orders(&rest).into_iter().map(|order| [vec![first], order].concat()));
        }
        found
    }

    #[test]
    fn each_order_of_arrival_leads_to_the_same_status() {
        let file: Value = serde_json::from_str(CASES).unwrap();
        let cases = file["cases"].as_array().unwrap();
        assert!(!cases.is_empty());
        for case in cases {
            let to_movement = |event: &Value| {
                let effect = file["effects"][event["code"].as_str().unwrap()].as_i64()?;
                let status = ShipmentStatus::from_code(i16::try_from(effect).unwrap()).unwrap();
                Some(Movement {
                    occurred_at: event["occurred_at"].as_str().unwrap().parse().unwrap(),
                    status,
                })
            };
            let movements: Vec<Movement> =
                case["events"].as_array().unwrap().iter().filter_map(to_movement).collect();
            for order in orders(&movements) {
                let folded = fold_status(&order).unwrap();
                let found = (i64::from(folded.status.code()), folded.is_contradicted);
                let expected = (case["status"].as_i64().unwrap(), case["staff_are_told"].as_bool().unwrap());
                assert_eq!(found, expected, "{}: {order:?}", case["name"]);
            }
        }
    }

    #[test]
    fn the_first_end_counts_and_another_one_contradicts_it() {
        use ShipmentStatus::{Delivered, Lost, Returning};
        let folded = |movements: &[Movement]| fold_status(movements).unwrap();
        let lost_first = folded(&[at(30, Delivered), at(0, Lost)]);
        assert_eq!((lost_first.status, lost_first.is_contradicted), (Lost, true));
        let on_the_way_back = folded(&[at(0, Returning), at(30, Delivered)]);
        assert_eq!((on_the_way_back.status, on_the_way_back.is_contradicted), (Delivered, false));
    }

    #[test]
    fn scans_on_the_way_back_do_not_send_the_goods_forward() {
        use ShipmentStatus::{Arrived, Returned, Returning};
        let back = [at(0, Returning), at(60, Arrived)];
        assert_eq!(fold_status(&back).unwrap().status, Returning);
        assert_eq!(fold_status(&[back[0], back[1], at(90, Returned)]).unwrap().status, Returned);
    }

    #[test]
    fn a_movement_within_an_hour_after_the_end_is_no_contradiction() {
        use ShipmentStatus::{Delivered, LastMile};
        let contradicted =
            |minutes| fold_status(&[at(0, Delivered), at(minutes, LastMile)]).unwrap().is_contradicted;
        assert!(!contradicted(60) && contradicted(61));
        assert_eq!(fold_status(&[]), None);
    }
}
