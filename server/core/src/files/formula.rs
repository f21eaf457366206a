//! Protection against formulas in CSV files: a spreadsheet would execute them, and they can send data away.

/// Those of East Asian keyboards count too, and blanks before a sign are skipped by some programs.
const SIGNS: [char; 11] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n'];

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
    let cell = cell.trim_start_matches(' ');
    cell.starts_with(SIGNS) && !plain_number(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_spreadsheet_would_run_is_text_in_a_file() {
        for run in [
            r#"=HYPERLINK("http://x","y")"#,
            "-2+3+cmd|' /C calc'!A0",
            "@SUM(1+1)*cmd|' /C calc'!A0",
            "\t=1+1",
            "\r=1+1",
            "\n=1+1",
            "＝1+1",
            "＋1",
            "－1",
            "＠x",
            " =1+1",
            "'=1+1",
        ] {
            let guarded = guard_cell(run);
            assert_eq!(guarded, format!("'{run}"));
            assert!(is_guarded(&guarded), "{run}");
        }
    }

    #[test]
    fn other_cells_are_as_they_are() {
        for cell in
            ["-5.00", " -5,00", "-1234567.89", "a;b", "Maria", "a=1", "O'Brien", "00012345675", "1E10", ""]
        {
            assert_eq!(guard_cell(cell), cell);
            assert!(!is_guarded(cell), "{cell}");
        }
    }
}
