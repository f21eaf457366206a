//! SQL of the list of documents of shipments.

use chrono::{DateTime, NaiveDate, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::super::checklist::RegulatoryDocumentKind;
use super::model::ListedDocument;
use access::scope::RowScope;
use parties::owned::documents::state::{DocumentState, filter_by_expiry, filter_by_state};
use server_core::http::error::{ApiError, ApiResult};
use server_core::record::{Listing, Sorts, Where};

pub const SORTS: Sorts = &[
    ("uploaded_at", "d.uploaded_at"),
    ("expires_on", "d.expires_on"),
    ("kind", "d.kind"),
    ("tracking_code", "r.tracking_code"),
];
pub const SEARCHED: &str =
    concat!("concat_ws(' ', r.tracking_code, d.file_name, ", parties::client_name!("s.client_id"), ")");

/// Newest first: in the order of their ids.
pub const DOCUMENTS: Listing = Listing {
    columns: concat!(
        "d.id, d.request_id, r.shipment_id, r.tracking_code, r.status, ",
        parties::client_name!("s.client_id"),
        " as client_name, d.kind, d.expires_on,
              d.file_name, d.file_size, d.verified_at, d.replaced_by_id, d.uploaded_at, d.version"
    ),
    from: "regulatory_documents d join regulatory_requests r on r.id = d.request_id
           join shipments s on s.id = r.shipment_id",
    order: "d.id desc",
};

pub const VERIFY: &str = "
    update regulatory_documents set verified_at = $2, verified_by = $3, version = version + 1 where id = $1";
/// Another last day has to be verified again, and has reminders of its own.
pub const SET_EXPIRY: &str = "
    update regulatory_documents
    set expires_on = $2, verified_at = null, verified_by = null, reminded_days = null, version = version + 1
    where id = $1";
pub const REPLACE: &str = "
    update regulatory_documents set replaced_by_id = $2, version = version + 1 where id = $1";
/// Documents for which a reminder is due ($1 is today, $2 the most of them): 30 days and 7 days before the last day, and on it.
/// `reminded_days` is the last one that was sent; of missed ones, the latest is sent, up to 30 days after the last day. Those of
/// requests that are done (99) have none.
pub const MARK_DUE: &str = "
    update regulatory_documents t
    set reminded_days =
        case when t.expires_on <= $1::date then 0 when t.expires_on <= $1::date + 7 then 7 else 30 end
    where t.id in (
        select o.id from regulatory_documents o join regulatory_requests r on r.id = o.request_id
        where o.replaced_by_id is null and r.status <> 99 and o.expires_on between $1::date - 30 and $1::date + 30
          and coalesce(o.reminded_days, 31) >
              case when o.expires_on <= $1::date then 0 when o.expires_on <= $1::date + 7 then 7 else 30 end
        order by o.expires_on, o.id limit $2 for no key update of o skip locked
    )
    returning t.id, t.request_id, t.expires_on";
/// The number of these documents in each branch; the nil id for shipments of none, which nobody is bound to.
pub const COUNT_BY_BRANCH: &str = "
    select coalesce(s.subsidiary_id, '00000000-0000-0000-0000-000000000000'), count(*) from regulatory_documents d
    join regulatory_requests r on r.id = d.request_id join shipments s on s.id = r.shipment_id
    where d.id = any($1) group by 1";

/// A document of which somebody is reminded now.
#[derive(sqlx::FromRow)]
pub struct DueDocument {
    pub id: Uuid,
    pub request_id: Uuid,
    pub expires_on: NaiveDate,
}

/// The documents that a list is asked for.
pub struct DocumentQuery {
    pub kind: Option<RegulatoryDocumentKind>,
    pub state: Option<DocumentState>,
    /// The last day of those that expire.
    pub expires_until: Option<NaiveDate>,
    pub shipment_id: Option<Uuid>,
}

impl DocumentQuery {
    /// Adds the conditions to those of a scope and of a search.
    pub fn build_filter(&self, filter: Where, today: NaiveDate) -> Where {
        let filter = filter
            .and("d.kind = ", self.kind.map(RegulatoryDocumentKind::as_str))
            .and("r.shipment_id = ", self.shipment_id);
        filter_by_state(filter_by_expiry(filter, self.expires_until), self.state, today)
    }
}

/// The documents of the shipments that a user reaches.
pub fn add_scope(scope: &RowScope, filter: Where) -> Where {
    let (client, subsidiaries, partner) = scope.parts();
    filter
        .and("s.client_id = ", client)
        .among("s.subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec))
        .and("s.partner_id = ", partner)
}

/// 404 if the document is not in this scope.
pub async fn find(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<ListedDocument> {
    let filter = add_scope(scope, Where::all()).and("d.id = ", Some(id));
    DOCUMENTS.find(tx, &filter).await?.ok_or_else(ApiError::not_found)
}

pub async fn verify(tx: &mut TenantTx, id: Uuid, by: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(VERIFY).bind(id).bind(at).bind(by).execute(&mut **tx).await?;
    Ok(())
}

pub async fn set_expiry(tx: &mut TenantTx, id: Uuid, expires_on: Option<NaiveDate>) -> ApiResult<()> {
    sqlx::query(SET_EXPIRY).bind(id).bind(expires_on).execute(&mut **tx).await?;
    Ok(())
}

pub async fn replace(tx: &mut TenantTx, id: Uuid, by_id: Uuid) -> ApiResult<()> {
    sqlx::query(REPLACE).bind(id).bind(by_id).execute(&mut **tx).await?;
    Ok(())
}

/// Notes the reminders that are due today.
pub async fn mark_due(tx: &mut TenantTx, today: NaiveDate, most: i64) -> ApiResult<Vec<DueDocument>> {
    Ok(sqlx::query_as(MARK_DUE).bind(today).bind(most).fetch_all(&mut **tx).await?)
}

/// The number of these documents in each branch.
pub async fn count_by_branch(tx: &mut TenantTx, due: &[DueDocument]) -> ApiResult<Vec<(Uuid, i64)>> {
    let ids: Vec<Uuid> = due.iter().map(|document| document.id).collect();
    Ok(sqlx::query_as(COUNT_BY_BRANCH).bind(ids).fetch_all(&mut **tx).await?)
}
