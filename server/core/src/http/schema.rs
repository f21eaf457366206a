//! Values against their published schema; all errors are reported at once.
//!
//! poem-openapi's own parser stops at the first error and does not name the field.

use std::any::TypeId;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock, RwLock};

use poem::http::StatusCode;
use poem_openapi::registry::{MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::{ParseFromJSON, Type};
use serde_json::Value;

use super::bounds;
use super::error::{ApiError, ApiResult, FieldErrors};
use super::messages::{MessageCode, Params};
use super::one_line;
use trade::blank::is_blank;

static SCHEMAS: LazyLock<RwLock<HashMap<TypeId, Arc<Registry>>>> = LazyLock::new(RwLock::default);

pub(super) fn schemas_of<T: Type + 'static>() -> Arc<Registry> {
    let id = TypeId::of::<T>();
    if let Some(known) = SCHEMAS.read().expect("no holder panics").get(&id) {
        return known.clone();
    }
    let mut registry = Registry::new();
    T::register(&mut registry);
    let registry = Arc::new(registry);
    SCHEMAS.write().expect("no holder panics").insert(id, registry.clone());
    registry
}

/// Parses a value as `T`, whose texts of one line have no line breaks. Returns one 422 with all invalid fields.
pub fn parse<T: ParseFromJSON + 'static>(mut value: Value) -> ApiResult<T> {
    one_line::fold(&mut value);
    let mut errors = FieldErrors::default();
    let registry = schemas_of::<T>();
    refuse_unreadable(&value, "", &mut errors);
    Checker { registry: &registry, errors: &mut errors }.check(&T::schema_ref(), &value, "");
    errors.into_result()?;
    T::parse_from_json(Some(value)).map_err(|error| {
        ApiError::new(StatusCode::BAD_REQUEST, MessageCode::MalformedRequest)
            .with_details(vec![error.into_message()])
    })
}

/// U+0000 is no text in Postgres, and a name of invisible characters is none for a reader. Also looks into fields without a
/// schema.
fn refuse_unreadable(value: &Value, path: &str, errors: &mut FieldErrors) {
    match value {
        Value::String(text) if text.contains('\0') => errors.push(path, MessageCode::Invalid),
        Value::String(text) if !text.trim().is_empty() && is_blank(text) => {
            errors.push(path, MessageCode::NoVisibleText);
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                refuse_unreadable(item, &join(path, &index.to_string()), errors);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                match name.contains('\0') {
                    true => errors.push(path, MessageCode::Invalid),
                    false => refuse_unreadable(value, &join(path, name), errors),
                }
            }
        }
        _ => {}
    }
}

struct Checker<'a> {
    registry: &'a Registry,
    errors: &'a mut FieldErrors,
}

impl Checker<'_> {
    fn check(&mut self, schema: &MetaSchemaRef, value: &Value, path: &str) {
        let registry = self.registry;
        let schema: &MetaSchema = match schema {
            MetaSchemaRef::Inline(schema) => schema,
            MetaSchemaRef::Reference(name) => match registry.schemas.get(name) {
                Some(schema) => schema,
                None => return,
            },
        };
        for part in &schema.all_of {
            self.check(part, value, path);
        }
        if let Some(code) = wrong_type(schema.ty, value) {
            return self.errors.push(path, code);
        }
        let is_free = schema.ty.is_empty() && schema.all_of.is_empty();
        if is_free && value.to_string().len() > bounds::MAX_TEXT {
            let params = Params::from([("max", bounds::MAX_TEXT.into())]);
            return self.errors.push_with(path, MessageCode::TooLong, params);
        }
        if !schema.enum_items.is_empty() && !schema.enum_items.contains(value) {
            return self.errors.push(path, MessageCode::UnknownOption);
        }
        match value {
            Value::String(text) => self.check_text(schema, text, path),
            Value::Number(number) => self.check_number(schema, number.as_f64().unwrap_or(f64::NAN), path),
            Value::Array(items) => self.check_items(schema, items, path),
            Value::Object(fields) => self.check_fields(schema, fields, path),
            Value::Null | Value::Bool(_) => {}
        }
    }

    fn check_text(&mut self, schema: &MetaSchema, text: &str, path: &str) {
        let length = text.chars().count();
        let max = schema.max_length.unwrap_or(bounds::MAX_TEXT);
        if length > max {
            self.errors.push_with(path, MessageCode::TooLong, Params::from([("max", max.into())]));
        }
        if let Some(min) = schema.min_length.filter(|min| length < *min) {
            self.errors.push_with(path, MessageCode::TooShort, Params::from([("min", min.into())]));
        }
        let fits = match schema.format {
            Some("decimal") => return self.check_amount(text, path),
            Some("naive-date" | "date") => text.parse().is_ok_and(bounds::is_day),
            Some("date-time") => chrono::DateTime::parse_from_rfc3339(text)
                .is_ok_and(|time| bounds::is_day(time.to_utc().date_naive())),
            Some("uuid") => text.parse::<uuid::Uuid>().is_ok(),
            _ => true,
        };
        if !fits {
            let code = match schema.format {
                Some("uuid") => MessageCode::UnknownOption,
                _ => MessageCode::NotADate,
            };
            self.errors.push(path, code);
        }
    }

    fn check_amount(&mut self, text: &str, path: &str) {
        match text.parse().map(bounds::amount_error) {
            Ok(None) => {}
            Ok(Some((code, params))) => self.errors.push_with(path, code, params),
            Err(_) => self.errors.push(path, MessageCode::NotANumber),
        }
    }

    fn check_number(&mut self, schema: &MetaSchema, number: f64, path: &str) {
        let (least, most) = bounds::range(schema.format);
        let (min, max) = (schema.minimum.unwrap_or(least), schema.maximum.unwrap_or(most));
        if number < min {
            self.errors.push_with(path, MessageCode::TooSmall, Params::from([("min", write_bound(min))]));
        }
        if number > max {
            self.errors.push_with(path, MessageCode::TooLarge, Params::from([("max", write_bound(max))]));
        }
    }

    fn check_items(&mut self, schema: &MetaSchema, items: &[Value], path: &str) {
        let max = schema.max_items.unwrap_or(bounds::MAX_ITEMS);
        if items.len() > max {
            // The items are not looked at: their errors would be as many.
            return self.errors.push_with(path, MessageCode::TooMany, Params::from([("max", max.into())]));
        }
        if let Some(min) = schema.min_items.filter(|min| items.len() < *min) {
            self.errors.push_with(path, MessageCode::TooFew, Params::from([("min", min.into())]));
        }
        let is_unique = schema.unique_items == Some(true);
        let Some(schema) = &schema.items else { return };
        if is_unique {
            self.refuse_repeated(schema, items, path);
        }
        for (index, item) in items.iter().enumerate() {
            self.check(schema, item, &join(path, &index.to_string()));
        }
    }

    /// Names each item that stands in the list before. Left to the parser, the whole call would be malformed.
    fn refuse_repeated(&mut self, schema: &MetaSchemaRef, items: &[Value], path: &str) {
        let format = match schema {
            MetaSchemaRef::Inline(schema) => schema.format,
            MetaSchemaRef::Reference(_) => None,
        };
        let mut known = HashSet::new();
        for (index, item) in items.iter().enumerate() {
            if !known.insert(write_plain(format, item)) {
                self.errors.push(join(path, &index.to_string()), MessageCode::Repeated);
            }
        }
    }

    fn check_fields(&mut self, schema: &MetaSchema, fields: &serde_json::Map<String, Value>, path: &str) {
        for name in &schema.required {
            if fields.get(*name).is_none_or(Value::is_null) {
                self.errors.push(join(path, name), MessageCode::Required);
            }
        }
        for (name, schema) in &schema.properties {
            if let Some(value) = fields.get(*name).filter(|value| !value.is_null()) {
                self.check(schema, value, &join(path, name));
            }
        }
    }
}

/// A value in one spelling: ids and days have several.
fn write_plain(format: Option<&str>, item: &Value) -> String {
    let text = item.as_str().unwrap_or_default();
    let plain = match format {
        Some("uuid") => text.parse::<uuid::Uuid>().ok().map(|id| id.to_string()),
        Some("naive-date" | "date") => text.parse::<chrono::NaiveDate>().ok().map(|day| day.to_string()),
        _ => None,
    };
    plain.unwrap_or_else(|| item.to_string())
}

/// A bound as people write it: whole numbers have no decimals.
fn write_bound(bound: f64) -> Value {
    bound.to_string().parse::<i64>().map_or_else(|_| bound.into(), Value::from)
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn wrong_type(expected: &str, value: &Value) -> Option<MessageCode> {
    let (fits, code) = match expected {
        "string" => (value.is_string(), MessageCode::NotText),
        "integer" => (value.is_i64() || value.is_u64(), MessageCode::NotANumber),
        "number" => (value.is_number(), MessageCode::NotANumber),
        "boolean" => (value.is_boolean(), MessageCode::UnknownOption),
        "array" => (value.is_array(), MessageCode::Invalid),
        "object" => (value.is_object(), MessageCode::Invalid),
        _ => (true, MessageCode::Invalid),
    };
    (!fits).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(poem_openapi::Object, Debug)]
    struct Line {
        #[oai(validator(minimum(value = "1")))]
        quantity: i32,
    }

    #[derive(poem_openapi::Object, Debug)]
    struct Form {
        #[oai(validator(max_length = 3))]
        name: String,
        value: Option<rust_decimal::Decimal>,
        lines: Vec<Line>,
    }

    #[test]
    fn all_problems_are_reported_with_dotted_paths() {
        let value = serde_json::json!({ "name": "toolong", "value": "x", "lines": [{}, { "quantity": 0 }] });
        let Err(error) = parse::<Form>(value) else { panic!("the form was taken") };
        let errors = format!("{error:?}");
        for field in ["name", "value", "lines.0.quantity", "lines.1.quantity"] {
            assert!(errors.contains(&format!("{field:?}")), "{field} is not named in {errors}");
        }
    }

    #[derive(poem_openapi::Object, Debug)]
    struct Choice {
        #[oai(validator(unique_items))]
        ids: Vec<uuid::Uuid>,
        #[oai(default, validator(unique_items))]
        days: Vec<chrono::NaiveDate>,
    }

    #[test]
    fn what_is_twice_in_a_list_is_named_in_whatever_spelling() {
        let (one, other) = (uuid::Uuid::from_u128(0xab), uuid::Uuid::from_u128(2));
        let value = serde_json::json!({
            "ids": [one, other, one.to_string().to_uppercase()], "days": ["2026-11-26", "2026-11-27", "2026-11-26"],
        });
        let errors = format!("{:?}", parse::<Choice>(value).unwrap_err());
        for problem in ["\"ids.2\": [(Repeated", "\"days.2\": [(Repeated"] {
            assert!(errors.contains(problem), "{problem} in {errors}");
        }
        assert!(parse::<Choice>(serde_json::json!({ "ids": [one, other] })).is_ok());
    }

    #[test]
    fn a_whole_bound_is_written_without_decimals() {
        assert_eq!(write_bound(10_000.0), serde_json::json!(10_000));
        assert_eq!(write_bound(-90.5), serde_json::json!(-90.5));
    }

    #[test]
    fn a_name_has_one_line() {
        let form: Form = parse(serde_json::json!({ "name": "a\n\tb", "lines": [] })).unwrap();
        assert_eq!(form.name, "a b");
    }

    #[test]
    fn number_is_not_a_text() {
        assert!(parse::<Form>(serde_json::json!({ "name": 5, "lines": [] })).is_err());
    }

    #[test]
    fn a_text_of_invisible_characters_is_refused() {
        for name in ["\u{200b}", " \u{3164} ", "\u{2800}"] {
            let errors =
                format!("{:?}", parse::<Form>(serde_json::json!({ "name": name, "lines": [] })).unwrap_err());
            assert!(errors.contains("\"name\": [(NoVisibleText"), "{name:?} in {errors}");
        }
        assert!(parse::<Form>(serde_json::json!({ "name": "\u{200b}é", "lines": [] })).is_ok());
    }

    #[test]
    fn inputs_without_a_stated_bound_have_one() {
        let value = serde_json::json!({
            "name": "a\0", "value": "99999999999999999999", "lines": [{ "quantity": 99_999_999_999_i64 }],
        });
        let errors = format!("{:?}", parse::<Form>(value).unwrap_err());
        for problem in ["\"name\": [(Invalid", "\"value\": [(TooLarge", "\"lines.0.quantity\": [(TooLarge"] {
            assert!(errors.contains(problem), "{problem} in {errors}");
        }
        let lines = vec![serde_json::json!({}); bounds::MAX_ITEMS + 1];
        let errors =
            format!("{:?}", parse::<Form>(serde_json::json!({ "name": "", "lines": lines })).unwrap_err());
        assert!(errors.contains("\"lines\": [(TooMany") && !errors.contains("quantity"), "{errors}");
    }
}
