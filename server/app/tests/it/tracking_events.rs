//! The event log, the resulting status, and the public page.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use server_core::settings;

use crate::shipments::created;
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};

const ORDERS: &str = include_str!("../../../tests/data/field/event-orders.json");

fn codes(shipments: &[Value]) -> Vec<Value> {
    shipments.iter().map(|shipment| shipment["tracking_code"].clone()).collect()
}

#[tokio::test]
async fn an_event_is_recorded_for_all_known_codes() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipments = [created(&staff).await, created(&staff).await];
    let mut named = codes(&shipments);
    named.push(json!("AT999999999BR"));
    let form = json!({ "tracking_codes": named, "event_code": "RECEIVED", "location": "São Paulo" });
    let outcome = staff.post("/api/shipments/record_event", form.clone()).await.data();
    assert_eq!(outcome[0]["recorded"], true);
    assert_eq!(outcome[1]["recorded"], true);
    assert_eq!(
        (outcome[2]["recorded"].clone(), outcome[2]["message_code"].clone()),
        (json!(false), json!("not_found"))
    );
    for shipment in &shipments {
        let path = format!("/api/shipments/{}", shipment["id"].as_str().unwrap());
        assert_eq!(staff.get(&path).await.data()["status"], 40);
        let log = staff.get(&format!("{path}/events")).await.data();
        assert_eq!(log[0]["code"], "RECEIVED");
        assert_eq!(log[1]["code"], "CREATED");
    }
}

#[tokio::test]
async fn a_repeated_event_is_recorded_once() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    let at = (app.state.clock.now() - TimeDelta::hours(1)).to_rfc3339();
    let form = json!({ "tracking_codes": codes(&[shipment]), "event_code": "DEPARTED", "occurred_at": at });
    assert_eq!(staff.post("/api/shipments/record_event", form.clone()).await.data()[0]["recorded"], true);
    let again = staff.post("/api/shipments/record_event", form).await.data();
    assert_eq!(again[0]["message_code"], "event_already_recorded");
}

#[tokio::test]
async fn a_late_event_does_not_change_the_status() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    let now = app.state.clock.now();
    app.state.clock.advance(TimeDelta::days(3));
    let staff = app.staff(ATLANTICO).await;
    let record = |code: &str, days: i64| {
        json!({ "tracking_codes": codes(std::slice::from_ref(&shipment)), "event_code": code,
                "occurred_at": (now + TimeDelta::days(days)).to_rfc3339() })
    };
    staff.post("/api/shipments/record_event", record("ARRIVED", 2)).await.data();
    staff.post("/api/shipments/record_event", record("DEPARTED", 1)).await.data();
    let path = format!("/api/shipments/{}", shipment["id"].as_str().unwrap());
    let shown = staff.get(&path).await.data();
    assert_eq!(shown["status"], 75);
    assert_eq!(shown["last_event_code"], "ARRIVED");
    assert_eq!(staff.get(&format!("{path}/events")).await.data().as_array().unwrap().len(), 3);
}

fn read_time(event: &Value) -> DateTime<Utc> {
    event["occurred_at"].as_str().unwrap().parse().unwrap()
}

/// Carriers report the events of a case, so much later than it says, each twice; returns the shipment.
async fn reported(staff: &Person, events: &[Value], later: TimeDelta) -> Value {
    let shipment = created(staff).await;
    for event in events.iter().chain(events) {
        let form = json!({
            "tracking_codes": [shipment["tracking_code"]], "event_code": event["code"], "by_carrier": true,
            "occurred_at": (read_time(event) + later).to_rfc3339(), "location": event["source"],
        });
        staff.post("/api/shipments/record_event", form).await.data();
    }
    shipment
}

#[tokio::test]
async fn the_worked_events_are_kept_once_and_lead_to_one_status_in_either_order() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let file: Value = serde_json::from_str(ORDERS).unwrap();
    for case in file["cases"].as_array().unwrap() {
        let mut events = case["events"].as_array().unwrap().clone();
        let newest = events.iter().map(read_time).max().unwrap();
        let later = app.state.clock.now() - TimeDelta::hours(1) - newest;
        for _ in 0..2 {
            events.reverse();
            let shipment = reported(&staff, &events, later).await;
            let path = format!("/api/shipments/{}", shipment["id"].as_str().unwrap());
            let shown = staff.get(&path).await.data();
            assert_eq!(shown["status"], case["status"], "{}", case["name"]);
            let is_told = !shown["contradicted_at"].is_null();
            assert_eq!(json!(is_told), case["staff_are_told"], "{}", case["name"]);
            let log = staff.get(&format!("{path}/events")).await.data();
            let rows = log.as_array().unwrap().iter().filter(|event| event["code"] != "CREATED").count();
            assert_eq!(json!(rows), case["rows_kept"], "{}", case["name"]);
        }
    }
}

/// The shipment was created and confirmed after the parcel had moved.
#[tokio::test]
async fn an_event_entered_late_counts() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    for confirmed in [false, true] {
        let shipment = created(&staff).await;
        let path = format!("/api/shipments/{}", shipment["id"].as_str().unwrap());
        if confirmed {
            staff.post(&format!("{path}/confirm"), json!({ "version": shipment["version"] })).await.data();
        }
        let at = |hours: i64| (app.state.clock.now() - TimeDelta::hours(hours)).to_rfc3339();
        for (code, hours) in [("DELIVERED", 2), ("RECEIVED", 4)] {
            let form = json!({ "tracking_codes": codes(std::slice::from_ref(&shipment)), "event_code": code,
                               "occurred_at": at(hours) });
            assert_eq!(staff.post("/api/shipments/record_event", form).await.data()[0]["recorded"], true);
        }
        let shown = staff.get(&path).await.data();
        assert_eq!(
            (shown["status"].clone(), shown["last_event_code"].clone()),
            (json!(90), json!("DELIVERED"))
        );
        assert_eq!((&shown["can"]["cancel"], &shown["can"]["update"]), (&json!(false), &json!(false)));
        let code = shipment["tracking_code"].as_str().unwrap();
        let tracked = app.visitor(ATLANTICO).get(&format!("/api/tracking?codes={code}")).await.data();
        for log in [&staff.get(&format!("{path}/events")).await.data(), &tracked[0]["events"]] {
            let log: Vec<&str> =
                log.as_array().unwrap().iter().map(|event| event["code"].as_str().unwrap()).collect();
            let expected: &[&str] = if confirmed {
                &["DELIVERED", "RECEIVED", "CONFIRMED", "CREATED"]
            } else {
                &["DELIVERED", "RECEIVED", "CREATED"]
            };
            assert_eq!(log, expected);
        }
    }
}

#[tokio::test]
async fn an_event_of_the_future_or_of_another_age_or_unknown_is_refused() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    let later = (app.state.clock.now() + TimeDelta::hours(1)).to_rfc3339();
    for (at, code) in [(later.as_str(), "event_in_the_future"), ("1900-01-01T00:00:00Z", "event_too_old")] {
        let form = json!({ "tracking_codes": codes(std::slice::from_ref(&shipment)), "event_code": "DEPARTED", "occurred_at": at });
        assert_eq!(staff.post("/api/shipments/record_event", form).await.code_at("occurred_at"), code);
    }
    let form = json!({ "tracking_codes": codes(&[shipment]), "event_code": "TELEPORTED" });
    assert_eq!(staff.post("/api/shipments/record_event", form).await.code_at("event_code"), "unknown_option");
}

/// Their own calls freeze, charge and give back a price.
#[tokio::test]
async fn events_of_paperwork_do_not_stand_for_a_confirmation() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    let path = format!("/api/shipments/{}", shipment["id"].as_str().unwrap());
    let record =
        |code: &str| json!({ "tracking_codes": codes(std::slice::from_ref(&shipment)), "event_code": code });
    let of_a_call = [
        ("CONFIRMED", "event_needs_confirmation"),
        ("CANCELLED", "event_needs_cancellation"),
        ("LABEL_PRINTED", "event_needs_print"),
        ("LABEL_REPRINTED", "event_needs_print"),
    ];
    for (code, refusal) in of_a_call {
        let refused = staff.post("/api/shipments/record_event", record(code)).await;
        assert_eq!((refused.status, refused.code_at("event_code")), (422, refusal.into()));
    }
    for code in ["PAID", "LABELLED"] {
        let told = staff.post("/api/shipments/record_event", record(code)).await.data();
        assert_eq!(told[0]["message_code"], "shipment_unconfirmed", "{code}");
    }
    assert_eq!(staff.get(&path).await.data()["status"], 10);
    crate::confirm::confirm(&staff, &shipment).await.data();
    for (code, status) in [("PAID", 30), ("LABELLED", 35)] {
        app.state.clock.advance(TimeDelta::minutes(1));
        assert_eq!(staff.post("/api/shipments/record_event", record(code)).await.data()[0]["recorded"], true);
        assert_eq!(staff.get(&path).await.data()["status"], status);
    }
    let kinds = staff.get("/api/auxiliar/shipment-events").await.data();
    let by_a_call = kinds.as_array().unwrap().iter().filter(|kind| kind["recordable"] == false);
    let codes: Vec<_> = by_a_call.map(|kind| &kind["code"]).collect();
    assert_eq!(codes, ["CONFIRMED", "CANCELLED", "LABEL_PRINTED", "LABEL_REPRINTED"]);
}

#[tokio::test]
async fn a_client_cannot_record_events() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let shipment = created(&client).await;
    let form = json!({ "tracking_codes": codes(std::slice::from_ref(&shipment)), "event_code": "DELIVERED" });
    assert_eq!(client.post("/api/shipments/record_event", form).await.status, 403);
    assert_eq!(shipment["can"]["record_event"], false);
}

#[tokio::test]
async fn the_public_page_shows_public_events_on_its_domain() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    let code = shipment["tracking_code"].as_str().unwrap().to_owned();
    for event in ["NOTE", "DEPARTED"] {
        let form =
            json!({ "tracking_codes": [code], "event_code": event, "note": "secret", "location": "GRU" });
        staff.post("/api/shipments/record_event", form).await.data();
    }
    let answer = app.visitor(ATLANTICO).get(&format!("/api/tracking?codes={}", code.to_lowercase())).await;
    let tracked = answer.data()[0].clone();
    assert_eq!((tracked["found"].clone(), tracked["status"].clone()), (json!(true), json!(70)));
    let events: Vec<&str> =
        tracked["events"].as_array().unwrap().iter().map(|event| event["code"].as_str().unwrap()).collect();
    assert_eq!(events, ["DEPARTED", "CREATED"]);
    for hidden in ["secret", "Maria", "Hauptstra", "Sofia", "Horizonte"] {
        assert!(!answer.text().contains(hidden), "{hidden} is told to everybody");
    }
    let elsewhere = app.visitor(PACIFIC).get(&format!("/api/tracking?codes={code}")).await.data();
    assert_eq!(elsewhere[0]["found"], false);
}

#[tokio::test]
async fn after_a_delivery_nothing_is_out_for_delivery() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    let code = shipment["tracking_code"].as_str().unwrap();
    app.state.clock.advance(TimeDelta::days(1));
    let staff = app.staff(ATLANTICO).await;
    for (event, hours, recorded) in
        [("OUT_FOR_DELIVERY", 3, true), ("DELIVERED", 2, true), ("OUT_FOR_DELIVERY", 1, false)]
    {
        let at = (app.state.clock.now() - TimeDelta::hours(hours)).to_rfc3339();
        let form = json!({ "tracking_codes": [code], "event_code": event, "occurred_at": at });
        assert_eq!(staff.post("/api/shipments/record_event", form).await.data()[0]["recorded"], recorded);
    }
    let tracked = app.visitor(ATLANTICO).get(&format!("/api/tracking?codes={code}")).await.data()[0].clone();
    assert_eq!(tracked["status"], 90);
    let shown: Vec<_> =
        tracked["events"].as_array().unwrap().iter().map(|event| event["code"].as_str().unwrap()).collect();
    assert_eq!(shown, ["DELIVERED", "OUT_FOR_DELIVERY", "CREATED"]);
}

#[tokio::test]
async fn a_signed_in_user_gets_ids_and_recipients_of_visible_shipments() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let shipment = created(&client).await;
    let path = format!("/api/tracking?codes={}", shipment["tracking_code"].as_str().unwrap());
    for user in [&client, &app.staff(ATLANTICO).await] {
        let tracked = user.get(&path).await.data()[0].clone();
        assert_eq!(tracked["shipment_id"], shipment["id"]);
        assert_eq!(tracked["to_name"], shipment["to_name"]);
        assert!(tracked["to_name"].is_string());
    }
    for stranger in [app.visitor(ATLANTICO), app.signed_in(ATLANTICO, "client2").await] {
        let tracked = stranger.get(&path).await.data()[0].clone();
        assert_eq!((tracked["found"].clone(), tracked["shipment_id"].clone()), (json!(true), Value::Null));
        assert_eq!(tracked["to_name"], Value::Null);
        assert_eq!(tracked["events"][0]["stage"], "order");
    }
}

#[tokio::test]
async fn without_the_public_page_only_visible_shipments_are_found() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let shipment = created(&client).await;
    let path = format!("/api/tracking?codes={}", shipment["tracking_code"].as_str().unwrap());
    switch_public_page_off(&app).await;
    assert_eq!(app.visitor(ATLANTICO).get(&path).await.status, 404);
    assert_eq!(client.get(&path).await.data()[0]["found"], true);
    assert_eq!(app.staff(ATLANTICO).await.get(&path).await.data()[0]["found"], true);
    assert_eq!(app.signed_in(ATLANTICO, "client2").await.get(&path).await.data()[0]["found"], false);
}

async fn switch_public_page_off(app: &TestApp) {
    switch(app, settings::PUBLIC_TRACKING, false).await;
}

async fn switch(app: &TestApp, flag: &str, on: bool) {
    app.switch(ATLANTICO, flag, on).await;
    // The node caches the old value.
    app.state.settings.forget(&app.tenant(ATLANTICO)).await;
}

#[tokio::test]
async fn places_and_times_are_shown_with_the_postcode_only_if_the_company_wishes() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let mut form = crate::shipments::complete(&client).await;
    form["to_postcode"] = "01051".into();
    let shipment = client.post("/api/shipments", form).await.data();
    let code = shipment["tracking_code"].as_str().unwrap();
    let departed = json!({ "tracking_codes": [code], "event_code": "DEPARTED", "location": "Guarulhos" });
    staff.post("/api/shipments/record_event", departed).await.data();
    let path = format!("/api/tracking?codes={code}");
    let visitor = app.visitor(ATLANTICO);
    let open = visitor.get(&path).await.data()[0].clone();
    assert_eq!((&open["brief"], &open["to_city"]), (&json!(false), &json!("Berlin")));

    switch(&app, settings::TRACKING_POSTCODE, true).await;
    for query in ["", "&postcode=99999"] {
        let answer = visitor.get(&format!("{path}{query}")).await;
        let brief = answer.data()[0].clone();
        assert_eq!(
            (&brief["brief"], &brief["to_city"], &brief["status"]),
            (&json!(true), &Value::Null, &json!(70))
        );
        assert!(!answer.text().contains("Guarulhos"), "{}", answer.text());
        assert_ne!(brief["events"][0]["occurred_at"], open["events"][0]["occurred_at"]);
    }
    let proven = visitor.get(&format!("{path}&postcode=01%20051")).await.data()[0].clone();
    assert_eq!((&proven, &client.get(&path).await.data()[0]["brief"]), (&open, &json!(false)));
    let many = visitor.get(&format!("{path},AT000000999BR&postcode=01051")).await;
    assert_eq!(many.code_at("codes"), "too_many_selected");
    for _ in 0..19 {
        assert_eq!(visitor.get(&format!("{path}&postcode=1")).await.status, 200);
    }
    assert_eq!(visitor.get(&format!("{path}&postcode=01%20051")).await.status, 429, "it cannot be guessed");
}

#[tokio::test]
async fn public_tracking_is_limited_by_the_codes_asked_for() {
    let app = TestApp::start().await;
    let visitor = app.visitor(ATLANTICO);
    let hundred: Vec<String> = (0..100).map(|n| format!("AT{n:09}BR")).collect();
    let path = format!("/api/tracking?codes={}", hundred.join(","));
    for _ in 0..2 {
        assert_eq!(visitor.get(&path).await.status, 200);
    }
    assert_eq!(visitor.get("/api/tracking?codes=AT000000014BR").await.status, 429);
}

#[tokio::test]
async fn a_service_that_varies_makes_a_span_of_the_expected_day() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let services = staff.get("/api/auxiliar/services").await.data();
    let is_it = |one: &&Value| one["transit_min_days"] == 3 && one["transit_max_days"] == 5;
    let service = services.as_array().unwrap().iter().find(is_it).unwrap();
    let mut form = crate::shipments::complete(&staff).await;
    form["service_id"] = service["id"].clone();
    form["due_on"] = "2026-12-02".into();
    let shipment = staff.post("/api/shipments", form.clone()).await.data();
    let code = shipment["tracking_code"].as_str().unwrap();
    let listed = staff.get(&format!("/api/shipments?search={code}")).await.data()[0].clone();
    let tracked = app.visitor(ATLANTICO).get(&format!("/api/tracking?codes={code}")).await.data()[0].clone();
    for shown in [&shipment, &listed, &tracked] {
        assert_eq!((&shown["due_from_on"], &shown["due_on"]), (&json!("2026-11-30"), &json!("2026-12-02")));
    }
    form["service_id"] = Value::Null;
    let without = staff.post("/api/shipments", form).await.data();
    assert_eq!((&without["due_from_on"], &without["due_on"]), (&Value::Null, &json!("2026-12-02")));
}
