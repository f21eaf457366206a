//! Start and end of a day in a time zone.

use chrono::{DateTime, NaiveDate, NaiveTime, TimeZone, Utc};
use chrono_tz::Tz;

/// The time a day begins.
pub fn start_of(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    // If the clocks skip midnight, the day begins with its first existing hour.
    let local = zone.from_local_datetime(&midnight).earliest();
    local.map_or_else(|| midnight.and_utc(), |local| local.with_timezone(&Utc))
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
}
