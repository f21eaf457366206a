//! Prints the labels and documents of many shipments as a background process.
//!
//! Each attempt starts from the beginning, which takes a few seconds. The results are written once at the
//! end: the file, then one transaction with the print times, the counts and the status.

use std::fs::File;
use std::sync::Arc;

use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::bundle::{Bundle, LabelFormat};
use super::printing::fonts;
use super::store as label_store;
use crate::documents::form::DocumentKind;
use crate::documents::missing::missing;
use crate::documents::print_batch::{DocumentPages, PrintBatch};
use crate::documents::store::{self as document_store, Papers};
use crate::shipments::labels::PrintingCache;
use crate::shipments::store;
use access::scope::RowScope;
use server_core::audit;
use server_core::files::{FileKey, FileKind};
use server_core::http::messages::{Language, MessageCode, Params};
use server_core::notify::code::{Ends, NotificationCode};
use server_core::process::{Outcome, Process, ProcessCx, ProcessError, Retry, Stage};

/// Shipments read at a time. While these are printed, the next are read.
const CHUNK: usize = 100;

/// As many when the items of the shipments are read too.
const DOCUMENT_CHUNK: usize = 20;

/// Maximum labels of one file: a document is in memory until it is complete.
const MAX_PAGES: i64 = 10_000;

/// Maximum tracking codes of skipped shipments in the result.
const NAMED: usize = 100;

/// Prints these shipments into one file, in their order. Deleted shipments, those that can no longer be labelled, those that
/// lack something for one of the documents and those with letters that cannot be printed are skipped.
#[derive(Serialize, Deserialize)]
pub struct PrintLabels {
    pub ids: Vec<Uuid>,
    /// Rows that the user who started it can see.
    pub scope: RowScope,
    pub format: LabelFormat,
    /// The documents of each shipment, in their order.
    #[serde(default = "only_labels")]
    pub kinds: Vec<DocumentKind>,
    /// Language of the documents for the reader.
    #[serde(default)]
    pub language: Language,
    /// Texts with letters that the fonts lack are printed in Latin letters; otherwise their shipments are skipped.
    #[serde(default)]
    pub latin: bool,
}

/// Processes of the previous release print labels.
fn only_labels() -> Vec<DocumentKind> {
    vec![DocumentKind::Label]
}

/// Data for the last transaction.
#[derive(Serialize, Deserialize)]
struct SavedFile {
    key: String,
    name: String,
}

/// Maximum named fields of a shipment that lacks something.
const NAMED_FIELDS: usize = 20;

/// One shipment to print.
struct Sheet {
    tracking_code: String,
    documents: Vec<(DocumentKind, DocumentPages)>,
    /// Number of shipments read before it.
    place: usize,
}

#[derive(Default)]
struct Tally {
    printed: Vec<Uuid>,
    pages: usize,
    /// Tracking codes.
    skipped: Vec<String>,
    /// Tracking codes of shipments that lack something for one of the documents, with the names of its fields.
    incomplete: Vec<(String, Vec<String>)>,
    /// Tracking codes of shipments with letters that no font has.
    unreadable: Vec<String>,
}

impl Process for PrintLabels {
    const KIND: &'static str = "shipments.labels";
    const ENDS: Ends =
        Ends { completed: NotificationCode::LabelsReady, failed: NotificationCode::LabelsFailed };

    fn title(&self) -> Params {
        let mut title =
            Params::from([("count", self.ids.len().into()), ("format", self.format.as_str().into())]);
        if !self.has_labels_only() {
            title.insert("about", "documents".into());
        }
        title
    }

    fn retry(&self) -> Option<Retry> {
        Retry::with(Resource::Shipment, Action::PrintLabel, &self.scope)
    }

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let saved = match cx.saved_state()? {
            Some(saved) => saved,
            None => self.print(&cx).await?,
        };
        let SavedFile { key, name } = saved;
        let key = FileKey::of(&cx.tenant().id, &key).ok_or(ProcessError::fail(MessageCode::ProcessFailed))?;
        Ok(Outcome::File { key, name, content_type: self.format.content_type().to_owned() })
    }
}

impl PrintLabels {
    async fn print(&self, cx: &ProcessCx) -> Result<SavedFile, ProcessError> {
        let (batch, file, tally) = self.print_sheets(cx).await?;
        let file = tokio::fs::File::from_std(file);
        let (key, _) = cx.app().files.put_reader(&cx.tenant().id, FileKind::Output, file).await?;
        let now = cx.app().clock.now();
        let stamp = now.with_timezone(&batch.company.time_zone).format("%Y-%m-%d-%H%M%S");
        let what = if self.has_labels_only() { "labels" } else { "documents" };
        let name = format!("{what}-{stamp}.{}", self.format.as_str());
        let saved = SavedFile { key: key.name().to_owned(), name };
        let mut tx = match cx.begin().await {
            Ok(tx) => tx,
            Err(refused) => {
                // No row has stored the name of the file, so it is deleted.
                cx.app().files.delete(&key).await?;
                return Err(refused);
            }
        };
        if self.kinds.contains(&DocumentKind::Label) {
            store::mark_labelled(&mut tx, &tally.printed, now).await?;
        }
        let (printed, skipped) = (tally.printed.len(), self.ids.len() - tally.printed.len());
        let changes =
            json!({ "printed": printed, "skipped": skipped, "kinds": self.kinds, "task": cx.task_id() });
        audit::record(&mut tx, cx, "shipment.print_labels", None, changes).await?;
        cx.save_result(&mut tx, &self.result(&tally)).await?;
        cx.save_state(&mut tx, &saved).await?;
        tx.commit().await?;
        Ok(saved)
    }

    /// Counts of printed and skipped shipments, for the owner.
    fn result(&self, tally: &Tally) -> Params {
        let named = |codes: &[String]| json!(codes.iter().take(NAMED).collect::<Vec<_>>());
        let (incomplete, lacks) =
            tally.incomplete.iter().take(NAMED).cloned().unzip::<_, _, Vec<String>, Vec<Vec<String>>>();
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
            ("incomplete_codes", named(&incomplete)),
            ("incomplete_fields", lacks.into()),
            ("unreadable", tally.unreadable.len().into()),
            ("unreadable_codes", named(&tally.unreadable)),
            ("gone", (self.ids.len() - known).into()),
        ])
    }

    /// Reads the shipments in chunks, each in its own transaction, and sends them to the printing thread.
    async fn print_sheets(&self, cx: &ProcessCx) -> Result<(Arc<PrintBatch>, File, Tally), ProcessError> {
        self.refuse_too_many(cx).await?;
        let batch = Arc::new(self.load_batch(cx).await?);
        let (sheets, arriving) = mpsc::channel(1);
        let (total, writer_cx) = (self.ids.len(), cx.clone());
        let (format, labels_only, writer_batch) = (self.format, self.has_labels_only(), batch.clone());
        let writer = spawn_blocking(move || {
            // A document cannot change its thread.
            let bundle = Bundle::new(format, writer_batch, labels_only).map_err(ProcessError::retry)?;
            write_bundle(bundle, total, arriving, &writer_cx)
        });
        let mut tally = Tally::default();
        let chunk = if labels_only { CHUNK } else { DOCUMENT_CHUNK };
        let mut place = 0;
        'reading: for ids in self.ids.chunks(chunk) {
            for papers in self.load_papers(cx, &batch, ids, &mut tally).await? {
                let Some(documents) = self.documents(&batch, &papers, &mut tally)? else { continue };
                tally.printed.push(papers.shipment().id);
                let tracking_code = papers.shipment().tracking_code.clone();
                if sheets.send(Sheet { tracking_code, documents, place }).await.is_err() {
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
        let (file, pages) = writer.await.map_err(ProcessError::retry)??;
        tally.pages = pages;
        Ok((batch, file, tally))
    }

    fn has_labels_only(&self) -> bool {
        self.kinds == only_labels()
    }

    async fn load_batch(&self, cx: &ProcessCx) -> Result<PrintBatch, ProcessError> {
        let app = cx.app();
        let settings = app.settings.get(&app.tenancy, cx.tenant()).await?;
        let mut tx = cx.begin().await?;
        let batch =
            app.slot::<PrintingCache>().load_print_batch(app, &mut tx, &settings, self.language).await?;
        tx.commit().await?;
        Ok(batch)
    }

    async fn refuse_too_many(&self, cx: &ProcessCx) -> Result<(), ProcessError> {
        let mut tx = cx.begin().await?;
        let pages = label_store::count_pages(&mut tx, &self.scope, &self.ids).await?;
        tx.commit().await?;
        if pages.saturating_mul(i64::try_from(self.kinds.len()).unwrap_or(1)) <= MAX_PAGES {
            return Ok(());
        }
        let params = Params::from([("max", MAX_PAGES.into())]);
        Err(ProcessError::fail_with(MessageCode::TooManyLabels, params))
    }

    /// The documents of a shipment; none when a letter has no font and nobody asked for Latin ones.
    fn documents(
        &self,
        batch: &PrintBatch,
        papers: &Papers,
        tally: &mut Tally,
    ) -> Result<Option<Vec<(DocumentKind, DocumentPages)>>, ProcessError> {
        let fonts = fonts().map_err(ProcessError::retry)?;
        let mut documents = Vec::with_capacity(self.kinds.len());
        for kind in &self.kinds {
            let printed = batch.document(*kind, papers).map_err(ProcessError::retry)?;
            if printed.missing_letters(fonts).is_none() {
                documents.push((*kind, printed));
            } else if self.latin {
                documents.push((*kind, printed.in_latin(fonts)));
            } else {
                tally.unreadable.push(papers.shipment().tracking_code.clone());
                return Ok(None);
            }
        }
        Ok(Some(documents))
    }

    /// Reads some shipments, without those that are not printed.
    async fn load_papers(
        &self,
        cx: &ProcessCx,
        batch: &PrintBatch,
        ids: &[Uuid],
        tally: &mut Tally,
    ) -> Result<Vec<Papers>, ProcessError> {
        let today = cx.app().clock.now().with_timezone(&batch.company.time_zone).date_naive();
        let mut tx = cx.begin().await?;
        let consignments = label_store::consignments(&mut tx, &self.scope, ids).await?;
        let mut papers = document_store::papers(&mut tx, consignments, &self.kinds, today).await?;
        tx.commit().await?;
        papers.retain(|papers| {
            let lacks = self.lacks(papers);
            let code = papers.shipment().tracking_code.clone();
            match (papers.shipment().status.can_print_label(), lacks.is_empty()) {
                (true, true) => return true,
                (true, false) => tally.incomplete.push((code, lacks)),
                (false, _) => tally.skipped.push(code),
            }
            false
        });
        Ok(papers)
    }

    /// Names of the first fields that a shipment lacks for its documents.
    fn lacks(&self, papers: &Papers) -> Vec<String> {
        let mut lacks: Vec<String> = Vec::new();
        for field in self.kinds.iter().flat_map(|kind| missing(*kind, papers)) {
            if !lacks.contains(&field) && lacks.len() < NAMED_FIELDS {
                lacks.push(field);
            }
        }
        lacks
    }
}

/// Prints the shipments it receives; returns the file and the number of its pages. Drawing uses the CPU, so it has its own
/// thread. Stops when the process stops.
fn write_bundle(
    mut bundle: Bundle,
    total: usize,
    mut arriving: mpsc::Receiver<Sheet>,
    cx: &ProcessCx,
) -> Result<(File, usize), ProcessError> {
    let mut pages = 0;
    while let Some(Sheet { tracking_code, documents, place }) = arriving.blocking_recv() {
        cx.check()?;
        cx.progress(Stage::Processing, place as u64, total as u64);
        pages += bundle.add(&tracking_code, &documents).map_err(ProcessError::retry)?;
    }
    cx.check()?;
    cx.progress(Stage::Compacting, total as u64, total as u64);
    Ok((bundle.finish().map_err(ProcessError::retry)?, pages))
}
