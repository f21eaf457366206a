//! Holds of shipments: set and ended by a call or by an event, and what they refuse meanwhile.

use serde_json::{Value, json};

use crate::confirm::confirm;
use crate::labels::{code, id};
use crate::shipments::created;
use crate::support::{ATLANTICO, Person, TestApp};

async fn shown(person: &Person, shipment: &Value) -> Value {
    person.get(&format!("/api/shipments/{}", id(shipment))).await.data()
}

async fn hold(person: &Person, shipments: &[&Value]) -> Value {
    let ids: Vec<&str> = shipments.iter().map(|one| id(one)).collect();
    let form =
        json!({ "ids": ids, "reason": "documents", "note": "invoice asked for", "until": "2099-12-24" });
    person.post("/api/shipments/hold", form).await.data()
}

async fn release(person: &Person, shipments: &[&Value]) -> Value {
    let ids: Vec<&str> = shipments.iter().map(|one| id(one)).collect();
    person.post("/api/shipments/release", json!({ "ids": ids })).await.data()
}

async fn record(person: &Person, shipment: &Value, event: &str) -> Value {
    let form = json!({ "tracking_codes": [code(shipment)], "event_code": event });
    person.post("/api/shipments/record_event", form).await.data()[0].clone()
}

async fn confirmed(person: &Person) -> Value {
    let shipment = created(person).await;
    confirm(person, &shipment).await.data()
}

#[tokio::test]
async fn a_held_shipment_has_no_label_and_does_not_depart_until_it_is_released() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = confirmed(&staff).await;
    assert_eq!(record(&staff, &shipment, "RECEIVED").await["on_hold"], false);
    assert_eq!(hold(&staff, &[&shipment]).await[0]["done"], true);
    let held = shown(&staff, &shipment).await;
    assert_eq!((&held["status"], &held["hold"]["reason"]), (&json!(40), &json!("documents")));
    assert_eq!(
        (&held["hold"]["until"], &held["hold_note"]),
        (&json!("2099-12-24"), &json!("invoice asked for"))
    );
    assert!(held["held_by_name"].is_string() && held["hold"]["since"].is_string());
    let can = &held["can"];
    assert_eq!(
        (&can["print_label"], &can["hold"], &can["release"]),
        (&json!(false), &json!(false), &json!(true))
    );
    let path = format!("/api/shipments/{}/label", id(&shipment));
    for answer in [staff.get(&path).await, staff.post(&path, json!({})).await] {
        assert_eq!((answer.status, answer.message_code().as_str()), (409, "shipment_on_hold"));
    }
    for event in ["LABELLED", "BAGGED", "MANIFESTED", "DEPARTED"] {
        let told = record(&staff, &shipment, event).await;
        assert_eq!(
            (&told["message_code"], &told["on_hold"]),
            (&json!("shipment_on_hold"), &json!(true)),
            "{event}"
        );
    }
    let scanned = record(&staff, &shipment, "DOCS_OK").await;
    assert_eq!((&scanned["recorded"], &scanned["on_hold"]), (&json!(true), &json!(true)));

    assert_eq!(release(&staff, &[&shipment]).await[0]["done"], true);
    assert_eq!(shown(&staff, &shipment).await["hold"], Value::Null);
    assert_eq!(staff.get(&path).await.status, 200);
    assert_eq!(record(&staff, &shipment, "BAGGED").await["recorded"], true);
}

#[tokio::test]
async fn events_set_and_clear_the_same_hold_and_undoing_them_restores_it() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = confirmed(&staff).await;
    let held = record(&staff, &shipment, "HOLD").await;
    assert_eq!(shown(&staff, &shipment).await["hold"]["reason"], "other");
    let undo = |event: &Value| json!({ "event_id": event["event_id"] });
    let path = format!("/api/shipments/{}/undo_event", id(&shipment));
    assert_eq!(staff.post(&path, undo(&held)).await.data()["hold"], Value::Null);
    hold(&staff, &[&shipment]).await;
    app.state.clock.advance(chrono::TimeDelta::minutes(1));
    let released = record(&staff, &shipment, "HOLD_RELEASED").await;
    assert_eq!(shown(&staff, &shipment).await["hold"], Value::Null);
    let restored = staff.post(&path, undo(&released)).await.data();
    assert_eq!(
        (&restored["hold"]["reason"], &restored["hold_note"]),
        (&json!("documents"), &json!("invoice asked for"))
    );
}

#[tokio::test]
async fn a_hold_is_not_expected_to_end_on_a_day_that_is_over() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = confirmed(&staff).await;
    let form = json!({ "ids": [id(&shipment)], "reason": "payment", "until": "2020-01-01" });
    let refused = staff.post("/api/shipments/hold", form).await;
    assert_eq!((refused.status, refused.code_at("until")), (422, "day_in_the_past".into()));
    assert_eq!(shown(&staff, &shipment).await["hold"], Value::Null);
}

#[tokio::test]
async fn a_second_hold_writes_its_own_reason_day_and_note() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = confirmed(&staff).await;
    hold(&staff, &[&shipment]).await;
    let since = shown(&staff, &shipment).await["hold"]["since"].clone();
    app.state.clock.advance(chrono::TimeDelta::minutes(1));
    // The same hold without its day and its note says nothing new.
    let same = json!({ "ids": [id(&shipment)], "reason": "documents" });
    assert_eq!(staff.post("/api/shipments/hold", same).await.data()[0]["unchanged"], true);
    let later = json!({ "ids": [id(&shipment)], "reason": "documents", "until": "2099-12-31" });
    assert_eq!(staff.post("/api/shipments/hold", later).await.data()[0]["done"], true);
    assert_eq!(shown(&staff, &shipment).await["hold"]["until"], "2099-12-31");
    app.state.clock.advance(chrono::TimeDelta::minutes(1));
    let other = json!({ "ids": [id(&shipment)], "reason": "payment", "note": "duty" });
    let changed = staff.post("/api/shipments/hold", other).await.data();
    assert!(changed[0]["done"] == true && changed[0]["event_id"].is_string(), "{changed}");
    let seen = shown(&staff, &shipment).await;
    let expected = json!({ "reason": "payment", "since": since, "until": null });
    assert_eq!((&seen["hold"], &seen["hold_note"]), (&expected, &json!("duty")));
    // The earlier terms are there again once it is undone.
    let undo = json!({ "event_id": changed[0]["event_id"] });
    let path = format!("/api/shipments/{}/undo_event", id(&shipment));
    assert_eq!(staff.post(&path, undo).await.data()["hold"]["reason"], "documents");
    release(&staff, &[&shipment]).await;
    assert_eq!(shown(&staff, &shipment).await["hold"], Value::Null);
}

#[tokio::test]
async fn many_are_held_in_one_call_with_a_result_for_each() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (first, second, cancelled) =
        (confirmed(&staff).await, confirmed(&staff).await, created(&staff).await);
    let cancel = format!("/api/shipments/{}/cancel", id(&cancelled));
    staff.post(&cancel, json!({ "reason": "sold out" })).await.data();
    hold(&staff, &[&second]).await;
    let results = hold(&staff, &[&first, &second, &cancelled]).await;
    assert_eq!((&results[0]["done"], &results[0]["event_id"].is_string()), (&json!(true), &true));
    assert_eq!((&results[1]["done"], &results[1]["unchanged"]), (&json!(false), &json!(true)));
    assert_eq!(results[2]["message_code"], "shipment_finished");
    let again = hold(&staff, &[&first, &second]).await;
    assert!(again.as_array().unwrap().iter().all(|result| result["unchanged"] == true), "{again}");
    let listed = staff.get("/api/shipments?on_hold=true").await.json();
    let ids: Vec<&Value> = listed["data"].as_array().unwrap().iter().map(|one| &one["id"]).collect();
    assert!(ids.contains(&&first["id"]) && ids.contains(&&second["id"]), "{listed}");
    let released = release(&staff, &[&first, &second, &cancelled]).await;
    assert_eq!((&released[0]["done"], &released[2]["unchanged"]), (&json!(true), &json!(true)));
}

#[tokio::test]
async fn the_client_and_the_public_page_read_the_reason_and_nothing_internal() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let shipment = created(&client).await;
    hold(&staff, &[&shipment]).await;
    let seen = shown(&client, &shipment).await;
    assert_eq!((&seen["hold"]["reason"], &seen["hold_note"]), (&json!("documents"), &Value::Null));
    assert_eq!(seen["held_by_name"], Value::Null);
    assert_eq!(seen["can"]["release"], false);
    let form = json!({ "ids": [id(&shipment)] });
    assert_eq!(client.post("/api/shipments/release", form).await.status, 403);
    let home = client.get("/api/portal/home").await.data();
    assert_eq!(home["problems"][0]["id"], shipment["id"]);
    let path = format!("/api/tracking?codes={}", code(&shipment));
    assert_eq!(app.visitor(ATLANTICO).get(&path).await.data()[0]["hold_reason"], "documents");
}

#[tokio::test]
async fn the_end_of_the_way_ends_the_hold() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = confirmed(&staff).await;
    hold(&staff, &[&shipment]).await;
    app.state.clock.advance(chrono::TimeDelta::minutes(1));
    assert_eq!(record(&staff, &shipment, "DELIVERED").await["recorded"], true);
    assert_eq!(shown(&staff, &shipment).await["hold"], Value::Null);
}

#[tokio::test]
async fn the_label_of_a_held_shipment_is_left_out_and_named() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (free, held) = (confirmed(&staff).await, confirmed(&staff).await);
    hold(&staff, &[&held]).await;
    let form = json!({ "ids": [id(&held), id(&free)] });
    let task = staff.post("/api/shipments/print_labels", form).await.data();
    app.run_processes().await;
    let done = staff.get(&format!("/api/background_tasks/{}", id(&task))).await.data();
    let result = &done["result_params"];
    assert_eq!((&result["printed"], &result["held_codes"]), (&json!(1), &json!([code(&held)])), "{done}");
}
