//! A spreadsheet runs cells that look like formulas, and a formula can send data away.

const SIGNS: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// Puts an apostrophe before what a spreadsheet would run. A plain negative number is none of that.
pub fn guarded(cell: &str) -> String {
    if is_dangerous(cell.trim_start_matches('\'')) { format!("'{cell}") } else { cell.to_owned() }
}

/// Whether [`guarded`] may have put the apostrophe there.
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
