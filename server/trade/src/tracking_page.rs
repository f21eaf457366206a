//! Templates of a carrier's page about a parcel: `https://carrier.example/track?n={code}`.

/// The place of the tracking code.
const PLACE: &str = "{code}";

/// Whether a text is a template: https, a host without credentials, and the place once, behind the host.
pub fn is_template(text: &str) -> bool {
    let Some((before, after)) = text.strip_prefix("https://").and_then(|rest| rest.split_once(PLACE)) else {
        return false;
    };
    let Some(host) = before.find(['/', '?', '#']).map(|end| &before[..end]) else { return false };
    let is_plain = |part: &str| !part.contains(['{', '}', '\\', '"', '<', '>']);
    let is_printed = text.chars().all(|sign| !sign.is_whitespace() && !sign.is_control());
    is_host(host) && is_plain(before) && is_plain(after) && is_printed
}

/// A name with a dot, and a port if need be.
fn is_host(host: &str) -> bool {
    let (name, port) = host.split_once(':').unwrap_or((host, "443"));
    let is_label =
        |label: &str| !label.is_empty() && label.chars().all(|sign| sign.is_alphanumeric() || sign == '-');
    name.contains('.') && name.split('.').all(is_label) && port.parse::<u16>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_stands_in_the_path_or_the_query() {
        assert!(is_template("https://rastreio.test/objetos/{code}"));
        assert!(is_template("https://track.test:8443/?n={code}&lang=pt"));
        assert!(is_template("https://track.test#{code}"));
    }

    #[test]
    fn other_schemes_credentials_and_hosts_are_refused() {
        for wrong in [
            "http://track.test/{code}",
            "javascript:alert('{code}')",
            "https://{code}.track.test/",
            "https://track.test.{code}/",
            "https://me@track.test/{code}",
            "https://track/{code}",
            "https:///{code}",
        ] {
            assert!(!is_template(wrong), "{wrong}");
        }
    }

    #[test]
    fn the_place_of_the_code_is_there_once() {
        for wrong in
            ["https://track.test/", "https://track.test/{code}/{code}", "https://track.test/{number}/{code}"]
        {
            assert!(!is_template(wrong), "{wrong}");
        }
    }
}
