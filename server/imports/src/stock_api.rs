//! `/stock_imports`: the calls of `/shipment_imports` for files of goods that come in.

use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Json, Response};
use poem_openapi::types::multipart::Upload;
use poem_openapi::{Multipart, Object, OpenApi};
use policy::Action;
use serde::Serialize;
use uuid::Uuid;

use super::calls::{self, ImportChange};
use super::corrections::{ImportCorrections, correct};
use super::kind::{ImportKind, ImportScope};
use super::mapping::Mapping;
use super::model::{Import, ImportFieldInfo, ImportStatus, ImportSummary};
use super::reasons::ImportRefusedLine;
use super::refused_file::RefusedFormat;
use super::service::{find, receive, show, start};
use super::sheet_choice::ImportSheetChoice;
use super::store::Owners;
use access::ctx::Ctx;
use server_core::http::body::{Body as Sent, Patch};
use server_core::http::error::ApiResult;
use server_core::http::file_answer::FileAnswer;
use server_core::http::list::{Item, Items, Page, PageAnswer, Paging};
use server_core::process::StartedTask;
use server_core::tags::Tag;

const STOCK: ImportKind = ImportKind::Stock;

pub struct StockImportApi;

/// A file of goods that come in.
#[derive(Multipart)]
pub struct StockImportUpload {
    /// CSV in any encoding and with any delimiter, or XLSX. A form without it is 422 at `file`.
    file: Option<Upload>,
}

/// The mapping that the user chose.
#[derive(Object, Serialize)]
struct StockImportInput {
    mapping: Mapping,
}

/// The fields of an import of goods to change. Omitted fields are unchanged.
#[derive(Object)]
pub struct StockImportUpdate {
    #[oai(flatten)]
    input: StockImportInput,
    /// Version that was read; 409 `stale_version` if the import has changed since.
    version: i32,
}

/// The file of a user who is bound to branches belongs to the first of them.
fn owners(import_scope: &ImportScope) -> Owners {
    let (_, branches, _) = import_scope.scope.parts();
    let subsidiary_id = branches.and_then(|branches| branches.first().copied());
    Owners { subsidiary_id, ..Owners::default() }
}

#[OpenApi(prefix_path = "/stock_imports", tag = "Tag::Imports")]
impl StockImportApi {
    /// List imports of goods, newest first
    ///
    /// Who may receive goods sees those of its branches.
    #[oai(path = "/", method = "get", operation_id = "stock_import_list")]
    async fn stock_import_list(
        &self,
        ctx: Ctx,
        /// Page number, from 1.
        page: Query<Option<i64>>,
        /// Records per page, 10 to 100.
        per_page: Query<Option<i64>>,
    ) -> ApiResult<PageAnswer<ImportSummary>> {
        let paging = Paging::new(page.0, per_page.0)?;
        Ok(PageAnswer(calls::list(&ctx, STOCK, paging, None).await?))
    }

    /// List the fields of goods that a column can be mapped to
    #[oai(path = "/fields", method = "get", operation_id = "stock_import_fields")]
    async fn stock_import_fields(&self, ctx: Ctx) -> ApiResult<Json<Items<ImportFieldInfo>>> {
        Ok(Json(Items { data: calls::fields(&ctx, STOCK)? }))
    }

    /// Upload a file of goods that come in
    ///
    /// Nothing is received yet. The answer contains the columns, the first rows and a mapping: the one
    /// last used for a file with the same columns, or a guess.
    #[oai(path = "/", method = "post", operation_id = "stock_import_create")]
    async fn stock_import_create(&self, ctx: Ctx, form: StockImportUpload) -> ApiResult<Json<Item<Import>>> {
        let import_scope = ImportScope::of(&ctx, STOCK, Action::Create)?;
        Ok(Json(Item { data: calls::upload(&ctx, &import_scope, owners(&import_scope), form.file).await? }))
    }

    /// Show an import of goods
    #[oai(path = "/:id", method = "get", operation_id = "stock_import_show")]
    async fn stock_import_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Import>>> {
        let import_scope = ImportScope::of(&ctx, STOCK, Action::Show)?;
        Ok(Json(Item { data: show(&ctx, &import_scope, *id).await? }))
    }

    /// Save the mapping of an import of goods
    ///
    /// The mapping is remembered for the next file with the same columns. `doubts` in the answer lists the
    /// words that this mapping does not resolve.
    #[oai(path = "/:id", method = "patch", operation_id = "stock_import_update")]
    async fn stock_import_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<StockImportUpdate>,
    ) -> ApiResult<Json<Item<Import>>> {
        let import_scope = ImportScope::of(&ctx, STOCK, Action::Update)?;
        let import = find(&ctx, &import_scope, *id).await?;
        import.status.verdict(Action::Update).guard()?;
        let before = StockImportInput { mapping: import.mapping.0.clone() };
        let input: StockImportInput = body.change(&before, import.version)?;
        let (mapping, owners) = (&input.mapping, import.owners());
        let change = ImportChange { mapping, owners, before: &before, after: &input };
        let data = calls::save(&ctx, &import_scope, &import, change).await?;
        Ok(Json(Item { data }))
    }

    /// Read another sheet of a workbook of goods
    ///
    /// The columns, the sample and the mapping are replaced by those of the sheet.
    #[oai(path = "/:id/sheet", method = "post", operation_id = "stock_import_choose_sheet")]
    async fn stock_import_choose_sheet(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Sent<ImportSheetChoice>,
    ) -> ApiResult<Json<Item<Import>>> {
        Ok(Json(Item { data: calls::choose_sheet(&ctx, STOCK, *id, body.0).await? }))
    }

    /// Correct refused lines of goods and receive them
    ///
    /// Changes cells of lines that a finished import has refused, and receives their goods by the same rules.
    #[oai(path = "/:id/corrections", method = "post", operation_id = "stock_import_correct")]
    async fn stock_import_correct(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Sent<ImportCorrections>,
    ) -> ApiResult<Json<Item<Import>>> {
        let import_scope = ImportScope::of(&ctx, STOCK, Action::Process)?;
        correct(&ctx, &import_scope, *id, &body.0).await?;
        Ok(Json(Item { data: show(&ctx, &import_scope, *id).await? }))
    }

    /// Check an import of goods
    ///
    /// A dry run: counts the lines it would receive and those it would refuse, and has warnings about goods that have expired
    /// and lots that are there already. Nothing is received.
    #[oai(path = "/:id/check", method = "post", operation_id = "stock_import_check")]
    async fn stock_import_check(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<StartedTask> {
        start(&ctx, STOCK, *id, ImportStatus::Checking).await
    }

    /// Start an import of goods
    ///
    /// Each line is a receipt, checked by the rules of `stock_receive`. Goods that have expired go to quarantine. Each line is
    /// received once. Refused lines can be downloaded, corrected and uploaded as a new file. This call also resumes an
    /// interrupted import. Returns 409 `import_received_before` when another import has received goods of the same sheet of the
    /// same file, or is at it: correct the refused lines of that one, or send `again`.
    #[oai(path = "/:id/process", method = "post", operation_id = "stock_import_process")]
    async fn stock_import_process(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        /// True: the goods are received once more, although another import of the same file has received them.
        again: Query<Option<bool>>,
    ) -> ApiResult<StartedTask> {
        receive(&ctx, *id, again.0.unwrap_or_default()).await
    }

    /// Cancel an import of goods that is not running
    ///
    /// Deletes its file and its lines. To stop a running import, cancel its background task.
    #[oai(path = "/:id/cancel", method = "post", operation_id = "stock_import_cancel")]
    async fn stock_import_cancel(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Import>>> {
        Ok(Json(Item { data: calls::cancel(&ctx, STOCK, *id).await? }))
    }

    /// List the refused lines of an import of goods, in the order of the file
    ///
    /// Each line has its original cells and all reasons in the language of the request.
    #[oai(path = "/:id/refused_lines", method = "get", operation_id = "stock_import_refused_lines")]
    async fn stock_import_refused_lines(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        /// Page number, from 1.
        page: Query<Option<i64>>,
        /// Records per page, 10 to 100.
        per_page: Query<Option<i64>>,
    ) -> ApiResult<Json<Page<ImportRefusedLine>>> {
        let paging = Paging::new(page.0, per_page.0)?;
        Ok(Json(calls::refused_lines(&ctx, STOCK, *id, paging).await?))
    }

    /// Download the refused lines of an import of goods
    ///
    /// The original columns, the row number and the reason in the language of the request. The file can be
    /// corrected and uploaded again: it has the same columns as the first one.
    #[oai(path = "/:id/refused", method = "get", operation_id = "stock_import_refused")]
    async fn stock_import_refused(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        /// Default: the format of the uploaded file.
        format: Query<Option<RefusedFormat>>,
    ) -> ApiResult<Response<FileAnswer<RefusedFormat>>> {
        calls::download_refused(&ctx, STOCK, *id, format.0).await
    }
}
