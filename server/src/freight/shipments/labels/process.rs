//! Prints many labels as a background process.
//!
//! Each attempt starts from the beginning, which takes a few seconds. The results are written once at the
//! end: the file, then one transaction with the print times, the counts and the status.

use std::fs::File;

use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::bundle::{Bundle, LabelFormat};
use super::model::Stationery;
use super::press::fonts;
use super::store as label_store;
use crate::access::scope::RowScope;
use crate::audit;
use crate::files::{FileKey, FileKind};
use crate::freight::label::Label;
use crate::freight::shipments::labels::Press;
use crate::freight::shipments::store;
use crate::http::messages::{MessageCode, Params};
use crate::process::{Outcome, Process, ProcessCx, ProcessError, Stage};

/// Shipments read at a time. While these are printed, the next are read.
const CHUNK: usize = 100;

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

/// Some shipments to print.
struct Chunk {
    /// Number of shipments done after this chunk.
    end: usize,
    sheets: Vec<(String, Vec<Label>)>,
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

    fn title(&self) -> Params {
        Params::from([("count", self.ids.len().into()), ("format", self.format.as_str().into())])
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
        let stationery = stationery(cx).await?;
        let (chunks, arriving) = mpsc::channel(1);
        let (format, total, press_cx) = (self.format, self.ids.len(), cx.clone());
        let press = spawn_blocking(move || press(format, total, arriving, &press_cx));
        let mut tally = Tally::default();
        for (index, ids) in self.ids.chunks(CHUNK).enumerate() {
            let sheets = self.read(cx, &stationery, ids, &mut tally).await?;
            let chunk = Chunk { end: (index * CHUNK + ids.len()), sheets };
            if chunks.send(chunk).await.is_err() {
                // The printing thread has stopped; its error is returned below.
                break;
            }
        }
        drop(chunks);
        if tally.printed.is_empty() {
            return Err(ProcessError::fail(MessageCode::NothingToPrint));
        }
        let file = press.await.map_err(ProcessError::retry)??;
        Ok((stationery, file, tally))
    }

    async fn read(
        &self,
        cx: &ProcessCx,
        stationery: &Stationery,
        ids: &[Uuid],
        tally: &mut Tally,
    ) -> Result<Vec<(String, Vec<Label>)>, ProcessError> {
        let mut tx = cx.begin().await?;
        let consignments = label_store::consignments(&mut tx, &self.scope, ids).await?;
        tx.commit().await?;
        let fonts = fonts().map_err(ProcessError::retry)?;
        let mut sheets = Vec::with_capacity(consignments.len());
        for consignment in consignments {
            let shipment = &consignment.shipment;
            if !shipment.status.can_print_label() {
                tally.skipped.push(consignment.shipment.tracking_code);
                continue;
            }
            if !shipment.missing.is_empty() {
                tally.incomplete.push(consignment.shipment.tracking_code);
                continue;
            }
            let mut pages = stationery.pages(&consignment).map_err(ProcessError::retry)?;
            if pages.first().is_some_and(|page| page.missing_letters(fonts).is_some()) {
                if !self.latin {
                    tally.unreadable.push(consignment.shipment.tracking_code);
                    continue;
                }
                pages = pages.into_iter().map(|page| page.in_latin(fonts)).collect();
            }
            tally.printed.push(shipment.id);
            tally.pages += pages.len();
            sheets.push((consignment.shipment.tracking_code, pages));
        }
        Ok(sheets)
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
    mut arriving: mpsc::Receiver<Chunk>,
    cx: &ProcessCx,
) -> Result<File, ProcessError> {
    let mut bundle = Bundle::new(format).map_err(ProcessError::retry)?;
    let mut done = 0;
    while let Some(chunk) = arriving.blocking_recv() {
        for (number, (code, pages)) in (done..).zip(&chunk.sheets) {
            cx.check()?;
            cx.progress(Stage::Processing, number as u64, total as u64);
            bundle.add(code, pages).map_err(ProcessError::retry)?;
        }
        done = chunk.end;
    }
    cx.check()?;
    if done < total {
        return Err(ProcessError::retry(anyhow::anyhow!("the shipments stopped coming")));
    }
    cx.progress(Stage::Compacting, done as u64, total as u64);
    bundle.finish().map_err(ProcessError::retry)
}
