//! Fields of a form as JSON: `items[0][name]` names the place, the schema gives the type.

use poem::http::StatusCode;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use serde_json::{Map, Value};

use super::error::{ApiError, ApiResult, FieldErrors};
use super::messages::{MessageCode, Params};

/// Fields of a form.
pub const MAX_FIELDS: usize = 5_000;
/// Brackets of a name.
const MAX_DEPTH: usize = 8;

/// The texts of a form at their places. Items of a list are still fields with numbers for names.
pub fn nest(texts: Vec<(String, String)>) -> ApiResult<Map<String, Value>> {
    if texts.len() > MAX_FIELDS {
        let max = MAX_FIELDS.to_string();
        return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, MessageCode::PayloadTooLarge)
            .with_params(Params::from([("max", max.into())])));
    }
    let (mut root, mut errors) = (Map::new(), FieldErrors::default());
    for (name, text) in texts {
        let is_placed = place_of(&name).is_some_and(|place| insert_at(&mut root, &place, text));
        if !is_placed {
            errors.push(name, MessageCode::Invalid);
        }
    }
    errors.into_result()?;
    Ok(root)
}

/// `items[0][name]` → `items`, `0`, `name`. None for a name that no field can have.
fn place_of(name: &str) -> Option<Vec<&str>> {
    let Some((first, rest)) = name.split_once('[') else { return Some(vec![name]) };
    let rest = rest.strip_suffix(']')?;
    let place: Vec<&str> = std::iter::once(first).chain(rest.split("][")).collect();
    let is_plain = !first.is_empty() && place.iter().all(|part| !part.contains(['[', ']']));
    (is_plain && place.len() <= MAX_DEPTH).then_some(place)
}

/// Puts a text at its place. False if the place is inside of another text. A field that is sent again becomes an array.
fn insert_at(fields: &mut Map<String, Value>, place: &[&str], text: String) -> bool {
    let Some((first, rest)) = place.split_first() else { return false };
    let name = if first.is_empty() { fields.len().to_string() } else { (*first).to_owned() };
    if !rest.is_empty() {
        let inner = fields.entry(name).or_insert_with(|| Value::Object(Map::new()));
        return inner.as_object_mut().is_some_and(|inner| insert_at(inner, rest, text));
    }
    match fields.get_mut(&name) {
        None => {
            fields.insert(name, text.into());
        }
        Some(Value::Array(texts)) => texts.push(text.into()),
        Some(Value::Object(_)) => return false,
        Some(before) => *before = Value::Array(vec![before.take(), text.into()]),
    }
    true
}

/// Converts the fields to the types of their schema. An empty text is null. A value that cannot be converted remains as
/// it is, and the check of the schema refuses it.
pub fn convert(
    fields: Map<String, Value>,
    schema: &MetaSchemaRef,
    registry: &Registry,
) -> Map<String, Value> {
    let types = Types { registry };
    let convert_one = |name: &str, value: Value| match types.field(schema, name) {
        Some(schema) => types.convert(value, schema),
        None => last_text(value),
    };
    let converted = fields.into_iter().map(|(name, value)| {
        let value = convert_one(&name, value);
        (name, value)
    });
    converted.collect()
}

struct Types<'a> {
    registry: &'a Registry,
}

impl<'a> Types<'a> {
    fn resolve(&self, schema: &'a MetaSchemaRef) -> Option<&'a MetaSchema> {
        match schema {
            MetaSchemaRef::Inline(schema) => Some(schema),
            MetaSchemaRef::Reference(name) => self.registry.schemas.get(name),
        }
    }

    /// The schema that has the type: a field with a default is published as `allOf`.
    fn resolve_type(&self, schema: &'a MetaSchemaRef) -> Option<&'a MetaSchema> {
        let schema = self.resolve(schema)?;
        match schema.all_of.first() {
            Some(part) if schema.ty.is_empty() => self.resolve_type(part),
            _ => Some(schema),
        }
    }

    fn field(&self, schema: &'a MetaSchemaRef, name: &str) -> Option<&'a MetaSchemaRef> {
        let schema = self.resolve(schema)?;
        let own = schema.properties.iter().find(|(known, _)| *known == name).map(|(_, field)| field);
        own.or_else(|| schema.all_of.iter().find_map(|part| self.field(part, name)))
            .or(schema.additional_properties.as_deref())
    }

    fn convert(&self, value: Value, schema: &'a MetaSchemaRef) -> Value {
        let Some(typed) = self.resolve_type(schema) else { return last_text(value) };
        match (typed.ty, value) {
            ("array", value) => self.convert_items(value, typed),
            ("object", Value::Object(fields)) => {
                let mut fields = convert(fields, schema, self.registry);
                fields.retain(|_, value| !value.is_null());
                Value::Object(fields)
            }
            // The part of an object is JSON in a form with files, unless it names its fields.
            ("object", Value::String(text)) if text.trim_start().starts_with('{') => {
                serde_json::from_str(&text).unwrap_or(Value::String(text))
            }
            (ty, value) => match last_text(value) {
                Value::String(text) => convert_text(text, ty),
                other => other,
            },
        }
    }

    fn convert_items(&self, value: Value, schema: &'a MetaSchema) -> Value {
        let items = match value {
            Value::String(text) if text.trim().is_empty() => Vec::new(),
            Value::Array(texts) => texts,
            Value::Object(fields) => match in_order(fields) {
                Ok(items) => items,
                Err(fields) => return Value::Object(fields),
            },
            text => vec![text],
        };
        let Some(schema) = schema.items.as_deref() else { return Value::Array(items) };
        Value::Array(items.into_iter().map(|item| self.convert(item, schema)).collect())
    }
}

/// The items of a list by their numbers; the fields as they were if one is no number.
fn in_order(fields: Map<String, Value>) -> Result<Vec<Value>, Map<String, Value>> {
    if fields.keys().any(|name| name.parse::<usize>().is_err()) {
        return Err(fields);
    }
    let mut items: Vec<(usize, Value)> =
        fields.into_iter().map(|(name, item)| (name.parse().unwrap_or_default(), item)).collect();
    items.sort_by_key(|(number, _)| *number);
    Ok(items.into_iter().map(|(_, item)| item).collect())
}

/// The last text counts of a field that was sent twice, as with a box whose hidden field comes before it.
fn last_text(value: Value) -> Value {
    match value {
        Value::Array(mut texts) => texts.pop().unwrap_or_default(),
        Value::String(text) if text.trim().is_empty() => Value::Null,
        other => other,
    }
}

fn convert_text(text: String, ty: &str) -> Value {
    let trimmed = text.trim();
    let known = match ty {
        _ if trimmed.is_empty() => Some(Value::Null),
        "integer" => trimmed.parse::<i64>().ok().map(Value::from),
        "number" => trimmed.parse::<f64>().ok().map(Value::from),
        "boolean" => match trimmed {
            "true" | "1" | "on" => Some(true.into()),
            "false" | "0" | "off" => Some(false.into()),
            _ => None,
        },
        _ => None,
    };
    known.unwrap_or(Value::String(text))
}

#[cfg(test)]
mod tests {
    use poem_openapi::types::Type;
    use serde_json::json;

    use super::*;
    use crate::http::schema::schemas_of;

    #[derive(poem_openapi::Object, Debug)]
    struct Line {
        name: String,
        quantity: i32,
    }

    #[derive(poem_openapi::Object, Debug)]
    struct Sent {
        lines: Vec<Line>,
        ids: Vec<String>,
        title_locale: std::collections::HashMap<String, String>,
        is_on: Option<bool>,
    }

    fn read(texts: &[(&str, &str)]) -> Value {
        let texts = texts.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        Value::Object(convert(nest(texts).unwrap(), &Sent::schema_ref(), &schemas_of::<Sent>()))
    }

    #[test]
    fn an_object_can_be_one_text_of_json() {
        let sent = read(&[
            ("lines", r#"{ "name": "First", "quantity": 2 }"#),
            ("title_locale", r#"{"pt":"Caixa"}"#),
        ]);
        let expected =
            json!({ "lines": [{ "name": "First", "quantity": 2 }], "title_locale": { "pt": "Caixa" } });
        assert_eq!(sent, expected);
        assert_eq!(read(&[("title_locale", "{no json")]), json!({ "title_locale": "{no json" }));
    }

    #[test]
    fn names_with_brackets_are_lists_and_objects() {
        let sent = read(&[
            ("lines[1][name]", "Second"),
            ("lines[0][name]", "First"),
            ("lines[0][quantity]", "2"),
            ("ids[]", "a"),
            ("ids[]", "b"),
            ("title_locale[pt]", "Caixa"),
            ("is_on", "0"),
            ("is_on", "1"),
        ]);
        let expected = json!({
            "lines": [{ "name": "First", "quantity": 2 }, { "name": "Second" }],
            "ids": ["a", "b"], "title_locale": { "pt": "Caixa" }, "is_on": true,
        });
        assert_eq!(sent, expected);
    }

    #[test]
    fn a_name_sent_again_is_a_list_and_an_empty_one_has_no_items() {
        assert_eq!(read(&[("ids", "a"), ("ids", "b")])["ids"], json!(["a", "b"]));
        assert_eq!(read(&[("ids", "a")])["ids"], json!(["a"]));
        assert_eq!(read(&[("ids", "")])["ids"], json!([]));
    }

    #[test]
    fn a_name_without_a_place_is_refused_with_its_field() {
        let deep = format!("a{}", "[b]".repeat(MAX_DEPTH));
        for names in [vec!["a[b"], vec!["[a]"], vec!["a", "a[b]"], vec!["a[b]", "a"], vec![deep.as_str()]] {
            let texts = names.iter().map(|name| ((*name).to_owned(), "x".to_owned())).collect();
            let error = format!("{:?}", nest(texts).unwrap_err());
            assert!(error.contains(names.last().unwrap()), "{names:?}: {error}");
        }
    }

    #[test]
    fn the_number_of_fields_is_limited() {
        let texts = (0..=MAX_FIELDS).map(|at| (format!("a{at}"), String::new())).collect();
        assert!(nest(texts).is_err());
    }
}
