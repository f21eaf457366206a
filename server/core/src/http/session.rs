//! The session cookie and the CSRF token bound to it.
//!
//! The cookie is 32 random bytes. An anonymous visitor has one as well, so that the sign-in form is protected; sign-in
//! replaces it.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ipnet::IpNet;
use poem::http::HeaderValue;
use poem::http::header::{COOKIE, SET_COOKIE};
use poem::{Request, Response};
use subtle::ConstantTimeEq;
use tenancy::{Host, TenantId};

use super::error::{ApiError, ApiResult};
use super::messages::MessageCode;
use super::tenant::authority;
use super::token;
use crate::secret::sign;

const COOKIE_NAME: &str = "sid";
/// The CSRF token for pages of others' clients: they read this cookie and send it as `X-XSRF-TOKEN` by themselves. A
/// cookie of this name that somebody else set is worth nothing, because the token belongs to the session.
const CSRF_COOKIE: &str = "XSRF-TOKEN";
/// The longest period for which a company can remember a device; the session itself decides when it ends.
const REMEMBER_MAX_AGE_S: i64 = 90 * 24 * 3600;

/// The secret in the cookie. Only its hash is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionToken(String);

impl SessionToken {
    pub fn generate() -> Self {
        Self(token::generate())
    }

    /// None for anything that is not a valid token, so that a cookie cannot name another key.
    fn parse(text: &str) -> Option<Self> {
        token::is_token(text).then(|| Self(text.to_owned()))
    }

    pub fn hash(&self) -> Vec<u8> {
        token::hash(&self.0)
    }

    /// The token of a request with exactly one session cookie.
    pub fn of(request: &Request) -> Option<Self> {
        Self::parse(cookie(request, COOKIE_NAME)?)
    }

    /// The `Set-Cookie` value for this token.
    pub fn set_cookie(&self, request: &Request, remember: bool) -> String {
        set_cookie(request, COOKIE_NAME, &self.0, remember.then_some(REMEMBER_MAX_AGE_S))
    }

    /// The token that replaces this one. Parallel requests of a browser calculate the same.
    #[must_use]
    pub fn next(&self, secret: &str, tenant: &TenantId) -> Self {
        Self(self.sign("next", secret, tenant.as_str()))
    }

    /// The CSRF token of this session, required for every change.
    pub fn csrf(&self, secret: &str, tenant: &TenantId) -> String {
        self.csrf_on(secret, tenant.as_str())
    }

    /// The `Set-Cookie` value with the CSRF token of a session whose cookie stays.
    pub fn set_csrf_cookie(&self, request: &Request, secret: &str, tenant: &TenantId) -> String {
        csrf_cookie(&self.csrf(secret, tenant), &self.set_cookie(request, false))
    }

    fn csrf_on(&self, secret: &str, tenant: &str) -> String {
        self.sign("csrf", secret, tenant)
    }

    fn sign(&self, purpose: &str, secret: &str, tenant: &str) -> String {
        URL_SAFE_NO_PAD.encode(sign(secret, purpose, &[tenant.as_bytes(), self.0.as_bytes()]))
    }
}

/// Browsers refuse `__Host-` and `Secure` on plain HTTP; only `*.localhost` works without TLS. The host is the tenant's,
/// as resolved behind proxies.
pub fn is_local(request: &Request) -> bool {
    let host = request.extensions().get::<Host>().map(Host::as_str).unwrap_or_default();
    host == "localhost" || host.ends_with(".localhost")
}

fn prefix(request: &Request) -> &'static str {
    if is_local(request) { "" } else { "__Host-" }
}

/// The value of a cookie that the request has exactly once.
pub fn cookie<'a>(request: &'a Request, name: &str) -> Option<&'a str> {
    let name = format!("{}{name}=", prefix(request));
    let cookies = request.headers().get_all(COOKIE).iter();
    let mut found = cookies
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().strip_prefix(&name));
    let value = found.next()?;
    if found.next().is_some() { None } else { Some(value) }
}

/// A `Set-Cookie` value. Without `max_age_s`, the cookie ends with the browser.
pub fn set_cookie(request: &Request, name: &str, value: &str, max_age_s: Option<i64>) -> String {
    let prefix = prefix(request);
    let secure = if prefix.is_empty() { "" } else { "; Secure" };
    let age = max_age_s.map(|seconds| format!("; Max-Age={seconds}")).unwrap_or_default();
    format!("{prefix}{name}={value}; Path=/; HttpOnly; SameSite=Lax{secure}{age}")
}

/// Adds the cookie with the CSRF token to an answer that sets the cookie of its session.
pub fn add_csrf_cookie(response: &mut Response, secret: &str, tenant: &TenantId) {
    let added = response.headers().get_all(SET_COOKIE).iter().find_map(|value| {
        let session = value.to_str().ok()?;
        let value = session.trim_start_matches("__Host-").strip_prefix(COOKIE_NAME)?.strip_prefix('=')?;
        let token = SessionToken::parse(value.split(';').next()?)?;
        HeaderValue::from_str(&csrf_cookie(&token.csrf(secret, tenant), session)).ok()
    });
    if let Some(added) = added {
        response.headers_mut().append(SET_COOKIE, added);
    }
}

/// Lives as long as the cookie of the session. Scripts of the page read it.
fn csrf_cookie(token: &str, session: &str) -> String {
    let (_, attributes) = session.split_once(';').unwrap_or_default();
    format!("{CSRF_COOKIE}={token};{}", attributes.replace(" HttpOnly;", ""))
}

/// Refuses a change that does not come from a page on this host. Browsers send the origin in two headers; a request
/// without them is refused as well.
pub fn check_csrf(request: &Request, own: OwnOrigin<'_>, secret: &str, tenant: &TenantId) -> ApiResult<()> {
    check_csrf_on(request, own, secret, tenant.as_str())
}

/// Where the pages of this host come from.
#[derive(Clone, Copy)]
pub struct OwnOrigin<'a> {
    /// Host and port.
    pub authority: Option<&'a str>,
    /// Pages come over TLS only. The page of the same host without it can be anybody's on the way.
    pub is_https: bool,
}

impl OwnOrigin<'_> {
    fn is(self, origin: &str) -> bool {
        let Some((scheme, from)) = origin.split_once("://") else { return false };
        let fits = scheme == "https" || (scheme == "http" && !self.is_https);
        fits && self.authority.is_some_and(|to| from.eq_ignore_ascii_case(to))
    }
}

/// Whether a request has exactly one origin, and that is this host.
pub fn is_from_page(request: &Request, trusted: &[IpNet], is_https: bool) -> bool {
    let mut origins = request.headers().get_all("origin").iter();
    let (Some(origin), None) = (origins.next(), origins.next()) else { return false };
    let authority = authority(request, trusted);
    let own = OwnOrigin { authority: authority.as_deref(), is_https };
    origin.to_str().is_ok_and(|origin| own.is(origin))
}

fn check_csrf_on(request: &Request, own: OwnOrigin<'_>, secret: &str, tenant: &str) -> ApiResult<()> {
    let header = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
    let same_site = header("sec-fetch-site") == Some("same-origin");
    // Another site can send neither header without a preflight, which nobody answers.
    let by_script = header("x-requested-with") == Some("XMLHttpRequest") || header("x-xsrf-token").is_some();
    let token_fits = SessionToken::of(request)
        .zip(header("x-csrf-token").or_else(|| header("x-xsrf-token")))
        .is_some_and(|(token, sent)| token.csrf_on(secret, tenant).as_bytes().ct_eq(sent.as_bytes()).into());
    let origin_fits = header("origin").is_some_and(|origin| own.is(origin));
    if same_site && by_script && token_fits && origin_fits {
        return Ok(());
    }
    Err(ApiError::new(poem::http::StatusCode::FORBIDDEN, MessageCode::RequestNotTrusted))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(headers: &[(&str, &str)]) -> Request {
        let mut builder = Request::builder().uri_str("/api/shipments");
        for (name, value) in headers {
            builder = builder.header(*name, *value);
        }
        let mut request = builder.finish();
        if let Some(host) = request.header("host").and_then(Host::parse) {
            request.extensions_mut().insert(host);
        }
        request
    }

    #[test]
    fn malformed_cookie_is_no_session() {
        for cookie in ["sid=admin", "sid=", "sid=../../etc", "other=x"] {
            let request = request(&[("host", "atlantico.localhost"), ("cookie", cookie)]);
            assert!(SessionToken::of(&request).is_none(), "{cookie}");
        }
    }

    #[test]
    fn two_session_cookies_are_no_session() {
        let (one, two) = (SessionToken::generate(), SessionToken::generate());
        let cookie = format!("sid={}; sid={}", one.0, two.0);
        assert!(SessionToken::of(&request(&[("host", "a.localhost"), ("cookie", &cookie)])).is_none());
    }

    #[test]
    fn a_token_of_one_tenant_does_not_fit_another() {
        let token = SessionToken::generate();
        assert_ne!(token.csrf_on("secret", "t_one"), token.csrf_on("secret", "t_two"));
    }

    #[test]
    fn outside_localhost_the_cookie_is_bound_to_the_host_and_to_tls() {
        let cookie = SessionToken::generate().set_cookie(&request(&[("host", "track.example.com")]), true);
        assert!(cookie.starts_with("__Host-sid=") && cookie.contains("Secure") && cookie.contains("Max-Age"));
    }

    #[test]
    fn cookie_security_follows_the_resolved_host() {
        let mut behind_proxy = request(&[("host", "backend.localhost")]);
        behind_proxy.extensions_mut().insert(Host::parse("track.example.com").unwrap());
        let cookie = SessionToken::generate().set_cookie(&behind_proxy, false);
        assert!(cookie.starts_with("__Host-sid=") && cookie.contains("Secure"), "{cookie}");
    }

    #[test]
    fn a_page_without_tls_is_none_of_a_host_with_it() {
        let own = |is_https| OwnOrigin { authority: Some("a.example.com"), is_https };
        assert!(own(true).is("https://a.example.com") && own(true).is("https://A.Example.com"));
        assert!(own(false).is("http://a.example.com") && own(false).is("https://a.example.com"));
        for origin in [
            "http://a.example.com",
            "https://b.example.com",
            "https://a.example.com:444",
            "ftp://a.example.com",
            "null",
        ] {
            assert!(!own(true).is(origin), "{origin}");
        }
    }

    #[test]
    fn csrf_refuses_a_foreign_a_null_and_a_sibling_origin() {
        let token = SessionToken::generate();
        let cookie = format!("sid={}", token.0);
        let csrf = token.csrf_on("secret", "t_one");
        let with = |origin: &str, site: &str| {
            let headers = [
                ("host", "a.localhost:8080"),
                ("cookie", cookie.as_str()),
                ("x-csrf-token", csrf.as_str()),
                ("x-requested-with", "XMLHttpRequest"),
                ("origin", origin),
                ("sec-fetch-site", site),
            ];
            let own = OwnOrigin { authority: Some("a.localhost:8080"), is_https: false };
            check_csrf_on(&request(&headers), own, "secret", "t_one").is_ok()
        };
        assert!(with("http://a.localhost:8080", "same-origin"));
        assert!(!with("http://b.localhost:8080", "same-site"));
        assert!(!with("http://b.localhost:8080", "same-origin"));
        assert!(!with("null", "same-origin"));
        assert!(!with("http://a.localhost:8080", "cross-site"));
    }
}
