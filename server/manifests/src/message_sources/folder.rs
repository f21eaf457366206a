//! The folder of a place outside.

use server_core::state::AppState;
use tenancy::TenantId;

use super::failure::FetchFailure;
use super::https_folder::HttpsFolder;
use super::sftp_folder::SftpFolder;
use super::state::{LeftFileReason, LeftMessageFile};
use crate::gateways::{GatewayRow, ManifestGatewayKind};
use customs::cargo_events::message_store::FetchedFile;
use customs::cargo_events::reader::MAX_BYTES;

/// Others are still being written there.
const UNFINISHED: [&str; 3] = [".part", ".tmp", ".filepart"];
const LONGEST_NAME: usize = 200;
/// Names of a list.
pub const MOST_NAMES: usize = 20_000;
/// Files that fail one after the other: then the place fails.
const MOST_FAILED: usize = 10;

pub enum RemoteFolder<'a> {
    Https(HttpsFolder<'a>),
    Sftp(Box<SftpFolder>),
}

/// Names of files of a folder.
#[derive(Debug, Default)]
pub struct ListedNames {
    pub names: Vec<String>,
    /// The folder has more than are listed.
    pub is_cut: bool,
}

/// Some files of a folder, as far as they could be read.
#[derive(Default)]
pub struct ReadFiles {
    pub files: Vec<FetchedFile>,
    /// Those that are too large, or that the place does not give.
    pub left: Vec<LeftMessageFile>,
    /// Why the others were not asked for.
    pub failure: Option<FetchFailure>,
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
    pub async fn list(&self) -> Result<ListedNames, FetchFailure> {
        let mut listed = match self {
            Self::Https(folder) => folder.list().await?,
            Self::Sftp(folder) => folder.list().await?,
        };
        listed.is_cut |= listed.names.len() > MOST_NAMES;
        listed.names.truncate(MOST_NAMES);
        listed.names.retain(|name| is_whole_file(name));
        listed.names.sort_unstable();
        listed.names.dedup();
        Ok(listed)
    }

    /// Reads files until the place fails. One that cannot be read holds nobody up.
    pub async fn read_all(&self, names: &[String]) -> ReadFiles {
        let mut read = ReadFiles::default();
        let mut failed_in_row = 0;
        for name in names {
            let content = match self {
                Self::Https(folder) => folder.read_file(name).await,
                Self::Sftp(folder) => folder.read_file(name).await,
            };
            let failure = match content {
                Ok(content) => {
                    failed_in_row = 0;
                    read.add(name, content);
                    continue;
                }
                Err(failure) => failure,
            };
            tracing::warn!(
                file = name,
                cause = format!("{:#}", failure.cause),
                "a message file was not read"
            );
            failed_in_row += 1;
            let reason = failure.find_file_reason();
            if let Some(reason) = reason {
                read.left.push(LeftMessageFile::of(name, reason, failure.call.status));
            }
            if reason.is_none() || failed_in_row == MOST_FAILED {
                read.failure = Some(failure);
                break;
            }
        }
        read
    }

    /// Takes files away that were kept. Returns those that stay: they are known, and change nothing the next time.
    pub async fn remove_all(&self, files: &[FetchedFile]) -> Vec<LeftMessageFile> {
        let mut left = Vec::new();
        for file in files {
            let removed = match self {
                Self::Https(folder) => folder.remove(&file.name).await,
                Self::Sftp(folder) => folder.remove(&file.name).await,
            };
            if let Err(failure) = removed {
                let cause = format!("{:#}", failure.cause);
                tracing::warn!(file = file.name, cause, "a message file was not taken away");
                left.push(LeftMessageFile::of(&file.name, LeftFileReason::NotDeleted, failure.call.status));
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

impl ReadFiles {
    fn add(&mut self, name: &str, content: Vec<u8>) {
        if content.len() <= MAX_BYTES {
            self.files.push(FetchedFile { name: name.to_owned(), content });
        } else {
            self.left.push(LeftMessageFile::of(name, LeftFileReason::TooLarge, None));
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
