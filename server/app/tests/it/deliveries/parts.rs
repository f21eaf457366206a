//! Deliveries that take more than one run: in parts, sent back, tried again.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{
    PATH, act, arrive, arrive_for, drive, make_record, plan_delivery, route, run_pickups, send, show,
    start_route, status_of, stops, text,
};
use crate::pickups::{self, depot};
use crate::support::{ATLANTICO, Person, TestApp};

/// The record of a handover now: these parcels, or all that were loaded.
fn hand_over(app: &TestApp, run: &Value, parcels: &Value) -> Value {
    let payload = json!({ "name": "Ana", "parcels": parcels });
    let mut record = make_record(&run["stops"][0]["id"], "deliver", &payload);
    record["at"] = json!(app.state.clock.now());
    record
}

fn first_parcel(shipment: &Value) -> Value {
    json!([{ "shipment_id": shipment["id"], "number": 1 }])
}

/// When a shipment was delivered, as often as its events say so.
async fn list_delivered(person: &Person, shipment: &Value) -> Vec<Value> {
    let events = person.get(&format!("/api/shipments/{}/events", text(&shipment["id"]))).await.data();
    let delivered = events.as_array().unwrap().iter().filter(|event| event["code"] == "DELIVERED");
    delivered.map(|event| event["occurred_at"].clone()).collect()
}

#[tokio::test]
async fn what_was_delivered_first_keeps_its_time_when_another_run_brings_the_rest() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (one, two) = (arrive(&staff).await, arrive(&staff).await);
    let delivery = plan_delivery(&staff, &[&one, &two]).await;
    let first = start_route(&staff, &staff, &[&delivery]).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    send(&staff, &[&hand_over(&app, &first, &first_parcel(&one))]).await;
    assert_eq!(show(&staff, &delivery).await["status"], 45);
    let told = list_delivered(&staff, &one).await;
    assert_eq!(told.len(), 1, "{told:?}");

    let second = route(&staff, &staff).await;
    act(&staff, &delivery, "assign", json!({ "route_id": second["id"] })).await.data();
    drive(&staff, &second, "load", json!({ "codes": [two["tracking_code"]] })).await.data();
    let second = drive(&staff, &second, "start", json!({})).await.data();
    app.state.clock.advance(TimeDelta::minutes(30));
    send(&staff, &[&hand_over(&app, &second, &Value::Null)]).await;
    let whole = show(&staff, &delivery).await;
    assert_eq!((&whole["status"], &whole["tasks"]), (&json!(40), &json!([])));
    assert_eq!(list_delivered(&staff, &one).await, told, "told once, with its own time");
    assert_eq!(list_delivered(&staff, &two).await.len(), 1);
}

#[tokio::test]
async fn what_is_left_of_a_delivery_is_sent_back() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (one, two) = (arrive(&staff).await, arrive(&staff).await);
    let delivery = plan_delivery(&staff, &[&one, &two]).await;
    let run = start_route(&staff, &staff, &[&delivery]).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    send(&staff, &[&hand_over(&app, &run, &first_parcel(&one))]).await;
    assert_eq!(show(&staff, &delivery).await["can"]["return"], true);
    app.state.clock.advance(TimeDelta::minutes(1));
    let returned = act(&staff, &delivery, "return", json!({ "reason": "nobody wants it" })).await.data();
    assert_eq!((&returned["status"], &returned["received_by"]), (&json!(60), &json!("Ana")));
    assert_eq!((status_of(&staff, &one).await, status_of(&staff, &two).await), (json!(90), json!(92)));
    app.state.clock.advance(TimeDelta::minutes(1));
    send(&staff, &[&hand_over(&app, &run, &first_parcel(&two))]).await;
    let after = show(&staff, &delivery).await;
    assert_eq!((&after["status"], &after["tasks"]), (&json!(60), &json!(["delivered_after_return"])));
}

#[tokio::test]
async fn attempts_that_are_used_up_again_are_decided_again() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let delivery = plan_delivery(&staff, &[&arrive(&staff).await]).await;
    let path = format!("{PATH}/{}", text(&delivery["id"]));
    for attempts in [1, 2] {
        let version = show(&staff, &delivery).await["version"].clone();
        staff.patch(&path, json!({ "version": version, "max_attempts": attempts })).await.data();
        let run = start_route(&staff, &staff, &[&delivery]).await;
        app.state.clock.advance(TimeDelta::minutes(1));
        let reason = json!({ "reason": "recipient_absent" });
        let mut failed = make_record(&run["stops"][0]["id"], "fail", &reason);
        failed["at"] = json!(app.state.clock.now());
        send(&staff, &[&failed]).await;
        let after = show(&staff, &delivery).await;
        assert_eq!((&after["status"], &after["attempts"]), (&json!(50), &json!(attempts)));
        assert_eq!(after["tasks"], json!(["decide_return"]), "after {attempts}");
        act(&staff, &delivery, "settle", json!({ "reason": "once more" })).await.data();
    }
}

#[tokio::test]
async fn what_was_handed_over_before_the_start_does_not_stand_for_what_is_missing() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (early, gone) = (arrive(&staff).await, arrive_for(&staff, "Ana Souza", 1).await);
    let (one, two) = (plan_delivery(&staff, &[&early]).await, plan_delivery(&staff, &[&gone]).await);
    let run = route(&staff, &staff).await;
    drive(&staff, &run, "stops", stops(&[&one, &two])).await.data();
    let loaded = drive(&staff, &run, "load", json!({ "codes": [early["tracking_code"]] })).await.data();
    app.state.clock.advance(TimeDelta::minutes(1));
    send(&staff, &[&hand_over(&app, &loaded["route"], &Value::Null)]).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    let missing = drive(&staff, &run, "start", json!({})).await;
    assert_eq!((missing.status, missing.code_at("reason")), (409, "parcels_not_loaded".into()));
    drive(&staff, &run, "start", json!({ "reason": "not in the depot" })).await.data();
    assert_eq!(status_of(&staff, &early).await, 90);
}

#[tokio::test]
async fn another_address_has_no_place_until_somebody_says_it() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let delivery = plan_delivery(&staff, &[&arrive(&staff).await]).await;
    let path = format!("{PATH}/{}", text(&delivery["id"]));
    let place = json!({ "version": delivery["version"], "latitude": -23.5, "longitude": -46.6 });
    let placed = staff.patch(&path, place).await.data();
    let named = json!({ "version": placed["version"], "recipient_name": "Maria M." });
    let named = staff.patch(&path, named).await.data();
    assert_eq!(named["latitude"], json!(-23.5), "the door is the same");
    let moved = json!({ "version": named["version"], "address_1": "Another street" });
    let moved = staff.patch(&path, moved).await.data();
    assert_eq!((&moved["latitude"], &moved["longitude"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn a_run_is_no_longer_ready_without_what_was_cancelled() {
    let app = TestApp::start().await;
    depot(&app.admin(ATLANTICO).await, "SPO", json!({})).await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let delivery = plan_delivery(&staff, &[&arrive(&staff).await]).await;
    let pickup = run_pickups::ask(&client).await;
    let run = route(&staff, &staff).await;
    drive(&staff, &run, "stops", stops(&[&delivery])).await.data();
    let ready = drive(&staff, &run, "pickups", run_pickups::of(&[&pickup])).await.data();
    assert_eq!((&ready["status"], &ready["stop_count"]), (&json!(20), &json!(2)));
    let path = format!("/api/routes/{}", text(&run["id"]));
    let seen =
        |run: &Value| (run["status"].clone(), run["stop_count"].clone(), run["version"].as_i64().unwrap());

    act(&staff, &delivery, "cancel", json!({ "reason": "moved" })).await.data();
    let (status, stop_count, version) = seen(&staff.get(&path).await.data());
    assert_eq!((status, stop_count), (json!(20), json!(1)), "the pickup is left");
    assert!(version > ready["version"].as_i64().unwrap(), "whoever has read it is told");

    let version_of = run_pickups::show(&staff, &pickup).await["version"].clone();
    let form = json!({ "reason": "sold out", "version": version_of });
    staff.post(&format!("{}/{}/cancel", pickups::PATH, text(&pickup["id"])), form).await.data();
    let (status, stop_count, newest) = seen(&staff.get(&path).await.data());
    assert_eq!((status, stop_count), (json!(10), json!(0)));
    assert!(newest > version);
}
