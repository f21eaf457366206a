//! The process that reads an e-mail, decides, and writes.

use serde::{Deserialize, Serialize};
use tokio::io::AsyncReadExt;
use uuid::Uuid;

use super::decide::{Decision, MailReason, decide};
use super::files::{self, SavedFile};
use super::gather::gather;
use super::live_events;
use super::parked_limit;
use super::store::{self, MailToTake};
use super::write::MailWriter;
use inbox::Incoming;
use server_core::files::FileKey;
use server_core::process::{Outcome, Process, ProcessCx, ProcessError};

/// After these the e-mail waits for staff.
const MOST_ATTEMPTS: i16 = 5;

/// Takes an e-mail that was stored.
#[derive(Debug, Serialize, Deserialize)]
pub struct TakeMail {
    pub mail_id: Uuid,
}

impl Process for TakeMail {
    const KIND: &'static str = "support.take_mail";
    const RETRIES: i16 = MOST_ATTEMPTS + 1;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let mut tx = cx.begin().await?;
        let begun = store::begin(&mut tx, self.mail_id).await?;
        tx.commit().await?;
        let Some(begun) = begun else { return Ok(Outcome::Done) };
        if begun.attempts > MOST_ATTEMPTS {
            return self.park(&cx, MailReason::Failed).await;
        }
        let raw = raw(&cx, &begun).await?;
        match inbox::open(&cx.tenant().id, raw).await? {
            Some(mail) => self.take(&cx, &mail, begun.is_vouched).await,
            None => self.park(&cx, MailReason::Unreadable).await,
        }
    }
}

impl TakeMail {
    async fn take(&self, cx: &ProcessCx, mail: &Incoming, is_vouched: bool) -> Result<Outcome, ProcessError> {
        let saved = files::save(cx, mail).await?;
        let written = self.write(cx, mail, is_vouched, &saved).await;
        if !matches!(written, Ok(true)) {
            files::discard(cx, &saved).await;
        }
        written.map(|_| Outcome::Done)
    }

    /// False when the e-mail became no message.
    async fn write(
        &self,
        cx: &ProcessCx,
        mail: &Incoming,
        is_vouched: bool,
        saved: &[SavedFile],
    ) -> Result<bool, ProcessError> {
        let app = cx.app();
        let mut tx = cx.begin().await?;
        let context = gather(&mut tx, app, self.mail_id, mail, is_vouched).await?;
        let decision = parked_limit::apply(&mut tx, decide(&context.facts)).await?;
        store::describe(&mut tx, self.mail_id, mail).await?;
        let request_id = cx.task_id().simple().to_string();
        let writer = MailWriter { app, mail_id: self.mail_id, mail, context: &context, request_id };
        let written = writer.write(&mut tx, decision).await?;
        let (state, reason) = match decision {
            Decision::Drop(reason) | Decision::Refuse(reason) => ("dropped", Some(reason)),
            Decision::Park(reason) => ("parked", Some(reason)),
            _ => ("taken", None),
        };
        if let Some(written) = &written {
            files::add(&mut tx, written, saved).await?;
        }
        let ticket_id =
            written.as_ref().map(|written| written.ticket_id).or(context.row.as_ref().map(|row| row.id));
        let correspondent_id = context.correspondent_id;
        store::set_decision(&mut tx, self.mail_id, state, reason, ticket_id, correspondent_id).await?;
        if let Decision::Park(_) = decision {
            live_events::announce_change(&mut tx, self.mail_id);
        }
        tx.commit().await?;
        Ok(written.is_some())
    }

    async fn park(&self, cx: &ProcessCx, reason: MailReason) -> Result<Outcome, ProcessError> {
        let mut tx = cx.begin().await?;
        store::set_decision(&mut tx, self.mail_id, "parked", Some(reason), None, None).await?;
        live_events::announce_change(&mut tx, self.mail_id);
        tx.commit().await?;
        Ok(Outcome::Done)
    }
}

async fn raw(cx: &ProcessCx, begun: &MailToTake) -> Result<Vec<u8>, ProcessError> {
    let missing = || std::io::Error::from(std::io::ErrorKind::NotFound);
    let key = FileKey::of(&cx.tenant().id, &begun.file_key).ok_or_else(missing)?;
    let stored = cx.app().files.get(&key).await?.ok_or_else(missing)?;
    let mut raw = Vec::new();
    stored.into_reader().read_to_end(&mut raw).await?;
    Ok(raw)
}
