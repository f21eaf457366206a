//! Pickups on the runs of drivers: assigned, under way, ended with the run.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::records::{hash_of, png, upload};
use super::{
    PATH, arrive, arrive_for, drive, make_record, plan_delivery, route, send, start_route, stops, text,
};
use crate::confirm::{confirm, log};
use crate::money::{client_of, give_credit};
use crate::pickups::{self, depot};
use crate::support::{ATLANTICO, Person, TestApp};

/// A company that fetches goods in its own area, with its staff and a client there.
struct Story {
    app: TestApp,
    staff: Person,
    client: Person,
}

impl Story {
    async fn begin() -> Self {
        let app = TestApp::start().await;
        depot(&app.admin(ATLANTICO).await, "SPO", json!({})).await;
        let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
        Self { app, staff, client }
    }
}

pub(super) async fn ask(client: &Person) -> Value {
    let form = pickups::form(client, 1).await;
    client.post(pickups::PATH, form).await.data()
}

pub(super) async fn show(person: &Person, pickup: &Value) -> Value {
    person.get(&format!("{}/{}", pickups::PATH, text(&pickup["id"]))).await.data()
}

/// These pickups, whatever day they are promised for.
pub(super) fn of(pickups: &[&Value]) -> Value {
    let ids: Vec<&Value> = pickups.iter().map(|one| &one["id"]).collect();
    json!({ "pickup_ids": ids, "accept_other_day": true })
}

#[tokio::test]
async fn a_run_takes_a_pickup_of_another_day_only_if_that_is_meant() {
    let Story { app: _app, staff, client } = Story::begin().await;
    let pickup = ask(&client).await;
    let run = route(&staff, &staff).await;
    let plain = json!({ "pickup_ids": [pickup["id"]] });
    let refused = drive(&staff, &run, "pickups", plain.clone()).await;
    assert_eq!((refused.status, refused.message_code()), (409, "pickup_other_day".into()));
    let params = refused.json()["params"].clone();
    assert_eq!((&params["number"], &params["day"]), (&pickup["number"], &pickup["on_date"]));
    assert_eq!(show(&client, &pickup).await["status"], 10, "nobody was scheduled");
    drive(&staff, &run, "pickups", of(&[&pickup])).await.data();
    let kept = drive(&staff, &run, "pickups", plain).await.data();
    assert_eq!(
        kept["pickups"][0]["pickup_id"], pickup["id"],
        "one that the run has is not asked about again"
    );

    let driver_id = staff.get("/api/account").await.data()["id"].clone();
    let other = ask(&client).await;
    let form = json!({ "on_date": other["on_date"], "driver_id": driver_id, "vehicle": "Fiorino" });
    let on_the_day = staff.post("/api/routes", form).await.data();
    let form = json!({ "pickup_ids": [other["id"]] });
    let planned = drive(&staff, &on_the_day, "pickups", form).await.data();
    assert_eq!(planned["pickup_count"], 1);
}

#[tokio::test]
async fn a_pickup_on_a_run_is_the_drivers_and_goes_out_with_it() {
    let Story { app: _app, staff, client } = Story::begin().await;
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
    assert_eq!(failed["note"], Value::Null, "the client does not read why the run was closed");
}

#[tokio::test]
async fn a_pickup_that_comes_off_a_run_stays_with_its_driver() {
    let Story { app: _app, staff, client } = Story::begin().await;
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
    let Story { app: _app, staff, client } = Story::begin().await;
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

#[tokio::test]
async fn a_run_whose_last_delivery_leaves_is_ready_for_its_pickups() {
    let Story { app: _app, staff, client } = Story::begin().await;
    let delivery = plan_delivery(&staff, &[&arrive(&staff).await]).await;
    let (run, other) = (route(&staff, &staff).await, route(&staff, &staff).await);
    drive(&staff, &run, "stops", super::stops(&[&delivery])).await.data();
    drive(&staff, &run, "pickups", of(&[&ask(&client).await])).await.data();
    super::act(&staff, &delivery, "reassign", json!({ "route_id": other["id"] })).await.data();
    let left = staff.get(&format!("/api/routes/{}", text(&run["id"]))).await.data();
    assert_eq!((&left["status"], &left["can"]["start"]), (&json!(20), &json!(true)));
}

/// A run of staff under way with a pickup of a client, for which a shipment waits.
pub(super) async fn drive_to(app: &TestApp, staff: &Person, client: &Person) -> (Value, Value, Value) {
    give_credit(&app.admin(ATLANTICO).await, &client_of(client).await, "10000").await;
    let shipment = confirm(client, &complete_shipment(client).await).await.data();
    let mut form = pickups::form(client, 1).await;
    form["shipment_ids"] = json!([shipment["id"]]);
    let pickup = client.post(pickups::PATH, form).await.data();
    let run = route(staff, staff).await;
    drive(staff, &run, "pickups", of(&[&pickup])).await.data();
    let started = drive(staff, &run, "start", json!({})).await.data();
    app.state.clock.advance(TimeDelta::minutes(1));
    (pickup, started["pickups"][0]["id"].clone(), shipment)
}

async fn complete_shipment(client: &Person) -> Value {
    client.post("/api/shipments", crate::shipments::complete(client).await).await.data()
}

#[tokio::test]
async fn a_driver_collects_by_scan_and_nothing_twice() {
    let Story { app, staff, client } = Story::begin().await;
    let (pickup, stop, shipment) = drive_to(&app, &staff, &client).await;
    let own = staff.get("/api/field/routes").await.data();
    let listed = &own["routes"][0]["pickups"][0];
    assert_eq!((&listed["id"], &listed["number"]), (&stop, &pickup["number"]));
    assert_eq!(listed["shipments"][0]["tracking_code"], shipment["tracking_code"]);

    let codes = json!([shipment["tracking_code"], "AT999999999BR"]);
    let collected = make_record(&stop, "collect", &json!({ "codes": codes, "note": "Two boxes" }));
    for _ in 0..2 {
        assert_eq!(send(&staff, &[&collected]).await[0]["verdict"], "accepted");
    }
    let done = show(&staff, &pickup).await;
    assert_eq!((&done["status"], &done["parcels_collected"]), (&json!(40), &json!(2)));
    assert_eq!(done["note"], "Two boxes · AT999999999BR", "a strange parcel is in the vehicle, too");
    assert_eq!(show(&client, &pickup).await["note"], Value::Null, "whose it is, is not for this client");
    let strange = staff.get("/api/inbound-parcels?search=AT999999999BR").await.data();
    assert_eq!(strange.as_array().unwrap().len(), 1, "the station expects it once");
    assert_eq!((&strange[0]["status"], &strange[0]["client_id"]), (&json!(10), &Value::Null));
    assert_eq!(strange[0]["order_ref"], pickup["number"]);
    assert_eq!(client.get("/api/inbound-parcels?search=AT999999999BR").await.data(), json!([]));
    let form = json!({ "key": uuid::Uuid::now_v7(), "code": "AT999999999BR", "station": "Mesa 1" });
    let scanned = staff.post("/api/receiving/scan", form).await.data();
    assert_eq!((&scanned["outcome"], &scanned["inbound_parcel"]["status"]), (&json!("received"), &json!(20)));
    assert_eq!(scanned["inbound_parcel"]["can"]["identify"], true);
    let events = log(&staff, &shipment).await;
    assert_eq!(events.iter().filter(|code| *code == "COLLECTED").count(), 1);
    let run = staff.get(&format!("/api/routes/{}", text(&done["route_id"]))).await.data();
    assert_eq!(run["done_count"], 1);
    let mut undo = make_record(&stop, "undo", &json!({ "undoes": collected["id"] }));
    undo["seq"] = json!(2);
    assert_eq!(send(&staff, &[&undo]).await[0]["verdict"], "accepted");
    let undone = show(&staff, &pickup).await;
    assert_eq!((&undone["status"], &undone["tasks"]), (&json!(40), &json!(["undo_too_late"])));
    assert_eq!(show(&client, &pickup).await["tasks"], json!([]), "staff find out what is true");
}

#[tokio::test]
async fn a_failed_stop_stays_on_its_run_when_the_pickup_is_cancelled() {
    let Story { app, staff, client } = Story::begin().await;
    let (pickup, stop, _) = drive_to(&app, &staff, &client).await;
    send(&staff, &[&make_record(&stop, "fail", &json!({ "reason": "sender_absent" }))]).await;
    let failed = show(&staff, &pickup).await;
    let cancel = json!({ "version": failed["version"], "reason": "sold out" });
    staff.post(&format!("{}/{}/cancel", pickups::PATH, text(&pickup["id"])), cancel).await.data();
    let run = staff.get(&format!("/api/routes/{}", text(&failed["route_id"]))).await.data();
    assert_eq!((&run["done_count"], &run["pickups"][0]["status"]), (&json!(1), &json!(50)));
}

#[tokio::test]
async fn a_driver_who_found_nobody_can_come_back() {
    let Story { app, staff, client } = Story::begin().await;
    let admin = app.admin(ATLANTICO).await;
    let (pickup, stop, shipment) = drive_to(&app, &staff, &client).await;
    for (kind, payload, verdict) in [
        ("fail", json!({ "reason": "recipient_absent" }), "reason_unknown"),
        ("deliver", json!({ "name": "Ana" }), "not_found"),
        ("collect", json!({ "codes": [] }), "proof_missing"),
        ("fail", json!({ "reason": "sender_absent" }), "accepted"),
    ] {
        let answer = send(&staff, &[&make_record(&stop, kind, &payload)]).await;
        assert_eq!(answer[0]["verdict"], verdict, "{kind}");
    }
    let failed = show(&client, &pickup).await;
    assert_eq!((&failed["status"], &failed["fail_reason"]), (&json!(50), &json!("sender_absent")));
    assert_eq!(log(&staff, &shipment).await[0], "PICKUP_FAILED");

    app.state.clock.advance(TimeDelta::minutes(1));
    let mut all = make_record(&stop, "collect", &json!({}));
    all["seq"] = json!(3);
    all["offset_s"] = json!(120);
    assert_eq!(send(&staff, &[&all]).await[0]["verdict"], "accepted");
    let done = show(&client, &pickup).await;
    assert_eq!((&done["status"], &done["fail_reason"]), (&json!(40), &Value::Null));
    let stranger = send(&admin, &[&make_record(&stop, "collect", &json!({}))]).await;
    assert_eq!(stranger[0]["verdict"], "not_found", "of another driver");
}

#[tokio::test]
async fn the_office_sees_what_the_driver_recorded_and_settles_what_contradicts_it() {
    let Story { app, staff, client } = Story::begin().await;
    let (pickup, stop, shipment) = drive_to(&app, &staff, &client).await;
    let photo = png(7);
    let sha256 = hash_of(&photo);
    let payload = json!({ "codes": [shipment["tracking_code"]], "name": "Ana" });
    let mut collected = make_record(&stop, "collect", &payload);
    collected["files"] = json!([{ "sha256": sha256, "kind": "photo" }]);
    assert_eq!(send(&staff, &[&collected]).await[0]["verdict"], "waiting_for_files");
    assert_eq!(show(&staff, &pickup).await["is_waiting"], true);
    let tasks = format!("{}?has_tasks=true", pickups::PATH);
    assert_eq!(staff.get(&tasks).await.json()["meta"]["total"], 0, "it is on its way");
    app.state.clock.advance(TimeDelta::minutes(61));
    assert_eq!(staff.get(&tasks).await.json()["meta"]["total"], 1, "somebody asks the driver");
    assert_eq!(staff.get("/api/waiting").await.data()["pickups"]["total"], 1);
    assert_eq!(client.get("/api/waiting").await.data()["pickups"], Value::Null);
    upload(&staff, &sha256, &photo).await.data();
    let done = show(&staff, &pickup).await;
    assert_eq!((&done["status"], &done["is_waiting"]), (&json!(40), &json!(false)));
    assert_eq!(done["records"][0]["name"], "Ana");
    let file = format!("{}/{}/files/{sha256}", pickups::PATH, text(&pickup["id"]));
    assert_eq!(staff.get(&file).await.body, photo);
    assert_eq!(client.get(&file).await.status, 403);
    assert_eq!(show(&client, &pickup).await["records"], json!([]));
    let elsewhere = format!("{}/{}/files/{sha256}", pickups::PATH, text(&ask(&client).await["id"]));
    assert_eq!(staff.get(&elsewhere).await.status, 404, "of another pickup");

    app.state.clock.advance(TimeDelta::minutes(1));
    let mut failed = make_record(&stop, "fail", &json!({ "reason": "closed" }));
    failed["offset_s"] = json!(120);
    send(&staff, &[&failed]).await;
    let told = show(&staff, &pickup).await;
    assert_eq!((&told["status"], &told["tasks"]), (&json!(40), &json!(["failed_after_collected"])));
    assert_eq!(staff.get(&format!("{}?has_tasks=true", pickups::PATH)).await.json()["meta"]["total"], 1);
    let settle = json!({ "version": told["version"], "reason": "wrong button" });
    let path = format!("{}/{}/settle", pickups::PATH, text(&pickup["id"]));
    let settled = staff.post(&path, settle).await.data();
    assert_eq!((&settled["tasks"], &settled["can"]["settle"]), (&json!([]), &json!(false)));
    send(&staff, &[&failed]).await;
    assert_eq!(show(&staff, &pickup).await["tasks"], json!([]), "it does not come back");
}

#[tokio::test]
async fn what_is_collected_after_the_cancellation_is_kept_and_becomes_a_task() {
    let Story { app, staff, client } = Story::begin().await;
    let (pickup, stop, shipment) = drive_to(&app, &staff, &client).await;
    send(&staff, &[&make_record(&stop, "fail", &json!({ "reason": "sender_absent" }))]).await;
    let failed = show(&staff, &pickup).await;
    let cancel = json!({ "version": failed["version"], "reason": "sold out" });
    staff.post(&format!("{}/{}/cancel", pickups::PATH, text(&pickup["id"])), cancel).await.data();
    app.state.clock.advance(TimeDelta::minutes(2));
    let mut late = make_record(&stop, "collect", &json!({ "codes": [shipment["tracking_code"]] }));
    late["at"] = json!(app.state.clock.now());
    assert_eq!(send(&staff, &[&late]).await[0]["verdict"], "accepted");
    let after = show(&staff, &pickup).await;
    assert_eq!((&after["status"], &after["tasks"]), (&json!(45), &json!(["collected_after_cancel"])));
    assert_eq!(log(&staff, &shipment).await[0], "COLLECTED");
}

#[tokio::test]
async fn pickups_are_put_in_order_among_the_deliveries_and_keep_their_places() {
    let Story { app: _app, staff, client } = Story::begin().await;
    let mut deliveries = Vec::new();
    for (name, longitude) in [("Ana", -46.3), ("Bia", -46.9)] {
        let delivery = plan_delivery(&staff, &[&arrive_for(&staff, name, 1).await]).await;
        let place = json!({ "version": delivery["version"], "latitude": -23.5, "longitude": longitude });
        let path = format!("{PATH}/{}", text(&delivery["id"]));
        deliveries.push(staff.patch(&path, place).await.data());
    }
    let pickup = ask(&client).await;
    let place = json!({ "version": pickup["version"], "latitude": -23.5, "longitude": -46.5 });
    staff.patch(&format!("{}/{}", pickups::PATH, text(&pickup["id"])), place).await.data();
    let known = ask(&client).await;
    assert_eq!((&known["latitude"], &known["longitude"]), (&json!(-23.5), &json!(-46.5)), "the same address");
    let run = route(&staff, &staff).await;
    drive(&staff, &run, "stops", stops(&[&deliveries[0], &deliveries[1]])).await.data();
    let planned = drive(&staff, &run, "pickups", of(&[&pickup])).await.data();
    assert_eq!(planned["pickups"][0]["position"], 2, "behind the deliveries");
    let start = json!({ "start_latitude": -23.5, "start_longitude": -46.2, "version": planned["version"] });
    staff.patch(&format!("/api/routes/{}", text(&run["id"])), start).await.data();

    let ordered = drive(&staff, &run, "optimize", json!({})).await.data();
    let positions = |run: &Value| {
        [&run["stops"][0], &run["pickups"][0], &run["stops"][1]].map(|stop| stop["position"].clone())
    };
    assert_eq!(positions(&ordered), [0, 1, 2], "{ordered}");
    assert_eq!(ordered["stops"][0]["recipient_name"], "Ana");
    let turned = drive(&staff, &run, "stops", stops(&[&deliveries[1], &deliveries[0]])).await.data();
    assert_eq!(turned["stops"][0]["recipient_name"], "Bia");
    assert_eq!(positions(&turned), [0, 1, 2], "the pickup stays where it is");
}

/// The deliveries and pickups of a run in their order, which no two of them share.
fn list_order(run: &Value) -> Vec<String> {
    let stops = run["stops"].as_array().unwrap().iter().chain(run["pickups"].as_array().unwrap());
    let mut placed: Vec<(i64, String)> =
        stops.map(|stop| (stop["position"].as_i64().unwrap(), text(&stop["number"]).to_owned())).collect();
    placed.sort();
    assert!(placed.windows(2).all(|pair| pair[0].0 < pair[1].0), "two on one position: {placed:?}");
    placed.into_iter().map(|(_, number)| number).collect()
}

#[tokio::test]
async fn what_is_added_to_a_run_comes_last_and_what_leaves_moves_nothing_else() {
    let Story { app: _app, staff, client } = Story::begin().await;
    let [ana, bia, caio] = [
        plan_delivery(&staff, &[&arrive_for(&staff, "Ana", 1).await]).await,
        plan_delivery(&staff, &[&arrive_for(&staff, "Bia", 1).await]).await,
        plan_delivery(&staff, &[&arrive_for(&staff, "Caio", 1).await]).await,
    ];
    let (first, second) = (ask(&client).await, ask(&client).await);
    let run = route(&staff, &staff).await;
    let numbers = |stops: &[&Value]| -> Vec<String> {
        stops.iter().map(|stop| text(&stop["number"]).to_owned()).collect()
    };
    drive(&staff, &run, "stops", stops(&[&ana])).await.data();
    let both = drive(&staff, &run, "pickups", of(&[&second, &first])).await.data();
    assert_eq!(list_order(&both), numbers(&[&ana, &first, &second]));
    let more = drive(&staff, &run, "stops", stops(&[&ana, &bia])).await.data();
    assert_eq!(list_order(&more), numbers(&[&ana, &first, &second, &bia]));
    super::act(&staff, &caio, "assign", json!({ "route_id": run["id"] })).await.data();
    let third = ask(&client).await;
    let all = drive(&staff, &run, "pickups", of(&[&first, &second, &third])).await.data();
    assert_eq!(list_order(&all), numbers(&[&ana, &first, &second, &bia, &caio, &third]));

    let left = drive(&staff, &run, "stops", stops(&[&bia, &caio])).await.data();
    assert_eq!(list_order(&left), numbers(&[&first, &second, &bia, &caio, &third]));
    let less = drive(&staff, &run, "pickups", of(&[&second, &third])).await.data();
    assert_eq!(list_order(&less), numbers(&[&second, &bia, &caio, &third]));
    let turned = drive(&staff, &run, "stops", stops(&[&caio, &bia])).await.data();
    assert_eq!(list_order(&turned), numbers(&[&second, &caio, &bia, &third]));
}
