//! The log names the records it is about, and those that its values refer to.

use serde_json::{Value, json};

use super::{exported, listed};
use crate::shipments::{complete, created};
use crate::support::{ATLANTICO, Person, TestApp};
use crate::users::form;

async fn newest(admin: &Person, query: &str) -> Value {
    listed(admin, query).await.swap_remove(0)
}

fn change<'a>(entry: &'a Value, field: &str) -> &'a Value {
    entry["changes"].as_array().unwrap().iter().find(|change| change["field"] == field).unwrap()
}

#[tokio::test]
async fn entries_have_the_names_of_their_records_and_references() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let partner = crate::partners::added(&admin, "Zelda Lines").await;
    let shipment = created(&staff).await;
    let id = shipment["id"].as_str().unwrap();
    let mut form = complete(&staff).await;
    form["version"] = shipment["version"].clone();
    form["partner_id"] = partner.as_str().into();
    (form["to_country_id"], form["to_postcode"]) = (32.into(), Value::Null);
    let state = admin.get("/api/auxiliar/states/32").await.data()[0].clone();
    form["to_state_id"] = state["id"].clone();
    let answer = staff.patch(&format!("/api/shipments/{id}"), form).await;
    assert_eq!(answer.status, 200, "{}", answer.text());

    let entry = newest(&admin, &format!("resource_id={id}&action=update")).await;
    assert_eq!(entry["resource_name"], shipment["tracking_code"]);
    assert_eq!(entry["resource_exists"], true);
    assert_eq!(change(&entry, "partner_id")["after_name"], "Zelda Lines");
    assert_eq!(change(&entry, "partner_id")["before_name"], Value::Null);
    assert_eq!(change(&entry, "to_state_id")["after_name"], state["name"]);
    assert_eq!(change(&entry, "to_country_id")["after_name"], Value::Null);

    let copy = staff.post(&format!("/api/shipments/{id}/duplicate"), json!({})).await.data();
    let entry = newest(&admin, "action=shipment.duplicate").await;
    assert_eq!(entry["resource_name"], copy["tracking_code"]);
    assert_eq!(change(&entry, "of")["after_name"], shipment["tracking_code"]);

    let file = exported(&app, &admin, json!({ "resource_id": id })).await.text();
    assert!(file.contains(shipment["tracking_code"].as_str().unwrap()), "{file}");
}

#[tokio::test]
async fn a_deleted_record_keeps_its_last_name() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let user = admin.post("/api/users", form("Eva Gone", "eva@atlantico.test")).await.data();
    let id = user["id"].as_str().unwrap();
    assert_eq!(newest(&admin, &format!("resource_id={id}")).await["resource_exists"], true);
    assert_eq!(admin.delete(&format!("/api/users/{id}")).await.status, 200);
    let entries = listed(&admin, &format!("resource_id={id}")).await;
    assert!(entries.len() > 1);
    for entry in entries {
        assert_eq!((&entry["resource_name"], &entry["resource_exists"]), (&json!("Eva Gone"), &json!(false)));
    }
}

#[tokio::test]
async fn a_host_is_named_by_its_entry() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let answer = admin.post("/api/domains", json!({ "host": "ship.example.com" })).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let entry = newest(&admin, "action=domain.create").await;
    assert_eq!((&entry["resource_id"], &entry["resource_name"]), (&Value::Null, &json!("ship.example.com")));
}
