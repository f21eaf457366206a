//! File storage: a local folder or an S3-compatible store.
//!
//! A key contains its tenant by type. Rows keep only [`FileKey::name`], without the tenant: a row cannot refer to
//! another tenant's file, and a tenant that moves to another id keeps its files.

mod address;
mod archive;
pub mod document;
pub mod formula;
pub mod parts;
pub mod picture;
pub mod sent;
pub mod storage;

use std::io;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt};
use object_store::buffered::BufWriter;
use object_store::path::Path;
use object_store::{ObjectStore, ObjectStoreExt};
use tenancy::{TenancyError, TenantId};
use tokio::io::{AsyncRead, AsyncWriteExt};
use tokio_util::io::StreamReader;
use uuid::Uuid;

use self::storage::StorageCounter;
use crate::http::error::{ApiError, ApiResult};
use crate::http::messages::MessageCode;

/// The kind of a file, which is also its folder, so that a store can expire old outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Uploaded by a user.
    Upload,
    /// Created by a process.
    Output,
}

impl FileKind {
    const ALL: [Self; 2] = [Self::Upload, Self::Output];

    const fn folder(self) -> &'static str {
        match self {
            Self::Upload => "uploads",
            Self::Output => "outputs",
        }
    }
}

/// The key of a file of a tenant. Only [`Files::put`] creates new keys.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileKey {
    tenant: TenantId,
    name: String,
}

impl FileKey {
    fn fresh(tenant: &TenantId, kind: FileKind) -> Self {
        Self { tenant: *tenant, name: format!("{}/{}", kind.folder(), Uuid::now_v7()) }
    }

    /// The key for a name in a row of `tenant`. None when the text is not a name from [`FileKey::name`].
    pub fn of(tenant: &TenantId, name: &str) -> Option<Self> {
        let (folder, id) = name.split_once('/')?;
        let known = FileKind::ALL.iter().any(|kind| kind.folder() == folder);
        let exact = Uuid::try_parse(id).is_ok_and(|uuid| uuid.to_string() == id);
        (known && exact).then(|| Self { tenant: *tenant, name: name.to_owned() })
    }

    /// The name that a row of the tenant keeps.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn path(&self) -> Path {
        Path::from(format!("{}/{}", self.tenant, self.name))
    }
}

#[derive(Debug, thiserror::Error)]
pub enum FileError {
    #[error("not an address of files: {0}")]
    Address(String),
    #[error("the file to be kept could not be read: {0}")]
    Source(#[from] io::Error),
    #[error("the store of files: {0}")]
    Store(#[from] object_store::Error),
    #[error("the bytes of the files could not be counted: {0}")]
    Registry(#[from] TenancyError),
    /// The company has stored as much as it may.
    #[error("the company has no room for the file")]
    Full,
}

impl From<FileError> for ApiError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Full => Self::refused(MessageCode::StorageFull),
            FileError::Registry(error) => error.into(),
            other => Self::internal(other),
        }
    }
}

/// A stored file that is being read.
pub struct StoredFile {
    pub size: u64,
    pub stream: BoxStream<'static, io::Result<Bytes>>,
}

impl StoredFile {
    pub fn into_reader(self) -> impl AsyncRead + Send + Unpin {
        StreamReader::new(self.stream)
    }
}

/// The store. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Files {
    store: Arc<dyn ObjectStore>,
    /// Counts the bytes of each company. Commands of the owner have none; what they store is counted within a day.
    counter: Option<StorageCounter>,
}

impl Files {
    /// Opens `file:///folder`, which is created if it does not exist, or `s3://bucket/prefix?endpoint=…&region=…`.
    /// Credentials are the usual `AWS_…` variables in `environment`, not part of the URL.
    pub fn open(
        url: &str,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, FileError> {
        Ok(Self { store: address::open(url, environment)?, counter: None })
    }

    /// The same store, with a limit for each company.
    #[must_use]
    pub fn with_counter(self, counter: StorageCounter) -> Self {
        Self { counter: Some(counter), ..self }
    }

    pub fn counter(&self) -> Option<&StorageCounter> {
        self.counter.as_ref()
    }

    /// Stores bytes from memory.
    pub async fn put(
        &self,
        tenant: &TenantId,
        kind: FileKind,
        bytes: impl Into<Bytes>,
    ) -> Result<FileKey, FileError> {
        let key = FileKey::fresh(tenant, kind);
        let bytes: Bytes = bytes.into();
        let size = bytes.len() as u64;
        self.add(tenant, kind, size).await?;
        if let Err(error) = self.store.put(&key.path(), bytes.into()).await {
            self.subtract(tenant, size).await?;
            return Err(error.into());
        }
        Ok(key)
    }

    /// Stores a reader in chunks and returns the size. A file is stored completely or not at all.
    pub async fn put_reader(
        &self,
        tenant: &TenantId,
        kind: FileKind,
        reader: impl AsyncRead + Unpin,
    ) -> Result<(FileKey, u64), FileError> {
        let key = FileKey::fresh(tenant, kind);
        // A company without room sends nothing in vain.
        self.add(tenant, kind, 0).await?;
        let size = self.write(&key, reader).await?;
        if let Err(error) = self.add(tenant, kind, size).await {
            self.remove(&key).await?;
            return Err(error);
        }
        Ok((key, size))
    }

    async fn add(&self, tenant: &TenantId, kind: FileKind, size: u64) -> Result<(), FileError> {
        match &self.counter {
            Some(counter) => counter.add(tenant, kind, size).await,
            None => Ok(()),
        }
    }

    async fn subtract(&self, tenant: &TenantId, size: u64) -> Result<(), FileError> {
        match &self.counter {
            Some(counter) => counter.subtract(tenant, size).await,
            None => Ok(()),
        }
    }

    /// Counts all files of a company, once a day: a server that ended between a file and its number left a difference.
    pub async fn count(&self, tenant: &TenantId) -> Result<(), FileError> {
        let Some(counter) = &self.counter else { return Ok(()) };
        if !counter.begins_count(tenant).await? {
            return Ok(());
        }
        let folder = Path::from(tenant.as_ref());
        let files = self.store.list(Some(&folder)).map_err(FileError::from);
        let bytes = files.try_fold(0_u64, |sum, file| async move { Ok(sum + file.size) }).await?;
        counter.store_count(tenant, bytes).await
    }

    async fn write(&self, key: &FileKey, mut reader: impl AsyncRead + Unpin) -> Result<u64, FileError> {
        let mut writer = BufWriter::new(self.store.clone(), key.path());
        match tokio::io::copy(&mut reader, &mut writer).await {
            Ok(size) => {
                writer.shutdown().await?;
                Ok(size)
            }
            Err(error) => {
                if let Err(abort) = writer.abort().await {
                    tracing::warn!(%abort, "a broken upload left pieces in the store");
                }
                Err(error.into())
            }
        }
    }

    /// None when the file does not exist.
    pub async fn get(&self, key: &FileKey) -> Result<Option<StoredFile>, FileError> {
        match self.store.get(&key.path()).await {
            Ok(found) => {
                let size = found.meta.size;
                let stream = found.into_stream().map_err(io::Error::other).boxed();
                Ok(Some(StoredFile { size, stream }))
            }
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes a file when its row could not be written: without a row it would only use space. It stays when nobody knows
    /// whether the row stands, because a row without its file would be a loss.
    pub async fn delete_unless_written<T>(&self, key: &FileKey, written: ApiResult<T>) -> ApiResult<T> {
        if written.as_ref().is_err_and(|error| !error.is_outcome_unknown()) {
            self.delete(key).await.ok();
        }
        written
    }

    /// Succeeds when the file does not exist, so that it can be repeated.
    pub async fn delete(&self, key: &FileKey) -> Result<(), FileError> {
        let size = match &self.counter {
            Some(_) => self.size(key).await?,
            None => 0,
        };
        self.remove(key).await?;
        self.subtract(&key.tenant, size).await
    }

    /// Zero for a file that does not exist.
    async fn size(&self, key: &FileKey) -> Result<u64, FileError> {
        match self.store.head(&key.path()).await {
            Ok(found) => Ok(found.size),
            Err(object_store::Error::NotFound { .. }) => Ok(0),
            Err(error) => Err(error.into()),
        }
    }

    async fn remove(&self, key: &FileKey) -> Result<(), FileError> {
        match self.store.delete(&key.path()).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes all files of a tenant and returns their number.
    pub async fn delete_tenant(&self, tenant: &TenantId) -> Result<u64, FileError> {
        let folder = Path::from(tenant.as_ref());
        let found = self.store.list(Some(&folder)).map_ok(|file| file.location).boxed();
        Ok(self.store.delete_stream(found).try_fold(0, |count, _| async move { Ok(count + 1) }).await?)
    }
}
