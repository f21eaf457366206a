//! One page of the list of shipments: where few match, or the walk to the first of many might be long, all of them, sorted;
//! else a walk along an index in that order. Of many by words the newest, sorted; that there are many, a sample tells.

use serde_json::Value;
use sqlx::postgres::PgRow;
use sqlx::{Postgres, QueryBuilder, Row};
use tenancy::TenantTx;
use uuid::Uuid;

use super::list::{Conditions, SortKey};
use super::store::SummaryRow;
use crate::http::error::ApiResult;
use crate::http::list::{PageMeta, Paging, REACH, Sort, TOTAL_CAP};

const PAGE: &str = "
    select s.id, s.tracking_code, s.status, s.missing, s.source, s.external_ref, s.client_id, c.name as client_name,
           s.service_id, v.title_locale as service_title_locale, s.from_name, s.from_country_id, s.to_name, s.to_city,
           s.to_country_id, s.parcel_count, s.item_count, s.declared_weight_g, s.chargeable_weight_g, s.currency,
           s.declared_value, s.due_on, s.label_printed_at, s.last_event_code, s.last_event_at, s.created_at,
           s.updated_at, s.version
    from unnest($1::uuid[]) with ordinality page (id, place)
    join shipments s on s.id = page.id
    left join clients c on c.id = s.client_id
    left join services v on v.id = s.service_id
    order by page.place";
/// By the planner's statistics.
const ALL: &str = "select reltuples::bigint from pg_class where oid = 'shipments'::regclass";
/// More than are counted are sorted where the walk might be long, but no more than these.
pub const SORTABLE: i64 = 60_000;
/// By the letters of words no more than these are read.
pub const READABLE: i64 = 20_000;
/// One in so many is in the sample, as its indexes have it: by the last byte of the id, which is chance.
const ONE_IN: i64 = 16;
/// So many in the sample and there are more than the cap: of no more than that, 625 would be in the sample, and so many by
/// a chance of one in three million.
const SURELY_MANY: i64 = 750;
/// Words that likely fewer have are looked for at once: the sample would not tell that they are many.
const SAMPLED: i64 = SURELY_MANY * ONE_IN;
const NEWEST_FIRST: Sort<SortKey> = Sort { key: SortKey::CreatedAt, descending: true };
/// Until the transaction ends, the planner takes what is read for what lies in memory.
const IN_MEMORY: [&str; 2] = ["set local seq_page_cost to 0.25", "set local random_page_cost to 0.25"];
/// What the letters of a frequent word cost, the planner tells far too low: whether it may find by them is told to it.
const WALK: &str = "set local enable_bitmapscan to off";
pub const BY_LETTERS: &str = "set local enable_bitmapscan to on";

/// One page and its place in the list.
pub async fn page(
    tx: &mut TenantTx,
    conditions: &Conditions,
    paging: Paging,
    sort: &[Sort<SortKey>],
) -> ApiResult<(Vec<SummaryRow>, PageMeta)> {
    let way = way_of(tx, conditions, sort).await?;
    let mut counted = match way {
        Way::Counted | Way::Sorted => count(tx, total(conditions)).await?,
        Way::Many => TOTAL_CAP + 1,
        Way::All(_) | Way::Newest(_) => 0,
    };
    let mut ids: Option<Vec<Uuid>> = None;
    if counted <= TOTAL_CAP {
        let found = fetch(tx, page_of_found(conditions, paging, sort, way)).await?;
        (counted, ids) = (found.try_get("counted")?, found.try_get("ids")?);
    }
    if counted > TOTAL_CAP {
        paging.check_reach()?;
    }
    let ids = match ids {
        Some(ids) => ids,
        None => fetch(tx, page_of_many(conditions, paging, sort, way)).await?.try_get("ids")?,
    };
    let rows = sqlx::query_as(PAGE).bind(ids).fetch_all(&mut **tx).await?;
    Ok((rows, paging.meta(counted)))
}

/// How what matches is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// All at once, in whichever order is soonest, unless they are more than these.
    All(i64),
    /// The newest of all, no more than these.
    Newest(i64),
    /// Counted first, as they likely are more than the cap; then all, or walked to in their order.
    Counted,
    /// Counted first; then all of them are sorted, even of more than the cap.
    Sorted,
    /// Cut out of many: they are more than the cap, as the sample tells.
    Many,
}

impl Way {
    /// How many it finds at once.
    fn most(self) -> i64 {
        match self {
            Self::All(most) | Self::Newest(most) => most,
            Self::Counted | Self::Sorted | Self::Many => TOTAL_CAP,
        }
    }
}

async fn count(tx: &mut TenantTx, mut query: QueryBuilder<Postgres>) -> ApiResult<i64> {
    Ok(query.build_query_scalar().persistent(false).fetch_one(&mut **tx).await?)
}

async fn fetch(tx: &mut TenantTx, mut query: QueryBuilder<Postgres>) -> ApiResult<PgRow> {
    Ok(query.build().persistent(false).fetch_one(&mut **tx).await?)
}

/// By the planner's statistics.
#[derive(Clone, Copy, Debug)]
struct Estimate {
    /// About how many match.
    rows: i64,
    /// What finding all of them would cost, in the planner's units: of words, on a walk.
    cost: f64,
}

impl Estimate {
    /// Of so many shipments in all. Measured at a million: a walk passes one in 0.08 µs; one that is sorted takes 0.4 µs,
    /// and a unit of what the planner thinks it costs to find takes 2 µs.
    fn is_soon_sorted(self, all: i64) -> bool {
        let longest_walk = (all - self.rows) as f64 * 0.000_08;
        let sort = self.cost * 0.002 + self.rows as f64 * 0.000_4;
        // Most walks are far shorter than the longest.
        self.rows <= SORTABLE && sort < longest_walk * 0.375
    }

    /// Whether all that match are found once and kept, not counted to the cap and then found again. Measured at a million:
    /// to keep one takes 0.22 µs.
    fn is_soon_kept(self) -> bool {
        let count = self.cost * 0.002 * TOTAL_CAP as f64 / self.rows.max(1) as f64;
        self.rows as f64 * 0.000_22 < count
    }

    /// Of words. Measured at a million: a unit of the walk takes 5 µs, and one that it finds 0.4 µs. Their letters take
    /// 5 ms, and one that is read 2.8 µs, but 1 µs in an import, whose shipments stand together.
    fn is_soon_walked(self, in_an_import: bool) -> bool {
        let found = self.rows.min(TOTAL_CAP) as f64;
        let part = found / self.rows.max(1) as f64;
        let walk = self.cost * part * 0.005 + found * 0.000_4;
        let each = if in_an_import { 0.001 } else { 0.002_8 };
        // The more are read, the closer they stand and the less each takes.
        walk < 5.0 + self.rows.min(12_000) as f64 * each
    }
}

/// The soonest, by what is likely.
pub async fn way_of(tx: &mut TenantTx, conditions: &Conditions, sort: &[Sort<SortKey>]) -> ApiResult<Way> {
    if conditions.has_words() {
        return way_to_words(tx, conditions).await;
    }
    let likely = estimate(tx, conditions, sort).await?;
    let mut sorts = false;
    if !is_order_of_filters(conditions, sort) {
        let all = sqlx::query_scalar(ALL).fetch_one(&mut **tx).await?;
        sorts = likely.is_soon_sorted(all);
    }
    Ok(match (likely.rows > TOTAL_CAP, sorts) {
        (true, true) if !likely.is_soon_kept() => Way::Sorted,
        (true, false) => Way::Counted,
        (_, true) => Way::All(SORTABLE),
        (false, false) => Way::All(TOTAL_CAP),
    })
}

/// Leaves the planner set for this way.
async fn way_to_words(tx: &mut TenantTx, conditions: &Conditions) -> ApiResult<Way> {
    for setting in IN_MEMORY {
        set(tx, setting).await?;
    }
    set(tx, WALK).await?;
    let mut likely = estimate(tx, conditions, &[]).await?;
    let mut sampled = 0;
    if likely.rows >= SAMPLED {
        set(tx, BY_LETTERS).await?;
        sampled = count(tx, sample(conditions)).await?;
        likely.rows = sampled * ONE_IN;
    }
    let many = sampled >= SURELY_MANY;
    if !many && !likely.is_soon_walked(conditions.has_import()) {
        set(tx, BY_LETTERS).await?;
        return Ok(Way::All(READABLE));
    }
    set(tx, WALK).await?;
    Ok(if many { Way::Many } else { Way::Newest(TOTAL_CAP + 1) })
}

async fn set(tx: &mut TenantTx, setting: &'static str) -> ApiResult<()> {
    sqlx::query(setting).execute(&mut **tx).await?;
    Ok(())
}

async fn estimate(tx: &mut TenantTx, conditions: &Conditions, sort: &[Sort<SortKey>]) -> ApiResult<Estimate> {
    let mut query = QueryBuilder::new("explain (format json) ");
    conditions.write(&mut query, &columns(sort));
    let plan: Value = query.build_query_scalar().persistent(false).fetch_one(&mut **tx).await?;
    let figure = |name| plan[0]["Plan"][name].as_f64().unwrap_or_default();
    Ok(Estimate { rows: figure("Plan Rows") as i64, cost: figure("Total Cost") })
}

/// Whether an index of what filters is in this order: of every filter in that of creation, but not of the days of delivery,
/// and of the import in all that go with time.
fn is_order_of_filters(conditions: &Conditions, sort: &[Sort<SortKey>]) -> bool {
    match sort.first().map_or(SortKey::CreatedAt, |first| first.key) {
        SortKey::CreatedAt => !conditions.has_days_of_delivery(),
        SortKey::UpdatedAt | SortKey::TrackingCode => conditions.has_import(),
        _ => false,
    }
}

/// How many of the sample match, up to what is enough.
pub fn sample(conditions: &Conditions) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("select count(*) from (");
    conditions.write(&mut query, "1");
    query.push(format!(" and get_byte(uuid_send(s.id), 15) < {} limit {SURELY_MANY}) sampled", 256 / ONE_IN));
    query
}

/// How many match, up to one above the cap. Without what is sorted by: an index that filters does not hold that.
pub fn total(conditions: &Conditions) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("select count(*) from (");
    conditions.write(&mut query, "1");
    query.push(format!(" limit {}) found", TOTAL_CAP + 1));
    query
}

/// How many were found; and the ids of the page, unless they are more than this way finds. A walk to a handful of rows
/// would be long, so all that match are found first, by whichever index leaves least. Planned for the very values asked for:
/// a plan for any status or word suits neither the frequent nor the rare.
pub fn page_of_found(
    conditions: &Conditions,
    paging: Paging,
    sort: &[Sort<SortKey>],
    way: Way,
) -> QueryBuilder<Postgres> {
    let most = way.most();
    let mut query = QueryBuilder::new("with found as materialized (");
    // A walk comes newest first. What is read stands in the table mostly oldest first: that order is soon made.
    let newest = if let Way::Newest(_) = way {
        conditions.write_walk(&mut query, &columns(sort));
        query.push(format!(" {} limit {most}", order_by(&[])));
        format!("{} limit {REACH}", order_by(&[]))
    } else {
        conditions.write(&mut query, &columns(sort));
        query.push(format!(" limit {}", most + 1));
        format!("order by s.created_at, s.id offset (select counted - {REACH} from counted)")
    };
    query.push("), counted as (select count(*) as counted from found) select counted, case");
    if conditions.has_words() {
        let all = ids_of("found s", paging, sort);
        let newest = ids_of(&format!("(select * from found s {newest}) s"), paging, sort);
        query.push(format!(" when counted <= {TOTAL_CAP} then {all} when counted <= {most} then {newest}"));
    } else {
        query.push(format!(" when counted <= {most} then {}", ids_of("found s", paging, sort)));
    }
    query.push(" end as ids from counted");
    query
}

/// The ids of a page cut out of many, within reach.
pub fn page_of_many(
    conditions: &Conditions,
    paging: Paging,
    sort: &[Sort<SortKey>],
    way: Way,
) -> QueryBuilder<Postgres> {
    if conditions.has_words() {
        return page_of_found(conditions, paging, sort, Way::Newest(REACH));
    }
    let mut query = QueryBuilder::new("with found as not materialized (");
    conditions.write(&mut query, &columns(sort));
    if way == Way::Sorted {
        // What has an offset Postgres plans by itself, and not as a walk in the order of the page.
        query.push(" offset 0");
    }
    query.push(")");
    let mut found = "found s";
    if let [first, _, ..] = sort
        && way != Way::Sorted
    {
        // An index knows the order by the first column: the others order what it gives, and all that stands level
        // with the last of that.
        let (last, first) = (paging.offset() + paging.per_page, order_by_one(*first));
        query.push(format!(
            ", first as (select s.id from found s order by {first} fetch first {last} rows with ties)"
        ));
        found = "first join shipments s using (id)";
    }
    query.push(format!(" select {} as ids", ids_of(found, paging, sort)));
    query
}

fn ids_of(found: &str, paging: Paging, sort: &[Sort<SortKey>]) -> String {
    let (order, per_page, offset) = (order_by(sort), paging.per_page, paging.offset());
    format!("array(select s.id from {found} {order} limit {per_page} offset {offset})")
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
        assert!(of_one_index.is_soon_sorted(million));
        assert!(!of_one_index.is_soon_sorted(half));
        assert!(!Estimate { rows: SORTABLE + 1, ..of_one_index }.is_soon_sorted(2 * million));
        assert!(!Estimate { rows: 40_000, cost: 24_000.0 }.is_soon_sorted(million));
        assert!(Estimate { rows: 12_000, cost: 7_200.0 }.is_soon_sorted(million));
    }

    #[test]
    fn what_takes_long_to_find_is_found_once() {
        assert!(Estimate { rows: 17_500, cost: 9_600.0 }.is_soon_kept());
        assert!(!Estimate { rows: 41_000, cost: 2_300.0 }.is_soon_kept());
    }

    #[test]
    fn a_frequent_word_is_walked_to_and_a_rare_one_found_by_its_letters() {
        let of_all = Estimate { rows: 15_000, cost: 22_000.0 };
        assert!(!of_all.is_soon_walked(false));
        let of_some = Estimate { rows: 12_000, cost: 4_500.0 };
        assert!(of_some.is_soon_walked(false));
        assert!(!of_some.is_soon_walked(true));
        assert!(!Estimate { rows: 7_000, ..of_some }.is_soon_walked(false));
        let of_a_small_tenant = Estimate { rows: 30, cost: 40.0 };
        assert!(of_a_small_tenant.is_soon_walked(false));
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
