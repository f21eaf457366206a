//! The published documents match the server.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

fn committed(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../openapi").join(name);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn the_committed_documents_are_up_to_date() {
    assert!(
        app::openapi::document() == committed("openapi.json"),
        "run ./dev gen: openapi.json is out of date"
    );
    assert!(
        app::openapi::platform_document() == committed("platform.json"),
        "run ./dev gen: platform.json is out of date"
    );
    assert_eq!(app::openapi::live_document(), committed("asyncapi.json"), "run ./dev gen");
    assert_eq!(app::openapi::message_codes(), committed("message-codes.json"), "run ./dev gen");
}

#[test]
fn every_reference_of_the_live_document_leads_to_a_schema() {
    let (live, rest) = (app::openapi::live_document().to_string(), app::openapi::document());
    let reference = regex::Regex::new(r##"openapi\.json#([^"]+)"##).unwrap();
    let found: Vec<_> = reference.captures_iter(&live).map(|found| found[1].to_owned()).collect();
    assert!(found.len() >= 4);
    for pointer in found {
        assert!(rest.pointer(&pointer).is_some(), "{pointer}");
    }
}

/// Free JSON, which has a limit of bytes.
const FREE: &[&str] = &["SavedViewInput.query", "SavedViewUpdate.query"];

#[test]
fn every_input_has_a_bound() {
    for document in [app::openapi::document(), app::openapi::platform_document()] {
        let mut walk =
            Bounds { schemas: &document["components"]["schemas"], seen: BTreeSet::new(), wrong: Vec::new() };
        for operation in document["paths"]
            .as_object()
            .unwrap()
            .values()
            .flat_map(|path| path.as_object().unwrap().values())
        {
            let id = operation["operationId"].as_str().unwrap();
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                walk.check(&parameter["schema"], &format!("{id}?{}", parameter["name"]));
            }
            for body in
                operation["requestBody"]["content"].as_object().into_iter().flat_map(serde_json::Map::values)
            {
                walk.check(&body["schema"], id);
            }
        }
        assert!(walk.seen.len() > 5);
        assert_eq!(walk.wrong, Vec::<String>::new(), "inputs without a bound");
    }
}

#[test]
fn an_input_without_a_bound_is_found() {
    let schemas = serde_json::json!({ "Form": { "type": "object", "properties": {
        "name": { "type": "string" }, "count": { "type": "integer", "minimum": 0 },
        "kinds": { "type": "array", "maxItems": 3, "items": { "type": "string", "enum": ["a"] } },
    } } });
    let mut walk = Bounds { schemas: &schemas, seen: BTreeSet::new(), wrong: Vec::new() };
    walk.check(&serde_json::json!({ "$ref": "#/components/schemas/Form" }), "op");
    assert_eq!(walk.wrong, ["Form.name", "Form.count"]);
}

/// Walks the schemas of inputs.
struct Bounds<'a> {
    schemas: &'a Value,
    seen: BTreeSet<String>,
    wrong: Vec<String>,
}

impl<'a> Bounds<'a> {
    fn check(&mut self, schema: &Value, path: &str) {
        if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
            if self.seen.insert(name.to_owned()) {
                let schemas: &'a Value = self.schemas;
                self.check(&schemas[name], name);
            }
            return;
        }
        for part in schema["allOf"].as_array().into_iter().flatten() {
            // The last part repeats the description only.
            if part.get("$ref").is_some() || part.get("type").is_some() {
                self.check(part, path);
            }
        }
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            self.check(property, &format!("{path}.{name}"));
        }
        if schema["items"].is_object() {
            self.check(&schema["items"], &format!("{path}[]"));
        }
        if !is_bounded(schema) && !FREE.contains(&path) {
            self.wrong.push(path.to_owned());
        }
    }
}

fn is_bounded(schema: &Value) -> bool {
    let has = |name: &str| schema.get(name).is_some();
    match schema["type"].as_str() {
        _ if has("enum") => true,
        Some("string") => has("maxLength") || schema["format"] == "binary",
        Some("integer" | "number") => has("minimum") && has("maximum"),
        Some("array") => has("maxItems"),
        Some("object") => schema["additionalProperties"].is_null() || has("maxProperties"),
        Some(_) => true,
        None => has("allOf"),
    }
}

#[test]
fn every_operation_has_a_summary_and_an_example() {
    let documents = [app::openapi::document(), app::openapi::platform_document()];
    for (path, operations) in documents.iter().flat_map(|document| document["paths"].as_object().unwrap()) {
        for (method, operation) in operations.as_object().unwrap() {
            let name = format!("{method} {path}");
            assert!(operation["operationId"].is_string(), "{name} has no operation id");
            assert!(
                operation["summary"].as_str().is_some_and(|text| !text.is_empty()),
                "{name} has no summary"
            );
            let bodies = [
                operation.pointer("/requestBody/content/application~1json"),
                operation.pointer("/requestBody/content/multipart~1form-data"),
                operation.pointer("/responses/200/content/application~1json"),
            ];
            for body in bodies.into_iter().flatten() {
                assert!(body.get("example").is_some(), "{name} has no example");
            }
        }
    }
}
