//! The papers of what drivers recorded: failed attempts of deliveries, and pickups.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::records::{hash_of, png, upload};
use super::run_pickups::{ask, of};
use super::{PATH, arrive, drive, make_record, plan_delivery, route, send, start_route, text};
use crate::labels::printed_text;
use crate::pickups::{self, depot};
use crate::support::{ATLANTICO, Person, TestApp};

async fn read(person: &Person, path: &str) -> String {
    let paper = person.get(path).await;
    assert_eq!(paper.status, 200, "{}", paper.text());
    printed_text(&paper.body)
}

fn make_failure(app: &TestApp, stop: &Value, reason: &str) -> Value {
    let mut record = make_record(stop, "fail", &json!({ "reason": reason, "note": "dog in the yard" }));
    record["at"] = json!(app.state.clock.now());
    record
}

#[tokio::test]
async fn the_paper_of_a_delivery_lists_its_failed_attempts_also_while_there_is_nothing_else() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let delivery = plan_delivery(&staff, &[&arrive(&staff).await]).await;
    let path = format!("{PATH}/{}/proof", text(&delivery["id"]));
    let early = staff.get(&path).await;
    assert_eq!((early.status, early.message_code()), (409, "not_delivered".into()));
    let run = start_route(&staff, &staff, &[&delivery]).await;
    let stop = &run["stops"][0]["id"];
    app.state.clock.advance(TimeDelta::minutes(1));
    let attempt = make_failure(&app, stop, "no_access");
    send(&staff, &[&attempt]).await;
    let paper = read(&staff, &path).await;
    for told in ["Record of delivery attempts", "No access", "dog in the yard"] {
        assert!(paper.contains(told), "{told}: {paper}");
    }
    let undo = make_record(stop, "undo", &json!({ "undoes": attempt["id"] }));
    send(&staff, &[&undo]).await;
    assert_eq!(staff.get(&path).await.message_code(), "not_delivered", "it was taken back");
}

#[tokio::test]
async fn a_pickup_has_a_paper_of_who_handed_over_what_and_of_failures() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    depot(&admin, "SPO", json!({})).await;
    let (pickup, other) = (ask(&client).await, ask(&client).await);
    let path = |pickup: &Value| format!("{}/{}/proof", pickups::PATH, text(&pickup["id"]));
    let early = staff.get(&path(&pickup)).await;
    assert_eq!((early.status, early.message_code()), (409, "not_collected".into()));
    let run = route(&staff, &staff).await;
    drive(&staff, &run, "pickups", of(&[&pickup, &other])).await.data();
    let started = drive(&staff, &run, "start", json!({})).await.data();
    let stop_of = |wanted: &Value| {
        let stops = started["pickups"].as_array().unwrap();
        stops.iter().find(|stop| stop["pickup_id"] == wanted["id"]).unwrap()["id"].clone()
    };
    app.state.clock.advance(TimeDelta::minutes(1));
    let photo = png(6);
    upload(&staff, &hash_of(&photo), &photo).await.data();
    let mut collected = make_record(&stop_of(&pickup), "collect", &json!({ "name": "Rita Prado" }));
    collected["at"] = json!(app.state.clock.now());
    collected["files"] = json!([{ "sha256": hash_of(&photo), "kind": "photo" }]);
    send(&staff, &[&collected, &make_failure(&app, &stop_of(&other), "not_ready")]).await;
    let paper = read(&staff, &path(&pickup)).await;
    for told in ["Proof of pickup", "Rita Prado", text(&pickup["number"]), &hash_of(&photo)[..16]] {
        assert!(paper.contains(told), "{told}: {paper}");
    }
    let attempts = read(&staff, &path(&other)).await;
    for told in ["Record of pickup attempts", "Parcels not ready", "dog in the yard"] {
        assert!(attempts.contains(told), "{told}: {attempts}");
    }
    assert_eq!(client.get(&path(&pickup)).await.status, 403);
}
