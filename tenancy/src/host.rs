use std::fmt;

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

/// The host of a request in normalized form: lower case, ASCII (IDNA), without port and trailing dot.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Host(String);

impl Host {
    /// Parses the value of `:authority` or `Host`. `None` unless it is one host name: an IP address, user
    /// information, a second port, invalid characters, or more than 253 characters.
    #[must_use]
    pub fn parse(raw: &str) -> Option<Self> {
        let name = without_port(raw)?;
        let name = name.strip_suffix('.').unwrap_or(name);
        let ascii = Uts46::new()
            .to_ascii(name.as_bytes(), AsciiDenyList::STD3, Hyphens::Check, DnsLength::Verify)
            .ok()?
            .into_owned();
        (!is_address(&ascii)).then_some(Self(ascii))
    }

    /// The host as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Host {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Host {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

fn without_port(raw: &str) -> Option<&str> {
    let Some((name, port)) = raw.split_once(':') else { return Some(raw) };
    let digits = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    (digits && port.parse::<u16>().is_ok()).then_some(name)
}

/// Browsers treat a name whose last label is a number as an IPv4 address, in any notation.
fn is_address(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or_default();
    last.bytes().all(|byte| byte.is_ascii_digit())
        || last.strip_prefix("0x").is_some_and(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::Host;

    fn parsed(raw: &str) -> Option<String> {
        Host::parse(raw).map(|host| host.0)
    }

    #[test]
    fn every_host_has_one_spelling() {
        for (raw, host) in [
            ("a.com", "a.com"),
            ("A.COM", "a.com"),
            ("A.COM.", "a.com"),
            ("a.com:443", "a.com"),
            ("a.com.:8080", "a.com"),
            ("localhost", "localhost"),
            ("Atlantico.localhost:8080", "atlantico.localhost"),
            ("bücher.example", "xn--bcher-kva.example"),
            ("BÜCHER.example", "xn--bcher-kva.example"),
            ("xn--bcher-kva.example", "xn--bcher-kva.example"),
            ("ａ.com", "a.com"),
            ("a。com", "a.com"),
            ("faß.de", "xn--fa-hia.de"),
        ] {
            assert_eq!(parsed(raw).as_deref(), Some(host), "{raw}");
        }
    }

    #[test]
    fn similar_hosts_stay_different() {
        // Cyrillic а; Latin with a combining mark; a subdomain; a longer name.
        for raw in ["а.com", "á.com", "www.a.com", "a.com.br", "a-com", "xn--80a.com"] {
            assert_ne!(parsed(raw).as_deref(), Some("a.com"), "{raw}");
        }
        assert_eq!(parsed("а.com"), parsed("xn--80a.com"));
    }

    #[test]
    fn an_invalid_host_is_refused() {
        let long = format!("{}.com", ["a"; 150].join("."));
        let label = format!("{}.com", "a".repeat(64));
        for raw in [
            "",
            ".",
            "..",
            "a..com",
            ".a.com",
            "a.com..",
            "a.com\0",
            "a\0.com",
            "a.com ",
            " a.com",
            "a.com\r\n",
            "a.com, b.com",
            "a.com:",
            "a.com:x",
            "a.com:80:80",
            "a.com:65536",
            "a.com:+80",
            "user@a.com",
            "user:pw@a.com",
            "http://a.com",
            "a.com/",
            "a.com?x",
            "a.com#x",
            "a%2ecom",
            "a_b.com",
            "-a.com",
            "a-.com",
            "xn--a.com",
            "127.0.0.1",
            "127.0.0.1:80",
            "0x7f.1",
            "2130706433",
            "0x7f000001",
            "1.2.3.4.",
            "[::1]",
            "[::1]:80",
            "::1",
            "１２７.0.0.1",
            "*.a.com",
            "\u{202e}a.com",
            &long,
            &label,
        ] {
            assert_eq!(parsed(raw), None, "{raw:?}");
        }
    }
}
