//! Countries and postcodes of a cell, as people list them.

use trade::countries::by_name;
use trade::postcode::is_possible;

use super::number::is_blank;

/// Postcodes of one cell.
const MOST_POSTCODES: usize = 200;
pub const MAX_POSTCODE: usize = 20;
/// Signs between the parts of a list.
const LIST: [char; 7] = [',', ';', '\n', '、', '，', '；', '|'];
/// Signs and words that also stand inside the name of a country.
const JOINS: [&str; 13] =
    ["/", "&", "+", "和", "及", " and ", " e ", " y ", " et ", " und ", " - ", " – ", " "];
/// Words and signs between the ends of a range, hyphens apart.
const RANGES: [&str; 13] =
    [" to ", " a ", " à ", " ate ", " até ", " hasta ", " through ", " bis ", "至", "到", "~", "～", ".."];

/// The beginning and the end of some postcodes; without an end, all that begin so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PostcodeRange {
    pub from: String,
    pub to: Option<String>,
}

/// The countries of a cell. A name with a comma, such as `Korea, Republic of`, is one country, and so is `Trinidad and
/// Tobago`. Parts that are no countries stay together, to be told.
pub fn split_countries(text: &str) -> Vec<&str> {
    if by_name(text).is_some() {
        return vec![text];
    }
    let names = text.split(LIST).map(|name| name.trim_matches(is_blank)).filter(|name| !name.is_empty());
    let names: Vec<&str> = names.flat_map(split_joined).collect();
    if names.is_empty() { vec![text] } else { names }
}

fn split_joined(name: &str) -> Vec<&str> {
    if by_name(name).is_some() {
        return vec![name];
    }
    let parts = |join: &&str| -> Option<Vec<&str>> {
        let parts = name.split(*join).map(|part| part.trim_matches(is_blank)).filter(|part| !part.is_empty());
        let parts: Vec<&str> = parts.collect();
        (parts.len() > 1 && parts.iter().all(|part| by_name(part).is_some())).then_some(parts)
    };
    JOINS.iter().find_map(parts).unwrap_or_else(|| vec![name])
}

/// The postcodes of a cell: one, a range, or a list of both; `None` if a part can be no postcode.
pub fn split_postcodes(country_id: Option<i16>, text: &str) -> Option<Vec<PostcodeRange>> {
    let parts = text.split(LIST).map(|part| part.trim_matches(is_blank)).filter(|part| !part.is_empty());
    let ranges: Option<Vec<PostcodeRange>> = parts.map(|part| read_range(country_id, part)).collect();
    ranges.filter(|ranges| ranges.len() <= MOST_POSTCODES)
}

fn read_range(country_id: Option<i16>, text: &str) -> Option<PostcodeRange> {
    let fits = |text: &str| text.chars().count() <= MAX_POSTCODE && text.contains(char::is_alphanumeric);
    if let Some((from, to)) = halves(country_id, text) {
        let (from, to) = (from.trim_matches(is_blank), to.trim_matches(is_blank));
        return (fits(from) && fits(to))
            .then(|| PostcodeRange { from: from.to_owned(), to: Some(to.to_owned()) });
    }
    fits(text).then(|| PostcodeRange { from: text.to_owned(), to: None })
}

/// The two ends of a range: apart by a word, or by a hyphen in the middle: `1010-1012`, `01000-000 - 05999-999`. The hyphen of
/// a postcode such as `90001-1234` has unequal sides, or makes a postcode of the country.
fn halves(country_id: Option<i16>, text: &str) -> Option<(&str, &str)> {
    let lower = text.to_lowercase();
    let spoken = RANGES.iter().find_map(|word| {
        let at = lower.find(word).filter(|_| lower.len() == text.len())?;
        Some((text.get(..at)?, text.get(at + word.len()..)?))
    });
    let is_one = country_id.is_some() && is_possible(country_id, text) && !is_possible(country_id, "?");
    if spoken.is_some() || is_one {
        return spoken;
    }
    let shape = |text: &str| -> String {
        let plain = text.chars().filter(|c| c.is_alphanumeric());
        plain.map(|c| if c.is_ascii_digit() { '0' } else { 'A' }).collect()
    };
    let is_range = |from: &str, to: &str| {
        let digits = |text: &str| text.contains(|c: char| c.is_ascii_digit());
        // Districts may have one digit or two: BT1-BT99.
        let district = |text: &str| text.trim().trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
        let is_district = !district(from).is_empty()
            && district(from).bytes().all(|c| c.is_ascii_alphabetic())
            && district(from) == district(to);
        digits(from) && digits(to) && (shape(from) == shape(to) || is_district)
    };
    let hyphens = text.match_indices(['-', '–', '—']);
    let mut ranges = hyphens.map(|(at, hyphen)| (&text[..at], &text[at + hyphen.len()..]));
    ranges.find(|(from, to)| is_range(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use trade::countries::by_alpha2;

    #[test]
    fn countries_are_listed_with_signs_and_words_and_names_of_two_words_stay() {
        for (text, names) in [
            ("Alemanha, França e Itália", &["Alemanha", "França", "Itália"][..]),
            ("EUA / Canadá", &["EUA", "Canadá"]),
            ("US CA MX", &["US", "CA", "MX"]),
            ("DE/FR/IT", &["DE", "FR", "IT"]),
            ("BR & AR", &["BR", "AR"]),
            ("德国和法国", &["德国", "法国"]),
            ("Trinidad and Tobago", &["Trinidad and Tobago"]),
            ("Korea, Republic of", &["Korea, Republic of"]),
            ("Atlantis and Peru", &["Atlantis and Peru"]),
            ("United States", &["United States"]),
        ] {
            assert_eq!(split_countries(text), names, "{text}");
        }
    }

    #[test]
    fn postcodes_are_listed_and_ranges_are_told_from_hyphens() {
        for (alpha2, text, ranges) in [
            ("LV", "1010-1012", &[("1010", Some("1012"))][..]),
            ("BR", "01000-000 a 05999-999", &[("01000-000", Some("05999-999"))]),
            ("BR", "01000-000 - 05999-999", &[("01000-000", Some("05999-999"))]),
            ("BR", "01000-000-05999-999", &[("01000-000", Some("05999-999"))]),
            ("BR", "01000000 até 05999999", &[("01000000", Some("05999999"))]),
            ("BR", "01, 02, 0310", &[("01", None), ("02", None), ("0310", None)]),
            ("DE", "10115-10119; 20095", &[("10115", Some("10119")), ("20095", None)]),
            ("SE", "111 20-111 29", &[("111 20", Some("111 29"))]),
            ("GB", "BT1-BT99", &[("BT1", Some("BT99"))]),
            ("CN", "100000至102200", &[("100000", Some("102200"))]),
            ("BR", "01310-100", &[("01310-100", None)]),
            ("PT", "1000-205", &[("1000-205", None)]),
            ("PL", "00-950", &[("00-950", None)]),
            ("JP", "100-0001", &[("100-0001", None)]),
            ("US", "90001-1234", &[("90001-1234", None)]),
            ("LV", "LV-1010", &[("LV-1010", None)]),
        ] {
            let range = |(from, to): &(&str, Option<&str>)| PostcodeRange {
                from: (*from).to_owned(),
                to: to.map(str::to_owned),
            };
            let expected: Vec<_> = ranges.iter().map(range).collect();
            assert_eq!(split_postcodes(by_alpha2(alpha2), text), Some(expected), "{alpha2} {text}");
        }
        assert_eq!(split_postcodes(None, "anything that is far too long"), None);
        assert_eq!(split_postcodes(None, ""), Some(vec![]));
    }
}
