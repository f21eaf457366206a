//! Reads the places of zones: a row per country, a row per zone with its countries, or a row per range of postcodes.

use std::collections::HashMap;

use rust_decimal::Decimal;

use super::super::code::Code;
use super::super::finding::Severity;
use super::super::measure::{Weight, WeightUnit};
use super::super::rows::{MemberRow, ZoneRow};
use super::decimal_mark::Votes;
use super::header::{MAX_CODE, zone_key};
use super::lost_zeros;
use super::number::{self, Mark};
use super::place_columns;
use super::place_text::{MAX_POSTCODE, split_countries, split_postcodes};
use super::weight;
use super::words::{
    country_of_postcodes, directions, kind_of_zones, names_airports, names_countries, names_postcodes,
    names_prices, names_weight_limit, names_zones, weight_header, words,
};
use super::{Correction, Reading, SheetCode, place_matrix, zone_blocks};
use trade::countries::{by_alpha2, by_name, country};

const MOST_RESTORED_TOLD: usize = 20;
/// A header that does not name the countries is looked for in these rows.
const MOST_HEADER_ROWS: usize = 40;

/// What a column of places is taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PlaceRole {
    Zone,
    Country,
    PostcodeFrom,
    PostcodeTo,
    Airport,
    MaxWeight,
}

/// The places of a sheet.
pub struct PlaceSheet {
    /// The row of the header, counted from 0.
    pub header: usize,
    pub columns: HashMap<PlaceRole, usize>,
    /// The columns of a matrix, each of which is a zone.
    pub zone_columns: Vec<(usize, Code)>,
    pub unit: WeightUnit,
    pub mark: Mark,
    pub places: Vec<MemberRow>,
    pub reading: Reading,
    /// The country of the postcodes, if no column has it.
    pub(super) home: Option<i16>,
    /// The row of each place.
    pub(super) rows: Vec<usize>,
}

/// The places of a sheet for a version with these zones; `None` if no row names zones and countries. `roles` are the
/// columns that a person has chosen.
pub fn read_places(
    rows: &[Vec<String>],
    zones: &[ZoneRow],
    unit: WeightUnit,
    roles: &HashMap<PlaceRole, usize>,
    correction: &Correction,
) -> Option<PlaceSheet> {
    let known: HashMap<String, &Code> = zones.iter().map(|zone| (zone_key(&zone.code), &zone.code)).collect();
    let matrix = place_matrix::read_matrix(rows, zones, &known, unit, roles, correction);
    if matrix.is_some() {
        return matrix;
    }
    let is_filled =
        |row: &Vec<String>| row.iter().any(|text| !text.trim_matches(number::is_blank).is_empty());
    let is_said = roles.contains_key(&PlaceRole::Zone) && roles.contains_key(&PlaceRole::Country);
    let header = find_header(rows).or_else(|| rows.iter().position(is_filled).filter(|_| is_said))?;
    let mut reading = Reading::default();
    let body = &rows[header + 1..];
    let mut columns = columns(&rows[header], body, &known, roles.get(&PlaceRole::Zone).copied());
    columns.extend(roles);
    if !roles.contains_key(&PlaceRole::Zone) {
        report_zone_columns(&rows[header], header, body, &known, &columns, &mut reading);
    }
    place_columns::report_postcodes(&rows[header], header, &columns, &mut reading);
    let filled = zone_blocks::fill(rows, header, &columns, &mut reading);
    let limits = columns.get(&PlaceRole::MaxWeight).copied();
    let own = limits.and_then(|column| place_columns::unit_in(&rows[header][column])).unwrap_or(unit);
    let own = correction.unit.unwrap_or(own);
    let texts =
        limits.map_or_else(Vec::new, |column| body.iter().filter_map(|row| row.get(column)).collect());
    let decided = Votes::of(texts.into_iter().map(String::as_str)).decide(Votes::default());
    let mut sheet = PlaceSheet {
        header,
        columns,
        zone_columns: Vec::new(),
        unit: own,
        mark: correction.mark.unwrap_or(decided.mark),
        home: home_of(&rows[header]),
        places: Vec::new(),
        reading,
        rows: Vec::new(),
    };
    for (index, row) in filled.iter().enumerate().skip(header + 1) {
        if row.iter().all(|text| text.trim_matches(number::is_blank).is_empty()) {
            // A grid of prices can stand below the places.
            if !sheet.places.is_empty() {
                break;
            }
            continue;
        }
        sheet.read_row(index, row, unit, &known);
        sheet.rows.resize(sheet.places.len(), index);
    }
    sheet.restore_zeros();
    sheet.report_second_zones(zones);
    sheet.add_zones(zones);
    Some(sheet)
}

/// The row that names the zones, above countries or postcodes.
fn find_header(rows: &[Vec<String>]) -> Option<usize> {
    let names = |name: fn(&str) -> bool, row: &[String]| row.iter().any(|text| name(text));
    let has_places = |at: usize| {
        let (row, body) = (&rows[at], &rows[at + 1..]);
        let by_cells = || place_columns::find_countries(row, body, zone_columns(row));
        names(names_countries, row)
            || home_of(row).is_some()
            || (at < MOST_HEADER_ROWS && by_cells().is_some())
    };
    (0..rows.len()).find(|at| names(names_zones, &rows[*at]) && has_places(*at))
}

impl PlaceSheet {
    fn text<'a>(&self, row: &'a [String], role: PlaceRole) -> &'a str {
        let cell = self.columns.get(&role).and_then(|column| row.get(*column));
        cell.map_or("", |text| text.trim_matches(number::is_blank))
    }

    fn say(&mut self, severity: Severity, code: SheetCode, row: usize, role: PlaceRole, text: &str) {
        let column = self.columns.get(&role).copied().unwrap_or_default();
        self.reading.say(severity, code, (row, column), text);
    }

    pub(super) fn read_row(
        &mut self,
        index: usize,
        row: &[String],
        unit: WeightUnit,
        known: &HashMap<String, &Code>,
    ) {
        let zone = self.text(row, PlaceRole::Zone);
        if zone.is_empty() || number::is_not_offered(zone) {
            // A country without a zone is not served.
            self.say(Severity::Note, SheetCode::RowSkipped, index, PlaceRole::Zone, &row.join(" "));
            return;
        }
        if zone.chars().count() > MAX_CODE {
            return self.say(Severity::Error, SheetCode::UnreadableZone, index, PlaceRole::Zone, zone);
        }
        let limit = self.text(row, PlaceRole::MaxWeight);
        let max_weight = match self.limit(limit, unit) {
            Ok(max_weight) => max_weight,
            Err(code) => return self.say(Severity::Error, code, index, PlaceRole::MaxWeight, limit),
        };
        let airport = self.text(row, PlaceRole::Airport);
        let is_airport = airport.len() == 3 && airport.bytes().all(|c| c.is_ascii_alphabetic());
        if !airport.is_empty() && !is_airport {
            return self.say(
                Severity::Error,
                SheetCode::UnreadableAirport,
                index,
                PlaceRole::Airport,
                airport,
            );
        }
        let code = known.get(&zone_key(zone)).map_or_else(|| zone.into(), |code| (*code).clone());
        let airport = is_airport.then(|| airport.to_ascii_uppercase());
        for country_id in self.countries(index, row) {
            let Some(ranges) = self.postcodes(row, country_id) else {
                let text = self.text(row, PlaceRole::PostcodeFrom);
                let role = PlaceRole::PostcodeFrom;
                return self.say(Severity::Error, SheetCode::UnreadablePostcode, index, role, text);
            };
            self.places.extend(ranges.into_iter().map(|(postcode_from, postcode_to)| MemberRow {
                zone: code.clone(),
                country_id,
                state_id: None,
                postcode_from,
                postcode_to,
                airport: airport.clone(),
                max_weight,
            }));
        }
    }

    /// The countries of a row, each once: "BR - Brasil" is one.
    fn countries(&mut self, index: usize, row: &[String]) -> Vec<i16> {
        if !self.columns.contains_key(&PlaceRole::Country) {
            let home = self.home.filter(|_| !self.text(row, PlaceRole::PostcodeFrom).is_empty());
            if home.is_none() {
                self.say(
                    Severity::Note,
                    SheetCode::RowSkipped,
                    index,
                    PlaceRole::PostcodeFrom,
                    &row.join(" "),
                );
            }
            return home.into_iter().collect();
        }
        let mut found = Vec::new();
        for name in split_countries(self.text(row, PlaceRole::Country)) {
            match by_name(name) {
                Some(country_id) if found.contains(&country_id) => {}
                Some(country_id) => found.push(country_id),
                None => {
                    self.say(Severity::Warning, SheetCode::UnknownCountry, index, PlaceRole::Country, name);
                }
            }
        }
        found
    }

    /// The limit of weight in the unit of the table.
    fn limit(&self, text: &str, unit: WeightUnit) -> Result<Option<Decimal>, SheetCode> {
        if number::is_not_offered(text) {
            return Ok(None);
        }
        let bounds = weight::bounds(text, self.mark)?;
        let value = bounds.value().filter(|value| !value.is_zero()).ok_or(SheetCode::UnreadableWeight)?;
        let own = bounds.unit.unwrap_or(self.unit);
        if own.is_metric() != unit.is_metric() {
            return Err(SheetCode::OtherUnit);
        }
        Ok(Some(Weight::new(value, own).in_unit(unit).normalize()))
    }

    /// The ends of the postcodes, one pair without any for the whole country; `None` if one can be no postcode.
    fn postcodes(&self, row: &[String], country_id: i16) -> Option<Vec<(Option<String>, Option<String>)>> {
        let (from, to) = (self.text(row, PlaceRole::PostcodeFrom), self.text(row, PlaceRole::PostcodeTo));
        if !to.is_empty() {
            let fits = from.chars().count() <= MAX_POSTCODE && to.chars().count() <= MAX_POSTCODE;
            let from = (!from.is_empty()).then(|| from.to_owned());
            return fits.then(|| vec![(from, Some(to.to_owned()))]);
        }
        let ranges = split_postcodes(Some(country_id), from)?;
        let pairs: Vec<_> = ranges.into_iter().map(|range| (Some(range.from), range.to)).collect();
        Some(if pairs.is_empty() { vec![(None, None)] } else { pairs })
    }

    /// Postcodes that have lost their zeros get them back. The first ones are told: a list can have thousands.
    fn restore_zeros(&mut self) {
        for end in lost_zeros::restore(&mut self.places).into_iter().take(MOST_RESTORED_TOLD) {
            // Without a column of its own, the upper end stands in that of the lower one.
            let has_column = self.columns.contains_key(&PlaceRole::PostcodeTo);
            let role =
                if end.is_upper && has_column { PlaceRole::PostcodeTo } else { PlaceRole::PostcodeFrom };
            let row = self.rows.get(end.place).copied().unwrap_or_default();
            self.say(Severity::Note, SheetCode::ZerosRestored, row, role, &end.postcode);
        }
    }

    /// The same place in a second zone, told at its row for somebody to say which one is right. Zones of different priorities
    /// are meant so.
    pub(super) fn report_second_zones(&mut self, zones: &[ZoneRow]) {
        let priorities: HashMap<&Code, i16> = zones.iter().map(|zone| (&zone.code, zone.priority)).collect();
        let (mut first, mut told) = (HashMap::new(), Vec::new());
        for (place, row) in self.places.iter().zip(&self.rows) {
            let MemberRow { zone, country_id, postcode_from, postcode_to, airport, .. } = place;
            let priority = priorities.get(zone).copied().unwrap_or_default();
            let key = (*country_id, postcode_from, postcode_to, airport, priority);
            let own: &Code = first.entry(key).or_insert(zone);
            if own != zone {
                let country = country(*country_id).map_or("", |country| &*country.alpha2);
                let postcode = postcode_from.as_deref().unwrap_or_default();
                let place = [country, postcode].join(" ");
                told.push((*row, format!("{}: {own}, {zone}", place.trim_end())));
            }
        }
        for (row, text) in told {
            self.say(Severity::Error, SheetCode::PlaceInTwoZones, row, PlaceRole::Zone, &text);
        }
    }

    /// The zones that the version does not have yet, by name.
    pub(super) fn add_zones(&mut self, zones: &[ZoneRow]) {
        let known: std::collections::HashSet<&Code> = zones.iter().map(|zone| &zone.code).collect();
        let named = self.places.iter().map(|place| &place.zone);
        let mut added: Vec<Code> = named.filter(|zone| !known.contains(zone)).cloned().collect();
        added.sort_unstable();
        added.dedup();
        let new = |code| ZoneRow { code, priority: 0, max_weight: None, minimum: None };
        self.reading.zones = added.into_iter().map(new).collect();
    }
}

/// The country that the name of a column of postcodes says, beside the name of the zones.
fn home_of(header: &[String]) -> Option<i16> {
    let postcodes = header.iter().filter(|text| !names_zones(text));
    postcodes.filter_map(|text| country_of_postcodes(text)).find_map(by_alpha2)
}

/// The columns by the words of the header.
fn columns(
    header: &[String],
    body: &[Vec<String>],
    known: &HashMap<String, &Code>,
    chosen: Option<usize>,
) -> HashMap<PlaceRole, usize> {
    let mut found = HashMap::new();
    let is_named = header.iter().any(|text| names_countries(text));
    let countries =
        if is_named { None } else { place_columns::find_countries(header, body, zone_columns(header)) };
    let fitting = || {
        let zones = zone_columns(header).filter(|column| Some(*column) != countries);
        zones.max_by_key(|column| (known_zones(body, *column, known), header.len() - column))
    };
    let zone = chosen.or_else(fitting);
    found.extend(zone.map(|column| (PlaceRole::Zone, column)));
    for (column, text) in header.iter().enumerate() {
        if zone == Some(column) {
            continue;
        }
        let kind = zone.map(|zone| kind_of_zones(&header[zone])).unwrap_or_default();
        let role = if names_postcodes(text) {
            let (lower, upper) = directions(&words(text));
            let ends =
                upper || (!lower && words(text).iter().any(|word| matches!(word.as_str(), "to" | "a")));
            if ends { PlaceRole::PostcodeTo } else { PlaceRole::PostcodeFrom }
        } else if names_countries(text) || countries == Some(column) {
            PlaceRole::Country
        } else if names_airports(text) {
            PlaceRole::Airport
        } else if names_weight_limit(text) && kind_of_zones(text) == kind {
            // The limit of another carrier's zones is no limit of these.
            PlaceRole::MaxWeight
        } else {
            continue;
        };
        found.entry(role).or_insert(column);
    }
    found
}

fn zone_columns(header: &[String]) -> impl Iterator<Item = usize> {
    let is_zone = |text: &str| names_zones(text) && !names_countries(text) && !names_weight_limit(text);
    header.iter().enumerate().filter(move |(_, text)| is_zone(text)).map(|(column, _)| column)
}

/// The number of rows whose zone the version has.
fn known_zones(body: &[Vec<String>], column: usize, known: &HashMap<String, &Code>) -> usize {
    let zones = body.iter().filter_map(|row| row.get(column));
    zones.filter(|text| !text.trim().is_empty() && known.contains_key(&zone_key(text))).count()
}

/// Several columns of zones that fit equally well are asked about; the others are told.
fn report_zone_columns(
    header: &[String],
    row: usize,
    body: &[Vec<String>],
    known: &HashMap<String, &Code>,
    columns: &HashMap<PlaceRole, usize>,
    reading: &mut Reading,
) {
    let Some(chosen) = columns.get(&PlaceRole::Zone) else { return };
    // Zones of another carrier have some names in common by chance.
    let fits = |column: usize| {
        let filled =
            body.iter().filter_map(|row| row.get(column)).filter(|text| !text.trim().is_empty()).count();
        known_zones(body, column, known) * 10 >= filled * 9
    };
    let is_country = |column: &usize| columns.get(&PlaceRole::Country) == Some(column);
    for column in zone_columns(header).filter(|column| column != chosen && !is_country(column)) {
        if fits(column) || !fits(*chosen) {
            reading.say(Severity::Error, SheetCode::ZoneColumnUnclear, (row, column), &header[column]);
        } else {
            reading.say(Severity::Warning, SheetCode::ColumnIgnored, (row, column), &header[column]);
        }
    }
}

/// The rows without the places, so that the prices of the same sheet keep their positions. A row of places can have the
/// prices too, when weights stand across, or in a list with a weight and a price in each row: it stays.
pub fn without_places(rows: &[Vec<String>], sheet: &PlaceSheet) -> Vec<Vec<String>> {
    let is_weight =
        |text: &&String| [Mark::Dot, Mark::Comma].into_iter().any(|mark| weight::bounds(text, mark).is_ok());
    let header = &rows[sheet.header];
    let is_list = header.iter().any(|text| names_prices(text))
        && header.iter().any(|text| weight_header(text).is_some());
    if is_list || header.iter().filter(is_weight).count() > 1 {
        return rows.to_vec();
    }
    let is_blank = |row: &Vec<String>| row.iter().all(|text| text.trim_matches(number::is_blank).is_empty());
    let body = &rows[sheet.header + 1..];
    let first = body.iter().position(|row| !is_blank(row)).unwrap_or(body.len());
    let length = body[first..].iter().position(is_blank).unwrap_or(body.len() - first);
    let places = sheet.header..sheet.header + 1 + first + length;
    let keep = |index: usize, row: &[String]| if places.contains(&index) { Vec::new() } else { row.to_vec() };
    rows.iter().enumerate().map(|(index, row)| keep(index, row)).collect()
}
