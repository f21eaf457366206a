//! Orders of shops and programs, and the company's own host for orders.

mod host;
mod shops;
mod taking;

use serde_json::{Value, json};

/// An order as a program sends it, with everything that its shipment needs but the service.
pub fn order(number: &str) -> Value {
    json!({
        "channel": "zelda", "number": number, "currency": "BRL", "contents_type": "merchandise",
        "sender": {
            "name": "Loja Horizonte", "street": "Avenida Paulista", "house_number": "1000", "city": "São Paulo", "state": "SP",
            "postcode": "01310-100", "country": "BR",
        },
        "recipient": {
            "name": "Maria Müller", "street": "Hauptstraße", "city": "Berlin", "postcode": "10119", "country": "DE",
        },
        "items": [{
            "description": "Ceramic mug", "quantity": "2", "unit_value": "64.95", "unit_weight_g": "450",
            "hs_code": "691200", "origin_country": "BR",
        }],
    })
}

/// The fields of an order's problems, with their kinds.
pub fn noted(order: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let problems = order["problems"].as_array().unwrap();
    problems.iter().map(|one| (text(&one["field"]), text(&one["kind"]))).collect()
}
