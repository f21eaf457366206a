//! One row per cell: the form that has every method, and survives sorting in a spreadsheet.

use rust_decimal::Decimal;
use std::collections::{BTreeMap, HashSet};

use super::super::code::Code;
use super::super::finding::Severity;
use super::super::money::Currency;
use super::super::rows::{BandRow, CellRow, Price, VersionRows, ZoneRow};
use super::decimal_mark::Votes;
use super::header::MAX_CODE;
use super::number::{self, Mark};
use super::{Reading, SheetCode};

const HEADER: [&str; 6] = ["zone", "up_to", "method", "amount", "step", "step_amount"];

/// Whether a row is the header of [`write_flat`].
pub fn is_flat(row: &[String]) -> bool {
    let name = |column: usize| row.get(column).map(|text| text.trim().to_lowercase());
    (0..3).all(|column| name(column).as_deref() == Some(HEADER[column]))
}

/// All cells of a version as rows with a header, numbers with a decimal point. Zones and bands without a price have a row
/// without an amount.
pub fn write_flat(rows: &VersionRows) -> Vec<Vec<String>> {
    let bands: BTreeMap<_, _> = rows.bands.iter().map(|band| (band.seq, band.up_to.normalize())).collect();
    let mut written = vec![HEADER.map(str::to_owned).to_vec()];
    for row in &rows.cells {
        let Some(up_to) = bands.get(&row.band_seq) else { continue };
        let (method, amount, steps) = match row.price {
            Price::Cell { amount } => ("cell", amount, None),
            Price::PerUnit { amount } => ("per_unit", amount, None),
            Price::Break { amount } => ("break", amount, None),
            Price::BaseStep { amount, step, step_amount } => ("base_step", amount, Some((step, step_amount))),
        };
        let (step, step_amount) = steps.unzip();
        let number = |number: Option<Decimal>| number.map(|number| number.to_string()).unwrap_or_default();
        written.push(vec![
            row.zone.to_string(),
            up_to.to_string(),
            method.to_owned(),
            amount.to_string(),
            number(step),
            number(step_amount),
        ]);
    }
    written.extend(rows_without_prices(rows, &bands));
    written
}

fn rows_without_prices(rows: &VersionRows, bands: &BTreeMap<i32, Decimal>) -> Vec<Vec<String>> {
    let zones: HashSet<&Code> = rows.cells.iter().map(|row| &row.zone).collect();
    let priced: HashSet<i32> = rows.cells.iter().map(|row| row.band_seq).collect();
    let row = |zone: &Code, up_to: Decimal| {
        let mut row = vec![zone.to_string(), up_to.to_string()];
        row.resize(HEADER.len(), String::new());
        row
    };
    let mut written = Vec::new();
    if let Some(up_to) = bands.values().next() {
        let empty = rows.zones.iter().filter(|zone| !zones.contains(&zone.code));
        written.extend(empty.map(|zone| row(&zone.code, *up_to)));
    }
    if let Some(zone) = rows.zones.first() {
        let empty = bands.iter().filter(|(seq, _)| !priced.contains(seq));
        written.extend(empty.map(|(_, up_to)| row(&zone.code, *up_to)));
    }
    written
}

/// Reads what [`write_flat`] writes, in any order of rows. The ladder has every upper bound of a row; zones follow the
/// order of their first row. `mark` is the mark that a person has chosen for the sheet.
pub fn read_flat(rows: &[Vec<String>], mark: Option<Mark>, currency: Currency) -> Reading {
    let mut reading = Reading::default();
    let mut cells = Vec::new();
    let marks = Marks::of(rows, mark);
    for (index, row) in rows.iter().enumerate().skip(1) {
        if row.iter().any(|text| !text.trim_matches(number::is_blank).is_empty()) {
            cells.extend(read_row(index, row, marks, currency, &mut reading));
        }
    }
    let mut ladder: Vec<Decimal> = cells.iter().map(|cell| cell.up_to).collect();
    ladder.sort_unstable();
    ladder.dedup();
    let bands = ladder.iter().zip(1..).map(|(up_to, seq)| BandRow { seq, up_to: *up_to });
    reading.bands = bands.collect();
    let (mut zones, mut seen) = (HashSet::new(), HashSet::new());
    for FlatCell { row, zone, up_to, price } in cells {
        if zones.insert(zone.clone()) {
            let code = zone.clone();
            reading.zones.push(ZoneRow { code, priority: 0, max_weight: None, minimum: None });
        }
        let position = ladder.partition_point(|other| *other < up_to);
        let (Some(band), Some(price)) = (reading.bands.get(position), price) else { continue };
        let band_seq = band.seq;
        if seen.insert((zone.clone(), band_seq)) {
            reading.cells.push(CellRow { zone, band_seq, price });
        } else {
            reading.say(Severity::Error, SheetCode::RepeatedCell, (row, 1), &rows[row][1]);
        }
    }
    reading
}

struct FlatCell {
    row: usize,
    zone: Code,
    up_to: Decimal,
    /// `None` for a zone or a band without a price.
    price: Option<Price>,
}

/// The marks of the columns with numbers.
#[derive(Clone, Copy)]
struct Marks {
    up_to: Mark,
    amounts: Mark,
}

impl Marks {
    fn of(rows: &[Vec<String>], chosen: Option<Mark>) -> Self {
        let votes = |columns: &'static [usize]| {
            let texts =
                rows.iter().skip(1).flat_map(|row| columns.iter().filter_map(|column| row.get(*column)));
            Votes::of(texts.map(String::as_str))
        };
        let decide = |columns| chosen.unwrap_or_else(|| votes(columns).decide_own().mark);
        Self { up_to: decide(&[1]), amounts: decide(&[3, 4, 5]) }
    }
}

fn read_row(
    index: usize,
    row: &[String],
    marks: Marks,
    currency: Currency,
    reading: &mut Reading,
) -> Option<FlatCell> {
    let own = |column: usize| row.get(column).map_or("", String::as_str);
    let text = |column: usize| own(column).trim_matches(number::is_blank);
    let decimal = |column: usize, mark: Mark| number::decimal(text(column), mark.of_cell(own(column)));
    let zone = text(0);
    if zone.is_empty() || zone.chars().count() > MAX_CODE {
        reading.say(Severity::Error, SheetCode::UnreadableZone, (index, 0), zone);
        return None;
    }
    let is_number = |value: &Decimal| (number::SMALLEST..=number::MAX).contains(value);
    let up_to = decimal(1, marks.up_to).filter(is_number);
    let Some(up_to) = up_to else {
        reading.say(Severity::Error, SheetCode::UnreadableWeight, (index, 1), text(1));
        return None;
    };
    let cell = |price| Some(FlatCell { row: index, zone: zone.into(), up_to: up_to.normalize(), price });
    let amount = match number::price(own(3), marks.amounts, currency) {
        Ok(Some(amount)) => amount,
        Ok(None) => return cell(None),
        Err(code) => {
            reading.say(Severity::Error, code, (index, 3), text(3));
            return None;
        }
    };
    let price = match text(2) {
        "" | "cell" => Price::Cell { amount },
        "per_unit" => Price::PerUnit { amount },
        "break" => Price::Break { amount },
        "base_step" => {
            let step = decimal(4, marks.amounts).zip(decimal(5, marks.amounts));
            let step = step.filter(|step| is_number(&step.0) && step.1 <= number::MAX);
            let Some((step, step_amount)) = step else {
                reading.say(Severity::Error, SheetCode::UnreadablePrice, (index, 4), text(4));
                return None;
            };
            Price::BaseStep { amount, step, step_amount }
        }
        other => {
            reading.say(Severity::Error, SheetCode::UnknownMethod, (index, 2), other);
            return None;
        }
    };
    cell(Some(price))
}
