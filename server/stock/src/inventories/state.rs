//! The ways from one state of an inventory to the next, as data, and what the state allows to whom.

use policy::{Action, Resource};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::record::{Transition, Transitions, always};
use trade::wire_code;
use uuid::Uuid;

use super::model::{Inventory, InventoryCan};
use access::ctx::Ctx;

wire_code! {
    /// State of an inventory.
    InventoryStatus {
        Cancelled = 0,
        /// Nobody counts yet.
        Requested = 10,
        Counting = 20,
        /// Some lines differ too much, and are counted again.
        Recount = 40,
        /// Its differences wait for somebody else than who alone has found them.
        ToApprove = 50,
        /// Its differences are movements.
        Posted = 60,
    }
}

/// The facts that decide about a step besides the status.
#[derive(Clone, Copy, Debug)]
pub struct InventoryFacts {
    /// A difference stands on counts of the user alone.
    pub is_sole_counter: bool,
}

/// The last counts stand, although they differ: a company with two people has nobody else who could count.
const DECIDE: Transition<Action, InventoryStatus, InventoryFacts> = Transition {
    verb: Action::Decide,
    from: &[InventoryStatus::Recount],
    to: Some(InventoryStatus::ToApprove),
    right: Some(Action::Approve),
    guard: always,
};

pub const TRANSITIONS: Transitions<Action, InventoryStatus, InventoryFacts> = {
    use InventoryStatus::{Cancelled, Counting, Posted, Recount, Requested, ToApprove};
    Transitions {
        resource: Resource::Inventory,
        rows: &[
            Transition::to(Action::Start, &[Requested], Counting),
            Transition::within(Action::Count, &[Counting, Recount]),
            // To be counted again, or to be approved.
            Transition::within(Action::Finish, &[Counting, Recount]),
            DECIDE,
            Transition::to(Action::Recount, &[ToApprove], Recount),
            Transition::to(Action::Approve, &[ToApprove], Posted).guarded_by(is_another),
            Transition::to(Action::Cancel, &[Requested, Counting, Recount, ToApprove], Cancelled),
        ],
        otherwise: |action, status| match (action, status) {
            (Action::Approve, Posted) => Verdict::no(MessageCode::InventoryPosted),
            _ => Verdict::No(MessageCode::InventoryState, Params::from([("status", status.code().into())])),
        },
    }
};

fn is_another(facts: &InventoryFacts) -> Verdict {
    if facts.is_sole_counter { Verdict::no(MessageCode::InventoryOwnCount) } else { Verdict::Yes }
}

impl Inventory {
    fn facts(&self, user_id: Option<Uuid>) -> InventoryFacts {
        InventoryFacts { is_sole_counter: user_id.is_some_and(|id| self.sole_counters.contains(&id)) }
    }

    /// Whether its state allows an action to a user; without one, to anybody on whose counts no difference stands.
    pub fn verdict(&self, action: Action, user_id: Option<Uuid>) -> Verdict {
        TRANSITIONS.verdict(action, self.status, &self.facts(user_id))
    }

    /// Whether a user may see what the ledger has. Who counts without a look sees it only in the end.
    pub fn shows_figures(&self, ctx: &Ctx) -> bool {
        let may_decide = ctx.grants.allow(Resource::Inventory, Action::Approve);
        match self.status {
            InventoryStatus::Posted => true,
            InventoryStatus::ToApprove => may_decide || !self.blind,
            _ => !self.blind,
        }
    }

    /// The inventory with the permissions of a user, and without the figures that the user must not see.
    pub fn seen_by(self, ctx: &Ctx) -> Self {
        let facts = self.facts(Some(ctx.user.id));
        let can = |action| TRANSITIONS.can(&ctx.grants, action, self.status, &facts);
        let can = InventoryCan {
            start: can(Action::Start),
            count: can(Action::Count),
            finish: can(Action::Finish),
            decide: can(Action::Decide),
            recount: can(Action::Recount),
            approve: can(Action::Approve),
            cancel: can(Action::Cancel),
        };
        let differences = self.differences.filter(|_| self.shows_figures(ctx));
        Self { can, differences, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    /// Columns: the states in the order of `ALL`. `S`: staff with the right; a dot: nobody.
    const TABLE: [(Action, &str, Option<i16>); 7] = [
        (Action::Start, ". S . . . .", Some(20)),
        (Action::Count, ". . S S . .", None),
        (Action::Finish, ". . S S . .", None),
        (Action::Decide, ". . . S . .", Some(50)),
        (Action::Recount, ". . . . S .", Some(40)),
        (Action::Approve, ". . . . S .", Some(60)),
        (Action::Cancel, ". S S S S .", Some(0)),
    ];
    const ANOTHER: InventoryFacts = InventoryFacts { is_sole_counter: false };

    #[test]
    fn each_action_is_possible_as_in_the_table() {
        assert_eq!(TABLE.len(), TRANSITIONS.rows.len());
        for (action, row, to) in TABLE {
            let verdict = |status: &InventoryStatus| TRANSITIONS.verdict(action, *status, &ANOTHER);
            let cell = |status: &InventoryStatus| if verdict(status).is_yes() { "S" } else { "." };
            let found: Vec<&str> = InventoryStatus::ALL.iter().map(cell).collect();
            assert_eq!(found.join(" "), row, "{action}");
            let mut targets = InventoryStatus::ALL.iter().filter_map(|from| TRANSITIONS.after(action, *from));
            assert!(targets.all(|target| Some(target.code()) == to), "{action}");
        }
    }

    #[test]
    fn staff_can_do_what_the_table_says_and_clients_nothing() {
        let policy = Policy::load_shipped();
        for (user_type, status) in
            UserType::ALL.iter().flat_map(|it| InventoryStatus::ALL.iter().map(move |status| (*it, *status)))
        {
            let grants = policy.grants(user_type);
            for (action, ..) in TABLE {
                let can = TRANSITIONS.can(&grants, action, status, &ANOTHER);
                let is_possible = TRANSITIONS.verdict(action, status, &ANOTHER).is_yes();
                assert_eq!(can, user_type != UserType::Client && is_possible, "{user_type:?} {status:?}");
            }
        }
    }

    #[test]
    fn nobody_approves_the_own_count_and_nothing_is_posted_twice() {
        let verdict = |status, is_sole_counter| {
            TRANSITIONS.verdict(Action::Approve, status, &InventoryFacts { is_sole_counter })
        };
        let own = verdict(InventoryStatus::ToApprove, true);
        assert_eq!(own, Verdict::no(MessageCode::InventoryOwnCount));
        let again = verdict(InventoryStatus::Posted, false);
        assert_eq!(again, Verdict::no(MessageCode::InventoryPosted));
    }
}
