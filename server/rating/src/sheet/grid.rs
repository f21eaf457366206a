//! Reads a grid with weights down or across, by the guess and the decisions of a person.

use super::super::measure::WeightUnit;
use super::super::money::Currency;
use super::correct::{Correction, correct};
use super::decimal_mark::Votes;
use super::layout::{Axis, Layout, guess, turn};
use super::list::read_list;
use super::number::is_blank;
use super::reading::{read_grid, report_kinds, unit_of_own_header};
use super::words::Bound;
use super::{Method, PriceColumn, Reading};

/// Sheets with more rows have weights down: a version has at most 500 zones.
const MOST_ROWS_ACROSS: usize = 2_000;

/// A grid with what its rows and columns were taken for.
pub struct GridSheet {
    pub axis: Axis,
    /// With weights across, of the turned rows.
    pub layout: Layout,
    pub reading: Reading,
}

/// The prices of a grid; `None` if it has none.
pub fn read_prices(
    rows: &[Vec<String>],
    unit: WeightUnit,
    currency: Currency,
    correction: &Correction,
) -> Option<GridSheet> {
    if let Some(layout) = own_layout(rows) {
        let layout = correct(Some(layout), &Correction { axis: None, ..correction.clone() }, width(rows))?;
        let reading = read_grid(rows, &layout, unit, currency);
        return Some(GridSheet { axis: Axis::Down, layout, reading });
    }
    let read = |axis: Axis| read_along(rows, unit, currency, axis, correction);
    match correction.axis {
        Some(axis) => read(axis),
        None => {
            let (down, across) = (read(Axis::Down), read(Axis::Across));
            // A header of weights is worth more than numbers that rise, then more prices are.
            let score = |sheet: &GridSheet| (sheet.layout.is_named, sheet.reading.cells.len());
            [across, down].into_iter().flatten().max_by_key(score)
        }
    }
}

fn read_along(
    rows: &[Vec<String>],
    unit: WeightUnit,
    currency: Currency,
    axis: Axis,
    correction: &Correction,
) -> Option<GridSheet> {
    if axis == Axis::Down {
        let guessed = guess(rows, unit, currency, axis, correction.header_rows);
        let mut layout = correct(guessed, correction, width(rows))?;
        if let Some(list) = read_list(rows, &layout, unit, currency) {
            layout.zone_column = Some(list.column);
            return Some(GridSheet { axis, layout, reading: list.reading });
        }
        let mut reading = read_grid(rows, &layout, unit, currency);
        report_kinds(rows, &layout, currency, &mut reading);
        reading.sort();
        return Some(GridSheet { axis, layout, reading });
    }
    if rows.len() > MOST_ROWS_ACROSS {
        return None;
    }
    let turned = turn(rows);
    let guessed = guess(&turned, unit, currency, axis, correction.header_rows);
    let layout = correct(guessed, correction, width(&turned))?;
    let mut reading = read_grid(&turned, &layout, unit, currency);
    for finding in &mut reading.findings {
        std::mem::swap(&mut finding.row, &mut finding.column);
    }
    reading.sort();
    Some(GridSheet { axis, layout, reading })
}

fn width(rows: &[Vec<String>]) -> usize {
    rows.iter().map(Vec::len).max().unwrap_or_default()
}

/// The layout of a grid that we wrote: the names of zones are taken to the letter, and numbers have no thousands.
fn own_layout(rows: &[Vec<String>]) -> Option<Layout> {
    let filled = |row: &Vec<String>| row.iter().any(|text| !text.trim_matches(is_blank).is_empty());
    let header = rows.iter().position(filled)?;
    let unit = unit_of_own_header(&rows[header])?;
    let zones = rows[header].iter().enumerate().skip(1).filter(|(_, text)| !text.is_empty());
    let price = |column: usize, zone: &str| PriceColumn {
        column,
        zone: zone.into(),
        method: Method::Cell,
        per: None,
    };
    let votes = |columns: std::ops::Range<usize>| {
        let texts = rows[header + 1..].iter().flat_map(|row| row.get(columns.clone()).unwrap_or(row).iter());
        Votes::of(texts.map(String::as_str)).decide_own()
    };
    let width = width(rows);
    let (weights, amounts) = (votes(0..1), votes(1..width));
    Some(Layout {
        header_rows: header + 1,
        weight_column: 0,
        bound: Bound::UpTo,
        from_column: None,
        other_weights: Vec::new(),
        weight_unit: unit,
        prices: zones.map(|(column, zone)| price(column, zone)).collect(),
        zone_column: None,
        marks: (0..width).map(|column| if column == 0 { weights } else { amounts }).collect(),
        is_named: true,
        is_own: true,
    })
}
