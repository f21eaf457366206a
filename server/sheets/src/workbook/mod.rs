//! Workbooks are read in a process of its own (`sandbox`), because a small archive can claim, unpack to and repeat much
//! more than it holds.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;

use calamine::{Data, DataRef, ExcelDateTime, Reader, SheetType, SheetVisible, Xlsx};
use csv::StringRecord;
use serde::{Deserialize, Serialize};
use zip::ZipArchive;

use super::number_format::{NumberFormats, pad};
use super::{
    CellSign, ColumnWords, MAX_COLUMNS, MAX_UNPACKED_BYTES, NO_RESULT, NUMBER_CELL, Row, Sheet, SheetError,
    book,
};
use server_core::http::messages::MessageCode;
use server_core::sandbox::{self, Task, write_part};

/// Lists the sheets while the user waits.
pub const SHEETS: Task = Task { name: "sheets", memory: MEMORY, cpu_s: 15, wall_s: 30 };
/// Reads the first rows while the user waits.
pub const PREVIEW: Task = Task { name: "preview", memory: MEMORY, cpu_s: 15, wall_s: 30 };
/// Reads all rows as fast as a background process stores them.
pub const RUN: Task = Task { name: "run", memory: MEMORY, cpu_s: 120, wall_s: 2 * 60 * 60 };
/// Bytes.
const MEMORY: u64 = 192 * 1024 * 1024;

/// Characters of a cell, counted in UTF-16: the limit of Excel.
const MAX_CELL: usize = 32_767;
const MAX_ROW_BYTES: usize = 1024 * 1024;
/// The shortest entry of the shared texts, `<si/>`.
const SHARED_TEXT_BYTES: u64 = 5;

type Take<'a> = &'a mut dyn FnMut(Row) -> Result<ControlFlow<()>, SheetError>;
type Visited = Result<ControlFlow<()>, SheetError>;

/// One line that the process writes.
#[derive(Serialize, Deserialize)]
enum WorkbookMessage {
    Row(u32, Vec<String>, Vec<CellSign>),
    Sheets(Vec<Sheet>),
    /// With the row, or 0.
    Refused(MessageCode, u32),
    End,
}

/// Calls `take` with each row of the named sheet, or else of the first visible one. The process reads on while the rows
/// are taken.
pub fn each_row<R: Read + Seek>(file: R, task: &'static Task, sheet: Option<&str>, take: Take) -> Visited {
    let mut reader = sandbox::Reader::start_with(task, sheet, copy_of(file)?)?;
    loop {
        match reader.part()? {
            Some(WorkbookMessage::Row(line, cells, signs)) => {
                if take(Row { line, cells: StringRecord::from(cells), signs })?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Some(WorkbookMessage::Refused(code, line)) => return Err(SheetError::Refused { code, line }),
            Some(WorkbookMessage::End | WorkbookMessage::Sheets(_)) => return Ok(ControlFlow::Continue(())),
            None => return Err(SheetError::TooHeavy),
        }
    }
}

/// Lists the visible sheets with their scores, in the order of the workbook.
pub fn list_sheets<R: Read + Seek>(file: R) -> Result<Vec<Sheet>, SheetError> {
    match sandbox::read_file(&SHEETS, copy_of(file)?)? {
        Some(WorkbookMessage::Sheets(sheets)) => Ok(sheets),
        Some(WorkbookMessage::Refused(code, line)) => Err(SheetError::Refused { code, line }),
        _ => Err(SheetError::TooHeavy),
    }
}

fn copy_of<R: Read + Seek>(mut file: R) -> io::Result<File> {
    let mut copy = tempfile::tempfile()?;
    io::copy(&mut file, &mut copy)?;
    copy.rewind()?;
    Ok(copy)
}

/// The work of the process of [`PREVIEW`] or [`RUN`].
pub fn read_in_sandbox(file: File, sheet: Option<&str>, output: &mut dyn Write) -> io::Result<()> {
    let visited = visit(file, MAX_UNPACKED_BYTES, sheet, &mut |row: Row| {
        let cells = row.cells.iter().map(str::to_owned).collect();
        write_part(output, &WorkbookMessage::Row(row.line, cells, row.signs))?;
        Ok(ControlFlow::Continue(()))
    });
    let last = visited.map_or_else(|error| to_refusal(&error), |_| WorkbookMessage::End);
    write_part(output, &last)
}

/// The work of the process of [`SHEETS`].
pub fn list_in_sandbox(file: File, words: &ColumnWords, output: &mut dyn Write) -> io::Result<()> {
    let message =
        book::score_sheets(file, words).map_or_else(|error| to_refusal(&error), WorkbookMessage::Sheets);
    write_part(output, &message)
}

fn to_refusal(error: &SheetError) -> WorkbookMessage {
    WorkbookMessage::Refused(error.message(), error.line().unwrap_or_default())
}

/// `most` bytes may be unpacked, and as many may be in all rows together.
pub(super) fn visit<R: Read + Seek>(mut file: R, most: u64, sheet: Option<&str>, take: Take) -> Visited {
    weigh(&mut file, most)?;
    let mut book: Xlsx<_> =
        calamine::open_workbook_from_rs(BufReader::new(file)).map_err(to_damaged_error)?;
    let sheet = choose_sheet(book.sheets_metadata(), sheet)?;
    let mut formats = NumberFormats::of(&mut book, &sheet)?;
    let mut cells = book.worksheet_cells_reader(&sheet).map_err(to_damaged_error)?;
    let mut row = Building::default();
    // A shared text can be named by millions of cells.
    let mut left = most;
    while let Some(cell) = cells.next_cell_with_formula_metadata().map_err(to_damaged_error)? {
        let (line, column) = cell.pos;
        if line != row.line && row.finish(line, take)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        // In UTF-8, a character has four bytes at most: a longer text is refused before it is copied.
        if let DataRef::SharedString(text) = &cell.value
            && text.len() > MAX_CELL * 4
        {
            return Err(SheetError::CellTooLong { line: line + 1 });
        }
        let value = Data::from(cell.value);
        let format = formats.next_at(cell.pos);
        let lacks_result = value == Data::Empty && cell.formula.is_some();
        let padded = format.and_then(|format| pad(&value, format.digits?));
        let written = match (lacks_result, padded) {
            (true, _) => NO_RESULT.to_owned(),
            (false, Some(padded)) => padded,
            (false, None) => to_text(&value),
        };
        let mut written = row.set_cell(column as usize, written)?;
        let sign = format.and_then(|format| format.sign.as_ref());
        if let Some(sign) = sign.filter(|_| matches!(value, Data::Int(_) | Data::Float(_))) {
            row.signs.push(CellSign { column: column as usize, sign: sign.clone() });
            written += sign.len();
        }
        left = left.checked_sub(written as u64).ok_or(SheetError::TooLarge)?;
    }
    row.finish(u32::MAX, take)
}

/// Decompresses everything once without keeping it, because the sizes stated in an archive can be false.
fn weigh<R: Read + Seek>(file: &mut R, most: u64) -> Result<(), SheetError> {
    let mut archive = ZipArchive::new(&mut *file).map_err(to_damaged_error)?;
    // The parts of a workbook can have any name; only these two lead to them.
    if !["[Content_Types].xml", "_rels/.rels"].iter().all(|part| archive.index_for_name(part).is_some()) {
        return Err(SheetError::UnknownFormat);
    }
    let mut left = most;
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(to_damaged_error)?;
        let is_shared_texts =
            entry.name().map_err(to_damaged_error)?.to_ascii_lowercase().ends_with("sharedstrings.xml");
        let mut head = Vec::new();
        entry.by_ref().take(HEAD_BYTES).read_to_end(&mut head).map_err(to_damaged_error)?;
        let rest = io::copy(&mut entry.take(left + 1), &mut io::sink()).map_err(to_damaged_error)?;
        let unpacked = head.len() as u64 + rest;
        if is_shared_texts && claimed_texts(&head).is_some_and(|claim| claim > unpacked / SHARED_TEXT_BYTES) {
            return Err(SheetError::Damaged("more shared texts claimed than can be there".to_owned()));
        }
        left = left.checked_sub(unpacked).ok_or(SheetError::TooLarge)?;
    }
    file.seek(SeekFrom::Start(0))?;
    Ok(())
}

/// The start of an entry, which has the attributes of its first element.
const HEAD_BYTES: u64 = 16 * 1024;

/// The number of shared texts that the workbook claims, for which memory is reserved.
fn claimed_texts(head: &[u8]) -> Option<u64> {
    let head = String::from_utf8_lossy(head);
    let (_, claim) = head.split_once("uniqueCount")?;
    let claim = claim.trim_start_matches([' ', '=', '"', '\'', '\n', '\r', '\t']);
    let digits = claim.find(|c: char| !c.is_ascii_digit()).unwrap_or(claim.len());
    // A number that does not fit is a false claim too.
    (digits > 0).then(|| claim[..digits].parse().unwrap_or(u64::MAX))
}

/// Lists the names of the visible sheets of a workbook.
pub(super) fn list_sheet_names<R: Read + Seek>(mut file: R) -> Result<Vec<String>, SheetError> {
    weigh(&mut file, MAX_UNPACKED_BYTES)?;
    let book: Xlsx<_> = calamine::open_workbook_from_rs(BufReader::new(file)).map_err(to_damaged_error)?;
    Ok(visible(book.sheets_metadata()).map(str::to_owned).collect())
}

fn visible(sheets: &[calamine::Sheet]) -> impl Iterator<Item = &str> {
    let shown = |s: &&calamine::Sheet| s.typ == SheetType::WorkSheet && s.visible == SheetVisible::Visible;
    sheets.iter().filter(shown).map(|sheet| sheet.name.as_str())
}

fn choose_sheet(sheets: &[calamine::Sheet], name: Option<&str>) -> Result<String, SheetError> {
    // Every workbook has a sheet. Without one, the part that lists the sheets is lost or cut off.
    if sheets.is_empty() {
        return Err(SheetError::Damaged("no sheet is listed".to_owned()));
    }
    let named = || visible(sheets).find(|own| Some(*own) == name);
    named().or_else(|| visible(sheets).next()).map(str::to_owned).ok_or(SheetError::Empty)
}

pub(super) fn to_damaged_error(error: impl std::fmt::Display) -> SheetError {
    SheetError::Damaged(error.to_string())
}

/// The current row. `line` counts from zero.
#[derive(Default)]
struct Building {
    line: u32,
    cells: Vec<String>,
    signs: Vec<CellSign>,
    bytes: usize,
}

impl Building {
    /// Puts a text into a column, counted from zero. Returns the bytes of the cell.
    fn set_cell(&mut self, column: usize, text: String) -> Result<usize, SheetError> {
        let bytes = text.len();
        if bytes == 0 {
            return Ok(0);
        }
        if column >= MAX_COLUMNS {
            return Err(SheetError::TooManyColumns);
        }
        if bytes > MAX_CELL && text.encode_utf16().count() > MAX_CELL {
            return Err(SheetError::CellTooLong { line: self.line + 1 });
        }
        self.bytes += bytes;
        if self.bytes > MAX_ROW_BYTES {
            return Err(SheetError::TooLarge);
        }
        if self.cells.len() <= column {
            self.cells.resize(column + 1, String::new());
        }
        self.cells[column] = text;
        Ok(bytes)
    }

    fn finish(&mut self, next_line: u32, take: Take) -> Visited {
        let line = std::mem::replace(&mut self.line, next_line);
        self.bytes = 0;
        if self.cells.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        let cells = StringRecord::from(std::mem::take(&mut self.cells));
        take(Row { line: line + 1, cells, signs: std::mem::take(&mut self.signs) })
    }
}

fn to_text(value: &Data) -> String {
    match value {
        Data::String(text) | Data::DateTimeIso(text) | Data::DurationIso(text) => clean(text),
        Data::Int(number) => number_text(*number as f64),
        Data::Float(number) => number_text(*number),
        Data::Bool(yes) => yes.to_string(),
        Data::DateTime(moment) => moment_text(*moment),
        Data::Error(error) => error.to_string(),
        Data::Empty => String::new(),
    }
}

fn clean(text: &str) -> String {
    text.replace("\r\n", "\n").replace(['\r'], "\n").replace('\0', "")
}

/// From here on a number cell has lost digits.
const BEYOND_DIGITS: f64 = 1e15;

/// Spreadsheets keep and show fifteen digits: 0.1 + 0.2 is 0.3. A longer number has lost digits, and its exponent shows it.
fn number_text(number: f64) -> String {
    let shortened = format!("{number:.14E}");
    if number.abs() >= BEYOND_DIGITS {
        return shortened;
    }
    let rounded: f64 = shortened.parse().unwrap_or(number);
    let text = rounded.to_string();
    if text.contains('.') { format!("{text}{NUMBER_CELL}") } else { text }
}

fn moment_text(moment: ExcelDateTime) -> String {
    if moment.is_duration() {
        return number_text(moment.as_f64());
    }
    let (year, month, day, hour, minute, second, _) = moment.to_ymd_hms_milli();
    if moment.as_f64().fract() == 0.0 {
        return format!("{year:04}-{month:02}-{day:02}");
    }
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")
}

#[cfg(test)]
mod tests;
