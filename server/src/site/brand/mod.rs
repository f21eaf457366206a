//! Logo and favicon, from the tenant's own schema: shown to anybody, sent by its administrators.

mod api;
mod drawing;
pub mod store;

use poem::http::header;
use poem::web::{Path, Query};
use poem::{Request, Response, handler};
use serde::Deserialize;

pub use api::{BrandApi, TenantBrand};

use crate::http::error::{ApiError, ApiResult};
use crate::http::visit::Visit;
use store::BrandAsset;

#[derive(Deserialize)]
struct Asked {
    /// The beginning of the hash, as `/domain` says it.
    v: Option<String>,
}

/// `/brand/{logo, logo_dark, favicon}`; a missing one is the logo.
#[handler]
pub async fn brand_asset(
    request: &Request,
    Path(name): Path<String>,
    Query(asked): Query<Asked>,
) -> poem::Result<Response> {
    let asset = find(&Visit::of(request), &name).await?;
    let etag = format!("\"{}\"", asset.sha256);
    let is_this_one = asked.v.is_some_and(|version| version.len() >= 8 && asset.sha256.starts_with(&version));
    let kept = if is_this_one { "private, max-age=31536000, immutable" } else { "private, max-age=300" };
    let response = Response::builder()
        .header(header::ETAG, &etag)
        .header(header::CACHE_CONTROL, kept)
        .header(header::VARY, "host")
        // Letters show it as well, in pages of others.
        .header("cross-origin-resource-policy", "cross-origin")
        // An SVG is a document: it may style itself, and nothing else.
        .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    if request.header(header::IF_NONE_MATCH) == Some(etag.as_str()) {
        return Ok(response.status(poem::http::StatusCode::NOT_MODIFIED).finish());
    }
    Ok(response.header(header::CONTENT_TYPE, asset.content_type).body(asset.body))
}

async fn find(visit: &Visit, name: &str) -> ApiResult<BrandAsset> {
    let mut tx = visit.begin().await?;
    let asset = store::find(&mut tx, name).await?;
    tx.commit().await?;
    asset.ok_or_else(ApiError::not_found)
}
