//! The ways from one state of a master to the next, as data, and what the state allows to whom.

use policy::{Action, Grants, Resource};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::record::{Transition, Transitions};
use trade::wire_code;

use super::model::{Master, MasterCan};

wire_code! {
    /// State of a master.
    MasterStatus {
        Void = 0,
        /// Bags are added.
        Draft = 10,
        /// Its bags stay.
        Closed = 20,
        Departed = 50,
        Arrived = 60,
        /// Handed over to whoever takes it on.
        Delivered = 80,
    }
}

/// Facts that decide about a step besides the status.
#[derive(Clone, Copy, Debug, Default)]
pub struct MasterFacts {
    pub bag_count: i32,
}

type Row = Transition<Action, MasterStatus, MasterFacts>;

pub const TRANSITIONS: Transitions<Action, MasterStatus, MasterFacts> = {
    use MasterStatus::{Arrived, Closed, Delivered, Departed, Draft, Void};
    Transitions {
        resource: Resource::Master,
        rows: &[
            // Also its bags.
            Row::within(Action::Update, &[Draft]),
            Row::to(Action::Close, &[Draft], Closed).guarded_by(has_bags),
            Row::to(Action::Reopen, &[Closed], Draft),
            Row::to(Action::Depart, &[Closed], Departed),
            Row::to(Action::Arrive, &[Departed], Arrived),
            Row::to(Action::Deliver, &[Arrived], Delivered),
            Row::to(Action::Cancel, &[Draft, Closed], Void),
        ],
        otherwise: refuse,
    }
};

fn has_bags(facts: &MasterFacts) -> Verdict {
    if facts.bag_count > 0 { Verdict::Yes } else { Verdict::no(MessageCode::MasterEmpty) }
}

fn refuse(_: Action, status: MasterStatus) -> Verdict {
    Verdict::No(MessageCode::MasterState, Params::from([("status", status.code().into())]))
}

impl Master {
    pub const fn facts(&self) -> MasterFacts {
        MasterFacts { bag_count: self.bag_count }
    }

    /// Whether its state allows an action.
    pub fn verdict(&self, action: Action) -> Verdict {
        if matches!(action, Action::List | Action::Show | Action::Create) {
            return Verdict::Yes;
        }
        TRANSITIONS.verdict(action, self.status, &self.facts())
    }

    /// The master with the permissions of a user.
    pub fn seen_by(self, grants: &Grants) -> Self {
        let can = |action| TRANSITIONS.can(grants, action, self.status, &self.facts());
        let can = MasterCan {
            update: can(Action::Update),
            close: can(Action::Close),
            reopen: can(Action::Reopen),
            depart: can(Action::Depart),
            arrive: can(Action::Arrive),
            deliver: can(Action::Deliver),
            cancel: can(Action::Cancel),
        };
        Self { can, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    /// Columns: the states in the order of `ALL`; `S` for staff with the right, a dot for nobody.
    const TABLE: [(Action, &str, Option<i16>); 7] = [
        (Action::Update, ". S . . . .", None),
        (Action::Close, ". S . . . .", Some(20)),
        (Action::Reopen, ". . S . . .", Some(10)),
        (Action::Depart, ". . S . . .", Some(50)),
        (Action::Arrive, ". . . S . .", Some(60)),
        (Action::Deliver, ". . . . S .", Some(80)),
        (Action::Cancel, ". S S . . .", Some(0)),
    ];
    const FULL: MasterFacts = MasterFacts { bag_count: 1 };

    #[test]
    fn each_step_is_possible_as_in_the_table() {
        for (action, row, to) in TABLE {
            let cell = |status: &MasterStatus| match TRANSITIONS.verdict(action, *status, &FULL) {
                Verdict::Yes => "S",
                _ => ".",
            };
            let found: Vec<&str> = MasterStatus::ALL.iter().map(cell).collect();
            assert_eq!(found.join(" "), row, "{action:?}");
            let mut targets = MasterStatus::ALL.iter().filter_map(|from| TRANSITIONS.after(action, *from));
            assert!(targets.all(|target| Some(target.code()) == to), "{action:?}");
        }
    }

    #[test]
    fn staff_can_do_what_the_table_says_and_clients_nothing() {
        let policy = Policy::load_shipped();
        for user_type in UserType::ALL {
            let grants = policy.grants(user_type);
            for (action, status) in
                TABLE.iter().flat_map(|(action, ..)| MasterStatus::ALL.iter().map(move |it| (*action, *it)))
            {
                let can = TRANSITIONS.can(&grants, action, status, &FULL);
                let is_possible = TRANSITIONS.verdict(action, status, &FULL).is_yes();
                let expected = user_type != UserType::Client && is_possible;
                assert_eq!(can, expected, "{user_type:?} {status:?} {action:?}");
            }
        }
    }

    #[test]
    fn an_empty_master_is_not_closed() {
        let empty = MasterFacts { bag_count: 0 };
        let verdict = TRANSITIONS.verdict(Action::Close, MasterStatus::Draft, &empty);
        assert_eq!(verdict, Verdict::no(MessageCode::MasterEmpty));
    }
}
