//! The kinds of movements as data: between which ends goods go, who may do it, and whether it needs a reason.

use policy::Action;
use trade::wire_name;

wire_name! {
    /// How goods move.
    MovementKind {
        /// They come in.
        Receipt = "receipt",
        /// From one place to another.
        Move = "move",
        /// They are taken for somebody.
        Pick = "pick",
        /// Goods that were picked come back.
        Return = "return",
        /// They are taken out for good.
        Remove = "remove",
        /// A correction of the units by hand.
        Adjust = "adjust",
        /// A correction of the units by a count.
        Count = "count",
        /// A movement is taken back.
        Reversal = "reversal",
    }
}

wire_name! {
    /// Where goods come from or go to, outside the warehouses.
    OutsidePlace {
        Supplier = "supplier",
        Customer = "customer",
        Removed = "removed",
        /// Somebody has corrected it.
        Adjusted = "adjusted",
        /// A count has found it.
        Counted = "counted",
    }
}

wire_name! {
    /// Why goods are taken out for good.
    RemovalReason {
        Damaged = "damaged",
        Expired = "expired",
        Lost = "lost",
        Sample = "sample",
        /// Their owner wants it.
        Owner = "owner",
    }
}

/// The direction of a movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovementWay {
    In,
    Out,
    Within,
}

/// The rule of a kind of movement.
#[derive(Clone, Copy, Debug)]
pub struct MovementRule {
    pub kind: MovementKind,
    /// The other end of what comes in or goes out; none for a movement within, and for a reversal, which has that of the movement.
    pub outside: Option<OutsidePlace>,
    pub ways: &'static [MovementWay],
    /// The right of a user who does it by hand; none if only a pick list or a count does it.
    pub right: Option<Action>,
    pub needs_reason: bool,
}

const fn rule(
    kind: MovementKind,
    outside: Option<OutsidePlace>,
    ways: &'static [MovementWay],
    right: Option<Action>,
) -> MovementRule {
    MovementRule { kind, outside, ways, right, needs_reason: false }
}

const fn with_reason(rule: MovementRule) -> MovementRule {
    MovementRule { needs_reason: true, ..rule }
}

pub const RULES: [MovementRule; 8] = {
    use MovementKind as K;
    use MovementWay::{In, Out, Within};
    use OutsidePlace as O;
    [
        rule(K::Receipt, Some(O::Supplier), &[In], Some(Action::Receive)),
        rule(K::Move, None, &[Within], Some(Action::Move)),
        rule(K::Pick, Some(O::Customer), &[Out], None),
        rule(K::Return, Some(O::Customer), &[In], Some(Action::Return)),
        with_reason(rule(K::Remove, Some(O::Removed), &[Out], Some(Action::Remove))),
        with_reason(rule(K::Adjust, Some(O::Adjusted), &[In, Out], Some(Action::Adjust))),
        rule(K::Count, Some(O::Counted), &[In, Out], None),
        with_reason(rule(K::Reversal, None, &[In, Out, Within], Some(Action::Reverse))),
    ]
};

impl MovementKind {
    pub fn rule(self) -> MovementRule {
        let found = RULES.into_iter().find(|rule| rule.kind == self);
        found.unwrap_or(rule(self, None, &[], None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, Resource, UserType};

    #[test]
    fn each_kind_has_a_rule() {
        assert_eq!(RULES.map(|rule| rule.kind), MovementKind::ALL);
        for rule in RULES {
            let is_within = rule.ways.contains(&MovementWay::Within);
            assert_eq!(rule.outside.is_none(), is_within, "{:?}", rule.kind);
            assert!(!rule.ways.is_empty());
        }
    }

    #[test]
    fn staff_move_goods_by_hand_and_clients_do_not() {
        let policy = Policy::load_shipped();
        for rule in RULES {
            let Some(right) = rule.right else { continue };
            for user_type in UserType::ALL {
                let may = policy.grants(user_type).allow(Resource::Stock, right);
                assert_eq!(may, user_type != UserType::Client, "{user_type:?} {:?}", rule.kind);
            }
        }
    }

    #[test]
    fn what_is_corrected_by_hand_needs_a_reason() {
        let with_reason: Vec<MovementKind> =
            RULES.into_iter().filter(|rule| rule.needs_reason).map(|rule| rule.kind).collect();
        assert_eq!(with_reason, [MovementKind::Remove, MovementKind::Adjust, MovementKind::Reversal]);
    }
}
