//! Files that arrived in parts. Each part is a stored file of its own; together they are read as one.

use std::io;

use bytes::Bytes;
use futures_util::stream::{self, BoxStream};
use futures_util::{StreamExt, TryStreamExt};
use sha2::{Digest, Sha256};

use super::{FileKey, Files};

/// Reads the parts one after the other.
pub fn read_parts(files: &Files, keys: Vec<FileKey>) -> BoxStream<'static, io::Result<Bytes>> {
    let files = files.clone();
    let opened = stream::iter(keys).then(move |key| open_part(files.clone(), key));
    opened.try_flatten().boxed()
}

async fn open_part(files: Files, key: FileKey) -> io::Result<BoxStream<'static, io::Result<Bytes>>> {
    let found = files.get(&key).await.map_err(io::Error::other)?;
    found.map(|part| part.stream).ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// The SHA-256 of all parts together: 64 hexadecimal digits in lower case.
pub async fn hash_parts(files: &Files, keys: Vec<FileKey>) -> io::Result<String> {
    let mut chunks = read_parts(files, keys);
    let mut hasher = Sha256::new();
    while let Some(chunk) = chunks.try_next().await? {
        hasher.update(&chunk);
    }
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}
