//! Rates of air cargo: a row per destination, with the columns M (minimum), N (normal) and the breaks +45, +100…

use rust_decimal::Decimal;

use super::super::finding::Severity;
use super::super::money::Currency;
use super::super::rows::{BandRow, CellRow, Price, ZoneRow};
use super::format::{ColumnMark, Votes};
use super::number::{self, Mark};
use super::{Reading, SheetCode};

/// The end of the heaviest break in kilograms, which rate sheets leave open.
pub const OPEN_END: i64 = 99_999;

/// The contents of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Minimum,
    /// An amount per kilogram from this weight on.
    From(Decimal),
}

/// The rates of a sheet; `None` if no row has the names of at least two rates. The name of the destination, often its
/// airport, stands in the first filled cell before the rates.
/// `mark` is the mark that a person has chosen for the sheet.
pub fn read_breaks(rows: &[Vec<String>], currency: Currency, mark: Option<Mark>) -> Option<Reading> {
    let (header, columns) = rows.iter().enumerate().find_map(|(index, row)| {
        let columns: Vec<_> =
            row.iter().enumerate().filter_map(|(column, text)| Some((column, column_of(text)?))).collect();
        let rates = columns.iter().filter(|(_, column)| *column != Column::Minimum).count();
        (rates >= 2).then_some((index, columns))
    })?;
    let mut reading = Reading::default();
    let starts = starts(&columns, header, &rows[header], &mut reading)?;
    let ends = starts.iter().skip(1).copied().chain([Decimal::from(OPEN_END)]);
    reading.bands = ends.zip(1..).map(|(up_to, seq)| BandRow { seq, up_to }).collect();
    let mark = mark.unwrap_or_else(|| decide_mark(rows, header, &columns, &mut reading));
    let first = columns.first().map_or(0, |(column, _)| *column);
    for (index, row) in rows.iter().enumerate().skip(header + 1) {
        let name = row.iter().take(first).map(|text| text.trim()).find(|text| !text.is_empty());
        let Some(name) = name else { continue };
        let mut zone = ZoneRow { code: name.into(), priority: 0, max_weight: None, minimum: None };
        for (column, kind) in &columns {
            let text = row.get(*column).map_or("", String::as_str);
            let amount = match number::price(text, mark, currency) {
                Ok(Some(amount)) => amount,
                Ok(None) => continue,
                Err(code) => {
                    reading.say(Severity::Error, code, (index, *column), text);
                    continue;
                }
            };
            match kind {
                Column::Minimum => zone.minimum = Some(amount),
                Column::From(from) => {
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

/// The mark of all rates, reported at their first number if it is unclear.
fn decide_mark(
    rows: &[Vec<String>],
    header: usize,
    columns: &[(usize, Column)],
    reading: &mut Reading,
) -> Mark {
    let cells = rows.iter().enumerate().skip(header + 1).flat_map(|(index, row)| {
        columns.iter().filter_map(move |(column, _)| Some(((index, *column), row.get(*column)?.as_str())))
    });
    let cells: Vec<_> = cells.collect();
    let ColumnMark { mark, is_unclear } =
        Votes::of(cells.iter().map(|(_, text)| *text)).decide(Votes::default());
    if let Some((at, text)) = cells.iter().find(|(_, text)| is_unclear && text.contains(['.', ','])) {
        reading.say(Severity::Error, SheetCode::NumberFormatUnclear, *at, text);
    }
    mark
}

/// The lower bounds of all breaks; `None` after a finding if they do not rise from column to column.
fn starts(
    columns: &[(usize, Column)],
    header: usize,
    texts: &[String],
    reading: &mut Reading,
) -> Option<Vec<Decimal>> {
    let mut starts: Vec<Decimal> = Vec::new();
    for (column, kind) in columns {
        let Column::From(from) = kind else { continue };
        if starts.last().is_some_and(|last| last >= from) {
            reading.say(Severity::Error, SheetCode::WeightNotRising, (header, *column), &texts[*column]);
            continue;
        }
        starts.push(*from);
    }
    (!reading.has_errors()).then_some(starts)
}

fn column_of(text: &str) -> Option<Column> {
    let text = text.trim().to_lowercase();
    match text.as_str() {
        "m" | "min" | "min." | "minimum" | "mínimo" | "minimo" => return Some(Column::Minimum),
        "n" | "normal" | "-45" | "<45" | "-45kg" | "<45kg" => return Some(Column::From(Decimal::ZERO)),
        _ => {}
    }
    let text = text.trim_end_matches("kg").trim_end_matches("kgs").trim();
    let from = text.strip_prefix(['+', 'q', '≥']).or_else(|| text.strip_suffix('+'))?;
    let from: Decimal = from.trim().parse().ok()?;
    (from > Decimal::ZERO && from < Decimal::from(OPEN_END)).then_some(Column::From(from))
}
