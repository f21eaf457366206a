//! Letters that no font has, and the Latin form of their texts.

use deunicode::deunicode;

use super::fonts::Fonts;
use super::shape::tidy;

/// Letters that a document cannot print.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingLetters {
    /// Each letter once, in the order of the document.
    pub letters: String,
    /// The texts that have them, in Latin letters.
    pub latin: Vec<String>,
}

impl MissingLetters {
    /// The letters of some texts that the fonts lack; none if everything can be printed.
    pub fn of<'t>(texts: impl IntoIterator<Item = &'t str>, fonts: &Fonts) -> Option<Self> {
        let mut missing = Self { letters: String::new(), latin: Vec::new() };
        for text in texts {
            let lacking = lacking(text, fonts);
            if !lacking.is_empty() {
                missing.latin.push(latin(text));
            }
            let new: Vec<char> = lacking.into_iter().filter(|c| !missing.letters.contains(*c)).collect();
            missing.letters.extend(new);
        }
        (!missing.letters.is_empty()).then_some(missing)
    }
}

/// Replaces a text that has a letter without a font by its Latin form.
pub fn to_latin(text: &mut String, fonts: &Fonts) {
    if !lacking(text, fonts).is_empty() {
        *text = latin(text);
    }
}

fn lacking(text: &str, fonts: &Fonts) -> Vec<char> {
    // Joiners form other letters and have no look of their own.
    let is_letter = |c: &char| !c.is_whitespace() && !matches!(c, '\u{200c}' | '\u{200d}');
    let mut found: Vec<char> = Vec::new();
    for c in tidy(text, fonts).chars().filter(is_letter).filter(|c| !fonts.can_draw(*c)) {
        if !found.contains(&c) {
            found.push(c);
        }
    }
    found
}

/// Keeps the lines of the text.
fn latin(text: &str) -> String {
    let line = |line: &str| deunicode(line).split_whitespace().collect::<Vec<_>>().join(" ");
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}
