//! When parcels can be picked up: a window of a local day, in the time zone of the place.

use chrono::{
    DateTime, Datelike, Days, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, TimeZone, Utc, Weekday,
};
use chrono_tz::Tz;
use trade::wire_name;

/// A driver needs this much time to come.
const SHORTEST: TimeDelta = TimeDelta::minutes(60);
/// Days that are searched for the next windows: the longest holidays are shorter.
const SEARCHED_DAYS: u64 = 60;

wire_name! {
    /// Why parcels cannot be picked up in a window.
    WindowRefusal {
        /// It ends before it begins.
        Empty = "window_empty",
        Past = "window_past",
        TooShort = "window_too_short",
        /// Too late for the same day.
        AfterCutoff = "after_cutoff",
        ClosedDay = "closed_day",
    }
}

/// A wish, in the local time of the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalWindow {
    pub date: NaiveDate,
    pub from: NaiveTime,
    pub to: NaiveTime,
}

/// The same as instants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PickupWindow {
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
}

/// When a place picks up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PickupCalendar {
    pub time_zone: Tz,
    /// From this time on, nothing more is taken for the same day.
    pub cutoff: NaiveTime,
    pub closed_weekdays: Vec<Weekday>,
    /// Holidays.
    pub closed_dates: Vec<NaiveDate>,
}

impl PickupCalendar {
    /// The instants of a window, or why it is refused. The first reason in the order of `WindowRefusal` counts.
    pub fn check(
        &self,
        window: &LocalWindow,
        asked_at: DateTime<Utc>,
    ) -> Result<PickupWindow, WindowRefusal> {
        let found = self.to_instants(window).ok_or(WindowRefusal::Empty)?;
        if found.ends_at <= asked_at {
            return Err(WindowRefusal::Past);
        }
        if found.ends_at - found.starts_at < SHORTEST {
            return Err(WindowRefusal::TooShort);
        }
        let asked = asked_at.with_timezone(&self.time_zone);
        if asked.date_naive() == window.date && asked.time() >= self.cutoff {
            return Err(WindowRefusal::AfterCutoff);
        }
        if self.is_closed(window.date) {
            return Err(WindowRefusal::ClosedDay);
        }
        Ok(found)
    }

    /// The next windows with these hours, one a day.
    pub fn list_next(
        &self,
        from: NaiveTime,
        to: NaiveTime,
        asked_at: DateTime<Utc>,
        count: usize,
    ) -> Vec<LocalWindow> {
        let today = asked_at.with_timezone(&self.time_zone).date_naive();
        (0..SEARCHED_DAYS)
            .filter_map(|day| today.checked_add_days(Days::new(day)))
            .map(|date| LocalWindow { date, from, to })
            .filter(|window| self.check(window, asked_at).is_ok())
            .take(count)
            .collect()
    }

    pub fn is_closed(&self, date: NaiveDate) -> bool {
        self.closed_weekdays.contains(&date.weekday()) || self.closed_dates.contains(&date)
    }

    /// None if it ends before it begins.
    fn to_instants(&self, window: &LocalWindow) -> Option<PickupWindow> {
        if window.to <= window.from {
            return None;
        }
        let starts_at = to_instant(window.date.and_time(window.from), self.time_zone);
        let ends_at = to_instant(window.date.and_time(window.to), self.time_zone);
        Some(PickupWindow { starts_at, ends_at })
    }
}

/// The instant of a local time. Of a time that the change of the clock repeats, the first one; of a time that it leaves out,
/// the instant at which a clock that was not changed shows it.
pub fn to_instant(local: NaiveDateTime, time_zone: Tz) -> DateTime<Utc> {
    if let Some(found) = time_zone.from_local_datetime(&local).earliest() {
        return found.with_timezone(&Utc);
    }
    // No clock is changed by more than a day.
    let before = local - TimeDelta::days(1);
    let offset =
        time_zone.from_local_datetime(&before).earliest().map(|at| at.naive_local() - at.naive_utc());
    (local - offset.unwrap_or_default()).and_utc()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case_files::{TIME_WINDOWS, read_rows};
    use serde::Deserialize;

    #[derive(Deserialize)]
    struct Case {
        why: String,
        time_zone: String,
        local_date: NaiveDate,
        from: String,
        to: String,
        asked_at: DateTime<Utc>,
        cutoff_local: String,
        closed_weekdays_iso: String,
        starts_at: Option<DateTime<Utc>>,
        ends_at: Option<DateTime<Utc>>,
        refusal: String,
    }

    impl Case {
        fn calendar(&self) -> PickupCalendar {
            let days = self.closed_weekdays_iso.split(' ').filter(|day| *day != "none");
            let to_weekday = |day: &str| Weekday::try_from(day.parse::<u8>().unwrap() - 1).unwrap();
            PickupCalendar {
                time_zone: self.time_zone.parse().unwrap(),
                cutoff: time(&self.cutoff_local),
                closed_weekdays: days.map(to_weekday).collect(),
                closed_dates: Vec::new(),
            }
        }
    }

    fn time(text: &str) -> NaiveTime {
        NaiveTime::parse_from_str(text, "%H:%M").unwrap()
    }

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn sao_paulo() -> PickupCalendar {
        PickupCalendar {
            time_zone: Tz::America__Sao_Paulo,
            cutoff: time("11:00"),
            closed_weekdays: vec![Weekday::Sat, Weekday::Sun],
            closed_dates: vec![date("2026-12-25")],
        }
    }

    #[test]
    fn each_window_has_its_instants_or_its_refusal() {
        for case in read_rows::<Case>(TIME_WINDOWS) {
            let window = LocalWindow { date: case.local_date, from: time(&case.from), to: time(&case.to) };
            let calendar = case.calendar();
            let instants = calendar.to_instants(&window);
            assert_eq!(instants.map(|found| found.starts_at), case.starts_at, "{}", case.why);
            assert_eq!(instants.map(|found| found.ends_at), case.ends_at, "{}", case.why);
            let refusal = calendar.check(&window, case.asked_at).err().map_or("", WindowRefusal::as_str);
            assert_eq!(refusal, case.refusal, "{}", case.why);
        }
    }

    #[test]
    fn a_time_that_the_clock_leaves_out_is_read_as_before_the_change() {
        let local = date("2026-03-08").and_time(time("02:30"));
        let expected: DateTime<Utc> = "2026-03-08T07:30:00Z".parse().unwrap();
        assert_eq!(to_instant(local, Tz::America__New_York), expected);
    }

    #[test]
    fn closed_days_are_refused_and_left_out_of_the_next_windows() {
        // A Thursday, at noon.
        let asked_at = "2026-12-24T15:00:00Z".parse().unwrap();
        let calendar = sao_paulo();
        let next = calendar.list_next(time("09:00"), time("12:00"), asked_at, 2);
        let dates: Vec<String> = next.iter().map(|window| window.date.to_string()).collect();
        assert_eq!(dates, ["2026-12-28", "2026-12-29"]);
        for closed in ["2026-12-25", "2026-12-26"] {
            let window = LocalWindow { date: date(closed), ..next[0] };
            assert_eq!(calendar.check(&window, asked_at), Err(WindowRefusal::ClosedDay));
        }
    }

    #[test]
    fn before_the_cutoff_the_same_day_is_possible() {
        let asked_at = "2026-12-23T13:59:00Z".parse().unwrap();
        let next = sao_paulo().list_next(time("14:00"), time("18:00"), asked_at, 1);
        assert_eq!(next[0].date, date("2026-12-23"));
    }
}
