//! The arithmetic of stock, pure: what a movement does to the levels of a lot in places, and when it cannot be.

use std::collections::BTreeMap;
use uuid::Uuid;

/// A lot in a place. Levels are locked in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LevelKey {
    pub lot_id: Uuid,
    pub place_id: Uuid,
}

/// The units of a lot in a place, never below zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StockLevel {
    pub on_hand: i32,
    /// Held for somebody: at most what is on hand.
    pub reserved: i32,
    /// Taken out for good.
    pub removed: i32,
}

/// A movement of a lot: out of a place, into a place, or both.
#[derive(Clone, Copy, Debug)]
pub struct LevelStep {
    /// Above zero.
    pub quantity: i32,
    pub from: Option<LevelKey>,
    pub to: Option<LevelKey>,
    /// Its goods are held for it.
    pub is_reserved: bool,
    /// It takes goods out for good.
    pub removes: bool,
    /// It brings back what was taken out for good.
    pub restores: bool,
}

/// The units in the places after a movement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelsAfter {
    pub from: Option<i32>,
    pub to: Option<i32>,
}

/// Why a movement cannot be. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedgerRefusal {
    /// More than is free there.
    NotEnough { free: i32 },
    /// More than a place can count.
    TooMuch,
}

impl StockLevel {
    /// Units that can be taken or held.
    pub const fn free(&self) -> i32 {
        self.on_hand - self.reserved
    }

    fn take(self, step: &LevelStep) -> Result<Self, LedgerRefusal> {
        let (held, enough) = if step.is_reserved {
            (step.quantity, step.quantity <= self.reserved)
        } else {
            (0, step.quantity <= self.free())
        };
        if !enough {
            return Err(LedgerRefusal::NotEnough { free: self.free() });
        }
        let removed = if step.removes { step.quantity } else { 0 };
        Ok(Self {
            on_hand: self.on_hand - step.quantity,
            reserved: self.reserved - held,
            removed: self.removed.checked_add(removed).ok_or(LedgerRefusal::TooMuch)?,
        })
    }

    fn add(self, step: &LevelStep) -> Result<Self, LedgerRefusal> {
        let restored = if step.restores { step.quantity } else { 0 };
        Ok(Self {
            on_hand: self.on_hand.checked_add(step.quantity).ok_or(LedgerRefusal::TooMuch)?,
            removed: (self.removed - restored).max(0),
            ..self
        })
    }
}

/// Applies a movement to the levels, or says why it cannot be.
pub fn apply(
    levels: &mut BTreeMap<LevelKey, StockLevel>,
    step: &LevelStep,
) -> Result<LevelsAfter, LedgerRefusal> {
    let level = |key: LevelKey| levels.get(&key).copied().unwrap_or_default();
    let from = step.from.map(|key| level(key).take(step).map(|after| (key, after))).transpose()?;
    let to = step.to.map(|key| level(key).add(step).map(|after| (key, after))).transpose()?;
    levels.extend(from.into_iter().chain(to));
    Ok(LevelsAfter { from: from.map(|(_, after)| after.on_hand), to: to.map(|(_, after)| after.on_hand) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LOT: Uuid = Uuid::from_u128(1);

    fn key(place: u128) -> LevelKey {
        LevelKey { lot_id: LOT, place_id: Uuid::from_u128(place) }
    }

    fn step(from: Option<u128>, to: Option<u128>, quantity: i32) -> LevelStep {
        LevelStep {
            quantity,
            from: from.map(key),
            to: to.map(key),
            is_reserved: false,
            removes: false,
            restores: false,
        }
    }

    #[test]
    fn a_movement_takes_here_and_puts_there() {
        let mut levels = BTreeMap::new();
        let after = apply(&mut levels, &step(None, Some(1), 10)).unwrap();
        assert_eq!(after, LevelsAfter { from: None, to: Some(10) });
        let after = apply(&mut levels, &step(Some(1), Some(2), 4)).unwrap();
        assert_eq!(after, LevelsAfter { from: Some(6), to: Some(4) });
    }

    #[test]
    fn what_is_held_for_others_is_not_free() {
        let held = StockLevel { on_hand: 5, reserved: 4, removed: 0 };
        let mut levels = BTreeMap::from([(key(1), held)]);
        let refusal = apply(&mut levels, &step(Some(1), None, 2)).unwrap_err();
        assert_eq!(refusal, LedgerRefusal::NotEnough { free: 1 });
        assert_eq!(levels, BTreeMap::from([(key(1), held)]), "nothing has changed");
        let own = LevelStep { is_reserved: true, ..step(Some(1), None, 4) };
        apply(&mut levels, &own).unwrap();
        assert_eq!(levels[&key(1)], StockLevel { on_hand: 1, reserved: 0, removed: 0 });
    }

    #[test]
    fn what_is_taken_out_for_good_is_counted_where_it_was() {
        let mut levels = BTreeMap::from([(key(1), StockLevel { on_hand: 5, ..StockLevel::default() })]);
        apply(&mut levels, &LevelStep { removes: true, ..step(Some(1), None, 2) }).unwrap();
        assert_eq!((levels[&key(1)].on_hand, levels[&key(1)].removed), (3, 2));
        apply(&mut levels, &LevelStep { restores: true, ..step(None, Some(1), 2) }).unwrap();
        assert_eq!((levels[&key(1)].on_hand, levels[&key(1)].removed), (5, 0));
    }

    #[test]
    fn a_place_counts_no_more_than_it_can() {
        let mut levels =
            BTreeMap::from([(key(1), StockLevel { on_hand: i32::MAX, ..StockLevel::default() })]);
        assert_eq!(apply(&mut levels, &step(None, Some(1), 1)), Err(LedgerRefusal::TooMuch));
    }

    proptest! {
        #[test]
        fn levels_are_the_sum_of_their_movements_and_never_below_zero(
            steps in prop::collection::vec((0_u128..4, 0_u128..4, 1..20, any::<bool>()), 1..80),
        ) {
            let mut levels = BTreeMap::new();
            let mut sums: BTreeMap<LevelKey, i32> = BTreeMap::new();
            for (from, to, quantity, holds) in steps {
                // Place 0 is outside.
                let ends = [from, to].map(|place| (place > 0).then_some(place));
                if ends[0] == ends[1] {
                    continue;
                }
                let step = step(ends[0], ends[1], quantity);
                if apply(&mut levels, &step).is_ok() {
                    *sums.entry(step.from.unwrap_or(key(0))).or_default() -= quantity;
                    *sums.entry(step.to.unwrap_or(key(0))).or_default() += quantity;
                }
                if let Some(level) = step.to.filter(|_| holds).and_then(|key| levels.get_mut(&key)) {
                    level.reserved = level.on_hand / 2;
                }
            }
            for (key, level) in &levels {
                prop_assert!(0 <= level.reserved && level.reserved <= level.on_hand);
                prop_assert_eq!(level.on_hand, sums.get(key).copied().unwrap_or_default());
            }
        }
    }
}
