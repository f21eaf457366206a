//! Numbers of full width, which keyboards for Chinese and Japanese type: `１２．５０`.

use std::borrow::Cow;

use trade::postcode;

/// The text with the plain forms of full-width characters, if it has such digits.
pub fn to_latin(text: &str) -> Cow<'_, str> {
    if text.contains(|c: char| ('\u{ff10}'..='\u{ff19}').contains(&c)) {
        Cow::Owned(text.chars().map(postcode::to_latin).collect())
    } else {
        Cow::Borrowed(text)
    }
}
