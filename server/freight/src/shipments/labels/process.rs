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
use super::prints::{self, Printer};
use super::store::{self as label_store, ShipmentRow};
use crate::documents::form::DocumentKind;
use crate::documents::missing::missing;
use crate::documents::print_batch::{DocumentPages, PrintBatch};
use crate::documents::store::{self as document_store, Papers};
use crate::shipments::labels::PrintingCache;
use crate::shipments::missing_fields::goes_through_customs;
use access::scope::RowScope;
use server_core::audit;
use server_core::http::messages::{Language, MessageCode, Params};
use server_core::notify::code::{Ends, NotificationCode};
use server_core::process::{Outcome, OutputFile, Process, ProcessCx, ProcessError, Retry, Stage};

/// Shipments read at a time. While these are printed, the next are read.
const CHUNK: usize = 100;

/// As many when the items of the shipments are read too.
const DOCUMENT_CHUNK: usize = 20;

/// Maximum labels of one file: a document is in memory until it is complete.
const MAX_PAGES: i64 = 10_000;

/// Maximum tracking codes of skipped shipments in the result.
const NAMED: usize = 100;

/// Prints these shipments into one file, in their order. Deleted shipments and those with letters that cannot be printed are
/// skipped; of the others, each document is made that the status allows and that has its fields.
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
    /// The papers of goods that go through customs follow the other documents of their shipment.
    #[serde(default)]
    pub customs_papers: bool,
}

/// Processes of the previous release print labels.
fn only_labels() -> Vec<DocumentKind> {
    vec![DocumentKind::Label]
}

/// Maximum named fields of a document that lacks something.
const NAMED_FIELDS: usize = 20;

/// One shipment to print.
struct Sheet {
    tracking_code: String,
    documents: Vec<(DocumentKind, DocumentPages)>,
    /// Number of shipments read before it.
    place: usize,
}

/// A document that lacks these fields of its shipment.
struct Incomplete {
    tracking_code: String,
    kind: DocumentKind,
    fields: Vec<String>,
}

#[derive(Default)]
struct Tally {
    /// Shipments with at least one document.
    printed: Vec<Uuid>,
    /// Those among them with their label.
    labelled: Vec<Uuid>,
    pages: usize,
    /// Tracking codes of shipments of which the status forbids a document.
    skipped: Vec<String>,
    incomplete: Vec<Incomplete>,
    /// Tracking codes of shipments with letters that no font has.
    unreadable: Vec<String>,
    /// Tracking codes of shipments whose label was left because they are on hold.
    held: Vec<String>,
    /// Shipments that still exist.
    seen: usize,
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
        let file = match cx.saved_state()? {
            Some(file) => file,
            None => self.print(&cx).await?,
        };
        file.into_outcome(&cx, self.format.content_type())
    }
}

impl PrintLabels {
    async fn print(&self, cx: &ProcessCx) -> Result<OutputFile, ProcessError> {
        let (batch, file, tally) = self.print_sheets(cx).await?;
        let now = cx.app().clock.now();
        let stamp = now.with_timezone(&batch.company.time_zone).format("%Y-%m-%d-%H%M%S");
        let what = if self.has_labels_only() { "labels" } else { "documents" };
        let name = format!("{what}-{stamp}.{}", self.format.extension());
        let (output, mut tx) = OutputFile::begin(cx, file, name).await?;
        let time_zone = batch.company.time_zone.name();
        let printer = Printer { by: cx.user_id(), at: now, time_zone };
        prints::record(&mut tx, &tally.labelled, &printer).await?;
        let (printed, skipped) = (tally.printed.len(), self.ids.len() - tally.printed.len());
        let changes = json!({ "printed": printed, "skipped": skipped, "kinds": self.all_kinds(), "task": cx.task_id() });
        audit::record(&mut tx, cx, "shipment.print_labels", None, changes).await?;
        output.save(cx, tx, &self.result(&tally)).await
    }

    /// Counts of printed and skipped shipments, for the owner.
    fn result(&self, tally: &Tally) -> Params {
        let named = |codes: &[String]| json!(codes.iter().take(NAMED).collect::<Vec<_>>());
        let lacking = || tally.incomplete.iter().take(NAMED);
        Params::from([
            ("done", tally.printed.len().into()),
            ("left_out", (self.ids.len() - tally.printed.len()).into()),
            ("printed", tally.printed.len().into()),
            ("pages", tally.pages.into()),
            ("skipped", tally.skipped.len().into()),
            ("skipped_codes", named(&tally.skipped)),
            ("incomplete", tally.incomplete.len().into()),
            ("incomplete_codes", json!(lacking().map(|one| &one.tracking_code).collect::<Vec<_>>())),
            ("incomplete_kinds", json!(lacking().map(|one| one.kind).collect::<Vec<_>>())),
            ("incomplete_fields", json!(lacking().map(|one| &one.fields).collect::<Vec<_>>())),
            ("unreadable", tally.unreadable.len().into()),
            ("unreadable_codes", named(&tally.unreadable)),
            ("held", tally.held.len().into()),
            ("held_codes", named(&tally.held)),
            ("gone", (self.ids.len() - tally.seen).into()),
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
            let read = self.load_papers(cx, &batch, ids).await?;
            tally.seen += read.len();
            for papers in read {
                let documents = self.documents(&batch, &papers, &mut tally)?;
                if documents.is_empty() {
                    continue;
                }
                let id = papers.shipment().id;
                tally.printed.push(id);
                if documents.iter().any(|(kind, _)| *kind == DocumentKind::Label) {
                    tally.labelled.push(id);
                }
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
            return Err(ProcessError::fail_with(MessageCode::NothingToPrint, self.result(&tally)));
        }
        let (file, pages) = writer.await.map_err(ProcessError::retry)??;
        tally.pages = pages;
        Ok((batch, file, tally))
    }

    fn has_labels_only(&self) -> bool {
        self.kinds == only_labels() && !self.customs_papers
    }

    /// The kinds that some of the shipments have.
    pub fn all_kinds(&self) -> Vec<DocumentKind> {
        self.kinds_of_way(self.customs_papers)
    }

    fn kinds_of_way(&self, has_papers: bool) -> Vec<DocumentKind> {
        let papers = DocumentKind::CUSTOMS_PAPERS.into_iter().filter(|kind| !self.kinds.contains(kind));
        self.kinds.iter().copied().chain(papers.filter(|_| has_papers)).collect()
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
        if pages.saturating_mul(i64::try_from(self.all_kinds().len()).unwrap_or(1)) <= MAX_PAGES {
            return Ok(());
        }
        let params = Params::from([("max", MAX_PAGES.into())]);
        Err(ProcessError::fail_with(MessageCode::TooManyLabels, params))
    }

    /// The documents of a shipment that can be made; none when a letter has no font and nobody asked for Latin ones.
    fn documents(
        &self,
        batch: &PrintBatch,
        papers: &Papers,
        tally: &mut Tally,
    ) -> Result<Vec<(DocumentKind, DocumentPages)>, ProcessError> {
        let fonts = fonts().map_err(ProcessError::retry)?;
        let kinds = self.printable_kinds(papers, tally);
        let mut documents = Vec::with_capacity(kinds.len());
        for kind in kinds {
            let printed = batch.document(kind, papers).map_err(ProcessError::retry)?;
            if printed.missing_letters(fonts).is_none() {
                documents.push((kind, printed));
            } else if self.latin {
                documents.push((kind, printed.in_latin(fonts)));
            } else {
                tally.unreadable.push(papers.shipment().tracking_code.clone());
                return Ok(Vec::new());
            }
        }
        Ok(documents)
    }

    /// The documents that the status of a shipment allows and that lack nothing. The others are counted.
    fn printable_kinds(&self, papers: &Papers, tally: &mut Tally) -> Vec<DocumentKind> {
        let ShipmentRow { status, held_at, tracking_code, fields, .. } = papers.shipment();
        let kinds = self.kinds_of_way(self.customs_papers && goes_through_customs(fields));
        let (allowed, forbidden): (Vec<DocumentKind>, Vec<DocumentKind>) =
            kinds.into_iter().partition(|kind| match kind {
                DocumentKind::Label => status.can_print_label(),
                _ => status.can_print_documents(),
            });
        if !forbidden.is_empty() {
            tally.skipped.push(tracking_code.clone());
        }
        let mut complete = Vec::with_capacity(allowed.len());
        for kind in allowed {
            if kind == DocumentKind::Label && held_at.is_some() {
                tally.held.push(tracking_code.clone());
                continue;
            }
            let mut fields = missing(kind, papers);
            if fields.is_empty() {
                complete.push(kind);
            } else {
                fields.truncate(NAMED_FIELDS);
                let tracking_code = tracking_code.clone();
                tally.incomplete.push(Incomplete { tracking_code, kind, fields });
            }
        }
        complete
    }

    /// Reads some shipments with what their documents show.
    async fn load_papers(
        &self,
        cx: &ProcessCx,
        batch: &PrintBatch,
        ids: &[Uuid],
    ) -> Result<Vec<Papers>, ProcessError> {
        let now = cx.app().clock.now();
        let mut tx = cx.begin().await?;
        let consignments = label_store::consignments(&mut tx, &self.scope, ids).await?;
        let kinds = self.all_kinds();
        let papers = document_store::papers(&mut tx, consignments, &kinds, &batch.company, now).await?;
        tx.commit().await?;
        Ok(papers)
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
