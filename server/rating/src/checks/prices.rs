//! Checks of cells: coins, zeros, gaps, and prices that fall.

use rust_decimal::Decimal;

use super::super::finding::{Finding, FindingCode, FindingPlace};
use super::super::price::{Calculation, Grid};
use super::super::rows::{Basis, Price, VersionRows};

/// Finds amounts that are 0 or finer than the smallest coin. Rates per unit may be finer.
pub fn check_amounts(rows: &VersionRows) -> Vec<Finding> {
    let mut findings = Vec::new();
    let bands: std::collections::HashMap<_, _> =
        rows.bands.iter().map(|band| (band.seq, band.up_to)).collect();
    for row in &rows.cells {
        let Some(up_to) = bands.get(&row.band_seq) else { continue };
        let place = FindingPlace::cell(&row.zone, *up_to);
        let (amount, is_amount) = match row.price {
            Price::Cell { amount } | Price::BaseStep { amount, .. } => (amount, true),
            Price::PerUnit { amount } | Price::Break { amount } => (amount, false),
        };
        let is_free = matches!(row.price, Price::BaseStep { step_amount, .. } if !step_amount.is_zero());
        if amount.is_zero() && !is_free {
            findings.push(Finding::error(FindingCode::ZeroPrice, place));
        } else if is_amount && rows.currency.is_finer(amount) {
            findings.push(Finding::error(FindingCode::TooManyDecimals, place).value(amount));
        } else if let Price::BaseStep { step, step_amount, .. } = row.price
            // A rate of whole coins per unit may be charged for each gram.
            && rows.currency.is_finer(step_amount)
            && step_amount.checked_div(step).is_none_or(|rate| rows.currency.is_finer(rate))
        {
            let place = place.with_field("step_amount");
            findings.push(Finding::warning(FindingCode::TooManyDecimals, place).value(step_amount));
        }
    }
    findings.extend(find_finer_charges(rows));
    findings
}

/// Finds minimums, maximums and surcharges that are finer than the smallest coin.
fn find_finer_charges(rows: &VersionRows) -> impl Iterator<Item = Finding> {
    let zones =
        rows.zones.iter().map(|zone| (FindingPlace::zone(&zone.code).with_field("minimum"), zone.minimum));
    let version = std::iter::once((FindingPlace::setting("minimum"), rows.minimum));
    let insurance = rows.insurance.iter().flat_map(|row| {
        let place = FindingPlace::setting("insurance");
        [(place.clone().with_field("min"), row.min), (place.with_field("max"), row.max)]
    });
    let surcharges = rows.surcharges.iter().flat_map(|row| {
        let place = FindingPlace::surcharge(&row.code);
        let is_amount = matches!(row.basis, Basis::Fixed | Basis::PerPiece);
        let amount = is_amount.then_some(row.amount);
        [("amount", amount), ("min", row.min), ("max", row.max)]
            .map(|(field, value)| (place.clone().with_field(field), value))
    });
    let all = zones.chain(version).chain(insurance).chain(surcharges);
    let finer =
        all.filter_map(|(place, value)| Some((place, value.filter(|value| rows.currency.is_finer(*value))?)));
    finer.map(|(place, value)| Finding::error(FindingCode::TooManyDecimals, place).value(value))
}

/// Finds zones and bands without prices, gaps within a zone, bounds between methods, and prices that fall.
pub fn check_grid(rows: &VersionRows, grid: &Grid) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, zone) in rows.zones.iter().enumerate() {
        let offered: Vec<usize> = (0..grid.bands()).filter(|band| grid.is_offered(index, *band)).collect();
        if offered.is_empty() {
            findings.push(Finding::error(FindingCode::ZoneWithoutPrices, FindingPlace::zone(&zone.code)));
        }
        for pair in offered.windows(2) {
            let (before, band) = (pair[0], pair[1]);
            let place = |band: usize| FindingPlace::cell(&zone.code, grid.band(band).up_to);
            for gap in before + 1..band {
                findings.push(Finding::error(FindingCode::PriceGap, place(gap)).beside(place(before)));
            }
            if band == before + 1 && grid.is_break(index, before) != grid.is_break(index, band) {
                let finding = Finding::error(FindingCode::MixedBound, place(band));
                findings.push(finding.beside(place(before)));
            }
            if let Some(PriceFall { lightest, heaviest_before }) =
                find_price_fall(rows, grid, index, before, band)
            {
                let finding = Finding::warning(FindingCode::PriceFalls, place(band));
                findings.push(finding.beside(place(before)).against(lightest, heaviest_before));
            }
        }
    }
    let is_empty = |band: &usize| (0..rows.zones.len()).all(|zone| !grid.is_offered(zone, *band));
    let empty = (0..grid.bands()).filter(is_empty).map(|band| FindingPlace::band(grid.band(band).up_to));
    findings.extend(empty.map(|place| Finding::warning(FindingCode::BandWithoutPrices, place)));
    findings
}

/// Two prices of one zone of which the later one is lower.
struct PriceFall {
    /// Price of the lightest parcel of the band.
    lightest: Decimal,
    /// Price of the heaviest parcel of the offered band before.
    heaviest_before: Decimal,
}

/// Finds whether the lightest parcel of a band costs less than the heaviest one of the offered band before.
fn find_price_fall(
    rows: &VersionRows,
    grid: &Grid,
    zone: usize,
    before: usize,
    band: usize,
) -> Option<PriceFall> {
    let heaviest_before = grid.price_in(zone, before, grid.band(before).up_to).ok()?.amount;
    let band_row = grid.band(band);
    let at_bound = grid.price_in(zone, band, band_row.from).ok()?;
    let step = match at_bound.calculation {
        Calculation::Break { .. } => Decimal::ZERO,
        Calculation::BaseStep { step, .. } => rows.weighing.rounding_step.unwrap_or(step),
        Calculation::Cell | Calculation::PerUnit { .. } => rows.weighing.rounding_step.unwrap_or_default(),
    };
    let lightest_weight = band_row.up_to.min(band_row.from + step);
    let lightest = grid.price_in(zone, band, lightest_weight).ok()?.amount;
    (lightest < heaviest_before).then_some(PriceFall { lightest, heaviest_before })
}
