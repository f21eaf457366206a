//! `/uploads`: how a file arrives after it has begun: append each part, finish.

use std::io::{Read, Seek};

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::api::{answer, check_client};
use super::contents::{self, HEAD_BYTES, UploadKind};
use super::model::{
    ArrivedParts, NewUpload, Upload, UploadInput, UploadPart, UploadRow, UploadState, find_part_size,
};
use super::store::{self, NAME_KEY, SentContents, UPLOADS};
use access::ctx::Ctx;
use server_core::audit;
use server_core::files::sent::at_file;
use server_core::files::{FileKey, FileKind, parts, storage};
use server_core::http::error::{ApiError, ApiResult, OnConstraint};
use server_core::http::form::FormPatch;
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use server_core::http::sent::SentFile;
use server_core::live;
use server_core::record::{Change, Where};
use server_core::tags::Tag;

/// Parts of a file. A hundred would do for the largest one; each is a stored file, however small.
const MOST_PARTS: usize = 1_000;

pub struct UploadTransferApi;

#[OpenApi(prefix_path = "/uploads", tag = "Tag::Uploads")]
impl UploadTransferApi {
    /// Append the next part of a file
    ///
    /// Returns 409 `upload_incomplete` when `offset` is not what has arrived: `upload_show` says where to go on. The first
    /// part says what the file is: returns 422 `file_type_refused` unless it is a PDF, a picture, an archive, an office document,
    /// a text or XML data, and `file_type_differs` when the name promises other contents.
    #[oai(path = "/:id/parts", method = "post", operation_id = "upload_append")]
    async fn upload_append(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        form: FormPatch<UploadPart>,
    ) -> ApiResult<Json<Item<Upload>>> {
        ctx.require(Resource::Upload, Action::Create)?;
        let row = find_own(&ctx, *id).await?;
        let UploadPart { offset, .. } = form.fields.onto(&json!({}))?;
        let file = form.file.ok_or_else(|| ApiError::invalid_field("file", MessageCode::Required))?;
        row.check_offset(offset)?;
        let part = check_part(&ctx, &row, file)?;
        contents::check_name(&row.fields.name, choose_kind(offset, part.kind, row.kind))?;
        // Nothing is locked while the part is stored.
        let files = &ctx.state().files;
        let reader = tokio::fs::File::from_std(part.file);
        let (key, _) = files.put_reader(&ctx.tenant().id, FileKind::Upload, reader).await?;
        let added =
            add_part(&ctx, *id, offset, NewPart { key: &key, size: part.size, kind: part.kind }).await;
        files.delete_unless_written(&key, added).await
    }

    /// Finish a file
    ///
    /// From now on it is shared. Returns 422 `file_hash_differs` when the contents are not those that were announced: all
    /// parts must be sent again. The same call again changes nothing.
    #[oai(path = "/:id/finish", method = "post", operation_id = "upload_finish")]
    async fn upload_finish(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Upload>>> {
        ctx.require(Resource::Upload, Action::Create)?;
        let row = find_own(&ctx, *id).await?;
        if row.state() == UploadState::Receiving {
            row.check_offset(row.size)?;
            contents::check_name(&row.fields.name, row.kind)?;
            check_hash(&ctx, &row).await?;
        }
        let tx = ctx.begin().await?;
        let mut change: Change<UploadRow> =
            Change::begin(tx, &ctx, &UPLOADS, filter_by_sender(&ctx), *id).await?;
        if change.before.state() == UploadState::Receiving {
            change.allow(Verdict::Yes, Some(row.version))?;
            let finished = json!({ "finished_at": ctx.now() });
            let written = UPLOADS.write(&mut change.tx, ctx.now(), *id, &finished).await;
            written.on_constraint(NAME_KEY, "name", MessageCode::Taken)?;
            let fields = &row.fields;
            let facts = audit::difference(&json!({}), fields);
            change.record(Action::Create, facts, &fields.readers()).await?;
        }
        let row = change.finish().await?;
        Ok(Json(Item { data: row.to_upload(&ctx) }))
    }
}

/// The files that the user sends or has sent.
fn filter_by_sender(ctx: &Ctx) -> Where {
    Where::all().and("f.uploaded_by = ", Some(ctx.user.id))
}

async fn find_own(ctx: &Ctx, id: Uuid) -> ApiResult<UploadRow> {
    let mut tx = ctx.begin().await?;
    let row = UPLOADS.find(&mut tx, &filter_by_sender(ctx), id).await?;
    tx.commit().await?;
    Ok(row)
}

/// Returns 409 when the company has no room for so many bytes, before they are sent. Each part is counted again.
async fn check_room(ctx: &Ctx, bytes: i64) -> ApiResult<()> {
    let Some(counter) = ctx.state().files.counter() else { return Ok(()) };
    let stored = storage::load(&ctx.state().tenancy, &ctx.tenant().id).await?;
    let is_full = stored.bytes.saturating_add(bytes) > counter.most(stored);
    if is_full && bytes > 0 { Err(ApiError::refused(MessageCode::StorageFull)) } else { Ok(()) }
}

/// Begins to send a file, or goes on with the same contents.
pub(super) async fn begin_upload(ctx: &Ctx, input: UploadInput) -> ApiResult<Json<Item<Upload>>> {
    let input = input.check(ctx.settings().max_upload(ctx.state().config.max_upload))?;
    let sent = SentContents { user_id: ctx.user.id, sha256: &input.sha256, size: input.size };
    let mut tx = ctx.begin().await?;
    let missing = store::load_missing_bytes(&mut tx, sent).await?;
    tx.commit().await?;
    check_room(ctx, missing).await?;
    let mut tx = ctx.begin().await?;
    check_client(&mut tx, &input.fields, None).await?;
    store::check_name_free(&mut tx, &input.fields).await?;
    let id = begin(&mut tx, ctx, &input).await?;
    answer(tx, ctx, &filter_by_sender(ctx), id).await
}

/// The file to go on with: one that the user has begun, or a new one, which is finished if its contents are there.
async fn begin(tx: &mut TenantTx, ctx: &Ctx, input: &UploadInput) -> ApiResult<Uuid> {
    let UploadInput { fields, size, sha256 } = input;
    let sent = SentContents { user_id: ctx.user.id, sha256, size: *size };
    if let Some(id) = store::find_begun(tx, sent).await? {
        UPLOADS.write(tx, ctx.now(), id, fields).await?;
        return Ok(id);
    }
    let same = store::find_same_contents(tx, sent).await?;
    if let Some(arrived) = &same {
        contents::check_name(&fields.name, arrived.kind)?;
    }
    let finished_at = same.as_ref().map(|_| ctx.now());
    let arrived = same.unwrap_or_default();
    let new = NewUpload { fields, size: *size, sha256, arrived, uploaded_by: ctx.user.id, finished_at };
    let added = UPLOADS.insert(tx, ctx.now(), &new).await;
    let id = added.on_constraint(NAME_KEY, "name", MessageCode::Taken)?;
    if finished_at.is_some() {
        live::records_changed(tx, &fields.readers(), Resource::Upload.name(), &[id]);
        let facts = audit::difference(&json!({}), fields);
        audit::record(tx, ctx, "upload.create", Some(id), facts).await?;
    }
    Ok(id)
}

/// A part before it is stored.
struct CheckedPart {
    file: std::fs::File,
    size: i64,
    /// By its first bytes.
    kind: Option<UploadKind>,
}

/// Returns 422 at `file` for a part that is empty, larger than asked for, or goes beyond the end, and for the first one of a
/// file that is not taken.
fn check_part(ctx: &Ctx, row: &UploadRow, sent: SentFile) -> ApiResult<CheckedPart> {
    check_count(row.part_keys.len())?;
    let mut file = sent.file;
    let size = i64::try_from(file.metadata().map_err(ApiError::internal)?.len()).unwrap_or(i64::MAX);
    let most = find_part_size(ctx);
    if sent.is_too_large || size > most || size > row.size - row.received {
        let params = Params::from([("max", (most / 1024 / 1024).max(1).into())]);
        return Err(at_file(MessageCode::FileTooLarge, params));
    }
    if size == 0 {
        return Err(at_file(MessageCode::Required, Params::new()));
    }
    let mut head = Vec::new();
    (&mut file).take(HEAD_BYTES).read_to_end(&mut head).map_err(ApiError::internal)?;
    file.rewind().map_err(ApiError::internal)?;
    if row.received == 0 {
        contents::check_taken(&head)?;
    }
    Ok(CheckedPart { file, size, kind: contents::detect_kind(&head) })
}

/// Returns 422 at `file` when a file has come in so many parts already.
fn check_count(parts: usize) -> ApiResult<()> {
    if parts < MOST_PARTS {
        return Ok(());
    }
    Err(at_file(MessageCode::TooMany, Params::from([("max", MOST_PARTS.into())])))
}

/// The kind of the whole file: the first bytes are in the first part.
fn choose_kind(offset: i64, part: Option<UploadKind>, stored: Option<UploadKind>) -> Option<UploadKind> {
    if offset == 0 { part } else { stored }
}

/// A stored part to add.
#[derive(Clone, Copy)]
struct NewPart<'a> {
    key: &'a FileKey,
    size: i64,
    /// By its first bytes.
    kind: Option<UploadKind>,
}

/// Adds a stored part to the row, unless another call was faster.
async fn add_part(ctx: &Ctx, id: Uuid, offset: i64, part: NewPart<'_>) -> ApiResult<Json<Item<Upload>>> {
    let tx = ctx.begin().await?;
    let mut change: Change<UploadRow> = Change::begin(tx, ctx, &UPLOADS, filter_by_sender(ctx), id).await?;
    change.before.check_offset(offset)?;
    let mut part_keys = change.before.part_keys.clone();
    part_keys.push(part.key.name().to_owned());
    // As it is now: all parts may have been sent anew since this one began.
    let kind = choose_kind(offset, part.kind, change.before.kind);
    let arrived = ArrivedParts { kind, part_keys, received: offset + part.size };
    change.write(&arrived).await?;
    let row = change.finish().await?;
    Ok(Json(Item { data: row.to_upload(ctx) }))
}

/// Returns 422 at `file` when the contents are not those that were announced. They are then sent anew.
async fn check_hash(ctx: &Ctx, row: &UploadRow) -> ApiResult<()> {
    let (files, keys) = (&ctx.state().files, row.keys(&ctx.tenant().id));
    let hash = parts::hash_parts(files, keys.clone()).await.map_err(ApiError::internal)?;
    if hash == row.sha256 {
        return Ok(());
    }
    let tx = ctx.begin().await?;
    let mut change: Change<UploadRow> =
        Change::begin(tx, ctx, &UPLOADS, filter_by_sender(ctx), row.id).await?;
    change.allow(Verdict::Yes, Some(row.version))?;
    change.write(&ArrivedParts::default()).await?;
    change.tx.commit().await?;
    for key in keys {
        files.delete(&key).await?;
    }
    Err(at_file(MessageCode::FileHashDiffers, Params::new()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_part_says_what_a_file_is() {
        let (pdf, png) = (Some(UploadKind::Pdf), Some(UploadKind::Png));
        assert_eq!(choose_kind(0, png, pdf), png);
        assert_eq!(choose_kind(5, png, pdf), pdf);
        assert_eq!(choose_kind(5, png, None), None);
    }

    #[test]
    fn a_file_comes_in_a_thousand_parts_at_most() {
        assert!(check_count(MOST_PARTS - 1).is_ok());
        assert!(check_count(MOST_PARTS).unwrap_err().has(MessageCode::TooMany));
    }
}
