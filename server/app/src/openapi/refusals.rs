//! The refusals of a body before an operation sees it: operations that read have none.

use serde_json::{Map, Value};

const REFUSALS: [(&str, &str); 2] = [
    ("413", "The body is larger than the server takes."),
    ("415", "The body is neither JSON nor a form, or it is compressed."),
];

/// Adds the refusals to every operation but those that read, with the body of its other errors.
pub fn add(document: &mut Value) {
    let paths = document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut);
    let operations = paths.filter_map(Value::as_object_mut).flat_map(Map::iter_mut);
    for (_, operation) in operations.filter(|(method, _)| *method != "get") {
        if let Some(responses) = operation["responses"].as_object_mut() {
            add_to(responses);
        }
    }
}

fn add_to(responses: &mut Map<String, Value>) {
    let Some(error) = responses.get("400").cloned() else { return };
    for (status, description) in REFUSALS {
        let mut refusal = error.clone();
        refusal["description"] = description.into();
        responses.insert(status.to_owned(), refusal);
    }
    responses.sort_keys();
}
