//! The time of a record, from the clock of a phone.

use chrono::{DateTime, TimeDelta, Utc};
use server_core::http::moments::LONGEST_WAIT;

/// A clock that is wrong by more is shown to staff.
const LARGEST_OFFSET: TimeDelta = TimeDelta::minutes(15);
/// The offset is in whole seconds, measured over a network: so small a difference is no future.
const JITTER: TimeDelta = TimeDelta::seconds(5);

/// When the phone says that something happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceTime {
    pub at: DateTime<Utc>,
    /// Server minus device, at their last contact; none if they never had one.
    pub offset_s: Option<i32>,
}

impl DeviceTime {
    /// The time by the clock of the server. Records are ordered by it.
    pub fn correct(&self) -> DateTime<Utc> {
        self.at.checked_add_signed(self.offset()).unwrap_or(self.at)
    }

    /// The time that people read: nothing was recorded after it was received, or so long before that the clock was set back.
    pub fn limit_to(&self, received_at: DateTime<Utc>) -> DateTime<Utc> {
        let at = self.correct();
        if received_at.signed_duration_since(at) > LONGEST_WAIT { received_at } else { at.min(received_at) }
    }

    /// Whether somebody should check the clock of the phone.
    pub fn is_doubtful(&self, received_at: DateTime<Utc>) -> bool {
        let ahead = self.correct().signed_duration_since(received_at);
        self.offset().abs() > LARGEST_OFFSET || ahead > JITTER || ahead < -LONGEST_WAIT
    }

    fn offset(&self) -> TimeDelta {
        TimeDelta::seconds(self.offset_s.unwrap_or(0).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn a_clock_that_runs_behind_is_corrected() {
        let time = DeviceTime { at: at("2026-11-26T09:50:00Z"), offset_s: Some(600) };
        let received_at = at("2026-11-26T10:00:03Z");
        assert_eq!(time.correct(), at("2026-11-26T10:00:00Z"));
        assert!(!time.is_doubtful(received_at));
    }

    #[test]
    fn a_time_in_the_future_is_doubtful_and_shown_as_the_receipt() {
        let received_at = at("2026-11-26T10:00:00Z");
        let ahead = DeviceTime { at: at("2026-11-26T10:30:00Z"), offset_s: None };
        assert!(ahead.is_doubtful(received_at));
        assert_eq!(ahead.limit_to(received_at), received_at);
    }

    #[test]
    fn a_time_long_before_the_receipt_is_doubtful() {
        let is_doubtful =
            |text| DeviceTime { at: at(text), offset_s: None }.is_doubtful(at("2026-11-26T10:00:00Z"));
        assert!(!is_doubtful("2026-11-20T10:00:00Z") && is_doubtful("1970-01-01T00:00:00Z"));
        let (received_at, lost) = (at("2026-11-26T10:00:00Z"), at("1970-01-01T00:00:00Z"));
        let shown = DeviceTime { at: lost, offset_s: None }.limit_to(received_at);
        assert_eq!(shown, received_at, "nobody reads that a parcel was handed over in 1970");
    }

    #[test]
    fn a_large_offset_is_doubtful_even_when_it_is_known() {
        let received_at = at("2026-11-26T12:00:00Z");
        let is_doubtful = |offset_s| {
            DeviceTime { at: at("2026-11-26T11:00:00Z"), offset_s: Some(offset_s) }.is_doubtful(received_at)
        };
        assert!(!is_doubtful(900) && is_doubtful(901) && !is_doubtful(-900) && is_doubtful(-901));
    }

    #[test]
    fn an_impossible_time_does_not_stop_a_batch() {
        let time = DeviceTime { at: DateTime::<Utc>::MAX_UTC, offset_s: Some(i32::MAX) };
        assert_eq!(time.correct(), DateTime::<Utc>::MAX_UTC);
        assert!(time.is_doubtful(at("2026-11-26T12:00:00Z")));
    }
}
