//! Rows of a grid whose prices are per weight: `Each additional kg`, `Over 30 kg per kg`.

use std::ops::Range;

use rust_decimal::Decimal;

use super::super::code::Code;
use super::super::finding::Severity;
use super::super::measure::{Weight, WeightUnit};
use super::super::money::Currency;
use super::super::rows::{CellRow, Price};
use super::cells::{cell, mark};
use super::header::{ADDITIONAL, FILLERS, PER_WORDS, per_unit};
use super::ladder::Rung;
use super::measures::spell_fractions;
use super::number::{self, Mark};
use super::reading::is_unread;
use super::vocabulary::PRICE;
use super::weight::{self, Bounds, Part, parts};
use super::words::{Meaning, meaning, unit_of, words};
use super::{Layout, Method, PriceColumn, Reading, SheetCode};

/// The kind of a row's prices, by its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PerRow {
    /// Whether the prices are added for each step above the last weight. Without the word, they can be for all of the weight.
    pub is_additional: bool,
    step: Decimal,
    unit: WeightUnit,
    /// The weights that the row names.
    pub bounds: Option<Bounds>,
}

impl PerRow {
    /// Whether it says nothing else than that prices are per unit.
    pub fn is_plain(self) -> bool {
        !self.is_additional && self.step == Decimal::ONE
    }

    /// With its step in the unit of the table; `None` if it cannot be converted exactly.
    pub fn in_unit(self, unit: WeightUnit) -> Option<Self> {
        let step = Weight::new(self.step, self.unit).in_unit(unit).normalize();
        (self.unit.is_metric() == unit.is_metric()).then_some(Self { step, unit, ..self })
    }
}

/// The meaning of such a row; `None` if it has words that nobody knows.
pub fn read_per_row(text: &str, mark: Mark) -> Option<PerRow> {
    let tokens = tokens(&spell_fractions(text, mark));
    let is_more = |token: &String| ADDITIONAL.contains(&token.as_str());
    let (own, step, unit) = find_measure(&tokens, mark)?;
    let rest = tokens.iter().enumerate().filter(|(at, token)| !own.contains(at) && !is_more(token));
    let rest: Vec<&str> =
        rest.map(|(_, token)| token.as_str()).filter(|word| !PRICE.contains(word)).collect();
    let bounds = if rest.iter().any(|token| is_number(token)) {
        Some(weight::bounds(&rest.join(" "), mark).ok()?)
    } else {
        let is_known = |token: &&str| is_sign(token) || meaning(token) != Meaning::Other;
        rest.iter().all(is_known).then_some(None)?
    };
    Some(PerRow { is_additional: tokens.iter().any(is_more), step, unit, bounds })
}

/// The meaning of a text beside the weight and the prices: `per kg` in a column of its own. `4.10/kg` is a price of its own.
pub fn read_beside(row: &[String], layout: &Layout) -> Option<PerRow> {
    let beside = (0..row.len()).filter(|column| is_unread(layout, *column));
    let mut texts = beside.map(|column| (cell(row, column), mark(layout, column)));
    texts.find_map(|(text, mark)| {
        per_unit(text).and_then(|_| read_per_row(text, mark)).filter(|row| row.bounds.is_none())
    })
}

/// The words, numbers and signs of a text.
fn tokens(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace("us$", " ").replace("r$", " ").replace('/', " per ");
    let mut found = Vec::new();
    for part in parts(text.trim()) {
        match part {
            Part::Number(digits) => found.push(digits.to_owned()),
            Part::Text(text) => {
                found.extend(text.chars().filter(|c| matches!(*c, '>' | '≥' | '+')).map(String::from));
                found.extend(words(text));
            }
        }
    }
    found
}

fn is_number(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_digit())
}

fn is_sign(token: &str) -> bool {
    matches!(token, ">" | "≥" | "+")
}

/// The words of the measure, its number and its unit: `per kg`, `each additional 0.5 kg`, `kg adicional`.
fn find_measure(tokens: &[String], mark: Mark) -> Option<(Range<usize>, Decimal, WeightUnit)> {
    let is = |list: &[&str], at: usize| tokens.get(at).is_some_and(|token| list.contains(&token.as_str()));
    let begins = |at: usize| is(&PER_WORDS, at) || is(&ADDITIONAL, at);
    let number = |at: usize| tokens.get(at).and_then(|token| number::decimal(token, mark));
    let unit = |at: usize| tokens.get(at).and_then(|token| unit_of(token));
    let begun = (0..tokens.len()).filter(|at| begins(*at)).find_map(|begin| {
        let measure = (begin..=tokens.len()).find(|at| !begins(*at) && !is(&FILLERS, *at))?;
        let step = number(measure);
        let end = measure + usize::from(step.is_some());
        Some((begin..end + 1, step.unwrap_or(Decimal::ONE), unit(end)?))
    });
    let ended = || {
        let at = (0..tokens.len()).find(|at| unit(*at).is_some() && is(&ADDITIONAL, at + 1))?;
        let step = at.checked_sub(1).and_then(number);
        // "Over 30 kg extra" has no step of 30 kg.
        let begin = if step.is_some() { at - 1 } else { at };
        let is_clear = step.is_none() || begin == 0;
        is_clear.then(|| unit(at)).flatten().map(|unit| (begin..at + 2, step.unwrap_or(Decimal::ONE), unit))
    };
    begun.or_else(ended).filter(|(_, step, _)| (number::SMALLEST..=number::MAX).contains(step))
}

/// How the rates of a row are applied.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// To all of the weight.
    Whole,
    /// To each started step above the band before, whose price is added.
    Additional,
    /// Both can be meant.
    Unclear,
}

/// A rate of a zone, and the price at the end of the band before.
struct Rate<'a> {
    zone: &'a Code,
    column: usize,
    rate: Decimal,
    before: Option<Decimal>,
}

/// The prices of such a row, whose step is in the unit of the table, told with what they were taken for.
pub fn read_per_cells(
    rung: &Rung,
    per: PerRow,
    row: &[String],
    prices: &[PriceColumn],
    layout: &Layout,
    currency: Currency,
    reading: &mut Reading,
) {
    let (at, text) = ((rung.row, layout.weight_column), cell(row, layout.weight_column));
    let step = per.step;
    if prices.iter().any(|price| price.method == Method::PerUnit) {
        return reading.say(Severity::Error, SheetCode::SecondTable, at, text);
    }
    let rates = read_rates(rung, row, prices, layout, currency, reading);
    let begin = up_to(reading, rung.band_seq - 1);
    let way = if per.is_additional { Way::Additional } else { choose_way(&rates, begin / step) };
    if way == Way::Unclear || (way == Way::Whole && step != Decimal::ONE) {
        let code = if way == Way::Unclear { SheetCode::PerRowUnclear } else { SheetCode::StepPrices };
        return reading.say(Severity::Error, code, at, text);
    }
    for Rate { zone, column, rate, before } in rates {
        let price = match (way, before) {
            (Way::Additional, Some(before)) => {
                Price::BaseStep { amount: currency.round(before), step, step_amount: rate }
            }
            (Way::Additional, None) => {
                // There is no price that it could be added to.
                reading.say(Severity::Error, SheetCode::PerRowUnclear, (rung.row, column), text);
                continue;
            }
            _ => Price::PerUnit { amount: rate },
        };
        reading.cells.push(CellRow { zone: zone.clone(), band_seq: rung.band_seq, price });
    }
    let code = if way == Way::Additional { SheetCode::AdditionalRow } else { SheetCode::PerUnitRow };
    reading.say(if per.is_additional { Severity::Note } else { Severity::Warning }, code, at, text);
}

fn read_rates<'a>(
    rung: &Rung,
    row: &[String],
    prices: &'a [PriceColumn],
    layout: &Layout,
    currency: Currency,
    reading: &mut Reading,
) -> Vec<Rate<'a>> {
    let mut rates = Vec::new();
    for PriceColumn { column, zone, .. } in prices {
        let text = cell(row, *column);
        match number::price(text, mark(layout, *column), currency) {
            Ok(None) => {}
            Ok(Some(rate)) => {
                let before = price_at_end(reading, zone, rung.band_seq - 1);
                rates.push(Rate { zone, column: *column, rate, before });
            }
            Err(code) => reading.say(Severity::Error, code, (rung.row, *column), text),
        }
    }
    rates
}

/// A rate for all of the weight costs at least as much as the band before; one for the weight above it is much lower. `steps`
/// are those of the weight where the row begins.
fn choose_way(rates: &[Rate<'_>], steps: Decimal) -> Way {
    let known = || rates.iter().filter_map(|one| Some((one.rate * steps, one.before?)));
    if known().all(|(whole, before)| whole >= before) {
        Way::Whole
    } else if known().all(|(whole, before)| whole * Decimal::from(5) <= before * Decimal::from(3)) {
        Way::Additional
    } else {
        Way::Unclear
    }
}

/// The end of a band; 0 before the first one.
pub fn up_to(reading: &Reading, seq: i32) -> Decimal {
    reading.bands.iter().find(|band| band.seq == seq).map_or(Decimal::ZERO, |band| band.up_to)
}

/// Whether an open band costs a zone less than the band before: its price may be one per unit of weight.
pub fn costs_less(rung: &Rung, reading: &Reading) -> bool {
    let costs_less = |cell: &CellRow| match cell.price {
        Price::Cell { amount } if cell.band_seq == rung.band_seq => {
            price_at_end(reading, &cell.zone, rung.band_seq - 1).is_some_and(|before| amount < before)
        }
        _ => false,
    };
    rung.is_open && reading.cells.iter().any(costs_less)
}

/// The price of the heaviest parcel of a band.
fn price_at_end(reading: &Reading, zone: &Code, seq: i32) -> Option<Decimal> {
    let found = reading.cells.iter().find(|cell| cell.band_seq == seq && cell.zone == *zone)?;
    let (begin, end) = (up_to(reading, seq - 1), up_to(reading, seq));
    Some(match found.price {
        Price::Cell { amount } => amount,
        Price::PerUnit { amount } | Price::Break { amount } => amount * end,
        Price::BaseStep { amount, step, step_amount } => amount + ((end - begin) / step).ceil() * step_amount,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_says_whether_its_prices_are_added_and_from_which_weight() {
        let read = |text: &str| {
            let row = read_per_row(text, Mark::Dot)?;
            let from = row.bounds.and_then(|bounds| bounds.from).map(|from| from.to_string());
            Some((row.is_additional, row.step.to_string(), from))
        };
        let row = |is_additional, step: &str, from: Option<&str>| {
            Some((is_additional, step.to_owned(), from.map(str::to_owned)))
        };
        for text in
            ["Each additional kg", "kg adicional", "Excedente (por kg)", "Por kg excedente", "kg extra"]
        {
            assert_eq!(read(text), row(true, "1", None), "{text}");
        }
        for text in ["Over 30 kg per kg", "per kg above 30", "30 kg+ R$/kg", "Acima de 30 kg, por kg"] {
            assert_eq!(read(text), row(false, "1", Some("30")), "{text}");
        }
        assert_eq!(read("Acima de 30 kg, por kg adicional"), row(true, "1", Some("30")));
        for text in ["Each additional 0.5 kg", "Each additional 1/2 kg", "Each additional ½ kg"] {
            assert_eq!(read(text), row(true, "0.5", None), "{text}");
        }
        for text in ["Fuel is charged per kg", "Over 30 kg", "Over 30 kg extra 5", "See the list"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
