//! The form of a country's postcodes.

use super::countries::{Country, country};
use super::identifiers::Cep;
use super::party::BRAZIL;

/// No country has postcodes with more zeros in front.
const MAX_LOST_ZEROS: usize = 2;
const MAX_LENGTH: usize = 20;

/// Whether a text can be a postcode of the country. Without a country every text can.
pub fn is_possible(country_id: Option<i16>, text: &str) -> bool {
    match country_id {
        Some(BRAZIL) => Cep::parse(text).is_ok(),
        id => id.and_then(country).is_none_or(|country| has_country_form(country, text)),
    }
}

/// The postcode with the zeros that a spreadsheet program has dropped in front; `None` if it cannot be of the country.
pub fn restore_zeros(country_id: Option<i16>, text: &str) -> Option<String> {
    let begins_with_digit = text.starts_with(|c: char| c.is_ascii_digit());
    let zeros = if begins_with_digit { MAX_LOST_ZEROS } else { 0 };
    let candidates = (0..=zeros).map(|zeros| format!("{}{text}", "0".repeat(zeros)));
    candidates.filter(|text| text.chars().count() <= MAX_LENGTH).find(|text| is_possible(country_id, text))
}

/// The postcode in capitals, without separators and without letters of its country in front, and with the zeros that it has
/// lost. A text of another form is only compacted, so that the beginning of a postcode can be compared too.
pub fn compact(country_id: Option<i16>, text: &str) -> String {
    let plain = remove_separators(text);
    let Some(country) = country_id.and_then(country) else { return plain };
    let digits = plain.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let letters = &plain[..plain.len() - digits.len()];
    let without_letters = || is_of_country(country, letters).then(|| digits.to_owned());
    in_country_form(country, text)
        .or_else(|| without_letters().filter(|rest| country.has_postcode_form(rest)))
        .or_else(|| restore_zeros(country_id, &plain))
        .unwrap_or(plain)
}

/// Whether the text has the form of the country's postcodes, without its spaces and hyphens.
fn has_country_form(country: &Country, text: &str) -> bool {
    in_country_form(country, text).is_some()
}

/// The postcode without separators, if it has the form of the country. Letters of the country may stand before it, such as
/// `D-`.
fn in_country_form(country: &Country, text: &str) -> Option<String> {
    let has_form = |compact: &String| country.has_postcode_form(compact);
    let without_prefix = || {
        let (prefix, rest) = text.trim().split_once('-')?;
        is_of_country(country, prefix).then(|| remove_separators(rest)).filter(has_form)
    };
    Some(remove_separators(text)).filter(has_form).or_else(without_prefix)
}

/// Whether letters before a postcode name the country. Only the first one is compared, because `D` is Germany (`DE`).
fn is_of_country(country: &Country, letters: &str) -> bool {
    (1..=3).contains(&letters.len())
        && letters.chars().all(|c| c.is_ascii_alphabetic())
        && letters[..1].eq_ignore_ascii_case(&country.alpha2[..1])
}

/// The Latin form of a full-width character; others are unchanged.
pub fn to_latin(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        other => other,
    }
}

/// In capitals, with the Latin forms of full-width characters.
fn remove_separators(text: &str) -> String {
    let characters = text.chars().map(to_latin).filter(|c| !c.is_whitespace() && *c != '-');
    characters.map(|c| c.to_ascii_uppercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::countries;
    use crate::party::UNITED_STATES;

    fn id(alpha2: &str) -> Option<i16> {
        (1..=300).find(|id| countries::country(*id).is_some_and(|country| country.alpha2 == alpha2))
    }

    #[test]
    fn a_postcode_has_the_form_of_its_country() {
        for (alpha2, text) in [
            ("US", "02139"),
            ("US", "02139-4307"),
            ("US", "021394307"),
            ("BR", "01310-100"),
            ("DE", "53111"),
            ("DE", "D-53111"),
            ("GB", "SW1A 1AA"),
            ("GB", "sw1a1aa"),
            ("JE", "JE2 3AB"),
            ("NL", "1011AB"),
            ("PL", "00-950"),
            ("PL", "00950"),
            ("JP", "1000001"),
            ("SE", "11122"),
            ("CZ", "110 00"),
            ("PT", "1000"),
            ("TW", "106"),
            ("VN", "70010"),
            ("EC", "170515"),
            ("LV", "1010"),
            ("LV", "LV-1010"),
            ("AE", "anything"),
        ] {
            assert!(is_possible(id(alpha2), text), "{alpha2} {text}");
            assert_eq!(restore_zeros(id(alpha2), text).as_deref(), Some(text), "{alpha2}");
        }
        for (alpha2, text) in [
            ("US", "2139"),
            ("US", "0213"),
            ("DE", "5311"),
            ("GB", "12345"),
            ("BR", "1310-10"),
            ("AT", "0101"),
            ("DE", "US-53111"),
        ] {
            assert!(!is_possible(id(alpha2), text), "{alpha2} {text}");
        }
        assert!(is_possible(None, "anything"));
    }

    #[test]
    fn lost_zeros_come_back_where_the_country_has_them() {
        for (alpha2, text, whole) in [
            ("US", "2139", Some("02139")),
            ("US", "501", Some("00501")),
            ("US", "2139-4307", Some("02139-4307")),
            ("IT", "144", Some("00144")),
            ("DE", "1067", Some("01067")),
            ("BR", "1310100", Some("01310100")),
            ("JP", "600001", Some("0600001")),
            ("US", "21", None),
            ("AT", "101", None),
            ("CH", "800", None),
            ("GB", "139", None),
        ] {
            assert_eq!(restore_zeros(id(alpha2), text).as_deref(), whole, "{alpha2} {text}");
        }
        assert_eq!(id("US"), Some(UNITED_STATES));
    }
}
