//! Export of the list of invoices to a spreadsheet, as a background process.

use std::collections::HashMap;
use std::fs::File;

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::task::spawn_blocking;
use uuid::Uuid;

use super::list::INVOICES;
use super::model::{InvoiceStatus, InvoiceSummary};
use crate::amount::with_decimals;
use access::scope::RowScope;
use server_core::http::messages::Params;
use server_core::process::{Outcome, OutputFile, Process, ProcessCx, ProcessError, Retry, Stage};
use server_core::record::Where;
use server_core::settings;
use sheets::export::{Cell, ExportFormat, Table};
use trade::wire_name;

/// Rows read at a time.
const CHUNK: usize = 1_000;

wire_name! {
    /// A column of an export of invoices.
    InvoiceColumn {
        Number = "number",
        Kind = "kind",
        Status = "status",
        Client = "client_name",
        Subsidiary = "subsidiary",
        Issued = "issued_at",
        Due = "due_on",
        PeriodFrom = "period_from",
        PeriodTo = "period_to",
        Currency = "currency",
        Total = "total",
        Paid = "paid",
        Credited = "credited",
        Open = "open_amount",
        Created = "created_at",
    }
}

/// Writes these invoices into one file, in their order. Deleted ones are left out.
#[derive(Serialize, Deserialize)]
pub struct ExportInvoices {
    pub ids: Vec<Uuid>,
    pub columns: Vec<(InvoiceColumn, String)>,
    /// Texts of kinds and states, by code.
    pub texts: HashMap<String, String>,
    pub format: ExportFormat,
    pub time_zone: String,
}

impl Process for ExportInvoices {
    const KIND: &'static str = "invoices.export";

    fn title(&self) -> Params {
        Params::from([("count", self.ids.len().into()), ("format", self.format.as_str().into())])
    }

    fn retry(&self) -> Option<Retry> {
        Retry::with(Resource::Invoice, Action::Export, &RowScope::All)
    }

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let file = match cx.saved_state()? {
            Some(file) => file,
            None => self.export(&cx).await?,
        };
        file.into_outcome(&cx, self.format.content_type())
    }
}

impl ExportInvoices {
    async fn export(&self, cx: &ProcessCx) -> Result<OutputFile, ProcessError> {
        let rows = self.rows(cx).await?;
        let done = rows.len();
        let headings: Vec<String> = self.columns.iter().map(|(_, heading)| heading.clone()).collect();
        let format = self.format;
        let written = spawn_blocking(move || write(format, &headings, &rows)).await;
        let file = written.map_err(ProcessError::retry)?.map_err(ProcessError::retry)?;
        let stamp = cx.app().clock.now().with_timezone(&self.zone()).format("%Y-%m-%d-%H%M%S");
        let name = format!("invoices-{stamp}.{}", self.format.as_str());
        OutputFile::keep(cx, file, name, &Params::from([("done", json!(done))])).await
    }

    async fn rows(&self, cx: &ProcessCx) -> Result<Vec<Vec<Cell>>, ProcessError> {
        let mut rows = Vec::with_capacity(self.ids.len());
        for (at, ids) in self.ids.chunks(CHUNK).enumerate() {
            let mut tx = cx.begin().await?;
            let today = settings::load(&mut tx).await?.today(cx.app().clock.now());
            let filter = Where::all().among("i.id", Some(ids.to_vec()));
            let found: Vec<InvoiceSummary> = INVOICES.listing.all(&mut tx, &filter, 1_000).await?;
            tx.commit().await?;
            let mut found: HashMap<Uuid, InvoiceSummary> =
                found.into_iter().map(|row| (row.id, row)).collect();
            let own = ids.iter().filter_map(|id| found.remove(id));
            rows.extend(
                own.map(|row| {
                    self.columns.iter().map(|(column, _)| self.cell(&row, *column, today)).collect()
                }),
            );
            cx.progress(Stage::Processing, (at * CHUNK + ids.len()) as u64, self.ids.len() as u64);
        }
        Ok(rows)
    }

    fn cell(&self, row: &InvoiceSummary, column: InvoiceColumn, today: NaiveDate) -> Cell {
        let moment = |at: Option<DateTime<Utc>>| {
            at.map_or(Cell::Empty, |at| Cell::Moment(at.with_timezone(&self.zone()).naive_local()))
        };
        let day = |day: Option<NaiveDate>| day.map_or(Cell::Empty, Cell::Day);
        let text = |code: &str| Cell::Text(self.texts.get(code).map_or(code, String::as_str).to_owned());
        let amount = |amount| Cell::Number(with_decimals(amount, &row.currency));
        match column {
            InvoiceColumn::Number => row.number.clone().into(),
            InvoiceColumn::Kind => text(row.kind.as_str()),
            InvoiceColumn::Status => text(self.status(row, today).as_str()),
            InvoiceColumn::Client => Cell::Text(row.client_name.clone()),
            InvoiceColumn::Subsidiary => row.subsidiary.clone().into(),
            InvoiceColumn::Issued => moment(row.issued_at),
            InvoiceColumn::Due => day(row.due_on),
            InvoiceColumn::PeriodFrom => day(row.period_from),
            InvoiceColumn::PeriodTo => day(row.period_to),
            InvoiceColumn::Currency => Cell::Text(row.currency.clone()),
            InvoiceColumn::Total => amount(row.total),
            InvoiceColumn::Paid => amount(row.paid),
            InvoiceColumn::Credited => amount(row.credited),
            InvoiceColumn::Open => amount(row.open_amount),
            InvoiceColumn::Created => moment(Some(row.created_at)),
        }
    }

    fn status(&self, row: &InvoiceSummary, today: NaiveDate) -> InvoiceStatus {
        if row.is_late(today) { InvoiceStatus::Overdue } else { row.status }
    }

    fn zone(&self) -> Tz {
        self.time_zone.parse().unwrap_or(Tz::UTC)
    }
}

fn write(format: ExportFormat, headings: &[String], rows: &[Vec<Cell>]) -> anyhow::Result<File> {
    let mut table = Table::begin(format, headings)?;
    rows.iter().try_for_each(|cells| table.write(cells))?;
    table.finish()
}
