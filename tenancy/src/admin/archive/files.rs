//! The files of a tenant in its archive, as entries below `files/`. The keeper gives the names.

use std::fs::File;
use std::future::Future;
use std::io::{self, Write};
use std::path::Path;

use futures_util::stream::{self, BoxStream};
use futures_util::{StreamExt, TryStreamExt};
use zip::{ZipArchive, ZipWriter};

use super::import::read_entry;
use super::{Manifest, entry_options};
use crate::admin::AdminError;
use crate::tenant::TenantId;

const FOLDER: &str = "files/";

/// The content of a file in pieces.
pub type Pieces = BoxStream<'static, io::Result<Vec<u8>>>;

/// Stores the files of tenants.
pub trait FileKeeper: Sync {
    /// Names of all files of a tenant.
    fn names(&self, tenant: &TenantId) -> impl Future<Output = io::Result<Vec<String>>> + Send;

    /// None if the file was deleted meanwhile.
    fn read(&self, tenant: &TenantId, name: &str) -> impl Future<Output = io::Result<Option<Pieces>>> + Send;

    /// Stores a file under its name in the archive, completely or not at all. `InvalidInput` for an invalid
    /// name.
    fn write(
        &self,
        tenant: &TenantId,
        name: &str,
        pieces: Pieces,
    ) -> impl Future<Output = io::Result<()>> + Send;

    /// Deletes all files of a tenant whose import failed.
    fn forget(&self, tenant: &TenantId) -> impl Future<Output = io::Result<()>> + Send;
}

/// Writes all files; returns their number.
pub async fn export(
    keeper: &impl FileKeeper,
    tenant: TenantId,
    archive: &mut ZipWriter<File>,
) -> Result<u64, AdminError> {
    let mut count = 0;
    for name in keeper.names(&tenant).await? {
        let Some(mut pieces) = keeper.read(&tenant, &name).await? else { continue };
        archive.start_file(format!("{FOLDER}{name}"), entry_options().large_file(true))?;
        while let Some(piece) = pieces.try_next().await? {
            archive.write_all(&piece)?;
        }
        count += 1;
    }
    Ok(count)
}

/// Stores all files for the imported tenant. The checksums of the archive must match.
pub async fn import(
    keeper: &impl FileKeeper,
    tenant: TenantId,
    manifest: &Manifest,
    file: &Path,
) -> Result<(), AdminError> {
    let archive = ZipArchive::new(File::open(file)?)?;
    let entries: Vec<_> = archive.file_names().collect::<Result<_, _>>()?;
    let names: Vec<_> = entries.iter().filter_map(|entry| entry.strip_prefix(FOLDER)).collect();
    if names.len() as u64 != manifest.files {
        return Err(AdminError::Invalid("the archive is damaged: files are missing".to_owned()));
    }
    for name in names {
        let mut parts = read_entry(file.to_owned(), format!("{FOLDER}{name}"));
        let pieces = stream::poll_fn(move |cx| parts.poll_recv(cx)).map_err(io::Error::other).boxed();
        keeper.write(&tenant, name, pieces).await.map_err(|error| match error.kind() {
            io::ErrorKind::InvalidInput => AdminError::Invalid(error.to_string()),
            _ => error.into(),
        })?;
    }
    Ok(())
}
