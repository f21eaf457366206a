//! Texts that show nothing.

/// Whether a text has no character that a reader could see. An empty text is blank.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || c.is_control() || is_invisible(c))
}

/// Joiners, marks of direction, of places to break and of variants, fillers, tags, and signs without a shape. Many are needed
/// between letters; alone they show nothing.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_invisible_characters_is_blank() {
        for text in [
            "",
            " ",
            "\u{a0}",
            "\u{200b}",
            "\u{feff} \u{2060}",
            "\u{3164}",
            "\u{2800}\u{2800}",
            "\u{ad}",
            "\u{202e}",
            "\u{200d}",
            "\u{fe0f}",
            "\u{e0041}",
            "\t\u{7}",
        ] {
            assert!(is_blank(text), "{text:?}");
        }
    }

    #[test]
    fn a_text_with_one_letter_or_sign_is_not_blank() {
        for text in ["a", "\u{200b}Ana", "ـ", "می\u{200c}خواهم", "👩\u{200d}🚀", "·", "0", "中", "\u{301}e"]
        {
            assert!(!is_blank(text), "{text:?}");
        }
    }
}
