//! Makes words of a file comparable.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Lower case, without accents, only letters and digits, single spaces: `PO / SO #` becomes `po so`.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            folded.push(c);
        } else if !matches!(c, '\'' | '’' | '`' | '´') && !folded.is_empty() && !folded.ends_with(' ') {
            folded.push(' ');
        }
    }
    folded.truncate(folded.trim_end().len());
    folded
}

/// Removes white space around a cell's value, no-break spaces included.
pub fn trim(cell: &str) -> &str {
    cell.trim_matches(|c: char| c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_words_are_compared_without_accents_case_and_signs() {
        assert_eq!(fold("PO / SO #"), "po so");
        assert_eq!(fold("  Descrição do Ítem (1)"), "descricao do item 1");
        assert_eq!(fold("Côte d'Ivoire"), "cote divoire");
        assert_eq!(fold("收件人 城市"), "收件人 城市");
        assert_eq!(fold("ＡＢＣ１２"), "abc12");
    }

    #[test]
    fn a_no_break_space_around_a_cell_is_trimmed() {
        assert_eq!(trim("\u{a0} 12 \u{feff}"), "12");
    }
}
