//! Parcels with the suite of a client on their labels, at the station of a warehouse.

use serde_json::{Value, json};

use crate::inbound_parcels::{announce, client_of, scan, show, warehouse};
use crate::prices::id;
use crate::support::{ATLANTICO, Answer, Person, TestApp};

const SUITE: &str = "7004";

/// Gives the client of a user its suite, and returns the client.
async fn give_suite(admin: &Person, client: &Person) -> Value {
    let own = client_of(client).await;
    change_client(admin, &own, json!({ "suite_code": SUITE })).await;
    own
}

async fn change_client(admin: &Person, client: &Value, mut form: Value) {
    let path = format!("/api/clients/{}", client.as_str().unwrap());
    form["version"] = admin.get(&path).await.data()["version"].clone();
    admin.patch(&path, form).await.data();
}

async fn identify(staff: &Person, scanned: &Value, code: &str) -> Answer {
    let path = format!("/api/receiving/{}/identify", id(&scanned["parcel"]));
    staff.post(&path, json!({ "code": code })).await
}

async fn count_unidentified(staff: &Person) -> Value {
    staff.get("/api/inbound-parcels?unidentified=true").await.json()["meta"]["total"].clone()
}

#[tokio::test]
async fn a_scanned_suite_opens_a_parcel_of_its_client_each_time() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = warehouse(&admin, "OLN").await;
    let own = give_suite(&admin, &client).await;
    let first = scan(&staff, &place, "Suite 7004", false).await;
    let second = scan(&staff, &place, SUITE, false).await;
    for scanned in [&first, &second] {
        let parcel = show(&client, &scanned["inbound_parcel"]).await;
        assert_eq!((&scanned["outcome"], &scanned["parcel"]["client_id"]), (&json!("received"), &own));
        assert_eq!((&parcel["status"], &parcel["suite_code"]), (&json!(20), &json!(SUITE)));
        assert_eq!((&parcel["warehouse_id"], &parcel["announced_at"]), (&place["id"], &Value::Null));
        assert!(parcel["storage"].is_object(), "{parcel}");
    }
    let code = second["inbound_parcel"]["external_code"].as_str().unwrap();
    assert!(code.starts_with("7004-"), "{code}");
    let again = scan(&staff, &place, code, false).await;
    assert_eq!((&again["outcome"], &again["parcel"]["id"]), (&json!("known"), &second["parcel"]["id"]));
    assert_eq!(count_unidentified(&staff).await, 0);

    let withdraw = format!("/api/receiving/{}/withdraw", id(&first["parcel"]));
    staff.post(&withdraw, json!({})).await.data();
    let gone = format!("/api/inbound-parcels/{}", id(&first["inbound_parcel"]));
    assert_eq!(client.get(&gone).await.status, 404, "nobody announced it");
}

#[tokio::test]
async fn a_repeated_scan_is_refused_once_it_was_withdrawn() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = warehouse(&admin, "OLN").await;
    give_suite(&admin, &client).await;
    for code in [SUITE, "TORN1"] {
        let scanned = scan(&staff, &place, code, true).await;
        assert_eq!(scanned["outcome"], "received", "{code}");
        staff.post(&format!("/api/receiving/{}/withdraw", id(&scanned["parcel"])), json!({})).await.data();
        let form = json!({
            "key": scanned["parcel"]["id"], "code": code, "warehouse_id": place["id"], "keep_unknown": true,
        });
        let again = staff.post("/api/receiving/scan", form).await;
        assert_eq!((again.status, again.message_code()), (409, "parcel_withdrawn".into()), "{code}");
    }
}

#[tokio::test]
async fn a_suite_whose_parcel_cannot_be_opened_says_why_and_waits() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = warehouse(&admin, "OLN").await;
    let own = give_suite(&admin, &client).await;
    let nowhere = scan(&staff, &Value::Null, SUITE, false).await;
    assert_eq!(
        (&nowhere["outcome"], &nowhere["message_code"]),
        (&json!("unknown"), &json!("suite_needs_warehouse"))
    );
    let kept = scan(&staff, &Value::Null, SUITE, true).await;
    scan(&staff, &Value::Null, SUITE, true).await;
    assert_eq!(count_unidentified(&staff).await, 2, "they are two parcels");
    let here = identify(&staff, &kept, SUITE).await;
    assert_eq!((here.status, here.code_at("code")), (422, "suite_needs_warehouse".into()));

    change_client(&admin, &own, json!({ "kyc_status": "blocked" })).await;
    let blocked = scan(&staff, &place, SUITE, false).await;
    assert_eq!(
        (&blocked["outcome"], &blocked["message_code"]),
        (&json!("unknown"), &json!("client_blocked"))
    );
    let kept = scan(&staff, &place, SUITE, true).await;
    let refused = identify(&staff, &kept, SUITE).await;
    assert_eq!((refused.status, refused.code_at("code")), (422, "client_blocked".into()));
    assert_eq!(scan(&staff, &place, "7005", false).await["message_code"], Value::Null);
}

#[tokio::test]
async fn the_station_identifies_an_unknown_parcel_by_a_suite_or_by_an_announced_code() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = warehouse(&admin, "OLN").await;
    let own = give_suite(&admin, &client).await;
    let unknown = scan(&staff, &place, "TORN1", true).await;
    let wrong = identify(&staff, &unknown, "TORN1").await;
    assert_eq!((wrong.status, wrong.code_at("code")), (422, "not_found".into()));
    let named = identify(&staff, &unknown, "suite 7004").await.data();
    assert_eq!(named["client_id"], own);
    let parcel =
        client.get(&format!("/api/inbound-parcels/{}", id_of(&named["inbound_parcel_id"]))).await.data();
    assert_eq!((&parcel["external_code"], &parcel["status"]), (&json!("TORN1"), &json!(20)));
    let twice = identify(&staff, &unknown, SUITE).await;
    assert_eq!((twice.status, twice.message_code()), (409, "parcel_identified".into()));

    let announced = announce(&client, &place, "1Z999").await;
    let unknown = scan(&staff, &place, "TORN2", true).await;
    let named = identify(&staff, &unknown, "1z 999").await.data();
    assert_eq!((&named["inbound_parcel_id"], &named["client_id"]), (&announced["id"], &own));
    let arrived = show(&client, &announced).await;
    assert_eq!((&arrived["status"], &arrived["received_parcel_id"]), (&json!(20), &unknown["parcel"]["id"]));
    assert_eq!((&arrived["warehouse_id"], &arrived["shop"]), (&place["id"], &json!("Camera World")));
    assert_eq!(count_unidentified(&staff).await, 0);
    let third = scan(&staff, &place, "TORN3", true).await;
    let there = identify(&staff, &third, "1Z999").await;
    assert_eq!((there.status, there.message_code()), (409, "parcel_received".into()));
}

fn id_of(value: &Value) -> &str {
    value.as_str().unwrap()
}
