//! Whether goods of a lot may leave: the ways from one state to the next, as data.

use policy::{Action, Grants, Resource};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::Verdict;
use server_core::record::{Transition, Transitions, always};

use crate::allocation::LotStatus;

/// The steps of a lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LotStep {
    Hold,
    Quarantine,
    Release,
}

/// The facts that decide about a step besides the status.
#[derive(Clone, Copy, Debug)]
pub struct LotFacts {
    pub is_expired: bool,
}

type Row = Transition<LotStep, LotStatus, LotFacts>;

const fn row(verb: LotStep, from: &'static [LotStatus], to: LotStatus, right: Action) -> Row {
    Transition { verb, from, to: Some(to), right: Some(right), guard: always }
}

pub const TRANSITIONS: Transitions<LotStep, LotStatus, LotFacts> = {
    use LotStatus::{Available, Hold, Quarantine};
    Transitions {
        resource: Resource::Stock,
        rows: &[
            row(LotStep::Hold, &[Available, Quarantine], Hold, Action::Hold).guarded_by(is_usable),
            row(LotStep::Quarantine, &[Available, Hold], Quarantine, Action::Hold),
            row(LotStep::Release, &[Hold, Quarantine], Available, Action::Release).guarded_by(is_usable),
        ],
        otherwise: |_, _| Verdict::no(MessageCode::StockLotState),
    }
};

/// Expired goods stay in quarantine.
fn is_usable(lot: &LotFacts) -> Verdict {
    if lot.is_expired { Verdict::no(MessageCode::StockLotExpired) } else { Verdict::Yes }
}

/// Whether a user can do it now.
pub fn can(grants: &Grants, step: LotStep, status: LotStatus, facts: LotFacts) -> bool {
    TRANSITIONS.can(grants, step, status, &facts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    const STEPS: [LotStep; 3] = [LotStep::Hold, LotStep::Quarantine, LotStep::Release];

    #[test]
    fn each_step_is_possible_as_in_the_table() {
        use LotStatus::{Available, Hold, Quarantine};
        let possible = |step, is_expired| -> Vec<LotStatus> {
            let facts = LotFacts { is_expired };
            let is_open = |status: &LotStatus| TRANSITIONS.verdict(step, *status, &facts).is_yes();
            LotStatus::ALL.iter().copied().filter(is_open).collect()
        };
        assert_eq!(possible(LotStep::Hold, false), [Available, Quarantine]);
        assert_eq!(possible(LotStep::Quarantine, false), [Available, Hold]);
        assert_eq!(possible(LotStep::Release, false), [Hold, Quarantine]);
        assert_eq!(possible(LotStep::Quarantine, true), [Available, Hold]);
        assert_eq!([possible(LotStep::Hold, true), possible(LotStep::Release, true)], [vec![], vec![]]);
    }

    #[test]
    fn staff_can_do_what_the_table_says_and_clients_nothing() {
        let policy = Policy::load_shipped();
        let facts = LotFacts { is_expired: false };
        for user_type in UserType::ALL {
            let grants = policy.grants(user_type);
            for (step, status) in
                STEPS.iter().flat_map(|step| LotStatus::ALL.iter().map(move |status| (*step, *status)))
            {
                let is_possible = TRANSITIONS.verdict(step, status, &facts).is_yes();
                let expected = is_possible && user_type != UserType::Client;
                assert_eq!(can(&grants, step, status, facts), expected, "{user_type:?} {step:?} {status:?}");
            }
        }
    }
}
