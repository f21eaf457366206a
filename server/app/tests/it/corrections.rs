//! Undoing an event: a correcting event in the log, and the status of before.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::confirm::confirm;
use crate::shipments::created;
use crate::support::{ATLANTICO, Answer, Person, TestApp};

async fn record(person: &Person, shipment: &Value, code: &str) -> Value {
    let form = json!({ "tracking_codes": [shipment["tracking_code"]], "event_code": code });
    person.post("/api/shipments/record_event", form).await.data()[0].clone()
}

fn path(shipment: &Value) -> String {
    format!("/api/shipments/{}", shipment["id"].as_str().unwrap())
}

async fn undo(person: &Person, shipment: &Value, event_id: &Value) -> Answer {
    let form = json!({ "event_id": event_id, "reason": "Wrong parcel" });
    person.post(&format!("{}/undo_event", path(shipment)), form).await
}

async fn events(person: &Person, shipment: &Value) -> Vec<Value> {
    person.get(&format!("{}/events", path(shipment))).await.data().as_array().unwrap().clone()
}

#[tokio::test]
async fn an_undone_event_stays_in_the_log_and_the_status_returns() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    record(&staff, &shipment, "RECEIVED").await;
    app.state.clock.advance(TimeDelta::minutes(1));
    let delivered = record(&staff, &shipment, "DELIVERED").await;
    app.state.clock.advance(TimeDelta::minutes(1));
    let shown = undo(&staff, &shipment, &delivered["event_id"]).await.data();
    assert_eq!((&shown["status"], &shown["last_event_code"]), (&json!(40), &json!("RECEIVED")));
    let log = events(&staff, &shipment).await;
    let told: Vec<_> =
        log.iter().map(|event| (&event["code"], &event["corrected"], &event["corrects"])).collect();
    let (no, none) = (json!(false), Value::Null);
    assert_eq!(
        told,
        [
            (&json!("DELIVERED"), &no, &delivered["event_id"]),
            (&json!("DELIVERED"), &json!(true), &none),
            (&json!("RECEIVED"), &no, &none),
            (&json!("CREATED"), &no, &none),
        ]
    );
    assert_eq!(log[0]["reason"], "Wrong parcel");
    let code = shipment["tracking_code"].as_str().unwrap();
    let public = app.visitor(ATLANTICO).get(&format!("/api/tracking?codes={code}")).await.data();
    let codes: Vec<_> = public[0]["events"].as_array().unwrap().iter().map(|one| &one["code"]).collect();
    assert_eq!((&public[0]["status"], codes), (&json!(40), vec![&json!("RECEIVED"), &json!("CREATED")]));
}

#[tokio::test]
async fn events_are_undone_one_after_the_other_from_the_last() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    let received = record(&staff, &shipment, "RECEIVED").await;
    app.state.clock.advance(TimeDelta::minutes(1));
    let departed = record(&staff, &shipment, "DEPARTED").await;
    let early = undo(&staff, &shipment, &received["event_id"]).await;
    assert_eq!((early.status, early.message_code()), (409, "event_not_undoable".into()));
    assert_eq!(undo(&staff, &shipment, &departed["event_id"]).await.data()["status"], 40);
    let twice = undo(&staff, &shipment, &departed["event_id"]).await;
    assert_eq!((twice.status, twice.message_code()), (409, "event_not_undoable".into()));
    assert_eq!(undo(&staff, &shipment, &received["event_id"]).await.data()["status"], 10);
}

#[tokio::test]
async fn a_confirmation_is_undone() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    confirm(&staff, &shipment).await.data();
    let log = events(&staff, &shipment).await;
    assert_eq!((&log[0]["code"], &log[0]["can_undo"]), (&json!("CONFIRMED"), &json!(true)));
    let shown = undo(&staff, &shipment, &log[0]["id"]).await.data();
    assert_eq!((&shown["status"], &shown["can"]["update"]), (&json!(10), &json!(true)));
}

#[tokio::test]
async fn an_event_is_undone_within_a_day_only() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    let received = record(&staff, &shipment, "RECEIVED").await;
    app.state.clock.advance(TimeDelta::hours(25));
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(events(&staff, &shipment).await[0]["can_undo"], false);
    let late = undo(&staff, &shipment, &received["event_id"]).await;
    assert_eq!((late.status, late.message_code()), (409, "event_not_undoable".into()));
}

#[tokio::test]
async fn the_creation_and_a_cancellation_cannot_be_undone() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    let created = events(&staff, &shipment).await[0].clone();
    assert_eq!((&created["code"], &created["can_undo"]), (&json!("CREATED"), &json!(false)));
    assert_eq!(undo(&staff, &shipment, &created["id"]).await.status, 409);
    staff.post(&format!("{}/cancel", path(&shipment)), json!({ "reason": "sold out" })).await.data();
    let cancelled = events(&staff, &shipment).await[0].clone();
    assert_eq!(cancelled["can_undo"], false);
    let refused = undo(&staff, &shipment, &cancelled["id"]).await;
    assert_eq!((refused.status, refused.message_code()), (409, "shipment_not_trackable".into()));
}

#[tokio::test]
async fn a_note_neither_moves_a_shipment_nor_protects_the_event_before() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    let received = record(&staff, &shipment, "RECEIVED").await;
    app.state.clock.advance(TimeDelta::minutes(1));
    let form =
        json!({ "tracking_codes": [shipment["tracking_code"]], "event_code": "NOTE", "note": "Call first" });
    let note = staff.post("/api/shipments/record_event", form).await.data()[0].clone();
    let shown = staff.get(&path(&shipment)).await.data();
    assert_eq!((&shown["status"], &shown["last_event_code"]), (&json!(40), &json!("RECEIVED")));
    assert_eq!(undo(&staff, &shipment, &received["event_id"]).await.data()["status"], 10);
    assert_eq!(undo(&staff, &shipment, &note["event_id"]).await.data()["status"], 10);
    assert_eq!(staff.get(&path(&shipment)).await.data()["last_event_code"], "CREATED");
}

#[tokio::test]
async fn a_delivered_shipment_takes_no_later_event_that_contradicts_it() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    record(&staff, &shipment, "DELIVERED").await;
    app.state.clock.advance(TimeDelta::minutes(1));
    let late = record(&staff, &shipment, "OUT_FOR_DELIVERY").await;
    assert_eq!((&late["recorded"], &late["message_code"]), (&json!(false), &json!("shipment_finished")));
    assert_eq!(record(&staff, &shipment, "DAMAGED").await["recorded"], true);
    let at = (app.state.clock.now() - TimeDelta::hours(2)).to_rfc3339();
    let form = json!({ "tracking_codes": [shipment["tracking_code"]], "event_code": "OUT_FOR_DELIVERY", "occurred_at": at });
    assert_eq!(staff.post("/api/shipments/record_event", form).await.data()[0]["recorded"], true);
    assert_eq!(staff.get(&path(&shipment)).await.data()["status"], 90);
}

#[tokio::test]
async fn a_delivery_that_occurred_before_the_way_out_ends_the_shipment() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    record(&staff, &shipment, "OUT_FOR_DELIVERY").await;
    let at = (app.state.clock.now() - TimeDelta::minutes(5)).to_rfc3339();
    let form = json!({ "tracking_codes": [shipment["tracking_code"]], "event_code": "DELIVERED", "occurred_at": at });
    assert_eq!(staff.post("/api/shipments/record_event", form).await.data()[0]["recorded"], true);
    let shown = staff.get(&path(&shipment)).await.data();
    assert_eq!((&shown["status"], &shown["last_event_code"]), (&json!(90), &json!("DELIVERED")));
}

async fn record_ago(app: &TestApp, person: &Person, shipment: &Value, code: &str, ago: TimeDelta) -> Value {
    let at = (app.state.clock.now() - ago).to_rfc3339();
    let form =
        json!({ "tracking_codes": [shipment["tracking_code"]], "event_code": code, "occurred_at": at });
    person.post("/api/shipments/record_event", form).await.data()[0].clone()
}

#[tokio::test]
async fn a_second_end_of_the_way_is_a_task_until_staff_settle_it() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let shipment = created(&client).await;
    record(&staff, &shipment, "DELIVERED").await;
    assert_eq!(record_ago(&app, &staff, &shipment, "LOST", TimeDelta::hours(2)).await["recorded"], true);
    let shown = staff.get(&path(&shipment)).await.data();
    assert_eq!(shown["status"], 95);
    assert_ne!(shown["contradicted_at"], Value::Null);
    assert_eq!(client.get(&path(&shipment)).await.data()["contradicted_at"], Value::Null);
    let attention = |person: Value| {
        let causes = person["attention"].as_array().unwrap().clone();
        causes.into_iter().find(|one| one["cause"] == "contradicted").map(|one| one["total"].clone())
    };
    assert_eq!(attention(staff.get("/api/dashboard").await.data()), Some(json!(1)));
    assert_eq!(attention(client.get("/api/dashboard").await.data()), None);
    let settle = format!("{}/settle_events", path(&shipment));
    let silent = staff.post(&settle, json!({ "reason": " " })).await;
    assert_eq!((silent.status, silent.code_at("reason")), (422, "required".into()));
    assert_eq!(client.post(&settle, json!({ "reason": "It is here" })).await.status, 403);
    let settled = staff.post(&settle, json!({ "reason": "The carrier found it" })).await.data();
    assert_eq!((&settled["status"], &settled["contradicted_at"]), (&json!(95), &Value::Null));
    assert_eq!(staff.get("/api/shipments?contradicted=true").await.json()["meta"]["total"], 0);
    assert_eq!(attention(staff.get("/api/dashboard").await.data()), None);
}

#[tokio::test]
async fn what_a_carrier_reports_long_after_the_end_is_recorded_and_becomes_a_task() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    record(&staff, &shipment, "DELIVERED").await;
    app.state.clock.advance(TimeDelta::minutes(61));
    let form = json!({ "tracking_codes": [shipment["tracking_code"]], "event_code": "OUT_FOR_DELIVERY", "by_carrier": true });
    let told = staff.post("/api/shipments/record_event", form).await.data()[0].clone();
    assert_eq!(told["recorded"], true);
    let shown = staff.get(&path(&shipment)).await.data();
    assert_eq!((&shown["status"], &shown["last_event_code"]), (&json!(90), &json!("DELIVERED")));
    assert_ne!(shown["contradicted_at"], Value::Null);
    assert_eq!(events(&staff, &shipment).await[0]["source"], "carrier");
    let undone = undo(&staff, &shipment, &told["event_id"]).await.data();
    assert_eq!((&undone["status"], &undone["contradicted_at"]), (&json!(90), &Value::Null));
}

#[tokio::test]
async fn undoing_the_wrong_end_settles_the_contradiction() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    record(&staff, &shipment, "DELIVERED").await;
    app.state.clock.advance(TimeDelta::minutes(1));
    let lost = record_ago(&app, &staff, &shipment, "LOST", TimeDelta::hours(2)).await;
    assert_eq!(staff.get("/api/shipments?contradicted=true").await.json()["meta"]["total"], 1);
    let shown = undo(&staff, &shipment, &lost["event_id"]).await.data();
    assert_eq!((&shown["status"], &shown["contradicted_at"]), (&json!(90), &Value::Null));
}

#[tokio::test]
async fn after_an_undo_no_movement_behind_the_end_is_the_newest_event() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    record(&staff, &shipment, "OUT_FOR_DELIVERY").await;
    record_ago(&app, &staff, &shipment, "DELIVERED", TimeDelta::minutes(5)).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    let damaged = record(&staff, &shipment, "DAMAGED").await;
    let shown = undo(&staff, &shipment, &damaged["event_id"]).await.data();
    assert_eq!((&shown["status"], &shown["last_event_code"]), (&json!(90), &json!("DELIVERED")));
}

#[tokio::test]
async fn a_client_cannot_undo_events() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let shipment = created(&client).await;
    let received = record(&staff, &shipment, "RECEIVED").await;
    assert_eq!(undo(&client, &shipment, &received["event_id"]).await.status, 403);
    assert_eq!(events(&client, &shipment).await[0]["can_undo"], false);
}
