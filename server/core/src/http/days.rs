//! Start and end of a day in a time zone.

use chrono::{DateTime, Days, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

/// The time a day begins. A day whose midnight the clocks skip begins when they go forward.
pub fn start_of(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    let local = zone.from_local_datetime(&midnight).earliest();
    local.map_or_else(|| first_after_gap(midnight, zone), |local| local.with_timezone(&Utc))
}

/// The first second at which the clocks of a zone show a skipped time or a later one.
fn first_after_gap(skipped: NaiveDateTime, zone: Tz) -> DateTime<Utc> {
    // Zones are less than a day from UTC, and no gap is longer than a day.
    let around = skipped.and_utc();
    let (mut before, mut after) = (around - Days::new(2), around + Days::new(2));
    while after - before > TimeDelta::seconds(1) {
        let middle = before + TimeDelta::seconds((after - before).num_seconds() / 2);
        if middle.with_timezone(&zone).naive_local() < skipped {
            before = middle;
        } else {
            after = middle;
        }
    }
    after
}

/// The time a day ends.
pub fn end_of(day: NaiveDate, zone: Tz) -> Option<DateTime<Utc>> {
    day.succ_opt().map(|next| start_of(next, zone))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_in_the_time_zone_of_the_account() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
        assert_eq!(start_of(day, Tz::America__Sao_Paulo).to_rfc3339(), "2026-11-21T03:00:00+00:00");
        assert_eq!(end_of(day, Tz::America__Sao_Paulo).unwrap().to_rfc3339(), "2026-11-22T03:00:00+00:00");
    }

    #[test]
    fn a_day_without_midnight_begins_when_the_clocks_go_forward() {
        for (day, zone, start) in [
            ("2026-09-06", Tz::America__Santiago, "2026-09-06T04:00:00Z"),
            ("2026-04-24", Tz::Africa__Cairo, "2026-04-23T22:00:00Z"),
            ("2026-03-29", Tz::Asia__Beirut, "2026-03-28T22:00:00Z"),
            ("2018-11-04", Tz::America__Sao_Paulo, "2018-11-04T03:00:00Z"),
            // The clocks went from 23:30 to 0:30.
            ("1919-03-31", Tz::America__Toronto, "1919-03-31T04:30:00Z"),
            // The zone left this day out, and went from UTC-10 to UTC+14.
            ("2011-12-30", Tz::Pacific__Apia, "2011-12-30T10:00:00Z"),
            ("2011-12-31", Tz::Pacific__Apia, "2011-12-30T10:00:00Z"),
        ] {
            let day: NaiveDate = day.parse().unwrap();
            let start: DateTime<Utc> = start.parse().unwrap();
            assert_eq!(start_of(day, zone), start, "{day} {zone}");
            let before = day.pred_opt().unwrap();
            assert_eq!(end_of(before, zone), Some(start), "the day before ends where {day} begins");
        }
    }

    /// At 24:00 the clocks go back to 23:00, or at 1:00 to midnight.
    #[test]
    fn a_day_with_two_midnights_begins_with_the_first() {
        for (day, zone, start) in [
            ("2026-04-05", Tz::America__Santiago, "2026-04-05T04:00:00Z"),
            ("2026-11-01", Tz::America__Havana, "2026-11-01T04:00:00Z"),
        ] {
            let start: DateTime<Utc> = start.parse().unwrap();
            assert_eq!(start_of(day.parse().unwrap(), zone), start, "{day} {zone}");
        }
    }

    #[test]
    fn every_day_of_every_zone_follows_the_one_before() {
        let first: NaiveDate = "2026-01-01".parse().unwrap();
        for zone in chrono_tz::TZ_VARIANTS {
            let mut before = start_of(first, zone);
            for day in first.iter_days().skip(1).take(365) {
                let start = start_of(day, zone);
                let minutes = (start - before).num_minutes();
                assert!((22 * 60..=26 * 60).contains(&minutes), "{day} {zone}: {before} {start}");
                assert_eq!(start.with_timezone(&zone).date_naive(), day, "{zone}");
                before = start;
            }
        }
    }
}
