//! The totals of a report, from the rows of its statement.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use super::model::{ReportGroup, ReportSummary, ReportTotal};
use super::permission::VisibleReport;
use super::statement::{ReportGrouping, ReportStatement};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;

const MOST_GROUPS: usize = 500;
/// Most rows of a statement of totals: each group has one for each column and currency.
pub const MOST_TOTALS: i64 = 50_000;

/// A sum as the statement gives it.
#[derive(Debug, sqlx::FromRow)]
pub struct TotalRow {
    /// None for all rows together.
    pub group_name: Option<String>,
    pub is_whole: bool,
    /// Column; empty for the number of rows.
    pub name: String,
    pub currency: Option<String>,
    pub amount: Decimal,
}

/// Returns 422 at `group_by` for a group that the report does not have or the user does not see.
pub fn read_grouping(
    visible: &VisibleReport,
    statement: &ReportStatement<'_>,
    group_by: Option<&str>,
) -> ApiResult<Option<ReportGrouping>> {
    let Some(key) = group_by.filter(|key| !key.is_empty()) else { return Ok(None) };
    let grouping = match key {
        "day" => statement.filter.period.map(ReportGrouping::Day),
        "week" => statement.filter.period.map(ReportGrouping::Week),
        "month" => statement.filter.period.map(ReportGrouping::Month),
        _ if visible.view.groups.contains(&key) => visible.find(key).map(ReportGrouping::Column),
        _ => None,
    };
    grouping.map(Some).ok_or_else(|| ApiError::invalid_field("group_by", MessageCode::UnknownOption))
}

/// The whole and its groups. `is_by_time` says that groups are days, weeks or months.
pub fn summarize(rows: Vec<TotalRow>, is_by_time: bool) -> ReportSummary {
    let mut whole = ReportGroup::default();
    let mut groups: BTreeMap<String, ReportGroup> = BTreeMap::new();
    for row in rows {
        let group = if row.is_whole {
            &mut whole
        } else {
            let name = row.group_name.clone().unwrap_or_default();
            groups.entry(name.clone()).or_insert_with(|| ReportGroup { name, ..ReportGroup::default() })
        };
        if row.name.is_empty() {
            group.rows = row.amount.to_i64().unwrap_or(i64::MAX);
        } else {
            let amount = row.amount.normalize();
            group.totals.push(ReportTotal { column: row.name, currency: row.currency, amount });
        }
    }
    let mut groups: Vec<ReportGroup> = groups.into_values().collect();
    groups.iter_mut().chain([&mut whole]).for_each(|group| {
        group
            .totals
            .sort_by(|left, right| (&left.column, &left.currency).cmp(&(&right.column, &right.currency)));
    });
    if !is_by_time {
        groups.sort_by(|left, right| right.rows.cmp(&left.rows).then_with(|| left.name.cmp(&right.name)));
    }
    let groups_capped = groups.len() > MOST_GROUPS;
    groups.truncate(MOST_GROUPS);
    ReportSummary { whole, groups, groups_capped }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(group: Option<&str>, name: &str, currency: Option<&str>, amount: i64) -> TotalRow {
        TotalRow {
            group_name: group.map(str::to_owned),
            is_whole: group.is_none(),
            name: name.to_owned(),
            currency: currency.map(str::to_owned),
            amount: Decimal::new(amount * 100, 2),
        }
    }

    #[test]
    fn currencies_stay_apart_and_the_largest_group_comes_first() {
        let rows = vec![
            row(None, "", None, 5),
            row(None, "total", Some("USD"), 30),
            row(None, "total", Some("BRL"), 20),
            row(Some("Acme"), "", None, 2),
            row(Some("Loja"), "", None, 3),
            row(Some("Loja"), "total", Some("BRL"), 20),
        ];
        let summary = summarize(rows, false);
        assert_eq!(summary.whole.rows, 5);
        let totals: Vec<_> = summary.whole.totals.iter().map(|total| total.currency.as_deref()).collect();
        assert_eq!(totals, [Some("BRL"), Some("USD")]);
        assert_eq!(summary.whole.totals[0].amount.to_string(), "20");
        let names: Vec<_> = summary.groups.iter().map(|group| group.name.as_str()).collect();
        assert_eq!(names, ["Loja", "Acme"]);
    }

    #[test]
    fn months_stay_in_their_order() {
        let rows = vec![row(Some("2026-10"), "", None, 1), row(Some("2026-09"), "", None, 1)];
        let names: Vec<_> = summarize(rows, true).groups.into_iter().map(|group| group.name).collect();
        assert_eq!(names, ["2026-09", "2026-10"]);
    }
}
