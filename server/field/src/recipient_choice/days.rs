//! The days on which a recipient can wait for another attempt, or fetch the parcels. Pure.

use chrono::{Datelike, Days, NaiveDate, Weekday};

use crate::deliveries::model::RecipientChoice;
use server_core::http::error::FieldErrors;
use server_core::http::messages::MessageCode;

/// How far ahead.
const DAYS_AHEAD: u64 = 14;

/// The next two weeks without Sundays, from tomorrow.
pub fn list_days(today: NaiveDate) -> Vec<NaiveDate> {
    let days = (1..=DAYS_AHEAD).filter_map(|ahead| today.checked_add_days(Days::new(ahead)));
    days.filter(|day| day.weekday() != Weekday::Sun).collect()
}

/// The day of a choice that has one, which is one of the offered days; none for the other choices.
pub fn check_day(
    choice: RecipientChoice,
    on: Option<NaiveDate>,
    days: &[NaiveDate],
    errors: &mut FieldErrors,
) -> Option<NaiveDate> {
    if !matches!(choice, RecipientChoice::AnotherDay | RecipientChoice::Hold) {
        return None;
    }
    match on {
        None => errors.push("on", MessageCode::Required),
        Some(day) if !days.contains(&day) => errors.push("on", MessageCode::UnknownOption),
        Some(_) => {}
    }
    on
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
