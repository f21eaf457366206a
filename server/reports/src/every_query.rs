//! All statements that reports can make, for the test that has Postgres prepare them.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::{Postgres, QueryBuilder};
use uuid::Uuid;

use super::statement::{
    FilterValue, PlacedColumn, ReportFilterValues, ReportGrouping, ReportParams, ReportStatement,
};
use super::views::{ReportFilterKey, ReportView};
use access::scope::RowScope;
use server_core::http::list::{Paging, Sort};

/// Every statement of a view with all its columns, filters and groups, to be prepared.
pub fn build_every_query(view: &'static ReportView, scope: &RowScope) -> Vec<QueryBuilder<Postgres>> {
    let day = NaiveDate::default();
    let moment = DateTime::<Utc>::default();
    let params = ReportParams {
        language: "pt".to_owned(),
        zone: "UTC".to_owned(),
        today: day,
        since: Some(moment),
        until: Some(moment),
        from: Some(day),
        to: Some(day),
    };
    let value_of = |key: ReportFilterKey| match key {
        ReportFilterKey::Country | ReportFilterKey::Status => FilterValue::Numbers(vec![1]),
        ReportFilterKey::Direction => FilterValue::Text("export".to_owned()),
        _ => FilterValue::Id(Uuid::nil()),
    };
    let columns: Vec<PlacedColumn> = view.all_columns().collect();
    let position = vec![String::new(); view.keys.len()];
    let mut built = Vec::new();
    for period in view.periods.iter().map(Some).chain([None]) {
        let period = period.and_then(|key| view.find(key));
        let values = view.filters.iter().map(|(key, _)| (*key, value_of(*key))).collect();
        let filter = ReportFilterValues { values, period, includes_inactive: false };
        let statement = ReportStatement { view, params: &params, filter: &filter, scope, sees_costs: false };
        let sort = columns.iter().map(|placed| Sort { key: *placed, descending: true });
        let sort: Vec<_> = sort.collect();
        built.push(statement.page_query(&columns, &sort, Paging { page: 2, per_page: 25 }));
        built.push(statement.count_query(10));
        built.push(statement.chunk_query(&columns, Some(&position), 10));
        built.push(statement.totals_query(&columns, None, 10));
        let spans = [ReportGrouping::Day, ReportGrouping::Week, ReportGrouping::Month];
        let groups = view.groups.iter().filter_map(|key| view.find(key)).map(ReportGrouping::Column);
        let of_time = period.into_iter().flat_map(|placed| spans.map(|span| span(placed)));
        built.extend(of_time.chain(groups).map(|group| statement.totals_query(&columns, Some(group), 10)));
    }
    built
}
