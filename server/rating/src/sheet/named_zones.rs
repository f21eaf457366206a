//! Zones that are named after countries: `DE`, `Germany`, `Spain and Portugal`. Their places are proposed and never taken by
//! themselves: `PA` is Panama in one sheet and a state in another.

use std::collections::HashSet;

use trade::countries::by_name;

use super::super::code::Code;
use super::super::rows::MemberRow;
use super::place_text::split_countries;

/// Codes that stand beside those of countries, for several or for the rest of them.
const SEVERAL: [&str; 3] = ["EU", "UE", "ROW"];

/// A zone without a place, with the countries that it is named after. A sheet's only such zone can be named after none, and
/// waits for somebody to say its countries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedZone {
    pub code: Code,
    pub countries: Vec<i16>,
}

/// The zones that would be without a place, and can have countries. A country that has its place is not proposed again.
pub fn name_countries<'a>(zones: impl Iterator<Item = &'a Code>, members: &[&MemberRow]) -> Vec<NamedZone> {
    let placed: HashSet<&Code> = members.iter().map(|row| &row.zone).collect();
    let mut seen = HashSet::new();
    let unplaced: Vec<&Code> = zones.filter(|code| !placed.contains(code) && seen.insert(*code)).collect();
    let are_countries = unplaced.iter().all(|code| !is_short(code) || is_country(code));
    let mut taken: HashSet<i16> = members.iter().map(|row| row.country_id).collect();
    let mut named = Vec::new();
    for code in &unplaced {
        let is_word = is_short(code) && (!are_countries || is_word_of_three(code));
        let known = if is_word { Vec::new() } else { countries_of(code) };
        let countries: Vec<i16> = known.into_iter().filter(|country| taken.insert(*country)).collect();
        if !countries.is_empty() || unplaced.len() == 1 {
            named.push(NamedZone { code: (*code).clone(), countries });
        }
    }
    named
}

/// Such a name can be a code of a country, or of a state or an airport.
fn is_short(code: &str) -> bool {
    matches!(code.len(), 2 | 3) && code.bytes().all(|letter| letter.is_ascii_alphabetic())
}

/// `Sur` is the south and no code of Suriname.
fn is_word_of_three(code: &str) -> bool {
    code.len() == 3
        && code[..1].bytes().all(|c| c.is_ascii_uppercase())
        && code[1..].bytes().all(|c| c.is_ascii_lowercase())
}

fn is_country(code: &str) -> bool {
    by_name(code).is_some() || SEVERAL.iter().any(|several| code.eq_ignore_ascii_case(several))
}

/// The countries of a name; none if a part of it is no country.
fn countries_of(name: &str) -> Vec<i16> {
    let found: Option<Vec<i16>> = split_countries(name).into_iter().map(by_name).collect();
    found.unwrap_or_default()
}
