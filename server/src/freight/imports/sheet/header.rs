use sha2::{Digest, Sha256};

use super::super::fold::{fold, trim};
use super::{Cells, Row};

/// Suffix of the columns that we add to a file of refused lines. These columns are not data: an uploaded file
/// with them has the same shape as the original.
pub const OURS: &str = "[remessa]";

/// The names of the columns, in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    names: Vec<String>,
    keys: Vec<String>,
}

impl Header {
    pub fn of(cells: &Cells) -> Self {
        let names: Vec<String> = cells.iter().map(|cell| trim(cell).to_owned()).collect();
        let mut keys: Vec<String> = Vec::with_capacity(names.len());
        for name in &names {
            let key = key_of(name);
            let same = keys.iter().filter(|k| *k == &key || k.starts_with(&format!("{key}#"))).count();
            keys.push(if same == 0 || key.is_empty() { key } else { format!("{key}#{}", same + 1) });
        }
        Self { names, keys }
    }

    /// As written in the file.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Names of the columns in a mapping: the folded name, numbered if it repeats. Unnamed columns and our
    /// own have an empty key and cannot be mapped.
    pub fn keys(&self) -> &[String] {
        &self.keys
    }

    /// Finds a column by its key, or by its name in any case and with accents.
    pub fn index(&self, column: &str) -> Option<usize> {
        let by_key = |key: &str| self.keys.iter().position(|own| own == key && !own.is_empty());
        by_key(column).or_else(|| by_key(&key_of(column)))
    }

    /// Whether we added the column to a file of refused lines.
    pub fn is_ours(&self, column: usize) -> bool {
        self.names.get(column).is_some_and(|name| name.ends_with(OURS))
    }

    /// Whether the file is a corrected file of refused lines.
    pub fn is_resent(&self) -> bool {
        (0..self.names.len()).any(|column| self.is_ours(column))
    }

    /// Files with the same columns in any order have the same shape.
    pub fn shape(&self) -> String {
        let mut keys: Vec<&str> = self.keys.iter().map(String::as_str).filter(|k| !k.is_empty()).collect();
        keys.sort_unstable();
        let digest = Sha256::digest(keys.join("\n"));
        digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }
}

fn key_of(name: &str) -> String {
    if name.ends_with(OURS) {
        return String::new();
    }
    let key = fold(name);
    // A name of symbols only, such as `#` or `№`, is a valid name.
    if key.is_empty() { name.to_lowercase() } else { key }
}

/// The first row that fills more than half of the columns of the widest row. Titles above it are narrower.
pub fn position(rows: &[Row]) -> Option<usize> {
    let filled = |row: &Row| row.cells.iter().filter(|cell| !trim(cell).is_empty()).count();
    let widest = rows.iter().map(filled).max()?;
    rows.iter().position(|row| filled(row) * 2 > widest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(names: &[&str]) -> Header {
        Header::of(&Cells::from(names.to_vec()))
    }

    #[test]
    fn the_shape_ignores_order_case_accents_and_our_columns() {
        let first = header(&["País", "Peso (kg)", ""]);
        let second = header(&["PESO (KG)", "pais", "Motivo [remessa]"]);
        assert_eq!(first.shape(), second.shape());
        assert!(second.is_resent() && !first.is_resent());
        assert_ne!(first.shape(), header(&["País"]).shape());
    }

    #[test]
    fn repeated_names_are_numbered() {
        let header = header(&["Date", "date", "DATE ", "#"]);
        assert_eq!(header.keys(), ["date", "date#2", "date#3", "#"]);
        assert_eq!(header.index("date#2"), Some(1));
        assert_eq!(header.index("DATE"), Some(0));
        assert_eq!(header.index(""), None);
    }

    #[test]
    fn titles_above_the_header_are_skipped() {
        let row = |cells: &[&str]| Row { line: 1, cells: Cells::from(cells.to_vec()) };
        let rows = [row(&["Report of May", "", ""]), row(&["Ref", "Country", "Kg"]), row(&["1", "BR", ""])];
        assert_eq!(position(&rows), Some(1));
    }
}
