//! The text of a token: a mark that people and scanners of secrets know, 32 random bytes, and check digits, so that a
//! mistyped token is refused without a question to the database.

use crc::{CRC_32_ISO_HDLC, Crc};

const MARK: &str = "rem_live_";
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BYTES: usize = 32;
/// As many as the greatest number of 32 bytes needs.
const RANDOM_DIGITS: usize = 43;
const CHECK_DIGITS: usize = 6;
/// The first random digits, by which people recognise a token.
const PREFIX_DIGITS: usize = 8;

const CRC: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// A new token, which is shown once.
pub fn generate() -> String {
    write(&rand::random())
}

fn write(bytes: &[u8; BYTES]) -> String {
    let mut token = format!("{MARK}{}", base_62(bytes, RANDOM_DIGITS));
    let check = check_digits(&token);
    token.push_str(&check);
    token
}

/// Whether a text has the form of a token and its check digits fit.
pub fn is_well_formed(text: &str) -> bool {
    let Some(digits) = text.strip_prefix(MARK) else { return false };
    if digits.len() != RANDOM_DIGITS + CHECK_DIGITS || !digits.bytes().all(|it| it.is_ascii_alphanumeric()) {
        return false;
    }
    let (checked, check) = text.split_at(text.len() - CHECK_DIGITS);
    check_digits(checked) == check
}

/// The digits of a well-formed token by which people recognise it.
pub fn prefix(token: &str) -> &str {
    &token[MARK.len()..MARK.len() + PREFIX_DIGITS]
}

fn check_digits(checked: &str) -> String {
    base_62(&CRC.checksum(checked.as_bytes()).to_be_bytes(), CHECK_DIGITS)
}

/// A number of bytes, the greatest first, in so many digits.
fn base_62(number: &[u8], digits: usize) -> String {
    let mut number = number.to_vec();
    let mut text = vec!['0'; digits];
    for digit in text.iter_mut().rev() {
        let mut rest = 0_usize;
        for byte in &mut number {
            let value = rest * 256 + usize::from(*byte);
            *byte = u8::try_from(value / DIGITS.len()).unwrap_or_default();
            rest = value % DIGITS.len();
        }
        *digit = char::from(DIGITS[rest]);
    }
    text.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASES: &str = include_str!("../../../tests/data/integrations/token-format.csv");

    fn bytes(hexadecimal: &str) -> [u8; BYTES] {
        let byte = |at: usize| u8::from_str_radix(&hexadecimal[at * 2..at * 2 + 2], 16).unwrap();
        std::array::from_fn(byte)
    }

    #[test]
    fn tokens_are_written_and_checked_as_in_the_cases() {
        let mut count = 0;
        for line in CASES.lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            assert_eq!(is_well_formed(fields[1]), fields[2] == "valid", "{line}");
            if !fields[0].is_empty() {
                assert_eq!(write(&bytes(fields[0])), fields[1]);
            }
            count += 1;
        }
        assert!(count >= 10, "only {count} cases");
    }

    #[test]
    fn a_new_token_is_well_formed_and_shows_its_beginning() {
        let token = generate();
        assert!(is_well_formed(&token) && token != generate(), "{token}");
        assert!(token.starts_with(&format!("{MARK}{}", prefix(&token))));
        assert_eq!(prefix(&token).len(), PREFIX_DIGITS);
    }

    #[test]
    fn other_texts_are_no_tokens() {
        let token = generate();
        for odd in
            ["", "rem_live_", "rem_test_x", &token[1..], &format!("{token}0"), &token.replace('_', "-")]
        {
            assert!(!is_well_formed(odd), "{odd}");
        }
        assert!(!is_well_formed(&format!("{MARK}{}", "é".repeat(24))));
        assert!(!is_well_formed(&format!("{MARK}{}0", "é".repeat(24))));
    }
}
