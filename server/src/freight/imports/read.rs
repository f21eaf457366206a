//! Reads cells as numbers, weights and sizes. Strict: a doubtful value is none.

use rust_decimal::Decimal;
use std::str::FromStr;

use super::fold::{fold, trim};
use crate::wire_name;

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
}

impl FileSizeUnit {
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

/// A number with one decimal mark. Thousands separators are optional, but must form groups of three.
pub fn number(text: &str, mark: DecimalMark) -> Option<Decimal> {
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
    let mut plain = ungrouped(whole, groups)?;
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

fn ungrouped(whole: &str, groups: &[char]) -> Option<String> {
    let mut parts = whole.split(groups);
    let mut plain = parts.next()?.to_owned();
    let grouped = plain.len() < whole.len();
    if !plain.bytes().all(|b| b.is_ascii_digit()) || (grouped && !(1..=3).contains(&plain.len())) {
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

/// A number with a word or symbol on one side: `12,5 kg`, `US$ 10.00`.
pub fn with_unit(text: &str, mark: DecimalMark) -> Option<(Decimal, &str)> {
    if let Some(plain) = number(text, mark) {
        return Some((plain, ""));
    }
    let text = trim(text);
    let starts = |c: char| c.is_ascii_digit() || matches!(c, '-' | '(');
    let (first, last) = (text.find(starts)?, text.rfind(|c: char| c.is_ascii_digit() || c == ')')?);
    let (before, after) = (trim(&text[..first]), trim(&text[last + 1..]));
    let ((unit, "") | ("", unit)) = (before, after) else { return None };
    let wordy = unit.chars().all(|c| c.is_alphabetic() || matches!(c, '.' | '$' | '€' | '£' | '¥'));
    let number = number(&text[first..=last], mark)?;
    wordy.then_some((number, unit))
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
    fn units_beside_a_number_are_found() {
        assert_eq!(with_unit("12,5 kg", Comma), Some((decimal("12.5").unwrap(), "kg")));
        assert_eq!(with_unit("US$ 1,000.00", Point), Some((decimal("1000.00").unwrap(), "US$")));
        assert_eq!(with_unit("7", Point), Some((decimal("7").unwrap(), "")));
        assert_eq!(with_unit("See ASN-93 (ID#:1281)", Point), None);
        assert_eq!(FileWeightUnit::of("Lbs."), Some(FileWeightUnit::Lb));
        assert_eq!(FileWeightUnit::Lb.grams(Decimal::TWO).unwrap().round(), Decimal::from(907));
        assert_eq!(FileSizeUnit::In.millimetres(Decimal::TEN), decimal("254"));
    }
}
