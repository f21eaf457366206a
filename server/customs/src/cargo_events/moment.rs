//! From the clock of a place to an instant.

use chrono::{DateTime, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

use super::report::LocalMoment;

/// The instant of a moment at a place; noon when only its day is known. What is reported has happened: it is never later than its
/// receipt.
pub fn find_instant(moment: LocalMoment, zone: Tz, received_at: DateTime<Utc>) -> DateTime<Utc> {
    let noon = NaiveTime::from_hms_opt(12, 0, 0).unwrap_or_default();
    let local = moment.day.and_time(moment.time.unwrap_or(noon));
    // An hour that summer time leaves out is the one after it.
    let found = zone.from_local_datetime(&local).earliest();
    let found = found.or_else(|| zone.from_local_datetime(&(local + TimeDelta::hours(1))).earliest());
    found.map_or(received_at, |found| found.to_utc().min(received_at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_of_the_place_counts() {
        let received_at = "2026-11-13T12:00:00Z".parse().unwrap();
        let moment =
            LocalMoment { day: "2026-11-12".parse().unwrap(), time: NaiveTime::from_hms_opt(21, 5, 0) };
        let instant = |moment, zone| find_instant(moment, zone, received_at).to_rfc3339();
        assert_eq!(instant(moment, Tz::America__Sao_Paulo), "2026-11-13T00:05:00+00:00");
        let day = LocalMoment { time: None, ..moment };
        assert_eq!(instant(day, Tz::America__New_York), "2026-11-12T17:00:00+00:00");
        let later = LocalMoment { day: "2026-11-14".parse().unwrap(), ..moment };
        assert_eq!(instant(later, Tz::UTC), "2026-11-13T12:00:00+00:00");
        let left_out =
            LocalMoment { day: "2026-03-08".parse().unwrap(), time: NaiveTime::from_hms_opt(2, 30, 0) };
        assert_eq!(instant(left_out, Tz::America__New_York), "2026-03-08T07:30:00+00:00");
    }
}
