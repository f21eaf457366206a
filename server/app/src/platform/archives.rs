//! Export and import of a tenant as a file, also between installations.

use std::io::ErrorKind;
use std::path::Path as FilePath;

use poem::http::StatusCode;
use poem::{Body, Request};
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Binary, Json, Response};
use serde_json::json;
use tempfile::TempDir;
use tenancy::admin::{Admin, AdminError, is_slug};
use tenancy::{Host, Tenancy, TenancyError, TenantId};
use tokio::io::AsyncReadExt;
use tokio_util::io::ReaderStream;

use super::PlatformState;
use super::auth::Operator;
use super::tenants::{self, TenantDetail, show_tenant};
use server_core::files::Files;
use server_core::http::download::content_disposition;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::file_answer::{FileAnswer, FileTypes};
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::live;
use server_core::process;
use server_core::tags::OperatorTag;

const ZIP: &str = "application/zip";

const NAME: &str = "tenant.zip";

/// The archive of a tenant.
struct Archive;

impl FileTypes for Archive {
    const TYPES: &'static [&'static str] = &[ZIP];
}

pub struct TenantArchiveApi;

#[OpenApi(prefix_path = "/tenants", tag = "OperatorTag::Tenants")]
impl TenantArchiveApi {
    /// Export a tenant
    ///
    /// One zip file (`application/zip`) with its tables at one moment, and its files. Suspend the tenant
    /// first; otherwise files replaced during the export can be missing. The archive contains all data of the
    /// company: personal data and documents, password hashes, its log. Secrets of sign-in providers and
    /// second factors are encrypted with `REMESSA_SECRET`; everything else is not encrypted.
    #[oai(path = "/:slug/export", method = "post", operation_id = "tenant_export")]
    async fn tenant_export(
        &self,
        operator: Operator,
        slug: Path<String>,
    ) -> ApiResult<Response<FileAnswer<Archive>>> {
        let folder = folder()?;
        let archive = folder.path().join(NAME);
        let state = &operator.state;
        let work = async { Ok(state.admin.export(&slug, &archive, &state.files, |_, _| {}).await?) };
        let manifest = operator.change("tenant.export", &slug, json!({}), work).await?;
        let file = tokio::fs::File::open(&archive).await.map_err(ApiError::internal)?;
        let size = file.metadata().await.map_err(ApiError::internal)?.len();
        // The folder is deleted when this function returns; the open file stays readable and is deleted when
        // closed.
        let name = format!("{}-{}.zip", manifest.slug, manifest.exported_at.format("%Y-%m-%d-%H%M%S"));
        Ok(FileAnswer::of(ZIP, Body::from_bytes_stream(ReaderStream::new(file)))
            .header("content-length", size.to_string())
            .header("content-disposition", content_disposition(&name)))
    }

    /// Import a tenant
    ///
    /// Creates a tenant from an archive of `tenant_export`, sent as the body (`Content-Type: application/zip`), and
    /// migrates it to this release. The import is complete or has no effect; the tenant is available within a second.
    /// Sessions of the original are not valid, and its running tasks have ended. Returns 409 for a broken archive or
    /// one of a later release.
    #[oai(path = "/:slug/import", method = "post", operation_id = "tenant_import")]
    async fn tenant_import(
        &self,
        operator: Operator,
        /// Slug of the new tenant: lower-case letters, digits, hyphens.
        slug: Path<String>,
        /// Primary host; the caller vouches for it.
        host: Query<String>,
        body: Binary<Body>,
    ) -> ApiResult<Json<Item<TenantDetail>>> {
        check(&slug, &host)?;
        let folder = folder()?;
        let size = receive(body.0, &folder.path().join(NAME), operator.state.max_archive).await?;
        let (state, slug) = (operator.state.clone(), slug.0);
        let named = slug.clone();
        // Runs to its end even if the caller disconnects, so that no incomplete tenant stays.
        let imported = tokio::spawn(async move {
            let detail = json!({ "host": *host, "bytes": size });
            let archive = folder.path().join(NAME);
            let work = async { Ok(import(&operator.state, &archive, named.as_str(), host.as_str()).await?) };
            operator.change("tenant.import", &named, detail, work).await
        });
        imported.await.map_err(ApiError::internal)??;
        show_tenant(&state, &slug).await
    }
}

/// Whether the body is an archive, which can be large.
pub fn is_archive(request: &Request) -> bool {
    matches!(request.content_type(), Some(ZIP | "application/octet-stream"))
}

fn folder() -> ApiResult<TempDir> {
    tempfile::tempdir().map_err(ApiError::internal)
}

fn check(slug: &str, host: &str) -> ApiResult<()> {
    let mut errors = FieldErrors::default();
    if !is_slug(slug) {
        errors.push("slug", MessageCode::Invalid);
    }
    if Host::parse(host).is_none() {
        errors.push("host", MessageCode::InvalidHost);
    }
    errors.into_result()
}

/// Writes the body to a file and returns its size; 413 above the limit.
async fn receive(body: Body, file: &FilePath, max: u64) -> ApiResult<u64> {
    let mut file = tokio::fs::File::create(file).await.map_err(ApiError::internal)?;
    let mut sent = body.into_async_read().take(max.saturating_add(1));
    let size = tokio::io::copy(&mut sent, &mut file).await;
    let size = size.map_err(|error| match error.kind() {
        // The upload was interrupted.
        ErrorKind::Other => ApiError::new(StatusCode::BAD_REQUEST, MessageCode::MalformedRequest),
        _ => ApiError::internal(error),
    })?;
    if size > max {
        let max = format!("{} MB", max / (1024 * 1024));
        return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, MessageCode::PayloadTooLarge)
            .with_params(Params::from([("max", max.into())])));
    }
    file.sync_data().await.map_err(ApiError::internal)?;
    Ok(size)
}

async fn import(
    state: &PlatformState,
    archive: &FilePath,
    slug: &str,
    host: &str,
) -> Result<u64, NotCreated> {
    bring_in(&state.admin, &state.tenancy, &state.files, archive, slug, host, |_, _| {}).await
}

/// Creates a tenant from an archive with a name and a host, completely or not at all. Ends open sessions and
/// tasks of the original; returns the number of ended tasks.
pub async fn bring_in(
    admin: &Admin,
    tenancy: &Tenancy,
    files: &Files,
    archive: &FilePath,
    slug: &str,
    host: &str,
    progress: impl FnMut(usize, usize) + Send,
) -> Result<u64, NotCreated> {
    let id = admin.import(archive, slug, host, files, progress).await?;
    let ended = close_access(tenancy, id).await;
    if ended.is_err() {
        admin.suspend(slug).await?;
        tenants::delete(admin, files, slug, slug).await?;
    }
    Ok(ended?)
}

async fn close_access(tenancy: &Tenancy, id: TenantId) -> Result<u64, TenancyError> {
    tenancy.refresh().await?;
    let tenant = tenancy.tenant(id.as_ref()).ok_or(TenancyError::Unknown)?;
    let mut tx = tenancy.begin(&tenant).await?;
    access::revoke_access(&mut tx).await?;
    integrations::webhooks::forget(&mut tx).await?;
    orders::forget(&mut tx).await?;
    carriers::forget(&mut tx).await?;
    live::store::forget(&mut tx).await?;
    let ended = process::store::end_pending(&mut tx).await?;
    customs::cargo_events::end_all_readings(&mut tx).await?;
    tx.commit().await?;
    Ok(ended)
}

/// Why no tenant was created from an archive.
#[derive(Debug, thiserror::Error)]
pub enum NotCreated {
    #[error(transparent)]
    Tenant(#[from] AdminError),
    #[error(transparent)]
    Access(#[from] TenancyError),
    #[error("a tenant that was not made whole was left behind: {0}")]
    LeftBehind(#[from] tenants::NotDeleted),
}

impl From<NotCreated> for ApiError {
    fn from(error: NotCreated) -> Self {
        match error {
            NotCreated::Tenant(error) => error.into(),
            NotCreated::Access(error) => error.into(),
            NotCreated::LeftBehind(error) => error.into(),
        }
    }
}
