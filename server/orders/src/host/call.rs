//! A call by its key: whether it is forwarded, or was answered before. Pure.

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};

/// For so long, the same call has the first answer.
pub const ANSWERED_FOR: TimeDelta = TimeDelta::hours(24);
/// A call that has not ended by then has lost its server.
pub const LEASE: TimeDelta = TimeDelta::seconds(30);

/// The states of a call, as they are kept.
pub const FORWARDING: i16 = 20;
pub const ANSWERED: i16 = 30;
pub const FAILED: i16 = 50;

/// A call by the hashes of its key and its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallKey {
    pub key_hash: Vec<u8>,
    pub request_hash: Vec<u8>,
}

impl CallKey {
    /// Without a key of the caller, the body is the key: the same body for the same order is the same call.
    pub fn of(number: &str, key: Option<&str>, body: &[u8]) -> Self {
        let request_hash = Sha256::digest(body).to_vec();
        let mut hash = Sha256::new();
        hash.update(number.as_bytes());
        match key {
            Some(key) => {
                hash.update(b"\0key\0");
                hash.update(key.as_bytes());
            }
            None => {
                hash.update(b"\0body\0");
                hash.update(&request_hash);
            }
        }
        Self { key_hash: hash.finalize().to_vec(), request_hash }
    }

    /// The key that the host gets.
    pub fn to_text(&self) -> String {
        self.key_hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// A call of the same key that was made before.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct KnownCall {
    pub request_hash: Vec<u8>,
    pub status: i16,
    pub called_at: DateTime<Utc>,
    pub lease_until: Option<DateTime<Utc>>,
    pub answer_status: Option<i16>,
    pub answer: Option<Vec<u8>>,
}

/// The turn that a call takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallTurn {
    Forward,
    /// The host answered this call before.
    Answer {
        status: u16,
        body: Vec<u8>,
    },
    InProgress,
    /// The key belongs to another body.
    OtherBody,
}

impl KnownCall {
    pub fn take_turn(self, request_hash: &[u8], now: DateTime<Utc>) -> CallTurn {
        let is_new = now - self.called_at >= ANSWERED_FOR;
        let status = self.answer_status.and_then(|status| u16::try_from(status).ok());
        match (self.status, status) {
            _ if is_new => CallTurn::Forward,
            _ if self.request_hash != request_hash => CallTurn::OtherBody,
            (ANSWERED, Some(status)) => CallTurn::Answer { status, body: self.answer.unwrap_or_default() },
            (FORWARDING, _) if self.lease_until.is_some_and(|until| until > now) => CallTurn::InProgress,
            _ => CallTurn::Forward,
        }
    }
}

/// Whether a text can be the number of an order: it is one part of an address, and never leads elsewhere.
pub fn is_order_number(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    (1..=64).contains(&text.len()) && text.bytes().all(is_plain) && text != "." && text != ".."
}

/// Whether a text can be a key that a caller made.
pub fn is_call_key(text: &str) -> bool {
    (1..=200).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    fn known(status: i16) -> KnownCall {
        KnownCall {
            request_hash: vec![1],
            status,
            called_at: at(0),
            lease_until: (status == FORWARDING).then(|| at(30)),
            answer_status: (status == ANSWERED).then_some(201),
            answer: (status == ANSWERED).then(|| b"{}".to_vec()),
        }
    }

    #[test]
    fn the_same_call_has_the_first_answer_for_a_day() {
        let answer = CallTurn::Answer { status: 201, body: b"{}".to_vec() };
        assert_eq!(known(ANSWERED).take_turn(&[1], at(86_399)), answer);
        assert_eq!(known(ANSWERED).take_turn(&[1], at(86_400)), CallTurn::Forward);
    }

    #[test]
    fn one_key_is_for_one_body() {
        for status in [FORWARDING, ANSWERED, FAILED] {
            assert_eq!(known(status).take_turn(&[2], at(1)), CallTurn::OtherBody);
        }
        assert_eq!(known(ANSWERED).take_turn(&[2], at(86_400)), CallTurn::Forward, "the key is free again");
    }

    #[test]
    fn a_call_waits_for_the_one_before_it_and_goes_on_when_that_has_failed() {
        assert_eq!(known(FORWARDING).take_turn(&[1], at(29)), CallTurn::InProgress);
        assert_eq!(known(FORWARDING).take_turn(&[1], at(30)), CallTurn::Forward, "its server was lost");
        assert_eq!(known(FAILED).take_turn(&[1], at(1)), CallTurn::Forward);
    }

    #[test]
    fn without_a_key_the_same_body_is_the_same_call() {
        let of = |number, key, body: &str| CallKey::of(number, key, body.as_bytes()).key_hash;
        assert_eq!(of("7", None, "{}"), of("7", None, "{}"));
        assert_eq!(of("7", Some("a"), "{}"), of("7", Some("a"), "[]"), "a key stands for itself");
        let all = [of("7", None, "{}"), of("8", None, "{}"), of("7", None, "[]"), of("7", Some("a"), "{}")];
        assert!((1..all.len()).all(|at| !all[..at].contains(&all[at])));
        assert_eq!(CallKey::of("7", None, b"{}").to_text().len(), 64);
    }

    #[test]
    fn a_number_is_one_part_of_an_address() {
        for good in ["7", "AT-1042.b_2", &"9".repeat(64), "..."] {
            assert!(is_order_number(good), "{good}");
        }
        for wrong in ["", ".", "..", "a/b", "a%2fb", "a b", "é", "a?b", "a#b", &"9".repeat(65)] {
            assert!(!is_order_number(wrong), "{wrong}");
        }
    }
}
