//! Six-digit codes that are valid for thirty seconds (RFC 6238 with SHA-1, which every app supports).

use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;
use subtle::ConstantTimeEq;

const STEP_S: i64 = 30;
/// Accepted steps before and after the current one, for clock differences and slow typing.
const STEPS_AROUND: i64 = 1;

/// 160 bits, as the standard recommends.
pub type Secret = [u8; 20];

pub fn step_at(now: DateTime<Utc>) -> i64 {
    now.timestamp().div_euclid(STEP_S)
}

/// The code of one step.
pub fn code(secret: &[u8], step: i64) -> String {
    let mut mac = Hmac::<Sha1>::new_from_slice(secret).expect("HMAC takes a key of any length");
    mac.update(&step.to_be_bytes());
    let digest = mac.finalize().into_bytes();
    let at = usize::from(digest[19] & 0x0f);
    let number = u32::from_be_bytes([digest[at] & 0x7f, digest[at + 1], digest[at + 2], digest[at + 3]]);
    format!("{:06}", number % 1_000_000)
}

/// The step of this code, if it is one of the accepted steps and later than the last used step.
pub fn matching_step(secret: &[u8], typed: &str, now: DateTime<Utc>, last: i64) -> Option<i64> {
    let now = step_at(now);
    (now - STEPS_AROUND..=now + STEPS_AROUND)
        .filter(|step| *step > last)
        .find(|step| code(secret, *step).as_bytes().ct_eq(typed.as_bytes()).into())
}

/// The text form of the secret.
pub fn base32(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let (mut text, mut buffer, mut bits) = (String::new(), 0_u32, 0);
    for byte in bytes {
        buffer = (buffer << 8) | u32::from(*byte);
        bits += 8;
        while bits >= 5 {
            bits -= 5;
            text.push(char::from(ALPHABET[(buffer >> bits) as usize & 31]));
        }
    }
    if bits > 0 {
        text.push(char::from(ALPHABET[(buffer << (5 - bits)) as usize & 31]));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: &[u8] = b"12345678901234567890";

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).unwrap()
    }

    #[test]
    fn codes_are_those_of_the_standard() {
        for (seconds, expected) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(code(SECRET, step_at(at(seconds))), expected);
        }
    }

    #[test]
    fn code_is_accepted_one_step_early_or_late_and_once() {
        let typed = code(SECRET, 100);
        for (seconds, taken) in [(2_969, false), (2_970, true), (3_000, true), (3_059, true), (3_060, false)]
        {
            assert_eq!(matching_step(SECRET, &typed, at(seconds), 0).is_some(), taken, "{seconds}");
        }
        assert_eq!(matching_step(SECRET, &typed, at(3_000), 0), Some(100));
        assert_eq!(matching_step(SECRET, &typed, at(3_000), 100), None);
    }

    #[test]
    fn secret_is_written_in_base32() {
        assert_eq!(base32(SECRET), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        assert_eq!(base32(b"foob"), "MZXW6YQ");
    }
}
