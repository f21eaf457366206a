//! The ways from one state of a pick list to the next, as data, and what the state allows to whom.

use chrono::NaiveDate;
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
    /// Units that were picked and did not come back.
    pub kept: i32,
    /// Units that are missing in the shipment.
    pub short: i32,
    /// The missing goods are on another list.
    pub has_rest: bool,
    /// Its shipment is cancelled.
    pub is_ended: bool,
}

pub const TRANSITIONS: Transitions<Action, PickListStatus, PickListFacts> = {
    use PickListStatus::{Allocated, Cancelled, Open, Packed, Picked};
    Transitions {
        resource: Resource::PickList,
        rows: &[
            // To allocated, if some of the goods are there. Again, for what was missing, is no longer held, or cannot be picked.
            Transition::within(Action::Allocate, &[Open, Allocated]),
            Transition::within(Action::Scan, &[Allocated]),
            Transition::to(Action::Finish, &[Allocated], Picked).guarded_by(has_goods),
            Transition::to(Action::Pack, &[Picked], Packed).guarded_by(can_ship),
            // A list for what was missing in the shipment.
            Transition::within(Action::Create, &[Packed]).guarded_by(is_short),
            Transition::to(Action::Cancel, &[Open, Allocated, Picked], Cancelled).guarded_by(has_none),
        ],
        otherwise: |_, status| {
            Verdict::No(MessageCode::PickListState, Params::from([("status", status.code().into())]))
        },
    }
};

fn has_goods(list: &PickListFacts) -> Verdict {
    if list.kept > 0 { Verdict::Yes } else { Verdict::no(MessageCode::PickListEmpty) }
}

fn can_ship(list: &PickListFacts) -> Verdict {
    if list.is_ended { Verdict::no(MessageCode::PickListShipmentCancelled) } else { has_goods(list) }
}

fn has_none(list: &PickListFacts) -> Verdict {
    if list.kept == 0 { Verdict::Yes } else { Verdict::no(MessageCode::PickListNotEmpty) }
}

fn is_short(list: &PickListFacts) -> Verdict {
    match list {
        PickListFacts { is_ended: true, .. } => Verdict::no(MessageCode::PickListShipmentCancelled),
        PickListFacts { has_rest: true, .. } => Verdict::no(MessageCode::PickListHasRest),
        PickListFacts { short: 0, .. } => Verdict::no(MessageCode::PickListComplete),
        _ => Verdict::Yes,
    }
}

impl PickList {
    /// Units that were picked and did not come back.
    pub const fn count_kept(&self) -> i32 {
        self.picked - self.returned
    }

    const fn facts(&self) -> PickListFacts {
        PickListFacts {
            kept: self.count_kept(),
            short: self.short,
            has_rest: self.rest_id.is_some(),
            is_ended: self.shipment_ended_at.is_some(),
        }
    }

    /// Units that go back, because their shipment is cancelled.
    const fn count_to_return(&self) -> i32 {
        if self.shipment_ended_at.is_some() { self.count_kept() } else { 0 }
    }

    /// Whether an allocation has something to do: units are missing, or held ones cannot be picked any more.
    fn needs_goods(&self, today: NaiveDate) -> bool {
        let is_over = self.first_expiry.is_some_and(|day| day < today);
        self.picked + self.held < self.quantity || self.kept_back > 0 || is_over
    }

    /// Who is told of its changes.
    pub fn to_audience(&self) -> Audience {
        self.client_id.map_or(Audience::Staff, |client_id| Audience::Parties(vec![client_id]))
    }

    /// Whether its state allows an action.
    pub fn verdict(&self, action: Action) -> Verdict {
        TRANSITIONS.verdict(action, self.status, &self.facts())
    }

    /// The list with the permissions of a user, `today` in the time zone of the company.
    pub fn seen_by(self, grants: &Grants, today: NaiveDate) -> Self {
        let can = |action| TRANSITIONS.can(grants, action, self.status, &self.facts());
        // To allocate what needs nothing is allowed and changes nothing, so that only the button is left out.
        let can = PickListCan {
            allocate: can(Action::Allocate) && self.needs_goods(today),
            scan: can(Action::Scan),
            finish: can(Action::Finish),
            pack: can(Action::Pack),
            rest: can(Action::Create),
            cancel: can(Action::Cancel),
        };
        let to_return = self.count_to_return();
        Self { can, to_return, storage_amount: self.storage_amount.map(|amount| amount.normalize()), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    /// Columns: the states in the order of `ALL`. `S`: staff with the right; a dot: nobody.
    const TABLE: [(Action, &str, Option<i16>); 6] = [
        (Action::Allocate, ". S S . .", None),
        (Action::Scan, ". . S . .", None),
        (Action::Finish, ". . S . .", Some(30)),
        (Action::Pack, ". . . S .", Some(40)),
        (Action::Create, ". . . . S", None),
        (Action::Cancel, ". S S S .", Some(0)),
    ];

    /// A list in which the further condition of an action holds.
    fn facts_for(action: Action) -> PickListFacts {
        let kept = i32::from(matches!(action, Action::Finish | Action::Pack));
        PickListFacts { kept, short: 1, has_rest: false, is_ended: false }
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
    fn staff_can_do_what_the_table_says_and_clients_ask_and_cancel() {
        let policy = Policy::load_shipped();
        for (user_type, status) in
            UserType::ALL.iter().flat_map(|it| PickListStatus::ALL.iter().map(move |status| (*it, *status)))
        {
            let grants = policy.grants(user_type);
            for (action, ..) in TABLE {
                let can = TRANSITIONS.can(&grants, action, status, &facts_for(action));
                let is_possible = TRANSITIONS.verdict(action, status, &facts_for(action)).is_yes();
                // A client asks for goods, and withdraws what it has asked for.
                let may = user_type != UserType::Client || matches!(action, Action::Create | Action::Cancel);
                assert_eq!(can, may && is_possible, "{user_type:?} {action} {status:?}");
            }
        }
    }

    const EMPTY: PickListFacts = PickListFacts { kept: 0, short: 0, has_rest: false, is_ended: false };

    #[test]
    fn a_list_ends_with_goods_and_is_cancelled_without() {
        use PickListStatus::{Allocated, Picked};
        let verdict =
            |action, status, kept| TRANSITIONS.verdict(action, status, &PickListFacts { kept, ..EMPTY });
        assert_eq!(verdict(Action::Finish, Allocated, 0), Verdict::no(MessageCode::PickListEmpty));
        for status in [Allocated, Picked] {
            assert_eq!(verdict(Action::Cancel, status, 1), Verdict::no(MessageCode::PickListNotEmpty));
        }
        // All of it came back.
        assert_eq!(verdict(Action::Pack, Picked, 0), Verdict::no(MessageCode::PickListEmpty));
        assert_eq!(verdict(Action::Cancel, Picked, 0), Verdict::Yes);
    }

    #[test]
    fn nothing_is_shipped_once_the_shipment_is_cancelled() {
        use PickListStatus::{Packed, Picked};
        let facts = PickListFacts { kept: 1, short: 1, is_ended: true, ..EMPTY };
        let refused = Verdict::no(MessageCode::PickListShipmentCancelled);
        assert_eq!(TRANSITIONS.verdict(Action::Pack, Picked, &facts), refused);
        assert_eq!(TRANSITIONS.verdict(Action::Create, Packed, &facts), refused);
        let empty = PickListFacts { kept: 0, ..facts };
        assert_eq!(TRANSITIONS.verdict(Action::Cancel, Picked, &empty), Verdict::Yes);
    }

    #[test]
    fn what_was_missing_is_on_one_other_list() {
        let verdict = |short, has_rest| {
            let facts = PickListFacts { kept: 1, short, has_rest, is_ended: false };
            TRANSITIONS.verdict(Action::Create, PickListStatus::Packed, &facts)
        };
        assert_eq!(verdict(2, false), Verdict::Yes);
        assert_eq!(verdict(0, false), Verdict::no(MessageCode::PickListComplete));
        assert_eq!(verdict(2, true), Verdict::no(MessageCode::PickListHasRest));
    }
}
