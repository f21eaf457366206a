//! A cell of a sheet, and how the numbers of its column are written.

use super::Layout;
use super::number::Mark;

/// The text of a column; rows may be shorter than others.
pub fn cell(row: &[String], column: usize) -> &str {
    row.get(column).map_or("", String::as_str)
}

/// The mark of a column's texts.
pub fn mark(layout: &Layout, column: usize) -> Mark {
    layout.marks.get(column).map_or(Mark::Dot, |one| one.mark)
}
