//! The stages of reading a message, as people see them, and what they allow to whom.

use policy::{Action, Resource};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::Verdict;
use server_core::record::{Transition, Transitions};
use trade::wire_name;

wire_name! {
    /// Where the reading of a message is.
    FetchStage {
        WaitingToStart = "waiting_to_start",
        Started = "started",
        Processing = "processing",
        Ended = "ended",
        /// It was tried several times, or cancelled. It is read again, or closed with a note.
        Failed = "failed",
    }
}

/// Facts that decide about a step besides the stage.
#[derive(Clone, Copy, Debug, Default)]
pub struct MessageFacts {
    /// Its file is kept no more.
    pub is_deleted: bool,
}

type Row = Transition<Action, FetchStage, MessageFacts>;

/// The actions of people on a message. The server reads it, and ends it in one way or the other.
pub const TRANSITIONS: Transitions<Action, FetchStage, MessageFacts> = {
    use FetchStage::{Ended, Failed, WaitingToStart};
    Transitions {
        resource: Resource::CargoMessage,
        rows: &[
            // A waybill may have been entered after its first message.
            Row::to(Action::Retry, &[Ended, Failed], WaitingToStart).guarded_by(is_kept),
            Row::to(Action::Close, &[Failed], Ended),
        ],
        otherwise: refuse,
    }
};

fn is_kept(facts: &MessageFacts) -> Verdict {
    if facts.is_deleted { Verdict::no(MessageCode::CargoMessageDeleted) } else { Verdict::Yes }
}

fn refuse(_: Action, stage: FetchStage) -> Verdict {
    match stage {
        FetchStage::Ended => Verdict::no(MessageCode::CargoMessageNotFailed),
        _ => Verdict::no(MessageCode::CargoMessageBusy),
    }
}

impl FetchStage {
    /// Whether it allows an action, for any user.
    pub fn verdict(self, action: Action, facts: MessageFacts) -> Verdict {
        TRANSITIONS.verdict(action, self, &facts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    /// Columns: the stages in the order of `ALL`; `S` for staff with the right, a dot for nobody.
    const TABLE: [(Action, &str); 2] = [(Action::Retry, ". . . S S"), (Action::Close, ". . . . S")];

    #[test]
    fn staff_can_do_what_the_table_says_and_clients_nothing() {
        let policy = Policy::load_shipped();
        for user_type in UserType::ALL {
            let grants = policy.grants(user_type);
            for (action, row) in TABLE {
                let expected = if user_type == UserType::Client { ". . . . ." } else { row };
                let can =
                    |stage: &FetchStage| TRANSITIONS.can(&grants, action, *stage, &MessageFacts::default());
                let found: Vec<&str> =
                    FetchStage::ALL.iter().map(|stage| if can(stage) { "S" } else { "." }).collect();
                assert_eq!(found.join(" "), expected, "{user_type:?} {action:?}");
            }
        }
    }

    #[test]
    fn each_refusal_has_its_reason() {
        let kept = MessageFacts::default();
        let busy = Verdict::no(MessageCode::CargoMessageBusy);
        for stage in [FetchStage::WaitingToStart, FetchStage::Started, FetchStage::Processing] {
            assert_eq!(
                (stage.verdict(Action::Retry, kept), stage.verdict(Action::Close, kept)),
                (busy.clone(), busy.clone())
            );
        }
        let read = Verdict::no(MessageCode::CargoMessageNotFailed);
        assert_eq!(FetchStage::Ended.verdict(Action::Close, kept), read);
        let deleted = FetchStage::Ended.verdict(Action::Retry, MessageFacts { is_deleted: true });
        assert_eq!(deleted, Verdict::no(MessageCode::CargoMessageDeleted));
        assert!(FetchStage::Failed.verdict(Action::Show, kept).is_yes());
    }
}
