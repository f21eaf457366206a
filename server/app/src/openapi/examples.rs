//! Adds an example to every operation, generated from the schemas.

use serde_json::{Map, Value, json};

const DEEPEST: usize = 8;

/// Adds an `example` to every request and to every successful JSON answer.
pub fn add(document: &mut Value) {
    let schemas = document["components"]["schemas"].clone();
    let paths = document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut);
    for operation in paths.filter_map(Value::as_object_mut).flat_map(Map::values_mut) {
        for kind in ["application~1json", "multipart~1form-data"] {
            add_to(operation.pointer_mut(&format!("/requestBody/content/{kind}")), &schemas);
        }
        for status in ["200", "201", "202"] {
            add_to(
                operation.pointer_mut(&format!("/responses/{status}/content/application~1json")),
                &schemas,
            );
        }
    }
}

fn add_to(media: Option<&mut Value>, schemas: &Value) {
    if let Some(media) = media {
        media["example"] = example(&media["schema"], "", schemas, 0);
    }
}

fn example(schema: &Value, field: &str, schemas: &Value, depth: usize) -> Value {
    if let Some(given) = schema.get("example").or_else(|| schema.get("default")) {
        return given.clone();
    }
    if depth > DEEPEST {
        return Value::Null;
    }
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return example(&schemas[name], field, schemas, depth + 1);
    }
    if let Some(parts) = schema["allOf"].as_array() {
        return merge_parts(parts, field, schemas, depth);
    }
    if let Some(first) = schema.pointer("/anyOf/0").or_else(|| schema.pointer("/oneOf/0")) {
        return example(first, field, schemas, depth + 1);
    }
    if let Some(first) = schema.pointer("/enum/0") {
        return first.clone();
    }
    match schema["type"].as_str() {
        Some("object") => object(schema, schemas, depth),
        Some("array") => json!([example(&schema["items"], field, schemas, depth + 1)]),
        Some("boolean") => true.into(),
        Some("integer") => integer(field).into(),
        Some("number") => 1.0.into(),
        Some("string") => fitting(text(field, schema["format"].as_str()), schema),
        _ => Value::Null,
    }
}

/// The text, not longer than the schema allows.
fn fitting(text: &str, schema: &Value) -> Value {
    let most = schema["maxLength"].as_u64().and_then(|most| usize::try_from(most).ok()).unwrap_or(usize::MAX);
    text.chars().take(most).collect::<String>().into()
}

fn merge_parts(parts: &[Value], field: &str, schemas: &Value, depth: usize) -> Value {
    let mut whole = Map::new();
    for part in parts {
        match example(part, field, schemas, depth + 1) {
            Value::Object(fields) => whole.extend(fields),
            // A part with only a description.
            Value::Null => {}
            other => return other,
        }
    }
    whole.into()
}

fn object(schema: &Value, schemas: &Value, depth: usize) -> Value {
    let properties = schema["properties"].as_object().into_iter().flatten();
    let fields: Map<String, Value> =
        properties.map(|(name, one)| (name.clone(), example(one, name, schemas, depth + 1))).collect();
    match schema.get("additionalProperties") {
        Some(values) if fields.is_empty() => json!({ "name": example(values, "", schemas, depth + 1) }),
        _ => fields.into(),
    }
}

fn integer(field: &str) -> i64 {
    match field {
        _ if field.ends_with("country_id") => 32,
        _ if field.ends_with("_g") => 1500,
        _ if field.ends_with("_mm") => 300,
        "per_page" => 25,
        "min_length" | "password_min_length" => 8,
        "session_idle_hours" => 12,
        "import_max_lines" => 50_000,
        "ticket_reopen_days" => 14,
        "field_data_days" => 180,
        "customs_data_days" => 1_825,
        _ => 1,
    }
}

fn text(field: &str, format: Option<&str>) -> &'static str {
    match (field, format) {
        (_, Some("uuid")) => "0199d3c2-7c1a-7000-8000-000000000001",
        ("host" | "primary_host", _) => "envios.example.com",
        ("slug" | "tenant" | "confirm", _) => "atlantico",
        ("record_name", _) => "_remessa.envios.example.com",
        ("birthday", _) => "1990-05-01",
        (_, Some("date-time")) => "2026-11-21T14:30:00Z",
        (_, Some("date" | "naive-date")) => "2026-11-21",
        (_, Some("decimal")) => "129.90",
        ("tracking_code", _) => "AT000000014BR",
        (field, _) if field.ends_with("email") => "ana@example.com",
        ("addresses", _) => "ana@example.com",
        (field, _) if field.ends_with("phone") => "+5511987654321",
        (field, _) if field.ends_with("postcode") => "01310-100",
        (field, _) if field.ends_with("document") || field == "tax_id" => "529.982.247-25",
        (field, _) if field.ends_with("city") => "São Paulo",
        (field, _) if field.ends_with("name") => "Ana Souza",
        (field, _) if field.ends_with("address_1") => "Avenida Paulista",
        ("opens_at" | "from_time", _) => "09:00",
        ("closes_at" | "to_time", _) => "18:00",
        ("cutoff", _) => "11:00",
        ("at_time", _) => "07:30",
        ("sha256", _) => "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        ("cpf", _) => "529.982.247-25",
        ("country" | "dispatch" | "origin", _) => "BR",
        ("airport", _) => "GRU",
        ("iata", _) => "QAX",
        ("council_state", _) => "SP",
        ("subject_code", _) => "90295",
        (field, _) if field.ends_with("currency") => "BRL",
        ("hs_code", _) => "300490",
        ("time_zone" | "preferred_timezone_id", _) => "America/Sao_Paulo",
        ("description", _) => "Rapid diagnostic tests",
        ("external_ref", _) => "PO-4471",
        _ => "text",
    }
}
