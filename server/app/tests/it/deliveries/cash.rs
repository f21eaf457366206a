//! Cash on delivery: what is to be collected, what a driver took, and what somebody else counts.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{arrive, arrive_for, make_record, plan_delivery, send, show, start_route, text};
use crate::feature_flags::switch;
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};
use crate::users::switch::switched;

pub const PATH: &str = "/api/cash-handovers";
pub const FLAG: &str = "cash_on_delivery";

/// The delivery with an amount to collect.
pub async fn ask_for(person: &Person, delivery: &Value, due: &str) -> Value {
    ask_for_in(person, delivery, due, "BRL").await
}

pub async fn ask_for_in(person: &Person, delivery: &Value, due: &str, currency: &str) -> Value {
    let path = format!("{}/{}", super::PATH, text(&delivery["id"]));
    let version = show(person, delivery).await["version"].clone();
    let form = json!({ "version": version, "cod_due": due, "cod_currency": currency });
    person.patch(&path, form).await.data()
}

/// A delivery of this driver with so much to collect, and its stop.
pub(super) async fn send_out(driver: &Person, due: &str) -> (Value, Value) {
    let delivery = plan_delivery(driver, &[&arrive(driver).await]).await;
    ask_for(driver, &delivery, due).await;
    let route = start_route(driver, driver, &[&delivery]).await;
    (delivery, route["stops"][0].clone())
}

pub async fn list_waiting(person: &Person) -> Value {
    person.get(&format!("{PATH}/waiting")).await.data()
}

/// The cash of the first driver of the list, as somebody counts it.
pub fn to_count(waiting: &Value, counted: &str) -> Value {
    let ids: Vec<&Value> =
        waiting["deliveries"].as_array().unwrap().iter().map(|delivery| &delivery["id"]).collect();
    let (driver_id, currency) = (&waiting["driver_id"], &waiting["currency"]);
    json!({ "driver_id": driver_id, "delivery_ids": ids, "currency": currency, "counted": counted })
}

/// Cash that was taken and counted: a handover.
pub async fn hand_in(driver: &Person, counter: &Person, due: &str, counted: &str) -> Value {
    let (_, stop) = send_out(driver, due).await;
    let paid = make_record(&stop["id"], "deliver", &json!({ "name": "Ana", "cash": due }));
    assert_eq!(send(driver, &[&paid]).await[0]["verdict"], "accepted");
    let listed = list_waiting(counter).await;
    counter.post(PATH, to_count(&listed[0], counted)).await.data()
}

/// Nobody counts cash of another company.
pub async fn refuses_count(stranger: &Person, field: &str, theirs: &str) {
    let nobody = Uuid::now_v7();
    let mut form =
        json!({ "driver_id": nobody, "delivery_ids": [nobody], "currency": "BRL", "counted": "1" });
    form[field] = if field == "delivery_ids" { json!([theirs]) } else { json!(theirs) };
    let answer = stranger.post(PATH, form).await;
    assert_eq!(answer.message_code(), "cash_counted_already", "{}", answer.text());
}

#[tokio::test]
async fn cash_is_counted_once_by_somebody_else_who_does_not_know_it() {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, FLAG, true).await;
    let (driver, counter) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let (delivery, stop) = send_out(&driver, "150.5").await;
    assert_eq!((&stop["cod_due"], &stop["cod_currency"]), (&json!("150.5"), &json!("BRL")));
    let phone = driver.get("/api/field/routes").await.data();
    assert_eq!(phone["routes"][0]["stops"][0]["cod_due"], "150.5");
    let paid = make_record(&stop["id"], "deliver", &json!({ "name": "Ana", "cash": "150.50" }));
    for _ in 0..2 {
        assert_eq!(send(&driver, &[&paid]).await[0]["verdict"], "accepted");
    }
    let before = show(&counter, &delivery).await;
    assert_eq!((&before["cod_taken"], &before["is_cash_waiting"]), (&Value::Null, &json!(true)));
    assert_eq!(before["tasks"], json!([]));

    let own = list_waiting(&driver).await;
    assert_eq!(own[0]["can_count"], false);
    let refused = driver.post(PATH, to_count(&own[0], "150.50")).await;
    assert_eq!((refused.status, refused.message_code()), (409, "cash_of_oneself".into()));
    let listed = list_waiting(&counter).await;
    assert_eq!((&listed[0]["can_count"], &listed[0]["currency"]), (&json!(true), &json!("BRL")));
    let mut keys: Vec<&String> = listed[0].as_object().unwrap().keys().collect();
    keys.sort();
    let shown = [
        "can_count",
        "currency",
        "deliveries",
        "driver_id",
        "driver_name",
        "open_stops",
        "since",
        "subsidiary_id",
    ];
    assert_eq!(keys, shown, "without the amount");
    assert_eq!(listed[0]["open_stops"], 0);
    let negative = counter.post(PATH, to_count(&listed[0], "-1")).await;
    assert_eq!((negative.status, negative.code_at("counted")), (422, "too_small".into()));
    let handover = counter.post(PATH, to_count(&listed[0], "150.5")).await.data();
    assert_eq!((&handover["status"], &handover["expected"]), (&json!(20), &json!("150.5")));
    assert_eq!(handover["deliveries"][0]["number"], delivery["number"]);
    let again = counter.post(PATH, to_count(&listed[0], "150.5")).await;
    assert_eq!((again.status, again.message_code()), (409, "cash_counted_already".into()));
    assert_eq!(list_waiting(&counter).await, json!([]));
    let after = show(&counter, &delivery).await;
    assert_eq!((&after["cod_taken"], &after["is_cash_waiting"]), (&json!("150.5"), &json!(false)));
    assert_eq!(counter.get(PATH).await.json()["meta"]["totals"]["settled"], 1);
    let currency = json!({ "version": after["version"], "cod_currency": "USD" });
    let path = format!("{}/{}", super::PATH, text(&delivery["id"]));
    assert_eq!(counter.patch(&path, currency).await.status, 409, "it is delivered");
}

#[tokio::test]
async fn a_difference_waits_for_a_third_person() {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, FLAG, true).await;
    let (driver, counter) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let handover = hand_in(&driver, &counter, "80", "79.5").await;
    assert_eq!((&handover["status"], &handover["difference"]), (&json!(30), &json!("-0.5")));
    let path = format!("{PATH}/{}", text(&handover["id"]));
    let decision =
        json!({ "decision": "driver_owes", "reason": "lost a coin", "version": handover["version"] });
    for person in [&driver, &counter] {
        let refused = person.post(&format!("{path}/decide"), decision.clone()).await;
        assert_eq!((refused.status, refused.message_code()), (409, "cash_decided_by_counter".into()));
    }
    let third = app.signed_in(ATLANTICO, "dev").await;
    let shown = third.get(&path).await.data();
    assert_eq!(shown["can"]["decide"], true);
    let mut blank = decision.clone();
    blank["reason"] = " ".into();
    assert_eq!(third.post(&format!("{path}/decide"), blank).await.code_at("reason"), "required");
    let decided = third.post(&format!("{path}/decide"), decision.clone()).await.data();
    assert_eq!((&decided["status"], &decided["decision"]), (&json!(40), &json!("driver_owes")));
    let late = third.post(&format!("{path}/decide"), decision).await;
    assert_eq!((late.status, late.message_code()), (409, "cash_handover_state".into()));
}

#[tokio::test]
async fn another_amount_than_was_due_is_a_task_and_an_undone_record_takes_nothing() {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, FLAG, true).await;
    let driver = app.staff(ATLANTICO).await;
    let (delivery, stop) = send_out(&driver, "40").await;
    let paid = make_record(&stop["id"], "deliver", &json!({ "name": "Ana", "cash": "30" }));
    send(&driver, &[&paid]).await;
    assert_eq!(show(&driver, &delivery).await["tasks"], json!(["cod_difference"]));
    assert_eq!(list_waiting(&driver).await[0]["deliveries"].as_array().unwrap().len(), 1);
    let undo = make_record(&stop["id"], "undo", &json!({ "undoes": paid["id"] }));
    send(&driver, &[&undo]).await;
    assert_eq!(list_waiting(&driver).await, json!([]));
    assert_eq!(show(&driver, &delivery).await["is_cash_waiting"], false);
}

#[tokio::test]
async fn an_administrator_who_acts_as_somebody_else_neither_counts_nor_decides() {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, FLAG, true).await;
    let (driver, counter) = (app.admin(ATLANTICO).await, app.signed_in(ATLANTICO, "dev").await);
    let (_, stop) = send_out(&driver, "80").await;
    send(&driver, &[&make_record(&stop["id"], "deliver", &json!({ "name": "Ana", "cash": "80" }))]).await;
    let acting = switched(&app, "staff").await;
    let listed = list_waiting(&acting).await;
    assert_eq!(listed[0]["can_count"], false);
    let refused = acting.post(PATH, to_count(&listed[0], "70")).await;
    assert_eq!((refused.status, refused.message_code()), (409, "not_while_switched".into()));
    let handover = counter.post(PATH, to_count(&listed[0], "70")).await.data();
    let path = format!("{PATH}/{}", text(&handover["id"]));
    assert_eq!(acting.get(&path).await.data()["can"]["decide"], false);
    let decision = json!({ "decision": "written_off", "reason": "lost", "version": handover["version"] });
    let refused = acting.post(&format!("{path}/decide"), decision).await;
    assert_eq!((refused.status, refused.message_code()), (409, "not_while_switched".into()));
}

#[tokio::test]
async fn a_company_without_the_flag_asks_for_no_cash() {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, FLAG, false).await;
    let staff = app.staff(ATLANTICO).await;
    let delivery = plan_delivery(&staff, &[&arrive(&staff).await]).await;
    let path = format!("{}/{}", super::PATH, text(&delivery["id"]));
    let form = json!({ "version": delivery["version"], "cod_due": "10", "cod_currency": "BRL" });
    let refused = staff.patch(&path, form).await;
    assert_eq!((refused.status, refused.code_at("cod_due")), (422, "cash_not_collected".into()));
    assert_eq!(staff.get(PATH).await.status, 404);
}

#[tokio::test]
async fn a_company_stops_collecting_once_all_cash_is_counted_and_decided() {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, FLAG, true).await;
    let (driver, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let next = plan_delivery(&driver, &[&arrive_for(&driver, "Eva Lima", 1).await]).await;
    ask_for(&driver, &next, "30").await;
    let refused = async || {
        let answer = switch(&admin, FLAG, false).await;
        assert_eq!((answer.status, answer.message_code()), (409, "cash_not_settled".into()));
    };
    let (_, stop) = send_out(&driver, "80").await;
    refused().await;
    send(&driver, &[&make_record(&stop["id"], "deliver", &json!({ "name": "Ana", "cash": "80" }))]).await;
    refused().await;
    let handover = admin.post(PATH, to_count(&list_waiting(&admin).await[0], "79")).await.data();
    refused().await;
    let third = app.signed_in(ATLANTICO, "dev").await;
    let decision = json!({ "decision": "written_off", "reason": "lost", "version": handover["version"] });
    third.post(&format!("{PATH}/{}/decide", text(&handover["id"])), decision).await.data();
    assert_eq!(switch(&admin, FLAG, false).await.status, 200);
    let route = start_route(&driver, &driver, &[&next]).await;
    assert_eq!(route["stops"][0]["cod_due"], Value::Null, "nobody collects any more");
    let phone = driver.get("/api/field/routes").await.data();
    let stops = phone["routes"].as_array().unwrap().iter().map(|route| &route["stops"][0]["cod_due"]);
    assert_eq!(stops.collect::<Vec<_>>(), [&Value::Null, &Value::Null]);
}

#[tokio::test]
async fn nobody_outside_sees_cash_and_it_belongs_to_its_company() {
    let app = TestApp::start().await;
    for host in [ATLANTICO, PACIFIC] {
        app.switch(host, FLAG, true).await;
    }
    let (driver, counter) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let handover = hand_in(&driver, &counter, "25", "25").await;
    let path = format!("{PATH}/{}", text(&handover["id"]));
    assert_eq!(app.admin(PACIFIC).await.get(&path).await.status, 404);
    let client = app.client(ATLANTICO).await;
    for path in [path.as_str(), PATH, "/api/cash-handovers/waiting"] {
        assert_eq!(client.get(path).await.status, 403, "{path}");
    }
}
