//! The steps of a pickup.

use trade::{wire_code, wire_name};

use crate::drivers::stop_fold::StopState;
use trade::steps::Actor::{Client, Driver, Staff};
use trade::steps::{Step, Steps};

wire_code! {
    /// State of a pickup.
    PickupStatus {
        Cancelled = 0, Requested = 10, Scheduled = 20, OnRoute = 30, Collected = 40, Partial = 45, Failed = 50,
    }
}
wire_name! {
    PickupStep {
        Create = "create",
        Update = "update",
        Schedule = "schedule",
        /// With its run.
        Start = "start",
        Collect = "collect",
        Fail = "fail",
        /// By the client, before the cut-off.
        Cancel = "cancel",
        /// Change or end the rule by which it is asked for again.
        Repeat = "repeat",
        /// The tasks that records left for staff are decided.
        Settle = "settle",
    }
}

pub const PICKUP_STEPS: Steps<PickupStep, PickupStatus> = {
    use PickupStatus::{Cancelled, Collected, Failed, OnRoute, Partial, Requested, Scheduled};
    use PickupStep as P;
    Steps {
        rows: &[
            Step::create(P::Create, &[Requested], &[Client, Staff]),
            Step::within(P::Update, &[Requested], &[Client, Staff]),
            Step::within(P::Update, &[Scheduled], &[Staff]),
            Step::between(P::Schedule, &[Requested, Failed], &[Scheduled], &[Staff]),
            Step::between(P::Start, &[Scheduled], &[OnRoute], &[Driver]),
            // Records arrive late: after a failure, after a cancellation, off the run. The parcels are in the vehicle.
            Step::between(
                P::Collect,
                &[Cancelled, Scheduled, OnRoute, Failed],
                &[Collected, Partial],
                &[Driver],
            ),
            // A provider reports by telephone, and not every driver has a run.
            Step::between(P::Collect, &[Scheduled, OnRoute], &[Collected, Partial], &[Staff]),
            Step::between(P::Fail, &[Scheduled, OnRoute], &[Failed], &[Driver, Staff]),
            // After a failure, it frees the shipments.
            Step::between(P::Cancel, &[Requested, Scheduled, Failed], &[Cancelled], &[Client, Staff]),
            Step::within(P::Repeat, PickupStatus::ALL, &[Client, Staff]),
            Step::within(P::Settle, PickupStatus::ALL, &[Staff]),
        ],
    }
};

impl From<StopState> for PickupStatus {
    /// Parcels that were returned were never collected.
    fn from(state: StopState) -> Self {
        match state {
            StopState::Out => Self::OnRoute,
            StopState::Done => Self::Collected,
            StopState::Partial => Self::Partial,
            StopState::Failed | StopState::Returned => Self::Failed,
            StopState::Cancelled => Self::Cancelled,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trade::steps::grid::{list_targets, write_row};

    /// Columns: new, then the states in the order of `ALL`.
    const TABLE: [(PickupStep, &str, &[i16]); 9] = [
        (PickupStep::Create, "CS . . . . . . .", &[10]),
        (PickupStep::Update, ". . CS S . . . .", &[10, 20]),
        (PickupStep::Schedule, ". . S . . . . S", &[20]),
        (PickupStep::Start, ". . . D . . . .", &[30]),
        (PickupStep::Collect, ". D . SD SD . . D", &[40, 45]),
        (PickupStep::Fail, ". . . SD SD . . .", &[50]),
        (PickupStep::Cancel, ". . CS CS . . . CS", &[0]),
        (PickupStep::Repeat, ". CS CS CS CS CS CS CS", &[0, 10, 20, 30, 40, 45, 50]),
        (PickupStep::Settle, ". S S S S S S S", &[0, 10, 20, 30, 40, 45, 50]),
    ];

    #[test]
    fn each_step_is_possible_as_in_the_table() {
        assert_eq!(TABLE.map(|(step, ..)| step), PickupStep::ALL);
        for (step, row, targets) in TABLE {
            assert_eq!(write_row(&PICKUP_STEPS, step, PickupStatus::ALL), row, "{step:?}");
            let found = list_targets(&PICKUP_STEPS, step, PickupStatus::ALL);
            assert_eq!(found.into_iter().map(PickupStatus::code).collect::<Vec<_>>(), targets, "{step:?}");
        }
    }
}
