//! The operations of both kinds of imports, of shipments and of clients.

use poem::Body;
use poem_openapi::payload::Response;
use poem_openapi::types::multipart::Upload;
use policy::Action;
use serde::Serialize;
use serde_json::json;
use tokio_util::io::ReaderStream;
use uuid::Uuid;

use super::can::ImportCan;
use super::field::Field;
use super::forecasts::{self, ImportPrice};
use super::kind::{ImportKind, ImportScope};
use super::mapping::Mapping;
use super::model::{Import, ImportFieldInfo, ImportStatus, ImportSummary};
use super::reasons::ImportRefusedLine;
use super::receive::{check_mapping, file_name, load_hints, map_columns, read_start, within_lines};
use super::refused_file::{RefusedFormat, name_of};
use super::service::{create, find, refused_file, show};
use super::store::{self, ImportRow, NewImport, Owners};
use super::{lines, memory, same_file, sheet_choice};
use access::ctx::Ctx;
use server_core::audit;
use server_core::files::{FileKey, FileKind};
use server_core::http::download::content_disposition;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::file_answer::FileAnswer;
use server_core::http::list::{Page, Paging};
use server_core::http::messages::MessageCode;
use server_core::process;

/// Lines deleted in one transaction when an import is cancelled.
const DROPPED_AT_ONCE: i64 = 20_000;

pub async fn list(
    ctx: &Ctx,
    kind: ImportKind,
    paging: Paging,
    refused_days: Option<i32>,
) -> ApiResult<Page<ImportSummary>> {
    let import_scope = ImportScope::of(ctx, kind, Action::List)?;
    let mut tx = ctx.begin().await?;
    let (rows, counted) = store::list(&mut tx, &import_scope, paging, refused_days).await?;
    tx.commit().await?;
    let data = rows.into_iter().map(|row| ImportSummary::of(row, &ctx.grants)).collect();
    Ok(Page { data, meta: paging.meta(counted) })
}

pub fn fields(ctx: &Ctx, kind: ImportKind) -> ApiResult<Vec<ImportFieldInfo>> {
    ImportScope::of(ctx, kind, Action::Create)?;
    let mut data = ImportFieldInfo::all(kind);
    // The source is for the company to say.
    data.retain(|info| info.field != Field::Source || !ctx.is_outside());
    Ok(data)
}

/// Stores an uploaded file with the proposed meaning of its columns.
pub async fn upload(
    ctx: &Ctx,
    import_scope: &ImportScope,
    owners: Owners,
    file: Option<Upload>,
) -> ApiResult<Import> {
    let file = file.ok_or_else(|| ApiError::invalid_field("file", MessageCode::Required))?;
    let file_name = file_name(file.file_name());
    let file_size = i64::try_from(file.size()).unwrap_or(i64::MAX);
    let file = file.into_file().into_std().await;
    let (file, seen) = read_start(file, None, ctx.wait_for_read_permit().await?).await?;
    within_lines(&seen, ctx.settings().import_max_lines)?;
    let hints = load_hints(ctx, import_scope.kind, owners, &seen).await?;
    let mut mapped = map_columns(seen, hints).await?;
    if ctx.is_outside() {
        mapped.mapping.forget(Field::Source);
    }
    let (file, file_hash) = same_file::hash(import_scope.kind, file).await?;
    let reader = tokio::fs::File::from_std(file);
    let files = &ctx.state().files;
    let (key, _) = files.put_reader(&ctx.tenant().id, FileKind::Upload, reader).await?;
    let new = NewImport {
        kind: import_scope.kind,
        owners,
        file_key: key.name(),
        file_name: &file_name,
        file_size,
        file_hash: file_hash.as_deref(),
        content: mapped.content(import_scope.kind),
        sheets: &mapped.seen.sheets,
        by: ctx.user.id,
        at: ctx.now(),
    };
    let created = create(ctx, import_scope, &new).await;
    files.delete_unless_written(&key, created).await
}

/// A change of an import by its form.
pub struct ImportChange<'a, Form> {
    pub mapping: &'a Mapping,
    pub owners: Owners,
    /// The form before and after the change, for the audit entry.
    pub before: &'a Form,
    pub after: &'a Form,
}

/// Saves the mapping of an import, and the owners of its records. Returns 409 `stale_version` when the import has changed since
/// it was read.
pub async fn save(
    ctx: &Ctx,
    import_scope: &ImportScope,
    read: &ImportRow,
    change: ImportChange<'_, impl Serialize>,
) -> ApiResult<Import> {
    let ImportChange { mapping, owners, before, after } = change;
    let id = read.id;
    let doubts = check_mapping(ctx, read, mapping, owners.client_id).await?;
    let mut tx = ctx.begin().await?;
    let import = store::lock(&mut tx, import_scope, id).await?.ok_or_else(ApiError::not_found)?;
    import.status.verdict(Action::Update).guard()?;
    if import.version != read.version {
        return Err(ApiError::refused(MessageCode::StaleVersion));
    }
    let now = ctx.now();
    process::end_retry(&mut tx, import.task_id).await?;
    store::save_mapping(&mut tx, id, mapping, &doubts, owners, now).await?;
    memory::save(&mut tx, &import.shape, owners, mapping, ctx.user.id, now).await?;
    audit::record_change(&mut tx, ctx, &format!("{}.update", import_scope.kind.name()), id, before, after)
        .await?;
    tx.commit().await?;
    show(ctx, import_scope, id).await
}

pub async fn choose_sheet(
    ctx: &Ctx,
    kind: ImportKind,
    id: Uuid,
    choice: sheet_choice::ImportSheetChoice,
) -> ApiResult<Import> {
    let import_scope = ImportScope::of(ctx, kind, Action::Update)?;
    sheet_choice::choose_sheet(ctx, &import_scope, id, choice).await?;
    show(ctx, &import_scope, id).await
}

pub async fn cancel(ctx: &Ctx, kind: ImportKind, id: Uuid) -> ApiResult<Import> {
    let import_scope = ImportScope::of(ctx, kind, Action::Process)?;
    let mut tx = ctx.begin().await?;
    let import = store::lock(&mut tx, &import_scope, id).await?.ok_or_else(ApiError::not_found)?;
    import.status.verdict(Action::Process).guard()?;
    process::end_retry(&mut tx, import.task_id).await?;
    store::end_run(&mut tx, id, ImportStatus::Cancelled, ctx.now()).await?;
    audit::record(&mut tx, ctx, &format!("{}.cancel", kind.name()), Some(id), json!({})).await?;
    tx.commit().await?;
    loop {
        let mut tx = ctx.begin().await?;
        let dropped = lines::drop_lines(&mut tx, id, true, DROPPED_AT_ONCE).await?;
        tx.commit().await?;
        if dropped == 0 {
            break;
        }
    }
    if let Some(key) = FileKey::of(&ctx.tenant().id, &import.file_key) {
        ctx.state().files.delete(&key).await.map_err(ApiError::internal)?;
    }
    show(ctx, &import_scope, id).await
}

pub async fn refused_lines(
    ctx: &Ctx,
    kind: ImportKind,
    id: Uuid,
    paging: Paging,
) -> ApiResult<Page<ImportRefusedLine>> {
    let import_scope = ImportScope::of(ctx, kind, Action::Show)?;
    let mut tx = ctx.begin().await?;
    let import = store::find(&mut tx, &import_scope, id).await?.ok_or_else(ApiError::not_found)?;
    let rows = lines::refused_page(&mut tx, id, paging).await?;
    tx.commit().await?;
    let data = rows.into_iter().map(|row| ImportRefusedLine::of(row, ctx.language())).collect();
    Ok(Page { data, meta: paging.exact_meta(import.counts.refused_lines.into()) })
}

/// The prices of the last check. Returns 404 when there are none.
pub async fn prices(ctx: &Ctx, id: Uuid, is_refused: bool, paging: Paging) -> ApiResult<Page<ImportPrice>> {
    let import_scope = ImportScope::of(ctx, ImportKind::Shipments, Action::Show)?;
    let mut tx = ctx.begin().await?;
    let import = store::find(&mut tx, &import_scope, id).await?.ok_or_else(ApiError::not_found)?;
    if !ImportCan::of(import.kind, import.status, import.counts.refused_lines, &ctx.grants).show_prices {
        return Err(ApiError::not_found());
    }
    let sums = forecasts::sum_up(&mut tx, id).await?;
    let data = forecasts::list(&mut tx, id, is_refused, paging, ctx.language()).await?;
    tx.commit().await?;
    let counted = if is_refused { sums.refused } else { sums.shipments };
    Ok(Page { data, meta: paging.exact_meta(counted) })
}

pub async fn download_refused(
    ctx: &Ctx,
    kind: ImportKind,
    id: Uuid,
    format: Option<RefusedFormat>,
) -> ApiResult<Response<FileAnswer<RefusedFormat>>> {
    let import_scope = ImportScope::of(ctx, kind, Action::Show)?;
    let import = find(ctx, &import_scope, id).await?;
    let format = format.unwrap_or_else(|| RefusedFormat::like(&import.format));
    let file = refused_file(ctx, &import, format).await?;
    let size = file.metadata().map_err(ApiError::internal)?.len();
    let body = Body::from_bytes_stream(ReaderStream::new(tokio::fs::File::from_std(file)));
    Ok(FileAnswer::of(format.content_type(), body)
        .header("content-length", size.to_string())
        .header("content-disposition", content_disposition(&name_of(&import, format))))
}
