//! A closed manifest is sent in the background, when its gateway is a connection to the outside.

use chrono::{DateTime, Utc};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::io::AsyncReadExt;
use uuid::Uuid;

use super::delivery::{self, DeliveredFile};
use super::files::ManifestFormat;
use super::gateways::{self, GatewayRow};
use super::model::Manifest;
use super::state::{ManifestStatus, ManifestStep, TRANSITIONS};
use super::store::{self, MANIFESTS, VersionKey};
use super::version_model::ManifestFile;
use access::scope::RowScope;
use server_core::files::FileKey;
use server_core::http::messages::{MessageCode, Params};
use server_core::live::Audience;
use server_core::process::{Outcome, Process, ProcessCx, ProcessError, Retry};
use server_core::record::{Change, Where};

/// Sends a closed version by a gateway.
#[derive(Serialize, Deserialize)]
pub struct SendManifest {
    pub manifest_id: Uuid,
    pub number: String,
    pub revision: i16,
    /// Name of the gateway.
    pub gateway: String,
    /// Given once to each version.
    pub message_id: String,
    /// Rows that the user who started it can see.
    pub scope: RowScope,
}

/// The columns of a sent manifest.
#[derive(Debug, Serialize)]
pub struct SentColumns {
    status: ManifestStatus,
    sent_at: DateTime<Utc>,
    is_known: bool,
    accepted_count: i32,
    rejected_count: i32,
}

impl SentColumns {
    /// No house of the version is answered yet.
    pub fn at(sent_at: DateTime<Utc>) -> Self {
        let status = TRANSITIONS.after(ManifestStep::Sent, ManifestStatus::Sending);
        Self {
            status: status.unwrap_or(ManifestStatus::Sent),
            sent_at,
            is_known: true,
            accepted_count: 0,
            rejected_count: 0,
        }
    }
}

/// The column of a manifest that was not delivered.
#[derive(Debug, Serialize)]
struct FailedColumns {
    status: ManifestStatus,
}

impl Process for SendManifest {
    const KIND: &'static str = "manifests.send";

    fn title(&self) -> Params {
        Params::from([("number", self.number.clone().into())])
    }

    fn retry(&self) -> Option<Retry> {
        Retry::with(Resource::Manifest, Action::Send, &self.scope)
    }

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let Some((gateway, kept)) = self.load(&cx).await? else { return Ok(Outcome::Done) };
        let files = self.read_files(&cx, &gateway, kept).await?;
        // The files and their keys are the same each time: whoever got them before the server stopped knows them.
        match delivery::deliver(cx.app(), &cx.tenant().id, &gateway, files).await {
            Ok(receipt) => {
                self.finish(&cx, &receipt).await?;
                Ok(Outcome::Done)
            }
            Err(cause) => {
                tracing::warn!(
                    gateway = gateway.name,
                    message_id = self.message_id,
                    cause = format!("{cause:#}"),
                    "a manifest was not delivered"
                );
                self.give_up(&cx).await?;
                Err(ProcessError::fail(MessageCode::ManifestNotDelivered))
            }
        }
    }
}

impl SendManifest {
    const fn key(&self) -> VersionKey {
        VersionKey { manifest_id: self.manifest_id, revision: self.revision }
    }

    fn is_sending(&self, manifest: &Manifest) -> bool {
        manifest.status == ManifestStatus::Sending && manifest.revision == self.revision
    }

    /// The gateway, and the files of the version. None if it was sent already. Fails if it is closed no more.
    async fn load(&self, cx: &ProcessCx) -> Result<Option<(GatewayRow, Vec<ManifestFile>)>, ProcessError> {
        let mut tx = cx.begin().await?;
        let manifest: Manifest = MANIFESTS.find(&mut tx, &Where::all(), self.manifest_id).await?;
        let version = store::find_version(&mut tx, self.key()).await?;
        let gateway = gateways::find(&mut tx, &self.gateway).await?;
        tx.commit().await?;
        if version.as_ref().is_some_and(|version| version.sent_at.is_some()) {
            return Ok(None);
        }
        if !self.is_sending(&manifest) {
            let params = Params::from([("status", manifest.status.code().into())]);
            return Err(ProcessError::fail_with(MessageCode::ManifestState, params));
        }
        if manifest.is_waybill_changed {
            self.give_up(cx).await?;
            return Err(ProcessError::fail(MessageCode::ManifestWaybillChanged));
        }
        if manifest.is_waybill_void {
            self.give_up(cx).await?;
            return Err(ProcessError::fail(MessageCode::ManifestWaybillVoid));
        }
        let (Some(version), Some(gateway)) = (version, gateway) else {
            self.give_up(cx).await?;
            return Err(ProcessError::fail(MessageCode::ManifestNotDelivered));
        };
        Ok(Some((gateway, version.files.0)))
    }

    /// The files that the gateway takes.
    async fn read_files(
        &self,
        cx: &ProcessCx,
        gateway: &GatewayRow,
        kept: Vec<ManifestFile>,
    ) -> Result<Vec<DeliveredFile>, ProcessError> {
        let mut files = Vec::new();
        for file in kept.into_iter().filter(|file| takes(gateway, file.format)) {
            let key = FileKey::of(&cx.tenant().id, &file.key);
            let stored = match &key {
                Some(key) => cx.app().files.get(key).await?,
                None => None,
            };
            let stored =
                stored.ok_or_else(|| ProcessError::retry(anyhow::anyhow!("{} is missing", file.name)))?;
            let mut bytes = Vec::new();
            stored.into_reader().read_to_end(&mut bytes).await.map_err(ProcessError::retry)?;
            files.push(DeliveredFile {
                key: format!("{}.{}", self.message_id, file.format.as_str()),
                name: file.name,
                content_type: file.format.content_type(),
                bytes,
            });
        }
        Ok(files)
    }

    async fn finish(&self, cx: &ProcessCx, receipt: &str) -> Result<(), ProcessError> {
        let tx = cx.begin().await?;
        let mut change: Change<Manifest> =
            Change::begin(tx, cx, &MANIFESTS, Where::all(), self.manifest_id).await?;
        if !self.is_sending(&change.before) {
            return Ok(());
        }
        let at = change.actor.at;
        let sent = store::Dispatch {
            at,
            by: cx.user_id(),
            gateway: &self.gateway,
            message_id: &self.message_id,
            receipt: Some(receipt),
        };
        store::mark_sent(&mut change.tx, self.key(), sent).await?;
        change.write(&SentColumns::at(at)).await?;
        let facts = json!({
            "revision": self.revision, "gateway": self.gateway, "message_id": self.message_id,
        });
        change.record(Action::Send, facts, &Audience::Staff).await?;
        change.finish().await?;
        Ok(())
    }

    /// It is closed as before, and can be sent again.
    async fn give_up(&self, cx: &ProcessCx) -> Result<(), ProcessError> {
        let tx = cx.begin().await?;
        let mut change: Change<Manifest> =
            Change::begin(tx, cx, &MANIFESTS, Where::all(), self.manifest_id).await?;
        if !self.is_sending(&change.before) {
            return Ok(());
        }
        let after = TRANSITIONS.after(ManifestStep::SendFailed, ManifestStatus::Sending);
        change.write(&FailedColumns { status: after.unwrap_or(ManifestStatus::Closed) }).await?;
        let facts = json!({ "revision": self.revision, "gateway": self.gateway, "delivered": false });
        change.record(Action::Send, facts, &Audience::Staff).await?;
        change.finish().await?;
        Ok(())
    }
}

/// Whether a gateway takes a file of this format.
pub fn takes(gateway: &GatewayRow, format: ManifestFormat) -> bool {
    gateway.formats.iter().any(|name| name == format.as_str())
}
