//! The one way in for e-mails: stores the raw e-mail and a row, and starts the process that reads it.

use std::sync::Arc;

use poem::http::StatusCode;
use sha2::{Digest, Sha256};
use tenancy::{TenancyError, Tenant};
use uuid::Uuid;

use super::process::TakeMail;
use super::{store, waiting};
use inbox::MAX_BYTES;
use server_core::files::{FileError, FileKey, FileKind};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::process::enqueue_quietly;
use server_core::state::AppState;

/// How an e-mail came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailSource {
    Imap,
    Webhook,
}

/// Seconds until a mail server tries again when the company has no room.
const FULL_RETRY_S: u64 = 3600;

impl MailSource {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Imap => "imap",
            Self::Webhook => "webhook",
        }
    }
}

/// Takes an e-mail of a tenant. The same e-mail is taken once, whatever its source. It is stored when this returns.
pub async fn take(state: &AppState, tenant: &Arc<Tenant>, raw: &[u8], source: MailSource) -> ApiResult<()> {
    if raw.len() > MAX_BYTES {
        return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, MessageCode::FileTooLarge));
    }
    let sha256 = Sha256::digest(raw).to_vec();
    let mut tx = match state.tenancy.begin(tenant).await {
        Err(TenancyError::Suspended | TenancyError::Behind) => {
            return waiting::store(state, tenant, raw, &sha256, source).await;
        }
        begun => begun?,
    };
    let is_known = store::is_known(&mut tx, &sha256).await?;
    tx.commit().await?;
    if is_known {
        return Ok(());
    }
    let kept = state.files.put(&tenant.id, FileKind::Upload, raw.to_vec()).await;
    let key = kept.map_err(to_retry)?;
    let added = add(state, tenant, &sha256, source.as_str(), &key, raw.len()).await;
    let is_new = state.files.delete_unless_written(&key, added).await?;
    if !is_new {
        // Without a row, the file would only use space.
        state.files.delete(&key).await.ok();
    }
    Ok(())
}

/// A company without room takes its e-mails later: the mail server keeps them and tries again.
pub(super) fn to_retry(error: FileError) -> ApiError {
    match error {
        FileError::Full => {
            ApiError::retry(StatusCode::SERVICE_UNAVAILABLE, MessageCode::StorageFull, FULL_RETRY_S)
        }
        other => other.into(),
    }
}

/// Writes the row of a stored e-mail. False when it is known.
pub(super) async fn add(
    state: &AppState,
    tenant: &Tenant,
    sha256: &[u8],
    source: &str,
    key: &FileKey,
    size: usize,
) -> ApiResult<bool> {
    let mail_id = Uuid::now_v7();
    let mut tx = state.tenancy.begin(tenant).await?;
    let at = state.clock.now();
    let is_new = store::add(&mut tx, mail_id, sha256, source, key.name(), size, at).await?;
    if is_new {
        enqueue_quietly(&mut tx, TakeMail { mail_id }).await?;
    }
    tx.commit().await?;
    Ok(is_new)
}
