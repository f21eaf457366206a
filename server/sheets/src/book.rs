//! The sheets of a workbook, of which one is read.

use std::io::{Read, Seek};
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::fold::trim;
use super::{ColumnWords, Kind, MAX_UNPACKED_BYTES, PREAMBLE_ROWS, Row, SheetError, header, workbook};

/// More sheets are listed, but not looked into.
const MAX_SHEETS: usize = 20;
const COUNTED_ROWS: usize = 1_000;

/// A visible sheet of a workbook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    pub name: String,
    /// Number of its columns that we know, then of its filled cells: a page of instructions is light.
    pub weight: (usize, usize),
}

impl Kind {
    /// The same workbook with another sheet; a text file has none.
    #[must_use]
    pub fn with_sheet(&self, name: &str) -> Self {
        let sheet = Some(name.to_owned());
        match self {
            Self::Text(dialect) => Self::Text(*dialect),
            Self::Xlsx { .. } => Self::Xlsx { sheet },
        }
    }

    pub fn sheet(&self) -> Option<&str> {
        match self {
            Self::Text(_) => None,
            Self::Xlsx { sheet } => sheet.as_deref(),
        }
    }
}

/// The sheets of a workbook, in its order. A text file has none.
pub fn sheets<R: Read + Seek>(mut file: R, kind: &Kind) -> Result<Vec<Sheet>, SheetError> {
    file.rewind()?;
    match kind {
        Kind::Text(_) => Ok(Vec::new()),
        Kind::Xlsx { .. } => workbook::sheets(file),
    }
}

/// The sheets of a workbook with their weights.
pub(super) fn weigh_sheets<R: Read + Seek>(
    mut file: R,
    words: &ColumnWords,
) -> Result<Vec<Sheet>, SheetError> {
    let names = workbook::names(&mut file)?;
    let is_only_one = names.len() == 1;
    let weighed = names.into_iter().enumerate().map(|(at, name)| {
        file.rewind()?;
        let weight = if is_only_one || at >= MAX_SHEETS { (0, 0) } else { weight(&mut file, &name, words)? };
        Ok(Sheet { name, weight })
    });
    weighed.collect()
}

fn weight<R: Read + Seek>(file: R, name: &str, words: &ColumnWords) -> Result<(usize, usize), SheetError> {
    let (mut first, mut rows, mut cells) = (Vec::new(), 0, 0);
    let mut count = |row: Row| {
        cells += row.cells.iter().filter(|cell| !trim(cell).is_empty()).count();
        rows += 1;
        if first.len() < PREAMBLE_ROWS {
            first.push(row);
        }
        Ok(if rows < COUNTED_ROWS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    };
    let counted = workbook::visit(file, MAX_UNPACKED_BYTES, Some(name), &mut count);
    // A wide or damaged sheet is not the one with the shipments; if it is chosen, its error is told.
    if matches!(counted, Err(SheetError::TooManyColumns | SheetError::Damaged(_))) {
        return Ok((0, 0));
    }
    counted.map(|_| ())?;
    // A template without rows is no data.
    let header = header::find(&first, words).filter(|(_, end)| rows > *end);
    let known =
        header.map_or(0, |(header, _)| header.names().iter().filter(|name| (words.is_known)(name)).count());
    Ok((known, cells))
}
