//! Files of an e-mail: kept like uploads, named by their last part, offered as downloads only.

use tenancy::TenantTx;
use uuid::Uuid;

use super::store::{self, MailFile};
use super::write::Written;
use crate::files::{FileKey, FileKind, sent};
use crate::http::error::ApiResult;
use crate::mail::incoming::{Incoming, IncomingFile, Origin};
use crate::process::{ProcessCx, ProcessError};

/// A stored file.
pub struct Kept {
    key: FileKey,
    name: String,
    size: usize,
    content_type: &'static str,
}

/// Stores the files of a person's e-mail.
pub async fn keep(cx: &ProcessCx, mail: &Incoming) -> Result<Vec<Kept>, ProcessError> {
    let mut kept = Vec::new();
    for file in mail.files.iter().filter(|_| mail.origin == Origin::Person) {
        let stored = cx.app().files.put(&cx.tenant().id, FileKind::Upload, file.bytes.clone()).await;
        match stored {
            Ok(key) => kept.push(described(key, file)),
            Err(error) => {
                discard(cx, &kept).await;
                return Err(error.into());
            }
        }
    }
    Ok(kept)
}

/// Without a message, files would only use space.
pub async fn discard(cx: &ProcessCx, kept: &[Kept]) {
    for file in kept {
        cx.app().files.delete(&file.key).await.ok();
    }
}

fn described(key: FileKey, file: &IncomingFile) -> Kept {
    let content_type = sent::content_type(&file.bytes).unwrap_or("application/octet-stream");
    let otherwise = match content_type.rsplit('/').next() {
        Some(ending) if content_type != "application/octet-stream" => format!("file.{ending}"),
        _ => "file".to_owned(),
    };
    Kept { key, name: sent::name(file.name.as_deref(), &otherwise), size: file.bytes.len(), content_type }
}

/// Adds the files to the message.
pub async fn add(tx: &mut TenantTx, written: &Written, kept: &[Kept]) -> ApiResult<()> {
    let row = |file: &Kept| MailFile {
        id: Uuid::now_v7(),
        file_key: file.key.name().to_owned(),
        file_name: file.name.clone(),
        file_size: i64::try_from(file.size).unwrap_or(i64::MAX),
        content_type: file.content_type,
    };
    let rows: Vec<MailFile> = kept.iter().map(row).collect();
    Ok(store::add_files(tx, (written.ticket_id, written.message_id), &rows, written.at).await?)
}
