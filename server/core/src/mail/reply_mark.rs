//! The line of our e-mails above which people reply, in the reader's language.

use crate::http::messages::Language;

/// Characters without width, which mail programs keep when they quote: the mark is known in every layout.
pub const HIDDEN: &str = "\u{2063}\u{2062}\u{2063}\u{2064}\u{2063}";

/// The line with the mark.
pub fn line(language: Language) -> String {
    format!("{HIDDEN}{}", text(language))
}

const fn text(language: Language) -> &'static str {
    match language {
        Language::PtBr => "— Responda acima desta linha —",
        Language::En => "— Reply above this line —",
        Language::Es => "— Responda por encima de esta línea —",
        Language::ZhCn => "— 请在此行上方回复 —",
    }
}

/// Whether a line has the mark. Some mail programs delete characters without width; then its words are the mark.
pub fn is_in(line: &str) -> bool {
    let line = line.trim_start_matches(['>', '|', ' ', '\t']).trim_end();
    line.contains(HIDDEN)
        || Language::ALL
            .iter()
            .any(|language| line.trim_matches(is_frame) == text(*language).trim_matches(is_frame))
}

/// Signs around the words, which mail programs replace.
fn is_frame(c: char) -> bool {
    matches!(c, '—' | '–' | '-' | '*' | '_' | ' ') || HIDDEN.contains(c)
}
