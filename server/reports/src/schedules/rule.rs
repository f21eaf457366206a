//! When a report is made: a rhythm and a time of the day in a time zone.

use chrono::{DateTime, Timelike, Utc};
use chrono_tz::Tz;
use croner::Cron;
use poem_openapi::Object;
use serde::{Deserialize, Serialize};

use server_core::http::error::FieldErrors;
use server_core::http::fields::read_time;
use server_core::http::messages::MessageCode;
use trade::wire_name;

wire_name! {
    /// How often a report is made.
    ReportRhythm {
        Daily = "daily",
        /// From Monday to Friday.
        Weekdays = "weekdays",
        Weekly = "weekly",
        /// On a day of the month. Months without that day are left out.
        Monthly = "monthly",
        /// On the last day of each month.
        MonthEnd = "month_end",
    }
}

/// When a report is made. A time that the clocks skip is the first one after it; one that comes twice is the first.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct ReportRule {
    pub rhythm: ReportRhythm,
    /// The time of the day, for example `07:30`.
    #[oai(validator(max_length = 5))]
    pub at_time: String,
    /// For `weekly`, Monday is 1; null otherwise.
    #[oai(validator(minimum(value = "1"), maximum(value = "7")))]
    pub weekday: Option<i16>,
    /// For `monthly`; null otherwise.
    #[oai(validator(minimum(value = "1"), maximum(value = "31")))]
    pub month_day: Option<i16>,
}

impl ReportRule {
    /// The rule without what its rhythm does not need. Errors are at their fields.
    pub fn check(&self, errors: &mut FieldErrors) -> Self {
        let at_time = self.at_time.trim().to_owned();
        if read_time(&at_time).is_none() {
            errors.push("at_time", MessageCode::InvalidTime);
        }
        let weekday = self.weekday.filter(|_| self.rhythm == ReportRhythm::Weekly);
        let month_day = self.month_day.filter(|_| self.rhythm == ReportRhythm::Monthly);
        if self.rhythm == ReportRhythm::Weekly && weekday.is_none() {
            errors.push("weekday", MessageCode::Required);
        }
        if self.rhythm == ReportRhythm::Monthly && month_day.is_none() {
            errors.push("month_day", MessageCode::Required);
        }
        Self { rhythm: self.rhythm, at_time, weekday, month_day }
    }

    fn to_cron(&self) -> Option<Cron> {
        let time = read_time(&self.at_time)?;
        let days = match self.rhythm {
            ReportRhythm::Daily => "* * *".to_owned(),
            ReportRhythm::Weekdays => "* * 1-5".to_owned(),
            ReportRhythm::Weekly => format!("* * {}", self.weekday? % 7),
            ReportRhythm::Monthly => format!("{} * *", self.month_day?),
            ReportRhythm::MonthEnd => "L * *".to_owned(),
        };
        format!("{} {} {days}", time.minute(), time.hour()).parse().ok()
    }

    /// The first time after another one; none for a rule that never comes.
    pub fn find_next(&self, zone: Tz, after: DateTime<Utc>) -> Option<DateTime<Utc>> {
        find_next(&self.to_cron()?, zone, after)
    }

    /// The last time until now, which is this time or an earlier one.
    pub fn find_last(&self, zone: Tz, until: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let found = self.to_cron()?.find_previous_occurrence(&until.with_timezone(&zone), true).ok()?;
        Some(found.with_timezone(&Utc))
    }

    /// The next times, at most so many.
    pub fn list_next(&self, zone: Tz, after: DateTime<Utc>, most: usize) -> Vec<DateTime<Utc>> {
        let Some(cron) = self.to_cron() else { return Vec::new() };
        let first = find_next(&cron, zone, after);
        std::iter::successors(first, |last| find_next(&cron, zone, *last)).take(most).collect()
    }
}

fn find_next(cron: &Cron, zone: Tz, after: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let found = cron.find_next_occurrence(&after.with_timezone(&zone), false).ok()?;
    Some(found.with_timezone(&Utc))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASES: &str = include_str!("../../../tests/data/reports/dst-cases.csv");

    fn rule(rhythm: ReportRhythm, at_time: &str) -> ReportRule {
        ReportRule { rhythm, at_time: at_time.to_owned(), weekday: None, month_day: None }
    }

    fn moment(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn list_times(rule: &ReportRule, zone: Tz, after: &str) -> Vec<String> {
        let local = |at: DateTime<Utc>| at.with_timezone(&zone).format("%a %d %b %H:%M %z").to_string();
        rule.list_next(zone, moment(after), 4).into_iter().map(local).collect()
    }

    #[test]
    fn times_across_changes_of_the_clocks_are_those_of_the_cases() {
        let mut count = 0;
        for line in CASES.lines().skip(1) {
            let fields: Vec<&str> = line.splitn(5, ',').collect();
            let [expression, zone, after, expected, why] = fields[..] else { panic!("{line}") };
            let zone: Tz = zone.parse().unwrap();
            let after = if after.is_empty() { DateTime::UNIX_EPOCH } else { moment(after) };
            let found = expression.parse::<Cron>().ok().and_then(|cron| find_next(&cron, zone, after));
            let expected = (expected != "refused").then(|| moment(expected));
            assert_eq!(found, expected, "{expression} {zone}: {why}");
            count += 1;
        }
        assert!(count >= 12, "only {count} cases");
    }

    #[test]
    fn a_daily_report_keeps_its_time_when_the_clocks_change() {
        let times =
            list_times(&rule(ReportRhythm::Daily, "07:30"), Tz::America__New_York, "2026-03-06T13:00:00Z");
        assert_eq!(
            times,
            [
                "Sat 07 Mar 07:30 -0500",
                "Sun 08 Mar 07:30 -0400",
                "Mon 09 Mar 07:30 -0400",
                "Tue 10 Mar 07:30 -0400"
            ]
        );
    }

    #[test]
    fn each_rhythm_has_its_days() {
        let zone = Tz::America__Sao_Paulo;
        let days = |rule: &ReportRule| {
            let times = list_times(rule, zone, "2026-11-26T15:00:00Z");
            times.into_iter().map(|time| time[..10].to_owned()).collect::<Vec<_>>()
        };
        let weekly = ReportRule { weekday: Some(7), ..rule(ReportRhythm::Weekly, "08:00") };
        let monthly = ReportRule { month_day: Some(31), ..rule(ReportRhythm::Monthly, "08:00") };
        assert_eq!(
            days(&rule(ReportRhythm::Weekdays, "08:00")),
            ["Fri 27 Nov", "Mon 30 Nov", "Tue 01 Dec", "Wed 02 Dec"]
        );
        assert_eq!(days(&weekly), ["Sun 29 Nov", "Sun 06 Dec", "Sun 13 Dec", "Sun 20 Dec"]);
        assert_eq!(days(&monthly), ["Thu 31 Dec", "Sun 31 Jan", "Wed 31 Mar", "Mon 31 May"]);
        assert_eq!(
            days(&rule(ReportRhythm::MonthEnd, "08:00")),
            ["Mon 30 Nov", "Thu 31 Dec", "Sun 31 Jan", "Sun 28 Feb"]
        );
    }

    #[test]
    fn the_last_time_may_be_now() {
        let daily = rule(ReportRhythm::Daily, "08:00");
        let last = |until: &str| daily.find_last(Tz::UTC, moment(until));
        assert_eq!(last("2026-11-26T08:00:00Z"), Some(moment("2026-11-26T08:00:00Z")));
        assert_eq!(last("2026-11-26T07:59:59Z"), Some(moment("2026-11-25T08:00:00Z")));
    }

    #[test]
    fn a_rule_needs_what_its_rhythm_asks_for() {
        let problems = |rule: &ReportRule| {
            let mut errors = FieldErrors::default();
            rule.check(&mut errors);
            errors.into_problems().map(|(field, ..)| field).collect::<Vec<_>>()
        };
        assert_eq!(problems(&rule(ReportRhythm::Weekly, "25:00")), ["at_time", "weekday"]);
        assert_eq!(problems(&rule(ReportRhythm::Monthly, "7:30")), ["at_time", "month_day"]);
        let daily = ReportRule { weekday: Some(3), month_day: Some(4), ..rule(ReportRhythm::Daily, "07:30") };
        let kept = daily.check(&mut FieldErrors::default());
        assert_eq!(kept, rule(ReportRhythm::Daily, "07:30"), "what it does not need is left out");
    }
}
