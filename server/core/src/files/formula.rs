//! Protection against formulas in CSV files: a spreadsheet would execute them, and they can send data away.

/// Signs that begin a formula, also in full width.
const SIGNS: [char; 10] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r'];
/// Where a formula can begin inside a text. Where numbers have a decimal comma, spreadsheets end cells at semicolons, and do not
/// see the quotes that keep the lines of a text together.
const BREAKS: [char; 3] = [';', '\n', '\r'];
/// Signs of a call, of a program and of a reference to another file.
const CALLS: [char; 6] = ['(', '|', '!', '（', '｜', '！'];

/// Puts an apostrophe before a cell that a spreadsheet would execute, and before such a part of it. Plain negative numbers are
/// unchanged.
pub fn guard_cell(cell: &str) -> String {
    let mut guarded = String::with_capacity(cell.len() + 1);
    for (place, part) in cell.split_inclusive(BREAKS).enumerate() {
        if is_dangerous(place, part.trim_start_matches('\'')) {
            guarded.push('\'');
        }
        guarded.push_str(part);
    }
    guarded
}

/// The cell without the apostrophes that [`guard_cell`] may have added.
pub fn remove_guards(cell: &str) -> String {
    let parts = cell.split_inclusive(BREAKS).enumerate().map(|(place, part)| match part.strip_prefix('\'') {
        Some(rest) if is_dangerous(place, part.trim_start_matches('\'')) => rest,
        _ => part,
    });
    parts.collect()
}

/// Lines of a list begin with "-": inside a text, only what calls something is a formula then.
fn is_dangerous(place: usize, part: &str) -> bool {
    if place == 0 {
        // Some programs skip blanks.
        let begin = part.trim_start_matches(' ');
        return begin.starts_with(SIGNS) && !is_plain_number(begin);
    }
    part.starts_with(['=', '@', '＝', '＠'])
        || part.starts_with(['+', '-', '＋', '－']) && part.contains(CALLS)
}

fn is_plain_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or_default();
    digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b','))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_that_begins_like_a_formula_is_text() {
        for cell in
            ["=1+1", "+55 11 3265-4321", "-2+3", "@SUM(A1)", "\t=1", "\rAna", "＝1+1", "＠SUM(A1)", " =1"]
        {
            assert_eq!(guard_cell(cell), format!("'{cell}"));
        }
        for cell in ["", "Ana", "-5", " -5,00", "+5.25", "-1,5", "a=b", "'quoted'", "a@b.test"] {
            assert_eq!(guard_cell(cell), cell);
        }
    }

    #[test]
    fn a_formula_behind_a_semicolon_or_a_line_end_is_text() {
        for (cell, guarded) in [
            ("Loja;=cmd|' /C calc'!A0;", "Loja;'=cmd|' /C calc'!A0;"),
            ("Ana\n=HYPERLINK(\"https://x.test\")", "Ana\n'=HYPERLINK(\"https://x.test\")"),
            ("Ana\r\n@SUM(A1)\r\nRua 5", "Ana\r\n'@SUM(A1)\r\nRua 5"),
            ("x;-2+cmd|' /C calc'!A0", "x;'-2+cmd|' /C calc'!A0"),
            ("=1;＝2", "'=1;'＝2"),
        ] {
            assert_eq!(guard_cell(cell), guarded);
        }
        for cell in ["Two parcels:\n- 2 shirts\n- 1 book", "10 kg; -5 °C", "a;b;c", "a; = b", "\u{20}\n\n"] {
            assert_eq!(guard_cell(cell), cell);
        }
    }

    #[test]
    fn what_was_guarded_is_read_back_unchanged() {
        for cell in [
            "=1",
            "'=1",
            " =1",
            "''=1",
            "-5",
            "'-5",
            "'Ana'",
            "x;=1",
            "x;'=1",
            "';=1\n'@a",
            "\r\n=1",
            "'\r",
            "",
            "'",
            "-5;-5",
            "- a;- (b)",
            "\t;\t",
        ] {
            assert_eq!(remove_guards(&guard_cell(cell)), cell, "{cell:?}");
        }
        assert_eq!(remove_guards("'Ana'"), "'Ana'", "an apostrophe that guards nothing");
    }
}
