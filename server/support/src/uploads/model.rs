//! A shared file on the wire, its columns, and what its state allows.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantId;
use uuid::Uuid;

use super::contents::{self, UploadKind};
use access::ctx::Ctx;
use server_core::files::{FileKey, sent};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::form::FilePart;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::live::Audience;
use trade::wire_name;

/// The largest part of a file. A company with a low limit for uploads has smaller ones.
const PART_BYTES: usize = 4 * 1024 * 1024;

wire_name! {
    /// Who sees a file, besides the staff.
    UploadAudience {
        /// Nobody else.
        Staff = "staff",
        /// Users of all partners.
        Partners = "partners",
        /// Users of all clients.
        Clients = "clients",
        /// Users of one client.
        Client = "client",
    }
}

wire_name! {
    /// State of a file.
    UploadState {
        /// Parts are missing. Only the user who sends it sees it.
        Receiving = "receiving",
        Available = "available",
        /// It can be restored for 30 days.
        Deleted = "deleted",
    }
}

/// A file that the company shares.
#[derive(Object)]
pub struct Upload {
    pub id: Uuid,
    #[oai(flatten)]
    pub fields: UploadFields,
    /// Name of the client that sees it; null for other audiences.
    pub client_name: Option<String>,
    /// Bytes.
    pub size: i64,
    /// Bytes that have arrived.
    pub received: i64,
    /// The most bytes of a part.
    pub part_size: i64,
    /// SHA-256 of the contents: 64 hexadecimal digits in lower case.
    pub sha256: String,
    /// By name and contents; `application/octet-stream` for unknown types.
    pub content_type: String,
    /// Whether a browser can show it: PDFs and pictures.
    pub viewable: bool,
    pub state: UploadState,
    /// The user who sent it; null for users of clients and partners.
    pub uploaded_by_name: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// When it was deleted.
    pub deleted_at: Option<DateTime<Utc>>,
    /// Increases with every change and every part. Send it with an update.
    pub version: i32,
    pub can: UploadCan,
}

/// Permissions of the user on a file.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UploadCan {
    pub update: bool,
    pub delete: bool,
    pub restore: bool,
}

/// The fields of a file.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct UploadFields {
    /// Name of its folder; empty without one.
    #[oai(validator(max_length = 100))]
    pub folder: String,
    /// With its ending, which must fit the contents. A name is used once in a folder.
    #[oai(validator(max_length = 200))]
    pub name: String,
    pub audience: UploadAudience,
    /// The client that sees it. Required for `client`, ignored for other audiences.
    pub client_id: Option<Uuid>,
}

/// A file to send.
#[derive(Object)]
pub struct UploadInput {
    #[oai(flatten)]
    pub fields: UploadFields,
    /// Bytes.
    #[oai(validator(minimum(value = "1")))]
    pub size: i64,
    /// SHA-256 of the contents: 64 hexadecimal digits in lower case.
    #[oai(validator(max_length = 64))]
    pub sha256: String,
}

/// The fields of a file to change. Omitted fields are unchanged; the contents cannot be changed.
#[derive(Object, Serialize, Deserialize)]
pub struct UploadUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub fields: UploadFields,
    /// Version that was read; 409 `stale_version` if the file has changed since.
    pub version: i32,
}

/// The next part of a file.
#[derive(Object)]
pub struct UploadPart {
    /// Bytes before this part, which must have arrived: `received` of the file.
    #[oai(validator(minimum(value = "0")))]
    pub offset: i64,
    /// At most `part_size` bytes.
    pub file: Option<FilePart>,
}

/// A folder with files that the user sees.
#[derive(Object, sqlx::FromRow)]
pub struct UploadFolder {
    /// Empty for files without a folder.
    pub folder: String,
    /// Number of its files.
    pub files: i64,
}

/// The row of a new file.
#[derive(Serialize)]
pub struct NewUpload<'a> {
    #[serde(flatten)]
    pub fields: &'a UploadFields,
    pub size: i64,
    pub sha256: &'a str,
    #[serde(flatten)]
    pub arrived: ArrivedParts,
    pub uploaded_by: Uuid,
    pub finished_at: Option<DateTime<Utc>>,
}

/// The columns of what has arrived.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ArrivedParts {
    pub kind: Option<UploadKind>,
    pub part_keys: Vec<String>,
    pub received: i64,
}

#[derive(sqlx::FromRow)]
pub struct UploadRow {
    pub id: Uuid,
    #[sqlx(flatten)]
    pub fields: UploadFields,
    pub client_name: Option<String>,
    pub size: i64,
    pub received: i64,
    pub sha256: String,
    pub kind: Option<UploadKind>,
    pub part_keys: Vec<String>,
    pub uploaded_by_name: Option<String>,
    pub finished_at: Option<DateTime<Utc>>,
    pub deleted_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub version: i32,
}

/// The most bytes of a part: with its form, it stays within the limit of the company.
pub fn find_part_size(ctx: &Ctx) -> i64 {
    let limit = ctx.settings().max_upload(ctx.state().config.max_upload);
    to_bytes(PART_BYTES.min(limit / 2))
}

fn to_bytes(size: usize) -> i64 {
    i64::try_from(size).unwrap_or(i64::MAX)
}

fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

impl UploadFields {
    /// Normalizes the fields; adds what is wrong with them.
    fn normalize(self, errors: &mut FieldErrors) -> Self {
        let name = sent::name(Some(&self.name), "");
        if name.is_empty() {
            errors.push("name", MessageCode::Required);
        }
        let is_for_one = self.audience == UploadAudience::Client;
        if is_for_one && self.client_id.is_none() {
            errors.push("client_id", MessageCode::Required);
        }
        let client_id = self.client_id.filter(|_| is_for_one);
        Self { folder: sent::one_line(&self.folder), name, client_id, ..self }
    }

    /// Normalizes and checks the fields.
    pub fn check(self) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        let fields = self.normalize(&mut errors);
        errors.into_result()?;
        Ok(fields)
    }

    /// The pages that show the file.
    pub fn readers(&self) -> Audience {
        match (self.audience, self.client_id) {
            (UploadAudience::Partners | UploadAudience::Clients, _) => Audience::Everybody,
            (UploadAudience::Client, Some(client_id)) => Audience::Parties(vec![client_id]),
            (UploadAudience::Staff | UploadAudience::Client, _) => Audience::Staff,
        }
    }

    /// The pages that show the file before or after a change.
    pub fn readers_of_change(&self, after: &Self) -> Audience {
        let (before, after) = (self.readers(), after.readers());
        if before == after { after } else { Audience::Everybody }
    }
}

impl UploadInput {
    /// Normalizes and checks the input; returns all errors at once.
    pub fn check(self, most_bytes: usize) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        let fields = self.fields.normalize(&mut errors);
        if !is_hash(&self.sha256) {
            errors.push("sha256", MessageCode::Invalid);
        }
        if self.size > to_bytes(most_bytes) {
            let params = Params::from([("max", (most_bytes / 1024 / 1024).into())]);
            errors.push_with("size", MessageCode::FileTooLarge, params);
        }
        errors.into_result()?;
        Ok(Self { fields, ..self })
    }
}

impl UploadState {
    /// Whether a file in this state can be changed or deleted.
    pub const fn allow(self, action: Action) -> Verdict {
        match (self, action) {
            (Self::Deleted, Action::Update | Action::Delete) => Verdict::no(MessageCode::RecordExcluded),
            _ => Verdict::Yes,
        }
    }
}

impl UploadRow {
    pub const fn state(&self) -> UploadState {
        match (self.finished_at, self.deleted_at) {
            (None, _) => UploadState::Receiving,
            (Some(_), None) => UploadState::Available,
            (Some(_), Some(_)) => UploadState::Deleted,
        }
    }

    pub fn content_type(&self) -> &'static str {
        contents::find_content_type(&self.fields.name, self.kind)
    }

    /// The stored files of its parts.
    pub fn keys(&self, tenant: &TenantId) -> Vec<FileKey> {
        self.part_keys.iter().filter_map(|name| FileKey::of(tenant, name)).collect()
    }

    /// 409 unless exactly the bytes before this offset have arrived.
    pub fn check_offset(&self, offset: i64) -> ApiResult<()> {
        if self.state() == UploadState::Receiving && self.received == offset {
            return Ok(());
        }
        let params = Params::from([("received", self.received.into()), ("size", self.size.into())]);
        Err(ApiError::refused(MessageCode::UploadIncomplete).with_params(params))
    }

    /// The file as the user sees it.
    pub fn to_upload(&self, ctx: &Ctx) -> Upload {
        let (state, content_type) = (self.state(), self.content_type());
        Upload {
            id: self.id,
            fields: self.fields.clone(),
            client_name: self.client_name.clone(),
            size: self.size,
            received: self.received,
            part_size: find_part_size(ctx),
            sha256: self.sha256.clone(),
            content_type: content_type.to_owned(),
            viewable: contents::is_viewable(content_type),
            state,
            uploaded_by_name: self.uploaded_by_name.clone().filter(|_| !ctx.is_outside()),
            created_at: self.created_at,
            updated_at: self.updated_at,
            deleted_at: self.deleted_at,
            version: self.version,
            can: UploadCan::of(ctx, state),
        }
    }
}

impl UploadCan {
    fn of(ctx: &Ctx, state: UploadState) -> Self {
        let has_right = |action| ctx.grants.allow(Resource::Upload, action);
        let may = |action| has_right(action) && state.allow(action).is_yes();
        Self {
            update: may(Action::Update) && state == UploadState::Available,
            delete: may(Action::Delete),
            restore: has_right(Action::Delete) && state == UploadState::Deleted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(audience: UploadAudience, client_id: Option<Uuid>) -> UploadFields {
        UploadFields { folder: " Prices ".into(), name: "C:\\a\\2026.pdf".into(), audience, client_id }
    }

    #[test]
    fn only_files_for_one_client_name_it() {
        let id = Some(Uuid::nil());
        let kept = fields(UploadAudience::Clients, id).check().unwrap();
        assert_eq!((kept.client_id, &*kept.folder, &*kept.name), (None, "Prices", "2026.pdf"));
        assert_eq!(fields(UploadAudience::Client, id).check().unwrap().client_id, id);
        assert!(fields(UploadAudience::Client, None).check().is_err());
    }

    #[test]
    fn a_change_is_told_to_those_who_see_the_file_before_or_after() {
        let one = fields(UploadAudience::Client, Some(Uuid::nil()));
        let staff = fields(UploadAudience::Staff, None);
        assert_eq!(one.readers_of_change(&one), Audience::Parties(vec![Uuid::nil()]));
        assert_eq!(staff.readers_of_change(&staff), Audience::Staff);
        assert_eq!(one.readers_of_change(&staff), Audience::Everybody);
    }

    #[test]
    fn a_file_that_is_too_large_or_has_no_hash_is_refused() {
        let input = |size, sha256: &str| UploadInput {
            fields: fields(UploadAudience::Staff, None),
            size,
            sha256: sha256.to_owned(),
        };
        let hash = "0a".repeat(32);
        assert!(input(100, &hash).check(100).is_ok());
        assert!(input(101, &hash).check(100).is_err());
        for wrong in [hash.to_uppercase(), String::new(), hash[1..].to_owned()] {
            assert!(input(1, &wrong).check(100).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_deleted_file_is_only_restored() {
        for action in [Action::Update, Action::Delete] {
            assert_eq!(UploadState::Deleted.allow(action), Verdict::no(MessageCode::RecordExcluded));
            assert_eq!(UploadState::Available.allow(action), Verdict::Yes);
        }
    }
}
