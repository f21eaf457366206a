//! Postcodes in an order in which ranges can be compared.

/// The United Kingdom in the lookup table of countries.
pub const UNITED_KINGDOM: i16 = 235;

/// Sorts after every letter and digit.
const LAST: char = '~';

/// A postcode without separators, in capitals. British districts get two digits, so `AB2` sorts before `AB10`.
pub fn key(country_id: i16, postcode: &str) -> String {
    let compact: String =
        postcode.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect();
    if country_id == UNITED_KINGDOM { pad_district(&compact).unwrap_or(compact) } else { compact }
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
