//! Drivers and the office at the same time: the second one waits, and sees what the first one did.

use chrono::TimeDelta;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

use super::records::{hash_of, png, upload};
use super::run_pickups::{drive_to, show as show_pickup};
use super::{act, arrive, create, drive, make_record, plan_delivery, send, show, start_route, stops, text};
use crate::pickups::depot;
use crate::support::{ATLANTICO, TestApp};

/// A connection that holds rows of a table, which this statement about it locks or changes, until it ends.
pub async fn hold(app: &TestApp, statement: &str) -> PgConnection {
    let mut gate = PgConnection::connect(app.admin_url()).await.unwrap();
    let schema = app.tenant(ATLANTICO).id;
    gate.execute(AssertSqlSafe(format!("begin; set local search_path to {schema}, ref; {statement}")))
        .await
        .unwrap();
    gate
}

#[tokio::test]
async fn the_office_cannot_take_off_a_stop_while_its_driver_hands_over() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let delivery = plan_delivery(&staff, &[&arrive(&staff).await]).await;
    let route = start_route(&staff, &staff, &[&delivery]).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    let record = make_record(&route["stops"][0]["id"], "deliver", &json!({ "name": "Ana" }));
    let held = format!("select from deliveries where id = '{}' for update", text(&delivery["id"]));
    let mut gate = hold(&app, &held).await;
    let take_off = async {
        while app.waiting_in("settled_tasks").await == 0 {}
        drive(&staff, &route, "stops", stops(&[])).await
    };
    let open = async {
        while app.waiting_in("for no key update of d").await == 0 {}
        gate.execute("rollback").await.unwrap();
    };
    let records = [&record];
    let (answers, refused, ()) = tokio::join!(send(&staff, &records), take_off, open);
    assert_eq!(answers[0]["verdict"], "accepted");
    assert_eq!((refused.status, refused.code_at("stops")), (422, "stop_done".into()));
    assert_eq!(show(&staff, &delivery).await["status"], 40);
}

#[tokio::test]
async fn a_pickup_that_staff_have_collected_is_not_collected_again_with_the_last_photo() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    depot(&admin, "SPO", json!({})).await;
    let (pickup, stop, _) = drive_to(&app, &staff, &client).await;
    let photo = png(13);
    let mut record = make_record(&stop, "collect", &json!({}));
    record["files"] = json!([{ "sha256": hash_of(&photo), "kind": "photo" }]);
    assert_eq!(send(&staff, &[&record]).await[0]["verdict"], "waiting_for_files");
    let id = text(&pickup["id"]);
    let collected = "status = 40, parcels_collected = 7, collected_at = now()";
    let mut gate = hold(&app, &format!("update pickups set {collected} where id = '{id}'")).await;
    let open = async {
        while app.waiting_in("pickups").await == 0 {}
        gate.execute("commit").await.unwrap();
    };
    let hash = hash_of(&photo);
    let (sent, ()) = tokio::join!(upload(&staff, &hash, &photo), open);
    assert_eq!(sent.status, 200, "{}", sent.text());
    let after = show_pickup(&staff, &pickup).await;
    assert_eq!((&after["status"], &after["parcels_collected"]), (&json!(40), &json!(7)));
}

#[tokio::test]
async fn a_late_part_of_a_cancelled_delivery_leaves_the_rest_in_the_next_one() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (one, two) = (arrive(&staff).await, arrive(&staff).await);
    let delivery = plan_delivery(&staff, &[&one, &two]).await;
    let route = start_route(&staff, &staff, &[&delivery]).await;
    act(&staff, &delivery, "cancel", json!({ "reason": "another van" })).await.data();
    let next = plan_delivery(&staff, &[&one, &two]).await;
    assert_ne!(next["id"], delivery["id"]);
    app.state.clock.advance(TimeDelta::minutes(2));
    let parcels = json!([{ "shipment_id": one["id"], "number": 1 }]);
    let mut late =
        make_record(&route["stops"][0]["id"], "deliver", &json!({ "name": "Ana", "parcels": parcels }));
    late["at"] = json!(app.state.clock.now());
    assert_eq!(send(&staff, &[&late]).await[0]["verdict"], "accepted");
    let after = show(&staff, &delivery).await;
    assert_eq!((&after["status"], &after["tasks"]), (&json!(45), &json!(["delivered_after_cancel"])));
    let told = create(&staff, &[&two]).await;
    assert_eq!(told[0]["message_code"], "shipment_in_delivery");
    let number: &Value = &next["number"];
    assert!(text(&told[0]["message"]).contains(text(number)), "{told}");
}

#[tokio::test]
async fn a_photo_and_the_record_that_names_it_never_miss_each_other() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let delivery = plan_delivery(&staff, &[&arrive(&staff).await]).await;
    let route = start_route(&staff, &staff, &[&delivery]).await;
    let photo = png(17);
    let hash = hash_of(&photo);
    let mut record = make_record(&route["stops"][0]["id"], "deliver", &json!({}));
    record["files"] = json!([{ "sha256": hash, "kind": "photo" }]);
    let driver = staff.get("/api/account").await.data()["id"].clone();
    let held = format!("select from users where id = '{}' for no key update", text(&driver));
    let mut gate = hold(&app, &held).await;
    let open = async {
        while app.waiting_in("select id from users where id = $1 for no key update").await < 2 {}
        gate.execute("rollback").await.unwrap();
    };
    let records = [&record];
    let (sent, stored, ()) = tokio::join!(send(&staff, &records), upload(&staff, &hash, &photo), open);
    assert_eq!(stored.status, 200, "{}", stored.text());
    assert_ne!(sent[0]["verdict"], "not_found");
    let after = show(&staff, &delivery).await;
    assert_eq!((&after["status"], &after["is_waiting"]), (&json!(40), &json!(false)));
}

#[tokio::test]
async fn runs_that_nobody_has_closed_do_not_hide_the_run_of_today() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let driver = staff.get("/api/account").await.data()["id"].clone();
    let old = format!(
        "insert into routes (id, number, on_date, driver_id, status, created_at, updated_at)
         select gen_random_uuid(), 'R-25-' || day, date '2025-03-01' + day, '{}', 30, now(), now()
         from generate_series(1, 25) day",
        text(&driver)
    );
    hold(&app, &old).await.execute("commit").await.unwrap();
    let delivery = plan_delivery(&staff, &[&arrive(&staff).await]).await;
    let route = start_route(&staff, &staff, &[&delivery]).await;
    let own = staff.get("/api/field/routes").await.data()["routes"].clone();
    assert!(own.as_array().unwrap().iter().any(|one| one["id"] == route["id"]), "{own}");
}

#[tokio::test]
async fn two_who_plan_for_one_consignee_at_once_make_one_delivery() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let (one, two) = (arrive(&staff).await, arrive(&staff).await);
    let mut gate = hold(&app, "lock table deliveries in share mode").await;
    let open = async {
        while app.waiting_in("pg_advisory_xact_lock").await == 0 {}
        gate.execute("rollback").await.unwrap();
    };
    let (first, second) = ([&one], [&two]);
    let (first, second, ()) = tokio::join!(create(&staff, &first), create(&admin, &second), open);
    assert_eq!(first[0]["delivery_id"], second[0]["delivery_id"], "{first} {second}");
    let delivery = show(&staff, &json!({ "id": first[0]["delivery_id"] })).await;
    assert_eq!(delivery["parcels"], 2);
}
