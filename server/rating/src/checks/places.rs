//! Checks of zones: empty ones, places in two of them, postcodes in none.

use super::super::finding::{Finding, FindingCode, FindingPlace};
use super::super::postcode;
use super::super::rows::{MemberRow, VersionRows};
use super::super::zones::bounds;
use super::MAX_FINDINGS;
use std::collections::HashMap;

/// Finds zones without places, and limits that are never reached.
pub fn check_zones(rows: &VersionRows) -> Vec<Finding> {
    let used: std::collections::HashSet<_> = rows.members.iter().map(|row| &row.zone).collect();
    let empty = rows.zones.iter().filter(|zone| !used.contains(&zone.code));
    let mut findings: Vec<_> =
        empty.map(|zone| Finding::error(FindingCode::EmptyZone, FindingPlace::zone(&zone.code))).collect();
    let Some(end) = rows.bands.iter().map(|band| band.up_to).max() else { return findings };
    let limits = rows.zones.iter().map(|zone| (FindingPlace::zone(&zone.code), zone.max_weight));
    let limits = limits.chain(rows.members.iter().map(|row| (place_of(row), row.max_weight)));
    for (place, limit) in limits {
        if let Some(limit) = limit.filter(|limit| *limit > end) {
            findings.push(Finding::note(FindingCode::LimitAboveLadder, place).against(limit, end));
        }
    }
    findings
}

/// A member with its postcodes as comparable bounds.
struct ComparableMember<'a> {
    row: &'a MemberRow,
    /// None for a member without postcodes.
    range: Option<PostcodeRange>,
}

/// The first and the last postcode, as comparable keys.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct PostcodeRange {
    from: String,
    to: String,
}

impl<'a> ComparableMember<'a> {
    fn new(row: &'a MemberRow) -> Self {
        Self { row, range: bounds(row).map(|(from, to)| PostcodeRange { from, to }) }
    }

    /// Whether this member is restricted by a column that leaves the other one free.
    fn is_narrower_than(&self, other: &Self) -> bool {
        (self.row.state_id.is_some() && other.row.state_id.is_none())
            || (self.row.airport.is_some() && other.row.airport.is_none())
            || (self.range.is_some() && other.range.is_none())
    }

    fn has_same_place_as(&self, other: &Self) -> bool {
        self.row.state_id == other.row.state_id
            && self.row.airport == other.row.airport
            && self.range == other.range
    }
}

/// Finds members of one country and one priority that match the same destinations.
pub fn find_overlaps(rows: &VersionRows) -> Vec<Finding> {
    let priorities: HashMap<_, _> = rows.zones.iter().map(|zone| (&zone.code, zone.priority)).collect();
    let mut groups: HashMap<(i16, i16), Vec<ComparableMember<'_>>> = HashMap::new();
    let mut findings = Vec::new();
    for row in &rows.members {
        let Some(priority) = priorities.get(&row.zone) else { continue };
        let member = ComparableMember::new(row);
        if member.range.as_ref().is_some_and(|range| range.from > range.to) {
            findings.push(Finding::error(FindingCode::PostcodesReversed, place_of(row)));
            continue;
        }
        groups.entry((row.country_id, *priority)).or_default().push(member);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(key, _)| *key);
    for (_, group) in groups {
        find_overlaps_of_group(group, &mut findings);
    }
    findings
}

fn find_overlaps_of_group(mut group: Vec<ComparableMember<'_>>, findings: &mut Vec<Finding>) {
    // A member without postcodes comes first and is compared with all others. A range is compared only with members that
    // begin before its end.
    group.sort_by(|a, b| a.range.cmp(&b.range));
    let mut open: Vec<&ComparableMember<'_>> = Vec::new();
    for member in &group {
        if let Some(range) = &member.range {
            open.retain(|other| other.range.as_ref().is_none_or(|earlier| earlier.to >= range.from));
        }
        for other in &open {
            if findings.len() >= MAX_FINDINGS {
                return;
            }
            findings.extend(find_overlap(other, member));
        }
        open.push(member);
    }
}

/// Whether two values are both given and differ.
fn are_disjoint<T: PartialEq>(first: Option<T>, second: Option<T>) -> bool {
    first.zip(second).is_some_and(|(first, second)| first != second)
}

fn find_overlap(earlier: &ComparableMember<'_>, later: &ComparableMember<'_>) -> Option<Finding> {
    let (earlier_row, later_row) = (earlier.row, later.row);
    if are_disjoint(earlier_row.state_id, later_row.state_id)
        || are_disjoint(earlier_row.airport.as_deref(), later_row.airport.as_deref())
    {
        return None;
    }
    // Members that are restricted by different columns (state, airport, postcode) may overlap or not: only a map could tell.
    let is_certain = !(earlier.is_narrower_than(later) && later.is_narrower_than(earlier));
    let place = place_of(later_row);
    let finding = if earlier_row.zone != later_row.zone {
        if is_certain {
            Finding::error(FindingCode::Overlap, place)
        } else {
            Finding::warning(FindingCode::Overlap, place)
        }
    } else if earlier.has_same_place_as(later) {
        Finding::error(FindingCode::RepeatedPlace, place)
    } else if is_certain {
        Finding::warning(FindingCode::RepeatedPlace, place)
    } else {
        return None;
    };
    Some(finding.beside(place_of(earlier_row)))
}

/// Finds gaps between the postcode ranges of a country that has no member for all of it. Postcodes in a gap are not served, or
/// are served by the fallback version.
pub fn find_gaps(rows: &VersionRows) -> Vec<Finding> {
    let mut countries: HashMap<i16, Vec<ComparableMember<'_>>> = HashMap::new();
    for row in rows.members.iter().filter(|row| row.state_id.is_none() && row.airport.is_none()) {
        countries.entry(row.country_id).or_default().push(ComparableMember::new(row));
    }
    let mut countries: Vec<_> = countries.into_iter().collect();
    countries.sort_by_key(|(country_id, _)| *country_id);
    let mut findings = Vec::new();
    for (_, members) in countries {
        find_gaps_of_country(&members, &mut findings);
    }
    findings
}

fn find_gaps_of_country(members: &[ComparableMember<'_>], findings: &mut Vec<Finding>) {
    let mut ranges: Vec<(&PostcodeRange, &MemberRow)> =
        members.iter().filter_map(|member| Some((member.range.as_ref()?, member.row))).collect();
    // A member without postcodes serves the whole country.
    if ranges.len() < members.len() {
        return;
    }
    ranges.sort_by_key(|(range, _)| *range);
    let mut ranges = ranges.into_iter();
    let Some((mut last, mut last_row)) = ranges.next() else { return };
    for (range, row) in ranges {
        // The key of a last postcode ends with `~`, which sorts after all other signs.
        let end = last.to.trim_end_matches('~');
        if range.from > last.to && !postcode::is_next(end, &range.from) && findings.len() < MAX_FINDINGS {
            let finding = Finding::note(FindingCode::PostcodeGap, place_of(row));
            findings.push(finding.beside(place_of(last_row)));
        }
        if range.to > last.to {
            (last, last_row) = (range, row);
        }
    }
}

fn place_of(row: &MemberRow) -> FindingPlace {
    let bound = |bound: &Option<String>, other: &Option<String>| bound.clone().or_else(|| other.clone());
    let from = bound(&row.postcode_from, &row.postcode_to);
    let to = bound(&row.postcode_to, &row.postcode_from);
    FindingPlace {
        zone: Some(row.zone.clone()),
        country_id: Some(row.country_id),
        state_id: row.state_id,
        postcodes: from.zip(to),
        airport: row.airport.clone(),
        ..FindingPlace::default()
    }
}
