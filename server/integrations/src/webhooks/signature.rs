//! Signatures of what is sent, by the scheme of Standard Webhooks: HMAC-SHA256 of the id, the time and the bytes of the body.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use uuid::Uuid;

const MARK: &str = "whsec_";
const BYTES: usize = 32;

/// The secret that a receiver shares with us.
#[derive(Clone)]
pub struct SigningSecret(Vec<u8>);

impl SigningSecret {
    pub fn generate() -> Self {
        Self(rand::random::<[u8; BYTES]>().to_vec())
    }

    pub const fn of_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The secret of a text that [`Self::to_text`] wrote.
    #[cfg(test)]
    pub fn parse(text: &str) -> Option<Self> {
        STANDARD.decode(text.strip_prefix(MARK)?).ok().map(Self)
    }

    /// The text that is shown once, as libraries of receivers take it.
    pub fn to_text(&self) -> String {
        format!("{MARK}{}", STANDARD.encode(&self.0))
    }

    fn sign(&self, content: &SignedContent<'_>) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes a key of any length");
        mac.update(format!("{}.{}.", content.webhook_id, content.timestamp).as_bytes());
        mac.update(content.body);
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    }
}

/// The parts that a signature covers.
#[derive(Clone, Copy)]
pub struct SignedContent<'a> {
    pub webhook_id: &'a str,
    /// Seconds since 1970.
    pub timestamp: i64,
    pub body: &'a [u8],
}

/// The header with a signature of each secret. A receiver is content with one.
pub fn sign_with_all(secrets: &[SigningSecret], content: &SignedContent<'_>) -> String {
    let signatures: Vec<String> = secrets.iter().map(|secret| secret.sign(content)).collect();
    signatures.join(" ")
}

/// The digits of ULIDs.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const DIGIT_COUNT: usize = 26;

/// The id of an event for receivers. It has no dot, which separates the parts of the signed content.
pub fn to_webhook_id(event_id: Uuid) -> String {
    let mut rest = event_id.as_u128();
    let mut digits = [b'0'; DIGIT_COUNT];
    for digit in digits.iter_mut().rev() {
        *digit = DIGITS[usize::try_from(rest % 32).unwrap_or_default()];
        rest /= 32;
    }
    format!("evt_{}", String::from_utf8_lossy(&digits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;
    use standardwebhooks::Webhook;

    const CASES: &str = include_str!("../../../tests/data/integrations/webhook-cases.json");

    fn secret(text: &str) -> SigningSecret {
        SigningSecret::parse(text).unwrap()
    }

    #[test]
    fn events_are_signed_as_in_the_cases() {
        let cases: Value = serde_json::from_str(CASES).unwrap();
        let mut count = 0;
        for case in cases["vectors"].as_array().unwrap() {
            let text = |name: &str| case[name].as_str().unwrap_or_default();
            let content = |timestamp: &str| SignedContent {
                webhook_id: text("webhook_id"),
                timestamp: case[timestamp].as_i64().unwrap(),
                body: text("body").as_bytes(),
            };
            let own = secret(text("secret"));
            let first = sign_with_all(std::slice::from_ref(&own), &content("webhook_timestamp"));
            assert_eq!(first, text("webhook_signature"), "{case}");
            let again = sign_with_all(std::slice::from_ref(&own), &content("replay_timestamp"));
            assert_eq!(again, text("replay_signature"), "{case}");
            if case["rotation_secret"].is_string() {
                let both = [secret(text("rotation_secret")), own];
                let signed = sign_with_all(&both, &content("webhook_timestamp"));
                assert_eq!(signed, text("signature_during_rotation"));
            }
            count += 1;
        }
        assert!(count >= 4, "only {count} cases");
    }

    #[test]
    fn the_library_of_the_scheme_signs_the_same() {
        let secret = SigningSecret::generate();
        let library = Webhook::new(&secret.to_text()).unwrap();
        for body in ["{}", "{\"name\":\"São João\"}", "{ \"dots\": \"1.2.3\" }"] {
            let content =
                SignedContent { webhook_id: "evt_1", timestamp: 1_795_694_400, body: body.as_bytes() };
            let signature = sign_with_all(std::slice::from_ref(&secret), &content);
            let expected = library.sign(content.webhook_id, content.timestamp, content.body).unwrap();
            assert_eq!(signature, expected);
        }
    }

    #[test]
    fn a_secret_is_shown_as_libraries_read_it() {
        let made = SigningSecret::generate();
        let text = made.to_text();
        assert_eq!(secret(&text).as_bytes(), made.as_bytes());
        assert!(Webhook::new(&text).is_ok(), "{text}");
        assert_ne!(text, SigningSecret::generate().to_text());
    }

    #[test]
    fn ids_of_events_have_no_dot_and_keep_their_order() {
        let (first, second) = (Uuid::from_u128(1 << 80), Uuid::from_u128((1 << 80) + 33));
        let ids = [to_webhook_id(first), to_webhook_id(second)];
        assert_eq!(to_webhook_id(Uuid::from_u128(33)), "evt_00000000000000000000000011");
        assert_eq!(to_webhook_id(Uuid::max()), "evt_7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
        assert!(ids[0] < ids[1] && !ids[0].contains('.'), "{ids:?}");
    }
}
