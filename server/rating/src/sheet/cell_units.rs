//! Prices that have the unit they are for in each cell, `4.10/kg`: read as if their header said it.

use std::borrow::Cow;

use super::super::measure::WeightUnit;
use super::cells::cell;
use super::number::{is_blank, is_not_offered, starts_number};
use super::words::{unit_of, words};

/// Letters of a sign or code of a currency.
const MOST_LETTERS: usize = 3;

/// The rows with the unit of a column's prices in its header. A column in which some prices have none stays, and those with a
/// unit are refused.
pub fn move_to_header(rows: &[Vec<String>]) -> Cow<'_, [Vec<String>]> {
    let width = rows.iter().map(Vec::len).max().unwrap_or_default();
    let mut moved = Cow::Borrowed(rows);
    for column in 0..width {
        let Some(rates) = find_rates(rows, column) else { continue };
        let changed = moved.to_mut();
        changed[rates.header][column].push_str(&format!(" per {}", rates.unit));
        for row in changed.iter_mut().skip(rates.first) {
            let amount = row.get(column).and_then(|text| split(text)).map(|rate| rate.amount.to_owned());
            if let Some(amount) = amount {
                row[column] = amount;
            }
        }
    }
    moved
}

/// A column whose prices all have the same unit.
struct Rates<'a> {
    header: usize,
    first: usize,
    unit: &'a str,
}

fn find_rates(rows: &[Vec<String>], column: usize) -> Option<Rates<'_>> {
    let text = |at: usize| cell(&rows[at], column);
    let first = (0..rows.len()).find(|at| split(text(*at)).is_some())?;
    let Rate { unit, of, .. } = split(text(first))?;
    // Cells above the first price that say "POA" or "-" are none either.
    let header = (0..first).rev().find(|at| !is_not_offered(text(*at)))?;
    let is_same = |at: usize| split(text(at)).map_or(!has_digit(text(at)), |rate| rate.of == of);
    let is_whole = !starts_number(text(header)) && (first..rows.len()).all(is_same);
    is_whole.then_some(Rates { header, first, unit })
}

/// A price with its unit.
struct Rate<'a> {
    amount: &'a str,
    unit: &'a str,
    of: WeightUnit,
}

fn split(text: &str) -> Option<Rate<'_>> {
    let (amount, unit) = text.rsplit_once('/')?;
    let unit = unit.trim_matches(is_blank);
    // "4.10/kg min. 50" says more than a price.
    let of = match words(unit).as_slice() {
        [word] => unit_of(word)?,
        _ => return None,
    };
    // "Zone 1/kg" is a header, and "2 lb/kg" a weight.
    let letters = amount.chars().filter(|c| c.is_alphabetic()).count();
    let is_amount = has_digit(amount)
        && letters <= MOST_LETTERS
        && !words(amount).iter().any(|word| unit_of(word).is_some());
    is_amount.then(|| Rate { amount: amount.trim_end_matches(is_blank), unit, of })
}

fn has_digit(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
}
