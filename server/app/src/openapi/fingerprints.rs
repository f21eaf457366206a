//! A fingerprint of each operation: what programs rely on, without the texts for people. The changelog of the API is held
//! against it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// Keys that can change without a program noticing.
const FOR_PEOPLE: [&str; 5] = ["description", "summary", "example", "examples", "tags"];
/// Bytes of a fingerprint.
const LENGTH: usize = 6;

/// `openapi/operations.txt`: the fingerprint of the whole list, then a line for each operation.
pub fn list(document: &Value) -> String {
    let schemas = document["components"]["schemas"].as_object();
    let schemas: BTreeMap<&str, String> =
        schemas.into_iter().flatten().map(|(name, schema)| (name.as_str(), contract(schema))).collect();
    let paths = document["paths"].as_object();
    let mut lines: Vec<String> = Vec::new();
    for (path, methods) in paths.into_iter().flatten() {
        for (method, operation) in methods.as_object().into_iter().flatten() {
            let mut text = format!("{method} {path} {}", contract(operation));
            let mut used = BTreeSet::new();
            super::collect_references(document, operation, &mut used);
            for name in &used {
                let _ = write!(text, " {name} {}", schemas.get(name.as_str()).map_or("", String::as_str));
            }
            let id = operation["operationId"].as_str().unwrap_or_default();
            lines.push(format!("{id} {}\n", fingerprint(&text)));
        }
    }
    lines.sort_unstable();
    let lines = lines.concat();
    format!("# {}\n{lines}", fingerprint(&lines))
}

fn fingerprint(text: &str) -> String {
    let mut digits = String::with_capacity(2 * LENGTH);
    for byte in Sha256::digest(text.as_bytes()).iter().take(LENGTH) {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

/// The fingerprint of a part of the document, in whatever order its fields are written.
fn contract(value: &Value) -> String {
    let mut text = String::new();
    write_contract(value, false, &mut text);
    fingerprint(&text)
}

/// The keys of an object `of_names` are names of the API: there can be a field `description`.
fn write_contract(value: &Value, of_names: bool, text: &mut String) {
    match value {
        Value::Object(fields) => write_fields(fields, of_names, text),
        Value::Array(items) => {
            text.push('[');
            for item in items {
                write_contract(item, false, text);
                text.push(',');
            }
            text.push(']');
        }
        other => {
            let _ = write!(text, "{other}");
        }
    }
}

fn write_fields(fields: &Map<String, Value>, of_names: bool, text: &mut String) {
    let is_kept = |name: &str| of_names || !FOR_PEOPLE.contains(&name);
    let kept: BTreeMap<&String, &Value> = fields.iter().filter(|(name, _)| is_kept(name)).collect();
    text.push('{');
    for (name, value) in kept {
        let _ = write!(text, "{name}:");
        write_contract(value, !of_names && name == "properties", text);
        text.push(',');
    }
    text.push('}');
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn document(summary: &str, field: &str, kind: &str) -> Value {
        json!({
            "paths": { "/banks": { "get": {
                "operationId": "bank_list", "summary": summary,
                "responses": { "200": { "schema": { "$ref": "#/components/schemas/Bank" } } },
            } } },
            "components": { "schemas": {
                "Bank": { "properties": {
                    field: { "type": kind, "description": summary },
                    "owner": { "$ref": "#/components/schemas/Owner" },
                } },
                "Owner": { "properties": { "name": { "type": kind } } },
            } },
        })
    }

    #[test]
    fn texts_for_people_do_not_change_an_operation() {
        let listed = list(&document("List banks", "name", "string"));
        assert_eq!(listed, list(&document("List the banks", "name", "string")));
        assert_eq!(listed.lines().count(), 2, "{listed}");
        assert!(listed.lines().nth(1).unwrap().starts_with("bank_list "), "{listed}");
    }

    #[test]
    fn fields_change_it_also_those_of_what_it_refers_to() {
        let first = list(&document("", "name", "string"));
        for other in [document("", "title", "string"), document("", "name", "integer")] {
            assert_ne!(first, list(&other));
        }
        let mut deep = document("", "name", "string");
        deep["components"]["schemas"]["Owner"]["properties"]["document"] = json!({ "type": "string" });
        assert_ne!(first, list(&deep));
    }

    #[test]
    fn a_field_can_be_called_like_a_text() {
        let mut with = document("", "name", "string");
        with["components"]["schemas"]["Owner"]["properties"]["description"] = json!({ "type": "string" });
        assert_ne!(list(&document("", "name", "string")), list(&with));
    }

    #[test]
    fn the_order_of_fields_is_of_no_account() {
        let text = document("", "name", "string").to_string();
        let (name, owner) = (
            r#""name":{"type":"string","description":""}"#,
            r##""owner":{"$ref":"#/components/schemas/Owner"}"##,
        );
        let turned = text.replace(&format!("{name},{owner}"), &format!("{owner},{name}"));
        assert_ne!(text, turned);
        assert_eq!(list(&serde_json::from_str(&turned).unwrap()), list(&document("", "name", "string")));
    }
}
