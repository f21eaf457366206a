//! The status of a regulatory request, and the steps that change it.

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

impl RegulatoryStep {
    /// Whether it does what a demand, a refusal or a failure asked for.
    pub const fn settles(self) -> bool {
        use RegulatoryStep as S;
        matches!(
            self,
            S::Request | S::Cancel | S::Complete | S::Resend | S::File | S::Answer | S::Reject | S::Approved
        )
    }
}

impl RegulatoryStatus {
    /// Fields and documents can change unless the authority works on them or has decided.
    pub const fn can_edit(self) -> bool {
        !matches!(self, WaitingProtocol | ProcessingProtocol | ProcessingConfirmation | Done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use freight::shipments::to_bag::PARCEL;

    #[test]
    fn fields_are_locked_while_the_authority_works_on_them() {
        let locked = RegulatoryStatus::ALL.iter().filter(|status| !status.can_edit());
        assert_eq!(locked.map(|status| status.code()).collect::<Vec<_>>(), [20, 21, 31, 99]);
    }

    #[test]
    fn the_statement_names_the_statuses_in_which_a_request_has_ended() {
        let ended = [RegulatoryStatus::Canceled, RegulatoryStatus::Done];
        let codes = ended.map(|status| status.code().to_string()).join(", ");
        assert!(PARCEL.contains(&format!("r.status not in ({codes})")));
    }
}
