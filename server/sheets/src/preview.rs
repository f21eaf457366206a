//! Reads the format, the header and the first rows of an uploaded file. Blocking.

use std::fs::File;
use std::io::{Read, Seek};
use std::ops::ControlFlow;

use super::workbook::PREVIEW;
use super::{CellSign, ColumnWords, Header, Kind, Row, SheetError, Sniffer};
use server_core::files::formula::remove_guards;
use server_core::sandbox::Task;

/// Rows that are read to guess the mapping.
const SAMPLE_ROWS: usize = 10_000;
/// The guess reads at most these bytes, because rows can be long.
const SAMPLE_BYTES: usize = 16 * 1024 * 1024;
/// Characters of a cell that the mapping screen shows.
const SHOWN_CELL: usize = 500;
/// Rows that the mapping screen shows.
pub const SHOWN_ROWS: usize = 20;

/// Result of the first read.
pub struct Preview {
    pub kind: Kind,
    /// Names of the sheets of a workbook.
    pub sheets: Vec<String>,
    pub header: Header,
    pub rows: Vec<Row>,
    /// Whether `rows` contains all rows of the file.
    pub is_whole: bool,
}

impl Preview {
    /// The rows of the mapping screen, cell by cell.
    pub fn to_shown_cells(&self) -> Vec<Vec<String>> {
        let cells =
            |row: &Row| row.cells.iter().map(|cell| cell.chars().take(SHOWN_CELL).collect()).collect();
        self.rows.iter().take(SHOWN_ROWS).map(cells).collect()
    }

    /// Number of rows in the file, if already known.
    pub fn total_lines(&self) -> Option<i32> {
        i32::try_from(self.rows.len()).ok().filter(|_| self.is_whole)
    }
}

/// The format of an uploaded file.
struct DetectedFormat {
    /// With the sheet to read.
    kind: Kind,
    sheet_names: Vec<String>,
}

/// Reads a file whole to detect its format, and chooses the sheet of a workbook with the highest score.
fn detect_format(file: &mut File) -> Result<DetectedFormat, SheetError> {
    let mut sniffer = Sniffer::default();
    let mut chunk = vec![0; 64 * 1024];
    loop {
        match file.read(&mut chunk)? {
            0 => break,
            read => sniffer.feed(&chunk[..read]),
        }
    }
    let kind = sniffer.finish()?;
    let sheets = super::list_sheets(&*file, &kind)?;
    // `max_by_key` takes the last of equals; reversed, the first sheet wins.
    let best = sheets.iter().rev().max_by_key(|sheet| sheet.score);
    let kind = best.map_or(kind.clone(), |sheet| kind.with_sheet(&sheet.name));
    Ok(DetectedFormat { kind, sheet_names: sheets.into_iter().map(|sheet| sheet.name).collect() })
}

/// Detects the format of a file and reads its first rows.
pub fn read_preview(mut file: File, words: &ColumnWords) -> Result<Preview, SheetError> {
    let DetectedFormat { kind, sheet_names } = detect_format(&mut file)?;
    let preview = read_preview_of_kind(file, kind, words)?;
    Ok(Preview { sheets: sheet_names, ..preview })
}

/// All rows of a file, and the sheets of its workbook.
pub struct AllRows {
    pub rows: Vec<Vec<String>>,
    pub worksheets: Vec<String>,
    /// The sheet that was read; a text file has none.
    pub worksheet: Option<String>,
}

/// Reads all rows of a file as they are, empty ones included, so that the position of a row is its number. A workbook is read
/// at `worksheet`, or at its best sheet. A number cell gets the sign of its format in front where `needs_sign` says so. None when
/// there are more than `max_rows`.
pub fn read_all_rows(
    mut file: File,
    max_rows: usize,
    worksheet: Option<&str>,
    needs_sign: &dyn Fn(&str) -> bool,
) -> Result<Option<AllRows>, SheetError> {
    let DetectedFormat { kind, sheet_names } = detect_format(&mut file)?;
    let chosen = worksheet.filter(|name| sheet_names.iter().any(|known| known == name));
    let kind = chosen.map_or(kind.clone(), |name| kind.with_sheet(name));
    file.rewind()?;
    let (mut rows, mut bytes) = (Vec::new(), 0);
    let ended = super::read_rows(file, &kind, &PREVIEW, &mut |row| {
        bytes += row.cells.as_slice().len();
        // Lines count from 1. Lines that the reader skips become empty rows.
        let index = (row.line as usize).saturating_sub(1).max(rows.len());
        if index >= max_rows || bytes >= SAMPLE_BYTES {
            return ControlFlow::Break(());
        }
        rows.resize_with(index, Vec::new);
        let row = remove_formula_guards(row);
        let mut cells: Vec<String> = row.cells.iter().map(str::to_owned).collect();
        for CellSign { column, sign } in row.signs.iter().filter(|one| needs_sign(&one.sign)) {
            if let Some(cell) = cells.get_mut(*column) {
                *cell = format!("{sign} {cell}");
            }
        }
        rows.push(cells);
        ControlFlow::Continue(())
    })?;
    let worksheet = kind.sheet().map(str::to_owned);
    Ok(ended.is_continue().then_some(AllRows { rows, worksheets: sheet_names, worksheet }))
}

/// Reads the first rows of a file whose format is known.
pub fn read_preview_of_kind(mut file: File, kind: Kind, words: &ColumnWords) -> Result<Preview, SheetError> {
    file.rewind()?;
    let (mut rows, mut bytes) = (Vec::new(), 0);
    let is_full = |rows: &[Row], bytes| rows.len() >= SAMPLE_ROWS || bytes >= SAMPLE_BYTES;
    let header = read_without_formula_guards(file, &kind, &PREVIEW, words, &mut |_, row| {
        bytes += row.cells.as_slice().len();
        rows.push(row);
        if is_full(&rows, bytes) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    if rows.is_empty() {
        return Err(SheetError::Empty);
    }
    let is_whole = !is_full(&rows, bytes);
    Ok(Preview { kind, sheets: Vec::new(), header, rows, is_whole })
}

/// Reads a file from its start. In a file of refused lines, the apostrophes are removed that we put before cells that look like
/// formulas.
pub fn read_without_formula_guards(
    file: File,
    kind: &Kind,
    task: &'static Task,
    words: &ColumnWords,
    visit: &mut dyn FnMut(&Header, Row) -> ControlFlow<()>,
) -> Result<Header, SheetError> {
    super::read_table(file, kind, task, words, &mut |header, row| {
        let row = if header.is_refused_lines_file() { remove_formula_guards(row) } else { row };
        visit(header, row)
    })
}

/// The original row of a file that we wrote, without the apostrophes that we put before cells that look like formulas.
pub fn remove_formula_guards(row: Row) -> Row {
    if !row.cells.iter().any(|cell| cell.contains('\'')) {
        return row;
    }
    let cells = row.cells.iter().map(remove_guards).collect();
    Row { cells, ..row }
}
