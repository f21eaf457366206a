//! Photos and signatures of drivers. They are sent apart from the records that name them, by their hash.

use poem::http::StatusCode;
use poem_openapi::Object;
use sha2::{Digest, Sha256};
use tokio::io::{AsyncReadExt, AsyncSeekExt};

use super::batch::{self, RecordSubjects};
use super::record::MAX_FILE_BYTES;
use super::record_store;
use super::wire::{read_hash, write_hash};
use access::ctx::Ctx;
use access::users::own_user;
use server_core::files::document::SavedDocument;
use server_core::files::sent::at_file;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::form::FilePart;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::sent::SentFile;

/// A photo or a signature.
#[derive(Object)]
pub struct FieldFileInput {
    /// JPEG, PNG or PDF, up to 3 MB.
    pub file: Option<FilePart>,
}

/// A file that has arrived.
#[derive(Object)]
pub struct FieldFile {
    /// 64 hexadecimal digits in lower case.
    pub sha256: String,
}

/// Keeps a file that a record names, or will name. The same one again changes nothing.
pub async fn store(ctx: &Ctx, sha256: String, sent: SentFile) -> ApiResult<FieldFile> {
    read_hash(&sha256).ok_or_else(ApiError::not_found)?;
    let sent = check_file(sent, &sha256).await?;
    let mut tx = ctx.begin().await?;
    let is_known = record_store::is_known_file(&mut tx, &sha256).await?;
    tx.commit().await?;
    if !is_known {
        let (files, tenant) = (&ctx.state().files, &ctx.tenant().id);
        let saved = SavedDocument::save(files, tenant, sent, None).await?;
        let added = add_file(ctx, &sha256, &saved).await;
        SavedDocument::delete_unless_written(files, Some(&saved), added).await?;
    }
    Ok(FieldFile { sha256 })
}

/// Writes the row of a file, and brings those deliveries and pickups up to date whose records waited for it.
async fn add_file(ctx: &Ctx, sha256: &str, file: &SavedDocument) -> ApiResult<()> {
    let mut tx = ctx.begin().await?;
    own_user::take_turn(&mut tx, ctx.user.id).await?;
    let is_new = record_store::insert_file(&mut tx, sha256, file, ctx.user.id, ctx.now()).await?;
    if !is_new {
        // Another call was faster; what was stored now is deleted.
        return Err(ApiError::retry(StatusCode::SERVICE_UNAVAILABLE, MessageCode::Busy, 1));
    }
    batch::fold_with_completed(&mut tx, ctx, RecordSubjects::default()).await?;
    tx.commit().await?;
    Ok(())
}

/// The file at its start, if its bytes have this hash; 422 at `file` for another one or a larger one.
async fn check_file(sent: SentFile, sha256: &str) -> ApiResult<SentFile> {
    let mut file = tokio::fs::File::from_std(sent.file);
    let (mut hasher, mut size, mut buffer) = (Sha256::new(), 0_usize, vec![0_u8; 64 * 1024]);
    loop {
        let read = file.read(&mut buffer).await.map_err(ApiError::internal)?;
        if read == 0 {
            break;
        }
        size += read;
        hasher.update(&buffer[..read]);
    }
    if size > MAX_FILE_BYTES || sent.is_too_large {
        let max = MAX_FILE_BYTES / 1024 / 1024;
        return Err(at_file(MessageCode::FileTooLarge, Params::from([("max", max.into())])));
    }
    if write_hash(&hasher.finalize()) != sha256 {
        return Err(at_file(MessageCode::FileHashDiffers, Params::new()));
    }
    file.rewind().await.map_err(ApiError::internal)?;
    Ok(SentFile { file: file.into_std().await, ..sent })
}
