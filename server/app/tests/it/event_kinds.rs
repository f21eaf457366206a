//! The catalogue of tracking events: the system's, with the company's changes, and the company's own.

use serde_json::{Value, json};

use crate::subsidiaries::id_of;
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};
use crate::users::audited;

fn form(code: &str) -> Value {
    json!({
        "code": code, "stage": "last_mile", "status_effect": 86, "public": true, "notify": false,
        "short_description_locale": { "pt": "No portador" }, "description_locale": { "pt": "Saiu de moto." },
    })
}

async fn find_kind(person: &Person, code: &str) -> Value {
    let listed = person.get(&format!("/api/tracking-events?search={code}")).await.data();
    listed.as_array().unwrap().iter().find(|one| one["code"] == code).unwrap_or(&Value::Null).clone()
}

fn at(kind: &Value, end: &str) -> String {
    format!("/api/tracking-events/{}{end}", id_of(kind))
}

#[tokio::test]
async fn an_own_event_is_recorded_until_it_is_deactivated() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let kind = admin.post("/api/tracking-events", form("on_bike")).await.data();
    assert_eq!((&kind["code"], &kind["own"]), (&json!("ON_BIKE"), &json!(true)));
    assert_eq!(kind["short_description_locale"]["en"], json!("No portador"), "blank languages are filled");
    assert_eq!(admin.post("/api/tracking-events", form("ON_BIKE")).await.code_at("code"), "taken");
    assert_eq!(admin.post("/api/tracking-events", form("DELIVERED")).await.code_at("code"), "taken");
    assert_eq!(
        admin.post("/api/tracking-events", form("1ST-TRY")).await.code_at("code"),
        "invalid_event_code"
    );

    let shipment = admin.post("/api/shipments", json!({ "to_name": "Ana" })).await.data();
    let record = json!({ "tracking_codes": [shipment["tracking_code"]], "event_code": "ON_BIKE" });
    staff.post("/api/shipments/record_event", record.clone()).await.data();
    let path = format!("/api/shipments/{}", id_of(&shipment));
    assert_eq!(admin.get(&path).await.data()["status"], json!(86));
    let choices = client.get("/api/tracking-events-select?search=portador").await.data();
    assert_eq!((&choices[0]["code"], &choices[0]["label"]), (&json!("ON_BIKE"), &json!("No portador")));

    admin.post(&at(&kind, "/deactivate"), json!({})).await.data();
    assert_eq!(
        staff.post("/api/shipments/record_event", record).await.code_at("event_code"),
        "unknown_option"
    );
    assert_eq!(client.get("/api/tracking-events-select?search=portador").await.data(), json!([]));
    let log = admin.get(&format!("{path}/events")).await.data();
    assert!(
        log.as_array().unwrap().iter().any(|event| event["code"] == "ON_BIKE"),
        "the log keeps it: {log}"
    );
    let other = json!({ "version": 2, "code": "BY_BIKE" });
    assert_eq!(admin.patch(&at(&kind, ""), other).await.code_at("code"), "code_kept");
    assert_eq!(find_kind(&app.admin(PACIFIC).await, "ON_BIKE").await, Value::Null);
}

/// LIST-3: what was recorded stays, and the event can come back.
#[tokio::test]
async fn a_deleted_own_event_leaves_lists_and_choices_and_stays_in_the_history() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let kind = admin.post("/api/tracking-events", form("ON_BIKE")).await.data();
    let shipment = admin.post("/api/shipments", json!({ "to_name": "Ana" })).await.data();
    let record = json!({ "tracking_codes": [shipment["tracking_code"]], "event_code": "ON_BIKE" });
    admin.post("/api/shipments/record_event", record.clone()).await.data();

    assert_eq!(admin.delete(&at(&kind, "")).await.data(), json!({ "restorable": true }));
    assert_eq!(find_kind(&admin, "ON_BIKE").await, Value::Null);
    let chosen = admin.get("/api/tracking-events-select?search=portador").await.data();
    assert_eq!(chosen, json!([]));
    let excluded = admin.get("/api/tracking-events?active=2").await.data();
    assert_eq!((&excluded[0]["code"], excluded.as_array().unwrap().len()), (&json!("ON_BIKE"), 1));
    let refused = admin.post("/api/shipments/record_event", record.clone()).await;
    assert_eq!(refused.code_at("event_code"), "unknown_option");
    let log = admin.get(&format!("/api/shipments/{}/events", id_of(&shipment))).await.data();
    assert!(log.as_array().unwrap().iter().any(|event| event["code"] == "ON_BIKE"), "{log}");

    let back = admin.post(&at(&kind, "/restore"), json!({})).await.data();
    assert_eq!((&back["active"], &back["excluded_at"]), (&json!(true), &Value::Null));
    assert_eq!(admin.post("/api/shipments/record_event", record).await.status, 200);
    let system = find_kind(&admin, "DELIVERED").await;
    let refused = admin.delete(&at(&system, "")).await;
    assert_eq!((refused.status, refused.message_code()), (409, "system_event".into()));
}

#[tokio::test]
async fn an_event_of_the_system_keeps_its_effect_and_takes_other_texts() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let kind = find_kind(&admin, "DELIVERED").await;
    let (yes, no) = (json!(true), json!(false));
    assert_eq!((&kind["own"], &kind["can"]["update"], &kind["can"]["deactivate"]), (&no, &yes, &no));
    let effect =
        json!({ "version": kind["version"], "stage": "transit", "status_effect": 70, "code": "DONE" });
    let refused = admin.patch(&at(&kind, ""), effect).await;
    assert_eq!(["code", "stage", "status_effect"].map(|field| refused.code_at(field)), ["system_event"; 3]);
    assert_eq!(admin.post(&at(&kind, "/deactivate"), json!({})).await.message_code(), "system_event");

    let texts = json!({ "pt": "Entregue em mãos", "en": "Handed over", "es": "Entregado", "zh": "已签收" });
    let change = json!({ "version": kind["version"], "short_description_locale": texts, "notify": false });
    let changed = admin.patch(&at(&kind, ""), change.clone()).await.data();
    assert_eq!(
        (&changed["status_effect"], &changed["notify"], &changed["version"]),
        (&json!(90), &no, &json!(2))
    );
    assert_eq!(admin.patch(&at(&kind, ""), change).await.message_code(), "stale_version");
    let shown = staff.get("/api/auxiliar/shipment-events").await.data();
    let shown = shown.as_array().unwrap().iter().find(|one| one["code"] == "DELIVERED").unwrap().clone();
    assert_eq!(shown["short_description"], json!("Entregue em mãos"));
    let there = find_kind(&app.admin(PACIFIC).await, "DELIVERED").await;
    assert_ne!(
        there["short_description_locale"], changed["short_description_locale"],
        "the shared row is unchanged"
    );
    assert_eq!(audited(&app, "tracking_event.update").await.len(), 1);
    assert_eq!(staff.patch(&at(&kind, ""), json!({ "version": 2 })).await.status, 403);
    assert_eq!(client.get("/api/tracking-events").await.status, 403);
}
