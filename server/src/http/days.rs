//! Days as people mean them, where they are.

use chrono::{DateTime, NaiveDate, NaiveTime, TimeZone, Utc};
use chrono_tz::Tz;

/// The moment a day begins.
pub fn start_of(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    // Where clocks skip midnight, the day starts with the first hour there is.
    let local = zone.from_local_datetime(&midnight).earliest();
    local.map_or_else(|| midnight.and_utc(), |local| local.with_timezone(&Utc))
}

/// The moment a day is over.
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
