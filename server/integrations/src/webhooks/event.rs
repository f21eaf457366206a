//! An event, and the bytes of it that receivers get. They are signed as they are stored, and never written anew.

use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serialize;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::catalogue::WebhookEventType;
use super::signature::to_webhook_id;
use super::version::EventVersion;

/// Something that happened, to be told in its transaction.
#[derive(Clone, Debug)]
pub struct WebhookEvent {
    pub kind: WebhookEventType,
    /// The record.
    pub record_id: Uuid,
    /// Clients whose own webhooks hear of it.
    pub client_ids: Vec<Uuid>,
    data: Map<String, Value>,
}

impl WebhookEvent {
    pub fn of(kind: WebhookEventType, record_id: Uuid) -> Self {
        let data = Map::from_iter([("id".to_owned(), json!(record_id))]);
        Self { kind, record_id, client_ids: Vec::new(), data }
    }

    /// Adds clients of the record, if they hear of such events at all.
    #[must_use]
    pub fn of_clients(mut self, client_ids: impl IntoIterator<Item = Uuid>) -> Self {
        if self.kind.is_of_clients() {
            self.client_ids.extend(client_ids);
        }
        self
    }

    /// Adds a key of the example in the catalogue.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Serialize) -> Self {
        debug_assert!(self.kind.example().contains_key(key), "{:?} has no example of `{key}`", self.kind);
        self.data.insert(key.to_owned(), json!(value));
        self
    }
}

/// The body as receivers read it.
#[derive(Serialize)]
struct EventBody {
    id: String,
    #[serde(rename = "type")]
    kind: WebhookEventType,
    version: &'static str,
    timestamp: String,
    /// Greater than that of each earlier event of the record.
    sequence: i64,
    data: Map<String, Value>,
}

/// The bytes of an event, in a form of the data.
pub fn write_body(
    id: Uuid,
    event: &WebhookEvent,
    version: EventVersion,
    at: DateTime<Utc>,
    sequence: i64,
) -> Vec<u8> {
    let body = EventBody {
        id: to_webhook_id(id),
        kind: event.kind,
        version: version.name,
        timestamp: at.to_rfc3339_opts(SecondsFormat::Millis, true),
        sequence,
        data: version.write(&event.data),
    };
    serde_json::to_vec(&body).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::version::{NEWEST, VERSIONS};
    use super::*;

    /// Receivers need not take more.
    const MAX_BODY: usize = 20_000;

    #[test]
    fn the_example_of_each_event_is_a_small_body() {
        for kind in WebhookEventType::ALL {
            let mut event = WebhookEvent::of(*kind, Uuid::max());
            for (key, value) in kind.example() {
                event = event.with(&key, value);
            }
            for version in VERSIONS {
                let bytes = write_body(Uuid::max(), &event, version, DateTime::UNIX_EPOCH, i64::MAX);
                assert!(bytes.len() < MAX_BODY, "{kind:?}");
            }
            let bytes = write_body(Uuid::max(), &event, NEWEST, DateTime::UNIX_EPOCH, i64::MAX);
            let body: Value = serde_json::from_slice(&bytes).unwrap();
            let keys: Vec<&str> = body.as_object().unwrap().keys().map(String::as_str).collect();
            assert_eq!(keys, ["id", "type", "version", "timestamp", "sequence", "data"]);
            assert_eq!(body["type"], kind.as_str());
            assert_eq!(body["data"]["id"], json!(Uuid::max()));
            assert_eq!(body["data"].as_object().unwrap().len(), kind.example().len() + 1);
        }
    }

    #[test]
    fn a_body_is_written_as_it_is_documented() {
        let id = Uuid::from_u128(33);
        let event = WebhookEvent::of(WebhookEventType::WebhookTest, id);
        let body = write_body(id, &event, NEWEST, DateTime::UNIX_EPOCH, 7);
        let expected = r#"{"id":"evt_00000000000000000000000011","type":"webhook.test","version":"2026-12-15","timestamp":"1970-01-01T00:00:00.000Z","sequence":7,"data":{"id":"00000000-0000-0000-0000-000000000021"}}"#;
        assert_eq!(String::from_utf8(body).unwrap(), expected);
    }

    #[test]
    fn clients_are_not_told_of_what_is_not_theirs() {
        let client = Uuid::from_u128(5);
        let event = |kind| WebhookEvent::of(kind, Uuid::nil()).of_clients([client]).client_ids;
        assert_eq!(event(WebhookEventType::InvoicePaid), [client]);
        assert_eq!(event(WebhookEventType::BagClosed), Vec::<Uuid>::new());
    }
}
