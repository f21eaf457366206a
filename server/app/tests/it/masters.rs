//! Masters: bags go together with a lorry, a ship or the post, and their parcels follow.

use parties::transport_places;
use policy::ProfileKind;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::bags::{self, code, text, with};
use crate::confirm::log;
use crate::isolation::document::Operation;
use crate::isolation::kinds;
use crate::support::{ATLANTICO, Answer, Person, TestApp};
use crate::waybills;

pub const PATH: &str = "/api/masters";

fn form(place: &Value, more: Value) -> Value {
    let form = json!({
        "kind": "cmr", "warehouse_id": place["id"], "from_place": "Guarulhos", "to_place": "Frankfurt", "to_country_id": 81,
        "vehicle": "ABC-1D23",
    });
    with(form, more)
}

pub async fn create(person: &Person, place: &Value, more: Value) -> Value {
    person.post(PATH, form(place, more)).await.data()
}

pub async fn show(person: &Person, master: &Value) -> Value {
    person.get(&format!("{PATH}/{}", text(&master["id"]))).await.data()
}

async fn act(person: &Person, master: &Value, verb: &str, more: Value) -> Answer {
    let version = show(person, master).await["version"].clone();
    let form = with(json!({ "version": version }), more);
    person.post(&format!("{PATH}/{}/{verb}", text(&master["id"])), form).await
}

pub async fn add(person: &Person, master: &Value, bags: &[&Value]) -> Answer {
    let ids: Vec<&Value> = bags.iter().map(|bag| &bag["id"]).collect();
    person.post(&format!("{PATH}/{}/bags", text(&master["id"])), json!({ "bag_ids": ids })).await
}

/// A sealed bag to Frankfurt with some shipments.
pub async fn sealed(person: &Person, place: &Value, shipments: &[&Value]) -> Value {
    let bag = bags::open(person, place, json!({})).await;
    for shipment in shipments {
        assert_eq!(bags::scan(person, &bag, code(shipment)).await["outcome"], "added");
    }
    bags::close(person, &bag, json!({})).await.data()
}

/// A master that has arrived with one bag, and the shipments in it.
pub struct ArrivedMaster {
    pub master: Value,
    pub bag: Value,
    pub shipments: Vec<Value>,
}

/// A master that has arrived with a bag of two shipments, which have followed it.
pub async fn arrived(app: &TestApp, person: &Person, place: &Value, more: Value) -> ArrivedMaster {
    let arrived = arrive(person, place, more).await;
    app.run_processes().await;
    arrived
}

/// The same before its shipments follow.
pub async fn arrive(person: &Person, place: &Value, more: Value) -> ArrivedMaster {
    let shipments = vec![bags::received(person, json!({})).await, bags::received(person, json!({})).await];
    let bag = sealed(person, place, &shipments.iter().collect::<Vec<_>>()).await;
    let master = create(person, place, more).await;
    add(person, &master, &[&bag]).await.data();
    for verb in ["close", "depart", "arrive"] {
        act(person, &master, verb, json!({})).await.data();
    }
    ArrivedMaster { master: show(person, &master).await, bag, shipments }
}

#[tokio::test]
async fn bags_and_parcels_follow_their_master() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "MST", json!({})).await;
    let shipment = bags::received(&staff, json!({})).await;
    let bag = sealed(&staff, &place, &[&shipment]).await;
    let master = create(&staff, &place, json!({})).await;
    assert!(text(&master["number"]).starts_with("MST-T-"), "{master}");
    let empty = act(&staff, &master, "close", json!({})).await;
    assert_eq!((empty.status, empty.message_code()), (409, "master_empty".into()));
    let full = add(&staff, &master, &[&bag]).await.data();
    assert_eq!(
        (&full["bag_count"], &full["parcel_count"], &full["gross_g"]),
        (&json!(1), &json!(1), &json!(1400))
    );
    assert_eq!(
        add(&staff, &master, &[&bag]).await.data()["bag_count"],
        1,
        "the same bag again changes nothing"
    );
    act(&staff, &master, "close", json!({})).await.data();

    app.state.clock.advance(chrono::TimeDelta::hours(1));
    let ancient = json!({ "at": "1900-01-01T00:00:00Z" });
    assert_eq!(act(&staff, &master, "depart", ancient).await.code_at("at"), "event_too_old");
    act(&staff, &master, "depart", json!({})).await.data();
    app.run_processes().await;
    assert_eq!(bags::status_of(&staff, &shipment).await, 70);
    assert_eq!(bags::show(&staff, &bag).await["status"], 50);
    let early = json!({ "at": app.state.clock.now() - chrono::TimeDelta::minutes(30) });
    assert_eq!(act(&staff, &master, "arrive", early).await.code_at("at"), "event_before_previous");

    app.state.clock.advance(chrono::TimeDelta::hours(5));
    let arrived = act(&staff, &master, "arrive", json!({})).await.data();
    app.run_processes().await;
    assert_eq!((&arrived["status"], &arrived["can"]["deliver"]), (&json!(60), &json!(true)));
    assert_eq!(
        (bags::status_of(&staff, &shipment).await, &log(&staff, &shipment).await[0]),
        (json!(75), &"ARRIVED".to_owned())
    );
    assert_eq!(act(&staff, &master, "deliver", json!({})).await.data()["status"], 80);
    let late = act(&staff, &master, "cancel", json!({ "reason": "late" })).await;
    assert_eq!((late.status, late.message_code()), (409, "master_state".into()));
}

#[tokio::test]
async fn a_closed_master_counts_what_came_into_its_bags_since() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "MST", json!({})).await;
    let bag = bags::open(&staff, &place, json!({})).await;
    let master = create(&staff, &place, json!({})).await;
    let empty = add(&staff, &master, &[&bag]).await.data();
    assert_eq!((&empty["bag_count"], &empty["parcel_count"]), (&json!(1), &json!(0)));
    let shipment = bags::received(&staff, json!({})).await;
    assert_eq!(bags::scan(&staff, &bag, code(&shipment)).await["outcome"], "added");
    bags::close(&staff, &bag, json!({})).await.data();
    let closed = act(&staff, &master, "close", json!({})).await.data();
    assert_eq!((&closed["parcel_count"], &closed["gross_g"]), (&json!(1), &json!(1400)));
}

#[tokio::test]
async fn a_shipment_that_was_held_in_its_closed_bag_keeps_the_master_open() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "MST", json!({})).await;
    let shipment = bags::received(&staff, json!({})).await;
    let bag = sealed(&staff, &place, &[&shipment]).await;
    let master = create(&staff, &place, json!({})).await;
    add(&staff, &master, &[&bag]).await.data();
    let hold = json!({ "ids": [shipment["id"]], "reason": "documents", "note": "invoice asked for" });
    staff.post("/api/shipments/hold", hold).await.data();
    let refused = act(&staff, &master, "close", json!({})).await;
    assert_eq!((refused.status, refused.message_code()), (409, "bag_parcels_stopped".into()));
    assert!(refused.text().contains(code(&shipment)), "{}", refused.text());
    staff.post("/api/shipments/release", json!({ "ids": [shipment["id"]] })).await.data();
    assert_eq!(act(&staff, &master, "close", json!({})).await.data()["status"], 20);
}

#[tokio::test]
async fn of_a_shipment_that_goes_in_part_the_event_says_which_parcel() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "MST", json!({})).await;
    let shipment = bags::received_with(&staff, 2).await;
    let bag = sealed(&staff, &place, &[&shipment]).await;
    let master = create(&staff, &place, json!({ "kind": "bl" })).await;
    add(&staff, &master, &[&bag]).await.data();
    act(&staff, &master, "close", json!({})).await.data();
    act(&staff, &master, "depart", json!({})).await.data();
    app.run_processes().await;
    let events = staff.get(&format!("/api/shipments/{}/events", text(&shipment["id"]))).await.data();
    assert_eq!((&events[0]["code"], &events[0]["parcels"]), (&json!("PART_DEPARTED"), &json!([1])));
    assert_eq!(bags::status_of(&staff, &shipment).await, 50, "it moves with the last of its parcels");
}

#[tokio::test]
async fn a_bag_that_does_not_come_in_is_named_with_the_reason() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "MST", json!({})).await;
    let shipment = bags::received(&staff, json!({})).await;
    let bag = sealed(&staff, &place, &[&shipment]).await;
    let (first, second) = (create(&staff, &place, json!({})).await, create(&staff, &place, json!({})).await);
    add(&staff, &first, &[&bag]).await.data();
    let taken = add(&staff, &second, &[&bag]).await;
    assert_eq!((taken.status, taken.code_at("bag_ids")), (409, "bag_in_transport".into()));
    assert!(taken.text().contains(text(&first["number"])), "{}", taken.text());
    let elsewhere = create(&staff, &place, json!({ "to_country_id": 32 })).await;
    let open = bags::open(&staff, &place, json!({})).await;
    assert_eq!(add(&staff, &elsewhere, &[&open]).await.code_at("bag_ids"), "bag_other_country");
    let unknown = json!({ "bag_ids": [Uuid::now_v7()] });
    let answer = staff.post(&format!("{PATH}/{}/bags", text(&second["id"])), unknown).await;
    assert_eq!(answer.code_at("bag_ids"), "unknown_option");

    add(&staff, &second, &[&open]).await.data();
    let not_ready = act(&staff, &second, "close", json!({})).await;
    assert_eq!((not_ready.status, not_ready.message_code()), (409, "bag_not_ready".into()));
    assert!(not_ready.text().contains(text(&open["number"])), "{}", not_ready.text());

    assert_eq!(act(&staff, &first, "cancel", json!({ "reason": " " })).await.code_at("reason"), "required");
    let void = act(&staff, &first, "cancel", json!({ "reason": "other lorry" })).await.data();
    assert_eq!((&void["status"], &void["bag_count"]), (&json!(0), &json!(0)));
    add(&staff, &second, &[&bag]).await.data();
    let path = format!("{PATH}/{}/remove_bags", text(&second["id"]));
    assert_eq!(staff.post(&path, json!({ "bag_ids": [open["id"]] })).await.data()["bag_count"], 1);
    let listed = staff.get(&format!("{PATH}/{}/bags", text(&second["id"]))).await.data();
    assert_eq!(listed[0]["number"], bag["number"]);
}

#[tokio::test]
async fn the_transport_of_another_branch_is_not_named() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let bound = kinds::of_kind(&app, ATLANTICO, ProfileKind::Staff, "dev").await;
    let branch = admin.get("/api/subsidiaries?search=Caruaru").await.data()[0]["id"].clone();
    let place = bags::warehouse(&admin, "MSB", json!({ "subsidiary_id": branch })).await;
    let central = bags::warehouse(&admin, "MSC", json!({})).await;
    let (in_master, on_waybill) =
        (bags::open(&admin, &place, json!({})).await, bags::open(&admin, &place, json!({})).await);
    let theirs = create(&admin, &central, json!({})).await;
    add(&admin, &theirs, &[&in_master]).await.data();
    let waybill = waybills::start_draft(&admin, json!({})).await;
    waybills::scan(&admin, &waybill, text(&on_waybill["number"])).await;

    let own = create(&bound, &place, json!({})).await;
    for (bag, other) in [(&in_master, &theirs), (&on_waybill, &waybill)] {
        let refused = add(&bound, &own, &[bag]).await;
        assert_eq!((refused.status, refused.code_at("bag_ids")), (409, "bag_in_other_branch".into()));
        assert!(!refused.text().contains(text(&other["number"])), "{}", refused.text());
    }
    let own = waybills::create(&bound, &json!({ "id": waybill["provider_id"] }), json!({})).await.data();
    let refused = waybills::scan(&bound, &own, text(&in_master["number"])).await;
    assert_eq!(refused["message_code"], "bag_in_other_branch");
    assert!(!refused.to_string().contains(text(&theirs["number"])), "{refused}");
}

#[tokio::test]
async fn the_form_names_all_that_is_wrong() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "MST", json!({})).await;
    let wrong = json!({
        "to_place": " ", "to_country_id": 9999, "departs_on": "2026-11-20", "arrives_on": "2026-11-19",
    });
    let answer = staff.post(PATH, form(&place, wrong)).await;
    assert_eq!(answer.status, 422, "{}", answer.text());
    for (field, expected) in
        [("to_place", "required"), ("to_country_id", "unknown_option"), ("arrives_on", "master_dates")]
    {
        assert_eq!(answer.code_at(field), expected);
    }
    let master = create(&staff, &place, json!({ "reference": "MAERSK 1" })).await;
    let stale = json!({ "version": 7, "vehicle": "X" });
    let path = format!("{PATH}/{}", text(&master["id"]));
    assert_eq!(staff.patch(&path, stale).await.message_code(), "stale_version");
    let changed =
        staff.patch(&path, json!({ "version": master["version"], "vehicle": "MSC ANNA 12" })).await.data();
    assert_eq!(changed["vehicle"], "MSC ANNA 12");
    let found = staff.get(&format!("{PATH}?search=anna&stage=draft&kind=cmr")).await;
    assert_eq!(
        (found.data()[0]["id"].clone(), found.json()["meta"]["totals"]["draft"].clone()),
        (master["id"].clone(), json!(1))
    );
}

/// The worth of a neighbour's record in the form of a master.
pub async fn refuses(stranger: &Person, operation: &Operation, reference: &str, theirs: &str) {
    let unknown = |answer: Answer| {
        assert_eq!(answer.status, 422, "{reference}: {}", answer.text());
        answer.code_at(reference)
    };
    let code = &Uuid::now_v7().simple().to_string()[20..];
    let place = bags::warehouse(stranger, code, json!({})).await;
    match operation.id.as_str() {
        "master_create" => {
            let answer = stranger.post(PATH, form(&place, json!({ reference: theirs }))).await;
            assert_eq!(unknown(answer), "unknown_option");
        }
        "master_update" => {
            let own = create(stranger, &place, json!({})).await;
            let change = json!({ "version": own["version"], reference: theirs });
            unknown(stranger.patch(&format!("{PATH}/{}", text(&own["id"])), change).await);
        }
        "master_bags_add" | "master_bags_remove" => {
            let own = create(stranger, &place, json!({})).await;
            let path = operation.filled(text(&own["id"]));
            assert_eq!(unknown(stranger.post(&path, json!({ "bag_ids": [theirs] })).await), "unknown_option");
        }
        other => panic!("{other} names `{reference}`"),
    }
}

#[tokio::test]
async fn each_kind_of_a_master_has_a_paper() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "PAP", json!({})).await;
    let receiver = json!({
        "name": "Kurier Rhein-Main", "warehouse_type": "destination", "country_id": 81, "city": "Frankfurt", "postcode": "60549",
        "airport": "FRA", "time_zone": "Europe/Berlin",
    });
    bags::warehouse(&admin, "RHM", receiver).await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let found = transport_places::find_receiver(&mut tx, 81, "frankfurt", None).await.unwrap().unwrap();
    assert_eq!(found.write(), "Kurier Rhein-Main\nRodovia Hélio Smidt, 1\n60549 Frankfurt\nDE");
    assert!(transport_places::find_receiver(&mut tx, 81, "Bremen", None).await.unwrap().is_none());
    tx.commit().await.unwrap();
    for kind in ["cn38", "cmr", "bl"] {
        let shipment = bags::received(&staff, json!({})).await;
        let bag = sealed(&staff, &place, &[&shipment]).await;
        let master = create(&staff, &place, json!({ "kind": kind, "note": "京东 ção" })).await;
        add(&staff, &master, &[&bag]).await.data();
        let path = format!("{PATH}/{}/pdf", text(&master["id"]));
        let draft = staff.get(&path).await;
        assert!(draft.status == 200 && draft.body.starts_with(b"%PDF"), "{kind}: {}", draft.text());
        act(&staff, &master, "close", json!({})).await.data();
        assert_ne!(staff.get(&path).await.body, draft.body, "{kind}: it is no draft any more");
        assert_eq!(app.client(ATLANTICO).await.get(&path).await.status, 403);
    }
}
