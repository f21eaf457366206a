//! Which addresses of the web may be named at all.

use reqwest::Url;

/// Besides the usual port of https.
const OTHER_PORT: u16 = 8443;
const INNER_ENDS: [&str; 4] = ["localhost", "local", "internal", "localdomain"];

/// An address with https, a name of a public kind, and a usual port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutgoingUrl(Url);

impl OutgoingUrl {
    /// None for an address that nothing is ever sent to. The parsed address is looked at, not the text: there are many ways to
    /// write the same.
    pub fn parse(text: &str) -> Option<Self> {
        let url = Url::parse(text).ok()?;
        let is_plain = url.scheme() == "https" && url.username().is_empty() && url.password().is_none();
        let is_usual_port = matches!(url.port(), None | Some(OTHER_PORT));
        // None for a literal IP address, in whatever form.
        // The name with a dot at its end would be another receiver of the same.
        let is_outside = url.domain().is_some_and(|name| !name.ends_with('.') && is_outside_name(name));
        (is_plain && is_usual_port && is_outside).then_some(Self(url))
    }

    /// In builds for tests and development also a server of this machine that is named as one, without TLS. For addresses that
    /// come from the operator only.
    pub fn parse_or_local(text: &str) -> Option<Self> {
        Self::parse(text).or_else(|| {
            let url = Url::parse(text).ok()?;
            is_local(&url).then_some(Self(url))
        })
    }

    /// Whether it is the server of this machine.
    pub fn is_local(&self) -> bool {
        is_local(&self.0)
    }

    pub const fn as_url(&self) -> &Url {
        &self.0
    }

    pub fn host(&self) -> &str {
        self.0.domain().unwrap_or_default()
    }

    pub fn port(&self) -> u16 {
        self.0.port_or_known_default().unwrap_or(443)
    }
}

/// Never in a server that is built for use.
fn is_local(url: &Url) -> bool {
    let is_here = matches!(url.host_str(), Some("127.0.0.1" | "[::1]" | "localhost"));
    let is_plain = url.scheme() == "http" && url.username().is_empty() && url.password().is_none();
    cfg!(debug_assertions) && is_here && is_plain
}

/// Whether a name has several labels, and none that only an inner network knows. What it resolves to is another question.
pub fn is_outside_name(name: &str) -> bool {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let is_literal = name.parse::<std::net::IpAddr>().is_ok() || name.contains([':', '[', '/', '@', '%']);
    let last = name.rsplit('.').next().unwrap_or_default();
    let is_number = last.chars().all(|c| c.is_ascii_digit());
    let has_labels = name.contains('.') && name.split('.').all(|label| (1..=63).contains(&label.len()));
    has_labels && !is_literal && !is_number && !INNER_ENDS.contains(&last)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASES: &str = include_str!("../../../tests/data/outgoing/urls.csv");

    #[test]
    fn addresses_are_taken_as_in_the_case_file() {
        let mut count = 0;
        for line in CASES.lines().skip(1) {
            let mut cells = line.split(',');
            let (url, verdict) = (cells.next().unwrap(), cells.next().unwrap());
            if url.contains(' ') || url == "https://1.1.1.1/" {
                continue;
            }
            assert_eq!(OutgoingUrl::parse(url).is_some(), verdict == "allow", "{line}");
            count += 1;
        }
        assert!(count > 20);
    }

    #[test]
    fn a_server_of_this_machine_is_taken_only_where_it_is_asked_for() {
        let here = "http://127.0.0.1:4000/keys";
        assert_eq!(OutgoingUrl::parse(here), None);
        assert_eq!(OutgoingUrl::parse_or_local(here).is_some(), cfg!(debug_assertions));
        for inner in ["https://127.0.0.1/", "http://10.0.0.8/", "http://db.internal/", "http://a@127.0.0.1/"]
        {
            assert_eq!(OutgoingUrl::parse_or_local(inner), None, "{inner}");
        }
        assert!(OutgoingUrl::parse_or_local("https://id.example.com/").is_some_and(|url| !url.is_local()));
    }

    #[test]
    fn a_receiver_has_one_name() {
        for odd in ["https://example.com./", "https://a..example.com/"] {
            assert_eq!(OutgoingUrl::parse(odd), None, "{odd}");
        }
        assert_eq!(
            OutgoingUrl::parse("https://EXAMPLE.com:443/"),
            OutgoingUrl::parse("https://example.com/")
        );
        assert_eq!(OutgoingUrl::parse(&format!("https://{}.com/", "a".repeat(64))), None);
    }

    #[test]
    fn names_of_servers_are_those_of_the_outside() {
        for name in ["sftp.example.com", "SFTP.Example.com."] {
            assert!(is_outside_name(name), "{name}");
        }
        for name in ["", "redis", "10.0.0.1", "127.1", "::1", "a.localhost", "db.internal", ".com", "a@b.com"]
        {
            assert!(!is_outside_name(name), "{name}");
        }
    }
}
