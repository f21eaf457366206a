//! Rates of air cargo: a row per destination, with the columns M (minimum), N (normal) and the breaks +45, +100…

use std::collections::HashSet;

use rust_decimal::Decimal;

use super::super::finding::Severity;
use super::super::measure::WeightUnit;
use super::super::money::Currency;
use super::super::rows::{BandRow, CellRow, Price, ZoneRow};
use super::currency::{Columns, report_currencies};
use super::decimal_mark::{ColumnMark, Votes};
use super::header::{MAX_CODE, zone_key};
use super::number::{self, Mark};
use super::words::{unit_of, words};
use super::{Reading, SheetCode};

/// The end of the heaviest break in kilograms, which rate sheets leave open.
pub const OPEN_END: i64 = 99_999;

/// The contents of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rate {
    Minimum,
    /// An amount per kilogram from this weight on.
    From(Decimal),
}

struct RateColumn {
    column: usize,
    rate: Rate,
}

/// The rates of a sheet; `None` if no row has the names of at least two rates. The name of the destination, often its
/// airport, stands before the rates. `mark` is the mark that a person has chosen for the sheet.
pub fn read_breaks(
    rows: &[Vec<String>],
    unit: WeightUnit,
    currency: Currency,
    mark: Option<Mark>,
) -> Option<Reading> {
    let (header, columns) = rows.iter().enumerate().find_map(|(index, row)| {
        let columns = columns(row);
        let rates = columns.iter().filter(|one| one.rate != Rate::Minimum).count();
        (rates >= 2).then_some((index, columns))
    })?;
    let mut reading = Reading::default();
    let starts = starts(&columns)?;
    let is_price = |column: usize| columns.iter().any(|one| one.column == column);
    let read = Columns { is_price: &is_price, is_unread: &|_| false };
    report_currencies(rows, header + 1, &read, currency, &mut reading);
    report_unit(&rows[header], header, &columns, unit, &mut reading);
    let ends = starts.iter().skip(1).copied().chain([Decimal::from(OPEN_END)]);
    reading.bands = ends.zip(1..).map(|(up_to, seq)| BandRow { seq, up_to }).collect();
    let mark = mark.unwrap_or_else(|| decide_mark(rows, header, &columns, &mut reading));
    for (index, name) in name_rows(rows, header, &columns, &mut reading) {
        let row = &rows[index];
        let mut zone = ZoneRow { code: name.into(), priority: 0, max_weight: None, minimum: None };
        for RateColumn { column, rate } in &columns {
            let text = row.get(*column).map_or("", String::as_str);
            let amount = match number::price(text, mark, currency) {
                Ok(Some(amount)) => amount,
                Ok(None) => continue,
                Err(code) => {
                    reading.say(Severity::Error, code, (index, *column), text);
                    continue;
                }
            };
            if number::has_note(text) {
                reading.say(Severity::Warning, SheetCode::NoteIgnored, (index, *column), text);
            }
            match rate {
                Rate::Minimum => zone.minimum = Some(amount),
                Rate::From(from) => {
                    let band_seq = starts.partition_point(|start| start < from);
                    let band_seq = reading.bands.get(band_seq).map_or(0, |band| band.seq);
                    let price = Price::Break { amount };
                    reading.cells.push(CellRow { zone: zone.code.clone(), band_seq, price });
                }
            }
        }
        reading.zones.push(zone);
    }
    Some(reading)
}

/// The rows of rates with their destinations, each once. They stand in the first column whose texts differ, such as that of
/// airports beside that of countries, else in the first filled cell.
fn name_rows<'a>(
    rows: &'a [Vec<String>],
    header: usize,
    columns: &[RateColumn],
    reading: &mut Reading,
) -> Vec<(usize, &'a str)> {
    let first = columns.first().map_or(0, |one| one.column);
    let has_rates = |row: &[String]| {
        columns.iter().filter_map(|one| row.get(one.column)).any(|text| !text.trim().is_empty())
    };
    let text = |row: &'a Vec<String>, column: usize| row.get(column).map_or("", |text| text.trim());
    let differ = |column: &usize| {
        let mut seen = HashSet::new();
        let rated = rows[header + 1..].iter().filter(|row| has_rates(row));
        rated
            .map(|row| text(row, *column))
            .all(|name| name.contains(char::is_alphabetic) && seen.insert(zone_key(name)))
    };
    let own = (0..first).find(differ);
    let (mut named, mut seen) = (Vec::new(), HashSet::new());
    for (index, row) in rows.iter().enumerate().skip(header + 1) {
        let filled = (0..first).find(|column| !text(row, *column).is_empty());
        let Some(column) = own.filter(|own| !text(row, *own).is_empty()).or(filled) else {
            let is_rate = |one: &RateColumn| number::starts_number(text(row, one.column));
            if columns.iter().any(is_rate) {
                reading.say(Severity::Error, SheetCode::UnreadableZone, (index, 0), "");
            }
            continue;
        };
        let (name, at) = (text(row, column), (index, column));
        if !has_rates(row) {
            reading.say(Severity::Note, SheetCode::RowSkipped, at, name);
        } else if name.chars().count() > MAX_CODE {
            reading.say(Severity::Error, SheetCode::UnreadableZone, at, name);
        } else if !seen.insert(zone_key(name)) {
            // The rates of another airline or day.
            reading.say(Severity::Error, SheetCode::RepeatedCell, at, name);
        } else {
            named.push((index, name));
        }
    }
    named
}

/// The mark of all rates, reported at their first number if it is unclear.
fn decide_mark(rows: &[Vec<String>], header: usize, columns: &[RateColumn], reading: &mut Reading) -> Mark {
    let cells = rows.iter().enumerate().skip(header + 1).flat_map(|(index, row)| {
        columns.iter().filter_map(move |one| Some(((index, one.column), row.get(one.column)?.as_str())))
    });
    let cells: Vec<_> = cells.collect();
    let ColumnMark { mark, is_unclear } =
        Votes::of(cells.iter().map(|(_, text)| *text)).decide(Votes::default());
    if let Some((at, text)) = cells.iter().find(|(_, text)| is_unclear && text.contains(['.', ','])) {
        reading.say(Severity::Error, SheetCode::NumberFormatUnclear, *at, text);
    }
    mark
}

/// The lower bounds of all breaks; `None` if they do not rise from column to column.
fn starts(columns: &[RateColumn]) -> Option<Vec<Decimal>> {
    let from = |one: &RateColumn| match one.rate {
        Rate::From(from) => Some(from),
        Rate::Minimum => None,
    };
    let starts: Vec<Decimal> = columns.iter().filter_map(from).collect();
    starts.is_sorted_by(|a, b| a < b).then_some(starts)
}

/// Breaks of air cargo are kilograms, and 45 is the first one. Breaks in pounds have other numbers.
fn report_unit(
    texts: &[String],
    header: usize,
    columns: &[RateColumn],
    unit: WeightUnit,
    reading: &mut Reading,
) {
    let names = |text: &str| words(text).iter().find_map(|word| unit_of(word));
    for RateColumn { column, rate } in columns {
        let text = &texts[*column];
        let own = match (names(text), rate) {
            (Some(own), _) => own,
            (None, Rate::From(from)) if *from == Decimal::from(45) => WeightUnit::Kilograms,
            _ => continue,
        };
        if own != unit {
            reading.say(Severity::Error, SheetCode::OtherUnit, (header, *column), text);
        }
    }
}

/// The columns of rates in a row. `45K` is a break only beside a minimum or a normal rate.
fn columns(row: &[String]) -> Vec<RateColumn> {
    let read = |is_of_rates: bool| -> Vec<RateColumn> {
        let found = row.iter().enumerate();
        found
            .filter_map(|(column, text)| Some(RateColumn { column, rate: read_rate(text, is_of_rates)? }))
            .collect()
    };
    let sure = read(false);
    let is_first = |rate: Rate| matches!(rate, Rate::Minimum) || rate == Rate::From(Decimal::ZERO);
    if sure.iter().any(|one| is_first(one.rate)) { read(true) } else { sure }
}

fn read_rate(text: &str, is_of_rates: bool) -> Option<Rate> {
    let text: String = text.to_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
    match text.as_str() {
        "m" | "min" | "min." | "minimum" | "mínimo" | "minimo" => return Some(Rate::Minimum),
        "n" | "normal" => return Some(Rate::From(Decimal::ZERO)),
        _ => {}
    }
    let signs = ['+', '≥', '>', 'q'];
    let without_unit = |text: &str| -> Option<String> {
        ["kgs", "kg", "k"].into_iter().find_map(|unit| text.strip_suffix(unit)).map(str::to_owned)
    };
    let bare = text.trim_end_matches('+');
    let bare = without_unit(bare).unwrap_or_else(|| bare.to_owned());
    if matches!(bare.as_str(), "-45" | "<45") {
        return Some(Rate::From(Decimal::ZERO));
    }
    let number = bare.trim_start_matches(signs).trim_end_matches('+');
    let is_break = number.len() < bare.len() || text.ends_with('+') || is_of_rates && bare.len() < text.len();
    let from: Decimal = number.parse().ok()?;
    (is_break && from > Decimal::ZERO && from < Decimal::from(OPEN_END)).then_some(Rate::From(from))
}
