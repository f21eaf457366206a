//! Reads cells as numbers, weights and sizes. Strict: a doubtful value is none.

use rust_decimal::Decimal;
use std::str::FromStr;

use sheets::fold::{fold, trim};
use trade::units::{SizeUnit, WeightUnit};
use trade::wire_name;

wire_name! {
    /// The character before the decimals.
    DecimalMark { Point = "point", Comma = "comma" }
}

wire_name! {
    /// Unit of a weight without one.
    FileWeightUnit { G = "g", Kg = "kg", Oz = "oz", Lb = "lb" }
}

wire_name! {
    /// Unit of a size without one.
    FileSizeUnit { Mm = "mm", Cm = "cm", M = "m", In = "in" }
}

impl DecimalMark {
    fn other(self) -> Self {
        match self {
            Self::Point => Self::Comma,
            Self::Comma => Self::Point,
        }
    }
}

impl FileWeightUnit {
    pub fn of(word: &str) -> Option<Self> {
        match fold(word).as_str() {
            "g" | "gr" | "gram" | "grams" | "grama" | "gramas" | "gramo" | "gramos" | "克" => Some(Self::G),
            "kg" | "kgs" | "kilo" | "kilos" | "quilo" | "quilos" | "kilogram" | "kilograms"
            | "quilograma" | "quilogramas" | "kilogramo" | "kilogramos" | "公斤" | "千克" => {
                Some(Self::Kg)
            }
            "oz" | "ounce" | "ounces" | "onca" | "oncas" | "onza" | "onzas" | "盎司" => Some(Self::Oz),
            "lb" | "lbs" | "pound" | "pounds" | "libra" | "libras" | "磅" => Some(Self::Lb),
            _ => None,
        }
    }

    pub fn grams(self, number: Decimal) -> Option<Decimal> {
        let one = match self {
            Self::G => Decimal::ONE,
            Self::Kg => Decimal::ONE_THOUSAND,
            Self::Oz => Decimal::new(28_349_523_125, 9),
            Self::Lb => Decimal::new(45_359_237, 5),
        };
        number.checked_mul(one)
    }

    /// The unit in which a shipment shows it.
    pub fn display_unit(self) -> WeightUnit {
        match self {
            Self::G | Self::Kg => WeightUnit::Kilograms,
            Self::Oz | Self::Lb => WeightUnit::Pounds,
        }
    }
}

impl FileSizeUnit {
    /// The unit in which a shipment shows it.
    pub fn display_unit(self) -> SizeUnit {
        match self {
            Self::Mm | Self::Cm | Self::M => SizeUnit::Centimetres,
            Self::In => SizeUnit::Inches,
        }
    }

    pub fn of(word: &str) -> Option<Self> {
        match fold(word).as_str() {
            "mm" | "millimeters" | "milimetros" | "毫米" => Some(Self::Mm),
            "cm" | "cms" | "centimeter" | "centimeters" | "centimetros" | "厘米" => Some(Self::Cm),
            "m" | "meter" | "meters" | "metro" | "metros" | "米" => Some(Self::M),
            "in" | "inch" | "inches" | "pol" | "polegada" | "polegadas" | "pulgada" | "pulgadas" | "英寸" => {
                Some(Self::In)
            }
            _ => None,
        }
    }

    pub fn millimetres(self, number: Decimal) -> Option<Decimal> {
        let one = match self {
            Self::Mm => Decimal::ONE,
            Self::Cm => Decimal::TEN,
            Self::M => Decimal::ONE_THOUSAND,
            Self::In => Decimal::new(254, 1),
        };
        number.checked_mul(one)
    }
}

/// A number with one decimal mark. Thousands separators are optional, but must form groups of three. A leading zero begins
/// no group, so `0.750` and `0,750` are three quarters under any mark.
pub fn number(text: &str, mark: DecimalMark) -> Option<Decimal> {
    by_mark(text, mark).or_else(|| {
        let (_, digits) = sign(trim(text))?;
        by_mark(text, mark.other()).filter(|_| digits.starts_with('0'))
    })
}

/// A number whose own signs fit the decimal mark.
fn by_mark(text: &str, mark: DecimalMark) -> Option<Decimal> {
    let text = trim(text);
    let (negative, digits) = sign(text)?;
    let (point, groups): (char, &[char]) = match mark {
        DecimalMark::Point => ('.', &[',', ' ', '\'', '’', '\u{a0}', '\u{202f}']),
        DecimalMark::Comma => (',', &['.', ' ', '\'', '’', '\u{a0}', '\u{202f}']),
    };
    let (digits, exponent) = digits.split_once(['e', 'E']).map_or((digits, None), |(d, e)| (d, Some(e)));
    let (whole, fraction) = digits.split_once(point).map_or((digits, ""), |(w, f)| (w, f));
    if !fraction.bytes().all(|b| b.is_ascii_digit()) || (whole.is_empty() && fraction.is_empty()) {
        return None;
    }
    let mut plain = remove_groups(whole, groups)?;
    if plain.is_empty() {
        plain.push('0');
    }
    if !fraction.is_empty() {
        plain.push('.');
        plain.push_str(fraction);
    }
    let number = match exponent {
        None => Decimal::from_str(&plain).ok()?,
        Some(exponent) => {
            Decimal::from_scientific(&format!("{plain}e{}", exponent.trim_start_matches('+'))).ok()?
        }
    };
    Some(if negative { -number } else { number })
}

/// A minus before or after the number, or parentheses around it, as in bookkeeping.
fn sign(text: &str) -> Option<(bool, &str)> {
    let inside = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let minus = text.strip_prefix(['-', '−']).or_else(|| text.strip_suffix('-'));
    let (negative, digits) = match (inside, minus) {
        (Some(digits), _) | (None, Some(digits)) => (true, digits),
        (None, None) => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = trim(digits);
    digits.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',')).then_some((negative, digits))
}

fn remove_groups(whole: &str, groups: &[char]) -> Option<String> {
    let mut parts = whole.split(groups);
    let mut plain = parts.next()?.to_owned();
    let grouped = plain.len() < whole.len();
    let begins_a_group = (1..=3).contains(&plain.len()) && !plain.starts_with('0');
    if !plain.bytes().all(|b| b.is_ascii_digit()) || (grouped && !begins_a_group) {
        return None;
    }
    for part in parts {
        if part.len() != 3 || !part.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        plain.push_str(part);
    }
    Some(plain)
}

/// The text beside a number in its cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beside<'a> {
    Nothing,
    /// `US$ 10.00`
    Before(&'a str),
    /// `12,5 kg`
    After(&'a str),
}

/// A number with a word or symbol on one side.
pub fn with_unit(text: &str, mark: DecimalMark) -> Option<(Decimal, Beside<'_>)> {
    around(text, |number_text| number(number_text, mark))
}

fn around(text: &str, read: impl Fn(&str) -> Option<Decimal>) -> Option<(Decimal, Beside<'_>)> {
    if let Some(plain) = read(text) {
        return Some((plain, Beside::Nothing));
    }
    let text = trim(text);
    let starts = |c: char| c.is_ascii_digit() || matches!(c, '-' | '(');
    let (first, last) = (text.find(starts)?, text.rfind(|c: char| c.is_ascii_digit() || c == ')')?);
    let number = read(text.get(first..=last)?)?;
    let wordy =
        |unit: &str| unit.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '$' | '€' | '£' | '¥'));
    match (trim(&text[..first]), trim(&text[last + 1..])) {
        (before, "") if wordy(before) => Some((number, Beside::Before(before))),
        ("", after) if wordy(after) => Some((number, Beside::After(after))),
        _ => None,
    }
}

/// Several numbers, each with its unit: `1 lb 4 oz`.
pub fn with_units(text: &str, mark: DecimalMark) -> Option<Vec<(Decimal, &str)>> {
    let mut parts = Vec::new();
    let mut rest = trim(text);
    while !rest.is_empty() {
        let word_at = rest.find(char::is_alphabetic)?;
        let (number_text, tail) = rest.split_at(word_at);
        let next = tail.find(|c: char| c.is_ascii_digit()).unwrap_or(tail.len());
        let is_small = |c: char| c.is_whitespace() || matches!(c, ',' | '.');
        parts.push((number(number_text, mark)?, tail[..next].trim_end_matches(is_small)));
        rest = &tail[next..];
    }
    (parts.len() > 1).then_some(parts)
}

/// The decimal marks that a number can have, by its own signs: point, comma.
pub fn possible_marks(text: &str) -> (Option<Decimal>, Option<Decimal>) {
    let read = |mark| around(text, |number_text| by_mark(number_text, mark)).map(|(number, _)| number);
    (read(DecimalMark::Point), read(DecimalMark::Comma))
}

/// Spreadsheet programs show numbers of twelve digits and more by an exponent.
const SHORTENED_FROM: u32 = 11;

/// Whether a spreadsheet program has shortened a long number: `9.40551E+21`. Its last digits are lost.
pub fn is_shortened(text: &str) -> bool {
    let Some((digits, exponent)) = text.split_once(['e', 'E']) else { return false };
    let is_number = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_digit())
            && text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b','))
    };
    let power = exponent.trim_start_matches(['+', '-']);
    // `12E3` can be the sender's own number.
    let written_by_a_program =
        digits.contains(['.', ',']) || power.len() < exponent.len() || is_long(exponent);
    is_number(digits) && power.parse::<u32>().is_ok() && written_by_a_program
}

/// Whether the exponent of a number means digits that a spreadsheet program does not show.
pub fn has_lost_digits(text: &str) -> bool {
    is_shortened(text) && text.split_once(['e', 'E']).is_some_and(|(_, exponent)| is_long(exponent))
}

fn is_long(exponent: &str) -> bool {
    exponent.trim_start_matches('+').parse().is_ok_and(|power: u32| power >= SHORTENED_FROM)
}

#[cfg(test)]
mod tests {
    use super::*;
    use DecimalMark::{Comma, Point};

    fn decimal(text: &str) -> Option<Decimal> {
        Some(text.parse().unwrap())
    }

    #[test]
    fn numbers_are_read_by_their_decimal_mark() {
        for (text, mark, value) in [
            ("1234.5", Point, "1234.5"),
            ("1,234.50", Point, "1234.50"),
            ("1.234,50", Comma, "1234.50"),
            ("1.234", Comma, "1234"),
            ("1 234 567,8", Comma, "1234567.8"),
            ("(12.50)", Point, "-12.50"),
            ("-3", Point, "-3"),
            (".5", Point, "0.5"),
            ("1E+05", Point, "100000"),
        ] {
            assert_eq!(number(text, mark), decimal(value), "{text}");
        }
    }

    #[test]
    fn a_doubtful_number_is_none() {
        for text in [
            "",
            "-",
            ".",
            "12o0",
            "1,23",
            "1,2345",
            "12,34,567",
            "See ASN-93 (ID#:1281)",
            "1.2.3",
            "2-Jun-06",
        ] {
            assert_eq!(number(text, Point), None, "{text}");
        }
        assert_eq!(number("12.50", Comma), None);
    }

    #[test]
    fn a_leading_zero_begins_no_group_of_thousands() {
        for mark in [Point, Comma] {
            assert_eq!(number("0.750", mark), decimal("0.750"));
            assert_eq!(number("0,750", mark), decimal("0.750"));
            assert_eq!(number("-0,125", mark), decimal("-0.125"));
        }
        assert_eq!(possible_marks("0.750"), (decimal("0.750"), None));
        assert_eq!(possible_marks("0,750 kg"), (None, decimal("0.750")));
        assert_eq!(possible_marks("1.250"), (decimal("1.250"), decimal("1250")));
        assert_eq!(number("0.750.000", Comma), None);
    }

    #[test]
    fn a_number_that_a_spreadsheet_has_shortened_is_noticed() {
        for text in
            ["9.40551E+21", "9.40551e+21", "9E+21", "9,40551E+21", "9.4E21", "9E21", "7.89E+11", "1E-05"]
        {
            assert!(is_shortened(text), "{text}");
        }
        for text in ["12E3", "1E5", "E+21", "940551", "9.40551", "2E", "AE12", "12E3B", "1E+05X"] {
            assert!(!is_shortened(text), "{text}");
        }
        assert!(has_lost_digits("1.23457E+11") && !has_lost_digits("1E+05") && !has_lost_digits("5E-04"));
    }

    #[test]
    fn units_beside_a_number_are_found() {
        let beside = |text, mark| with_unit(text, mark).map(|(_, beside)| beside);
        assert_eq!(with_unit("12,5 kg", Comma), Some((decimal("12.5").unwrap(), Beside::After("kg"))));
        assert_eq!(
            with_unit("US$ 1,000.00", Point),
            Some((decimal("1000.00").unwrap(), Beside::Before("US$")))
        );
        assert_eq!(beside("7", Point), Some(Beside::Nothing));
        assert_eq!(beside("Hauptstraße 12", Point), Some(Beside::Before("Hauptstraße")));
        assert_eq!(beside("See ASN-93 (ID#:1281)", Point), None);
        assert_eq!(FileWeightUnit::of("Lbs."), Some(FileWeightUnit::Lb));
        assert_eq!(FileWeightUnit::Lb.grams(Decimal::TWO).unwrap().round(), Decimal::from(907));
        assert_eq!(FileSizeUnit::In.millimetres(Decimal::TEN), decimal("254"));
    }

    #[test]
    fn several_numbers_with_units_are_one_measure() {
        let parts = |text, mark| {
            let parts = with_units(text, mark)?;
            Some(parts.iter().map(|(number, unit)| format!("{number} {unit}")).collect::<Vec<_>>().join("; "))
        };
        for (text, mark, read) in [
            ("1 lb 4 oz", Point, "1 lb; 4 oz"),
            ("1lb4oz", Point, "1 lb; 4 oz"),
            ("1 lb. 4.5 oz.", Point, "1 lb; 4.5 oz"),
            ("2 kg, 250 g", Comma, "2 kg; 250 g"),
        ] {
            assert_eq!(parts(text, mark).as_deref(), Some(read), "{text}");
        }
        for text in ["1 lb", "12", "lb 4 oz", "1 lb 4", "one lb 4 oz"] {
            assert_eq!(parts(text, Point), None, "{text}");
        }
    }
}
