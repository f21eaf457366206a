//! Events are sent once their change is committed, signed.

use chrono::TimeDelta;
use serde_json::{Value, json};
use standardwebhooks::Webhook;

use super::receiver::{Received, Receiver};
use super::{Told, make, text};
use crate::confirm::confirm;
use crate::shipments::created;
use crate::support::{ATLANTICO, PACIFIC, TestApp};

#[tokio::test]
async fn a_new_shipment_is_told_with_a_signature_that_libraries_check() {
    let told = Told::of(&["shipment.*"]).await;
    let shipment = created(&told.app.staff(ATLANTICO).await).await;
    told.app.run_webhooks().await;
    let received = told.receiver.received();
    assert_eq!(received.len(), 1, "{:?}", told.receiver.types());
    let library = Webhook::new(&told.secret).unwrap();
    library.verify(&received[0].body, &received[0].headers).unwrap();
    let body = received[0].json();
    assert_eq!(body["id"], received[0].header("webhook-id"));
    assert_eq!((&body["type"], &body["version"]), (&json!("shipment.created"), &json!("2026-12-15")));
    let expected = json!({
        "id": shipment["id"], "tracking_code": shipment["tracking_code"], "status": shipment["status"],
    });
    assert_eq!(body["data"], expected, "no address and no name");
    assert_eq!(received[0].header("content-type"), "application/json");
    assert_eq!(received[0].header("webhook-version"), "2026-12-15");
    let logged = told.deliveries().await;
    assert_eq!((logged.len(), &logged[0]["status"], &logged[0]["attempt_count"]), (1, &json!(30), &json!(1)));
    let text = String::from_utf8(received[0].body.clone()).unwrap();
    assert_eq!(logged[0]["body"], text.as_str(), "the log has the bytes that were sent");
}

#[tokio::test]
async fn a_recorded_event_is_told_with_the_new_status_and_a_greater_sequence() {
    let told = Told::of(&["shipment.*"]).await;
    let staff = told.app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    let event = json!({ "tracking_codes": [shipment["tracking_code"]], "event_code": "COLLECTED" });
    staff.post("/api/shipments/record_event", event).await.data();
    told.app.run_webhooks().await;
    let mut bodies: Vec<Value> = told.receiver.received().iter().map(Received::json).collect();
    bodies.sort_by_key(|body| body["sequence"].as_i64());
    let types: Vec<&str> = bodies.iter().map(|body| body["type"].as_str().unwrap()).collect();
    assert_eq!(types[..2], ["shipment.created", "shipment.event_recorded"]);
    assert_eq!(bodies[1]["data"]["event_code"], "COLLECTED");
    let mut sequences: Vec<i64> = bodies.iter().map(|body| body["sequence"].as_i64().unwrap()).collect();
    let count = sequences.len();
    sequences.dedup();
    assert_eq!(sequences.len(), count, "each has one of its own");
}

#[tokio::test]
async fn a_hold_and_its_end_are_told() {
    let told = Told::of(&["shipment.held", "shipment.released"]).await;
    let staff = told.app.staff(ATLANTICO).await;
    let shipment = confirm(&staff, &created(&staff).await).await.data();
    let event = json!({ "tracking_codes": [shipment["tracking_code"]], "event_code": "RECEIVED" });
    staff.post("/api/shipments/record_event", event).await.data();
    let held = json!({ "ids": [shipment["id"]], "reason": "documents" });
    assert_eq!(staff.post("/api/shipments/hold", held).await.data()[0]["done"], true);
    staff.post("/api/shipments/release", json!({ "ids": [shipment["id"]] })).await.data();
    told.app.run_webhooks().await;
    let mut bodies: Vec<Value> = told.receiver.received().iter().map(Received::json).collect();
    bodies.sort_by_key(|body| body["sequence"].as_i64());
    let types: Vec<&str> = bodies.iter().map(|body| body["type"].as_str().unwrap()).collect();
    assert_eq!(types, ["shipment.held", "shipment.released"]);
    assert_eq!(bodies[0]["data"]["tracking_code"], shipment["tracking_code"]);
}

#[tokio::test]
async fn a_hold_that_is_taken_back_is_told_as_its_end_and_a_release_as_a_hold() {
    let told = Told::of(&["shipment.held", "shipment.released"]).await;
    let staff = told.app.staff(ATLANTICO).await;
    let shipment = confirm(&staff, &created(&staff).await).await.data();
    let record = async |event: &str| {
        told.app.state.clock.advance(TimeDelta::minutes(1));
        let form = json!({ "tracking_codes": [shipment["tracking_code"]], "event_code": event });
        staff.post("/api/shipments/record_event", form).await.data()[0]["event_id"].clone()
    };
    let path = format!("/api/shipments/{}/undo_event", text(&shipment["id"]));
    let undo = async |event: Value| staff.post(&path, json!({ "event_id": event })).await.data();
    let held = record("HOLD").await;
    undo(held).await;
    record("HOLD").await;
    let released = record("HOLD_RELEASED").await;
    undo(released).await;
    told.app.run_webhooks().await;
    let mut bodies: Vec<Value> = told.receiver.received().iter().map(Received::json).collect();
    bodies.sort_by_key(|body| body["sequence"].as_i64());
    let types: Vec<&str> = bodies.iter().map(|body| body["type"].as_str().unwrap()).collect();
    let [hold, end] = ["shipment.held", "shipment.released"];
    assert_eq!(types, [hold, end, hold, end, hold]);
}

#[tokio::test]
async fn nothing_is_sent_that_was_not_asked_for() {
    let told = Told::of(&["shipment.cancelled", "bag.*"]).await;
    let staff = told.app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    told.app.run_webhooks().await;
    assert_eq!(told.receiver.types(), Vec::<String>::new());
    let path = format!("/api/shipments/{}/cancel", shipment["id"].as_str().unwrap());
    let cancelled = staff.post(&path, json!({ "reason": "a mistake" })).await;
    assert!(cancelled.status < 300, "{}", cancelled.text());
    told.app.run_webhooks().await;
    assert_eq!(told.receiver.types(), ["shipment.cancelled"]);
}

#[tokio::test]
async fn events_of_another_company_are_not_told() {
    let told = Told::of(&["*"]).await;
    created(&told.app.staff(PACIFIC).await).await;
    told.app.run_webhooks().await;
    assert_eq!(told.receiver.types(), Vec::<String>::new());
}

#[tokio::test]
async fn events_wait_until_a_test_has_arrived() {
    let app = TestApp::start().await;
    let (admin, receiver) = (app.admin(ATLANTICO).await, Receiver::start().await);
    let made = make(&admin, &receiver, json!({ "patterns": ["shipment.*"] })).await;
    assert_eq!(made["webhook"]["status"], 10);
    created(&app.staff(ATLANTICO).await).await;
    app.run_webhooks().await;
    assert_eq!(receiver.types(), Vec::<String>::new());
    receiver.always(500);
    let path = format!("{}/{}/test", super::PATH, text(&made["webhook"]["id"]));
    admin.post(&path, json!({})).await.data();
    app.run_webhooks().await;
    assert_eq!(receiver.types(), ["webhook.test"], "a test that fails lets nothing go");
    receiver.always(200);
    admin.post(&path, json!({})).await.data();
    app.run_webhooks().await;
    assert_eq!(receiver.types(), ["webhook.test", "webhook.test", "shipment.created"]);
}

#[tokio::test]
async fn own_headers_are_sent_and_never_shown() {
    let headers =
        json!([{ "name": "Authorization", "value": "Bearer s3cret" }, { "name": "x-shop", "value": "7" }]);
    let told = Told::with(json!({ "patterns": ["*"], "headers": headers })).await;
    created(&told.app.staff(ATLANTICO).await).await;
    told.app.run_webhooks().await;
    let received = told.receiver.received();
    assert_eq!((received[0].header("authorization"), received[0].header("x-shop")), ("Bearer s3cret", "7"));
    let shown = told.show().await;
    assert_eq!(shown["header_names"], json!(["authorization", "x-shop"]));
    let log = told.admin().await.get(&told.path("/deliveries")).await.text();
    assert!(!shown.to_string().contains("s3cret") && !log.contains("s3cret"), "{log}");
    assert!(log.contains("webhook-signature"));
}
