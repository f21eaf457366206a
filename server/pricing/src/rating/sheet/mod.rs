//! Reads the prices of a sheet: weights down and zones across, breaks of air cargo across, or one row per cell.
//!
//! `layout` guesses where everything stands, for a person to correct; `reading` turns the rows into rows of a version and
//! says for each cell why it was not taken; `writing` gives the sheet back.

mod breaks;
mod flat;
mod layout;
pub mod number;
mod reading;
pub mod weight;

pub use breaks::read_breaks;
pub use flat::{read_flat, write_flat};
pub use layout::guess;
pub use reading::{read_grid, write};

use poem_openapi::Enum;
use serde::Serialize;

use super::code::Code;
use super::finding::Severity;
use super::measure::WeightUnit;
use super::rows::{BandRow, CellRow, ZoneRow};
use number::Mark;

/// Where the parts of a sheet stand. Rows and columns are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    pub header_rows: usize,
    /// The upper bounds of bands.
    pub weight_column: usize,
    /// The lower bounds, if they have a column of their own.
    pub from_column: Option<usize>,
    /// The weights of the same bands in another unit, which are not read.
    pub other_weights: Vec<usize>,
    pub weight_unit: WeightUnit,
    pub zones: Vec<(usize, Code)>,
    pub mark: Mark,
    pub method: Method,
}

/// The method of all cells of a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Cell,
    PerUnit,
}

/// The rows that were read, and what is to be said about the others.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reading {
    pub bands: Vec<BandRow>,
    pub zones: Vec<ZoneRow>,
    pub cells: Vec<CellRow>,
    pub findings: Vec<SheetFinding>,
}

/// A finding about a cell of the sheet. Row and column are counted from 1, as spreadsheets do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SheetFinding {
    pub severity: Severity,
    pub code: SheetCode,
    pub row: usize,
    pub column: usize,
    /// The text of the cell, shortened.
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Enum)]
#[serde(rename_all = "snake_case")]
#[oai(rename = "PriceSheetCode", rename_all = "snake_case")]
pub enum SheetCode {
    /// No country has these two letters.
    UnknownCountry,
    UnreadablePrice,
    UnreadableWeight,
    /// A row of text, such as a footnote.
    RowSkipped,
    /// A column with prices but without a zone.
    ColumnIgnored,
    ZeroPrice,
    NegativePrice,
    TooManyDecimals,
    /// The cell names another currency than the table has.
    OtherCurrency,
    /// The weight has a unit that cannot be converted exactly into that of the table.
    OtherUnit,
    WeightNotRising,
    /// The row begins above the end of the row before.
    BandGap,
    /// The row begins below the end of the row before.
    BandOverlap,
    /// "Over 30 kg" without an end: a ladder needs one.
    OpenEnd,
    /// Two rows for the same cell.
    RepeatedCell,
    UnknownMethod,
}

const MAX_TEXT: usize = 60;

impl Reading {
    fn say(&mut self, severity: Severity, code: SheetCode, at: (usize, usize), text: &str) {
        let text = text.trim().chars().take(MAX_TEXT).collect();
        self.findings.push(SheetFinding { severity, code, row: at.0 + 1, column: at.1 + 1, text });
    }

    pub fn has_errors(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Error)
    }
}
