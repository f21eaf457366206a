//! The forms of the data, each named by the day on which it began. A webhook keeps the one that it was made with until somebody
//! upgrades it, or the form is written no longer.
//!
//! Keys and events are added to a form; to rename one or to take one away, another begins. Events are made in the newest one, and
//! written back to each earlier one that is in use.

use chrono::{DateTime, Months, NaiveDate, Utc};
use serde_json::{Map, Value};

/// An earlier form is written for so long after the one that follows it began.
const WRITTEN_FOR: Months = Months::new(12);

/// A form of the data.
#[derive(Clone, Copy, Debug)]
pub struct EventVersion {
    /// `2026-12-15`, in the header `webhook-version` and in the body.
    pub name: &'static str,
    day: NaiveDate,
    /// Writes a key of the form after this one as this one has it. None for a key that is the same.
    write_back: fn(&str, &Value) -> Option<(&'static str, Value)>,
}

/// The newest last.
pub const VERSIONS: [EventVersion; 2] = [
    EventVersion { name: "2026-12-01", day: make_day(2026, 12, 1), write_back: write_status_before },
    EventVersion { name: "2026-12-15", day: make_day(2026, 12, 15), write_back: |_, _| None },
];

pub const NEWEST: EventVersion = VERSIONS[VERSIONS.len() - 1];

/// A test compares it with the name.
const fn make_day(year: i32, month: u32, day: u32) -> NaiveDate {
    match NaiveDate::from_ymd_opt(year, month, day) {
        Some(day) => day,
        None => NaiveDate::MIN,
    }
}

/// Values from before a change stand in an object of their own, `previous`, since the second form.
fn write_status_before(key: &str, value: &Value) -> Option<(&'static str, Value)> {
    (key == "previous").then(|| ("previous_status", value["status"].clone()))
}

impl EventVersion {
    pub const fn day(&self) -> NaiveDate {
        self.day
    }

    /// The form of a webhook with this day: its own one, or the first one after it that is written still.
    pub fn find(day: NaiveDate, now: DateTime<Utc>) -> Self {
        let is_written = |version: &&Self| version.ends_on().is_none_or(|end| now.date_naive() < end);
        let mut known = VERSIONS.iter().filter(|version| version.day() >= day);
        known.find(is_written).copied().unwrap_or(NEWEST)
    }

    /// The first day on which it is written no longer; none for the newest one.
    pub fn ends_on(&self) -> Option<NaiveDate> {
        let next = VERSIONS.iter().find(|version| version.day() > self.day())?;
        next.day().checked_add_months(WRITTEN_FOR)
    }

    /// The data of an event in this form.
    pub fn write(&self, data: &Map<String, Value>) -> Map<String, Value> {
        let older = VERSIONS.iter().rev().filter(|version| version.day() >= self.day());
        older.fold(data.clone(), |data, version| {
            let keys = data.into_iter().map(|(key, value)| match (version.write_back)(&key, &value) {
                Some((former, value)) => (former.to_owned(), value),
                None => (key, value),
            });
            keys.collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;
    use serde_json::json;

    fn at(day: &str) -> DateTime<Utc> {
        day.parse::<NaiveDate>().unwrap().and_time(chrono::NaiveTime::MIN).and_utc()
    }

    #[test]
    fn forms_follow_each_other() {
        assert!(VERSIONS.is_sorted_by_key(EventVersion::day));
        assert!(VERSIONS.iter().all(|version| version.day().to_string() == version.name));
    }

    #[test]
    fn an_earlier_form_has_the_keys_that_it_had() {
        let Value::Object(data) =
            json!({ "id": 1, "status": 90, "previous": { "status": 86 }, "label_path": "/" })
        else {
            panic!("it is an object")
        };
        let written = |version: EventVersion| serde_json::to_string(&version.write(&data)).unwrap();
        assert_eq!(written(VERSIONS[0]), r#"{"id":1,"status":90,"previous_status":86,"label_path":"/"}"#);
        assert_eq!(written(NEWEST), r#"{"id":1,"status":90,"previous":{"status":86},"label_path":"/"}"#);
    }

    #[test]
    fn an_earlier_form_is_written_for_a_year_after_the_next_one_began() {
        let first = VERSIONS[0];
        assert_eq!(first.ends_on(), "2027-12-15".parse().ok());
        assert_eq!(NEWEST.ends_on(), None);
        let of_first = |now| EventVersion::find(first.day(), now).name;
        assert_eq!(of_first(at("2027-12-14")), first.name);
        assert_eq!(of_first(at("2027-12-15")), "2026-12-15");
        let later = NEWEST.day() + TimeDelta::days(1);
        assert_eq!(EventVersion::find(later, at("2027-01-01")).name, NEWEST.name);
    }
}
