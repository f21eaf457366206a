//! Finds faults for which a version cannot be compiled.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use rust_decimal::Decimal;

use super::super::code::Code;
use super::super::condition::Condition;
use super::super::finding::{Finding, FindingCode, FindingPlace};
use super::super::measure::LengthUnit;
use super::super::rows::{Basis, LineRef, Price, SurchargeRow, VersionRows};
use super::super::tariff::sort_surcharges;
use super::super::weighing::{Per, VolumetricRule};

/// 10 000 000 000: amounts are stored as `numeric(14,4)`. Percentages and weights are smaller.
const MAX_AMOUNT: Decimal = Decimal::from_parts(1_410_065_408, 2, 0, false, 0);
/// 0.000 000 001: the smallest value above zero that is accepted.
const SMALLEST: Decimal = Decimal::from_parts(1, 0, 0, false, 9);
const MAX_PCT: Decimal = Decimal::ONE_THOUSAND;
/// 1 000 000 000.
const MAX_WEIGHT: Decimal = Decimal::from_parts(1_000_000_000, 0, 0, false, 0);

/// Finds what makes a version meaningless: rows that refer to nothing, numbers out of range, weight bands that do not rise.
pub fn check_structure(rows: &VersionRows) -> Vec<Finding> {
    let mut findings = Vec::new();
    findings.extend(check_weighing(rows));
    findings.extend(check_bands(rows));
    findings.extend(check_zones(rows));
    findings.extend(check_cells(rows));
    findings.extend(check_surcharges(rows));
    findings.extend(check_charges(rows));
    findings
}

fn check_weighing(rows: &VersionRows) -> Vec<Finding> {
    let rule = &rows.weighing;
    let mut findings = Vec::new();
    let mut check_setting = |field, value: Option<Decimal>, min: Decimal| {
        findings.extend(check_range(FindingPlace::setting(field), value, min, MAX_WEIGHT));
    };
    // A divisor below 1 is a typing error, and could overflow.
    check_setting("divisor", rule.divisor, Decimal::ONE);
    check_setting("rounding_step", rule.rounding_step, SMALLEST);
    check_setting("scale_division", rule.scale_division, SMALLEST);
    if rule.volumetric != VolumetricRule::None && rule.divisor.is_none() {
        findings.push(Finding::error(FindingCode::DivisorMissing, FindingPlace::setting("divisor")));
    }
    if rows.priced_per == Per::Parcel && rule.per == Per::Shipment {
        findings.push(Finding::error(FindingCode::WeighedPerShipment, FindingPlace::setting("priced_per")));
    }
    if rule.inch_ceil && rule.size_unit != LengthUnit::Inches {
        findings.push(Finding::error(FindingCode::SizeUnitNotInches, FindingPlace::setting("inch_ceil")));
    }
    findings
}

/// Checks that the weight bands rise.
fn check_bands(rows: &VersionRows) -> Vec<Finding> {
    let mut bands: Vec<_> = rows.bands.iter().collect();
    bands.sort_by_key(|band| band.seq);
    let mut findings = Vec::new();
    for band in &bands {
        findings.extend(check_range(FindingPlace::band(band.up_to), Some(band.up_to), SMALLEST, MAX_WEIGHT));
    }
    for pair in bands.windows(2) {
        let (before, band) = (pair[0], pair[1]);
        let place = FindingPlace::band(band.up_to);
        if band.seq == before.seq {
            findings.push(Finding::error(FindingCode::Duplicate, place.with_field("seq")));
        } else if band.up_to <= before.up_to {
            let finding = Finding::error(FindingCode::LadderNotRising, place);
            findings.push(finding.beside(FindingPlace::band(before.up_to)).against(band.up_to, before.up_to));
        }
    }
    findings
}

/// Checks that codes of zones are unique, and that members refer to zones and countries.
fn check_zones(rows: &VersionRows) -> Vec<Finding> {
    let zones: HashSet<_> = rows.zones.iter().map(|zone| &zone.code).collect();
    let mut findings: Vec<_> = find_repeated(rows.zones.iter().map(|zone| &zone.code))
        .map(|code| duplicate_finding(FindingPlace::zone(code)))
        .collect();
    let members = rows.members.iter().filter(|row| !zones.contains(&row.zone) || row.country_id < 0);
    findings.extend(members.map(|row| unknown_reference(FindingPlace::zone(&row.zone), "members")));
    let limits = rows.zones.iter().map(|row| (&row.code, row.max_weight));
    let limits = limits.chain(rows.members.iter().map(|row| (&row.zone, row.max_weight)));
    for (zone, limit) in limits {
        findings.extend(check_range(FindingPlace::zone(zone), limit, SMALLEST, MAX_WEIGHT));
    }
    findings
}

fn check_cells(rows: &VersionRows) -> Vec<Finding> {
    let zones: HashSet<_> = rows.zones.iter().map(|zone| &zone.code).collect();
    let bands: HashMap<_, _> = rows.bands.iter().map(|band| (band.seq, band.up_to)).collect();
    let mut seen = HashSet::with_capacity(rows.cells.len());
    let mut findings = Vec::new();
    for row in &rows.cells {
        let Some(up_to) = bands.get(&row.band_seq).filter(|_| zones.contains(&row.zone)) else {
            findings.push(
                unknown_reference(FindingPlace::zone(&row.zone), "cells").value(Decimal::from(row.band_seq)),
            );
            continue;
        };
        let place = FindingPlace::cell(&row.zone, *up_to);
        if !seen.insert((&row.zone, row.band_seq)) {
            findings.push(duplicate_finding(place.clone()));
        }
        let (amount, step) = match row.price {
            Price::Cell { amount } | Price::PerUnit { amount } | Price::Break { amount } => (amount, None),
            Price::BaseStep { amount, step, step_amount } => (amount, Some((step, step_amount))),
        };
        findings.extend(check_range(place.clone(), Some(amount), Decimal::ZERO, MAX_AMOUNT));
        if let Some((step, step_amount)) = step {
            let step_amount_place = place.clone().with_field("step_amount");
            findings.extend(check_range(step_amount_place, Some(step_amount), Decimal::ZERO, MAX_AMOUNT));
            findings.extend(check_range(place.with_field("step"), Some(step), SMALLEST, MAX_WEIGHT));
        }
    }
    findings
}

fn check_surcharges(rows: &VersionRows) -> Vec<Finding> {
    let mut findings: Vec<_> = find_repeated(rows.surcharges.iter().map(|row| &row.code))
        .map(|code| duplicate_finding(FindingPlace::surcharge(code)))
        .collect();
    let (ordered, fuel_position) = sort_surcharges(rows);
    let is_zone = |code: &Code| rows.zones.iter().any(|zone| zone.code == *code);
    for (index, row) in ordered.iter().enumerate() {
        let place = FindingPlace::surcharge(&row.code);
        let max =
            if matches!(row.basis, Basis::PctOf { .. } | Basis::PctValue) { MAX_PCT } else { MAX_AMOUNT };
        for (field, value) in [("amount", Some(row.amount)), ("cost_amount", row.cost_amount)] {
            findings.extend(check_range(place.clone().with_field(field), value, Decimal::ZERO, max));
        }
        findings.extend(check_bounds(&place, row.min, row.max, row.free_below));
        let is_unknown = |condition: &Condition| matches!(condition, Condition::ZoneIn { zones } if zones.iter().any(|code| !is_zone(code)));
        if row.conditions.iter().any(is_unknown) {
            findings.push(unknown_reference(place.clone(), "conditions"));
        }
        for limit in row.conditions.iter().filter_map(Condition::limit) {
            let place = place.clone().with_field("conditions");
            findings.extend(check_range(place, Some(limit), Decimal::ZERO, MAX_WEIGHT));
        }
        let Basis::PctOf { lines } = &row.basis else { continue };
        let is_before_fuel = index < fuel_position;
        findings.extend(lines.iter().filter_map(|line| {
            let code = match line {
                LineRef::Fuel if is_before_fuel => FindingCode::LaterReference,
                LineRef::Insurance => FindingCode::LaterReference,
                LineRef::Surcharge(other) => find_reference_fault(&ordered, index, other)?,
                _ => return None,
            };
            Some(Finding::error(code, place.clone().with_field("lines")))
        }));
    }
    findings
}

/// Finds the fault of a reference from the surcharge at a position to another one.
fn find_reference_fault(ordered: &[&SurchargeRow], index: usize, other: &str) -> Option<FindingCode> {
    match ordered.iter().position(|row| *row.code == *other) {
        None => Some(FindingCode::UnknownReference),
        Some(position) if position >= index => Some(FindingCode::LaterReference),
        Some(_) => None,
    }
}

/// Checks minimums, fuel, insurance and adjustments.
fn check_charges(rows: &VersionRows) -> Vec<Finding> {
    let mut findings = Vec::new();
    let minimums =
        rows.zones.iter().map(|zone| (FindingPlace::zone(&zone.code).with_field("minimum"), zone.minimum));
    for (place, value) in minimums.chain([(FindingPlace::setting("minimum"), rows.minimum)]) {
        findings.extend(check_range(place, value, Decimal::ZERO, MAX_AMOUNT));
    }
    let is_known = |code: &str| rows.surcharges.iter().any(|row| *row.code == *code);
    let unknown_lines = |lines: &[LineRef], field| {
        let line = lines.iter().find(|line| matches!(line, LineRef::Surcharge(code) if !is_known(code)));
        line.map(|_| unknown_reference(FindingPlace::setting(field), field))
    };
    findings.extend(unknown_lines(&rows.fuel_on, "fuel_on"));
    if rows.fuel_on.iter().any(|line| matches!(line, LineRef::Fuel | LineRef::Insurance)) {
        findings.push(Finding::error(FindingCode::LaterReference, FindingPlace::setting("fuel_on")));
    }
    if let Some(row) = &rows.insurance {
        let place = FindingPlace::setting("insurance");
        findings.extend(check_range(place.clone(), Some(row.pct), Decimal::ZERO, MAX_PCT));
        findings.extend(check_bounds(&place, row.min, row.max, row.free_below));
        findings.extend(check_range(place, row.max_value, Decimal::ZERO, MAX_AMOUNT));
    }
    for row in &rows.adjustments {
        let place = FindingPlace::setting("adjustments");
        findings.extend(check_range(place.clone(), Some(row.pct), Decimal::ZERO, MAX_PCT));
        findings.extend(unknown_lines(&row.on, "adjustments"));
        if row.before_fuel && row.on.iter().any(|line| *line != LineRef::Base) {
            findings.push(Finding::error(FindingCode::LaterReference, place));
        }
    }
    findings
}

fn check_bounds(
    place: &FindingPlace,
    min: Option<Decimal>,
    max: Option<Decimal>,
    free_below: Option<Decimal>,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (field, value) in [("min", min), ("max", max), ("free_below", free_below)] {
        findings.extend(check_range(place.clone().with_field(field), value, Decimal::ZERO, MAX_AMOUNT));
    }
    if let Some((min, max)) = min.zip(max).filter(|(min, max)| min > max) {
        let finding = Finding::error(FindingCode::MinimumAboveMaximum, place.clone().with_field("min"));
        findings.push(finding.against(min, max));
    }
    findings
}

/// Finds a value below `min` or above `max`.
fn check_range(place: FindingPlace, value: Option<Decimal>, min: Decimal, max: Decimal) -> Option<Finding> {
    let value = value?;
    let limit = if value < min {
        min
    } else if value > max {
        max
    } else {
        return None;
    };
    Some(Finding::error(FindingCode::OutOfRange, place).against(value, limit))
}

fn duplicate_finding(place: FindingPlace) -> Finding {
    Finding::error(FindingCode::Duplicate, place)
}

fn unknown_reference(place: FindingPlace, field: &'static str) -> Finding {
    Finding::error(FindingCode::UnknownReference, place.with_field(field))
}

fn find_repeated<T: Hash + Eq + Copy>(values: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
    let mut seen = HashSet::new();
    values.filter(move |value| !seen.insert(*value))
}
