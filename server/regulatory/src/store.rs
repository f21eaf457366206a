//! SQL of regulatory requests, their documents and history. `in_scope!` takes the parameters $1 to $3.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use tenancy::TenantTx;
use uuid::Uuid;

use super::checklist::{RegulatoryCategory, RegulatoryDocumentKind, RegulatoryFields};
use super::progress::RequestProgress;
use super::status::{RegulatoryStatus, RegulatoryStep};
use super::transitions::{RequestFacts, TRANSITIONS};
use access::scope::RowScope;
use access::{in_scope, user_name};
use parties::owned::documents::state::{DocumentFacts, DocumentState};
use server_core::files::document::SavedDocument;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::record_state::Verdict;
use server_core::record::Table;

pub const REQUESTS: Table = Table {
    name: "regulatory_requests",
    resource: "regulatory_request",
    columns: "shipment_id, tracking_code, subject_code, category, patient, cpf, authorization_no, \
              authorization_valid_to, product, quantity, posology, prescriber, council, council_state, \
              council_number, prescription_date",
    read: &[
        "status",
        "attempt",
        "missing",
        "protocol_no",
        "protocol_at",
        "demand",
        "demand_due_on",
        "decision",
        "decided_at",
        "last_error",
        concat!(
            "(select ",
            parties::client_name!("s.client_id"),
            " from shipments s where s.id = shipment_id) as client_name"
        ),
        "(select s.to_name from shipments s where s.id = shipment_id) as recipient",
    ],
    unique: &[("regulatory_requests_shipment_key", "shipment_id")],
    order: "updated_at desc, id desc",
};

pub const SHIPMENT: &str =
    concat!("select tracking_code from shipments where id = $4 and ", in_scope!(""), " for key share");
pub const VISIBLE: &str = concat!(
    "select exists (select from regulatory_requests r join shipments s on s.id = r.shipment_id
                    where r.id = $4 and ",
    in_scope!("s."),
    ")"
);
/// In the order of their ids, as everywhere: otherwise two changes of the same requests could deadlock.
pub const LOCK: &str = concat!(
    "select id, tracking_code, missing, authorization_valid_to, status, attempt, protocol_no, protocol_at, demand,
            demand_due_on, decision, decided_at, last_error
     from regulatory_requests
     where id = any($4) and exists (select from shipments s where s.id = shipment_id and ",
    in_scope!("s."),
    ") order by id for update"
);
pub const IN_STATUS: &str = concat!(
    "select r.id from regulatory_requests r join shipments s on s.id = r.shipment_id
     where r.status = $4 and ",
    in_scope!("s."),
    " order by r.updated_at, r.id limit $5"
);
pub const MOVE: &str = "
    update regulatory_requests r
    set status = n.status, attempt = n.attempt, protocol_no = n.protocol_no, protocol_at = n.protocol_at,
        demand = n.demand, demand_due_on = n.demand_due_on, decision = n.decision, decided_at = n.decided_at,
        last_error = n.last_error, updated_at = $2, version = r.version + 1
    from json_populate_recordset(null::regulatory_requests, $1::text::json) n
    where r.id = n.id";
pub const NOTE: &str = "
    insert into regulatory_history (id, request_id, at, by_user, step, attempt, from_status, to_status, ignored, note)
    select id, request_id, at, by_user, step, attempt, from_status, to_status, ignored, note
    from json_populate_recordset(null::regulatory_history, $1::text::json)";
pub const SET_MISSING: &str = "
    update regulatory_requests set missing = $2, updated_at = $3, version = version + $4 where id = $1";
pub const HISTORY: &str = concat!(
    "select h.id, h.at, h.step, h.attempt, h.from_status, h.to_status, h.ignored, h.note, ",
    user_name!("h.by_user"),
    " as by_name
     from regulatory_history h where h.request_id = $1 order by h.at desc, h.id desc limit 500"
);

pub const DOCUMENTS: &str = concat!(
    "select d.id, d.kind, d.file_key, d.file_name, d.file_size, d.content_type, d.uploaded_at, d.expires_on,
            d.verified_at, d.replaced_by_id, ",
    user_name!("d.uploaded_by"),
    " as uploaded_by_name
     from regulatory_documents d where d.request_id = $1 order by d.uploaded_at, d.id"
);
pub const ADD_DOCUMENT: &str = "
    insert into regulatory_documents (id, request_id, kind, file_key, file_name, file_size, content_type, uploaded_by,
                                      uploaded_at, expires_on)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
pub const DELETE_DOCUMENT: &str =
    "delete from regulatory_documents where id = $1 and request_id = $2 returning file_key, file_name, kind";
/// The version before a deleted one is followed by the one after it, if there is one.
pub const PASS_OVER: &str = "
    update regulatory_documents b set replaced_by_id = d.replaced_by_id
    from regulatory_documents d where d.id = $1 and d.request_id = $2 and b.replaced_by_id = d.id";
pub const IS_ANSWERED: &str = "
    select exists (select from regulatory_history where request_id = $1 and attempt = $2 and step = 'answer')";
/// Internal work has no user; so has a request of a user who was deleted.
pub const REQUESTER: &str = concat!(
    "select h.by_user, r.tracking_code
     from regulatory_history h join regulatory_requests r on r.id = h.request_id
     where h.request_id = $1 and h.attempt = $2 and h.step = 'request' and ",
    user_name!("h.by_user"),
    " is not null limit 1"
);
pub const OPEN_DEMANDS: &str = concat!(
    "select count(*), count(*) filter (where r.demand_due_on < $4)
     from regulatory_requests r join shipments s on s.id = r.shipment_id
     where r.demand is not null and ",
    in_scope!("s.")
);

/// A request as stored.
#[derive(sqlx::FromRow)]
pub struct Row {
    pub id: Uuid,
    pub shipment_id: Uuid,
    pub tracking_code: String,
    #[sqlx(flatten)]
    pub fields: RegulatoryFields,
    #[sqlx(flatten)]
    pub progress: RequestProgress,
    pub missing: Vec<String>,
    pub client_name: Option<String>,
    pub recipient: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub version: i32,
}

impl Row {
    pub fn facts(&self, today: NaiveDate) -> RequestFacts {
        self.progress.facts(&self.missing, self.fields.authorization_valid_to, today)
    }

    pub fn to_stored(&self) -> StoredRequest {
        let (shipment_id, tracking_code) = (self.shipment_id, self.tracking_code.clone());
        StoredRequest { shipment_id, tracking_code, fields: self.fields.clone() }
    }
}

/// The columns that the form writes.
#[derive(Serialize)]
pub struct StoredRequest {
    pub shipment_id: Uuid,
    pub tracking_code: String,
    #[serde(flatten)]
    pub fields: RegulatoryFields,
}

/// A request in a list.
#[derive(sqlx::FromRow)]
pub struct SummaryRow {
    pub id: Uuid,
    pub shipment_id: Uuid,
    pub tracking_code: String,
    #[sqlx(flatten)]
    pub progress: RequestProgress,
    pub client_name: Option<String>,
    pub recipient: Option<String>,
    pub category: Option<RegulatoryCategory>,
    pub product: Option<String>,
    pub patient: Option<String>,
    pub authorization_valid_to: Option<NaiveDate>,
    pub missing: Vec<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub version: i32,
}

/// A request that is locked for a step.
#[derive(sqlx::FromRow)]
pub struct LockedRequest {
    pub id: Uuid,
    pub tracking_code: String,
    pub missing: Vec<String>,
    pub authorization_valid_to: Option<NaiveDate>,
    #[sqlx(flatten)]
    pub progress: RequestProgress,
}

impl LockedRequest {
    /// Whether the state allows a step.
    pub fn verdict(&self, step: RegulatoryStep, today: NaiveDate) -> Verdict {
        let facts = self.progress.facts(&self.missing, self.authorization_valid_to, today);
        TRANSITIONS.verdict(step, self.progress.status, &facts)
    }
}

#[derive(sqlx::FromRow)]
pub struct DocumentRow {
    pub id: Uuid,
    pub kind: RegulatoryDocumentKind,
    pub file_key: String,
    pub file_name: String,
    pub file_size: i64,
    pub content_type: String,
    pub uploaded_at: DateTime<Utc>,
    pub expires_on: Option<NaiveDate>,
    pub verified_at: Option<DateTime<Utc>>,
    pub replaced_by_id: Option<Uuid>,
    pub uploaded_by_name: Option<String>,
}

impl DocumentRow {
    pub fn state(&self, today: NaiveDate) -> DocumentState {
        let facts = DocumentFacts {
            expires_on: self.expires_on,
            is_verified: self.verified_at.is_some(),
            is_replaced: self.replaced_by_id.is_some(),
        };
        facts.state(today)
    }
}

/// A document to add to a request.
#[derive(Clone, Copy)]
pub struct NewDocument {
    pub request_id: Uuid,
    pub kind: RegulatoryDocumentKind,
    pub expires_on: Option<NaiveDate>,
    pub uploaded_by: Uuid,
    pub uploaded_at: DateTime<Utc>,
}

#[derive(sqlx::FromRow)]
pub struct HistoryRow {
    pub id: Uuid,
    pub at: DateTime<Utc>,
    pub step: RegulatoryStep,
    pub attempt: i32,
    pub from_status: RegulatoryStatus,
    pub to_status: RegulatoryStatus,
    pub ignored: bool,
    pub note: Option<String>,
    pub by_name: Option<String>,
}

/// The new progress of a request.
#[derive(Serialize)]
pub struct NewProgress {
    pub id: Uuid,
    #[serde(flatten)]
    pub progress: RequestProgress,
}

/// A line of the history.
#[derive(Serialize)]
pub struct NewEntry {
    pub id: Uuid,
    pub request_id: Uuid,
    pub at: DateTime<Utc>,
    pub by_user: Option<Uuid>,
    pub step: RegulatoryStep,
    pub attempt: i32,
    pub from_status: RegulatoryStatus,
    pub to_status: RegulatoryStatus,
    pub ignored: bool,
    pub note: Option<String>,
}

/// Open demands of the authority.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::FromRow)]
pub struct OpenDemands {
    pub open: i64,
    /// Demands whose last day has passed.
    pub overdue: i64,
}

/// The code of a shipment in this scope.
pub async fn shipment_code(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<Option<String>> {
    Ok(scope.query_scalar(SHIPMENT).bind(id).fetch_optional(&mut **tx).await?)
}

/// 404 if the request is not in this scope.
pub async fn find(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<Row> {
    let visible: bool = scope.query_scalar(VISIBLE).bind(id).fetch_one(&mut **tx).await?;
    if visible { REQUESTS.find(tx, id).await } else { Err(ApiError::not_found()) }
}

/// Locks a request until the transaction ends; 404 if it is not in this scope.
pub async fn lock(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<LockedRequest> {
    lock_many(tx, scope, &[id]).await?.pop().ok_or_else(ApiError::not_found)
}

/// Locks those of the requests that are in this scope.
pub async fn lock_many(tx: &mut TenantTx, scope: &RowScope, ids: &[Uuid]) -> ApiResult<Vec<LockedRequest>> {
    Ok(scope.query_as(LOCK).bind(ids).fetch_all(&mut **tx).await?)
}

/// The requests that are longest in a status.
pub async fn in_status(
    tx: &mut TenantTx,
    scope: &RowScope,
    status: RegulatoryStatus,
    most: i64,
) -> ApiResult<Vec<Uuid>> {
    let found = scope.query_scalar(IN_STATUS).bind(status).bind(most);
    Ok(found.fetch_all(&mut **tx).await?)
}

pub async fn move_on(tx: &mut TenantTx, moved: &[NewProgress], at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(MOVE).bind(json(moved)?).bind(at).execute(&mut **tx).await?;
    Ok(())
}

pub async fn note(tx: &mut TenantTx, entries: &[NewEntry]) -> ApiResult<()> {
    sqlx::query(NOTE).bind(json(entries)?).execute(&mut **tx).await?;
    Ok(())
}

/// Stores what the checklist lacks. `is_change` raises the version.
pub async fn set_missing(
    tx: &mut TenantTx,
    id: Uuid,
    missing: &[String],
    at: DateTime<Utc>,
    is_change: bool,
) -> ApiResult<()> {
    let set = sqlx::query(SET_MISSING).bind(id).bind(missing).bind(at).bind(i32::from(is_change));
    set.execute(&mut **tx).await?;
    Ok(())
}

/// Whether a demand of this attempt was answered.
pub async fn is_answered(tx: &mut TenantTx, id: Uuid, attempt: i32) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(IS_ANSWERED).bind(id).bind(attempt).fetch_one(&mut **tx).await?)
}

/// The user who requested this attempt, with the shipment's code.
pub async fn requester(tx: &mut TenantTx, id: Uuid, attempt: i32) -> ApiResult<Option<(Uuid, String)>> {
    Ok(sqlx::query_as(REQUESTER).bind(id).bind(attempt).fetch_optional(&mut **tx).await?)
}

pub async fn history(tx: &mut TenantTx, id: Uuid) -> ApiResult<Vec<HistoryRow>> {
    Ok(sqlx::query_as(HISTORY).bind(id).fetch_all(&mut **tx).await?)
}

pub async fn documents(tx: &mut TenantTx, id: Uuid) -> ApiResult<Vec<DocumentRow>> {
    Ok(sqlx::query_as(DOCUMENTS).bind(id).fetch_all(&mut **tx).await?)
}

/// Writes the row of a stored file and returns its id.
pub async fn add_document(tx: &mut TenantTx, new: NewDocument, file: &SavedDocument) -> ApiResult<Uuid> {
    let id = Uuid::now_v7();
    let added = sqlx::query(ADD_DOCUMENT).bind(id).bind(new.request_id).bind(new.kind.as_str());
    let added = added.bind(&file.file_key).bind(&file.file_name).bind(file.file_size).bind(file.content_type);
    let added = added.bind(new.uploaded_by).bind(new.uploaded_at).bind(new.expires_on);
    added.execute(&mut **tx).await?;
    Ok(id)
}

/// Deletes a document and returns its file, name and kind; 404 if there is none.
pub async fn delete_document(
    tx: &mut TenantTx,
    request_id: Uuid,
    id: Uuid,
) -> ApiResult<(String, String, String)> {
    sqlx::query(PASS_OVER).bind(id).bind(request_id).execute(&mut **tx).await?;
    let deleted = sqlx::query_as(DELETE_DOCUMENT).bind(id).bind(request_id);
    deleted.fetch_optional(&mut **tx).await?.ok_or_else(ApiError::not_found)
}

/// Counts the open demands on shipments of this scope.
pub async fn open_demands(tx: &mut TenantTx, scope: &RowScope, today: NaiveDate) -> ApiResult<OpenDemands> {
    let (open, overdue) = scope.query_as(OPEN_DEMANDS).bind(today).fetch_one(&mut **tx).await?;
    Ok(OpenDemands { open, overdue })
}

fn json(value: &(impl Serialize + ?Sized)) -> ApiResult<String> {
    serde_json::to_string(value).map_err(ApiError::internal)
}
