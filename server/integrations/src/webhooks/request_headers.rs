//! The headers of a request to a receiver.

use chrono::NaiveDate;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde::{Deserialize, Serialize};

use super::attempt_log::WebhookSentHeader;
use super::signature::{SignedContent, SigningSecret, sign_with_all};
use server_core::http::error::FieldErrors;
use server_core::http::messages::MessageCode;

const LONGEST_NAME: usize = 60;
const AUTHORIZATION: &str = "authorization";

/// A header of a webhook's own, with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnHeader {
    pub name: String,
    pub value: String,
}

/// Names in lower case. Errors are reported at the field of each header: headers that belong to the request itself, or to us,
/// cannot be set.
pub fn check_headers(sent: Vec<OwnHeader>, errors: &mut FieldErrors) -> Vec<OwnHeader> {
    let mut checked: Vec<OwnHeader> = Vec::with_capacity(sent.len());
    for (index, header) in sent.into_iter().enumerate() {
        let name = header.name.trim().to_ascii_lowercase();
        let value = header.value.trim().to_owned();
        if !is_free_name(&name) || checked.iter().any(|known| known.name == name) {
            errors.push(format!("headers.{index}.name"), MessageCode::InvalidWebhookHeader);
        }
        if value.is_empty() {
            errors.push(format!("headers.{index}.value"), MessageCode::Required);
        } else if !is_value(&value) {
            errors.push(format!("headers.{index}.value"), MessageCode::InvalidWebhookHeader);
        }
        checked.push(OwnHeader { name, value });
    }
    checked
}

fn is_free_name(name: &str) -> bool {
    let is_of_letters = name.chars().all(|char| char.is_ascii_alphanumeric() || char == '-');
    let is_own = name.starts_with("x-") && name.len() > 2 && !name.starts_with("x-forwarded");
    (is_own && is_of_letters && name.len() <= LONGEST_NAME) || name == AUTHORIZATION
}

fn is_value(value: &str) -> bool {
    value.chars().all(|char| char == ' ' || char.is_ascii_graphic())
}

/// The headers of one request.
pub struct RequestHeaders {
    map: HeaderMap,
    own_names: Vec<HeaderName>,
}

impl RequestHeaders {
    pub fn write(
        content: &SignedContent<'_>,
        version: NaiveDate,
        secrets: &[SigningSecret],
        own: &[OwnHeader],
    ) -> Self {
        let mut headers = Self { map: HeaderMap::new(), own_names: Vec::new() };
        headers.add("content-type", "application/json");
        headers.add("user-agent", concat!("Remessa-Webhooks/", env!("CARGO_PKG_VERSION")));
        headers.add("webhook-id", content.webhook_id);
        headers.add("webhook-timestamp", &content.timestamp.to_string());
        headers.add("webhook-signature", &sign_with_all(secrets, content));
        headers.add("webhook-version", &version.to_string());
        for OwnHeader { name, value } in own {
            let added = headers.add(name, value);
            headers.own_names.extend(added);
        }
        headers
    }

    /// None for a name or a value that no request can have.
    fn add(&mut self, name: &str, value: &str) -> Option<HeaderName> {
        let name = HeaderName::from_bytes(name.as_bytes()).ok()?;
        let value = HeaderValue::from_str(value).ok()?;
        self.map.insert(name.clone(), value);
        Some(name)
    }

    /// As the log keeps them: signatures are shown, the values of own headers are not.
    pub fn to_log(&self) -> Vec<WebhookSentHeader> {
        let entries = self.map.iter().map(|(name, value)| WebhookSentHeader {
            name: name.as_str().to_owned(),
            value: if self.own_names.contains(name) { None } else { value.to_str().ok().map(str::to_owned) },
        });
        entries.collect()
    }

    pub fn into_map(self) -> HeaderMap {
        self.map
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(name: &str, value: &str) -> OwnHeader {
        OwnHeader { name: name.to_owned(), value: value.to_owned() }
    }

    #[test]
    fn only_free_headers_can_be_set() {
        let is_refused = |name: &str, value: &str| {
            let mut errors = FieldErrors::default();
            check_headers(vec![own(name, value)], &mut errors);
            !errors.is_empty()
        };
        for (name, value) in [("x-shop", "7"), (" Authorization ", "Bearer 8 f"), ("X-Api-Key", "a=b")] {
            assert!(!is_refused(name, value), "{name}");
        }
        assert!(is_refused("x-shop", " "));
        for name in [
            "",
            "x-",
            "host",
            "cookie",
            "content-type",
            "content-length",
            "webhook-id",
            "webhook-signature",
            "x-forwarded-for",
            "x-é",
            "x y",
            "x-a\r\nhost",
            "transfer-encoding",
        ] {
            assert!(is_refused(name, "1"), "{name}");
        }
        assert!(is_refused("x-shop", "a\r\nhost: b") && is_refused("x-shop", "é"));
    }

    #[test]
    fn a_header_is_set_once() {
        let mut errors = FieldErrors::default();
        check_headers(vec![own("x-shop", "1"), own("X-Shop", "2")], &mut errors);
        assert!(errors.contains("headers.1.name"));
    }

    #[test]
    fn the_log_shows_the_signature_and_no_value_of_an_own_header() {
        let content = SignedContent { webhook_id: "evt_1", timestamp: 7, body: b"{}" };
        let secrets = [SigningSecret::of_bytes(vec![1; 32])];
        let headers = RequestHeaders::write(
            &content,
            NaiveDate::default(),
            &secrets,
            &[own("authorization", "Bearer s3cret")],
        );
        let log = headers.to_log();
        let find = |name: &str| log.iter().find(|header| header.name == name).unwrap().value.clone();
        assert!(find("webhook-signature").unwrap().starts_with("v1,"));
        assert_eq!(
            (find("webhook-timestamp").as_deref(), find("webhook-id").as_deref()),
            (Some("7"), Some("evt_1"))
        );
        assert_eq!(find("authorization"), None);
        assert_eq!(headers.into_map()["authorization"], "Bearer s3cret");
    }
}
