//! Quotes: prices of all services side by side, stored quotes, and confirmations by them.

mod agreement;
mod calculate;
mod fallback;
mod kept_price;
mod late;
mod offers;
pub mod stored;
mod territories;

use serde_json::{Value, json};

use crate::prices::{edit, id, publish, rules, table};
use crate::shipments::created;
use crate::support::{Answer, Person};

/// One parcel from Brazil to Germany, by its weight in kilograms.
pub fn parcel(weight: &str) -> Value {
    json!({
        "origin": { "country_id": 32, "postcode": "01310-100", "city": "São Paulo" },
        "destination": { "country_id": 81, "city": "Berlin" },
        "parcels": [{ "pieces": 1, "weight": weight, "weight_unit": "kg" }],
        "currency": "USD", "declared_value": "100", "contents_type": "merchandise",
    })
}

/// Operations that name records of others.
pub fn knows(operation: &str) -> bool {
    ["quote_calculate", "quote_create", "quote_choose", "shipment_confirm"].contains(&operation)
}

/// Names another's record in an otherwise good request.
pub async fn naming(person: &Person, operation: &str, reference: &str, theirs: &str) -> Answer {
    let mut form = parcel("1");
    match operation {
        "quote_choose" => {
            let own = person.post("/api/quotes", form).await.data();
            let choice = json!({ "version": own["version"], reference: theirs });
            person.post(&format!("/api/quotes/{}/choose", id(&own)), choice).await
        }
        "shipment_confirm" => {
            let own = created(person).await;
            let form = json!({ "version": own["version"], reference: theirs });
            person.post(&format!("/api/shipments/{}/confirm", id(&own)), form).await
        }
        _ => {
            form[reference] = theirs.into();
            let path = if operation == "quote_create" { "/api/quotes" } else { "/api/quotes/calculate" };
            person.post(path, form).await
        }
    }
}

/// A published table in kilograms with prices to Germany and Brazil up to 1, 5 and 50 kg.
pub async fn tariff(admin: &Person, code: &str, currency: &str, prices: [&str; 3]) -> Value {
    let form = json!({
        "code": code, "title": code, "kind": if code.ends_with("-C") { "cost" } else { "sell" },
        "currency": currency, "weight_unit": "kg", "size_unit": "cm",
    });
    let (made, draft) = table(admin, form).await;
    let bands = ["1", "5", "50"];
    let cell = |zone: &'static str| {
        let cells = bands.into_iter().zip(prices);
        cells.map(move |(up_to, amount)| json!({ "zone": zone, "up_to": up_to, "amount": amount }))
    };
    let change = json!({
        "zones": [
            { "code": "DE", "places": [{ "country_id": 81 }] }, { "code": "BR", "places": [{ "country_id": 32 }] },
        ],
        "bands": bands, "cells": cell("DE").chain(cell("BR")).collect::<Vec<_>>(),
    });
    edit(admin, &draft, change).await.data();
    let insurance = json!({ "pct": "1", "min": "5", "max": null, "free_below": null, "max_value": null, "taxable": true });
    let terms = json!({ "valid_from": "2026-01-01", "divisor": "6000", "volumetric_rule": "max", "insurance": insurance });
    rules(admin, &draft, terms).await;
    publish(admin, &draft, true).await.data();
    made
}

/// Assigns tables. `scope` has the fields of the scope.
pub async fn assign(admin: &Person, mut scope: Value, sell: &Value, cost: Option<&Value>) -> Value {
    scope["sell_table_id"] = sell["id"].clone();
    scope["cost_table_id"] = cost.map_or(Value::Null, |cost| cost["id"].clone());
    scope["valid_from"] = "2026-01-01".into();
    admin.post("/api/price_assignments", scope).await.data()
}

/// The id of a service by its code.
pub async fn service(person: &Person, code: &str) -> Value {
    let services = person.get("/api/services?per_page=100").await.data();
    services.as_array().unwrap().iter().find(|one| one["code"] == code).unwrap()["id"].clone()
}

/// The dollar in reais.
pub async fn dollar(admin: &Person, rate: &str) {
    let form =
        json!({ "from_currency": "USD", "to_currency": "BRL", "rate": rate, "valid_from": "2026-01-01" });
    admin.post("/api/exchange-rates", form).await.data();
}

/// The offer of a service by its code.
pub fn offer<'a>(quote: &'a Value, code: &str) -> &'a Value {
    let offers = quote["offers"].as_array().unwrap_or_else(|| panic!("no offers: {quote}"));
    offers.iter().find(|offer| offer["service_code"] == code).unwrap()
}
