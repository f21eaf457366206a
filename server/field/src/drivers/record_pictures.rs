//! The photos and signatures of records for a paper, drawn anew in a process of their own.

use std::fs::File;
use std::io::{Seek, Write};

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use tokio::io::AsyncReadExt;

use super::record::{MAX_FILE_BYTES, ProofKind};
use super::record_store;
use crate::deliveries::model::FieldFileRef;
use access::ctx::Ctx;
use server_core::files::FileKey;
use server_core::files::picture::SHOWN;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::sandbox;

/// On two pages.
const MOST: usize = 12;

/// A photo or a signature, whose file is there.
pub struct StoredPicture {
    at: DateTime<Utc>,
    file: FieldFileRef,
    file_key: String,
}

/// A picture as a JPEG file.
pub struct ProofPicture {
    /// When its record was made.
    pub at: DateTime<Utc>,
    pub file: FieldFileRef,
    pub bytes: Vec<u8>,
}

/// The newest photos and signatures of records, each with its time. Pictures of documents stay out: a proof goes through many hands.
pub async fn list<'a>(
    tx: &mut TenantTx,
    files: impl Iterator<Item = (DateTime<Utc>, &'a FieldFileRef)>,
) -> ApiResult<Vec<StoredPicture>> {
    let is_shown = |file: &FieldFileRef| matches!(file.kind, ProofKind::Photo | ProofKind::Signature);
    let named: Vec<(DateTime<Utc>, FieldFileRef)> =
        files.filter(|named| is_shown(named.1)).map(|(at, file)| (at, file.clone())).collect();
    let hashes: Vec<String> = named.iter().map(|(_, file)| file.sha256.clone()).collect();
    let mut keys = record_store::list_pictures(tx, &hashes).await?;
    // A picture that two records name is shown once.
    let stored = named.into_iter().filter_map(|(at, file)| {
        let file_key = keys.remove(&file.sha256)?;
        Some(StoredPicture { at, file, file_key })
    });
    Ok(stored.take(MOST).collect())
}

/// Draws them. One that cannot be read is left out.
pub async fn draw(ctx: &Ctx, stored: Vec<StoredPicture>) -> ApiResult<Vec<ProofPicture>> {
    if stored.is_empty() {
        return Ok(Vec::new());
    }
    let mut files = Vec::new();
    for picture in stored {
        if let Some(bytes) = load(ctx, &picture.file_key).await? {
            files.push((picture, bytes));
        }
    }
    let permit = ctx.wait_for_read_permit().await?;
    let drawn = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        files.into_iter().filter_map(|(picture, bytes)| draw_one(picture, &bytes)).collect()
    });
    drawn.await.map_err(ApiError::internal)
}

async fn load(ctx: &Ctx, file_key: &str) -> ApiResult<Option<Vec<u8>>> {
    let Some(key) = FileKey::of(&ctx.tenant().id, file_key) else { return Ok(None) };
    let Some(stored) = ctx.state().files.get(&key).await.map_err(ApiError::internal)? else {
        return Ok(None);
    };
    let mut bytes = Vec::new();
    let mut reader = stored.into_reader().take(MAX_FILE_BYTES as u64);
    reader.read_to_end(&mut bytes).await.map_err(ApiError::internal)?;
    Ok(Some(bytes))
}

fn draw_one(picture: StoredPicture, bytes: &[u8]) -> Option<ProofPicture> {
    let file = keep(bytes).ok()?;
    let drawn: Option<Result<Vec<u8>, MessageCode>> = sandbox::read_file(&SHOWN, file).ok()?;
    let StoredPicture { at, file, .. } = picture;
    Some(ProofPicture { at, file, bytes: drawn?.ok()? })
}

/// The other process reads from a file.
fn keep(bytes: &[u8]) -> std::io::Result<File> {
    let mut file = tempfile::tempfile()?;
    file.write_all(bytes)?;
    file.rewind()?;
    Ok(file)
}
