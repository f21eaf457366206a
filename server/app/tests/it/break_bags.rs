//! Break-bags: what arrived is scanned against what was expected; over, short, damaged; settled and closed.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::bags::{self, code, text, with};
use crate::confirm::log;
use crate::isolation::document::Operation;
use crate::masters::{arrive, arrived};
use crate::support::{ATLANTICO, Answer, Person, TestApp};
use crate::waybills;

pub const PATH: &str = "/api/break-bags";

/// The unpacking of a master that has arrived.
pub async fn begin(person: &Person, master: &Value) -> Value {
    person.post(PATH, json!({ "master_id": master["id"] })).await.data()
}

/// The parcels of a break-bag, with a filter such as `?only=over`.
pub async fn lines(person: &Person, broken: &Value, filter: &str) -> Vec<Value> {
    let path = format!("{PATH}/{}/lines{filter}", text(&broken["id"]));
    person.get(&path).await.data().as_array().unwrap().clone()
}

/// Says that a parcel is damaged, with a photo, and returns where that is.
pub async fn photograph(person: &Person, broken: &Value, line: &Value) -> String {
    let path = format!("{PATH}/{}/lines/{}", text(&broken["id"]), text(&line["id"]));
    let picture = crate::account::general::png();
    let photo = ("file", "a.png", &picture[..]);
    let damaged = person.upload(&format!("{path}/damage"), photo, &[("note", "wet")]).await.data();
    assert_eq!((&damaged["is_damaged"], &damaged["has_photo"]), (&json!(true), &json!(true)));
    format!("{path}/photo")
}

async fn send_scan(person: &Person, broken: &Value, form: Value) -> Answer {
    person.post(&format!("{PATH}/{}/scan", text(&broken["id"])), form).await
}

pub async fn scan(person: &Person, broken: &Value, code: &str, bag: Option<&Value>) -> Value {
    let form = json!({
        "key": Uuid::now_v7(), "code": code, "station": "1", "bag_id": bag.map(|bag| bag["id"].clone()),
    });
    send_scan(person, broken, form).await.data()
}

pub async fn show(person: &Person, broken: &Value) -> Value {
    person.get(&format!("{PATH}/{}", text(&broken["id"]))).await.data()
}

pub async fn act(person: &Person, broken: &Value, verb: &str, more: Value) -> Answer {
    let version = show(person, broken).await["version"].clone();
    let form = with(json!({ "version": version }), more);
    person.post(&format!("{PATH}/{}/{verb}", text(&broken["id"])), form).await
}

pub async fn resolve(person: &Person, broken: &Value, line: &Value, resolution: &str) -> Answer {
    let path = format!("{PATH}/{}/lines/{}/resolve", text(&broken["id"]), text(&line["id"]));
    person.post(&path, json!({ "resolution": resolution, "note": "asked the carrier" })).await
}

#[tokio::test]
async fn what_is_short_over_or_damaged_is_settled_before_the_end() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "BRK", json!({})).await;
    let arrived = arrived(&app, &staff, &place, json!({})).await;
    let [found, missing] = &arrived.shipments[..] else { panic!("two shipments") };
    let broken = begin(&staff, &arrived.master).await;
    assert_eq!((&broken["expected_count"], &broken["number"]), (&json!(2), &arrived.master["number"]));
    assert_eq!(bags::show(&staff, &arrived.bag).await["status"], 70);
    let twice = staff.post(PATH, json!({ "master_id": arrived.master["id"] })).await;
    assert_eq!((twice.status, twice.message_code()), (409, "break_bag_exists".into()));

    app.state.clock.advance(chrono::TimeDelta::minutes(1));
    let first = scan(&staff, &broken, code(found), Some(&arrived.bag)).await;
    assert_eq!((&first["outcome"], &first["line"]["finding"]), (&json!("found"), &json!("found")));
    assert_eq!(log(&staff, found).await[0], "UNLOADED");
    let stranger = bags::received(&staff, json!({})).await;
    let listed = bags::open(&staff, &place, json!({})).await;
    bags::scan(&staff, &listed, code(&stranger)).await;
    let over = scan(&staff, &broken, code(&stranger), None).await;
    assert_eq!((&over["outcome"], &over["message_code"]), (&json!("over"), &json!("parcel_left_bag")));
    assert_eq!(bags::show(&staff, &listed).await["parcel_count"], 0);
    assert_eq!(scan(&staff, &broken, "NOBODY-KNOWS", None).await["outcome"], "over");
    assert_eq!(scan(&staff, &broken, "NOBODY-KNOWS", None).await["outcome"], "already_here");
    let line = lines(&staff, &broken, "?only=found").await[0].clone();
    let photo = photograph(&staff, &broken, &line).await;
    assert_eq!(staff.get(&photo).await.header("content-type"), Some("image/png"));
    assert!(log(&staff, found).await.contains(&"DAMAGED".to_owned()));

    let counted = act(&staff, &broken, "finish", json!({})).await.data();
    let counts = |it: &Value| {
        ["found", "over", "short", "damaged", "open"].map(|name| it[format!("{name}_count")].clone())
    };
    assert_eq!(counts(&counted), [1, 2, 1, 1, 4].map(Value::from));
    let refused = act(&staff, &broken, "close", json!({ "next_step": "receiving" })).await;
    assert_eq!((refused.status, refused.message_code()), (409, "break_bag_open_lines".into()));
    for line in lines(&staff, &broken, "?only=open").await {
        let wrong = resolve(&staff, &broken, &line, "found_later").await;
        assert_eq!(wrong.code_at("resolution"), "unknown_option");
        let way = text(&line["ways_to_settle"][0]);
        assert_eq!(resolve(&staff, &broken, &line, way).await.data()["is_open"], false);
    }
    let closed = act(&staff, &broken, "close", json!({ "next_step": "receiving" })).await.data();
    assert_eq!((&closed["status"], &closed["next_step"]), (&json!(30), &json!("receiving")));
    app.run_processes().await;
    assert_eq!(bags::show(&staff, &arrived.bag).await["status"], 80);
    assert_eq!(log(&staff, missing).await[0], "NOT_ARRIVED");
    assert_eq!(bags::status_of(&staff, missing).await, 70, "it has not arrived");

    app.state.clock.advance(chrono::TimeDelta::minutes(1));
    let late = scan(&staff, &broken, code(missing), None).await;
    assert_eq!((&late["outcome"], &late["line"]["resolution"]), (&json!("found"), &json!("found_later")));
    assert_eq!(counts(&late["break_bag"]), [2, 2, 0, 1, 0].map(Value::from));
    app.run_processes().await;
    assert_eq!(bags::status_of(&staff, missing).await, 75);
}

#[tokio::test]
async fn the_bags_of_a_break_bag_are_found_by_a_part_of_their_numbers() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "BRK", json!({})).await;
    let arrived = arrived(&app, &staff, &place, json!({})).await;
    let broken = begin(&staff, &arrived.master).await;
    // As if there were more bags than a page has.
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let lines = sqlx::query(
        "with present as materialized (
             select id, break_bag_id, code, shipment_id, bag_id from break_bag_lines where break_bag_id = $1)
         insert into break_bag_lines (id, break_bag_id, is_expected, code, shipment_id, seq, parcel_count, bag_id, bag_number)
         select gen_random_uuid(), l.break_bag_id, true, l.code, l.shipment_id, n + 1, 200, l.bag_id, 'MANY-' || lpad(n::text, 3, '0')
         from present l cross join generate_series(1, 120) n
         order by l.id limit 120",
    );
    lines.bind(Uuid::parse_str(text(&broken["id"])).unwrap()).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let path = format!("{PATH}/{}/bags", text(&broken["id"]));
    let first = staff.get(&path).await.data();
    assert_eq!(first.as_array().unwrap().len(), 50);
    let last = staff.get(&format!("{path}?search=many-120")).await.data();
    assert_eq!(last, json!([{ "id": arrived.bag["id"], "number": "MANY-120" }]));
    let own = staff.get(&format!("{path}?search={}", text(&arrived.bag["number"]))).await.data();
    assert_eq!(own[0]["number"], arrived.bag["number"]);
    assert_eq!(app.client(ATLANTICO).await.get(&path).await.status, 403);
}

#[tokio::test]
async fn the_same_scan_again_has_its_first_answer() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "BRK", json!({})).await;
    let arrived = arrived(&app, &staff, &place, json!({})).await;
    let broken = begin(&staff, &arrived.master).await;
    let form = json!({ "key": Uuid::now_v7(), "code": code(&arrived.shipments[0]) });
    let before = send_scan(&staff, &broken, form.clone()).await.data();
    let again = send_scan(&staff, &broken, form).await.data();
    assert_eq!((&before["outcome"], &again["outcome"]), (&json!("found"), &json!("found")));
    assert_eq!(again["break_bag"]["found_count"], 1);
    let other = scan(&staff, &broken, code(&arrived.shipments[0]), None).await;
    assert_eq!(other["outcome"], "already_here");

    let sealed = bags::open(&staff, &place, json!({})).await;
    let stranger = bags::received(&staff, json!({})).await;
    bags::scan(&staff, &sealed, code(&stranger)).await;
    bags::close(&staff, &sealed, json!({})).await.data();
    let over = scan(&staff, &broken, code(&stranger), None).await;
    assert_eq!(over["message_code"], "parcel_in_closed_bag");
    assert!(text(&over["message"]).contains(text(&sealed["number"])), "{over}");
}

#[tokio::test]
async fn a_parcel_that_nobody_knows_is_registered_from_its_line() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "BRK", json!({})).await;
    let arrived = arrived(&app, &staff, &place, json!({})).await;
    let broken = begin(&staff, &arrived.master).await;
    assert_eq!(broken["can"]["register"], true);
    let stranger = bags::received(&staff, json!({})).await;
    let known = scan(&staff, &broken, code(&stranger), None).await["line"].clone();
    let unknown = scan(&staff, &broken, "NOBODY-KNOWS", None).await["line"].clone();
    let register = async |line: &Value, resolution: &str| {
        let path = format!("{PATH}/{}/lines/{}/resolve", text(&broken["id"]), text(&line["id"]));
        staff.post(&path, json!({ "resolution": resolution, "note": "no label", "register": true })).await
    };
    assert_eq!(register(&known, "accepted").await.code_at("register"), "invalid");
    assert_eq!(register(&unknown, "returned").await.code_at("register"), "invalid");
    for _ in 0..2 {
        let line = register(&unknown, "accepted").await.data();
        assert_eq!((&line["is_registered"], &line["is_open"]), (&json!(true), &json!(false)));
        let kept = staff.get("/api/inbound-parcels?unidentified=true").await.json();
        let (total, found) = (&kept["meta"]["total"], &kept["data"][0]["external_code"]);
        assert_eq!((total, found), (&json!(1), &unknown["code"]));
    }
}

#[tokio::test]
async fn labels_of_bags_and_of_the_cargo_are_no_parcels() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "BRK", json!({})).await;
    let arrived = arrived(&app, &staff, &place, json!({})).await;
    let broken = begin(&staff, &arrived.master).await;
    for label in [&arrived.bag["number"], &arrived.master["number"]] {
        let form = json!({ "key": Uuid::now_v7(), "code": label, "station": "1" });
        let refused = send_scan(&staff, &broken, form).await;
        assert_eq!((refused.status, refused.message_code()), (409, "break_bag_not_parcel".into()), "{label}");
    }
    assert_eq!(show(&staff, &broken).await["over_count"], 0);
}

#[tokio::test]
async fn two_stations_with_one_parcel_count_it_once() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "BRK", json!({})).await;
    let arrived = arrived(&app, &staff, &place, json!({})).await;
    let broken = begin(&staff, &arrived.master).await;
    let code = code(&arrived.shipments[0]);
    let (one, two) = tokio::join!(scan(&staff, &broken, code, None), scan(&admin, &broken, code, None));
    let mut outcomes = [text(&one["outcome"]), text(&two["outcome"])];
    outcomes.sort_unstable();
    assert_eq!(outcomes, ["already_here", "found"]);
    assert_eq!(show(&staff, &broken).await["found_count"], 1);
}

#[tokio::test]
async fn nothing_is_unpacked_before_it_arrives_and_only_an_untouched_one_is_cancelled() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "BRK", json!({})).await;
    let arrived = arrived(&app, &staff, &place, json!({})).await;
    let broken = begin(&staff, &arrived.master).await;
    let cancelled = act(&staff, &broken, "cancel", json!({ "reason": "wrong hall" })).await.data();
    assert_eq!(cancelled["status"], 0);
    let closed = send_scan(&staff, &broken, json!({ "key": Uuid::now_v7(), "code": "X" })).await;
    assert_eq!((closed.status, closed.message_code()), (409, "break_bag_state".into()));
    let form = json!({ "master_id": arrived.master["id"], "blind": true });
    let again = staff.post(PATH, form).await.data();
    assert_eq!((&again["blind"], &again["expected_count"]), (&json!(true), &Value::Null));
    let told = scan(&staff, &again, code(&arrived.shipments[0]), None).await;
    assert_eq!(told["break_bag"]["expected_count"], Value::Null);
    for answer in [staff.get(&format!("{PATH}?status=10")).await.json(), show(&staff, &again).await] {
        assert!(!answer.to_string().contains("\"expected_count\":2"), "{answer}");
    }
    let seen = lines(&staff, &again, "").await;
    assert_eq!((seen.len(), &seen[0]["finding"]), (1, &json!("found")), "nothing that is awaited");
    assert_eq!(lines(&staff, &again, "?only=missing").await.len(), 0);
    let begun = act(&staff, &again, "cancel", json!({ "reason": "wrong hall" })).await;
    assert_eq!((begun.status, begun.message_code()), (409, "break_bag_begun".into()));
    let counted = act(&staff, &again, "finish", json!({})).await.data();
    assert_eq!((&counted["expected_count"], &counted["short_count"]), (&json!(2), &json!(1)));
    assert_eq!(lines(&staff, &again, "?only=missing").await.len(), 1);
    let open = act(&staff, &again, "reopen", json!({ "reason": "a pallet behind the door" })).await.data();
    assert_eq!((&open["status"], &open["short_count"]), (&json!(10), &json!(0)));
    assert_eq!(staff.post(PATH, json!({})).await.status, 422);
}

/// A waybill to Frankfurt that has arrived with these shipments, none of them in a bag.
async fn fly(app: &TestApp, person: &Person, waybill: &Value, shipments: &[&Value]) {
    for shipment in shipments {
        assert_eq!(waybills::scan(person, waybill, code(shipment)).await["outcome"], "added");
    }
    for verb in ["book", "issue"] {
        waybills::act(person, waybill, verb, json!({})).await.data();
    }
    app.state.clock.advance(chrono::TimeDelta::minutes(1));
    for event in ["departed", "arrived"] {
        app.state.clock.advance(chrono::TimeDelta::minutes(1));
        let form = json!({ "event": event, "note": "told by the airline" });
        waybills::act(person, waybill, "record_event", form).await.data();
    }
    app.run_processes().await;
}

#[tokio::test]
async fn what_a_waybill_brought_is_unpacked_and_a_short_parcel_turns_up_elsewhere() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let first = waybills::start_draft(&admin, json!({})).await;
    let airline = json!({ "id": first["provider_id"] });
    let second = waybills::create(&staff, &airline, json!({})).await.data();
    let early = staff.post(PATH, json!({ "mawb_id": first["id"] })).await;
    assert_eq!((early.status, early.message_code()), (409, "break_bag_not_arrived".into()));
    let (found, missing) = (bags::received(&staff, json!({})).await, bags::received(&staff, json!({})).await);
    fly(&app, &staff, &first, &[&found, &missing]).await;
    let broken = staff.post(PATH, json!({ "mawb_id": first["id"] })).await.data();
    let facts = (&broken["expected_count"], &broken["place"], &broken["time_zone"]);
    assert_eq!(facts, (&json!(2), &json!("Frankfurt am Main"), &json!("Europe/Berlin")));
    let twice = staff.post(PATH, json!({ "mawb_id": first["id"] })).await;
    assert_eq!((twice.status, twice.message_code()), (409, "break_bag_exists".into()));
    assert_eq!(scan(&staff, &broken, code(&found), None).await["outcome"], "found");
    act(&staff, &broken, "finish", json!({})).await.data();
    let line = lines(&staff, &broken, "?only=missing").await[0].clone();
    resolve(&staff, &broken, &line, "other_flight").await.data();
    act(&staff, &broken, "close", json!({ "next_step": "delivery" })).await.data();

    let other = bags::received(&staff, json!({})).await;
    fly(&app, &staff, &second, &[&other]).await;
    let next = staff.post(PATH, json!({ "mawb_id": second["id"] })).await.data();
    assert_eq!(scan(&staff, &next, code(&missing), None).await["outcome"], "over");
    let settled = lines(&staff, &broken, "?only=found").await;
    let resolutions: Vec<&Value> = settled.iter().map(|line| &line["resolution"]).collect();
    assert!(resolutions.contains(&&json!("found_later")), "{resolutions:?}");
    let counts = show(&staff, &broken).await;
    assert_eq!((&counts["found_count"], &counts["short_count"]), (&json!(2), &json!(0)));
}

#[tokio::test]
async fn what_was_found_of_a_bag_goes_on_although_its_other_piece_never_came() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let waybill = waybills::start_draft(&admin, json!({})).await;
    let place = bags::warehouse(&admin, "BRK", json!({})).await;
    let bag = bags::open(&staff, &place, json!({})).await;
    let (found, missing) = (bags::received(&staff, json!({})).await, bags::received(&staff, json!({})).await);
    for shipment in [&found, &missing] {
        assert_eq!(bags::scan(&staff, &bag, code(shipment)).await["outcome"], "added");
    }
    bags::close(&staff, &bag, json!({})).await.data();
    assert_eq!(waybills::scan(&staff, &waybill, text(&bag["number"])).await["outcome"], "added");
    for verb in ["book", "issue"] {
        waybills::act(&staff, &waybill, verb, json!({})).await.data();
    }
    for (event, pieces) in [("departed", Value::Null), ("arrived", json!(1))] {
        app.state.clock.advance(chrono::TimeDelta::minutes(1));
        let form = json!({ "event": event, "pieces": pieces, "note": "told by the airline" });
        waybills::act(&staff, &waybill, "record_event", form).await.data();
    }
    app.run_processes().await;
    assert_eq!(bags::show(&staff, &bag).await["status"], 50, "one of two pieces");
    let broken = staff.post(PATH, json!({ "mawb_id": waybill["id"] })).await.data();
    app.state.clock.advance(chrono::TimeDelta::minutes(1));
    assert_eq!(scan(&staff, &broken, code(&found), None).await["outcome"], "found");

    app.state.clock.advance(chrono::TimeDelta::minutes(1));
    let received = json!({ "tracking_codes": [found["tracking_code"]], "event_code": "RECEIVED" });
    let told = staff.post("/api/shipments/record_event", received).await.data();
    assert_eq!(told[0]["recorded"], true, "{told}");
    let next = bags::open(&staff, &place, json!({})).await;
    let packed = bags::scan(&staff, &next, code(&found)).await;
    assert_eq!(packed["outcome"], "added", "{packed}");
}

#[tokio::test]
async fn a_parcel_that_turned_up_in_another_break_bag_is_not_short_in_its_own() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "BRK", json!({})).await;
    let (one, two) =
        (arrived(&app, &staff, &place, json!({})).await, arrived(&app, &staff, &place, json!({})).await);
    let (own, other) = (begin(&staff, &one.master).await, begin(&staff, &two.master).await);
    let [found, strayed] = &one.shipments[..] else { panic!("two shipments") };
    assert_eq!(scan(&staff, &own, code(found), None).await["outcome"], "found");
    assert_eq!(scan(&staff, &other, code(strayed), None).await["outcome"], "over");
    let counted = act(&staff, &own, "finish", json!({})).await.data();
    assert_eq!((&counted["found_count"], &counted["short_count"]), (&json!(2), &json!(0)));
    assert_eq!(counted["open_count"], 0);
    for number in ["009", "000"] {
        let form =
            json!({ "key": Uuid::now_v7(), "code": format!("{}{number}", code(found)), "station": "1" });
        let refused = send_scan(&staff, &other, form).await;
        assert_eq!(
            (refused.status, refused.message_code()),
            (409, "parcel_number_unknown".into()),
            "{number}"
        );
    }
}

/// The worth of a neighbour's record where something is unpacked.
pub async fn refuses(stranger: &Person, operation: &Operation, reference: &str, theirs: &str) {
    match operation.id.as_str() {
        // Another company has neither a waybill nor a master.
        "break_bag_create" => {
            let answer = stranger.post(PATH, json!({ reference: theirs })).await;
            assert_eq!(answer.status, 404, "{reference}: {}", answer.text());
        }
        "break_bag_bag_list" => {
            let code = &Uuid::now_v7().simple().to_string()[20..];
            let place = bags::warehouse(stranger, code, json!({})).await;
            let broken = begin(stranger, &arrive(stranger, &place, json!({})).await.master).await;
            let path = operation.filled(broken["id"].as_str().unwrap());
            let found = stranger.get(&format!("{path}?{reference}={}", theirs.replace(' ', "%20"))).await;
            assert_eq!(found.data(), json!([]));
        }
        "break_bag_scan" => {
            let code = &Uuid::now_v7().simple().to_string()[20..];
            let place = bags::warehouse(stranger, code, json!({})).await;
            let broken = begin(stranger, &arrive(stranger, &place, json!({})).await.master).await;
            let form = json!({ "key": Uuid::now_v7(), "code": "X", reference: theirs });
            assert_eq!(send_scan(stranger, &broken, form).await.code_at(reference), "unknown_option");
        }
        other => panic!("{other} names `{reference}`"),
    }
}
