//! The file of a scheduled report for one recipient.

use chrono::{DateTime, TimeDelta, Utc};
use policy::Resource;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::ReportRunState;
use super::outside::OutsideReport;
use super::store::{self, FinishedFile};
use crate::catalogue::ReportKey;
use crate::export::ExportReport;
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::http::error::ApiResult;
use server_core::http::messages::Params;
use server_core::live::{self, Audience};
use server_core::notify::NotificationCode;
use server_core::notify::code::Ends;
use server_core::process::{self, Outcome, OutputFile, Process, ProcessCx, ProcessError, TaskFailed};

/// How long a recipient can download the file.
const KEPT_FOR: TimeDelta = TimeDelta::days(7);

/// Writes a report with the rows and columns that its recipient could see when it was due.
#[derive(Serialize, Deserialize)]
pub struct ScheduledReport {
    pub schedule_id: Uuid,
    /// The name of the schedule.
    pub name: String,
    pub planned_at: DateTime<Utc>,
    pub sends_empty: bool,
    pub export: ExportReport,
}

impl Process for ScheduledReport {
    const KIND: &'static str = "reports.scheduled";
    /// A higher number runs later: nobody waits for it at the screen.
    const PRIORITY: i16 = 5;
    const RETRIES: i16 = 3;
    const ENDS: Ends =
        Ends { completed: NotificationCode::ReportReady, failed: NotificationCode::ReportFailed };

    fn title(&self) -> Params {
        title_of(&self.name, &self.export)
    }

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let file = match cx.saved_state()? {
            Some(file) => Some(file),
            None => self.write(&cx).await?,
        };
        match file {
            Some(file) => file.into_outcome(&cx, self.export.format.content_type()),
            None => Ok(Outcome::Nothing),
        }
    }
}

impl ScheduledReport {
    /// None for an empty report that nobody wants.
    async fn write(&self, cx: &ProcessCx) -> Result<Option<OutputFile>, ProcessError> {
        let mut tx = cx.begin_snapshot().await?;
        let source = self.export.read_source(&mut tx).await?;
        if source.total == 0 && !self.sends_empty {
            tx.commit().await?;
            let mut tx = cx.begin().await?;
            self.finish(&mut tx, cx, 0).await?;
            tx.commit().await?;
            return Ok(None);
        }
        let (file, written) = self.export.write(cx, tx, &source).await?;
        let name = self.export.file_name(cx, &source.params);
        let (output, mut tx) = OutputFile::begin(cx, file, name).await?;
        self.finish(&mut tx, cx, i64::try_from(written).unwrap_or(i64::MAX)).await?;
        // The e-mail names the schedule, not the file.
        let result = Params::from([
            ("rows", json!(written)),
            ("done", json!(written)),
            ("file_name", self.name.as_str().into()),
        ]);
        output.save(cx, tx, &result).await.map(Some)
    }

    async fn finish(&self, tx: &mut TenantTx, cx: &ProcessCx, rows: i64) -> ApiResult<()> {
        let file = FinishedFile {
            schedule_id: self.schedule_id,
            planned_at: self.planned_at,
            waiting_id: cx.user_id(),
            rows,
            sent: i16::from(rows > 0 || self.sends_empty),
            sends_empty: self.sends_empty,
        };
        finish_file(tx, cx, file, &self.name, self.export.report).await
    }
}

/// The title of the task of a schedule's file.
pub(super) fn title_of(name: &str, export: &ExportReport) -> Params {
    Params::from([
        ("name", name.into()),
        ("report", export.report.as_str().into()),
        ("format", export.format.as_str().into()),
    ])
}

/// Notes that a file of a run is made. The last one is told to webhooks.
pub(super) async fn finish_file(
    tx: &mut TenantTx,
    cx: &ProcessCx,
    file: FinishedFile,
    name: &str,
    report: ReportKey,
) -> ApiResult<()> {
    let (id, now) = (file.schedule_id, cx.app().clock.now());
    let run = store::finish_file(tx, file, now).await?;
    live::records_changed(tx, &Audience::Staff, Resource::ReportSchedule.name(), &[id]);
    match run {
        Some((state, rows)) if state == ReportRunState::Done.code() => {
            let told = WebhookEvent::of(WebhookEventType::ReportReady, id)
                .with("name", name)
                .with("report", report)
                .with("rows", rows);
            webhooks::announce(tx, now, told).await
        }
        _ => Ok(()),
    }
}

/// The run of a file, as its arguments name it.
#[derive(Deserialize)]
struct FileRun {
    schedule_id: Uuid,
    planned_at: DateTime<Utc>,
}

/// The file of a recipient or of addresses has failed for good, or its user has cancelled it: the run says so.
pub async fn end_failed_file(tx: &mut TenantTx, failed: TaskFailed) -> ApiResult<()> {
    let is_outside = failed.kind == OutsideReport::KIND;
    if !is_outside && failed.kind != ScheduledReport::KIND {
        return Ok(());
    }
    // Arguments that nobody can read name no schedule.
    let Ok(file) = FileRun::deserialize(&failed.args) else { return Ok(()) };
    let waiting_id = if is_outside { file.schedule_id } else { failed.user_id };
    store::fail_file(tx, file.schedule_id, file.planned_at, waiting_id, failed.at).await?;
    live::records_changed(tx, &Audience::Staff, Resource::ReportSchedule.name(), &[file.schedule_id]);
    Ok(())
}

/// Deletes the files that can be downloaded no longer, and those that did not reach an address. Returns their names.
pub async fn delete_expired(tx: &mut TenantTx, now: DateTime<Utc>) -> sqlx::Result<Vec<String>> {
    let mut names = process::delete_ended(tx, ScheduledReport::KIND, now - KEPT_FOR).await?;
    names.extend(process::delete_ended(tx, OutsideReport::KIND, now - KEPT_FOR).await?);
    Ok(names)
}
