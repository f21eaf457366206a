//! Calls for many shipments: their totals before, one call, and a result for each.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::labels::id;
use crate::shipments::created;
use crate::support::{ATLANTICO, Person, TestApp};

async fn confirm_many(person: &Person, rows: &Value, key: Uuid) -> Value {
    let shipments: Vec<Value> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| json!({ "id": row["id"], "version": row["version"], "total": row["total"] }))
        .collect();
    let form = json!({ "shipments": shipments, "key": key });
    person.post("/api/shipments/confirm", form).await.data()
}

#[tokio::test]
async fn many_are_confirmed_in_one_call_once_with_a_result_for_each() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (first, second) = (created(&staff).await, created(&staff).await);
    let incomplete = staff.post("/api/shipments", json!({ "to_name": "Ann Lee" })).await.data();
    let form = json!({ "ids": [id(&first), id(&second), id(&incomplete)] });
    let preview = staff.post("/api/shipments/confirm_preview", form).await.data();
    let rows = &preview["shipments"];
    assert_eq!((&rows[0]["message_code"], &rows[1]["message_code"]), (&Value::Null, &Value::Null));
    assert_eq!(rows[2]["message_code"], "shipment_incomplete");
    assert_eq!(rows[2]["params"]["missing"], incomplete["missing"]);

    let key = Uuid::now_v7();
    let told = confirm_many(&staff, rows, key).await;
    assert_eq!((&told[0]["done"], &told[1]["done"]), (&json!(true), &json!(true)), "{told}");
    assert_eq!(told[2]["message_code"], "shipment_incomplete");
    let again = confirm_many(&staff, rows, key).await;
    assert_eq!((&again[0]["unchanged"], &again[1]["unchanged"]), (&json!(true), &json!(true)));
    let path = format!("/api/shipments/{}/events", id(&first));
    let events = staff.get(&path).await.data();
    let confirmations = events.as_array().unwrap().iter().filter(|event| event["code"] == "CONFIRMED");
    assert_eq!(confirmations.count(), 1);

    let events: Vec<Value> = told.as_array().unwrap()[..2]
        .iter()
        .map(|result| json!({ "shipment_id": result["id"], "event_id": result["event_id"] }))
        .collect();
    let undone = staff.post("/api/shipments/undo_events", json!({ "events": events })).await.data();
    assert!(undone.as_array().unwrap().iter().all(|result| result["done"] == true), "{undone}");
    assert_eq!(staff.get(&format!("/api/shipments/{}", id(&first))).await.data()["status"], 10);
    let twice = staff.post("/api/shipments/undo_events", json!({ "events": events })).await.data();
    assert_eq!(twice[0]["message_code"], "event_not_undoable");
}

#[tokio::test]
async fn a_changed_shipment_and_another_price_are_refused_alone() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (first, second, third) = (created(&staff).await, created(&staff).await, created(&staff).await);
    let shown = json!({ "amount": "1", "currency": "BRL" });
    let form = json!({ "key": Uuid::now_v7(), "shipments": [
        { "id": id(&first), "version": 99, "total": null },
        { "id": id(&second), "version": second["version"], "total": shown },
        { "id": id(&third), "version": third["version"], "total": null },
    ] });
    let told = staff.post("/api/shipments/confirm", form).await.data();
    assert_eq!(told[0]["message_code"], "stale_version");
    assert_eq!(told[1]["message_code"], "price_changed");
    assert_eq!(told[2]["done"], true);
    assert_eq!(staff.get(&format!("/api/shipments/{}", id(&second))).await.data()["status"], 10);
}

#[tokio::test]
async fn many_are_cancelled_in_one_call_and_a_repeated_call_changes_nothing() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (first, second) = (created(&staff).await, created(&staff).await);
    let form = json!({ "ids": [id(&first), id(&second)], "reason": "sold out" });
    let preview = staff.post("/api/shipments/cancel_preview", form.clone()).await.data();
    assert_eq!((&preview["totals"], &preview["shipments"][0]["refund"]), (&json!([]), &Value::Null));
    assert_eq!(
        staff.post("/api/shipments/cancel", json!({ "ids": [id(&first)] })).await.code_at("reason"),
        "required"
    );
    let told = staff.post("/api/shipments/cancel", form.clone()).await.data();
    assert_eq!((&told[0]["done"], &told[1]["done"]), (&json!(true), &json!(true)), "{told}");
    let again = staff.post("/api/shipments/cancel", form).await.data();
    assert_eq!((&again[0]["unchanged"], &again[1]["unchanged"]), (&json!(true), &json!(true)));
}
