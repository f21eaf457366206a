//! Attempts of tasks to ask a server of carriers: how they wait, fail and end, and the files of their answers.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use crate::labels::ASKING;
use crate::labels::store::StoredLabel;
use crate::links::link::host_of;
use crate::links::{CarrierLink, note_health};
use crate::server::{CarrierError, LabelFile};
use server_core::audit::Actor;
use server_core::files::{FileKey, FileKind};
use server_core::http::messages::{MessageCode, Params};
use server_core::process::{Outcome, ProcessCx, ProcessError};

/// Notes a failure of the server. The same is asked again later.
pub async fn retry(cx: &ProcessCx, provider_id: Uuid, error: &CarrierError) -> ProcessError {
    let noted = async {
        let mut tx = cx.begin().await?;
        note_health(&mut tx, provider_id, error.find_failure(), cx.app().clock.now()).await?;
        tx.commit().await?;
        Ok::<(), ProcessError>(())
    };
    match noted.await {
        Ok(()) => ProcessError::retry(anyhow::anyhow!("the server of a carrier has no answer: {error:?}")),
        Err(other) => other,
    }
}

/// Waits while an earlier attempt may still be under way at the server.
pub fn wait(asked_at: Option<DateTime<Utc>>, now: DateTime<Utc>) -> ProcessError {
    let rest = asked_at.map_or(ASKING, |asked_at| asked_at + ASKING - now) + TimeDelta::seconds(1);
    ProcessError::later(rest.clamp(TimeDelta::seconds(1), ASKING).to_std().unwrap_or_default())
}

pub fn end(refusal: Option<String>) -> Result<Outcome, ProcessError> {
    match refusal {
        Some(reason) => {
            let params = Params::from([("reason", reason.into())]);
            Err(ProcessError::fail_with(MessageCode::CarrierRefused, params))
        }
        None => Ok(Outcome::Done),
    }
}

/// The server that was asked, and the one that is connected now.
pub fn name_servers(asked: &str, link: &CarrierLink) -> String {
    format!("{asked} → {}", host_of(&link.url))
}

/// Tells staff to look at the server that was asked.
pub fn fail_elsewhere(asked: &str) -> ProcessError {
    let params = Params::from([("server", asked.to_owned().into())]);
    ProcessError::fail_with(MessageCode::CarrierServerChanged, params)
}

/// Whoever started the task; the server for the hourly ones.
pub fn find_actor(cx: &ProcessCx) -> Actor {
    match cx.user_id().is_nil() {
        true => Actor::server(cx.app(), cx.task_id().simple().to_string()),
        false => Actor::from(cx),
    }
}

/// The answer was paid for: without room for its file, the rest is kept at least.
pub async fn store_file(cx: &ProcessCx, file: Option<LabelFile>) -> Option<StoredLabel> {
    let file = file?;
    let file_size = i64::try_from(file.bytes.len()).unwrap_or(i64::MAX);
    match cx.app().files.put(&cx.tenant().id, FileKind::Output, file.bytes).await {
        Ok(key) => {
            let file_key = key.name().to_owned();
            Some(StoredLabel { file_key, file_size, content_type: file.content_type })
        }
        Err(error) => {
            tracing::error!(%error, "a file of a carrier cannot be stored");
            None
        }
    }
}

pub async fn delete_file(cx: &ProcessCx, file: Option<&StoredLabel>) {
    if let Some(key) = file.and_then(|file| FileKey::of(&cx.tenant().id, &file.file_key)) {
        cx.app().files.delete(&key).await.ok();
    }
}
