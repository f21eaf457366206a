//! Zones with different weights in one sheet. A version has one ladder, in which each zone keeps its prices.

use std::collections::HashSet;

use rust_decimal::Decimal;

use super::super::finding::Severity;
use super::super::money::Currency;
use super::super::rows::{BandRow, CellRow, Price};
use super::{Reading, SheetCode};

/// The bands that a version can have.
const MOST_BANDS: usize = 1_000;

/// The readings of several zones as one, told at the header of the weights if these differ; `None` if the bands of all are
/// too many for a version.
pub fn join(parts: Vec<Reading>, at: (usize, usize), currency: Currency) -> Option<Reading> {
    let ends = parts.iter().flat_map(|part| part.bands.iter().map(|band| band.up_to));
    let mut ladder: Vec<Decimal> = ends.collect();
    ladder.sort_unstable();
    ladder.dedup();
    if ladder.len() > MOST_BANDS {
        return None;
    }
    let bands = ladder.iter().zip(1..).map(|(up_to, seq)| BandRow { seq, up_to: *up_to });
    let mut all = Reading { bands: bands.collect(), ..Reading::default() };
    let (mut told, mut differ) = (HashSet::new(), false);
    for part in parts {
        differ |= part.bands.len() != ladder.len();
        for cell in &part.cells {
            match spread(cell, &part.bands, &all.bands) {
                Some(cells) if cells.iter().skip(1).any(|one| begins_finer(one.price, currency)) => {
                    all.say(Severity::Error, SheetCode::TooManyDecimals, at, &cell.zone);
                }
                Some(cells) => all.cells.extend(cells),
                None => all.say(Severity::Error, SheetCode::StepPrices, at, &cell.zone),
            }
        }
        all.zones.extend(part.zones);
        // Findings of the header are those of each part.
        let is_new = part.findings.into_iter().filter(|one| told.insert((one.code, one.row, one.column)));
        all.findings.extend(is_new);
    }
    if differ {
        all.say(Severity::Warning, SheetCode::BandsJoined, at, "");
    }
    Some(all)
}

/// The price of a band in each of the bands that it is divided into; `None` if its steps cannot be divided so.
fn spread(cell: &CellRow, bands: &[BandRow], ladder: &[BandRow]) -> Option<Vec<CellRow>> {
    let index = usize::try_from(cell.band_seq).ok()?.checked_sub(1)?;
    let up_to = bands.get(index)?.up_to;
    let from = index.checked_sub(1).map_or(Decimal::ZERO, |before| bands[before].up_to);
    let first = ladder.partition_point(|band| band.up_to <= from);
    let last = ladder.partition_point(|band| band.up_to <= up_to);
    let divided = (first..last).map(|at| {
        let begin = if at == first { from } else { ladder[at - 1].up_to };
        let price = begin_at(cell.price, begin - from)?;
        Some(CellRow { zone: cell.zone.clone(), band_seq: ladder[at].seq, price })
    });
    divided.collect()
}

/// The price of a band that begins so much later.
fn begin_at(price: Price, later: Decimal) -> Option<Price> {
    match price {
        Price::BaseStep { amount, step, step_amount } => {
            let steps = later.checked_div(step)?;
            let amount = amount.checked_add(steps.checked_mul(step_amount)?)?;
            steps.is_integer().then_some(Price::BaseStep { amount, step, step_amount })
        }
        Price::Cell { .. } | Price::PerUnit { .. } | Price::Break { .. } => Some(price),
    }
}

/// Whether the amount at the begin of a band is no whole coin: steps that are divided cannot be stored then.
fn begins_finer(price: Price, currency: Currency) -> bool {
    matches!(price, Price::BaseStep { amount, .. } if currency.is_finer(amount))
}
