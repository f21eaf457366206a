//! The header of a file: the row with the names of the columns, among the first ones.

use sha2::{Digest, Sha256};

use super::fold::{fold, trim};
use super::{Cells, Row};

/// Suffix of the columns that we add to a file of refused lines. These columns are not data: an uploaded file
/// with them has the same shape as the original.
pub const OURS: &str = "[remessa]";

/// The words by which the reader of a kind of files knows names of columns.
pub struct ColumnWords {
    /// Whether a column can have this name.
    pub is_known: fn(&str) -> bool,
    /// Whether a name is or contains a party, such as a sender.
    pub names_a_party: fn(&str) -> bool,
    /// Whether a name is only a unit, such as `(kg)`.
    pub is_unit: fn(&str) -> bool,
}

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
    pub fn is_refused_lines_file(&self) -> bool {
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

/// The header among the first rows of a file, and the number of rows that end with it. A row of parties above the names
/// (`Remetente` over `Nome`, `Cidade`) and a second row of names are part of it.
pub fn find(rows: &[Row], words: &ColumnWords) -> Option<(Header, usize)> {
    let at = position(rows)?;
    let names = &rows[at];
    if let Some(above) =
        at.checked_sub(1).map(|above| &rows[above]).filter(|above| is_over(above, names, words))
    {
        return Some((join_rows(above, names), at + 1));
    }
    match rows.get(at + 1).filter(|below| continues(names, below, words)) {
        Some(below) => Some((join_rows(names, below), at + 2)),
        None => Some((Header::of(&names.cells), at + 1)),
    }
}

fn cell(row: &Row, column: usize) -> &str {
    row.cells.get(column).map_or("", trim)
}

fn filled_cells(row: &Row) -> impl Iterator<Item = &str> {
    row.cells.iter().map(trim).filter(|cell| !cell.is_empty())
}

/// Whether a narrow row above the names belongs to them: it names a party, or a column that has no name below.
fn is_over(above: &Row, names: &Row, words: &ColumnWords) -> bool {
    let names_a_column =
        || (0..above.cells.len()).any(|at| cell(names, at).is_empty() && (words.is_known)(cell(above, at)));
    above.line + 1 == names.line && (filled_cells(above).any(words.names_a_party) || names_a_column())
}

/// Whether the row below the names has names too, or their units.
fn continues(names: &Row, below: &Row, words: &ColumnWords) -> bool {
    let all = filled_cells(below).count();
    let known = filled_cells(below).filter(|cell| (words.is_known)(cell)).count();
    let fills_gaps =
        (0..below.cells.len()).any(|at| cell(names, at).is_empty() && !cell(below, at).is_empty());
    let has_numbers = filled_cells(below).any(|cell| cell.starts_with(|c: char| c.is_ascii_digit()));
    // In a row that fills gaps above it, some names may be unknown.
    let least_percent = if fills_gaps { 60 } else { 100 };
    let are_names = known > 1 && known * 100 >= all * least_percent && (fills_gaps || known > 2);
    let are_units = all > 0 && filled_cells(below).all(words.is_unit);
    below.line == names.line + 1 && !has_numbers && (are_names || are_units)
}

/// The names of two rows. A merged cell above names all columns up to the next one.
fn join_rows(above: &Row, below: &Row) -> Header {
    let width = above.cells.len().max(below.cells.len());
    let mut group = "";
    let names = (0..width).map(|at| {
        let (over, name) = (cell(above, at), cell(below, at));
        if !over.is_empty() {
            // A cell that is merged with the one below it is no group.
            group = if name.is_empty() { "" } else { over };
        }
        match (if over.is_empty() { group } else { over }, name) {
            (over, "") => over.to_owned(),
            ("", name) => name.to_owned(),
            (over, name) => format!("{over} {name}"),
        }
    });
    Header::of(&names.collect())
}

/// The first row that fills more than half of the columns of the widest row. Titles above it are narrower.
fn position(rows: &[Row]) -> Option<usize> {
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
        assert!(second.is_refused_lines_file() && !first.is_refused_lines_file());
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
        let row = |cells: &[&str]| Row::new(1, Cells::from(cells.to_vec()));
        let rows = [row(&["Report of May", "", ""]), row(&["Ref", "Country", "Kg"]), row(&["1", "BR", ""])];
        assert_eq!(position(&rows), Some(1));
        assert_eq!(found(&rows), (vec!["Ref".to_owned(), "Country".into(), "Kg".into()], 2));
    }

    fn row(line: u32, cells: &[&str]) -> Row {
        Row::new(line, Cells::from(cells.to_vec()))
    }

    const WORDS: ColumnWords = ColumnWords {
        is_known: |name| {
            let name = fold(name);
            [
                "order",
                "weight",
                "length",
                "name",
                "city",
                "country",
                "nome",
                "cidade",
                "pais",
                "recipient name",
            ]
            .contains(&name.as_str())
        },
        names_a_party: |name| matches!(name, "Remetente" | "Destinatário" | "Shipper" | "Consignee"),
        is_unit: |name| matches!(name, "(kg)" | "cm"),
    };

    fn found(rows: &[Row]) -> (Vec<String>, usize) {
        let (header, rows) = find(rows, &WORDS).unwrap();
        (header.names().to_vec(), rows)
    }

    #[test]
    fn a_row_of_parties_above_the_names_is_part_of_the_header() {
        let rows = [
            row(1, &["Pedido", "Remetente", "", "", "Destinatário", "", ""]),
            row(2, &["", "Nome", "Cidade", "País", "Nome", "Cidade", "País"]),
            row(3, &["A", "Loja", "Santos", "Brasil", "Ann", "Boston", "US"]),
        ];
        let (names, end) = found(&rows);
        let party = |party| ["Nome", "Cidade", "País"].map(|name| format!("{party} {name}"));
        let expected = [&["Pedido".to_owned()], &party("Remetente")[..], &party("Destinatário")].concat();
        assert_eq!((names, end), (expected, 2));
    }

    #[test]
    fn a_second_row_of_names_or_units_is_part_of_the_header() {
        let rows = [
            row(1, &["Order", "Weight", "Shipper", "", "", "Consignee", "", "Length"]),
            row(2, &["", "", "Name", "City", "Country", "Name", "Country", ""]),
            row(3, &["A", "1", "Shop", "Santos", "BR", "Ann", "US", "10"]),
        ];
        let (names, end) = found(&rows);
        assert_eq!(end, 2);
        assert_eq!(names[1..5], ["Weight", "Shipper Name", "Shipper City", "Shipper Country"]);
        assert_eq!(names[5..], ["Consignee Name", "Consignee Country", "Length"]);
        let units =
            [row(1, &["Order", "Weight", "Length"]), row(2, &["", "(kg)", "cm"]), row(3, &["A", "1", "10"])];
        assert_eq!(found(&units).0, ["Order", "Weight (kg)", "Length cm"]);
    }

    #[test]
    fn a_row_of_data_is_no_second_header() {
        let rows = [
            row(1, &["Order", "Recipient Name", "Country", "Notes", ""]),
            row(2, &["A", "Ann", "US", "Gift", "x"]),
            row(3, &["B", "Bob", "US", "", ""]),
        ];
        assert_eq!(found(&rows).1, 1);
    }
}
