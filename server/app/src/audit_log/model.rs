//! Wire types of the audit log.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use poem_openapi::Object;
use serde_json::Value;
use uuid::Uuid;

use super::names::Names;
use super::store::Row;
use server_core::http::days::{end_of, start_of};

/// An entry of the audit log.
#[derive(serde::Serialize, Object)]
pub struct AuditEntry {
    pub id: Uuid,
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub occurred_at: DateTime<Utc>,
    /// The user, or the user on whose behalf it was done; null when nobody was signed in.
    pub user: Option<AuditPerson>,
    /// The administrator who acted as that user; null when nobody did.
    pub acting_user: Option<AuditPerson>,
    /// The API token by which a program did it in the name of the user; null when the user did it.
    pub api_token: Option<AuditToken>,
    /// Resource and verb, e.g. `shipment.update`.
    pub action: String,
    /// The affected record; null when there is none.
    pub resource_id: Option<Uuid>,
    /// Name of the affected record, e.g. the tracking code of a shipment or the name of a user. The last known name when
    /// the record was deleted; null when it has none.
    pub resource_name: Option<String>,
    /// True when the affected record still exists.
    pub resource_exists: bool,
    /// The changed fields, or other facts about the action.
    pub changes: Vec<AuditChange>,
    /// Id of the request or background task.
    pub request_id: String,
}

/// A user in the audit log.
#[derive(serde::Serialize, Object)]
pub struct AuditPerson {
    pub id: Uuid,
    pub name: String,
    pub email: String,
}

/// An API token in the audit log.
#[derive(serde::Serialize, Object)]
pub struct AuditToken {
    pub id: Uuid,
    /// Name that its user gave it.
    pub name: String,
}

/// A field of a record.
#[derive(serde::Serialize, Object, Debug, PartialEq)]
pub struct AuditChange {
    /// Path of the field: `to.city`, `parcels.0.weight_g`.
    pub field: String,
    /// Null when the field was empty, or when the entry states a fact instead of a change.
    pub before: Option<Value>,
    pub after: Option<Value>,
    /// Name of the record whose id is `before`; null for other values.
    pub before_name: Option<String>,
    /// Name of the record whose id is `after`; null for other values.
    pub after_name: Option<String>,
}

/// Filters; all given conditions must match.
#[derive(Object, Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct AuditFilter {
    /// Part of the name or e-mail address of the user, or of the administrator who acted as that user.
    #[oai(validator(max_length = 200))]
    pub search: Option<String>,
    /// Resource, e.g. `shipment`.
    #[oai(validator(max_length = 60))]
    pub resource: Option<String>,
    /// Action, e.g. `shipment.update`, or a verb for any resource, e.g. `update`.
    #[oai(validator(max_length = 60))]
    pub action: Option<String>,
    pub resource_id: Option<Uuid>,
    /// Done by this user, under their own name or while acting as another user.
    pub user_id: Option<Uuid>,
    /// Done by an administrator who acted as this user.
    pub on_behalf_of_id: Option<Uuid>,
    /// First day, in the user's time zone.
    pub from: Option<NaiveDate>,
    /// Last day, in the user's time zone.
    pub to: Option<NaiveDate>,
}

impl AuditFilter {
    /// Start (inclusive) and end (exclusive) of the filter.
    pub fn time(&self, time_zone: &str) -> (Option<DateTime<Utc>>, Option<DateTime<Utc>>) {
        let zone: Tz = time_zone.parse().unwrap_or(Tz::UTC);
        (self.from.map(|day| start_of(day, zone)), self.to.and_then(|day| end_of(day, zone)))
    }
}

impl AuditEntry {
    pub fn of(row: Row, names: &Names) -> Self {
        let person = |id: Option<Uuid>, name: Option<String>, email: Option<String>| {
            let name = name.or_else(|| names.get(id?).map(str::to_owned));
            Some(AuditPerson { id: id?, name: name.unwrap_or_default(), email: email.unwrap_or_default() })
        };
        let mut changes = changes(&row.changes);
        for change in &mut changes {
            let name_of =
                |value: &Option<Value>| value.as_ref().and_then(|it| names.of_value(&change.field, it));
            let (before, after) = (name_of(&change.before), name_of(&change.after));
            (change.before_name, change.after_name) = (before, after);
        }
        Self {
            id: row.id,
            occurred_at: row.occurred_at,
            user: person(row.user_id, row.user_name, row.user_email),
            acting_user: person(row.acting_user_id, row.acting_user_name, row.acting_user_email),
            api_token: row
                .api_token_id
                .map(|id| AuditToken { id, name: names.get(id).unwrap_or_default().to_owned() }),
            resource_name: resource_name(row.resource_id, &row.changes, names),
            resource_exists: row.resource_id.is_some_and(|id| names.exists(id)),
            action: row.action,
            resource_id: row.resource_id,
            changes,
            request_id: row.request_id,
        }
    }
}

/// A host and a row of a shared lookup have no id; their entries contain the name or the code.
pub fn resource_name(id: Option<Uuid>, noted: &Value, names: &Names) -> Option<String> {
    let Some(id) = id else {
        let host = noted.get("host").or_else(|| noted.get("code").filter(|code| code.is_string()))?;
        let values = host.as_array().map_or(std::slice::from_ref(host), Vec::as_slice);
        return values.iter().rev().find_map(Value::as_str).map(str::to_owned);
    };
    names.get(id).map(str::to_owned)
}

/// A two-element array is a change from [`super::difference`]; any other value is a fact.
pub fn changes(noted: &Value) -> Vec<AuditChange> {
    let mut found = Vec::new();
    for (field, value) in noted.as_object().into_iter().flatten() {
        match value.as_array().map(Vec::as_slice) {
            Some([before, after]) => compare(field.clone(), before, after, &mut found),
            _ => push(field.clone(), &Value::Null, value, &mut found),
        }
    }
    found
}

/// Descends into objects and arrays to the values that differ.
fn compare(field: String, before: &Value, after: &Value, found: &mut Vec<AuditChange>) {
    if before == after {
        return;
    }
    let (old, new) = (parts(before), parts(after));
    if old.is_empty() && new.is_empty() {
        return push(field, before, after, found);
    }
    let added = new.iter().filter(|(name, _)| old.iter().all(|(known, _)| known != name));
    for (name, _) in old.iter().chain(added) {
        let of = |parts: &[(String, Value)]| {
            parts.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone()).unwrap_or_default()
        };
        compare(format!("{field}.{name}"), &of(&old), &of(&new), found);
    }
}

fn parts(value: &Value) -> Vec<(String, Value)> {
    match value {
        Value::Object(fields) => fields.clone().into_iter().collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(at, item)| (at.to_string(), item.clone())).collect()
        }
        _ => Vec::new(),
    }
}

fn push(field: String, before: &Value, after: &Value, found: &mut Vec<AuditChange>) {
    let known = |value: &Value| (!value.is_null()).then(|| value.clone());
    let (before_name, after_name) = (None, None);
    found.push(AuditChange { field, before: known(before), after: known(after), before_name, after_name });
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn list_changes(noted: &Value) -> Vec<(String, Value, Value)> {
        let to_tuple =
            |it: AuditChange| (it.field, it.before.unwrap_or_default(), it.after.unwrap_or_default());
        changes(noted).into_iter().map(to_tuple).collect()
    }

    fn change(field: &str, before: Value, after: Value) -> (String, Value, Value) {
        (field.to_owned(), before, after)
    }

    #[test]
    fn a_changed_field_has_its_value_before_and_after() {
        assert_eq!(
            list_changes(&json!({ "name": ["Ana", "Ana Maria"] })),
            [change("name", json!("Ana"), json!("Ana Maria"))]
        );
        assert_eq!(list_changes(&json!({ "note": [null, "x"] })), [change("note", Value::Null, json!("x"))]);
    }

    #[test]
    fn nested_change_has_its_path() {
        let parcels =
            json!({ "parcels": [[{ "weight_g": 500, "n": 1 }], [{ "weight_g": 700, "n": 1 }, { "n": 2 }]] });
        assert_eq!(
            list_changes(&parcels),
            [
                change("parcels.0.weight_g", json!(500), json!(700)),
                change("parcels.1.n", Value::Null, json!(2))
            ]
        );
        let address =
            json!({ "to": [{ "city": "Lima", "name": "Zoë" }, { "city": "Cusco", "name": "Zoë" }] });
        assert_eq!(list_changes(&address), [change("to.city", json!("Lima"), json!("Cusco"))]);
    }

    #[test]
    fn a_host_names_itself() {
        let named = |noted| resource_name(None, &noted, &Names::default());
        assert_eq!(named(json!({ "host": ["a.example", null] })), Some("a.example".to_owned()));
        assert_eq!(named(json!({ "host": "b.example" })), Some("b.example".to_owned()));
        assert_eq!(named(json!({ "code": "BR", "ships_to": [true, false] })), Some("BR".to_owned()));
        assert_eq!(named(json!({ "name": ["Old", "New"] })), None);
    }

    #[test]
    fn a_fact_has_no_value_before() {
        assert_eq!(
            list_changes(&json!({ "reason": "wrong address" })),
            [change("reason", Value::Null, json!("wrong address"))]
        );
    }
}
