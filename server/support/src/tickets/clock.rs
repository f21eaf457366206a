//! How long the first answer and the solution of a ticket take. The clocks rest while it waits for the client and while
//! it is closed. Pure.

use chrono::{DateTime, Utc};
use poem_openapi::Object;

/// Moments of a ticket, and the targets of its department.
#[derive(Clone, Copy, Debug)]
pub struct Moments {
    pub created_at: DateTime<Utc>,
    pub first_response_at: Option<DateTime<Utc>>,
    /// Null while the clocks run.
    pub resting_since: Option<DateTime<Utc>>,
    /// Rests that are over.
    pub rested_seconds: i64,
    pub is_closed: bool,
    pub first_response_hours: Option<i32>,
    pub resolution_hours: Option<i32>,
}

/// A measured time of a ticket, with its target.
#[derive(Object, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SupportClock {
    /// Minutes, without pauses.
    pub minutes: i64,
    /// The department's target; null without one.
    pub target_minutes: Option<i64>,
    /// True when it is above the target.
    pub overdue: bool,
    /// True when it has ended: the ticket was answered or closed.
    pub done: bool,
    /// True while it is paused: the ticket waits for the client.
    pub resting: bool,
}

/// Measured times of a ticket. Only for staff.
#[derive(Object, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SupportClocks {
    pub first_response: SupportClock,
    pub resolution: SupportClock,
}

impl Moments {
    pub fn clocks(&self, now: DateTime<Utc>) -> SupportClocks {
        let resting = self.resting_since.is_some() && !self.is_closed;
        let running = self.seconds_until(self.resting_since.unwrap_or(now));
        let answered = self.first_response_at.map(|at| (at - self.created_at).num_seconds());
        // Answers come before the first rest.
        let first = clock(answered.unwrap_or(running), self.first_response_hours);
        let whole = clock(running, self.resolution_hours);
        let is_answered = answered.is_some();
        SupportClocks {
            first_response: SupportClock { done: is_answered, resting: resting && !is_answered, ..first },
            resolution: SupportClock { done: self.is_closed, resting, ..whole },
        }
    }

    fn seconds_until(&self, end: DateTime<Utc>) -> i64 {
        (end - self.created_at).num_seconds() - self.rested_seconds
    }
}

fn clock(seconds: i64, hours: Option<i32>) -> SupportClock {
    let minutes = seconds.max(0) / 60;
    let target_minutes = hours.map(|hours| i64::from(hours) * 60);
    let overdue = target_minutes.is_some_and(|target| seconds > target * 60);
    SupportClock { minutes, target_minutes, overdue, done: false, resting: false }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    fn at(minutes: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::minutes(minutes)
    }

    fn opened() -> Moments {
        Moments {
            created_at: at(0),
            first_response_at: None,
            resting_since: None,
            rested_seconds: 0,
            is_closed: false,
            first_response_hours: Some(1),
            resolution_hours: Some(2),
        }
    }

    #[test]
    fn both_clocks_run_from_the_creation() {
        let clocks = opened().clocks(at(60));
        assert_eq!((clocks.first_response.minutes, clocks.first_response.overdue), (60, false));
        assert!(opened().clocks(at(61)).first_response.overdue);
        assert!(!opened().clocks(at(61)).resolution.overdue);
    }

    #[test]
    fn an_answer_ends_the_first_clock_and_rests_the_second() {
        let waiting = Moments { first_response_at: Some(at(30)), resting_since: Some(at(30)), ..opened() };
        let clocks = waiting.clocks(at(500));
        assert_eq!((clocks.first_response.minutes, clocks.first_response.done), (30, true));
        assert_eq!((clocks.resolution.minutes, clocks.resolution.resting), (30, true));
        assert!(!clocks.resolution.overdue && !clocks.first_response.resting);
    }

    #[test]
    fn rests_that_are_over_do_not_count() {
        let again = Moments { first_response_at: Some(at(30)), rested_seconds: 600 * 60, ..opened() };
        let clocks = again.clocks(at(720));
        assert_eq!((clocks.resolution.minutes, clocks.resolution.overdue), (120, false));
        assert!(again.clocks(at(721)).resolution.overdue);
    }

    #[test]
    fn a_closed_ticket_keeps_its_time() {
        let closed = Moments { resting_since: Some(at(90)), is_closed: true, ..opened() };
        let clocks = closed.clocks(at(9_000));
        assert_eq!((clocks.resolution.minutes, clocks.resolution.done), (90, true));
        assert!(!clocks.resolution.resting && clocks.first_response.overdue);
    }

    #[test]
    fn nothing_is_late_without_a_target() {
        let free = Moments { first_response_hours: None, resolution_hours: None, ..opened() };
        let clocks = free.clocks(at(100_000));
        assert_eq!((clocks.resolution.target_minutes, clocks.resolution.overdue), (None, false));
        assert!(!clocks.first_response.overdue);
    }
}
