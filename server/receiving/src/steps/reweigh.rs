//! The steps of a re-weighing. What the measures lead to is decided by `rules::reweigh`.

use trade::wire_name;

use crate::rules::reweigh::ReweighStatus;
use trade::steps::Actor::{Client, Staff, System};
use trade::steps::{Step, Steps};

wire_name! {
    ReweighStep {
        Measure = "measure",
        Accept = "accept",
        Dispute = "dispute",
        /// By another person than the one who measured.
        Decide = "decide",
        /// The client was silent.
        Lapse = "lapse",
    }
}

pub const REWEIGH_STEPS: Steps<ReweighStep, ReweighStatus> = {
    use ReweighStatus::{Disputed, Held, Measured, Settled};
    use ReweighStep as R;
    Steps {
        rows: &[
            Step::between(R::Measure, &[Measured], &[Measured, Held, Settled], &[Staff]).or_create(),
            Step::between(R::Accept, &[Held], &[Settled], &[Client, Staff]),
            Step::between(R::Dispute, &[Held], &[Disputed], &[Client]),
            // It waits for the client again when the difference is due and the funds are short.
            Step::between(R::Decide, &[Disputed], &[Held, Settled], &[Staff]),
            // It stays held when the funds are short.
            Step::between(R::Lapse, &[Held], &[Held, Settled], &[System]),
        ],
    }
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::reweigh::ReweighVerdict;
    use trade::steps::grid::{list_targets, write_row};

    /// Columns: new, then the states in the order of `ALL`. C: the client, S: staff, Y: the system.
    const TABLE: [(ReweighStep, &str, &[i16]); 5] = [
        (ReweighStep::Measure, "S S . . .", &[10, 20, 40]),
        (ReweighStep::Accept, ". . CS . .", &[40]),
        (ReweighStep::Dispute, ". . C . .", &[30]),
        (ReweighStep::Decide, ". . . S .", &[20, 40]),
        (ReweighStep::Lapse, ". . Y . .", &[20, 40]),
    ];

    #[test]
    fn each_step_is_possible_as_in_the_table() {
        assert_eq!(TABLE.map(|(step, ..)| step), ReweighStep::ALL);
        for (step, row, targets) in TABLE {
            assert_eq!(write_row(&REWEIGH_STEPS, step, ReweighStatus::ALL), row, "{step:?}");
            let found = list_targets(&REWEIGH_STEPS, step, ReweighStatus::ALL);
            assert_eq!(found.into_iter().map(ReweighStatus::code).collect::<Vec<_>>(), targets, "{step:?}");
        }
    }

    #[test]
    fn each_verdict_leads_to_a_state_of_the_table() {
        for verdict in ReweighVerdict::ALL {
            assert!(REWEIGH_STEPS.leads(ReweighStep::Measure, None, verdict.status()), "{verdict:?}");
        }
    }
}
