//! Guesses where weights, zones and prices of a sheet stand.

use std::collections::HashSet;

use rust_decimal::Decimal;

use super::super::code::Code;
use super::super::measure::WeightUnit;
use super::super::money::Currency;
use super::number::{self, Mark, guess_mark};
use super::weight::{self, Bounds};
use super::{Layout, Method};

const WEIGHT_WORDS: [&str; 12] =
    ["weight", "peso", "poids", "gewicht", "up", "upto", "over", "until", "até", "ate", "hasta", "重量"];
/// Words of a bound, which alone make a header.
const BOUND_WORDS: [&str; 6] = ["from", "to", "above", "acima", "desde", "bis"];
/// Words that mean a bound beside a unit only: `DE` alone is Germany.
const UNIT_BOUND_WORDS: [&str; 6] = ["de", "a", "à", "min", "max", "von"];
const FROM_WORDS: [&str; 8] = ["over", "from", "above", "de", "acima", "desde", "min", "von"];
/// Words of a zone's header that are no part of its name.
const EXTRA_WORDS: [&str; 9] = ["per", "ex", "vat", "excl", "incl", "price", "rate", "preço", "precio"];
const MAX_CODE: usize = 40;

/// The layout of a sheet whose weights stand in a column; `None` if no row has a weight and a price. A sheet with weights
/// in kilograms and in pounds is read in `unit`.
pub fn guess(rows: &[Vec<String>], unit: WeightUnit, currency: Currency) -> Option<Layout> {
    let width = rows.iter().map(Vec::len).max()?;
    let mark = guess_mark(rows.iter().flatten().map(String::as_str), currency.decimals());
    let header_rows = header_rows(rows, mark, currency)?;
    let (head, body) = rows.split_at(header_rows);
    let headers: Vec<String> = (0..width).map(|column| join_header(head, column)).collect();
    let weights = weight_columns(head, body, width, mark);
    let (from, upper): (Vec<usize>, Vec<usize>) =
        weights.iter().partition(|column| weights.len() > 1 && is_from_header(&headers[**column]));
    let column_unit = |column: usize| unit_of(&headers[column], body, column, mark);
    let of_unit = upper.iter().find(|column| column_unit(**column) == Some(unit));
    let weight_column = *of_unit.or(upper.first())?;
    let is_price = |column: &usize| !weights.contains(column) && has_prices(body, *column, mark, currency);
    let prices: Vec<usize> = (0..width).filter(is_price).collect();
    let is_per_unit = |column: &usize| words(&headers[*column]).contains(&"per".to_owned());
    let method =
        if !prices.is_empty() && prices.iter().all(is_per_unit) { Method::PerUnit } else { Method::Cell };
    let zones = codes(head, &headers, &prices, currency);
    Some(Layout {
        header_rows,
        weight_column,
        from_column: from.first().copied(),
        other_weights: upper.into_iter().filter(|column| *column != weight_column).collect(),
        weight_unit: column_unit(weight_column).unwrap_or(unit),
        zones,
        mark,
        method,
    })
}

/// The number of rows before the first one that has a weight and, in another column, a price.
fn header_rows(rows: &[Vec<String>], mark: Mark, currency: Currency) -> Option<usize> {
    rows.iter().position(|row| {
        let weight = row.iter().position(|text| bounds(text, mark).is_some());
        weight.is_some_and(|weight| row.iter().skip(weight + 1).any(|text| is_price(text, mark, currency)))
    })
}

fn bounds(text: &str, mark: Mark) -> Option<Bounds> {
    weight::bounds(text, mark).ok()
}

fn is_price(text: &str, mark: Mark, currency: Currency) -> bool {
    matches!(number::price(text, mark, currency), Ok(Some(_)))
}

/// The texts of all header rows in a column.
fn join_header(head: &[Vec<String>], column: usize) -> String {
    let texts = head.iter().filter_map(|row| row.get(column));
    texts.map(|text| text.trim()).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The columns whose header names a weight or a unit, else the first one with weights.
fn weight_columns(head: &[Vec<String>], body: &[Vec<String>], width: usize, mark: Mark) -> Vec<usize> {
    let has_weight = |column: &usize| {
        body.iter().any(|row| row.get(*column).is_some_and(|text| bounds(text, mark).is_some()))
    };
    let is_named =
        |column: &usize| head.iter().any(|row| row.get(*column).is_some_and(|text| is_weight_header(text)));
    let named: Vec<usize> = (0..width).filter(|column| is_named(column) && has_weight(column)).collect();
    if named.is_empty() {
        (0..width).find(|column| are_weights(body, *column, mark)).into_iter().collect()
    } else {
        named
    }
}

/// Whether most filled cells of the column are weights, and most of them above the one before.
fn are_weights(body: &[Vec<String>], column: usize, mark: Mark) -> bool {
    let filled = body.iter().filter_map(|row| row.get(column)).filter(|text| !text.trim().is_empty());
    let read: Vec<_> = filled.map(|text| bounds(text, mark)).collect();
    let grams = |bounds: &Bounds| bounds.up_to * bounds.unit.map_or(Decimal::ONE, WeightUnit::grams);
    let weights: Vec<_> = read.iter().flatten().map(grams).collect();
    let rising = weights.windows(2).filter(|pair| pair[0] < pair[1]).count();
    weights.len() * 5 >= read.len() * 4 && !weights.is_empty() && (rising + 1) * 5 >= weights.len() * 4
}

fn words(header: &str) -> Vec<String> {
    let lower = header.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

fn is_weight_header(header: &str) -> bool {
    let words = words(header);
    let is_unit = |word: &str| weight::unit_of(word).is_some();
    let has_unit = words.iter().any(|word| is_unit(word));
    let is_bound = |word: &str| {
        is_unit(word) || BOUND_WORDS.contains(&word) || (has_unit && UNIT_BOUND_WORDS.contains(&word))
    };
    let names_weight = words.iter().any(|word| WEIGHT_WORDS.contains(&word.as_str()));
    !words.is_empty() && (names_weight || words.iter().all(|word| is_bound(word)))
}

fn is_from_header(header: &str) -> bool {
    words(header).first().is_some_and(|word| FROM_WORDS.contains(&word.as_str()))
}

/// The unit in the header, else that of the first cell that has one.
fn unit_of(header: &str, body: &[Vec<String>], column: usize, mark: Mark) -> Option<WeightUnit> {
    let in_header = words(header).iter().find_map(|word| weight::unit_of(word));
    let cells = body.iter().filter_map(|row| row.get(column));
    in_header.or_else(|| cells.filter_map(|text| bounds(text, mark)).find_map(|bounds| bounds.unit))
}

fn has_prices(body: &[Vec<String>], column: usize, mark: Mark, currency: Currency) -> bool {
    body.iter().filter_map(|row| row.get(column)).any(|text| is_price(text, mark, currency))
}

/// The code of each price column. Headers may stand in two rows, so the lowest row whose texts differ names the zones. A
/// header without a name, such as that of a single zone, becomes a number; columns without a header are left out.
fn codes(
    head: &[Vec<String>],
    headers: &[String],
    prices: &[usize],
    currency: Currency,
) -> Vec<(usize, Code)> {
    let named = head.iter().rev().find(|row| {
        let texts =
            prices.iter().filter_map(|column| row.get(*column)).map(|text| read_zone_code(text, currency));
        let texts: Vec<_> = texts.filter(|text| !text.is_empty()).collect();
        !texts.is_empty() && texts.iter().collect::<HashSet<_>>().len() == texts.len()
    });
    let text = |column: usize| named.and_then(|row| row.get(column)).unwrap_or(&headers[column]);
    let titled = prices.iter().zip(1..).filter(|(column, _)| !headers[**column].is_empty());
    titled
        .map(|(column, number)| {
            let code = read_zone_code(text(*column), currency);
            (*column, if code.is_empty() { number.to_string().into() } else { code.into() })
        })
        .collect()
}

/// The name of a zone without currency, unit and tax: `zone_A_usd_per_lb` is `zone A`.
fn read_zone_code(header: &str, currency: Currency) -> String {
    let parts = header.split(|c: char| c.is_whitespace() || matches!(c, '_' | '(' | ')' | '/' | ','));
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    let is_name = |(index, part): &(usize, &&str)| {
        let lower = part.to_lowercase();
        let follows_per = *index > 0 && parts[index - 1].eq_ignore_ascii_case("per");
        let is_unit = follows_per && weight::unit_of(&lower).is_some();
        let is_currency = part.eq_ignore_ascii_case(currency.code());
        !is_currency && !is_unit && !EXTRA_WORDS.contains(&lower.as_str())
    };
    let name: Vec<&str> = parts.iter().enumerate().filter(is_name).map(|(_, part)| *part).collect();
    name.join(" ").chars().take(MAX_CODE).collect()
}
