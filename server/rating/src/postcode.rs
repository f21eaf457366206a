//! Postcodes in an order in which ranges can be compared.

use trade::countries::country;
use trade::postcode::is_possible;

/// The United Kingdom in the lookup table of countries.
pub const UNITED_KINGDOM: i16 = 235;

/// No country has longer postcodes.
const MAX_LENGTH: usize = 10;

/// Sorts after every letter and digit.
const LAST: char = '~';

/// A postcode as the check of an address compares it: without separators and letters of the country, in capitals. British
/// districts get two digits, so `AB2` sorts before `AB10`.
pub fn key(country_id: i16, postcode: &str) -> String {
    let compact = to_compact(country_id, postcode);
    if country_id == UNITED_KINGDOM { pad_district(&compact).unwrap_or(compact) } else { compact }
}

/// The postcode, or its beginning, in one spelling: capitals and digits without separators, without letters of the country
/// in front. `SE-111 22`, `S-11122` and `１１１ ２２` are `11122`; `PA6 7LN` is `PA67LN`.
fn to_compact(country_id: i16, text: &str) -> String {
    let compact: String = text.chars().filter_map(to_plain_letter).collect();
    let prefix = compact.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (letters, rest) = compact.split_at(prefix);
    let is_prefix = names_country(country_id, letters) && begins_postcode(country_id, rest);
    if is_prefix { rest.to_owned() } else { compact }
}

/// A letter or a digit of any width as ASCII in capitals; `None` for anything else.
fn to_plain_letter(c: char) -> Option<char> {
    let plain = match u32::from(c) {
        // Full width: ！ to ～.
        code @ 0xff01..=0xff5e => char::from_u32(code - 0xfee0)?,
        // Arabic and Persian digits.
        code @ 0x0660..=0x0669 => char::from_u32(code - 0x0660 + u32::from('0'))?,
        code @ 0x06f0..=0x06f9 => char::from_u32(code - 0x06f0 + u32::from('0'))?,
        _ => c,
    };
    plain.is_ascii_alphanumeric().then(|| plain.to_ascii_uppercase())
}

/// Only the first letter is compared, because `D` is Germany (`DE`) and `SLO` is Slovenia (`SI`).
fn names_country(country_id: i16, letters: &str) -> bool {
    let is_short = (1..=3).contains(&letters.len());
    is_short && country(country_id).is_some_and(|country| letters.starts_with(&country.alpha2[..1]))
}

/// Whether the text is a postcode of the country, or digits that one can begin with.
fn begins_postcode(country_id: i16, text: &str) -> bool {
    let is_postcode = |text: &str| is_possible(Some(country_id), text);
    // A country without a known form takes any text.
    if is_postcode("?") || !text.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let is_number = text.bytes().all(|c| c.is_ascii_digit());
    let can_end = |end: &str| {
        let fill = |count: usize| ["0", "1"].map(|digit| format!("{text}{}{end}", digit.repeat(count)));
        (0..MAX_LENGTH).flat_map(fill).any(|whole| is_postcode(&whole))
    };
    is_postcode(text) || (is_number && ["", "AA"].into_iter().any(can_end))
}

/// The lower bound of a range. A bound is the beginning of a postcode: `013` includes `01310-100`.
pub fn lower_bound(country_id: i16, bound: &str) -> String {
    key(country_id, bound)
}

/// The upper bound of a range, behind all postcodes that begin with it.
pub fn upper_bound(country_id: i16, bound: &str) -> String {
    let mut key = key(country_id, bound);
    key.push(LAST);
    key
}

/// `AB2 1XY` as `AB021XY` and `W1A` as `W01A`; `None` if the text is no British postcode or district.
fn pad_district(compact: &str) -> Option<String> {
    let is_inward = |tail: &[u8]| {
        tail[0].is_ascii_digit() && tail[1].is_ascii_alphabetic() && tail[2].is_ascii_alphabetic()
    };
    let bytes = compact.as_bytes();
    let has_inward = bytes.len() > 3 && is_inward(&bytes[bytes.len() - 3..]);
    let (outward, inward) = compact.split_at(compact.len() - if has_inward { 3 } else { 0 });
    let digits_from = outward.find(|c: char| c.is_ascii_digit())?;
    let (area, district) = outward.split_at(digits_from);
    let letters_from = district.find(|c: char| !c.is_ascii_digit()).unwrap_or(district.len());
    let (number, letter) = district.split_at(letters_from);
    let is_outward = (1..=2).contains(&area.len()) && number.len() <= 2 && letter.len() <= 1;
    is_outward.then(|| format!("{area}{number:0>2}{letter}{inward}"))
}

/// Whether no postcode lies between the end of one range and the begin of the next. The ends are keys of the same kind,
/// without the mark of an upper bound.
pub fn is_next(end: &str, begin: &str) -> bool {
    let length = end.len().max(begin.len());
    let last = extend_key(end, length, |c| if c.is_ascii_digit() { '9' } else { 'Z' });
    let first = extend_key(begin, length, |c| if c.is_ascii_digit() { '0' } else { 'A' });
    successor(&last).is_some_and(|next| next == first)
}

fn extend_key(key: &str, length: usize, fill: impl Fn(char) -> char) -> String {
    let filler = fill(key.chars().last().unwrap_or('0'));
    key.chars().chain(std::iter::repeat(filler)).take(length).collect()
}

/// The next key of the same form: digits count to 9 and letters to Z. `None` after the last.
fn successor(key: &str) -> Option<String> {
    let mut chars: Vec<char> = key.chars().collect();
    for c in chars.iter_mut().rev() {
        match *c {
            '9' => *c = '0',
            'Z' => *c = 'A',
            other => {
                *c = char::from_u32(u32::from(other) + 1)?;
                return Some(chars.into_iter().collect());
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRAZIL: i16 = 32;

    fn is_in(country_id: i16, postcode: &str, from: &str, to: &str) -> bool {
        let key = key(country_id, postcode);
        lower_bound(country_id, from) <= key && key <= upper_bound(country_id, to)
    }

    #[test]
    fn letters_of_the_country_spaces_and_width_do_not_change_a_postcode() {
        for (alpha2, text, compact) in [
            ("LV", "LV-1010", "1010"),
            ("LV", "LV 10", "10"),
            ("SE", "SE-111 22", "11122"),
            ("SE", "S-111 22", "11122"),
            ("SE", "１１１　２２", "11122"),
            ("DE", "D-10115", "10115"),
            ("DE", "DE10117", "10117"),
            ("DE", "de-101", "101"),
            ("SI", "SLO-1000", "1000"),
            ("GB", "PA6 7LN", "PA67LN"),
            ("GB", "gir 0aa", "GIR0AA"),
            ("GB", "G1 1AA", "G11AA"),
            ("NL", "NL-1011 AB", "1011AB"),
            ("NL", "NL-10", "10"),
            ("MT", "MST 1234", "MST1234"),
            ("AR", "C1425ABC", "C1425ABC"),
            ("KY", "KY1-1001", "KY11001"),
            ("BR", "01310-100", "01310100"),
            ("AE", "AE12", "AE12"),
        ] {
            let id = trade::countries::by_alpha2(alpha2).unwrap();
            assert_eq!(to_compact(id, text), compact, "{alpha2} {text}");
        }
    }

    #[test]
    fn a_bound_is_the_beginning_of_a_postcode() {
        assert!(is_in(BRAZIL, "01310-100", "01000-000", "05999-999"));
        assert!(is_in(BRAZIL, "05999-999", "01", "05"));
        assert!(!is_in(BRAZIL, "06000-000", "01", "05"));
        assert!(is_in(155, "1156 aa", "1156AA", "1156ZZ"));
        assert!(is_in(238, "02139-4307", "02139", "02139"));
        assert!(!is_in(238, "02140", "02139", "02139"));
    }

    #[test]
    fn british_districts_are_numbers() {
        assert!(is_in(UNITED_KINGDOM, "AB10 1XY", "AB10", "AB25"));
        assert!(!is_in(UNITED_KINGDOM, "AB2 1XY", "AB10", "AB25"));
        assert!(is_in(UNITED_KINGDOM, "AB2 1XY", "AB1", "AB9"));
        assert!(is_in(UNITED_KINGDOM, "W1A 1AA", "W1", "W1"));
    }

    #[test]
    fn the_next_postcode_of_a_range_is_known() {
        assert!(is_next("05999999", "06000000") && is_next("05", "06000") && is_next("1156ZZ", "1157AA"));
        assert!(!is_next("05999999", "06000001") && !is_next("05", "07"));
    }
}
