use std::fs::File;

use poem::Body;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Binary, Json, Response};
use poem_openapi::types::multipart::Upload;
use poem_openapi::{Multipart, Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use tokio_util::io::ReaderStream;
use uuid::Uuid;

use super::field::Field;
use super::format::Format;
use super::mapping::{Mapping, Plan};
use super::model::{
    ImportFieldInfo, ImportStatus, ShipmentImport, ShipmentImportSummary, header_of, mapping_errors,
};
use super::process::{CheckImport, REFUSED_PAGE, Run, RunImport};
use super::reasons::ImportRefusedLine;
use super::receive::{checked, file_name, known_of, seen, understood, within_lines};
use super::refused_file::{RefusedFile, RefusedFormat, name_of};
use super::store::{self, ImportRow, NewImport, Owners};
use super::{lines, lookups};
use crate::access::ctx::Ctx;
use crate::access::scope::RowScope;
use crate::audit;
use crate::files::{FileKey, FileKind};
use crate::http::body::Patch;
use crate::http::download::content_disposition;
use crate::http::error::{ApiError, ApiResult};
use crate::http::list::{Item, Items, Page, Paging};
use crate::http::messages::MessageCode;
use crate::parties::{partners, subsidiaries};
use crate::process::{self, Accepted};
use crate::tags::Tag;

/// Lines deleted in one transaction when an import is cancelled.
const DROPPED_AT_ONCE: i64 = 20_000;

pub struct ShipmentImportApi;

/// A file of shipments.
#[derive(Multipart)]
pub struct ImportUpload {
    /// CSV in any encoding and with any delimiter, or XLSX.
    file: Upload,
    /// Client of the shipments; null for the company's own. Ignored for a client's and a partner's user.
    client_id: Option<Uuid>,
    /// Branch that handles the shipments. Optional for a client's user and for a user bound to one
    /// subsidiary.
    subsidiary_id: Option<Uuid>,
    /// Agent or reseller of the shipments. Optional for a partner's user, ignored for a client's.
    partner_id: Option<Uuid>,
}

/// The mapping that the user chose, and the owners of the shipments.
#[derive(Object, serde::Serialize)]
struct ImportInput {
    mapping: Mapping,
    #[oai(flatten)]
    #[serde(flatten)]
    owners: Owners,
}

/// The fields of an import to change. Omitted fields are unchanged.
#[derive(Object)]
pub struct ImportUpdate {
    #[oai(flatten)]
    input: ImportInput,
    /// Version that was read; 409 `stale_version` if the import has changed since.
    version: i32,
}

#[OpenApi(prefix_path = "/shipment_imports", tag = "Tag::Imports")]
impl ShipmentImportApi {
    /// List imports, newest first
    ///
    /// A client's user sees only its own client's imports, a partner's user only its own partner's.
    #[oai(path = "/", method = "get", operation_id = "shipment_import_list")]
    async fn shipment_import_list(
        &self,
        ctx: Ctx,
        /// Page number, from 1.
        page: Query<Option<i64>>,
        /// Records per page, 10 to 100.
        per_page: Query<Option<i64>>,
    ) -> ApiResult<Json<Page<ShipmentImportSummary>>> {
        let scope = ctx.scope(Resource::ShipmentImport, Action::List)?;
        let paging = Paging::new(page.0, per_page.0)?;
        let mut tx = ctx.begin().await?;
        let (rows, counted) = store::list(&mut tx, &scope, paging).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| ShipmentImportSummary::of(row, &ctx.grants)).collect();
        Ok(Json(Page { data, meta: paging.meta(counted) }))
    }

    /// List the fields that a column can be mapped to
    #[oai(path = "/fields", method = "get", operation_id = "shipment_import_fields")]
    async fn shipment_import_fields(&self, ctx: Ctx) -> ApiResult<Json<Items<ImportFieldInfo>>> {
        ctx.require(Resource::ShipmentImport, Action::Create)?;
        let mut data = ImportFieldInfo::all();
        // The source is for the company to say.
        data.retain(|info| info.field != Field::Source || !ctx.is_outside());
        Ok(Json(Items { data }))
    }

    /// Upload a file of shipments
    ///
    /// No shipment is created yet. The answer contains the columns, the first rows and a mapping: the one
    /// last used for a file with the same columns, or a guess.
    #[oai(path = "/", method = "post", operation_id = "shipment_import_create")]
    async fn shipment_import_create(
        &self,
        ctx: Ctx,
        form: ImportUpload,
    ) -> ApiResult<Json<Item<ShipmentImport>>> {
        let scope = ctx.scope(Resource::ShipmentImport, Action::Create)?;
        let ImportUpload { client_id, subsidiary_id, partner_id, .. } = form;
        let asked = Owners { client_id, subsidiary_id, partner_id };
        let owners = owners(&ctx, &scope, asked, None).await?;
        let file_name = file_name(form.file.file_name());
        let file_size = i64::try_from(form.file.size()).unwrap_or(i64::MAX);
        let file = form.file.into_file().into_std().await;
        let (file, seen) = seen(file, None, ctx.place_to_read().await?).await?;
        let settings = ctx.settings().await?;
        within_lines(&seen, settings.import_max_lines)?;
        let (lookups, remembered) = known_of(&ctx, owners, &seen).await?;
        let mut understood = understood(seen, lookups, remembered, &settings).await?;
        if ctx.is_outside() {
            understood.mapping.forget(Field::Source);
        }
        let seen = &understood.seen;
        let reader = tokio::fs::File::from_std(file);
        let files = &ctx.state().files;
        let (key, _) =
            files.put_reader(&ctx.tenant().id, FileKind::Upload, reader).await.map_err(ApiError::internal)?;
        let new = NewImport {
            owners,
            file_key: key.name(),
            file_name: &file_name,
            file_size,
            format: Format::of(&seen.kind),
            shape: seen.header.shape(),
            header: seen.header.names(),
            mapping: &understood.mapping,
            mapping_origin: understood.origin,
            total_lines: seen.total_lines(),
            sample: seen.shown(),
            doubts: &understood.doubts,
            by: ctx.user.id,
            at: ctx.now(),
        };
        let created = create(&ctx, &scope, &new).await;
        if created.is_err() {
            // Without an import, the file would only use space.
            files.delete(&key).await.ok();
        }
        Ok(Json(Item { data: created? }))
    }

    /// Show an import
    #[oai(path = "/:id", method = "get", operation_id = "shipment_import_show")]
    async fn shipment_import_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<ShipmentImport>>> {
        let scope = ctx.scope(Resource::ShipmentImport, Action::Show)?;
        Ok(Json(Item { data: show(&ctx, &scope, *id).await? }))
    }

    /// Save the mapping of an import
    ///
    /// The mapping is remembered for the next file with the same columns. `doubts` in the answer lists the
    /// words that this mapping does not resolve.
    #[oai(path = "/:id", method = "patch", operation_id = "shipment_import_update")]
    async fn shipment_import_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<ImportUpdate>,
    ) -> ApiResult<Json<Item<ShipmentImport>>> {
        let scope = ctx.scope(Resource::ShipmentImport, Action::Update)?;
        let import = find(&ctx, &scope, *id).await?;
        import.status.verdict(Action::Update).guard()?;
        let before = ImportInput { mapping: import.mapping.0.clone(), owners: import.owners() };
        let mut input: ImportInput = body.change((&before, import.version))?;
        input.owners = owners(&ctx, &scope, input.owners, Some(before.owners)).await?;
        let doubts = checked(&ctx, &import, &input.mapping, input.owners.client_id).await?;
        let version = import.version;
        let mut tx = ctx.begin().await?;
        let import = store::lock(&mut tx, &scope, *id).await?.ok_or_else(ApiError::not_found)?;
        import.status.verdict(Action::Update).guard()?;
        if import.version != version {
            return Err(ApiError::refused(MessageCode::StaleVersion));
        }
        let (now, ImportInput { mapping, owners }) = (ctx.now(), &input);
        store::save_mapping(&mut tx, *id, mapping, &doubts, *owners, now).await?;
        store::remember(&mut tx, &import.shape, *owners, mapping, ctx.user.id, now).await?;
        audit::changed(&mut tx, &ctx, "shipment_import.update", *id, (&before, &input)).await?;
        tx.commit().await?;
        Ok(Json(Item { data: show(&ctx, &scope, *id).await? }))
    }

    /// Check an import
    ///
    /// A dry run: counts the shipments it would create and the lines it would refuse. No shipment is created.
    #[oai(path = "/:id/check", method = "post", operation_id = "shipment_import_check")]
    async fn shipment_import_check(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Accepted> {
        start(&ctx, *id, ImportStatus::Checking).await
    }

    /// Start an import
    ///
    /// All lines of a shipment are imported, or none: if one line is refused, the other lines of its shipment
    /// are held back. Refused lines can be downloaded, corrected and uploaded as a new file. Shipments that
    /// already exist with the same owner, source and reference are unchanged. This call also resumes an interrupted
    /// import.
    #[oai(path = "/:id/process", method = "post", operation_id = "shipment_import_process")]
    async fn shipment_import_process(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Accepted> {
        start(&ctx, *id, ImportStatus::Importing).await
    }

    /// Cancel an import that is not running
    ///
    /// Deletes its file and its lines. To stop a running import, cancel its background task.
    #[oai(path = "/:id/cancel", method = "post", operation_id = "shipment_import_cancel")]
    async fn shipment_import_cancel(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<ShipmentImport>>> {
        let scope = ctx.scope(Resource::ShipmentImport, Action::Process)?;
        let mut tx = ctx.begin().await?;
        let import = store::lock(&mut tx, &scope, *id).await?.ok_or_else(ApiError::not_found)?;
        import.status.verdict(Action::Process).guard()?;
        store::end_run(&mut tx, *id, ImportStatus::Cancelled, ctx.now()).await?;
        audit::record(&mut tx, &ctx, "shipment_import.cancel", Some(*id), json!({})).await?;
        tx.commit().await?;
        loop {
            let mut tx = ctx.begin().await?;
            let dropped = lines::drop_lines(&mut tx, *id, true, DROPPED_AT_ONCE).await?;
            tx.commit().await?;
            if dropped == 0 {
                break;
            }
        }
        if let Some(key) = FileKey::of(&ctx.tenant().id, &import.file_key) {
            ctx.state().files.delete(&key).await.map_err(ApiError::internal)?;
        }
        Ok(Json(Item { data: show(&ctx, &scope, *id).await? }))
    }

    /// List the refused lines of an import, in the order of the file
    ///
    /// Each line has its original cells and all reasons in the language of the request.
    #[oai(path = "/:id/refused_lines", method = "get", operation_id = "shipment_import_refused_lines")]
    async fn shipment_import_refused_lines(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        /// Page number, from 1.
        page: Query<Option<i64>>,
        /// Records per page, 10 to 100.
        per_page: Query<Option<i64>>,
    ) -> ApiResult<Json<Page<ImportRefusedLine>>> {
        let scope = ctx.scope(Resource::ShipmentImport, Action::Show)?;
        let paging = Paging::new(page.0, per_page.0)?;
        let mut tx = ctx.begin().await?;
        let import = store::find(&mut tx, &scope, *id).await?.ok_or_else(ApiError::not_found)?;
        let rows = lines::refused_page(&mut tx, *id, paging).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| ImportRefusedLine::of(row, ctx.language())).collect();
        Ok(Json(Page { data, meta: paging.meta(import.counts.refused_lines.into()) }))
    }

    /// Download the refused lines of an import
    ///
    /// The original columns, the row number and the reason in the language of the request. The file can be
    /// corrected and uploaded again: it has the same columns as the first one.
    #[oai(path = "/:id/refused", method = "get", operation_id = "shipment_import_refused")]
    async fn shipment_import_refused(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        /// Default: the format of the uploaded file.
        format: Query<Option<RefusedFormat>>,
    ) -> ApiResult<Response<Binary<Body>>> {
        let scope = ctx.scope(Resource::ShipmentImport, Action::Show)?;
        let import = find(&ctx, &scope, *id).await?;
        let format = format.0.unwrap_or_else(|| RefusedFormat::like(&import.format));
        let file = refused_file(&ctx, &import, format).await?;
        let size = file.metadata().map_err(ApiError::internal)?.len();
        let body = Body::from_bytes_stream(ReaderStream::new(tokio::fs::File::from_std(file)));
        Ok(Response::new(Binary(body))
            .header("content-type", format.content_type())
            .header("content-length", size.to_string())
            .header("content-disposition", content_disposition(&name_of(&import, format))))
    }
}

async fn create(ctx: &Ctx, scope: &RowScope, new: &NewImport<'_>) -> ApiResult<ShipmentImport> {
    let id = Uuid::now_v7();
    let mut tx = ctx.begin().await?;
    store::insert(&mut tx, id, new).await?;
    let told = json!({ "file_name": new.file_name, "file_size": new.file_size });
    audit::record(&mut tx, ctx, "shipment_import.create", Some(id), told).await?;
    tx.commit().await?;
    show(ctx, scope, id).await
}

/// The owners of all shipments of the file. Invalid owners are 422 at their field.
async fn owners(ctx: &Ctx, scope: &RowScope, asked: Owners, stood: Option<Owners>) -> ApiResult<Owners> {
    let (stood_at, stood_of) = (stood.and_then(|it| it.subsidiary_id), stood.and_then(|it| it.partner_id));
    let mut tx = ctx.begin().await?;
    let subsidiary_id = subsidiaries::chosen(&mut tx, scope, asked.subsidiary_id, stood_at).await?;
    let partner_id = partners::chosen(&mut tx, scope, asked.partner_id, stood_of).await?;
    tx.commit().await?;
    Ok(Owners {
        client_id: scope.client_of(asked.client_id, stood.and_then(|it| it.client_id)),
        subsidiary_id: subsidiary_id.map_err(|code| ApiError::invalid_field("subsidiary_id", code))?,
        partner_id: partner_id.map_err(|code| ApiError::invalid_field("partner_id", code))?,
    })
}

async fn find(ctx: &Ctx, scope: &RowScope, id: Uuid) -> ApiResult<ImportRow> {
    let mut tx = ctx.begin().await?;
    let import = store::find(&mut tx, scope, id).await?;
    tx.commit().await?;
    import.ok_or_else(ApiError::not_found)
}

async fn show(ctx: &Ctx, scope: &RowScope, id: Uuid) -> ApiResult<ShipmentImport> {
    let mut tx = ctx.begin().await?;
    let import = store::find(&mut tx, scope, id).await?.ok_or_else(ApiError::not_found)?;
    let problems = lines::top_problems(&mut tx, id).await?;
    tx.commit().await?;
    Ok(ShipmentImport::of(import, problems, &ctx.grants, ctx.language()))
}

async fn start(ctx: &Ctx, id: Uuid, status: ImportStatus) -> ApiResult<Accepted> {
    let scope = ctx.scope(Resource::ShipmentImport, Action::Process)?;
    let settings = ctx.settings().await?;
    let mut tx = ctx.begin().await?;
    let import = store::lock(&mut tx, &scope, id).await?.ok_or_else(ApiError::not_found)?;
    import.status.verdict(Action::Process).guard()?;
    let lookups = lookups::load(&mut tx).await?;
    Plan::new(&import.mapping, &header_of(&import.header), &lookups.words)
        .map_err(|problems| ApiError::invalid(mapping_errors(problems)))?;
    let run = Run {
        import_id: id,
        file_name: import.file_name.clone(),
        language: ctx.language(),
        time_zone: ctx.user.time_zone.clone(),
        home_country_id: settings.country_id,
        max_lines: settings.import_max_lines,
        is_outside: ctx.is_outside(),
    };
    let (task, action) = match status {
        ImportStatus::Checking => {
            (process::enqueue(&mut tx, ctx, CheckImport(run)).await?, "shipment_import.check")
        }
        _ => (process::enqueue(&mut tx, ctx, RunImport(run)).await?, "shipment_import.process"),
    };
    let now = ctx.now();
    store::begin_run(&mut tx, id, status, task.id, now).await?;
    store::remember(&mut tx, &import.shape, import.owners(), &import.mapping, ctx.user.id, now).await?;
    audit::record(&mut tx, ctx, action, Some(id), json!({ "task_id": task.id })).await?;
    tx.commit().await?;
    Ok(Accepted::task(task))
}

async fn refused_file(ctx: &Ctx, import: &ImportRow, format: RefusedFormat) -> ApiResult<File> {
    let mut file = RefusedFile::begin(import, format, ctx.language()).map_err(ApiError::internal)?;
    let mut after = 0;
    loop {
        let mut tx = ctx.begin().await?;
        let rows = lines::refused_lines(&mut tx, import.id, after, REFUSED_PAGE).await?;
        tx.commit().await?;
        let Some(last) = rows.last() else { break };
        after = last.line;
        file.write(&rows).map_err(ApiError::internal)?;
    }
    if after == 0 {
        return Err(ApiError::not_found());
    }
    file.finish().map_err(ApiError::internal)
}
