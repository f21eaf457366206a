//! The published cases of Standard Webhooks.

use chrono::{DateTime, Utc};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde::Deserialize;
use standardwebhooks::Webhook;

use super::schedule::{MAX_ATTEMPTS, pause_after, pause_as_asked, read_retry_after};
use super::signature::{SignedContent, SigningSecret, sign_with_all};
use server_core::clock::Clock;

const CASES: &str = include_str!("../../../tests/data/integrations/standard-webhooks.json");

#[derive(Deserialize)]
struct Cases {
    schedule_s: Vec<i64>,
    vectors: Vec<Vector>,
    other_scheme: String,
    receivers: Vec<Receiver>,
    retry_after: Vec<RetryAfter>,
}

#[derive(Deserialize)]
struct Vector {
    name: String,
    secret: String,
    webhook_id: String,
    webhook_timestamp: i64,
    payload: String,
    webhook_signature: String,
}

/// A request with the first vector, but for what the case says.
#[derive(Deserialize)]
struct Receiver {
    case: String,
    signature: String,
    offset_s: Option<i64>,
    timestamp: Option<String>,
    without: Option<String>,
    payload: Option<String>,
    verdict: String,
}

#[derive(Deserialize)]
struct RetryAfter {
    header: String,
    now: Option<DateTime<Utc>>,
    seconds: Option<i64>,
    base: Option<i64>,
    pause: Option<i64>,
}

fn load() -> Cases {
    serde_json::from_str(CASES).unwrap()
}

impl Vector {
    fn sign(&self, timestamp: i64) -> String {
        let content =
            SignedContent { webhook_id: &self.webhook_id, timestamp, body: self.payload.as_bytes() };
        sign_with_all(&[SigningSecret::parse(&self.secret).unwrap()], &content)
    }
}

impl Receiver {
    /// The headers of the case. The clock goes on meanwhile, so that a time in the future is one second later.
    fn headers(&self, vector: &Vector, other_scheme: &str) -> HeaderMap {
        let offset = self.offset_s.unwrap_or_default();
        let timestamp = Clock::default().now().timestamp() + offset + i64::from(offset > 0);
        let ours = vector.sign(timestamp);
        let changed = if ours.starts_with("v1,A") { "v1,B" } else { "v1,A" };
        let signature = self
            .signature
            .replace("{ours}", &ours)
            .replace("{truncated}", &ours[..ours.len() - 5])
            .replace("{changed}", &format!("{changed}{}", &ours[4..]))
            .replace("{v2}", &ours.replace("v1,", "v2,"))
            .replace("{v1a}", other_scheme);
        let timestamp = self.timestamp.clone().unwrap_or_else(|| timestamp.to_string());
        let all = [
            ("webhook-id", vector.webhook_id.as_str()),
            ("webhook-timestamp", timestamp.as_str()),
            ("webhook-signature", signature.as_str()),
        ];
        let sent = all.into_iter().filter(|(name, _)| self.without.as_deref() != Some(*name));
        sent.map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_str(value).unwrap()))
            .collect()
    }
}

#[test]
fn events_are_signed_as_in_the_published_vectors() {
    let cases = load();
    assert!(cases.vectors.len() >= 5);
    for vector in &cases.vectors {
        assert_eq!(vector.sign(vector.webhook_timestamp), vector.webhook_signature, "{}", vector.name);
    }
}

#[test]
fn a_receiver_takes_what_we_sign_and_refuses_what_is_not() {
    let cases = load();
    let vector = &cases.vectors[0];
    let library = Webhook::new(&vector.secret).unwrap();
    assert!(cases.receivers.len() >= 12);
    for case in &cases.receivers {
        let payload = case.payload.as_ref().unwrap_or(&vector.payload);
        let taken = library.verify(payload.as_bytes(), &case.headers(vector, &cases.other_scheme));
        assert_eq!(taken.is_ok(), case.verdict == "accept", "{}: {taken:?}", case.case);
    }
}

#[test]
fn attempts_follow_the_schedule_that_is_advised() {
    let cases = load();
    let pauses: Vec<i64> =
        (1..MAX_ATTEMPTS).map(|attempt| pause_after(attempt, 0.5).unwrap().num_seconds()).collect();
    assert_eq!(cases.schedule_s[0], 0, "the first attempt is made at once");
    assert_eq!(cases.schedule_s[1..], pauses);
}

#[test]
fn the_header_retry_after_is_read_as_in_the_cases() {
    for case in load().retry_after {
        let now = case.now.unwrap_or_default();
        let read = read_retry_after(&case.header, now);
        match case.base {
            None => assert_eq!(read.map(|it| it.num_seconds()), case.seconds, "{}", case.header),
            Some(base) => {
                let attempt = (1..MAX_ATTEMPTS)
                    .find(|attempt| pause_after(*attempt, 0.5).is_some_and(|it| it.num_seconds() == base));
                let pause = pause_as_asked(attempt.unwrap(), 0.5, read).map(|it| it.num_seconds());
                assert_eq!(pause, case.pause, "{}", case.header);
            }
        }
    }
}
