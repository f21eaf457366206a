//! A file of rows from any program: text with delimiters, or a workbook.
//!
//! Rows are passed on one by one, so the memory for a text file does not grow with its size. Workbooks are
//! compressed, so both their compressed and their uncompressed size is limited, and a process of its own reads
//! them.

mod book;
pub mod export;
pub mod fold;
mod header;
mod number_format;
pub mod preview;
mod sniff;
mod text;
pub mod workbook;

use std::io::{Read, Seek};
use std::ops::ControlFlow;

pub use book::{Sheet, SheetScore, list_sheets};
pub use csv::StringRecord as Cells;
pub use header::{ColumnWords, Header, OURS};
use serde::{Deserialize, Serialize};
use server_core::http::messages::{MessageCode, Params};
use server_core::sandbox::Task;
pub use sniff::{Dialect, Kind, Sniffer};

/// The header is searched for in these first rows; titles can be above it.
const PREAMBLE_ROWS: usize = 30;
/// A longer row means that a quotation mark was never closed.
const MAX_ROW_BYTES: usize = 4 * 1024 * 1024;
const MAX_COLUMNS: usize = 1_000;
const MAX_WORKBOOK_BYTES: u64 = 32 * 1024 * 1024;
const MAX_UNPACKED_BYTES: u64 = 400 * 1024 * 1024;

/// Ends the text of a number cell with decimals, whose mark is always the point. Every reader trims it.
const NUMBER_CELL: char = '\u{200b}';

/// Begins the text of a cell whose formula has no kept result.
pub const NO_RESULT: &str = "#FORMULA!";

/// Whether a workbook has the cell as a number, and not as text that looks like one.
pub fn is_number_cell(cell: &str) -> bool {
    cell.ends_with(NUMBER_CELL)
}

/// One row of the file under its header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The row number in a spreadsheet program.
    pub line: u32,
    pub cells: Cells,
    /// What the formats of number cells add to their numbers.
    pub signs: Vec<CellSign>,
}

/// What a workbook shows beside the number of a cell, such as its currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellSign {
    /// From zero.
    pub column: usize,
    pub sign: String,
}

impl Row {
    /// A row of texts.
    pub fn new(line: u32, cells: Cells) -> Self {
        Self { line, cells, signs: Vec::new() }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum SheetError {
    #[error("neither CSV nor a workbook")]
    UnknownFormat,
    #[error("the file has no header")]
    Empty,
    #[error("the file is too large for a workbook")]
    TooLarge,
    #[error("the row that begins at line {line} does not end")]
    EndlessRow { line: u32 },
    #[error("more than {MAX_COLUMNS} columns")]
    TooManyColumns,
    #[error("a cell in row {line} is longer than a workbook allows")]
    CellTooLong { line: u32 },
    #[error("a workbook of the format before 2007")]
    OldWorkbook,
    #[error("the workbook needs more memory or time than a file gets")]
    TooHeavy,
    /// By the process that reads workbooks. The row is 0 when it is not about one.
    #[error("the workbook is refused: {code:?}")]
    Refused { code: MessageCode, line: u32 },
    #[error("the workbook is damaged: {0}")]
    Damaged(String),
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

impl SheetError {
    pub fn message(&self) -> MessageCode {
        match self {
            Self::UnknownFormat => MessageCode::ImportUnknownFormat,
            Self::Empty => MessageCode::ImportEmpty,
            Self::TooLarge => MessageCode::ImportTooLarge,
            Self::EndlessRow { .. } => MessageCode::ImportEndlessRow,
            Self::TooManyColumns => MessageCode::ImportTooManyColumns,
            Self::CellTooLong { .. } => MessageCode::ImportCellTooLong,
            Self::OldWorkbook => MessageCode::ImportOldWorkbook,
            Self::TooHeavy => MessageCode::ImportTooHeavy,
            Self::Refused { code, .. } => *code,
            Self::Damaged(_) => MessageCode::ImportDamaged,
            Self::Io(_) => MessageCode::ImportUnreadable,
        }
    }

    /// The row of the problem, if it is about one.
    pub fn line(&self) -> Option<u32> {
        match self {
            Self::EndlessRow { line } | Self::CellTooLong { line } => Some(*line),
            Self::Refused { line, .. } => Some(*line).filter(|line| *line > 0),
            _ => None,
        }
    }

    /// The parameters of the message.
    pub fn params(&self) -> Params {
        self.line().map(|line| Params::from([("line", line.into())])).unwrap_or_default()
    }
}

/// Reads a file and calls `visit` with its header and each non-empty row. `task` has the limits for a workbook, `words` tells
/// names of columns from values. The visitor stops the reading with `ControlFlow::Break`.
pub fn read_table<R: Read + Seek>(
    file: R,
    kind: &Kind,
    task: &'static Task,
    words: &ColumnWords,
    visit: &mut dyn FnMut(&Header, Row) -> ControlFlow<()>,
) -> Result<Header, SheetError> {
    let mut reading = Reading { header: None, waiting: Vec::new(), words, visit };
    let mut take = |row: Row| reading.take(row);
    let ended = match kind {
        Kind::Text(dialect) => text::each_row(file, *dialect, &mut take)?,
        Kind::Xlsx { sheet } => workbook::each_row(file, task, sheet.as_deref(), &mut take)?,
    };
    match ended {
        ControlFlow::Continue(()) => reading.finish(),
        ControlFlow::Break(()) => reading.header.ok_or(SheetError::Empty),
    }
}

/// Reads a file and calls `visit` with each row, header or not.
pub fn read_rows<R: Read + Seek>(
    file: R,
    kind: &Kind,
    task: &'static Task,
    visit: &mut dyn FnMut(Row) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, SheetError> {
    let mut take = |row: Row| match row.cells.len() {
        0..=MAX_COLUMNS => Ok(visit(without_text_formulas(row))),
        _ => Err(SheetError::TooManyColumns),
    };
    match kind {
        Kind::Text(dialect) => text::each_row(file, *dialect, &mut take),
        Kind::Xlsx { sheet } => workbook::each_row(file, task, sheet.as_deref(), &mut take),
    }
}

/// Replaces formulas such as `="02139"` by their text. Programs write them for digits that a spreadsheet must not make a number.
fn without_text_formulas(row: Row) -> Row {
    if !row.cells.iter().any(|cell| text_of_formula(cell).is_some()) {
        return row;
    }
    let cells = row.cells.iter().map(|cell| text_of_formula(cell).unwrap_or_else(|| cell.to_owned()));
    Row { cells: cells.collect(), ..row }
}

fn text_of_formula(cell: &str) -> Option<String> {
    let text = fold::trim(cell).strip_prefix("=\"")?.strip_suffix('"')?.replace("\"\"", "\u{0}");
    (!text.contains('"')).then(|| text.replace('\u{0}', "\""))
}

/// Keeps the first rows until the header is found.
struct Reading<'a> {
    header: Option<Header>,
    waiting: Vec<Row>,
    words: &'a ColumnWords,
    visit: &'a mut dyn FnMut(&Header, Row) -> ControlFlow<()>,
}

impl Reading<'_> {
    fn take(&mut self, row: Row) -> Result<ControlFlow<()>, SheetError> {
        let row = without_text_formulas(row);
        if row.cells.len() > MAX_COLUMNS {
            return Err(SheetError::TooManyColumns);
        }
        if row.cells.iter().all(|cell| fold::trim(cell).is_empty()) {
            return Ok(ControlFlow::Continue(()));
        }
        if let Some(header) = &self.header {
            return Ok((self.visit)(header, row));
        }
        self.waiting.push(row);
        if self.waiting.len() < PREAMBLE_ROWS { Ok(ControlFlow::Continue(())) } else { self.find_header() }
    }

    fn finish(mut self) -> Result<Header, SheetError> {
        match self.header.take() {
            Some(header) => Ok(header),
            None => self.find_header().and(self.header.ok_or(SheetError::Empty)),
        }
    }

    fn find_header(&mut self) -> Result<ControlFlow<()>, SheetError> {
        let rows = std::mem::take(&mut self.waiting);
        let (header, end) = header::find(&rows, self.words).ok_or(SheetError::Empty)?;
        let header = self.header.insert(header);
        for row in rows.into_iter().skip(end) {
            if (self.visit)(header, row).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
