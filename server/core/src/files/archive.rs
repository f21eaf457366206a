//! Files of a tenant in its archive.

use std::io;

use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt};
use object_store::path::Path;
use tenancy::TenantId;
use tenancy::admin::{FileKeeper, Pieces};
use tokio_util::io::StreamReader;

use super::{FileError, FileKey, Files};

impl FileKeeper for Files {
    async fn names(&self, tenant: &TenantId) -> io::Result<Vec<String>> {
        let folder = Path::from(tenant.as_ref());
        let name = |file: object_store::ObjectMeta| {
            let parts = file.location.prefix_match(&folder).into_iter().flatten();
            parts.map(|part| part.as_ref().to_owned()).collect::<Vec<_>>().join("/")
        };
        self.store.list(Some(&folder)).map_ok(name).try_collect().await.map_err(io::Error::other)
    }

    async fn read(&self, tenant: &TenantId, name: &str) -> io::Result<Option<Pieces>> {
        let found = self.get(&to_file_key(tenant, name)?).await.map_err(io::Error::other)?;
        Ok(found.map(|file| file.stream.map_ok(Vec::from).boxed()))
    }

    async fn write(&self, tenant: &TenantId, name: &str, pieces: Pieces) -> io::Result<()> {
        let reader = StreamReader::new(pieces.map_ok(Bytes::from));
        Files::write(self, &to_file_key(tenant, name)?, reader).await.map_err(io::Error::other)?;
        Ok(())
    }

    async fn forget(&self, tenant: &TenantId) -> io::Result<()> {
        self.delete_tenant(tenant).await.map_err(io::Error::other)?;
        Ok(())
    }
}

fn to_file_key(tenant: &TenantId, name: &str) -> io::Result<FileKey> {
    let unknown = || FileError::Address(format!("`{name}` is no name of a file of ours"));
    FileKey::of(tenant, name).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, unknown()))
}
