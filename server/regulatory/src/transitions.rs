//! The table of all changes of a regulatory request. A test goes through every step, role and status.

use policy::{Action, Resource};

use super::status::RegulatoryStatus::{self, *};
use super::status::RegulatoryStep;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::record::{Transition, Transitions, always};

/// Who does a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Staff,
    Client,
    Gateway,
}

/// The facts that steps depend on besides the status.
#[derive(Clone, Debug)]
pub struct RequestFacts {
    /// Missing entries of the checklist.
    pub missing: Vec<String>,
    /// Before today in the company's time zone.
    pub is_authorization_expired: bool,
    pub has_demand: bool,
}

impl RequestFacts {
    pub fn check_request(&self) -> Verdict {
        if !self.missing.is_empty() {
            let params = Params::from([("missing", self.missing.as_slice().into())]);
            return Verdict::No(MessageCode::RegulatoryChecklistIncomplete, params);
        }
        if self.is_authorization_expired {
            return Verdict::no(MessageCode::RegulatoryAuthorizationExpired);
        }
        Verdict::Yes
    }

    pub fn check_answer(&self) -> Verdict {
        if self.has_demand { Verdict::Yes } else { Verdict::no(MessageCode::RegulatoryNothingToAnswer) }
    }
}

type Row = Transition<RegulatoryStep, RegulatoryStatus, RequestFacts>;

/// A step of people.
const fn staff(step: RegulatoryStep, from: &'static [RegulatoryStatus], to: RegulatoryStatus) -> Row {
    Row { verb: step, from, to: Some(to), right: Some(Action::ChangeStatus), guard: always }
}

/// A step of the gateway.
const fn gateway(step: RegulatoryStep, from: &'static [RegulatoryStatus], to: RegulatoryStatus) -> Row {
    Row { verb: step, from, to: Some(to), right: None, guard: always }
}

const UNLESS_PENDING: &[RegulatoryStatus] = &[
    Unknown,
    NotRequested,
    Error,
    Canceled,
    WaitingProtocol,
    ProcessingProtocol,
    ErrorProtocol,
    WaitingConfirmation,
    ProcessingConfirmation,
    ErrorConfirmation,
    Done,
];

const UNLESS_DONE: &[RegulatoryStatus] = &[
    Unknown,
    NotRequested,
    Error,
    Canceled,
    Pending,
    WaitingProtocol,
    ProcessingProtocol,
    ErrorProtocol,
    WaitingConfirmation,
    ProcessingConfirmation,
    ErrorConfirmation,
];

pub const TRANSITIONS: Transitions<RegulatoryStep, RegulatoryStatus, RequestFacts> = {
    use RegulatoryStep as S;
    Transitions {
        resource: Resource::RegulatoryRequest,
        rows: &[
            staff(S::Request, UNLESS_PENDING, Pending).guarded_by(RequestFacts::check_request),
            staff(S::Complete, UNLESS_DONE, Done),
            staff(S::Cancel, &[Pending], NotRequested),
            staff(S::Resend, &[ErrorProtocol], WaitingProtocol),
            staff(S::Resend, &[ErrorConfirmation], WaitingConfirmation),
            staff(S::File, &[Pending, WaitingProtocol, ErrorProtocol], WaitingConfirmation),
            staff(S::Demand, &[WaitingConfirmation], WaitingConfirmation),
            staff(S::Answer, &[WaitingConfirmation], WaitingConfirmation)
                .guarded_by(RequestFacts::check_answer),
            staff(S::Reject, &[WaitingConfirmation, ErrorConfirmation], Canceled),
            gateway(S::Queue, &[Pending], WaitingProtocol),
            gateway(S::StartFiling, &[WaitingProtocol], ProcessingProtocol),
            gateway(S::Filed, &[ProcessingProtocol], WaitingConfirmation),
            gateway(S::FilingDelayed, &[ProcessingProtocol], WaitingProtocol),
            gateway(S::FilingFailed, &[ProcessingProtocol], ErrorProtocol),
            gateway(S::StartCheck, &[WaitingConfirmation], ProcessingConfirmation),
            gateway(S::Undecided, &[ProcessingConfirmation], WaitingConfirmation),
            gateway(S::Demanded, &[ProcessingConfirmation], WaitingConfirmation),
            gateway(S::Approved, &[ProcessingConfirmation], Done),
            gateway(S::Refused, &[ProcessingConfirmation], Canceled),
            gateway(S::CheckFailed, &[ProcessingConfirmation], ErrorConfirmation),
        ],
        otherwise: |step, status| {
            let params = Params::from([("status", status.code().into()), ("step", step.as_str().into())]);
            Verdict::No(MessageCode::RegulatoryStepRefused, params)
        },
    }
};

/// The status after a step of this role; none if the step is not possible.
pub fn after_by(status: RegulatoryStatus, role: Role, step: RegulatoryStep) -> Option<RegulatoryStatus> {
    // Clients see their requests and add documents; they do no step.
    let doer = if TRANSITIONS.right(step).is_some() { Role::Staff } else { Role::Gateway };
    TRANSITIONS.after(step, status).filter(|_| role == doer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    const OF_STAFF: [RegulatoryStep; 8] = [
        RegulatoryStep::Request,
        RegulatoryStep::Cancel,
        RegulatoryStep::Complete,
        RegulatoryStep::Resend,
        RegulatoryStep::File,
        RegulatoryStep::Demand,
        RegulatoryStep::Answer,
        RegulatoryStep::Reject,
    ];

    /// Rows: the steps of staff, then of the gateway. Columns: the status before, in the order of `ALL`. A cell is
    /// the status after; a dot means that the step is refused.
    const TABLE: [(RegulatoryStep, &str); 19] = [
        (RegulatoryStep::Request, "10 10 10 10 .  10 10 10 10 10 10 10"),
        (RegulatoryStep::Cancel, ".  .  .  .  1  .  .  .  .  .  .  ."),
        (RegulatoryStep::Complete, "99 99 99 99 99 99 99 99 99 99 99 ."),
        (RegulatoryStep::Resend, ".  .  .  .  .  .  .  20 .  .  30 ."),
        (RegulatoryStep::File, ".  .  .  .  30 30 .  30 .  .  .  ."),
        (RegulatoryStep::Demand, ".  .  .  .  .  .  .  .  30 .  .  ."),
        (RegulatoryStep::Answer, ".  .  .  .  .  .  .  .  30 .  .  ."),
        (RegulatoryStep::Reject, ".  .  .  .  .  .  .  .  3  .  3  ."),
        (RegulatoryStep::Queue, ".  .  .  .  20 .  .  .  .  .  .  ."),
        (RegulatoryStep::StartFiling, ".  .  .  .  .  21 .  .  .  .  .  ."),
        (RegulatoryStep::Filed, ".  .  .  .  .  .  30 .  .  .  .  ."),
        (RegulatoryStep::FilingDelayed, ".  .  .  .  .  .  20 .  .  .  .  ."),
        (RegulatoryStep::FilingFailed, ".  .  .  .  .  .  22 .  .  .  .  ."),
        (RegulatoryStep::StartCheck, ".  .  .  .  .  .  .  .  31 .  .  ."),
        (RegulatoryStep::Undecided, ".  .  .  .  .  .  .  .  .  30 .  ."),
        (RegulatoryStep::Demanded, ".  .  .  .  .  .  .  .  .  30 .  ."),
        (RegulatoryStep::Approved, ".  .  .  .  .  .  .  .  .  99 .  ."),
        (RegulatoryStep::Refused, ".  .  .  .  .  .  .  .  .  3  .  ."),
        (RegulatoryStep::CheckFailed, ".  .  .  .  .  .  .  .  .  32 .  ."),
    ];

    #[test]
    fn every_step_of_every_role_follows_the_table() {
        assert_eq!(TABLE.map(|(step, _)| step).as_slice(), RegulatoryStep::ALL);
        for (step, row) in TABLE {
            let cells: Vec<_> = row.split_whitespace().map(|cell| cell.parse::<i16>().ok()).collect();
            assert_eq!(cells.len(), RegulatoryStatus::ALL.len(), "{step:?}");
            let doer = if OF_STAFF.contains(&step) { Role::Staff } else { Role::Gateway };
            for (status, cell) in RegulatoryStatus::ALL.iter().zip(cells) {
                for role in [Role::Staff, Role::Client, Role::Gateway] {
                    let after = after_by(*status, role, step).map(RegulatoryStatus::code);
                    let expected = cell.filter(|_| role == doer);
                    assert_eq!(after, expected, "{role:?} {step:?} {status:?}");
                }
            }
        }
    }

    #[test]
    fn staff_have_the_buttons_of_their_steps_and_clients_none() {
        let ready = RequestFacts { missing: Vec::new(), is_authorization_expired: false, has_demand: true };
        let policy = Policy::load_shipped();
        for (user, role) in [(UserType::Admin, Role::Staff), (UserType::Client, Role::Client)] {
            let grants = policy.grants(user);
            for (step, status) in RegulatoryStep::ALL
                .iter()
                .flat_map(|step| RegulatoryStatus::ALL.iter().map(move |status| (*step, *status)))
            {
                let is_possible = after_by(status, role, step).is_some();
                assert_eq!(
                    TRANSITIONS.can(&grants, step, status, &ready),
                    is_possible,
                    "{user:?} {step:?} {status:?}"
                );
            }
        }
    }
}
