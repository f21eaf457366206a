//! The folder of a place outside.

use server_core::state::AppState;
use tenancy::TenantId;

use super::failure::FetchFailure;
use super::https_folder::HttpsFolder;
use super::sftp_folder::SftpFolder;
use crate::cargo_events::message_store::FetchedFile;
use crate::cargo_events::reader::MAX_BYTES;
use crate::manifests::gateways::{GatewayRow, ManifestGatewayKind};

/// Others are still being written there.
const UNFINISHED: [&str; 3] = [".part", ".tmp", ".filepart"];
const LONGEST_NAME: usize = 200;

pub enum RemoteFolder<'a> {
    Https(HttpsFolder<'a>),
    Sftp(Box<SftpFolder>),
}

/// Some files of a folder.
#[derive(Default)]
pub struct ReadFiles {
    pub files: Vec<FetchedFile>,
    /// Names of those that are too large, or that the place keeps back.
    pub left: Vec<String>,
}

impl<'a> RemoteFolder<'a> {
    pub async fn open(
        app: &'a AppState,
        tenant: &TenantId,
        place: &GatewayRow,
    ) -> Result<Self, FetchFailure> {
        let secret = place.open_secret(&app.config.secret, tenant);
        Ok(match place.kind {
            ManifestGatewayKind::Https => Self::Https(HttpsFolder::open(app, place, secret.as_deref())?),
            ManifestGatewayKind::Sftp => Self::Sftp(Box::new(SftpFolder::open(app, place, secret).await?)),
        })
    }

    /// Names of whole files, in order.
    pub async fn list(&self) -> Result<Vec<String>, FetchFailure> {
        let mut names = match self {
            Self::Https(folder) => folder.list().await?,
            Self::Sftp(folder) => folder.list().await?,
        };
        names.retain(|name| is_whole_file(name));
        names.sort_unstable();
        names.dedup();
        Ok(names)
    }

    pub async fn read_all(&self, names: &[String]) -> Result<ReadFiles, FetchFailure> {
        let mut read = ReadFiles::default();
        for name in names {
            let content = match self {
                Self::Https(folder) => folder.read_file(name).await,
                Self::Sftp(folder) => folder.read_file(name).await,
            };
            match content {
                Ok(content) if content.len() <= MAX_BYTES => {
                    read.files.push(FetchedFile { name: name.clone(), content });
                }
                Ok(_) => read.left.push(name.clone()),
                Err(failure) if failure.is_of_file() => {
                    tracing::warn!(file = name, "not read: {:#}", failure.cause);
                    read.left.push(name.clone());
                }
                Err(failure) => return Err(failure),
            }
        }
        Ok(read)
    }

    /// Takes files away that were kept. Returns the names of those that stay: they are known, and change nothing the next time.
    pub async fn remove_all(&self, files: &[FetchedFile]) -> Vec<String> {
        let mut left = Vec::new();
        for file in files {
            let removed = match self {
                Self::Https(folder) => folder.remove(&file.name).await,
                Self::Sftp(folder) => folder.remove(&file.name).await,
            };
            if let Err(failure) = removed {
                tracing::warn!(file = file.name, "not taken away: {:#}", failure.cause);
                left.push(file.name.clone());
            }
        }
        left
    }

    pub async fn close(self) {
        if let Self::Sftp(folder) = self {
            folder.close().await;
        }
    }
}

fn is_whole_file(name: &str) -> bool {
    let is_plain = !name.is_empty()
        && name.len() <= LONGEST_NAME
        && !name.starts_with('.')
        && !name.contains(|letter: char| letter == '/' || letter == '\\' || letter.is_control());
    is_plain && !UNFINISHED.iter().any(|end| name.to_ascii_lowercase().ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_others_still_write_are_left_alone() {
        for name in ["fsu-1.txt", "MSG 2.xml", "ção.txt"] {
            assert!(is_whole_file(name), "{name}");
        }
        for name in ["", ".hidden", "a.part", "a.TMP", "../a", "in\\a", "a\nb"] {
            assert!(!is_whole_file(name), "{name}");
        }
    }
}
