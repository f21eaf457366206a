//! Price tables: from a published tariff to an explained price.

mod bounds;
pub mod sheets;
mod story;
mod tariffs;

use std::path::Path;

use serde_json::{Value, json};

use crate::support::{ATLANTICO, Answer, Person, TestApp};

pub fn sheet(file: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/freight");
    std::fs::read(folder.join(file)).unwrap()
}

pub fn id(record: &Value) -> &str {
    record["id"].as_str().unwrap_or_else(|| panic!("no id: {record}"))
}

/// The form of a table in pounds and dollars.
pub fn form(code: &str, kind: &str) -> Value {
    json!({
        "code": code, "title": format!("Tariff {code}"), "kind": kind, "currency": "USD", "weight_unit": "lb",
        "size_unit": "in",
    })
}

/// A table with an empty draft.
pub async fn table(person: &Person, form: Value) -> (Value, Value) {
    let table = person.post("/api/price_tables", form).await.data();
    let draft = person.post(&format!("/api/price_tables/{}/versions", id(&table)), json!({})).await.data();
    (table, draft)
}

async fn import(person: &Person, draft: &Value, file: (&str, &[u8]), dry_run: bool) -> Answer {
    import_as(person, draft, file, dry_run, &json!({})).await
}

/// With what a person has decided about the sheet.
async fn import_as(
    person: &Person,
    draft: &Value,
    file: (&str, &[u8]),
    dry_run: bool,
    reading: &Value,
) -> Answer {
    let (version, reading) = (draft["version"].to_string(), reading.to_string());
    let dry_run = if dry_run { "true" } else { "false" };
    let fields = [("version", version.as_str()), ("dry_run", dry_run), ("reading", reading.as_str())];
    let path = format!("/api/price_table_versions/{}/import", id(draft));
    person.upload(&path, ("file", file.0, file.1), &fields).await
}

async fn read_again(person: &Person, version: &Value) -> Value {
    person.get(&format!("/api/price_table_versions/{}", id(version))).await.data()
}

pub async fn rules(person: &Person, version: &Value, mut rules: Value) -> Value {
    rules["version"] = read_again(person, version).await["version"].clone();
    person.patch(&format!("/api/price_table_versions/{}", id(version)), rules).await.data()
}

pub async fn edit(person: &Person, version: &Value, mut change: Value) -> Answer {
    change["version"] = read_again(person, version).await["version"].clone();
    person.patch(&format!("/api/price_table_versions/{}/grid", id(version)), change).await
}

pub async fn publish(person: &Person, version: &Value, accept_warnings: bool) -> Answer {
    let version = read_again(person, version).await;
    let form = json!({ "version": version["version"], "accept_warnings": accept_warnings });
    person.post(&format!("/api/price_table_versions/{}/publish", id(&version)), form).await
}

/// Operations that name a record of another kind.
pub fn knows(operation: &str) -> bool {
    let writes = ["_create", "_update", "_simulate"].iter().any(|end| operation.ends_with(end));
    writes && (operation.starts_with("price_") && !operation.starts_with("price_grid"))
}

/// The record of a neighbour does not exist for the operation.
pub async fn refuses(stranger: &Person, operation: &str, reference: &str, theirs: &str) {
    let (own, draft) = table(stranger, form(&uuid::Uuid::now_v7().to_string(), "sell")).await;
    let path = format!("/api/price_tables/{}", id(&own));
    let named = json!({ reference: theirs });
    let with = |mut form: Value| {
        form[reference] = theirs.into();
        form
    };
    let answer = match operation {
        "price_table_create" => stranger.post("/api/price_tables", with(form("OWN", "sell"))).await,
        "price_table_update" => stranger.patch(&path, with(json!({ "version": own["version"] }))).await,
        "price_version_create" => stranger.post(&format!("{path}/versions"), named).await,
        "price_version_update" => {
            let path = format!("/api/price_table_versions/{}", id(&draft));
            stranger.patch(&path, with(json!({ "version": draft["version"] }))).await
        }
        "price_table_simulate" => {
            let path = format!("{path}/simulate");
            let mut asked = with(brazil("1"));
            if reference != "version_id" {
                asked["version_id"] = draft["id"].clone();
            }
            stranger.post(&path, asked).await
        }
        _ => {
            let scope = reference.trim_end_matches("_id");
            let scope = if scope.ends_with("_table") { "company" } else { scope };
            let day = json!({ "scope": scope, "sell_table_id": own["id"], "valid_from": "2026-01-01" });
            assignment(stranger, operation, day, with).await
        }
    };
    assert_eq!(answer.status, 422, "{operation} {reference}: {}", answer.text());
    answer.code_at(reference);
}

async fn assignment(person: &Person, operation: &str, own: Value, with: impl Fn(Value) -> Value) -> Answer {
    if operation == "price_assignment_create" {
        return person.post("/api/price_assignments", with(own)).await;
    }
    let mut company = own.clone();
    company["scope"] = json!("company");
    let made = person.post("/api/price_assignments", company).await;
    let made = match made.status {
        200 => made.data(),
        _ => person.get("/api/price_assignments").await.data()[0].clone(),
    };
    let change = with(json!({ "version": made["version"], "scope": own["scope"] }));
    person.patch(&format!("/api/price_assignments/{}", id(&made)), change).await
}

/// Zones of DHL with their countries, as the places of a sheet.
fn dhl_places() -> Vec<u8> {
    let text = String::from_utf8(sheet("us-export-country-zones-2026.csv")).unwrap();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut places = "zone,country\n".to_owned();
    // The Canary Islands are a part of Spain.
    for row in reader.records().map(Result::unwrap).filter(|row| !row[1].is_empty() && &row[0] != "IC") {
        places.push_str(&format!("zone {},{}\n", &row[1], &row[0]));
    }
    places.into_bytes()
}

/// A draft with DHL's prices to 150 lb, its zones and its rules.
pub async fn dhl_draft(person: &Person, code: &str, kind: &str) -> (Value, Value) {
    let (table, draft) = table(person, form(code, kind)).await;
    let file = sheet("dhl-us-export-2026.csv");
    let read = import(person, &draft, ("dhl.csv", &file), false).await.data();
    assert_eq!((&read["taken"], &read["form"], &read["read"]), (&json!(true), &json!("grid"), &json!(2100)));
    let draft = read_again(person, &draft).await;
    let read = import(person, &draft, ("zones.csv", &dhl_places()), false).await.data();
    assert_eq!((&read["form"], &read["errors"]), (&json!("places"), &json!(0)));
    let draft = rules(
        person,
        &draft,
        json!({
            "valid_from": "2026-01-01", "divisor": "139", "volumetric_rule": "max", "rounding_step": "1",
            "fuel_code": "DHL", "fuel_on": ["base"],
            "insurance": { "pct": "1.25", "min": "5", "max": null, "free_below": null, "max_value": null, "taxable": true },
            "adjustments": [{ "kind": "margin", "pct": "15", "on": ["base", "fuel"], "before_fuel": false }],
        }),
    )
    .await;
    (table, draft)
}

pub async fn fuel(person: &Person, code: &str, valid_from: &str, pct: &str) -> Answer {
    let form = json!({ "code": code, "valid_from": valid_from, "pct": pct });
    person.post("/api/fuel_rates", form).await
}

pub fn brazil(weight: &str) -> Value {
    json!({
        "country_id": 32, "on": "2026-10-02", "insured_value": "100",
        "parcels": [{ "pieces": 1, "weight": weight, "weight_unit": "lb" }],
    })
}

pub fn amount(lines: &Value, code: &str) -> Option<String> {
    let line = lines.as_array().unwrap().iter().find(|line| line["code"] == code)?;
    Some(line["amount"]["amount"].as_str().unwrap().to_owned())
}

/// All keys of an answer.
pub fn keys(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.keys().cloned());
            fields.values().for_each(|value| keys(value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

#[tokio::test]
async fn clients_simulate_no_day_beyond_the_quotes_of_today() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let days = admin.get("/api/tenant_settings").await.data()["quote_days"].as_i64().unwrap();
    let path = format!("/api/price_tables/{}/simulate", uuid::Uuid::now_v7());
    let asked = |after: i64| {
        let mut form = brazil("1");
        form["on"] = json!(app.today() + chrono::TimeDelta::days(after));
        form
    };
    assert_eq!(client.post(&path, asked(days + 2)).await.code_at("on"), "day_beyond_quotes");
    assert_eq!(client.post(&path, asked(days - 2)).await.status, 404);
    assert_eq!(admin.post(&path, asked(days + 2)).await.status, 404, "staff prepare what comes");
}
