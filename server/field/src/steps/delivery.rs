//! The steps of a delivery.

use trade::{wire_code, wire_name};

use crate::drivers::stop_fold::StopState;
use trade::steps::Actor::{Client, Driver, Staff, System};
use trade::steps::{Step, Steps};

wire_code! {
    /// State of a delivery.
    DeliveryStatus {
        Cancelled = 0, Pending = 10, Assigned = 20, Out = 30, Delivered = 40, Partial = 45, Failed = 50, Returned = 60,
    }
}
wire_name! {
    DeliveryStep {
        /// By the server when its shipments are cleared and the company delivers itself.
        Create = "create",
        Update = "update",
        /// To a run.
        Assign = "assign",
        /// Off its run: it was not loaded, or the run was closed before it.
        Unassign = "unassign",
        /// With its run.
        Start = "start",
        /// A driver's record; `drivers::stop_fold` decides.
        Record = "record",
        /// Also from a failure that was none.
        Reopen = "reopen",
        Reassign = "reassign",
        Cancel = "cancel",
        Return = "return",
        /// The tasks that records left for staff are decided.
        Settle = "settle",
        /// A new PIN for the recipient.
        Pin = "pin",
        /// At the counter, to who fetches it.
        HandOver = "hand_over",
        /// More photos and papers.
        Attach = "attach",
    }
}

pub const DELIVERY_STEPS: Steps<DeliveryStep, DeliveryStatus> = {
    use DeliveryStatus::{Assigned, Cancelled, Delivered, Failed, Out, Partial, Pending, Returned};
    use DeliveryStep as D;
    Steps {
        rows: &[
            Step::create(D::Create, &[Pending], &[Staff, System]),
            Step::within(D::Update, &[Pending, Assigned, Out, Partial, Failed], &[Staff]),
            // The parcels that are left of a partial one, too.
            Step::between(D::Assign, &[Pending, Partial, Failed], &[Assigned], &[Staff]),
            Step::between(D::Unassign, &[Assigned, Out], &[Pending], &[Staff, Driver]),
            // Staff start for a driver without a phone.
            Step::between(D::Start, &[Assigned], &[Out], &[Staff, Driver]),
            // Records arrive late: after the run was closed, after an outcome, after a reassignment, after a cancellation. An undo leads back.
            Step::between(
                D::Record,
                &[Pending, Assigned, Out, Delivered, Partial, Failed, Cancelled],
                &[Out, Delivered, Partial, Failed],
                &[Driver],
            ),
            // What comes after the return is kept, and changes nothing.
            Step::within(D::Record, &[Returned], &[Driver]),
            // It goes on with its run, or waits for another one when that is over.
            Step::between(D::Reopen, &[Delivered, Failed], &[Pending, Out], &[Staff]),
            Step::between(D::Reassign, &[Assigned, Out], &[Assigned], &[Staff]),
            Step::between(D::Cancel, &[Pending, Assigned, Out], &[Cancelled], &[Staff]),
            // Its client has not decided in time, and its shipments say that they are abandoned.
            Step::between(D::Cancel, &[Failed], &[Cancelled], &[System]),
            // For a partial one, the parcels that are left.
            Step::between(D::Return, &[Partial, Failed], &[Returned], &[Staff]),
            // After the last attempt, or once the client has not decided in time.
            Step::between(D::Return, &[Failed], &[Returned], &[Client, System]),
            Step::within(D::Settle, DeliveryStatus::ALL, &[Staff]),
            Step::within(D::Pin, &[Pending, Assigned, Out, Partial, Failed], &[Staff]),
            // Parcels that are on a run are not at the counter.
            Step::between(D::HandOver, &[Pending, Partial, Failed], &[Delivered], &[Staff]),
            Step::within(D::Attach, &[Out, Delivered, Partial, Failed, Returned], &[Staff]),
        ],
    }
};

impl From<StopState> for DeliveryStatus {
    fn from(state: StopState) -> Self {
        match state {
            StopState::Out => Self::Out,
            StopState::Done => Self::Delivered,
            StopState::Partial => Self::Partial,
            StopState::Failed => Self::Failed,
            StopState::Returned => Self::Returned,
            StopState::Cancelled => Self::Cancelled,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trade::steps::grid::{list_targets, write_row};

    /// Columns: new, then the states in the order of `ALL`.
    const TABLE: [(DeliveryStep, &str, &[i16]); 14] = [
        (DeliveryStep::Create, "SY . . . . . . . .", &[10]),
        (DeliveryStep::Update, ". . S S S . S S .", &[10, 20, 30, 45, 50]),
        (DeliveryStep::Assign, ". . S . . . S S .", &[20]),
        (DeliveryStep::Unassign, ". . . SD SD . . . .", &[10]),
        (DeliveryStep::Start, ". . . SD . . . . .", &[30]),
        (DeliveryStep::Record, ". D D D D D D D D", &[30, 40, 45, 50, 60]),
        (DeliveryStep::Reopen, ". . . . . S . S .", &[10, 30]),
        (DeliveryStep::Reassign, ". . . S S . . . .", &[20]),
        (DeliveryStep::Cancel, ". . S S S . . Y .", &[0]),
        (DeliveryStep::Return, ". . . . . . S CSY .", &[60]),
        (DeliveryStep::Settle, ". S S S S S S S S", &[0, 10, 20, 30, 40, 45, 50, 60]),
        (DeliveryStep::Pin, ". . S S S . S S .", &[10, 20, 30, 45, 50]),
        (DeliveryStep::HandOver, ". . S . . . S S .", &[40]),
        (DeliveryStep::Attach, ". . . . S S S S S", &[30, 40, 45, 50, 60]),
    ];

    #[test]
    fn each_step_is_possible_as_in_the_table() {
        assert_eq!(TABLE.map(|(step, ..)| step), DeliveryStep::ALL);
        for (step, row, targets) in TABLE {
            assert_eq!(write_row(&DELIVERY_STEPS, step, DeliveryStatus::ALL), row, "{step:?}");
            let found = list_targets(&DELIVERY_STEPS, step, DeliveryStatus::ALL);
            assert_eq!(found.into_iter().map(DeliveryStatus::code).collect::<Vec<_>>(), targets, "{step:?}");
        }
    }
}
