//! Browser and operating system of a user agent.
//!
//! User agents have frozen system versions and only five engines, so a short table of names is enough.

use poem_openapi::Enum;

/// Browsers, the most specific first: a user agent also contains the names that follow.
const BROWSERS: &[(&str, &str)] = &[
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("YaBrowser/", "Yandex Browser"),
    ("Vivaldi/", "Vivaldi"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Version/", "Safari"),
];

/// An iPad in desktop mode reports a Mac and cannot be told apart.
const SYSTEMS: &[(&str, &str, DeviceKind)] = &[
    ("iPhone", "iOS", DeviceKind::Phone),
    ("iPad", "iPadOS", DeviceKind::Tablet),
    ("Android", "Android", DeviceKind::Phone),
    ("CrOS", "ChromeOS", DeviceKind::Computer),
    ("Windows", "Windows", DeviceKind::Computer),
    ("Macintosh", "macOS", DeviceKind::Computer),
    ("Linux", "Linux", DeviceKind::Computer),
];

/// The kind of device.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
pub enum DeviceKind {
    Computer,
    Phone,
    Tablet,
    Unknown,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Agent {
    /// With the major version: `Firefox 145`.
    pub browser: Option<String>,
    pub system: Option<&'static str>,
    pub kind: DeviceKind,
}

impl Agent {
    pub fn of(text: &str) -> Self {
        let known =
            BROWSERS.iter().find_map(|(mark, name)| Some(with_major_version(name, text.split_once(mark)?.1)));
        let browser = known.or_else(|| program(text));
        let system = SYSTEMS.iter().find(|(mark, ..)| text.contains(mark));
        let kind = match system {
            // Android phones send `Mobile`, tablets do not.
            Some((_, "Android", _)) if !text.contains("Mobile") => DeviceKind::Tablet,
            Some((.., kind)) => *kind,
            None => DeviceKind::Unknown,
        };
        Self { browser, system: system.map(|(_, name, _)| *name), kind }
    }
}

/// A name with the major version at the beginning of `rest`.
fn with_major_version(name: &str, rest: &str) -> String {
    let version: String = rest.chars().take_while(char::is_ascii_digit).collect();
    format!("{name} {version}").trim_end().to_owned()
}

/// The name of a program that is no browser: `curl 8`.
fn program(text: &str) -> Option<String> {
    let first = text.split_whitespace().next()?;
    let (name, rest) = first.split_once('/').unwrap_or((first, ""));
    let is_name = name.len() <= 40 && name.chars().all(|it| it.is_ascii_alphanumeric() || "-_.".contains(it));
    (is_name && name != "Mozilla").then(|| with_major_version(name, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_distinguished() {
        let cases = [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 \
                 Safari/537.36 Edg/142.0.0.0",
                ("Edge 142", "Windows", DeviceKind::Computer),
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
                ("Firefox 145", "Linux", DeviceKind::Computer),
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                 Version/26.1 Safari/605.1.15",
                ("Safari 26", "macOS", DeviceKind::Computer),
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
                 CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1",
                ("Chrome 142", "iOS", DeviceKind::Phone),
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 \
                 Chrome/136.0.0.0 Mobile Safari/537.36",
                ("Samsung Internet 29", "Android", DeviceKind::Phone),
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 \
                 Safari/537.36",
                ("Chrome 142", "Android", DeviceKind::Tablet),
            ),
        ];
        for (text, (browser, system, kind)) in cases {
            let told = Agent { browser: Some(browser.into()), system: Some(system), kind };
            assert_eq!(Agent::of(text), told, "{text}");
        }
    }

    #[test]
    fn a_program_has_its_own_name() {
        let named =
            |name: &str| Agent { browser: Some(name.to_owned()), system: None, kind: DeviceKind::Unknown };
        assert_eq!(Agent::of("curl/8.14.1"), named("curl 8"));
        assert_eq!(Agent::of("node"), named("node"));
        assert_eq!(Agent::of("python-requests/2.32.5 anything"), named("python-requests 2"));
    }

    #[test]
    fn unknown_agent_has_no_browser() {
        let nothing = Agent { browser: None, system: None, kind: DeviceKind::Unknown };
        for text in ["", "Mozilla/5.0", "<b>bold</b>", &"x".repeat(41)] {
            assert_eq!(Agent::of(text), nothing, "{text}");
        }
    }
}
