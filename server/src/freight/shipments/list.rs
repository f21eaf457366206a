//! The list of shipments: a closed set of filters and sort keys, each with an index behind it.

use chrono::{DateTime, NaiveDate, NaiveTime, TimeZone, Utc};
use chrono_tz::Tz;
use poem_openapi::Object;
use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use super::store::SummaryRow;
use crate::freight::parcel_code;
use crate::freight::status::ShipmentStatus;
use crate::http::ctx::RowScope;
use crate::http::error::{ApiError, ApiResult};
use crate::http::list::{PageMeta, Paging, REACH, Sort, TOTAL_CAP};
use crate::http::messages::MessageCode;

/// Which shipments: every condition that is given must hold.
#[derive(Object, Clone, Debug, Default)]
pub struct ShipmentFilter {
    /// Words of which each must appear in tracking code, reference, names or city; words of one or two letters
    /// match beginnings only, and such a word alone the beginning of the tracking code. Where more than 10,000
    /// are found, the newest 1,000 of them are listed.
    #[oai(validator(max_length = 200))]
    pub search: Option<String>,
    /// Status codes, separated by commas.
    #[oai(validator(max_length = 100))]
    pub status: Option<String>,
    pub client_id: Option<Uuid>,
    pub service_id: Option<Uuid>,
    pub to_country_id: Option<i16>,
    #[oai(validator(max_length = 60))]
    pub source: Option<String>,
    pub import_id: Option<Uuid>,
    /// First day of creation, in the time zone of the account.
    pub created_from: Option<NaiveDate>,
    /// Last day of creation, in the time zone of the account.
    pub created_to: Option<NaiveDate>,
}

/// Columns the list can be sorted by.
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
    pub fn named(name: &str) -> Option<Self> {
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

    const fn column(self) -> &'static str {
        match self {
            Self::CreatedAt => "created_at",
            Self::UpdatedAt => "updated_at",
            Self::TrackingCode => "tracking_code",
            Self::ToName => "to_name",
            Self::Weight => "chargeable_weight_g",
            Self::Value => "declared_value",
        }
    }
}

impl SortKey {
    /// Where empty values stand is the index's own order, which serves both directions.
    const fn direction(self, descending: bool) -> &'static str {
        match (self, descending) {
            (Self::Weight | Self::Value, true) => "desc nulls last",
            (Self::Weight | Self::Value, false) => "asc nulls first",
            (_, true) => "desc",
            (_, false) => "asc",
        }
    }
}

/// The filter with its texts read.
pub struct Conditions {
    scope: RowScope,
    filter: ShipmentFilter,
    statuses: Vec<i16>,
    created_from: Option<DateTime<Utc>>,
    created_before: Option<DateTime<Utc>>,
}

impl Conditions {
    /// 422 for a status that does not exist.
    pub fn new(filter: ShipmentFilter, scope: RowScope, time_zone: &str) -> ApiResult<Self> {
        let statuses = parse_statuses(filter.status.as_deref())?;
        let zone: Tz = time_zone.parse().unwrap_or(Tz::UTC);
        Ok(Self {
            created_from: filter.created_from.map(|day| start_of(day, zone)),
            created_before: filter.created_to.and_then(|day| day.succ_opt()).map(|day| start_of(day, zone)),
            statuses,
            scope,
            filter,
        })
    }

    /// What matches: its id and all it may be sorted by.
    fn write(&self, query: &mut QueryBuilder<Postgres>) {
        query.push(
            "select s.id, s.created_at, s.updated_at, s.tracking_code, s.to_name, s.chargeable_weight_g, s.declared_value
             from shipments s where true",
        );
        if let Some(client_id) = self.scope.client_id() {
            query.push(" and s.client_id = ").push_bind(client_id);
        }
        if !self.statuses.is_empty() {
            query.push(" and s.status = any(").push_bind(self.statuses.clone()).push(")");
        }
        let filter = &self.filter;
        if let Some(client_id) = filter.client_id {
            query.push(" and s.client_id = ").push_bind(client_id);
        }
        if let Some(service_id) = filter.service_id {
            query.push(" and s.service_id = ").push_bind(service_id);
        }
        if let Some(country_id) = filter.to_country_id {
            query.push(" and s.to_country_id = ").push_bind(country_id);
        }
        if let Some(source) = filter.source.clone().filter(|source| !source.is_empty()) {
            query.push(" and s.source = ").push_bind(source);
        }
        if let Some(import_id) = filter.import_id {
            query.push(" and s.import_id = ").push_bind(import_id);
        }
        if let Some(from) = self.created_from {
            query.push(" and s.created_at >= ").push_bind(from);
        }
        if let Some(before) = self.created_before {
            query.push(" and s.created_at < ").push_bind(before);
        }
        self.write_search(query);
    }

    fn write_search(&self, query: &mut QueryBuilder<Postgres>) {
        let words = self.words();
        if let [word] = words.as_slice()
            && word.is_ascii()
            && !has_trigram(word)
        {
            let prefix = format!("{}%", escaped(&word.to_uppercase()));
            query.push(" and s.tracking_code like ").push_bind(prefix);
            return;
        }
        for word in words {
            let beginning = if has_trigram(word) { "%" } else { "% " };
            let pattern = format!("{beginning}{}%", escaped(word));
            query.push(" and s.search_key like search_text(").push_bind(pattern).push(")");
        }
    }

    fn words(&self) -> Vec<&str> {
        let search = self.filter.search.as_deref().unwrap_or_default();
        search.split_whitespace().map(parcel_code::shipment_code).collect()
    }
}

/// The index of texts knows groups of three letters; of a shorter word only where one begins with it.
fn has_trigram(word: &str) -> bool {
    word.chars().count() >= 3
}

/// Nothing a person types is a wildcard.
fn escaped(word: &str) -> String {
    word.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

fn parse_statuses(text: Option<&str>) -> ApiResult<Vec<i16>> {
    let parts = text.unwrap_or_default().split(',').map(str::trim).filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let status = part.parse().ok().and_then(ShipmentStatus::from_code);
            status
                .map(ShipmentStatus::code)
                .ok_or_else(|| ApiError::invalid_field("status", MessageCode::UnknownOption))
        })
        .collect()
}

fn start_of(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    // Where clocks skip midnight, the day starts with the first hour there is.
    let local = zone.from_local_datetime(&midnight).earliest();
    local.map_or_else(|| midnight.and_utc(), |local| local.with_timezone(&Utc))
}

const COLUMNS: &str = "
    s.id, s.tracking_code, s.status, s.missing, s.source, s.external_ref, s.client_id, c.name as client_name,
    s.service_id, v.title_locale as service_title_locale, s.from_name, s.from_country_id, s.to_name, s.to_city,
    s.to_country_id, s.parcel_count, s.item_count, s.declared_weight_g, s.chargeable_weight_g, s.currency,
    s.declared_value, s.label_printed_at, s.last_event_code, s.last_event_at, s.created_at, s.updated_at, s.version";

/// One page and its place in the list.
pub async fn page(
    tx: &mut TenantTx,
    conditions: &Conditions,
    paging: Paging,
    sort: &[Sort<SortKey>],
) -> ApiResult<(Vec<SummaryRow>, PageMeta)> {
    let counted = count_query(conditions).build_query_scalar().persistent(false).fetch_one(&mut **tx).await?;
    let mut query = if counted <= TOTAL_CAP {
        page_of_few(conditions, paging, sort)
    } else {
        paging.check_reach()?;
        page_of_many(conditions, paging, sort)
    };
    // Planned for the very values asked for: a plan for any status or word suits neither the frequent nor the rare.
    let rows = query.build_query_as().persistent(false).fetch_all(&mut **tx).await?;
    Ok((rows, paging.meta(counted)))
}

/// How many match, up to one above the cap.
pub fn count_query(conditions: &Conditions) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("select count(*) from (");
    conditions.write(&mut query);
    query.push(format!(" limit {}) counted", TOTAL_CAP + 1));
    query
}

/// Finds all by the filter and sorts them. Left to itself the planner may walk a whole index in sort order to find a
/// handful of rows.
pub fn page_of_few(
    conditions: &Conditions,
    paging: Paging,
    sort: &[Sort<SortKey>],
) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("with found as materialized (");
    conditions.write(&mut query);
    query.push(")");
    write_page(&mut query, "found", paging, sort);
    query
}

/// Walks an index in sort order until the page is full; each of these holds all that filters ask for. A word is in none
/// of them, so of what a search finds the newest are sorted, which lie together.
pub fn page_of_many(
    conditions: &Conditions,
    paging: Paging,
    sort: &[Sort<SortKey>],
) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new("");
    if !conditions.words().is_empty() {
        query.push("with found as materialized (");
        conditions.write(&mut query);
        query.push(format!(" order by s.created_at desc, s.id desc limit {REACH})"));
        write_page(&mut query, "found", paging, sort);
    } else if let [first, _, ..] = sort {
        // An index knows the order by the first column: the others order what it gives, and all that stands level
        // with the last of that.
        query.push("with found as not materialized (");
        conditions.write(&mut query);
        let (last, first) = (paging.offset() + paging.per_page, order_by_one(*first));
        query.push(format!(
            "), first as (select s.id from found s order by {first} fetch first {last} rows with ties)"
        ));
        write_page(&mut query, "first join shipments using (id)", paging, sort);
    } else {
        query.push("with found as not materialized (");
        conditions.write(&mut query);
        query.push(")");
        write_page(&mut query, "found", paging, sort);
    }
    query
}

/// Cuts the page out of what was found before anything else is read of its rows.
fn write_page(query: &mut QueryBuilder<Postgres>, found: &str, paging: Paging, sort: &[Sort<SortKey>]) {
    // Numbers of our own making go into the text.
    let order = order_by(sort);
    query.push(format!(
        " select {COLUMNS}
          from (select s.id from (select * from {found}) s {order} limit {} offset {}) page
          join shipments s on s.id = page.id
          left join clients c on c.id = s.client_id left join services v on v.id = s.service_id {order}",
        paging.per_page,
        paging.offset()
    ));
}

/// Ids of all that match, for work on a whole result; at most `limit`.
pub async fn matching_ids(tx: &mut TenantTx, conditions: &Conditions, limit: i64) -> ApiResult<Vec<Uuid>> {
    let mut query = QueryBuilder::new("select found.id from (");
    conditions.write(&mut query);
    query.push(format!(" order by s.created_at desc, s.id desc limit {limit}) found"));
    Ok(query.build_query_scalar().persistent(false).fetch_all(&mut **tx).await?)
}

fn order_by(sort: &[Sort<SortKey>]) -> String {
    let newest_first = [Sort { key: SortKey::CreatedAt, descending: true }];
    let sort = if sort.is_empty() { &newest_first } else { sort };
    let mut text = String::from("order by ");
    for part in sort {
        text.push_str(&order_by_one(*part));
        text.push_str(", ");
    }
    text.push_str(if sort[0].descending { "s.id desc" } else { "s.id asc" });
    text
}

fn order_by_one(part: Sort<SortKey>) -> String {
    format!("s.{} {}", part.key.column(), part.key.direction(part.descending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_in_the_time_zone_of_the_account() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
        assert_eq!(start_of(day, Tz::America__Sao_Paulo).to_rfc3339(), "2026-11-21T03:00:00+00:00");
    }

    #[test]
    fn what_people_type_is_never_a_wildcard() {
        assert_eq!(escaped("50%_a\\"), "50\\%\\_a\\\\");
    }

    #[test]
    fn the_order_always_ends_in_the_id() {
        let sort = [Sort { key: SortKey::Value, descending: true }];
        assert_eq!(order_by(&sort), "order by s.declared_value desc nulls last, s.id desc");
        assert_eq!(order_by(&[]), "order by s.created_at desc, s.id desc");
    }
}
