//! The days on which a recipient can wait for another attempt. Pure.

use chrono::{Datelike, Days, NaiveDate, Weekday};

/// How far ahead.
const DAYS_AHEAD: u64 = 14;

/// The next two weeks without Sundays, from tomorrow.
pub fn list_days(today: NaiveDate) -> Vec<NaiveDate> {
    let days = (1..=DAYS_AHEAD).filter_map(|ahead| today.checked_add_days(Days::new(ahead)));
    days.filter(|day| day.weekday() != Weekday::Sun).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_two_weeks_from_tomorrow_without_sundays() {
        let friday = NaiveDate::from_ymd_opt(2026, 11, 27).unwrap();
        let days = list_days(friday);
        assert_eq!(days.len(), 12);
        assert_eq!(days.first(), NaiveDate::from_ymd_opt(2026, 11, 28).as_ref());
        assert_eq!(days.last(), NaiveDate::from_ymd_opt(2026, 12, 11).as_ref());
        assert!(days.iter().all(|day| day.weekday() != Weekday::Sun));
    }
}
