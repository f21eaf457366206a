//! The steps of cash that a driver hands in.

use trade::{wire_code, wire_name};

use trade::steps::Actor::Staff;
use trade::steps::{Step, Steps};

wire_code! {
    /// State of a handover of cash.
    CashHandoverStatus {
        /// The count is what was expected.
        Settled = 20,
        Difference = 30,
        /// Somebody has decided about the difference.
        Decided = 40,
    }
}
wire_name! {
    CashHandoverStep {
        /// Somebody else than the driver counts.
        Create = "create",
        /// Neither the driver nor who counted.
        Decide = "decide",
    }
}

pub const CASH_HANDOVER_STEPS: Steps<CashHandoverStep, CashHandoverStatus> = {
    use CashHandoverStatus::{Decided, Difference, Settled};
    use CashHandoverStep as C;
    Steps {
        rows: &[
            Step::create(C::Create, &[Settled, Difference], &[Staff]),
            Step::between(C::Decide, &[Difference], &[Decided], &[Staff]),
        ],
    }
};

#[cfg(test)]
mod tests {
    use super::*;
    use trade::steps::grid::{list_targets, write_row};

    /// Columns: new, then the states in the order of `ALL`.
    const TABLE: [(CashHandoverStep, &str, &[i16]); 2] =
        [(CashHandoverStep::Create, "S . . .", &[20, 30]), (CashHandoverStep::Decide, ". . S .", &[40])];

    #[test]
    fn each_step_is_possible_as_in_the_table() {
        assert_eq!(TABLE.map(|(step, ..)| step), CashHandoverStep::ALL);
        for (step, row, targets) in TABLE {
            assert_eq!(write_row(&CASH_HANDOVER_STEPS, step, CashHandoverStatus::ALL), row, "{step:?}");
            let found = list_targets(&CASH_HANDOVER_STEPS, step, CashHandoverStatus::ALL);
            assert_eq!(
                found.into_iter().map(CashHandoverStatus::code).collect::<Vec<_>>(),
                targets,
                "{step:?}"
            );
        }
    }
}
