//! The progress of a request: its status with what belongs to it. Pure: no SQL, no request.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;

use super::status::{RegulatoryStatus, RegulatoryStep};
use super::transitions::{RequestFacts, Role, after_by};

/// The fields that steps change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow)]
pub struct RequestProgress {
    pub status: RegulatoryStatus,
    pub attempt: i32,
    pub protocol_no: Option<String>,
    pub protocol_at: Option<DateTime<Utc>>,
    pub demand: Option<String>,
    pub demand_due_on: Option<NaiveDate>,
    pub decision: Option<String>,
    pub decided_at: Option<DateTime<Utc>>,
    pub last_error: Option<String>,
}

/// A step with its facts.
#[derive(Clone, Debug)]
pub struct RequestChange {
    pub step: RegulatoryStep,
    /// The reason, the text of the demand or decision, or the error.
    pub text: Option<String>,
    pub protocol_no: Option<String>,
    pub due_on: Option<NaiveDate>,
    pub at: DateTime<Utc>,
}

impl RequestChange {
    pub const fn new(step: RegulatoryStep, text: Option<String>, at: DateTime<Utc>) -> Self {
        Self { step, text, protocol_no: None, due_on: None, at }
    }
}

impl RequestProgress {
    /// The facts that steps depend on: what the checklist lacks, and the last day of the authorization.
    pub fn facts(&self, missing: &[String], valid_to: Option<NaiveDate>, today: NaiveDate) -> RequestFacts {
        RequestFacts {
            missing: missing.to_vec(),
            is_authorization_expired: valid_to.is_some_and(|day| day < today),
            has_demand: self.demand.is_some(),
        }
    }

    /// The progress after a step of a role; none if the table has no such step.
    pub fn after(&self, role: Role, change: &RequestChange) -> Option<Self> {
        use RegulatoryStep as S;
        let status = after_by(self.status, role, change.step)?;
        let next = Self { status, ..self.clone() };
        let text = change.text.clone();
        Some(match change.step {
            S::Request => Self::new_attempt(status, self.attempt + 1),
            S::File | S::Filed => Self {
                protocol_no: change.protocol_no.clone(),
                protocol_at: Some(change.at),
                last_error: None,
                ..next
            },
            S::Demand | S::Demanded => Self { demand: text, demand_due_on: change.due_on, ..next },
            S::Answer => Self { demand: None, demand_due_on: None, ..next },
            S::Complete | S::Approved | S::Reject | S::Refused => Self {
                demand: None,
                demand_due_on: None,
                decision: text,
                decided_at: Some(change.at),
                ..next
            },
            S::FilingDelayed | S::FilingFailed | S::CheckFailed => Self { last_error: text, ..next },
            S::Resend => Self { last_error: None, ..next },
            S::Cancel | S::Queue | S::StartFiling | S::StartCheck | S::Undecided => next,
        })
    }

    /// A new attempt knows nothing of the one before; the history does.
    const fn new_attempt(status: RegulatoryStatus, attempt: i32) -> Self {
        Self {
            status,
            attempt,
            protocol_no: None,
            protocol_at: None,
            demand: None,
            demand_due_on: None,
            decision: None,
            decided_at: None,
            last_error: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transitions::TRANSITIONS;
    use server_core::http::messages::MessageCode;
    use server_core::http::record_state::Verdict;

    fn day(day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, day).unwrap()
    }

    fn progress(status: RegulatoryStatus) -> RequestProgress {
        RequestProgress { protocol_no: Some("25351.1".to_owned()), ..RequestProgress::new_attempt(status, 2) }
    }

    #[test]
    fn a_new_attempt_forgets_the_answers_of_the_one_before() {
        let failed = RequestProgress {
            last_error: Some("no answer".to_owned()),
            ..progress(RegulatoryStatus::ErrorConfirmation)
        };
        let change = RequestChange::new(RegulatoryStep::Request, None, DateTime::UNIX_EPOCH);
        assert_eq!(
            failed.after(Role::Staff, &change),
            Some(RequestProgress::new_attempt(RegulatoryStatus::Pending, 3))
        );
        assert_eq!(failed.after(Role::Gateway, &change), None);
    }

    #[test]
    fn a_demand_stays_until_it_is_answered() {
        let filed = progress(RegulatoryStatus::WaitingConfirmation);
        let can_answer = |progress: &RequestProgress| {
            let facts = progress.facts(&[], None, day(25));
            TRANSITIONS.verdict(RegulatoryStep::Answer, progress.status, &facts).is_yes()
        };
        assert!(!can_answer(&filed));
        let mut change = RequestChange::new(
            RegulatoryStep::Demand,
            Some("Send the report".to_owned()),
            DateTime::UNIX_EPOCH,
        );
        change.due_on = Some(day(30));
        let asked = filed.after(Role::Staff, &change).unwrap();
        assert_eq!((asked.demand.as_deref(), asked.demand_due_on), (Some("Send the report"), Some(day(30))));
        assert!(can_answer(&asked));
        let answer = RequestChange::new(RegulatoryStep::Answer, None, DateTime::UNIX_EPOCH);
        assert_eq!(asked.after(Role::Staff, &answer), Some(filed));
    }

    #[test]
    fn request_needs_the_checklist_and_a_valid_authorization() {
        let new = progress(RegulatoryStatus::NotRequested);
        let (lacking, none) = (["cpf".to_owned()], []);
        let code = |missing, valid_to| {
            let facts = new.facts(missing, valid_to, day(25));
            match TRANSITIONS.verdict(RegulatoryStep::Request, new.status, &facts) {
                Verdict::No(code, _) => Some(code),
                _ => None,
            }
        };
        assert_eq!(code(&lacking[..], Some(day(24))), Some(MessageCode::RegulatoryChecklistIncomplete));
        assert_eq!(code(&none[..], Some(day(24))), Some(MessageCode::RegulatoryAuthorizationExpired));
        assert_eq!(code(&none[..], Some(day(25))), None);
        assert_eq!(code(&none[..], None), None);
    }
}
