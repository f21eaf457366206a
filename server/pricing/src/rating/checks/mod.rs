//! Checks of a version before it is published. Each finding names its place.

mod places;
mod prices;
mod structure;

pub use structure::structure;

use chrono::NaiveDate;

use super::finding::{Finding, FindingCode, FindingPlace};
use super::price::Grid;
use super::rows::VersionRows;

/// The most findings of one kind of check. More of them have the same cause.
const MAX_FINDINGS: usize = 500;

/// All findings, errors first, then in the order of the rows. A version without errors can be published.
pub fn checks(rows: &VersionRows) -> Vec<Finding> {
    let mut findings = structure(rows);
    for (is_missing, code, field) in [
        (rows.bands.is_empty(), FindingCode::NoBands, "bands"),
        (rows.zones.is_empty(), FindingCode::NoZones, "zones"),
    ] {
        findings.extend(is_missing.then(|| Finding::error(code, FindingPlace::setting(field))));
    }
    findings.extend(prices::amounts(rows));
    let grid = Grid::new(rows);
    findings.extend(prices::grid(rows, &grid));
    findings.extend(places::zones(rows));
    findings.extend(places::overlaps(rows));
    findings.extend(places::gaps(rows));
    findings.sort_by_key(|finding| finding.severity);
    findings
}

/// The days on which a published version is in force. The last day is excluded; `None` is without end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Validity {
    pub number: i32,
    pub from: NaiveDate,
    pub until: Option<NaiveDate>,
}

/// Pairs of versions of one table that are in force on the same day.
pub fn validity_overlaps(versions: &[Validity]) -> Vec<(i32, i32)> {
    let mut versions = versions.to_vec();
    versions.sort_by_key(|version| (version.from, version.number));
    let mut pairs = Vec::new();
    for (index, earlier) in versions.iter().enumerate() {
        let is_in_force = |later: &&Validity| earlier.until.is_none_or(|until| later.from < until);
        let later = versions[index + 1..].iter().take_while(is_in_force);
        pairs.extend(later.map(|later| (earlier.number, later.number)));
    }
    pairs
}
