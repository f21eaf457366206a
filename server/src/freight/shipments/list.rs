//! The list of shipments: a closed set of filters and sort keys, each with an index behind it.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use poem_openapi::Object;
use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::access::scope::RowScope;
use crate::freight::parcel_code;
use crate::freight::status::ShipmentStatus;
use crate::http::days::{end_of, start_of};
use crate::http::error::{ApiError, ApiResult};
use crate::http::list::literal;
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
    pub partner_id: Option<Uuid>,
    pub to_country_id: Option<i16>,
    #[oai(validator(max_length = 60))]
    pub source: Option<String>,
    pub import_id: Option<Uuid>,
    /// First day of creation, in the time zone of the account.
    pub created_from: Option<NaiveDate>,
    /// Last day of creation, in the time zone of the account.
    pub created_to: Option<NaiveDate>,
    /// First day of the expected delivery.
    pub due_from: Option<NaiveDate>,
    /// Last day of the expected delivery.
    pub due_to: Option<NaiveDate>,
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

    pub const fn column(self) -> &'static str {
        match self {
            Self::CreatedAt => "s.created_at",
            Self::UpdatedAt => "s.updated_at",
            Self::TrackingCode => "s.tracking_code",
            Self::ToName => "s.to_name",
            Self::Weight => "s.chargeable_weight_g",
            Self::Value => "s.declared_value",
        }
    }
}

impl SortKey {
    /// Where empty values stand is the index's own order, which serves both directions.
    pub const fn direction(self, descending: bool) -> &'static str {
        match (self, descending) {
            (Self::Weight | Self::Value, true) => "desc nulls last",
            (Self::Weight | Self::Value, false) => "asc nulls first",
            (_, true) => "desc",
            (_, false) => "asc",
        }
    }
}

/// The filter with its texts read.
#[derive(Clone)]
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
            created_before: filter.created_to.and_then(|day| end_of(day, zone)),
            statuses,
            scope,
            filter,
        })
    }

    /// Of what matches, these columns.
    pub fn write(&self, query: &mut QueryBuilder<Postgres>, columns: &str) {
        self.write_with(query, columns, push_word);
    }

    /// The same for a walk past many.
    pub fn write_walk(&self, query: &mut QueryBuilder<Postgres>, columns: &str) {
        self.write_with(query, columns, push_word_by_pairs);
    }

    fn write_with(&self, query: &mut QueryBuilder<Postgres>, columns: &str, push: PushWord) {
        query.push(format!("select {columns} from shipments s where true"));
        if let Some(client_id) = self.scope.client_id() {
            query.push(" and s.client_id = ").push_bind(client_id);
        }
        match self.scope.subsidiary_ids() {
            None => {}
            // Along its index, in the usual order.
            Some([only]) => drop(query.push(" and s.subsidiary_id = ").push_bind(*only)),
            Some(own) => drop(query.push(" and s.subsidiary_id = any(").push_bind(own.to_vec()).push(")")),
        }
        if let Some(partner_id) = self.scope.partner_id() {
            query.push(" and s.partner_id = ").push_bind(partner_id);
        }
        match self.statuses.as_slice() {
            [] => {}
            [only] => drop(query.push(" and s.status = ").push_bind(*only)),
            several => drop(query.push(" and s.status = any(").push_bind(several.to_vec()).push(")")),
        }
        let filter = &self.filter;
        if let Some(client_id) = filter.client_id {
            query.push(" and s.client_id = ").push_bind(client_id);
        }
        if let Some(service_id) = filter.service_id {
            query.push(" and s.service_id = ").push_bind(service_id);
        }
        if let Some(partner_id) = filter.partner_id {
            query.push(" and s.partner_id = ").push_bind(partner_id);
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
        if let Some(from) = filter.due_from {
            query.push(" and s.due_on >= ").push_bind(from);
        }
        if let Some(to) = filter.due_to {
            query.push(" and s.due_on <= ").push_bind(to);
        }
        self.write_search(query, push);
    }

    fn write_search(&self, query: &mut QueryBuilder<Postgres>, push: PushWord) {
        let words = self.words();
        if let [word] = words.as_slice()
            && word.is_ascii()
            && !has_trigram(word)
        {
            let prefix = format!("{}%", literal(&word.to_uppercase()));
            query.push(" and s.tracking_code like ").push_bind(prefix);
            return;
        }
        for word in words {
            query.push(" and ");
            push(query, word);
        }
    }

    pub fn has_words(&self) -> bool {
        !self.words().is_empty()
    }

    pub fn has_import(&self) -> bool {
        self.filter.import_id.is_some()
    }

    pub fn has_days_of_delivery(&self) -> bool {
        self.filter.due_from.is_some() || self.filter.due_to.is_some()
    }

    fn words(&self) -> Vec<&str> {
        let search = self.filter.search.as_deref().unwrap_or_default();
        search.split_whitespace().map(parcel_code::shipment_code).collect()
    }
}

type PushWord = fn(&mut QueryBuilder<Postgres>, &str);

fn push_word(query: &mut QueryBuilder<Postgres>, word: &str) {
    let beginning = if has_trigram(word) { "%" } else { "% " };
    let pattern = format!("{beginning}{}%", literal(word));
    query.push("s.search_key like search_text(").push_bind(pattern).push(")");
}

/// The text is searched only where no pair of letters is missing. A mere `and` would search it first: Postgres takes one
/// comparison of texts for less work than two of numbers.
fn push_word_by_pairs(query: &mut QueryBuilder<Postgres>, word: &str) {
    query.push("case when letter_pairs(search_text(").push_bind(word.to_owned());
    query.push(")) & ~s.letter_pairs = 0 then ");
    push_word(query, word);
    query.push(" end");
}

/// The index of texts knows groups of three letters; of a shorter word only where one begins with it.
fn has_trigram(word: &str) -> bool {
    word.chars().count() >= 3
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

/// Ids of all that match, for work on a whole result; at most `limit`.
pub async fn matching_ids(tx: &mut TenantTx, conditions: &Conditions, limit: i64) -> ApiResult<Vec<Uuid>> {
    let mut query = QueryBuilder::new("select found.id from (");
    conditions.write(&mut query, "s.id, s.created_at");
    query.push(format!(" order by s.created_at desc, s.id desc limit {limit}) found"));
    Ok(query.build_query_scalar().persistent(false).fetch_all(&mut **tx).await?)
}
