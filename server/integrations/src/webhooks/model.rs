//! API types of webhooks.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use policy::Grants;
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

use super::catalogue::WebhookEventType;
use super::outcome::WebhookDisabledReason;
use super::pattern::EventPattern;
use super::request_headers::{OwnHeader, check_headers};
use super::state::{TRANSITIONS, WebhookStatus, WebhookStep};
use super::store::EndpointRow;
use super::version::EventVersion;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::required;
use server_core::http::messages::{MessageCode, Params};
use server_core::outgoing::OutgoingUrl;

/// An address that is told what happens.
#[derive(Object, Clone)]
pub struct Webhook {
    pub id: Uuid,
    /// The client whose records it hears of; null for one of the company.
    pub client_id: Option<Uuid>,
    pub url: String,
    /// Events that it gets: `*`, `shipment.*` or `shipment.created`.
    pub patterns: Vec<String>,
    /// The form of the data that it gets, a date. It stays until somebody upgrades the webhook.
    pub event_version: NaiveDate,
    /// The day from which it gets the form that follows; null for the newest one.
    pub event_version_ends_on: Option<NaiveDate>,
    /// Names of its own headers. Their values are secret.
    pub header_names: Vec<String>,
    /// One event after the other, in their order: one that fails holds those after it.
    pub fifo: bool,
    pub status: WebhookStatus,
    /// Why the server has given it up; null otherwise.
    pub disabled_reason: Option<WebhookDisabledReason>,
    /// Failures since the last success.
    pub failure_count: i32,
    pub first_failed_at: Option<DateTime<Utc>>,
    /// The next attempt of a failing one is not before.
    pub held_until: Option<DateTime<Utc>>,
    pub last_success_at: Option<DateTime<Utc>>,
    /// Events that are due, wait for another attempt, or are held while the webhook takes none.
    pub waiting_count: i64,
    /// The former secret signs beside the present one until then; null when it does not.
    pub former_secret_until: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    /// Increases with every change by a person. Send it with an update.
    pub version: i32,
    pub can: WebhookCan,
}

/// Permissions of the current user on a webhook.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WebhookCan {
    pub update: bool,
    pub delete: bool,
    pub enable: bool,
    pub pause: bool,
    pub test: bool,
    pub rotate_secret: bool,
    /// Send earlier events again.
    pub replay: bool,
    /// Get the newest form of the data.
    pub upgrade: bool,
}

/// A webhook with its secret, which is never shown again.
#[derive(Object)]
pub struct WebhookWithSecret {
    pub webhook: Webhook,
    /// Receivers check signatures with it, by the scheme of Standard Webhooks.
    pub secret: String,
}

/// An event that a webhook can get.
#[derive(Object)]
pub struct WebhookEventKind {
    #[oai(rename = "type")]
    pub kind: WebhookEventType,
    /// The record that it is about: `shipment`.
    pub resource: String,
    /// The data of such an event.
    pub example: Value,
}

/// A header that is sent with each event.
#[derive(Object, Clone, Debug)]
pub struct WebhookHeaderInput {
    /// `authorization`, or a name that begins with `x-`.
    #[oai(validator(max_length = 60))]
    pub name: String,
    #[oai(validator(max_length = 1000))]
    pub value: String,
}

/// The address of a webhook, the events that it gets, and how.
#[derive(Object, Clone, Debug)]
pub struct WebhookInput {
    /// With https, a public name, and the usual port or 8443.
    #[oai(validator(max_length = 2000))]
    pub url: String,
    /// Events that it gets: `*`, `shipment.*` or `shipment.created`.
    #[oai(validator(min_items = 1, max_items = 50))]
    pub patterns: Vec<String>,
    /// One event after the other, in their order.
    #[oai(default)]
    pub fifo: bool,
    /// All own headers, with their values. When it is omitted, they stay as they are.
    #[oai(validator(max_items = 10))]
    pub headers: Option<Vec<WebhookHeaderInput>>,
}

/// The fields of a webhook to change, and the version they were read at.
#[derive(Object)]
pub struct WebhookUpdate {
    #[oai(flatten)]
    pub input: WebhookInput,
    /// Version that was read; 409 `stale_version` if the webhook has changed since.
    pub version: i32,
}

/// The version of a webhook.
#[derive(Object)]
pub struct WebhookVersion {
    /// Version that was read; 409 `stale_version` if the webhook has changed since.
    pub version: i32,
}

/// How to begin again.
#[derive(Object)]
pub struct WebhookEnabling {
    /// True: the events that have waited are sent once a test has arrived. False: they are dropped.
    pub send_held: bool,
    /// Version that was read; 409 `stale_version` if the webhook has changed since.
    pub version: i32,
}

/// Events to send again.
#[derive(Object)]
pub struct WebhookReplayRange {
    pub from: DateTime<Utc>,
    /// `next_id` of the answer that `from` comes from: events of that moment with a lower id are not sent once more.
    pub from_id: Option<Uuid>,
    /// Events before it.
    pub to: DateTime<Utc>,
    /// Kinds of events; all without it.
    #[oai(validator(max_items = 50))]
    pub types: Option<Vec<WebhookEventType>>,
}

/// How many events are sent again.
#[derive(Object)]
pub struct WebhookReplayed {
    /// At most 1,000, and those of the same moment as the last one, at most 10,000 in all.
    pub count: i32,
    /// When the first event occurred that is left, because there were more; null when none is. The same call with it as `from`, and
    /// `next_id` as `from_id`, sends the rest.
    pub next_from: Option<DateTime<Utc>>,
    /// Id of that event.
    pub next_id: Option<Uuid>,
}

/// A checked input.
#[derive(Clone, Debug, Serialize)]
pub struct CheckedInput {
    pub url: String,
    pub patterns: Vec<String>,
    pub fifo: bool,
    /// None: they stay as they are.
    #[serde(skip)]
    pub headers: Option<Vec<OwnHeader>>,
}

impl WebhookInput {
    /// Normalizes and checks the input; returns all errors at once. A client hears only of records that can be its own.
    pub fn check(self, is_of_client: bool) -> ApiResult<CheckedInput> {
        let mut errors = FieldErrors::default();
        let typed = required("url", &self.url, &mut errors);
        let url = parse_receiver(&typed);
        if url.is_none() && !typed.is_empty() {
            errors.push("url", MessageCode::InvalidWebhookUrl);
        }
        let patterns = check_patterns(&self.patterns, is_of_client, &mut errors);
        let to_own = |header: WebhookHeaderInput| OwnHeader { name: header.name, value: header.value };
        let headers = self.headers.map(|headers| headers.into_iter().map(to_own).collect());
        let headers = headers.map(|headers| check_headers(headers, &mut errors));
        errors.into_result()?;
        Ok(CheckedInput { url: url.unwrap_or_default(), patterns, fifo: self.fifo, headers })
    }
}

/// The address as it is kept. What stands behind `#` is never sent: with it, one receiver would have two webhooks.
fn parse_receiver(typed: &str) -> Option<String> {
    let mut url = OutgoingUrl::parse(typed)?.as_url().clone();
    url.set_fragment(None);
    Some(url.to_string())
}

fn check_patterns(sent: &[String], is_of_client: bool, errors: &mut FieldErrors) -> Vec<String> {
    let mut patterns: Vec<String> = Vec::with_capacity(sent.len());
    for text in sent {
        let known = EventPattern::parse(text.trim()).filter(|pattern| {
            let is_all = pattern.matches_all();
            let mut kinds = WebhookEventType::list_offered().filter(|kind| pattern.matches(kind.as_str()));
            is_all || !is_of_client || kinds.all(WebhookEventType::is_of_clients)
        });
        match known {
            Some(pattern) if patterns.contains(&pattern.to_text()) => {}
            Some(pattern) => patterns.push(pattern.to_text()),
            None => {
                let params = Params::from([("pattern", text.as_str().into())]);
                errors.push_with("patterns", MessageCode::InvalidWebhookPattern, params);
                break;
            }
        }
    }
    patterns
}

impl EndpointRow {
    pub fn input(&self) -> CheckedInput {
        CheckedInput {
            url: self.url.clone(),
            patterns: self.patterns.clone(),
            fifo: self.fifo,
            headers: None,
        }
    }

    /// The webhook with the permissions of a user.
    pub fn seen_by(self, grants: &Grants, now: DateTime<Utc>) -> Webhook {
        let (status, facts) = (self.status, self.facts(now));
        let can = |step| TRANSITIONS.can(grants, step, status, &facts);
        let can = WebhookCan {
            update: can(WebhookStep::Update),
            delete: can(WebhookStep::Delete),
            enable: can(WebhookStep::Enable),
            pause: can(WebhookStep::Pause),
            test: can(WebhookStep::Test),
            rotate_secret: can(WebhookStep::RotateSecret),
            replay: can(WebhookStep::Replay),
            upgrade: can(WebhookStep::Upgrade),
        };
        let version = EventVersion::find(self.event_version, now);
        Webhook {
            former_secret_until: self.former_secret_until.filter(|until| *until > now),
            id: self.id,
            client_id: self.client_id,
            url: self.url,
            patterns: self.patterns,
            event_version: version.day(),
            event_version_ends_on: version.ends_on(),
            header_names: self.header_names,
            fifo: self.fifo,
            status,
            disabled_reason: self.disabled_reason,
            failure_count: self.failure_count,
            first_failed_at: self.first_failed_at,
            held_until: self.held_until,
            last_success_at: self.last_success_at,
            waiting_count: self.waiting_count,
            created_at: self.created_at,
            version: self.version,
            can,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    fn input(url: &str, patterns: &[&str]) -> WebhookInput {
        let patterns = patterns.iter().map(|&it| it.to_owned()).collect();
        WebhookInput { url: url.to_owned(), patterns, fifo: false, headers: None }
    }

    fn row(status: WebhookStatus) -> EndpointRow {
        EndpointRow {
            id: Uuid::from_u128(1),
            client_id: None,
            url: "https://example.com/hook".to_owned(),
            patterns: vec!["*".to_owned()],
            event_version: NaiveDate::default(),
            secret: vec![],
            former_secret: None,
            former_secret_until: None,
            header_names: vec![],
            headers: None,
            fifo: false,
            status,
            disabled_reason: None,
            failure_count: 0,
            first_failed_at: None,
            notice_count: 0,
            held_until: None,
            wake_at: None,
            last_success_at: None,
            waiting_count: 0,
            version: 1,
            created_at: DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn all_errors_of_a_webhook_are_told_at_once() {
        let mut wrong = input("http://10.0.0.1/hook", &["ship*"]);
        wrong.headers = Some(vec![WebhookHeaderInput { name: "host".to_owned(), value: "x".to_owned() }]);
        let refused = wrong.check(false).unwrap_err();
        for code in [
            MessageCode::InvalidWebhookUrl,
            MessageCode::InvalidWebhookPattern,
            MessageCode::InvalidWebhookHeader,
        ] {
            assert!(refused.has(code), "{code:?}");
        }
        let checked = input(" https://Example.com/hook ", &["bag.*", "bag.*", "*"]).check(false).unwrap();
        assert_eq!(
            (&*checked.url, checked.patterns),
            ("https://example.com/hook", vec!["bag.*".to_owned(), "*".to_owned()])
        );
    }

    #[test]
    fn one_receiver_has_one_address() {
        let url = |typed| input(typed, &["*"]).check(false).unwrap().url;
        assert_eq!(url("https://example.com/hook?of=1#second"), url("https://EXAMPLE.com:443/hook?of=1"));
    }

    #[test]
    fn a_client_asks_for_events_of_its_records_only() {
        let is_taken = |pattern| input("https://example.com/", &[pattern]).check(true).is_ok();
        assert!(is_taken("*") && is_taken("shipment.*") && is_taken("invoice.paid"));
        assert!(!is_taken("bag.*") && !is_taken("manifest.closed"));
    }

    #[test]
    fn each_role_does_with_a_webhook_what_its_state_allows() {
        let policy = Policy::load_shipped();
        let now = DateTime::UNIX_EPOCH;
        for (role, has_rights) in [
            (UserType::Admin, true),
            (UserType::Dev, true),
            (UserType::User, false),
            (UserType::Client, true),
        ] {
            for status in WebhookStatus::ALL {
                let can = row(*status).seen_by(&policy.grants(role), now).can;
                let is_off = matches!(status, WebhookStatus::Disabled | WebhookStatus::Paused);
                let takes = matches!(status, WebhookStatus::Active | WebhookStatus::Failing);
                let expected = WebhookCan {
                    update: has_rights,
                    delete: has_rights,
                    enable: has_rights && is_off,
                    pause: has_rights && !is_off,
                    test: has_rights,
                    rotate_secret: has_rights,
                    replay: has_rights && takes,
                    upgrade: has_rights,
                };
                assert_eq!(can, expected, "{role:?} {status:?}");
            }
        }
    }
}
