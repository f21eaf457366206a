//! Times that somebody tells: an event is neither in the future nor of another age, and a plan is not for years ahead.

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};

use super::error::FieldErrors;
use super::messages::{MessageCode, Params};

/// Tolerance for clocks that are a little ahead.
const CLOCK_SKEW: TimeDelta = TimeDelta::minutes(5);
/// Papers come late, and the goods of a year are entered once it is over. What is older is a slip of the hand.
const LONGEST_AGO: TimeDelta = TimeDelta::days(400);
/// Goods move before somebody writes their paper, but not by a season: a year that is wrong by one is noticed.
const BEFORE_ITS_RECORD: TimeDelta = TimeDelta::days(60);
/// No device waits so long for a network: its clock was set back, as by an empty battery.
pub const LONGEST_WAIT: TimeDelta = TimeDelta::days(30);
/// Nobody plans further ahead: a wrong year is noticed.
const LONGEST_AHEAD: Days = Days::new(366);

/// A day for which something is planned is not over, and not more than a year away.
pub fn check_planned_day(field: &str, day: NaiveDate, today: NaiveDate, errors: &mut FieldErrors) {
    if day < today {
        errors.push(field, MessageCode::DayInThePast);
    }
    check_near_day(field, day, today, errors);
}

/// A day is not more than a year away. It can be over, as that of a flight that is entered later.
pub fn check_near_day(field: &str, day: NaiveDate, today: NaiveDate, errors: &mut FieldErrors) {
    let until = today + LONGEST_AHEAD;
    if day > until {
        let params = Params::from([("until", until.to_string().into())]);
        errors.push_with(field, MessageCode::DayTooFar, params);
    }
}

/// Between which moments an event can have happened.
#[derive(Clone, Copy, Debug)]
pub struct MomentBounds {
    /// The first day that a refusal names. The day before is taken, too: somewhere the first one has begun by then.
    earliest: NaiveDate,
    now: DateTime<Utc>,
}

impl MomentBounds {
    /// The bounds of an event that belongs to no single record, or to one that may be written long after it.
    pub fn new(now: DateTime<Utc>) -> Self {
        Self { earliest: (now - LONGEST_AGO).date_naive(), now }
    }

    /// The bounds of an event of a record that is written at about the same time.
    pub fn for_record(created_at: DateTime<Utc>, now: DateTime<Utc>) -> Self {
        Self { earliest: (created_at - BEFORE_ITS_RECORD).date_naive(), now }
    }

    /// The bounds of a scan, which waits on its device while that has no network.
    pub fn for_scan(now: DateTime<Utc>) -> Self {
        Self { earliest: (now - LONGEST_WAIT).date_naive(), now }
    }

    /// Why an event cannot have happened at this moment.
    pub fn find_problem(&self, at: DateTime<Utc>) -> Option<(MessageCode, Params)> {
        if at > self.now + CLOCK_SKEW {
            return Some((MessageCode::EventInTheFuture, Params::new()));
        }
        let is_too_old = at.date_naive() < self.earliest - Days::new(1);
        is_too_old
            .then(|| (MessageCode::EventTooOld, Params::from([("since", self.earliest.to_string().into())])))
    }

    /// The sent moment, or now; a problem is reported at its field.
    pub fn check(&self, field: &str, sent: Option<DateTime<Utc>>, errors: &mut FieldErrors) -> DateTime<Utc> {
        if let Some((code, params)) = sent.and_then(|at| self.find_problem(at)) {
            errors.push_with(field, code, params);
        }
        sent.unwrap_or(self.now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn code_of(bounds: MomentBounds, text: &str) -> Option<&'static str> {
        bounds.find_problem(at(text)).map(|(code, _)| code.as_str())
    }

    #[test]
    fn an_event_is_neither_of_the_future_nor_of_another_age() {
        let bounds = MomentBounds::new(at("2026-11-30T12:00:00Z"));
        assert_eq!(code_of(bounds, "2026-11-30T12:05:00Z"), None, "a clock may be a little ahead");
        assert_eq!(code_of(bounds, "2026-11-30T12:05:01Z"), Some("event_in_the_future"));
        assert_eq!(code_of(bounds, "2025-10-26T00:00:00Z"), None);
        assert_eq!(code_of(bounds, "2025-10-24T23:59:59Z"), Some("event_too_old"));
        assert_eq!(code_of(bounds, "1900-01-01T00:00:00Z"), Some("event_too_old"));
        assert!(bounds.find_problem(DateTime::<Utc>::MIN_UTC).is_some());
        assert!(bounds.find_problem(DateTime::<Utc>::MAX_UTC).is_some());
    }

    #[test]
    fn the_last_year_in_place_of_this_one_is_no_event_of_a_new_record() {
        let (created_at, now) = (at("2026-11-28T12:00:00Z"), at("2026-11-30T12:00:00Z"));
        let bounds = MomentBounds::for_record(created_at, now);
        assert_eq!(code_of(bounds, "2026-11-01T00:00:00Z"), None, "papers come after goods");
        assert_eq!(code_of(bounds, "2025-11-29T00:00:00Z"), Some("event_too_old"));
        let old = MomentBounds::for_record(at("2023-01-01T00:00:00Z"), now);
        assert_eq!(code_of(old, "2023-02-01T00:00:00Z"), None, "an old record takes what was forgotten");
    }

    #[test]
    fn a_plan_is_for_the_next_year() {
        let today = at("2026-11-30T12:00:00Z").date_naive();
        let told = |day: &str| {
            let mut errors = FieldErrors::default();
            check_planned_day("on_date", day.parse().unwrap(), today, &mut errors);
            errors.into_problems().map(|(_, code, _)| code.as_str()).collect::<Vec<_>>()
        };
        assert!(told("2026-11-30").is_empty() && told("2027-12-01").is_empty());
        assert_eq!(told("2026-11-29"), ["day_in_the_past"]);
        assert_eq!(told("2199-01-01"), ["day_too_far"]);
        assert_eq!(told("2027-12-02"), ["day_too_far"]);
    }

    #[test]
    fn a_scan_waits_for_the_network_for_a_month() {
        let bounds = MomentBounds::for_scan(at("2026-11-30T12:00:00Z"));
        assert_eq!(code_of(bounds, "2026-11-01T00:00:00Z"), None);
        assert_eq!(code_of(bounds, "2026-10-01T00:00:00Z"), Some("event_too_old"));
        assert_eq!(code_of(bounds, "2026-12-01T00:00:00Z"), Some("event_in_the_future"));
    }

    #[test]
    fn a_refusal_names_the_first_day_that_is_taken() {
        let (bounds, mut errors) = (MomentBounds::new(at("2026-11-30T12:00:00Z")), FieldErrors::default());
        let told = bounds.check("occurred_at", Some(at("1900-01-01T00:00:00Z")), &mut errors);
        assert_eq!(told, at("1900-01-01T00:00:00Z"));
        assert_eq!(bounds.check("at", None, &mut errors), at("2026-11-30T12:00:00Z"));
        let problems: Vec<_> = errors.into_problems().collect();
        let since = Params::from([("since", "2025-10-26".into())]);
        assert_eq!(problems, [("occurred_at".to_owned(), MessageCode::EventTooOld, since)]);
    }
}
