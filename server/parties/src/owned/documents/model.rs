//! A document on the wire, and its columns.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::super::Owner;
use super::state::{DocumentFacts, DocumentState};
use access::ctx::Ctx;
use server_core::files::document::SavedDocument;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::form::FilePart;
use server_core::http::messages::MessageCode;
use trade::wire_name;

wire_name! {
    /// Kind of a document.
    PartyDocumentKind {
        Identity = "identity",
        TaxRegistration = "tax_registration",
        AddressProof = "address_proof",
        Contract = "contract",
        PowerOfAttorney = "power_of_attorney",
        License = "license",
        Other = "other",
    }
}

/// A document of a client, a partner or a subsidiary.
#[derive(Object)]
pub struct PartyDocument {
    pub id: Uuid,
    #[oai(flatten)]
    pub owner: Owner,
    /// Name of the client, the partner or the subsidiary; the code of a provider.
    pub owner_name: String,
    #[oai(flatten)]
    pub fields: PartyDocumentFields,
    /// Name of the company's own type; null for a document of the fixed ones.
    pub type_name: Option<String>,
    /// The day on which it is deleted with its file, as its type says; null when it is kept.
    pub delete_on: Option<NaiveDate>,
    /// Name of the file; null without a file.
    pub file_name: Option<String>,
    /// Size of the file in bytes.
    pub file_size: Option<i64>,
    pub content_type: Option<String>,
    pub state: DocumentState,
    /// When it was verified; null after a change of anything but the notes.
    pub verified_at: Option<DateTime<Utc>>,
    /// The user who verified it.
    pub verified_by: Option<Uuid>,
    /// The newer version that has taken its place.
    pub replaced_by_id: Option<Uuid>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    pub can: PartyDocumentCan,
}

/// Permissions of the user on a document.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartyDocumentCan {
    pub update: bool,
    pub verify: bool,
    pub replace: bool,
    pub delete: bool,
}

/// The fields of a document.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct PartyDocumentFields {
    pub kind: PartyDocumentKind,
    /// One of the company's own types (`document_type_select`), for the kind `other` only.
    pub type_id: Option<Uuid>,
    #[oai(validator(max_length = 60))]
    pub number: Option<String>,
    pub issued_on: Option<NaiveDate>,
    /// Last day on which it is valid.
    pub expires_on: Option<NaiveDate>,
    #[oai(validator(max_length = 500))]
    pub notes: Option<String>,
}

/// A document to add.
#[derive(Object)]
pub struct PartyDocumentInput {
    #[oai(flatten)]
    pub owner: Owner,
    #[oai(flatten)]
    pub fields: PartyDocumentFields,
    /// PDF, JPEG or PNG, up to 10 MB.
    pub file: Option<FilePart>,
    /// Name of the file.
    #[oai(validator(max_length = 200))]
    pub file_name: Option<String>,
}

/// The fields of a document to change. Omitted fields are unchanged; the file cannot be changed.
#[derive(Object, Serialize, Deserialize)]
pub struct PartyDocumentUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub fields: PartyDocumentFields,
    /// Version that was read; 409 `stale_version` if the document has changed since.
    pub version: i32,
}

/// The version of a document to verify.
#[derive(Object)]
pub struct PartyDocumentVersion {
    /// Version that was read; 409 `stale_version` if the document has changed since.
    pub version: i32,
}

/// The newer version of a document. It has the same owner.
#[derive(Object)]
pub struct PartyDocumentReplacement {
    #[oai(flatten)]
    pub fields: PartyDocumentFields,
    /// PDF, JPEG or PNG, up to 10 MB.
    pub file: Option<FilePart>,
    /// Name of the file.
    #[oai(validator(max_length = 200))]
    pub file_name: Option<String>,
    /// Version of the replaced document that was read; 409 `stale_version` if it has changed since.
    pub version: i32,
}

/// The columns of a document.
#[derive(Clone, Serialize, sqlx::FromRow)]
pub struct DocumentColumns {
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub owner: Owner,
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub fields: PartyDocumentFields,
    pub file_key: Option<String>,
    pub file_name: Option<String>,
    pub file_size: Option<i64>,
    pub content_type: Option<String>,
    pub verified_at: Option<DateTime<Utc>>,
    pub verified_by: Option<Uuid>,
    pub replaced_by_id: Option<Uuid>,
    pub reminded_days: Option<i16>,
}

#[derive(sqlx::FromRow)]
pub struct DocumentRow {
    pub id: Uuid,
    #[sqlx(flatten)]
    pub stored: DocumentColumns,
    pub owner_name: Option<String>,
    pub type_name: Option<String>,
    pub delete_on: Option<NaiveDate>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub version: i32,
}

impl PartyDocumentFields {
    /// Normalizes and checks the fields.
    pub fn check(self) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        if let (Some(issued), Some(expires)) = (self.issued_on, self.expires_on)
            && expires < issued
        {
            errors.push("expires_on", MessageCode::ExpiresBeforeIssue);
        }
        if self.type_id.is_some() && self.kind != PartyDocumentKind::Other {
            errors.push("type_id", MessageCode::Invalid);
        }
        errors.into_result()?;
        Ok(Self { number: optional(self.number.as_ref()), notes: optional(self.notes.as_ref()), ..self })
    }

    /// Whether both say the same about the paper. The notes are not on it.
    fn is_same_paper(&self, other: &Self) -> bool {
        (self.kind, self.type_id, &self.number, self.issued_on, self.expires_on)
            == (other.kind, other.type_id, &other.number, other.issued_on, other.expires_on)
    }
}

impl DocumentColumns {
    pub fn new(owner: Owner, fields: PartyDocumentFields, file: Option<&SavedDocument>) -> Self {
        Self {
            owner,
            fields,
            file_key: file.map(|file| file.file_key.clone()),
            file_name: file.map(|file| file.file_name.clone()),
            file_size: file.map(|file| file.file_size),
            content_type: file.map(|file| file.content_type.to_owned()),
            verified_at: None,
            verified_by: None,
            replaced_by_id: None,
            reminded_days: None,
        }
    }

    /// The columns with other fields. A change of anything but the notes has to be verified again, and a new last day
    /// has reminders of its own.
    pub fn with_fields(&self, fields: PartyDocumentFields) -> Self {
        let is_same_paper = self.fields.is_same_paper(&fields);
        let is_same_day = self.fields.expires_on == fields.expires_on;
        Self {
            verified_at: self.verified_at.filter(|_| is_same_paper),
            verified_by: self.verified_by.filter(|_| is_same_paper),
            reminded_days: self.reminded_days.filter(|_| is_same_day),
            fields,
            ..self.clone()
        }
    }

    pub fn state(&self, today: NaiveDate) -> DocumentState {
        let facts = DocumentFacts {
            expires_on: self.fields.expires_on,
            is_verified: self.verified_at.is_some(),
            is_replaced: self.replaced_by_id.is_some(),
        };
        facts.state(today)
    }
}

impl DocumentRow {
    /// The document as the user sees it.
    pub fn to_document(&self, ctx: &Ctx) -> PartyDocument {
        let Self { id, stored, owner_name, type_name, delete_on, created_at, updated_at, version } = self;
        let state = stored.state(ctx.settings().today(ctx.now()));
        PartyDocument {
            id: *id,
            owner: stored.owner,
            owner_name: owner_name.clone().unwrap_or_default(),
            fields: stored.fields.clone(),
            type_name: type_name.clone(),
            delete_on: *delete_on,
            file_name: stored.file_name.clone(),
            file_size: stored.file_size,
            content_type: stored.content_type.clone(),
            state,
            verified_at: stored.verified_at,
            verified_by: stored.verified_by,
            replaced_by_id: stored.replaced_by_id,
            created_at: *created_at,
            updated_at: *updated_at,
            version: *version,
            can: PartyDocumentCan::of(ctx, state),
        }
    }
}

impl PartyDocumentCan {
    fn of(ctx: &Ctx, state: DocumentState) -> Self {
        let may = |action| ctx.grants.allow(Resource::PartyDocument, action) && state.allow(action).is_yes();
        let update = may(Action::Update);
        Self { update, verify: may(Action::Verify), replace: update, delete: may(Action::Delete) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::OwnerType;
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn license(expires_on: Option<&str>) -> DocumentColumns {
        let fields = PartyDocumentFields {
            kind: PartyDocumentKind::License,
            type_id: None,
            number: Some("77".to_owned()),
            issued_on: None,
            expires_on: expires_on.map(day),
            notes: None,
        };
        let owner = Owner { owner_type: OwnerType::Client, owner_id: Uuid::nil() };
        let verified_at = Some(DateTime::UNIX_EPOCH);
        let checked = DocumentColumns::new(owner, fields, None);
        DocumentColumns { verified_at, verified_by: Some(Uuid::nil()), reminded_days: Some(30), ..checked }
    }

    #[test]
    fn only_a_change_of_the_notes_keeps_the_verification() {
        let paper = license(Some("2026-05-10"));
        let noted = PartyDocumentFields { notes: Some("a copy".to_owned()), ..paper.fields.clone() };
        let kept = paper.with_fields(noted);
        assert_eq!((kept.verified_by, kept.reminded_days), (Some(Uuid::nil()), Some(30)));
        let renumbered = PartyDocumentFields { number: None, ..paper.fields.clone() };
        let open = paper.with_fields(renumbered);
        assert_eq!((open.verified_at, open.verified_by, open.reminded_days), (None, None, Some(30)));
        let longer = PartyDocumentFields { expires_on: Some(day("2027-05-10")), ..paper.fields.clone() };
        let open = paper.with_fields(longer);
        assert_eq!((open.verified_at, open.reminded_days), (None, None));
    }
}
