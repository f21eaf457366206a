//! Prices and places read from a sheet of a carrier or a colleague.

use std::collections::HashMap;

use poem_openapi::Enum;
use rust_decimal::Decimal;

use crate::rating::code::Code;
use crate::rating::finding::Severity;
use crate::rating::rows::{MemberRow, VersionRows, ZoneRow};
use crate::rating::sheet::number::{self, guess_mark};
use crate::rating::sheet::{self, Reading, SheetCode, SheetFinding};
use trade::countries::by_alpha2;

/// The contents of a sheet.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename = "PriceSheetForm", rename_all = "snake_case")]
pub enum Form {
    /// Weights down, zones across.
    Grid,
    /// One row per price.
    Cells,
    /// Breaks of air cargo across, destinations down.
    Breaks,
    /// One row per place of a zone.
    Places,
}

/// The contents that were read: prices, or the places of zones.
pub struct Sheet {
    pub form: Form,
    pub reading: Reading,
    pub places: Vec<MemberRow>,
}

/// Reads a sheet for a version with these rules and zones. None when it has neither prices nor places.
pub fn read_sheet(rows: &[Vec<String>], version: &VersionRows) -> Option<Sheet> {
    let prices = |form, reading| Some(Sheet { form, reading, places: Vec::new() });
    let header = rows.iter().position(|row| row.iter().any(|cell| !cell.trim().is_empty()))?;
    let names: Vec<String> = rows[header].iter().map(|cell| cell.trim().to_lowercase()).collect();
    let has = |name: &str| names.iter().any(|known| known == name);
    let mark = guess_mark(rows.iter().flatten().map(String::as_str), version.currency.decimals());
    if names.starts_with(&["zone".to_owned(), "up_to".to_owned(), "method".to_owned()]) {
        return prices(Form::Cells, sheet::read_flat(&rows[header..], mark, version.currency));
    }
    if has("zone") && has("country") {
        let mut reading = Reading::default();
        let columns = Columns::of(&names);
        let places = places(&rows[header + 1..], header + 1, &columns, version, &mut reading);
        return Some(Sheet { form: Form::Places, reading, places });
    }
    if let Some(reading) = sheet::read_breaks(rows, version.currency) {
        return prices(Form::Breaks, reading);
    }
    let layout = sheet::guess(rows, version.weighing.unit, version.currency)?;
    prices(Form::Grid, sheet::read_grid(rows, &layout, version.weighing.unit, version.currency))
}

/// Positions of the columns of a sheet of places.
struct Columns(HashMap<&'static str, usize>);

impl Columns {
    fn of(names: &[String]) -> Self {
        let known = ["zone", "country", "postcode_from", "postcode_to", "airport", "max_weight"];
        let found =
            known.into_iter().filter_map(|name| Some((name, names.iter().position(|other| other == name)?)));
        Self(found.collect())
    }

    fn text<'a>(&self, row: &'a [String], name: &str) -> &'a str {
        let cell = self.0.get(name).and_then(|column| row.get(*column));
        cell.map_or("", |text| text.trim_matches(number::is_blank))
    }

    fn optional(&self, row: &[String], name: &str) -> Option<String> {
        Some(self.text(row, name)).filter(|text| !text.is_empty()).map(str::to_owned)
    }

    fn column(&self, name: &str) -> usize {
        self.0.get(name).copied().unwrap_or_default()
    }
}

fn places(
    rows: &[Vec<String>],
    first: usize,
    columns: &Columns,
    version: &VersionRows,
    reading: &mut Reading,
) -> Vec<MemberRow> {
    let mark = guess_mark(rows.iter().map(|row| columns.text(row, "max_weight")), 2);
    let zones: HashMap<String, &Code> =
        version.zones.iter().map(|zone| (plain(&zone.code), &zone.code)).collect();
    let mut places = Vec::with_capacity(rows.len());
    for (index, row) in rows.iter().enumerate() {
        let (zone, country) = (columns.text(row, "zone"), columns.text(row, "country"));
        if zone.is_empty() {
            continue;
        }
        let mut say = |code, name: &str, text: &str| {
            reading.findings.push(finding(code, first + index, columns.column(name), text));
        };
        let Some(country_id) = by_alpha2(country) else {
            say(SheetCode::UnknownCountry, "country", country);
            continue;
        };
        let limit = columns.text(row, "max_weight");
        let max_weight = number::decimal(limit, mark).filter(|weight| *weight > Decimal::ZERO);
        if max_weight.is_none() && !limit.is_empty() {
            say(SheetCode::UnreadableWeight, "max_weight", limit);
            continue;
        }
        places.push(MemberRow {
            zone: zones.get(&plain(zone)).map_or_else(|| zone.into(), |code| (*code).clone()),
            country_id,
            state_id: None,
            postcode_from: columns.optional(row, "postcode_from"),
            postcode_to: columns.optional(row, "postcode_to"),
            airport: columns.optional(row, "airport").map(|code| code.to_ascii_uppercase()),
            max_weight,
        });
    }
    let known: std::collections::HashSet<&Code> = version.zones.iter().map(|zone| &zone.code).collect();
    let mut added: Vec<&Code> =
        places.iter().map(|place| &place.zone).filter(|zone| !known.contains(zone)).collect();
    added.sort_unstable();
    added.dedup();
    let new = |code: &Code| ZoneRow { code: code.clone(), priority: 0, max_weight: None, minimum: None };
    reading.zones = added.into_iter().map(new).collect();
    places
}

fn finding(code: SheetCode, row: usize, column: usize, text: &str) -> SheetFinding {
    let text = text.chars().take(60).collect();
    SheetFinding { severity: Severity::Error, code, row: row + 1, column: column + 1, text }
}

/// The name of a zone without its kind: `Zone 5`, `zone5` and `5` are the same.
fn plain(zone: &str) -> String {
    let letters: String = zone.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let kinds = ["zone", "zona", "group", "grupo"];
    let rest = kinds.iter().find_map(|kind| letters.strip_prefix(kind)).filter(|rest| !rest.is_empty());
    rest.map_or(letters.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zone_has_the_same_name_with_and_without_its_kind() {
        assert_eq!([plain("Zone 5"), plain("zone5"), plain("5")], ["5", "5", "5"]);
        assert_eq!([plain("Zone"), plain("DE")], ["zone", "de"]);
    }
}
