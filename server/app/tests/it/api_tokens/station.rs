//! Tokens of stations: they receive and weigh in their warehouse, and do nothing else.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{PATH, Program, path};
use crate::inbound_parcels::{announce, scan as scan_code, warehouse};
use crate::shipments::created;
use crate::support::{ATLANTICO, Person, TestApp};

const RIGHTS: [&str; 3] = ["receiving.list", "receiving.scan", "receiving.measure"];

fn form(warehouse: &Value, scopes: &[&str]) -> Value {
    json!({ "name": "Table 1", "scopes": scopes, "warehouse_id": warehouse["id"] })
}

async fn station(app: &TestApp, person: &Person, warehouse: &Value) -> Program {
    let made = person.post(PATH, form(warehouse, &RIGHTS)).await.data();
    assert_eq!(made["token"]["warehouse_id"], warehouse["id"]);
    Program::on(app, ATLANTICO, made["secret"].as_str().unwrap())
}

fn scan(shipment: &Value) -> Value {
    json!({ "key": Uuid::now_v7(), "code": shipment["tracking_code"], "station": "Table 1" })
}

fn weight() -> Value {
    json!({ "key": Uuid::now_v7(), "weight_g": 1000, "weight_text": "1.000 kg", "weight_source": "typed" })
}

#[tokio::test]
async fn a_station_sees_and_weighs_the_parcels_of_its_warehouse_alone() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let (own, other) = (warehouse(&admin, "OWN").await, warehouse(&admin, "OTH").await);
    let (near, far) = (station(&app, &staff, &own).await, station(&app, &staff, &other).await);
    let shipment = created(&staff).await;
    let received = near.post("/api/receiving/scan", scan(&shipment)).await.data()["parcel"].clone();
    assert_eq!(received["warehouse_id"], own["id"], "its warehouse can be left out");
    let measure = format!("/api/receiving/{}/measure", received["id"].as_str().unwrap());
    assert_eq!(far.post(&measure, weight()).await.status, 404);
    assert_eq!(far.get("/api/receiving").await.json()["meta"]["total"], 0);
    assert_eq!(near.post(&measure, weight()).await.data()["weight_g"], 1000);
    assert_eq!(near.get("/api/receiving").await.json()["meta"]["total"], 1);
    let mut elsewhere = scan(&created(&staff).await);
    elsewhere["warehouse_id"] = other["id"].clone();
    let refused = near.post("/api/receiving/scan", elsewhere).await;
    assert_eq!(refused.code_at("warehouse_id"), "unknown_option");
    assert_eq!(near.get("/api/shipments").await.status, 403);
}

#[tokio::test]
async fn a_station_is_not_told_what_lies_in_another_warehouse() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let (own, other) = (warehouse(&admin, "OWN").await, warehouse(&admin, "OTH").await);
    let (near, far) = (station(&app, &staff, &own).await, station(&app, &staff, &other).await);
    let shipment = created(&staff).await;
    let received = near.post("/api/receiving/scan", scan(&shipment)).await.data()["parcel"].clone();
    assert_eq!(received["can"]["measure"], true);
    let told = far.post("/api/receiving/scan", scan(&shipment)).await.data();
    assert_eq!((&told["outcome"], &told["parcel"]["id"]), (&json!("known"), &received["id"]));
    assert_eq!(told["parcel"]["can"]["measure"], false, "it would be refused");
    assert_eq!(told["shipment"], Value::Null, "whose it is concerns its warehouse");
    let again = near.post("/api/receiving/scan", scan(&shipment)).await.data();
    assert_eq!(again["shipment"]["to_name"], shipment["to_name"]);

    announce(&client, &own, "1Z777").await;
    scan_code(&staff, &own, "1Z777", false).await;
    let form = json!({ "key": Uuid::now_v7(), "code": "1Z777", "station": "Table 1" });
    let told = far.post("/api/receiving/scan", form.clone()).await.data();
    assert_eq!((&told["outcome"], &told["inbound_parcel"]), (&json!("known"), &Value::Null));
    assert_eq!(told["parcel"]["can"]["measure"], false);
    let told = near.post("/api/receiving/scan", form).await.data();
    assert_eq!(told["inbound_parcel"]["external_code"], "1Z777");
}

#[tokio::test]
async fn a_station_is_not_told_whose_a_refused_parcel_is() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let station = station(&app, &staff, &warehouse(&admin, "OWN").await).await;
    let shipment = created(&staff).await;
    let mut ninth = scan(&shipment);
    ninth["code"] = format!("{}009", shipment["tracking_code"].as_str().unwrap()).into();
    let told = station.post("/api/receiving/scan", ninth).await.data();
    assert_eq!(told["message_code"], "parcel_number_unknown");
    assert_eq!(told["shipment"]["tracking_code"], shipment["tracking_code"]);
    assert_eq!(
        (&told["shipment"]["to_name"], &told["shipment"]["client_name"]),
        (&Value::Null, &Value::Null)
    );
}

#[tokio::test]
async fn a_station_is_given_no_other_rights_and_keeps_its_warehouse() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = warehouse(&admin, "OWN").await;
    let wider = staff.post(PATH, form(&place, &["receiving.scan", "shipment.list"])).await;
    assert_eq!(wider.code_at("scopes"), "station_rights");
    let made = staff.post(PATH, form(&place, &RIGHTS)).await.data()["token"].clone();
    let change = json!({ "version": made["version"], "scopes": ["shipment.list"] });
    assert_eq!(staff.patch(&path(&made, ""), change).await.code_at("scopes"), "station_rights");
    let version = json!({ "version": made["version"] });
    let rotated = staff.post(&path(&made, "/rotate"), version).await.data();
    assert_eq!(rotated["token"]["warehouse_id"], place["id"]);
}
