//! Whether a host outside answers, and when it is asked again. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use trade::wire_name;

/// After so many failures in a row, the host is not asked for [`REST`].
const MOST_FAILURES: i32 = 10;
const REST: TimeDelta = TimeDelta::seconds(60);
/// A success is noted at most this often, so that most calls only read.
const NOTED_EVERY: TimeDelta = TimeDelta::minutes(1);

wire_name! {
    /// Why a call to a host outside had no result.
    HostFailure {
        /// It did not answer in time, or its address is not a public one.
        NotReached = "not_reached",
        /// It answered with 408, 425 or 429, with a redirect, or with a status from 500 on.
        Failed = "failed",
        /// It answered something else than JSON, or too much of it.
        Unreadable = "unreadable",
        /// It does not accept the key.
        KeyRefused = "key_refused",
    }
}

/// How the last calls went.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostHealth {
    /// Failures since the last success.
    pub failure_count: i32,
    pub held_until: Option<DateTime<Utc>>,
    pub last_success_at: Option<DateTime<Utc>>,
    pub last_failure_at: Option<DateTime<Utc>>,
    pub last_failure: Option<HostFailure>,
    /// Status of the last failure; none if it did not answer.
    pub last_status: Option<i16>,
}

/// A failure with the status of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailedCall {
    pub failure: HostFailure,
    pub status: Option<i16>,
}

impl HostHealth {
    /// The seconds for which the host rests; none if it can be asked. When they are over, the next call is a probe.
    pub fn find_rest(&self, now: DateTime<Utc>) -> Option<u64> {
        let left = self.held_until? - now;
        let seconds = u64::try_from(left.num_milliseconds()).ok()?.div_ceil(1000);
        (seconds > 0).then_some(seconds)
    }

    /// After a call; none if there is nothing to note.
    pub fn after(&self, failed: Option<FailedCall>, now: DateTime<Utc>) -> Option<Self> {
        let Some(FailedCall { failure, status }) = failed else {
            let is_noted =
                self.failure_count == 0 && self.last_success_at.is_some_and(|at| now - at < NOTED_EVERY);
            let well =
                Self { failure_count: 0, held_until: None, last_success_at: Some(now), ..self.clone() };
            return (!is_noted).then_some(well);
        };
        let failure_count = self.failure_count.saturating_add(1);
        Some(Self {
            failure_count,
            held_until: (failure_count >= MOST_FAILURES).then_some(now + REST),
            last_success_at: self.last_success_at,
            last_failure_at: Some(now),
            last_failure: Some(failure),
            last_status: status,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SILENT: FailedCall = FailedCall { failure: HostFailure::NotReached, status: None };

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    #[test]
    fn a_host_rests_after_ten_failures_in_a_row_and_is_probed_with_one_call() {
        let mut health = HostHealth::default();
        for second in 0..9 {
            health = health.after(Some(SILENT), at(second)).unwrap();
            assert_eq!(health.find_rest(at(second)), None);
        }
        health = health.after(Some(SILENT), at(9)).unwrap();
        assert_eq!((health.find_rest(at(9)), health.find_rest(at(68))), (Some(60), Some(1)));
        assert_eq!(health.find_rest(at(69)), None, "the next call is a probe");
        let failed_again = health.after(Some(SILENT), at(70)).unwrap();
        assert_eq!(failed_again.find_rest(at(71)), Some(59));
        let well = health.after(None, at(70)).unwrap();
        assert_eq!(
            (well.failure_count, well.find_rest(at(70)), well.last_success_at),
            (0, None, Some(at(70)))
        );
        assert_eq!(well.last_failure, Some(HostFailure::NotReached), "people read what went wrong last");
    }

    #[test]
    fn most_successes_write_nothing() {
        let well = HostHealth::default().after(None, at(0)).unwrap();
        assert_eq!(well.after(None, at(59)), None);
        assert_eq!(well.after(None, at(60)).unwrap().last_success_at, Some(at(60)));
    }
}
