use std::io::{BufReader, Read, Seek, SeekFrom};
use std::ops::ControlFlow;

use calamine::{Data, ExcelDateTime, Reader, SheetType, SheetVisible, Xls, Xlsx};
use csv::StringRecord;
use zip::ZipArchive;

use super::{MAX_COLUMNS, MAX_UNPACKED_BYTES, NO_RESULT, NUMBER_CELL, Row, SheetError};

type Take<'a> = &'a mut dyn FnMut(Row) -> Result<ControlFlow<()>, SheetError>;
type Visited = Result<ControlFlow<()>, SheetError>;

/// Calls `take` with each row of the named sheet, or else of the first visible one, while the cells are decompressed.
pub fn each_xlsx_row<R: Read + Seek>(mut file: R, sheet: Option<&str>, take: Take) -> Visited {
    weigh(&mut file)?;
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(BufReader::new(file)).map_err(damaged)?;
    let sheet = chosen(book.sheets_metadata(), sheet)?;
    let mut cells = book.worksheet_cells_reader(&sheet).map_err(damaged)?;
    let mut row = Building::default();
    while let Some(cell) = cells.next_cell_with_formula_metadata().map_err(damaged)? {
        let (line, column) = cell.pos;
        if line != row.line && row.finish(line, take)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let value = Data::from(cell.value);
        let lacks_result = value == Data::Empty && cell.formula.is_some();
        row.put(column as usize, if lacks_result { NO_RESULT.to_owned() } else { text(&value) })?;
    }
    row.finish(u32::MAX, take)
}

/// The older format is small: its sheets have at most 65,536 rows and 256 columns.
pub fn each_xls_row<R: Read + Seek>(file: R, sheet: Option<&str>, take: Take) -> Visited {
    let mut book: Xls<_> = calamine::open_workbook_from_rs(BufReader::new(file)).map_err(damaged)?;
    let sheet = chosen(book.sheets_metadata(), sheet)?;
    let range = book.worksheet_range(&sheet).map_err(damaged)?;
    let (first, left) = range.start().unwrap_or((0, 0));
    for (at, cells) in (first..).zip(range.rows()) {
        let mut row = Building { line: at, cells: Vec::new() };
        for (column, value) in (left as usize..).zip(cells) {
            row.put(column, text(value))?;
        }
        if row.finish(u32::MAX, take)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Decompresses everything once without keeping it, because the sizes stated in an archive can be false.
fn weigh<R: Read + Seek>(file: &mut R) -> Result<(), SheetError> {
    let mut archive = ZipArchive::new(&mut *file).map_err(damaged)?;
    // The parts of a workbook can have any name; only these two lead to them.
    if !["[Content_Types].xml", "_rels/.rels"].iter().all(|part| archive.index_for_name(part).is_some()) {
        return Err(SheetError::UnknownFormat);
    }
    let mut left = MAX_UNPACKED_BYTES;
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).map_err(damaged)?.take(left + 1);
        let unpacked = std::io::copy(&mut entry, &mut std::io::sink()).map_err(damaged)?;
        left = left.checked_sub(unpacked).ok_or(SheetError::TooLarge)?;
    }
    file.seek(SeekFrom::Start(0))?;
    Ok(())
}

/// Names of the visible sheets of a workbook.
pub fn xlsx_sheets<R: Read + Seek>(mut file: R) -> Result<Vec<String>, SheetError> {
    weigh(&mut file)?;
    let book: Xlsx<_> = calamine::open_workbook_from_rs(BufReader::new(file)).map_err(damaged)?;
    Ok(visible(book.sheets_metadata()).map(str::to_owned).collect())
}

pub fn xls_sheets<R: Read + Seek>(file: R) -> Result<Vec<String>, SheetError> {
    let book: Xls<_> = calamine::open_workbook_from_rs(BufReader::new(file)).map_err(damaged)?;
    Ok(visible(book.sheets_metadata()).map(str::to_owned).collect())
}

fn visible(sheets: &[calamine::Sheet]) -> impl Iterator<Item = &str> {
    let shown = |s: &&calamine::Sheet| s.typ == SheetType::WorkSheet && s.visible == SheetVisible::Visible;
    sheets.iter().filter(shown).map(|sheet| sheet.name.as_str())
}

fn chosen(sheets: &[calamine::Sheet], name: Option<&str>) -> Result<String, SheetError> {
    let named = || visible(sheets).find(|own| Some(*own) == name);
    named().or_else(|| visible(sheets).next()).map(str::to_owned).ok_or(SheetError::Empty)
}

fn damaged(error: impl std::fmt::Display) -> SheetError {
    SheetError::Damaged(error.to_string())
}

/// The current row. `line` counts from zero.
#[derive(Default)]
struct Building {
    line: u32,
    cells: Vec<String>,
}

impl Building {
    fn put(&mut self, column: usize, text: String) -> Result<(), SheetError> {
        if text.is_empty() {
            return Ok(());
        }
        if column >= MAX_COLUMNS {
            return Err(SheetError::TooManyColumns);
        }
        if self.cells.len() <= column {
            self.cells.resize(column + 1, String::new());
        }
        self.cells[column] = text;
        Ok(())
    }

    fn finish(&mut self, next_line: u32, take: Take) -> Visited {
        let line = std::mem::replace(&mut self.line, next_line);
        if self.cells.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        let cells = StringRecord::from(std::mem::take(&mut self.cells));
        take(Row { line: line + 1, cells })
    }
}

fn text(value: &Data) -> String {
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
mod tests {
    use super::*;
    use std::io::Cursor;

    fn workbook(fill: impl FnOnce(&mut rust_xlsxwriter::Worksheet)) -> Cursor<Vec<u8>> {
        let mut book = rust_xlsxwriter::Workbook::new();
        fill(book.add_worksheet());
        Cursor::new(book.save_to_buffer().unwrap())
    }

    fn rows(file: Cursor<Vec<u8>>) -> Result<Vec<(u32, Vec<String>)>, SheetError> {
        let mut rows = Vec::new();
        let ended = each_xlsx_row(file, None, &mut |row: Row| {
            rows.push((row.line, row.cells.iter().map(str::to_owned).collect()));
            Ok(ControlFlow::Continue(()))
        })?;
        assert!(ended.is_continue());
        Ok(rows)
    }

    #[test]
    fn cells_become_text_without_float_noise_and_with_iso_dates() {
        let file = workbook(|sheet| {
            let day = rust_xlsxwriter::Format::new().set_num_format("dd/mm/yyyy");
            sheet.write_string(0, 0, "São Paulo").unwrap();
            sheet.write_number(0, 1, 0.1 + 0.2).unwrap();
            sheet.write_number(0, 2, 12_345_678.0).unwrap();
            sheet.write_number_with_format(2, 1, 38_870.0, &day).unwrap();
            sheet.write_boolean(2, 3, true).unwrap();
        });
        let rows = rows(file).unwrap();
        assert_eq!(rows[0], (1, vec!["São Paulo".into(), "0.3\u{200b}".into(), "12345678".into()]));
        assert_eq!(rows[1], (3, vec!["".into(), "2006-06-02".into(), "".into(), "true".into()]));
    }

    #[test]
    fn a_distant_cell_needs_no_memory() {
        let file = workbook(|sheet| {
            sheet.write_string(0, 0, "a").unwrap();
            sheet.write_string(1_048_575, 0, "z").unwrap();
        });
        assert_eq!(rows(file).unwrap().len(), 2);
        let wide = workbook(|sheet| {
            sheet.write_string(0, 16_383, "z").unwrap();
        });
        assert!(matches!(rows(wide), Err(SheetError::TooManyColumns)));
    }

    #[test]
    fn an_archive_that_is_not_a_workbook_is_detected() {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        zip.start_file("readme.txt", zip::write::SimpleFileOptions::default()).unwrap();
        let file = zip.finish().unwrap();
        assert!(matches!(rows(file), Err(SheetError::UnknownFormat)));
    }
}
