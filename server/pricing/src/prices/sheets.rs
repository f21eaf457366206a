//! Prices and places read from a sheet of a carrier or a colleague, by a guess and what a person has decided.

use poem_openapi::Enum;

use super::sheet_reading::SheetDecision;
use rating::code::Code;
use rating::finding::Severity;
use rating::rows::{MemberRow, VersionRows, ZoneRow};
use rating::sheet::places::{PlaceSheet, read_places, without_places};
use rating::sheet::{
    self, Axis, BandMode, Correction, GridSheet, Layout, NamedZone, Reading, SheetCode, is_flat,
    name_countries, read_breaks, read_flat, read_prices,
};

/// The contents of a sheet.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename = "PriceSheetForm", rename_all = "snake_case")]
pub enum Form {
    /// Weights down, zones across.
    Grid,
    /// Weights across, zones down.
    Across,
    /// One row per price.
    Cells,
    /// Breaks of air cargo across, destinations down.
    Breaks,
    /// The places of zones.
    Places,
}

/// The contents that were read: prices, the places of zones, or both.
pub struct Sheet {
    pub form: Form,
    pub mode: BandMode,
    pub reading: Reading,
    /// Those that the sheet names, and those that a person has confirmed.
    pub places: Vec<MemberRow>,
    /// Zones without a place, with proposed countries.
    pub named: Vec<NamedZone>,
    /// How a grid was read, for a person to correct.
    pub layout: Option<Layout>,
    /// How a list of places was read, for a person to correct.
    pub list: Option<PlaceSheet>,
}

impl Sheet {
    pub fn has_content(&self) -> bool {
        !self.reading.cells.is_empty() || !self.places.is_empty()
    }

    /// Proposes countries for the zones that would have no place, and gives them those that a person has confirmed.
    fn place_zones(&mut self, before: &VersionRows, confirmed: &[(Code, i16)]) {
        if self.reading.cells.is_empty() {
            return;
        }
        let zones: Vec<&Code> =
            before.zones.iter().chain(&self.reading.zones).map(|zone| &zone.code).collect();
        let members: Vec<&MemberRow> = before.members.iter().chain(&self.places).collect();
        let is_open =
            |code: &Code| zones.contains(&code) && !members.iter().any(|member| member.zone == *code);
        let open = confirmed.iter().filter(|(code, _)| is_open(code));
        let taken: Vec<MemberRow> = open.map(|(code, country_id)| whole_country(code, *country_id)).collect();
        self.named = name_countries(zones.into_iter(), &members);
        self.places.extend(taken);
    }

    /// The draft with the sheet in it.
    pub fn apply(&self, before: &VersionRows) -> VersionRows {
        sheet::apply(before, &self.reading, &self.places, self.mode)
    }
}

/// Reads a sheet for a version with these rules and zones. Without prices and places it says so, and can be corrected.
pub fn read_sheet(rows: &[Vec<String>], version: &VersionRows, decision: &SheetDecision) -> Sheet {
    let rows = without_left_out(rows, &decision.correction);
    let mut found = match decision.form {
        Some(Form::Places) => FormReading { form: Form::Places, reading: Reading::default(), layout: None },
        form => read_form(&rows, version, decision, form),
    };
    sheet::rename_zones(version, &mut found.reading);
    sheet::check_fees(&mut found.reading, version.priced_per);
    let list = match found.form {
        Form::Cells | Form::Breaks => None,
        _ => find_places(&rows, version, &zones_with(version, &found.reading), decision),
    };
    if list.is_some() && found.reading.cells.is_empty() {
        found = FormReading { form: Form::Places, reading: Reading::default(), layout: None };
    }
    let FormReading { form, mut reading, layout } = found;
    let mode = decision.mode.unwrap_or_else(|| sheet::guess_mode(version, &reading));
    sheet::report_mode(version, mode, &mut reading);
    let places = list.as_ref().map_or_else(Vec::new, |list| list.places.clone());
    if let Some(list) = &list {
        reading.findings.extend(list.reading.findings.iter().cloned());
        let known: Vec<_> = reading.zones.iter().map(|zone| zone.code.clone()).collect();
        reading.zones.extend(list.reading.zones.iter().filter(|zone| !known.contains(&zone.code)).cloned());
    }
    if reading.cells.is_empty() && places.is_empty() {
        reading.say(Severity::Error, SheetCode::NoPrices, (0, 0), "");
    }
    let mut sheet = Sheet { form, mode, reading, places, named: Vec::new(), layout, list };
    sheet.place_zones(version, &decision.countries);
    sheet
}

fn whole_country(zone: &Code, country_id: i16) -> MemberRow {
    MemberRow {
        zone: zone.clone(),
        country_id,
        state_id: None,
        postcode_from: None,
        postcode_to: None,
        airport: None,
        max_weight: None,
    }
}

struct FormReading {
    form: Form,
    reading: Reading,
    layout: Option<Layout>,
}

/// The prices of the sheet, in the form that a person has chosen or the first one that fits.
fn read_form(
    rows: &[Vec<String>],
    version: &VersionRows,
    decision: &SheetDecision,
    form: Option<Form>,
) -> FormReading {
    let (currency, mark) = (version.currency, decision.correction.mark);
    let header = rows.iter().position(|row| row.iter().any(|cell| !cell.trim().is_empty()));
    if let Some(header) = header.filter(|header| is_flat(&rows[*header])) {
        let mut reading = read_flat(&rows[header..], mark, currency);
        reading.findings.iter_mut().for_each(|one| one.row += header);
        return FormReading { form: Form::Cells, reading, layout: None };
    }
    let breaks = match form {
        None | Some(Form::Breaks) => read_breaks(rows, version.weighing.unit, currency, mark),
        _ => None,
    };
    if let Some(reading) = breaks {
        return FormReading { form: Form::Breaks, reading, layout: None };
    }
    let axis = match form {
        Some(Form::Grid) => Some(Axis::Down),
        Some(Form::Across) => Some(Axis::Across),
        _ => None,
    };
    let correction = Correction { axis, ..decision.correction.clone() };
    // Places and prices of one sheet stand above each other.
    let places = find_places(rows, version, &version.zones, decision);
    let rest = places.map_or_else(|| rows.to_vec(), |places| without_places(rows, &places));
    match read_prices(&rest, version.weighing.unit, currency, &correction) {
        Some(GridSheet { axis: Axis::Across, layout, reading }) => {
            FormReading { form: Form::Across, reading, layout: Some(layout) }
        }
        Some(GridSheet { layout, reading, .. }) => {
            FormReading { form: Form::Grid, reading, layout: Some(layout) }
        }
        None => FormReading { form: form.unwrap_or(Form::Grid), reading: Reading::default(), layout: None },
    }
}

/// The zones of the draft, and those that the prices of the sheet add: its places name them by any of their names.
fn zones_with(version: &VersionRows, reading: &Reading) -> Vec<ZoneRow> {
    let mut zones = version.zones.clone();
    if !reading.cells.is_empty() {
        let is_new = |zone: &&ZoneRow| !version.zones.iter().any(|known| known.code == zone.code);
        zones.extend(reading.zones.iter().filter(is_new).cloned());
    }
    zones
}

/// The places; a list in which no country is known is none, unless a person says so.
fn find_places(
    rows: &[Vec<String>],
    version: &VersionRows,
    zones: &[ZoneRow],
    decision: &SheetDecision,
) -> Option<PlaceSheet> {
    let unit = version.weighing.unit;
    let list = read_places(rows, zones, unit, &decision.places, &decision.correction)?;
    (decision.form == Some(Form::Places) || !list.places.is_empty()).then_some(list)
}

/// The rows and columns that are read, at their positions.
fn without_left_out(rows: &[Vec<String>], correction: &Correction) -> Vec<Vec<String>> {
    let keep_cell = |column: usize, text: &String| match correction.left_out_columns.contains(&column) {
        true => String::new(),
        false => text.clone(),
    };
    let keep = |index: usize, row: &[String]| match correction.left_out.contains(&index) {
        true => Vec::new(),
        false => row.iter().enumerate().map(|(column, text)| keep_cell(column, text)).collect(),
    };
    rows.iter().enumerate().map(|(index, row)| keep(index, row)).collect()
}
