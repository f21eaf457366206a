//! Reads and writes a grid of prices.

use std::collections::HashMap;

use rust_decimal::Decimal;

use super::super::finding::Severity;
use super::super::measure::WeightUnit;
use super::super::money::Currency;
use super::super::rows::{CellRow, Price, VersionRows, ZoneRow};
use super::cells::{cell, mark};
use super::currency::{Columns, report_currencies};
use super::decimal_mark::ColumnMark;
use super::fees::{add_fees, report_fees};
use super::header::{Per, join_header, per_unit, zone_key};
use super::ladder::{self, Rung};
use super::number::{self, tells_price};
use super::per_row::{costs_less, read_beside, read_per_cells, read_per_row};
use super::words::{names_countries, names_minimum, names_no_price, names_zone_axis, unit_of, words};
use super::{Layout, Method, PriceColumn, Reading, SheetCode, second_table};

/// The header of the weights in a grid that we wrote, before the unit. Its other headers are zones to the letter.
const OWN_HEADER: &str = "≤";

/// The rows of a version in a sheet. `unit` and `currency` are those of the price table. A row or cell with an error is
/// left out; everything else is read.
pub fn read_grid(rows: &[Vec<String>], layout: &Layout, unit: WeightUnit, currency: Currency) -> Reading {
    let mut reading = Reading::default();
    let prices = report_headers(rows, layout, unit, currency, &mut reading);
    report_fees(&rows[..layout.header_rows.min(rows.len())], layout, &mut reading);
    for price in &prices {
        let code = price.zone.clone();
        reading.zones.push(ZoneRow { code, priority: 0, max_weight: None, minimum: None });
    }
    report_ignored_columns(rows, layout, currency, &mut reading);
    report_unclear_marks(rows, layout, &mut reading);
    let end = second_table::find(rows, layout, currency).unwrap_or(rows.len());
    for (index, row) in rows.iter().enumerate().skip(end) {
        if row.iter().any(|text| !text.trim_matches(number::is_blank).is_empty()) {
            let at = (index, layout.weight_column);
            reading.say(Severity::Error, SheetCode::SecondTable, at, &row.join(" "));
        }
    }
    let rungs = ladder::read_ladder(&rows[..end], layout, unit, currency, &mut reading);
    for rung in &rungs {
        let row = &rows[rung.row];
        let is_per_unit = !prices.is_empty() && prices.iter().all(|price| price.method == Method::PerUnit);
        let per = rung.per.or_else(|| read_beside(row, layout));
        if per.is_some_and(|per| per.in_unit(unit).is_none()) {
            let at = (rung.row, layout.weight_column);
            reading.say(Severity::Error, SheetCode::OtherUnit, at, &row.join(" "));
            continue;
        }
        let per = per.and_then(|per| per.in_unit(unit));
        match per.filter(|per| !is_per_unit || !per.is_plain()) {
            Some(per) => read_per_cells(rung, per, row, &prices, layout, currency, &mut reading),
            None => read_cells(rung.row, row, rung.band_seq, &prices, layout, currency, &mut reading),
        }
        if costs_less(rung, &reading) {
            let at = (rung.row, layout.weight_column);
            reading.say(Severity::Error, SheetCode::PerRowUnclear, at, cell(row, at.1));
        }
    }
    add_fees(rows, &rungs, layout, unit, currency, &mut reading);
    report_notes(rows, &rungs, &prices, &mut reading);
    if !reading.has_errors() {
        for at in find_falls(&rungs, &prices, &reading) {
            reading.say(Severity::Warning, SheetCode::PriceFalls, at, cell(&rows[at.0], at.1));
        }
    }
    reading.sort();
    reading
}

/// The first price with the sign of a footnote, which somebody may have to read.
fn report_notes(rows: &[Vec<String>], rungs: &[Rung], prices: &[PriceColumn], reading: &mut Reading) {
    let mut cells = rungs.iter().flat_map(|rung| prices.iter().map(move |price| (rung.row, price.column)));
    let noted = cells.find(|at| number::has_note(cell(&rows[at.0], at.1)));
    if let Some(at) = noted {
        reading.say(Severity::Warning, SheetCode::NoteIgnored, at, cell(&rows[at.0], at.1));
    }
}

/// The first price of each zone that falls while the weight rises. Most often one number was copied wrong.
fn find_falls(rungs: &[Rung], prices: &[PriceColumn], reading: &Reading) -> Vec<(usize, usize)> {
    let (mut before, mut falls) = (HashMap::new(), HashMap::new());
    for one in &reading.cells {
        let Price::Cell { amount } = one.price else { continue };
        if before.insert(&one.zone, amount).is_some_and(|before| amount < before) {
            falls.entry(&one.zone).or_insert(one.band_seq);
        }
    }
    let place = |price: &PriceColumn| {
        let band_seq = falls.get(&price.zone)?;
        let rung = rungs.iter().find(|rung| rung.band_seq == *band_seq)?;
        Some((rung.row, price.column))
    };
    prices.iter().filter_map(place).collect()
}

/// The columns of prices whose headers can be taken: of one currency and unit, and each zone once.
fn report_headers(
    rows: &[Vec<String>],
    layout: &Layout,
    unit: WeightUnit,
    currency: Currency,
    reading: &mut Reading,
) -> Vec<PriceColumn> {
    let head = &rows[..layout.header_rows.min(rows.len())];
    if layout.is_own {
        return layout.prices.clone();
    }
    let is_price = |column: usize| {
        layout.fees.contains(&column) || layout.prices.iter().any(|price| price.column == column)
    };
    let columns = Columns { is_price: &is_price, is_unread: &|column| is_unread(layout, column) };
    report_currencies(rows, head.len(), &columns, currency, reading);
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut taken = Vec::with_capacity(layout.prices.len());
    for price in &layout.prices {
        let at = (head.len().saturating_sub(1), price.column);
        let header = join_header(head, price.column);
        match price.per {
            Some(Per::Unit(per)) if per != unit => {
                reading.say(Severity::Error, SheetCode::OtherUnit, at, &header);
            }
            Some(Per::Step) => reading.say(Severity::Error, SheetCode::StepPrices, at, &header),
            Some(Per::Unclear) => reading.say(Severity::Error, SheetCode::PerUnitUnclear, at, &header),
            _ => {}
        }
        if seen.insert(zone_key(&price.zone), price.column).is_some() {
            reading.say(Severity::Error, SheetCode::RepeatedColumn, at, &price.zone);
        } else {
            taken.push(price.clone());
        }
    }
    taken
}

fn read_cells(
    index: usize,
    row: &[String],
    band_seq: i32,
    prices: &[PriceColumn],
    layout: &Layout,
    currency: Currency,
    reading: &mut Reading,
) {
    let (before, mut problems) = (reading.cells.len(), 0);
    for PriceColumn { column, zone, method, .. } in prices {
        let (at, text) = ((index, *column), cell(row, *column));
        let amount = match number::price(text, mark(layout, *column), currency) {
            Ok(None) => continue,
            Ok(Some(amount)) => amount,
            Err(code) => {
                problems += 1;
                reading.say(Severity::Error, code, at, text);
                continue;
            }
        };
        if *method == Method::Cell && currency.is_finer(amount) {
            problems += 1;
            reading.say(Severity::Error, SheetCode::TooManyDecimals, at, text);
            continue;
        }
        let price = match method {
            Method::Cell => Price::Cell { amount },
            Method::PerUnit => Price::PerUnit { amount },
        };
        reading.cells.push(CellRow { zone: zone.clone(), band_seq, price });
    }
    if reading.cells.len() == before && problems == 0 {
        let text = cell(row, layout.weight_column);
        reading.say(Severity::Note, SheetCode::RowNotOffered, (index, layout.weight_column), text);
    }
}

/// Columns that belong to no zone, reported at their header if they have one, else at their first price.
fn report_ignored_columns(rows: &[Vec<String>], layout: &Layout, currency: Currency, reading: &mut Reading) {
    let width = rows.iter().map(Vec::len).max().unwrap_or_default();
    let (head, body) = rows.split_at(layout.header_rows.min(rows.len()));
    for column in 0..width {
        let is_weight = column == layout.weight_column || layout.from_column == Some(column);
        let is_other_weight = layout.other_weights.contains(&column);
        let is_known = is_other_weight || layout.fees.contains(&column) || layout.zone_column == Some(column);
        if is_weight || is_known || layout.prices.iter().any(|price| price.column == column) {
            continue;
        }
        let header = join_header(head, column);
        let is_price = |row: &&Vec<String>| {
            let text = cell(row, column);
            number::starts_number(text) || tells_price(text, mark(layout, column), currency)
        };
        let first = body.iter().position(|row| is_price(&row));
        match first {
            _ if (names_no_price(&header) || names_minimum(&header))
                && head.iter().any(|row| !cell(row, column).trim().is_empty()) =>
            {
                reading.say(Severity::Warning, SheetCode::ColumnIgnored, (head.len() - 1, column), &header);
            }
            Some(first) => {
                let at = (head.len() + first, column);
                reading.say(Severity::Warning, SheetCode::ColumnIgnored, at, cell(&body[first], column));
            }
            None => {}
        }
    }
}

/// Texts beside the prices that tell two kinds of them apart: "per kg" in some rows only, or the zone of each row before a
/// single column of prices. Weights must stand down.
pub(super) fn report_kinds(rows: &[Vec<String>], layout: &Layout, currency: Currency, reading: &mut Reading) {
    let (head, body) = rows.split_at(layout.header_rows.min(rows.len()));
    let tells = |row: &Vec<String>| {
        layout.prices.iter().any(|one| tells_price(cell(row, one.column), mark(layout, one.column), currency))
    };
    let priced: Vec<usize> = (0..body.len()).filter(|index| tells(&body[*index])).collect();
    let width = body.iter().map(Vec::len).max().unwrap_or_default();
    for column in (0..width).filter(|column| is_unread(layout, *column)) {
        let text = |index: usize| cell(&body[index], column).trim_matches(number::is_blank);
        // A unit alone is that of the prices only if each row has something there.
        let is_filled = priced.iter().all(|index| !text(*index).is_empty());
        let (per, flat) =
            priced.iter().partition::<Vec<usize>, _>(|index| names_per_unit(text(**index), is_filled));
        let is_read = |index: &usize| {
            let read = read_per_row(text(*index), mark(layout, column));
            per_unit(text(*index)).is_some() && read.is_some()
        };
        for index in per.into_iter().filter(|index| !flat.is_empty() && !is_read(index)) {
            reading.say(Severity::Error, SheetCode::SecondTable, (head.len() + index, column), text(index));
        }
        let header = join_header(head, column);
        let names_rows = names_zone_axis(&header) || names_countries(&header);
        let first = priced.first().map_or("", |index| text(*index));
        let is_other = |index: &&usize| !text(**index).is_empty() && text(**index) != first;
        let is_list = names_rows && layout.prices.len() == 1;
        for index in priced.iter().filter(is_other).filter(|_| is_list) {
            reading.say(Severity::Error, SheetCode::SecondTable, (head.len() + index, column), text(*index));
        }
    }
}

/// Whether nothing is read of a column.
pub(super) fn is_unread(layout: &Layout, column: usize) -> bool {
    let is_weight = column == layout.weight_column || layout.from_column == Some(column);
    let is_price = layout.prices.iter().any(|price| price.column == column);
    !is_weight && !is_price && !layout.fees.contains(&column)
}

/// `per kg`, or the unit alone where it can be meant.
fn names_per_unit(text: &str, takes_unit: bool) -> bool {
    per_unit(text).is_some()
        || (takes_unit && matches!(&words(text)[..], [word] if word != "g" && unit_of(word).is_some()))
}

/// Columns that are read and whose numbers can mean two things, reported at the first such number.
fn report_unclear_marks(rows: &[Vec<String>], layout: &Layout, reading: &mut Reading) {
    let read = [Some(layout.weight_column), layout.from_column].into_iter().flatten();
    let amounts = layout.prices.iter().map(|price| price.column).chain(layout.fees.iter().copied());
    for column in read.chain(amounts) {
        let Some(ColumnMark { is_unclear: true, .. }) = layout.marks.get(column) else { continue };
        let is_unclear = |row: &&Vec<String>| cell(row, column).contains(['.', ',']);
        let Some(row) = rows.iter().skip(layout.header_rows).position(|row| is_unclear(&row)) else {
            continue;
        };
        let at = (layout.header_rows + row, column);
        reading.say(Severity::Error, SheetCode::NumberFormatUnclear, at, cell(&rows[at.0], column));
    }
}

/// The grid of a version whose cells are all whole coins: a header with the zones, then a row per band. `None` if a cell
/// has another method or a part of a coin; such versions are written as one row per cell.
pub fn write(rows: &VersionRows) -> Option<Vec<Vec<String>>> {
    let mut bands: Vec<_> = rows.bands.iter().collect();
    bands.sort_by_key(|band| band.seq);
    let mut amounts = HashMap::with_capacity(rows.cells.len());
    for row in &rows.cells {
        let Price::Cell { amount } = row.price else { return None };
        if rows.currency.is_finer(amount) {
            return None;
        }
        amounts.insert((&row.zone, row.band_seq), rows.currency.round(amount));
    }
    let header = std::iter::once(own_header(rows.weighing.unit));
    let mut grid = vec![header.chain(rows.zones.iter().map(|zone| zone.code.to_string())).collect()];
    for band in bands {
        let amount =
            |zone: &ZoneRow| amounts.get(&(&zone.code, band.seq)).map(Decimal::to_string).unwrap_or_default();
        let up_to = std::iter::once(band.up_to.normalize().to_string());
        grid.push(up_to.chain(rows.zones.iter().map(amount)).collect());
    }
    Some(grid)
}

fn own_header(unit: WeightUnit) -> String {
    format!("{OWN_HEADER} {}", unit_name(unit))
}

fn unit_name(unit: WeightUnit) -> &'static str {
    match unit {
        WeightUnit::Grams => "g",
        WeightUnit::Kilograms => "kg",
        WeightUnit::Ounces => "oz",
        WeightUnit::Pounds => "lb",
    }
}

/// The unit of the weights in a grid that we wrote; `None` for any other row.
pub(super) fn unit_of_own_header(row: &[String]) -> Option<WeightUnit> {
    let text = row.first()?.trim_matches(number::is_blank);
    let units = [WeightUnit::Grams, WeightUnit::Kilograms, WeightUnit::Ounces, WeightUnit::Pounds];
    units.into_iter().find(|unit| text == own_header(*unit))
}
