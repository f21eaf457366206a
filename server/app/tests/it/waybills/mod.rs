//! Air waybills: their numbers, what is on them, and their states.

mod contents;
mod export;
mod numbers;
mod races;
mod range_states;
mod refusals;
mod shipment_transports;
mod states;

use serde_json::{Value, json};

use crate::bags;
use crate::isolation::document::Operation;
use crate::support::{Answer, Person};

pub const PATH: &str = "/api/mawbs";
pub const RANGES: &str = "/api/mawb-ranges";

/// A form with other or further fields.
pub fn with(mut form: Value, more: Value) -> Value {
    let Value::Object(fields) = more else { panic!("not an object: {more}") };
    for (name, value) in fields {
        form[name.as_str()] = value;
    }
    form
}

/// An airline whose waybills begin with these three digits.
pub async fn airline(admin: &Person, code: &str, prefix: &str) -> Value {
    let form = json!({
        "code": code, "title_locale": { "pt": code, "en": code, "es": code, "zh": code }, "provider_type": "airline",
        "capabilities": [], "iata_code": "LA", "awb_prefix": prefix,
    });
    admin.post("/api/providers", form).await.data()
}

pub async fn add_range(person: &Person, airline: &Value, serials: [i64; 2], more: Value) -> Answer {
    let form = json!({ "provider_id": airline["id"], "first_serial": serials[0], "last_serial": serials[1] });
    person.post(RANGES, with(form, more)).await
}

/// A draft from Guarulhos to Frankfurt, with the next number of the airline.
pub async fn create(person: &Person, airline: &Value, more: Value) -> Answer {
    let form = json!({
        "provider_id": airline["id"], "origin_airport": "GRU", "destination_airport": "FRA",
        "legs": [{ "flight": "LA8070", "origin": "GRU", "destination": "FRA", "departs_on": "2026-12-01" }],
        "shipper": { "name": "Atlântico Courier", "street": "Rodovia Hélio Smidt, 1", "city": "Guarulhos", "country_id": 32 },
        "consignee": { "name": "Frankfurt Agent", "street": "Cargo City Süd 1", "city": "Frankfurt", "country_id": 81 },
        "currency": "USD", "rate_lines": [{ "rate_class": "N", "rate": "2.50" }],
        "other_charges": [{ "code": "MY", "due": "carrier", "amount": "31.20" }],
    });
    person.post(PATH, with(form, more)).await
}

pub async fn show(person: &Person, waybill: &Value) -> Value {
    person.get(&path_of(waybill)).await.data()
}

pub fn path_of(waybill: &Value) -> String {
    format!("{PATH}/{}", text(&waybill["id"]))
}

/// Something done with a waybill, as it is now.
pub async fn act(person: &Person, waybill: &Value, verb: &str, form: Value) -> Answer {
    let version = show(person, waybill).await["version"].clone();
    person.post(&format!("{}/{verb}", path_of(waybill)), with(json!({ "version": version }), form)).await
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}

/// Records of another company do not exist for waybills.
pub async fn refuses(stranger: &Person, operation: &Operation, reference: &str, theirs: &str) {
    let unknown = |answer: Answer| {
        assert_eq!(answer.status, 422, "{reference}: {}", answer.text());
        assert_eq!(answer.code_at(reference), "unknown_option");
    };
    // Each call has an airline of its own, because prefixes and codes are used once.
    let number = uuid::Uuid::now_v7().simple().to_string();
    let prefix = format!("{:03}", u32::from_str_radix(&number[29..], 16).unwrap() % 1000);
    let own = airline(stranger, &number[20..], &prefix).await;
    let foreign = json!({ "number": null, reference: theirs });
    match operation.id.as_str() {
        // Nothing of another company is among what it selects.
        "mawb_export" => {
            let form = json!({
                "columns": [{ "column": "number", "heading": "No" }], "format": "csv", reference: theirs,
            });
            assert_eq!(stranger.post(&operation.path, form).await.status, 202);
        }
        "mawb_range_create" => unknown(add_range(stranger, &own, [1, 9], json!({ reference: theirs })).await),
        "mawb_create" => unknown(create(stranger, &own, foreign).await),
        "mawb_add" => {
            let waybill = draft(stranger, &own).await;
            let form = json!({ reference: [theirs] });
            let told = stranger.post(&format!("{}/add", path_of(&waybill)), form).await.data();
            let result = &told["results"][0];
            assert_eq!((&result["outcome"], &result["code"]), (&json!("refused"), &json!("")), "{result}");
        }
        // Lines of another waybill are not on this one.
        "mawb_remove" => {
            let waybill = draft(stranger, &own).await;
            let answer =
                stranger.post(&format!("{}/remove", path_of(&waybill)), json!({ reference: [theirs] })).await;
            assert_eq!(answer.status, 200, "{}", answer.text());
        }
        "mawb_amend" => {
            let waybill = draft(stranger, &own).await;
            let form = json!({ "reason": "x", reference: [theirs] });
            assert_eq!(act(stranger, &waybill, "amend", form).await.message_code(), "waybill_state");
        }
        other => panic!("{other} names `{reference}`"),
    }
}

/// A draft of an airline with a range of its own.
pub async fn start_draft(admin: &Person, more: Value) -> Value {
    let airline = airline(admin, "LA905", "905").await;
    add_range(admin, &airline, [100, 199], json!({})).await.data();
    create(admin, &airline, more).await.data()
}

pub async fn scan(person: &Person, waybill: &Value, code: &str) -> Value {
    send_scan(person, waybill, &json!({ "key": uuid::Uuid::now_v7(), "code": code })).await
}

/// Sends a scan, also once more.
pub async fn send_scan(person: &Person, waybill: &Value, form: &Value) -> Value {
    let answer = person.post(&format!("{}/scan", path_of(waybill)), form.clone()).await.data();
    answer["results"][0].clone()
}

async fn close(person: &Person, bag: &Value) {
    let path = format!("{}/{}", bags::PATH, text(&bag["id"]));
    let now = person.get(&path).await.data();
    let gross_g = now["tare_g"].as_i64().unwrap() + now["parcel_weight_g"].as_i64().unwrap();
    let seal = uuid::Uuid::now_v7().simple().to_string();
    let form = json!({ "seal": seal, "gross_g": gross_g, "version": now["version"] });
    person.post(&format!("{path}/close"), form).await.data();
}

/// A closed bag with a parcel.
async fn pack_sealed(person: &Person, place: &Value) -> Value {
    let bag = bags::open(person, place, json!({})).await;
    let packed = bags::received(person, json!({})).await;
    bags::scan(person, &bag, text(&packed["tracking_code"])).await;
    close(person, &bag).await;
    bag
}

async fn draft(person: &Person, airline: &Value) -> Value {
    let serial = i64::from(uuid::Uuid::now_v7().as_fields().1) * 100;
    add_range(person, airline, [serial, serial + 9], json!({})).await.data();
    create(person, airline, json!({})).await.data()
}
