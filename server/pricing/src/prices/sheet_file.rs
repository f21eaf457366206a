//! The file of a version of a price table: a grid, one row per price, or one row per place.

use std::fs::File;

use rust_decimal::Decimal;

use rating::rows::{MemberRow, VersionRows};
use rating::sheet::{write, write_flat};
use sheets::export::{Cell, ExportFormat, Table};
use trade::countries::country;
use trade::wire_name;

wire_name! {
    /// Form of a file of prices.
    PriceFileForm {
        /// Weights down, zones across. One row per price if a cell is not a plain amount.
        Grid = "grid",
        /// One row per price, with every method.
        Cells = "cells",
        /// One row per place of a zone.
        Places = "places",
    }
}

const PLACES: [&str; 6] = ["zone", "country", "postcode_from", "postcode_to", "airport", "max_weight"];

/// Writes the file.
pub fn write_file(rows: &VersionRows, form: PriceFileForm, format: ExportFormat) -> anyhow::Result<File> {
    let texts = match form {
        PriceFileForm::Grid => write(rows).unwrap_or_else(|| write_flat(rows)),
        PriceFileForm::Cells => write_flat(rows),
        PriceFileForm::Places => places(rows),
    };
    let (headings, body) = texts.split_first().ok_or_else(|| anyhow::anyhow!("a file without a header"))?;
    let mut table = Table::begin(format, headings)?;
    // Names of zones stay texts: `05` is not 5. The first column of a grid has weights.
    let is_by_zone = headings.first().is_some_and(|heading| heading == "zone");
    let is_text = |column: usize| (is_by_zone && column == 0) || form == PriceFileForm::Places;
    for row in body {
        let cells: Vec<Cell> =
            row.iter().enumerate().map(|(column, text)| cell(text, is_text(column))).collect();
        table.write(&cells)?;
    }
    table.finish()
}

/// A number is one in a workbook too, unless its column has codes such as `05`.
fn cell(text: &str, is_text: bool) -> Cell {
    if text.is_empty() {
        return Cell::Empty;
    }
    match text.parse::<Decimal>() {
        Ok(number) if !is_text => Cell::Number(number),
        _ => Cell::Text(text.to_owned()),
    }
}

fn places(rows: &VersionRows) -> Vec<Vec<String>> {
    let place = |row: &MemberRow| {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        vec![
            row.zone.to_string(),
            country(row.country_id).map(|country| country.alpha2.clone()).unwrap_or_default(),
            text(&row.postcode_from),
            text(&row.postcode_to),
            text(&row.airport),
            row.max_weight.map(|weight| weight.normalize().to_string()).unwrap_or_default(),
        ]
    };
    let header = PLACES.map(str::to_owned).to_vec();
    std::iter::once(header).chain(rows.members.iter().map(place)).collect()
}
