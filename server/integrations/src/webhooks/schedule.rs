//! When something is sent again that did not arrive.

use chrono::{DateTime, TimeDelta, Utc};

/// Seconds between an attempt and the next one.
const PAUSES: [i64; 9] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
/// So many attempts are made.
pub const MAX_ATTEMPTS: i16 = 10;

/// The pause after an attempt, counted from 1; none after the last one. `chance` is from 0 to 1: pauses differ by a fifth, so
/// that not everything comes back at once.
pub fn pause_after(attempt: i16, chance: f64) -> Option<TimeDelta> {
    let seconds = find_base(attempt)?;
    let factor = 0.8 + 0.4 * chance.clamp(0.0, 1.0);
    let milliseconds = (seconds as f64 * factor * 1_000.0) as i64;
    Some(TimeDelta::milliseconds(milliseconds))
}

/// The same for a receiver that says how long it wants to be left alone. It is between the usual pause and twice as long.
pub fn pause_as_asked(attempt: i16, chance: f64, asked: Option<TimeDelta>) -> Option<TimeDelta> {
    let usual = pause_after(attempt, chance)?;
    let base = TimeDelta::seconds(find_base(attempt)?);
    Some(asked.map_or(usual, |asked| asked.clamp(base, base * 2)))
}

fn find_base(attempt: i16) -> Option<i64> {
    usize::try_from(attempt - 1).ok().and_then(|index| PAUSES.get(index)).copied()
}

/// The header `Retry-After`: seconds, or a time. None if it says neither.
pub fn read_retry_after(text: &str, now: DateTime<Utc>) -> Option<TimeDelta> {
    const LONGEST: f64 = 864_000.0;
    let text = text.trim();
    if let Ok(seconds) = text.parse::<f64>() {
        let is_right = seconds.is_finite() && seconds >= 0.0;
        return is_right.then(|| TimeDelta::seconds(seconds.min(LONGEST).ceil() as i64));
    }
    let at = DateTime::parse_from_rfc2822(text).ok()?;
    Some((at.with_timezone(&Utc) - now).max(TimeDelta::zero()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    const CASES: &str = include_str!("../../../tests/data/integrations/webhook-cases.json");

    #[test]
    fn pauses_between_attempts_are_those_of_the_cases() {
        let cases: Value = serde_json::from_str(CASES).unwrap();
        let cases = cases["attempts"].as_array().unwrap();
        assert_eq!(cases.len(), usize::try_from(MAX_ATTEMPTS).unwrap());
        for case in &cases[1..] {
            let attempt = i16::try_from(case["attempt"].as_i64().unwrap()).unwrap();
            let seconds = |chance| pause_after(attempt - 1, chance).unwrap().num_seconds();
            let bounds = [seconds(0.0), seconds(0.5), seconds(1.0)];
            let expected = ["earliest", "seconds_after_the_one_before", "latest"];
            assert_eq!(bounds, expected.map(|name| case[name].as_i64().unwrap()), "{case}");
        }
        assert_eq!(pause_after(MAX_ATTEMPTS, 0.5), None, "that was the last one");
        assert_eq!(pause_after(0, 0.5), None);
    }

    #[test]
    fn a_receiver_is_left_alone_for_as_long_as_it_asks_within_bounds() {
        let seconds =
            |asked: i64| pause_as_asked(2, 0.0, Some(TimeDelta::seconds(asked))).unwrap().num_seconds();
        assert_eq!([seconds(1), seconds(400), seconds(999_999_999)], [300, 400, 600]);
        assert_eq!(pause_as_asked(2, 0.0, None), Some(TimeDelta::seconds(240)));
        assert_eq!(pause_as_asked(10, 0.0, Some(TimeDelta::seconds(5))), None);
    }

    #[test]
    fn the_header_says_seconds_or_a_time() {
        let now = DateTime::parse_from_rfc3339("2026-10-21T07:27:00Z").unwrap().with_timezone(&Utc);
        let read = |text| read_retry_after(text, now).map(|it| it.num_seconds());
        assert_eq!([read("120"), read("120.1"), read(" 7 ")], [Some(120), Some(121), Some(7)]);
        assert_eq!(read("Wed, 21 Oct 2026 07:28:00 GMT"), Some(60));
        assert_eq!(read("Wed, 21 Oct 2026 07:00:00 GMT"), Some(0), "never before now");
        assert_eq!([read("invalid"), read("-5"), read(""), read("NaN")], [None; 4]);
        assert_eq!(read("999999999"), Some(864_000));
    }
}
