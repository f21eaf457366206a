//! Logo and favicon, from the tenant's own schema.

use poem::http::header;
use poem::web::Path;
use poem::{Request, Response, handler};

use crate::http::ctx::Visit;
use crate::http::error::{ApiError, ApiResult};

#[derive(sqlx::FromRow)]
struct BrandAsset {
    content_type: String,
    body: Vec<u8>,
    sha256: String,
}

pub const FIND: &str = "
    select content_type, body, sha256 from brand_assets
    where name in ($1, 'logo') order by name = $1 desc limit 1";

/// `/brand/{logo, logo_dark, favicon}`; a missing one is the logo.
#[handler]
pub async fn brand_asset(request: &Request, Path(name): Path<String>) -> poem::Result<Response> {
    let asset = find(&Visit::of(request), &name).await?;
    let etag = format!("\"{}\"", asset.sha256);
    let response = Response::builder()
        .header(header::ETAG, &etag)
        .header(header::CACHE_CONTROL, "private, max-age=300")
        .header(header::VARY, "host")
        // An SVG is a document: it may style itself, and nothing else.
        .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    if request.header(header::IF_NONE_MATCH) == Some(etag.as_str()) {
        return Ok(response.status(poem::http::StatusCode::NOT_MODIFIED).finish());
    }
    Ok(response.header(header::CONTENT_TYPE, asset.content_type).body(asset.body))
}

async fn find(visit: &Visit, name: &str) -> ApiResult<BrandAsset> {
    let mut tx = visit.begin().await?;
    let asset: Option<BrandAsset> = sqlx::query_as(FIND).bind(name).fetch_optional(&mut *tx).await?;
    tx.commit().await?;
    asset.ok_or_else(ApiError::not_found)
}
