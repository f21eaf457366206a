//! Since when units of a lot lie in a warehouse, pure: what comes first leaves first.

use std::collections::{HashMap, HashSet, VecDeque};

use chrono::{DateTime, Utc};
use uuid::Uuid;

/// Units of a lot that come into a warehouse, or leave it. In the order of the ledger.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct StockFlow {
    pub movement_id: Uuid,
    pub lot_id: Uuid,
    pub occurred_at: DateTime<Utc>,
    /// Units that come.
    pub came: i32,
    /// Units that leave.
    pub went: i32,
}

/// Units that came together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredUnits {
    pub since: DateTime<Utc>,
    pub quantity: i32,
}

/// The flows of lots until now.
#[derive(Debug, Default)]
pub struct PlayedFlows {
    /// The units that each wanted movement took.
    pub taken: HashMap<Uuid, Vec<StoredUnits>>,
    /// The units of each lot that are left.
    pub left: HashMap<Uuid, VecDeque<StoredUnits>>,
}

/// Plays flows, and keeps what these movements took.
pub fn play(flows: &[StockFlow], wanted: &HashSet<Uuid>) -> PlayedFlows {
    let mut played = PlayedFlows::default();
    for flow in flows {
        let stored = played.left.entry(flow.lot_id).or_default();
        if flow.came > 0 {
            stored.push_back(StoredUnits { since: flow.occurred_at, quantity: flow.came });
        }
        let taken = take(stored, flow.went);
        if wanted.contains(&flow.movement_id) {
            played.taken.insert(flow.movement_id, taken);
        }
    }
    played
}

/// Takes units from the front; fewer when there are not so many.
fn take(stored: &mut VecDeque<StoredUnits>, quantity: i32) -> Vec<StoredUnits> {
    let (mut taken, mut missing) = (Vec::new(), quantity);
    while missing > 0 {
        let Some(first) = stored.front_mut() else { break };
        let units = first.quantity.min(missing);
        taken.push(StoredUnits { since: first.since, quantity: units });
        first.quantity -= units;
        missing -= units;
        if first.quantity == 0 {
            stored.pop_front();
        }
    }
    taken
}

/// The first of some units, as many as these.
pub fn keep_first(units: &[StoredUnits], quantity: i32) -> Vec<StoredUnits> {
    take(&mut units.iter().copied().collect(), quantity)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;
    use proptest::prelude::*;

    const LOT: Uuid = Uuid::from_u128(1);

    fn at(day: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::days(day)
    }

    fn flow(number: u128, day: i64, units: i32) -> StockFlow {
        StockFlow {
            movement_id: Uuid::from_u128(number),
            lot_id: LOT,
            occurred_at: at(day),
            came: units.max(0),
            went: (-units).max(0),
        }
    }

    fn units(day: i64, quantity: i32) -> StoredUnits {
        StoredUnits { since: at(day), quantity }
    }

    #[test]
    fn what_comes_first_leaves_first() {
        let flows = [flow(1, 0, 5), flow(2, 10, 5), flow(3, 20, -3), flow(4, 21, -4)];
        let wanted = HashSet::from([Uuid::from_u128(3), Uuid::from_u128(4)]);
        let played = play(&flows, &wanted);
        assert_eq!(played.taken[&Uuid::from_u128(3)], [units(0, 3)]);
        assert_eq!(played.taken[&Uuid::from_u128(4)], [units(0, 2), units(10, 2)]);
        assert_eq!(played.left[&LOT], [units(10, 3)]);
        assert!(!played.taken.contains_key(&Uuid::from_u128(1)));
    }

    #[test]
    fn of_a_pick_only_what_did_not_come_back_is_kept() {
        let taken = [units(0, 2), units(10, 2)];
        assert_eq!(keep_first(&taken, 3), [units(0, 2), units(10, 1)]);
        assert_eq!(keep_first(&taken, 0), []);
    }

    proptest! {
        #[test]
        fn no_unit_is_lost_or_counted_twice(steps in prop::collection::vec(-20..20, 1..60)) {
            let mut on_hand = 0;
            let mut flows = Vec::new();
            for (number, step) in (1_u128..).zip(steps) {
                if on_hand + step < 0 {
                    continue;
                }
                on_hand += step;
                flows.push(flow(number, i64::try_from(number).unwrap_or_default(), step));
            }
            let wanted: HashSet<Uuid> = flows.iter().map(|flow| flow.movement_id).collect();
            let played = play(&flows, &wanted);
            for flow in &flows {
                let taken: i32 = played.taken[&flow.movement_id].iter().map(|units| units.quantity).sum();
                prop_assert_eq!(taken, flow.went);
            }
            let left: i32 = played.left.get(&LOT).into_iter().flatten().map(|units| units.quantity).sum();
            prop_assert_eq!(left, on_hand);
        }
    }
}
