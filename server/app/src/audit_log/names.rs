//! Names of the records that audit entries refer to.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::store::Row;
use server_core::http::messages::Language;

/// An id belongs to one table only, so that one query finds the names of all kinds of records.
pub const NAMES: &str = "
    select id, tracking_code as name from shipments where id = any($1)
    union all select id, coalesce(tracking_code, code) from received_parcels where id = any($1)
    union all select id, number from pickups where id = any($1)
    union all select id, tracking_code from reweighs where id = any($1)
    union all select id, external_code from inbound_parcels where id = any($1)
    union all select id, number from deliveries where id = any($1)
    union all select id, number from routes where id = any($1)
    union all select id, number from bags where id = any($1)
    union all select id, number from pick_lists where id = any($1)
    union all select id, number from inventories where id = any($1)
    union all select id, number from purchases where id = any($1)
    union all select id, number from buying_requests where id = any($1)
    union all select id, sku || ' · ' || title from stock_items where id = any($1)
    union all select id, warehouse_code || ' · ' || code from stock_places where id = any($1)
    union all select l.id, concat_ws(' · ', i.sku, nullif(t.code, ''), p.code)
        from stock_levels l join stock_lots t on t.id = l.lot_id join stock_items i on i.id = t.item_id
        join stock_places p on p.id = l.place_id where l.id = any($1)
    union all select id, number from cash_handovers where id = any($1)
    union all select id, number from cod_payouts where id = any($1)
    union all select id, number from mawbs where id = any($1)
    union all select id, prefix || ' ' || lpad(first_serial::text, 7, '0') from mawb_ranges where id = any($1)
    union all select id, number from manifests where id = any($1)
    union all select id, file_name from cargo_messages where id = any($1)
    union all select id, number from masters where id = any($1)
    union all select id, number from break_bags where id = any($1)
    union all select id, coalesce(tracking_code, client_name) from repacks where id = any($1)
    union all select id, file_name from shipment_imports where id = any($1)
    union all select id, tracking_code from regulatory_requests where id = any($1)
    union all select id, name from clients where id = any($1)
    union all select id, title from client_groups where id = any($1)
    union all select id, name from partners where id = any($1)
    union all select id, title from subsidiaries where id = any($1)
    union all select id, name from users where id = any($1)
    union all select id, name from profiles where id = any($1)
    union all select id, name from banks where id = any($1)
    union all select id, name from document_types where id = any($1)
    union all select id, name from advanced_posts where id = any($1)
    union all select id, name from warehouses where id = any($1)
    union all select id, name from saved_views where id = any($1)
    union all select id, name from report_schedules where id = any($1)
    union all select id, name from api_tokens where id = any($1)
    union all select id, label from addresses where id = any($1)
    union all select id, coalesce(title_locale ->> $2, title_locale ->> 'en', code) from packages where id = any($1)
    union all select id, code from price_tables where id = any($1)
    union all select v.id, t.code || ' · ' || v.number
        from price_table_versions v join price_tables t on t.id = v.price_table_id where v.id = any($1)
    union all select id, code from fuel_rates where id = any($1)
    union all select id, coalesce(code, client_name) from invoices where id = any($1)
    union all select id, reference from deposits where id = any($1)
    union all select id, number from claims where id = any($1)
    union all select id, number::text from quotes where id = any($1)
    union all select id, coalesce(title_locale ->> $2, title_locale ->> 'en', code) from services where id = any($1)
    union all select id, coalesce(nullif(title_locale ->> $2, ''), nullif(title_locale ->> 'en', ''), code)
    from providers where id = any($1)
    union all select id, coalesce(nullif(title_locale ->> $2, ''), nullif(title_locale ->> 'en', ''), code)
    from service_groups where id = any($1)
    union all select r.id, s.tracking_code from reviews r join shipments s on s.id = r.shipment_id where r.id = any($1)
    union all select id, code from indications where id = any($1)
    union all select id, code from faq_groups where id = any($1)
    union all select id, left(coalesce(nullif(question_locale ->> $2, ''), question_locale ->> 'en'), 80)
        from faq_questions where id = any($1)
    union all select id, name from uploads where id = any($1)
    union all select id, code from event_kinds where id = any($1)";

/// The last name in the log itself, for deleted records.
pub const LAST_NAMES: &str = "
    select distinct on (e.resource_id) e.resource_id as id,
           case jsonb_typeof(n.value) when 'array' then coalesce(n.value ->> 1, n.value ->> 0)
                                      when 'string' then n.value #>> '{}' end as name
    from audit_entries e
    cross join lateral (
        select coalesce(e.changes -> 'name', e.changes -> 'title', e.changes -> 'label', e.changes -> 'code') as value
    ) n
    where e.resource_id = any($1) and n.value is not null
    order by e.resource_id, e.occurred_at desc";

pub const STATES: &str = "select id, name from states where id = any($1)";

/// The names of everything on a page of the log.
#[derive(Default)]
pub struct Names {
    existing: HashMap<Uuid, String>,
    deleted: HashMap<Uuid, String>,
    states: HashMap<i32, String>,
}

impl Names {
    /// Three queries at most, for any number of entries.
    pub async fn of(tx: &mut TenantTx, rows: &[Row], language: Language) -> sqlx::Result<Self> {
        let mut references = References::default();
        rows.iter().for_each(|row| references.add(row));
        let mut names = Self::default();
        if !references.ids.is_empty() {
            let ids = Vec::from_iter(references.ids);
            let found: Vec<(Uuid, String)> =
                sqlx::query_as(NAMES).bind(&ids).bind(language.locale_key()).fetch_all(&mut **tx).await?;
            names.existing = found.into_iter().collect();
            let missing: Vec<Uuid> = ids.into_iter().filter(|id| !names.existing.contains_key(id)).collect();
            if !missing.is_empty() {
                let last: Vec<(Uuid, Option<String>)> =
                    sqlx::query_as(LAST_NAMES).bind(missing).fetch_all(&mut **tx).await?;
                names.deleted = last.into_iter().filter_map(|(id, name)| Some((id, name?))).collect();
            }
        }
        if !references.states.is_empty() {
            let states = Vec::from_iter(references.states);
            let found: Vec<(i32, String)> = sqlx::query_as(STATES).bind(states).fetch_all(&mut **tx).await?;
            names.states = found.into_iter().collect();
        }
        Ok(names)
    }

    pub fn get(&self, id: Uuid) -> Option<&str> {
        self.existing.get(&id).or_else(|| self.deleted.get(&id)).map(String::as_str)
    }

    pub fn exists(&self, id: Uuid) -> bool {
        self.existing.contains_key(&id)
    }

    /// The name of the record or state that a field refers to, or the names of all records in a list.
    pub fn of_value(&self, field: &str, value: &Value) -> Option<String> {
        let name = match value {
            Value::String(text) => self.get(id_in(text)?),
            Value::Number(_) => self.states.get(&state_in(field, value)?).map(String::as_str),
            Value::Array(items) if !items.is_empty() => return self.of_all(field, items),
            _ => None,
        };
        name.map(str::to_owned)
    }

    /// None when one of the items has no name.
    fn of_all(&self, field: &str, items: &[Value]) -> Option<String> {
        let names: Option<Vec<String>> = items.iter().map(|item| self.of_value(field, item)).collect();
        Some(names?.join(", "))
    }
}

/// The references of a page of entries.
#[derive(Default)]
struct References {
    ids: BTreeSet<Uuid>,
    states: BTreeSet<i32>,
}

impl References {
    fn add(&mut self, row: &Row) {
        self.ids.extend(row.resource_id);
        self.ids.extend(row.api_token_id);
        self.ids.extend(row.user_id.filter(|_| row.user_name.is_none()));
        self.ids.extend(row.acting_user_id.filter(|_| row.acting_user_name.is_none()));
        self.search("", &row.changes);
    }

    fn search(&mut self, field: &str, value: &Value) {
        match value {
            Value::String(text) => self.ids.extend(id_in(text)),
            Value::Number(_) => self.states.extend(state_in(field, value)),
            Value::Array(items) => items.iter().for_each(|item| self.search(field, item)),
            Value::Object(fields) => fields.iter().for_each(|(name, item)| self.search(name, item)),
            Value::Null | Value::Bool(_) => {}
        }
    }
}

/// Only the hyphenated form: a document number of 32 digits is not an id.
fn id_in(text: &str) -> Option<Uuid> {
    (text.len() == uuid::fmt::Hyphenated::LENGTH).then(|| text.parse().ok()).flatten()
}

fn state_in(field: &str, value: &Value) -> Option<i32> {
    if !field.ends_with("state_id") {
        return None;
    }
    value.as_i64().and_then(|id| i32::try_from(id).ok())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn references_are_found_at_any_depth() {
        let (client, item) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let mut references = References::default();
        references.search(
            "",
            &json!({
                "client_id": [null, client], "items": [[], [{ "package_id": item }]],
                "to_state_id": [26, 35], "quantity": [1, 2], "document": "00000000000000000000000000000003",
            }),
        );
        assert_eq!(Vec::from_iter(references.ids), [client, item]);
        assert_eq!(Vec::from_iter(references.states), [26, 35]);
    }

    #[test]
    fn a_list_of_records_has_the_names_of_all_or_none() {
        let (counter, desk) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let named = [(counter, "Counter"), (desk, "Desk")].map(|(id, name)| (id, name.to_owned()));
        let names = Names { existing: HashMap::from(named), ..Names::default() };
        let of = |items: Value| names.of_value("profile_ids", &items);
        assert_eq!(of(json!([counter, desk])).as_deref(), Some("Counter, Desk"));
        assert_eq!(of(json!([counter, Uuid::from_u128(3)])), None);
        assert_eq!(of(json!([])), None);
    }
}
