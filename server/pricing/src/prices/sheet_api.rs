//! Prices as files: into a draft with a trial run, and out of any version.

use std::fs::File;

use poem::Body;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Binary, Json, Response};
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
use super::sheets::{self, Form, Sheet};
use super::store;
use super::versions::{self, PriceVersion, edit_verdict};
use crate::rating::finding::Severity;
use crate::rating::rows::VersionRows;
use crate::rating::sheet::{SheetCode, SheetFinding};
use ::sheets::SheetError;
use ::sheets::export::ExportFormat;
use ::sheets::preview::read_all_rows;
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::download::content_disposition;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::form::{FilePart, FormPatch};
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::sent::{MAX_FILE_BYTES, SentFile};
use server_core::tags::Tag;

/// The most rows of a sheet: one for each cell that a version can have, and a little more.
const MAX_ROWS: usize = 101_000;
const MAX_FINDINGS: usize = 500;

/// A sheet of prices or places.
#[derive(Object, Debug)]
pub struct PriceSheetUpload {
    /// CSV in any encoding and with any delimiter, or XLSX, of at most 10 MB.
    file: Option<FilePart>,
    /// Version that was read; 409 `stale_version` if the draft has changed since.
    version: i32,
    /// True to see what would change; nothing is written.
    dry_run: bool,
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
    /// Number of prices or places that were read.
    pub read: i32,
    /// At most 500.
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
    /// The sheet has prices or places. Prices are a grid (weights down, zones across), one row per price (`zone`,
    /// `up_to`, `method`, `amount`, `step`, `step_amount`), or the weight breaks of air cargo. They replace all weight
    /// bands and prices; new zones are added. Places (`zone`, `country`, and optionally `postcode_from`, `postcode_to`,
    /// `airport`, `max_weight`) replace the places of the zones they name. A blank cell or "-" means that the zone is
    /// not offered, never a price of 0. Returns 409 `price_sheet_has_errors` when a cell cannot be read and `dry_run`
    /// is false.
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
        let (sheet, before) = sheet_of(&ctx, file_of(sent.file)?, before).await?;
        let after = apply_sheet(&before, &sheet);
        let comparison = PriceComparison::of(&before, &after, seen::sees_costs(&ctx));
        let errors = sheet.reading.findings.iter().filter(|one| one.severity == Severity::Error).count();
        if errors > 0 && !form.dry_run {
            let params = Params::from([("count", errors.into())]);
            return Err(ApiError::refused(MessageCode::PriceSheetHasErrors).with_params(params));
        }
        let mut result = to_result(&sheet, errors, version.version, comparison);
        if !form.dry_run {
            result.version = take(&ctx, *id, form.version, &sheet, &after).await?;
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
    ) -> ApiResult<Response<Binary<Body>>> {
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
        Ok(Response::new(Binary(body))
            .header("content-type", format.content_type())
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
        let params = Params::from([("max", format!("{} MB", MAX_FILE_BYTES / 1024 / 1024).into())]);
        let mut errors = FieldErrors::default();
        errors.push_with("file", MessageCode::FileTooLarge, params);
        return Err(ApiError::invalid(errors));
    }
    Ok(sent.file)
}

/// Reads the file apart from other requests, on a thread that may wait.
async fn sheet_of(ctx: &Ctx, file: File, before: VersionRows) -> ApiResult<(Sheet, VersionRows)> {
    let place = ctx.wait_for_read_permit().await?;
    let read = tokio::task::spawn_blocking(move || {
        let _place = place;
        let rows = read_all_rows(file, MAX_ROWS)?;
        Ok::<_, SheetError>(rows.map(|rows| (sheets::read_sheet(&rows, &before), before)))
    });
    let read = read.await.map_err(ApiError::internal)?;
    let refused = |code, params| {
        let mut errors = FieldErrors::default();
        errors.push_with("file", code, params);
        ApiError::invalid(errors)
    };
    let too_long = || refused(MessageCode::ImportFileTooLong, Params::from([("max", MAX_ROWS.into())]));
    let read = read.map_err(|error| refused(error.message(), error.params()))?;
    let (sheet, before) = read.ok_or_else(too_long)?;
    let sheet = sheet.ok_or_else(|| refused(MessageCode::PriceSheetWithoutPrices, Params::new()))?;
    Ok((sheet, before))
}

/// The version with the sheet in it.
fn apply_sheet(before: &VersionRows, sheet: &Sheet) -> VersionRows {
    let mut after = before.clone();
    let known: std::collections::HashSet<_> = before.zones.iter().map(|zone| zone.code.clone()).collect();
    let new = sheet.reading.zones.iter().filter(|zone| !known.contains(&zone.code));
    after.zones.extend(new.cloned());
    if sheet.form == Form::Places {
        let named: std::collections::HashSet<_> = sheet.places.iter().map(|place| &place.zone).collect();
        after.members.retain(|row| !named.contains(&row.zone));
        after.members.extend(sheet.places.iter().cloned());
        return after;
    }
    for zone in &sheet.reading.zones {
        let stored = after.zones.iter_mut().find(|row| row.code == zone.code);
        if let (Some(stored), true) = (stored, zone.minimum.is_some()) {
            stored.minimum = zone.minimum;
        }
    }
    after.bands.clone_from(&sheet.reading.bands);
    after.cells.clone_from(&sheet.reading.cells);
    after
}

fn to_result(sheet: &Sheet, errors: usize, version: i32, comparison: PriceComparison) -> PriceSheetResult {
    let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
    let finding = |one: &SheetFinding| PriceSheetFinding {
        severity: one.severity,
        code: one.code,
        row: count(one.row),
        column: count(one.column),
        text: one.text.clone(),
    };
    PriceSheetResult {
        taken: false,
        version,
        form: sheet.form,
        read: count(sheet.reading.cells.len() + sheet.places.len()),
        findings: sheet.reading.findings.iter().take(MAX_FINDINGS).map(finding).collect(),
        errors: count(errors),
        comparison,
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
    if sheet.form == Form::Places {
        return copy::put_members(tx, id, &sheet.places).await;
    }
    sqlx::query(store::CLEAR_BANDS).bind(id).execute(&mut **tx).await?;
    let ladder: Vec<_> = after.bands.iter().map(|band| band.up_to).collect();
    store::put_bands(tx, id, &ladder).await?;
    store::put_cells(tx, id, &copy::cells_to_put(after)).await
}
