//! The steps of joining several parcels of a client into one.

use trade::{wire_code, wire_name};

use trade::steps::Actor::{Client, Staff};
use trade::steps::{Step, Steps};

wire_code! {
    /// State of a repacking.
    RepackStatus { Cancelled = 0, Requested = 10, Packing = 20, Finished = 40 }
}
wire_name! {
    RepackStep {
        Create = "create",
        Start = "start",
        /// A parcel that goes in.
        Scan = "scan",
        /// All parcels are in, or it is said why one is missing.
        Finish = "finish",
        /// It costs once packing began, and then only staff can.
        Cancel = "cancel",
    }
}

pub const REPACK_STEPS: Steps<RepackStep, RepackStatus> = {
    use RepackStatus::{Cancelled, Finished, Packing, Requested};
    use RepackStep as R;
    Steps {
        rows: &[
            Step::create(R::Create, &[Requested], &[Client, Staff]),
            Step::between(R::Start, &[Requested], &[Packing], &[Staff]),
            Step::within(R::Scan, &[Packing], &[Staff]),
            Step::between(R::Finish, &[Packing], &[Finished], &[Staff]),
            Step::between(R::Cancel, &[Requested], &[Cancelled], &[Client, Staff]),
            Step::between(R::Cancel, &[Packing], &[Cancelled], &[Staff]),
        ],
    }
};

#[cfg(test)]
mod tests {
    use super::*;
    use trade::steps::grid::{list_targets, write_row};

    /// Columns: new, then the states in the order of `ALL`. C: the client, S: staff.
    const TABLE: [(RepackStep, &str, &[i16]); 5] = [
        (RepackStep::Create, "CS . . . .", &[10]),
        (RepackStep::Start, ". . S . .", &[20]),
        (RepackStep::Scan, ". . . S .", &[20]),
        (RepackStep::Finish, ". . . S .", &[40]),
        (RepackStep::Cancel, ". . CS S .", &[0]),
    ];

    #[test]
    fn each_step_is_possible_as_in_the_table() {
        assert_eq!(TABLE.map(|(step, ..)| step), RepackStep::ALL);
        for (step, row, targets) in TABLE {
            assert_eq!(write_row(&REPACK_STEPS, step, RepackStatus::ALL), row, "{step:?}");
            let found = list_targets(&REPACK_STEPS, step, RepackStatus::ALL);
            assert_eq!(found.into_iter().map(RepackStatus::code).collect::<Vec<_>>(), targets, "{step:?}");
        }
    }
}
