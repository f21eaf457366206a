//! Numbers of records per day or month, counted in one query.

use chrono::{DateTime, Datelike, Days, Months, NaiveDate, Utc};
use chrono_tz::Tz;
use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;

use crate::http::days::start_of;
use crate::http::error::ApiResult;

/// Consecutive periods of a calendar, oldest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Periods {
    /// First day of each period.
    pub first_days: Vec<NaiveDate>,
    /// The day after the last period.
    end: NaiveDate,
    zone: Tz,
}

impl Periods {
    /// All days from `first` to `last`.
    pub fn days(first: NaiveDate, last: NaiveDate, zone: Tz) -> Self {
        let end = last.succ_opt().unwrap_or(last);
        Self { first_days: first.iter_days().take_while(|day| *day < end).collect(), end, zone }
    }

    /// The month of this day, after `count - 1` earlier ones.
    pub fn months(count: u32, day: NaiveDate, zone: Tz) -> Self {
        let first = first_of_month(day);
        let first_days = (0..count).rev().map(|ago| first - Months::new(ago)).collect();
        Self { first_days, end: first + Months::new(1), zone }
    }

    /// Counts the records of a table per period, by their creation. `scope` adds the condition of a scope; its columns
    /// have the prefix `t.`.
    pub fn query(
        &self,
        table: &'static str,
        scope: impl FnOnce(&mut QueryBuilder<Postgres>),
    ) -> QueryBuilder<Postgres> {
        let starts: Vec<DateTime<Utc>> =
            self.first_days.iter().chain([&self.end]).map(|day| start_of(*day, self.zone)).collect();
        let (begins, ends) = (starts[..starts.len() - 1].to_vec(), starts[1..].to_vec());
        let mut query = QueryBuilder::new(format!(
            "select (select count(*) from {table} t where t.created_at >= p.begins and t.created_at < p.ends"
        ));
        scope(&mut query);
        query.push(") from unnest(").push_bind(begins).push("::timestamptz[], ").push_bind(ends);
        query.push("::timestamptz[]) with ordinality p (begins, ends, position) order by p.position");
        query
    }

    /// The numbers of the periods. Not prepared, so that each scope has its own plan.
    pub async fn count(
        &self,
        tx: &mut TenantTx,
        table: &'static str,
        scope: impl FnOnce(&mut QueryBuilder<Postgres>),
    ) -> ApiResult<Vec<i64>> {
        let mut query = self.query(table, scope);
        Ok(query.build_query_scalar().persistent(false).fetch_all(&mut **tx).await?)
    }
}

pub fn first_of_month(day: NaiveDate) -> NaiveDate {
    day - Days::new(u64::from(day.day0()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn days_include_both_ends() {
        let days = Periods::days(day("2026-02-27"), day("2026-03-02"), Tz::UTC);
        let expected = ["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"].map(day);
        assert_eq!(days.first_days, expected);
        assert_eq!(days.end, day("2026-03-03"));
    }

    #[test]
    fn months_end_with_the_month_of_the_day() {
        let months = Periods::months(3, day("2026-01-31"), Tz::UTC);
        assert_eq!(months.first_days, ["2025-11-01", "2025-12-01", "2026-01-01"].map(day));
        assert_eq!(months.end, day("2026-02-01"));
    }

    #[test]
    fn a_day_of_changed_clocks_follows_the_one_before_without_a_gap() {
        let days = Periods::days(day("2026-10-31"), day("2026-11-02"), Tz::America__New_York);
        let starts: Vec<_> = days.first_days.iter().map(|day| start_of(*day, days.zone)).collect();
        assert_eq!((starts[2] - starts[1]).num_hours(), 25);
    }
}
