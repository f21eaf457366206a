//! Letters of the Latin alphabet, as messages to airlines and customs can have them.

/// Whether a letter is one of A to Z, with or without an accent, or one that is written by them, such as Ø and Ł.
pub const fn is_latin_letter(letter: char) -> bool {
    letter.is_ascii_alphabetic() || matches!(letter, '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_with_accents_are_latin_and_other_alphabets_are_not() {
        assert!(['a', 'Z', 'é', 'Ł', 'ø', 'ế'].into_iter().all(is_latin_letter));
        assert!(!['深', 'И', 'α', '1', ' '].into_iter().any(is_latin_letter));
    }
}
