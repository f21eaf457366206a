//! Why parcels could not be handed over.

use trade::wire_name;

wire_name! {
    /// Why a stop failed. The last four are no attempts: the driver was never at the door, or had nothing to hand over.
    AttemptReason {
        RecipientAbsent = "recipient_absent",
        AddressNotFound = "address_not_found",
        Refused = "refused",
        NoAccess = "no_access",
        Closed = "closed",
        CodNotPaid = "cod_not_paid",
        Damaged = "damaged",
        IdMissing = "id_missing",
        NoAttempt = "no_attempt",
        OutOfTime = "out_of_time",
        VehicleBreakdown = "vehicle_breakdown",
        ParcelNotOnBoard = "parcel_not_on_board",
    }
}
wire_name! {
    /// Step that follows a failed stop.
    NextStep {
        /// Another day.
        TryAgain = "try_again",
        /// The address is checked first.
        CheckAddress = "check_address",
        /// The client decides.
        AskClient = "ask_client",
        /// Staff look at the parcel.
        Inspect = "inspect",
    }
}

impl AttemptReason {
    /// Whether it counts as an attempt. The recipient is not told of what does not.
    pub const fn is_attempt(self) -> bool {
        !matches!(self, Self::NoAttempt | Self::OutOfTime | Self::VehicleBreakdown | Self::ParcelNotOnBoard)
    }

    /// Whether the phone asks for a photo. The record counts without one, too: the camera can be broken.
    pub const fn asks_photo(self) -> bool {
        use AttemptReason::{AddressNotFound, Closed, Damaged, NoAccess, RecipientAbsent};
        matches!(self, RecipientAbsent | AddressNotFound | NoAccess | Closed | Damaged)
    }

    pub const fn next_step(self) -> NextStep {
        match self {
            Self::AddressNotFound => NextStep::CheckAddress,
            Self::Refused | Self::CodNotPaid => NextStep::AskClient,
            Self::Damaged => NextStep::Inspect,
            Self::RecipientAbsent
            | Self::NoAccess
            | Self::Closed
            | Self::IdMissing
            | Self::NoAttempt
            | Self::OutOfTime
            | Self::VehicleBreakdown
            | Self::ParcelNotOnBoard => NextStep::TryAgain,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case_files::OFFLINE_REPLAYS;
    use serde_json::Value;
    use std::collections::BTreeSet;

    #[test]
    fn each_reason_is_in_one_of_two_classes() {
        let file: Value = serde_json::from_str(OFFLINE_REPLAYS).unwrap();
        let listed = |class: &str| -> BTreeSet<String> {
            file["reasons"][class]
                .as_array()
                .unwrap()
                .iter()
                .map(|code| code.as_str().unwrap().into())
                .collect()
        };
        let found = |is_attempt: bool| -> BTreeSet<String> {
            let reasons = AttemptReason::ALL.iter().filter(|reason| reason.is_attempt() == is_attempt);
            reasons.map(|reason| reason.as_str().into()).collect()
        };
        assert_eq!(found(true), listed("counted"));
        assert_eq!(found(false), listed("not_counted"));
    }

    #[test]
    fn what_is_no_attempt_is_tried_again_and_needs_no_photo() {
        let misses = AttemptReason::ALL.iter().filter(|reason| !reason.is_attempt());
        assert!(
            misses.into_iter().all(|reason| !reason.asks_photo() && reason.next_step() == NextStep::TryAgain)
        );
    }
}
