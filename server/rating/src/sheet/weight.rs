//! Weights of bands as people write them: `500g`, `0,5 kg`, `up to 2 kg`, `0.5 – 1.0`, `30+`.

use rust_decimal::Decimal;

use super::super::measure::WeightUnit;
use super::SheetCode;
use super::full_width::to_latin;
use super::header::ADDITIONAL;
use super::measures::{self, Measure};
use super::number::{self, Mark, is_blank};
use super::words::{Meaning, directions, leaves_out, meaning, unit_of, words};

const ABOVE_SIGNS: [char; 4] = ['>', '≥', '＞', '≧'];
const BELOW_SIGNS: [char; 4] = ['<', '≤', '＜', '≦'];
const SIGNS: [char; 8] = ['>', '≥', '＞', '≧', '<', '≤', '＜', '≦'];
/// The weight in a condition: `0 < W ≤ 0.5`.
const WEIGHT_SIGN: &str = "w";

/// The bounds that a text names, in their own unit. At least one is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    pub from: Option<Decimal>,
    /// `None` for a band without an end, such as "over 30".
    pub up_to: Option<Decimal>,
    /// `None` if the text has no unit.
    pub unit: Option<WeightUnit>,
    /// Whether the band begins above `from`, which is not in it: "over 30".
    pub is_over: bool,
}

impl Bounds {
    /// The number of a column whose header says which bound it is.
    pub fn value(self) -> Option<Decimal> {
        self.up_to.or(self.from)
    }
}

/// The bounds of a band. A number alone is an upper bound.
pub fn bounds(text: &str, mark: Mark) -> Result<Bounds, SheetCode> {
    let spoken = read_parts(text, mark.of_cell(text))?;
    let (lower, upper) = directions(&spoken.words);
    let weights = measures::join(spoken.weights).ok_or(SheetCode::UnreadableWeight)?;
    let unit = weights.iter().rev().find_map(|one| one.unit).or(spoken.unit_before);
    let values: Vec<Decimal> = weights.iter().map(|one| one.value_in(unit)).collect();
    match values[..] {
        [from] if (spoken.is_open || lower) && !spoken.is_closed && !upper => {
            let is_over = spoken.has_sign || leaves_out(&spoken.words);
            Ok(Bounds { from: Some(from), up_to: None, unit, is_over })
        }
        [up_to] if up_to > Decimal::ZERO => {
            Ok(Bounds { from: None, up_to: Some(up_to), unit, is_over: false })
        }
        [from, up_to] if from < up_to => {
            Ok(Bounds { from: Some(from), up_to: Some(up_to), unit, is_over: false })
        }
        _ => Err(SheetCode::UnreadableWeight),
    }
}

/// The numbers, words and signs of a text.
#[derive(Default)]
struct WeightText {
    weights: Vec<Measure>,
    /// A unit before the first number.
    unit_before: Option<WeightUnit>,
    words: Vec<String>,
    /// "+45" of air cargo, "30+" and "> 30" name the begin of a band.
    is_open: bool,
    is_closed: bool,
    has_sign: bool,
}

fn read_parts(text: &str, mark: Mark) -> Result<WeightText, SheetCode> {
    // "lb(s)" are pounds.
    let text = measures::spell_fractions(&to_latin(text), mark).replace("(s)", "").replace("(S)", "");
    let (mut spoken, mut is_after_unit) = (WeightText::default(), false);
    for part in parts(text.trim()) {
        match part {
            Part::Number(digits) => {
                let value = number::decimal(digits, mark).filter(|value| *value <= number::MAX);
                let value = value.ok_or(SheetCode::UnreadableWeight)?;
                spoken.weights.push(Measure { value, unit: None, is_more: is_after_unit });
            }
            Part::Text(text) => {
                is_after_unit = measures::is_unit_alone(text);
                spoken.add_text(text);
            }
        }
    }
    // "0 < W ≤ 0.5": the weight itself, between signs.
    let is_weight = |word: &String| word == WEIGHT_SIGN && text.contains(SIGNS);
    // "续重" are the prices of more weight, and no band.
    let is_more = |word: &String| ADDITIONAL.contains(&word.as_str());
    let is_other = |word: &String| meaning(word) == Meaning::Other && !is_weight(word) || is_more(word);
    if spoken.words.iter().any(is_other) { Err(SheetCode::UnreadableWeight) } else { Ok(spoken) }
}

impl WeightText {
    fn add_text(&mut self, text: &str) {
        let found = words(text);
        let unit = found.iter().find_map(|word| unit_of(word));
        match self.weights.last_mut() {
            Some(last) => last.unit = last.unit.or(unit),
            None => self.unit_before = self.unit_before.or(unit),
        }
        let (mut above, mut below) = (text.contains(ABOVE_SIGNS), text.contains(BELOW_SIGNS));
        // "30 < W" is more than 30.
        if !self.weights.is_empty() && found.iter().any(|word| word == WEIGHT_SIGN) {
            (above, below) = (below, above);
        }
        self.is_open |= above || text.contains('+');
        self.is_closed |= below;
        self.has_sign |= above && text.contains(['>', '＞', '<', '＜']) && !text.contains('=');
        self.words.extend(found);
    }
}

/// The bounds of a band in a column of lower bounds, whose first one may be 0.
pub fn lower_bounds(text: &str, mark: Mark) -> Result<Bounds, SheetCode> {
    bounds(text, mark).or_else(|code| match bounds(&format!("> {text}"), mark) {
        Ok(bounds) if bounds.from.is_some_and(|from| from.is_zero()) => {
            Ok(Bounds { is_over: false, ..bounds })
        }
        _ => Err(code),
    })
}

/// A part of a text with weights.
pub enum Part<'a> {
    Number(&'a str),
    Text(&'a str),
}

/// Numbers with their marks and separators, and the texts between them.
pub fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let is_digit = |c: char| c.is_ascii_digit();
        let begin = rest.find(is_digit).unwrap_or(rest.len());
        if begin > 0 {
            parts.push(Part::Text(&rest[..begin]));
            rest = &rest[begin..];
            continue;
        }
        let continues = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | '’');
        let end = rest.find(|c: char| !continues(c)).unwrap_or(rest.len());
        let end = thousands(rest, end);
        parts.push(Part::Number(rest[..end].trim_end_matches(['.', ','])));
        rest = &rest[end..];
    }
    parts
}

/// The end of a number whose thousands are separated by spaces: `10 000 g`.
fn thousands(text: &str, end: usize) -> usize {
    let mut end = end;
    loop {
        let tail = text[end..].trim_start_matches(is_blank);
        let skipped = text[end..].len() - tail.len();
        let digits = tail.bytes().take_while(u8::is_ascii_digit).count();
        if skipped == 0 || digits != 3 {
            return end;
        }
        end += skipped + digits;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_read_in_every_form() {
        use WeightUnit::{Grams, Kilograms, Pounds};
        for (text, from, up_to, unit) in [
            ("500g", None, "500", Some(Grams)),
            ("0.5 kg", None, "0.5", Some(Kilograms)),
            ("0.5", None, "0.5", None),
            ("up to 2 kg", None, "2", Some(Kilograms)),
            ("Jusqu'à 250 g", None, "250", Some(Grams)),
            ("até 1 kg", None, "1", Some(Kilograms)),
            ("hasta 1 kg", None, "1", Some(Kilograms)),
            ("不超过1公斤", None, "1", Some(Kilograms)),
            ("1公斤以下", None, "1", Some(Kilograms)),
            ("not over 70 lbs.", None, "70", Some(Pounds)),
            ("0.5 – 1.0", Some("0.5"), "1.0", None),
            ("0.5kg-1kg", Some("0.5"), "1", Some(Kilograms)),
            ("de 0.5 a 1 kg", Some("0.5"), "1", Some(Kilograms)),
            ("0.5至1公斤", Some("0.5"), "1", Some(Kilograms)),
            ("over 10 to 20 lb", Some("10"), "20", Some(Pounds)),
            ("10 000 g", None, "10000", Some(Grams)),
            ("≤ 3", None, "3", None),
            ("1/2 lb", None, "0.5", Some(Pounds)),
            ("½ lb", None, "0.5", Some(Pounds)),
            ("1 1/2 lbs.", None, "1.5", Some(Pounds)),
            ("1-1/2 lb", None, "1.5", Some(Pounds)),
            ("2½", None, "2.5", None),
            ("0-1/2 lb", Some("0"), "0.5", Some(Pounds)),
            ("2 - 2 1/2 lb", Some("2"), "2.5", Some(Pounds)),
            ("1 lb 8 oz", None, "1.5", Some(Pounds)),
            ("1 kg 500 g", None, "1.5", Some(Kilograms)),
            ("751 g – 1 kg", Some("0.751"), "1", Some(Kilograms)),
            ("8 oz - 1 lb", Some("0.5"), "1", Some(Pounds)),
            ("0.5 kg (1.1 lb)", None, "0.5", Some(Kilograms)),
            ("1 lb / 0.5 kg", None, "1", Some(Pounds)),
            ("0<W≤0.5", Some("0"), "0.5", None),
            ("0.5KG＜W≦1KG", Some("0.5"), "1", Some(Kilograms)),
            ("W≤0.5kg", None, "0.5", Some(Kilograms)),
            ("0.5-1KG(含)", Some("0.5"), "1", Some(Kilograms)),
            ("1.5 lb(s)", None, "1.5", Some(Pounds)),
            ("Up to and including 2kg", None, "2", Some(Kilograms)),
            ("Over 100 g but not over 250 g", Some("100"), "250", Some(Grams)),
            ("weniger als 2 Kilogramm", None, "2", Some(Kilograms)),
            ("bis zu 5 kg", None, "5", Some(Kilograms)),
            ("Upp till 2 kg", None, "2", Some(Kilograms)),
            ("tot en met 5 kg", None, "5", Some(Kilograms)),
        ] {
            let number = |text: &str| text.parse::<Decimal>().unwrap();
            let expected =
                Bounds { from: from.map(number), up_to: Some(number(up_to)), unit, is_over: false };
            assert_eq!(bounds(text, Mark::Dot), Ok(expected), "{text}");
        }
        assert_eq!(bounds("1 1/2", Mark::Comma).unwrap().up_to, Some(Decimal::new(15, 1)));
        assert_eq!(bounds("0,5 kg", Mark::Comma).unwrap().up_to, Some(Decimal::new(5, 1)));
        assert_eq!(bounds("0.125\u{200b}", Mark::Comma).unwrap().up_to, Some(Decimal::new(125, 3)));
    }

    #[test]
    fn a_band_without_an_end_has_its_begin_only() {
        for text in [
            "over 30 kg",
            "30+",
            "+30",
            "> 30",
            "acima de 30 kg",
            "a partir de 30 kg",
            "30 kg and above",
            "30 kg and up",
            "desde 30 kg",
            "más de 30 kg",
            "30公斤以上",
            "30公斤起",
            "W > 30",
            "30kg < W",
            "över 30 kg",
            "boven 30 kg",
            "mehr als 30 kg",
            "mer än 30 kg",
        ] {
            let read = bounds(text, Mark::Dot).unwrap();
            assert_eq!((read.from, read.up_to), (Some(Decimal::from(30)), None), "{text}");
        }
        let is_over = |text: &str| bounds(text, Mark::Dot).unwrap().is_over;
        for text in ["over 30 kg", "> 30", "acima de 30 kg", "más de 30 kg", "maior que 30", "超过30公斤"]
        {
            assert!(is_over(text), "{text}");
        }
        for text in ["30+", "≥ 30", ">= 30", "a partir de 30", "30 kg and above", "30 ou mais", "30公斤以上"]
        {
            assert!(!is_over(text), "{text}");
        }
        for text in [
            "",
            "n/a",
            "Prices exclude VAT",
            "2 1",
            "0",
            "5 stones",
            "1 2 3",
            "1/2/2026",
            "W",
            "1 kg (5 lb)",
            "9999999999",
        ] {
            assert_eq!(bounds(text, Mark::Dot), Err(SheetCode::UnreadableWeight), "{text}");
        }
    }
}
