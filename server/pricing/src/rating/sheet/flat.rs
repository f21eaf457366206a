//! One row per cell: the form that has every method, and survives sorting in a spreadsheet.

use rust_decimal::Decimal;
use std::collections::{BTreeMap, HashSet};

use super::super::code::Code;
use super::super::finding::Severity;
use super::super::money::Currency;
use super::super::rows::{BandRow, CellRow, Price, VersionRows, ZoneRow};
use super::number::{self, Mark};
use super::{Reading, SheetCode};

const HEADER: [&str; 6] = ["zone", "up_to", "method", "amount", "step", "step_amount"];

/// All cells of a version as rows with a header, numbers with a decimal point.
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
    written
}

/// Reads what [`write_flat`] writes, in any order of rows. The ladder has every upper bound of a row; zones follow the
/// order of their first row.
pub fn read_flat(rows: &[Vec<String>], mark: Mark, currency: Currency) -> Reading {
    let mut reading = Reading::default();
    let mut cells = Vec::new();
    for (index, row) in rows.iter().enumerate().skip(1) {
        if row.iter().any(|text| !text.trim().is_empty()) {
            cells.extend(read_row(index, row, mark, currency, &mut reading));
        }
    }
    let mut ladder: Vec<Decimal> = cells.iter().map(|(_, up_to, _)| *up_to).collect();
    ladder.sort_unstable();
    ladder.dedup();
    let bands = ladder.iter().zip(1..).map(|(up_to, seq)| BandRow { seq, up_to: *up_to });
    reading.bands = bands.collect();
    let (mut zones, mut seen) = (HashSet::new(), HashSet::new());
    for ((index, zone), up_to, price) in cells {
        if zones.insert(zone.clone()) {
            let code = zone.clone();
            reading.zones.push(ZoneRow { code, priority: 0, max_weight: None, minimum: None });
        }
        let position = ladder.partition_point(|other| *other < up_to);
        let Some(band) = reading.bands.get(position) else { continue };
        let band_seq = band.seq;
        if seen.insert((zone.clone(), band_seq)) {
            reading.cells.push(CellRow { zone, band_seq, price });
        } else {
            reading.say(Severity::Error, SheetCode::RepeatedCell, (index, 1), &rows[index][1]);
        }
    }
    reading
}

type FlatCell = ((usize, Code), Decimal, Price);

fn read_row(
    index: usize,
    row: &[String],
    mark: Mark,
    currency: Currency,
    reading: &mut Reading,
) -> Option<FlatCell> {
    let text = |column: usize| row.get(column).map_or("", |text| text.trim());
    let zone = text(0);
    let up_to = number::decimal(text(1), mark).filter(|up_to| !up_to.is_zero() && !zone.is_empty());
    let Some(up_to) = up_to else {
        reading.say(Severity::Error, SheetCode::UnreadableWeight, (index, 1), text(1));
        return None;
    };
    let amount = match number::price(text(3), mark, currency) {
        Ok(amount) => amount?,
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
            let step = number::decimal(text(4), mark).zip(number::decimal(text(5), mark));
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
    Some(((index, zone.into()), up_to.normalize(), price))
}
