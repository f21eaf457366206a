//! The ways from one state of a break-bag to the next, as data, and what the state allows to whom.

use policy::{Action, Grants, Resource};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::record::{Transition, Transitions};
use trade::wire_code;

use super::model::{BreakBag, BreakBagCan};

wire_code! {
    /// State of a break-bag.
    BreakBagStatus {
        Cancelled = 0,
        /// Its bags are unpacked and scanned.
        Unpacking = 10,
        /// All is unpacked: what was not scanned is short.
        Counted = 20,
        Closed = 30,
    }
}

/// Facts that decide about a step besides the status.
#[derive(Clone, Copy, Debug, Default)]
pub struct BreakBagFacts {
    /// Differences about which somebody has to decide.
    pub open_count: i32,
    /// Something was scanned.
    pub is_begun: bool,
}

type Row = Transition<Action, BreakBagStatus, BreakBagFacts>;

pub const TRANSITIONS: Transitions<Action, BreakBagStatus, BreakBagFacts> = {
    use BreakBagStatus::{Cancelled, Closed, Counted, Unpacking};
    Transitions {
        resource: Resource::BreakBag,
        rows: &[
            // A parcel that is short can turn up later, also after the closing.
            Row::within(Action::Scan, &[Unpacking, Counted, Closed]),
            // A parcel that nobody expected, or its damage, can come to light then: somebody decides about those, too.
            Row::within(Action::Resolve, &[Unpacking, Counted, Closed]),
            Row::to(Action::Finish, &[Unpacking], Counted),
            Row::to(Action::Reopen, &[Counted], Unpacking),
            Row::to(Action::Close, &[Counted], Closed).guarded_by(is_settled),
            Row::to(Action::Cancel, &[Unpacking], Cancelled).guarded_by(is_untouched),
        ],
        otherwise: refuse,
    }
};

fn is_settled(facts: &BreakBagFacts) -> Verdict {
    if facts.open_count == 0 {
        return Verdict::Yes;
    }
    Verdict::No(MessageCode::BreakBagOpenLines, Params::from([("count", facts.open_count.into())]))
}

fn is_untouched(facts: &BreakBagFacts) -> Verdict {
    if facts.is_begun { Verdict::no(MessageCode::BreakBagBegun) } else { Verdict::Yes }
}

fn refuse(_: Action, status: BreakBagStatus) -> Verdict {
    Verdict::No(MessageCode::BreakBagState, Params::from([("status", status.code().into())]))
}

impl BreakBag {
    pub const fn facts(&self) -> BreakBagFacts {
        BreakBagFacts {
            open_count: self.open_count,
            is_begun: self.found_count > 0 || self.over_count > 0 || self.damaged_count > 0,
        }
    }

    /// Whether its state allows an action.
    pub fn verdict(&self, action: Action) -> Verdict {
        if matches!(action, Action::List | Action::Show | Action::Create) {
            return Verdict::Yes;
        }
        TRANSITIONS.verdict(action, self.status, &self.facts())
    }

    /// Whether nobody is shown now what is expected.
    pub fn hides_expected(&self) -> bool {
        self.blind && self.status == BreakBagStatus::Unpacking
    }

    /// The break-bag with the permissions of a user, and without what is hidden now.
    pub fn seen_by(self, grants: &Grants) -> Self {
        let can = |action| TRANSITIONS.can(grants, action, self.status, &self.facts());
        let can = BreakBagCan {
            scan: can(Action::Scan),
            resolve: can(Action::Resolve),
            register: can(Action::Resolve) && grants.allow(Resource::Receiving, Action::Scan),
            finish: can(Action::Finish),
            reopen: can(Action::Reopen),
            close: can(Action::Close),
            cancel: can(Action::Cancel),
        };
        let expected_count = self.expected_count.filter(|_| !self.hides_expected());
        Self { can, expected_count, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    /// Columns: the states in the order of `ALL`; `S` for staff with the right, a dot for nobody.
    const TABLE: [(Action, &str, Option<i16>); 6] = [
        (Action::Scan, ". S S S", None),
        (Action::Resolve, ". S S S", None),
        (Action::Finish, ". S . .", Some(20)),
        (Action::Reopen, ". . S .", Some(10)),
        (Action::Close, ". . S .", Some(30)),
        (Action::Cancel, ". S . .", Some(0)),
    ];

    #[test]
    fn each_step_is_possible_as_in_the_table() {
        let facts = BreakBagFacts::default();
        for (action, row, to) in TABLE {
            let cell = |status: &BreakBagStatus| match TRANSITIONS.verdict(action, *status, &facts) {
                Verdict::Yes => "S",
                _ => ".",
            };
            let found: Vec<&str> = BreakBagStatus::ALL.iter().map(cell).collect();
            assert_eq!(found.join(" "), row, "{action:?}");
            let mut targets = BreakBagStatus::ALL.iter().filter_map(|from| TRANSITIONS.after(action, *from));
            assert!(targets.all(|target| Some(target.code()) == to), "{action:?}");
        }
    }

    #[test]
    fn staff_can_do_what_the_table_says_and_clients_nothing() {
        let policy = Policy::load_shipped();
        let facts = BreakBagFacts::default();
        for user_type in UserType::ALL {
            let grants = policy.grants(user_type);
            for (action, status) in
                TABLE.iter().flat_map(|(action, ..)| BreakBagStatus::ALL.iter().map(move |it| (*action, *it)))
            {
                let can = TRANSITIONS.can(&grants, action, status, &facts);
                let is_possible = TRANSITIONS.verdict(action, status, &facts).is_yes();
                let expected = user_type != UserType::Client && is_possible;
                assert_eq!(can, expected, "{user_type:?} {status:?} {action:?}");
            }
        }
    }

    #[test]
    fn an_open_difference_keeps_it_from_being_closed_and_a_scan_from_being_cancelled() {
        let facts = BreakBagFacts { open_count: 2, is_begun: true };
        let close = TRANSITIONS.verdict(Action::Close, BreakBagStatus::Counted, &facts);
        assert!(matches!(close, Verdict::No(MessageCode::BreakBagOpenLines, _)));
        let cancel = TRANSITIONS.verdict(Action::Cancel, BreakBagStatus::Unpacking, &facts);
        assert_eq!(cancel, Verdict::no(MessageCode::BreakBagBegun));
    }
}
