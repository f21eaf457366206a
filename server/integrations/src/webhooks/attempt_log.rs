//! The log of the attempts to send an event.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use serde::{Deserialize, Serialize};

use super::outcome::{WebhookAttemptKind, WebhookFailure};

/// So many attempts of an event are kept.
const MOST: usize = 10;
/// Characters of an answer, and of the answer to an earlier attempt.
const ANSWER: usize = 16_000;
const EARLIER_ANSWER: usize = 1_000;

/// A header that was sent.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebhookSentHeader {
    pub name: String,
    /// Null for an own header of the webhook, whose value is secret.
    pub value: Option<String>,
}

/// An attempt to send an event.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebhookAttempt {
    pub at: DateTime<Utc>,
    pub kind: WebhookAttemptKind,
    /// The address that it was sent to.
    pub url: String,
    /// The headers that it was sent with.
    pub headers: Vec<WebhookSentHeader>,
    /// The HTTP status of the answer; null when none came.
    pub status: Option<i32>,
    /// Null if it has arrived.
    pub failure: Option<WebhookFailure>,
    pub duration_ms: i32,
    /// The beginning of the answer, as text; at most 16,000 characters, and 1,000 of an earlier attempt. Nobody has checked it:
    /// show it as plain text.
    pub answer: Option<String>,
}

/// The text of an answer, whatever its bytes are.
pub fn to_answer_text(bytes: &[u8]) -> Option<String> {
    let text: String = String::from_utf8_lossy(bytes).chars().filter(is_storable).take(ANSWER).collect();
    (!text.is_empty()).then_some(text)
}

/// The database takes no zero in a text.
const fn is_storable(char: &char) -> bool {
    *char != '\0'
}

/// Adds an attempt, and shortens what is kept of those before it.
pub fn add_attempt(mut log: Vec<WebhookAttempt>, attempt: WebhookAttempt) -> Vec<WebhookAttempt> {
    for earlier in &mut log {
        earlier.answer = earlier.answer.take().map(|text| text.chars().take(EARLIER_ANSWER).collect());
    }
    log.push(attempt);
    let surplus = log.len().saturating_sub(MOST);
    log.drain(..surplus);
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(duration_ms: i32, answer: &str) -> WebhookAttempt {
        WebhookAttempt {
            at: DateTime::UNIX_EPOCH,
            kind: WebhookAttemptKind::Event,
            url: "https://example.com/hook".to_owned(),
            headers: vec![],
            status: Some(500),
            failure: Some(WebhookFailure::Refused),
            duration_ms,
            answer: to_answer_text(answer.as_bytes()),
        }
    }

    #[test]
    fn the_newest_ten_attempts_are_kept() {
        let log = (0..12).fold(Vec::new(), |log, number| add_attempt(log, attempt(number, "no")));
        let numbers: Vec<i32> = log.iter().map(|one| one.duration_ms).collect();
        assert_eq!(numbers, (2..12).collect::<Vec<_>>());
    }

    #[test]
    fn only_the_answer_to_the_last_attempt_is_kept_at_length() {
        let long = "é".repeat(20_000);
        let log = add_attempt(vec![attempt(0, &long)], attempt(1, &long));
        let lengths: Vec<usize> =
            log.iter().map(|one| one.answer.as_ref().unwrap().chars().count()).collect();
        assert_eq!(lengths, [1_000, 16_000]);
    }

    #[test]
    fn any_bytes_are_an_answer() {
        assert_eq!(to_answer_text(b""), None);
        assert_eq!(to_answer_text(b"a\0b").as_deref(), Some("ab"));
        assert_eq!(to_answer_text(&[0xff, b'!']).as_deref(), Some("\u{fffd}!"));
        assert_eq!(to_answer_text(b"<script>").as_deref(), Some("<script>"), "pages show it as text");
    }
}
