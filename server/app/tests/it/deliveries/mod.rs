//! Deliveries and runs: from shipments to the proof, through what drivers record.

pub mod cash;
mod cash_counts;
mod cash_ledger;
mod cash_records;
mod cash_reopened;
mod choice;
pub mod cod_payouts;
mod counter;
mod journey;
mod own_delivery;
mod papers;
mod parts;
mod pin;
mod places;
pub mod races;
pub mod records;
mod replay_case;
mod replays;
mod run_pickups;

use std::sync::LazyLock;

use chrono::TimeDelta;
use poem::http::Method;
use serde_json::{Value, json};
use server_core::clock::Clock;
use uuid::Uuid;

use crate::isolation::document::Operation;
use crate::shipments::complete;
use crate::support::{ATLANTICO, Answer, Person, TestApp};

pub const PATH: &str = "/api/shipment-deliveries";
/// A day that is not over before the end of a test, however far it moves the clock.
pub static DAY: LazyLock<String> =
    LazyLock::new(|| (Clock::default().now() + TimeDelta::days(300)).date_naive().to_string());

/// A shipment for this recipient that has arrived, with so many parcels.
pub async fn arrive_for(person: &Person, name: &str, parcels: usize) -> Value {
    let mut form = complete(person).await;
    form["to_name"] = name.into();
    let parcel = json!({ "length_mm": 300, "width_mm": 200, "height_mm": 100, "weight_g": 1000 });
    form["parcels"] = Value::Array(vec![parcel; parcels]);
    let shipment = person.post("/api/shipments", form).await.data();
    record(person, &shipment, "ARRIVED").await;
    shipment
}

/// A shipment that has arrived.
pub async fn arrive(person: &Person) -> Value {
    arrive_for(person, "Maria Müller", 1).await
}

/// The delivery of these shipments, which go to one consignee.
pub async fn plan_delivery(person: &Person, shipments: &[&Value]) -> Value {
    let results = create(person, shipments).await;
    let id = results[0]["delivery_id"].as_str().unwrap_or_else(|| panic!("no delivery: {results}"));
    person.get(&format!("{PATH}/{id}")).await.data()
}

async fn create(person: &Person, shipments: &[&Value]) -> Value {
    let ids: Vec<&Value> = shipments.iter().map(|shipment| &shipment["id"]).collect();
    person.post(PATH, json!({ "shipment_ids": ids, "on_date": *DAY })).await.data()
}

async fn record(person: &Person, shipment: &Value, event: &str) {
    let form = json!({ "tracking_codes": [shipment["tracking_code"]], "event_code": event });
    let recorded = person.post("/api/shipments/record_event", form).await.data();
    assert_eq!(recorded[0]["recorded"], true, "{recorded}");
}

async fn status_of(person: &Person, shipment: &Value) -> Value {
    person.get(&format!("/api/shipments/{}", text(&shipment["id"]))).await.data()["status"].clone()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}

async fn show(person: &Person, delivery: &Value) -> Value {
    person.get(&format!("{PATH}/{}", text(&delivery["id"]))).await.data()
}

/// Something done with a delivery, as it is now.
pub async fn act(person: &Person, delivery: &Value, verb: &str, mut form: Value) -> Answer {
    form["version"] = show(person, delivery).await["version"].clone();
    person.post(&format!("{PATH}/{}/{verb}", text(&delivery["id"])), form).await
}

/// A run of this driver.
pub async fn route(person: &Person, driver: &Person) -> Value {
    let driver_id = driver.get("/api/account").await.data()["id"].clone();
    let form = json!({ "on_date": *DAY, "driver_id": driver_id, "vehicle": "Fiorino" });
    person.post("/api/routes", form).await.data()
}

/// Something done with a run, as it is now.
pub async fn drive(person: &Person, route: &Value, verb: &str, mut form: Value) -> Answer {
    let path = format!("/api/routes/{}", text(&route["id"]));
    form["version"] = person.get(&path).await.data()["version"].clone();
    let method = if ["stops", "pickups"].contains(&verb) { Method::PUT } else { Method::POST };
    person.send(method, &format!("{path}/{verb}"), Some(form)).await
}

pub fn stops(deliveries: &[&Value]) -> Value {
    let stops: Vec<Value> = deliveries.iter().map(|one| json!({ "delivery_id": one["id"] })).collect();
    json!({ "stops": stops })
}

/// A run under way with these deliveries, whose parcels are all loaded.
pub async fn start_route(person: &Person, driver: &Person, deliveries: &[&Value]) -> Value {
    let route = route(person, driver).await;
    drive(person, &route, "stops", stops(deliveries)).await.data();
    let mut codes = Vec::new();
    for delivery in deliveries {
        let shipments = show(person, delivery).await["shipments"].clone();
        codes.extend(shipments.as_array().unwrap().iter().map(|one| one["tracking_code"].clone()));
    }
    drive(person, &route, "load", json!({ "codes": codes })).await.data();
    drive(person, &route, "start", json!({})).await.data()
}

/// A record of a stop, as a phone makes it.
pub fn make_record(stop_id: &Value, kind: &str, payload: &Value) -> Value {
    json!({
        "id": Uuid::now_v7(), "route_stop_id": stop_id, "seq": 1, "kind": kind, "at": Clock::default().now(), "offset_s": 0,
        "payload": payload,
    })
}

pub async fn send(driver: &Person, records: &[&Value]) -> Value {
    driver.post("/api/field/records", json!({ "records": records })).await.data()
}

/// Whether a company's walk asks here.
pub fn knows(operation: &str) -> bool {
    ["delivery_", "route_", "field_", "cash_handover_", "cod_payout_"]
        .iter()
        .any(|area| operation.starts_with(area))
}

/// What belongs to another company does not exist for deliveries and runs.
pub async fn refuses(stranger: &Person, operation: &Operation, reference: &str, theirs: &str) {
    let unknown = |answer: Answer, field: &str| {
        assert_eq!(answer.status, 422, "{reference}: {}", answer.text());
        assert_eq!(answer.code_at(field), "unknown_option", "{}", answer.text());
    };
    match (operation.id.as_str(), reference) {
        ("delivery_create", _) => {
            let told = stranger.post(PATH, json!({ "on_date": *DAY, "shipment_ids": [theirs] })).await.data();
            assert_eq!(told[0]["message_code"], "not_found", "{told}");
        }
        ("delivery_assign" | "delivery_reassign", _) => {
            let own = plan_delivery(stranger, &[&arrive(stranger).await]).await;
            unknown(act(stranger, &own, "assign", json!({ "route_id": theirs })).await, "route_id");
        }
        ("cash_handover_create", field) => cash::refuses_count(stranger, field, theirs).await,
        (it, field) if it.starts_with("cod_payout_") => {
            cod_payouts::refuses_payout(stranger, it, field, theirs).await;
        }
        ("route_create", field) => {
            let form = json!({ "on_date": *DAY, field: theirs });
            unknown(stranger.post("/api/routes", form).await, field);
        }
        ("route_update", field) => {
            let own = route(stranger, stranger).await;
            let path = format!("/api/routes/{}", text(&own["id"]));
            let form = json!({ "version": own["version"], field: theirs });
            unknown(stranger.patch(&path, form).await, field);
        }
        ("route_stops_update", _) => {
            let own = route(stranger, stranger).await;
            let form = json!({ "stops": [{ "delivery_id": theirs }] });
            unknown(drive(stranger, &own, "stops", form).await, "stops.0.delivery_id");
        }
        ("route_pickups_update", _) => {
            let own = route(stranger, stranger).await;
            let form = json!({ "pickup_ids": [theirs] });
            unknown(drive(stranger, &own, "pickups", form).await, "pickup_ids.0");
        }
        ("route_load", _) => loads_nothing(stranger, theirs).await,
        ("field_record_create", codes) if codes.ends_with("codes") => {
            let own = plan_delivery(stranger, &[&arrive(stranger).await]).await;
            let run = start_route(stranger, stranger, &[&own]).await;
            let stop = &run["stops"][0]["id"];
            // They are scanned at pickups only, and say nothing at a door.
            let record = make_record(stop, "deliver", &json!({ "name": "Eva", "codes": [theirs] }));
            assert_eq!(send(stranger, &[&record]).await[0]["verdict"], "accepted");
            let record = make_record(stop, "collect", &json!({ "codes": [theirs] }));
            assert_eq!(send(stranger, &[&record]).await[0]["verdict"], "not_found");
        }
        ("field_record_create", _) => {
            let record = make_record(&json!(theirs), "deliver", &json!({ "name": "Eva" }));
            assert_eq!(send(stranger, &[&record]).await[0]["verdict"], "not_found");
        }
        (other, _) => panic!("{other} names `{reference}`: say here what a neighbour's is worth"),
    }
}

/// The code of somebody else's parcel is on no run.
async fn loads_nothing(stranger: &Person, theirs: &str) {
    let own = plan_delivery(stranger, &[&arrive(stranger).await]).await;
    let route = route(stranger, stranger).await;
    drive(stranger, &route, "stops", stops(&[&own])).await.data();
    let loaded = drive(stranger, &route, "load", json!({ "codes": [theirs] })).await.data();
    assert_eq!(loaded["results"][0]["message_code"], "not_found", "{loaded}");
}

#[tokio::test]
async fn shipments_to_one_consignee_on_one_day_are_one_delivery() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (one, two) = (arrive(&staff).await, arrive_for(&staff, " maria  MÜLLER", 2).await);
    let other = arrive_for(&staff, "Ana Souza", 1).await;
    let results = create(&staff, &[&one, &two, &other]).await;
    assert_eq!(results[0]["delivery_id"], results[1]["delivery_id"]);
    assert_ne!(results[0]["delivery_id"], results[2]["delivery_id"]);
    let later = arrive(&staff).await;
    assert_eq!(create(&staff, &[&later]).await[0]["delivery_id"], results[0]["delivery_id"], "it waits");
    let delivery = staff.get(&format!("{PATH}/{}", text(&results[0]["delivery_id"]))).await.data();
    assert_eq!((&delivery["parcels"], &delivery["status"]), (&json!(4), &json!(10)));
    assert_eq!(delivery["shipments"].as_array().unwrap().len(), 3);
    assert_eq!(staff.get(PATH).await.json()["meta"]["totals"]["pending"], 2);
    let of_one = format!("{PATH}?shipment_id={}", text(&one["id"]));
    assert_eq!(staff.get(&of_one).await.json()["meta"]["total"], 1);
}

#[tokio::test]
async fn each_shipment_that_cannot_be_delivered_says_why() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (open, done, held) = (arrive(&staff).await, arrive(&staff).await, arrive(&staff).await);
    plan_delivery(&staff, &[&open]).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    record(&staff, &done, "DELIVERED").await;
    let hold = json!({ "ids": [held["id"]], "reason": "damage" });
    assert_eq!(staff.post("/api/shipments/hold", hold).await.status, 200);
    let draft = crate::shipments::created(&staff).await;
    let owing = arrive(&staff).await;
    record(&staff, &owing, "DUTY_DUE").await;
    let results = create(&staff, &[&open, &done, &held, &draft, &owing]).await;
    let codes: Vec<&str> = (0..5).map(|at| text(&results[at]["message_code"])).collect();
    let expected = [
        "shipment_in_delivery",
        "shipment_finished",
        "shipment_on_hold",
        "shipment_not_deliverable",
        "duty_unpaid",
    ];
    assert_eq!(codes, expected);
    app.state.clock.advance(TimeDelta::minutes(1));
    record(&staff, &owing, "DUTY_PAID").await;
    plan_delivery(&staff, &[&owing]).await;
    let twice =
        staff.post(PATH, json!({ "shipment_ids": [draft["id"], draft["id"]], "on_date": *DAY })).await;
    assert_eq!((twice.status, twice.code_at("shipment_ids.1")), (422, "repeated".into()));
    let past = staff.post(PATH, json!({ "shipment_ids": [draft["id"]], "on_date": "2020-01-01" })).await;
    assert_eq!((past.status, past.code_at("on_date")), (422, "day_in_the_past".into()));
    let far = staff.post(PATH, json!({ "shipment_ids": [draft["id"]], "on_date": "2199-01-02" })).await;
    assert_eq!((far.status, far.code_at("on_date")), (422, "day_too_far".into()));
}

#[tokio::test]
async fn a_run_goes_from_its_stops_to_the_proof() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = arrive_for(&staff, "Ana Souza", 2).await;
    let delivery = plan_delivery(&staff, &[&shipment]).await;
    let route = route(&staff, &staff).await;
    let early = drive(&staff, &route, "load", json!({ "codes": ["X"] })).await;
    assert_eq!((early.status, early.message_code()), (409, "route_not_ready".into()));
    let ready = drive(&staff, &route, "stops", stops(&[&delivery])).await.data();
    assert_eq!((&ready["status"], &ready["stops"][0]["parcels"]), (&json!(20), &json!(2)));
    assert_eq!(show(&staff, &delivery).await["status"], 20);
    let code = text(&shipment["tracking_code"]);
    let codes = json!({ "codes": [format!("{code}002"), "AT999999999BR", format!("{code}002")] });
    let loaded = drive(&staff, &route, "load", codes).await.data();
    let outcomes: Vec<&str> = (0..3).map(|at| text(&loaded["results"][at]["outcome"])).collect();
    assert_eq!(outcomes, ["loaded", "refused", "known"]);
    let missing = drive(&staff, &route, "start", json!({})).await;
    assert_eq!((missing.status, missing.code_at("reason")), (409, "parcels_not_loaded".into()));
    let whole = drive(&staff, &route, "load", json!({ "codes": [code] })).await.data();
    let counts: Vec<_> = (0..3).map(|at| &loaded["results"][at]["parcels"]).collect();
    assert_eq!((counts, &whole["results"][0]["parcels"]), (vec![&json!(1), &json!(0), &json!(1)], &json!(2)));
    let started = drive(&staff, &route, "start", json!({})).await.data();
    assert_eq!((&started["status"], &started["stops"][0]["loaded"]), (&json!(30), &json!(2)));
    assert_eq!(status_of(&staff, &shipment).await, 86);
    let stop = &started["stops"][0]["id"];
    let open = drive(&staff, &route, "close", json!({})).await;
    assert_eq!((open.status, open.code_at("reason")), (409, "stops_open".into()));
    app.state.clock.advance(TimeDelta::minutes(1));
    let proof = format!("{PATH}/{}/proof", text(&delivery["id"]));
    assert_eq!(staff.get(&proof).await.message_code(), "not_delivered");
    let handed = make_record(stop, "deliver", &json!({ "name": "Ana", "relationship": "self" }));
    assert_eq!(send(&staff, &[&handed]).await[0]["verdict"], "accepted");
    let delivered = show(&staff, &delivery).await;
    assert_eq!((&delivered["status"], &delivered["received_by"]), (&json!(40), &json!("Ana")));
    assert_eq!(delivered["shipments"][0]["done"], json!([1, 2]));
    assert_eq!(status_of(&staff, &shipment).await, 90);
    let pdf = staff.get(&proof).await;
    assert!(pdf.status == 200 && pdf.body.starts_with(b"%PDF"));
    assert_eq!(drive(&staff, &route, "close", json!({})).await.data()["status"], 40);
}

#[tokio::test]
async fn what_is_not_loaded_comes_off_with_a_reason() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (there, gone) = (arrive(&staff).await, arrive_for(&staff, "Ana Souza", 1).await);
    let (one, two) = (plan_delivery(&staff, &[&there]).await, plan_delivery(&staff, &[&gone]).await);
    let route = route(&staff, &staff).await;
    drive(&staff, &route, "stops", stops(&[&one, &two])).await.data();
    let nothing = drive(&staff, &route, "start", json!({ "reason": "late" })).await;
    assert_eq!(nothing.message_code(), "route_state", "nothing was loaded");
    drive(&staff, &route, "load", json!({ "codes": [there["tracking_code"]] })).await.data();
    let started = drive(&staff, &route, "start", json!({ "reason": "not in the depot" })).await.data();
    assert_eq!(started["stops"].as_array().unwrap().len(), 1);
    assert_eq!(
        (show(&staff, &one).await["status"].clone(), show(&staff, &two).await["status"].clone()),
        (json!(30), json!(10))
    );
    assert_eq!((status_of(&staff, &there).await, status_of(&staff, &gone).await), (json!(86), json!(75)));
    assert_eq!(show(&staff, &two).await["stops"][0]["reason"], "not in the depot");
}

#[tokio::test]
async fn a_run_under_way_keeps_what_is_done_and_takes_no_more() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (one, two) = (arrive(&staff).await, arrive_for(&staff, "Ana Souza", 1).await);
    let (one, two) = (plan_delivery(&staff, &[&one]).await, plan_delivery(&staff, &[&two]).await);
    let route = start_route(&staff, &staff, &[&one, &two]).await;
    send(&staff, &[&make_record(&route["stops"][0]["id"], "deliver", &json!({ "name": "Ana" }))]).await;
    let lost = drive(&staff, &route, "stops", stops(&[&two])).await;
    assert_eq!((lost.status, lost.code_at("stops")), (422, "stop_done".into()));
    let new = plan_delivery(&staff, &[&arrive_for(&staff, "Eva Lima", 1).await]).await;
    let more = drive(&staff, &route, "stops", stops(&[&one, &two, &new])).await;
    assert_eq!((more.status, more.code_at("stops.2.delivery_id")), (422, "route_under_way".into()));
    let turned = drive(&staff, &route, "stops", stops(&[&two, &one])).await.data();
    assert_eq!(turned["stops"][0]["delivery_id"], two["id"]);
    let less = drive(&staff, &route, "stops", stops(&[&one])).await.data();
    assert_eq!(less["stops"].as_array().unwrap().len(), 1);
    assert_eq!(show(&staff, &two).await["status"], 10, "it waits for another run");
}

#[tokio::test]
async fn a_cancelled_delivery_frees_its_shipments() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = arrive(&staff).await;
    let delivery = plan_delivery(&staff, &[&shipment]).await;
    let stale = json!({ "reason": "moved", "version": 99 });
    let path = format!("{PATH}/{}/cancel", text(&delivery["id"]));
    assert_eq!(staff.post(&path, stale).await.message_code(), "stale_version");
    assert_eq!(act(&staff, &delivery, "cancel", json!({ "reason": "moved" })).await.data()["status"], 0);
    let next = plan_delivery(&staff, &[&shipment]).await;
    assert_ne!(next["id"], delivery["id"]);
    let done = act(&staff, &delivery, "cancel", json!({ "reason": "moved" })).await;
    assert_eq!((done.status, done.message_code()), (409, "delivery_state".into()));
}

#[tokio::test]
async fn stops_with_known_places_are_put_in_order_and_pinned_ones_stay() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let mut deliveries = Vec::new();
    for (name, longitude) in [("Ana", -46.3), ("Bia", -46.9), ("Caio", -46.4), ("Davi", -46.8)] {
        let delivery = plan_delivery(&staff, &[&arrive_for(&staff, name, 1).await]).await;
        let place = json!({ "version": delivery["version"], "latitude": -23.5, "longitude": longitude });
        deliveries.push(staff.patch(&format!("{PATH}/{}", text(&delivery["id"])), place).await.data());
    }
    let route = route(&staff, &staff).await;
    let nothing = drive(&staff, &route, "optimize", json!({})).await;
    assert_eq!((nothing.status, nothing.message_code()), (409, "places_missing".into()));
    let mut form = stops(&deliveries.iter().collect::<Vec<_>>());
    form["stops"][0]["pinned"] = true.into();
    drive(&staff, &route, "stops", form).await.data();
    let ordered = drive(&staff, &route, "optimize", json!({})).await.data();
    let names: Vec<&str> = (0..4).map(|at| text(&ordered["stops"][at]["recipient_name"])).collect();
    assert_eq!(names, ["Ana", "Caio", "Davi", "Bia"]);
    assert!(ordered["planned_m"].as_f64().unwrap() > 50_000.0);
}
