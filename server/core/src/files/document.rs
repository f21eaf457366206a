//! Documents of records: an uploaded file with the columns that its row keeps, and the answer of a download.

use futures_util::TryStreamExt;
use poem::Body;
use poem_openapi::payload::Response;
use serde::Serialize;
use tenancy::TenantId;

use super::{FileKey, FileKind, Files, sent};
use crate::http::error::{ApiError, ApiResult};
use crate::http::file_answer::{FileAnswer, FileTypes};
use crate::http::sent::SentFile;

/// The columns of a document in the row of its record.
#[derive(Clone, Debug, Serialize)]
pub struct SavedDocument {
    pub file_key: String,
    pub file_name: String,
    /// Bytes.
    pub file_size: i64,
    pub content_type: &'static str,
    #[serde(skip)]
    key: FileKey,
}

impl SavedDocument {
    /// Stores a PDF or a picture; 422 at `file` for other files.
    pub async fn save(
        files: &Files,
        tenant: &TenantId,
        uploaded: SentFile,
        name: Option<&str>,
    ) -> ApiResult<Self> {
        let (file, content_type) = sent::document(uploaded)?;
        let reader = tokio::fs::File::from_std(file);
        let saved = files.put_reader(tenant, FileKind::Upload, reader).await;
        let (key, size) = saved?;
        let file_name = sent::name(name, &sent::default_name(content_type));
        let file_size = i64::try_from(size).unwrap_or(i64::MAX);
        Ok(Self { file_key: key.name().to_owned(), file_name, file_size, content_type, key })
    }

    /// Same as `save` for a form whose file can be left out.
    pub async fn save_if_sent(
        files: &Files,
        tenant: &TenantId,
        uploaded: Option<SentFile>,
        name: Option<&str>,
    ) -> ApiResult<Option<Self>> {
        match uploaded {
            Some(file) => Self::save(files, tenant, file, name).await.map(Some),
            None => Ok(None),
        }
    }

    /// `Files::delete_unless_written` for a document that can be left out.
    pub async fn delete_unless_written<T>(
        files: &Files,
        document: Option<&Self>,
        written: ApiResult<T>,
    ) -> ApiResult<T> {
        match document {
            Some(document) => files.delete_unless_written(&document.key, written).await,
            None => written,
        }
    }
}

/// The answer of a download, without its file name. 404 when the file does not exist.
pub async fn to_response<T: FileTypes>(
    files: &Files,
    tenant: &TenantId,
    file_key: &str,
    content_type: impl Into<String>,
) -> ApiResult<Response<FileAnswer<T>>> {
    let key = FileKey::of(tenant, file_key).ok_or_else(ApiError::not_found)?;
    let stored = files.get(&key).await.map_err(ApiError::internal)?.ok_or_else(ApiError::not_found)?;
    let size = stored.size;
    let body = Body::from_bytes_stream(stored.stream.map_err(std::io::Error::other));
    Ok(FileAnswer::of(&content_type.into(), body).header("content-length", size.to_string()))
}
