//! One page of the list of shipments: all by the filter where these are few, a walk along an index where they are many.

use chrono::{DateTime, TimeDelta, Utc};
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
/// Of a time with at most so many shipments all are looked at, rather than walked to behind others.
const SORTED_WHOLE: u64 = 400_000;
/// And of days of delivery, for which the rows themselves are read.
const SORTED_ROWS: u64 = 60_000;
/// What needs attention has no weight yet, and stands behind all else: so many are sorted rather than looked for there.
const SORTED_UNWEIGHED: u64 = 20_000;
const TIME_OF_IMPORT: &str = "select min(created_at), max(created_at) from shipments where import_id = $1";
const NEWEST_FIRST: Sort<SortKey> = Sort { key: SortKey::CreatedAt, descending: true };

/// One page and its place in the list.
pub async fn page(
    tx: &mut TenantTx,
    conditions: &Conditions,
    paging: Paging,
    sort: &[Sort<SortKey>],
) -> ApiResult<(Vec<SummaryRow>, PageMeta)> {
    let conditions = &in_time_of_import(tx, conditions.clone()).await?;
    if !conditions.has_words() && guess(tx, conditions).await? > TOTAL_CAP.unsigned_abs() {
        let counted = total(conditions).build_query_scalar().persistent(false).fetch_one(&mut **tx).await?;
        if counted > TOTAL_CAP {
            return many(tx, conditions, paging, sort, counted).await;
        }
    }
    let mut query = page_of_found(conditions, paging, sort);
    let found = query.build().persistent(false).fetch_all(&mut **tx).await?;
    let counted: i64 = found.first().map_or(Ok(0), |row| row.try_get("counted"))?;
    if counted > TOTAL_CAP && !conditions.has_words() {
        return many(tx, conditions, paging, sort, counted).await;
    }
    if counted > TOTAL_CAP {
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
) -> ApiResult<(Vec<SummaryRow>, PageMeta)> {
    paging.check_reach()?;
    let walk = walk(tx, conditions, sort).await?;
    let mut query = page_of_many(conditions, paging, sort, walk);
    let rows = query.build_query_as().persistent(false).fetch_all(&mut **tx).await?;
    Ok((rows, paging.meta(counted)))
}

/// How many match, up to one above the cap. Without what is sorted by: an index that filters does not hold that.
pub fn total(conditions: &Conditions) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("select count(*) from (");
    conditions.write(&mut query, "1");
    query.push(format!(" limit {}) found", TOTAL_CAP + 1));
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
/// No index that sorts holds the words: of many by a search, the newest are sorted, which lie together.
pub fn page_of_found(
    conditions: &Conditions,
    paging: Paging,
    sort: &[Sort<SortKey>],
) -> QueryBuilder<Postgres> {
    let (newest_first, of_many) = match conditions.has_words() {
        true => ("order by s.created_at desc, s.id desc", REACH),
        false => ("", 0),
    };
    let mut query = QueryBuilder::new("with found as materialized (");
    conditions.write(&mut query, &columns(sort));
    query.push(format!(
        " {newest_first} limit {}), counted as (select count(*) as counted from found), reached as (
            select * from found s {newest_first}
            limit (select case when counted > {TOTAL_CAP} then {of_many} end from counted)
        ) select counted.counted, {COLUMNS}
          from counted left join (select s.id from reached s {order} limit {} offset {}) page on true
          left join shipments s on s.id = page.id {PARTIES} {order}",
        TOTAL_CAP + 1,
        paging.per_page,
        paging.offset(),
        order = order_by(sort, Walk::AlongIndex),
    ));
    query
}

/// How many are brought into order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walk {
    /// By the index in that order, until the page is full.
    AlongIndex,
    /// All: the index in that order would lead through most others before the first of them.
    Nowhere,
}

pub async fn walk(tx: &mut TenantTx, conditions: &Conditions, sort: &[Sort<SortKey>]) -> ApiResult<Walk> {
    let first = sort.first().map(|sort| sort.key);
    let (all, at_most) = match (first, conditions.has_days_of_delivery(), conditions.has_time()) {
        (_, true, _) => (conditions.only_times(), SORTED_ROWS),
        (Some(SortKey::UpdatedAt | SortKey::TrackingCode), _, true) => {
            (conditions.only_times(), SORTED_WHOLE)
        }
        (Some(SortKey::Weight), _, _) if conditions.has_unweighed() => (conditions.clone(), SORTED_UNWEIGHED),
        _ => return Ok(Walk::AlongIndex),
    };
    Ok(if guess(tx, &all).await? <= at_most { Walk::Nowhere } else { Walk::AlongIndex })
}

/// About how many match, by the planner's statistics.
async fn guess(tx: &mut TenantTx, conditions: &Conditions) -> ApiResult<u64> {
    let mut query = QueryBuilder::new("explain (format json) ");
    conditions.write(&mut query, "");
    let plan: Value = query.build_query_scalar().persistent(false).fetch_one(&mut **tx).await?;
    Ok(plan.pointer("/0/Plan/Plan Rows").and_then(Value::as_f64).unwrap_or_default() as u64)
}

/// Cut out of many, within reach, without words.
pub fn page_of_many(
    conditions: &Conditions,
    paging: Paging,
    sort: &[Sort<SortKey>],
    walk: Walk,
) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("with found as not materialized (");
    conditions.write(&mut query, &columns(sort));
    let (per_page, offset) = (paging.per_page, paging.offset());
    let mut found = "found s";
    if let [first, _, ..] = sort {
        // An index knows the order by the first column: the others order what it gives, and all that stands level
        // with the last of that.
        let (last, first) = (offset + per_page, order_by_one(*first, walk));
        query.push(format!(
            "), first as (select s.id from found s order by {first} fetch first {last} rows with ties"
        ));
        found = "first join shipments s using (id)";
    }
    query.push(format!(
        ") select {COLUMNS}
          from (select s.id from {found} {} limit {per_page} offset {offset}) page
          join shipments s on s.id = page.id {PARTIES} {}",
        order_by(sort, walk),
        order_by(sort, Walk::AlongIndex),
    ));
    query
}

/// Shipments of an import were made while it ran, which is a narrow part of most orders.
async fn in_time_of_import(tx: &mut TenantTx, conditions: Conditions) -> ApiResult<Conditions> {
    let Some(import_id) = conditions.import_id() else { return Ok(conditions) };
    let time: (Option<DateTime<Utc>>, Option<DateTime<Utc>>) =
        sqlx::query_as(TIME_OF_IMPORT).bind(import_id).fetch_one(&mut **tx).await?;
    let (Some(first), Some(last)) = time else { return Ok(conditions) };
    Ok(conditions.within(first, last + TimeDelta::microseconds(1)))
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

fn order_by(sort: &[Sort<SortKey>], walk: Walk) -> String {
    let sort = if sort.is_empty() { &[NEWEST_FIRST] } else { sort };
    let mut text = String::from("order by ");
    for part in sort {
        text.push_str(&order_by_one(*part, walk));
        text.push_str(", ");
    }
    text.push_str(if sort[0].descending { "s.id desc" } else { "s.id asc" });
    text
}

fn order_by_one(sort: Sort<SortKey>, walk: Walk) -> String {
    let column = sort.key.column();
    // No index is in the order of an expression.
    let by = match (walk, sort.key) {
        (Walk::AlongIndex, _) => column.to_owned(),
        (Walk::Nowhere, SortKey::CreatedAt | SortKey::UpdatedAt) => format!("({column} + interval '0')"),
        (Walk::Nowhere, SortKey::TrackingCode | SortKey::ToName) => format!("({column} || '')"),
        (Walk::Nowhere, SortKey::Weight | SortKey::Value) => format!("({column} + 0)"),
    };
    format!("{by} {}", sort.key.direction(sort.descending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_always_ends_in_the_id() {
        let sort = [Sort { key: SortKey::Value, descending: true }];
        let along = |sort: &[Sort<SortKey>]| order_by(sort, Walk::AlongIndex);
        assert_eq!(along(&sort), "order by s.declared_value desc nulls last, s.id desc");
        assert_eq!(along(&[]), "order by s.created_at desc, s.id desc");
    }
}
