//! The published document, as a list of operations.

use std::sync::{Arc, LazyLock};

use poem::http::Method;
use serde_json::Value;

pub struct Operation {
    pub id: String,
    pub method: Method,
    pub path: String,
    pub example: Option<Value>,
    pub takes_form: bool,
    /// The operation as published.
    published: Value,
    /// The schemas of the whole document.
    schemas: Arc<Value>,
}

pub fn operations() -> Vec<Operation> {
    let document = app::openapi::document();
    let paths = document["paths"].as_object().unwrap();
    let schemas = Arc::new(document["components"]["schemas"].clone());
    let of_path = |(path, methods): (&String, &Value)| {
        let one = |(method, operation): (&String, &Value)| Operation {
            id: operation["operationId"].as_str().unwrap().to_owned(),
            method: method.to_uppercase().parse().unwrap(),
            path: format!("/api{path}"),
            example: operation.pointer("/requestBody/content/application~1json/example").cloned(),
            takes_form: operation.pointer("/requestBody/content/multipart~1form-data").is_some(),
            published: operation.clone(),
            schemas: schemas.clone(),
        };
        methods.as_object().unwrap().iter().map(one).collect::<Vec<_>>()
    };
    paths.iter().flat_map(of_path).collect()
}

impl Operation {
    pub fn filled(&self, id: &str) -> String {
        static PARAMETER: LazyLock<regex::Regex> = LazyLock::new(|| regex::Regex::new(r"\{[^}]+\}").unwrap());
        // The number of a part or of a version, and the form of a file, are no ids.
        let path = self.path.replace("{seq}", "1").replace("{revision}", "1").replace("{format}", "csv");
        PARAMETER.replace_all(&path, id).into_owned()
    }

    fn parameters(&self, place: &str) -> impl Iterator<Item = &Value> {
        let all = self.published["parameters"].as_array().into_iter().flatten();
        all.filter(move |parameter| parameter["in"] == place)
    }

    /// The example of its body, in JSON or as a form.
    pub fn form(&self) -> Option<Value> {
        let form = self.published.pointer("/requestBody/content/multipart~1form-data/example").cloned();
        self.example.clone().or(form)
    }

    /// The same without the files of a form.
    pub fn form_without_files(&self) -> Option<Value> {
        let (mut form, mut files) = (self.form()?, Vec::new());
        self.collect_files(
            self.published.pointer("/requestBody/content/multipart~1form-data/schema"),
            &mut files,
        );
        if let Some(fields) = form.as_object_mut() {
            fields.retain(|name, _| !files.contains(name));
        }
        Some(form)
    }

    fn collect_files(&self, schema: Option<&Value>, files: &mut Vec<String>) {
        let Some(schema) = schema else { return };
        if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
            return self.collect_files(self.schemas.get(name), files);
        }
        for part in schema["allOf"].as_array().into_iter().flatten() {
            self.collect_files(Some(part), files);
        }
        let fields = schema["properties"].as_object().into_iter().flatten();
        files.extend(fields.filter(|(_, field)| field["format"] == "binary").map(|(name, _)| name.clone()));
    }

    /// Names of its parameters in the query.
    pub fn query(&self) -> impl Iterator<Item = &str> {
        self.parameters("query").filter_map(|parameter| parameter["name"].as_str())
    }

    /// Whether it can be called without parameters and body.
    pub fn stands_alone(&self) -> bool {
        !self.path.contains('{') && !self.parameters("query").any(|parameter| parameter["required"] == true)
    }

    /// Parameters and fields that name a record, for example `client_id` or `filter.client_id`.
    pub fn references(&self) -> Vec<String> {
        let mut names: Vec<String> = self
            .parameters("query")
            .map(|parameter| parameter["name"].as_str().unwrap().to_owned())
            .collect();
        let bodies = self.published.pointer("/requestBody/content").and_then(Value::as_object);
        for body in bodies.into_iter().flat_map(serde_json::Map::values) {
            self.collect(&body["schema"], "", &mut names);
        }
        names.retain(|name| refers(name));
        names
    }

    fn collect(&self, schema: &Value, prefix: &str, names: &mut Vec<String>) {
        if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
            return self.collect(&self.schemas[name], prefix, names);
        }
        for part in schema["allOf"].as_array().into_iter().flatten() {
            self.collect(part, prefix, names);
        }
        if schema["items"].is_object() {
            self.collect(&schema["items"], prefix, names);
        }
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            let name = format!("{prefix}{name}");
            self.collect(property, &format!("{name}."), names);
            names.push(name);
        }
    }
}

/// Whether a parameter or field of this name refers to a record. Lookups do not count; all tenants share
/// them.
fn refers(name: &str) -> bool {
    const SHARED: &[&str] = &["country_id", "country_ids", "state_id", "language_id", "timezone_id"];
    // Names of columns, numbers of a shop or a state, codes of airlines, and a place in the order of events name no record of ours.
    const WORDS: &[&str] = &["columns.id", "external_id", "tax_id", "handling_codes", "from_id"];
    let own = name.rsplit('.').next().unwrap();
    let is_shared = SHARED.iter().any(|shared| own.ends_with(shared)) || WORDS.contains(&name);
    let is_reference = ["id", "ids", "codes", "search"].contains(&own)
        || ["_id", "_ids", "_codes"].iter().any(|end| own.ends_with(end));
    is_reference && !is_shared
}
