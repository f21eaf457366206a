//! Reads values of an order that may be missing, empty, or a number where a text is usual.

use rust_decimal::Decimal;
use serde_json::Value;

/// Characters of a text. Every field of a shipment has less, and says so when it is cut.
const LONGEST: usize = 5_000;

/// A text that is not blank, without control characters, which the database does not take. A number is its text.
pub fn read_text(value: &Value, name: &str) -> Option<String> {
    let text = match &value[name] {
        Value::String(text) => clean(text).trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

fn clean(text: &str) -> String {
    text.chars().filter(|char| !char.is_control() || *char == '\n').take(LONGEST).collect()
}

/// The first of several fields with a text.
pub fn read_first(value: &Value, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| read_text(value, name))
}

/// An amount or a quantity, which shops write as a text or as a number.
pub fn read_decimal(value: &Value, name: &str) -> Option<Decimal> {
    let text = read_text(value, name)?;
    text.parse().or_else(|_| Decimal::from_scientific(&text)).ok()
}

/// The values of a list; none for anything else.
pub fn read_list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

/// Two parts of a name in one.
pub fn join_name(value: &Value) -> Option<String> {
    let parts: Vec<String> =
        ["first_name", "last_name"].iter().filter_map(|name| read_text(value, name)).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_read_however_a_shop_writes_them() {
        let value =
            json!({ "a": " x ", "b": 7, "c": "", "d": null, "e": "12.50", "f": 12.5, "g": "1e2", "h": "x" });
        assert_eq!(read_text(&value, "a").as_deref(), Some("x"));
        assert_eq!(read_text(&value, "b").as_deref(), Some("7"));
        for name in ["c", "d", "missing"] {
            assert_eq!(read_text(&value, name), None, "{name}");
        }
        assert_eq!(read_decimal(&value, "e"), Some(Decimal::new(125, 1)));
        assert_eq!(read_decimal(&value, "f"), Some(Decimal::new(125, 1)));
        assert_eq!(read_decimal(&value, "g"), Some(Decimal::from(100)));
        assert_eq!(read_decimal(&value, "h"), None);
        assert_eq!(read_first(&value, &["c", "b"]).as_deref(), Some("7"));
        assert_eq!((read_list(&value, "a").len(), join_name(&value)), (0, None));
    }

    #[test]
    fn no_text_of_a_shop_is_endless_or_unstorable() {
        let value = json!({ "a": "S\u{0}ão\tPaulo\r\n1", "b": "\u{0}\u{1}", "c": "ã".repeat(LONGEST + 1) });
        assert_eq!(read_text(&value, "a").as_deref(), Some("SãoPaulo\n1"));
        assert_eq!(read_text(&value, "b"), None);
        assert_eq!(read_text(&value, "c").unwrap().chars().count(), LONGEST);
    }
}
