//! Deliveries in the hands of staff: parcels at the counter, a failure that was none, and proof that comes later.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::cash::{FLAG, ask_for, list_waiting};
use super::records::{hash_of, png};
use super::{PATH, act, arrive, drive, make_record, plan_delivery, send, show, start_route, status_of, text};
use crate::support::{ATLANTICO, Answer, Person, TestApp};

async fn upload(person: &Person, delivery: &Value, file: &[u8]) -> Answer {
    let path = format!("{PATH}/{}/files/{}", text(&delivery["id"]), hash_of(file));
    person.upload(&path, ("file", "a.png", file), &[("_method", "PUT")]).await
}

fn write_form(changes: &Value) -> Value {
    let mut form = json!({
        "name": "Ana Souza", "relationship": "family", "document_number": null, "pin": null, "cash": null, "note": null,
        "proof_impossible": null, "files": [],
    });
    for (field, value) in changes.as_object().unwrap() {
        form[field] = value.clone();
    }
    form
}

#[tokio::test]
async fn parcels_are_fetched_at_the_counter_with_the_proof_that_is_asked_for() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = arrive(&staff).await;
    let delivery = plan_delivery(&staff, &[&shipment]).await;
    assert_eq!((&delivery["can"]["hand_over"], &delivery["can"]["attach"]), (&json!(true), &json!(false)));
    let path = format!("{PATH}/{}", text(&delivery["id"]));
    staff.patch(&path, json!({ "version": delivery["version"], "proof": ["signature"] })).await.data();
    let nobody = act(&staff, &delivery, "hand_over", write_form(&json!({ "name": " " }))).await;
    assert_eq!((nobody.status, nobody.code_at("name")), (422, "required".into()));
    let unsigned = act(&staff, &delivery, "hand_over", write_form(&json!({}))).await;
    assert_eq!((unsigned.status, unsigned.code_at("proof_impossible")), (422, "proof_missing".into()));
    let signature = png(7);
    let files = json!({ "files": [{ "sha256": hash_of(&signature), "kind": "signature" }] });
    let unknown = act(&staff, &delivery, "hand_over", write_form(&files)).await;
    assert_eq!((unknown.status, unknown.code_at("files")), (422, "unknown_option".into()));
    assert_eq!(show(&staff, &delivery).await["status"], 10, "nothing came of it");

    upload(&staff, &delivery, &signature).await.data();
    let done = act(&staff, &delivery, "hand_over", write_form(&files)).await.data();
    assert_eq!((&done["status"], &done["received_by"]), (&json!(40), &json!("Ana Souza")));
    assert_eq!(
        (&done["stops"][0]["route_id"], &done["stops"][0]["outcome"]),
        (&Value::Null, &json!("delivered"))
    );
    let name = staff.get("/api/account").await.data()["name"].clone();
    assert_eq!(done["stops"][0]["driver_name"], name);
    assert_eq!(status_of(&staff, &shipment).await, 90);
    assert_eq!(staff.get(&format!("{path}/proof")).await.status, 200);
    let again = act(&staff, &delivery, "hand_over", write_form(&json!({}))).await;
    assert_eq!((again.status, again.message_code()), (409, "delivery_state".into()));

    app.state.clock.advance(TimeDelta::minutes(1));
    let open = act(&staff, &delivery, "reopen", json!({ "reason": "wrong person" })).await.data();
    assert_eq!((&open["status"], &open["can"]["assign"]), (&json!(10), &json!(true)), "it waits for a run");
    assert_eq!(status_of(&staff, &shipment).await, 75);
}

#[tokio::test]
async fn cash_that_is_taken_at_the_counter_is_counted_by_somebody_else() {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, FLAG, true).await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let plain = plan_delivery(&staff, &[&arrive(&staff).await]).await;
    let wrong = act(&staff, &plain, "hand_over", write_form(&json!({ "cash": "5" }))).await;
    assert_eq!((wrong.status, wrong.code_at("cash")), (422, "invalid".into()), "nothing is due");
    ask_for(&staff, &plain, "60").await;
    let unsaid = act(&staff, &plain, "hand_over", write_form(&json!({}))).await;
    assert_eq!((unsaid.status, unsaid.code_at("cash")), (422, "required".into()));
    let done = act(&staff, &plain, "hand_over", write_form(&json!({ "cash": "60" }))).await.data();
    assert_eq!((&done["is_cash_waiting"], &done["tasks"]), (&json!(true), &json!([])));
    assert_eq!(list_waiting(&staff).await[0]["can_count"], false, "the own cash");
    let listed = list_waiting(&admin).await;
    let name = staff.get("/api/account").await.data()["name"].clone();
    assert_eq!((&listed[0]["can_count"], &listed[0]["driver_name"]), (&json!(true), &name));
    let counted = admin.post(super::cash::PATH, super::cash::to_count(&listed[0], "60")).await.data();
    assert_eq!(counted["driver_name"], name);
}

fn make_failure(app: &TestApp, run: &Value) -> Value {
    let mut record = make_record(&run["stops"][0]["id"], "fail", &json!({ "reason": "recipient_absent" }));
    record["at"] = json!(app.state.clock.now());
    record
}

#[tokio::test]
async fn a_failed_attempt_that_was_none_is_taken_back_by_the_office() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = arrive(&staff).await;
    let delivery = plan_delivery(&staff, &[&shipment]).await;
    let run = start_route(&staff, &staff, &[&delivery]).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    send(&staff, &[&make_failure(&app, &run)]).await;
    app.state.clock.advance(TimeDelta::minutes(30));
    let open = act(&staff, &delivery, "reopen", json!({ "reason": "the other house" })).await.data();
    assert_eq!((&open["status"], &open["attempts"]), (&json!(30), &json!(0)), "its run goes on");
    assert_eq!(open["records"].as_array().unwrap().len(), 1, "the record is kept");
    assert_eq!(status_of(&staff, &shipment).await, 86);

    app.state.clock.advance(TimeDelta::minutes(1));
    send(&staff, &[&make_failure(&app, &run)]).await;
    let again = show(&staff, &delivery).await;
    assert_eq!((&again["status"], &again["attempts"]), (&json!(50), &json!(1)), "a new one counts");
    drive(&staff, &run, "close", json!({})).await.data();
    app.state.clock.advance(TimeDelta::minutes(1));
    let waits =
        act(&staff, &delivery, "reopen", json!({ "reason": "nobody was there to fail" })).await.data();
    assert_eq!((&waits["status"], &waits["attempts"]), (&json!(10), &json!(0)));
    assert_eq!((&waits["route_id"], &waits["can"]["assign"]), (&Value::Null, &json!(true)));
}

#[tokio::test]
async fn proof_that_comes_later_stands_beside_the_records() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let delivery = plan_delivery(&staff, &[&arrive(&staff).await]).await;
    let paper = png(5);
    let form =
        json!({ "files": [{ "sha256": hash_of(&paper), "kind": "document" }], "note": "signed receipt" });
    let early = act(&staff, &delivery, "attach", form.clone()).await;
    assert_eq!((early.status, early.message_code()), (409, "delivery_state".into()));
    let run = start_route(&staff, &staff, &[&delivery]).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    send(&staff, &[&make_record(&run["stops"][0]["id"], "deliver", &json!({ "name": "Ana" }))]).await;
    let before = show(&staff, &delivery).await;
    assert_eq!(upload(&client, &delivery, &paper).await.status, 403);
    for _ in 0..2 {
        upload(&staff, &delivery, &paper).await.data();
    }
    app.state.clock.advance(TimeDelta::minutes(50));
    let after = act(&staff, &delivery, "attach", form).await.data();
    assert_eq!(
        (&after["records"][0]["kind"], &after["records"][0]["note"]),
        (&json!("attach"), &json!("signed receipt"))
    );
    for field in ["status", "delivered_at", "received_by", "attempts", "tasks"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    let file = format!("{PATH}/{}/files/{}", text(&delivery["id"]), hash_of(&paper));
    assert_eq!(staff.get(&file).await.body, paper);
}
