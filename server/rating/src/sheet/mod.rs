//! Reads the prices of a sheet: weights down or across, breaks of air cargo across, or one row per cell; and its places.
//!
//! `layout` guesses where everything stands, and a person corrects it; `reading` turns the rows into rows of a version and
//! says for each cell why it was not taken; `write` gives the sheet back.

mod apply;
mod breaks;
mod cell_units;
mod cells;
mod correct;
mod currency;
mod decimal_mark;
mod fees;
mod flat;
mod full_width;
mod grid;
mod grid_corner;
mod header;
mod join_ladders;
mod ladder;
mod layout;
mod list;
mod lost_zeros;
mod measures;
mod named_zones;
mod not_offered;
pub mod number;
mod packaging;
mod per_row;
mod place_columns;
mod place_matrix;
mod place_text;
pub mod places;
mod reading;
mod second_table;
mod vocabulary;
mod weight;
mod weight_blocks;
mod words;
mod zone_blocks;

pub use apply::{BandMode, apply, guess_mode, rename_zones, report_mode};
pub use breaks::read_breaks;
pub use correct::{Correction, Role, correct};
pub use currency::is_other_sign;
pub use decimal_mark::ColumnMark;
pub use fees::check_fees;
pub use flat::{is_flat, read_flat, write_flat};
pub use grid::{GridSheet, read_prices};
pub use header::{MAX_CODE, PriceColumn};
pub use layout::{Axis, Layout, guess};
pub use named_zones::{NamedZone, name_countries};
pub use reading::write;
pub use words::Bound;

use poem_openapi::Enum;
use serde::Serialize;

use super::finding::Severity;
use super::rows::{BandRow, CellRow, ZoneRow};

/// The method of a column of prices.
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
    /// The name of a zone is missing or too long.
    UnreadableZone,
    UnreadablePostcode,
    /// The zone of a row is that of the rows above: it stands once, as a merged cell is saved.
    ZoneContinued,
    /// A postcode had lost the zeros in front, and is read with them.
    ZerosRestored,
    UnreadableAirport,
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
    /// The numbers can be read with a decimal point and with a decimal comma.
    NumberFormatUnclear,
    /// A header has the name of another zone of the sheet.
    RepeatedColumn,
    /// The weights are lower bounds, so each band ends just below the next weight.
    LowerBounds,
    /// The weights are lower bounds that are not in their own bands: each band ends at the next weight.
    OverBounds,
    /// The prices of a letter, an envelope or documents, in a row that names no weight: they are not read.
    PackagingRow,
    /// The prices of a row are per unit, for all of the weight.
    PerUnitRow,
    /// The prices of a row are added for each started step of weight.
    AdditionalRow,
    /// The prices of a row can be for all of the weight or for that above the band before.
    PerRowUnclear,
    /// The last band has no end and is open.
    LastBandOpen,
    /// The last band has no end, and one price for all weights of it.
    LastBandFlat,
    /// Zones with different weights: the bands of all are one ladder, in which each zone keeps its prices.
    BandsJoined,
    /// Prices with the sign of a footnote, told at the first one: the sign is not read.
    NoteIgnored,
    /// The lowest freight of each zone.
    MinimumRow,
    /// The sheet has a row for a weight without any price.
    RowNotOffered,
    /// A price is lower than that of the weight before, told at the first of each zone.
    PriceFalls,
    /// Several columns name zones, and none of them fits the zones of the version better.
    ZoneColumnUnclear,
    /// The same country, range of postcodes or airport is in two zones of the sheet.
    PlaceInTwoZones,
    /// The prices are for a step of weight, such as each additional 0.5 kg, which a grid does not have.
    StepPrices,
    /// A fee beside the prices is added to each of them.
    FeeAdded,
    /// The fee is for each parcel, and the table prices shipments.
    FeePerPiece,
    /// The fee is for each shipment, and the table prices each parcel.
    FeePerShipment,
    /// A fee stands beside the prices of several zones, and which of them it belongs to is unclear.
    FeeUnclear,
    /// The fee of a row is blank.
    FeeMissing,
    /// A price with its fee has more decimals than can be stored.
    FeeTooFine,
    /// The header names a unit of weight, and not whether its prices are per unit.
    PerUnitUnclear,
    /// Another table begins below the prices: its prices may be of another kind.
    SecondTable,
    /// Nothing in the sheet is a price.
    NoPrices,
    /// The prices of the draft are replaced.
    Replaces,
    /// The bands are added to those of the draft.
    Adds,
}

const MAX_TEXT: usize = 60;

impl Reading {
    pub fn say(&mut self, severity: Severity, code: SheetCode, at: (usize, usize), text: &str) {
        let text = text.trim().chars().take(MAX_TEXT).collect();
        self.findings.push(SheetFinding { severity, code, row: at.0 + 1, column: at.1 + 1, text });
    }

    /// Findings in the order of the sheet.
    pub fn sort(&mut self) {
        self.findings.sort_by_key(|one| (one.row, one.column));
    }

    pub fn has_errors(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Error)
    }
}
