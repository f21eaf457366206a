//! Export of the audit log.

use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::io::{AsyncSeekExt, AsyncWriteExt};
use uuid::Uuid;

use super::model::{AuditFilter, resource_name};
use super::names::Names;
use super::store::{self, AuditScope, Row, Search};
use access::scope::RowScope;
use server_core::files::formula::guard_cell;
use server_core::http::list::Paging;
use server_core::http::messages::{Language, Params};
use server_core::notify::code::{Ends, NotificationCode};
use server_core::process::{Outcome, OutputFile, Process, ProcessCx, ProcessError, Retry, Stage};
use server_core::record::plan_for_values;

const CHUNK: i64 = 5_000;
const HEADER: [&str; 11] = [
    "occurred_at",
    "user_name",
    "user_email",
    "acting_user_name",
    "acting_user_email",
    "api_token_name",
    "action",
    "resource_id",
    "resource_name",
    "changes",
    "request_id",
];

/// Writes the matching entries to a file, newest first.
#[derive(Serialize, Deserialize)]
pub struct ExportAudit {
    pub filter: AuditFilter,
    /// The entries the current user may read.
    pub whose: AuditScope,
    /// The user's time zone, for the days of the filter.
    pub time_zone: String,
}

impl Process for ExportAudit {
    const KIND: &'static str = "audit.export";
    const ENDS: Ends =
        Ends { completed: NotificationCode::AuditExported, failed: NotificationCode::AuditExportFailed };

    /// Only for the whole log: what a user bound to a part of the company may read depends on more than one right.
    fn retry(&self) -> Option<Retry> {
        matches!(self.whose, AuditScope::Everybodys)
            .then(|| Retry::with(Resource::AuditEntry, Action::Export, &RowScope::All))?
    }

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let file = match cx.saved_state()? {
            Some(file) => file,
            None => self.write(&cx).await?,
        };
        file.into_outcome(&cx, "text/csv; charset=utf-8")
    }
}

impl ExportAudit {
    async fn write(&self, cx: &ProcessCx) -> Result<OutputFile, ProcessError> {
        let mut file = tokio::fs::File::from_std(tempfile::tempfile()?);
        let written = self.write_rows(cx, &mut file).await?;
        file.rewind().await?;
        let name = format!("audit-{}.csv", cx.app().clock.now().format("%Y-%m-%d-%H%M%S"));
        let result = Params::from([("entries", json!(written)), ("done", json!(written))]);
        OutputFile::keep(cx, file, name, &result).await
    }

    async fn write_rows(&self, cx: &ProcessCx, file: &mut tokio::fs::File) -> Result<u64, ProcessError> {
        file.write_all("\u{feff}".as_bytes()).await?;
        file.write_all(&lines([HEADER.map(str::to_owned)])?).await?;
        let (mut written, mut after) = (0, None);
        loop {
            let mut tx = cx.begin().await?;
            let mut search = Search::of(&mut tx, self.whose.clone(), &self.filter, &self.time_zone).await?;
            search.after = after;
            plan_for_values(&mut tx).await?;
            let rows = store::newest(&mut tx, &search, Paging { page: 1, per_page: CHUNK }).await?;
            let names = Names::of(&mut tx, &rows, Language::En).await?;
            tx.commit().await?;
            let Some(last) = rows.last() else { return Ok(written) };
            after = Some((last.occurred_at, last.id));
            written += rows.len() as u64;
            file.write_all(&lines(rows.into_iter().map(|row| cells(row, &names)))?).await?;
            cx.progress(Stage::Processing, written, written);
        }
    }
}

fn cells(row: Row, names: &Names) -> [String; 11] {
    let name = resource_name(row.resource_id, &row.changes, names);
    let token = row.api_token_id.and_then(|id| names.get(id)).unwrap_or_default().to_owned();
    let id = |id: Option<Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
    [
        row.occurred_at.to_rfc3339(),
        row.user_name.unwrap_or_default(),
        row.user_email.unwrap_or_default(),
        row.acting_user_name.unwrap_or_default(),
        row.acting_user_email.unwrap_or_default(),
        token,
        row.action,
        id(row.resource_id),
        name.unwrap_or_default(),
        row.changes.to_string(),
        row.request_id,
    ]
}

fn lines(rows: impl IntoIterator<Item = [String; 11]>) -> std::io::Result<Vec<u8>> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row.map(|cell| guard_cell(&cell)))?;
    }
    writer.into_inner().map_err(|error| std::io::Error::other(error.to_string()))
}
