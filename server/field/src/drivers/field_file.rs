//! Photos and signatures of drivers. They are sent apart from the records that name them, by their hash.

use poem_openapi::Object;
use sha2::{Digest, Sha256};
use tokio::io::{AsyncReadExt, AsyncSeekExt};

use super::record::MAX_FILE_BYTES;
use super::wire::write_hash;
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

/// The file at its start, if its bytes have this hash; 422 at `file` for another one or a larger one.
pub async fn check_file(sent: SentFile, sha256: &str) -> ApiResult<SentFile> {
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
        let max = format!("{} MB", MAX_FILE_BYTES / 1024 / 1024);
        return Err(at_file(MessageCode::FileTooLarge, Params::from([("max", max.into())])));
    }
    if write_hash(&hasher.finalize()) != sha256 {
        return Err(at_file(MessageCode::FileHashDiffers, Params::new()));
    }
    file.rewind().await.map_err(ApiError::internal)?;
    Ok(SentFile { file: file.into_std().await, ..sent })
}
