//! Numbers of weights with their units: fractions, pounds and ounces, and the same weight in two units.

use rust_decimal::Decimal;

use super::super::measure::{Weight, WeightUnit};
use super::number::{Mark, is_blank};
use super::words::{unit_of, words};

/// The most by which a weight differs from itself in another unit, in percent: guides print 0.5 kg beside 1 lb.
const MOST_ROUNDED: i64 = 15;
/// Denominators of fractions of a pound or an inch.
const PARTS: [u32; 4] = [2, 4, 8, 16];

/// A number with the unit that follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    pub value: Decimal,
    pub unit: Option<WeightUnit>,
    /// Whether only a unit stands between it and the number before: `1 lb 8 oz`.
    pub is_more: bool,
}

impl Measure {
    pub fn value_in(&self, unit: Option<WeightUnit>) -> Decimal {
        self.unit.zip(unit).map_or(self.value, |(own, unit)| Weight::new(self.value, own).in_unit(unit))
    }

    /// The sum of both, if the other one is a part of the unit of this one.
    fn plus(&self, more: &Self) -> Option<Self> {
        let (own, part) = (self.unit?, more.unit?);
        let is_part = matches!(
            (part, own),
            (WeightUnit::Grams, WeightUnit::Kilograms) | (WeightUnit::Ounces, WeightUnit::Pounds)
        );
        let sum = self.value + more.value_in(self.unit);
        (is_part && more.is_more).then_some(Self { value: sum, ..*self })
    }

    /// Whether both are the same weight, in kilograms and in pounds; `None` if they are of one system.
    fn is_same(&self, other: &Self) -> Option<bool> {
        let (own, unit) = (self.unit?, other.unit?);
        if own.is_metric() == unit.is_metric() {
            return None;
        }
        let [first, second] = [self.value * own.grams(), other.value * unit.grams()];
        Some((first - second).abs() * Decimal::ONE_HUNDRED <= first * Decimal::from(MOST_ROUNDED))
    }
}

/// The weights, each once; `None` if two of them are in pounds and kilograms, and not the same.
pub fn join(weights: Vec<Measure>) -> Option<Vec<Measure>> {
    let mut joined: Vec<Measure> = Vec::with_capacity(weights.len());
    for one in weights {
        let sum = joined.last().and_then(|before| before.plus(&one));
        if sum.is_some() {
            joined.pop();
        }
        joined.push(sum.unwrap_or(one));
    }
    let [first, second] = joined[..] else { return Some(joined) };
    match first.is_same(&second) {
        None => Some(joined),
        Some(true) => Some(vec![first]),
        Some(false) => None,
    }
}

/// Whether a text between two numbers is a unit, and nothing else.
pub fn is_unit_alone(text: &str) -> bool {
    let is_part = |c: char| c.is_alphabetic() || is_blank(c) || matches!(c, '.' | ',');
    text.chars().all(is_part) && matches!(&words(text)[..], [word] if unit_of(word).is_some())
}

/// The text with decimals for fractions: `½ lb`, `1 1/2`, and `1-1/2` of American guides. A half is no range from 1 to 2.
pub fn spell_fractions(text: &str, mark: Mark) -> String {
    let mut text = text.replace('\u{2044}', "/");
    for (sign, spelled) in
        [('½', "1/2"), ('¼', "1/4"), ('¾', "3/4"), ('⅛', "1/8"), ('⅜', "3/8"), ('⅝', "5/8"), ('⅞', "7/8")]
    {
        text = text.replace(sign, &format!(" {spelled}"));
    }
    let (mut spelled, mut rest) = (String::with_capacity(text.len()), text.as_str());
    while let Some(at) = rest.find('/') {
        let (before, after) = (&rest[..at], &rest[at + 1..]);
        let Some(fraction) = Fraction::find(before, after) else {
            spelled.push_str(&rest[..=at]);
            rest = after;
            continue;
        };
        spelled.push_str(&before[..fraction.begin]);
        spelled.push_str(&fraction.value.normalize().to_string().replace('.', &mark.char().to_string()));
        rest = &after[fraction.length..];
    }
    spelled + rest
}

/// A fraction around a slash.
struct Fraction {
    /// Its first byte before the slash, and its bytes after it.
    begin: usize,
    length: usize,
    value: Decimal,
}

impl Fraction {
    fn find(before: &str, after: &str) -> Option<Self> {
        let length = after.bytes().take_while(u8::is_ascii_digit).count();
        let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '/');
        // "1/2/2026" is a day, and "1/2.5" no fraction. A point can end a sentence.
        let mut next = after[length..].chars();
        let goes_on = match next.next() {
            Some('.' | ',') => next.next().is_some_and(|c| c.is_ascii_digit()),
            other => other.is_some_and(is_number),
        };
        let part: u32 =
            after[..length].parse::<u32>().ok().filter(|part| PARTS.contains(part) && !goes_on)?;
        let (begin, count) = last_number(before)?;
        if count == 0 || count >= part || before[..begin].ends_with(is_number) {
            return None;
        }
        let value = Decimal::from(count) / Decimal::from(part);
        let whole = before[..begin].trim_end_matches(is_blank);
        let is_apart = whole.len() < begin;
        let hyphenated = whole.strip_suffix('-').filter(|_| !is_apart);
        let found = last_number(hyphenated.unwrap_or(whole)).filter(|_| is_apart || hyphenated.is_some());
        let found = found.filter(|(at, whole)| {
            let is_decimal = before[..*at].ends_with(is_number);
            !is_decimal && (*whole > 0 || hyphenated.is_none())
        });
        let (begin, value) = found.map_or((begin, value), |(at, whole)| (at, value + Decimal::from(whole)));
        Some(Self { begin, length, value })
    }
}

/// The digits at the end of a text, and their first byte.
fn last_number(text: &str) -> Option<(usize, u32)> {
    let begin = text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    text[begin..].parse().ok().map(|number| (begin, number))
}
