//! Rules of countries and currencies, from the files that the database is loaded from.

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use regex::Regex;

const COUNTRIES: &[u8] = include_bytes!("../../../migrations/data/countries.csv");
const CURRENCIES: &[u8] = include_bytes!("../../../migrations/data/currencies.csv");

/// A country of the lookup table.
pub struct Country {
    /// ISO 3166-1 alpha-2.
    pub alpha2: String,
    postcode_pattern: String,
    postcode: OnceLock<Option<Regex>>,
}

static BY_ID: LazyLock<HashMap<i16, Country>> = LazyLock::new(|| {
    let country = |row: HashMap<String, String>| {
        let country = Country {
            alpha2: row.get("alpha2")?.clone(),
            postcode_pattern: row.get("postcode_pattern")?.clone(),
            postcode: OnceLock::new(),
        };
        Some((row.get("id")?.parse().ok()?, country))
    };
    read_rows(COUNTRIES).filter_map(country).collect()
});

static DECIMALS: LazyLock<HashMap<String, u32>> = LazyLock::new(|| {
    let currency = |row: HashMap<String, String>| {
        Some((row.get("code")?.clone(), row.get("decimal_places")?.parse().ok()?))
    };
    read_rows(CURRENCIES).filter_map(currency).collect()
});

fn read_rows(file: &'static [u8]) -> impl Iterator<Item = HashMap<String, String>> {
    csv::Reader::from_reader(file).into_deserialize().filter_map(Result::ok)
}

pub fn country(id: i16) -> Option<&'static Country> {
    BY_ID.get(&id)
}

static BY_ALPHA2: LazyLock<HashMap<String, i16>> =
    LazyLock::new(|| BY_ID.iter().map(|(id, country)| (country.alpha2.clone(), *id)).collect());

/// The id of a country by its two letters, in any case.
pub fn by_alpha2(alpha2: &str) -> Option<i16> {
    BY_ALPHA2.get(&alpha2.to_ascii_uppercase()).copied()
}

/// Number of decimals of an amount in a currency: none for the yen, three for the Kuwaiti dinar.
pub fn decimals_of(currency: &str) -> u32 {
    DECIMALS.get(currency).copied().unwrap_or(2)
}

/// Whether the lookup table of currencies has this code.
pub fn is_currency(code: &str) -> bool {
    DECIMALS.contains_key(code)
}

impl Country {
    /// Whether a text without spaces and hyphens has the form of the country's postcodes. A country without a known form
    /// takes any text.
    pub(super) fn has_postcode_form(&self, compact: &str) -> bool {
        let form = self.postcode.get_or_init(|| Regex::new(&without_separators(&self.postcode_pattern)).ok());
        form.as_ref().is_none_or(|form| self.postcode_pattern.is_empty() || form.is_match(compact))
    }
}

/// The pattern of postcodes without their spaces and hyphens, which people leave out and add.
fn without_separators(pattern: &str) -> String {
    let is_separator = |c: char| matches!(c, ' ' | '-' | '\\');
    let mut compact = String::with_capacity(pattern.len());
    let mut rest = pattern;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '[' => rest.find(']').map_or(rest.len(), |end| end + 1),
            '\\' => rest.len().min(2),
            other => other.len_utf8(),
        };
        let (piece, tail) = rest.split_at(end);
        if piece.trim_matches(['[', ']']).chars().all(is_separator) || piece == r"\s" {
            rest = tail.strip_prefix('?').unwrap_or(tail);
        } else {
            compact.push_str(piece);
            rest = tail;
        }
    }
    compact
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_postcode_pattern_compiles_without_its_separators() {
        let patterns: Vec<&str> = BY_ID.values().map(|country| country.postcode_pattern.as_str()).collect();
        assert_eq!(patterns.len(), 250);
        assert!(patterns.iter().filter(|pattern| !pattern.is_empty()).count() > 150);
        for pattern in patterns {
            assert!(Regex::new(&without_separators(pattern)).is_ok(), "{pattern}");
        }
        assert_eq!(without_separators(r"^(?:(\d{5})(?:[ \-](\d{4}))?)$"), r"^(?:(\d{5})(?:(\d{4}))?)$");
        assert_eq!(without_separators(r"^[A-Z]\d ?\d[A-Z]$"), r"^[A-Z]\d\d[A-Z]$");
    }

    #[test]
    fn a_currency_has_its_own_number_of_decimals() {
        assert_eq!(["JPY", "USD", "KWD"].map(decimals_of), [0, 2, 3]);
    }
}
