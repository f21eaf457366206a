//! The published OpenAPI documents: the output of poem-openapi, corrected where it would mislead a generator.

mod examples;
mod fingerprints;
mod links;
mod live;
mod refusals;
pub mod served;

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use server_core::http::bounds;
use server_core::http::messages::MessageCode;

/// `openapi/openapi.json`.
pub fn document() -> Value {
    publish(&crate::api_service().spec())
}

/// `openapi/platform.json`.
pub fn platform_document() -> Value {
    publish(&crate::platform::api_service().spec())
}

/// `openapi/operations.txt`.
pub fn operation_list() -> String {
    fingerprints::list(&document())
}

fn publish(spec: &str) -> Value {
    let mut document: Value = serde_json::from_str(spec).expect("poem-openapi writes JSON");
    let sent = sent_schemas(&document);
    if let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        for (name, schema) in schemas.iter_mut() {
            mark_nullable(schema, !sent.contains(name.as_str()));
            name_codes(schema);
            if sent.contains(name.as_str()) {
                state_bounds(schema, bounds::MAX_TEXT);
            }
        }
    }
    bound_parameters(&mut document);
    correct(&mut document);
    refusals::add(&mut document);
    links::add(&mut document);
    examples::add(&mut document);
    document
}

/// `openapi/asyncapi.json`.
pub fn live_document() -> Value {
    live::document()
}

/// `openapi/message-codes.json`.
pub fn message_codes() -> Value {
    json!(MessageCode::ALL.iter().map(|code| code.as_str()).collect::<Vec<_>>())
}

/// Schemas used in requests. In all other schemas, every field is always present.
fn sent_schemas(document: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for operation in operations(document) {
        if let Some(body) = operation.get("requestBody") {
            collect_references(document, body, &mut found);
        }
    }
    found
}

fn operations(document: &Value) -> impl Iterator<Item = &Value> {
    document["paths"]
        .as_object()
        .into_iter()
        .flat_map(Map::values)
        .filter_map(Value::as_object)
        .flat_map(Map::values)
}

fn collect_references(document: &Value, value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(name) =
                fields.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next())
                && found.insert(name.to_owned())
            {
                collect_references(document, &document["components"]["schemas"][name], found);
            }
            fields.values().for_each(|value| collect_references(document, value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| collect_references(document, value, found)),
        _ => {}
    }
}

/// Marks an `Option` as nullable, which poem-openapi does not. A field that is `true` or absent, or whose
/// description begins with "Left out", becomes optional instead.
fn mark_nullable(schema: &mut Value, only_answered: bool) {
    for part in schema.get_mut("allOf").and_then(Value::as_array_mut).into_iter().flatten() {
        mark_nullable(part, only_answered);
    }
    let required: BTreeSet<String> = texts(schema.get("required"));
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return };
    let is_told_so =
        |property: &Value| property["description"].as_str().is_some_and(|text| text.starts_with("Left out "));
    let is_left_out = |property: &Value| property["enum"] == json!([true]) || is_told_so(property);
    for (name, property) in properties.iter_mut() {
        if required.contains(name) || is_left_out(property) || property.get("default").is_some() {
            continue;
        }
        if property.get("$ref").is_some() {
            *property = json!({ "allOf": [property.take()] });
        }
        property["nullable"] = true.into();
    }
    if only_answered {
        let always = properties.iter().filter(|(_, property)| !is_left_out(property));
        let always: Vec<&String> = always.map(|(name, _)| name).collect();
        if !always.is_empty() {
            schema["required"] = json!(always);
        }
    }
}

fn bound_parameters(document: &mut Value) {
    let paths = document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut);
    for operation in paths.filter_map(Value::as_object_mut).flat_map(Map::values_mut) {
        for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
            state_bounds(&mut parameter["schema"], bounds::MAX_PARAMETER);
        }
        let bodies = operation.pointer_mut("/requestBody/content").and_then(Value::as_object_mut);
        for body in bodies.into_iter().flat_map(Map::values_mut) {
            state_bounds(&mut body["schema"], bounds::MAX_TEXT);
        }
    }
}

/// States the bounds that `http` enforces for inputs without a stricter one.
fn state_bounds(schema: &mut Value, longest: usize) {
    for part in schema.get_mut("allOf").and_then(Value::as_array_mut).into_iter().flatten() {
        state_bounds(part, longest);
    }
    for property in
        schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flat_map(Map::values_mut)
    {
        state_bounds(property, longest);
    }
    if let Some(items) = schema.get_mut("items") {
        state_bounds(items, longest);
    }
    let Some(fields) = schema.as_object_mut().filter(|fields| !fields.contains_key("enum")) else { return };
    let format = fields.get("format").and_then(Value::as_str).map(str::to_owned);
    match fields.get("type").and_then(Value::as_str) {
        Some("string") if format.as_deref() != Some("binary") => {
            fields.entry("maxLength").or_insert(bounds::length(format.as_deref(), longest).into());
        }
        Some("integer" | "number") => {
            let (least, most) = bounds::range(format.as_deref());
            // As integers: not every float is read back exactly.
            fields.entry("minimum").or_insert((least as i64).into());
            fields.entry("maximum").or_insert((most as i64).into());
        }
        Some("array") => {
            fields.entry("maxItems").or_insert(bounds::MAX_ITEMS.into());
        }
        _ => {}
    }
}

fn texts(list: Option<&Value>) -> BTreeSet<String> {
    list.and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect()
}

/// Adds names for integer codes, from "0 = Closed. 10 = Open." as `wire_code!` describes them.
fn name_codes(schema: &mut Value) {
    if schema["type"] != "integer" || schema.get("enum").is_none() {
        return;
    }
    let description = schema["description"].as_str().unwrap_or_default();
    let names: Vec<String> = description
        .split(". ")
        .filter_map(|part| part.trim_end_matches('.').split_once(" = "))
        .map(|(_, name)| name.trim().to_owned())
        .collect();
    schema["x-enum-varnames"] = json!(names);
}

fn correct(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if fields.get("format").is_some_and(|format| format == "naive-date") {
                fields.insert("format".into(), "date".into());
            }
            if let Some(content) = fields.shift_remove("application/json; charset=utf-8") {
                fields.insert("application/json".into(), content);
            }
            fields.values_mut().for_each(correct);
        }
        Value::Array(items) => items.iter_mut().for_each(correct),
        _ => {}
    }
}
