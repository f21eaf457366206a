//! Prices as files: into a draft with a trial run, and out of any version.

use std::fs::File;

use poem::Body;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Json, Response};
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use tokio_util::io::ReaderStream;
use uuid::Uuid;

use super::comparison::PriceComparison;
use super::copy;
use super::edit;
use super::grid_api::read_version;
use super::seen;
use super::sheet_file::{PriceFileForm, write_file};
use super::sheet_reading::{PriceSheetReading, PriceSheetSample, PriceSheetZone, samples};
use super::sheets::{self, Form, Sheet};
use super::store;
use super::versions::{self, PriceVersion, edit_verdict};
use ::sheets::SheetError;
use ::sheets::export::ExportFormat;
use ::sheets::preview::{AllRows, read_all_rows};
use access::ctx::Ctx;
use rating::finding::Severity;
use rating::rows::VersionRows;
use rating::sheet::number::is_blank;
use rating::sheet::{SheetCode, SheetFinding, is_other_sign};
use server_core::audit;
use server_core::http::download::content_disposition;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::file_answer::FileAnswer;
use server_core::http::form::{FilePart, FormPatch};
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::sent::{MAX_FILE_BYTES, SentFile};
use server_core::tags::Tag;

/// The most rows of a sheet: one for each cell that a version can have, and a little more.
const MAX_ROWS: usize = 101_000;
const MAX_FINDINGS: usize = 500;
/// The part of the sheet that is shown.
const SHOWN_ROWS: usize = 40;
const SHOWN_COLUMNS: usize = 60;
const SHOWN_CELL: usize = 60;

/// A sheet of prices or places.
#[derive(Object, Debug)]
pub struct PriceSheetUpload {
    /// CSV in any encoding and with any delimiter, or XLSX, of at most 10 MB.
    file: Option<FilePart>,
    /// Version that was read; 409 `stale_version` if the draft has changed since.
    version: i32,
    /// True to see what would change; nothing is written.
    dry_run: bool,
    /// Decisions of a person about the sheet; the rest is guessed. In a form it is one text of JSON.
    reading: Option<PriceSheetReading>,
}

/// A finding about a cell of a sheet. Row and column are counted from 1.
#[derive(Object, Clone, Debug)]
pub struct PriceSheetFinding {
    pub severity: Severity,
    pub code: SheetCode,
    pub row: i32,
    pub column: i32,
    /// The text of the cell, shortened.
    pub text: String,
}

/// The changes that a sheet makes.
#[derive(Object, Debug)]
pub struct PriceSheetResult {
    /// Whether the draft has the sheet's prices now.
    pub taken: bool,
    /// `version` of the draft.
    pub version: i32,
    pub form: Form,
    /// Reading of the sheet. Send it back with changes to have it read in another way.
    pub reading: PriceSheetReading,
    /// The sheets of a workbook.
    pub worksheets: Vec<String>,
    /// The first 40 rows of the sheet, with the first 60 columns.
    pub rows: Vec<Vec<String>>,
    /// Prices of three weights.
    pub samples: Vec<PriceSheetSample>,
    /// Zones without places, with the countries they are named after. `reading.countries` confirms them.
    pub named_zones: Vec<PriceSheetZone>,
    /// Number of prices or places that were read.
    pub read: i32,
    /// At most 500; of more, errors come first.
    pub findings: Vec<PriceSheetFinding>,
    /// Number of findings that refuse the sheet.
    pub errors: i32,
    /// The draft before and after.
    pub comparison: PriceComparison,
}

pub struct PriceSheetApi;

#[OpenApi(prefix_path = "/price_table_versions", tag = "Tag::Prices")]
impl PriceSheetApi {
    /// Read a sheet into a draft
    ///
    /// The sheet has prices, places, or both. Prices are a grid (weights down or across), one row per price (`zone`,
    /// `up_to`, `method`, `amount`, `step`, `step_amount`), or the weight breaks of air cargo. They replace all weight
    /// bands and prices, or add heavier bands; new zones are added. Places (zone, country, and optionally postcodes,
    /// airport and weight limit, by names in four languages) replace the places of the zones they name. A blank cell or
    /// "-" means that the zone is not offered, never a price of 0. A fee beside the prices is added to each of its row.
    /// `reading` tells what was understood and takes corrections. Zones that are named after countries get them when `reading.countries` confirms it. Returns 409
    /// `price_sheet_has_errors` when a cell cannot be read and `dry_run` is false, and 422 `price_sheet_without_prices` at
    /// `file` when the sheet has neither prices nor places.
    #[oai(path = "/:id/import", method = "post", operation_id = "price_version_import")]
    async fn price_version_import(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        sent: FormPatch<PriceSheetUpload>,
    ) -> ApiResult<Json<Item<PriceSheetResult>>> {
        ctx.require(Resource::PriceTable, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let (version, before) = read_version(&mut tx, &ctx, *id).await?;
        tx.commit().await?;
        let form: PriceSheetUpload = sent.fields.onto(&json!({}))?;
        editable(&version, form.version)?;
        let decided = form.reading.unwrap_or_default();
        decided.check()?;
        let read = read_file(&ctx, file_of(sent.file)?, before, decided).await?;
        let after = read.sheet.apply(&read.before);
        let errors = read.errors();
        if !form.dry_run {
            read.check(errors)?;
        }
        let comparison = PriceComparison::of(&read.before, &after, seen::sees_costs(&ctx));
        let mut result = read.to_result(errors, &version, &after, comparison);
        if !form.dry_run {
            result.version = take(&ctx, *id, form.version, &read.sheet, &after).await?;
            result.taken = true;
        }
        Ok(Json(Item { data: result }))
    }

    /// Download the prices of a version
    ///
    /// The file can be edited and read into a draft again.
    #[oai(path = "/:id/export", method = "get", operation_id = "price_version_export")]
    async fn price_version_export(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        /// Default: `xlsx`.
        format: Query<Option<ExportFormat>>,
        /// Default: `grid`.
        form: Query<Option<PriceFileForm>>,
    ) -> ApiResult<Response<FileAnswer<ExportFormat>>> {
        ctx.require(Resource::PriceTable, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let (version, rows) = read_version(&mut tx, &ctx, *id).await?;
        let frame = versions::frame(&mut tx, version.price_table_id).await?;
        tx.commit().await?;
        let format = format.0.unwrap_or(ExportFormat::Xlsx);
        let form = form.0.unwrap_or(PriceFileForm::Grid);
        let file = tokio::task::spawn_blocking(move || write_file(&rows, form, format));
        let file = file.await.map_err(ApiError::internal)?.map_err(ApiError::internal)?;
        let size = file.metadata().map_err(ApiError::internal)?.len();
        let name = format!("{} v{}.{}", frame.code, version.number, format.as_str());
        let body = Body::from_bytes_stream(ReaderStream::new(tokio::fs::File::from_std(file)));
        Ok(FileAnswer::of(format.content_type(), body)
            .header("content-length", size.to_string())
            .header("content-disposition", content_disposition(&name)))
    }
}

fn editable(version: &PriceVersion, asked: i32) -> ApiResult<()> {
    edit_verdict(version.status).guard()?;
    if version.version == asked { Ok(()) } else { Err(ApiError::refused(MessageCode::StaleVersion)) }
}

/// The sent file. Returns 422 at `file` when there is none, or it is too large.
fn file_of(sent: Option<SentFile>) -> ApiResult<File> {
    let sent = sent.ok_or_else(|| ApiError::invalid_field("file", MessageCode::Required))?;
    if sent.is_too_large {
        let params = Params::from([("max", (MAX_FILE_BYTES / 1024 / 1024).into())]);
        let mut errors = FieldErrors::default();
        errors.push_with("file", MessageCode::FileTooLarge, params);
        return Err(ApiError::invalid(errors));
    }
    Ok(sent.file)
}

/// A sheet that was read, and the draft before it.
struct ReadFile {
    file: AllRows,
    sheet: Sheet,
    decided: PriceSheetReading,
    before: VersionRows,
}

/// Reads the file apart from other requests, on a thread that may wait.
async fn read_file(
    ctx: &Ctx,
    file: File,
    before: VersionRows,
    decided: PriceSheetReading,
) -> ApiResult<ReadFile> {
    let place = ctx.wait_for_read_permit().await?;
    let read = tokio::task::spawn_blocking(move || {
        let _place = place;
        // The sign of the table's own currency adds nothing to a number.
        let needs_sign = |sign: &str| is_other_sign(sign, before.currency);
        let file = read_all_rows(file, MAX_ROWS, decided.worksheet.as_deref(), &needs_sign)?;
        Ok::<_, SheetError>(file.map(|file| {
            let sheet = sheets::read_sheet(&file.rows, &before, &decided.to_decision());
            ReadFile { file, sheet, decided, before }
        }))
    });
    let read = read.await.map_err(ApiError::internal)?;
    let too_long = || refuse_file(MessageCode::ImportFileTooLong, Params::from([("max", MAX_ROWS.into())]));
    let read = read.map_err(|error| refuse_file(error.message(), error.params()))?;
    read.ok_or_else(too_long)
}

fn refuse_file(code: MessageCode, params: Params) -> ApiError {
    let mut errors = FieldErrors::default();
    errors.push_with("file", code, params);
    ApiError::invalid(errors)
}

impl ReadFile {
    fn errors(&self) -> usize {
        self.sheet.reading.findings.iter().filter(|one| one.severity == Severity::Error).count()
    }

    /// Whether the draft can take the sheet. A reading without prices is never taken: the draft keeps what it has.
    fn check(&self, errors: usize) -> ApiResult<()> {
        if !self.sheet.has_content() {
            return Err(refuse_file(MessageCode::PriceSheetWithoutPrices, Params::new()));
        }
        if errors > 0 {
            let params = Params::from([("count", errors.into())]);
            return Err(ApiError::refused(MessageCode::PriceSheetHasErrors).with_params(params));
        }
        Ok(())
    }

    fn to_result(
        &self,
        errors: usize,
        version: &PriceVersion,
        after: &VersionRows,
        comparison: PriceComparison,
    ) -> PriceSheetResult {
        let sheet = &self.sheet;
        PriceSheetResult {
            taken: false,
            version: version.version,
            form: sheet.form,
            reading: PriceSheetReading::of(sheet, self.file.worksheet.clone(), &self.decided),
            worksheets: self.file.worksheets.clone(),
            rows: self.shown_rows(),
            samples: samples(sheet, after),
            named_zones: sheet.named.iter().map(PriceSheetZone::of).collect(),
            read: count(sheet.reading.cells.len() + sheet.places.len()),
            findings: first_findings(&sheet.reading.findings).into_iter().map(to_finding).collect(),
            errors: count(errors),
            comparison,
        }
    }

    fn shown_rows(&self) -> Vec<Vec<String>> {
        let cell = |text: &String| text.trim_matches(is_blank).chars().take(SHOWN_CELL).collect();
        let row = |row: &Vec<String>| row.iter().take(SHOWN_COLUMNS).map(cell).collect();
        self.file.rows.iter().take(SHOWN_ROWS).map(row).collect()
    }
}

/// The findings in the order of the sheet. Of too many, those that refuse it are told first.
fn first_findings(all: &[SheetFinding]) -> Vec<&SheetFinding> {
    let mut found: Vec<&SheetFinding> = all.iter().collect();
    if found.len() > MAX_FINDINGS {
        found.sort_by_key(|one| one.severity != Severity::Error);
        found.truncate(MAX_FINDINGS);
    }
    found
}

fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

fn to_finding(one: &SheetFinding) -> PriceSheetFinding {
    PriceSheetFinding {
        severity: one.severity,
        code: one.code,
        row: count(one.row),
        column: count(one.column),
        text: one.text.clone(),
    }
}

/// Writes the sheet into the draft, unless it has changed since. Returns the new version of the record.
async fn take(ctx: &Ctx, id: Uuid, asked: i32, sheet: &Sheet, after: &VersionRows) -> ApiResult<i32> {
    let mut tx = ctx.begin().await?;
    let version = versions::lock(&mut tx, ctx, id).await?;
    editable(&version, asked)?;
    write(&mut tx, id, sheet, after).await?;
    edit::touch(&mut tx, ctx, id).await?;
    let read = json!({ "cells": [null, sheet.reading.cells.len()], "places": [null, sheet.places.len()] });
    audit::record(&mut tx, ctx, "price_table_version.import_prices", Some(id), read).await?;
    let version = versions::find(&mut tx, ctx, id).await?.version;
    tx.commit().await?;
    Ok(version)
}

async fn write(tx: &mut TenantTx, id: Uuid, sheet: &Sheet, after: &VersionRows) -> ApiResult<()> {
    let zones: Vec<_> =
        after.zones.iter().zip(1..).map(|(row, position)| copy::zone_to_put(row, position)).collect();
    store::put_zones(tx, id, &zones).await?;
    if !sheet.places.is_empty() {
        copy::put_members(tx, id, &sheet.places).await?;
    }
    if sheet.reading.cells.is_empty() {
        return Ok(());
    }
    sqlx::query(store::CLEAR_BANDS).bind(id).execute(&mut **tx).await?;
    let ladder: Vec<_> = after.bands.iter().map(|band| band.up_to).collect();
    store::put_bands(tx, id, &ladder).await?;
    store::put_cells(tx, id, &copy::cells_to_put(after)).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_told_first_of_too_many_findings() {
        let finding = |severity, row| SheetFinding {
            severity,
            code: SheetCode::RowSkipped,
            row,
            column: 1,
            text: String::new(),
        };
        let mut all: Vec<_> = (1..=MAX_FINDINGS).map(|row| finding(Severity::Note, row)).collect();
        assert_eq!(first_findings(&all)[0].row, 1);
        all.push(finding(Severity::Error, 9_000));
        let told = first_findings(&all);
        assert_eq!((told.len(), told[0].row, told[1].row), (MAX_FINDINGS, 9_000, 1));
    }
}
