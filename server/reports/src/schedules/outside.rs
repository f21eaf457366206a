//! The file of a scheduled report for addresses outside of the company, who get it by e-mail.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::file::{finish_file, title_of};
use super::store::{self, FinishedFile};
use crate::export::ExportReport;
use server_core::audit::{self, Actor};
use server_core::http::messages::{Language, MessageCode, Params};
use server_core::mail::{AttachedFile, Brand, EmailedReport, Envelope, MailError, Recipient, TenantLink};
use server_core::notify::NotificationCode;
use server_core::notify::code::Ends;
use server_core::process::{Outcome, OutputFile, Process, ProcessCx, ProcessError};
use server_core::settings;

/// Mail servers refuse larger ones.
const MAX_MEGABYTES: u64 = 5;
/// A file with more is not even begun.
const MAX_ROWS: i64 = 50_000;

/// Writes a report as its owner could see it when it was due, without costs and data of people, and sends it to addresses outside.
/// The owner has the task, and learns why it failed.
#[derive(Serialize, Deserialize)]
pub struct OutsideReport {
    pub schedule_id: Uuid,
    /// The name of the schedule.
    pub name: String,
    pub planned_at: DateTime<Utc>,
    pub sends_empty: bool,
    pub owner_name: String,
    pub to: Vec<Addressee>,
    pub export: ExportReport,
}

/// An address, and the id of its e-mail, which is the same for every attempt.
#[derive(Serialize, Deserialize)]
pub struct Addressee {
    pub email_id: Uuid,
    pub email: String,
}

impl Addressee {
    pub fn of(email: &str) -> Self {
        Self { email_id: Uuid::now_v7(), email: email.to_owned() }
    }
}

/// What an attempt does not do again: the file, which is the same for all addresses, and the e-mails.
#[derive(Default, Serialize, Deserialize)]
struct OutsideState {
    /// None for an empty report that nobody wants.
    #[serde(flatten)]
    file: Option<OutputFile>,
    #[serde(default)]
    rows: i64,
    sent: Vec<Uuid>,
    /// Those that the mail server will never take.
    refused: Vec<Uuid>,
}

impl Process for OutsideReport {
    const KIND: &'static str = "reports.outside";
    /// A higher number runs later: nobody waits for it at the screen.
    const PRIORITY: i16 = 5;
    /// About twenty minutes: many mail servers let a sender whom they do not know wait for a quarter of an hour.
    const RETRIES: i16 = 12;
    /// Success is told by the run alone.
    const ENDS: Ends =
        Ends { completed: NotificationCode::ReportReady, failed: NotificationCode::ReportFailed };

    fn title(&self) -> Params {
        title_of(&self.name, &self.export)
    }

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let mut state: OutsideState = cx.saved_state()?.unwrap_or_default();
        if let Some(file) = self.attach(&cx, &mut state).await? {
            self.send(&cx, file, &mut state).await?;
        }
        let kept = state.file.take();
        self.finish(&cx, &state).await?;
        if let Some(kept) = kept {
            kept.delete(&cx).await;
        }
        Ok(Outcome::Nothing)
    }
}

impl OutsideReport {
    /// The file as the first attempt wrote it; none for an empty report that nobody wants.
    async fn attach(
        &self,
        cx: &ProcessCx,
        state: &mut OutsideState,
    ) -> Result<Option<AttachedFile>, ProcessError> {
        if state.file.is_none() {
            self.write(cx, state).await?;
        }
        let Some(kept) = &state.file else { return Ok(None) };
        let content_type = self.export.format.content_type();
        Ok(Some(AttachedFile { name: kept.name().to_owned(), content_type, content: kept.load(cx).await? }))
    }

    async fn write(&self, cx: &ProcessCx, state: &mut OutsideState) -> Result<(), ProcessError> {
        let mut tx = cx.begin_snapshot().await?;
        let source = self.export.read_source(&mut tx).await?;
        if source.total == 0 && !self.sends_empty {
            return Ok(tx.commit().await?);
        }
        if source.total > MAX_ROWS {
            return Err(refuse_size());
        }
        let (file, written) = self.export.write(cx, tx, &source).await?;
        if file.metadata()?.len() > MAX_MEGABYTES * 1024 * 1024 {
            return Err(refuse_size());
        }
        let name = self.export.file_name(cx, &source.params);
        let (output, mut tx) = OutputFile::begin(cx, file, name).await?;
        state.file = Some(output);
        state.rows = i64::try_from(written).unwrap_or(i64::MAX);
        cx.save_state(&mut tx, state).await?;
        Ok(tx.commit().await?)
    }

    /// An address that has to wait does not keep the others from theirs. Fails when no mail server takes it.
    async fn send(
        &self,
        cx: &ProcessCx,
        file: AttachedFile,
        done: &mut OutsideState,
    ) -> Result<(), ProcessError> {
        let (app, origin) = (cx.app(), &cx.app().config.public_origin);
        let mut tx = cx.begin().await?;
        let settings = settings::load(&mut tx).await?;
        let brand = Brand::of(&mut tx, &settings, origin).await?;
        tx.commit().await?;
        let link = TenantLink::new(origin, cx.tenant(), "/")?;
        let email = EmailedReport { report: self.name.clone(), sender: self.owner_name.clone(), file };
        let language = Language::nearest(&self.export.language).unwrap_or_default();
        let mut passing: Option<MailError> = None;
        for one in &self.to {
            if done.sent.contains(&one.email_id) || done.refused.contains(&one.email_id) {
                continue;
            }
            // After the owner has cancelled, it reaches nobody else.
            cx.begin().await?.commit().await?;
            let to = Recipient { name: one.email.clone(), email: one.email.clone(), language };
            let envelope = Envelope { id: one.email_id, brand: &brand, to: &to, link: &link };
            match app.mailer.send(envelope, &email).await {
                Ok(()) => done.sent.push(one.email_id),
                Err(error) if error.is_passing() => {
                    passing = Some(error);
                    continue;
                }
                Err(error) => {
                    tracing::warn!(%error, "a report cannot be sent to one of its addresses");
                    done.refused.push(one.email_id);
                }
            }
            self.note(cx, done, one).await?;
        }
        match passing {
            Some(error) => Err(error.into()),
            None if done.sent.is_empty() => Err(ProcessError::fail(MessageCode::ProcessFailed)),
            None => Ok(()),
        }
    }

    /// Notes what became of an address as soon as it is known, also when the owner has cancelled meanwhile: who got data of the
    /// company is in the audit log, whatever becomes of the other addresses.
    async fn note(&self, cx: &ProcessCx, done: &OutsideState, one: &Addressee) -> Result<(), ProcessError> {
        let was_sent = done.sent.contains(&one.email_id);
        let mut tx = cx.app().tenancy.begin(cx.tenant()).await?;
        cx.save_state(&mut tx, done).await?;
        store::count_address(&mut tx, self.schedule_id, self.planned_at, was_sent).await?;
        if was_sent {
            let facts = json!({ "name": self.name, "addresses": [one.email] });
            let id = Some(self.schedule_id);
            audit::record(&mut tx, Actor::from(cx), "report_schedule.send", id, facts).await?;
        }
        Ok(tx.commit().await?)
    }

    async fn finish(&self, cx: &ProcessCx, state: &OutsideState) -> Result<(), ProcessError> {
        let file = FinishedFile {
            schedule_id: self.schedule_id,
            planned_at: self.planned_at,
            waiting_id: self.schedule_id,
            rows: state.rows,
            // Each address was counted when it got the file.
            sent: 0,
            sends_empty: self.sends_empty,
        };
        let mut tx = cx.begin().await?;
        finish_file(&mut tx, cx, file, &self.name, self.export.report).await?;
        cx.save_state(&mut tx, state).await?;
        Ok(tx.commit().await?)
    }
}

fn refuse_size() -> ProcessError {
    let params = Params::from([("max", MAX_MEGABYTES.into())]);
    ProcessError::fail_with(MessageCode::ReportTooLarge, params)
}
