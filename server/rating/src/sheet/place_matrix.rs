//! Places in a matrix, whose zones stand across: a row per country with a mark below its zone, or the countries of each zone
//! below its name.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::super::code::Code;
use super::super::finding::Severity;
use super::super::measure::WeightUnit;
use super::super::rows::ZoneRow;
use super::cells::cell;
use super::correct::{Correction, Role};
use super::header::zone_key;
use super::number::{self, Mark, is_blank};
use super::place_text::split_countries;
use super::places::{PlaceRole, PlaceSheet};
use super::words::{
    is_zone, names_countries, names_no_price, names_prices, names_weight_limit, unit_of, words,
};
use super::{Reading, SheetCode, place_columns};
use ::sheets::fold::fold;
use trade::countries::by_name;

/// The names of the zones stand in these first rows.
const MOST_HEADER_ROWS: usize = 40;
const MARKS: [&str; 15] = ["x", "✓", "✔", "√", "•", "●", "■", "*", "yes", "y", "sim", "s", "sí", "si", "是"];
const NO_MARKS: [&str; 4] = ["no", "n", "nao", "否"];

/// Where a country of a zone stands.
struct Entry {
    row: usize,
    zone_column: usize,
    country_column: usize,
}

struct Matrix {
    header: usize,
    /// The names of the zones by column.
    zones: BTreeMap<usize, String>,
    country: Option<usize>,
    entries: Vec<Entry>,
    /// Rows of countries without a mark.
    unmarked: Vec<usize>,
}

/// The places of a matrix; `None` if the sheet has none, or if somebody has said which column has the zones. `known` has the
/// zones by their names without kind.
pub fn read_matrix(
    rows: &[Vec<String>],
    zones: &[ZoneRow],
    known: &HashMap<String, &Code>,
    unit: WeightUnit,
    roles: &HashMap<PlaceRole, usize>,
    correction: &Correction,
) -> Option<PlaceSheet> {
    if roles.contains_key(&PlaceRole::Zone) {
        return None;
    }
    let matrix = find(rows, known, roles.get(&PlaceRole::Country).copied(), correction)?;
    let mut sheet = PlaceSheet {
        header: matrix.header,
        columns: HashMap::new(),
        zone_columns: matrix.zones.iter().map(|(column, zone)| (*column, zone.as_str().into())).collect(),
        unit,
        mark: correction.mark.unwrap_or(Mark::Dot),
        places: Vec::new(),
        reading: Reading::default(),
        home: None,
        rows: Vec::new(),
    };
    let width = rows.iter().map(Vec::len).max().unwrap_or_default();
    for Entry { row, zone_column, country_column } in matrix.entries {
        // A row of a list, with its zone behind the other columns.
        let mut own = vec![String::new(); width + 1];
        own[country_column].clone_from(&rows[row][country_column]);
        own[width].clone_from(&matrix.zones[&zone_column]);
        sheet.columns = HashMap::from([(PlaceRole::Zone, width), (PlaceRole::Country, country_column)]);
        sheet.read_row(row, &own, unit, known);
        sheet.rows.resize(sheet.places.len(), row);
    }
    sheet.columns = matrix.country.map(|column| (PlaceRole::Country, column)).into_iter().collect();
    let country = matrix.country.unwrap_or_default();
    for row in matrix.unmarked {
        // A country without a zone is not served.
        sheet.reading.say(Severity::Note, SheetCode::RowSkipped, (row, country), cell(&rows[row], country));
    }
    sheet.report_second_zones(zones);
    sheet.add_zones(zones);
    sheet.reading.sort();
    Some(sheet)
}

fn find(
    rows: &[Vec<String>],
    known: &HashMap<String, &Code>,
    country: Option<usize>,
    correction: &Correction,
) -> Option<Matrix> {
    let is_ignored = |column: &usize| correction.roles.get(column) == Some(&Role::Ignored);
    (0..rows.len().min(MOST_HEADER_ROWS)).find_map(|header| {
        let named = rows[header].iter().enumerate().filter(|(_, text)| names_one_zone(text, known));
        let zones: BTreeMap<usize, String> = named
            .map(|(column, text)| (column, text.trim_matches(is_blank).to_owned()))
            .filter(|(column, _)| !is_ignored(column))
            .collect();
        if zones.len() < 2 {
            return None;
        }
        let block = find_block(rows, header);
        let columns: Vec<usize> = zones.keys().copied().collect();
        let country = country.or_else(|| find_country(rows, header, &columns));
        let marks = country.and_then(|country| read_marks(rows, &block, &zones, country));
        let (country, entries) = match marks {
            Some(entries) => (country, entries),
            None => (None, read_countries(rows, &block, &columns)?),
        };
        let marked: BTreeSet<usize> = entries.iter().map(|entry| entry.row).collect();
        let unmarked = block.into_iter().filter(|row| !marked.contains(row)).collect();
        Some(Matrix { header, zones, country, entries, unmarked })
    })
}

/// The rows below the header, up to an empty one.
fn find_block(rows: &[Vec<String>], header: usize) -> Vec<usize> {
    let is_filled = |at: &usize| rows[*at].iter().any(|text| !text.trim_matches(is_blank).is_empty());
    (header + 1..rows.len()).skip_while(|at| !is_filled(at)).take_while(is_filled).collect()
}

/// `Zone 1`, `Zone G`, or a zone of the version by any name.
fn names_one_zone(text: &str, known: &HashMap<String, &Code>) -> bool {
    let words = words(text);
    let is_name = |word: &String| !is_zone(word) && (unit_of(word).is_none() || word == "g");
    let is_zone_of_its_own = words.iter().any(|word| is_zone(word)) && words.iter().any(is_name);
    let is_other =
        names_countries(text) || names_prices(text) || names_weight_limit(text) || names_no_price(text);
    !is_other && (is_zone_of_its_own || (!words.is_empty() && known.contains_key(&zone_key(text))))
}

fn find_country(rows: &[Vec<String>], header: usize, zones: &[usize]) -> Option<usize> {
    let row = &rows[header];
    let named = (0..row.len()).find(|column| !zones.contains(column) && names_countries(&row[*column]));
    let by_cells = || place_columns::find_countries(row, &rows[header + 1..], zones.iter().copied());
    named.or_else(by_cells).filter(|column| !zones.contains(column))
}

/// The marks below the zones; `None` if something else stands there.
fn read_marks(
    rows: &[Vec<String>],
    block: &[usize],
    zones: &BTreeMap<usize, String>,
    country_column: usize,
) -> Option<Vec<Entry>> {
    let mut entries = Vec::new();
    for row in block.iter().copied() {
        for (column, name) in zones {
            let text = cell(&rows[row], *column).trim_matches(is_blank);
            // The letter of the zone itself is a mark, too.
            let is_mark = MARKS.contains(&text.to_lowercase().as_str())
                || (!text.is_empty() && zone_key(text) == zone_key(name));
            if is_mark {
                entries.push(Entry { row, zone_column: *column, country_column });
            } else if !number::is_not_offered(text) && !NO_MARKS.contains(&fold(text).as_str()) {
                return None;
            }
        }
    }
    let has_country =
        |entry: &Entry| !cell(&rows[entry.row], country_column).trim_matches(is_blank).is_empty();
    entries.retain(has_country);
    (!entries.is_empty()).then_some(entries)
}

/// The countries below the zones; `None` if many cells are anything else. A name that nobody knows is told.
fn read_countries(rows: &[Vec<String>], block: &[usize], columns: &[usize]) -> Option<Vec<Entry>> {
    let places = block.iter().flat_map(|row| columns.iter().map(move |column| (*row, *column)));
    let places: Vec<_> =
        places.filter(|at| !cell(&rows[at.0], at.1).trim_matches(is_blank).is_empty()).collect();
    let is_country = |text: &str| {
        text.contains(char::is_alphabetic)
            && split_countries(text).into_iter().any(|name| by_name(name).is_some())
    };
    let known = places.iter().filter(|at| is_country(cell(&rows[at.0], at.1).trim_matches(is_blank))).count();
    if known == 0 || known * 3 < places.len() * 2 {
        return None;
    }
    let entries = places.iter().map(|at| Entry { row: at.0, zone_column: at.1, country_column: at.1 });
    Some(entries.collect())
}
