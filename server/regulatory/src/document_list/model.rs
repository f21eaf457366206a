//! A document of a shipment in the list, and what its state allows.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use policy::{Action, Resource};
use serde::Serialize;
use uuid::Uuid;

use super::super::checklist::RegulatoryDocumentKind;
use super::super::model::RegulatoryShipment;
use super::super::status::RegulatoryStatus;
use access::ctx::Ctx;
use parties::owned::documents::state::{DocumentFacts, DocumentState};
use server_core::http::form::FilePart;
use server_core::http::messages::MessageCode;
use server_core::http::record_state::Verdict;

/// A document of a shipment's regulatory request.
#[derive(serde::Serialize, Object, Debug)]
pub struct RegulatoryDocumentRecord {
    pub id: Uuid,
    /// The regulatory request that it belongs to.
    pub request_id: Uuid,
    pub shipment: RegulatoryShipment,
    pub client_name: Option<String>,
    pub kind: RegulatoryDocumentKind,
    /// Last day on which it is valid; null for papers without an end.
    pub expires_on: Option<NaiveDate>,
    pub file_name: String,
    /// Bytes.
    pub file_size: i64,
    pub state: DocumentState,
    /// When it was verified; null after a change of its last day.
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub verified_at: Option<DateTime<Utc>>,
    /// The newer version that has taken its place.
    pub replaced_by_id: Option<Uuid>,
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub uploaded_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    pub can: RegulatoryDocumentCan,
}

/// Permissions of the user on a document of a shipment.
#[derive(serde::Serialize, Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RegulatoryDocumentCan {
    /// Change its last day.
    pub update: bool,
    pub verify: bool,
    pub replace: bool,
}

/// The fields of a document of a shipment to change. Omitted fields are unchanged.
#[derive(Object)]
pub struct RegulatoryDocumentUpdate {
    #[oai(flatten)]
    pub fields: RegulatoryDocumentFields,
    /// Version that was read; 409 `stale_version` if the document has changed since.
    pub version: i32,
}

/// The fields of a document of a shipment that can be changed.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RegulatoryDocumentFields {
    /// Last day on which it is valid; null for papers without an end.
    pub expires_on: Option<NaiveDate>,
}

/// The version of a document to verify.
#[derive(Object)]
pub struct RegulatoryDocumentVersion {
    /// Version that was read; 409 `stale_version` if the document has changed since.
    pub version: i32,
}

/// The newer version of a document of a shipment. It has the same kind.
#[derive(Object)]
pub struct RegulatoryDocumentReplacement {
    /// Last day on which it is valid; none for papers without an end.
    pub expires_on: Option<NaiveDate>,
    /// PDF, JPEG or PNG, up to 10 MB.
    pub file: Option<FilePart>,
    /// Name of the file.
    #[oai(validator(max_length = 200))]
    pub file_name: Option<String>,
    /// Version of the replaced document that was read; 409 `stale_version` if it has changed since.
    pub version: i32,
}

#[derive(Debug, sqlx::FromRow)]
pub struct ListedDocument {
    pub id: Uuid,
    pub request_id: Uuid,
    pub shipment_id: Uuid,
    pub tracking_code: String,
    /// Status of the request.
    pub status: RegulatoryStatus,
    pub client_name: Option<String>,
    pub kind: RegulatoryDocumentKind,
    pub expires_on: Option<NaiveDate>,
    pub file_name: String,
    pub file_size: i64,
    pub verified_at: Option<DateTime<Utc>>,
    pub replaced_by_id: Option<Uuid>,
    pub uploaded_at: DateTime<Utc>,
    pub version: i32,
}

impl ListedDocument {
    pub fn state(&self, today: NaiveDate) -> DocumentState {
        let facts = DocumentFacts {
            expires_on: self.expires_on,
            is_verified: self.verified_at.is_some(),
            is_replaced: self.replaced_by_id.is_some(),
        };
        facts.state(today)
    }

    /// Whether its state, and that of the request, allow an action. A newer version is attached to the request.
    pub fn allow(&self, action: Action, today: NaiveDate) -> Verdict {
        let state = self.state(today);
        match action {
            Action::Attach if state == DocumentState::Replaced => state.allow(Action::Update),
            Action::Attach if !self.status.can_edit() => Verdict::no(MessageCode::RegulatoryRequestLocked),
            _ => state.allow(action),
        }
    }

    /// The document as the user sees it.
    pub fn to_record(&self, ctx: &Ctx) -> RegulatoryDocumentRecord {
        let today = ctx.settings().today(ctx.now());
        let may = |action| {
            ctx.grants.allow(Resource::RegulatoryRequest, action) && self.allow(action, today).is_yes()
        };
        RegulatoryDocumentRecord {
            id: self.id,
            request_id: self.request_id,
            shipment: RegulatoryShipment { id: self.shipment_id, tracking_code: self.tracking_code.clone() },
            client_name: self.client_name.clone(),
            kind: self.kind,
            expires_on: self.expires_on,
            file_name: self.file_name.clone(),
            file_size: self.file_size,
            state: self.state(today),
            verified_at: self.verified_at,
            replaced_by_id: self.replaced_by_id,
            uploaded_at: self.uploaded_at,
            version: self.version,
            can: RegulatoryDocumentCan {
                update: may(Action::Update),
                verify: may(Action::Verify),
                replace: may(Action::Attach),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(status: RegulatoryStatus) -> ListedDocument {
        ListedDocument {
            id: Uuid::nil(),
            request_id: Uuid::nil(),
            shipment_id: Uuid::nil(),
            tracking_code: "ZZ1".to_owned(),
            status,
            client_name: None,
            kind: RegulatoryDocumentKind::Prescription,
            expires_on: Some("2026-05-10".parse().unwrap()),
            file_name: "a.pdf".to_owned(),
            file_size: 8,
            verified_at: None,
            replaced_by_id: None,
            uploaded_at: DateTime::UNIX_EPOCH,
            version: 1,
        }
    }

    #[test]
    fn a_newer_version_waits_while_the_authority_works_on_the_request() {
        let today = "2026-05-11".parse().unwrap();
        let open = document(RegulatoryStatus::NotRequested);
        assert_eq!(open.allow(Action::Attach, today), Verdict::Yes, "an expired one is replaced");
        assert_eq!(open.allow(Action::Verify, today), Verdict::no(MessageCode::DocumentExpired));
        let locked = document(RegulatoryStatus::Done);
        assert_eq!(locked.allow(Action::Attach, today), Verdict::no(MessageCode::RegulatoryRequestLocked));
        assert_eq!(locked.allow(Action::Update, today), Verdict::Yes);
        let replaced = ListedDocument { replaced_by_id: Some(Uuid::nil()), ..open };
        for action in [Action::Attach, Action::Update, Action::Verify] {
            assert_eq!(replaced.allow(action, today), Verdict::no(MessageCode::DocumentReplaced));
        }
    }
}
