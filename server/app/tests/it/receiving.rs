//! The station of a warehouse: parcels are scanned, weighed, photographed, identified and taken back.

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use uuid::Uuid;

use crate::inbound_parcels::warehouse;
use crate::shipments::complete;
use crate::support::{ATLANTICO, Answer, Person, TestApp};
use crate::webhooks::Told;

/// A draft with so many parcels of a kilogram.
async fn with_parcels(person: &Person, count: usize) -> Value {
    let mut form = complete(person).await;
    let parcel = json!({ "length_mm": 300, "width_mm": 200, "height_mm": 100, "weight_g": 1000 });
    form["parcels"] = Value::Array(vec![parcel; count]);
    form["declared_weight_g"] = Value::Null;
    person.post("/api/shipments", form).await.data()
}

async fn scan_with(person: &Person, key: Uuid, code: &str) -> Value {
    let form = json!({ "key": key, "code": code, "station": "Mesa 1" });
    person.post("/api/receiving/scan", form).await.data()
}

async fn scan(person: &Person, code: &str) -> Value {
    scan_with(person, Uuid::now_v7(), code).await
}

fn code(shipment: &Value) -> &str {
    shipment["tracking_code"].as_str().unwrap()
}

fn path(parcel: &Value, action: &str) -> String {
    format!("/api/receiving/{}/{action}", parcel["id"].as_str().unwrap())
}

async fn measure(person: &Person, parcel: &Value, key: Uuid, weight_g: i32) -> Answer {
    let form = json!({ "key": key, "weight_g": weight_g, "weight_text": "ST,GS,+00001.25kg", "weight_source": "serial" });
    person.post(&path(parcel, "measure"), form).await
}

async fn show(person: &Person, shipment: &Value) -> Value {
    person.get(&format!("/api/shipments/{}", shipment["id"].as_str().unwrap())).await.data()
}

#[tokio::test]
async fn a_scan_receives_a_parcel_once_whatever_is_repeated() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (shipment, key) = (with_parcels(&staff, 1).await, Uuid::now_v7());
    let first = scan_with(&staff, key, code(&shipment)).await;
    assert_eq!((&first["outcome"], &first["parcel"]["seq"]), (&json!("received"), &json!(1)));
    assert_eq!(first["shipment"]["declared_weight_g"], 1000);
    assert_eq!(show(&staff, &shipment).await["status"], 40);
    let again = scan_with(&staff, key, code(&shipment)).await;
    assert_eq!((&again["outcome"], &again["parcel"]), (&json!("received"), &first["parcel"]));
    let other = scan(&staff, code(&shipment)).await;
    assert_eq!((&other["outcome"], &other["parcel"]["id"]), (&json!("known"), &first["parcel"]["id"]));
    assert_eq!(staff.get("/api/receiving").await.json()["meta"]["total"], 1);
}

#[tokio::test]
async fn a_scan_that_waited_counts_from_when_it_was_made() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let place = warehouse(&app.admin(ATLANTICO).await, "OLN").await;
    let shipment = with_parcels(&staff, 1).await;
    app.state.clock.advance(TimeDelta::hours(30));
    // The session of the day before is over.
    let staff = app.staff(ATLANTICO).await;
    let now = app.state.clock.now().trunc_subsecs(0);
    let send = |code: &str, scanned_at: DateTime<Utc>| {
        let form = json!({
            "key": Uuid::now_v7(), "code": code, "keep_unknown": true, "warehouse_id": place["id"],
            "scanned_at": scanned_at.to_rfc3339(),
        });
        staff.post("/api/receiving/scan", form)
    };
    let read = |value: &Value| value.as_str().unwrap().parse::<DateTime<Utc>>().unwrap();
    let scanned_at = now - TimeDelta::hours(26);
    let scanned = send(code(&shipment), scanned_at).await.data();
    assert_eq!(read(&scanned["parcel"]["received_at"]), scanned_at);
    let events = format!("/api/shipments/{}/events", shipment["id"].as_str().unwrap());
    let events = staff.get(&events).await.data();
    let received = events.as_array().unwrap().iter().find(|event| event["code"] == "RECEIVED").unwrap();
    assert_eq!(read(&received["occurred_at"]), scanned_at);
    let kept = send("1Z999AA10123456784", scanned_at).await.data()["parcel"].clone();
    let path = format!("/api/inbound-parcels/{}", kept["inbound_parcel_id"].as_str().unwrap());
    assert_eq!(read(&staff.get(&path).await.data()["arrived_at"]), scanned_at);
    let ahead = send("1Z999AA10123456795", now + TimeDelta::minutes(1)).await.data()["parcel"].clone();
    assert!(read(&ahead["received_at"]) <= app.state.clock.now(), "a clock may be a little ahead");
    for (at, refusal) in
        [(TimeDelta::hours(1), "event_in_the_future"), (-TimeDelta::days(40), "event_too_old")]
    {
        let refused = send("1Z999AA10123456806", now + at).await;
        assert_eq!((refused.status, refused.code_at("scanned_at")), (422, refusal.into()));
    }
}

#[tokio::test]
async fn parcels_of_one_shipment_come_in_by_their_numbers_or_in_turn() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = with_parcels(&staff, 3).await;
    let second = scan(&staff, &format!("{}002", code(&shipment))).await;
    assert_eq!(second["parcel"]["seq"], 2);
    let counts = (&second["shipment"]["received_count"], &second["shipment"]["parcel_count"]);
    assert_eq!(counts, (&json!(1), &json!(3)));
    assert_eq!(scan(&staff, code(&shipment)).await["parcel"]["seq"], 1);
    let third = scan(&staff, code(&shipment)).await;
    assert_eq!((&third["parcel"]["seq"], &third["shipment"]["received_count"]), (&json!(3), &json!(3)));
    assert_eq!(scan(&staff, code(&shipment)).await["outcome"], "known");
    for number in ["004", "000"] {
        let unknown = scan(&staff, &format!("{}{number}", code(&shipment))).await;
        let told = (&unknown["outcome"], &unknown["message_code"]);
        assert_eq!(told, (&json!("refused"), &json!("parcel_number_unknown")), "{number}");
    }
}

#[tokio::test]
async fn a_cancelled_or_delivered_shipment_takes_no_parcel() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let cancelled = with_parcels(&staff, 1).await;
    let cancel = format!("/api/shipments/{}/cancel", cancelled["id"].as_str().unwrap());
    staff.post(&cancel, json!({ "reason": "sold out" })).await.data();
    assert_eq!(scan(&staff, code(&cancelled)).await["message_code"], "shipment_not_trackable");
    let delivered = with_parcels(&staff, 1).await;
    let form = json!({ "tracking_codes": [code(&delivered)], "event_code": "DELIVERED" });
    staff.post("/api/shipments/record_event", form).await.data();
    assert_eq!(scan(&staff, code(&delivered)).await["message_code"], "shipment_finished");
}

#[tokio::test]
async fn an_unknown_parcel_waits_until_somebody_identifies_it() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let unknown = scan(&staff, "1Z999AA10123456784").await;
    assert_eq!((&unknown["outcome"], &unknown["parcel"]), (&json!("unknown"), &Value::Null));
    let form = json!({ "key": Uuid::now_v7(), "code": "1Z999AA10123456784", "keep_unknown": true });
    let kept = staff.post("/api/receiving/scan", form).await.data()["parcel"].clone();
    assert_eq!((&kept["shipment_id"], &kept["can"]["identify"]), (&Value::Null, &json!(true)));
    assert_eq!(measure(&staff, &kept, Uuid::now_v7(), 1250).await.status, 200);
    assert_eq!(staff.get("/api/receiving?unknown=true").await.json()["meta"]["total"], 1);
    app.state.clock.advance(TimeDelta::minutes(5));
    let shipment = with_parcels(&staff, 1).await;
    let identify = path(&kept, "identify");
    let wrong = staff.post(&identify, json!({ "code": "AT999999999BR" })).await;
    assert_eq!((wrong.status, wrong.code_at("code")), (422, "not_found".into()));
    let known = staff.post(&identify, json!({ "code": code(&shipment) })).await.data();
    assert_eq!((&known["shipment_id"], &known["weight_g"]), (&shipment["id"], &json!(1250)));
    assert_eq!(show(&staff, &shipment).await["status"], 40);
    assert_eq!(staff.get("/api/receiving?unknown=true").await.json()["meta"]["total"], 0);
    let again = staff.post(&identify, json!({ "code": code(&shipment) })).await;
    assert_eq!((again.status, again.message_code()), (409, "parcel_identified".into()));
}

#[tokio::test]
async fn a_second_station_hears_that_a_code_is_kept_and_says_whether_its_parcel_is_another_one() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let keep = async |key: Uuid, station: &str, another: bool| {
        let form = json!({
            "key": key, "code": "1Z 999", "station": station, "keep_unknown": true, "another": another,
        });
        staff.post("/api/receiving/scan", form).await.data()
    };
    let (own, other) = (Uuid::now_v7(), Uuid::now_v7());
    // Both have read that nobody knows the code, and keep it at the same time.
    let (left, right) = tokio::join!(keep(own, "Mesa 1", false), keep(other, "Mesa 2", false));
    let outcomes = [&left["outcome"], &right["outcome"]];
    assert!(outcomes.contains(&&json!("received")) && outcomes.contains(&&json!("known")), "{outcomes:?}");
    assert_eq!(left["parcel"]["id"], right["parcel"]["id"], "there is one");
    let (first, second) = if left["outcome"] == "received" { (own, other) } else { (other, own) };
    let told = keep(second, "Mesa 2", false).await;
    assert_eq!((&told["outcome"], &told["parcel"]["id"]), (&json!("known"), &json!(first)));
    assert_eq!(
        (&told["inbound_parcel"]["client_id"], &told["inbound_parcel"]["status"]),
        (&Value::Null, &json!(20))
    );
    assert!(told["parcel"]["station"].as_str().unwrap().starts_with("Mesa"), "{told}");
    for _ in 0..2 {
        let made = keep(second, "Mesa 2", true).await;
        assert_eq!((&made["outcome"], &made["parcel"]["id"]), (&json!("received"), &json!(second)));
    }
    assert_eq!(
        keep(first, "Mesa 1", false).await["parcel"]["id"],
        json!(first),
        "each scan has its own parcel"
    );
    assert_eq!(staff.get("/api/receiving?unknown=true").await.json()["meta"]["total"], 2);
}

#[tokio::test]
async fn a_withdrawn_scan_takes_the_reception_back_with_the_last_parcel() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = with_parcels(&staff, 2).await;
    let first = scan(&staff, code(&shipment)).await["parcel"].clone();
    app.state.clock.advance(TimeDelta::minutes(1));
    let second = scan(&staff, code(&shipment)).await["parcel"].clone();
    staff.post(&path(&first, "withdraw"), json!({})).await.data();
    assert_eq!(show(&staff, &shipment).await["status"], 40, "the other parcel is there");
    let gone = staff.post(&path(&second, "withdraw"), json!({})).await.data();
    assert_ne!(gone["withdrawn_at"], Value::Null);
    assert_eq!(show(&staff, &shipment).await["status"], 10);
    let late = measure(&staff, &second, Uuid::now_v7(), 900).await;
    assert_eq!((late.status, late.message_code()), (409, "parcel_withdrawn".into()));
    app.state.clock.advance(TimeDelta::minutes(1));
    assert_eq!(scan(&staff, code(&shipment)).await["outcome"], "received", "and comes in again");
}

#[tokio::test]
async fn a_parcel_is_weighed_while_the_scan_of_another_one_is_withdrawn() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = with_parcels(&staff, 2).await;
    let first = scan(&staff, code(&shipment)).await["parcel"].clone();
    app.state.clock.advance(TimeDelta::minutes(1));
    let second = scan(&staff, code(&shipment)).await["parcel"].clone();
    let mut gate = PgConnection::connect(app.admin_url()).await.unwrap();
    let shipments = format!("{}.shipments", app.tenant(ATLANTICO).id);
    let lock =
        format!("begin; select from {shipments} where tracking_code = '{}' for update", code(&shipment));
    gate.execute(AssertSqlSafe(lock)).await.unwrap();
    let waiting = || app.waiting_in("from shipments where id = any($4)");
    let weigh = async {
        while waiting().await == 0 {}
        measure(&staff, &second, Uuid::now_v7(), 1250).await
    };
    let open = async {
        while waiting().await < 2 {}
        gate.execute("rollback").await.unwrap();
    };
    let withdraw = path(&first, "withdraw");
    let (withdrawn, weighed, ()) = tokio::join!(staff.post(&withdraw, json!({})), weigh, open);
    assert_eq!((withdrawn.status, weighed.status), (200, 200), "{} {}", withdrawn.text(), weighed.text());
}

#[tokio::test]
async fn the_newest_measurement_counts_and_the_same_key_changes_nothing() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = with_parcels(&staff, 1).await;
    let (parcel, key) = (scan(&staff, code(&shipment)).await["parcel"].clone(), Uuid::now_v7());
    assert_eq!(measure(&staff, &parcel, key, 1250).await.data()["weight_g"], 1250);
    assert_eq!(measure(&staff, &parcel, key, 1250).await.data()["weight_g"], 1250);
    let sides = json!({ "key": Uuid::now_v7(), "weight_g": 1300, "weight_text": "1.3", "weight_source": "typed", "length_mm": 300.5 });
    let halved = staff.post(&path(&parcel, "measure"), sides.clone()).await;
    assert_eq!((halved.status, halved.code_at("width_mm")), (422, "required".into()));
    let mut whole = sides;
    (whole["width_mm"], whole["height_mm"]) = (json!(200), json!(100));
    let typed = staff.post(&path(&parcel, "measure"), whole).await.data();
    assert_eq!((&typed["weight_source"], &typed["length_mm"]), (&json!("typed"), &json!(300.5)));
    app.state.clock.advance(TimeDelta::minutes(1));
    let form = json!({ "tracking_codes": [code(&shipment)], "event_code": "DEPARTED" });
    staff.post("/api/shipments/record_event", form).await.data();
    let late = measure(&staff, &parcel, Uuid::now_v7(), 1000).await;
    assert_eq!((late.status, late.message_code()), (409, "parcel_departed".into()));
}

#[tokio::test]
async fn a_measurement_that_waited_counts_from_when_it_was_made() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = with_parcels(&staff, 1).await;
    let parcel = scan(&staff, code(&shipment)).await["parcel"].clone();
    app.state.clock.advance(TimeDelta::minutes(30));
    let now = app.state.clock.now().trunc_subsecs(0);
    let send = async |weight_g: i32, measured_at: DateTime<Utc>| {
        let form = json!({
            "key": Uuid::now_v7(), "weight_g": weight_g, "weight_text": "1", "weight_source": "typed",
            "measured_at": measured_at.to_rfc3339(),
        });
        staff.post(&path(&parcel, "measure"), form).await
    };
    let newest = now - TimeDelta::minutes(10);
    for (weight_g, measured_at) in [(1100, newest), (1200, newest - TimeDelta::minutes(10))] {
        let sent = send(weight_g, measured_at).await.data();
        let counted: DateTime<Utc> = sent["measured_at"].as_str().unwrap().parse().unwrap();
        assert_eq!((&sent["weight_g"], counted), (&json!(1100), newest), "{weight_g}");
    }
    let late = crate::users::audited(&app, "receiving.measure").await.remove(1).2;
    assert_eq!((&late["weight_g"], &late["counts"]), (&json!(1200), &json!(false)), "it changes nothing");
    for (days, refusal) in [(1, "event_in_the_future"), (-40, "event_too_old")] {
        let refused = send(1300, now + TimeDelta::days(days)).await;
        assert_eq!((refused.status, refused.code_at("measured_at")), (422, refusal.into()));
    }
}

#[tokio::test]
async fn the_key_of_one_parcel_is_refused_for_another_one() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (shipment, key) = (with_parcels(&staff, 2).await, Uuid::now_v7());
    let first = scan(&staff, code(&shipment)).await["parcel"].clone();
    let second = scan(&staff, code(&shipment)).await["parcel"].clone();
    measure(&staff, &first, key, 1250).await.data();
    for (parcel, weight_g) in [(&second, 1250), (&first, 9000)] {
        let reused = measure(&staff, parcel, key, weight_g).await;
        assert_eq!((reused.status, reused.message_code()), (409, "record_id_reused".into()), "{weight_g}");
    }
    let form = |code: &str| json!({ "key": first["id"], "code": code, "keep_unknown": true });
    let reused = staff.post("/api/receiving/scan", form("1Z999AA10123456784")).await;
    assert_eq!((reused.status, reused.message_code()), (409, "record_id_reused".into()));
}

async fn photograph(person: &Person, path: &str) -> Value {
    let mut picture = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(8, 8).write_to(&mut picture, image::ImageFormat::Png).unwrap();
    person.upload(path, ("file", "a.png", &picture.into_inner()[..]), &[]).await.data()
}

#[tokio::test]
async fn a_photo_belongs_to_its_parcel() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let shipment = with_parcels(&staff, 1).await;
    let parcel = scan(&staff, code(&shipment)).await["parcel"].clone();
    let photo = path(&parcel, "photo");
    assert_eq!(staff.get(&photo).await.status, 404);
    assert_eq!(photograph(&staff, &photo).await["has_photo"], true);
    assert_eq!(staff.get(&photo).await.status, 200);
    for answer in [client.get(&photo).await, client.get("/api/receiving").await] {
        assert_eq!(answer.status, 403);
    }
}

#[tokio::test]
async fn photos_are_deleted_after_the_days_of_the_settings() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let setting = json!({ "field_data_days": 60 });
    assert_eq!(crate::tenant_settings::changed(&admin, setting).await.status, 200);
    let parcel = scan(&staff, code(&with_parcels(&staff, 1).await)).await["parcel"].clone();
    let photo = path(&parcel, "photo");
    photograph(&staff, &photo).await;
    app.state.clock.advance(TimeDelta::days(59));
    app::sweep::sweep(&app.state).await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(staff.get(&photo).await.status, 200, "not yet");
    app.state.clock.advance(TimeDelta::days(2));
    app::sweep::sweep(&app.state).await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(staff.get(&photo).await.status, 404);
    assert_eq!(staff.get("/api/receiving").await.json()["data"][0]["has_photo"], false);
}

#[tokio::test]
async fn a_shipment_goes_on_without_the_parcels_that_did_not_come() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let shipment = with_parcels(&staff, 3).await;
    let first = scan(&staff, code(&shipment)).await["parcel"].clone();
    assert_eq!(first["can"]["close"], true);
    let close = path(&first, "close");
    let refused = staff.post(&close, json!({ "reason": " " })).await;
    assert_eq!(refused.code_at("reason"), "required");
    assert_eq!(client.post(&close, json!({ "reason": "x" })).await.status, 403);
    staff.post(&close, json!({ "reason": "Only one box was handed in" })).await.data();
    let again = staff.post(&close, json!({ "reason": "x" })).await;
    assert_eq!((again.status, again.message_code()), (409, "parcels_complete".into()));
    let known = scan(&staff, &format!("{}-001", code(&shipment))).await;
    assert_eq!(
        (&known["shipment"]["received_count"], &known["shipment"]["missing_count"]),
        (&json!(1), &json!(2))
    );
    let second = scan(&staff, code(&shipment)).await;
    assert_eq!((&second["outcome"], &second["parcel"]["seq"]), (&json!("received"), &json!(2)));
    assert_eq!(second["shipment"]["missing_count"], 1, "one that comes after all is received");
    let events = staff.get(&format!("/api/shipments/{}/events", shipment["id"].as_str().unwrap())).await;
    assert!(events.text().contains("Only one box was handed in"), "{}", events.text());
}

#[tokio::test]
async fn webhooks_are_told_of_parcels_that_come_and_of_their_measures() {
    let told = Told::of(&["parcel.*"]).await;
    let staff = told.app.staff(ATLANTICO).await;
    let shipment = with_parcels(&staff, 1).await;
    let parcel = scan(&staff, code(&shipment)).await["parcel"].clone();
    scan(&staff, code(&shipment)).await;
    let weighing = Uuid::now_v7();
    for _ in 0..2 {
        assert_eq!(measure(&staff, &parcel, weighing, 1250).await.status, 200);
    }
    let unknown =
        json!({ "key": Uuid::now_v7(), "code": "NOBODY", "station": "Mesa 1", "keep_unknown": true });
    let unknown = staff.post("/api/receiving/scan", unknown).await.data()["parcel"].clone();
    assert_eq!(measure(&staff, &unknown, Uuid::now_v7(), 800).await.status, 200);
    let sent = told.send_all().await;
    let types: Vec<&str> = sent.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(types, ["parcel.received", "parcel.measured"], "each once, and nothing of what nobody knows");
    let received = json!({
        "id": parcel["id"], "shipment_id": shipment["id"], "tracking_code": shipment["tracking_code"], "parcel_number": 1,
    });
    assert_eq!(sent[0].1, received);
    assert_eq!((&sent[1].1["id"], &sent[1].1["weight_g"]), (&parcel["id"], &json!(1250)));
}
