//! A client learns that its shipments are held or lost.

use serde_json::{Value, json};

use super::{ids, listed};
use crate::shipments::complete;
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};

/// Shipments of the first client, made by staff.
pub async fn shipments(staff: &Person, count: usize) -> Vec<Value> {
    let client = staff.get("/api/clients/select").await.data()[0]["id"].clone();
    let mut made = Vec::new();
    for _ in 0..count {
        let mut form = complete(staff).await;
        form["client_id"] = client.clone();
        made.push(staff.post("/api/shipments", form).await.data());
    }
    made
}

pub async fn record(staff: &Person, shipments: &[Value], event: &str) {
    let codes: Vec<&Value> = shipments.iter().map(|one| &one["tracking_code"]).collect();
    let form = json!({ "tracking_codes": codes, "event_code": event });
    let told = staff.post("/api/shipments/record_event", form).await.data();
    assert!(told.as_array().unwrap().iter().all(|one| one["recorded"] == true), "{told}");
}

#[tokio::test]
async fn the_client_is_notified_of_a_held_shipment_once() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let made = shipments(&staff, 1).await;
    record(&staff, &made, "RECEIVED").await;
    assert_eq!(listed(&client, "").await["data"], json!([]));
    record(&staff, &made, "CUSTOMS_HOLD").await;
    record(&staff, &made, "NOTE").await;
    let list = listed(&client, "").await;
    assert_eq!(ids(&list).len(), 1, "{list}");
    let data = &list["data"][0]["data"];
    assert_eq!(
        (&data["code"], &data["notification_status"]),
        (&json!("shipment_stopped"), &json!("warning"))
    );
    assert_eq!(data["params"], json!({ "status": 82, "tracking_code": made[0]["tracking_code"] }));
    assert_eq!(data["actions"][0]["route_params"]["id"], made[0]["id"]);
    for other in [staff, app.signed_in(ATLANTICO, "client2").await, app.client(PACIFIC).await] {
        assert_eq!(listed(&other, "").await["data"], json!([]), "it is of no concern to others");
    }
}

#[tokio::test]
async fn many_held_shipments_are_one_notification() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    record(&staff, &shipments(&staff, 3).await, "CUSTOMS_HOLD").await;
    let list = listed(&client, "").await;
    assert_eq!(ids(&list).len(), 1, "{list}");
    let one = &list["data"][0];
    assert_eq!(
        (&one["notification_type"], &one["data"]["code"]),
        (&json!("condensed"), &json!("shipments_stopped"))
    );
    assert_eq!(
        (&one["data"]["params"]["done"], &one["data"]["actions"][0]["route_query"]["status"]),
        (&json!(3), &json!("82"))
    );
}

#[tokio::test]
async fn a_notification_is_withdrawn_when_its_shipments_go_on() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let made = shipments(&staff, 3).await;
    record(&staff, &made[..1], "CUSTOMS_HOLD").await;
    record(&staff, &made[..1], "CLEARED").await;
    assert_eq!(listed(&client, "").await["data"], json!([]), "the only one goes on");
    let events = format!("/api/shipments/{}/events", made[0]["id"].as_str().unwrap());
    let cleared = staff.get(&events).await.data()[0]["id"].clone();
    let undo = format!("/api/shipments/{}/undo_event", made[0]["id"].as_str().unwrap());
    assert_eq!(staff.post(&undo, json!({ "event_id": cleared })).await.status, 200);
    assert_eq!(ids(&listed(&client, "").await).len(), 1, "it is held again");
    record(&staff, &made[..1], "CLEARED").await;

    record(&staff, &made[1..], "CUSTOMS_HOLD").await;
    record(&staff, &made[1..2], "CLEARED").await;
    let list = listed(&client, "").await;
    assert_eq!(list["data"][0]["data"]["params"]["done"], 1, "{list}");
    record(&staff, &made[2..], "CLEARED").await;
    assert_eq!(listed(&client, "").await["data"], json!([]));
}

#[tokio::test]
async fn a_client_who_does_not_want_it_is_not_notified() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    for channel in ["app", "mail"] {
        let choice = json!({ "event": "shipment_stopped", "channel": channel, "enabled": false });
        assert_eq!(client.patch("/api/account-notifications", choice).await.status, 200);
    }
    record(&staff, &shipments(&staff, 1).await, "CUSTOMS_HOLD").await;
    assert_eq!(listed(&client, "").await["data"], json!([]));
}
