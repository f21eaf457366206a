//! SQL of photos of goods that were taken out.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::files::document::SavedDocument;
use server_core::http::error::{ApiError, ApiResult};

pub const INSERT: &str = "
    insert into stock_photos (movement_id, file_key, content_type, added_by, added_at) values ($1, $2, $3, $4, $5)
    on conflict (movement_id) do nothing";
pub const FIND: &str = "select file_key, content_type from stock_photos where movement_id = $1";

/// Whether the movement had none before.
pub async fn insert(
    tx: &mut TenantTx,
    movement_id: Uuid,
    photo: &SavedDocument,
    by: Uuid,
    at: DateTime<Utc>,
) -> ApiResult<bool> {
    let query = sqlx::query(INSERT).bind(movement_id).bind(&photo.file_key).bind(photo.content_type);
    Ok(query.bind(by).bind(at).execute(&mut **tx).await?.rows_affected() > 0)
}

/// The key and the type of the file; 404 without a photo.
pub async fn find(tx: &mut TenantTx, movement_id: Uuid) -> ApiResult<(String, String)> {
    let found = sqlx::query_as(FIND).bind(movement_id).fetch_optional(&mut **tx).await?;
    found.ok_or_else(ApiError::not_found)
}
