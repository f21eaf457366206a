//! The steps of a driver's run: its stops in an order, with versions.

use trade::{wire_code, wire_name};

use trade::steps::Actor::{Driver, Staff};
use trade::steps::{Step, Steps};

wire_code! {
    /// State of a run.
    RunStatus { Cancelled = 0, Draft = 10, Ready = 20, Loaded = 25, InProgress = 30, Closed = 40 }
}
wire_name! {
    RunStep {
        Create = "create",
        /// Driver and stops. With both it is ready. Once it is under way, only stops that are not done change.
        Update = "update",
        /// Puts the stops in an order; those that are done or fixed stay.
        Optimize = "optimize",
        /// Scans of the parcels.
        Load = "load",
        /// All parcels are loaded or taken off.
        Start = "start",
        /// Each stop has an outcome and all its files; by staff with a reason otherwise.
        Close = "close",
        Cancel = "cancel",
    }
}

pub const RUN_STEPS: Steps<RunStep, RunStatus> = {
    use RunStatus::{Cancelled, Closed, Draft, InProgress, Loaded, Ready};
    use RunStep as R;
    Steps {
        rows: &[
            Step::create(R::Create, &[Draft, Ready], &[Staff]),
            Step::between(R::Update, &[Draft, Ready], &[Draft, Ready], &[Staff]),
            Step::within(R::Update, &[Loaded, InProgress], &[Staff]),
            Step::within(R::Optimize, &[Draft, Ready, Loaded, InProgress], &[Staff]),
            Step::between(R::Load, &[Ready, Loaded], &[Loaded], &[Staff, Driver]),
            // Staff start for a driver without a phone. A run with pickups alone has nothing to load.
            Step::between(R::Start, &[Ready, Loaded], &[InProgress], &[Staff, Driver]),
            Step::between(R::Close, &[InProgress], &[Closed], &[Staff, Driver]),
            Step::between(R::Cancel, &[Draft, Ready, Loaded], &[Cancelled], &[Staff]),
        ],
    }
};

#[cfg(test)]
mod tests {
    use super::*;
    use trade::steps::grid::{list_targets, write_row};

    /// Columns: new, then the states in the order of `ALL`.
    const TABLE: [(RunStep, &str, &[i16]); 7] = [
        (RunStep::Create, "S . . . . . .", &[10, 20]),
        (RunStep::Update, ". . S S S S .", &[10, 20, 25, 30]),
        (RunStep::Optimize, ". . S S S S .", &[10, 20, 25, 30]),
        (RunStep::Load, ". . . SD SD . .", &[25]),
        (RunStep::Start, ". . . SD SD . .", &[30]),
        (RunStep::Close, ". . . . . SD .", &[40]),
        (RunStep::Cancel, ". . S S S . .", &[0]),
    ];

    #[test]
    fn each_step_is_possible_as_in_the_table() {
        assert_eq!(TABLE.map(|(step, ..)| step), RunStep::ALL);
        for (step, row, targets) in TABLE {
            assert_eq!(write_row(&RUN_STEPS, step, RunStatus::ALL), row, "{step:?}");
            let found = list_targets(&RUN_STEPS, step, RunStatus::ALL);
            assert_eq!(found.into_iter().map(RunStatus::code).collect::<Vec<_>>(), targets, "{step:?}");
        }
    }
}
