//! Reads an e-mail in a process of its own: first what it says, then its files in pieces.

use std::fs::File;
use std::io::{self, Read, Seek, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use tenancy::TenantId;
use tokio::sync::Semaphore;

use super::read::Incoming;
use server_core::http::error::{ApiError, ApiResult};
use server_core::sandbox::{self, Reader, Task, permit};

pub const MAX_BYTES: usize = 25 * 1024 * 1024;
pub const MAIL: Task = Task { name: "mail", memory: 384 * 1024 * 1024, cpu_s: 3, wall_s: 60 };
/// Bytes of a file in one line.
const PIECE: usize = 3 * 1024 * 1024;

/// The place of the mailbox, whose e-mails belong to no company before they are read.
static OF_MAILBOX: Semaphore = Semaphore::const_new(1);

/// Reads an e-mail of a company with its files, when it is the company's turn. None when it cannot be read.
pub async fn open(company: &TenantId, raw: Vec<u8>) -> ApiResult<Option<Incoming>> {
    let permit = permit::take_in_background(company).await?;
    let read = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        all_of(&raw)
    });
    read.await.map_err(ApiError::internal)?.map_err(ApiError::internal)
}

/// The same for an e-mail of the mailbox.
pub async fn open_of_mailbox(raw: Vec<u8>) -> io::Result<Option<Incoming>> {
    let _permit = OF_MAILBOX.acquire().await.map_err(io::Error::other)?;
    tokio::task::spawn_blocking(move || all_of(&raw)).await.map_err(io::Error::other)?
}

fn all_of(raw: &[u8]) -> io::Result<Option<Incoming>> {
    let mut file = tempfile::tempfile()?;
    file.write_all(raw)?;
    file.rewind()?;
    let mut reader = Reader::start(&MAIL, file)?;
    let Some(mut read) = reader.part::<Option<Incoming>>()?.flatten() else { return Ok(None) };
    for file in &mut read.files {
        loop {
            let Some(piece) = reader.part::<String>()? else { return Ok(None) };
            let bytes = STANDARD.decode(piece).map_err(io::Error::other)?;
            if bytes.is_empty() {
                break;
            }
            file.bytes.extend_from_slice(&bytes);
        }
    }
    Ok(Some(read))
}

/// The work of such a process. An empty piece ends a file.
pub fn read_in_sandbox(mut file: File, output: &mut dyn Write) -> io::Result<()> {
    let mut raw = Vec::new();
    (&mut file).take(MAX_BYTES as u64 + 1).read_to_end(&mut raw)?;
    let read = Incoming::parse(&raw);
    sandbox::write_part(output, &read)?;
    for file in read.into_iter().flat_map(|read| read.files) {
        for piece in file.bytes.chunks(PIECE) {
            sandbox::write_part(output, &STANDARD.encode(piece))?;
        }
        sandbox::write_part(output, &String::new())?;
    }
    Ok(())
}
