//! Files of messages. They are uploaded first, and belong to the uploader's draft until the message is sent.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek};

use chrono::{DateTime, TimeDelta, Utc};
use poem_openapi::param::Path;
use poem_openapi::payload::{Json, Response};
use poem_openapi::{Object, OpenApi};
use policy::Action;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::RoomFile;
use super::rooms;
use super::scope::RoomScope;
use access::ctx::Ctx;
use server_core::files::{FileKind, document, picture, sent};
use server_core::http::download::content_disposition;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::file_answer::{Attachment, FileAnswer};
use server_core::http::form::{FilePart, FormPatch};
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::sent::{MAX_FILE_BYTES, SentFile};
use server_core::state::AppState;
use server_core::tags::Tag;

/// A file that was never sent is deleted after this time.
const KEPT: TimeDelta = TimeDelta::days(7);
/// Files that one user has uploaded and not sent.
const MOST_UNSENT: i64 = 50;

pub const INSERT: &str = "
    with unsent as materialized (
        select count(*) as files from chat_files where uploaded_by = $3 and message_id is null)
    insert into chat_files (id, room_id, uploaded_by, file_key, file_name, file_size, content_type, created_at)
    select $1, $2, $3, $4, $5, $6, $7, $8 from unsent where files < $9";
pub const OF_MESSAGES: &str = "
    select message_id, id, file_name, file_size, content_type from chat_files where message_id = any($1) order by id";
/// A file of a message that a member sees, or of the user's own draft.
pub const FIND: &str = "
    select f.file_key, f.file_name, f.file_size, f.content_type from chat_files f
    left join chat_messages m on m.id = f.message_id
    where f.id = $1 and f.room_id = $2 and (m.seq > $3 or f.message_id is null and f.uploaded_by = $4)";
pub const ATTACH: &str = "
    update chat_files set message_id = $1
    where id = any($2) and room_id = $3 and uploaded_by = $4 and message_id is null";
pub const LAPSE: &str =
    "delete from chat_files where message_id is null and created_at < $1 returning file_key";

/// A file to attach.
#[derive(Object)]
pub struct RoomFileInput {
    /// Up to 10 MB.
    file: Option<FilePart>,
    /// Name of the file.
    #[oai(validator(max_length = 200))]
    file_name: Option<String>,
}

pub struct RoomFileApi;

#[OpenApi(prefix_path = "/rooms", tag = "Tag::Chat")]
impl RoomFileApi {
    /// Upload a file for a message
    ///
    /// Send its id in `file_ids` of the message. Files that are not sent are deleted after seven days.
    #[oai(path = "/:id/files", method = "post", operation_id = "room_attach")]
    async fn room_attach(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        form: FormPatch<RoomFileInput>,
    ) -> ApiResult<Json<Item<RoomFile>>> {
        let scope = RoomScope::of(&ctx, Action::Send)?;
        let mut tx = ctx.begin().await?;
        let room = rooms::find(&mut tx, &scope, *id).await?;
        rooms::ensure_stored(&mut tx, &room, ctx.now()).await?;
        tx.commit().await?;
        let input = form.fields.onto(&json!({}))?;
        let (file, content_type) = check_upload(form.file)?;
        let size = file.metadata().map_err(ApiError::internal)?.len();
        let files = &ctx.state().files;
        let reader = tokio::fs::File::from_std(file);
        let kept = files.put_reader(&ctx.tenant().id, FileKind::Upload, reader).await;
        let (key, _) = kept?;
        let data = RoomFile {
            id: Uuid::now_v7(),
            file_name: sent::name(input.file_name.as_deref(), "file"),
            file_size: i64::try_from(size).unwrap_or(i64::MAX),
            content_type: content_type.to_owned(),
        };
        let added = insert(&ctx, *id, &data, key.name()).await;
        files.delete_unless_written(&key, added).await?;
        Ok(Json(Item { data }))
    }

    /// Download a file of a message
    #[oai(path = "/:id/files/:file_id", method = "get", operation_id = "room_file")]
    async fn room_file(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        file_id: Path<Uuid>,
    ) -> ApiResult<Response<FileAnswer<Attachment>>> {
        let scope = RoomScope::of(&ctx, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let room = rooms::find(&mut tx, &scope, *id).await?;
        let query = sqlx::query_as(FIND).bind(*file_id).bind(*id).bind(room.since_seq).bind(scope.user_id);
        let found: Option<(String, String, i64, String)> = query.fetch_optional(&mut *tx).await?;
        tx.commit().await?;
        let (key, name, _, content_type) = found.ok_or_else(ApiError::not_found)?;
        let (files, tenant) = (&ctx.state().files, &ctx.tenant().id);
        let response = document::to_response(files, tenant, &key, content_type).await?;
        Ok(response.header("content-disposition", content_disposition(&name)))
    }
}

async fn insert(ctx: &Ctx, room: Uuid, file: &RoomFile, key: &str) -> ApiResult<()> {
    let mut tx = ctx.begin().await?;
    let insert =
        sqlx::query(INSERT).bind(file.id).bind(room).bind(ctx.user.id).bind(key).bind(&file.file_name);
    let insert = insert.bind(file.file_size).bind(&file.content_type).bind(ctx.now()).bind(MOST_UNSENT);
    if insert.execute(&mut *tx).await?.rows_affected() == 0 {
        return Err(at_file(MessageCode::TooMany, Params::from([("max", MOST_UNSENT.into())])));
    }
    tx.commit().await?;
    Ok(())
}

/// Gives uploaded files to a message; 422 if one is not the author's, or was sent already.
pub async fn attach(tx: &mut TenantTx, message: Uuid, ids: &[Uuid], room: Uuid, by: Uuid) -> ApiResult<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let attached = sqlx::query(ATTACH).bind(message).bind(ids).bind(room).bind(by).execute(&mut **tx).await?;
    if attached.rows_affected() != ids.len() as u64 {
        return Err(ApiError::invalid_field("file_ids", MessageCode::UnknownOption));
    }
    Ok(())
}

pub async fn of_messages(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<HashMap<Uuid, Vec<RoomFile>>> {
    let rows: Vec<(Uuid, Uuid, String, i64, String)> =
        sqlx::query_as(OF_MESSAGES).bind(ids).fetch_all(&mut **tx).await?;
    let mut found: HashMap<Uuid, Vec<RoomFile>> = HashMap::new();
    for (message, id, file_name, file_size, content_type) in rows {
        found.entry(message).or_default().push(RoomFile { id, file_name, file_size, content_type });
    }
    Ok(found)
}

/// Forgets what was never sent. The caller deletes the files after the commit.
pub async fn delete_expired(tx: &mut TenantTx, state: &AppState) -> ApiResult<Vec<String>> {
    let before: DateTime<Utc> = state.clock.now() - KEPT;
    Ok(sqlx::query_scalar(LAPSE).bind(before).fetch_all(&mut **tx).await?)
}

/// The file at its start, and its type by its first bytes: only pictures and PDF are shown by browsers.
fn check_upload(sent: Option<SentFile>) -> ApiResult<(File, &'static str)> {
    let sent = sent.ok_or_else(|| at_file(MessageCode::Required, Params::new()))?;
    if sent.is_too_large {
        let max = MAX_FILE_BYTES / 1024 / 1024;
        return Err(at_file(MessageCode::FileTooLarge, Params::from([("max", max.into())])));
    }
    let (mut file, mut head) = (sent.file, Vec::new());
    (&mut file).take(8).read_to_end(&mut head).map_err(ApiError::internal)?;
    if picture::is_bomb(&file).map_err(ApiError::internal)? {
        return Err(at_file(MessageCode::PictureTooLarge, Params::new()));
    }
    file.rewind().map_err(ApiError::internal)?;
    Ok((file, content_type(&head)))
}

fn at_file(code: MessageCode, params: Params) -> ApiError {
    let mut errors = FieldErrors::default();
    errors.push_with("file", code, params);
    ApiError::invalid(errors)
}

fn content_type(head: &[u8]) -> &'static str {
    const KNOWN: [(&[u8], &str); 3] =
        [(b"%PDF-", "application/pdf"), (b"\xff\xd8\xff", "image/jpeg"), (b"\x89PNG\r\n\x1a\n", "image/png")];
    let known = KNOWN.iter().find(|(magic, _)| head.starts_with(magic));
    known.map_or("application/octet-stream", |(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pictures_and_pdf_have_a_type_of_their_own() {
        assert_eq!(content_type(b"%PDF-1.7"), "application/pdf");
        assert_eq!(content_type(b"\xff\xd8\xff\xe0abcd"), "image/jpeg");
        assert_eq!(content_type(b"<html>"), "application/octet-stream");
    }
}
