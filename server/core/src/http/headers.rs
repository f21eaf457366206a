//! Security headers of answers.

use poem::Response;
use poem::http::{HeaderValue, header};

/// Two years. Without subdomains: those of a company's own domain are not ours.
const HSTS: &str = "max-age=63072000";

/// Browsers use only TLS for this host from now on.
pub fn demand_tls(response: &mut Response) {
    response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(HSTS));
}

/// Default security headers of every answer.
pub fn secure(response: &mut Response) {
    for (name, value) in SECURITY_HEADERS {
        response.headers_mut().entry(*name).or_insert(HeaderValue::from_static(value));
    }
    // An error is true for this request only, whatever a cache in between thinks of its status.
    if response.status().is_client_error() || response.status().is_server_error() {
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

const SECURITY_HEADERS: &[(&str, &str)] = &[
    ("content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("x-frame-options", "DENY"),
    ("permissions-policy", "camera=(self), geolocation=(self), microphone=()"),
];

#[cfg(test)]
mod tests {
    use poem::http::StatusCode;

    use super::*;

    #[test]
    fn no_error_answer_is_stored() {
        for (status, expected) in [
            (StatusCode::OK, None),
            (StatusCode::NOT_FOUND, Some("no-store")),
            (StatusCode::GONE, Some("no-store")),
            (StatusCode::SERVICE_UNAVAILABLE, Some("no-store")),
        ] {
            let mut response = Response::builder().status(status).finish();
            secure(&mut response);
            assert_eq!(response.header(header::CACHE_CONTROL), expected, "{status}");
        }
    }
}
