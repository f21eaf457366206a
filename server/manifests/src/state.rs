//! The ways from one state of a manifest to the next, as data, and what the state allows to whom.

use policy::{Action, Grants, Resource};

use super::model::{Manifest, ManifestCan};
use super::snapshot::ManifestPurpose;
use super::store::AnswerCounts;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::record::{Transition, Transitions, always};
use trade::{wire_code, wire_name};

wire_code! {
    /// State of a manifest.
    ManifestStatus {
        Cancelled = 0,
        /// Its lines are those of the shipments as they are now.
        Open = 10,
        /// Its lines are copied and its files are made.
        Closing = 15,
        /// Its lines stay as they are.
        Closed = 20,
        Sending = 25,
        Sent = 30,
        /// Each house was accepted.
        Accepted = 40,
        /// A house was rejected. It goes on by an amendment.
        Rejected = 45,
    }
}

wire_name! {
    /// A step of a manifest.
    ManifestStep {
        Update = "update",
        Close = "close",
        Reopen = "reopen",
        Send = "send",
        RecordAnswer = "record_answer",
        /// Opens it again for a further version.
        Amend = "amend",
        /// The same once the goods have left.
        AmendLate = "amend_late",
        /// Makes an amendment that is open the withdrawal.
        Withdraw = "withdraw",
        /// Makes a withdrawal that is open an amendment: nobody was told of it.
        Restore = "restore",
        Cancel = "cancel",
        // By the server.
        Freeze = "freeze",
        CloseFailed = "close_failed",
        Sent = "sent",
        SendFailed = "send_failed",
        Accept = "accept",
        Reject = "reject",
    }
}

/// Facts that decide about a step besides the status.
#[derive(Clone, Copy, Debug, Default)]
pub struct ManifestFacts {
    /// A version was sent.
    pub is_known: bool,
    /// It is open for a further version, which is not its withdrawal yet.
    pub is_amended: bool,
    /// It takes back what was sent, as it was sent.
    pub is_withdrawal: bool,
    /// The goods have left.
    pub has_departed: bool,
    /// Its waybill is void, and it is more than the withdrawal of what was sent.
    pub is_waybill_void: bool,
    /// It is closed, and something came onto its waybill or off it since.
    pub is_waybill_changed: bool,
}

type Row = Transition<ManifestStep, ManifestStatus, ManifestFacts>;

const fn by_staff(
    verb: ManifestStep,
    from: &'static [ManifestStatus],
    to: ManifestStatus,
    right: Action,
) -> Row {
    Transition { verb, from, to: Some(to), right: Some(right), guard: always }
}

const fn within(verb: ManifestStep, from: &'static [ManifestStatus], right: Action) -> Row {
    Transition { verb, from, to: None, right: Some(right), guard: always }
}

const fn by_server(verb: ManifestStep, from: &'static [ManifestStatus], to: ManifestStatus) -> Row {
    Transition { verb, from, to: Some(to), right: None, guard: always }
}

pub const TRANSITIONS: Transitions<ManifestStep, ManifestStatus, ManifestFacts> = {
    use ManifestStatus::{Accepted, Cancelled, Closed, Closing, Open, Rejected, Sending, Sent};
    use ManifestStep as M;
    Transitions {
        resource: Resource::Manifest,
        rows: &[
            within(M::Update, &[Open], Action::Update).guarded_by(has_own_contents),
            by_staff(M::Close, &[Open], Closing, Action::Close),
            // The copy stays as a void version. A closing that failed for good is ended so, too.
            by_staff(M::Reopen, &[Closing, Closed], Open, Action::Reopen),
            // Again, if the task that sends it was cancelled.
            by_staff(M::Send, &[Closed, Sending], Sending, Action::Send).guarded_by(has_waybill),
            within(M::RecordAnswer, &[Sent, Accepted, Rejected], Action::RecordAnswer),
            by_staff(M::Amend, &[Sent, Accepted, Rejected], Open, Action::Amend).guarded_by(is_here),
            by_staff(M::AmendLate, &[Sent, Accepted, Rejected], Open, Action::AmendLate).guarded_by(has_left),
            within(M::Withdraw, &[Open], Action::Amend).guarded_by(is_amended),
            within(M::Restore, &[Open], Action::Amend).guarded_by(is_withdrawal),
            // Whoever has a version must be told that it is void: by an amendment.
            by_staff(M::Cancel, &[Open], Cancelled, Action::Cancel).guarded_by(is_unknown),
            by_server(M::Freeze, &[Closing], Closed),
            by_server(M::CloseFailed, &[Closing], Open),
            by_server(M::Sent, &[Sending], Sent),
            by_server(M::SendFailed, &[Sending], Closed),
            by_server(M::Accept, &[Sent, Rejected], Accepted),
            by_server(M::Reject, &[Sent, Accepted], Rejected),
        ],
        otherwise: refuse,
    }
};

/// A withdrawal has the houses and bags that were sent, whatever somebody writes into it.
const fn has_own_contents(manifest: &ManifestFacts) -> Verdict {
    if manifest.is_withdrawal { Verdict::no(MessageCode::ManifestState) } else { Verdict::Yes }
}

fn is_unknown(manifest: &ManifestFacts) -> Verdict {
    if manifest.is_known { Verdict::no(MessageCode::ManifestSent) } else { Verdict::Yes }
}

const fn is_here(manifest: &ManifestFacts) -> Verdict {
    if manifest.has_departed { Verdict::no(MessageCode::ManifestDeparted) } else { Verdict::Yes }
}

const fn has_waybill(manifest: &ManifestFacts) -> Verdict {
    if manifest.is_waybill_void {
        Verdict::no(MessageCode::ManifestWaybillVoid)
    } else if manifest.is_waybill_changed {
        Verdict::no(MessageCode::ManifestWaybillChanged)
    } else {
        Verdict::Yes
    }
}

const fn is_amended(manifest: &ManifestFacts) -> Verdict {
    if manifest.is_amended { Verdict::Yes } else { Verdict::no(MessageCode::ManifestState) }
}

const fn is_withdrawal(manifest: &ManifestFacts) -> Verdict {
    if manifest.is_withdrawal { Verdict::Yes } else { Verdict::no(MessageCode::ManifestState) }
}

const fn has_left(manifest: &ManifestFacts) -> Verdict {
    if manifest.has_departed { Verdict::Yes } else { Verdict::no(MessageCode::ManifestState) }
}

fn refuse(_: ManifestStep, status: ManifestStatus) -> Verdict {
    Verdict::No(MessageCode::ManifestState, Params::from([("status", status.code().into())]))
}

/// The step that an action is named after; none for actions that do not change a manifest.
pub fn step_of(action: Action) -> Option<ManifestStep> {
    ManifestStep::from_name(action.name()).filter(|step| TRANSITIONS.right(*step) == Some(action))
}

impl Manifest {
    /// Whether its state allows a step.
    pub fn verdict(&self, step: ManifestStep) -> Verdict {
        TRANSITIONS.verdict(step, self.status, &self.facts())
    }

    const fn facts(&self) -> ManifestFacts {
        ManifestFacts {
            is_known: self.is_known,
            is_amended: self.is_amended(),
            is_withdrawal: matches!(self.purpose, ManifestPurpose::Deletion),
            has_departed: self.has_departed,
            is_waybill_void: self.is_waybill_void,
            // One that is on its way is sent again to find that out, and is closed then.
            is_waybill_changed: self.is_waybill_changed && matches!(self.status, ManifestStatus::Closed),
        }
    }

    /// Whether it is open for a further version that is not its withdrawal.
    pub const fn is_amended(&self) -> bool {
        let is_update = !matches!(self.purpose, ManifestPurpose::Deletion);
        self.is_known && is_update && matches!(self.status, ManifestStatus::Open)
    }

    /// The step by which it is opened for a further version.
    pub const fn reopening(&self) -> ManifestStep {
        if self.has_departed { ManifestStep::AmendLate } else { ManifestStep::Amend }
    }

    /// The step by which it is amended now.
    pub const fn amendment(&self) -> ManifestStep {
        let is_open = matches!(self.status, ManifestStatus::Open);
        if is_open && self.facts().is_withdrawal { ManifestStep::Restore } else { self.reopening() }
    }

    /// The manifest with the permissions of a user.
    pub fn seen_by(self, grants: &Grants) -> Self {
        let can = |step| TRANSITIONS.can(grants, step, self.status, &self.facts());
        let opens = can(self.reopening()) && grants.allow(Resource::Manifest, Action::Amend);
        let is_late = self.has_departed && !grants.allow(Resource::Manifest, Action::AmendLate);
        let can = ManifestCan {
            update: can(ManifestStep::Update),
            close: can(ManifestStep::Close),
            reopen: can(ManifestStep::Reopen),
            send: can(ManifestStep::Send),
            record_answer: can(ManifestStep::RecordAnswer),
            amend: opens || can(ManifestStep::Restore) && !is_late,
            withdraw: opens || can(ManifestStep::Withdraw) && !is_late,
            cancel: can(ManifestStep::Cancel),
            download: grants.allow(Resource::Manifest, Action::Export),
        };
        Self { can, ..self }
    }
}

/// The state after the answers about so many of its houses; none if it stays.
pub fn find_answered(status: ManifestStatus, houses: i32, answers: AnswerCounts) -> Option<ManifestStatus> {
    if answers.accepted + answers.rejected < houses {
        return None;
    }
    let step = if answers.rejected > 0 { ManifestStep::Reject } else { ManifestStep::Accept };
    TRANSITIONS.after(step, status)
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    /// Facts that let a step go on.
    fn facts_for(step: ManifestStep) -> ManifestFacts {
        ManifestFacts {
            has_departed: step == ManifestStep::AmendLate,
            is_amended: step == ManifestStep::Withdraw,
            is_withdrawal: step == ManifestStep::Restore,
            ..ManifestFacts::default()
        }
    }

    /// Columns: the states in the order of `ALL`. `S`: staff with the right; `Y`: the server; a dot: nobody.
    const TABLE: [(ManifestStep, &str, Option<i16>); 16] = [
        (ManifestStep::Update, ". S . . . . . .", None),
        (ManifestStep::Close, ". S . . . . . .", Some(15)),
        (ManifestStep::Reopen, ". . S S . . . .", Some(10)),
        (ManifestStep::Send, ". . . S S . . .", Some(25)),
        (ManifestStep::RecordAnswer, ". . . . . S S S", None),
        (ManifestStep::Amend, ". . . . . S S S", Some(10)),
        (ManifestStep::AmendLate, ". . . . . S S S", Some(10)),
        (ManifestStep::Withdraw, ". S . . . . . .", None),
        (ManifestStep::Restore, ". S . . . . . .", None),
        (ManifestStep::Cancel, ". S . . . . . .", Some(0)),
        (ManifestStep::Freeze, ". . Y . . . . .", Some(20)),
        (ManifestStep::CloseFailed, ". . Y . . . . .", Some(10)),
        (ManifestStep::Sent, ". . . . Y . . .", Some(30)),
        (ManifestStep::SendFailed, ". . . . Y . . .", Some(20)),
        (ManifestStep::Accept, ". . . . . Y . Y", Some(40)),
        (ManifestStep::Reject, ". . . . . Y Y .", Some(45)),
    ];

    #[test]
    fn each_step_is_possible_as_in_the_table() {
        assert_eq!(TABLE.map(|(step, ..)| step), ManifestStep::ALL);
        for (step, row, to) in TABLE {
            let cell = |status: &ManifestStatus| match TRANSITIONS.verdict(step, *status, &facts_for(step)) {
                Verdict::Yes if TRANSITIONS.right(step).is_some() => "S",
                Verdict::Yes => "Y",
                _ => ".",
            };
            let found: Vec<&str> = ManifestStatus::ALL.iter().map(cell).collect();
            assert_eq!(found.join(" "), row, "{step:?}");
            let mut targets = ManifestStatus::ALL.iter().filter_map(|from| TRANSITIONS.after(step, *from));
            assert!(targets.all(|target| Some(target.code()) == to), "{step:?}");
        }
    }

    #[test]
    fn staff_can_do_what_the_table_says_and_clients_nothing() {
        let policy = Policy::load_shipped();
        for (user_type, status) in
            UserType::ALL.iter().flat_map(|it| ManifestStatus::ALL.iter().map(move |status| (*it, *status)))
        {
            let grants = policy.grants(user_type);
            for (step, ..) in TABLE {
                let facts = facts_for(step);
                let is_possible = TRANSITIONS.verdict(step, status, &facts).is_yes();
                let is_late = step == ManifestStep::AmendLate;
                let has_right = match user_type {
                    UserType::Client => false,
                    UserType::User => TRANSITIONS.right(step).is_some() && !is_late,
                    UserType::Admin | UserType::Dev => TRANSITIONS.right(step).is_some(),
                };
                let expected = has_right && is_possible;
                let can = TRANSITIONS.can(&grants, step, status, &facts);
                assert_eq!(can, expected, "{user_type:?} {status:?} {step:?}");
            }
        }
    }

    #[test]
    fn only_an_amendment_becomes_the_withdrawal() {
        let verdict = |is_amended| {
            let facts = ManifestFacts { is_known: true, is_amended, ..ManifestFacts::default() };
            TRANSITIONS.verdict(ManifestStep::Withdraw, ManifestStatus::Open, &facts)
        };
        assert!(verdict(true).is_yes());
        assert_eq!(verdict(false), Verdict::no(MessageCode::ManifestState));
    }

    #[test]
    fn a_withdrawal_is_closed_as_it_is() {
        let withdrawal = ManifestFacts { is_known: true, is_withdrawal: true, ..ManifestFacts::default() };
        let verdict = |step| TRANSITIONS.verdict(step, ManifestStatus::Open, &withdrawal);
        assert_eq!(verdict(ManifestStep::Update), Verdict::no(MessageCode::ManifestState));
        assert!(verdict(ManifestStep::Close).is_yes());
    }

    #[test]
    fn a_manifest_that_was_sent_is_not_cancelled() {
        let sent = ManifestFacts { is_known: true, ..ManifestFacts::default() };
        let verdict = TRANSITIONS.verdict(ManifestStep::Cancel, ManifestStatus::Open, &sent);
        assert_eq!(verdict, Verdict::no(MessageCode::ManifestSent));
    }

    #[test]
    fn a_manifest_of_a_void_waybill_is_not_sent() {
        let void = ManifestFacts { is_waybill_void: true, ..ManifestFacts::default() };
        let verdict = |step| TRANSITIONS.verdict(step, ManifestStatus::Closed, &void);
        assert_eq!(verdict(ManifestStep::Send), Verdict::no(MessageCode::ManifestWaybillVoid));
        assert!(verdict(ManifestStep::Reopen).is_yes());
    }

    #[test]
    fn a_manifest_whose_waybill_has_changed_is_opened_again_before_it_is_sent() {
        let changed = ManifestFacts { is_waybill_changed: true, ..ManifestFacts::default() };
        let verdict = |step| TRANSITIONS.verdict(step, ManifestStatus::Closed, &changed);
        assert_eq!(verdict(ManifestStep::Send), Verdict::no(MessageCode::ManifestWaybillChanged));
        assert!(verdict(ManifestStep::Reopen).is_yes());
    }

    #[test]
    fn an_amendment_after_the_departure_is_another_step() {
        let verdict = |step, has_departed| {
            let facts = ManifestFacts { is_known: true, has_departed, ..ManifestFacts::default() };
            TRANSITIONS.verdict(step, ManifestStatus::Sent, &facts)
        };
        assert_eq!(verdict(ManifestStep::Amend, true), Verdict::no(MessageCode::ManifestDeparted));
        assert!(verdict(ManifestStep::AmendLate, true).is_yes());
        assert!(!verdict(ManifestStep::AmendLate, false).is_yes());
    }

    #[test]
    fn the_last_answer_decides_and_one_rejection_is_enough() {
        use ManifestStatus::{Accepted, Rejected, Sent};
        let after =
            |status, accepted, rejected| find_answered(status, 3, AnswerCounts { accepted, rejected });
        assert_eq!(after(Sent, 1, 1), None);
        assert_eq!(after(Sent, 2, 1), Some(Rejected));
        assert_eq!(after(Sent, 3, 0), Some(Accepted));
        assert_eq!(after(Rejected, 3, 0), Some(Accepted));
        assert_eq!(after(Accepted, 2, 1), Some(Rejected));
        assert_eq!(after(Rejected, 2, 1), None, "it stays");
    }

    #[test]
    fn actions_of_users_name_their_steps() {
        assert_eq!(step_of(Action::Amend), Some(ManifestStep::Amend));
        assert_eq!(step_of(Action::Show), None);
        // They are amendments, too.
        let is_named = |step| !matches!(step, ManifestStep::Withdraw | ManifestStep::Restore);
        for step in TABLE.map(|(step, ..)| step).into_iter().filter(|step| is_named(*step)) {
            assert!(TRANSITIONS.right(step).is_none_or(|right| step_of(right) == Some(step)), "{step:?}");
        }
    }
}
