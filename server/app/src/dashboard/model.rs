//! Figures of the dashboard: totals, percent and arrows. Pure.

use chrono::{Datelike, Days, Months, NaiveDate};
use poem_openapi::{Enum, Object};

use server_core::record::periods::first_of_month;

/// Days of a small chart.
const CHART_DAYS: usize = 30;

/// Monthly figures of a kind of record.
#[derive(Object, Debug, PartialEq, Eq)]
pub struct Statistic {
    /// Records created this month, in the current user's time zone.
    pub total_month: i64,
    /// Records created in the whole month before.
    pub total_last_period: i64,
    /// Records created in the month before, up to the day of the month that today is.
    pub total_last_period_to_date: i64,
    /// This month as a percentage of the month before, rounded. Without records in the month before, 100 times
    /// this month; null when this month has none.
    pub percent: Option<i64>,
    pub trend: Trend,
    /// Records of each of the last 30 days, oldest first; empty when both months have none.
    pub chart: Vec<i64>,
    /// First day of this month: as `created_from`, it filters the list to the records of `total_month`.
    pub month_from: NaiveDate,
}

/// Trend of a figure.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
pub enum Trend {
    Up,
    Down,
    Flat,
}

/// How the arrow of a figure is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrow {
    /// Up for equal months; flat only without a chart.
    Shipments,
    /// Flat for equal months.
    Others,
}

impl Arrow {
    fn trend(self, month: i64, last_period: i64, chart: &[i64]) -> Trend {
        match self {
            Self::Shipments if chart.is_empty() => Trend::Flat,
            Self::Others if month == last_period => Trend::Flat,
            _ if last_period > month => Trend::Down,
            _ => Trend::Up,
        }
    }
}

impl Statistic {
    /// `days` are the numbers per day from `first` to `today`.
    pub fn of(days: &[i64], first: NaiveDate, today: NaiveDate, arrow: Arrow) -> Self {
        let month_from = first_of_month(today);
        let last_from = month_from - Months::new(1);
        let same_day = today - Months::new(1);
        let until = if is_last_of_month(today) { month_from - Days::new(1) } else { same_day };
        let sum = |from: NaiveDate, to: NaiveDate| -> i64 {
            let dated = first.iter_days().zip(days);
            dated.filter(|(day, _)| (from..=to).contains(day)).map(|(_, count)| count).sum()
        };
        let month = sum(month_from, today);
        let last_period = sum(last_from, month_from - Days::new(1));
        let chart = if month == 0 && last_period == 0 { &[][..] } else { last(days, CHART_DAYS) };
        Self {
            total_month: month,
            total_last_period: last_period,
            total_last_period_to_date: sum(last_from, until),
            percent: percent(month, last_period),
            trend: arrow.trend(month, last_period, chart),
            chart: chart.to_vec(),
            month_from,
        }
    }
}

/// The first day that a statistic needs.
pub fn first_day(today: NaiveDate) -> NaiveDate {
    let chart = today - Days::new(CHART_DAYS as u64 - 1);
    chart.min(first_of_month(today) - Months::new(1))
}

fn percent(month: i64, last_period: i64) -> Option<i64> {
    match (month, last_period) {
        (0, _) => None,
        (month, 0) => Some(100 * month),
        (month, last) => Some((200 * month + last) / (2 * last)),
    }
}

fn last(days: &[i64], count: usize) -> &[i64] {
    &days[days.len().saturating_sub(count)..]
}

fn is_last_of_month(day: NaiveDate) -> bool {
    day.succ_opt().is_some_and(|next| next.day() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    /// A statistic on 10 March 2026, from (day, count) pairs.
    fn statistic(counts: &[(&str, i64)], arrow: Arrow) -> Statistic {
        on("2026-03-10", counts, arrow)
    }

    fn on(today: &str, counts: &[(&str, i64)], arrow: Arrow) -> Statistic {
        let (today, first) = (day(today), first_day(day(today)));
        let count = |one: NaiveDate| -> i64 {
            counts.iter().filter(|(of, _)| day(of) == one).map(|(_, count)| count).sum()
        };
        let days: Vec<_> = first.iter_days().take_while(|one| *one <= today).map(count).collect();
        Statistic::of(&days, first, today, arrow)
    }

    #[test]
    fn totals_are_of_this_month_and_the_whole_month_before() {
        let counts =
            [("2026-01-31", 64), ("2026-02-01", 1), ("2026-02-10", 2), ("2026-02-28", 4), ("2026-03-10", 8)];
        let found = statistic(&counts, Arrow::Shipments);
        assert_eq!((found.total_month, found.total_last_period, found.total_last_period_to_date), (8, 7, 3));
        assert_eq!(found.month_from, day("2026-03-01"));
    }

    #[test]
    fn the_last_day_of_a_month_compares_with_the_whole_month_before() {
        let counts = [("2026-01-31", 1), ("2026-02-28", 2)];
        assert_eq!(on("2026-02-28", &counts, Arrow::Others).total_last_period_to_date, 1);
        assert_eq!(on("2026-03-31", &counts, Arrow::Others).total_last_period_to_date, 2);
    }

    #[test]
    fn without_records_this_month_there_is_no_percentage() {
        assert_eq!(percent(0, 0), None);
        assert_eq!(percent(0, 5), None);
    }

    #[test]
    fn without_a_month_before_the_percentage_is_a_hundred_times_the_month() {
        assert_eq!(percent(3, 0), Some(300));
    }

    #[test]
    fn the_percentage_is_month_over_month_before_rounded() {
        assert_eq!(percent(50, 100), Some(50));
        assert_eq!(percent(1, 3), Some(33));
        assert_eq!(percent(2, 3), Some(67));
        assert_eq!(percent(1, 200), Some(1));
        assert_eq!(percent(412, 206), Some(200));
    }

    #[test]
    fn shipments_point_down_when_the_month_before_had_more() {
        assert_eq!(Arrow::Shipments.trend(3, 4, &[1]), Trend::Down);
    }

    #[test]
    fn shipments_point_up_otherwise_also_for_equal_months() {
        assert_eq!(Arrow::Shipments.trend(5, 4, &[1]), Trend::Up);
        assert_eq!(Arrow::Shipments.trend(4, 4, &[1]), Trend::Up);
    }

    #[test]
    fn shipments_are_flat_without_a_chart() {
        let found = statistic(&[], Arrow::Shipments);
        assert_eq!((found.trend, found.chart), (Trend::Flat, vec![]));
    }

    #[test]
    fn others_are_flat_when_the_months_are_equal() {
        assert_eq!(Arrow::Others.trend(4, 4, &[1]), Trend::Flat);
        assert_eq!(Arrow::Others.trend(0, 0, &[]), Trend::Flat);
    }

    #[test]
    fn others_point_to_the_larger_month() {
        assert_eq!(Arrow::Others.trend(5, 4, &[1]), Trend::Up);
        assert_eq!(Arrow::Others.trend(3, 4, &[1]), Trend::Down);
    }

    #[test]
    fn the_small_chart_has_the_last_thirty_days() {
        let found = statistic(&[("2026-02-08", 5), ("2026-02-09", 6), ("2026-03-10", 7)], Arrow::Shipments);
        assert_eq!((found.chart.len(), found.chart[0], found.chart[29]), (30, 6, 7));
    }

    #[test]
    fn at_the_beginning_of_march_the_small_chart_reaches_into_january() {
        assert_eq!(first_day(day("2026-03-01")), day("2026-01-31"));
        assert_eq!(on("2026-03-01", &[("2026-01-31", 2), ("2026-03-01", 1)], Arrow::Others).chart[0], 2);
    }
}
