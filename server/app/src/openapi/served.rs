//! `/api/openapi.json`: the published document with the address of the company that serves it.

use std::sync::LazyLock;

use poem::http::header;
use poem::{Request, Response, handler};

use server_core::http::error::{ApiError, ApiResult};
use server_core::http::limit::OPENAPI_DOCUMENT;
use server_core::http::tenant::authority;
use server_core::http::visit::Visit;
use server_core::settings::INTEGRATIONS;

/// The texts before and after the address of the server. The document is long and the same for all companies.
static AROUND_ADDRESS: LazyLock<(String, String)> = LazyLock::new(|| {
    let text = super::document().to_string();
    let (before, after) = text.split_once(RELATIVE).expect("the document names its server");
    (before.to_owned(), after.to_owned())
});
const RELATIVE: &str = r#""servers":[{"url":"/api"}]"#;

/// Returns 404 in a company that has closed its integrations.
#[handler]
pub async fn show(request: &Request) -> ApiResult<Response> {
    let visit = Visit::of(request);
    if !visit.settings().await?.flag(INTEGRATIONS) {
        return Err(ApiError::not_found());
    }
    visit.limit_address(OPENAPI_DOCUMENT).await?;
    let config = &visit.state.config;
    let scheme = if config.is_https(request) { "https" } else { "http" };
    let host = authority(request, &config.trusted_proxies).unwrap_or_default();
    Ok(Response::builder()
        .content_type("application/json")
        .header(header::CACHE_CONTROL, "no-cache")
        .header(header::VARY, "Host, Accept-Encoding")
        .body(with_address(&format!("{scheme}://{host}/api"))))
}

fn with_address(address: &str) -> String {
    let (before, after) = &*AROUND_ADDRESS;
    let servers = serde_json::json!([{ "url": address }]);
    format!(r#"{before}"servers":{servers}{after}"#)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_document_differs_in_its_server_only() {
        let mut served: Value = serde_json::from_str(&with_address("https://a.example/api")).unwrap();
        assert_eq!(served["servers"][0]["url"], "https://a.example/api");
        served["servers"][0]["url"] = "/api".into();
        assert!(served == super::super::document());
    }
}
