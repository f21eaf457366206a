//! The door for programs: `Authorization: Bearer`, without cookies and without what protects pages of browsers.
//!
//! Another site can make a browser send this server's cookies, but not this header, and nobody's page knows the secret. So
//! a call with it needs no CSRF token, and its cookies count for nothing.

use poem::http::header::{AUTHORIZATION, COOKIE, SET_COOKIE};
use poem::{Request, Response};

const SCHEME: &str = "bearer";

/// The secret of a call by a program. It has not been checked.
#[derive(Clone)]
pub struct Bearer(String);

impl Bearer {
    /// True for a call with a secret, whose cookies then count for nothing. Asked once, before routing, and only for the
    /// API.
    pub fn admit(request: &mut Request) -> bool {
        let Some(bearer) = Self::sent_with(request) else { return false };
        request.headers_mut().remove(COOKIE);
        request.extensions_mut().insert(bearer);
        true
    }

    /// The secret of a call that was admitted.
    pub fn of(request: &Request) -> Option<Self> {
        request.extensions().get::<Self>().cloned()
    }

    pub fn secret(&self) -> &str {
        &self.0
    }

    /// A call with two secrets has none that is valid.
    fn sent_with(request: &Request) -> Option<Self> {
        let sent: Vec<&str> = request
            .headers()
            .get_all(AUTHORIZATION)
            .iter()
            .map(|it| it.to_str().unwrap_or_default())
            .collect();
        let secrets: Vec<&str> = sent.iter().filter_map(|it| secret_in(it)).collect();
        let first = secrets.first()?;
        Some(Self(if sent.len() == 1 { (*first).to_owned() } else { String::new() }))
    }
}

fn secret_in(header: &str) -> Option<&str> {
    let (scheme, secret) = header.split_once(' ').unwrap_or((header, ""));
    scheme.eq_ignore_ascii_case(SCHEME).then(|| secret.trim())
}

/// Programs keep no cookies.
pub fn set_no_cookie(response: &mut Response) {
    response.headers_mut().remove(SET_COOKIE);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admit(headers: &[(&str, &str)]) -> (Option<String>, bool) {
        let mut builder = Request::builder().header("cookie", "sid=x");
        for (name, value) in headers {
            builder = builder.header(*name, *value);
        }
        let mut request = builder.finish();
        Bearer::admit(&mut request);
        let secret = Bearer::of(&request).map(|bearer| bearer.secret().to_owned());
        (secret, request.headers().contains_key(COOKIE))
    }

    #[test]
    fn a_secret_makes_cookies_count_for_nothing() {
        for header in ["Bearer rem_live_x", "bearer  rem_live_x ", "BEARER rem_live_x"] {
            assert_eq!(admit(&[("authorization", header)]), (Some("rem_live_x".to_owned()), false));
        }
    }

    #[test]
    fn other_schemes_are_those_of_browsers() {
        assert_eq!(admit(&[]), (None, true));
        assert_eq!(admit(&[("authorization", "Basic YTpi")]), (None, true));
    }

    #[test]
    fn two_secrets_are_none_that_is_valid() {
        let twice = [("authorization", "Bearer a"), ("authorization", "Bearer b")];
        assert_eq!(admit(&twice), (Some(String::new()), false));
        let both = [("authorization", "Basic YTpi"), ("authorization", "Bearer b")];
        assert_eq!(admit(&both), (Some(String::new()), false));
        assert_eq!(admit(&[("authorization", "Bearer")]), (Some(String::new()), false));
    }
}
