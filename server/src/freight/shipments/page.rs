//! One page of the list of shipments: where few match, all of them, sorted; where many, a walk along an index in that order,
//! or all sorted where the walk might be long.

use serde_json::Value;
use sqlx::postgres::PgRow;
use sqlx::{FromRow, Postgres, QueryBuilder, Row};
use tenancy::TenantTx;
use uuid::Uuid;

use super::list::{Conditions, SortKey};
use super::store::SummaryRow;
use crate::http::error::ApiResult;
use crate::http::list::{PageMeta, Paging, REACH, Sort, TOTAL_CAP};

const COLUMNS: &str = "
    s.id, s.tracking_code, s.status, s.missing, s.source, s.external_ref, s.client_id, c.name as client_name,
    s.service_id, v.title_locale as service_title_locale, s.from_name, s.from_country_id, s.to_name, s.to_city,
    s.to_country_id, s.parcel_count, s.item_count, s.declared_weight_g, s.chargeable_weight_g, s.currency,
    s.declared_value, s.due_on, s.label_printed_at, s.last_event_code, s.last_event_at, s.created_at, s.updated_at, s.version";
const PARTIES: &str = "left join clients c on c.id = s.client_id left join services v on v.id = s.service_id";
/// By the planner's statistics.
const ALL: &str = "select reltuples::bigint from pg_class where oid = 'shipments'::regclass";
/// More are not sorted, even where all are read of one index.
const SORTABLE: i64 = 60_000;
const NEWEST_FIRST: Sort<SortKey> = Sort { key: SortKey::CreatedAt, descending: true };

type Page = (Vec<SummaryRow>, PageMeta);

/// One page and its place in the list.
pub async fn page(
    tx: &mut TenantTx,
    conditions: &Conditions,
    paging: Paging,
    sort: &[Sort<SortKey>],
) -> ApiResult<Page> {
    let likely = estimate(tx, conditions, sort).await?;
    if likely.rows > TOTAL_CAP && !conditions.has_words() {
        let (counted, order) = order_of_many(tx, conditions, sort, likely).await?;
        if counted > TOTAL_CAP {
            return many(tx, conditions, paging, sort, counted, order).await;
        }
    }
    let mut query = page_of_found(conditions, paging, sort, likely);
    let found = query.build().persistent(false).fetch_all(&mut **tx).await?;
    let counted: i64 = found.first().map_or(Ok(0), |row| row.try_get("counted"))?;
    if counted > TOTAL_CAP {
        if !conditions.has_words() {
            let (counted, order) = order_of_many(tx, conditions, sort, likely).await?;
            return many(tx, conditions, paging, sort, counted, order).await;
        }
        paging.check_reach()?;
    }
    let rows = found.iter().filter_map(|row| summary(row).transpose()).collect::<sqlx::Result<_>>()?;
    Ok((rows, paging.meta(counted)))
}

async fn many(
    tx: &mut TenantTx,
    conditions: &Conditions,
    paging: Paging,
    sort: &[Sort<SortKey>],
    counted: i64,
    order: Order,
) -> ApiResult<Page> {
    paging.check_reach()?;
    let mut query = page_of_many(conditions, paging, sort, order);
    let rows = query.build_query_as().persistent(false).fetch_all(&mut **tx).await?;
    Ok((rows, paging.meta(counted)))
}

/// How many match, up to one above the cap. Without what is sorted by: an index that filters does not hold that.
pub fn total(conditions: &Conditions, cap: i64) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("select count(*) from (");
    conditions.write(&mut query, "1");
    query.push(format!(" limit {}) found", cap + 1));
    query
}

/// The row that only counts holds no shipment.
fn summary(row: &PgRow) -> sqlx::Result<Option<SummaryRow>> {
    let id: Option<Uuid> = row.try_get("id")?;
    id.map(|_| SummaryRow::from_row(row)).transpose()
}

/// How many match, up to one above the cap, in every row; and the page, where they are few. A walk to a handful of rows
/// would be long, so all that match are found first, by whichever index leaves least. Planned for the very values asked for:
/// a plan for any status or word suits neither the frequent nor the rare.
///
/// No index that sorts holds the words: of many by a search, the newest are sorted, which lie together. Where so many are
/// `likely`, the indexes that hold the words are enough to find them; what they are sorted by is read of those alone.
pub fn page_of_found(
    conditions: &Conditions,
    paging: Paging,
    sort: &[Sort<SortKey>],
    likely: Estimate,
) -> QueryBuilder<Postgres> {
    let sorted_by = columns(sort);
    let (newest_first, of_many) = match conditions.has_words() {
        true => (order_by(&[]), REACH),
        false => (String::new(), 0),
    };
    let (found, rows) = match conditions.has_words() && likely.rows > TOTAL_CAP {
        true => ("s.id, s.created_at", "newest join shipments s using (id)"),
        false => (sorted_by.as_str(), "s"),
    };
    let mut query = QueryBuilder::new("with found as materialized (");
    conditions.write(&mut query, found);
    query.push(format!(
        " {newest_first} limit {}), counted as (select count(*) as counted from found), reached as (
            select {sorted_by} from (
                select * from found s {newest_first}
                limit (select case when counted > {TOTAL_CAP} then {of_many} end from counted)
            ) {rows}
        )
        select counted.counted, {COLUMNS}
        from counted left join (select s.id from reached s {order} limit {} offset {}) page on true
        left join shipments s on s.id = page.id {PARTIES} {order}",
        TOTAL_CAP + 1,
        paging.per_page,
        paging.offset(),
        order = order_by(sort),
    ));
    query
}

/// By the planner's statistics.
#[derive(Clone, Copy, Debug, Default)]
pub struct Estimate {
    /// About how many match.
    rows: i64,
    /// What finding all of them would cost, in the planner's units.
    cost: f64,
}

impl Estimate {
    /// The same search, of which it is known how many it finds.
    fn of(self, counted: i64) -> Self {
        Self { rows: counted, cost: self.cost * counted as f64 / self.rows.max(1) as f64 }
    }

    /// Of so many shipments in all. Measured at a million: a walk passes one in 0.08 µs; one that is sorted takes 0.4 µs,
    /// and a unit of what the planner thinks it costs to find takes 3 µs.
    fn order(self, all: i64) -> Order {
        let longest_walk = (all - self.rows) as f64 * 0.000_08;
        let sort = self.cost * 0.003 + self.rows as f64 * 0.000_4;
        // Most walks are far shorter than the longest.
        if sort < longest_walk * 0.375 { Order::Sorted } else { Order::Walked }
    }
}

/// How many of those that match are brought into order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By the index in that order, until the page is full.
    Walked,
    /// All: the walk may lead past most others to the first of them.
    Sorted,
}

/// How many match, so far as that matters, and how those are brought into order if they are many. Before they are sorted
/// they are counted: the planner takes what goes together, as a client and a country, for chance, and then for few.
pub async fn order_of_many(
    tx: &mut TenantTx,
    conditions: &Conditions,
    sort: &[Sort<SortKey>],
    likely: Estimate,
) -> ApiResult<(i64, Order)> {
    if is_order_of_filters(conditions, sort) {
        return Ok((count(tx, conditions, TOTAL_CAP).await?, Order::Walked));
    }
    let all = sqlx::query_scalar(ALL).fetch_one(&mut **tx).await?;
    let cap = if likely.order(all) == Order::Sorted { SORTABLE } else { TOTAL_CAP };
    let counted = count(tx, conditions, cap).await?;
    Ok((counted, if counted > cap { Order::Walked } else { likely.of(counted).order(all) }))
}

async fn count(tx: &mut TenantTx, conditions: &Conditions, cap: i64) -> ApiResult<i64> {
    Ok(total(conditions, cap).build_query_scalar().persistent(false).fetch_one(&mut **tx).await?)
}

/// The index of every filter is in the order of creation, but not that of the days of delivery.
fn is_order_of_filters(conditions: &Conditions, sort: &[Sort<SortKey>]) -> bool {
    let by_creation = sort.first().is_none_or(|sort| sort.key == SortKey::CreatedAt);
    by_creation && !conditions.has_days_of_delivery()
}

pub async fn estimate(
    tx: &mut TenantTx,
    conditions: &Conditions,
    sort: &[Sort<SortKey>],
) -> ApiResult<Estimate> {
    let mut query = QueryBuilder::new("explain (format json) ");
    conditions.write(&mut query, &columns(sort));
    let plan: Value = query.build_query_scalar().persistent(false).fetch_one(&mut **tx).await?;
    let figure = |name| plan.pointer(name).and_then(Value::as_f64).unwrap_or_default();
    Ok(Estimate { rows: figure("/0/Plan/Plan Rows") as i64, cost: figure("/0/Plan/Total Cost") })
}

/// Cut out of many, within reach, without words.
pub fn page_of_many(
    conditions: &Conditions,
    paging: Paging,
    sort: &[Sort<SortKey>],
    order: Order,
) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("with found as not materialized (");
    conditions.write(&mut query, &columns(sort));
    if order == Order::Sorted {
        // A fence: without it Postgres may find them by a walk along the order all the same.
        query.push(" offset 0");
    }
    let (keys, per_page, offset) = (order_by(sort), paging.per_page, paging.offset());
    let mut found = "found s";
    if let (Order::Walked, [first, _, ..]) = (order, sort) {
        // An index knows the order by the first column: the others order what it gives, and all that stands level
        // with the last of that.
        let (last, first) = (offset + per_page, order_by_one(*first));
        query.push(format!(
            "), first as (select s.id from found s order by {first} fetch first {last} rows with ties"
        ));
        found = "first join shipments s using (id)";
    }
    query.push(format!(
        ") select {COLUMNS}
          from (select s.id from {found} {keys} limit {per_page} offset {offset}) page
          join shipments s on s.id = page.id {PARTIES} {keys}"
    ));
    query
}

/// What orders the page, and what cuts the newest out.
fn columns(sort: &[Sort<SortKey>]) -> String {
    let mut columns = vec!["s.id", "s.created_at"];
    for column in sort.iter().map(|sort| sort.key.column()) {
        if !columns.contains(&column) {
            columns.push(column);
        }
    }
    columns.join(", ")
}

/// Ends in what no two shipments share.
fn order_by(sort: &[Sort<SortKey>]) -> String {
    let sort = if sort.is_empty() { &[NEWEST_FIRST] } else { sort };
    let mut parts = Vec::new();
    for part in sort {
        parts.push(order_by_one(*part));
        if part.key == SortKey::TrackingCode {
            return format!("order by {}", parts.join(", "));
        }
    }
    parts.push(if sort[0].descending { "s.id desc" } else { "s.id asc" }.to_owned());
    format!("order by {}", parts.join(", "))
}

fn order_by_one(sort: Sort<SortKey>) -> String {
    format!("{} {}", sort.key.column(), sort.key.direction(sort.descending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_where_the_walk_may_be_long_and_the_search_is_short_all_are_sorted() {
        let [half, million] = [500_000, 1_000_000];
        let of_one_index = Estimate { rows: 40_000, cost: 2_300.0 };
        assert_eq!(of_one_index.order(million), Order::Sorted);
        assert_eq!(of_one_index.order(half), Order::Walked);
        assert_eq!(of_one_index.of(400_000).order(million), Order::Walked);
        let of_rows = Estimate { rows: 40_000, cost: 24_000.0 };
        assert_eq!(of_rows.order(million), Order::Walked);
        assert_eq!(of_rows.of(12_000).order(million), Order::Sorted);
    }

    #[test]
    fn the_order_ends_in_the_id_or_the_code() {
        let sort = [Sort { key: SortKey::Value, descending: true }];
        assert_eq!(order_by(&sort), "order by s.declared_value desc nulls last, s.id desc");
        let sort = [Sort { key: SortKey::TrackingCode, descending: false }, sort[0]];
        assert_eq!(order_by(&sort), "order by s.tracking_code asc");
        assert_eq!(order_by(&[]), "order by s.created_at desc, s.id desc");
    }
}
