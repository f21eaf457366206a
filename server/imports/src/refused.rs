//! Writes the refused lines to a file that can be corrected and uploaded again: the original columns, the row
//! number and the reason. The columns we add have a marked name, so that we recognise them.

use std::io::{self, Write};

use rust_xlsxwriter::{Format, Workbook, Worksheet, XlsxError};

use server_core::files::formula::guard_cell;
use sheets::{Cells, Header, OURS};

/// Maximum rows of one sheet.
pub const MAX_WORKBOOK_ROWS: u32 = 1_048_575;
const MAX_CELL_CHARS: usize = 32_767;

/// Names of the added columns, in the user's language.
#[derive(Debug, Clone)]
pub struct Captions {
    pub line: String,
    pub reason: String,
}

/// One refused line and its reasons in the user's language.
pub struct RefusedFileRow<'a> {
    pub line: u32,
    pub cells: &'a Cells,
    pub reason: String,
}

pub struct CsvFile<W: Write> {
    writer: csv::Writer<W>,
    columns: OriginalColumns,
}

impl<W: Write> CsvFile<W> {
    pub fn begin(mut to: W, delimiter: u8, header: &Header, captions: &Captions) -> io::Result<Self> {
        to.write_all("\u{feff}".as_bytes())?;
        let mut writer = csv::WriterBuilder::new()
            .delimiter(delimiter)
            .terminator(csv::Terminator::CRLF)
            .flexible(true)
            .from_writer(to);
        let columns = OriginalColumns::of(header);
        writer.write_record(columns.header(header, captions).iter().map(|name| guard_cell(name)))?;
        Ok(Self { writer, columns })
    }

    pub fn write(&mut self, refused: &RefusedFileRow) -> io::Result<()> {
        let cells = self.columns.cells(refused);
        Ok(self.writer.write_record(cells.iter().map(|cell| guard_cell(cell)))?)
    }

    pub fn finish(self) -> io::Result<W> {
        self.writer.into_inner().map_err(|error| io::Error::other(error.to_string()))
    }
}

/// All cells of the workbook are typed as text, so no cell runs as a formula.
pub struct XlsxFile {
    book: Workbook,
    columns: OriginalColumns,
    row: u32,
}

impl XlsxFile {
    pub fn begin(header: &Header, captions: &Captions) -> Result<Self, XlsxError> {
        let mut book = Workbook::new();
        let sheet = book.add_worksheet_with_constant_memory()?;
        let columns = OriginalColumns::of(header);
        let bold = Format::new().set_bold();
        sheet.set_freeze_panes(1, 0)?;
        for (column, name) in (0..).zip(columns.header(header, captions)) {
            sheet.write_string_with_format(0, column, name, &bold)?;
        }
        Ok(Self { book, columns, row: 0 })
    }

    pub fn write(&mut self, refused: &RefusedFileRow) -> Result<(), XlsxError> {
        self.row += 1;
        let cells = self.columns.cells(refused);
        let sheet = self.sheet()?;
        for (column, cell) in (0..).zip(&cells).filter(|(_, cell)| !cell.is_empty()) {
            let cell = cell.char_indices().nth(MAX_CELL_CHARS).map_or(cell.as_str(), |(end, _)| &cell[..end]);
            sheet.0.write_string(sheet.1, column, cell)?;
        }
        Ok(())
    }

    pub fn finish<W: Write + io::Seek + Send>(mut self, to: W) -> Result<(), XlsxError> {
        self.book.save_to_writer(to)
    }

    fn sheet(&mut self) -> Result<(&mut Worksheet, u32), XlsxError> {
        let row = self.row;
        Ok((self.book.worksheet_from_index(0)?, row))
    }
}

/// The columns to write: all except those that we added to an earlier file.
struct OriginalColumns(Vec<usize>);

impl OriginalColumns {
    fn of(header: &Header) -> Self {
        Self((0..header.names().len()).filter(|column| !header.is_ours(*column)).collect())
    }

    fn header(&self, header: &Header, captions: &Captions) -> Vec<String> {
        let own = self.0.iter().map(|column| header.names()[*column].clone());
        own.chain([format!("{} {OURS}", captions.line), format!("{} {OURS}", captions.reason)]).collect()
    }

    fn cells(&self, refused: &RefusedFileRow) -> Vec<String> {
        let own = self.0.iter().map(|column| refused.cells.get(*column).unwrap_or_default().to_owned());
        own.chain([refused.line.to_string(), refused.reason.clone()]).collect()
    }
}
