//! Weights of bands as people write them: `500g`, `0,5 kg`, `up to 2 kg`, `0.5 – 1.0`.

use rust_decimal::Decimal;

use super::super::measure::WeightUnit;
use super::number::{self, Mark};
use super::{SheetCode, number::is_blank};

/// The bounds that a text names, in their own unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    pub from: Option<Decimal>,
    pub up_to: Decimal,
    /// `None` if the text has no unit.
    pub unit: Option<WeightUnit>,
}

const UP_TO: [&str; 16] = [
    "up", "to", "until", "not", "max", "upto", "até", "ate", "hasta", "jusqu", "à", "a", "bis", "und", "and",
    "de",
];
const OVER: [&str; 8] = ["over", "above", "acima", "mais", "más", "mas", "plus", "from"];

/// The bounds of a band. "Over 30" has no end, so it is refused.
pub fn bounds(text: &str, mark: Mark) -> Result<Bounds, SheetCode> {
    let text = text.trim().to_lowercase();
    let (mut numbers, mut unit) = (Vec::new(), None);
    // "+45" of air cargo, "30+" and "> 30" name the begin of a band.
    let mut is_open = text.contains(['>', '≥']) || text.starts_with('+') || text.ends_with('+');
    let mut is_not = false;
    for token in tokens(&text) {
        match token {
            Token::Number(digits) => {
                numbers.push(number::decimal(digits, mark).ok_or(SheetCode::UnreadableWeight)?);
            }
            Token::Word("not") => is_not = true,
            Token::Word(word) if OVER.contains(&word) => is_open |= !is_not,
            Token::Word(word) if UP_TO.contains(&word) => {}
            Token::Word(word) => unit = Some(unit_of(word).ok_or(SheetCode::UnreadableWeight)?),
        }
    }
    match numbers[..] {
        [_] if is_open => Err(SheetCode::OpenEnd),
        [up_to] if up_to > Decimal::ZERO => Ok(Bounds { from: None, up_to, unit }),
        [from, up_to] if from < up_to => Ok(Bounds { from: Some(from), up_to, unit }),
        _ => Err(SheetCode::UnreadableWeight),
    }
}

/// The unit that a word names.
pub fn unit_of(word: &str) -> Option<WeightUnit> {
    match word.trim_end_matches('.') {
        "kg" | "kgs" | "kilo" | "kilos" | "quilo" | "quilos" | "kilogram" | "kilograms" | "公斤" | "千克" => {
            Some(WeightUnit::Kilograms)
        }
        "g" | "gr" | "grs" | "gram" | "grams" | "grama" | "gramas" | "gramos" | "克" => {
            Some(WeightUnit::Grams)
        }
        "lb" | "lbs" | "pound" | "pounds" | "libra" | "libras" | "磅" => Some(WeightUnit::Pounds),
        "oz" | "ounce" | "ounces" | "onça" | "onças" | "onza" | "onzas" => Some(WeightUnit::Ounces),
        _ => None,
    }
}

enum Token<'a> {
    Number(&'a str),
    Word(&'a str),
}

/// Numbers with their marks and separators, and words. A dash between numbers ends the first one.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_number = first.is_ascii_digit();
        let continues = |c: char| {
            if is_number {
                c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | '’')
            } else {
                c.is_alphabetic()
            }
        };
        let end = rest.find(|c: char| !continues(c)).unwrap_or(rest.len());
        if end == 0 {
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let end = if is_number { thousands(rest, end) } else { end };
        let (token, after) = rest.split_at(end);
        tokens.push(if is_number {
            Token::Number(token.trim_end_matches(['.', ',']))
        } else {
            Token::Word(token)
        });
        rest = after;
    }
    tokens
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
            ("not over 70 lbs.", None, "70", Some(Pounds)),
            ("0.5 – 1.0", Some("0.5"), "1.0", None),
            ("0.5kg-1kg", Some("0.5"), "1", Some(Kilograms)),
            ("over 10 to 20 lb", Some("10"), "20", Some(Pounds)),
            ("10 000 g", None, "10000", Some(Grams)),
            ("≤ 3", None, "3", None),
        ] {
            let number = |text: &str| text.parse::<Decimal>().unwrap();
            let expected = Bounds { from: from.map(number), up_to: number(up_to), unit };
            assert_eq!(bounds(text, Mark::Dot), Ok(expected), "{text}");
        }
        assert_eq!(bounds("0,5 kg", Mark::Comma).unwrap().up_to, Decimal::new(5, 1));
    }

    #[test]
    fn texts_without_an_end_are_refused() {
        for text in ["over 30 kg", "30+", "+45", "> 30", "acima de 30 kg"] {
            assert_eq!(bounds(text, Mark::Dot), Err(SheetCode::OpenEnd), "{text}");
        }
        for text in ["", "n/a", "Prices exclude VAT", "2 1", "0", "5 stones", "1 2 3"] {
            assert_eq!(bounds(text, Mark::Dot), Err(SheetCode::UnreadableWeight), "{text}");
        }
    }
}
