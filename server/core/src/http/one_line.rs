//! Texts of one line: a name, a code or a street has no line breaks, whoever sends it. Line breaks and tabs become a space.

use std::borrow::Cow;

use serde_json::Value;

/// The last words of the names of fields that have one line: `to_name`, `address_1`.
const ONE_LINE: [&str; 24] = [
    "name",
    "title",
    "code",
    "label",
    "reference",
    "number",
    "subject",
    "company",
    "responsible",
    "nickname",
    "holder",
    "position",
    "city",
    "state",
    "street",
    "district",
    "complement",
    "postcode",
    "phone",
    "address_1",
    "address_2",
    "vehicle",
    "sku",
    "document",
];
/// A text in several languages has its name from the field that holds them: `title_locale`.
const IN_LANGUAGES: &str = "_locale";

/// Folds all fields of one line.
pub fn fold(value: &mut Value) {
    fold_field("", value);
}

/// The text of a field, on one line if the field has one.
pub fn fold_named<'a>(name: &str, text: &'a str) -> Cow<'a, str> {
    if has_break(text) && is_one_line(name) { fold_text(text).into() } else { text.into() }
}

fn fold_field(name: &str, value: &mut Value) {
    match value {
        Value::String(text) if has_break(text) && is_one_line(name) => *text = fold_text(text),
        Value::Array(items) => items.iter_mut().for_each(|item| fold_field(name, item)),
        Value::Object(fields) => {
            for (own, value) in fields {
                fold_field(name.strip_suffix(IN_LANGUAGES).unwrap_or(own), value);
            }
        }
        _ => {}
    }
}

fn is_one_line(name: &str) -> bool {
    ONE_LINE
        .iter()
        .any(|word| name.strip_suffix(word).is_some_and(|before| before.is_empty() || before.ends_with('_')))
}

fn is_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\t' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

fn has_break(text: &str) -> bool {
    text.contains(is_break)
}

fn fold_text(text: &str) -> String {
    text.split(is_break).map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_codes_and_streets_have_one_line_and_notes_keep_theirs() {
        let mut value = json!({
            "name": "Ana\r\nBcc: all", "to_address_1": "Rua\tA \n 5", "note": "One\nTwo", "surname": "a\nb",
            "title_locale": { "en": "Two\nlines", "pt": "Uma linha" }, "codes": ["A\nB"],
            "lines": [{ "code": "X\u{2028}1", "body": "a\n\tb" }], "postcode": "\n", "weight": 5,
        });
        fold(&mut value);
        assert_eq!(
            value,
            json!({
                "name": "Ana Bcc: all", "to_address_1": "Rua A 5", "note": "One\nTwo", "surname": "a\nb",
                "title_locale": { "en": "Two lines", "pt": "Uma linha" }, "codes": ["A\nB"],
                "lines": [{ "code": "X 1", "body": "a\n\tb" }], "postcode": "", "weight": 5,
            })
        );
    }
}
