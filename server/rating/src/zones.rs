//! Finds the zone of a destination.

use rust_decimal::Decimal;

use super::postcode;
use super::request::Destination;
use super::rows::{MemberRow, VersionRows};

/// The members of all zones by country, highest priority first.
#[derive(Debug, Clone, Default)]
pub struct ZoneIndex {
    /// Position of the country's first level, by country id; the next entry ends them.
    first_level: Box<[u32]>,
    levels: Box<[Level]>,
}

/// Members of one country and one priority.
#[derive(Debug, Clone, Default)]
struct Level {
    /// Sorted by lower bound.
    ranges: Box<[Range]>,
    /// Members without postcodes, the most specific first.
    others: Box<[Member]>,
}

#[derive(Debug, Clone)]
struct Range {
    from: Box<str>,
    to: Box<str>,
    /// The highest upper bound up to here, by position: ranges of a draft may overlap.
    highest: usize,
    member: Member,
}

#[derive(Debug, Clone)]
struct Member {
    zone: u32,
    state_id: Option<i32>,
    airport: Option<Box<str>>,
    max_weight: Option<Decimal>,
}

/// A zone by its position in the rows, and the limit of the member that matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ZoneMatch {
    pub zone: usize,
    pub max_weight: Option<Decimal>,
}

impl ZoneIndex {
    /// Members of an unknown zone or with a negative country are left out.
    pub fn new(rows: &VersionRows) -> Self {
        let zones: std::collections::HashMap<_, _> =
            rows.zones.iter().enumerate().map(|(index, zone)| (&zone.code, index)).collect();
        let mut members: Vec<(usize, i16, usize, &MemberRow)> = Vec::with_capacity(rows.members.len());
        for row in &rows.members {
            if let (Some(zone), Ok(country)) = (zones.get(&row.zone), usize::try_from(row.country_id)) {
                members.push((country, rows.zones[*zone].priority, *zone, row));
            }
        }
        members.sort_by_key(|(country, priority, zone, _)| {
            (*country, std::cmp::Reverse(*priority), &rows.zones[*zone].code)
        });
        let mut levels = Vec::new();
        let mut first_level = Vec::new();
        for level in members.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            first_level.resize(first_level.len().max(level[0].0 + 1), count_levels(&levels));
            levels.push(Level::new(level.iter().map(|(.., zone, row)| (*zone, *row))));
        }
        first_level.push(count_levels(&levels));
        Self { first_level: first_level.into(), levels: levels.into() }
    }

    /// The zone of the highest priority with a member that matches; `None` if the destination is not served.
    pub fn find(&self, destination: &Destination) -> Option<ZoneMatch> {
        let country = usize::try_from(destination.country_id).ok()?;
        let from = *self.first_level.get(country)? as usize;
        let to = *self.first_level.get(country + 1)? as usize;
        let levels = self.levels.get(from..to)?;
        let has_ranges = levels.iter().any(|level| !level.ranges.is_empty());
        let text = destination.postcode.as_deref().filter(|_| has_ranges);
        let key = text.map(|text| postcode::key(destination.country_id, text));
        levels.iter().find_map(|level| level.find(destination, key.as_deref()))
    }

    /// Memory on the heap, in bytes.
    pub fn bytes(&self) -> usize {
        let level = |level: &Level| {
            let bounds: usize = level.ranges.iter().map(|range| range.from.len() + range.to.len()).sum();
            size_of_val(&*level.ranges) + size_of_val(&*level.others) + bounds
        };
        let levels: usize = self.levels.iter().map(level).sum();
        size_of_val(&*self.first_level) + size_of_val(&*self.levels) + levels
    }
}

fn count_levels(levels: &[Level]) -> u32 {
    u32::try_from(levels.len()).unwrap_or(u32::MAX)
}

impl Level {
    fn new<'a>(members: impl Iterator<Item = (usize, &'a MemberRow)>) -> Self {
        let (mut ranges, mut others) = (Vec::new(), Vec::new());
        for (zone, row) in members {
            let member = Member::new(zone, row);
            match bounds(row) {
                Some((from, to)) => {
                    ranges.push(Range { from: from.into(), to: to.into(), highest: 0, member });
                }
                None => others.push(member),
            }
        }
        ranges.sort_by(|a, b| a.from.cmp(&b.from));
        for index in 1..ranges.len() {
            let before = ranges[index - 1].highest;
            ranges[index].highest = if ranges[index].to > ranges[before].to { index } else { before };
        }
        others.sort_by_key(|member| (member.airport.is_none(), member.state_id.is_none()));
        Self { ranges: ranges.into(), others: others.into() }
    }

    /// An airport is more specific than a postcode, a postcode than a state, a state than the country. This matters for
    /// drafts only, because a published version has no two matching members of one priority.
    fn find(&self, destination: &Destination, key: Option<&str>) -> Option<ZoneMatch> {
        let matching = |member: &&Member| member.matches(destination);
        let other = self.others.iter().find(matching);
        let by_airport = other.filter(|member| member.airport.is_some());
        let by_range = || self.range(destination, key?);
        by_airport.or_else(by_range).or(other).map(Member::to_match)
    }

    fn range(&self, destination: &Destination, key: &str) -> Option<&Member> {
        let end = self.ranges.partition_point(|range| *range.from <= *key);
        let reaching =
            self.ranges[..end].iter().rev().take_while(|range| *self.ranges[range.highest].to >= *key);
        let mut containing = reaching.filter(|range| *range.to >= *key);
        containing.find(|range| range.member.matches(destination)).map(|range| &range.member)
    }
}

impl Member {
    fn new(zone: usize, row: &MemberRow) -> Self {
        Self {
            zone: u32::try_from(zone).unwrap_or(u32::MAX),
            state_id: row.state_id,
            airport: row.airport.as_deref().map(|code| code.to_ascii_uppercase().into()),
            max_weight: row.max_weight,
        }
    }

    fn matches(&self, destination: &Destination) -> bool {
        let airport = destination.airport.as_deref();
        let is_airport = |code: &str| airport.is_some_and(|other| other.eq_ignore_ascii_case(code));
        (self.state_id.is_none() || self.state_id == destination.state_id)
            && self.airport.as_deref().is_none_or(is_airport)
    }

    fn to_match(&self) -> ZoneMatch {
        ZoneMatch { zone: self.zone as usize, max_weight: self.max_weight }
    }
}

/// The bounds of a member's postcodes as comparable keys.
pub fn bounds(row: &MemberRow) -> Option<(String, String)> {
    let from = row.postcode_from.as_deref().or(row.postcode_to.as_deref())?;
    let to = row.postcode_to.as_deref().unwrap_or(from);
    let lower = if row.postcode_from.is_some() { from } else { "" };
    Some((postcode::lower_bound(row.country_id, lower), postcode::upper_bound(row.country_id, to)))
}
