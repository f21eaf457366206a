//! Parcels come in, are moved, and are taken out again.

use chrono::TimeDelta;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    PATH, act, close, code, open, received, received_with, remove, scan, send_scan, show, status_of, text,
    warehouse,
};
use crate::confirm::log;
use crate::quotes::stored::with_prices;
use crate::shipments::complete;
use crate::support::{ATLANTICO, TestApp};

#[tokio::test]
async fn a_scanned_parcel_is_in_the_bag_and_its_shipment_is_packed() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    let bag = open(&staff, &place, json!({})).await;
    assert!(text(&bag["number"]).starts_with("BAG-B-"), "{bag}");
    assert_eq!((&bag["origin_airport"], &bag["destination_country_id"]), (&json!("GRU"), &json!(81)));
    assert_eq!((&bag["max_weight_g"], &bag["max_parcels"]), (&json!(30_000), &json!(500)));
    let shipment = received(&staff, json!({})).await;
    let answer = scan(&staff, &bag, code(&shipment)).await;
    assert_eq!((&answer["outcome"], &answer["message_code"]), (&json!("added"), &Value::Null));
    assert_eq!(
        (&answer["bag"]["parcel_count"], &answer["bag"]["parcel_weight_g"]),
        (&json!(1), &json!(1200))
    );
    assert_eq!(answer["shipment"]["to_city"], "Berlin");
    assert_eq!(status_of(&staff, &shipment).await, 50);
    assert_eq!(log(&staff, &shipment).await[0], "BAGGED");
    let again = scan(&staff, &bag, code(&shipment)).await;
    assert_eq!((&again["outcome"], &again["bag"]["parcel_count"]), (&json!("already_here"), &json!(1)));
    let found = staff.get(&format!("{PATH}?shipment_id={}", text(&shipment["id"]))).await.data();
    assert_eq!((found[0]["id"].clone(), found.as_array().unwrap().len()), (bag["id"].clone(), 1));
}

#[tokio::test]
async fn the_same_scan_again_has_the_first_answer() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    let (bag, other) = (open(&staff, &place, json!({})).await, open(&staff, &place, json!({})).await);
    let shipment = received(&staff, json!({})).await;
    let form = json!({ "key": Uuid::now_v7(), "code": code(&shipment) });
    let first = send_scan(&staff, &bag, form.clone()).await.data();
    app.state.clock.advance(TimeDelta::days(3));
    let staff = app.staff(ATLANTICO).await;
    let second = send_scan(&staff, &bag, form.clone()).await.data();
    assert_eq!((&second["outcome"], &second["parcel"]), (&json!("added"), &first["parcel"]));
    assert_eq!(show(&staff, &bag).await["parcel_count"], 1);
    let misused = send_scan(&staff, &other, form).await.data();
    assert_eq!(misused["message_code"], "key_used");
}

#[tokio::test]
async fn the_same_scan_again_is_refused_once_its_parcel_was_taken_out() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    let bag = open(&staff, &place, json!({})).await;
    let shipment = received(&staff, json!({})).await;
    let form = json!({ "key": Uuid::now_v7(), "code": code(&shipment) });
    assert_eq!(send_scan(&staff, &bag, form.clone()).await.data()["outcome"], "added");
    remove(&staff, &bag, &form["key"], None).await.data();
    let again = send_scan(&staff, &bag, form).await.data();
    assert_eq!((&again["outcome"], &again["message_code"]), (&json!("refused"), &json!("parcel_not_in_bag")));
    assert_eq!((&again["parcel"], &again["bag"]["parcel_count"]), (&Value::Null, &json!(0)));
    assert_eq!(scan(&staff, &bag, code(&shipment)).await["outcome"], "added", "another scan puts it in");
}

#[tokio::test]
async fn a_code_without_a_number_is_the_next_parcel() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    let bag = open(&staff, &place, json!({})).await;
    let shipment = received_with(&staff, 3).await;
    let second = scan(&staff, &bag, &format!("{}002", code(&shipment))).await;
    assert_eq!(second["parcel"]["seq"], 2);
    let expected = staff.get(&format!("{PATH}/{}/expected", text(&bag["id"]))).await.json();
    assert_eq!((&expected["data"][0]["missing_count"], &expected["is_cut"]), (&json!(2), &json!(false)));
    let mut numbers = Vec::new();
    for _ in 0..3 {
        let answer = scan(&staff, &bag, code(&shipment)).await;
        numbers.push((text(&answer["outcome"]).to_owned(), answer["parcel"]["seq"].clone()));
    }
    let wanted = [("added", 1), ("added", 3), ("already_here", 3)];
    assert_eq!(numbers, wanted.map(|(outcome, seq)| (outcome.to_owned(), json!(seq))));
    assert_eq!(show(&staff, &bag).await["parcel_weight_g"], 3000);
    for number in ["004", "000", "-4"] {
        let none = scan(&staff, &bag, &format!("{}{number}", code(&shipment))).await;
        assert_eq!(none["message_code"], "parcel_number_unknown", "{number}");
        assert!(text(&none["message"]).contains("3 parcels"), "{none}");
    }
    let listed =
        staff.get(&format!("{PATH}/{}/parcels?code={}", text(&bag["id"]), code(&shipment))).await.json();
    assert_eq!(listed["meta"]["total"], 3);
}

#[tokio::test]
async fn a_parcel_is_moved_with_a_reason() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    let (from, to) = (open(&staff, &place, json!({})).await, open(&staff, &place, json!({})).await);
    let shipment = received(&staff, json!({})).await;
    scan(&staff, &from, code(&shipment)).await;
    let refused = scan(&staff, &to, code(&shipment)).await;
    assert_eq!((&refused["outcome"], &refused["message_code"]), (&json!("refused"), &json!("parcel_in_bag")));
    assert_eq!(refused["other_bag"], json!({ "id": from["id"], "number": from["number"] }));
    assert!(text(&refused["message"]).contains(text(&from["number"])));
    let form = json!({ "key": Uuid::now_v7(), "code": code(&shipment), "reason": " " });
    let path = |bag: &Value| format!("{PATH}/{}/move", text(&bag["id"]));
    assert_eq!(staff.post(&path(&to), form).await.code_at("reason"), "required");
    let form = json!({ "key": Uuid::now_v7(), "code": code(&shipment), "reason": "wrong pile" });
    let moved = staff.post(&path(&to), form).await.data();
    assert_eq!((&moved["outcome"], &moved["other_bag"]["id"]), (&json!("moved"), &from["id"]));
    assert_eq!(show(&staff, &from).await["parcel_count"], 0);
    assert_eq!(show(&staff, &to).await["parcel_count"], 1);
    let left = staff.get(&format!("{PATH}/{}/parcels?removed=true", text(&from["id"]))).await.data();
    assert_eq!(left[0]["left_reason"], "wrong pile");
    let bagged = log(&staff, &shipment).await.into_iter().filter(|event| event == "BAGGED").count();
    assert_eq!(bagged, 1, "the recipient is told once");
    close(&staff, &to, json!({})).await.data();
    let form = json!({ "key": Uuid::now_v7(), "code": code(&shipment), "reason": "back" });
    let sealed = staff.post(&path(&from), form).await.data();
    assert_eq!(sealed["message_code"], "bag_state", "nothing leaves a sealed bag");
}

#[tokio::test]
async fn a_scan_is_undone_by_who_scanned_and_later_with_a_reason() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    let bag = open(&staff, &place, json!({})).await;
    let shipment = received(&staff, json!({})).await;
    let key = scan(&staff, &bag, code(&shipment)).await["parcel"]["id"].clone();
    let of_other = remove(&admin, &bag, &key, None).await;
    assert_eq!((of_other.status, of_other.code_at("reason")), (422, "required".into()));
    assert_eq!(remove(&staff, &bag, &key, None).await.data()["parcel_count"], 0);
    assert_eq!(status_of(&staff, &shipment).await, 40);
    assert_eq!(remove(&staff, &bag, &key, None).await.data()["parcel_count"], 0, "once");

    let key = scan(&staff, &bag, code(&shipment)).await["parcel"]["id"].clone();
    app.state.clock.advance(TimeDelta::minutes(11));
    assert_eq!(remove(&staff, &bag, &key, None).await.code_at("reason"), "required");
    let after = remove(&staff, &bag, &key, Some("torn open")).await.data();
    assert_eq!((&after["parcel_count"], &after["parcel_weight_g"]), (&json!(0), &json!(0)));
    assert_eq!(status_of(&staff, &shipment).await, 40);
    let unknown = remove(&staff, &bag, &json!(Uuid::now_v7()), Some("x")).await;
    assert_eq!((unknown.status, unknown.message_code()), (409, "parcel_not_in_bag".into()));
}

#[tokio::test]
async fn what_is_expected_is_received_and_fits() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    let shipment = received(&staff, json!({})).await;
    let recife = json!({
        "to_country_id": 32, "to_city": "Recife", "to_postcode": "50050-000", "to_state_id": null,
    });
    received(&staff, recife).await;
    let bag = open(&staff, &place, json!({ "service_id": shipment["service_id"] })).await;
    let path = format!("{PATH}/{}/expected", text(&bag["id"]));
    let codes = async || -> Vec<Value> {
        let expected = staff.get(&path).await.data();
        expected.as_array().unwrap().iter().map(|one| one["tracking_code"].clone()).collect()
    };
    let before = codes().await;
    assert!(before.contains(&shipment["tracking_code"]), "{before:?}");
    scan(&staff, &bag, code(&shipment)).await;
    assert_eq!(codes().await.len(), before.len() - 1);
    let change = json!({ "version": show(&staff, &bag).await["version"], "destination_airport": "GRU" });
    let refused = staff.patch(&format!("{PATH}/{}", text(&bag["id"])), change).await;
    assert_eq!(refused.code_at("destination_airport"), "bag_not_empty");
    let cancelled = act(&staff, &bag, "cancel", json!({ "reason": "not needed" })).await;
    assert_eq!((cancelled.status, cancelled.message_code()), (409, "bag_not_empty".into()));
}

#[tokio::test]
async fn what_is_expected_and_not_confirmed_says_so() {
    let app = TestApp::start().await;
    let (admin, _) = with_prices(&app).await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    let draft = client.post("/api/shipments", complete(&client).await).await.data();
    super::record(&staff, &draft, "RECEIVED").await;
    let bag = open(&staff, &place, json!({})).await;
    assert_eq!(scan(&staff, &bag, code(&draft)).await["message_code"], "shipment_unconfirmed");
    let expected = staff.get(&format!("{PATH}/{}/expected", text(&bag["id"]))).await.data();
    let expected = expected.as_array().unwrap();
    let found = expected.iter().find(|one| one["tracking_code"] == draft["tracking_code"]).unwrap();
    assert_eq!((&found["is_unconfirmed"], &found["is_held"]), (&json!(true), &json!(false)), "{found}");
}
