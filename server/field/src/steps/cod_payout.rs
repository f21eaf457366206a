//! The steps of cash on delivery that is paid out to its client.

use trade::{wire_code, wire_name};

use trade::steps::Actor::Staff;
use trade::steps::{Step, Steps};

wire_code! {
    /// State of a payout of cash on delivery.
    CodPayoutStatus {
        PaidOut = 20,
        /// It was none; the cash is open again.
        Reversed = 80,
    }
}
wire_name! {
    CodPayoutStep {
        Create = "create",
        /// With a reason, while the wallet that it went to still has the money.
        Reverse = "reverse",
    }
}

pub const COD_PAYOUT_STEPS: Steps<CodPayoutStep, CodPayoutStatus> = {
    use CodPayoutStatus::{PaidOut, Reversed};
    use CodPayoutStep as C;
    Steps {
        rows: &[
            Step::create(C::Create, &[PaidOut], &[Staff]),
            Step::between(C::Reverse, &[PaidOut], &[Reversed], &[Staff]),
        ],
    }
};

#[cfg(test)]
mod tests {
    use super::*;
    use trade::steps::grid::{list_targets, write_row};

    /// Columns: new, then the states in the order of `ALL`.
    const TABLE: [(CodPayoutStep, &str, &[i16]); 2] =
        [(CodPayoutStep::Create, "S . .", &[20]), (CodPayoutStep::Reverse, ". S .", &[80])];

    #[test]
    fn each_step_is_possible_as_in_the_table() {
        assert_eq!(TABLE.map(|(step, ..)| step), CodPayoutStep::ALL);
        for (step, row, targets) in TABLE {
            assert_eq!(write_row(&COD_PAYOUT_STEPS, step, CodPayoutStatus::ALL), row, "{step:?}");
            let found = list_targets(&COD_PAYOUT_STEPS, step, CodPayoutStatus::ALL);
            assert_eq!(found.into_iter().map(CodPayoutStatus::code).collect::<Vec<_>>(), targets, "{step:?}");
        }
    }
}
