//! The first look at a file that was sent: what it is, its header, its first rows. Blocking.

use std::fs::File;
use std::io::{Read, Seek};
use std::ops::ControlFlow;

use super::refused::unguarded;
use super::sheet::{self, Header, Kind, Row, SheetError, Sniffer};

/// As many rows are looked at for a guess.
const SAMPLE_ROWS: usize = 10_000;
/// As many are shown.
pub const SHOWN_ROWS: usize = 20;

/// What a first look tells.
pub struct Look {
    pub kind: Kind,
    pub header: Header,
    pub rows: Vec<Row>,
    /// These are all the rows there are.
    pub is_whole: bool,
}

impl Look {
    /// The rows the mapping screen shows, cell by cell.
    pub fn shown(&self) -> Vec<Vec<String>> {
        let cells = |row: &Row| row.cells.iter().map(str::to_owned).collect();
        self.rows.iter().take(SHOWN_ROWS).map(cells).collect()
    }

    /// How many rows the file has, when that is known already.
    pub fn total_lines(&self) -> Option<i32> {
        i32::try_from(self.rows.len()).ok().filter(|_| self.is_whole)
    }
}

/// Finds out how a file is written and reads its first rows.
pub fn look(mut file: File) -> Result<Look, SheetError> {
    let mut sniffer = Sniffer::default();
    let mut chunk = vec![0; 64 * 1024];
    loop {
        match file.read(&mut chunk)? {
            0 => break,
            read => sniffer.feed(&chunk[..read]),
        }
    }
    look_again(file, sniffer.finish()?)
}

/// Reads the first rows of a file whose kind is known.
pub fn look_again(mut file: File, kind: Kind) -> Result<Look, SheetError> {
    file.rewind()?;
    let mut rows = Vec::new();
    let header = read(file, &kind, &mut |_, row| {
        rows.push(row);
        if rows.len() < SAMPLE_ROWS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    if rows.is_empty() {
        return Err(SheetError::Empty);
    }
    let is_whole = rows.len() < SAMPLE_ROWS;
    Ok(Look { kind, header, rows, is_whole })
}

/// Reads a file from its start, giving back what we added to one of refused lines.
pub fn read(
    file: File,
    kind: &Kind,
    visit: &mut dyn FnMut(&Header, Row) -> ControlFlow<()>,
) -> Result<Header, SheetError> {
    sheet::read(file, kind, &mut |header, row| {
        let row = if header.is_resent() { unguarded(row) } else { row };
        visit(header, row)
    })
}
