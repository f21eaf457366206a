//! Protection against formulas in CSV files: a spreadsheet would execute them, and they can send data away.

const SIGNS: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// Puts an apostrophe before a cell that a spreadsheet would execute. Plain negative numbers are unchanged.
pub fn guard_cell(cell: &str) -> String {
    if is_dangerous(cell.trim_start_matches('\'')) { format!("'{cell}") } else { cell.to_owned() }
}

/// True when [`guard_cell`] may have added the apostrophe.
pub fn is_guarded(cell: &str) -> bool {
    cell.starts_with('\'') && is_dangerous(cell.trim_start_matches('\''))
}

fn is_dangerous(cell: &str) -> bool {
    let plain_number = |text: &str| {
        let digits = text.strip_prefix(['-', '+']).unwrap_or_default();
        digits.starts_with(|c: char| c.is_ascii_digit())
            && digits.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b','))
    };
    cell.starts_with(SIGNS) && !plain_number(cell)
}
