//! Rows of a text file, such as CSV, in any encoding and with any line ends.

use std::cell::Cell;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::rc::Rc;

use csv::{Reader, ReaderBuilder, StringRecord};
use encoding_rs::Decoder;

use super::{Dialect, MAX_ROW_BYTES, Row, SheetError};

const CHUNK: usize = 64 * 1024;
const SAMPLE_ROWS: usize = 200;
/// Added after the last line. A row that contains it has a quotation mark that was never closed. Files cannot
/// contain it, because zero characters are dropped (Postgres cannot store them).
const END: &str = "\0";

/// Calls `take` with each row of a text file.
pub fn each_row<R: Read>(
    file: R,
    dialect: Dialect,
    take: &mut dyn FnMut(Row) -> Result<ControlFlow<()>, SheetError>,
) -> Result<ControlFlow<()>, SheetError> {
    let since_row = Rc::new(Cell::new(0));
    let decoded = DecodedReader::new(file, dialect, Rc::clone(&since_row));
    let mut reader = csv_reader(decoded, dialect.delimiter);
    let mut cells = StringRecord::new();
    let mut lines = Lines::default();
    loop {
        match reader.read_record(&mut cells) {
            Ok(true) => {}
            Ok(false) => return Ok(ControlFlow::Continue(())),
            Err(error) => return Err(failure(error, lines.row + 1)),
        }
        since_row.set(0);
        let line = lines.number(reader.position().line(), &cells);
        if line == 1 && is_separator_line(&cells) {
            continue;
        }
        if cells.as_slice().ends_with(END) {
            let open = cells.len() > 1 || cells.as_slice() != END;
            return if open { Err(SheetError::EndlessRow { line }) } else { Ok(ControlFlow::Continue(())) };
        }
        if take(Row::new(line, cells.clone()))?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
}

/// The number of cells in each of the first rows when split at `delimiter`.
pub fn widths(text: &str, delimiter: u8) -> Vec<usize> {
    let records = csv_reader(text.as_bytes(), delimiter).into_records();
    records.filter_map(Result::ok).map(|cells| cells.len()).take(SAMPLE_ROWS).collect()
}

fn csv_reader<R: Read>(from: R, delimiter: u8) -> Reader<R> {
    ReaderBuilder::new().delimiter(delimiter).has_headers(false).flexible(true).from_reader(from)
}

/// `sep=;`, by which a file names its delimiter to spreadsheet programs.
fn is_separator_line(cells: &StringRecord) -> bool {
    cells.get(0).is_some_and(|first| first.len() <= 5 && first.starts_with("sep="))
}

fn failure(error: csv::Error, line: u32) -> SheetError {
    match error.into_kind() {
        csv::ErrorKind::Io(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            SheetError::EndlessRow { line }
        }
        csv::ErrorKind::Io(error) => SheetError::Io(error),
        other => SheetError::Damaged(format!("{other:?}")),
    }
}

/// Counts rows as spreadsheet programs do: an empty line is a row, a line break inside quotation marks is
/// not.
#[derive(Default)]
struct Lines {
    row: u32,
    text_line: u64,
}

impl Lines {
    fn number(&mut self, text_line: u64, cells: &StringRecord) -> u32 {
        let before = self.text_line.max(1);
        let broken = cells.as_byte_record().as_slice().iter().filter(|b| **b == b'\n').count() as u64;
        let advance = (text_line - before).saturating_sub(broken).max(1);
        self.text_line = text_line;
        self.row = self.row.saturating_add(u32::try_from(advance).unwrap_or(u32::MAX));
        self.row
    }
}

/// Converts any encoding to UTF-8 with `\n` line ends and without zero characters.
struct DecodedReader<R> {
    from: R,
    decoder: Decoder,
    raw: Vec<u8>,
    ready: Vec<u8>,
    at: usize,
    after_return: bool,
    ended: bool,
    /// Bytes read since the last row, which the reader of rows sets to 0: so many without a row have an open quotation mark.
    since_row: Rc<Cell<usize>>,
}

impl<R: Read> DecodedReader<R> {
    fn new(from: R, dialect: Dialect, since_row: Rc<Cell<usize>>) -> Self {
        let decoder = dialect.encoding.new_decoder_with_bom_removal();
        let (raw, ready) = (vec![0; CHUNK], Vec::new());
        Self { from, decoder, raw, ready, at: 0, after_return: false, ended: false, since_row }
    }

    fn refill(&mut self) -> io::Result<()> {
        let read = self.from.read(&mut self.raw)?;
        self.ended = read == 0;
        let room = self.decoder.max_utf8_buffer_length(read).unwrap_or(CHUNK * 4);
        self.ready.clear();
        self.ready.resize(room, 0);
        let (_, _, written, _) = self.decoder.decode_to_utf8(&self.raw[..read], &mut self.ready, self.ended);
        self.ready.truncate(written);
        self.at = 0;
        self.plain_line_ends();
        if self.ended {
            self.ready.push(b'\n');
            self.ready.extend_from_slice(END.as_bytes());
        }
        Ok(())
    }

    fn plain_line_ends(&mut self) {
        let mut after_return = self.after_return;
        self.ready.retain_mut(|byte| {
            let second_half = after_return && *byte == b'\n';
            after_return = *byte == b'\r';
            if after_return {
                *byte = b'\n';
            }
            !second_half && *byte != 0
        });
        self.after_return = after_return;
    }
}

impl<R: Read> Read for DecodedReader<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.at == self.ready.len() && !self.ended {
            self.refill()?;
        }
        let count = into.len().min(self.ready.len() - self.at);
        into[..count].copy_from_slice(&self.ready[self.at..self.at + count]);
        self.at += count;
        self.since_row.set(self.since_row.get() + count);
        if self.since_row.get() > MAX_ROW_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{UTF_8, UTF_16LE, WINDOWS_1252};
    use proptest::prelude::*;

    const COMMA: Dialect = Dialect { encoding: UTF_8, delimiter: b',' };

    fn rows(bytes: &[u8], dialect: Dialect) -> Result<Vec<(u32, Vec<String>)>, SheetError> {
        let mut rows = Vec::new();
        let ended = each_row(bytes, dialect, &mut |row: Row| {
            rows.push((row.line, row.cells.iter().map(str::to_owned).collect()));
            Ok(ControlFlow::Continue(()))
        })?;
        assert!(ended.is_continue());
        Ok(rows)
    }

    fn row(line: u32, cells: &[&str]) -> (u32, Vec<String>) {
        (line, cells.iter().map(|cell| (*cell).to_owned()).collect())
    }

    #[test]
    fn every_line_end_is_read_and_the_last_is_optional() {
        for file in ["a,b\r1,2\r", "a,b\r\n1,2\r\n", "a,b\n1,2\n", "a,b\r\n1,2", "\u{feff}a,b\r1,2"] {
            assert_eq!(rows(file.as_bytes(), COMMA).unwrap(), [row(1, &["a", "b"]), row(2, &["1", "2"])]);
        }
    }

    #[test]
    fn rows_are_numbered_as_a_spreadsheet_does() {
        let file = b"a,b\r\n\r\n\"two\r\nlines\",1\r\nx,2\r\n\r\n\r\ny,3";
        let lines: Vec<u32> = rows(file, COMMA).unwrap().iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 3, 4, 7]);
        assert_eq!(rows(file, COMMA).unwrap()[1], row(3, &["two\nlines", "1"]));
    }

    #[test]
    fn an_open_quotation_mark_is_reported_with_its_line() {
        let short = rows(b"a,b\n1,\"open\n2,x\n", COMMA);
        assert!(matches!(short, Err(SheetError::EndlessRow { line: 2 })));
        let mut long = b"a,b\n1,2\n3,\"open".to_vec();
        long.extend(b"4,5\n".repeat(2 * 1024 * 1024));
        assert!(matches!(rows(&long, COMMA), Err(SheetError::EndlessRow { line: 3 })));
    }

    #[test]
    fn text_is_decoded_without_zero_characters() {
        let latin = Dialect { encoding: WINDOWS_1252, delimiter: b';' };
        assert_eq!(rows(b"pa\xEDs;\0x\n", latin).unwrap(), [row(1, &["país", "x"])]);
        let utf16: Vec<u8> = "ação,人\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let wide = Dialect { encoding: UTF_16LE, delimiter: b',' };
        assert_eq!(rows(&utf16, wide).unwrap(), [row(1, &["ação", "人"])]);
    }

    proptest! {
        #[test]
        fn written_rows_are_read_back(
            table in prop::collection::vec(prop::collection::vec("[a-z \",;\n\t'é人=]{0,12}", 3), 1..20),
            delimiter in prop::sample::select(vec![b',', b';', b'\t', b'|']),
            end in prop::sample::select(vec![csv::Terminator::CRLF, csv::Terminator::Any(b'\r'), csv::Terminator::Any(b'\n')]),
        ) {
            let mut writer = csv::WriterBuilder::new()
                .delimiter(delimiter).terminator(end).quote_style(csv::QuoteStyle::Always).from_writer(Vec::new());
            for cells in &table {
                writer.write_record(cells).unwrap();
            }
            let file = writer.into_inner().unwrap();
            let read = rows(&file, Dialect { encoding: UTF_8, delimiter }).unwrap();
            let cells: Vec<Vec<String>> = read.into_iter().map(|(_, cells)| cells).collect();
            prop_assert_eq!(cells, table);
        }
    }
}
