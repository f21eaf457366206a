//! Numbers of full width, which keyboards for Chinese and Japanese type: `１２．５０`.

use std::borrow::Cow;

/// The text with the plain forms of full-width characters, if it has such digits.
pub fn to_latin(text: &str) -> Cow<'_, str> {
    let plain = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        other => other,
    };
    if text.contains(|c: char| ('\u{ff10}'..='\u{ff19}').contains(&c)) {
        Cow::Owned(text.chars().map(plain).collect())
    } else {
        Cow::Borrowed(text)
    }
}
