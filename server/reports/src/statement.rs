//! The statement of a report. Page, count, totals and files have the same rows, because they have the same `from` and `where`.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::{Postgres, QueryBuilder};
use uuid::Uuid;

use super::views::{ReportFilterKey, ReportView};
use access::scope::RowScope;
use server_core::http::list::{Paging, Sort};
use server_core::record::{ReportColumn, ReportColumnKind, ReportPart};

/// A column with the part that it comes with.
pub type PlacedColumn = (&'static ReportPart, &'static ReportColumn);

/// Values of a statement. The SQL of columns can name those before `from` as `p`.
#[derive(Clone, Debug)]
pub struct ReportParams {
    /// Key of localised texts: `pt`.
    pub language: String,
    pub zone: String,
    pub today: NaiveDate,
    /// The period, for columns of moments: up to the moment before `until`.
    pub since: Option<DateTime<Utc>>,
    pub until: Option<DateTime<Utc>>,
    /// The period, for columns of days: up to the day `to`.
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
}

/// The value of a filter.
#[derive(Clone, Debug)]
pub enum FilterValue {
    Id(Uuid),
    Numbers(Vec<i16>),
    Text(String),
}

/// The filters that are set.
#[derive(Clone, Debug, Default)]
pub struct ReportFilterValues {
    pub values: Vec<(ReportFilterKey, FilterValue)>,
    /// The column that the period is about.
    pub period: Option<PlacedColumn>,
    pub includes_inactive: bool,
}

impl ReportFilterValues {
    /// Chosen statuses say themselves whether cancelled records are among them.
    fn has_inactive(&self) -> bool {
        self.includes_inactive || self.values.iter().any(|(key, _)| *key == ReportFilterKey::Status)
    }
}

/// How totals are grouped.
#[derive(Clone, Copy, Debug)]
pub enum ReportGrouping {
    Column(PlacedColumn),
    Day(PlacedColumn),
    Week(PlacedColumn),
    Month(PlacedColumn),
}

/// A report with everything that decides its rows.
#[derive(Debug)]
pub struct ReportStatement<'a> {
    pub view: &'static ReportView,
    pub params: &'a ReportParams,
    pub filter: &'a ReportFilterValues,
    pub scope: &'a RowScope,
    pub sees_costs: bool,
}

impl ReportGrouping {
    const fn placed_column(self) -> PlacedColumn {
        match self {
            Self::Column(placed) | Self::Day(placed) | Self::Week(placed) | Self::Month(placed) => placed,
        }
    }

    fn sql(self) -> String {
        let (_, column) = self.placed_column();
        let local = match column.kind {
            ReportColumnKind::Moment => format!("(({}) at time zone p.zone)", column.sql),
            _ => format!("({})::timestamp", column.sql),
        };
        match self {
            Self::Column(_) => column.to_text(column.sql),
            Self::Day(_) => format!("to_char({local}, 'YYYY-MM-DD')"),
            Self::Week(_) => format!("to_char(date_trunc('week', {local}), 'YYYY-MM-DD')"),
            Self::Month(_) => format!("to_char({local}, 'YYYY-MM')"),
        }
    }
}

impl ReportStatement<'_> {
    /// One page: id of the record, and the values as texts.
    pub fn page_query(
        &self,
        columns: &[PlacedColumn],
        sort: &[Sort<PlacedColumn>],
        paging: Paging,
    ) -> QueryBuilder<Postgres> {
        let mut query = QueryBuilder::new("select ");
        self.push_record(&mut query);
        query.push(", ");
        self.push_values(&mut query, columns);
        let used = columns.iter().copied().chain(sort.iter().map(|part| part.key));
        self.push_rows(&mut query, used);
        query.push(" order by ");
        for part in sort {
            query.push(self.sql_of(part.key));
            query.push(if part.descending { " desc nulls last, " } else { " nulls last, " });
        }
        self.push_order(&mut query);
        paging.push(&mut query);
        query
    }

    /// The number of rows, up to one above `cap`.
    pub fn count_query(&self, cap: i64) -> QueryBuilder<Postgres> {
        let mut query = QueryBuilder::new("select count(*) from (select");
        self.push_rows(&mut query, []);
        query.push(" limit ").push_bind(cap + 1).push(") found");
        query
    }

    /// Rows of a file after those that are written: the values, and the position of each row.
    pub fn chunk_query(
        &self,
        columns: &[PlacedColumn],
        after: Option<&[String]>,
        limit: i64,
    ) -> QueryBuilder<Postgres> {
        let keys = self.view.keys;
        let mut query = QueryBuilder::new("select ");
        self.push_values(&mut query, columns);
        query.push(", array[");
        for (at, (sql, _)) in keys.iter().enumerate() {
            query.push(if at == 0 { "" } else { ", " }).push(format_args!("({sql})::text"));
        }
        query.push("] as position");
        self.push_rows(&mut query, columns.iter().copied());
        if let Some(after) = after {
            let names: Vec<String> = keys.iter().map(|(sql, _)| format!("({sql})")).collect();
            let sign = if self.view.is_ascending { ">" } else { "<" };
            query.push(format_args!(" and ({}) {sign} (", names.join(", ")));
            for (at, ((_, kind), value)) in keys.iter().zip(after).enumerate() {
                query.push(if at == 0 { "" } else { ", " });
                query.push_bind(value.clone()).push(format_args!("::text::{kind}"));
            }
            query.push(")");
        }
        query.push(" order by ");
        self.push_order(&mut query);
        query.push(" limit ").push_bind(limit);
        query
    }

    /// Sums by group, column and currency. The column without a name counts the rows. The group of all rows is null.
    pub fn totals_query(
        &self,
        columns: &[PlacedColumn],
        grouping: Option<ReportGrouping>,
        limit: i64,
    ) -> QueryBuilder<Postgres> {
        let summed: Vec<PlacedColumn> =
            columns.iter().copied().filter(|(_, column)| column.is_summed).collect();
        let group = grouping.map(ReportGrouping::sql);
        let mut query = QueryBuilder::new("select ");
        query.push(if group.is_some() { "g.name" } else { "null::text" });
        query.push(" as group_name, ");
        query.push(if group.is_some() { "grouping(g.name) = 1" } else { "true" });
        query.push(" as is_whole, x0.name, x0.currency, sum(x0.amount) as amount");
        let currencies = summed.iter().filter_map(|(_, column)| self.view.find(column.currency?));
        let used =
            summed.iter().copied().chain(currencies).chain(grouping.map(ReportGrouping::placed_column));
        self.push_from(&mut query, used);
        if let Some(group) = &group {
            query.push(format_args!(" cross join lateral (select coalesce({group}, '') as name) g"));
        }
        query.push(" cross join lateral (values ('', null::text, 1::numeric)");
        for placed in &summed {
            let (_, column) = placed;
            let currency = column.currency.and_then(|key| self.view.find(key));
            let currency = currency.map_or("null".to_owned(), |(_, currency)| currency.sql.to_owned());
            let amount = column.to_number(&self.sql_of(*placed));
            query.push(format_args!(", ('{}', ({currency})::text, {amount})", column.key));
        }
        query.push(") x0 (name, currency, amount)");
        self.push_conditions(&mut query);
        query.push(" and x0.amount is not null group by ");
        query.push(if group.is_some() {
            "grouping sets ((x0.name, x0.currency), (g.name, x0.name, x0.currency))"
        } else {
            "x0.name, x0.currency"
        });
        // The whole is there however many groups there are.
        query.push(" order by is_whole desc, group_name limit ").push_bind(limit);
        query
    }

    /// The SQL of a column in these rows. A record with several rows has its sums in one of them only.
    fn sql_of(&self, placed: PlacedColumn) -> String {
        let (part, column) = placed;
        match self.view.once {
            Some(first) if column.is_summed && !part.is_per_row => {
                format!("case when {first} then {} end", column.sql)
            }
            _ => column.sql.to_owned(),
        }
    }

    fn push_record(&self, query: &mut QueryBuilder<Postgres>) {
        let id = self.view.record.map_or("null", |(_, id)| id);
        query.push(format_args!("({id})::uuid as record_id"));
    }

    /// Empty texts for what is not there.
    fn push_values(&self, query: &mut QueryBuilder<Postgres>, columns: &[PlacedColumn]) {
        query.push("array[");
        for (at, placed) in columns.iter().enumerate() {
            let text = placed.1.to_text(&self.sql_of(*placed));
            query.push(if at == 0 { "" } else { ", " }).push(format_args!("coalesce({text}, '')"));
        }
        query.push("]::text[] as cells");
    }

    fn push_rows(&self, query: &mut QueryBuilder<Postgres>, used: impl IntoIterator<Item = PlacedColumn>) {
        self.push_from(query, used);
        self.push_conditions(query);
    }

    /// The parameters, the base, and the joins of the columns that are used.
    fn push_from(&self, query: &mut QueryBuilder<Postgres>, used: impl IntoIterator<Item = PlacedColumn>) {
        let params = self.params;
        query.push(" from (select ").push_bind(params.language.clone()).push("::text as language, ");
        query.push_bind(params.zone.clone()).push("::text as zone, ");
        query.push_bind(params.today).push("::date as today, ");
        query.push_bind(params.since).push("::timestamptz as since, ");
        query.push_bind(params.until).push("::timestamptz as until) p cross join ").push(self.view.base);
        // Rows of a record are there whether one of their columns is shown or not.
        let of_rows = self.view.parts.iter().copied().filter(|part| part.is_per_row);
        let of_period = self.filter.period.map(|(part, _)| part);
        let parts = of_rows.chain(of_period).chain(used.into_iter().map(|(part, _)| part));
        let mut joins: Vec<&'static str> = Vec::new();
        for join in parts.flat_map(|part| [part.needs.map_or("", |needed| needed.join), part.join]) {
            if !join.is_empty() && !joins.contains(&join) {
                joins.push(join);
                query.push(" ").push(join);
            }
        }
    }

    fn push_conditions(&self, query: &mut QueryBuilder<Postgres>) {
        query.push(" where true");
        self.push_scope(query);
        let hidden = self.view.without_costs.filter(|_| !self.sees_costs);
        let active = self.view.active.filter(|_| !self.filter.has_inactive());
        for condition in [self.view.always, active, hidden].into_iter().flatten() {
            query.push(" and ").push(condition);
        }
        if let Some((_, column)) = self.filter.period {
            self.push_period(query, column);
        }
        for (key, value) in &self.filter.values {
            let known = self.view.filters.iter().find(|(known, _)| known == key);
            let Some((_, condition)) = known else { continue };
            query.push(" and ").push(*condition);
            match value {
                FilterValue::Id(id) => query.push_bind(*id),
                FilterValue::Numbers(numbers) => query.push_bind(numbers.clone()),
                FilterValue::Text(text) => query.push_bind(text.clone()),
            };
            // The condition has opened it.
            query.push(")");
        }
    }

    fn push_period(&self, query: &mut QueryBuilder<Postgres>, column: &ReportColumn) {
        let (params, sql) = (self.params, column.sql);
        if column.kind == ReportColumnKind::Day {
            if let Some(from) = params.from {
                query.push(format_args!(" and {sql} >= ")).push_bind(from);
            }
            if let Some(to) = params.to {
                query.push(format_args!(" and {sql} <= ")).push_bind(to);
            }
            return;
        }
        if let Some(since) = params.since {
            query.push(format_args!(" and {sql} >= ")).push_bind(since);
        }
        if let Some(until) = params.until {
            query.push(format_args!(" and {sql} < ")).push_bind(until);
        }
    }

    /// A user who is bound to something that the rows have no column for reaches none.
    fn push_scope(&self, query: &mut QueryBuilder<Postgres>) {
        let own = &self.view.scope;
        match self.scope {
            RowScope::All => {}
            RowScope::Client(id) => push_own(query, own.client, *id),
            RowScope::Partner(id) => push_own(query, own.partner, *id),
            RowScope::Subsidiaries(ids) => match own.subsidiaries {
                Some(condition) => {
                    query.push(" and ").push(condition).push_bind(ids.clone()).push(")");
                }
                None => {
                    query.push(" and false");
                }
            },
        }
    }

    /// The default order, which is different in each row.
    fn push_order(&self, query: &mut QueryBuilder<Postgres>) {
        let direction = if self.view.is_ascending { "" } else { " desc" };
        let keys: Vec<String> = self.view.keys.iter().map(|(sql, _)| format!("{sql}{direction}")).collect();
        query.push(keys.join(", "));
    }
}

fn push_own(query: &mut QueryBuilder<Postgres>, column: Option<&'static str>, id: Uuid) {
    match column {
        Some(column) => {
            query.push(format_args!(" and {column} = ")).push_bind(id);
        }
        None => {
            query.push(" and false");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::ReportKey;
    use crate::views::ReportViewKey;

    fn params() -> ReportParams {
        let (today, none) = (NaiveDate::from_ymd_opt(2026, 11, 26).unwrap(), None);
        let (language, zone) = ("pt".to_owned(), "America/Sao_Paulo".to_owned());
        ReportParams { language, zone, today, since: none, until: none, from: None, to: None }
    }

    fn page(view: &'static ReportView, scope: &RowScope, columns: &[&str]) -> String {
        let (params, filter) = (params(), ReportFilterValues::default());
        let statement = ReportStatement { view, params: &params, filter: &filter, scope, sees_costs: false };
        let columns: Vec<_> = columns.iter().map(|key| view.find(key).unwrap()).collect();
        let query = statement.page_query(&columns, &[], Paging { page: 1, per_page: 25 });
        query.sql().as_str().to_owned()
    }

    #[test]
    fn only_the_joins_of_shown_columns_are_there() {
        let view = &ReportKey::Shipments.views()[0];
        assert!(!page(view, &RowScope::All, &["tracking_code"]).contains("join clients"));
        let sql = page(view, &RowScope::All, &["client", "client_code", "total"]);
        assert_eq!(sql.matches("join clients").count(), 1);
        assert!(sql.contains("from shipment_charges"));
    }

    #[test]
    fn sums_of_a_shipment_are_in_one_row_of_its_parcels() {
        let view = ReportKey::DetailedShipments.find_view(Some(ReportViewKey::Parcels)).unwrap();
        let sql = page(view, &RowScope::All, &["total", "parcel_weight"]);
        assert!(sql.contains("then h.total end"));
        assert!(!sql.contains("then k.weight_g end"));
    }

    #[test]
    fn nobody_reaches_rows_that_do_not_say_whose_they_are() {
        let (prices, stocks) = (&ReportKey::PriceTable.views()[0], &ReportKey::Stocks.views()[0]);
        assert!(page(prices, &RowScope::Client(Uuid::nil()), &["zone"]).contains("and false"));
        assert!(page(stocks, &RowScope::Partner(Uuid::nil()), &["sku"]).contains("and false"));
        assert!(page(stocks, &RowScope::Client(Uuid::nil()), &["sku"]).contains("i.client_id = $"));
    }

    #[test]
    fn cancelled_shipments_are_there_when_their_status_is_chosen() {
        let (view, params) = (&ReportKey::Shipments.views()[0], params());
        let sql = |values: Vec<(ReportFilterKey, FilterValue)>| {
            let filter = ReportFilterValues { values, ..ReportFilterValues::default() };
            let (params, scope) = (&params, &RowScope::All);
            let statement = ReportStatement { view, params, filter: &filter, scope, sees_costs: false };
            statement.count_query(10).sql().as_str().to_owned()
        };
        assert!(sql(Vec::new()).contains("s.status <> 0"));
        assert!(
            !sql(vec![(ReportFilterKey::Status, FilterValue::Numbers(vec![0]))]).contains("s.status <> 0")
        );
    }

    #[test]
    fn tables_of_costs_are_hidden_from_those_who_may_not_see_them() {
        let sql = page(&ReportKey::PriceTable.views()[0], &RowScope::All, &["zone"]);
        assert!(sql.contains("and t.kind = 'sell'"));
    }
}
