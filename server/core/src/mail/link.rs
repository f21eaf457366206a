//! Links in e-mails.

use std::fmt;
use std::str::FromStr;

use poem::http::Uri;
use tenancy::Tenant;

use super::MailError;

/// The public URL of this installation's domains: `https://*`, or `http://*:8080` in development. The star is replaced
/// by a tenant's domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicOrigin {
    scheme: String,
    port: Option<u16>,
}

impl FromStr for PublicOrigin {
    type Err = MailError;

    fn from_str(text: &str) -> Result<Self, MailError> {
        let wrong = || MailError::Configuration(format!("`{text}` is not like https://* or http://*:8080"));
        let (scheme, rest) = text.split_once("://*").ok_or_else(wrong)?;
        let port = match rest.strip_prefix(':') {
            Some(port) => Some(port.parse().map_err(|_| wrong())?),
            None if rest.is_empty() => None,
            None => return Err(wrong()),
        };
        if matches!(scheme, "http" | "https") {
            Ok(Self { scheme: scheme.to_owned(), port })
        } else {
            Err(wrong())
        }
    }
}

impl PublicOrigin {
    /// True when the domains are served with TLS.
    pub fn is_https(&self) -> bool {
        self.scheme == "https"
    }

    /// The URL of a page on a host. `path` starts with a slash and may have a query.
    pub fn on(&self, host: &str, path: &str) -> Result<Uri, MailError> {
        let wrong = || MailError::Link(path.to_owned());
        if !path.starts_with('/') {
            return Err(wrong());
        }
        let authority = match self.port {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        };
        let uri = Uri::builder().scheme(self.scheme.as_str()).authority(authority).path_and_query(path);
        uri.build().map_err(|_| wrong())
    }
}

/// A page on the primary domain of a tenant. Built only from the tenant, so that no Host header, form or other tenant
/// can change where an e-mail links to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TenantLink(Uri);

impl TenantLink {
    /// `path` starts with a slash and may have a query.
    pub fn new(origin: &PublicOrigin, tenant: &Tenant, path: &str) -> Result<Self, MailError> {
        Self::on(origin, &tenant.primary_host, path)
    }

    pub(super) fn on(origin: &PublicOrigin, host: &str, path: &str) -> Result<Self, MailError> {
        Ok(Self(origin.on(host, path)?))
    }

    pub(super) fn host(&self) -> &str {
        self.0.host().unwrap_or_default()
    }
}

impl fmt::Display for TenantLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(origin: &str, path: &str) -> Result<String, MailError> {
        TenantLink::on(&origin.parse()?, "atlantico.test", path).map(|it| it.to_string())
    }

    #[test]
    fn link_stays_on_the_tenant_domain() {
        assert_eq!(
            link("https://*", "/shipments?page=2").unwrap(),
            "https://atlantico.test/shipments?page=2"
        );
        assert_eq!(link("http://*:8080", "/").unwrap(), "http://atlantico.test:8080/");
        assert_eq!(link("https://*", "//evil.test/x").unwrap(), "https://atlantico.test//evil.test/x");
        for path in
            ["", "shipments", "@evil.test/", ".evil.test/", "https://evil.test/", "/a b", "/a\r\nBcc: x"]
        {
            assert!(link("https://*", path).is_err(), "{path}");
        }
    }

    #[test]
    fn malformed_origin_is_refused() {
        for odd in ["", "*", "https://", "ftp://*", "https://*.test", "https://*:port", "https://host"] {
            assert!(odd.parse::<PublicOrigin>().is_err(), "{odd}");
        }
    }
}
