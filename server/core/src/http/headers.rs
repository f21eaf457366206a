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
}

const SECURITY_HEADERS: &[(&str, &str)] = &[
    ("content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("x-frame-options", "DENY"),
    ("permissions-policy", "camera=(self), geolocation=(), microphone=()"),
];
