//! Calls for many shipments: their totals before, one call, and a result for each.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::confirm::confirm;
use crate::labels::id;
use crate::shipments::{complete, created};
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

async fn update(person: &Person, ids: &[&Value], change: Value) -> Value {
    let mut form = change;
    form["ids"] = ids.iter().map(|one| one["id"].clone()).collect();
    person.post("/api/shipments/update", form).await.data()
}

async fn show(person: &Person, shipment: &Value) -> Value {
    person.get(&format!("/api/shipments/{}", id(shipment))).await.data()
}

#[tokio::test]
async fn drafts_get_another_service_and_ship_date_in_one_call_and_others_are_refused_alone() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let mut form = complete(&staff).await;
    form["service_id"] = Value::Null;
    let bare = staff.post("/api/shipments", form.clone()).await.data();
    assert_eq!((&bare["status"], &bare["missing"]), (&json!(15), &json!(["service_id"])));
    form["parcels"][0]["weight_g"] = json!(900_000);
    let heavy = staff.post("/api/shipments", form).await.data();
    let confirmed = confirm(&staff, &created(&staff).await).await.data();
    let service = confirmed["service_id"].clone();
    let change = json!({ "service_id": service, "shipped_on": "2026-12-01" });

    let told = update(&staff, &[&bare, &heavy, &confirmed], change.clone()).await;
    assert_eq!((&told[0]["done"], &told[0]["message_code"]), (&json!(true), &Value::Null), "{told}");
    assert_eq!(told[1]["message_code"], "above_service_limit");
    assert_eq!(told[2]["message_code"], "shipment_not_editable");
    let after = show(&staff, &bare).await;
    assert_eq!((&after["status"], &after["missing"]), (&json!(10), &json!([])));
    assert_eq!((&after["service_id"], &after["shipped_on"]), (&service, &json!("2026-12-01")));
    assert!(after["chargeable_weight_g"].is_i64() && after["version"].as_i64() > bare["version"].as_i64());
    let again = update(&staff, &[&bare], change).await;
    assert_eq!(
        (&again[0]["unchanged"], &show(&staff, &bare).await["version"]),
        (&json!(true), &after["version"])
    );
    let log = app.admin(ATLANTICO).await.get(&format!("/api/audit_entries?resource_id={}", id(&bare))).await;
    assert_eq!(log.data()[0]["action"], "shipment.update");
}

#[tokio::test]
async fn drafts_of_the_wrong_client_get_the_right_one_in_one_call() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let draft = created(&staff).await;
    let right = created(&client).await["client_id"].clone();
    assert_ne!(draft["client_id"], right);
    let told = update(&staff, &[&draft], json!({ "client_id": right })).await;
    assert_eq!(told[0]["done"], json!(true), "{told}");
    let after = show(&client, &draft).await;
    assert_eq!((&after["client_id"], &after["from_name"]), (&right, &draft["from_name"]));
}

#[tokio::test]
async fn a_change_of_many_needs_something_to_change_and_known_records() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let draft = created(&staff).await;
    let (path, ids) = ("/api/shipments/update", json!([id(&draft)]));
    assert_eq!(staff.post(path, json!({ "ids": ids })).await.code_at("service_id"), "required");
    let mut unknown = json!({ "ids": ids });
    for name in ["service_id", "client_id", "subsidiary_id"] {
        unknown[name] = json!(Uuid::now_v7());
    }
    let refused = staff.post(path, unknown).await;
    assert_eq!(refused.code_at("client_id"), "unknown_client");
    assert_eq!(refused.code_at("service_id"), "unknown_service");
    assert_eq!(refused.code_at("subsidiary_id"), "unknown_option");
    let answer = client.post(path, json!({ "ids": ids, "shipped_on": "2026-12-01" })).await;
    assert_eq!(answer.status, 404, "{}", answer.text());
}
