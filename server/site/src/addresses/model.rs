//! Addresses and formats of postcodes.

use poem_openapi::Object;
use poem_openapi::types::Example;
use regex::Regex;

const BRAZIL: i16 = 32;

/// A known address. Null fields are unknown; the user fills them in.
#[derive(Object, sqlx::FromRow, Clone, Debug, PartialEq, Eq)]
#[oai(example)]
pub struct Address {
    /// `countries.id`; Brazil is 32.
    pub country_id: i16,
    /// In the country's format.
    pub postcode: Option<String>,
    /// Street.
    pub address_1: Option<String>,
    /// District.
    pub address_2: Option<String>,
    /// Name of the state.
    pub state: Option<String>,
    pub state_id: Option<i32>,
    pub city: Option<String>,
}

/// Normalizes a postcode to letters and digits in upper case.
pub fn normalize_postcode(postcode: &str) -> String {
    postcode.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_uppercase()
}

/// The postcode as the lists have it. Letters of the country may stand before it, as in `D-10119`.
pub fn find_key(country_id: i16, postcode: &str) -> String {
    let begins_with_letter = postcode.trim_start().starts_with(|c: char| c.is_ascii_alphabetic());
    match begins_with_letter {
        true => normalize_postcode(&trade::postcode::compact(Some(country_id), postcode)),
        false => normalize_postcode(postcode),
    }
}

/// False when the postcode does not match the country's pattern. An unreadable pattern accepts everything.
pub fn is_possible(postcode: &str, pattern: Option<&str>) -> bool {
    const LONGEST: usize = 16;
    let trimmed = postcode.trim().to_ascii_uppercase();
    if normalize_postcode(&trimmed).is_empty() || trimmed.len() > LONGEST {
        return false;
    }
    let pattern = pattern.and_then(|pattern| Regex::new(pattern).ok());
    pattern
        .is_none_or(|pattern| pattern.is_match(&trimmed) || pattern.is_match(&normalize_postcode(&trimmed)))
}

/// The postcode in the country's format.
pub fn format_postcode(country_id: i16, key: &str) -> String {
    match (country_id, key.len()) {
        (BRAZIL, 8) => format!("{}-{}", &key[..5], &key[5..]),
        _ => key.to_owned(),
    }
}

impl Example for Address {
    fn example() -> Self {
        Self {
            country_id: 32,
            postcode: Some("01310-100".into()),
            address_1: Some("Avenida Paulista".into()),
            address_2: Some("Bela Vista".into()),
            state: Some("São Paulo".into()),
            state_id: Some(26),
            city: Some("São Paulo".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRAZIL: Option<&str> = Some(r"^\d{5}-?\d{3}$");

    #[test]
    fn brazilian_postcode_is_taken_with_and_without_its_hyphen() {
        for postcode in ["01310-100", "01310100", " 01310-100 "] {
            assert!(is_possible(postcode, BRAZIL), "{postcode}");
            assert_eq!(format_postcode(32, &normalize_postcode(postcode)), "01310-100");
        }
        for postcode in ["0131010", "01310-10A", "", "-", "01310-100-01310-100"] {
            assert!(!is_possible(postcode, BRAZIL), "{postcode}");
        }
    }

    #[test]
    fn country_without_a_pattern_we_can_read_takes_any_code() {
        assert!(is_possible("SW1A 1AA", None));
        assert!(is_possible("SW1A 1AA", Some("(?=no look-ahead here)")));
        assert_eq!(normalize_postcode("sw1a 1aa"), "SW1A1AA");
    }
}
