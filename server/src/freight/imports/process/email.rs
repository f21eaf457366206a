//! The e-mail to the user who started an import, sent when it has ended.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::super::store;
use super::RunImport;
use crate::access::scope::RowScope;
use crate::mail::{Brand, Envelope, ImportFinished, Recipient, TenantLink};
use crate::process::{NotificationChannel, Outcome, Process, ProcessCx, ProcessError, is_wanted};
use crate::settings;

/// Sends the e-mail about a finished import.
#[derive(Debug, Serialize, Deserialize)]
pub struct TellImportFinished {
    pub import_id: Uuid,
    pub user_id: Uuid,
}

impl Process for TellImportFinished {
    const KIND: &'static str = "shipment_imports.tell_finished";
    /// Lower goes first: jobs that people wait for run before this one.
    const PRIORITY: i16 = 10;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let origin = &cx.app().config.public_origin;
        let mut tx = cx.begin().await?;
        if !is_wanted(&mut tx, self.user_id, RunImport::KIND, NotificationChannel::Mail).await? {
            tx.commit().await?;
            return Ok(Outcome::Done);
        }
        let import = store::find(&mut tx, &RowScope::All, self.import_id).await?;
        let recipient = Recipient::of(&mut tx, self.user_id).await?;
        let settings = settings::load(&mut tx).await?;
        let brand = Brand::of(&mut tx, &settings, origin).await?;
        tx.commit().await?;
        let (Some(import), Some(to)) = (import, recipient) else { return Ok(Outcome::Done) };
        let path = format!("/shipments/imports/{}", self.import_id);
        let link = TenantLink::new(origin, cx.tenant(), &path)?;
        let number = |count: i32| u64::from(count.unsigned_abs());
        let email = ImportFinished {
            file: import.file_name,
            created: number(import.counts.new_shipments),
            known: number(import.counts.existing_shipments),
            refused: number(import.counts.refused_lines),
        };
        let envelope = Envelope { id: cx.task_id(), brand: &brand, to: &to, link: &link };
        cx.app().mailer.send(envelope, &email).await?;
        Ok(Outcome::Done)
    }
}
