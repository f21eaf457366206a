//! The bands of a grid, from the weights of its rows.

use rust_decimal::Decimal;

use super::super::finding::Severity;
use super::super::measure::{Weight, WeightUnit};
use super::super::money::Currency;
use super::super::rows::BandRow;
use super::breaks::OPEN_END;
use super::cells::{cell, mark};
use super::full_width::to_latin;
use super::header::per_unit;
use super::number::{self, tells_price};
use super::packaging::find_packaging;
use super::per_row::{PerRow, read_per_row};
use super::second_table::repeats_header;
use super::weight;
use super::words::{Bound, names_bound_only, names_minimum};
use super::{Layout, Method, Reading, SheetCode};

/// Sheets often begin a band a little above the end of the one before: 0.51 – 1.00 kg, 1.1 – 2.0 lb.
const METRIC_TOLERANCE_G: i64 = 10;
/// A tenth of a pound is 45.4 g.
const IMPERIAL_TOLERANCE_G: i64 = 46;

/// A row of prices with the `seq` of its band.
pub struct Rung {
    pub row: usize,
    pub band_seq: i32,
    /// Prices of another kind than the columns have: `Each additional kg`.
    pub per: Option<PerRow>,
    /// Whether the sheet has no end for the band.
    pub is_open: bool,
}

/// The weights of a row in the unit of the table.
struct Step {
    row: usize,
    from: Option<Decimal>,
    /// `None` for a band without an end.
    up_to: Option<Decimal>,
    /// Whether the band begins above `from`.
    is_over: bool,
    per: Option<PerRow>,
}

/// The rows with prices; their bands are added to the reading.
pub fn read_ladder(
    rows: &[Vec<String>],
    layout: &Layout,
    unit: WeightUnit,
    currency: Currency,
    reading: &mut Reading,
) -> Vec<Rung> {
    let mut steps = Vec::new();
    let head = &rows[..layout.header_rows.min(rows.len())];
    for (index, row) in rows.iter().enumerate().skip(head.len()) {
        let is_empty = row.iter().all(|text| text.trim_matches(number::is_blank).is_empty());
        if let Some(column) = find_packaging(row, layout, currency) {
            reading.say(Severity::Warning, SheetCode::PackagingRow, (index, column), cell(row, column));
        } else if repeats_header(head, row) {
            let at = (index, layout.weight_column);
            reading.say(Severity::Note, SheetCode::RowSkipped, at, &row.join(" "));
        } else if !is_empty {
            steps.extend(read_step(index, row, layout, unit, currency, reading));
        }
    }
    if layout.bound.is_lower() && layout.from_column.is_none() {
        close_steps(&mut steps, layout, unit, reading);
    } else {
        close_open(&mut steps, unit);
    }
    let last = steps.last().map(|step| step.row);
    steps.retain(|step| {
        let is_last = Some(step.row) == last;
        step.up_to.is_some() || report_open(step, is_last, &rows[step.row], layout, reading)
    });
    steps.iter().filter_map(|step| add_band(step, rows, layout, unit, reading)).collect()
}

/// Says what a band without an end is taken for. Returns false for one that is none.
fn report_open(step: &Step, is_last: bool, row: &[String], layout: &Layout, reading: &mut Reading) -> bool {
    let (at, text) = ((step.row, layout.weight_column), cell(row, layout.weight_column));
    if layout.prices.iter().all(|price| number::is_not_offered(cell(row, price.column))) {
        reading.say(Severity::Note, SheetCode::RowNotOffered, at, text);
        return false;
    }
    if !is_last && step.per.is_none() {
        reading.say(Severity::Error, SheetCode::OpenEnd, at, text);
        return false;
    }
    // A price per unit needs no end: "over 50 kg" is 4.00 a kilogram, whatever the weight.
    let is_named = layout.from_column.is_some() || layout.bound.is_lower();
    if is_named || step.per.is_some() || are_rates(layout) {
        reading.say(Severity::Note, SheetCode::LastBandOpen, at, text);
    } else {
        reading.say(Severity::Warning, SheetCode::LastBandFlat, at, text);
    }
    true
}

/// The weights of a row; `None` if it is skipped.
fn read_step(
    index: usize,
    row: &[String],
    layout: &Layout,
    unit: WeightUnit,
    currency: Currency,
    reading: &mut Reading,
) -> Option<Step> {
    let (text, at) = (cell(row, layout.weight_column), (index, layout.weight_column));
    let from = from_column(index, row, layout, reading);
    // Beside a lower bound: nothing, "-", "and above".
    let is_open = number::is_not_offered(text) || text.contains('∞') || names_bound_only(text);
    let is_lower = layout.bound.is_lower() && layout.from_column.is_none();
    let read = if is_lower { weight::lower_bounds } else { weight::bounds };
    let bounds = match read(text, mark(layout, layout.weight_column)) {
        Ok(bounds) => bounds,
        Err(_) if is_open && from.is_some() => {
            weight::Bounds { from, up_to: None, unit: None, is_over: false }
        }
        Err(code) => {
            let tells = |column: usize| tells_price(cell(row, column), mark(layout, column), currency);
            if layout.prices.iter().any(|price| tells(price.column)) {
                if names_minimum(text) && are_rates(layout) {
                    read_minimums(index, row, layout, currency, reading);
                    return None;
                }
                let per = read_per_row(text, mark(layout, layout.weight_column));
                if let Some(per) = per.filter(|per| !is_lower || per.bounds.is_some()) {
                    return per_step(index, text, per, from, layout, unit, reading);
                }
                // Prices of another kind, in words that nobody knows.
                let code = if per_unit(text).is_some() { SheetCode::SecondTable } else { code };
                reading.say(Severity::Error, code, at, text);
            } else {
                reading.say(Severity::Note, SheetCode::RowSkipped, at, &row.join(" "));
            }
            return None;
        }
    };
    let own = bounds.unit.unwrap_or(layout.weight_unit);
    if own.is_metric() != unit.is_metric() {
        reading.say(Severity::Error, SheetCode::OtherUnit, at, text);
        return None;
    }
    let convert = |value: Decimal| Weight::new(value, own).in_unit(unit).normalize();
    let (from, up_to) = match is_lower {
        true => (bounds.from.or(bounds.up_to), None),
        false => (from.or(bounds.from), bounds.up_to),
    };
    let is_over = bounds.is_over;
    Some(Step { row: index, from: from.map(convert), up_to: up_to.map(convert), is_over, per: None })
}

fn are_rates(layout: &Layout) -> bool {
    layout.prices.iter().all(|price| price.method == Method::PerUnit)
}

/// The lowest freight of each zone, in a row among rates: without these, it may be the price of a lightest parcel.
fn read_minimums(index: usize, row: &[String], layout: &Layout, currency: Currency, reading: &mut Reading) {
    for price in &layout.prices {
        let (text, at) = (cell(row, price.column), (index, price.column));
        match number::price(text, mark(layout, price.column), currency) {
            Ok(Some(amount)) if currency.is_finer(amount) => {
                reading.say(Severity::Error, SheetCode::TooManyDecimals, at, text);
            }
            Ok(Some(amount)) => {
                let zones = reading.zones.iter_mut().filter(|zone| zone.code == price.zone);
                zones.for_each(|zone| zone.minimum = Some(amount));
            }
            Ok(None) => {}
            Err(code) => reading.say(Severity::Error, code, at, text),
        }
    }
    let at = (index, layout.weight_column);
    reading.say(Severity::Warning, SheetCode::MinimumRow, at, cell(row, layout.weight_column));
}

/// The weights of a row whose prices are per weight. Without any, it begins where the row before ends.
fn per_step(
    row: usize,
    text: &str,
    per: PerRow,
    from: Option<Decimal>,
    layout: &Layout,
    unit: WeightUnit,
    reading: &mut Reading,
) -> Option<Step> {
    let own = per.bounds.and_then(|bounds| bounds.unit).unwrap_or(layout.weight_unit);
    let Some(converted) = per.in_unit(unit).filter(|_| own.is_metric() == unit.is_metric()) else {
        reading.say(Severity::Error, SheetCode::OtherUnit, (row, layout.weight_column), text);
        return None;
    };
    let convert = |value: Decimal| Weight::new(value, own).in_unit(unit).normalize();
    let bounds = per.bounds;
    let from = from.or(bounds.and_then(|bounds| bounds.from)).map(convert);
    let up_to = bounds.and_then(|bounds| bounds.up_to).map(convert);
    Some(Step { row, from, up_to, is_over: true, per: Some(converted) })
}

/// The lower bound from a column of its own.
fn from_column(index: usize, row: &[String], layout: &Layout, reading: &mut Reading) -> Option<Decimal> {
    let column = layout.from_column?;
    let own = to_latin(cell(row, column));
    let mark = mark(layout, column).of_cell(&own);
    let text = own.trim_matches(number::is_blank);
    let is_part = |c: char| c.is_alphabetic() || number::is_blank(c) || matches!(c, '>' | '≥' | '+' | '.');
    let from = number::decimal(text.trim_matches(is_part), mark).filter(|from| *from <= number::MAX);
    if from.is_none() && !text.is_empty() {
        reading.say(Severity::Error, SheetCode::UnreadableWeight, (index, column), text);
    }
    from
}

/// Ends each band of lower bounds where the next one begins. A band contains its upper bound. With "from 1 kg", 1 kg exactly
/// belongs to the band that begins there, so the one before ends just below it; with "over 1 kg", it belongs to the one before.
fn close_steps(steps: &mut [Step], layout: &Layout, unit: WeightUnit, reading: &mut Reading) {
    let Some(first) = steps.first() else { return };
    let at = (layout.header_rows.saturating_sub(1).min(first.row), layout.weight_column);
    let is_over = layout.bound == Bound::Over;
    let code = if is_over { SheetCode::OverBounds } else { SheetCode::LowerBounds };
    reading.say(Severity::Note, code, at, "");
    let below = if is_over { Decimal::ZERO } else { smallest(unit) };
    let starts: Vec<Option<Decimal>> = steps.iter().map(|step| step.from).collect();
    for (step, next) in steps.iter_mut().zip(starts.into_iter().skip(1).chain([None])) {
        step.up_to = next.map(|next| (next - below).normalize());
        step.from = step.from.map(|from| (from - below).max(Decimal::ZERO).normalize());
    }
}

/// Ends a band that names only its begin, "over 30 kg", where that of the next row begins: "over 50 kg".
fn close_open(steps: &mut [Step], unit: WeightUnit) {
    let begin = |next: &Step| Some(if next.is_over { next.from? } else { next.from? - smallest(unit) });
    let begins: Vec<Option<Decimal>> = steps.iter().skip(1).map(begin).collect();
    for (step, begin) in steps.iter_mut().zip(begins) {
        if step.up_to.is_none() && step.from.is_some_and(|from| begin.is_some_and(|begin| from < begin)) {
            step.up_to = begin.map(|begin| begin.normalize());
        }
    }
}

/// The end of a band that the sheet leaves open: above the limit of any service.
fn open_end(unit: WeightUnit) -> Decimal {
    let grams = if unit == WeightUnit::Grams { Decimal::ONE_THOUSAND } else { Decimal::ONE };
    Decimal::from(OPEN_END) * grams
}

/// The smallest difference of two weights that people write.
pub(super) fn smallest(unit: WeightUnit) -> Decimal {
    if unit == WeightUnit::Grams { Decimal::ONE } else { Decimal::new(1, 3) }
}

fn add_band(
    step: &Step,
    rows: &[Vec<String>],
    layout: &Layout,
    unit: WeightUnit,
    reading: &mut Reading,
) -> Option<Rung> {
    let at = (step.row, layout.weight_column);
    let text = cell(&rows[step.row], layout.weight_column);
    let (up_to, is_open) = (step.up_to.unwrap_or_else(|| open_end(unit)), step.up_to.is_none());
    let last = reading.bands.last().map_or(Decimal::ZERO, |band| band.up_to);
    if up_to <= last {
        let is_empty = |price: &super::PriceColumn| {
            cell(&rows[step.row], price.column).trim_matches(number::is_blank).is_empty()
        };
        // A note such as "max 30 kg" below the prices.
        if layout.prices.iter().all(is_empty) {
            reading.say(Severity::Note, SheetCode::RowSkipped, at, &rows[step.row].join(" "));
        } else {
            reading.say(Severity::Error, SheetCode::WeightNotRising, at, text);
        }
        return None;
    }
    if let Some(from) = step.from {
        if reading.bands.is_empty() && from > tolerance(unit) {
            // A first band without prices: this sheet has none for lighter shipments.
            reading.bands.push(BandRow { seq: 1, up_to: from });
        } else if from < last {
            reading.say(Severity::Error, SheetCode::BandOverlap, at, text);
        } else if from - last > tolerance(unit) {
            reading.say(Severity::Error, SheetCode::BandGap, at, text);
        }
    }
    let band_seq = reading.bands.last().map_or(1, |band| band.seq + 1);
    reading.bands.push(BandRow { seq: band_seq, up_to });
    Some(Rung { row: step.row, band_seq, per: step.per, is_open })
}

pub(super) fn tolerance(unit: WeightUnit) -> Decimal {
    let grams = if unit.is_metric() { METRIC_TOLERANCE_G } else { IMPERIAL_TOLERANCE_G };
    Weight::new(Decimal::from(grams), WeightUnit::Grams).in_unit(unit)
}
