//! Links between the operations of a record: after one that made, showed or changed it, those that take its id. Their names
//! begin with the same subject: `bank_create`, `bank_show`.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// The ends of the names of operations on one record.
const FOLLOWING: [&str; 3] = ["show", "update", "delete"];
/// The id of a record in the answer of the operation that made it.
const MADE: &str = "$response.body#/data/id";
/// The id of the record that an operation was called for.
const CALLED_FOR: &str = "$request.path.id";

pub fn add(document: &mut Value) {
    let following = list_following(document);
    let schemas = document["components"]["schemas"].clone();
    let paths = document["paths"].as_object_mut().into_iter().flat_map(Map::values_mut);
    for operation in paths.filter_map(Value::as_object_mut).flat_map(Map::values_mut) {
        let name = operation["operationId"].as_str().unwrap_or_default().to_owned();
        let Some(answer) = find_answer(operation) else { continue };
        let id = match name.rsplit_once('_') {
            Some((_, "create")) if names_its_record(answer, &schemas) => MADE,
            _ if following.contains(&name) => CALLED_FOR,
            _ => continue,
        };
        let links = make_links(&name, id, &following);
        if !links.is_empty() {
            answer["links"] = links.into();
        }
    }
}

/// The operations that need only the id of a record in their address.
fn list_following(document: &Value) -> BTreeSet<String> {
    let paths = document["paths"].as_object().into_iter().flatten();
    let of_record = paths.filter(|(path, _)| path.contains("/{id}") && path.matches('{').count() == 1);
    let operations = of_record.filter_map(|(_, methods)| methods.as_object()).flat_map(Map::values);
    let names = operations.filter_map(|operation| operation["operationId"].as_str());
    let is_following = |name: &&str| name.rsplit_once('_').is_some_and(|(_, verb)| FOLLOWING.contains(&verb));
    names.filter(is_following).map(str::to_owned).collect()
}

/// The answer of a call that succeeded.
fn find_answer(operation: &mut Value) -> Option<&mut Value> {
    let responses = operation["responses"].as_object_mut()?;
    responses.iter_mut().find(|(status, _)| status.starts_with('2')).map(|(_, answer)| answer)
}

fn names_its_record(answer: &Value, schemas: &Value) -> bool {
    let schema = &answer["content"]["application/json"]["schema"];
    let record = find_property(schema, "data", schemas);
    record.is_some_and(|record| find_property(record, "id", schemas).is_some())
}

/// A property of an object that can stand behind references and consist of parts.
fn find_property<'a>(schema: &'a Value, name: &str, schemas: &'a Value) -> Option<&'a Value> {
    if let Some(referred) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return find_property(&schemas[referred], name, schemas);
    }
    let mut parts = schema["allOf"].as_array().into_iter().flatten();
    schema["properties"].get(name).or_else(|| parts.find_map(|part| find_property(part, name, schemas)))
}

/// Links from one operation to the others of its subject.
fn make_links(name: &str, id: &str, following: &BTreeSet<String>) -> Map<String, Value> {
    let subject = name.rsplit_once('_').map_or(name, |(subject, _)| subject);
    let others = FOLLOWING.iter().map(|verb| format!("{subject}_{verb}"));
    let others = others.filter(|other| other != name && following.contains(other));
    others
        .map(|other| {
            let link = json!({ "operationId": other, "parameters": { "id": id } });
            (other, link)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operation(name: &str) -> Value {
        let schema = json!({ "$ref": "#/components/schemas/Item" });
        json!({
            "operationId": name,
            "responses": { "200": { "content": { "application/json": { "schema": schema } } }, "400": {} },
        })
    }

    fn linked(record: &str) -> Value {
        let mut document = json!({
            "paths": {
                "/banks": { "get": operation("bank_list"), "post": operation("bank_create") },
                "/banks/{id}": { "get": operation("bank_show"), "delete": operation("bank_delete") },
                "/banks/{id}/accounts/{account}": { "patch": operation("bank_update") },
            },
            "components": { "schemas": {
                "Item": { "properties": { "data": { "allOf": [{ "$ref": "#/components/schemas/Bank" }] } } },
                "Bank": { "properties": { record: { "type": "string" } } },
            } },
        });
        add(&mut document);
        document
    }

    fn links<'a>(document: &'a Value, path: &str, method: &str) -> &'a Value {
        &document["paths"][path][method]["responses"]["200"]["links"]
    }

    #[test]
    fn a_record_that_was_made_is_followed_by_its_id() {
        let document = linked("id");
        let to = |name: &str, id: &str| json!({ "operationId": name, "parameters": { "id": id } });
        assert_eq!(
            links(&document, "/banks", "post"),
            &json!({ "bank_show": to("bank_show", MADE), "bank_delete": to("bank_delete", MADE) })
        );
        assert_eq!(
            links(&document, "/banks/{id}", "delete"),
            &json!({ "bank_show": to("bank_show", CALLED_FOR) })
        );
        assert!(links(&document, "/banks", "get").is_null());
    }

    #[test]
    fn an_answer_without_an_id_is_not_followed() {
        let document = linked("number");
        assert!(links(&document, "/banks", "post").is_null());
        assert!(links(&document, "/banks/{id}", "get").is_object());
    }
}
