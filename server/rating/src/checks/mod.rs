//! Checks of a version before it is published. Each finding names its place.

mod places;
mod prices;
mod structure;

pub use structure::check_structure;

use super::finding::{Finding, FindingCode, FindingPlace};
use super::price::Grid;
use super::rows::VersionRows;

/// The most findings of one kind of check. More of them have the same cause.
const MAX_FINDINGS: usize = 500;

/// Collects all findings, errors first, then in the order of the rows. A version without errors can be published.
pub fn run_checks(rows: &VersionRows) -> Vec<Finding> {
    let mut findings = check_structure(rows);
    for (is_missing, code, field) in [
        (rows.bands.is_empty(), FindingCode::NoBands, "bands"),
        (rows.zones.is_empty(), FindingCode::NoZones, "zones"),
    ] {
        findings.extend(is_missing.then(|| Finding::error(code, FindingPlace::setting(field))));
    }
    findings.extend(prices::check_amounts(rows));
    let grid = Grid::new(rows);
    findings.extend(prices::check_grid(rows, &grid));
    findings.extend(places::check_zones(rows));
    findings.extend(places::find_overlaps(rows));
    findings.extend(places::find_gaps(rows));
    findings.sort_by_key(|finding| finding.severity);
    findings
}
