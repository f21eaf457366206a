//! Writes the rows in chunks, so that memory and transactions stay small.

use std::fs::File;

use chrono_tz::Tz;
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::columns::{ExportColumn, ROWS, Reader, Row, Texts};
use access::scope::RowScope;
use server_core::http::messages::Params;
use server_core::notify::code::{Ends, NotificationCode};
use server_core::process::{Outcome, OutputFile, Process, ProcessCx, ProcessError, Retry, Stage};
use sheets::export::{Cell, ExportFormat, Table};
use trade::units::WeightUnit;

const CHUNK: usize = 1_000;

/// Writes these shipments into one file, in their order. Deleted ones are left out.
#[derive(Serialize, Deserialize)]
pub struct ExportShipments {
    pub ids: Vec<Uuid>,
    /// Rows that the user who started it can see.
    pub scope: RowScope,
    pub columns: Vec<Heading>,
    pub texts: Texts,
    pub format: ExportFormat,
    pub time_zone: String,
    pub language: String,
    /// Code of the user's unit.
    pub weight_unit: i16,
}

/// A column and its heading in the user's language.
#[derive(Serialize, Deserialize)]
pub struct Heading {
    pub column: ExportColumn,
    pub heading: String,
}

impl Process for ExportShipments {
    const KIND: &'static str = "shipments.export";
    const ENDS: Ends = Ends {
        completed: NotificationCode::ShipmentsExported,
        failed: NotificationCode::ShipmentsExportFailed,
    };

    fn title(&self) -> Params {
        Params::from([("count", self.ids.len().into()), ("format", self.format.as_str().into())])
    }

    fn retry(&self) -> Option<Retry> {
        Retry::with(Resource::Shipment, Action::Export, &self.scope)
    }

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let file = match cx.saved_state()? {
            Some(file) => file,
            None => self.export(&cx).await?,
        };
        file.into_outcome(&cx, self.format.content_type())
    }
}

impl ExportShipments {
    async fn export(&self, cx: &ProcessCx) -> Result<OutputFile, ProcessError> {
        let (file, written) = self.write(cx).await?;
        let stamp = cx.app().clock.now().with_timezone(&self.zone()).format("%Y-%m-%d-%H%M%S");
        let name = format!("shipments-{stamp}.{}", self.format.as_str());
        let result = Params::from([("shipments", json!(written)), ("done", json!(written))]);
        OutputFile::keep(cx, file, name, &result).await
    }

    /// The file and its number of rows.
    async fn write(&self, cx: &ProcessCx) -> Result<(File, usize), ProcessError> {
        let (chunks, arriving) = mpsc::channel(1);
        let headings: Vec<_> = self.columns.iter().map(|column| column.heading.clone()).collect();
        let format = self.format;
        let writer = spawn_blocking(move || write_table(format, &headings, arriving));
        let reader = Reader {
            texts: &self.texts,
            time_zone: self.zone(),
            language: &self.language,
            weight_unit: WeightUnit::from_code(self.weight_unit).unwrap_or(WeightUnit::Kilograms),
        };
        let (mut written, mut done) = (0, 0);
        for ids in self.ids.chunks(CHUNK) {
            let mut tx = cx.begin().await?;
            let rows: Vec<Row> = self.scope.query_as(ROWS).bind(ids).fetch_all(&mut *tx).await?;
            tx.commit().await?;
            written += rows.len();
            done += ids.len();
            let cells =
                |row: &Row| self.columns.iter().map(|heading| reader.cell(row, heading.column)).collect();
            if chunks.send(rows.iter().map(cells).collect::<Vec<Vec<Cell>>>()).await.is_err() {
                // The writing thread has stopped; its error is returned below.
                break;
            }
            cx.progress(Stage::Processing, done as u64, self.ids.len() as u64);
        }
        drop(chunks);
        let file = writer.await.map_err(ProcessError::retry)?.map_err(ProcessError::retry)?;
        Ok((file, written))
    }

    fn zone(&self) -> Tz {
        self.time_zone.parse().unwrap_or(Tz::UTC)
    }
}

fn write_table(
    format: ExportFormat,
    headings: &[String],
    mut arriving: mpsc::Receiver<Vec<Vec<Cell>>>,
) -> anyhow::Result<File> {
    let mut table = Table::begin(format, headings)?;
    while let Some(rows) = arriving.blocking_recv() {
        rows.iter().try_for_each(|cells| table.write(cells))?;
    }
    table.finish()
}
