//! Another table below the prices of a sheet: its prices may be of another kind, or of another service.

use rust_decimal::Decimal;

use super::super::money::Currency;
use super::Layout;
use super::cells::{cell, mark};
use super::header::per_unit;
use super::number::{is_blank, tells_price};
use super::weight;
use super::words::weight_header;

/// The row where another table begins between prices: the header of weights again, with other texts, a title such as "Rates per
/// kg above 30 kg", or weights that begin again, as those of goods do below those of documents.
pub fn find(rows: &[Vec<String>], layout: &Layout, currency: Currency) -> Option<usize> {
    let (head, body) = rows.split_at(layout.header_rows.min(rows.len()));
    if layout.is_own {
        return None;
    }
    let tells = |at: usize| {
        let price = |column: usize| tells_price(cell(&body[at], column), mark(layout, column), currency);
        layout.prices.iter().any(|one| price(one.column))
    };
    let is_weight = |at: usize| {
        let text = cell(&body[at], layout.weight_column);
        weight::lower_bounds(text, mark(layout, layout.weight_column)).is_ok()
    };
    let priced: Vec<usize> = (0..body.len()).filter(|at| is_weight(*at) && tells(*at)).collect();
    let begins_table = |at: &usize| {
        let row = &body[*at];
        let names_weights = weight_header(cell(row, layout.weight_column)).is_some();
        (names_weights || row.iter().any(|text| per_unit(text).is_some())) && !repeats_header(head, row)
    };
    let mut between = *priced.first()?..*priced.last()?;
    let titled = between.find(|at| priced.binary_search(at).is_err() && begins_table(at));
    let parts = |at: &usize| !tells(*at) || weight_header(cell(&body[*at], layout.weight_column)).is_some();
    let again = find_restart(body, &priced, layout, &parts);
    titled.into_iter().chain(again).min().map(|at| head.len() + at)
}

/// Whether a row is one of the header, which a printed page repeats in the same columns.
pub fn repeats_header(head: &[Vec<String>], row: &[String]) -> bool {
    list_texts(row).next().is_some() && head.iter().any(|other| list_texts(other).eq(list_texts(row)))
}

fn list_texts(row: &[String]) -> impl Iterator<Item = (usize, &str)> {
    let texts = row.iter().map(|text| text.trim_matches(is_blank)).enumerate();
    texts.filter(|(_, text)| !text.is_empty())
}

/// The first row of weights that begin again, or of what stands above them and `parts` both tables. One weight that is too low is
/// a mistake, and no table.
fn find_restart(
    body: &[Vec<String>],
    priced: &[usize],
    layout: &Layout,
    parts: &dyn Fn(&usize) -> bool,
) -> Option<usize> {
    let ends = priced.iter().filter_map(|at| Some((*at, end_of(&body[*at], layout)?)));
    let ends: Vec<(usize, Decimal)> = ends.collect();
    let (_, first) = *ends.first()?;
    let mut most = first;
    for (index, pair) in ends.windows(2).enumerate() {
        let [(before, last), (at, end)] = pair else { continue };
        let goes_on = ends.get(index + 2).is_some_and(|(_, next)| *next <= most);
        let parting = (before + 1..*at).find(|row| parts(row));
        let is_lower = end <= last;
        if is_lower && (goes_on && *end <= first || parting.is_some() && (goes_on || *end <= first)) {
            return Some(parting.unwrap_or(*at));
        }
        most = most.max(*end);
    }
    None
}

/// The end of a row's band in grams, or its begin where all weights are lower bounds.
fn end_of(row: &[String], layout: &Layout) -> Option<Decimal> {
    let text = cell(row, layout.weight_column);
    let bounds = weight::lower_bounds(text, mark(layout, layout.weight_column)).ok()?;
    let is_lower = layout.bound.is_lower() && layout.from_column.is_none();
    let value = if is_lower { bounds.value() } else { bounds.up_to };
    Some(value? * bounds.unit.unwrap_or(layout.weight_unit).grams())
}
