//! The places of addresses: known again from an earlier pickup or delivery, and forgotten with what a driver recorded.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::run_pickups::{ask, drive_to, show};
use super::{PATH, arrive, make_record, send, start_route, text};
use crate::pickups::{self, depot};
use crate::support::{ATLANTICO, Person, TestApp};

/// Another address, or another part of it.
async fn change(person: &Person, pickup: &Value, mut form: Value) -> Value {
    form["version"] = show(person, pickup).await["version"].clone();
    person.patch(&format!("{}/{}", pickups::PATH, text(&pickup["id"])), form).await.data()
}

/// A record of somebody whose phone is sure where it is.
fn make_record_at(stop: &Value, kind: &str) -> Value {
    let mut record = make_record(stop, kind, &json!({ "name": "Ana" }));
    (record["latitude"], record["longitude"]) = (json!(-23.5), json!(-46.6));
    record["accuracy_m"] = json!(8.0);
    record
}

#[tokio::test]
async fn a_pickup_whose_address_changes_has_the_place_that_is_known_of_it() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    depot(&admin, "SPO", json!({})).await;
    let known = ask(&client).await;
    change(&client, &known, json!({ "latitude": -23.5, "longitude": -46.5 })).await;
    let pickup = ask(&client).await;
    assert_eq!(pickup["latitude"], -23.5);
    let stranger = app.signed_in(ATLANTICO, "client2").await;
    assert_eq!(ask(&stranger).await["latitude"], Value::Null, "another client's is not told");
    let elsewhere = change(&client, &pickup, json!({ "address_number": "2000" })).await;
    assert_eq!((&elsewhere["latitude"], &elsewhere["longitude"]), (&Value::Null, &Value::Null));
    let back = change(&client, &pickup, json!({ "address_number": "1000" })).await;
    assert_eq!((&back["latitude"], &back["longitude"]), (&json!(-23.5), &json!(-46.5)));
    let typed = json!({ "address_number": "2000", "latitude": -23.9, "longitude": -46.9 });
    assert_eq!(
        change(&client, &pickup, typed).await["latitude"],
        -23.9,
        "what somebody says is not replaced"
    );

    let state = client.get("/api/auxiliar/states/32").await.data()[0]["id"].clone();
    let other = change(&client, &pickup, json!({ "address_number": "1000", "state_id": state })).await;
    assert_eq!(other["latitude"], Value::Null, "a street of the same name in another state");
}

#[tokio::test]
async fn a_copied_place_of_a_pickup_is_forgotten_with_the_record_that_it_is_from() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    depot(&admin, "SPO", json!({})).await;
    let (recorded, stop, _) = drive_to(&app, &staff, &client).await;
    assert_eq!(send(&staff, &[&make_record_at(&stop, "collect")]).await[0]["verdict"], "accepted");
    assert_eq!(show(&staff, &recorded).await["latitude"], -23.5);
    app.state.clock.advance(TimeDelta::days(90));
    let client = app.client(ATLANTICO).await;
    let copy = ask(&client).await;
    assert_eq!(copy["latitude"], -23.5);
    app.state.clock.advance(TimeDelta::days(80));
    app::sweep::sweep(&app.state).await;
    let client = app.client(ATLANTICO).await;
    let copy_of_copy = ask(&client).await;
    assert_eq!(copy_of_copy["latitude"], -23.5, "not yet");

    app.state.clock.advance(TimeDelta::days(20));
    app::sweep::sweep(&app.state).await;
    let client = app.client(ATLANTICO).await;
    for pickup in [&recorded, &copy, &copy_of_copy] {
        assert_eq!(show(&client, pickup).await["latitude"], Value::Null, "{pickup}");
    }
}

#[tokio::test]
async fn a_copied_place_of_a_delivery_is_forgotten_with_the_record_that_it_is_from() {
    let app = TestApp::start().await;
    let plan = async |staff: &Person| {
        let shipment = arrive(staff).await;
        let day = app.state.clock.now().date_naive() + TimeDelta::days(1);
        let form = json!({ "shipment_ids": [shipment["id"]], "on_date": day });
        let planned = staff.post(PATH, form).await.data();
        staff.get(&format!("{PATH}/{}", text(&planned[0]["delivery_id"]))).await.data()
    };
    let staff = app.staff(ATLANTICO).await;
    let recorded = plan(&staff).await;
    let run = start_route(&staff, &staff, &[&recorded]).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    let handed = make_record_at(&run["stops"][0]["id"], "deliver");
    assert_eq!(send(&staff, &[&handed]).await[0]["verdict"], "accepted");
    app.state.clock.advance(TimeDelta::days(90));
    let staff = app.staff(ATLANTICO).await;
    let copy = plan(&staff).await;
    assert_eq!(copy["latitude"], -23.5);

    app.state.clock.advance(TimeDelta::days(100));
    app::sweep::sweep(&app.state).await;
    let staff = app.staff(ATLANTICO).await;
    for delivery in [&recorded, &copy] {
        assert_eq!(super::show(&staff, delivery).await["latitude"], Value::Null, "{delivery}");
    }
}

#[tokio::test]
async fn a_place_is_kept_for_whole_days_of_the_company() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (shipment, day) = (arrive(&staff).await, app.state.clock.now().date_naive() + TimeDelta::days(1));
    let form = json!({ "shipment_ids": [shipment["id"]], "on_date": day });
    let planned = staff.post(PATH, form).await.data();
    let path = format!("{PATH}/{}", text(&planned[0]["delivery_id"]));
    let version = staff.get(&path).await.data()["version"].clone();
    let typed = json!({ "version": version, "latitude": -23.5, "longitude": -46.6 });
    let delivery = staff.patch(&path, typed).await.data();
    // Half an hour after midnight of UTC, it is the evening before in São Paulo.
    let evening = (day + TimeDelta::days(181)).and_hms_opt(0, 30, 0).unwrap().and_utc();
    for (at, is_kept) in [(evening, true), (evening + TimeDelta::days(1), false)] {
        app.state.clock.advance(at - app.state.clock.now());
        app::sweep::sweep(&app.state).await;
        let place = super::show(&app.staff(ATLANTICO).await, &delivery).await["latitude"].clone();
        assert_eq!(!place.is_null(), is_kept, "{at}");
    }
}
