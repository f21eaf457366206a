//! Files of an e-mail: stored like uploads, named by their last part, offered as downloads. The pictures that its body shows
//! are also drawn anew, so that no foreign bytes are shown.

use std::io::{self, Seek, Write};

use tenancy::TenantTx;
use tokio::sync::Semaphore;
use uuid::Uuid;

use super::store::{self, MailFile};
use super::write::WrittenMessage;
use server_core::files::picture::SHOWN;
use server_core::files::{FileKey, FileKind, sent};
use server_core::http::error::ApiResult;
use server_core::http::messages::MessageCode;
use server_core::mail::incoming::{Incoming, IncomingFile, Origin};
use server_core::process::{ProcessCx, ProcessError};
use server_core::sandbox;

/// Pictures of one e-mail that are drawn.
const MOST_PICTURES: usize = 10;

/// One picture is drawn at a time; the others wait.
static PLACE: Semaphore = Semaphore::const_new(1);

/// A stored file.
pub struct SavedFile {
    key: FileKey,
    name: String,
    size: usize,
    content_type: &'static str,
    picture: Option<FileKey>,
}

/// Stores the files of a person's e-mail.
pub async fn save(cx: &ProcessCx, mail: &Incoming) -> Result<Vec<SavedFile>, ProcessError> {
    let mut saved = Vec::new();
    let mut pictures = 0;
    for file in mail.files.iter().filter(|_| mail.origin == Origin::Person) {
        let is_shown = file.is_inline && pictures < MOST_PICTURES;
        pictures += usize::from(is_shown);
        match save_one(cx, file, is_shown).await {
            Ok(one) => saved.push(one),
            Err(error) => {
                discard(cx, &saved).await;
                return Err(error);
            }
        }
    }
    Ok(saved)
}

async fn save_one(cx: &ProcessCx, file: &IncomingFile, is_shown: bool) -> Result<SavedFile, ProcessError> {
    // First, so that nothing is stored when it cannot be drawn at this moment.
    let drawn = if is_shown { redraw(file.bytes.clone()).await? } else { None };
    let (files, tenant) = (&cx.app().files, &cx.tenant().id);
    let picture = match drawn {
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

/// The picture as it is shown; none when it cannot be read.
async fn redraw(bytes: Vec<u8>) -> Result<Option<Vec<u8>>, ProcessError> {
    let _place = PLACE.acquire().await.map_err(io::Error::other)?;
    let read = tokio::task::spawn_blocking(move || draw(&bytes)).await.map_err(io::Error::other)??;
    Ok(read.and_then(Result::ok))
}

fn draw(bytes: &[u8]) -> io::Result<Option<Result<Vec<u8>, MessageCode>>> {
    let mut file = tempfile::tempfile()?;
    file.write_all(bytes)?;
    file.rewind()?;
    sandbox::read_file(&SHOWN, file)
}

/// Without a message, files would only use space.
pub async fn discard(cx: &ProcessCx, saved: &[SavedFile]) {
    for file in saved {
        cx.app().files.delete(&file.key).await.ok();
        if let Some(picture) = &file.picture {
            cx.app().files.delete(picture).await.ok();
        }
    }
}

fn to_saved_file(key: FileKey, file: &IncomingFile) -> SavedFile {
    let content_type = sent::content_type(&file.bytes).unwrap_or("application/octet-stream");
    let otherwise = match content_type.rsplit('/').next() {
        Some(ending) if content_type != "application/octet-stream" => format!("file.{ending}"),
        _ => "file".to_owned(),
    };
    let name = sent::name(file.name.as_deref(), &otherwise);
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
