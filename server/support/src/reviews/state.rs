//! The ways from one state of a review to the next, as data, and what the state allows to whom.

use chrono::{DateTime, TimeDelta, Utc};
use policy::{Action, Grants, Resource};
use trade::wire_code;
use uuid::Uuid;

use super::model::{Review, ReviewCan};
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::live::Audience;
use server_core::record::{Transition, Transitions};

wire_code! {
    /// State of a review.
    ReviewStatus {
        /// The client has not said anything yet.
        Invited = 10,
        /// Staff have not published it.
        Submitted = 20,
        Published = 30,
        Hidden = 40,
    }
}

/// How long an invitation is good.
const INVITED_FOR: TimeDelta = TimeDelta::days(60);
/// How long a client can change what it said.
const CHANGED_FOR: TimeDelta = TimeDelta::days(14);

/// The facts that decide about a step besides the status.
#[derive(Clone, Copy, Debug)]
pub struct ReviewFacts {
    pub is_delivered: bool,
    /// The client can still say something, or change it.
    pub is_in_time: bool,
}

pub const TRANSITIONS: Transitions<Action, ReviewStatus, ReviewFacts> = {
    use ReviewStatus::{Hidden, Invited, Published, Submitted};
    Transitions {
        resource: Resource::Review,
        rows: &[
            // A published one is looked at again.
            Transition::to(Action::Submit, &[Invited, Submitted, Published], Submitted)
                .guarded_by(can_be_written),
            Transition::within(Action::Answer, &[Submitted, Published]),
            Transition::to(Action::Publish, &[Submitted, Hidden], Published).guarded_by(is_of_a_delivery),
            Transition::to(Action::Hide, &[Submitted, Published], Hidden),
        ],
        otherwise: |_, status| {
            Verdict::No(MessageCode::ReviewState, Params::from([("status", status.code().into())]))
        },
    }
};

fn can_be_written(review: &ReviewFacts) -> Verdict {
    if review.is_in_time { is_of_a_delivery(review) } else { Verdict::no(MessageCode::ReviewClosed) }
}

fn is_of_a_delivery(review: &ReviewFacts) -> Verdict {
    if review.is_delivered { Verdict::Yes } else { Verdict::no(MessageCode::ReviewUndelivered) }
}

/// Who reads a review.
#[derive(Clone, Copy)]
pub struct ReviewReader<'a> {
    pub grants: &'a Grants,
    /// The client that the user works for.
    pub client_id: Option<Uuid>,
    pub is_outside: bool,
    pub now: DateTime<Utc>,
}

impl Review {
    pub fn facts(&self, now: DateTime<Utc>) -> ReviewFacts {
        let until = self.submitted_at.map_or(self.created_at + INVITED_FOR, |at| at + CHANGED_FOR);
        ReviewFacts { is_delivered: self.is_delivered, is_in_time: now <= until }
    }

    /// Who is told of its changes.
    pub fn to_audience(&self) -> Audience {
        Audience::Parties(vec![self.client_id])
    }

    /// Whether its state allows an action.
    pub fn verdict(&self, action: Action, now: DateTime<Utc>) -> Verdict {
        TRANSITIONS.verdict(action, self.status, &self.facts(now))
    }

    /// Whether a user of this client, or of none, may speak for its client. Nobody else does, whatever the rights are.
    pub fn is_of_client(&self, client_id: Option<Uuid>) -> bool {
        client_id == Some(self.client_id)
    }

    /// The review with the permissions of a user. Who answered and why it is hidden is for staff.
    pub fn seen_by(self, reader: &ReviewReader<'_>) -> Self {
        let ReviewReader { grants, client_id, is_outside, now } = *reader;
        let can = |action| TRANSITIONS.can(grants, action, self.status, &self.facts(now));
        let can = ReviewCan {
            submit: self.is_of_client(client_id) && can(Action::Submit),
            answer: can(Action::Answer),
            publish: can(Action::Publish),
            hide: can(Action::Hide),
        };
        Self {
            can,
            answered_by_name: self.answered_by_name.filter(|_| !is_outside),
            hidden_reason: self.hidden_reason.filter(|_| !is_outside),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    /// Columns: the states in the order of `ALL`. `S`: staff, `C`: the client; a dot: nobody.
    const TABLE: [(Action, &str); 4] = [
        (Action::Submit, "C C C ."),
        (Action::Answer, ". S S ."),
        (Action::Publish, ". S . S"),
        (Action::Hide, ". S S ."),
    ];
    const FACTS: ReviewFacts = ReviewFacts { is_delivered: true, is_in_time: true };

    #[test]
    fn each_action_is_possible_for_whom_the_table_says() {
        assert_eq!(TABLE.len(), TRANSITIONS.rows.len());
        let policy = Policy::load_shipped();
        let (staff, client) = (policy.grants(UserType::User), policy.grants(UserType::Client));
        for (action, row) in TABLE {
            let can = |grants: &Grants, status| TRANSITIONS.can(grants, action, status, &FACTS);
            let cell = |status: &ReviewStatus| match (can(&staff, *status), can(&client, *status)) {
                (true, true) => "B",
                (true, false) => "S",
                (false, true) => "C",
                (false, false) => ".",
            };
            let found: Vec<&str> = ReviewStatus::ALL.iter().map(cell).collect();
            assert_eq!(found.join(" "), row, "{action}");
        }
    }

    #[test]
    fn a_client_writes_in_time_and_about_what_was_delivered() {
        let verdict = |facts| TRANSITIONS.verdict(Action::Submit, ReviewStatus::Submitted, &facts);
        assert_eq!(
            verdict(ReviewFacts { is_in_time: false, ..FACTS }),
            Verdict::no(MessageCode::ReviewClosed)
        );
        let undone = ReviewFacts { is_delivered: false, ..FACTS };
        assert_eq!(verdict(undone), Verdict::no(MessageCode::ReviewUndelivered));
        let publish = TRANSITIONS.verdict(Action::Publish, ReviewStatus::Hidden, &undone);
        assert_eq!(publish, Verdict::no(MessageCode::ReviewUndelivered));
    }
}
