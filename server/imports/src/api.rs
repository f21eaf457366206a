//! The API of imports of shipments.

use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Json, Response};
use poem_openapi::types::multipart::Upload;
use poem_openapi::{Multipart, Object, OpenApi};
use policy::Action;
use uuid::Uuid;

use super::calls::{self, ImportChange};
use super::corrections::{ImportCorrections, correct};
use super::forecasts::ImportPrice;
use super::kind::{ImportKind, ImportScope};
use super::mapping::Mapping;
use super::model::{Import, ImportFieldInfo, ImportStatus, ImportSummary};
use super::reasons::ImportRefusedLine;
use super::refused_file::RefusedFormat;
use super::service::{choose_owners, find, show, start};
use super::sheet_choice::ImportSheetChoice;
use super::store::Owners;
use access::ctx::Ctx;
use server_core::http::body::{Body, Patch};
use server_core::http::error::ApiResult;
use server_core::http::file_answer::FileAnswer;
use server_core::http::list::{Item, Items, Page, PageAnswer, Paging};
use server_core::process::StartedTask;
use server_core::tags::Tag;

const SHIPMENTS: ImportKind = ImportKind::Shipments;

pub struct ShipmentImportApi;

/// A file of shipments.
#[derive(Multipart)]
pub struct ImportUpload {
    /// CSV in any encoding and with any delimiter, or XLSX. A form without it is 422 at `file`.
    file: Option<Upload>,
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
    ) -> ApiResult<PageAnswer<ImportSummary>> {
        let paging = Paging::new(page.0, per_page.0)?;
        Ok(PageAnswer(calls::list(&ctx, SHIPMENTS, paging, refused_days.0).await?))
    }

    /// List the fields that a column can be mapped to
    #[oai(path = "/fields", method = "get", operation_id = "shipment_import_fields")]
    async fn shipment_import_fields(&self, ctx: Ctx) -> ApiResult<Json<Items<ImportFieldInfo>>> {
        Ok(Json(Items { data: calls::fields(&ctx, SHIPMENTS)? }))
    }

    /// Upload a file of shipments
    ///
    /// No shipment is created yet. The answer contains the columns, the first rows and a mapping: the one
    /// last used for a file with the same columns, or a guess.
    #[oai(path = "/", method = "post", operation_id = "shipment_import_create")]
    async fn shipment_import_create(&self, ctx: Ctx, form: ImportUpload) -> ApiResult<Json<Item<Import>>> {
        let import_scope = ImportScope::of(&ctx, SHIPMENTS, Action::Create)?;
        let ImportUpload { file, client_id, subsidiary_id, partner_id } = form;
        let requested = Owners { client_id, subsidiary_id, partner_id };
        let owners = choose_owners(&ctx, &import_scope.scope, requested, None).await?;
        Ok(Json(Item { data: calls::upload(&ctx, &import_scope, owners, file).await? }))
    }

    /// Show an import
    #[oai(path = "/:id", method = "get", operation_id = "shipment_import_show")]
    async fn shipment_import_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Import>>> {
        let import_scope = ImportScope::of(&ctx, SHIPMENTS, Action::Show)?;
        Ok(Json(Item { data: show(&ctx, &import_scope, *id).await? }))
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
    ) -> ApiResult<Json<Item<Import>>> {
        let import_scope = ImportScope::of(&ctx, SHIPMENTS, Action::Update)?;
        let import = find(&ctx, &import_scope, *id).await?;
        import.status.verdict(Action::Update).guard()?;
        let before = ImportInput { mapping: import.mapping.0.clone(), owners: import.owners() };
        let mut input: ImportInput = body.change(&before, import.version)?;
        input.owners = choose_owners(&ctx, &import_scope.scope, input.owners, Some(before.owners)).await?;
        let (mapping, owners) = (&input.mapping, input.owners);
        let change = ImportChange { mapping, owners, before: &before, after: &input };
        let data = calls::save(&ctx, &import_scope, &import, change).await?;
        Ok(Json(Item { data }))
    }

    /// Read another sheet of a workbook
    ///
    /// The columns, the sample and the mapping are replaced by those of the sheet.
    #[oai(path = "/:id/sheet", method = "post", operation_id = "shipment_import_choose_sheet")]
    async fn shipment_import_choose_sheet(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ImportSheetChoice>,
    ) -> ApiResult<Json<Item<Import>>> {
        Ok(Json(Item { data: calls::choose_sheet(&ctx, SHIPMENTS, *id, body.0).await? }))
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
        body: Body<ImportCorrections>,
    ) -> ApiResult<Json<Item<Import>>> {
        let import_scope = ImportScope::of(&ctx, SHIPMENTS, Action::Process)?;
        correct(&ctx, &import_scope, *id, &body.0).await?;
        Ok(Json(Item { data: show(&ctx, &import_scope, *id).await? }))
    }

    /// Check an import
    ///
    /// A dry run: counts the shipments it would create and the lines it would refuse. No shipment is created.
    #[oai(path = "/:id/check", method = "post", operation_id = "shipment_import_check")]
    async fn shipment_import_check(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<StartedTask> {
        start(&ctx, SHIPMENTS, *id, ImportStatus::Checking).await
    }

    /// Start an import
    ///
    /// All lines of a shipment are imported, or none: if one line is refused, the other lines of its shipment
    /// are held back. Refused lines can be downloaded, corrected and uploaded as a new file. Shipments that
    /// already exist with the same owner, source and reference are unchanged. This call also resumes an interrupted
    /// import.
    #[oai(path = "/:id/process", method = "post", operation_id = "shipment_import_process")]
    async fn shipment_import_process(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<StartedTask> {
        start(&ctx, SHIPMENTS, *id, ImportStatus::Importing).await
    }

    /// Cancel an import that is not running
    ///
    /// Deletes its file and its lines. To stop a running import, cancel its background task.
    #[oai(path = "/:id/cancel", method = "post", operation_id = "shipment_import_cancel")]
    async fn shipment_import_cancel(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Import>>> {
        Ok(Json(Item { data: calls::cancel(&ctx, SHIPMENTS, *id).await? }))
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
        let paging = Paging::new(page.0, per_page.0)?;
        Ok(Json(calls::refused_lines(&ctx, SHIPMENTS, *id, paging).await?))
    }

    /// List the prices of the shipments that a checked import would create, in the order of the file
    ///
    /// Prices of the day of the check, and the first reason against the confirmation of each shipment. Nothing is created
    /// or reserved. Returns 404 unless `can.show_prices`.
    #[oai(path = "/:id/prices", method = "get", operation_id = "shipment_import_prices")]
    async fn shipment_import_prices(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        /// True for shipments only that could not be confirmed as they are.
        refused: Query<Option<bool>>,
        /// Page number, from 1.
        page: Query<Option<i64>>,
        /// Records per page, 10 to 100.
        per_page: Query<Option<i64>>,
    ) -> ApiResult<Json<Page<ImportPrice>>> {
        let paging = Paging::new(page.0, per_page.0)?;
        Ok(Json(calls::prices(&ctx, *id, refused.0.unwrap_or_default(), paging).await?))
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
    ) -> ApiResult<Response<FileAnswer<RefusedFormat>>> {
        calls::download_refused(&ctx, SHIPMENTS, *id, format.0).await
    }
}
