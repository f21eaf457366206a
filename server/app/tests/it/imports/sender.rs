//! The sender of imported shipments: the one of the file, or else the client.

use serde_json::{Value, json};

use super::prices::check_file;
use super::{imported, path, sent, taken_in};
use crate::money::client_of;
use crate::support::{ATLANTICO, Person, TestApp};

const PLAIN: &[u8] = b"order,recipient name,recipient city,weight kg\nA-1,Ana,Lisboa,1\n";
const NAMED: &[u8] = b"order,sender name,sender city,recipient name,weight kg\n\
    B-1,Oficina Sul,Olinda,Ana,1\nB-2,,,Rui,1\n";

const SENDER: [&str; 10] = [
    "name",
    "document",
    "email",
    "phone",
    "country_id",
    "postcode",
    "address_1",
    "address_number",
    "address_complement",
    "city",
];

async fn find(person: &Person, reference: &str) -> Value {
    let found = person.get(&format!("/api/shipments?search={reference}")).await.data();
    person.get(&format!("/api/shipments/{}", found[0]["id"].as_str().unwrap())).await.data()
}

/// The shipment has the sender that the form of a new shipment proposes.
async fn is_sent_by_client(person: &Person, reference: &str, client_id: &str) {
    let proposal = person.get(&format!("/api/shipments/proposal?client_id={client_id}")).await.data();
    let shipment = find(person, reference).await;
    for part in SENDER {
        assert_eq!(shipment[format!("from_{part}")], proposal["sender"][part], "{reference} {part}");
    }
    assert!(shipment["from_name"].is_string(), "{shipment}");
    assert!(!shipment["missing"].to_string().contains("from_name"), "{}", shipment["missing"]);
}

#[tokio::test]
async fn a_client_is_the_sender_of_lines_that_name_none() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let own = client_of(&client).await;
    let (admin, path) = (app.admin(ATLANTICO).await, format!("/api/clients/{own}"));
    let version = admin.get(&path).await.data()["version"].clone();
    admin.patch(&path, json!({ "address_complement": "Sala 402", "version": version })).await.data();
    imported(&app, &client, "plain.csv", PLAIN).await;
    assert_eq!(find(&client, "A-1").await["from_address_complement"], "Sala 402");
    is_sent_by_client(&client, "A-1", &own).await;

    imported(&app, &client, "named.csv", NAMED).await;
    let named = find(&client, "B-1").await;
    assert_eq!((&named["from_name"], &named["from_city"]), (&json!("Oficina Sul"), &json!("Olinda")));
    assert_eq!((&named["from_address_1"], &named["from_email"]), (&Value::Null, &Value::Null), "not mixed");
    is_sent_by_client(&client, "B-2", &own).await;
}

#[tokio::test]
async fn the_client_that_staff_choose_is_the_sender() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let chosen = client_of(&client).await;
    let import = sent(&staff, "plain.csv", PLAIN).await;
    let form = json!({ "mapping": import["mapping"], "client_id": chosen, "version": import["version"] });
    let import = staff.patch(&path(&import, ""), form).await.data();
    taken_in(&app, &staff, &import).await;
    is_sent_by_client(&staff, "A-1", &chosen).await;

    imported(&app, &staff, "own.csv", b"order,recipient name\nC-1,Ana\n").await;
    assert_eq!(find(&staff, "C-1").await["from_name"], Value::Null, "the company is no client");
}

#[tokio::test]
async fn another_country_than_the_clients_names_a_sender() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let file = b"order,sender country,recipient name\nD-1,BR,Ana\nD-2,PT,Ana\n";
    let import = sent(&client, "countries.csv", file).await;
    let checked = check_file(&app, &client, &import).await;
    assert_eq!(checked["prices"]["sent_by_client"], 1, "the check says so before: {checked}");
    taken_in(&app, &client, &checked).await;
    is_sent_by_client(&client, "D-1", &client_of(&client).await).await;
    assert_eq!(find(&client, "D-2").await["from_name"], Value::Null);
}
