//! Storage of clients' parcels: what it costs that they lie in a warehouse, and how they are abandoned.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::deliveries::records::png;
use crate::inbound_parcels::{act, announce, client_of, scan, show, warehouse};
use crate::prices::id;
use crate::support::{ATLANTICO, Person, TestApp};

/// The titles of the unread notifications of a user, by their codes.
async fn list_notices(person: &Person) -> Vec<String> {
    let listed = person.get("/api/notifications").await.data();
    let codes = listed.as_array().unwrap().iter().map(|one| one["data"]["code"].as_str().unwrap().to_owned());
    codes.filter(|code| code.starts_with("parcel_")).collect()
}

#[tokio::test]
async fn the_storage_of_a_parcel_costs_after_its_free_days_and_the_client_is_reminded() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = warehouse(&admin, "OLN").await;
    let parcel = announce(&client, &place, "RR7").await;
    assert_eq!(parcel["storage"], Value::Null, "it is not here yet");
    scan(&staff, &place, "RR7", false).await;
    assert_eq!(list_notices(&client).await, ["parcel_arrived"]);
    let arrived = show(&client, &parcel).await["storage"].clone();
    assert_eq!((&arrived["days"], &arrived["amount"]), (&json!(0), &json!("0")));

    // Other terms are those of parcels that arrive later.
    let path = format!("/api/warehouses/{}", id(&place));
    let dearer = json!({ "free_days": 1, "fee_per_day": "9.00", "currency": "USD", "cap_days": null });
    admin.patch(&path, json!({ "version": place["version"], "storage": dearer })).await.data();

    app.state.clock.advance(TimeDelta::days(26));
    app::sweep::sweep(&app.state).await;
    let client = app.client(ATLANTICO).await;
    assert_eq!(list_notices(&client).await, ["parcel_free_days_end"], "it replaces the one before");
    app.state.clock.advance(TimeDelta::days(10));
    app::sweep::sweep(&app.state).await;
    app::sweep::sweep(&app.state).await;
    let client = app.client(ATLANTICO).await;
    assert_eq!(list_notices(&client).await, ["parcel_paid_days_begin"]);
    let storage = show(&client, &parcel).await["storage"].clone();
    assert_eq!((&storage["days"], &storage["paid_days"]), (&json!(36), &json!(6)));
    assert_eq!((&storage["amount"], &storage["currency"]), (&json!("9"), &json!("USD")));
}

#[tokio::test]
async fn storage_costs_by_the_group_of_the_client_and_the_size_of_the_parcel() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let group = admin.post("/api/client_groups", json!({ "title": "Lojas do cais" })).await.data();
    let path = format!("/api/clients/{}", client_of(&client).await.as_str().unwrap());
    let version = admin.get(&path).await.data()["version"].clone();
    admin.patch(&path, json!({ "version": version, "group_id": group["id"] })).await.data();
    let place = warehouse(&admin, "OLN").await;
    let rate = |group: &Value, most: Value, fee: &str| {
        json!({
            "client_group_id": group, "max_weight_g": most, "max_side_mm": null, "fee_per_day": fee,
            "valid_from": "2020-01-01", "valid_to": null,
        })
    };
    let rates = [
        rate(&group["id"], json!(2_000), "0.25"),
        rate(&group["id"], json!(9_000), "0.75"),
        rate(&Value::Null, Value::Null, "4"),
    ];
    let terms =
        json!({ "free_days": 30, "fee_per_day": "1.50", "currency": "USD", "cap_days": 60, "rates": rates });
    let path = format!("/api/warehouses/{}", id(&place));
    admin.patch(&path, json!({ "version": place["version"], "storage": terms })).await.data();

    let places = client.get("/api/inbound-parcels/places").await.data();
    let here = places.as_array().unwrap().iter().find(|one| one["warehouse_id"] == place["id"]).unwrap();
    let offered: Vec<&Value> =
        here["rates"].as_array().unwrap().iter().map(|rate| &rate["fee_per_day"]).collect();
    assert_eq!(offered, ["0.25", "0.75"], "not those of others");
    let other = app.signed_in(ATLANTICO, "client2").await;
    let places = other.get("/api/inbound-parcels/places").await.data();
    let here = places.as_array().unwrap().iter().find(|one| one["warehouse_id"] == place["id"]).unwrap();
    assert_eq!(here["rates"].as_array().unwrap().len(), 1);

    let parcel = announce(&client, &place, "RR9").await;
    let scanned = scan(&staff, &place, "RR9", false).await;
    let cost = async || show(&client, &parcel).await["storage"]["fee_per_day"].clone();
    assert_eq!(cost().await, "1.5", "nobody has measured it");
    for (grams, fee) in [(2_000, "0.25"), (2_001, "0.75"), (9_001, "1.5")] {
        crate::reweighs::measure(&staff, &scanned["parcel"], grams, [300.0, 200.0, 100.0]).await.data();
        assert_eq!(cost().await, fee, "{grams}");
    }
}

#[tokio::test]
async fn terms_of_storage_are_checked_at_their_fields() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let place = warehouse(&admin, "OLN").await;
    let path = format!("/api/warehouses/{}", id(&place));
    let terms = json!({ "free_days": 30, "fee_per_day": "1.505", "currency": "ZZZ", "cap_days": null });
    let wrong = admin.patch(&path, json!({ "version": place["version"], "storage": terms })).await;
    assert_eq!((wrong.status, wrong.code_at("storage.currency")), (422, "unknown_option".into()));
    assert_eq!(wrong.code_at("storage.fee_per_day"), "too_many_decimals");
    let none = admin.patch(&path, json!({ "version": place["version"], "storage": null })).await.data();
    assert_eq!(none["storage"], Value::Null);
}

#[tokio::test]
async fn a_parcel_is_abandoned_a_month_after_its_client_was_last_reminded() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = warehouse(&admin, "OLN").await;
    let parcel = announce(&client, &place, "RR8").await;
    scan(&staff, &place, "RR8", false).await;
    let reason = json!({ "reason": "No answer for a month" });
    let arrived = act(&staff, &show(&staff, &parcel).await, "abandon", reason.clone()).await;
    assert_eq!((arrived.status, arrived.message_code()), (409, "parcel_step_refused".into()));
    act(&staff, &show(&staff, &parcel).await, "put_away", json!({ "place": "A-1" })).await.data();
    let stored = show(&staff, &parcel).await;
    let early = act(&staff, &stored, "abandon", reason.clone()).await;
    assert_eq!((early.status, early.message_code()), (409, "parcel_not_abandoned_yet".into()));
    assert_eq!(stored["can"]["abandon"], false);

    app.state.clock.advance(TimeDelta::days(120));
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let late = show(&staff, &parcel).await;
    assert_eq!((&late["can"]["abandon"], &late["storage"]["amount"]), (&json!(true), &json!("90")));
    assert_eq!(act(&client, &late, "abandon", reason.clone()).await.status, 403);
    let gone = act(&staff, &late, "abandon", reason).await.data();
    assert_eq!((&gone["status"], &gone["storage"]["amount"]), (&json!(60), &json!("90")));
    assert_eq!(gone["storage_charged"], Value::Null, "this warehouse charges nothing then");
    assert_eq!(show(&client, &parcel).await["reason"], "No answer for a month");
    app::sweep::sweep(&app.state).await;
    let left = list_notices(&client).await;
    assert_eq!(left, Vec::<String>::new(), "old notices go, and nobody is reminded of it any more");
}

#[tokio::test]
async fn a_parcel_without_a_name_is_abandoned_a_month_after_its_client_learned_of_it() {
    let app = TestApp::start().await;
    let place = warehouse(&app.admin(ATLANTICO).await, "OLN").await;
    scan(&app.staff(ATLANTICO).await, &place, "RR7", true).await;
    app.state.clock.advance(TimeDelta::days(150));
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let found = staff.get("/api/inbound-parcels?unidentified=true").await.data()[0].clone();
    let named =
        act(&staff, &found, "identify", json!({ "client_id": client_of(&client).await })).await.data();
    let stored = act(&staff, &named, "put_away", json!({ "place": "A-1" })).await.data();
    let reason = json!({ "reason": "No answer for a month" });
    let early = act(&staff, &stored, "abandon", reason.clone()).await;
    assert_eq!((early.status, early.message_code()), (409, "parcel_not_abandoned_yet".into()));
    app.state.clock.advance(TimeDelta::days(31));
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(act(&staff, &stored, "abandon", reason).await.data()["status"], 60);
}

#[tokio::test]
async fn the_photo_of_a_parcel_is_kept_while_it_lies_there_and_for_the_days_after() {
    let app = TestApp::start().await;
    let place = warehouse(&app.admin(ATLANTICO).await, "OLN").await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let parcel = announce(&client, &place, "RR6").await;
    let scanned = scan(&staff, &place, "RR6", false).await;
    let photo = format!("/api/receiving/{}/photo", id(&scanned["parcel"]));
    staff.upload(&photo, ("file", "a.png", &png(3)[..]), &[]).await.data();
    act(&staff, &show(&staff, &parcel).await, "put_away", json!({ "place": "A-1" })).await.data();
    app.state.clock.advance(TimeDelta::days(200));
    app::sweep::sweep(&app.state).await;
    let staff = app.staff(ATLANTICO).await;
    let lying = show(&staff, &parcel).await;
    assert_eq!(lying["has_photo"], true, "it shows what lies there");
    act(&staff, &lying, "abandon", json!({ "reason": "No answer" })).await.data();
    app.state.clock.advance(TimeDelta::days(100));
    app::sweep::sweep(&app.state).await;
    assert_eq!(show(&app.staff(ATLANTICO).await, &parcel).await["has_photo"], true, "it may be disputed");
    app.state.clock.advance(TimeDelta::days(81));
    app::sweep::sweep(&app.state).await;
    assert_eq!(show(&app.staff(ATLANTICO).await, &parcel).await["has_photo"], false);
}

#[tokio::test]
async fn the_storage_of_an_abandoned_parcel_is_charged_where_the_warehouse_does_so() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = warehouse(&admin, "OLC").await;
    let mut terms = place["storage"].clone();
    terms["charge_abandoned"] = json!(true);
    let path = format!("/api/warehouses/{}", id(&place));
    admin.patch(&path, json!({ "version": place["version"], "storage": terms })).await.data();
    let parcel = announce(&client, &place, "RR9").await;
    scan(&staff, &place, "RR9", false).await;
    act(&staff, &show(&staff, &parcel).await, "put_away", json!({ "place": "A-1" })).await.data();
    app.state.clock.advance(TimeDelta::days(120));
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let late = show(&staff, &parcel).await;
    assert_eq!(late["storage"]["is_charged_when_abandoned"], true);
    let gone = act(&staff, &late, "abandon", json!({ "reason": "No answer" })).await.data();
    assert_eq!(gone["storage_charged"], "90");
    let own = client_of(&client).await;
    let wallet = client.get(&format!("/api/clients/{}/wallet", own.as_str().unwrap())).await.data();
    let usd = wallet["balances"].as_array().unwrap().iter().find(|one| one["currency"] == "USD").unwrap();
    assert_eq!(usd["balance"], "-90", "what the wallet lacks is a debt");
}
