//! Reads and writes a grid of prices.

use rust_decimal::Decimal;

use super::super::finding::Severity;
use super::super::measure::{Weight, WeightUnit};
use super::super::money::Currency;
use super::super::rows::{BandRow, CellRow, Price, VersionRows, ZoneRow};
use super::number;
use super::weight::{self, Bounds};
use super::{Layout, Method, Reading, SheetCode};

/// Sheets often begin a band a little above the end of the one before: 0.51 – 1.00 kg, 1.1 – 2.0 lb.
const METRIC_TOLERANCE_G: i64 = 10;
const IMPERIAL_TOLERANCE_G: i64 = 46;

/// The rows of a version in a sheet. `unit` and `currency` are those of the price table. A row or cell with an error is
/// left out; everything else is read.
pub fn read_grid(rows: &[Vec<String>], layout: &Layout, unit: WeightUnit, currency: Currency) -> Reading {
    let mut reading = Reading::default();
    for (_, code) in &layout.zones {
        let zone = ZoneRow { code: code.clone(), priority: 0, max_weight: None, minimum: None };
        reading.zones.push(zone);
    }
    report_ignored_columns(rows, layout, currency, &mut reading);
    for (index, row) in rows.iter().enumerate().skip(layout.header_rows) {
        if row.iter().all(|text| text.trim_matches(number::is_blank).is_empty()) {
            continue;
        }
        let Some(band_seq) = read_band(index, row, layout, unit, currency, &mut reading) else { continue };
        read_cells(index, row, band_seq, layout, currency, &mut reading);
    }
    reading
}

/// The number of the row's band, which is added to the ladder; `None` if the row is skipped.
fn read_band(
    index: usize,
    row: &[String],
    layout: &Layout,
    unit: WeightUnit,
    currency: Currency,
    reading: &mut Reading,
) -> Option<i32> {
    let text = cell(row, layout.weight_column);
    let at = (index, layout.weight_column);
    let bounds = match weight::bounds(text, layout.mark) {
        Ok(bounds) => bounds,
        Err(code) => {
            let is_price = |(column, _): &(usize, _)| {
                number::price(cell(row, *column), layout.mark, currency).is_ok_and(|price| price.is_some())
            };
            if layout.zones.iter().any(is_price) {
                reading.say(Severity::Error, code, at, text);
            } else {
                reading.say(Severity::Note, SheetCode::RowSkipped, at, &row.join(" "));
            }
            return None;
        }
    };
    let bounds = Bounds { from: from_column(index, row, layout, reading).or(bounds.from), ..bounds };
    let own = bounds.unit.unwrap_or(layout.weight_unit);
    if is_metric(own) != is_metric(unit) {
        reading.say(Severity::Error, SheetCode::OtherUnit, at, text);
        return None;
    }
    let up_to = Weight::new(bounds.up_to, own).in_unit(unit).normalize();
    let from = bounds.from.map(|from| Weight::new(from, own).in_unit(unit).normalize());
    let last = reading.bands.last().map_or(Decimal::ZERO, |band| band.up_to);
    if up_to <= last {
        reading.say(Severity::Error, SheetCode::WeightNotRising, at, text);
        return None;
    }
    if let Some(from) = from {
        if reading.bands.is_empty() && from > tolerance(unit) {
            // Lighter shipments have no price in this sheet.
            reading.bands.push(BandRow { seq: 1, up_to: from });
        } else if from < last {
            reading.say(Severity::Error, SheetCode::BandOverlap, at, text);
        } else if from - last > tolerance(unit) {
            reading.say(Severity::Error, SheetCode::BandGap, at, text);
        }
    }
    let seq = reading.bands.last().map_or(1, |band| band.seq + 1);
    reading.bands.push(BandRow { seq, up_to });
    Some(seq)
}

/// The lower bound from a column of its own.
fn from_column(index: usize, row: &[String], layout: &Layout, reading: &mut Reading) -> Option<Decimal> {
    let column = layout.from_column?;
    let text = cell(row, column).trim_matches(number::is_blank);
    let digits = text.trim_end_matches(|c: char| c.is_alphabetic() || number::is_blank(c));
    let from = number::decimal(digits, layout.mark);
    if from.is_none() && !text.is_empty() {
        reading.say(Severity::Error, SheetCode::UnreadableWeight, (index, column), text);
    }
    from
}

fn read_cells(
    index: usize,
    row: &[String],
    band_seq: i32,
    layout: &Layout,
    currency: Currency,
    reading: &mut Reading,
) {
    for (column, zone) in &layout.zones {
        let (at, text) = ((index, *column), cell(row, *column));
        let amount = match number::price(text, layout.mark, currency) {
            Ok(None) => continue,
            Ok(Some(amount)) => amount,
            Err(code) => {
                reading.say(Severity::Error, code, at, text);
                continue;
            }
        };
        if layout.method == Method::Cell && currency.is_finer(amount) {
            reading.say(Severity::Error, SheetCode::TooManyDecimals, at, text);
            continue;
        }
        let price = match layout.method {
            Method::Cell => Price::Cell { amount },
            Method::PerUnit => Price::PerUnit { amount },
        };
        reading.cells.push(CellRow { zone: zone.clone(), band_seq, price });
    }
}

/// Columns with prices that belong to no zone, reported at their first price.
fn report_ignored_columns(rows: &[Vec<String>], layout: &Layout, currency: Currency, reading: &mut Reading) {
    let width = rows.iter().map(Vec::len).max().unwrap_or_default();
    for column in 0..width {
        let is_weight = column == layout.weight_column || layout.from_column == Some(column);
        let is_other_weight = layout.other_weights.contains(&column);
        if is_weight || is_other_weight || layout.zones.iter().any(|(zone, _)| *zone == column) {
            continue;
        }
        let body = rows.iter().enumerate().skip(layout.header_rows);
        let mut prices = body.filter(|(_, row)| {
            number::price(cell(row, column), layout.mark, currency).is_ok_and(|price| price.is_some())
        });
        if let Some((index, row)) = prices.next() {
            reading.say(Severity::Warning, SheetCode::ColumnIgnored, (index, column), cell(row, column));
        }
    }
}

fn cell(row: &[String], column: usize) -> &str {
    row.get(column).map_or("", String::as_str)
}

fn is_metric(unit: WeightUnit) -> bool {
    matches!(unit, WeightUnit::Grams | WeightUnit::Kilograms)
}

fn tolerance(unit: WeightUnit) -> Decimal {
    let grams = if is_metric(unit) { METRIC_TOLERANCE_G } else { IMPERIAL_TOLERANCE_G };
    Weight::new(Decimal::from(grams), WeightUnit::Grams).in_unit(unit)
}

/// The grid of a version whose cells are all plain amounts: a header with the zones, then a row per band. `None` if a
/// cell has another method; such versions are written as one row per cell.
pub fn write(rows: &VersionRows) -> Option<Vec<Vec<String>>> {
    let mut bands: Vec<_> = rows.bands.iter().collect();
    bands.sort_by_key(|band| band.seq);
    let mut amounts = std::collections::HashMap::with_capacity(rows.cells.len());
    for row in &rows.cells {
        let Price::Cell { amount } = row.price else { return None };
        amounts.insert((&row.zone, row.band_seq), rows.currency.round(amount));
    }
    let unit = match rows.weighing.unit {
        WeightUnit::Grams => "g",
        WeightUnit::Kilograms => "kg",
        WeightUnit::Ounces => "oz",
        WeightUnit::Pounds => "lb",
    };
    let header =
        std::iter::once(format!("up to {unit}")).chain(rows.zones.iter().map(|zone| zone.code.to_string()));
    let mut grid = vec![header.collect()];
    for band in bands {
        let amount =
            |zone: &ZoneRow| amounts.get(&(&zone.code, band.seq)).map(Decimal::to_string).unwrap_or_default();
        let up_to = std::iter::once(format_weight(band.up_to));
        grid.push(up_to.chain(rows.zones.iter().map(amount)).collect());
    }
    Some(grid)
}

/// A weight with a decimal point. Three decimals get a fourth, because `1.071` could be read as a thousand.
fn format_weight(weight: Decimal) -> String {
    let mut weight = weight.normalize();
    if weight.scale() == 3 {
        weight.rescale(4);
    }
    weight.to_string()
}
