//! Bags: parcels are scanned, refused with the reason, moved, taken out; bags are closed, numbered, opened again.

mod closing;
mod departures;
mod later_parcels;
mod post_office;
mod races;
mod refusals;
mod registration;
mod scanning;
mod states;
mod transport;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::isolation::document::Operation;
use crate::shipments::complete;
use crate::support::{Answer, Person};

pub const PATH: &str = "/api/bags";

/// A warehouse with an airport.
pub async fn warehouse(admin: &Person, code: &str, more: Value) -> Value {
    let form = json!({
        "code": code, "name": format!("Guarulhos {code}"), "warehouse_type": "hub", "country_id": 32, "city": "Guarulhos",
        "postcode": "07190-100", "address_1": "Rodovia Hélio Smidt", "address_number": "1", "airport": "GRU",
        "time_zone": "America/Sao_Paulo",
    });
    admin.post("/api/warehouses", with(form, more)).await.data()
}

/// A form with other or further fields.
pub fn with(mut form: Value, more: Value) -> Value {
    let Value::Object(fields) = more else { panic!("not an object: {more}") };
    for (name, value) in fields {
        form[name.as_str()] = value;
    }
    form
}

fn form(place: &Value, more: Value) -> Value {
    with(json!({ "warehouse_id": place["id"], "destination_airport": "FRA", "tare_g": 200 }), more)
}

/// An open bag to Frankfurt.
pub async fn open(person: &Person, place: &Value, more: Value) -> Value {
    person.post(PATH, form(place, more)).await.data()
}

/// A shipment to Berlin that a warehouse has received.
pub async fn received(person: &Person, more: Value) -> Value {
    let draft = person.post("/api/shipments", with(complete(person).await, more)).await.data();
    record(person, &draft, "RECEIVED").await;
    draft
}

/// A shipment of so many parcels of a kilogram each.
pub async fn received_with(person: &Person, parcels: usize) -> Value {
    let parcel = json!({ "length_mm": 300, "width_mm": 200, "height_mm": 100, "weight_g": 1000 });
    received(person, json!({ "parcels": vec![parcel; parcels] })).await
}

async fn record(person: &Person, shipment: &Value, event: &str) {
    let form = json!({ "tracking_codes": [shipment["tracking_code"]], "event_code": event });
    let recorded = person.post("/api/shipments/record_event", form).await.data();
    assert_eq!(recorded[0]["recorded"], true, "{recorded}");
}

pub async fn scan(person: &Person, bag: &Value, code: &str) -> Value {
    let form = json!({ "key": Uuid::now_v7(), "code": code, "station": "1" });
    send_scan(person, bag, form).await.data()
}

async fn send_scan(person: &Person, bag: &Value, form: Value) -> Answer {
    person.post(&format!("{PATH}/{}/scan", text(&bag["id"])), form).await
}

pub async fn show(person: &Person, bag: &Value) -> Value {
    person.get(&format!("{PATH}/{}", text(&bag["id"]))).await.data()
}

/// Something done with a bag, as it is now.
async fn act(person: &Person, bag: &Value, verb: &str, form: Value) -> Answer {
    let version = show(person, bag).await["version"].clone();
    let form = with(json!({ "version": version }), form);
    person.post(&format!("{PATH}/{}/{verb}", text(&bag["id"])), form).await
}

/// Seals a bag; the scale shows what its parcels and the bag itself weigh.
pub async fn close(person: &Person, bag: &Value, more: Value) -> Answer {
    let now = show(person, bag).await;
    let gross_g = now["tare_g"].as_i64().unwrap() + now["parcel_weight_g"].as_i64().unwrap();
    let seal = format!("S{}", Uuid::now_v7().simple());
    act(person, bag, "close", with(json!({ "seal": seal, "gross_g": gross_g }), more)).await
}

async fn remove(person: &Person, bag: &Value, key: &Value, reason: Option<&str>) -> Answer {
    let form = json!({ "key": key, "reason": reason });
    person.post(&format!("{PATH}/{}/remove", text(&bag["id"])), form).await
}

pub async fn status_of(person: &Person, shipment: &Value) -> Value {
    person.get(&format!("/api/shipments/{}", text(&shipment["id"]))).await.data()["status"].clone()
}

pub fn code(shipment: &Value) -> &str {
    text(&shipment["tracking_code"])
}

pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}

/// Records of another company do not exist for bags.
pub async fn refuses(stranger: &Person, operation: &Operation, reference: &str, theirs: &str) {
    let unknown = |answer: Answer| {
        assert_eq!(answer.status, 422, "{reference}: {}", answer.text());
        answer.code_at(reference)
    };
    let place = warehouse(stranger, &Uuid::now_v7().simple().to_string()[20..], json!({})).await;
    match operation.id.as_str() {
        "bag_create" => {
            let answer = stranger.post(PATH, form(&place, json!({ reference: theirs }))).await;
            assert_eq!(unknown(answer), "unknown_option");
        }
        "bag_update" => {
            let own = open(stranger, &place, json!({})).await;
            let change = json!({ "version": own["version"], reference: theirs });
            unknown(stranger.patch(&format!("{PATH}/{}", text(&own["id"])), change).await);
        }
        other => panic!("{other} names `{reference}`"),
    }
}
