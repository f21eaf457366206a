//! The answers of the API, and the permissions of a user on a request.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use uuid::Uuid;

use super::checklist::{RegulatoryCategory, RegulatoryDocumentKind, RegulatoryFields};
use super::progress::RequestProgress;
use super::status::{RegulatoryStatus, RegulatoryStep};
use super::store::{DocumentRow, HistoryRow, Row, SummaryRow};
use super::transitions::{RequestFacts, TRANSITIONS};
use parties::owned::documents::state::DocumentState;
use server_core::http::messages::MessageCode;
use server_core::http::record_state::Verdict;

/// The shipment of a request.
#[derive(serde::Serialize, Object, Clone, Debug)]
pub struct RegulatoryShipment {
    pub id: Uuid,
    pub tracking_code: String,
}

/// Actions that the current user can do on this request now. Buttons and guards use the same values.
#[derive(serde::Serialize, Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RegulatoryCan {
    pub update: bool,
    pub delete: bool,
    /// Add a document.
    pub attach: bool,
    pub request: bool,
    pub cancel: bool,
    pub complete: bool,
    /// Continue from the failed step.
    pub resend: bool,
    /// Record the protocol number of a petition filed by hand.
    pub file: bool,
    /// Record a demand of the authority.
    pub demand: bool,
    /// Record that the demand was answered.
    pub answer: bool,
    /// Record that the authority refused.
    pub reject: bool,
}

impl RegulatoryCan {
    pub fn of(progress: &RequestProgress, facts: &RequestFacts, grants: &Grants) -> Self {
        let allows = |action| grants.allow(Resource::RegulatoryRequest, action);
        let may = |action| allows(action) && verdict(progress, action).is_yes();
        let step = |step| TRANSITIONS.can(grants, step, progress.status, facts);
        Self {
            update: may(Action::Update),
            delete: may(Action::Delete),
            attach: may(Action::Attach),
            request: step(RegulatoryStep::Request),
            cancel: step(RegulatoryStep::Cancel),
            complete: step(RegulatoryStep::Complete),
            resend: step(RegulatoryStep::Resend),
            file: step(RegulatoryStep::File),
            demand: step(RegulatoryStep::Demand),
            answer: step(RegulatoryStep::Answer),
            reject: step(RegulatoryStep::Reject),
        }
    }
}

/// Whether the progress of a request allows an action on its record.
pub fn verdict(progress: &RequestProgress, action: Action) -> Verdict {
    match action {
        Action::Update | Action::Attach if !progress.status.can_edit() => {
            Verdict::no(MessageCode::RegulatoryRequestLocked)
        }
        Action::Delete if progress.attempt > 0 || progress.status == RegulatoryStatus::Done => {
            Verdict::no(MessageCode::RegulatoryRequestSent)
        }
        _ => Verdict::Yes,
    }
}

/// The message code why `request` is refused now; none if it is possible.
fn request_refusal(progress: &RequestProgress, facts: &RequestFacts) -> Option<String> {
    match TRANSITIONS.verdict(RegulatoryStep::Request, progress.status, facts) {
        Verdict::No(code, _) => Some(code.as_str().to_owned()),
        Verdict::Yes | Verdict::Already => None,
    }
}

/// A regulatory request in a list.
#[derive(serde::Serialize, Object, Debug)]
pub struct RegulatoryRequestSummary {
    pub id: Uuid,
    pub anvisa_solicita_status: RegulatoryStatus,
    pub shipment: RegulatoryShipment,
    pub client_name: Option<String>,
    pub recipient: Option<String>,
    pub category: Option<RegulatoryCategory>,
    pub product: Option<String>,
    pub patient: Option<String>,
    pub protocol_no: Option<String>,
    /// The number of times it was requested.
    pub attempt: i32,
    /// Names of fields and `document.<kind>` that the checklist lacks.
    pub missing: Vec<String>,
    /// The open demand of the authority; null if there is none.
    pub demand: Option<String>,
    pub demand_due_on: Option<NaiveDate>,
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub created_at: DateTime<Utc>,
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub updated_at: DateTime<Utc>,
    pub version: i32,
    /// Message code why `can.request` is false; null if the state allows it.
    pub request_refusal: Option<String>,
    pub can: RegulatoryCan,
}

impl RegulatoryRequestSummary {
    pub fn of(row: SummaryRow, today: NaiveDate, grants: &Grants) -> Self {
        let facts = row.progress.facts(&row.missing, row.authorization_valid_to, today);
        Self {
            can: RegulatoryCan::of(&row.progress, &facts, grants),
            request_refusal: request_refusal(&row.progress, &facts),
            id: row.id,
            anvisa_solicita_status: row.progress.status,
            shipment: RegulatoryShipment { id: row.shipment_id, tracking_code: row.tracking_code },
            client_name: row.client_name,
            recipient: row.recipient,
            category: row.category,
            product: row.product,
            patient: row.patient,
            protocol_no: row.progress.protocol_no,
            attempt: row.progress.attempt,
            missing: row.missing,
            demand: row.progress.demand,
            demand_due_on: row.progress.demand_due_on,
            created_at: row.created_at,
            updated_at: row.updated_at,
            version: row.version,
        }
    }
}

/// A document of a request.
#[derive(Object, Debug)]
pub struct RegulatoryDocument {
    pub id: Uuid,
    pub kind: RegulatoryDocumentKind,
    pub file_name: String,
    /// Bytes.
    pub file_size: i64,
    pub uploaded_at: DateTime<Utc>,
    /// Last day on which it is valid.
    pub expires_on: Option<NaiveDate>,
    pub state: DocumentState,
    /// Null for users of a client or a partner.
    pub uploaded_by_name: Option<String>,
}

/// A regulatory request with its documents.
#[derive(Object, Debug)]
pub struct RegulatoryRequest {
    pub id: Uuid,
    pub anvisa_solicita_status: RegulatoryStatus,
    pub shipment: RegulatoryShipment,
    pub client_name: Option<String>,
    pub recipient: Option<String>,
    #[oai(flatten)]
    pub fields: RegulatoryFields,
    pub documents: Vec<RegulatoryDocument>,
    /// Kinds of documents that the category needs.
    pub required_documents: Vec<RegulatoryDocumentKind>,
    /// Names of fields and `document.<kind>` that the checklist lacks.
    pub missing: Vec<String>,
    /// The number of times it was requested.
    pub attempt: i32,
    pub protocol_no: Option<String>,
    pub protocol_at: Option<DateTime<Utc>>,
    /// The open demand of the authority; null if there is none.
    pub demand: Option<String>,
    pub demand_due_on: Option<NaiveDate>,
    pub decision: Option<String>,
    pub decided_at: Option<DateTime<Utc>>,
    pub last_error: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    /// Message code why `can.request` is false; null if the state allows it.
    pub request_refusal: Option<String>,
    pub can: RegulatoryCan,
}

impl RegulatoryRequest {
    pub fn of(row: Row, documents: Vec<DocumentRow>, today: NaiveDate, viewer: Viewer) -> Self {
        let progress = &row.progress;
        let facts = row.facts(today);
        let can = RegulatoryCan::of(progress, &facts, viewer.grants);
        let request_refusal = request_refusal(progress, &facts);
        let required = row.fields.category.map(super::checklist::required_documents).unwrap_or_default();
        let documents = documents.into_iter().map(|row| viewer.document(row, today)).collect();
        Self {
            id: row.id,
            anvisa_solicita_status: row.progress.status,
            shipment: RegulatoryShipment { id: row.shipment_id, tracking_code: row.tracking_code },
            client_name: row.client_name,
            recipient: row.recipient,
            fields: row.fields,
            documents,
            required_documents: required.to_vec(),
            missing: row.missing,
            attempt: row.progress.attempt,
            protocol_no: row.progress.protocol_no,
            protocol_at: row.progress.protocol_at,
            demand: row.progress.demand,
            demand_due_on: row.progress.demand_due_on,
            decision: row.progress.decision,
            decided_at: row.progress.decided_at,
            last_error: row.progress.last_error,
            created_at: row.created_at,
            updated_at: row.updated_at,
            version: row.version,
            request_refusal,
            can,
        }
    }
}

/// A change in the history of a request.
#[derive(Object, Debug)]
pub struct RegulatoryHistoryEntry {
    pub id: Uuid,
    pub at: DateTime<Utc>,
    pub step: RegulatoryStep,
    pub attempt: i32,
    pub from_status: RegulatoryStatus,
    pub to_status: RegulatoryStatus,
    /// An answer to an earlier attempt, which changed nothing.
    pub ignored: bool,
    /// Null for users of a client or a partner.
    pub note: Option<String>,
    /// Null for the server, and for users of a client or a partner.
    pub by_name: Option<String>,
}

/// Who reads: people outside the company see neither notes nor names.
#[derive(Clone, Copy)]
pub struct Viewer<'a> {
    pub grants: &'a Grants,
    pub is_outside: bool,
}

impl Viewer<'_> {
    fn document(self, row: DocumentRow, today: NaiveDate) -> RegulatoryDocument {
        RegulatoryDocument {
            state: row.state(today),
            expires_on: row.expires_on,
            id: row.id,
            kind: row.kind,
            file_name: row.file_name,
            file_size: row.file_size,
            uploaded_at: row.uploaded_at,
            uploaded_by_name: row.uploaded_by_name.filter(|_| !self.is_outside),
        }
    }

    pub fn entry(self, row: HistoryRow) -> RegulatoryHistoryEntry {
        RegulatoryHistoryEntry {
            id: row.id,
            at: row.at,
            step: row.step,
            attempt: row.attempt,
            from_status: row.from_status,
            to_status: row.to_status,
            ignored: row.ignored,
            note: row.note.filter(|_| !self.is_outside),
            by_name: row.by_name.filter(|_| !self.is_outside),
        }
    }
}
