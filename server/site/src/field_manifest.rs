//! The manifest of the driver's phone: `/field` is installed under the name and with the picture of the company.

use poem::http::header;
use poem::{Request, Response, handler};
use serde_json::json;

use crate::brand;
use server_core::http::visit::Visit;

/// The page and all that belongs to it.
const SCOPE: &str = "/field";
const ICON: &str = "favicon";
/// Behind the icon while the app starts.
const BACKGROUND: &str = "#ffffff";

/// `/field.webmanifest`. It is public, as the name and the picture are.
#[handler]
pub async fn field_manifest(request: &Request) -> poem::Result<Response> {
    let visit = Visit::of(request);
    let settings = visit.settings().await?;
    let icon = brand::find(&visit, ICON).await?;
    // An uploaded favicon is a square of this size, a drawing has any.
    let sizes = if icon.content_type == "image/png" { "192x192" } else { "any" };
    let manifest = json!({
        "id": SCOPE,
        "name": settings.name,
        "short_name": settings.name,
        "start_url": SCOPE,
        "scope": SCOPE,
        "display": "standalone",
        "theme_color": settings.brand_color,
        "background_color": BACKGROUND,
        "icons": [{ "src": settings.brand_url(ICON), "type": icon.content_type, "sizes": sizes }],
    });
    Ok(Response::builder()
        .header(header::CONTENT_TYPE, "application/manifest+json")
        .header(header::CACHE_CONTROL, "private, max-age=300")
        .header(header::VARY, "host")
        .body(manifest.to_string()))
}
