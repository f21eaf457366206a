//! Reads the format, the header and the first rows of an uploaded file. Blocking.

use std::fs::File;
use std::io::{Read, Seek};
use std::ops::ControlFlow;

use super::workbook::PREVIEW;
use super::{ColumnWords, Header, Kind, Row, SheetError, Sniffer};
use server_core::files::formula::is_guarded;
use server_core::sandbox::Task;

/// Rows that the guess reads.
const SAMPLE_ROWS: usize = 10_000;
/// The guess stops here too, because rows can be long.
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

/// Detects the format of a file and the sheets of a workbook, of which the fullest is chosen.
fn kind_of(file: &mut File) -> Result<(Kind, Vec<String>), SheetError> {
    let mut sniffer = Sniffer::default();
    let mut chunk = vec![0; 64 * 1024];
    loop {
        match file.read(&mut chunk)? {
            0 => break,
            read => sniffer.feed(&chunk[..read]),
        }
    }
    let kind = sniffer.finish()?;
    let sheets = super::sheets(&*file, &kind)?;
    // The first of equals, so that `max_by_key`, which takes the last, looks from behind.
    let fullest = sheets.iter().rev().max_by_key(|sheet| sheet.weight);
    let kind = fullest.map_or(kind.clone(), |sheet| kind.with_sheet(&sheet.name));
    Ok((kind, sheets.into_iter().map(|sheet| sheet.name).collect()))
}

/// Detects the format of a file and reads its first rows.
pub fn read_preview(mut file: File, words: &ColumnWords) -> Result<Preview, SheetError> {
    let (kind, sheets) = kind_of(&mut file)?;
    let preview = read_preview_of_kind(file, kind, words)?;
    Ok(Preview { sheets, ..preview })
}

/// Reads all rows of a file as they are, empty ones included, so that the position of a row is its number. None when there
/// are more than `most`.
pub fn read_all_rows(mut file: File, most: usize) -> Result<Option<Vec<Vec<String>>>, SheetError> {
    let (kind, _) = kind_of(&mut file)?;
    file.rewind()?;
    let (mut rows, mut bytes) = (Vec::new(), 0);
    let ended = super::read_rows(file, &kind, &PREVIEW, &mut |row| {
        bytes += row.cells.as_slice().len();
        let place = (row.line as usize).saturating_sub(1).max(rows.len());
        if place >= most || bytes >= SAMPLE_BYTES {
            return ControlFlow::Break(());
        }
        rows.resize_with(place, Vec::new);
        rows.push(remove_guards(row).cells.iter().map(str::to_owned).collect());
        ControlFlow::Continue(())
    })?;
    Ok(ended.is_continue().then_some(rows))
}

/// Reads the first rows of a file whose format is known.
pub fn read_preview_of_kind(mut file: File, kind: Kind, words: &ColumnWords) -> Result<Preview, SheetError> {
    file.rewind()?;
    let (mut rows, mut bytes) = (Vec::new(), 0);
    let is_full = |rows: &[Row], bytes| rows.len() >= SAMPLE_ROWS || bytes >= SAMPLE_BYTES;
    let header = read_unguarded(file, &kind, &PREVIEW, words, &mut |_, row| {
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

/// Reads a file from its start. In a file of refused lines, the guards we added are removed.
pub fn read_unguarded(
    file: File,
    kind: &Kind,
    task: &'static Task,
    words: &ColumnWords,
    visit: &mut dyn FnMut(&Header, Row) -> ControlFlow<()>,
) -> Result<Header, SheetError> {
    super::read_table(file, kind, task, words, &mut |header, row| {
        let row = if header.is_resent() { remove_guards(row) } else { row };
        visit(header, row)
    })
}

/// The original row of a file that we wrote, without our guards.
pub fn remove_guards(row: Row) -> Row {
    if !row.cells.iter().any(is_guarded) {
        return row;
    }
    let cells = row.cells.iter().map(|cell| if is_guarded(cell) { &cell[1..] } else { cell }).collect();
    Row { line: row.line, cells }
}
