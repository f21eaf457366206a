//! The file of an export: CSV for other programs, or a workbook for people.

use std::fs::File;
use std::io::{self, Seek, Write};

use chrono::{NaiveDate, NaiveDateTime};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use rust_xlsxwriter::{DocProperties, Format, Workbook};

use server_core::files::formula::guard_cell;
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

const COLUMN_WIDTH: f64 = 18.0;
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

/// The workbook and its last row.
pub struct Sheet {
    book: Workbook,
    row: u32,
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
                let sheet = book.add_worksheet_with_constant_memory()?;
                let bold = Format::new().set_bold();
                sheet.set_freeze_panes(1, 0)?;
                for (column, heading) in (0..).zip(headings) {
                    sheet.set_column_width(column, COLUMN_WIDTH)?;
                    sheet.write_string_with_format(0, column, heading, &bold)?;
                }
                let day = Format::new().set_num_format("yyyy-mm-dd");
                let moment = Format::new().set_num_format("yyyy-mm-dd hh:mm");
                Ok(Self::Xlsx(Box::new(Sheet { book, row: 0, day, moment })))
            }
        }
    }

    pub fn write(&mut self, cells: &[Cell]) -> anyhow::Result<()> {
        match self {
            Self::Csv(writer) => writer.write_record(cells.iter().map(plain))?,
            Self::Xlsx(sheet) => {
                sheet.row += 1;
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
    /// Texts are typed as text, so none runs as a formula.
    fn write(&mut self, column: u16, cell: &Cell) -> anyhow::Result<()> {
        let sheet = self.book.worksheet_from_index(0)?;
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
