//! Checks without which a version cannot be compiled.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use rust_decimal::Decimal;

use super::super::code::Code;
use super::super::condition::Condition;
use super::super::finding::{Finding, FindingCode, FindingPlace};
use super::super::measure::LengthUnit;
use super::super::rows::{Basis, LineRef, Price, SurchargeRow, VersionRows};
use super::super::tariff::in_order;
use super::super::weighing::{Per, VolumetricRule};

/// Bounds of a stored number: amounts are `numeric(14,4)`, percentages and weights are smaller.
const MAX_AMOUNT: Decimal = Decimal::from_parts(1_410_065_408, 2, 0, false, 0);
const MAX_PCT: Decimal = Decimal::ONE_THOUSAND;
const MAX_WEIGHT: Decimal = Decimal::from_parts(1_000_000_000, 0, 0, false, 0);

/// Findings that make a version meaningless: rows that refer to nothing, numbers out of range, a ladder that falls.
pub fn structure(rows: &VersionRows) -> Vec<Finding> {
    let mut findings = Vec::new();
    findings.extend(weighing(rows));
    findings.extend(ladder(rows));
    findings.extend(references(rows));
    findings.extend(cells(rows));
    findings.extend(surcharges(rows));
    findings.extend(charges(rows));
    findings
}

fn weighing(rows: &VersionRows) -> Vec<Finding> {
    let rule = &rows.weighing;
    let mut findings = Vec::new();
    let mut range = |field, value: Option<Decimal>, least: Decimal| {
        findings.extend(out_of_range(FindingPlace::setting(field), value, least, MAX_WEIGHT));
    };
    // A smaller divisor is an error, and could overflow.
    range("divisor", rule.divisor, Decimal::ONE);
    range("rounding_step", rule.rounding_step, smallest());
    range("scale_division", rule.scale_division, smallest());
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

fn ladder(rows: &VersionRows) -> Vec<Finding> {
    let mut bands: Vec<_> = rows.bands.iter().collect();
    bands.sort_by_key(|band| band.seq);
    let mut findings = Vec::new();
    for band in &bands {
        findings.extend(out_of_range(
            FindingPlace::band(band.up_to),
            Some(band.up_to),
            smallest(),
            MAX_WEIGHT,
        ));
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

fn references(rows: &VersionRows) -> Vec<Finding> {
    let zones: HashSet<_> = rows.zones.iter().map(|zone| &zone.code).collect();
    let mut findings: Vec<_> = find_repeated(rows.zones.iter().map(|zone| &zone.code))
        .map(|code| duplicate(FindingPlace::zone(code)))
        .collect();
    let members = rows.members.iter().filter(|row| !zones.contains(&row.zone) || row.country_id < 0);
    findings.extend(members.map(|row| unknown(FindingPlace::zone(&row.zone), "members")));
    let limits = rows.zones.iter().map(|row| (&row.code, row.max_weight));
    let limits = limits.chain(rows.members.iter().map(|row| (&row.zone, row.max_weight)));
    for (zone, limit) in limits {
        findings.extend(out_of_range(FindingPlace::zone(zone), limit, smallest(), MAX_WEIGHT));
    }
    findings
}

fn cells(rows: &VersionRows) -> Vec<Finding> {
    let zones: HashSet<_> = rows.zones.iter().map(|zone| &zone.code).collect();
    let bands: HashMap<_, _> = rows.bands.iter().map(|band| (band.seq, band.up_to)).collect();
    let mut seen = HashSet::with_capacity(rows.cells.len());
    let mut findings = Vec::new();
    for row in &rows.cells {
        let Some(up_to) = bands.get(&row.band_seq).filter(|_| zones.contains(&row.zone)) else {
            findings.push(unknown(FindingPlace::zone(&row.zone), "cells").value(Decimal::from(row.band_seq)));
            continue;
        };
        let place = FindingPlace::cell(&row.zone, *up_to);
        if !seen.insert((&row.zone, row.band_seq)) {
            findings.push(duplicate(place.clone()));
        }
        let (amount, step) = match row.price {
            Price::Cell { amount } | Price::PerUnit { amount } | Price::Break { amount } => (amount, None),
            Price::BaseStep { amount, step, step_amount } => (amount, Some((step, step_amount))),
        };
        findings.extend(out_of_range(place.clone(), Some(amount), Decimal::ZERO, MAX_AMOUNT));
        if let Some((step, step_amount)) = step {
            let amount = (place.clone().with_field("step_amount"), Some(step_amount));
            findings.extend(out_of_range(amount.0, amount.1, Decimal::ZERO, MAX_AMOUNT));
            findings.extend(out_of_range(place.with_field("step"), Some(step), smallest(), MAX_WEIGHT));
        }
    }
    findings
}

fn surcharges(rows: &VersionRows) -> Vec<Finding> {
    let mut findings: Vec<_> = find_repeated(rows.surcharges.iter().map(|row| &row.code))
        .map(|code| duplicate(FindingPlace::surcharge(code)))
        .collect();
    let (ordered, before_fuel) = in_order(rows);
    let is_zone = |code: &Code| rows.zones.iter().any(|zone| zone.code == *code);
    for (index, row) in ordered.iter().enumerate() {
        let place = FindingPlace::surcharge(&row.code);
        let most =
            if matches!(row.basis, Basis::PctOf { .. } | Basis::PctValue) { MAX_PCT } else { MAX_AMOUNT };
        for (field, value) in [("amount", Some(row.amount)), ("cost_amount", row.cost_amount)] {
            findings.extend(out_of_range(place.clone().with_field(field), value, Decimal::ZERO, most));
        }
        findings.extend(bounds(&place, row.min, row.max, row.free_below));
        let is_unknown = |condition: &Condition| matches!(condition, Condition::ZoneIn { zones } if zones.iter().any(|code| !is_zone(code)));
        if row.conditions.iter().any(is_unknown) {
            findings.push(unknown(place.clone(), "conditions"));
        }
        for limit in row.conditions.iter().filter_map(Condition::limit) {
            let place = place.clone().with_field("conditions");
            findings.extend(out_of_range(place, Some(limit), Decimal::ZERO, MAX_WEIGHT));
        }
        let Basis::PctOf { lines } = &row.basis else { continue };
        let is_before_fuel = index < before_fuel;
        findings.extend(lines.iter().filter_map(|line| {
            let code = match line {
                LineRef::Fuel if is_before_fuel => FindingCode::LaterReference,
                LineRef::Insurance => FindingCode::LaterReference,
                LineRef::Surcharge(other) => reference(&ordered, index, other)?,
                _ => return None,
            };
            Some(Finding::error(code, place.clone().with_field("lines")))
        }));
    }
    findings
}

/// The fault of a reference from the surcharge at a position to another one.
fn reference(ordered: &[&SurchargeRow], index: usize, other: &str) -> Option<FindingCode> {
    match ordered.iter().position(|row| *row.code == *other) {
        None => Some(FindingCode::UnknownReference),
        Some(position) if position >= index => Some(FindingCode::LaterReference),
        Some(_) => None,
    }
}

/// Minimums, fuel, insurance and adjustments.
fn charges(rows: &VersionRows) -> Vec<Finding> {
    let mut findings = Vec::new();
    let minimums =
        rows.zones.iter().map(|zone| (FindingPlace::zone(&zone.code).with_field("minimum"), zone.minimum));
    for (place, value) in minimums.chain([(FindingPlace::setting("minimum"), rows.minimum)]) {
        findings.extend(out_of_range(place, value, Decimal::ZERO, MAX_AMOUNT));
    }
    let is_known = |code: &str| rows.surcharges.iter().any(|row| *row.code == *code);
    let unknown_lines = |lines: &[LineRef], field| {
        let line = lines.iter().find(|line| matches!(line, LineRef::Surcharge(code) if !is_known(code)));
        line.map(|_| unknown(FindingPlace::setting(field), field))
    };
    findings.extend(unknown_lines(&rows.fuel_on, "fuel_on"));
    if rows.fuel_on.iter().any(|line| matches!(line, LineRef::Fuel | LineRef::Insurance)) {
        findings.push(Finding::error(FindingCode::LaterReference, FindingPlace::setting("fuel_on")));
    }
    if let Some(row) = &rows.insurance {
        let place = FindingPlace::setting("insurance");
        findings.extend(out_of_range(place.clone(), Some(row.pct), Decimal::ZERO, MAX_PCT));
        findings.extend(bounds(&place, row.min, row.max, row.free_below));
        findings.extend(out_of_range(place, row.max_value, Decimal::ZERO, MAX_AMOUNT));
    }
    for row in &rows.adjustments {
        let place = FindingPlace::setting("adjustments");
        findings.extend(out_of_range(place.clone(), Some(row.pct), Decimal::ZERO, MAX_PCT));
        findings.extend(unknown_lines(&row.on, "adjustments"));
        if row.before_fuel && row.on.iter().any(|line| *line != LineRef::Base) {
            findings.push(Finding::error(FindingCode::LaterReference, place));
        }
    }
    findings
}

fn bounds(
    place: &FindingPlace,
    min: Option<Decimal>,
    max: Option<Decimal>,
    free: Option<Decimal>,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (field, value) in [("min", min), ("max", max), ("free_below", free)] {
        findings.extend(out_of_range(place.clone().with_field(field), value, Decimal::ZERO, MAX_AMOUNT));
    }
    if let Some((min, max)) = min.zip(max).filter(|(min, max)| min > max) {
        let finding = Finding::error(FindingCode::MinimumAboveMaximum, place.clone().with_field("min"));
        findings.push(finding.against(min, max));
    }
    findings
}

fn out_of_range(
    place: FindingPlace,
    value: Option<Decimal>,
    least: Decimal,
    most: Decimal,
) -> Option<Finding> {
    let value = value?;
    let limit = if value < least {
        least
    } else if value > most {
        most
    } else {
        return None;
    };
    Some(Finding::error(FindingCode::OutOfRange, place).against(value, limit))
}

fn duplicate(place: FindingPlace) -> Finding {
    Finding::error(FindingCode::Duplicate, place)
}

fn unknown(place: FindingPlace, field: &'static str) -> Finding {
    Finding::error(FindingCode::UnknownReference, place.with_field(field))
}

fn find_repeated<T: Hash + Eq + Copy>(values: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
    let mut seen = HashSet::new();
    values.filter(move |value| !seen.insert(*value))
}

fn smallest() -> Decimal {
    Decimal::new(1, 9)
}
