//! A folder of an SFTP server.

use std::future::Future;
use std::time::Duration;

use anyhow::Context;
use server_core::outgoing::HostFailure;
use server_core::state::AppState;
use tokio::io::AsyncReadExt;
use tokio::time::timeout;

use super::failure::FetchFailure;
use crate::cargo_events::reader::MAX_BYTES;
use crate::manifests::gateways::GatewayRow;
use crate::sftp::{NotLetIn, SftpConnection};

const LONGEST: Duration = Duration::from_secs(30);

pub struct SftpFolder(SftpConnection);

impl SftpFolder {
    pub async fn open(
        app: &AppState,
        place: &GatewayRow,
        secret: Option<String>,
    ) -> Result<Self, FetchFailure> {
        let opened = run_in_time(SftpConnection::open(app, place, secret)).await;
        let to_failure = |cause: anyhow::Error| match cause.downcast_ref::<NotLetIn>() {
            Some(_) => FetchFailure::of(HostFailure::KeyRefused, cause),
            None => FetchFailure::of(HostFailure::NotReached, cause),
        };
        Ok(Self(opened.map_err(to_failure)?))
    }

    pub async fn list(&self) -> Result<Vec<String>, FetchFailure> {
        let listed = run_in_time(async { Ok(self.0.files.read_dir(self.0.folder()).await?) }).await;
        let entries = listed.map_err(fail)?;
        Ok(entries.filter(|entry| !entry.file_type().is_dir()).map(|entry| entry.file_name()).collect())
    }

    /// The file, or one byte more than is taken.
    pub async fn read_file(&self, name: &str) -> Result<Vec<u8>, FetchFailure> {
        let read = run_in_time(async {
            let most = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX).saturating_add(1);
            let (file, mut content) = (self.0.files.open(self.0.path(name)).await?, Vec::new());
            file.take(most).read_to_end(&mut content).await?;
            Ok(content)
        });
        read.await.map_err(fail)
    }

    pub async fn remove(&self, name: &str) -> Result<(), FetchFailure> {
        let removed = run_in_time(async { Ok(self.0.files.remove_file(self.0.path(name)).await?) });
        removed.await.map_err(fail)
    }

    pub async fn close(self) {
        if let Err(cause) = run_in_time(self.0.close()).await {
            tracing::debug!("an SFTP connection was not closed: {cause:#}");
        }
    }
}

fn fail(cause: anyhow::Error) -> FetchFailure {
    FetchFailure::of(HostFailure::Failed, cause)
}

async fn run_in_time<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    timeout(LONGEST, work).await.context("the server does not answer in time")?
}
