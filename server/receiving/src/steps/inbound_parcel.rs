//! The steps of a parcel that comes to a warehouse for a client, announced or not.

use trade::{wire_code, wire_name};

use trade::steps::Actor::{Client, Staff, System};
use trade::steps::{Step, Steps};

wire_code! {
    /// State of a parcel that comes to a warehouse.
    InboundParcelStatus {
        Cancelled = 0, Expected = 10, Arrived = 20, Stored = 30, Packed = 40, Gone = 50, Abandoned = 60,
    }
}
wire_name! {
    InboundParcelStep {
        Announce = "announce",
        Receive = "receive",
        /// Its client was unknown.
        Identify = "identify",
        PutAway = "put_away",
        Pack = "pack",
        Depart = "depart",
        /// Its shipment was cancelled.
        Unpack = "unpack",
        Abandon = "abandon",
        Cancel = "cancel",
    }
}

pub const INBOUND_PARCEL_STEPS: Steps<InboundParcelStep, InboundParcelStatus> = {
    use InboundParcelStatus::{Abandoned, Arrived, Cancelled, Expected, Gone, Packed, Stored};
    use InboundParcelStep as P;
    Steps {
        rows: &[
            Step::create(P::Announce, &[Expected], &[Client, Staff]),
            Step::between(P::Receive, &[Expected], &[Arrived], &[Staff]).or_create(),
            Step::within(P::Identify, &[Arrived], &[Staff]),
            // Also from one place to another.
            Step::between(P::PutAway, &[Arrived, Stored], &[Stored], &[Staff]),
            Step::between(P::Pack, &[Arrived, Stored], &[Packed], &[Staff]),
            Step::between(P::Depart, &[Packed], &[Gone], &[System]),
            Step::between(P::Unpack, &[Packed], &[Arrived, Stored], &[System]),
            Step::between(P::Abandon, &[Stored], &[Abandoned], &[Staff]),
            Step::between(P::Cancel, &[Expected], &[Cancelled], &[Staff]),
        ],
    }
};

#[cfg(test)]
mod tests {
    use super::*;
    use trade::steps::grid::{list_targets, write_row};

    /// Columns: new, then the states in the order of `ALL`.
    const TABLE: [(InboundParcelStep, &str, &[i16]); 9] = [
        (InboundParcelStep::Announce, "CS . . . . . . .", &[10]),
        (InboundParcelStep::Receive, "S . S . . . . .", &[20]),
        (InboundParcelStep::Identify, ". . . S . . . .", &[20]),
        (InboundParcelStep::PutAway, ". . . S S . . .", &[30]),
        (InboundParcelStep::Pack, ". . . S S . . .", &[40]),
        (InboundParcelStep::Depart, ". . . . . Y . .", &[50]),
        (InboundParcelStep::Unpack, ". . . . . Y . .", &[20, 30]),
        (InboundParcelStep::Abandon, ". . . . S . . .", &[60]),
        (InboundParcelStep::Cancel, ". . S . . . . .", &[0]),
    ];

    #[test]
    fn each_step_is_possible_as_in_the_table() {
        assert_eq!(TABLE.map(|(step, ..)| step), InboundParcelStep::ALL);
        for (step, row, targets) in TABLE {
            let states = InboundParcelStatus::ALL;
            assert_eq!(write_row(&INBOUND_PARCEL_STEPS, step, states), row, "{step:?}");
            let found = list_targets(&INBOUND_PARCEL_STEPS, step, states);
            assert_eq!(
                found.into_iter().map(InboundParcelStatus::code).collect::<Vec<_>>(),
                targets,
                "{step:?}"
            );
        }
    }
}
