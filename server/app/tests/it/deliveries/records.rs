//! What drivers record at stops, and what follows from it.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{PATH, act, arrive, make_record, plan_delivery, route, send, show, start_route, status_of, text};
use crate::lookups::again;
use crate::support::{ATLANTICO, Answer, Person, TestApp};

pub fn png(width: u32) -> Vec<u8> {
    let mut picture = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(width, 8).write_to(&mut picture, image::ImageFormat::Png).unwrap();
    picture.into_inner()
}

pub fn hash_of(file: &[u8]) -> String {
    Sha256::digest(file).iter().map(|byte| format!("{byte:02x}")).collect()
}

pub async fn upload(driver: &Person, sha256: &str, file: &[u8]) -> Answer {
    let path = format!("/api/field/files/{sha256}");
    driver.upload(&path, ("file", "a.png", file), &[("_method", "PUT")]).await
}

#[tokio::test]
async fn the_same_batch_changes_nothing_and_another_record_with_its_id_is_refused() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let delivery = plan_delivery(&staff, &[&arrive(&staff).await]).await;
    let route = start_route(&staff, &staff, &[&delivery]).await;
    let record = make_record(&route["stops"][0]["id"], "deliver", &json!({ "name": "Ana" }));
    assert_eq!(send(&staff, &[&record, &record]).await[1]["verdict"], "accepted");
    let before = show(&staff, &delivery).await;
    assert_eq!(send(&staff, &[&record]).await[0]["verdict"], "accepted");
    assert_eq!(show(&staff, &delivery).await, before);
    let mut other = record.clone();
    other["payload"]["name"] = "Eva".into();
    let nobody = make_record(&route["stops"][0]["id"], "deliver", &json!({}));
    let unknown = make_record(&route["stops"][0]["id"], "fail", &json!({ "reason": "rain" }));
    let told = send(&staff, &[&other, &nobody, &unknown]).await;
    let verdicts: Vec<&str> = (0..3).map(|at| text(&told[at]["verdict"])).collect();
    assert_eq!(verdicts, ["id_reused", "proof_missing", "reason_unknown"]);
    assert_ne!(told[0]["message"], Value::Null);
}

#[tokio::test]
async fn a_handover_of_no_parcel_is_none() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let delivery = plan_delivery(&staff, &[&arrive(&staff).await]).await;
    let route = start_route(&staff, &staff, &[&delivery]).await;
    let stop = &route["stops"][0]["id"];
    let nothing = make_record(stop, "deliver", &json!({ "name": "Ana", "parcels": [] }));
    assert_eq!(send(&staff, &[&nothing]).await[0]["verdict"], "not_found");
    assert_eq!(show(&staff, &delivery).await["status"], 30);
}

#[tokio::test]
async fn a_record_waits_for_its_files() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let delivery = plan_delivery(&staff, &[&arrive(&staff).await]).await;
    let route = start_route(&staff, &staff, &[&delivery]).await;
    let photo = png(9);
    let sha256 = hash_of(&photo);
    let mut record = make_record(&route["stops"][0]["id"], "deliver", &json!({}));
    record["files"] = json!([{ "sha256": sha256, "kind": "photo" }]);
    assert_eq!(send(&staff, &[&record]).await[0]["verdict"], "waiting_for_files");
    let waiting = show(&staff, &delivery).await;
    assert_eq!((&waiting["status"], &waiting["is_waiting"]), (&json!(30), &json!(true)));
    let tasks = format!("{PATH}?has_tasks=true");
    assert_eq!(staff.get(&tasks).await.json()["meta"]["total"], 0, "it is on its way");
    app.state.clock.advance(TimeDelta::minutes(61));
    assert_eq!(staff.get(&tasks).await.json()["meta"]["total"], 1, "somebody asks the driver");
    let wrong = upload(&staff, &hash_of(b"other"), &photo).await;
    assert_eq!((wrong.status, wrong.code_at("file")), (422, "file_hash_differs".into()));
    for _ in 0..2 {
        assert_eq!(upload(&staff, &sha256, &photo).await.data()["sha256"], sha256.as_str());
    }
    let delivered = show(&staff, &delivery).await;
    assert_eq!((&delivered["status"], &delivered["is_waiting"]), (&json!(40), &json!(false)));
    let file = format!("{PATH}/{}/files/{sha256}", text(&delivery["id"]));
    assert_eq!(staff.get(&file).await.body, photo);
    assert_eq!(app.client(ATLANTICO).await.get(&file).await.status, 403);
}

#[tokio::test]
async fn a_driver_sees_and_records_its_own_runs_only() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let delivery = plan_delivery(&staff, &[&arrive(&staff).await]).await;
    let route = start_route(&staff, &staff, &[&delivery]).await;
    let own = staff.get("/api/field/routes").await;
    assert_eq!(own.data()["routes"][0]["stops"][0]["parcels"][0]["loaded"], true);
    let etag = own.header("etag").unwrap().to_owned();
    assert_eq!(again(&staff, "/api/field/routes", &etag).await.status, 304);
    assert_eq!(admin.get("/api/field/routes").await.data()["routes"], json!([]));
    let record = make_record(&route["stops"][0]["id"], "deliver", &json!({ "name": "Ana" }));
    assert_eq!(send(&admin, &[&record]).await[0]["verdict"], "not_found");
    assert_eq!(send(&staff, &[&record]).await[0]["verdict"], "accepted");
    assert_eq!(again(&staff, "/api/field/routes", &etag).await.status, 200, "the stop is done");
}

#[tokio::test]
async fn failed_attempts_count_until_somebody_decides() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = arrive(&staff).await;
    let delivery = plan_delivery(&staff, &[&shipment]).await;
    let path = format!("{PATH}/{}", text(&delivery["id"]));
    let limit = json!({ "version": delivery["version"], "max_attempts": 1 });
    staff.patch(&path, limit).await.data();
    let route = start_route(&staff, &staff, &[&delivery]).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    let why = json!({ "reason": "recipient_absent", "note": "Ring twice" });
    let failed = make_record(&route["stops"][0]["id"], "fail", &why);
    send(&staff, &[&failed]).await;
    let after = show(&staff, &delivery).await;
    assert_eq!((&after["status"], &after["attempts"]), (&json!(50), &json!(1)));
    let own = staff.get("/api/field/routes").await.data();
    assert_eq!(own["routes"][0]["stops"][0]["last_attempt"], Value::Null, "it is this one");
    assert_eq!(
        (&after["fail_reason"], &after["tasks"]),
        (&json!("recipient_absent"), &json!(["decide_return"]))
    );
    assert_eq!(status_of(&staff, &shipment).await, 88);
    let other = super::route(&staff, &staff).await;
    let again = act(&staff, &delivery, "assign", json!({ "route_id": other["id"] })).await;
    assert_eq!((again.status, again.message_code()), (409, "attempts_used_up".into()));
    app.state.clock.advance(TimeDelta::minutes(1));
    let returned = act(&staff, &delivery, "return", json!({ "reason": "client asked" })).await.data();
    assert_eq!(returned["status"], 60);
    assert_eq!(status_of(&staff, &shipment).await, 92);
}

#[tokio::test]
async fn what_the_first_driver_records_late_counts_and_becomes_a_task() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = arrive(&staff).await;
    let delivery = plan_delivery(&staff, &[&shipment]).await;
    let first = start_route(&staff, &staff, &[&delivery]).await;
    let second = route(&staff, &staff).await;
    let same = act(&staff, &delivery, "reassign", json!({ "route_id": first["id"] })).await;
    assert_eq!((same.status, same.code_at("route_id")), (409, "delivery_on_route".into()));
    let moved = act(&staff, &delivery, "reassign", json!({ "route_id": second["id"] })).await.data();
    assert_eq!((&moved["status"], &moved["route_id"]), (&json!(20), &second["id"]));
    app.state.clock.advance(TimeDelta::minutes(2));
    let mut late = make_record(&first["stops"][0]["id"], "deliver", &json!({ "name": "Ana" }));
    late["at"] = json!(app.state.clock.now());
    send(&staff, &[&late]).await;
    let after = show(&staff, &delivery).await;
    assert_eq!((&after["status"], &after["tasks"]), (&json!(40), &json!(["delivered_after_reassign"])));
    assert_eq!(status_of(&staff, &shipment).await, 90);
    assert_eq!(staff.get(&format!("{PATH}?has_tasks=true")).await.json()["meta"]["total"], 1);
    let waits = staff.get("/api/waiting").await.data();
    assert_eq!(waits["deliveries"], json!({ "total": 1, "total_capped": false }));
    let settled = act(&staff, &delivery, "settle", json!({ "reason": "the first one had it" })).await.data();
    assert_eq!((&settled["tasks"], &settled["can"]["settle"]), (&json!([]), &json!(false)));
    assert_eq!(staff.get("/api/waiting").await.data()["deliveries"]["total"], 0);
    assert_eq!(app.client(ATLANTICO).await.get("/api/waiting").await.data()["deliveries"], Value::Null);
}

#[tokio::test]
async fn what_a_driver_records_before_the_run_got_another_one_counts_from_its_start_on() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let shipment = arrive(&staff).await;
    let delivery = plan_delivery(&staff, &[&shipment]).await;
    let run = route(&staff, &admin).await;
    let ready = super::drive(&staff, &run, "stops", super::stops(&[&delivery])).await.data();
    assert_eq!(ready["status"], 20);
    let driver = staff.get("/api/account").await.data()["id"].clone();
    let change = json!({ "version": ready["version"], "driver_id": driver });
    staff.patch(&format!("/api/routes/{}", text(&run["id"])), change).await.data();
    assert_eq!(admin.get("/api/field/routes").await.data()["routes"], json!([]));
    let mut early = make_record(&ready["stops"][0]["id"], "deliver", &json!({ "name": "Ana" }));
    early["at"] = json!(app.state.clock.now() - TimeDelta::hours(3));
    assert_eq!(send(&admin, &[&early]).await[0]["verdict"], "accepted");
    let waiting = show(&staff, &delivery).await;
    assert_eq!((&waiting["status"], &waiting["tasks"]), (&json!(20), &json!(["recorded_before_start"])));
    assert_eq!(waiting["records"].as_array().unwrap().len(), 1, "it is kept");
    super::drive(&staff, &run, "load", json!({ "codes": [shipment["tracking_code"]] })).await.data();
    let started = super::drive(&staff, &run, "start", json!({})).await.data();
    let done = show(&staff, &delivery).await;
    assert_eq!((&done["status"], &done["tasks"]), (&json!(40), &json!([])));
    assert_eq!(status_of(&staff, &shipment).await, 90, "the event of the start is not the newer one");
    let time = |value: &Value| text(value).parse::<DateTime<Utc>>().unwrap();
    assert!(time(&done["delivered_at"]) >= time(&started["started_at"]), "not before the run");
}

#[tokio::test]
async fn a_run_that_does_not_take_place_leaves_what_another_driver_has_delivered() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let delivery = plan_delivery(&staff, &[&arrive(&staff).await]).await;
    let first = start_route(&staff, &staff, &[&delivery]).await;
    let second = route(&staff, &staff).await;
    act(&staff, &delivery, "reassign", json!({ "route_id": second["id"] })).await.data();
    app.state.clock.advance(TimeDelta::minutes(2));
    let mut late = make_record(&first["stops"][0]["id"], "deliver", &json!({ "name": "Ana" }));
    late["at"] = json!(app.state.clock.now());
    send(&staff, &[&late]).await;
    assert_eq!(show(&staff, &delivery).await["status"], 40);
    super::drive(&staff, &second, "cancel", json!({ "reason": "no vehicle" })).await.data();
    let after = show(&staff, &delivery).await;
    assert_eq!((&after["status"], &after["received_by"]), (&json!(40), &json!("Ana")));
}

#[tokio::test]
async fn a_delivery_that_was_none_is_opened_again_and_its_event_undone() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = arrive(&staff).await;
    let delivery = plan_delivery(&staff, &[&shipment]).await;
    let route = start_route(&staff, &staff, &[&delivery]).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    send(&staff, &[&make_record(&route["stops"][0]["id"], "deliver", &json!({ "name": "Ana" }))]).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    let open = act(&staff, &delivery, "reopen", json!({ "reason": "wrong door" })).await.data();
    assert_eq!((&open["status"], &open["delivered_at"]), (&json!(30), &Value::Null));
    assert_eq!(open["records"].as_array().unwrap().len(), 1, "the proof is kept");
    assert_eq!(status_of(&staff, &shipment).await, 86);
}

#[tokio::test]
async fn places_documents_and_photos_are_deleted_after_180_days() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let delivery = plan_delivery(&staff, &[&arrive(&staff).await]).await;
    let route = start_route(&staff, &staff, &[&delivery]).await;
    let photo = png(11);
    let sha256 = hash_of(&photo);
    upload(&staff, &sha256, &photo).await.data();
    let mut record = make_record(
        &route["stops"][0]["id"],
        "deliver",
        &json!({ "name": "Ana", "document_number": "12345" }),
    );
    record["files"] = json!([{ "sha256": sha256, "kind": "photo" }]);
    (record["latitude"], record["longitude"]) = (json!(-23.5), json!(-46.6));
    send(&staff, &[&record]).await;
    let proof = format!("{PATH}/{}/proof", text(&delivery["id"]));
    let has_photo = |pdf: &[u8]| pdf.windows(9).any(|part| part == b"DCTDecode");
    assert!(has_photo(&staff.get(&proof).await.body), "the proof shows the photo");
    let before = show(&staff, &delivery).await["records"][0].clone();
    assert_eq!((&before["document_number"], &before["latitude"]), (&json!("12345"), &json!(-23.5)));
    app.state.clock.advance(TimeDelta::days(181));
    app::sweep::sweep(&app.state).await;
    let staff = app.staff(ATLANTICO).await;
    let after = show(&staff, &delivery).await["records"][0].clone();
    assert_eq!((&after["document_number"], &after["latitude"]), (&Value::Null, &Value::Null));
    assert_eq!(after["files"][0]["sha256"], sha256.as_str(), "the hash stays");
    let file = format!("{PATH}/{}/files/{sha256}", text(&delivery["id"]));
    assert_eq!(staff.get(&file).await.status, 404);
    let pdf = staff.get(&proof).await;
    assert!(pdf.status == 200 && !has_photo(&pdf.body), "the proof is left without it");
}

#[tokio::test]
async fn what_drivers_recorded_at_pickups_is_reduced_after_180_days() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    crate::pickups::depot(&admin, "SPO", json!({})).await;
    let (pickup, stop, _) = super::run_pickups::drive_to(&app, &staff, &client).await;
    let signature = png(13);
    let sha256 = hash_of(&signature);
    upload(&staff, &sha256, &signature).await.data();
    let mut record = make_record(&stop, "collect", &json!({ "name": "Ana" }));
    record["files"] = json!([{ "sha256": sha256, "kind": "signature" }]);
    (record["latitude"], record["longitude"]) = (json!(-23.5), json!(-46.6));
    send(&staff, &[&record]).await;
    let path = format!("{}/{}", crate::pickups::PATH, text(&pickup["id"]));
    assert_eq!(staff.get(&path).await.data()["records"][0]["latitude"], json!(-23.5));
    app.state.clock.advance(TimeDelta::days(179));
    app::sweep::sweep(&app.state).await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(staff.get(&path).await.data()["records"][0]["latitude"], json!(-23.5), "not yet");
    app.state.clock.advance(TimeDelta::days(2));
    app::sweep::sweep(&app.state).await;
    let staff = app.staff(ATLANTICO).await;
    let after = staff.get(&path).await.data()["records"][0].clone();
    assert_eq!((&after["latitude"], &after["name"]), (&Value::Null, &json!("Ana")));
    assert_eq!(after["files"][0]["sha256"], sha256.as_str(), "the hash stays");
    assert_eq!(staff.get(&format!("{path}/files/{sha256}")).await.status, 404);
}

#[tokio::test]
async fn the_next_driver_reads_why_the_last_attempt_failed() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let delivery = plan_delivery(&staff, &[&arrive(&staff).await]).await;
    let first = start_route(&staff, &staff, &[&delivery]).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    let why = json!({ "reason": "recipient_absent", "note": "Ring twice" });
    send(&staff, &[&make_record(&first["stops"][0]["id"], "fail", &why)]).await;
    let second = route(&staff, &staff).await;
    act(&staff, &delivery, "assign", json!({ "route_id": second["id"] })).await.data();
    let own = staff.get("/api/field/routes").await.data();
    let routes = own["routes"].as_array().unwrap();
    let next = routes.iter().find(|one| one["id"] == second["id"]).unwrap();
    let last = &next["stops"][0]["last_attempt"];
    assert_eq!((&last["reason"], &last["note"]), (&json!("recipient_absent"), &json!("Ring twice")));
    assert_eq!(own["cash"], json!([]));
}

#[tokio::test]
async fn a_driver_sees_the_cash_that_it_carries() {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, "cash_on_delivery", true).await;
    let staff = app.staff(ATLANTICO).await;
    let delivery = plan_delivery(&staff, &[&arrive(&staff).await]).await;
    let due = json!({ "version": delivery["version"], "cod_due": "150.50", "cod_currency": "BRL" });
    staff.patch(&format!("{PATH}/{}", text(&delivery["id"])), due).await.data();
    let run = start_route(&staff, &staff, &[&delivery]).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    let paid = json!({ "name": "Ana", "cash": "150.50" });
    send(&staff, &[&make_record(&run["stops"][0]["id"], "deliver", &paid)]).await;
    let own = staff.get("/api/field/routes").await.data();
    assert_eq!(own["cash"], json!([{ "currency": "BRL", "amount": "150.5" }]));
}
