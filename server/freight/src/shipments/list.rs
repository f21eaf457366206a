//! The list of shipments: the matches, a page of them, and their number.

use chrono::NaiveDate;
use chrono_tz::Tz;
use poem_openapi::Object;
use sqlx::error::DatabaseError;
use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use super::known_totals::KnownTotals;
use super::summary::SummaryRow;
use crate::draft_price;
use crate::due_from_on;
use crate::status::ShipmentStatus;
use crate::unconfirmed;
use access::scope::RowScope;
use server_core::http::days::{end_of, start_of};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{PageMeta, Paging, Sort, Words};
use server_core::http::messages::MessageCode;
use server_core::live::store::{HEAD_COLUMNS, Head, HeadColumns};
use server_core::record::{Where, plan_for_values};
use trade::parcel_code;

/// Filter of shipments: all given conditions must match.
#[derive(Object, Clone, Debug, Default)]
pub struct ShipmentFilter {
    /// Words that must all match the tracking code, the reference, the names or the city. A word with a digit
    /// matches anywhere, any other matches the beginning of a word. At most 8 words.
    #[oai(validator(max_length = 200))]
    pub search: Option<String>,
    /// Status codes, separated by commas.
    #[oai(validator(max_length = 100))]
    pub status: Option<String>,
    pub client_id: Option<Uuid>,
    pub service_id: Option<Uuid>,
    pub partner_id: Option<Uuid>,
    pub subsidiary_id: Option<Uuid>,
    pub to_country_id: Option<i16>,
    #[oai(validator(max_length = 60))]
    pub source: Option<String>,
    pub import_id: Option<Uuid>,
    /// First creation date, in the current user's time zone.
    pub created_from: Option<NaiveDate>,
    /// Last creation date, in the current user's time zone.
    pub created_to: Option<NaiveDate>,
    /// First expected delivery date.
    pub due_from: Option<NaiveDate>,
    /// Last expected delivery date.
    pub due_to: Option<NaiveDate>,
    /// Only shipments in transit without an event for this many days.
    #[oai(validator(minimum(value = "1"), maximum(value = "365")))]
    pub idle_days: Option<i32>,
    /// True: only shipments that have gone on without a confirmation, so that their clients are not charged yet.
    pub unconfirmed: Option<bool>,
    /// True: only shipments whose label was printed or that have their label by an event; false: only the others.
    pub labelled: Option<bool>,
    /// True: only shipments that are held, by somebody or by the status of their weight or of customs; false: only the
    /// others.
    pub on_hold: Option<bool>,
    /// True: only shipments whose events contradict each other, until staff settle it.
    pub contradicted: Option<bool>,
}

/// Sort columns of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortKey {
    CreatedAt,
    UpdatedAt,
    TrackingCode,
    ToName,
    Weight,
    Value,
}

impl SortKey {
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "created_at" => Self::CreatedAt,
            "updated_at" => Self::UpdatedAt,
            "tracking_code" => Self::TrackingCode,
            "to_name" => Self::ToName,
            "chargeable_weight_g" => Self::Weight,
            "declared_value" => Self::Value,
            _ => return None,
        })
    }

    /// Null values are last in both directions. Columns that are never null omit `nulls last`, because it
    /// would prevent the use of their index.
    fn to_order_by(self, descending: bool) -> String {
        let column = match self {
            Self::CreatedAt => "s.created_at",
            Self::UpdatedAt => "s.updated_at",
            Self::TrackingCode => "s.tracking_code",
            Self::ToName => "s.to_name collate \"und-x-icu\"",
            Self::Weight => "s.chargeable_weight_g",
            Self::Value => "s.declared_value",
        };
        let may_be_empty = matches!(self, Self::ToName | Self::Weight | Self::Value);
        match (descending, may_be_empty) {
            (false, _) => column.to_owned(),
            (true, false) => format!("{column} desc"),
            (true, true) => format!("{column} desc nulls last"),
        }
    }
}

const NEWEST_FIRST: Sort<SortKey> = Sort { key: SortKey::CreatedAt, descending: true };
/// Maximum time of a query. A longer search is refused; adding a word makes it faster.
const SEARCH_LIMIT: &str = "set local statement_timeout to '3s'";
/// Under way: confirmed and not finished. The number of days follows.
const IDLE: &str = "s.status not in (0, 10, 15, 20, 90, 93, 95, 96)
    and coalesce(s.last_event_at, s.created_at) < now() - interval '1 day' * ";
const LABELLED: &str = "(s.label_printed_at is not null or s.status = 35)";
const UNLABELLED: &str = "s.label_printed_at is null and s.status <> 35";
/// As in the index of held shipments.
const ON_HOLD: &str = "(s.held_at is not null or s.status in (45, 82))";
const NOT_ON_HOLD: &str = "s.held_at is null and s.status not in (45, 82)";
const CONTRADICTED: &str = "s.contradicted_at is not null";
const QUERY_CANCELED: &str = "57014";
pub(super) const COLUMNS: &str = concat!(
    "
    s.id, s.tracking_code, s.status, s.missing, s.source, s.external_ref, s.client_id, c.name as client_name, s.service_id,
    v.title_locale as service_title_locale, s.from_name, s.from_country_id, s.to_name, s.to_city, s.to_country_id,
    s.parcel_count, s.item_count, s.declared_weight_g, s.chargeable_weight_g, s.currency, s.declared_value, s.due_on,
    s.shipped_on, s.total, s.total_currency, s.label_printed_at, s.held_at, s.hold_reason, s.hold_until, s.last_event_code, s.last_event_at, s.created_at, s.updated_at, s.version, s.confirmed_at, s.is_claimed, coalesce(",
    unconfirmed!(),
    ", false) as unconfirmed, ",
    draft_price!(),
    " as draft_price, ",
    due_from_on!()
);

pub(super) const JOINS: &str =
    "left join clients c on c.id = s.client_id left join services v on v.id = s.service_id";

/// The filter with its texts parsed, within a scope.
#[derive(Clone)]
pub struct Conditions {
    scope: RowScope,
    filter: Where,
    words: Words,
}

impl Conditions {
    /// Returns 422 for an unknown status.
    pub fn new(filter: ShipmentFilter, scope: RowScope, time_zone: &str) -> ApiResult<Self> {
        let zone: Tz = time_zone.parse().unwrap_or(Tz::UTC);
        let words = words(filter.search.as_deref());
        let filter = Where::all()
            .among("s.status", parse_statuses(filter.status.as_deref())?)
            .by("s.client_id", filter.client_id)
            .and("s.service_id = ", filter.service_id)
            .by("s.partner_id", filter.partner_id)
            .by("s.subsidiary_id", filter.subsidiary_id)
            .by("s.to_country_id", filter.to_country_id)
            .and_inside(
                "search_text(s.source) = search_text(",
                filter.source.filter(|source| !source.is_empty()),
            )
            .by("s.import_id", filter.import_id)
            .and("s.created_at >= ", filter.created_from.map(|day| start_of(day, zone)))
            .and("s.created_at < ", filter.created_to.and_then(|day| end_of(day, zone)))
            .and("s.due_on >= ", filter.due_from)
            .and("s.due_on <= ", filter.due_to)
            .and(IDLE, filter.idle_days)
            .only(unconfirmed!(), filter.unconfirmed == Some(true))
            .only(LABELLED, filter.labelled == Some(true))
            .only(UNLABELLED, filter.labelled == Some(false))
            .only(ON_HOLD, filter.on_hold == Some(true))
            .only(NOT_ON_HOLD, filter.on_hold == Some(false))
            .only(CONTRADICTED, filter.contradicted == Some(true));
        Ok(Self { scope, filter, words })
    }

    fn is_whole_list(&self) -> bool {
        self.scope == RowScope::All && self.filter.is_whole_list() && self.words.is_empty()
    }

    /// Whether one plan is good for all values in the order of creation.
    fn has_one_plan(&self) -> bool {
        let is_one = match &self.scope {
            RowScope::All => self.filter.has_one_plan(),
            RowScope::Client(_) | RowScope::Partner(_) => self.filter.is_whole_list(),
            RowScope::Subsidiaries(own) => own.len() == 1 && self.filter.is_whole_list(),
        };
        is_one && self.words.is_empty()
    }

    /// The list by its values, when its count is quick and changes only with shipments.
    fn key(&self) -> Option<String> {
        self.has_one_plan().then(|| format!("{:?} {}", self.scope, self.filter.key()))
    }

    fn push(&self, query: &mut QueryBuilder<Postgres>) {
        query.push(" from shipments s");
        self.filter.push(query);
        self.scope.push(query, "s.");
        self.words.push(query, "s.search_key");
    }

    /// The ids in this order.
    fn push_ids(&self, query: &mut QueryBuilder<Postgres>, order: &str, paging: Paging) {
        query.push("select s.id");
        self.push(query);
        query.push(format_args!(" order by {order}"));
        paging.push(query);
    }

    pub fn page_query(&self, paging: Paging, sort: &[Sort<SortKey>]) -> QueryBuilder<Postgres> {
        self.select_page(COLUMNS, paging, sort)
    }

    /// The same with the company's newest event.
    pub fn headed_page_query(&self, paging: Paging, sort: &[Sort<SortKey>]) -> QueryBuilder<Postgres> {
        self.select_page(&format!("{COLUMNS}, {HEAD_COLUMNS}"), paging, sort)
    }

    fn select_page(&self, columns: &str, paging: Paging, sort: &[Sort<SortKey>]) -> QueryBuilder<Postgres> {
        let order = self.order(sort);
        let mut query = QueryBuilder::new(format!("select {columns} from ("));
        self.push_ids(&mut query, &order, paging);
        query.push(format_args!(") page join shipments s using (id) {JOINS} order by {order}"));
        query
    }

    /// The first matches in the order of the list.
    pub fn ids_query(&self, sort: &[Sort<SortKey>], limit: i64) -> QueryBuilder<Postgres> {
        let mut query = QueryBuilder::default();
        self.push_ids(&mut query, &self.order(sort), Paging { page: 1, per_page: limit });
        query
    }

    /// Counts the matches, up to one above `cap`.
    pub fn count_query(&self, cap: i64) -> QueryBuilder<Postgres> {
        let mut query = QueryBuilder::default();
        self.push_count(&mut query, cap);
        query
    }

    fn push_count(&self, query: &mut QueryBuilder<Postgres>, cap: i64) {
        query.push("select count(*) from (select");
        self.push(query);
        query.push(format_args!(" limit {}) found", cap + 1));
    }

    /// Search results are sorted newest first; `sort` is ignored.
    fn order(&self, sort: &[Sort<SortKey>]) -> String {
        order_by(if self.words.is_empty() { sort } else { &[] })
    }
}

/// One page, and its position in the list.
pub async fn page(
    tx: &mut TenantTx,
    totals: &KnownTotals,
    conditions: &Conditions,
    paging: Paging,
    sort: &[Sort<SortKey>],
) -> ApiResult<(Vec<SummaryRow>, PageMeta)> {
    let is_search = !conditions.words.is_empty();
    let refused = |error: sqlx::Error| if is_search { too_broad(error, "search") } else { error.into() };
    if is_search {
        sqlx::query(SEARCH_LIMIT).execute(&mut **tx).await?;
    }
    // In another order, a rare value is better sorted, and a frequent one found along the index of that order.
    let is_by_time = sort.iter().all(|part| part.key == SortKey::CreatedAt);
    if !conditions.has_one_plan() || !(is_by_time || conditions.is_whole_list()) {
        plan_for_values(tx).await?;
    }
    let list = conditions.key();
    let (rows, head) = load_rows(tx, conditions, paging, sort, list.is_some()).await.map_err(refused)?;
    if let Some(total) = paging.total_at_end(rows.len()) {
        return Ok((rows, paging.exact_meta(total)));
    }
    if let Some(list) = list {
        let total = totals.count(tx, conditions, list, head).await?;
        paging.check_reach(total)?;
        return Ok((rows, paging.exact_meta(total)));
    }
    let mut query = conditions.count_query(paging.cap());
    let counted = query.build_query_scalar().fetch_one(&mut **tx).await.map_err(refused)?;
    paging.check_reach(counted)?;
    Ok((rows, paging.meta(counted)))
}

#[derive(sqlx::FromRow)]
struct HeadedRow {
    #[sqlx(flatten)]
    row: SummaryRow,
    #[sqlx(flatten)]
    head: HeadColumns,
}

/// The rows of a page. Where its total may be known, they bring the event at which it holds: a question of its own would be
/// one more way to the database.
async fn load_rows(
    tx: &mut TenantTx,
    conditions: &Conditions,
    paging: Paging,
    sort: &[Sort<SortKey>],
    has_known_total: bool,
) -> sqlx::Result<(Vec<SummaryRow>, Option<Head>)> {
    if !has_known_total {
        let mut query = conditions.page_query(paging, sort);
        return Ok((query.build_query_as().fetch_all(&mut **tx).await?, None));
    }
    let mut query = conditions.headed_page_query(paging, sort);
    let rows: Vec<HeadedRow> = query.build_query_as().fetch_all(&mut **tx).await?;
    let head = rows.first().map(|row| row.head.head());
    Ok((rows.into_iter().map(|row| row.row).collect(), head))
}

/// A query that ran into its time limit, as an error of this field.
fn too_broad(error: sqlx::Error, field: &str) -> ApiError {
    match error.as_database_error().and_then(DatabaseError::code) {
        Some(code) if code == QUERY_CANCELED => ApiError::invalid_field(field, MessageCode::SearchTooBroad),
        _ => error.into(),
    }
}

/// Ids of all matches in the order of the list; at most `limit`. Not a named statement, because it is seldom used and
/// depends on its values.
pub async fn matching_ids(
    tx: &mut TenantTx,
    conditions: &Conditions,
    sort: &[Sort<SortKey>],
    limit: i64,
) -> ApiResult<Vec<Uuid>> {
    let mut query = conditions.ids_query(sort, limit);
    Ok(query.build_query_scalar().persistent(false).fetch_all(&mut **tx).await?)
}

/// Counts the matches of each condition with one query, each up to one above `cap`.
pub fn counts_query(all: &[Conditions], cap: i64) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("select array[");
    for (index, conditions) in all.iter().enumerate() {
        query.push(if index == 0 { "(" } else { ", (" });
        conditions.push_count(&mut query, cap);
        query.push(")");
    }
    query.push("]::bigint[]");
    query
}

/// The results of [`counts_query`], in the same order. Not a named statement, because each set of filters has its own text,
/// which can be long.
pub async fn counts(tx: &mut TenantTx, all: &[Conditions], cap: i64) -> ApiResult<Vec<i64>> {
    sqlx::query(SEARCH_LIMIT).execute(&mut **tx).await?;
    let counted = counts_query(all, cap).build_query_scalar().persistent(false).fetch_one(&mut **tx).await;
    counted.map_err(|error| too_broad(error, "filters"))
}

/// The search words. A code is one word, however it is written; a parcel's is its shipment's.
fn words(search: Option<&str>) -> Words {
    Words::parse(search.map(parcel_code::join_codes).as_deref())
}

/// Always ends with the id, so that no shipment is on two pages.
fn order_by(sort: &[Sort<SortKey>]) -> String {
    let sort = if sort.is_empty() { &[NEWEST_FIRST] } else { sort };
    let mut parts: Vec<_> = sort.iter().map(|part| part.key.to_order_by(part.descending)).collect();
    parts.push(if sort[0].descending { "s.id desc".to_owned() } else { "s.id".to_owned() });
    parts.join(", ")
}

fn parse_statuses(text: Option<&str>) -> ApiResult<Option<Vec<i16>>> {
    let parts = text.unwrap_or_default().split(',').map(str::trim).filter(|part| !part.is_empty());
    let parse = |part: &str| {
        let status = part.parse().ok().and_then(ShipmentStatus::from_code);
        let status = status.map(ShipmentStatus::code);
        status.ok_or_else(|| ApiError::invalid_field("status", MessageCode::UnknownOption))
    };
    let statuses: Vec<i16> = parts.map(parse).collect::<ApiResult<_>>()?;
    Ok((!statuses.is_empty()).then_some(statuses))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sort_order_ends_with_the_id() {
        let sort = [Sort { key: SortKey::Value, descending: true }];
        assert_eq!(order_by(&sort), "s.declared_value desc nulls last, s.id desc");
        assert_eq!(order_by(&[]), "s.created_at desc, s.id desc");
    }

    #[test]
    fn the_code_of_a_parcel_finds_its_shipment() {
        assert_eq!(words(Some("LX821947508BR002 lisboa")), Words::parse(Some("LX821947508BR lisboa")));
        assert_eq!(words(Some("LX 821 947 508 BR 002 lisboa")), Words::parse(Some("LX821947508BR lisboa")));
    }
}
