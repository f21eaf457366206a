//! The days of a report, counted from the day on which it is made.

use chrono::{Datelike, Days, Months, NaiveDate};

use trade::wire_name;

wire_name! {
    /// The days of a report, counted from the day on which it is made.
    ReportSpan {
        /// The first and the last day that its filters name, if any.
        Fixed = "fixed",
        Yesterday = "yesterday",
        /// The seven days before.
        Last7Days = "last_7_days",
        /// The thirty days before.
        Last30Days = "last_30_days",
        /// From Monday to Sunday.
        LastWeek = "last_week",
        LastMonth = "last_month",
        /// Up to the day itself.
        ThisMonth = "this_month",
    }
}

/// A first and a last day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpanDays {
    pub from: NaiveDate,
    pub to: NaiveDate,
}

impl ReportSpan {
    /// The days for a report that is made on this day; none for those of its filters.
    pub fn find_days(self, day: NaiveDate) -> Option<SpanDays> {
        let before = |days: u64| day.checked_sub_days(Days::new(days));
        let month = day.with_day(1)?;
        let monday = before(day.weekday().num_days_from_monday().into())?;
        let (from, to) = match self {
            Self::Fixed => return None,
            Self::Yesterday => (before(1)?, before(1)?),
            Self::Last7Days => (before(7)?, before(1)?),
            Self::Last30Days => (before(30)?, before(1)?),
            Self::LastWeek => (monday.checked_sub_days(Days::new(7))?, monday.pred_opt()?),
            Self::LastMonth => (month.checked_sub_months(Months::new(1))?, month.pred_opt()?),
            Self::ThisMonth => (month, day),
        };
        Some(SpanDays { from, to })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_the_day_of_the_report() {
        let days = |span: ReportSpan, day: &str| {
            let found = span.find_days(day.parse().unwrap()).unwrap();
            format!("{} {}", found.from, found.to)
        };
        // A Thursday.
        let day = "2026-11-26";
        assert_eq!(days(ReportSpan::Yesterday, day), "2026-11-25 2026-11-25");
        assert_eq!(days(ReportSpan::Last7Days, day), "2026-11-19 2026-11-25");
        assert_eq!(days(ReportSpan::Last30Days, day), "2026-10-27 2026-11-25");
        assert_eq!(days(ReportSpan::LastWeek, day), "2026-11-16 2026-11-22");
        assert_eq!(days(ReportSpan::LastMonth, day), "2026-10-01 2026-10-31");
        assert_eq!(days(ReportSpan::ThisMonth, day), "2026-11-01 2026-11-26");
        assert_eq!(days(ReportSpan::LastMonth, "2027-01-01"), "2026-12-01 2026-12-31");
        assert_eq!(days(ReportSpan::LastWeek, "2026-11-30"), "2026-11-23 2026-11-29", "on a Monday");
        assert_eq!(ReportSpan::Fixed.find_days(day.parse().unwrap()), None);
    }
}
