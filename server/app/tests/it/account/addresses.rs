//! Addresses of the account.

use serde_json::{Value, json};

use super::audited;
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

/// In any state of Brazil, whatever its id is.
async fn brazilian(person: &Person, label: &str) -> Value {
    let state_id = person.get("/api/auxiliar/states/32").await.data()[0]["id"].clone();
    json!({
        "label": label, "country_id": 32, "postcode": "50050000", "address_1": "Rua da Aurora",
        "address_2": "Boa Vista", "address_number": "175", "address_complement": "Sala 2", "state_id": state_id,
        "city": "Recife",
    })
}

pub async fn keep(person: &Person, label: &str) -> Value {
    person.post("/api/account-addresses", brazilian(person, label).await).await.data()
}

async fn list_addresses(person: &Person) -> Vec<(String, bool)> {
    let list = person.get("/api/account-addresses").await.data();
    let of = |one: &Value| (one["label"].as_str().unwrap().to_owned(), one["is_default"] == true);
    list.as_array().unwrap().iter().map(of).collect()
}

fn path(address: &Value) -> String {
    format!("/api/account-address/{}", address["id"].as_str().unwrap())
}

async fn change(person: &Person, address: &Value, changes: Value) -> Answer {
    let mut form = changes;
    form["version"] = address["version"].clone();
    person.patch(&path(address), form).await
}

#[tokio::test]
async fn an_address_is_normalized_and_audited() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let address = keep(&staff, " Warehouse ").await;
    assert_eq!((&address["label"], &address["postcode"]), (&json!("Warehouse"), &json!("50050-000")));
    assert_eq!(address["address_complement"], "Sala 2");
    let changed = change(&staff, &address, json!({ "city": "Olinda", "address_2": " " })).await.data();
    assert_eq!((&changed["city"], &changed["address_2"]), (&json!("Olinda"), &Value::Null));
    assert_eq!(changed["version"], 2);
    let stale = change(&staff, &address, json!({ "city": "Natal" })).await;
    assert_eq!((stale.status, stale.message_code()), (409, "stale_version".into()));
    assert_eq!(staff.delete(&path(&address)).await.status, 200);
    assert!(list_addresses(&staff).await.is_empty());
    assert_eq!(audited(&app, "account_address.create").await[0]["label"], json!([null, "Warehouse"]));
    assert_eq!(audited(&app, "account_address.update").await[0]["city"], json!(["Recife", "Olinda"]));
    assert_eq!(audited(&app, "account_address.delete").await, [json!({ "label": ["Warehouse", null] })]);
}

#[tokio::test]
async fn one_of_the_addresses_is_always_the_default() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let home = keep(&staff, "Home").await;
    assert_eq!(home["is_default"], true, "the first one is");
    let office = keep(&staff, "Office").await;
    assert_eq!(list_addresses(&staff).await, [("Home".into(), true), ("Office".into(), false)]);
    let still = change(&staff, &home, json!({ "is_default": false })).await.data();
    assert_eq!(still["is_default"], true, "until another one becomes it");
    assert_eq!(change(&staff, &office, json!({ "is_default": true })).await.data()["is_default"], true);
    assert_eq!(list_addresses(&staff).await, [("Office".into(), true), ("Home".into(), false)]);
    staff.delete(&path(&office)).await;
    assert_eq!(list_addresses(&staff).await, [("Home".into(), true)]);
}

#[tokio::test]
async fn all_errors_of_an_address_are_reported_at_once() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let wrong = json!({
        "label": " ", "country_id": 32, "postcode": "123", "address_1": "", "city": "", "state_id": null,
    });
    let answer = staff.post("/api/account-addresses", wrong).await;
    assert_eq!(answer.status, 422);
    for (field, code) in [
        ("label", "required"),
        ("postcode", "invalid_postcode"),
        ("address_1", "required"),
        ("city", "required"),
        ("state_id", "required"),
    ] {
        assert_eq!(answer.code_at(field), code);
    }
    let mut elsewhere = brazilian(&staff, "Home").await;
    elsewhere["country_id"] = json!(9_999);
    let answer = staff.post("/api/account-addresses", elsewhere).await;
    assert_eq!(answer.code_at("country_id"), "unknown_country");
    assert!(list_addresses(&staff).await.is_empty());
}

#[tokio::test]
async fn more_than_fifty_addresses_are_refused() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let form = brazilian(&staff, "One of many").await;
    for _ in 0..50 {
        assert_eq!(staff.post("/api/account-addresses", form.clone()).await.status, 200);
    }
    let refused = staff.post("/api/account-addresses", form).await;
    assert_eq!((refused.status, refused.message_code()), (409, "too_many_addresses".into()));
}

#[tokio::test]
async fn another_users_address_is_404() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let address = keep(&staff, "Home").await;
    for stranger in [app.admin(ATLANTICO).await, app.client(ATLANTICO).await, app.staff(PACIFIC).await] {
        assert!(list_addresses(&stranger).await.is_empty());
        assert_eq!(change(&stranger, &address, json!({ "label": "Mine" })).await.status, 404);
        assert_eq!(stranger.delete(&path(&address)).await.status, 404);
    }
    assert_eq!(list_addresses(&staff).await, [("Home".into(), true)]);
}
