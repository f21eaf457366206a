//! Messages of airlines: kept as they came, read in the background, in every order to the same state; parcels follow.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use crate::bags;
use crate::confirm::log;
use crate::support::{ATLANTICO, Answer, Person, TestApp};
use crate::waybills::{act, create, path_of, scan, show, start_draft, text};

const PATH: &str = "/api/cargo-messages";
/// Between the issue of a waybill and its messages.
const SINCE: TimeDelta = TimeDelta::hours(20);

/// Uploads a file as a message of an airline. It is read in the background.
pub async fn upload(person: &Person, name: &str, bytes: &[u8]) -> Value {
    person.upload(PATH, ("file", name, bytes), &[]).await.data()
}

async fn find(person: &Person, message: &Value) -> Value {
    person.get(&format!("{PATH}/{}", text(&message["id"]))).await.data()
}

/// An issued waybill from Guarulhos to Frankfurt with a bag of one parcel, and the parcel's shipment.
pub struct Flying {
    pub waybill: Value,
    bag: Value,
    shipment: Value,
}

pub async fn issue(app: &TestApp, more: Value) -> Flying {
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let waybill = start_draft(&admin, more).await;
    let place = bags::warehouse(&admin, "FLY", json!({})).await;
    let shipment = bags::received(&staff, json!({})).await;
    let bag = bags::open(&staff, &place, json!({})).await;
    bags::scan(&staff, &bag, bags::code(&shipment)).await;
    bags::close(&staff, &bag, json!({})).await.data();
    scan(&staff, &waybill, text(&bag["number"])).await;
    act(&staff, &waybill, "book", json!({})).await.data();
    act(&staff, &waybill, "issue", json!({})).await.data();
    app.state.clock.advance(SINCE);
    Flying { waybill, bag, shipment }
}

/// A day and a time as airlines write them: `12NOV` and `0930`.
fn write_moment(at: DateTime<Utc>) -> [String; 2] {
    [at.format("%d%b").to_string().to_uppercase(), at.format("%H%M").to_string()]
}

/// A status message about a waybill of three pieces.
pub fn fsu(waybill: &Value, line: &str) -> String {
    format!("FSU/14\r\n{}GRUFRA/T3K42.0\r\n{line}\r\n", text(&waybill["number"]))
}

/// Reports of two flights since the issue: one piece with the first, two with the second.
pub struct Lines {
    pub departed: [String; 2],
    received: [String; 2],
}

pub fn lines(app: &TestApp) -> Lines {
    let issued = app.state.clock.now() - SINCE;
    let dep = |flight: &str, pieces: &str, hours: i64| {
        let [day, time] = write_moment(issued + TimeDelta::hours(hours));
        format!("DEP/{flight}/{day}/GRUFRA/{pieces}/A{time}")
    };
    let rcf = |flight: &str, pieces: &str, hours: i64| {
        let [day, time] = write_moment(issued + TimeDelta::hours(hours));
        format!("RCF/{flight}/{day}{time}/FRA/{pieces}")
    };
    Lines {
        departed: [dep("LA8070", "P1K12.0T3", 3), dep("LA8072", "P2K30.0T3", 5)],
        received: [rcf("LA8070", "P1K12.0T3", 14), rcf("LA8072", "P2K30.0T3", 16)],
    }
}

async fn tell(app: &TestApp, person: &Person, waybill: &Value, line: &str) -> Value {
    let message = upload(person, "fsu.txt", fsu(waybill, line).as_bytes()).await;
    app.run_processes().await;
    find(person, &message).await
}

async fn events(person: &Person, waybill: &Value) -> Value {
    person.get(&format!("{}/events", path_of(waybill))).await.data()
}

/// The stages with their pieces: `departed 1/3`.
async fn progress(person: &Person, waybill: &Value) -> String {
    let stages = events(person, waybill).await["progress"]["stages"].clone();
    let write = |stage: &Value| format!("{} {}/{}", text(&stage["stage"]), stage["pieces"], stage["of"]);
    stages.as_array().unwrap().iter().map(write).collect::<Vec<_>>().join(", ")
}

async fn hear(person: &Person, waybill: &Value, event: &str, more: Value) -> Answer {
    let form = crate::waybills::with(json!({ "event": event, "note": "called by the airline" }), more);
    act(person, waybill, "record_event", form).await
}

#[tokio::test]
async fn parcels_follow_when_all_pieces_have_moved() {
    let app = TestApp::start().await;
    let Flying { waybill, bag, shipment } = issue(&app, json!({ "pieces": 3 })).await;
    let staff = app.staff(ATLANTICO).await;
    let Lines { departed, received } = lines(&app);
    let first = tell(&app, &staff, &waybill, &departed[0]).await;
    assert_eq!(
        (&first["stage"], &first["kind"], &first["new_count"]),
        (&json!("ended"), &json!("fsu"), &json!(1))
    );
    assert_eq!(show(&staff, &waybill).await["status"], 50);
    assert_eq!(progress(&staff, &waybill).await, "accepted 1/3, departed 1/3");
    assert_eq!(bags::status_of(&staff, &shipment).await, 50, "one of three pieces: nobody knows which");
    assert_eq!(bags::show(&staff, &bag).await["status"], 20);

    tell(&app, &staff, &waybill, &departed[1]).await;
    assert_eq!(bags::status_of(&staff, &shipment).await, 70);
    assert_eq!(bags::show(&staff, &bag).await["status"], 50);
    tell(&app, &staff, &waybill, &received[0]).await;
    assert_eq!(
        (show(&staff, &waybill).await["status"].clone(), bags::status_of(&staff, &shipment).await),
        (json!(65), json!(70))
    );
    tell(&app, &staff, &waybill, &received[1]).await;
    assert_eq!(bags::status_of(&staff, &shipment).await, 75);
    assert_eq!(bags::show(&staff, &bag).await["status"], 60);
    let told = log(&staff, &shipment).await;
    for code in ["DEPARTED", "ARRIVED", "UNLOADED"] {
        assert_eq!(told.iter().filter(|told| *told == code).count(), 1, "{code}: {told:?}");
    }
}

#[tokio::test]
async fn messages_in_another_order_lead_to_the_same_state() {
    let app = TestApp::start().await;
    let Flying { waybill, bag, shipment } = issue(&app, json!({ "pieces": 3 })).await;
    let staff = app.staff(ATLANTICO).await;
    let Lines { departed, received } = lines(&app);
    for line in [&received[1], &departed[1], &received[0], &departed[0]] {
        tell(&app, &staff, &waybill, line).await;
    }
    assert_eq!(show(&staff, &waybill).await["status"], 65);
    let expected = "accepted 3/3, departed 3/3, arrived 3/3, received 3/3";
    assert_eq!(progress(&staff, &waybill).await, expected);
    assert_eq!(bags::status_of(&staff, &shipment).await, 75);
    assert_eq!(bags::show(&staff, &bag).await["status"], 60);
    assert_eq!(events(&staff, &waybill).await["data"].as_array().unwrap().len(), 4);
}

#[tokio::test]
async fn the_same_message_again_changes_nothing() {
    let app = TestApp::start().await;
    let Flying { waybill, .. } = issue(&app, json!({ "pieces": 3 })).await;
    let staff = app.staff(ATLANTICO).await;
    let [line, _] = lines(&app).departed;
    let first = tell(&app, &staff, &waybill, &line).await;
    let version = show(&staff, &waybill).await["version"].clone();
    let again = tell(&app, &staff, &waybill, &line).await;
    assert_eq!(again["id"], first["id"], "the same file is the same message");
    let in_envelope = format!("QD GRUXXXX\r\n.HDQFMLA 122105\r\n{}", fsu(&waybill, &line));
    let message = upload(&staff, "again.txt", in_envelope.as_bytes()).await;
    app.run_processes().await;
    let other = find(&staff, &message).await;
    assert_eq!((&other["report_count"], &other["new_count"]), (&json!(1), &json!(0)));
    assert_eq!(show(&staff, &waybill).await["version"], version);
    let listed = staff.get(&format!("{PATH}?mawb_id={}", text(&waybill["id"]))).await.data();
    assert_eq!(listed.as_array().unwrap().len(), 1, "the one that reported it first");
}

#[tokio::test]
async fn a_file_that_is_no_message_is_kept_and_shown() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let bytes = b"%PDF-1.7\x00\xff not a message";
    let message = upload(&staff, "scan.pdf", bytes).await;
    assert_eq!(message["stage"], "waiting_to_start");
    app.run_processes().await;
    let kept = find(&staff, &message).await;
    assert_eq!((&kept["stage"], &kept["problem"]), (&json!("ended"), &json!("not_text")));
    let file = staff.get(&format!("{PATH}/{}/file", text(&message["id"]))).await;
    assert_eq!((file.status, file.body.as_slice()), (200, &bytes[..]));
    let unread = staff.get(&format!("{PATH}?unread=true")).await.data();
    assert_eq!(unread[0]["id"], message["id"]);

    let large = vec![b'A'; 256 * 1024 + 1];
    let refused = staff.upload(PATH, ("file", "large.txt", &large[..]), &[]).await;
    assert_eq!((refused.status, refused.code_at("file")), (422, "file_too_large".into()));
}

/// A message of the manifest of a flight from Guarulhos to Frankfurt, on which somebody else has a waybill too.
fn ffm(waybill: &Value, departs_at: DateTime<Utc>, sheet: u8, pieces: &str) -> String {
    let [day, time] = write_moment(departs_at);
    let number = text(&waybill["number"]);
    format!(
        "FFM/8\r\n{sheet}/LA8070/{day}{time}/GRU/PTMUA\r\nFRA\r\n{number}GRUFRA/{pieces}/CONSOLIDATION\r\n\
         957-12345686GRUFRA/T1K3.0/DOCUMENTS\r\nLAST\r\n"
    )
}

#[tokio::test]
async fn the_manifest_of_a_flight_says_what_it_brings() {
    let app = TestApp::start().await;
    let Flying { waybill, .. } = issue(&app, json!({ "pieces": 3 })).await;
    let staff = app.staff(ATLANTICO).await;
    let departs_at = app.state.clock.now() - SINCE + TimeDelta::hours(3);
    let flights = |expected: i32, received: i32| {
        let day = departs_at.format("%Y-%m-%d").to_string();
        json!([{ "flight": "LA8070", "day": day, "expected": expected, "received": received }])
    };
    let first = upload(&staff, "ffm-1.txt", ffm(&waybill, departs_at, 1, "P1K12.0T3").as_bytes()).await;
    app.run_processes().await;
    let read = find(&staff, &first).await;
    assert_eq!((&read["kind"], &read["problem"], &read["unread"]), (&json!("ffm"), &json!(null), &json!([])));
    assert_eq!((&read["report_count"], &read["new_count"]), (&json!(2), &json!(1)));
    assert_eq!(read["unknown_numbers"], json!(["957-12345686"]));
    let to_do = staff.get(&format!("{PATH}?unread=true")).await.data();
    assert_eq!(to_do, json!([]), "a flight also carries the waybills of others");
    assert_eq!(events(&staff, &waybill).await["progress"]["flights"], flights(1, 0));

    let second = upload(&staff, "ffm-2.txt", ffm(&waybill, departs_at, 2, "P1K12.0T3").as_bytes()).await;
    app.run_processes().await;
    assert_eq!(find(&staff, &second).await["new_count"], 1, "the same pieces, and yet others");
    tell(&app, &staff, &waybill, &lines(&app).received[0]).await;
    assert_eq!(events(&staff, &waybill).await["progress"]["flights"], flights(2, 1));

    staff.post(&format!("{PATH}/{}/retry", text(&first["id"])), json!({})).await.data();
    app.run_processes().await;
    assert_eq!(find(&staff, &first).await["new_count"], 1, "read again, nothing is new");
    assert_eq!(events(&staff, &waybill).await["progress"]["flights"], flights(2, 1));
}

#[tokio::test]
async fn a_manifest_of_a_flight_that_is_out_of_form_is_kept_and_shown() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let file = "FFM/8\r\n1/LATAM/12NOV0915/MIA\r\nGRU\r\n957-12345686MIAGRU/T3\r\nLAST\r\n";
    let message = upload(&staff, "ffm.txt", file.as_bytes()).await;
    app.run_processes().await;
    let read = find(&staff, &message).await;
    assert_eq!((&read["stage"], &read["kind"]), (&json!("ended"), &json!("ffm")));
    assert_eq!((&read["problem"], &read["text"]), (&json!("flight"), &json!(file)));
    let problems: Vec<&Value> = read["unread"].as_array().unwrap().iter().map(|it| &it["problem"]).collect();
    assert_eq!(problems, ["flight", "flight"]);
}

#[tokio::test]
async fn a_message_about_a_later_waybill_is_read_again() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let airline = json!({ "id": start_draft(&admin, json!({})).await["provider_id"] });
    let loose = bags::received(&admin, json!({})).await;
    app.state.clock.advance(SINCE);
    let staff = app.staff(ATLANTICO).await;
    let number = "905-12345675";
    let unknown = json!({ "number": number });
    let [day, time] = write_moment(app.state.clock.now() - TimeDelta::hours(5));
    let line = format!("RCS/{day}{time}/GRU/T3K42.0/X");
    let message = tell(&app, &staff, &unknown, &line).await;
    assert_eq!(message["unknown_numbers"], json!([number]));
    let waybill = create(&staff, &airline, unknown).await.data();
    let retry = format!("{PATH}/{}/retry", text(&message["id"]));
    let busy = staff.post(&retry, json!({})).await;
    assert_eq!((busy.status, busy.message_code()), (409, "cargo_message_busy".into()));
    app.run_processes().await;
    let again = find(&staff, &message).await;
    assert_eq!((&again["unknown_numbers"], &again["new_count"]), (&json!([]), &json!(1)));
    staff.post(&retry, json!({})).await.data();
    app.run_processes().await;
    assert_eq!(find(&staff, &message).await["new_count"], 1, "read again, nothing is new");
    assert_eq!(show(&staff, &waybill).await["status"], 10, "it waits for the issue");
    scan(&staff, &waybill, bags::code(&loose)).await;
    act(&staff, &waybill, "book", json!({})).await.data();
    assert_eq!(act(&staff, &waybill, "issue", json!({})).await.data()["status"], 40);
    app.run_processes().await;
    assert!(log(&staff, &loose).await.contains(&"ACCEPTED".to_owned()));
}

#[tokio::test]
async fn events_by_hand_have_a_note_and_count_like_those_of_messages() {
    let app = TestApp::start().await;
    let Flying { waybill, shipment, .. } = issue(&app, json!({ "pieces": 3 })).await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(hear(&staff, &waybill, "departed", json!({ "note": " " })).await.code_at("note"), "required");
    assert_eq!(hear(&staff, &waybill, "missing", json!({})).await.code_at("pieces"), "required");
    let wrong = json!({ "flight": "8070" });
    assert_eq!(hear(&staff, &waybill, "departed", wrong).await.code_at("flight"), "invalid");

    let at = app.state.clock.now() - TimeDelta::hours(18);
    let part = json!({ "pieces": 1, "flight": "la 8070", "occurred_at": at });
    hear(&staff, &waybill, "departed", part.clone()).await.data();
    let again = hear(&staff, &waybill, "departed", part).await;
    assert_eq!((again.status, again.message_code()), (409, "cargo_event_known".into()));
    assert_eq!(progress(&staff, &waybill).await, "accepted 1/3, departed 1/3");
    hear(&staff, &waybill, "departed", json!({ "occurred_at": at + TimeDelta::hours(1) })).await.data();
    hear(&staff, &waybill, "arrived", json!({ "occurred_at": at + TimeDelta::hours(12) })).await.data();
    let found = events(&staff, &waybill).await["data"][0].clone();
    assert_eq!(
        (&found["code"], &found["station"], &found["note"]),
        (&json!("ARR"), &json!("FRA"), &json!("called by the airline"))
    );
    let at = at + TimeDelta::hours(13);
    hear(&staff, &waybill, "missing", json!({ "pieces": 1, "occurred_at": at })).await.data();
    assert_eq!(events(&staff, &waybill).await["progress"]["missing"], 1);
    let at = at + TimeDelta::hours(1);
    hear(&staff, &waybill, "found", json!({ "pieces": 1, "occurred_at": at })).await.data();
    assert_eq!(events(&staff, &waybill).await["progress"]["missing"], 0);
    app.run_processes().await;
    let told = log(&staff, &shipment).await;
    assert_eq!(told.iter().filter(|told| *told == "ARRIVED").count(), 1, "{told:?}");
}

#[tokio::test]
async fn what_is_taken_off_after_the_departure_is_at_the_origin_again() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let waybill = start_draft(&admin, json!({})).await;
    let (flown, left) = (bags::received(&staff, json!({})).await, bags::received(&staff, json!({})).await);
    for shipment in [&flown, &left] {
        scan(&staff, &waybill, bags::code(shipment)).await;
    }
    act(&staff, &waybill, "book", json!({})).await.data();
    act(&staff, &waybill, "issue", json!({})).await.data();
    hear(&staff, &waybill, "departed", json!({})).await.data();
    app.run_processes().await;
    assert_eq!(bags::status_of(&staff, &left).await, 70);

    app.state.clock.advance(TimeDelta::hours(1));
    let lines = staff.get(&format!("{}/contents", path_of(&waybill))).await.data();
    let line = lines.as_array().unwrap().iter().find(|line| line["shipment_id"] == left["id"]).unwrap();
    let form = json!({ "reason": "left by the airline", "removed_content_ids": [line["id"]] });
    let refused = act(&staff, &waybill, "amend", form.clone()).await;
    assert_eq!((refused.status, refused.message_code()), (403, "forbidden".into()));
    let amended = act(&admin, &waybill, "amend", form).await.data();
    assert_eq!((&amended["revision"], &amended["status"]), (&json!(2), &json!(50)));
    app.run_processes().await;
    assert_eq!(bags::status_of(&staff, &left).await, 60);
    assert_eq!(bags::status_of(&staff, &flown).await, 70);
    assert!(log(&staff, &left).await.contains(&"DELAYED".to_owned()));
}

#[tokio::test]
async fn a_bag_that_has_not_arrived_after_all_is_at_the_origin_again() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let waybill = start_draft(&admin, json!({})).await;
    let place = bags::warehouse(&admin, "LEF", json!({})).await;
    let bag = bags::open(&staff, &place, json!({})).await;
    let (flown, left) = (bags::received(&staff, json!({})).await, bags::received(&staff, json!({})).await);
    bags::scan(&staff, &bag, bags::code(&left)).await;
    bags::close(&staff, &bag, json!({})).await.data();
    for code in [bags::code(&flown), bags::text(&bag["number"])] {
        assert_eq!(scan(&staff, &waybill, code).await["outcome"], "added");
    }
    for verb in ["book", "issue"] {
        act(&staff, &waybill, verb, json!({})).await.data();
    }
    for event in ["departed", "arrived"] {
        app.state.clock.advance(TimeDelta::hours(1));
        hear(&staff, &waybill, event, json!({})).await.data();
    }
    app.run_processes().await;
    assert_eq!(bags::show(&staff, &bag).await["status"], 60);

    app.state.clock.advance(TimeDelta::hours(1));
    let lines = staff.get(&format!("{}/contents", path_of(&waybill))).await.data();
    let line = lines.as_array().unwrap().iter().find(|line| line["bag_id"] == bag["id"]).unwrap();
    let form = json!({ "reason": "left by the airline", "removed_content_ids": [line["id"]] });
    act(&admin, &waybill, "amend", form).await.data();
    app.run_processes().await;
    assert_eq!(bags::show(&staff, &bag).await["status"], 20);
    assert_eq!(bags::status_of(&staff, &left).await, 60);
    let next = create(&staff, &json!({ "id": waybill["provider_id"] }), json!({})).await.data();
    assert_eq!(scan(&staff, &next, bags::text(&bag["number"])).await["outcome"], "added");
}
