//! Rules of countries and currencies, from the files that the database is loaded from.

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use regex::Regex;

const COUNTRIES: &[u8] = include_bytes!("../../../migrations/data/countries.csv");
const ALIASES: &[u8] = include_bytes!("../../../migrations/data/country_aliases.csv");
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

static BY_NAME: LazyLock<HashMap<String, i16>> = LazyLock::new(|| {
    let names = |row: HashMap<String, String>| {
        let id: i16 = row.get("id")?.parse().ok()?;
        let names: HashMap<String, String> = serde_json::from_str(row.get("name_locale")?).ok()?;
        let codes = [row.get("alpha2")?.clone(), row.get("alpha3")?.clone()];
        Some(names.into_values().chain(codes).map(move |name| (spelling(&name), id)).collect::<Vec<_>>())
    };
    let alias = |row: HashMap<String, String>| {
        Some((spelling(row.get("name")?), row.get("country_id")?.parse().ok()?))
    };
    let aliases = read_rows(ALIASES).filter_map(alias);
    aliases.chain(read_rows(COUNTRIES).filter_map(names).flatten()).collect()
});

/// The id of a country by its code of two or three letters, or a name that people write.
pub fn by_name(name: &str) -> Option<i16> {
    BY_NAME.get(&spelling(name)).copied()
}

/// A name without accents, case, signs and the words between its parts.
fn spelling(name: &str) -> String {
    let plain = |c: char| match c {
        'á' | 'à' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'õ' | 'ö' | 'ø' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        'ñ' => 'n',
        other => other,
    };
    let folded: String =
        name.to_lowercase().chars().filter(|c| !matches!(c, '.' | '\'' | '’')).map(plain).collect();
    let words: Vec<&str> =
        folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    // A word alone is a name or a code: `DE` is Germany, `DO` the Dominican Republic.
    let joins = |word: &str| matches!(word, "and" | "the" | "of" | "e" | "y" | "de" | "da" | "do");
    let kept = words.iter().filter(|word| words.len() == 1 || !joins(word));
    kept.map(|word| if *word == "st" { "saint" } else { *word }).collect::<Vec<_>>().join(" ")
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
    fn a_country_has_names_in_four_languages_and_codes() {
        let id = by_alpha2;
        for (name, alpha2) in [
            ("Germany", "DE"),
            ("alemanha", "DE"),
            ("ALEMANIA", "DE"),
            ("德国", "DE"),
            ("DEU", "DE"),
            ("de", "DE"),
            ("Côte d'Ivoire", "CI"),
            ("U.S.A.", "US"),
            ("the Netherlands", "NL"),
            ("Czech Rep.", "CZ"),
            ("St. Maarten", "SX"),
            ("Ireland, Republic of", "IE"),
            ("Cingapura", "SG"),
            ("中国大陆", "CN"),
        ] {
            assert_eq!(by_name(name), id(alpha2), "{name}");
        }
        assert_eq!(by_name("Atlantis"), None);
        assert_eq!(by_name(""), None);
    }

    #[test]
    fn a_currency_has_its_own_number_of_decimals() {
        assert_eq!(["JPY", "USD", "KWD"].map(decimals_of), [0, 2, 3]);
    }
}
