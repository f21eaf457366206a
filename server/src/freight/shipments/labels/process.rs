//! Prints many labels as a background process.
//!
//! Each attempt starts from the beginning, which takes a few seconds. The results are written once at the
//! end: the file, then one transaction with the print times, the counts and the status.

use std::fs::File;

use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::bundle::{Bundle, LabelFormat};
use super::model::Stationery;
use super::press::fonts;
use super::store::{self as label_store, Consignment};
use crate::access::scope::RowScope;
use crate::audit;
use crate::files::{FileKey, FileKind};
use crate::freight::label::Label;
use crate::freight::shipments::labels::Press;
use crate::freight::shipments::store;
use crate::http::messages::{MessageCode, Params};
use crate::notify::code::{Ends, NotificationCode};
use crate::process::{Outcome, Process, ProcessCx, ProcessError, Retry, Stage};

/// Shipments read at a time. While these are printed, the next are read.
const CHUNK: usize = 100;

/// Maximum labels of one file: a document is in memory until it is complete.
const MAX_PAGES: i64 = 10_000;

/// Maximum tracking codes of skipped shipments in the result.
const NAMED: usize = 100;

/// Prints the labels of these shipments into one file, in their order. Deleted shipments, those that can
/// no longer be labelled, incomplete ones and those with letters that cannot be printed are skipped.
#[derive(Serialize, Deserialize)]
pub struct PrintLabels {
    pub ids: Vec<Uuid>,
    /// Rows that the user who started it can see.
    pub scope: RowScope,
    pub format: LabelFormat,
    /// Texts with letters that the fonts lack are printed in Latin letters; otherwise their shipments are skipped.
    #[serde(default)]
    pub latin: bool,
}

/// Data for the last transaction.
#[derive(Serialize, Deserialize)]
struct Kept {
    key: String,
    name: String,
}

/// One shipment to print.
struct Sheet {
    tracking_code: String,
    pages: Vec<Label>,
    /// Number of shipments read before it.
    place: usize,
}

#[derive(Default)]
struct Tally {
    printed: Vec<Uuid>,
    pages: usize,
    /// Tracking codes.
    skipped: Vec<String>,
    /// Tracking codes of shipments that lack something for shipping.
    incomplete: Vec<String>,
    /// Tracking codes of shipments with letters that no font has.
    unreadable: Vec<String>,
}

impl Process for PrintLabels {
    const KIND: &'static str = "shipments.labels";
    const ENDS: Ends =
        Ends { completed: NotificationCode::LabelsReady, failed: NotificationCode::LabelsFailed };

    fn title(&self) -> Params {
        Params::from([("count", self.ids.len().into()), ("format", self.format.as_str().into())])
    }

    fn retry(&self) -> Option<Retry> {
        Retry::with(Resource::Shipment, Action::PrintLabel, &self.scope)
    }

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let kept = match cx.saved_state()? {
            Some(kept) => kept,
            None => self.print(&cx).await?,
        };
        let Kept { key, name } = kept;
        let key = FileKey::of(&cx.tenant().id, &key).ok_or(ProcessError::fail(MessageCode::ProcessFailed))?;
        Ok(Outcome::File { key, name, content_type: self.format.content_type().to_owned() })
    }
}

impl PrintLabels {
    async fn print(&self, cx: &ProcessCx) -> Result<Kept, ProcessError> {
        let (stationery, file, tally) = self.press(cx).await?;
        let file = tokio::fs::File::from_std(file);
        let (key, _) = cx.app().files.put_reader(&cx.tenant().id, FileKind::Output, file).await?;
        let now = cx.app().clock.now();
        let stamp = now.with_timezone(&stationery.time_zone).format("%Y-%m-%d-%H%M%S");
        let kept =
            Kept { key: key.name().to_owned(), name: format!("labels-{stamp}.{}", self.format.as_str()) };
        let mut tx = match cx.begin().await {
            Ok(tx) => tx,
            Err(refused) => {
                // No row has stored the name of the file, so it is deleted.
                cx.app().files.delete(&key).await?;
                return Err(refused);
            }
        };
        store::mark_labelled(&mut tx, &tally.printed, now).await?;
        let (printed, skipped) = (tally.printed.len(), self.ids.len() - tally.printed.len());
        let changes = json!({ "printed": printed, "skipped": skipped, "task": cx.task_id() });
        audit::record(&mut tx, cx, "shipment.print_labels", None, changes).await?;
        cx.save_result(&mut tx, &self.result(&tally)).await?;
        cx.save_state(&mut tx, &kept).await?;
        tx.commit().await?;
        Ok(kept)
    }

    /// Counts of printed and skipped shipments, for the owner.
    fn result(&self, tally: &Tally) -> Params {
        let named = |codes: &[String]| json!(codes.iter().take(NAMED).collect::<Vec<_>>());
        let left = tally.skipped.len() + tally.incomplete.len() + tally.unreadable.len();
        let known = tally.printed.len() + left;
        Params::from([
            ("done", tally.printed.len().into()),
            ("left_out", (self.ids.len() - tally.printed.len()).into()),
            ("printed", tally.printed.len().into()),
            ("pages", tally.pages.into()),
            ("skipped", tally.skipped.len().into()),
            ("skipped_codes", named(&tally.skipped)),
            ("incomplete", tally.incomplete.len().into()),
            ("incomplete_codes", named(&tally.incomplete)),
            ("unreadable", tally.unreadable.len().into()),
            ("unreadable_codes", named(&tally.unreadable)),
            ("gone", (self.ids.len() - known).into()),
        ])
    }

    /// Reads the shipments in chunks, each in its own transaction, and sends them to the printing thread.
    async fn press(&self, cx: &ProcessCx) -> Result<(Stationery, File, Tally), ProcessError> {
        self.refuse_too_many(cx).await?;
        let stationery = stationery(cx).await?;
        let (sheets, arriving) = mpsc::channel(1);
        let (format, total, press_cx) = (self.format, self.ids.len(), cx.clone());
        let press = spawn_blocking(move || press(format, total, arriving, &press_cx));
        let mut tally = Tally::default();
        let mut place = 0;
        'reading: for ids in self.ids.chunks(CHUNK) {
            for consignment in self.read(cx, ids, &mut tally).await? {
                let Some(pages) = self.pages(&stationery, &consignment, &mut tally)? else { continue };
                tally.printed.push(consignment.shipment.id);
                tally.pages += pages.len();
                let tracking_code = consignment.shipment.tracking_code;
                if sheets.send(Sheet { tracking_code, pages, place }).await.is_err() {
                    // The printing thread has stopped; its error is returned below.
                    break 'reading;
                }
                place += 1;
            }
        }
        drop(sheets);
        if tally.printed.is_empty() {
            return Err(ProcessError::fail(MessageCode::NothingToPrint));
        }
        let file = press.await.map_err(ProcessError::retry)??;
        Ok((stationery, file, tally))
    }

    async fn refuse_too_many(&self, cx: &ProcessCx) -> Result<(), ProcessError> {
        let mut tx = cx.begin().await?;
        let pages = label_store::count_pages(&mut tx, &self.scope, &self.ids).await?;
        tx.commit().await?;
        if pages <= MAX_PAGES {
            return Ok(());
        }
        let params = Params::from([("max", MAX_PAGES.into())]);
        Err(ProcessError::fail_with(MessageCode::TooManyLabels, params))
    }

    /// The labels of a shipment; none when a letter has no font and nobody asked for Latin ones.
    fn pages(
        &self,
        stationery: &Stationery,
        consignment: &Consignment,
        tally: &mut Tally,
    ) -> Result<Option<Vec<Label>>, ProcessError> {
        let fonts = fonts().map_err(ProcessError::retry)?;
        let pages = stationery.pages(consignment).map_err(ProcessError::retry)?;
        if pages.first().is_none_or(|page| page.missing_letters(fonts).is_none()) {
            return Ok(Some(pages));
        }
        if self.latin {
            return Ok(Some(pages.into_iter().map(|page| page.in_latin(fonts)).collect()));
        }
        tally.unreadable.push(consignment.shipment.tracking_code.clone());
        Ok(None)
    }

    /// Reads some shipments, without those that are not printed.
    async fn read(
        &self,
        cx: &ProcessCx,
        ids: &[Uuid],
        tally: &mut Tally,
    ) -> Result<Vec<Consignment>, ProcessError> {
        let mut tx = cx.begin().await?;
        let mut consignments = label_store::consignments(&mut tx, &self.scope, ids).await?;
        tx.commit().await?;
        consignments.retain(|consignment| {
            let shipment = &consignment.shipment;
            let others = match (shipment.status.can_print_label(), shipment.missing.is_empty()) {
                (true, true) => return true,
                (true, false) => &mut tally.incomplete,
                (false, _) => &mut tally.skipped,
            };
            others.push(shipment.tracking_code.clone());
            false
        });
        Ok(consignments)
    }
}

async fn stationery(cx: &ProcessCx) -> Result<Stationery, ProcessError> {
    let app = cx.app();
    let settings = app.settings.get(&app.tenancy, cx.tenant()).await?;
    let mut tx = cx.begin().await?;
    let stationery = app.slot::<Press>().stationery(app, &mut tx, &settings).await?;
    tx.commit().await?;
    Ok(stationery)
}

/// Prints the shipments it receives. Drawing uses the CPU, so it has its own thread. Stops when the process
/// stops.
fn press(
    format: LabelFormat,
    total: usize,
    mut arriving: mpsc::Receiver<Sheet>,
    cx: &ProcessCx,
) -> Result<File, ProcessError> {
    let mut bundle = Bundle::new(format).map_err(ProcessError::retry)?;
    while let Some(Sheet { tracking_code, pages, place }) = arriving.blocking_recv() {
        cx.check()?;
        cx.progress(Stage::Processing, place as u64, total as u64);
        bundle.add(&tracking_code, &pages).map_err(ProcessError::retry)?;
    }
    cx.check()?;
    cx.progress(Stage::Compacting, total as u64, total as u64);
    bundle.finish().map_err(ProcessError::retry)
}
