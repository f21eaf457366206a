//! What the state of a run allows, and to whom.

use policy::{Action, Grants, Resource};

use super::model::{DeliveryRoute, DeliveryRouteCan};
use crate::steps::run::{RUN_STEPS, RunStatus, RunStep};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use trade::steps::Actor;

/// What decides about a step besides the table.
#[derive(Clone, Copy, Debug)]
pub struct RunState {
    pub status: RunStatus,
    pub has_driver: bool,
    pub has_stops: bool,
    /// A run with pickups alone has nothing to load.
    pub has_deliveries: bool,
}

/// The right that a user needs for a step.
pub const fn right_of(step: RunStep) -> Action {
    match step {
        RunStep::Create => Action::Create,
        RunStep::Update | RunStep::Optimize => Action::Update,
        RunStep::Load => Action::Load,
        RunStep::Start => Action::Start,
        RunStep::Close => Action::Close,
        RunStep::Cancel => Action::Cancel,
    }
}

/// The step that an action is named after; none for actions that do not change a run.
pub fn step_of(action: Action) -> Option<RunStep> {
    RunStep::from_name(action.name())
}

/// Whether a run allows a step of the staff; drivers do the same steps with their own runs.
pub fn verdict(state: RunState, step: RunStep) -> Verdict {
    if step == RunStep::Load && state.status == RunStatus::Draft {
        return Verdict::no(MessageCode::RouteNotReady);
    }
    let lacks_load = step == RunStep::Start && state.status == RunStatus::Ready && state.has_deliveries;
    if lacks_load || RUN_STEPS.find(step, Some(state.status), Actor::Staff).is_none() {
        let params = Params::from([("status", state.status.code().into())]);
        return Verdict::No(MessageCode::RouteState, params);
    }
    let lacks_cargo = step == RunStep::Load && !state.has_deliveries;
    let begins = matches!(step, RunStep::Load | RunStep::Start);
    if lacks_cargo || begins && (!state.has_stops || !state.has_driver) {
        return Verdict::no(MessageCode::RouteNotReady);
    }
    Verdict::Yes
}

/// The state of a run that is not loaded yet: with a driver and a stop it is ready.
pub const fn find_planned_status(has_driver: bool, has_stops: bool) -> RunStatus {
    if has_driver && has_stops { RunStatus::Ready } else { RunStatus::Draft }
}

impl DeliveryRoute {
    pub fn state(&self) -> RunState {
        RunState {
            status: self.status,
            has_driver: self.driver_id.is_some(),
            has_stops: self.stop_count > 0,
            has_deliveries: self.stop_count > self.pickup_count,
        }
    }

    /// The run with the permissions of a user.
    pub fn seen_by(self, grants: &Grants) -> Self {
        let state = self.state();
        let can = |step| grants.allow(Resource::Route, right_of(step)) && verdict(state, step).is_yes();
        let can = DeliveryRouteCan {
            update: can(RunStep::Update),
            optimize: can(RunStep::Optimize),
            load: can(RunStep::Load),
            start: can(RunStep::Start),
            close: can(RunStep::Close),
            cancel: can(RunStep::Cancel),
        };
        Self { can, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    const STEPS: [RunStep; 6] =
        [RunStep::Update, RunStep::Optimize, RunStep::Load, RunStep::Start, RunStep::Close, RunStep::Cancel];

    fn list_allowed(user_type: UserType, state: RunState) -> Vec<RunStep> {
        let grants = Policy::load_shipped().grants(user_type);
        let is_allowed =
            |step: &RunStep| grants.allow(Resource::Route, right_of(*step)) && verdict(state, *step).is_yes();
        STEPS.into_iter().filter(is_allowed).collect()
    }

    #[test]
    fn staff_can_do_what_the_table_says_in_each_state_and_clients_nothing() {
        use RunStep::{Cancel, Close, Load, Optimize, Start, Update};
        for (user_type, status) in UserType::ALL
            .iter()
            .flat_map(|user_type| RunStatus::ALL.iter().map(move |status| (*user_type, *status)))
        {
            let expected: &[RunStep] = match status {
                _ if user_type == UserType::Client => &[],
                RunStatus::Draft => &[Update, Optimize, Cancel],
                RunStatus::Ready => &[Update, Optimize, Load, Cancel],
                RunStatus::Loaded => &[Update, Optimize, Load, Start, Cancel],
                RunStatus::InProgress => &[Update, Optimize, Close],
                RunStatus::Closed | RunStatus::Cancelled => &[],
            };
            let state = RunState { status, has_driver: true, has_stops: true, has_deliveries: true };
            assert_eq!(list_allowed(user_type, state), expected, "{user_type:?} {status:?}");
        }
    }

    #[test]
    fn a_run_without_driver_or_stops_is_not_ready() {
        let state = |has_driver, has_stops| RunState {
            status: RunStatus::Loaded,
            has_driver,
            has_stops,
            has_deliveries: has_stops,
        };
        for (has_driver, has_stops) in [(false, true), (true, false)] {
            let refusal = verdict(state(has_driver, has_stops), RunStep::Start);
            assert_eq!(refusal, Verdict::no(MessageCode::RouteNotReady));
            assert_eq!(find_planned_status(has_driver, has_stops), RunStatus::Draft);
        }
        assert_eq!(find_planned_status(true, true), RunStatus::Ready);
    }

    #[test]
    fn a_run_with_pickups_alone_starts_without_a_load() {
        let state = |has_deliveries| RunState {
            status: RunStatus::Ready,
            has_driver: true,
            has_stops: true,
            has_deliveries,
        };
        assert!(verdict(state(false), RunStep::Start).is_yes());
        assert!(!verdict(state(false), RunStep::Load).is_yes());
        assert!(!verdict(state(true), RunStep::Start).is_yes());
        assert!(verdict(state(true), RunStep::Load).is_yes());
    }
}
