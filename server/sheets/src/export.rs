//! The file of an export: CSV for other programs, or a workbook for people.

use std::fs::File;
use std::io::{self, Seek, Write};

use chrono::{NaiveDate, NaiveDateTime};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use rust_xlsxwriter::{DocProperties, Format, Workbook};

use server_core::files::formula::guard_cell;
use server_core::http::file_answer::FileTypes;
use trade::wire_name;

wire_name! {
    /// Format of an export.
    ExportFormat {
        /// UTF-8 with commas; numbers with a point, dates as 2026-11-25.
        Csv = "csv",
        /// A workbook with typed numbers and dates.
        Xlsx = "xlsx",
    }
}

impl ExportFormat {
    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }
}

impl FileTypes for ExportFormat {
    const TYPES: &'static [&'static str] =
        &["text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"];
}

const COLUMN_WIDTH: f64 = 18.0;
/// Rows of a sheet, of which the first one has the headings.
const MAX_SHEET_ROWS: u32 = 1_048_576;
const MAX_CELL_CHARS: usize = 32_767;

/// A value of the file.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    Empty,
    Text(String),
    Number(Decimal),
    Day(NaiveDate),
    /// In the user's time zone.
    Moment(NaiveDateTime),
}

impl From<Option<String>> for Cell {
    fn from(text: Option<String>) -> Self {
        text.map_or(Self::Empty, Self::Text)
    }
}

/// Receives the rows one by one.
pub enum Table {
    Csv(Box<csv::Writer<File>>),
    Xlsx(Box<Sheet>),
}

/// The workbook, the sheet with its last rows, and the last row of that.
pub struct Sheet {
    book: Workbook,
    index: usize,
    row: u32,
    /// The first row after the last one that a sheet can have.
    end: u32,
    headings: Vec<String>,
    day: Format,
    moment: Format,
}

impl Table {
    pub fn begin(format: ExportFormat, headings: &[String]) -> anyhow::Result<Self> {
        Self::begin_at(format, headings, None)
    }

    /// A workbook says when it was made. With a given moment, the same rows are the same bytes.
    pub fn begin_at(
        format: ExportFormat,
        headings: &[String],
        made_at: Option<NaiveDateTime>,
    ) -> anyhow::Result<Self> {
        match format {
            ExportFormat::Csv => {
                let mut file = tempfile::tempfile()?;
                file.write_all("\u{feff}".as_bytes())?;
                let mut writer =
                    csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(file);
                writer.write_record(headings.iter().map(|heading| guard_cell(heading)))?;
                Ok(Self::Csv(Box::new(writer)))
            }
            ExportFormat::Xlsx => {
                let mut book = Workbook::new();
                if let Some(made_at) = made_at {
                    book.set_properties(&DocProperties::new().set_creation_datetime(&made_at));
                }
                Ok(Self::Xlsx(Box::new(Sheet::begin(book, headings)?)))
            }
        }
    }

    /// The same, where a workbook says on a sheet of its own, before the others, what is in it.
    pub fn begin_with_facts(
        format: ExportFormat,
        headings: &[String],
        facts: &[(String, String)],
    ) -> anyhow::Result<Self> {
        if format == ExportFormat::Csv || facts.is_empty() {
            return Self::begin(format, headings);
        }
        let mut book = Workbook::new();
        let sheet = book.add_worksheet_with_constant_memory()?;
        let bold = Format::new().set_bold();
        sheet.set_column_width(0, COLUMN_WIDTH)?;
        sheet.set_column_width(1, 3.0 * COLUMN_WIDTH)?;
        for (row, (label, text)) in (0..).zip(facts) {
            sheet.write_string_with_format(row, 0, label, &bold)?;
            sheet.write_string(row, 1, text)?;
        }
        Ok(Self::Xlsx(Box::new(Sheet::begin(book, headings)?)))
    }

    pub fn write(&mut self, cells: &[Cell]) -> anyhow::Result<()> {
        match self {
            Self::Csv(writer) => writer.write_record(cells.iter().map(plain))?,
            Self::Xlsx(sheet) => {
                sheet.next_row()?;
                for (column, cell) in (0..).zip(cells) {
                    sheet.write(column, cell)?;
                }
            }
        }
        Ok(())
    }

    /// The file, rewound to its start. It has no name and is deleted when it is closed.
    pub fn finish(self) -> anyhow::Result<File> {
        let mut file = match self {
            Self::Csv(writer) => writer.into_inner().map_err(|error| io::Error::other(error.to_string()))?,
            Self::Xlsx(mut sheet) => {
                let mut file = tempfile::tempfile()?;
                sheet.book.save_to_writer(&mut file)?;
                file
            }
        };
        file.rewind()?;
        Ok(file)
    }
}

fn plain(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) => guard_cell(text),
        Cell::Number(number) => number.normalize().to_string(),
        Cell::Day(day) => day.to_string(),
        Cell::Moment(at) => at.format("%Y-%m-%d %H:%M:%S").to_string(),
    }
}

impl Sheet {
    /// Adds a sheet with headings to a workbook.
    fn begin(book: Workbook, headings: &[String]) -> anyhow::Result<Self> {
        let day = Format::new().set_num_format("yyyy-mm-dd");
        let moment = Format::new().set_num_format("yyyy-mm-dd hh:mm");
        let headings = headings.to_vec();
        let mut sheet = Self { book, index: 0, row: 0, end: MAX_SHEET_ROWS, headings, day, moment };
        sheet.add()?;
        Ok(sheet)
    }

    /// A further sheet with the same headings.
    fn add(&mut self) -> anyhow::Result<()> {
        self.index = self.book.worksheets().len();
        self.row = 0;
        let sheet = self.book.add_worksheet_with_constant_memory()?;
        let bold = Format::new().set_bold();
        sheet.set_freeze_panes(1, 0)?;
        for (column, heading) in (0..).zip(&self.headings) {
            sheet.set_column_width(column, COLUMN_WIDTH)?;
            sheet.write_string_with_format(0, column, heading, &bold)?;
        }
        Ok(())
    }

    fn next_row(&mut self) -> anyhow::Result<()> {
        if self.row + 1 >= self.end {
            self.add()?;
        }
        self.row += 1;
        Ok(())
    }

    /// Texts are typed as text, so none runs as a formula.
    fn write(&mut self, column: u16, cell: &Cell) -> anyhow::Result<()> {
        let sheet = self.book.worksheet_from_index(self.index)?;
        match cell {
            Cell::Empty => {}
            Cell::Text(text) => {
                let end = text.char_indices().nth(MAX_CELL_CHARS).map_or(text.len(), |(end, _)| end);
                sheet.write_string(self.row, column, &text[..end])?;
            }
            Cell::Number(number) => {
                sheet.write_number(self.row, column, number.to_f64().unwrap_or_default())?;
            }
            Cell::Day(day) => {
                sheet.write_datetime_with_format(self.row, column, day, &self.day)?;
            }
            Cell::Moment(at) => {
                sheet.write_datetime_with_format(self.row, column, at, &self.moment)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use calamine::{Data, Reader, Xlsx};

    use super::*;

    fn headings() -> Vec<String> {
        vec!["Code".to_owned()]
    }

    #[test]
    fn each_format_has_a_published_type() {
        for format in ExportFormat::ALL {
            assert!(ExportFormat::include(format.content_type()), "{format:?}");
        }
    }

    #[test]
    fn a_workbook_says_first_what_is_in_it() {
        let facts = [("Report".to_owned(), "Shipments".to_owned())];
        let mut table = Table::begin_with_facts(ExportFormat::Xlsx, &headings(), &facts).unwrap();
        table.write(&[Cell::Text("007".to_owned())]).unwrap();
        let mut book = Xlsx::new(io::BufReader::new(table.finish().unwrap())).unwrap();
        let first = book.worksheet_range_at(0).unwrap().unwrap();
        assert_eq!(first.get((0, 1)), Some(&Data::String("Shipments".to_owned())));
        let rows = book.worksheet_range_at(1).unwrap().unwrap();
        assert_eq!(rows.get((1, 0)), Some(&Data::String("007".to_owned())));
    }

    #[test]
    fn rows_that_a_sheet_cannot_have_go_on_the_next_one() {
        let mut sheet = Sheet::begin(Workbook::new(), &headings()).unwrap();
        sheet.end = 3;
        let mut table = Table::Xlsx(Box::new(sheet));
        for row in 0..5 {
            table.write(&[Cell::Number(row.into())]).unwrap();
        }
        let mut book = Xlsx::new(io::BufReader::new(table.finish().unwrap())).unwrap();
        let sizes: Vec<_> = (0..3).map(|at| book.worksheet_range_at(at).unwrap().unwrap().height()).collect();
        assert_eq!(sizes, [3, 3, 2]);
    }
}
