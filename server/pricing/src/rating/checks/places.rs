//! Checks of zones: empty ones, places in two of them, postcodes in none.

use super::super::finding::{Finding, FindingCode, FindingPlace};
use super::super::postcode;
use super::super::rows::{MemberRow, VersionRows};
use super::super::zones::bounds;
use super::MAX_FINDINGS;
use std::collections::HashMap;

/// Zones without places, and limits that are never reached.
pub fn zones(rows: &VersionRows) -> Vec<Finding> {
    let used: std::collections::HashSet<_> = rows.members.iter().map(|row| &row.zone).collect();
    let empty = rows.zones.iter().filter(|zone| !used.contains(&zone.code));
    let mut findings: Vec<_> =
        empty.map(|zone| Finding::error(FindingCode::EmptyZone, FindingPlace::zone(&zone.code))).collect();
    let Some(end) = rows.bands.iter().map(|band| band.up_to).max() else { return findings };
    let limits = rows.zones.iter().map(|zone| (FindingPlace::zone(&zone.code), zone.max_weight));
    let limits = limits.chain(rows.members.iter().map(|row| (place(row), row.max_weight)));
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
    bounds: Option<(String, String)>,
}

/// Members of one country and one priority that match the same destinations.
pub fn overlaps(rows: &VersionRows) -> Vec<Finding> {
    let priorities: HashMap<_, _> = rows.zones.iter().map(|zone| (&zone.code, zone.priority)).collect();
    let mut groups: HashMap<(i16, i16), Vec<ComparableMember<'_>>> = HashMap::new();
    let mut findings = Vec::new();
    for row in &rows.members {
        let Some(priority) = priorities.get(&row.zone) else { continue };
        let bounds = bounds(row);
        if bounds.as_ref().is_some_and(|(from, to)| from > to) {
            findings.push(Finding::error(FindingCode::PostcodesReversed, place(row)));
            continue;
        }
        groups.entry((row.country_id, *priority)).or_default().push(ComparableMember { row, bounds });
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(key, _)| *key);
    for (_, group) in groups {
        overlaps_of(group, &mut findings);
    }
    findings
}

fn overlaps_of(mut group: Vec<ComparableMember<'_>>, findings: &mut Vec<Finding>) {
    // Members without postcodes come first and stay compared to the end; a range is compared while it lasts.
    group.sort_by(|a, b| a.bounds.cmp(&b.bounds));
    let mut open: Vec<&ComparableMember<'_>> = Vec::new();
    for member in &group {
        if let Some((from, _)) = &member.bounds {
            open.retain(|other| other.bounds.as_ref().is_none_or(|(_, to)| to >= from));
        }
        for other in &open {
            if findings.len() >= MAX_FINDINGS {
                return;
            }
            findings.extend(overlap(other, member));
        }
        open.push(member);
    }
}

fn overlap(a: &ComparableMember<'_>, b: &ComparableMember<'_>) -> Option<Finding> {
    let (one, two) = (a.row, b.row);
    let fits = |differ: bool, both: bool| !(differ && both);
    let states = (one.state_id, two.state_id);
    let airports = (one.airport.as_deref(), two.airport.as_deref());
    if !fits(states.0 != states.1, states.0.is_some() && states.1.is_some())
        || !fits(airports.0 != airports.1, airports.0.is_some() && airports.1.is_some())
    {
        return None;
    }
    // Each has a column that the other lacks, so only a map could tell whether they meet.
    let narrower = |one: &ComparableMember<'_>, two: &ComparableMember<'_>| {
        (one.row.state_id.is_some() && two.row.state_id.is_none())
            || (one.row.airport.is_some() && two.row.airport.is_none())
            || (one.bounds.is_some() && two.bounds.is_none())
    };
    let is_certain = !(narrower(a, b) && narrower(b, a));
    let is_same = states.0 == states.1 && airports.0 == airports.1 && a.bounds == b.bounds;
    let finding = match (one.zone == two.zone, is_same, is_certain) {
        (true, true, _) => Finding::error(FindingCode::RepeatedPlace, place(two)),
        (true, false, true) => Finding::warning(FindingCode::RepeatedPlace, place(two)),
        (true, false, false) => return None,
        (false, _, true) => Finding::error(FindingCode::Overlap, place(two)),
        (false, _, false) => Finding::warning(FindingCode::Overlap, place(two)),
    };
    Some(finding.beside(place(one)))
}

/// Postcodes between the ranges of a country that has no member for all of it. They are not served, or by the fallback.
pub fn gaps(rows: &VersionRows) -> Vec<Finding> {
    let mut countries: HashMap<i16, Vec<ComparableMember<'_>>> = HashMap::new();
    for row in rows.members.iter().filter(|row| row.state_id.is_none() && row.airport.is_none()) {
        countries.entry(row.country_id).or_default().push(ComparableMember { row, bounds: bounds(row) });
    }
    let mut countries: Vec<_> = countries.into_iter().collect();
    countries.sort_by_key(|(country_id, _)| *country_id);
    let mut findings = Vec::new();
    for (_, members) in countries {
        let mut ranges: Vec<_> =
            members.iter().map_while(|member| Some((member, member.bounds.as_ref()?))).collect();
        if ranges.len() < members.len() {
            continue;
        }
        ranges.sort_by(|a, b| a.1.cmp(b.1));
        let Some(mut last) = ranges.first().copied() else { continue };
        for next in ranges.into_iter().skip(1) {
            let (end, begin) = (last.1.1.trim_end_matches('~'), next.1.0.as_str());
            if next.1.0 > last.1.1 && !postcode::is_next(end, begin) && findings.len() < MAX_FINDINGS {
                let finding = Finding::note(FindingCode::PostcodeGap, place(next.0.row));
                findings.push(finding.beside(place(last.0.row)));
            }
            if next.1.1 > last.1.1 {
                last = next;
            }
        }
    }
    findings
}

fn place(row: &MemberRow) -> FindingPlace {
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
