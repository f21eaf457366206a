//! Lists the sheets of a workbook, and scores them so that the one with the data can be chosen.

use std::io::{Read, Seek};
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::fold::trim;
use super::{ColumnWords, Kind, MAX_UNPACKED_BYTES, PREAMBLE_ROWS, Row, SheetError, header, workbook};

/// More sheets are listed, but not looked into.
const MAX_SHEETS: usize = 20;
/// Rows of a sheet that are read to score it.
const SCORED_ROWS: usize = 1_000;

/// A visible sheet of a workbook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    pub name: String,
    pub score: SheetScore,
}

/// How likely a sheet has the data. The sheet with the highest score is read: the one with the most known columns, and among
/// those the one with the most filled cells. A page of instructions has no known column.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SheetScore {
    pub known_columns: usize,
    pub filled_cells: usize,
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

/// Lists the sheets of a workbook, in its order. A text file has none.
pub fn list_sheets<R: Read + Seek>(mut file: R, kind: &Kind) -> Result<Vec<Sheet>, SheetError> {
    file.rewind()?;
    match kind {
        Kind::Text(_) => Ok(Vec::new()),
        Kind::Xlsx { .. } => workbook::list_sheets(file),
    }
}

/// Reads the sheets of a workbook and scores them. The work of the process of [`workbook::list_sheets`].
pub(super) fn score_sheets<R: Read + Seek>(
    mut file: R,
    words: &ColumnWords,
) -> Result<Vec<Sheet>, SheetError> {
    let names = workbook::list_sheet_names(&mut file)?;
    let is_only_one = names.len() == 1;
    let (mut sheets, mut failure) = (Vec::with_capacity(names.len()), None);
    for (index, name) in names.into_iter().enumerate() {
        file.rewind()?;
        // The only sheet is chosen in any case.
        let is_scored = !is_only_one && index < MAX_SHEETS;
        let scored = if is_scored { score_sheet(&mut file, &name, words) } else { Ok(SheetScore::default()) };
        let score = match scored {
            Ok(score) => score,
            // A sheet that cannot be read gets the lowest score. Its error is reported when the user chooses it.
            Err(error @ (SheetError::TooManyColumns | SheetError::Damaged(_))) => {
                failure = failure.or(Some(error));
                SheetScore::default()
            }
            Err(error) => return Err(error),
        };
        sheets.push(Sheet { name, score });
    }
    // Beside a sheet that cannot be read, empty sheets do not mean that the file has no rows.
    let has_rows = sheets.iter().any(|sheet| sheet.score.filled_cells > 0);
    failure.filter(|_| !has_rows).map_or(Ok(sheets), Err)
}

fn score_sheet<R: Read + Seek>(file: R, name: &str, words: &ColumnWords) -> Result<SheetScore, SheetError> {
    let (mut first_rows, mut rows, mut filled_cells) = (Vec::new(), 0, 0);
    let mut count_row = |row: Row| {
        filled_cells += row.cells.iter().filter(|cell| !trim(cell).is_empty()).count();
        rows += 1;
        if first_rows.len() < PREAMBLE_ROWS {
            first_rows.push(row);
        }
        Ok(if rows < SCORED_ROWS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    };
    let _ = workbook::visit(file, MAX_UNPACKED_BYTES, Some(name), &mut count_row)?;
    // A template without rows below its header has no data.
    let header = header::find(&first_rows, words).filter(|(_, header_rows)| rows > *header_rows);
    let is_known = |name: &&String| (words.is_known)(name);
    let known_columns = header.map_or(0, |(header, _)| header.names().iter().filter(is_known).count());
    Ok(SheetScore { known_columns, filled_cells })
}
