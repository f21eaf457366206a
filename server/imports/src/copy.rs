//! Rows in the text format of Postgres COPY.

use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::kind::ImportKind;
use sheets::fold::trim;
use sheets::{Cells, Header, Row};

/// Longest reference that groups rows, in bytes. The key of a row with a longer one is the hash of its cells.
const MAX_KEY: usize = 400;

/// Rows in the text format of COPY.
pub struct Lines {
    import_id: String,
    pub bytes: Vec<u8>,
    pub count: i32,
    /// Line of the last row in the file.
    pub last_line: u32,
}

impl Lines {
    pub fn of(import_id: Uuid) -> Self {
        Self { import_id: import_id.to_string(), bytes: Vec::new(), count: 0, last_line: 0 }
    }

    /// Returns the written rows and starts again.
    pub fn take(&mut self) -> Self {
        let empty = Self {
            import_id: self.import_id.clone(),
            bytes: Vec::new(),
            count: 0,
            last_line: self.last_line,
        };
        std::mem::replace(self, empty)
    }

    pub fn push(&mut self, key: &str, row: &Row) {
        self.bytes.extend_from_slice(self.import_id.as_bytes());
        self.bytes.push(b'\t');
        escape(key, &mut self.bytes);
        self.bytes.extend_from_slice(format!("\t{}\t{{", row.line).as_bytes());
        for (index, cell) in row.cells.iter().enumerate() {
            if index > 0 {
                self.bytes.push(b',');
            }
            self.bytes.push(b'"');
            escape_element(cell, &mut self.bytes);
            self.bytes.push(b'"');
        }
        self.bytes.extend_from_slice(b"}\n");
        self.count += 1;
        self.last_line = row.line;
    }
}

fn escape(text: &str, into: &mut Vec<u8>) {
    for byte in text.bytes() {
        match byte {
            b'\\' => into.extend_from_slice(b"\\\\"),
            b'\t' => into.extend_from_slice(b"\\t"),
            b'\n' => into.extend_from_slice(b"\\n"),
            b'\r' => into.extend_from_slice(b"\\r"),
            byte => into.push(byte),
        }
    }
}

/// Array elements have their own backslashes, which COPY wants doubled.
fn escape_element(text: &str, into: &mut Vec<u8>) {
    for byte in text.bytes() {
        match byte {
            b'\\' => into.extend_from_slice(b"\\\\\\\\"),
            b'"' => into.extend_from_slice(b"\\\\\""),
            b'\t' => into.extend_from_slice(b"\\t"),
            b'\n' => into.extend_from_slice(b"\\n"),
            b'\r' => into.extend_from_slice(b"\\r"),
            byte => into.push(byte),
        }
    }
}

/// The value that groups rows: the cell of the chosen column. Without one it is the whole row, so that an
/// identical row of a file sent again is the same shipment.
///
/// Each line of a file of clients or of stock has its own number, so they are taken in the order of the file.
pub fn key_of(kind: ImportKind, row: &Row, header: &Header, group_by: Option<usize>) -> String {
    match kind {
        ImportKind::Shipments => group_key(row, header, group_by),
        ImportKind::Clients | ImportKind::Stock => format!("{:010}", row.line),
    }
}

fn group_key(row: &Row, header: &Header, group_by: Option<usize>) -> String {
    let Some(column) = group_by else { return fingerprint(&row.cells, header) };
    let cell = row.cells.get(column).map_or("", trim);
    if (1..=MAX_KEY).contains(&cell.len()) { cell.to_owned() } else { fingerprint(&row.cells, header) }
}

/// A hash of the cells, without the columns that we added to a file of refused lines.
fn fingerprint(cells: &Cells, header: &Header) -> String {
    let own: Vec<&str> = cells
        .iter()
        .enumerate()
        .filter(|(column, _)| !header.is_ours(*column))
        .map(|(_, cell)| trim(cell))
        .collect();
    let filled = own.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
    let digest = Sha256::digest(own[..filled].join("\u{1f}"));
    let hex: String = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    format!("row-{hex}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(cells: &[&str]) -> Row {
        Row::new(2, Cells::from(cells.to_vec()))
    }

    #[test]
    fn rows_are_escaped_for_the_array_and_for_copy() {
        let mut lines = Lines::of(Uuid::nil());
        lines.push("a\tb", &row(&["x\"y", "back\\slash", "two\nlines", ""]));
        let text = String::from_utf8(lines.take().bytes).unwrap();
        let expected = "\ta\\tb\t2\t{\"x\\\\\"y\",\"back\\\\\\\\slash\",\"two\\nlines\",\"\"}\n";
        assert_eq!(text.strip_prefix(&Uuid::nil().to_string()), Some(expected));
        assert_eq!((lines.count, lines.last_line), (0, 2));
    }

    #[test]
    fn a_row_without_a_reference_is_identified_by_its_cells() {
        let header = Header::of(&Cells::from(vec!["a", "b", "Motivo [remessa]"]));
        let key = |cells: &[&str]| group_key(&row(cells), &header, None);
        assert_eq!(key(&["1", "2", "reason"]), key(&["1", " 2 ", "other"]));
        assert_ne!(key(&["1", "2"]), key(&["12", ""]));
        assert_eq!(group_key(&row(&["1", " 2"]), &header, Some(1)), "2");
    }
}
