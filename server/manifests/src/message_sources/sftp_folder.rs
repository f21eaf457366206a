//! A folder of an SFTP server.

use std::future::Future;
use std::time::Duration;

use anyhow::Context;
use russh_sftp::client::RawSftpSession;
use russh_sftp::client::error::Error as SftpError;
use russh_sftp::protocol::{FileAttributes, OpenFlags, StatusCode};
use server_core::outgoing::HostFailure;
use server_core::state::AppState;
use tokio::time::timeout;

use super::failure::FetchFailure;
use super::folder::{ListedNames, MOST_NAMES};
use crate::gateways::GatewayRow;
use crate::sftp::{NotLetIn, SftpConnection};
use customs::cargo_events::reader::MAX_BYTES;

const LONGEST: Duration = Duration::from_secs(30);
/// Bytes that are asked for at once: each server gives as many.
const PART: u32 = 32 * 1024;

pub struct SftpFolder {
    connection: SftpConnection,
    files: RawSftpSession,
}

impl SftpFolder {
    pub async fn open(
        app: &AppState,
        place: &GatewayRow,
        secret: Option<String>,
    ) -> Result<Self, FetchFailure> {
        let opened = run_in_time(async {
            let connection = SftpConnection::open(app, place, secret).await?;
            let files = RawSftpSession::new(connection.open_channel().await?);
            files.init().await?;
            Ok(Self { connection, files })
        })
        .await;
        let to_failure = |cause: anyhow::Error| match cause.downcast_ref::<NotLetIn>() {
            Some(_) => FetchFailure::of(HostFailure::KeyRefused, cause),
            None => FetchFailure::of(HostFailure::NotReached, cause),
        };
        opened.map_err(to_failure)
    }

    /// The names of its files: of very many, the first ones.
    pub async fn list(&self) -> Result<ListedNames, FetchFailure> {
        run_in_time(self.list_files()).await.map_err(fail)
    }

    async fn list_files(&self) -> anyhow::Result<ListedNames> {
        let handle = self.files.opendir(self.connection.folder()).await?.handle;
        let mut listed = ListedNames::default();
        while !listed.is_cut {
            let part = match self.files.readdir(handle.as_str()).await {
                Ok(part) => part,
                Err(SftpError::Status(status)) if status.status_code == StatusCode::Eof => break,
                Err(cause) => return Err(cause.into()),
            };
            let files = part.files.into_iter().filter(|file| !file.attrs.file_type().is_dir());
            listed.names.extend(files.map(|file| file.filename));
            listed.is_cut = listed.names.len() > MOST_NAMES;
        }
        self.files.close(handle).await?;
        Ok(listed)
    }

    /// The file, or some bytes more than are taken.
    pub async fn read_file(&self, name: &str) -> Result<Vec<u8>, FetchFailure> {
        let read = run_in_time(async {
            let path = self.connection.path(name);
            let handle = self.files.open(path, OpenFlags::READ, FileAttributes::empty()).await?.handle;
            let content = self.read_content(&handle).await;
            // Without this, a server that counts open files takes no more of them.
            self.files.close(handle).await.ok();
            content
        });
        read.await.map_err(fail)
    }

    async fn read_content(&self, handle: &str) -> anyhow::Result<Vec<u8>> {
        let mut content = Vec::new();
        while content.len() <= MAX_BYTES {
            let offset = u64::try_from(content.len()).unwrap_or(u64::MAX);
            match self.files.read(handle, offset, PART).await {
                Ok(part) if part.data.is_empty() => break,
                Ok(part) => content.extend(part.data),
                Err(SftpError::Status(status)) if status.status_code == StatusCode::Eof => break,
                Err(cause) => return Err(cause.into()),
            }
        }
        Ok(content)
    }

    pub async fn remove(&self, name: &str) -> Result<(), FetchFailure> {
        let path = self.connection.path(name);
        let removed = run_in_time(async { Ok(self.files.remove(path).await?) }).await;
        removed.map(|_| ()).map_err(fail)
    }

    pub async fn close(self) {
        let Self { connection, files } = self;
        // The channel ends with what asks on it.
        drop(files);
        if let Err(cause) = run_in_time(connection.close()).await {
            tracing::debug!(cause = format!("{cause:#}"), "an SFTP connection was not closed");
        }
    }
}

fn fail(cause: anyhow::Error) -> FetchFailure {
    let is_answer = matches!(cause.downcast_ref::<SftpError>(), Some(SftpError::Status(_)));
    FetchFailure::of(if is_answer { HostFailure::Failed } else { HostFailure::NotReached }, cause)
}

async fn run_in_time<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    timeout(LONGEST, work).await.context("the server does not answer in time")?
}
