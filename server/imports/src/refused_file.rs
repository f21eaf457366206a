//! Writes the file of refused lines, one page of the database at a time.

use std::fs::File;
use std::io::{BufWriter, Seek, Write};

use super::format::Format;
use super::lines::RefusedRow;
use super::model::header_of;
use super::problem::text_of;
use super::refused::{Captions, CsvFile, MAX_WORKBOOK_ROWS, RefusedFileRow, XlsxFile};
use super::store::ImportRow;
use server_core::http::file_answer::FileTypes;
use server_core::http::messages::{Language, MessageCode, Params};
use sheets::Cells;
use sheets::export::ExportFormat;
use trade::wire_name;

wire_name! {
    /// Format of the file of refused lines.
    RefusedFormat { Csv = "csv", Xlsx = "xlsx" }
}

impl RefusedFormat {
    /// The format of the uploaded file.
    pub fn like(format: &Format) -> Self {
        if format.is_workbook() { Self::Xlsx } else { Self::Csv }
    }

    pub const fn content_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }
}

impl FileTypes for RefusedFormat {
    const TYPES: &'static [&'static str] = ExportFormat::TYPES;
}

enum Writer {
    Csv(Box<CsvFile<BufWriter<File>>>),
    Xlsx(Box<XlsxFile>, File),
}

/// A temporary file that is being written.
pub struct RefusedFile {
    writer: Writer,
    language: Language,
    rows: u32,
}

impl RefusedFile {
    pub fn begin(import: &ImportRow, format: RefusedFormat, language: Language) -> std::io::Result<Self> {
        let header = header_of(&import.header);
        let text = |code: MessageCode| code.text(language, &Params::new());
        let captions = Captions {
            line: text(MessageCode::ImportLineCaption),
            reason: text(MessageCode::ImportReasonCaption),
        };
        let file = tempfile::tempfile()?;
        let writer = match format {
            RefusedFormat::Csv => {
                let to = BufWriter::new(file);
                Writer::Csv(Box::new(CsvFile::begin(to, import.format.delimiter(), &header, &captions)?))
            }
            RefusedFormat::Xlsx => {
                let book = XlsxFile::begin(&header, &captions).map_err(std::io::Error::other)?;
                Writer::Xlsx(Box::new(book), file)
            }
        };
        Ok(Self { writer, language, rows: 0 })
    }

    pub fn write(&mut self, rows: &[RefusedRow]) -> std::io::Result<()> {
        for row in rows {
            let cells = Cells::from(row.cells.clone());
            let reason = text_of(&row.problems, self.language);
            let refused = RefusedFileRow { line: row.line.unsigned_abs(), cells: &cells, reason };
            self.rows += 1;
            match &mut self.writer {
                Writer::Csv(file) => file.write(&refused)?,
                Writer::Xlsx(book, _) if self.rows <= MAX_WORKBOOK_ROWS => {
                    book.write(&refused).map_err(std::io::Error::other)?;
                }
                Writer::Xlsx(..) => {}
            }
        }
        Ok(())
    }

    /// The file, rewound to its start.
    pub fn finish(self) -> std::io::Result<File> {
        let mut file = match self.writer {
            Writer::Csv(file) => {
                let mut buffered = file.finish()?;
                buffered.flush()?;
                buffered.into_inner().map_err(std::io::IntoInnerError::into_error)?
            }
            Writer::Xlsx(book, file) => {
                book.finish(&file).map_err(std::io::Error::other)?;
                file
            }
        };
        file.rewind()?;
        Ok(file)
    }
}

/// The file name that users see: `orders.xlsx` becomes `orders-refused.csv`.
pub fn name_of(import: &ImportRow, format: RefusedFormat) -> String {
    let stem = import.file_name.rsplit_once('.').map_or(import.file_name.as_str(), |(stem, _)| stem);
    format!("{stem}-refused.{}", format.as_str())
}
