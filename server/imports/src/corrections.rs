//! Corrects refused lines of a finished import in place, and imports their records.

use std::collections::{BTreeMap, BTreeSet};

use poem_openapi::Object;
use policy::Action;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::copy::key_of;
use super::kind::{ImportKind, ImportScope};
use super::lines::{self, StagedLine};
use super::lookups::{self, Seller};
use super::mapping::Plan;
use super::model::{header_of, mapping_errors};
use super::process::work::{By, Work};
use super::store::{self, Counts, ImportRow};
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::address_book::Party;
use freight::shipments::draft::reader;
use freight::shipments::proposal::load_sender;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::messages::MessageCode;
use sheets::{Cells, Header, Row};

/// Refused lines with changed cells.
#[derive(Object, Debug)]
pub struct ImportCorrections {
    #[oai(validator(min_items = 1, max_items = 200))]
    pub lines: Vec<ImportCorrection>,
    /// Version that was read; 409 `stale_version` if the import has changed since.
    pub version: i32,
}

#[derive(Object, Debug)]
pub struct ImportCorrection {
    /// Number of the row in the file.
    pub line: i32,
    #[oai(validator(max_items = 200))]
    pub cells: Vec<ImportCell>,
}

#[derive(Object, Debug)]
pub struct ImportCell {
    /// Key of the column, from `columns` of the import.
    #[oai(validator(max_length = 500))]
    pub column: String,
    #[oai(validator(max_length = 4000))]
    pub value: String,
}

pub async fn correct(
    ctx: &Ctx,
    import_scope: &ImportScope,
    id: Uuid,
    asked: &ImportCorrections,
) -> ApiResult<()> {
    let settings = ctx.settings();
    let (resource, action) = import_scope.kind.right(Action::Process);
    let scope = ctx.scope(resource, action)?;
    let mut tx = ctx.begin().await?;
    let import = store::lock(&mut tx, import_scope, id).await?.ok_or_else(ApiError::not_found)?;
    import.status.correction(import.counts.refused_lines).guard()?;
    if import.version != asked.version {
        return Err(ApiError::refused(MessageCode::StaleVersion));
    }
    let profiles = ctx.service_profiles();
    let seller = Seller { profiles: profiles.as_deref(), subsidiary_id: import.subsidiary_id };
    let lookups = lookups::load(&mut tx, import_scope.kind, seller).await?;
    let header = header_of(&import.header);
    let plan = Plan::new(import_scope.kind, &import.mapping, &header, &lookups.words)
        .map_err(|problems| ApiError::invalid(mapping_errors(problems)))?
        .of_workbook(import.format.is_workbook());
    let (group, before) = change_lines(&mut tx, &import, &header, asked, plan.group_column()).await?;
    let sender = load_sender(&mut tx, import.client_id).await?;
    let work = Work::of(&import, plan, lookups, &settings, by(ctx, settings.country_id, sender, scope));
    let taken = work.take(&mut tx, group).await?;
    lines::refuse(&mut tx, id, &taken.refused).await?;
    let (mut counts, missing) = (taken.counts, taken.missing);
    counts.refused_lines -= before.refused_lines;
    counts.refused_shipments -= before.refused_shipments;
    lines::drop_lines(&mut tx, id, false, i64::MAX).await?;
    lines::add_missing(&mut tx, id, &missing).await?;
    store::add_counts(&mut tx, id, &counts, ctx.now()).await?;
    let numbers: Vec<i32> = asked.lines.iter().map(|line| line.line).collect();
    let facts = match import_scope.kind {
        ImportKind::Shipments => json!({ "lines": numbers, "new_shipments": counts.new_shipments }),
        ImportKind::Clients => json!({ "lines": numbers, "new_clients": counts.taken_lines }),
        ImportKind::Stock => json!({ "lines": numbers, "receipts": counts.taken_lines }),
    };
    let action = format!("{}.correct", import_scope.kind.name());
    audit::record(&mut tx, ctx, &action, Some(id), facts).await?;
    tx.commit().await?;
    Ok(())
}

fn by(ctx: &Ctx, home_country_id: i16, sender: Option<Party>, scope: RowScope) -> By {
    By {
        user_id: ctx.user.id,
        actor: ctx.into(),
        at: ctx.now(),
        time_zone: ctx.user.time_zone.clone(),
        home_country_id,
        sender,
        is_outside: ctx.is_outside(),
        reader: reader(ctx),
        scope,
        dry_run: None,
    }
}

/// Stores the changed cells, and returns all refused lines of the shipments that they belong to now or belonged to
/// before, without their reasons. Also returns their former number.
async fn change_lines(
    tx: &mut TenantTx,
    import: &ImportRow,
    header: &Header,
    asked: &ImportCorrections,
    group_by: Option<usize>,
) -> ApiResult<(Vec<StagedLine>, Counts)> {
    let numbers: Vec<i32> = asked.lines.iter().map(|line| line.line).collect();
    let mut changed = lines::by_number(tx, import.id, &numbers).await?;
    let mut keys: BTreeSet<String> = changed.iter().map(|line| line.group_key.clone()).collect();
    let mut errors = FieldErrors::default();
    change_cells(header, asked, &mut changed, &mut errors);
    errors.into_result()?;
    for line in &mut changed {
        let row = Row::new(line.line.unsigned_abs(), Cells::from(line.cells.clone()));
        line.group_key = key_of(import.kind, &row, header, group_by);
        keys.insert(line.group_key.clone());
    }
    let keys: Vec<String> = keys.into_iter().collect();
    let before = lines::refused_counts(tx, import.id, &keys).await?;
    lines::change(tx, import.id, &changed).await?;
    Ok((lines::forgiven(tx, import.id, &keys).await?, before))
}

/// An unknown line or column is reported at its field.
fn change_cells(
    header: &Header,
    asked: &ImportCorrections,
    lines: &mut [StagedLine],
    errors: &mut FieldErrors,
) {
    let mut by_number: BTreeMap<i32, &mut StagedLine> =
        lines.iter_mut().map(|line| (line.line, line)).collect();
    for (at, correction) in asked.lines.iter().enumerate() {
        let Some(line) = by_number.get_mut(&correction.line) else {
            errors.push(format!("lines.{at}.line"), MessageCode::NotFound);
            continue;
        };
        for (cell_at, cell) in correction.cells.iter().enumerate() {
            match header.index(&cell.column) {
                Some(column) => set_cell(&mut line.cells, column, &cell.value),
                None => {
                    errors
                        .push(format!("lines.{at}.cells.{cell_at}.column"), MessageCode::ImportUnknownColumn);
                }
            }
        }
    }
}

fn set_cell(cells: &mut Vec<String>, column: usize, value: &str) {
    if cells.len() <= column {
        cells.resize(column + 1, String::new());
    }
    // Postgres stores no zero characters.
    cells[column] = value.replace('\0', "");
}
