//! Texts of a Cargo-IMP line: A-Z, 0-9, blank, point and hyphen.

use deunicode::deunicode_char;
use serde::Serialize;
use trade::latin::is_latin_letter;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A text as the line has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LineText {
    pub text: String,
    /// It was longer than its field.
    pub was_cut: bool,
    /// Letters and digits of other scripts, which have no letter in the line.
    pub letters_lost: usize,
}

/// Nothing of a text is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NothingLeft {
    pub letters_lost: usize,
}

/// Writes a text for a field of so many characters. Signs become blanks; letters of other scripts vanish, and are counted.
pub fn write_text(text: &str, max_characters: usize) -> Result<LineText, NothingLeft> {
    let mut plain = String::with_capacity(text.len());
    let letters_lost = text.chars().filter(|letter| !write_letter(*letter, &mut plain)).count();
    let mut line = plain.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let was_cut = line.len() > max_characters;
    line.truncate(max_characters);
    line.truncate(line.trim_end().len());
    if line.is_empty() {
        return Err(NothingLeft { letters_lost });
    }
    Ok(LineText { text: line, was_cut, letters_lost })
}

/// Writes a letter without its accents. Returns false if it is a letter or digit that has no equal.
fn write_letter(letter: char, into: &mut String) -> bool {
    let mut is_kept = true;
    for part in letter.to_string().nfkd().flat_map(char::to_uppercase) {
        match part {
            'A'..='Z' | '0'..='9' | '.' | '-' => into.push(part),
            _ if is_combining_mark(part) || is_invisible(part) => {}
            _ if !part.is_alphanumeric() => into.push(' '),
            _ if is_latin_letter(part) => into.push_str(&latin(part)),
            _ => is_kept = false,
        }
    }
    is_kept
}

/// Zero-width spaces and joiners, soft hyphens, marks of direction.
const fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Letters that are no letter with an accent: Ø, Æ, Đ, Ł.
fn latin(letter: char) -> String {
    let written = deunicode_char(letter).unwrap_or_default().to_ascii_uppercase();
    written.chars().filter(char::is_ascii_alphanumeric).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde::Deserialize;

    const CASES: &str = include_str!("../../../tests/data/customs/manifests/cargo-imp-text-cases.csv");

    #[derive(Deserialize)]
    struct TextCase {
        text: String,
        max_characters: usize,
        expected: String,
        was_cut: bool,
        letters_lost: usize,
    }

    #[test]
    fn texts_become_those_of_the_case_file() {
        let cases: Vec<TextCase> =
            csv::Reader::from_reader(CASES.as_bytes()).into_deserialize().map(Result::unwrap).collect();
        assert!(cases.len() > 10);
        for case in cases {
            let (letters_lost, found) = match write_text(&case.text, case.max_characters) {
                Ok(line) => (line.letters_lost, (line.text, line.was_cut)),
                Err(nothing) => (nothing.letters_lost, ("refused_empty".into(), false)),
            };
            assert_eq!(found, (case.expected, case.was_cut), "{}", case.text);
            assert_eq!(letters_lost, case.letters_lost, "{}", case.text);
        }
    }

    #[test]
    fn letters_without_an_accent_keep_their_sound_and_others_are_counted() {
        let line = |text| write_text(text, 35).unwrap();
        assert_eq!(line("Łódź, Ærø; Đakovo").text, "LODZ AERO DAKOVO");
        assert_eq!(line("Sapatos 鞋子 3").text, "SAPATOS 3");
        assert_eq!(line("Sapatos 鞋子 3").letters_lost, 2);
        assert_eq!(line("co\u{ad}op").text, "COOP");
    }

    proptest! {
        #[test]
        fn any_text_becomes_letters_of_the_line(text in ".{0,60}", max in 1..70_usize) {
            if let Ok(line) = write_text(&text, max) {
                let is_allowed = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || " .-".contains(c);
                prop_assert!(line.text.chars().all(is_allowed) && line.text.len() <= max);
                prop_assert_eq!(write_text(&line.text, max).unwrap().text, line.text);
            }
        }
    }
}
