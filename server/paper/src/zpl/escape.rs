//! Texts in commands.

use std::fmt::Write;

/// The text as data of a field with `^FH_`. Characters that begin a command are written as numbers, and so is the mark of such
/// numbers itself; control characters become spaces.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '^' | '~' | '_' | '\\' => {
                let _ = write!(escaped, "_{:02X}", u32::from(c));
            }
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn marks_of_commands_are_numbers() {
        assert_eq!(escape("a^XZ~JR_5E\\&\nç"), "a_5EXZ_7EJR_5F5E_5C& ç");
    }

    proptest! {
        #[test]
        fn no_text_can_begin_a_command(text in "\\PC{0,60}|[\\^~_\\\\A-Z0-9\u{0}-\u{1f}]{0,60}") {
            let escaped = escape(&text);
            prop_assert!(!escaped.contains(['^', '~', '\n', '\r', '\0']), "{escaped}");
        }
    }
}
