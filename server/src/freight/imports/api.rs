use poem::Body;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Binary, Json, Response};
use poem_openapi::types::multipart::Upload;
use poem_openapi::{Multipart, Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use tokio_util::io::ReaderStream;
use uuid::Uuid;

use super::corrections::{ImportCorrections, correct};
use super::field::Field;
use super::lines;
use super::mapping::Mapping;
use super::model::{ImportFieldInfo, ImportStatus, ShipmentImport, ShipmentImportSummary};
use super::reasons::ImportRefusedLine;
use super::receive::{checked, file_name, known_of, seen, understood, within_lines};
use super::refused_file::{RefusedFormat, name_of};
use super::serve::{create, find, owners, refused_file, show, start};
use super::sheet_choice::{ImportSheetChoice, choose_sheet};
use super::store::{self, NewImport, Owners};
use crate::access::ctx::Ctx;
use crate::audit;
use crate::files::{FileKey, FileKind};
use crate::http::body::{Body as Sent, Patch};
use crate::http::download::content_disposition;
use crate::http::error::{ApiError, ApiResult};
use crate::http::list::{Item, Items, Page, Paging};
use crate::http::messages::MessageCode;
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
    /// Client of the shipments; null for the company's own. Ignored for users of a client or a partner.
    client_id: Option<Uuid>,
    /// Branch that handles the shipments. Optional for users of a client and for a user bound to one subsidiary.
    subsidiary_id: Option<Uuid>,
    /// Agent or reseller of the shipments. Optional for users of a partner, ignored for users of a client.
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
    /// Users of a client see only that client's imports, users of a partner only that partner's.
    #[oai(path = "/", method = "get", operation_id = "shipment_import_list")]
    async fn shipment_import_list(
        &self,
        ctx: Ctx,
        /// Page number, from 1.
        page: Query<Option<i64>>,
        /// Records per page, 10 to 100.
        per_page: Query<Option<i64>>,
        /// Only finished imports with refused lines that were uploaded in this number of last days.
        #[oai(validator(minimum(value = "1"), maximum(value = "365")))]
        refused_days: Query<Option<i32>>,
    ) -> ApiResult<Json<Page<ShipmentImportSummary>>> {
        let scope = ctx.scope(Resource::ShipmentImport, Action::List)?;
        let paging = Paging::new(page.0, per_page.0)?;
        let mut tx = ctx.begin().await?;
        let (rows, counted) = store::list(&mut tx, &scope, paging, refused_days.0).await?;
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
        let reader = tokio::fs::File::from_std(file);
        let files = &ctx.state().files;
        let (key, _) =
            files.put_reader(&ctx.tenant().id, FileKind::Upload, reader).await.map_err(ApiError::internal)?;
        let new = NewImport {
            owners,
            file_key: key.name(),
            file_name: &file_name,
            file_size,
            content: understood.content(),
            sheets: &understood.seen.sheets,
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
        process::end_retry(&mut tx, import.task_id).await?;
        store::save_mapping(&mut tx, *id, mapping, &doubts, *owners, now).await?;
        store::remember(&mut tx, &import.shape, *owners, mapping, ctx.user.id, now).await?;
        audit::changed(&mut tx, &ctx, "shipment_import.update", *id, (&before, &input)).await?;
        tx.commit().await?;
        Ok(Json(Item { data: show(&ctx, &scope, *id).await? }))
    }

    /// Read another sheet of a workbook
    ///
    /// The columns, the sample and the mapping are replaced by those of the sheet.
    #[oai(path = "/:id/sheet", method = "post", operation_id = "shipment_import_choose_sheet")]
    async fn shipment_import_choose_sheet(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Sent<ImportSheetChoice>,
    ) -> ApiResult<Json<Item<ShipmentImport>>> {
        let scope = ctx.scope(Resource::ShipmentImport, Action::Update)?;
        choose_sheet(&ctx, &scope, *id, body.0).await?;
        Ok(Json(Item { data: show(&ctx, &scope, *id).await? }))
    }

    /// Correct refused lines and import them
    ///
    /// Changes cells of lines that a finished import has refused, and imports their shipments again by the same rules. All
    /// refused lines of such a shipment are checked. Shipments that already exist stay unchanged.
    #[oai(path = "/:id/corrections", method = "post", operation_id = "shipment_import_correct")]
    async fn shipment_import_correct(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Sent<ImportCorrections>,
    ) -> ApiResult<Json<Item<ShipmentImport>>> {
        let scope = ctx.scope(Resource::ShipmentImport, Action::Process)?;
        correct(&ctx, &scope, *id, &body.0).await?;
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
        process::end_retry(&mut tx, import.task_id).await?;
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
