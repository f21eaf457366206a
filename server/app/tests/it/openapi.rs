//! The published documents match the server.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;
use server_core::http::empty_parameters::KEPT;

fn committed(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../openapi").join(name);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// A form of GET that leaves out a text must name it at its field, and not as a parameter that is missing.
#[test]
fn a_text_that_a_get_needs_is_not_taken_away_when_it_is_empty() {
    let document = committed("openapi.json");
    let all = |path: &Value| path["get"]["parameters"].as_array().cloned().unwrap_or_default();
    let parameters = document["paths"].as_object().unwrap().values().flat_map(all);
    let needed = parameters.filter(|one| {
        let is_plain = one["schema"]["type"] == "string" && one["schema"]["format"].is_null();
        one["in"] == "query" && one["required"] == true && is_plain
    });
    let names: BTreeSet<String> = needed.map(|one| one["name"].as_str().unwrap().to_owned()).collect();
    assert!(!names.is_empty());
    for name in names {
        assert!(KEPT.contains(&name.as_str()), "{name}");
    }
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
const FREE: &[&str] = &["SavedViewInput.query", "SavedViewUpdate.query", "order_layer_send"];

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

/// The name, method and definition of every operation of both documents.
fn list_operations(documents: &[Value]) -> Vec<(&str, &str, &Value)> {
    let paths = documents.iter().flat_map(|document| document["paths"].as_object().unwrap().values());
    let operations = paths.flat_map(|path| path.as_object().unwrap());
    operations
        .map(|(method, operation)| (operation["operationId"].as_str().unwrap(), method.as_str(), operation))
        .collect()
}

#[test]
fn a_change_can_be_refused_for_the_size_or_the_kind_of_its_body() {
    let documents = [app::openapi::document(), app::openapi::platform_document()];
    for (name, method, operation) in list_operations(&documents) {
        for status in ["413", "415"] {
            let pointer = format!("/responses/{status}/content/application~1json/schema/$ref");
            let body = operation.pointer(&pointer).and_then(Value::as_str);
            let expected = (method != "get").then_some("#/components/schemas/Problem");
            assert_eq!(body, expected, "{name}: {status}");
        }
    }
}

/// Operations with files that browsers only save, whatever they are.
const FILES_OF_ANY_TYPE: &[&str] =
    &["cargo_message_file", "room_file", "support_mail_file", "support_ticket_file", "upload_file"];

#[test]
fn files_are_published_with_their_types() {
    let documents = [app::openapi::document(), app::openapi::platform_document()];
    let mut of_any_type = Vec::new();
    for (name, _, operation) in list_operations(&documents) {
        let content = operation.pointer("/responses/200/content").and_then(Value::as_object);
        if content.is_some_and(|content| content.contains_key("application/octet-stream")) {
            of_any_type.push(name);
        }
    }
    of_any_type.sort_unstable();
    assert_eq!(of_any_type, FILES_OF_ANY_TYPE);
    let types = |name: &str| {
        let operations = list_operations(&documents);
        let (_, _, operation) = operations.into_iter().find(|(other, ..)| *other == name).unwrap();
        operation["responses"]["200"]["content"].as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(types("invoice_pdf"), ["application/pdf"]);
    assert_eq!(types("cod_payout_statement"), ["text/csv"]);
    assert_eq!(types("deposit_receipt"), ["application/pdf", "image/jpeg", "image/png"]);
    assert_eq!(types("account_picture"), ["image/jpeg"]);
    assert_eq!(types("tenant_export"), ["application/zip"]);
}

/// Operations that make a record and answer without `data.id`.
const MADE_WITHOUT_ID: &[&str] =
    &["api_token", "carrier_handover", "carrier_label", "delivery", "shop", "webhook"];

#[test]
fn a_record_that_was_made_leads_to_what_can_be_done_with_it() {
    let documents = [app::openapi::document()];
    let operations = list_operations(&documents);
    let paths = documents[0]["paths"].as_object().unwrap();
    let takes_one_id = |name: &str| {
        let found = paths.iter().find(|(_, methods)| {
            methods.as_object().unwrap().values().any(|operation| operation["operationId"] == name)
        });
        found.is_some_and(|(path, _)| path.contains("/{id}") && path.matches('{').count() == 1)
    };
    let mut count = 0;
    for (name, _, operation) in &operations {
        let Some(subject) = name.strip_suffix("_create") else { continue };
        let next = ["show", "update", "delete"].map(|verb| format!("{subject}_{verb}"));
        let expected: Vec<String> = next.into_iter().filter(|name| takes_one_id(name)).collect();
        let links = operation["responses"]["200"]["links"].as_object();
        let found: Vec<String> = links.into_iter().flatten().map(|(name, _)| name.clone()).collect();
        if MADE_WITHOUT_ID.contains(&subject) {
            assert!(found.is_empty(), "{name} has an id now");
            continue;
        }
        assert_eq!(found, expected, "{name}");
        count += found.len();
    }
    assert!(count > 100, "{count} links");
}

#[test]
fn every_link_leads_to_an_operation_with_its_parameters() {
    for document in [app::openapi::document(), app::openapi::platform_document()] {
        let documents = [document];
        let operations = list_operations(&documents);
        for (name, _, operation) in &operations {
            let responses = operation["responses"].as_object().unwrap().values();
            for link in responses.filter_map(|one| one["links"].as_object()).flat_map(serde_json::Map::values)
            {
                let target = operations.iter().find(|(other, ..)| link["operationId"] == **other);
                let (_, _, target) = target.unwrap_or_else(|| panic!("{name}: {link}"));
                let taken = target["parameters"].as_array().unwrap().iter();
                let in_path: Vec<_> = taken
                    .filter(|one| one["in"] == "path")
                    .map(|one| one["name"].as_str().unwrap())
                    .collect();
                let given: Vec<_> = link["parameters"].as_object().unwrap().keys().collect();
                assert_eq!(given, in_path, "{name}: {link}");
            }
        }
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
