//! Columns of places whose headers do not say all: countries under another name, and postcodes that are not read.

use std::collections::{BTreeSet, HashMap};

use super::super::finding::Severity;
use super::super::measure::WeightUnit;
use super::number::is_blank;
use super::place_text::split_countries;
use super::places::PlaceRole;
use super::words::{Meaning, meaning, names_no_price, names_postcodes, words};
use super::{Reading, SheetCode};
use trade::countries::by_name;

/// Cells of a column that are looked at.
const MOST_CELLS: usize = 50;
/// A column of one country may be anything, such as "NO".
const LEAST_COUNTRIES: usize = 2;

/// A second column of postcodes that no role is left for. Without it, a range may be longer than the sheet says.
pub fn report_postcodes(
    header: &[String],
    row: usize,
    columns: &HashMap<PlaceRole, usize>,
    reading: &mut Reading,
) {
    for (column, text) in header.iter().enumerate() {
        if names_postcodes(text) && !columns.values().any(|read| *read == column) {
            reading.say(Severity::Warning, SheetCode::ColumnIgnored, (row, column), text);
        }
    }
}

/// The first column whose cells are nearly all names or codes of countries, beside a column of zones that are none: "Destination",
/// "ISO", "Code".
pub fn find_countries(
    header: &[String],
    body: &[Vec<String>],
    mut zones: impl Iterator<Item = usize>,
) -> Option<usize> {
    let is_filled = |row: &&Vec<String>| row.iter().any(|text| !text.trim_matches(is_blank).is_empty());
    // Another table can stand below, after an empty row.
    let list: Vec<&Vec<String>> =
        body.iter().skip_while(|row| !is_filled(row)).take_while(is_filled).take(MOST_CELLS).collect();
    let found: Vec<usize> = (0..header.len())
        .filter(|column| !names_no_price(&header[*column]) && has_countries(&list, *column))
        .collect();
    let has_zones = zones.any(|zone| !found.contains(&zone));
    found.first().copied().filter(|_| has_zones)
}

fn has_countries(list: &[&Vec<String>], column: usize) -> bool {
    let texts = list.iter().filter_map(|row| row.get(column)).map(|text| text.trim_matches(is_blank));
    let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    // Countries have numbers, too, but a column of numbers is one of prices or weights.
    let is_word = |text: &&&str| text.contains(char::is_alphabetic);
    let read = |text: &&str| -> Option<Vec<i16>> { split_countries(text).into_iter().map(by_name).collect() };
    let known: Vec<Vec<i16>> = texts.iter().filter(is_word).filter_map(read).collect();
    let countries: BTreeSet<i16> = known.iter().flatten().copied().collect();
    known.len() * 10 >= texts.len() * 9 && countries.len() >= LEAST_COUNTRIES
}

/// The unit that a header names.
pub fn unit_in(header: &str) -> Option<WeightUnit> {
    words(header).iter().find_map(|word| match meaning(word) {
        Meaning::Unit(unit) => Some(unit),
        _ => None,
    })
}
