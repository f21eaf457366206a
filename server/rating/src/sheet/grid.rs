//! Reads a grid with weights down or across, by the guess and the decisions of a person.

use super::super::measure::WeightUnit;
use super::super::money::Currency;
use super::correct::{Correction, correct};
use super::decimal_mark::Votes;
use super::grid_corner::read_corner;
use super::layout::{Axis, Layout, guess, turn};
use super::list::read_list;
use super::number::is_blank;
use super::reading::{read_grid, report_kinds, unit_of_own_header};
use super::weight_blocks::{find_blocks, read_blocks};
use super::words::Bound;
use super::{Method, PriceColumn, Reading, cell_units};

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
    let corner = read_corner(rows).filter(|(axis, _)| correction.axis.is_none_or(|chosen| chosen == *axis));
    let cornered = corner.and_then(|(axis, rows)| read_along(&rows, unit, currency, axis, correction));
    if cornered.is_some() {
        return cornered;
    }
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
    if axis == Axis::Across && rows.len() > MOST_ROWS_ACROSS {
        return None;
    }
    let turned = (axis == Axis::Across).then(|| turn(rows));
    let lines = cell_units::move_to_header(turned.as_deref().unwrap_or(rows));
    let (layout, mut reading) = read_lines(&lines, unit, currency, axis, correction)?;
    if axis == Axis::Across {
        for finding in &mut reading.findings {
            std::mem::swap(&mut finding.row, &mut finding.column);
        }
    }
    reading.sort();
    Some(GridSheet { axis, layout, reading })
}

/// The prices of lines whose weights stand in columns.
fn read_lines(
    lines: &[Vec<String>],
    unit: WeightUnit,
    currency: Currency,
    axis: Axis,
    correction: &Correction,
) -> Option<(Layout, Reading)> {
    let guessed = guess(lines, unit, currency, axis, correction.header_rows);
    let blocks = guessed.as_ref().map_or_else(Vec::new, find_blocks);
    let read = |layout: &Layout| read_blocks(lines, layout, &blocks, unit, currency, axis, correction);
    let in_blocks = guessed.as_ref().filter(|_| !blocks.is_empty()).and_then(read);
    if in_blocks.is_some() {
        return in_blocks;
    }
    let mut layout = correct(guessed, correction, width(lines))?;
    let list = if axis == Axis::Down { read_list(lines, &layout, unit, currency) } else { None };
    if let Some(list) = list {
        layout.zone_column = Some(list.column);
        return Some((layout, list.reading));
    }
    let mut reading = read_grid(lines, &layout, unit, currency);
    if axis == Axis::Down {
        report_kinds(lines, &layout, currency, &mut reading);
    }
    Some((layout, reading))
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
        fees: Vec::new(),
        beside: Vec::new(),
        zone_column: None,
        marks: (0..width).map(|column| if column == 0 { weights } else { amounts }).collect(),
        is_named: true,
        is_own: true,
    })
}
