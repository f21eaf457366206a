//! What an entry of the log says on the wire.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use poem_openapi::Object;
use serde_json::Value;
use uuid::Uuid;

use super::store::Row;
use crate::http::days::{end_of, start_of};

/// One thing that somebody did.
#[derive(Object)]
pub struct AuditEntry {
    pub id: Uuid,
    pub occurred_at: DateTime<Utc>,
    /// In whose name it was done; null where nobody was signed in.
    pub user: Option<AuditPerson>,
    /// The administrator who acted as that user.
    pub acting_user: Option<AuditPerson>,
    /// Resource and verb, e.g. `shipment.update`.
    pub action: String,
    /// The record it was done to.
    pub resource_id: Option<Uuid>,
    /// What it changed, field by field, or what was said of it.
    pub changes: Vec<AuditChange>,
    /// Of the request, or of the background task, that did it.
    pub request_id: String,
}

/// A person as the log names them.
#[derive(Object)]
pub struct AuditPerson {
    pub id: Uuid,
    pub name: String,
    pub email: String,
}

/// One field of a record.
#[derive(Object, Debug, PartialEq)]
pub struct AuditChange {
    /// With the way to it where it lies deeper: `to.city`, `parcels.0.weight_g`.
    pub field: String,
    /// Null where there was nothing, or where only a fact is told.
    pub before: Option<Value>,
    pub after: Option<Value>,
}

/// Which entries: every condition that is given must hold.
#[derive(Object, Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct AuditFilter {
    /// Part of the name or e-mail of who did it, or of who acted as that user.
    #[oai(validator(max_length = 200))]
    pub search: Option<String>,
    /// E.g. `shipment`.
    #[oai(validator(max_length = 60))]
    pub resource: Option<String>,
    /// E.g. `shipment.update`, or `update` alone, whatever it was done to.
    #[oai(validator(max_length = 60))]
    pub action: Option<String>,
    pub resource_id: Option<Uuid>,
    /// Done in this user's name, or by this user as another.
    pub user_id: Option<Uuid>,
    /// Done in this user's name by somebody else, who acted as this user.
    pub on_behalf_of_id: Option<Uuid>,
    /// First day, in the time zone of the account.
    pub from: Option<NaiveDate>,
    /// Last day, in the time zone of the account.
    pub to: Option<NaiveDate>,
}

impl AuditFilter {
    /// From the first moment on, and before the second.
    pub fn time(&self, time_zone: &str) -> (Option<DateTime<Utc>>, Option<DateTime<Utc>>) {
        let zone: Tz = time_zone.parse().unwrap_or(Tz::UTC);
        (self.from.map(|day| start_of(day, zone)), self.to.and_then(|day| end_of(day, zone)))
    }
}

impl From<Row> for AuditEntry {
    fn from(row: Row) -> Self {
        let person = |id: Option<Uuid>, name: Option<String>, email: Option<String>| {
            Some(AuditPerson { id: id?, name: name.unwrap_or_default(), email: email.unwrap_or_default() })
        };
        Self {
            id: row.id,
            occurred_at: row.occurred_at,
            user: person(row.user_id, row.user_name, row.user_email),
            acting_user: person(row.acting_user_id, row.acting_user_name, row.acting_user_email),
            action: row.action,
            resource_id: row.resource_id,
            changes: changes(&row.changes),
            request_id: row.request_id,
        }
    }
}

/// [`super::difference`] notes a field as `[before, after]`; anything else is a fact that was told.
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

/// Goes down to where the two differ, as long as both have parts with names or places.
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
    found.push(AuditChange { field, before: known(before), after: known(after) });
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told(noted: &Value) -> Vec<(String, Value, Value)> {
        let told = |it: AuditChange| (it.field, it.before.unwrap_or_default(), it.after.unwrap_or_default());
        changes(noted).into_iter().map(told).collect()
    }

    fn change(field: &str, before: Value, after: Value) -> (String, Value, Value) {
        (field.to_owned(), before, after)
    }

    #[test]
    fn a_changed_field_has_its_value_before_and_after() {
        assert_eq!(
            told(&json!({ "name": ["Ana", "Ana Maria"] })),
            [change("name", json!("Ana"), json!("Ana Maria"))]
        );
        assert_eq!(told(&json!({ "note": [null, "x"] })), [change("note", Value::Null, json!("x"))]);
    }

    #[test]
    fn a_change_inside_of_a_field_is_told_where_it_lies() {
        let parcels =
            json!({ "parcels": [[{ "weight_g": 500, "n": 1 }], [{ "weight_g": 700, "n": 1 }, { "n": 2 }]] });
        assert_eq!(
            told(&parcels),
            [
                change("parcels.0.weight_g", json!(500), json!(700)),
                change("parcels.1.n", Value::Null, json!(2))
            ]
        );
        let address =
            json!({ "to": [{ "city": "Lima", "name": "Zoë" }, { "city": "Cusco", "name": "Zoë" }] });
        assert_eq!(told(&address), [change("to.city", json!("Lima"), json!("Cusco"))]);
    }

    #[test]
    fn a_fact_has_no_value_before() {
        assert_eq!(
            told(&json!({ "reason": "wrong address" })),
            [change("reason", Value::Null, json!("wrong address"))]
        );
    }
}
