//! The status of a regulatory request, and the only table of its changes.

use RegulatoryStatus::*;

use trade::wire_code;
use trade::wire_name;

wire_code! {
    /// Status of a regulatory request.
    RegulatoryStatus {
        Unknown = 0,
        NotRequested = 1,
        Error = 2,
        Canceled = 3,
        Pending = 10,
        WaitingProtocol = 20,
        ProcessingProtocol = 21,
        ErrorProtocol = 22,
        WaitingConfirmation = 30,
        ProcessingConfirmation = 31,
        ErrorConfirmation = 32,
        Done = 99,
    }
}

wire_name! {
    /// A step of a regulatory request.
    RegulatoryStep {
        /// Asks the authority. Starts a new attempt.
        Request = "request",
        Cancel = "cancel",
        Complete = "complete",
        /// Tries again where it failed, in the same attempt.
        Resend = "resend",
        /// The petition was filed by hand and has a protocol number.
        File = "file",
        /// The authority asks for more.
        Demand = "demand",
        /// The demand was answered.
        Answer = "answer",
        /// The authority refused.
        Reject = "reject",
        // The gateway.
        Queue = "queue",
        StartFiling = "start_filing",
        Filed = "filed",
        FilingDelayed = "filing_delayed",
        FilingFailed = "filing_failed",
        StartCheck = "start_check",
        Undecided = "undecided",
        Demanded = "demanded",
        Approved = "approved",
        Refused = "refused",
        CheckFailed = "check_failed",
    }
}

/// Who does a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Staff,
    Client,
    Gateway,
}

impl RegulatoryStep {
    /// Steps of people, as opposed to those of the gateway.
    pub const OF_STAFF: [Self; 8] = [
        Self::Request,
        Self::Cancel,
        Self::Complete,
        Self::Resend,
        Self::File,
        Self::Demand,
        Self::Answer,
        Self::Reject,
    ];

    /// Whether it does what a demand, a refusal or a failure asked for.
    pub const fn settles(self) -> bool {
        use RegulatoryStep as S;
        matches!(
            self,
            S::Request | S::Cancel | S::Complete | S::Resend | S::File | S::Answer | S::Reject | S::Approved
        )
    }

    /// Clients see their requests and add documents; they do no step.
    pub fn is_of(self, role: Role) -> bool {
        match role {
            Role::Staff => Self::OF_STAFF.contains(&self),
            Role::Client => false,
            Role::Gateway => !Self::OF_STAFF.contains(&self),
        }
    }
}

impl RegulatoryStatus {
    /// The status after a step; none if the step is not possible.
    pub const fn after(self, step: RegulatoryStep) -> Option<Self> {
        use RegulatoryStep as S;
        Some(match (step, self) {
            (S::Request, Pending) | (S::Complete, Done) => return None,
            (S::Request, _) => Pending,
            (S::Complete, _) => Done,
            (S::Cancel, Pending) => NotRequested,
            (S::Resend, ErrorProtocol) | (S::Queue, Pending) => WaitingProtocol,
            (S::Resend, ErrorConfirmation) => WaitingConfirmation,
            (S::File, Pending | WaitingProtocol | ErrorProtocol) => WaitingConfirmation,
            (S::Demand | S::Answer, WaitingConfirmation) => WaitingConfirmation,
            (S::Reject, WaitingConfirmation | ErrorConfirmation) => Canceled,
            (S::StartFiling, WaitingProtocol) => ProcessingProtocol,
            (S::Filed, ProcessingProtocol) => WaitingConfirmation,
            (S::FilingDelayed, ProcessingProtocol) => WaitingProtocol,
            (S::FilingFailed, ProcessingProtocol) => ErrorProtocol,
            (S::StartCheck, WaitingConfirmation) => ProcessingConfirmation,
            (S::Undecided | S::Demanded, ProcessingConfirmation) => WaitingConfirmation,
            (S::Approved, ProcessingConfirmation) => Done,
            (S::Refused, ProcessingConfirmation) => Canceled,
            (S::CheckFailed, ProcessingConfirmation) => ErrorConfirmation,
            _ => return None,
        })
    }

    /// The status after a step of this role.
    pub fn after_by(self, role: Role, step: RegulatoryStep) -> Option<Self> {
        if step.is_of(role) { self.after(step) } else { None }
    }

    /// Fields and documents can change unless the authority works on them or has decided.
    pub const fn can_edit(self) -> bool {
        !matches!(self, WaitingProtocol | ProcessingProtocol | ProcessingConfirmation | Done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let doer = if RegulatoryStep::OF_STAFF.contains(&step) { Role::Staff } else { Role::Gateway };
            for (status, cell) in RegulatoryStatus::ALL.iter().zip(cells) {
                for role in [Role::Staff, Role::Client, Role::Gateway] {
                    let after = status.after_by(role, step).map(RegulatoryStatus::code);
                    let expected = cell.filter(|_| role == doer);
                    assert_eq!(after, expected, "{role:?} {step:?} {status:?}");
                }
            }
        }
    }

    #[test]
    fn fields_are_locked_while_the_authority_works_on_them() {
        let locked = RegulatoryStatus::ALL.iter().filter(|status| !status.can_edit());
        assert_eq!(locked.map(|status| status.code()).collect::<Vec<_>>(), [20, 21, 31, 99]);
    }
}
