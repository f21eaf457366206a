//! The stages of fetching events of waybills, as people see them.

use trade::wire_name;

wire_name! {
    /// Where the fetching of events is.
    FetchStage {
        WaitingToStart = "waiting_to_start",
        Started = "started",
        Processing = "processing",
        Ended = "ended",
    }
}

/// The next stages of each.
const WAYS: [(FetchStage, &[FetchStage]); 4] = [
    (FetchStage::WaitingToStart, &[FetchStage::Started]),
    // A file that is no message has nothing to process.
    (FetchStage::Started, &[FetchStage::Processing, FetchStage::Ended]),
    (FetchStage::Processing, &[FetchStage::Ended]),
    (FetchStage::Ended, &[]),
];

impl FetchStage {
    pub fn leads_to(self, next: Self) -> bool {
        WAYS.iter().any(|(from, to)| *from == self && to.contains(&next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_only_go_on_and_end() {
        use FetchStage::{Ended, Processing, Started, WaitingToStart};
        assert_eq!(WAYS.map(|(stage, _)| stage), FetchStage::ALL);
        for from in FetchStage::ALL {
            for to in FetchStage::ALL {
                let expected = matches!(
                    (from, to),
                    (WaitingToStart, Started) | (Started, Processing | Ended) | (Processing, Ended)
                );
                assert_eq!(from.leads_to(*to), expected, "{from:?} {to:?}");
            }
        }
    }
}
