//! Files of an e-mail: stored like uploads, named by the last part of their path, offered as downloads. The pictures that its
//! text shows are also re-encoded, so that no bytes of the sender reach a browser.

use std::io::{self, Seek, Write};

use tenancy::{TenantId, TenantTx};
use uuid::Uuid;

use super::store::{self, MailFile};
use super::write::WrittenMessage;
use inbox::{Incoming, IncomingFile, Origin};
use server_core::files::picture::SHOWN;
use server_core::files::{FileKey, FileKind, sent};
use server_core::http::error::ApiResult;
use server_core::http::messages::MessageCode;
use server_core::process::{ProcessCx, ProcessError};
use server_core::sandbox::{self, permit};

/// Pictures of one e-mail that are re-encoded at most.
const MAX_PICTURES: usize = 10;

/// A stored file.
pub struct SavedFile {
    key: FileKey,
    name: String,
    size: usize,
    content_type: &'static str,
    /// The re-encoded copy of a picture.
    picture: Option<FileKey>,
}

/// Stores the files of a person's e-mail.
pub async fn save(cx: &ProcessCx, mail: &Incoming) -> Result<Vec<SavedFile>, ProcessError> {
    let mut saved = Vec::new();
    if !matches!(mail.origin, Origin::Person | Origin::Relayed) {
        return Ok(saved);
    }
    let mut pictures = 0;
    for file in &mail.files {
        let is_shown = file.is_inline && pictures < MAX_PICTURES;
        pictures += usize::from(is_shown);
        match save_one(cx, file, is_shown).await {
            Ok(saved_file) => saved.push(saved_file),
            Err(error) => {
                discard(cx, &saved).await;
                return Err(error);
            }
        }
    }
    Ok(saved)
}

async fn save_one(cx: &ProcessCx, file: &IncomingFile, is_shown: bool) -> Result<SavedFile, ProcessError> {
    // First, so that nothing is stored when it cannot be re-encoded at this moment.
    let (files, tenant) = (&cx.app().files, &cx.tenant().id);
    let reencoded = if is_shown { reencode_in_turn(tenant, file.bytes.clone()).await? } else { None };
    let picture = match reencoded {
        Some(bytes) => Some(files.put(tenant, FileKind::Upload, bytes).await?),
        None => None,
    };
    match files.put(tenant, FileKind::Upload, file.bytes.clone()).await {
        Ok(key) => Ok(SavedFile { picture, ..to_saved_file(key, file) }),
        Err(error) => {
            if let Some(picture) = &picture {
                files.delete(picture).await.ok();
            }
            Err(error.into())
        }
    }
}

/// Re-encodes a picture when it is the company's turn. None when it cannot be read.
async fn reencode_in_turn(company: &TenantId, bytes: Vec<u8>) -> Result<Option<Vec<u8>>, ProcessError> {
    let permit = permit::take_in_background(company).await?;
    let reencoded = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        reencode(&bytes)
    });
    Ok(reencoded.await.map_err(io::Error::other)??)
}

fn reencode(bytes: &[u8]) -> io::Result<Option<Vec<u8>>> {
    let mut file = tempfile::tempfile()?;
    file.write_all(bytes)?;
    file.rewind()?;
    // None: the process took too much memory or time. An error of the picture itself: it cannot be read.
    let answer: Option<Result<Vec<u8>, MessageCode>> = sandbox::read_file(&SHOWN, file)?;
    Ok(answer.and_then(Result::ok))
}

/// Deletes stored files whose message was not written.
pub async fn discard(cx: &ProcessCx, saved: &[SavedFile]) {
    for file in saved {
        cx.app().files.delete(&file.key).await.ok();
        if let Some(picture) = &file.picture {
            cx.app().files.delete(picture).await.ok();
        }
    }
}

fn to_saved_file(key: FileKey, file: &IncomingFile) -> SavedFile {
    let content_type = sent::detect_type(&file.bytes).unwrap_or("application/octet-stream");
    let fallback_name = match content_type.rsplit('/').next() {
        Some(ending) if content_type != "application/octet-stream" => format!("file.{ending}"),
        _ => "file".to_owned(),
    };
    let name = sent::name(file.name.as_deref(), &fallback_name);
    SavedFile { key, name, size: file.bytes.len(), content_type, picture: None }
}

/// Adds the files to the message.
pub async fn add(tx: &mut TenantTx, written: &WrittenMessage, saved: &[SavedFile]) -> ApiResult<()> {
    let row = |file: &SavedFile| MailFile {
        id: Uuid::now_v7(),
        file_key: file.key.name().to_owned(),
        file_name: file.name.clone(),
        file_size: i64::try_from(file.size).unwrap_or(i64::MAX),
        content_type: file.content_type,
        picture_key: file.picture.as_ref().map(|key| key.name().to_owned()),
    };
    let rows: Vec<MailFile> = saved.iter().map(row).collect();
    Ok(store::add_files(tx, written.ticket_id, written.message_id, &rows, written.at).await?)
}
