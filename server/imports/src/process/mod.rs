//! Imports a file, or checks it, as a background process.
//!
//! It has three stages: copy the rows of the file into a table, walk through them in the order of their
//! shipments, write the refused ones to a file. Each step is one transaction that also stores the progress in
//! the import's own row. After a crash the next attempt continues behind the last committed step, so nothing
//! is done twice.

mod clients;
mod dry_run;
mod kinds;
mod stage;
mod stock_receipts;
pub mod store_shipments;
pub mod validate;
mod walk;
mod webhook_events;
pub mod work;

use std::fs::File;

use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use tokio::io::AsyncWriteExt;
use uuid::Uuid;

use super::kind::{ImportKind, ImportScope};
use super::lookups::Seller;
use super::mapping::Plan;
use super::model::{ImportStatus, header_of};
use super::refused_file::{RefusedFile, RefusedFormat, name_of};
use super::store::{self, ImportRow};
use super::{lines, lookups};
use access::scope::RowScope;
use dry_run::DryRun;
use freight::shipments::proposal::load_sender;
pub use kinds::{CheckClients, CheckImport, CheckStock, KINDS, RunClients, RunImport, RunStock};
use pricing::prices::tariffs::Tariffs;
use pricing::services::limits::Reader;
use server_core::files::{FileKey, FileKind};
use server_core::http::messages::{Language, MessageCode, Params};
use server_core::live;
use server_core::process::{Outcome, ProcessCx, ProcessError, Stage};
use server_core::settings::{self, Settings};
use walk::Walk;
use work::{By, Work};

/// Refused lines read at a time.
pub const REFUSED_PAGE: i64 = 2_000;
/// Lines deleted at a time.
const DROPPED_AT_ONCE: i64 = 20_000;

/// One run over one file.
#[derive(Debug, Serialize, Deserialize)]
pub struct Run {
    pub import_id: Uuid,
    pub file_name: String,
    /// The user's language, for the reasons in the file of refused lines.
    pub language: Language,
    /// The user's time zone, for the first events of the shipments.
    pub time_zone: String,
    pub home_country_id: i16,
    /// Maximum lines of a file, from the company's settings.
    #[serde(default)]
    pub max_lines: Option<i32>,
    /// A client's or a partner's user started it.
    #[serde(default)]
    pub is_outside: bool,
    /// May agree to prices below the minimum margin.
    #[serde(default)]
    pub sees_costs: bool,
    /// Imports that the user who started it can process; none in jobs of earlier releases.
    #[serde(default)]
    pub scope: Option<RowScope>,
    /// Profiles whose services the user may sell (`Ctx::service_profiles`); none in jobs of earlier releases.
    #[serde(default)]
    pub service_profiles: Option<Vec<Uuid>>,
    /// Codes of the user's units, for the reasons; usual ones in jobs of earlier releases.
    #[serde(default)]
    pub weight_unit: i16,
    #[serde(default)]
    pub size_unit: i16,
}

impl Run {
    fn reader(&self) -> Reader {
        Reader::new(self.language, self.weight_unit, self.size_unit)
    }
}

/// Stored when the run has ended but the engine may not know it yet.
#[derive(Serialize, Deserialize)]
struct EndedRun {
    #[serde(flatten)]
    file: Option<RefusedLines>,
}

/// The file of the refused lines. Its name is at the place where whoever deletes the task looks for it, as of an `OutputFile`.
#[derive(Serialize, Deserialize)]
struct RefusedLines {
    key: String,
    name: String,
    content_type: String,
}

async fn run(
    cx: &ProcessCx,
    run: &Run,
    kind: ImportKind,
    status: ImportStatus,
) -> Result<Outcome, ProcessError> {
    let ended = match cx.saved_state::<EndedRun>()? {
        Some(ended) => ended,
        None => take_in(cx, run, &ImportScope::all(kind), status).await?,
    };
    if status == ImportStatus::Importing {
        drop_taken(cx, run.import_id).await?;
    }
    Ok(outcome(cx, ended))
}

async fn take_in(
    cx: &ProcessCx,
    run: &Run,
    import_scope: &ImportScope,
    status: ImportStatus,
) -> Result<EndedRun, ProcessError> {
    let mut tx = cx.begin().await?;
    let import = store::find(&mut tx, import_scope, run.import_id).await?;
    let import = import.ok_or_else(|| ProcessError::fail(MessageCode::NotFound))?;
    let seller = Seller { profiles: run.service_profiles.as_deref(), subsidiary_id: import.subsidiary_id };
    let lookups = lookups::load(&mut tx, import_scope.kind, seller).await?;
    let settings = settings::load(&mut tx).await?;
    let sender = load_sender(&mut tx, import.client_id).await?;
    tx.commit().await?;
    stage::stage(cx, &import, run.max_lines).await?;
    // A service can have been deactivated since the mapping was saved.
    let plan = Plan::new(import_scope.kind, &import.mapping, &header_of(&import.header), &lookups.words);
    let plan = plan.map_err(|_| ProcessError::fail(MessageCode::ImportMappingOutdated))?;
    let by = By {
        user_id: cx.user_id(),
        actor: cx.into(),
        at: cx.app().clock.now(),
        time_zone: run.time_zone.clone(),
        home_country_id: run.home_country_id,
        sender,
        is_outside: run.is_outside,
        reader: run.reader(),
        scope: run.scope.clone().unwrap_or(RowScope::All),
        dry_run: (status == ImportStatus::Checking).then(|| begin_dry_run(cx, run, &settings)),
    };
    let work = Work::of(&import, plan, lookups, &settings, by);
    Walk { cx, import: &import, work }.run().await?;
    let (file, after) = match status {
        ImportStatus::Importing => (keep_refused(cx, run, &import).await?, ImportStatus::Done),
        _ => (None, ImportStatus::Checked),
    };
    let ended = EndedRun { file };
    let mut tx = cx.begin().await?;
    store::end_run(&mut tx, import.id, after, cx.app().clock.now()).await?;
    tell_end(&mut tx, &import, after);
    if let Some(ended) = store::find(&mut tx, import_scope, run.import_id).await? {
        cx.save_result(&mut tx, &result(&ended)).await?;
        if after == ImportStatus::Done {
            webhook_events::announce(&mut tx, cx.app().clock.now(), &ended).await?;
        }
    }
    cx.save_state(&mut tx, &ended).await?;
    tx.commit().await?;
    Ok(ended)
}

/// How a check of the user prices shipments.
fn begin_dry_run(cx: &ProcessCx, run: &Run, settings: &Settings) -> DryRun {
    DryRun {
        tariffs: cx.app().slot::<Tariffs>().clone(),
        settings: settings.clone(),
        on: settings.today(cx.app().clock.now()),
        reader: run.reader(),
        is_outside: run.is_outside,
        sees_costs: run.sees_costs,
    }
}

/// One event for the import and one for all its records, however many they are.
fn tell_end(tx: &mut TenantTx, import: &ImportRow, status: ImportStatus) {
    let audience = import.kind.audience(import.client_id, import.partner_id);
    live::records_changed(tx, &audience, import.kind.name(), &[import.id]);
    if status == ImportStatus::Done {
        live::records_changed(tx, &audience, import.kind.records().name(), &[]);
    }
}

/// The records that are new, and those that were there before.
const fn count_records(import: &ImportRow) -> (i32, i32) {
    let counts = &import.counts;
    match import.kind {
        ImportKind::Shipments => (counts.new_shipments, counts.existing_shipments),
        ImportKind::Clients | ImportKind::Stock => (counts.taken_lines, counts.existing_lines),
    }
}

/// The counts of the run, for the notification.
fn result(import: &ImportRow) -> Params {
    let counts = &import.counts;
    let (created, known) = count_records(import);
    Params::from([
        ("created", created.into()),
        ("done", created.into()),
        ("known", known.into()),
        ("refused", counts.refused_lines.into()),
        ("left_out", counts.refused_lines.into()),
    ])
}

fn outcome(cx: &ProcessCx, ended: EndedRun) -> Outcome {
    let file = ended.file.and_then(|RefusedLines { key, name, content_type }| {
        Some(Outcome::File { key: FileKey::of(&cx.tenant().id, &key)?, name, content_type })
    });
    file.unwrap_or(Outcome::Done)
}

/// Deletes the imported lines. The result is already committed, so this can be interrupted and repeated.
async fn drop_taken(cx: &ProcessCx, import_id: Uuid) -> Result<(), ProcessError> {
    loop {
        let mut tx = cx.begin().await?;
        let dropped = lines::drop_lines(&mut tx, import_id, false, DROPPED_AT_ONCE).await?;
        tx.commit().await?;
        if dropped == 0 {
            return Ok(());
        }
    }
}

/// Stores the refused lines as a file of the owner.
async fn keep_refused(
    cx: &ProcessCx,
    run: &Run,
    import: &ImportRow,
) -> Result<Option<RefusedLines>, ProcessError> {
    let format = RefusedFormat::like(&import.format);
    let Some(file) = write_refused(cx, run, import, format).await? else { return Ok(None) };
    let file = tokio::fs::File::from_std(file);
    let (key, _) = cx.app().files.put_reader(&cx.tenant().id, FileKind::Output, file).await?;
    Ok(Some(RefusedLines {
        key: key.name().to_owned(),
        name: name_of(import, format),
        content_type: format.content_type().to_owned(),
    }))
}

async fn write_refused(
    cx: &ProcessCx,
    run: &Run,
    import: &ImportRow,
    format: RefusedFormat,
) -> Result<Option<File>, ProcessError> {
    let mut file = RefusedFile::begin(import, format, run.language)?;
    let (mut after, mut written) = (0, 0_u64);
    loop {
        let mut tx = cx.begin().await?;
        let rows = lines::refused_lines(&mut tx, import.id, after, REFUSED_PAGE).await?;
        tx.commit().await?;
        let Some(last) = rows.last() else { break };
        after = last.line;
        written += rows.len() as u64;
        file.write(&rows)?;
        cx.progress(Stage::Compacting, written, written);
    }
    if written == 0 { Ok(None) } else { Ok(Some(file.finish()?)) }
}

/// Copies the uploaded file to the local disk, because reading a workbook needs to seek.
pub async fn download_file(
    files: &server_core::files::Files,
    tenant: &tenancy::TenantId,
    key: &str,
) -> Result<Option<File>, server_core::files::FileError> {
    let Some(key) = FileKey::of(tenant, key) else { return Ok(None) };
    let Some(stored) = files.get(&key).await? else { return Ok(None) };
    let mut local = tokio::fs::File::from_std(tempfile::tempfile()?);
    tokio::io::copy(&mut stored.into_reader(), &mut local).await?;
    local.flush().await?;
    let mut file = local.into_std().await;
    std::io::Seek::rewind(&mut file)?;
    Ok(Some(file))
}
