//! Pickups on the runs of drivers: assigned, under way, ended with the run.

use serde_json::{Value, json};

use super::{arrive, drive, plan_delivery, route, start_route, text};
use crate::pickups::{self, depot};
use crate::support::{ATLANTICO, Person, TestApp};

async fn ask(client: &Person) -> Value {
    let form = pickups::form(client, 1).await;
    client.post(pickups::PATH, form).await.data()
}

async fn show(person: &Person, pickup: &Value) -> Value {
    person.get(&format!("{}/{}", pickups::PATH, text(&pickup["id"]))).await.data()
}

fn of(pickups: &[&Value]) -> Value {
    let ids: Vec<&Value> = pickups.iter().map(|one| &one["id"]).collect();
    json!({ "pickup_ids": ids })
}

#[tokio::test]
async fn a_pickup_on_a_run_is_the_drivers_and_goes_out_with_it() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    depot(&admin, "SPO", json!({})).await;
    let (pickup, other) = (ask(&client).await, ask(&client).await);
    let run = route(&staff, &staff).await;
    assert_eq!(run["status"], 10);
    let planned = drive(&staff, &run, "pickups", of(&[&pickup])).await.data();
    assert_eq!((&planned["status"], &planned["stop_count"]), (&json!(20), &json!(1)), "ready with a pickup");
    assert_eq!(planned["pickups"][0]["number"], pickup["number"]);
    let scheduled = show(&client, &pickup).await;
    assert_eq!((&scheduled["status"], &scheduled["attempt"]), (&json!(20), &json!(1)));
    assert_eq!(scheduled["carrier_name"], planned["driver_name"]);
    assert_eq!(scheduled["route_number"], planned["number"]);

    let second = route(&staff, &staff).await;
    let taken = drive(&staff, &second, "pickups", of(&[&other, &pickup])).await;
    assert_eq!(taken.code_at("pickup_ids.1"), "pickup_on_route");

    let started = drive(&staff, &run, "start", json!({})).await.data();
    assert_eq!(started["status"], 30, "a run with pickups alone has nothing to load");
    assert_eq!(show(&client, &pickup).await["status"], 30);
    let off = drive(&staff, &run, "pickups", of(&[])).await;
    assert_eq!(off.code_at("pickup_ids"), "stop_done", "the driver is on the way to it");
    drive(&staff, &run, "pickups", of(&[&pickup, &other])).await.data();
    assert_eq!(show(&client, &other).await["status"], 30, "one that comes later is under way at once");

    let early = drive(&staff, &run, "close", json!({})).await;
    assert_eq!((early.status, early.message_code()), (409, "stops_open".into()));
    drive(&staff, &run, "close", json!({ "reason": "Breakdown" })).await.data();
    let failed = show(&client, &pickup).await;
    assert_eq!((&failed["status"], &failed["fail_reason"]), (&json!(50), &json!("out_of_time")));
}

#[tokio::test]
async fn a_pickup_that_comes_off_a_run_stays_with_its_driver() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    depot(&admin, "SPO", json!({})).await;
    let pickup = ask(&client).await;
    let run = route(&staff, &staff).await;
    let planned = drive(&staff, &run, "pickups", of(&[&pickup])).await.data();
    let empty = drive(&staff, &run, "pickups", of(&[])).await.data();
    assert_eq!((&empty["status"], &empty["pickups"]), (&json!(10), &json!([])));
    let free = show(&client, &pickup).await;
    assert_eq!((&free["status"], &free["route_id"]), (&json!(20), &Value::Null));
    assert_eq!(free["carrier_name"], planned["driver_name"]);

    drive(&staff, &run, "pickups", of(&[&pickup])).await.data();
    let again = show(&staff, &pickup).await;
    assert_eq!(again["attempt"], 1, "nobody has come yet");
    let cancel = json!({ "version": again["version"], "reason": "sold out" });
    client.post(&format!("{}/{}/cancel", pickups::PATH, text(&pickup["id"])), cancel).await.data();
    let left = staff.get(&format!("/api/routes/{}", text(&run["id"]))).await.data();
    assert_eq!(left["pickups"], json!([]), "a cancelled pickup leaves its run");
}

#[tokio::test]
async fn a_run_with_deliveries_takes_pickups_and_is_loaded_first() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    depot(&admin, "SPO", json!({})).await;
    let delivery = plan_delivery(&staff, &[&arrive(&staff).await]).await;
    let run = start_route(&staff, &staff, &[&delivery]).await;
    let pickup = ask(&client).await;
    let both = drive(&staff, &run, "pickups", of(&[&pickup])).await.data();
    assert_eq!((both["stop_count"].as_i64(), both["stops"].as_array().unwrap().len()), (Some(2), 1));

    let waiting = plan_delivery(&staff, &[&arrive(&staff).await]).await;
    let next = route(&staff, &staff).await;
    drive(&staff, &next, "stops", super::stops(&[&waiting])).await.data();
    drive(&staff, &next, "pickups", of(&[&ask(&client).await])).await.data();
    let unloaded = drive(&staff, &next, "start", json!({})).await;
    assert_eq!((unloaded.status, unloaded.message_code()), (409, "route_state".into()));
}
