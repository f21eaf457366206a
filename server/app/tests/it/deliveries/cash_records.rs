//! Cash of records that come late, twice, in parts or are taken back: what a driver has can be counted, and once.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::cash::{FLAG, PATH, ask_for, hand_in, list_waiting, send_out, to_count};
use super::records::{hash_of, png, upload};
use super::{
    act, arrive, arrive_for, drive, make_record, plan_delivery, route, send, show, start_route, stops, text,
};
use crate::support::{ATLANTICO, Person, TestApp};

async fn collecting() -> TestApp {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, FLAG, true).await;
    app
}

/// A record of a handover for so much cash.
fn paid(stop: &Value, cash: &str) -> Value {
    make_record(&stop["id"], "deliver", &json!({ "name": "Ana", "cash": cash, "cash_currency": "BRL" }))
}

/// Counts what the first driver of the list has.
async fn count(counter: &Person, counted: &str) -> Value {
    let listed = list_waiting(counter).await;
    counter.post(PATH, to_count(&listed[0], counted)).await.data()
}

#[tokio::test]
async fn cash_of_a_record_that_is_taken_back_after_the_count_stays_taken() {
    let app = collecting().await;
    let (driver, counter) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let (delivery, stop) = send_out(&driver, "150").await;
    let record = paid(&stop, "150");
    let undo = make_record(&stop["id"], "undo", &json!({ "undoes": record["id"] }));
    send(&driver, &[&record]).await;
    assert_eq!(count(&counter, "150").await["status"], 20);
    send(&driver, &[&undo]).await;
    let after = show(&counter, &delivery).await;
    assert_eq!((&after["delivered_at"], &after["cod_taken"]), (&Value::Null, &json!("150")));
    let tasks = after["tasks"].as_array().unwrap();
    assert!(tasks.contains(&json!("cash_counted")), "{after}");
    let phone = driver.get("/api/field/routes").await.data();
    assert_eq!(phone["routes"][0]["stops"][0]["cod_due"], Value::Null, "nobody collects it again");
    assert_eq!(list_waiting(&counter).await, json!([]));
}

#[tokio::test]
async fn two_drivers_hand_in_what_both_took_in_whichever_order_their_records_arrive() {
    for is_second_first in [false, true] {
        let app = collecting().await;
        let (first, second) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
        let counter = app.signed_in(ATLANTICO, "dev").await;
        let (delivery, stop) = send_out(&first, "150").await;
        let next = route(&first, &second).await;
        act(&first, &delivery, "reassign", json!({ "route_id": next["id"] })).await.data();
        let code = show(&first, &delivery).await["shipments"][0]["tracking_code"].clone();
        drive(&first, &next, "load", json!({ "codes": [code] })).await.data();
        let next = drive(&first, &next, "start", json!({})).await.data();
        let (mut early, mut late) = (paid(&stop, "150"), paid(&next["stops"][0], "150"));
        for record in [&mut early, &mut late] {
            app.state.clock.advance(TimeDelta::minutes(2));
            record["at"] = json!(app.state.clock.now());
        }
        let mut sent = [(&first, &early), (&second, &late)];
        if is_second_first {
            sent.reverse();
        }
        for (driver, record) in sent {
            assert_eq!(send(driver, &[record]).await[0]["verdict"], "accepted");
            let counted = count(&counter, "150").await;
            assert_eq!((&counted["status"], &counted["expected"]), (&json!(20), &json!("150")));
        }
        assert_eq!(list_waiting(&counter).await, json!([]));
        let after = show(&counter, &delivery).await;
        assert_eq!(after["cod_taken"], "150");
        assert!(after["tasks"].as_array().unwrap().contains(&json!("cod_twice")), "{after}");
    }
}

#[tokio::test]
async fn cash_keeps_the_currency_that_the_phone_showed() {
    let app = collecting().await;
    let (driver, counter) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let path = |delivery: &Value| format!("{}/{}", super::PATH, text(&delivery["id"]));
    for (currency, due) in [(json!("USD"), json!("150")), (Value::Null, Value::Null)] {
        let (delivery, stop) = send_out(&driver, "150").await;
        let version = show(&driver, &delivery).await["version"].clone();
        let form = json!({ "version": version, "cod_due": due, "cod_currency": currency });
        driver.patch(&path(&delivery), form).await.data();
        send(&driver, &[&paid(&stop, "150")]).await;
        let after = show(&counter, &delivery).await;
        assert_eq!((&after["tasks"], &after["is_cash_waiting"]), (&json!(["cod_difference"]), &json!(true)));
        assert_eq!(list_waiting(&counter).await[0]["currency"], "BRL");
        assert_eq!(count(&counter, "150").await["status"], 20);
        assert_eq!(show(&counter, &delivery).await["cod_taken"], Value::Null);
    }
}

#[tokio::test]
async fn what_is_no_amount_is_kept_as_a_task() {
    let app = collecting().await;
    let driver = app.staff(ATLANTICO).await;
    for wrong in ["-4", "150.005", "9000000000"] {
        let (delivery, stop) = send_out(&driver, "150").await;
        assert_eq!(send(&driver, &[&paid(&stop, wrong)]).await[0]["verdict"], "accepted", "{wrong}");
        let after = show(&driver, &delivery).await;
        assert_eq!((&after["status"], &after["tasks"]), (&json!(40), &json!(["cod_difference"])), "{wrong}");
        assert_eq!(after["is_cash_waiting"], false, "{wrong}");
    }
}

#[tokio::test]
async fn cash_is_counted_before_the_photo_arrives() {
    let app = collecting().await;
    let (driver, counter) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let (delivery, stop) = send_out(&driver, "80").await;
    let photo = png(11);
    let mut record = paid(&stop, "80");
    record["files"] = json!([{ "sha256": hash_of(&photo), "kind": "photo" }]);
    assert_eq!(send(&driver, &[&record]).await[0]["verdict"], "waiting_for_files");
    assert_eq!(show(&counter, &delivery).await["is_cash_waiting"], true);
    assert_eq!(count(&counter, "80").await["status"], 20);
    upload(&driver, &hash_of(&photo), &photo).await;
    let after = show(&counter, &delivery).await;
    assert_eq!(
        (&after["status"], &after["cod_taken"], &after["tasks"]),
        (&json!(40), &json!("80"), &json!([]))
    );
    assert_eq!(list_waiting(&counter).await, json!([]));
}

#[tokio::test]
async fn a_part_that_was_not_paid_is_a_task_once_the_rest_is_sent_back() {
    let app = collecting().await;
    let driver = app.staff(ATLANTICO).await;
    let shipment = arrive_for(&driver, "Ana Souza", 2).await;
    let delivery = plan_delivery(&driver, &[&shipment]).await;
    ask_for(&driver, &delivery, "150").await;
    let run = start_route(&driver, &driver, &[&delivery]).await;
    let parcels = json!([{ "shipment_id": shipment["id"], "number": 1 }]);
    let mut part = paid(&run["stops"][0], "0");
    part["payload"]["parcels"] = parcels;
    send(&driver, &[&part]).await;
    assert_eq!(show(&driver, &delivery).await["tasks"], json!([]));
    act(&driver, &delivery, "return", json!({ "reason": "refused the rest" })).await.data();
    let after = show(&driver, &delivery).await;
    assert_eq!((&after["status"], &after["tasks"]), (&json!(60), &json!(["cod_difference"])));
}

#[tokio::test]
async fn a_settled_difference_hides_no_later_one_of_a_reopened_delivery() {
    let app = collecting().await;
    let (driver, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let (delivery, stop) = send_out(&driver, "150").await;
    for _ in 0..2 {
        let mut unpaid = paid(&stop, "0");
        unpaid["at"] = json!(app.state.clock.now());
        send(&driver, &[&unpaid]).await;
        assert_eq!(show(&admin, &delivery).await["tasks"], json!(["cod_difference"]));
        act(&admin, &delivery, "settle", json!({ "reason": "the client pays" })).await.data();
        app.state.clock.advance(TimeDelta::minutes(1));
        act(&admin, &delivery, "reopen", json!({ "reason": "wrong door" })).await.data();
        app.state.clock.advance(TimeDelta::minutes(1));
    }
}

#[tokio::test]
async fn a_driver_with_an_open_difference_takes_no_new_cash() {
    let app = collecting().await;
    let (driver, counter) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let handover = hand_in(&driver, &counter, "80", "79").await;
    let shipment = arrive(&driver).await;
    let delivery = plan_delivery(&driver, &[&shipment]).await;
    ask_for(&driver, &delivery, "20").await;
    let run = route(&driver, &driver).await;
    drive(&driver, &run, "stops", stops(&[&delivery])).await.data();
    drive(&driver, &run, "load", json!({ "codes": [shipment["tracking_code"]] })).await.data();
    let refused = drive(&driver, &run, "start", json!({})).await;
    assert_eq!((refused.status, refused.message_code()), (409, "driver_has_difference".into()));
    let third = app.signed_in(ATLANTICO, "dev").await;
    let form = json!({ "decision": "driver_owes", "reason": "lost", "version": handover["version"] });
    third.post(&format!("{PATH}/{}/decide", text(&handover["id"])), form).await.data();
    assert_eq!(drive(&driver, &run, "start", json!({})).await.data()["status"], 30);
}

#[tokio::test]
async fn cash_that_is_due_stands_for_the_parcels_of_its_delivery_only() {
    let app = collecting().await;
    let (driver, counter) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let with_cash = plan_delivery(&driver, &[&arrive(&driver).await]).await;
    let more = plan_delivery(&driver, &[&arrive(&driver).await]).await;
    assert_eq!(more["id"], with_cash["id"], "nothing is due yet");
    ask_for(&driver, &with_cash, "20").await;
    let other = plan_delivery(&driver, &[&arrive(&driver).await]).await;
    assert_ne!(other["id"], with_cash["id"]);
    let run = start_route(&driver, &driver, &[&with_cash, &other]).await;
    send(&driver, &[&paid(&run["stops"][0], "20")]).await;
    assert_eq!(list_waiting(&counter).await[0]["open_stops"], 1, "more cash can come");
}

#[tokio::test]
async fn nobody_owes_what_there_is_too_much() {
    let app = collecting().await;
    let (driver, counter) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let handover = hand_in(&driver, &counter, "80", "81").await;
    let third = app.signed_in(ATLANTICO, "dev").await;
    let path = format!("{PATH}/{}/decide", text(&handover["id"]));
    let mut form = json!({ "decision": "driver_owes", "reason": "a tip", "version": handover["version"] });
    let refused = third.post(&path, form.clone()).await;
    assert_eq!((refused.status, refused.code_at("decision")), (422, "invalid".into()));
    form["decision"] = "written_off".into();
    assert_eq!(third.post(&path, form).await.data()["status"], 40);
}

#[tokio::test]
async fn only_cash_that_waits_in_that_currency_is_counted() {
    let app = collecting().await;
    let (driver, counter) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let (_, stop) = send_out(&driver, "10").await;
    let others = plan_delivery(&driver, &[&arrive(&driver).await]).await;
    send(&driver, &[&paid(&stop, "10")]).await;
    let mut form = to_count(&list_waiting(&counter).await[0], "10");
    form["currency"] = "USD".into();
    assert_eq!(counter.post(PATH, form.clone()).await.message_code(), "cash_counted_already");
    form["currency"] = "BRL".into();
    form["delivery_ids"] = json!([others["id"]]);
    assert_eq!(counter.post(PATH, form).await.message_code(), "cash_counted_already");
    assert_eq!(count(&counter, "10").await["status"], 20);
}
