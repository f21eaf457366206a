//! Files of messages: uploaded into a draft, sent with a message, deleted when they were never sent.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::scope::TicketScope;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::messages::{MessageCode, Params};

/// Files that a user has uploaded and not sent.
const MOST_UNSENT: i64 = 100;

/// A file of a message or of a draft.
#[derive(Object, sqlx::FromRow, Clone, Debug)]
pub struct SupportFile {
    pub id: Uuid,
    pub file_name: String,
    /// Bytes.
    pub file_size: i64,
    /// An inline picture of an e-mail, re-encoded; null for other files.
    #[sqlx(skip)]
    pub picture_url: Option<String>,
    #[oai(skip)]
    pub message_id: Option<Uuid>,
    #[oai(skip)]
    #[sqlx(default)]
    pub picture_key: Option<String>,
}

/// A stored file to send.
#[derive(sqlx::FromRow)]
pub struct StoredFile {
    pub file_key: String,
    pub file_name: String,
    pub content_type: String,
}

/// A file to add to a draft.
pub struct NewFile<'a> {
    pub id: Uuid,
    pub ticket_id: Option<Uuid>,
    pub by: Uuid,
    pub file_key: &'a str,
    pub file_name: &'a str,
    pub file_size: i64,
    pub content_type: &'a str,
    pub at: DateTime<Utc>,
}

pub const UNSENT: &str = "select count(*) from support_files where uploaded_by = $1 and message_id is null";
pub const INSERT: &str = "
    insert into support_files (id, ticket_id, uploaded_by, file_key, file_name, file_size, content_type, uploaded_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8)";
pub const OF_DRAFT: &str = "
    select id, file_name, file_size, message_id from support_files
    where uploaded_by = $1 and ticket_id is not distinct from $2 and message_id is null
    order by uploaded_at, id limit 100";
pub const OF_TICKET: &str = "
    select id, file_name, file_size, message_id, picture_key from support_files
    where ticket_id = $1 and message_id is not null order by uploaded_at, id";
/// A file of a message that the reader sees, or of the reader's own draft.
pub const FIND: &str = "
    select f.file_key, f.file_name, f.content_type from support_files f
    left join support_messages m on m.id = f.message_id
    where f.id = $1 and f.ticket_id = $2 and (m.note = 0 or m.note > 0 and $3 or m.id is null and f.uploaded_by = $4)";
/// The drawn picture of a file, for the same readers.
pub const FIND_PICTURE: &str = "
    select f.picture_key from support_files f join support_messages m on m.id = f.message_id
    where f.id = $1 and f.ticket_id = $2 and f.picture_key is not null and (m.note = 0 or $3)";
pub const SEND: &str = "
    update support_files set message_id = $2, ticket_id = $1
    where id = any($3) and uploaded_by = $4 and message_id is null and (ticket_id is null or ticket_id = $1)";
pub const REMOVE: &str =
    "delete from support_files where id = $1 and uploaded_by = $2 and message_id is null returning file_key";
pub const LAPSE: &str =
    "delete from support_files where message_id is null and uploaded_at < $1 returning file_key";

/// 422 at the file with a limit.
pub fn file_error(code: MessageCode, max: Value) -> ApiError {
    let mut errors = FieldErrors::default();
    errors.push_with("file", code, Params::from([("max", max)]));
    ApiError::invalid(errors)
}

/// Adds a file to a draft; 422 if the user has too many that were not sent.
pub async fn insert(tx: &mut TenantTx, file: &NewFile<'_>) -> ApiResult<()> {
    let unsent: i64 = sqlx::query_scalar(UNSENT).bind(file.by).fetch_one(&mut **tx).await?;
    if unsent >= MOST_UNSENT {
        return Err(file_error(MessageCode::TooMany, MOST_UNSENT.into()));
    }
    sqlx::query(INSERT)
        .bind(file.id)
        .bind(file.ticket_id)
        .bind(file.by)
        .bind(file.file_key)
        .bind(file.file_name)
        .bind(file.file_size)
        .bind(file.content_type)
        .bind(file.at)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The files of a user's draft of a reply, or of a new ticket.
pub async fn of_draft(tx: &mut TenantTx, user: Uuid, ticket: Option<Uuid>) -> ApiResult<Vec<SupportFile>> {
    Ok(sqlx::query_as(OF_DRAFT).bind(user).bind(ticket).fetch_all(&mut **tx).await?)
}

/// The files of all messages of a ticket. The reader gets those of the messages that the reader sees.
pub async fn of_ticket(tx: &mut TenantTx, ticket: Uuid) -> ApiResult<Vec<SupportFile>> {
    let mut files: Vec<SupportFile> = sqlx::query_as(OF_TICKET).bind(ticket).fetch_all(&mut **tx).await?;
    for file in &mut files {
        let url = |_| format!("/api/support_tickets/{ticket}/files/{}/picture", file.id);
        file.picture_url = file.picture_key.as_ref().map(url);
    }
    Ok(files)
}

pub async fn find(tx: &mut TenantTx, scope: &TicketScope, ticket: Uuid, id: Uuid) -> ApiResult<StoredFile> {
    let found = sqlx::query_as(FIND).bind(id).bind(ticket).bind(scope.is_staff).bind(scope.user_id);
    found.fetch_optional(&mut **tx).await?.ok_or_else(ApiError::not_found)
}

/// The key of the drawn picture of a file.
pub async fn find_picture(
    tx: &mut TenantTx,
    scope: &TicketScope,
    ticket: Uuid,
    id: Uuid,
) -> ApiResult<String> {
    let found = sqlx::query_scalar(FIND_PICTURE).bind(id).bind(ticket).bind(scope.is_staff);
    found.fetch_optional(&mut **tx).await?.ok_or_else(ApiError::not_found)
}

/// Sends files of the user's draft with a message; 422 if one of them is not in it.
pub async fn send(tx: &mut TenantTx, ticket: Uuid, message: Uuid, ids: &[Uuid], user: Uuid) -> ApiResult<()> {
    let mut once = ids.to_vec();
    once.sort_unstable();
    once.dedup();
    if once.is_empty() {
        return Ok(());
    }
    let send = sqlx::query(SEND).bind(ticket).bind(message).bind(&once).bind(user);
    let sent = send.execute(&mut **tx).await?.rows_affected();
    match usize::try_from(sent).is_ok_and(|sent| sent == once.len()) {
        true => Ok(()),
        false => Err(ApiError::invalid_field("files", MessageCode::UnknownOption)),
    }
}

/// Removes a file from the user's draft; returns its key.
pub async fn remove(tx: &mut TenantTx, id: Uuid, user: Uuid) -> ApiResult<String> {
    let key = sqlx::query_scalar(REMOVE).bind(id).bind(user).fetch_optional(&mut **tx).await?;
    key.ok_or_else(ApiError::not_found)
}

/// Deletes files that were uploaded before and not sent; returns their keys.
pub async fn delete_expired(tx: &mut TenantTx, before: DateTime<Utc>) -> ApiResult<Vec<String>> {
    Ok(sqlx::query_scalar(LAPSE).bind(before).fetch_all(&mut **tx).await?)
}
