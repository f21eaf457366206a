//! Logo and favicon, from the tenant's schema. Public; administrators upload them.

mod api;
pub mod drawing;
pub mod mail_logo;
pub mod store;

use poem::http::header;
use poem::web::{Path, Query};
use poem::{Request, Response, handler};
use serde::Deserialize;

pub use api::{BrandApi, TenantBrand};

use server_core::http::cacheable::has_content;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::visit::Visit;
use store::BrandAsset;

#[derive(Deserialize)]
struct BrandAssetQuery {
    /// The first part of the content hash, as in the URLs of `/domain`.
    v: Option<String>,
}

/// `/brand/{logo, logo_dark, favicon}` and those of e-mails; the logo when the picture is missing.
#[handler]
pub async fn brand_asset(
    request: &Request,
    Path(name): Path<String>,
    Query(query): Query<BrandAssetQuery>,
) -> poem::Result<Response> {
    let asset = find(&Visit::of(request), &name).await?;
    let etag = format!("\"{}\"", asset.sha256);
    let is_this_one = query.v.is_some_and(|version| version.len() >= 8 && asset.sha256.starts_with(&version));
    let kept = if is_this_one { "private, max-age=31536000, immutable" } else { "private, max-age=300" };
    let response = Response::builder()
        .header(header::ETAG, &etag)
        .header(header::CACHE_CONTROL, kept)
        .header(header::VARY, "host")
        // E-mails show it too, inside pages of webmail.
        .header("cross-origin-resource-policy", "cross-origin")
        // An SVG is a document: it may contain styles, nothing else.
        .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    if has_content(request, etag.as_bytes()) {
        return Ok(response.status(poem::http::StatusCode::NOT_MODIFIED).finish());
    }
    Ok(response.header(header::CONTENT_TYPE, asset.content_type).body(asset.body))
}

/// The picture of the company, or its logo.
pub async fn find(visit: &Visit, name: &str) -> ApiResult<BrandAsset> {
    let mut tx = visit.begin().await?;
    let asset = store::find(&mut tx, name).await?;
    tx.commit().await?;
    asset.ok_or_else(ApiError::not_found)
}
