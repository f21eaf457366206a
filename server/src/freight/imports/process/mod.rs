//! Imports a file, or checks it, as a background process.
//!
//! It has three stages: copy the rows of the file into a table, walk through them in the order of their
//! shipments, write the refused ones to a file. Each step is one transaction that also stores the progress in
//! the import's own row. After a crash the next attempt continues behind the last committed step, so nothing
//! is done twice.

pub mod judge;
pub mod keep;
mod stage;
mod walk;

use std::fs::File;
use std::sync::Arc;

use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use tokio::io::AsyncWriteExt;
use uuid::Uuid;

use super::input::Common;
use super::mapping::Plan;
use super::model::{ImportStatus, header_of};
use super::refused_file::{RefusedFile, RefusedFormat, name_of};
use super::store::{self, ImportRow};
use super::{lines, lookups};
use crate::access::scope::RowScope;
use crate::files::{FileKey, FileKind};
use crate::freight::services::limits::Reader;
use crate::http::messages::{Language, MessageCode, Params};
use crate::live::{self, Audience};
use crate::notify::action::{ActionLabel, RouteName};
use crate::notify::code::{Ends, NotificationCode};
use crate::process::{Outcome, Process, ProcessCx, ProcessError, Retry, Stage};
use judge::Judge;
use keep::Keeper;
use walk::Walk;

/// Refused lines read at a time.
pub const REFUSED_PAGE: i64 = 2_000;
/// Lines deleted at a time.
const DROPPED_AT_ONCE: i64 = 20_000;

/// Counts the results and creates no shipment.
#[derive(Debug, Serialize, Deserialize)]
pub struct CheckImport(pub Run);

/// Creates the shipments.
#[derive(Debug, Serialize, Deserialize)]
pub struct RunImport(pub Run);

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
    /// Imports that the user who started it can process; none in jobs of earlier releases.
    #[serde(default)]
    pub scope: Option<RowScope>,
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

    fn title(&self) -> Params {
        let (id, name) = (self.import_id.to_string(), self.file_name.as_str());
        Params::from([("file_name", name.into()), ("import_id", id.into())])
    }

    fn retry(&self) -> Option<Retry> {
        Retry::with(Resource::ShipmentImport, Action::Process, self.scope.as_ref()?)
    }
}

/// The screen of the import, for the notification.
const SCREEN: Option<(ActionLabel, RouteName, &str)> =
    Some((ActionLabel::ViewImport, RouteName::ShipmentImport, "import_id"));

impl Process for CheckImport {
    const KIND: &'static str = "shipment_imports.check";
    const ENDS: Ends =
        Ends { completed: NotificationCode::ImportChecked, failed: NotificationCode::ImportCheckFailed };
    const SCREEN: Option<(ActionLabel, RouteName, &'static str)> = SCREEN;

    fn title(&self) -> Params {
        self.0.title()
    }

    fn retry(&self) -> Option<Retry> {
        self.0.retry()
    }

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        run(&cx, &self.0, ImportStatus::Checking).await
    }
}

impl Process for RunImport {
    const KIND: &'static str = "shipment_imports.process";
    const ENDS: Ends =
        Ends { completed: NotificationCode::ImportFinished, failed: NotificationCode::ImportFailed };
    const SCREEN: Option<(ActionLabel, RouteName, &'static str)> = SCREEN;

    fn title(&self) -> Params {
        self.0.title()
    }

    fn retry(&self) -> Option<Retry> {
        self.0.retry()
    }

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        run(&cx, &self.0, ImportStatus::Importing).await
    }
}

/// Stored when the run has ended but the engine may not know it yet.
#[derive(Serialize, Deserialize)]
struct Ended {
    file: Option<(String, String, String)>,
}

async fn run(cx: &ProcessCx, run: &Run, status: ImportStatus) -> Result<Outcome, ProcessError> {
    let ended = match cx.saved_state::<Ended>()? {
        Some(ended) => ended,
        None => take_in(cx, run, status).await?,
    };
    if status == ImportStatus::Importing {
        drop_taken(cx, run.import_id).await?;
    }
    Ok(outcome(cx, ended))
}

async fn take_in(cx: &ProcessCx, run: &Run, status: ImportStatus) -> Result<Ended, ProcessError> {
    let mut tx = cx.begin().await?;
    let import = store::find(&mut tx, &RowScope::All, run.import_id).await?;
    let import = import.ok_or_else(|| ProcessError::fail(MessageCode::NotFound))?;
    let lookups = lookups::load(&mut tx).await?;
    tx.commit().await?;
    stage::stage(cx, &import, run.max_lines).await?;
    // A service can have been deactivated since the mapping was saved.
    let plan = Plan::new(&import.mapping, &header_of(&import.header), &lookups.words);
    let plan = plan.map_err(|_| ProcessError::fail(MessageCode::ImportMappingOutdated))?;
    let common = common(&import, run.home_country_id, run.is_outside);
    let keeper = Keeper {
        import_id: import.id,
        owner_id: import.client_id.or(import.partner_id),
        by: cx.user_id(),
        at: cx.app().clock.now(),
        time_zone: run.time_zone.clone(),
        services: lookups.services.clone(),
        is_dry: status == ImportStatus::Checking,
    };
    let judge =
        Judge { plan, words: lookups.words, common, services: lookups.services, reader: run.reader() };
    let judge = Arc::new(judge);
    Walk { cx, import: &import, judge, keeper }.run().await?;
    let (file, after) = match status {
        ImportStatus::Importing => (keep_refused(cx, run, &import).await?, ImportStatus::Done),
        _ => (None, ImportStatus::Checked),
    };
    let ended = Ended { file };
    let mut tx = cx.begin().await?;
    store::end_run(&mut tx, import.id, after, cx.app().clock.now()).await?;
    tell_end(&mut tx, &import, after);
    if let Some(ended) = store::find(&mut tx, &RowScope::All, run.import_id).await? {
        cx.save_result(&mut tx, &result(&ended)).await?;
    }
    cx.save_state(&mut tx, &ended).await?;
    tx.commit().await?;
    Ok(ended)
}

/// One event for the import and one for all its shipments, however many they are.
fn tell_end(tx: &mut TenantTx, import: &ImportRow, status: ImportStatus) {
    let parties = import.client_id.into_iter().chain(import.partner_id).collect();
    let audience = Audience::Parties(parties);
    live::records_changed(tx, &audience, Resource::ShipmentImport.name(), &[import.id]);
    if status == ImportStatus::Done {
        live::records_changed(tx, &audience, Resource::Shipment.name(), &[]);
    }
}

/// The counts of the run, for the notification.
fn result(import: &ImportRow) -> Params {
    let counts = &import.counts;
    Params::from([
        ("created", counts.new_shipments.into()),
        ("done", counts.new_shipments.into()),
        ("known", counts.existing_shipments.into()),
        ("refused", counts.refused_lines.into()),
        ("left_out", counts.refused_lines.into()),
    ])
}

/// Values that all shipments of an import share.
pub fn common(import: &ImportRow, home_country_id: i16, is_outside: bool) -> Common {
    let ImportRow { client_id, subsidiary_id, partner_id, .. } = *import;
    Common { client_id, subsidiary_id, partner_id, is_outside, home_country_id }
}

fn outcome(cx: &ProcessCx, ended: Ended) -> Outcome {
    let file = ended.file.and_then(|(key, name, content_type)| {
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
) -> Result<Option<(String, String, String)>, ProcessError> {
    let format = RefusedFormat::like(&import.format);
    let Some(file) = write_refused(cx, run, import, format).await? else { return Ok(None) };
    let file = tokio::fs::File::from_std(file);
    let (key, _) = cx.app().files.put_reader(&cx.tenant().id, FileKind::Output, file).await?;
    Ok(Some((key.name().to_owned(), name_of(import, format), format.content_type().to_owned())))
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
pub async fn fetched(
    files: &crate::files::Files,
    tenant: &tenancy::TenantId,
    key: &str,
) -> Result<Option<File>, crate::files::FileError> {
    let Some(key) = FileKey::of(tenant, key) else { return Ok(None) };
    let Some(stored) = files.get(&key).await? else { return Ok(None) };
    let mut local = tokio::fs::File::from_std(tempfile::tempfile()?);
    tokio::io::copy(&mut stored.into_reader(), &mut local).await?;
    local.flush().await?;
    let mut file = local.into_std().await;
    std::io::Seek::rewind(&mut file)?;
    Ok(Some(file))
}
