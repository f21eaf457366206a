//! The list of regulatory requests.

use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use super::checklist::RegulatoryCategory;
use super::status::RegulatoryStatus;
use super::store::SummaryRow;
use access::scope::RowScope;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{PageMeta, Paging, Sort, Words};
use server_core::http::messages::MessageCode;
use server_core::record::{Where, plan_for_values};

/// The value of the filter that selects every status.
const ALL_STATUS: &str = "ALL_STATUS";

const COLUMNS: &str = concat!(
    "r.id, r.shipment_id, r.tracking_code, r.status, r.attempt, r.protocol_no, r.protocol_at, r.demand, r.demand_due_on,
     r.decision, r.decided_at, r.last_error, ",
    parties::client_name!("s.client_id"),
    " as client_name, s.to_name as recipient, r.category, r.product,
     r.patient, r.authorization_valid_to, r.missing, r.created_at, r.updated_at, r.version"
);

/// Sort columns of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortKey {
    CreatedAt,
    UpdatedAt,
    TrackingCode,
    Status,
    DemandDueOn,
}

impl SortKey {
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "created_at" => Self::CreatedAt,
            "updated_at" => Self::UpdatedAt,
            "tracking_code" => Self::TrackingCode,
            "anvisa_solicita_status" => Self::Status,
            "demand_due_on" => Self::DemandDueOn,
            _ => return None,
        })
    }

    /// Only columns that can be null say where nulls stand: it would prevent the use of an index.
    const fn to_order_by(self, descending: bool) -> &'static str {
        match (self, descending) {
            (Self::CreatedAt, false) => "r.created_at",
            (Self::CreatedAt, true) => "r.created_at desc",
            (Self::UpdatedAt, false) => "r.updated_at",
            (Self::UpdatedAt, true) => "r.updated_at desc",
            (Self::TrackingCode, false) => "r.tracking_code",
            (Self::TrackingCode, true) => "r.tracking_code desc",
            (Self::Status, false) => "r.status",
            (Self::Status, true) => "r.status desc",
            (Self::DemandDueOn, false) => "r.demand_due_on",
            (Self::DemandDueOn, true) => "r.demand_due_on desc nulls last",
        }
    }
}

/// Filters, order and page of a list.
#[derive(Clone, Debug, Default)]
pub struct RegulatoryFilter {
    pub search: Option<String>,
    pub status: Option<String>,
    pub category: Option<RegulatoryCategory>,
    pub client_id: Option<Uuid>,
    pub shipment_id: Option<Uuid>,
    /// Only requests with, or without, an open demand.
    pub demand: Option<bool>,
}

/// The filter with its texts parsed, within a scope.
#[derive(Clone)]
pub struct Conditions {
    scope: RowScope,
    filter: Where,
    words: Words,
}

impl Conditions {
    /// Returns 422 for an unknown status.
    pub fn new(filter: &RegulatoryFilter, scope: RowScope) -> ApiResult<Self> {
        let words = Words::parse(filter.search.as_deref());
        let filter = Where::all()
            .among("r.status", statuses(filter.status.as_deref())?)
            .and("r.category = ", filter.category.map(RegulatoryCategory::as_str))
            .and("s.client_id = ", filter.client_id)
            .and("r.shipment_id = ", filter.shipment_id)
            .and("(r.demand is not null) = ", filter.demand);
        Ok(Self { scope, filter, words })
    }

    /// Whether the list has no value that a plan depends on.
    fn is_whole_list(&self) -> bool {
        self.scope == RowScope::All && self.words.is_empty() && self.filter.is_whole_list()
    }

    fn push(&self, query: &mut QueryBuilder<Postgres>) {
        query.push(" from regulatory_requests r join shipments s on s.id = r.shipment_id");
        self.filter.push(query);
        self.scope.push(query, "s.");
        self.words.push(query, "r.search_key");
    }

    pub fn page_query(&self, paging: Paging, sort: &[Sort<SortKey>]) -> QueryBuilder<Postgres> {
        let mut query = QueryBuilder::new(format!("select {COLUMNS}"));
        self.push(&mut query);
        query.push(" order by ").push(order_by(sort));
        paging.push(&mut query);
        query
    }

    /// Counts the matches, up to one above `cap`.
    pub fn count_query(&self, cap: i64) -> QueryBuilder<Postgres> {
        let mut query = QueryBuilder::new("select count(*) from (select");
        self.push(&mut query);
        query.push(format_args!(" limit {}) found", cap + 1));
        query
    }
}

/// One page, and its position in the list.
pub async fn page(
    tx: &mut TenantTx,
    conditions: &Conditions,
    paging: Paging,
    sort: &[Sort<SortKey>],
) -> ApiResult<(Vec<SummaryRow>, PageMeta)> {
    if !conditions.is_whole_list() {
        plan_for_values(tx).await?;
    }
    let mut query = conditions.page_query(paging, sort);
    let rows: Vec<SummaryRow> = query.build_query_as().fetch_all(&mut **tx).await?;
    let counted = match paging.total_at_end(rows.len()) {
        Some(total) => total,
        None => conditions.count_query(paging.cap()).build_query_scalar().fetch_one(&mut **tx).await?,
    };
    paging.check_reach(counted)?;
    Ok((rows, paging.meta(counted)))
}

/// Newest change first; always ends with the id, so that no request is on two pages.
fn order_by(sort: &[Sort<SortKey>]) -> String {
    const NEWEST: Sort<SortKey> = Sort { key: SortKey::UpdatedAt, descending: true };
    let sort = if sort.is_empty() { &[NEWEST] } else { sort };
    let mut parts: Vec<&str> = sort.iter().map(|part| part.key.to_order_by(part.descending)).collect();
    parts.push(if sort[0].descending { "r.id desc" } else { "r.id" });
    parts.join(", ")
}

fn statuses(text: Option<&str>) -> ApiResult<Option<Vec<i16>>> {
    let text = text.map(str::trim).filter(|text| *text != ALL_STATUS).unwrap_or_default();
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    let parse = |part: &str| {
        let status = part.parse().ok().and_then(RegulatoryStatus::from_code);
        let status = status.map(RegulatoryStatus::code);
        status.ok_or_else(|| ApiError::invalid_field("status", MessageCode::UnknownOption))
    };
    let found: Vec<i16> = parts.map(parse).collect::<ApiResult<_>>()?;
    Ok((!found.is_empty()).then_some(found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_status_is_no_filter() {
        assert_eq!(statuses(Some("ALL_STATUS")).unwrap(), None);
        assert_eq!(statuses(None).unwrap(), None);
        assert_eq!(statuses(Some("10, 99")).unwrap(), Some(vec![10, 99]));
        assert!(statuses(Some("11")).is_err());
    }

    #[test]
    fn the_sort_order_ends_with_the_id() {
        assert_eq!(order_by(&[]), "r.updated_at desc, r.id desc");
        let sort = [Sort { key: SortKey::DemandDueOn, descending: false }];
        assert_eq!(order_by(&sort), "r.demand_due_on, r.id");
    }
}
