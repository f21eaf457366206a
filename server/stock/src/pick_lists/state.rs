//! The ways from one state of a pick list to the next, as data, and what the state allows to whom.

use policy::{Action, Grants, Resource};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::live::Audience;
use server_core::record::{Transition, Transitions};
use trade::wire_code;

use super::model::{PickList, PickListCan};

wire_code! {
    /// State of a pick list.
    PickListStatus {
        Cancelled = 0,
        /// Nothing is held for it yet.
        Open = 10,
        /// Goods are held, and are picked.
        Allocated = 20,
        Picked = 30,
        /// Its goods are in a shipment.
        Packed = 40,
    }
}

/// The facts that decide about a step besides the status.
#[derive(Clone, Copy, Debug)]
pub struct PickListFacts {
    /// Units that were picked.
    pub picked: i32,
}

pub const TRANSITIONS: Transitions<Action, PickListStatus, PickListFacts> = {
    use PickListStatus::{Allocated, Cancelled, Open, Packed, Picked};
    Transitions {
        resource: Resource::PickList,
        rows: &[
            // To allocated, if some of the goods are there. Again, for what was missing or is no longer held.
            Transition::within(Action::Allocate, &[Open, Allocated]),
            Transition::within(Action::Scan, &[Allocated]),
            Transition::to(Action::Finish, &[Allocated], Picked).guarded_by(has_goods),
            Transition::to(Action::Pack, &[Picked], Packed).guarded_by(has_goods),
            Transition::to(Action::Cancel, &[Open, Allocated], Cancelled).guarded_by(has_none),
        ],
        otherwise: |_, status| {
            Verdict::No(MessageCode::PickListState, Params::from([("status", status.code().into())]))
        },
    }
};

fn has_goods(list: &PickListFacts) -> Verdict {
    if list.picked > 0 { Verdict::Yes } else { Verdict::no(MessageCode::PickListEmpty) }
}

fn has_none(list: &PickListFacts) -> Verdict {
    if list.picked == 0 { Verdict::Yes } else { Verdict::no(MessageCode::PickListNotEmpty) }
}

impl PickList {
    pub const fn facts(&self) -> PickListFacts {
        PickListFacts { picked: self.picked }
    }

    /// Who is told of its changes.
    pub fn to_audience(&self) -> Audience {
        self.client_id.map_or(Audience::Staff, |client_id| Audience::Parties(vec![client_id]))
    }

    /// Whether its state allows an action.
    pub fn verdict(&self, action: Action) -> Verdict {
        TRANSITIONS.verdict(action, self.status, &self.facts())
    }

    /// The list with the permissions of a user.
    pub fn seen_by(self, grants: &Grants) -> Self {
        let can = |action| TRANSITIONS.can(grants, action, self.status, &self.facts());
        let can = PickListCan {
            allocate: can(Action::Allocate) && self.picked + self.held < self.quantity,
            scan: can(Action::Scan),
            finish: can(Action::Finish),
            pack: can(Action::Pack),
            cancel: can(Action::Cancel),
        };
        Self { can, storage_amount: self.storage_amount.map(|amount| amount.normalize()), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    /// Columns: the states in the order of `ALL`. `S`: staff with the right; a dot: nobody.
    const TABLE: [(Action, &str, Option<i16>); 5] = [
        (Action::Allocate, ". S S . .", None),
        (Action::Scan, ". . S . .", None),
        (Action::Finish, ". . S . .", Some(30)),
        (Action::Pack, ". . . S .", Some(40)),
        (Action::Cancel, ". S S . .", Some(0)),
    ];

    /// A list in which the further condition of an action holds.
    fn facts_for(action: Action) -> PickListFacts {
        PickListFacts { picked: i32::from(matches!(action, Action::Finish | Action::Pack)) }
    }

    #[test]
    fn each_action_is_possible_as_in_the_table() {
        assert_eq!(TABLE.len(), TRANSITIONS.rows.len());
        for (action, row, to) in TABLE {
            let verdict = |status: &PickListStatus| TRANSITIONS.verdict(action, *status, &facts_for(action));
            let cell = |status: &PickListStatus| if verdict(status).is_yes() { "S" } else { "." };
            let found: Vec<&str> = PickListStatus::ALL.iter().map(cell).collect();
            assert_eq!(found.join(" "), row, "{action}");
            let mut targets = PickListStatus::ALL.iter().filter_map(|from| TRANSITIONS.after(action, *from));
            assert!(targets.all(|target| Some(target.code()) == to), "{action}");
        }
    }

    #[test]
    fn staff_can_do_what_the_table_says_and_clients_cancel() {
        let policy = Policy::load_shipped();
        for (user_type, status) in
            UserType::ALL.iter().flat_map(|it| PickListStatus::ALL.iter().map(move |status| (*it, *status)))
        {
            let grants = policy.grants(user_type);
            for (action, ..) in TABLE {
                let can = TRANSITIONS.can(&grants, action, status, &facts_for(action));
                let is_possible = TRANSITIONS.verdict(action, status, &facts_for(action)).is_yes();
                // A client withdraws what it has asked for.
                let may = user_type != UserType::Client || action == Action::Cancel;
                assert_eq!(can, may && is_possible, "{user_type:?} {action} {status:?}");
            }
        }
    }

    #[test]
    fn a_list_ends_with_goods_and_is_cancelled_without() {
        let verdict = |action, picked| {
            TRANSITIONS.verdict(action, PickListStatus::Allocated, &PickListFacts { picked })
        };
        assert_eq!(verdict(Action::Finish, 0), Verdict::no(MessageCode::PickListEmpty));
        assert_eq!(verdict(Action::Cancel, 1), Verdict::no(MessageCode::PickListNotEmpty));
    }
}
