//! API types of the order layer, and the check of a host.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use uuid::Uuid;

use super::connection::{OrderHost, host_of};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::messages::MessageCode;
use server_core::outgoing::{HostFailure, OutgoingUrl};
use trade::wire_name;

const USUAL_HEADER: &str = "authorization";
const LONGEST_HEADER: usize = 60;

wire_name! {
    /// How a call to the host stands.
    OrderCallState {
        /// It is under way.
        Forwarding = "forwarding",
        /// The host has answered.
        Answered = "answered",
        /// Nobody knows whether the host took it: the same call can be made again.
        Failed = "failed",
    }
}

/// The company's own host, to which orders are forwarded.
#[derive(Object, Clone, Debug, Default)]
pub struct OrderLayer {
    /// Orders go to `/order/{id}` below it; null when none is connected.
    pub url: Option<String>,
    /// The header in which the key is sent.
    pub key_header: Option<String>,
    /// A key is set. It is never shown.
    pub has_key: bool,
    /// Failures since the last success.
    pub failure_count: i32,
    /// It has failed ten times in a row and is not asked before.
    pub held_until: Option<DateTime<Utc>>,
    pub last_success_at: Option<DateTime<Utc>>,
    pub last_failure_at: Option<DateTime<Utc>>,
    pub last_failure: Option<HostFailure>,
    /// Status of its last failure; null if it did not answer.
    pub last_status: Option<i16>,
    /// Increases with every change. Send it with an update; 0 when none is connected.
    pub version: i32,
}

/// The host to connect.
#[derive(Object, Clone, Debug)]
pub struct OrderLayerUpdate {
    /// With https, a public name, and the usual port or 8443; null disconnects it.
    #[oai(validator(max_length = 2000))]
    pub url: Option<String>,
    /// `authorization`, which is the default, or a name that begins with `x-`.
    #[oai(validator(max_length = 60))]
    pub key_header: Option<String>,
    /// The whole value of the header, for example `Bearer …`. Omitted, it stays, unless the host is another one.
    #[oai(validator(max_length = 1000))]
    pub key: Option<String>,
    /// Version that was read; 409 `stale_version` if the host has changed since.
    pub version: i32,
}

/// How a host answered.
#[derive(Object, Clone, Debug)]
pub struct OrderHostTest {
    /// Null if it answers.
    pub failure: Option<HostFailure>,
    /// Status of its answer; null without one.
    pub status: Option<i16>,
    pub duration_ms: i32,
}

/// A call that was forwarded, without what was said.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct OrderCall {
    pub order_number: String,
    pub state: OrderCallState,
    pub called_at: DateTime<Utc>,
    /// Attempts for the same key.
    pub attempt_count: i16,
    /// The token by which a program called; null for a person.
    pub api_token_id: Option<Uuid>,
    pub request_bytes: i32,
    /// Status of the answer; null without one.
    pub answer_status: Option<i16>,
    pub answer_bytes: Option<i32>,
    pub duration_ms: Option<i32>,
    pub failure: Option<HostFailure>,
}

/// A checked host; none to disconnect it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedHost {
    pub url: String,
    pub key_header: String,
    /// None: it stays as it is.
    pub key: Option<String>,
}

impl OrderLayer {
    pub fn of(host: Option<OrderHost>) -> Self {
        let Some(OrderHost { url, key_header, key, version, health, .. }) = host else {
            return Self::default();
        };
        Self {
            url: Some(url),
            key_header: Some(key_header),
            has_key: key.is_some(),
            failure_count: health.failure_count,
            held_until: health.held_until,
            last_success_at: health.last_success_at,
            last_failure_at: health.last_failure_at,
            last_failure: health.last_failure,
            last_status: health.last_status,
            version,
        }
    }
}

impl OrderLayerUpdate {
    /// Normalizes and checks the input; returns all errors at once. A key never goes to another host than it was entered for.
    pub fn check(&self, before: Option<&OrderHost>) -> ApiResult<Option<CheckedHost>> {
        let Some(typed) = optional(self.url.as_ref()) else { return Ok(None) };
        let mut errors = FieldErrors::default();
        let url = parse_base(&typed);
        if url.is_none() {
            errors.push("url", MessageCode::InvalidOrderHost);
        }
        let key_header = optional(self.key_header.as_ref()).unwrap_or_else(|| USUAL_HEADER.to_owned());
        let key_header = key_header.to_ascii_lowercase();
        if !is_free_header(&key_header) {
            errors.push("key_header", MessageCode::InvalidWebhookHeader);
        }
        let key = optional(self.key.as_ref());
        if key.as_ref().is_some_and(|key| !key.chars().all(|char| char == ' ' || char.is_ascii_graphic())) {
            errors.push("key", MessageCode::Invalid);
        }
        let url = url.unwrap_or_default();
        let moves =
            before.is_some_and(|before| before.key.is_some() && host_of(&before.url) != host_of(&url));
        if moves && key.is_none() {
            errors.push("key", MessageCode::Required);
        }
        errors.into_result()?;
        Ok(Some(CheckedHost { url, key_header, key }))
    }
}

/// An address below which orders go, without a slash at its end.
fn parse_base(typed: &str) -> Option<String> {
    let url = OutgoingUrl::parse(typed)?;
    let url = url.as_url();
    let is_bare = url.query().is_none() && url.fragment().is_none();
    is_bare.then(|| url.as_str().trim_end_matches('/').to_owned())
}

fn is_free_header(name: &str) -> bool {
    let is_of_letters = name.chars().all(|char| char.is_ascii_alphanumeric() || char == '-');
    let is_ours = name.starts_with("x-forwarded") || name.starts_with("x-remessa");
    let is_own = name.starts_with("x-") && name.len() > 2 && !is_ours;
    (is_own && is_of_letters && name.len() <= LONGEST_HEADER) || name == USUAL_HEADER
}

#[cfg(test)]
mod tests {
    use super::*;
    use server_core::outgoing::HostHealth;

    fn update(url: &str, key: Option<&str>) -> OrderLayerUpdate {
        OrderLayerUpdate {
            url: Some(url.to_owned()),
            key_header: None,
            key: key.map(str::to_owned),
            version: 0,
        }
    }

    fn host(url: &str) -> OrderHost {
        OrderHost {
            url: url.to_owned(),
            key_header: "authorization".to_owned(),
            key: Some("c2VhbGVk".to_owned()),
            version: 1,
            changed_at: DateTime::UNIX_EPOCH,
            health: HostHealth::default(),
        }
    }

    #[test]
    fn an_address_is_public_and_ends_before_the_order() {
        let url = |typed: &str| update(typed, None).check(None).ok().flatten().map(|host| host.url);
        assert_eq!(
            url(" https://Orders.example.com/api/ ").as_deref(),
            Some("https://orders.example.com/api")
        );
        assert_eq!(url("https://orders.example.com").as_deref(), Some("https://orders.example.com"));
        for wrong in [
            "http://orders.example.com",
            "https://10.0.0.1/",
            "https://localhost/",
            "https://orders.example.com/?a=1",
            "https://orders.example.com/#a",
            "https://user:secret@orders.example.com/",
        ] {
            assert_eq!(url(wrong), None, "{wrong}");
        }
        assert_eq!(update(" ", None).check(None).unwrap(), None, "nothing disconnects it");
    }

    #[test]
    fn a_key_is_entered_again_for_another_host() {
        let before = host("https://orders.example.com/api");
        let check = |url, key| update(url, key).check(Some(&before));
        assert!(check("https://orders.example.com/v2", None).is_ok(), "the host is the same");
        assert!(check("https://other.example.com/api", None).unwrap_err().has(MessageCode::Required));
        assert!(check("https://orders.example.com:8443/api", None).is_err());
        assert!(check("https://other.example.com/api", Some("Bearer 7")).is_ok());
    }

    #[test]
    fn only_free_headers_carry_the_key() {
        let is_taken = |name: &str| {
            let sent = OrderLayerUpdate {
                key_header: Some(name.to_owned()),
                ..update("https://a.example.com", None)
            };
            sent.check(None).is_ok()
        };
        for name in ["authorization", "X-Api-Key", ""] {
            assert!(is_taken(name), "{name}");
        }
        for name in ["cookie", "host", "content-type", "x-forwarded-for", "x-remessa-tenant", "x-", "x-a b"] {
            assert!(!is_taken(name), "{name}");
        }
    }
}
