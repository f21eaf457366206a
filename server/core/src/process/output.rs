//! The file that a process writes for its owner.

use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use tokio::fs::File;
use tokio::io::AsyncReadExt;

use super::{Outcome, ProcessCx, ProcessError};
use crate::files::{FileKey, FileKind};
use crate::http::messages::{MessageCode, Params};

/// A stored file as the saved state of its process, so that a later attempt does not write it again.
#[derive(Serialize, Deserialize)]
pub struct OutputFile {
    key: String,
    name: String,
}

impl OutputFile {
    /// Stores a file with the result of its process.
    pub async fn keep(
        cx: &ProcessCx,
        file: impl Into<File>,
        name: String,
        result: &Params,
    ) -> Result<Self, ProcessError> {
        let (output, tx) = Self::begin(cx, file, name).await?;
        output.save(cx, tx, result).await
    }

    /// Stores a file and opens the transaction for what is written with it; [`Self::save`] ends it. When the process must
    /// stop, the file is deleted, because no row refers to it.
    pub async fn begin(
        cx: &ProcessCx,
        file: impl Into<File>,
        name: String,
    ) -> Result<(Self, TenantTx), ProcessError> {
        let file: File = file.into();
        let files = &cx.app().files;
        let (key, _) = files.put_reader(&cx.tenant().id, FileKind::Output, file).await?;
        match cx.begin().await {
            Ok(tx) => Ok((Self { key: key.name().to_owned(), name }, tx)),
            Err(refused) => {
                files.delete(&key).await?;
                Err(refused)
            }
        }
    }

    /// Saves the file as the state of the process, and commits.
    pub async fn save(self, cx: &ProcessCx, mut tx: TenantTx, result: &Params) -> Result<Self, ProcessError> {
        cx.save_result(&mut tx, result).await?;
        cx.save_state(&mut tx, &self).await?;
        tx.commit().await?;
        Ok(self)
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole file, for one that is small.
    pub async fn load(&self, cx: &ProcessCx) -> Result<Vec<u8>, ProcessError> {
        let stored = cx.app().files.get(&self.file_key(cx)?).await?;
        let stored = stored.ok_or(ProcessError::fail(MessageCode::ProcessFailed))?;
        let mut content = Vec::new();
        stored.into_reader().read_to_end(&mut content).await?;
        Ok(content)
    }

    /// Deletes a file that the process alone has used. A failure is harmless: the bytes are counted, and nobody sees them.
    pub async fn delete(&self, cx: &ProcessCx) {
        if let Ok(key) = self.file_key(cx) {
            cx.app().files.delete(&key).await.ok();
        }
    }

    fn file_key(&self, cx: &ProcessCx) -> Result<FileKey, ProcessError> {
        FileKey::of(&cx.tenant().id, &self.key).ok_or(ProcessError::fail(MessageCode::ProcessFailed))
    }

    /// The end of the process, with this file to download.
    pub fn into_outcome(self, cx: &ProcessCx, content_type: &str) -> Result<Outcome, ProcessError> {
        Ok(Outcome::File { key: self.file_key(cx)?, name: self.name, content_type: content_type.to_owned() })
    }
}
