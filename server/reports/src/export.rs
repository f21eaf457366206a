//! A report as a file. Rows go from the database to the file in chunks, so that memory stays the same however many there are.

use std::fs::File;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenancy::TenantTx;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use super::catalogue::ReportKey;
use super::cells::{CodeTexts, to_cell};
use super::export_api::ReportExportHeading;
use super::loss_ratio::{find_loss_ratios, has_both};
use super::query::{ReportMoment, ReportQuery};
use super::statement::{PlacedColumn, ReportFilterValues, ReportParams, ReportStatement};
use super::totals::{MOST_TOTALS, TotalRow};
use super::views::{ReportView, ReportViewKey};
use access::scope::RowScope;
use server_core::http::messages::{MessageCode, Params};
use server_core::process::{Outcome, OutputFile, Process, ProcessCx, ProcessError, Stage};
use server_core::record::plan_for_values;
use sheets::export::{Cell, ExportFormat, Table};

const CHUNK: i64 = 2_000;

/// Writes all rows of a report into one file, with the rights of the user who asked for it. It cannot be started again: rows,
/// columns and costs are those that the user saw then, so that the report is exported anew, with the rights of that day.
#[derive(Serialize, Deserialize)]
pub struct ExportReport {
    pub report: ReportKey,
    pub view: ReportViewKey,
    pub query: ReportQuery,
    /// Rows that the user can see.
    pub scope: RowScope,
    pub sees_costs: bool,
    /// Columns that the user can see.
    pub columns: Vec<ReportExportHeading>,
    pub texts: CodeTexts,
    /// Lines of the first sheet of a workbook.
    pub facts: Vec<(String, String)>,
    /// The word there for the number of rows.
    #[serde(default)]
    pub rows_label: Option<String>,
    /// The words before the loss ratios below the rows.
    #[serde(default)]
    pub ratio_label: Option<String>,
    pub format: ExportFormat,
    /// The company's time zone.
    pub time_zone: String,
    pub language: String,
    pub asked_at: DateTime<Utc>,
}

/// A row, and where it stands in the order of the report.
#[derive(sqlx::FromRow)]
struct ChunkRow {
    cells: Vec<String>,
    position: Vec<String>,
}

/// Everything that decides the rows, read once.
pub(super) struct ReportSource {
    view: &'static ReportView,
    columns: Vec<PlacedColumn>,
    pub params: ReportParams,
    filter: ReportFilterValues,
    pub total: i64,
}

impl Process for ExportReport {
    const KIND: &'static str = "reports.export";

    fn title(&self) -> Params {
        Params::from([("report", self.report.as_str().into()), ("format", self.format.as_str().into())])
    }

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let file = match cx.saved_state()? {
            Some(file) => file,
            None => self.export(&cx).await?,
        };
        file.into_outcome(&cx, self.format.content_type())
    }
}

impl ExportReport {
    async fn export(&self, cx: &ProcessCx) -> Result<OutputFile, ProcessError> {
        let mut tx = cx.begin_snapshot().await?;
        let source = self.read_source(&mut tx).await?;
        let (file, written) = self.write(cx, tx, &source).await?;
        let name = self.file_name(cx, &source.params);
        let result = Params::from([("rows", json!(written)), ("done", json!(written))]);
        OutputFile::keep(cx, file, name, &result).await
    }

    /// In the transaction in which the rows are written.
    pub(super) async fn read_source(&self, tx: &mut TenantTx) -> Result<ReportSource, ProcessError> {
        let failed = |_| ProcessError::fail(MessageCode::ProcessFailed);
        let view = self.report.find_view(Some(self.view)).map_err(failed)?;
        let columns = self.columns.iter().map(|heading| view.find(&heading.column));
        let columns: Option<Vec<PlacedColumn>> = columns.collect();
        let columns = columns.ok_or(ProcessError::fail(MessageCode::ProcessFailed))?;
        let at = ReportMoment {
            now: self.asked_at,
            time_zone: self.time_zone.clone(),
            language: self.language.clone(),
        };
        plan_for_values(tx).await?;
        let (params, filter) = self.query.read_values(tx, view, &at).await?;
        let mut source = ReportSource { view, columns, params, filter, total: 0 };
        source.total = source.count(tx, self).await?;
        Ok(source)
    }

    /// The file and its number of rows. They are those of the moment in which they were counted, whatever is added meanwhile.
    pub(super) async fn write(
        &self,
        cx: &ProcessCx,
        mut tx: TenantTx,
        source: &ReportSource,
    ) -> Result<(File, u64), ProcessError> {
        let (chunks, arriving) = mpsc::channel(1);
        let headings: Vec<String> = self.columns.iter().map(|column| column.heading.clone()).collect();
        // On Citus, each chunk has its own moment.
        let can_differ = tx.is_citus();
        let (format, mut facts) = (self.format, self.facts.clone());
        let rows_label = self.rows_label.clone().filter(|_| !can_differ);
        facts.extend(rows_label.map(|label| (label, source.total.to_string())));
        let writer = spawn_blocking(move || write_table(format, &headings, &facts, arriving));
        let mut written = 0;
        let mut after: Option<Vec<String>> = None;
        loop {
            cx.check()?;
            let mut query = source.statement(self).chunk_query(&source.columns, after.as_deref(), CHUNK);
            let mut rows: Vec<ChunkRow> =
                query.build_query_as().persistent(false).fetch_all(&mut *tx).await?;
            let is_last = (rows.len() as i64) < CHUNK;
            written += rows.len() as u64;
            after = rows.last_mut().map(|row| std::mem::take(&mut row.position));
            let cells: Vec<Vec<Cell>> = rows.iter().map(|row| self.to_cells(source, &row.cells)).collect();
            if chunks.send(cells).await.is_err() || is_last {
                // A writing thread that has stopped returns its error below.
                break;
            }
            cx.progress(Stage::Processing, written, u64::try_from(source.total).unwrap_or(written));
        }
        // A thread that has stopped says so below.
        let _ = chunks.send(self.read_foot(&mut tx, source).await?).await;
        drop(chunks);
        tx.commit().await?;
        let file = writer.await.map_err(ProcessError::retry)?.map_err(ProcessError::retry)?;
        if i64::try_from(written) != Ok(source.total) && !can_differ {
            tracing::error!(report = self.report.as_str(), written, source.total, "a report lacks rows");
            return Err(ProcessError::fail(MessageCode::ProcessFailed));
        }
        Ok((file, written))
    }

    /// The loss ratios of the rows, one a line, in its first cell.
    async fn read_foot(&self, tx: &mut TenantTx, source: &ReportSource) -> sqlx::Result<Vec<Vec<Cell>>> {
        let keys: Vec<&str> = source.columns.iter().map(|(_, column)| column.key).collect();
        let Some(label) = self.ratio_label.as_ref().filter(|_| has_both(&keys)) else {
            return Ok(Vec::new());
        };
        let mut query = source.statement(self).totals_query(&source.columns, None, MOST_TOTALS);
        let totals: Vec<TotalRow> = query.build_query_as().persistent(false).fetch_all(&mut **tx).await?;
        let ratios = find_loss_ratios(&totals).into_iter();
        let lines = ratios.map(|(currency, percent)| {
            let mut cells = vec![Cell::Empty; keys.len()];
            cells[0] = Cell::Text(format!("{label}: {currency} {percent} %"));
            cells
        });
        Ok(lines.collect())
    }

    fn to_cells(&self, source: &ReportSource, values: &[String]) -> Vec<Cell> {
        let pairs = source.columns.iter().zip(values);
        pairs.map(|((_, column), value)| to_cell(column.kind, value, self.texts.get(column.key))).collect()
    }

    /// The report, its period, its time zone, and when it was made.
    pub(super) fn file_name(&self, cx: &ProcessCx, params: &ReportParams) -> String {
        let day = |day: Option<chrono::NaiveDate>| day.map(|day| format!("-{day}")).unwrap_or_default();
        let zone = params.zone.replace('/', "-");
        let made = cx.app().clock.now().format("%Y%m%d-%H%M%S");
        let (from, to) = (day(params.from), day(params.to));
        format!("{}{from}{to}_{zone}_{made}.{}", self.report.as_str(), self.format.as_str())
    }
}

impl ReportSource {
    /// Number of its rows now.
    async fn count(&self, tx: &mut TenantTx, export: &ExportReport) -> sqlx::Result<i64> {
        let mut count = self.statement(export).count_query(i64::from(i32::MAX));
        count.build_query_scalar().persistent(false).fetch_one(&mut **tx).await
    }

    fn statement<'a>(&'a self, export: &'a ExportReport) -> ReportStatement<'a> {
        ReportStatement {
            view: self.view,
            params: &self.params,
            filter: &self.filter,
            scope: &export.scope,
            sees_costs: export.sees_costs,
        }
    }
}

fn write_table(
    format: ExportFormat,
    headings: &[String],
    facts: &[(String, String)],
    mut arriving: mpsc::Receiver<Vec<Vec<Cell>>>,
) -> anyhow::Result<File> {
    let mut table = Table::begin_with_facts(format, headings, facts)?;
    while let Some(rows) = arriving.blocking_recv() {
        rows.iter().try_for_each(|cells| table.write(cells))?;
    }
    table.finish()
}
