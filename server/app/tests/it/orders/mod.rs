//! Orders of shops and programs, and the company's own host for orders.

mod host;
mod shops;
mod taking;

use serde_json::{Value, json};

use crate::isolation::document::Operation;
use crate::support::Person;

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

/// A shop and an order take no client and no service of a neighbour.
pub async fn refuses(stranger: &Person, operation: &str, reference: &str, theirs: &str) {
    if operation == "shop_order_create" {
        let mut sent = order(reference);
        sent[reference] = theirs.into();
        let answer = stranger.post(taking::ORDERS, sent).await;
        if reference == "service_id" {
            assert!(noted(&answer.data()).contains(&(reference.to_owned(), "left_out".to_owned())));
        } else {
            assert_eq!((answer.status, answer.code_at(reference)), (422, "unknown_client".into()));
        }
        return;
    }
    let channel = format!("{operation}-{reference}").replace('_', "-");
    let mut form = json!({ "kind": "shopify", "name": "Loja", "channel": channel });
    let answer = if operation == "shop_create" {
        form[reference] = theirs.into();
        stranger.post(shops::SHOPS, form).await
    } else {
        let own = stranger.post(shops::SHOPS, form).await.data()["shop"].clone();
        let path = format!("{}/{}", shops::SHOPS, own["id"].as_str().unwrap());
        stranger.patch(&path, json!({ "version": own["version"], reference: theirs })).await
    };
    assert_eq!(answer.status, 422, "{operation} {reference}: {}", answer.text());
    answer.code_at(reference);
}

/// A shop and an order of a client are its own, whoever is named.
pub async fn ignores(client: &Person, operation: &Operation, reference: &str, theirs: &str) {
    let own = client.get("/api/profile").await.data()["client_id"].clone();
    if operation.id == "shop_create" {
        let form = json!({ "kind": "shopify", "name": "Loja", "channel": "loja", reference: theirs });
        assert_eq!(client.post(&operation.path, form).await.data()["shop"]["client_id"], own);
    } else {
        let mut sent = order("theirs");
        sent[reference] = theirs.into();
        let taken = client.post(&operation.path, sent).await.data();
        let path = format!("/api/shipments/{}", taken["shipment_id"].as_str().unwrap());
        assert_eq!(client.get(&path).await.data()["client_id"], own);
    }
}
