//! The parcels of a shipment may go on different days. The shipment moves with the last of them.

use chrono::TimeDelta;
use serde_json::{Value, json};
use server_core::settings::TRACKING_EMAILS;

use super::{close, code, open, received_with, scan, status_of, text, warehouse};
use crate::confirm::log;
use crate::manifests;
use crate::register::{at_the_door, mails_with, token_after};
use crate::support::{ATLANTICO, Person, TestApp};
use crate::tracking_updates::{EMAIL, STOP};
use crate::waybills;
use crate::webhooks::Told;
use crate::webhooks::receiver::Received;

/// The parts that each flight needs.
struct Airport<'a> {
    app: &'a TestApp,
    staff: Person,
    place: Value,
    airline: Value,
}

impl<'a> Airport<'a> {
    async fn new(app: &'a TestApp) -> Self {
        let admin = app.admin(ATLANTICO).await;
        let airline = waybills::airline(&admin, "LA905", "905").await;
        waybills::add_range(&admin, &airline, [100, 199], json!({})).await.data();
        let place = warehouse(&admin, "DAY", json!({})).await;
        Self { app, staff: app.staff(ATLANTICO).await, place, airline }
    }

    /// A sealed bag with one parcel of a shipment.
    async fn pack(&self, scanned: &str) -> Value {
        let bag = open(&self.staff, &self.place, json!({})).await;
        let answer = scan(&self.staff, &bag, scanned).await;
        assert_eq!(answer["outcome"], "added", "{answer}");
        close(&self.staff, &bag, json!({})).await.data();
        bag
    }

    /// An issued waybill with a bag or a loose shipment.
    async fn issue(&self, scanned: &str) -> Value {
        let waybill = waybills::create(&self.staff, &self.airline, json!({})).await.data();
        let added = waybills::scan(&self.staff, &waybill, scanned).await;
        assert_eq!(added["outcome"], "added", "{added}");
        for verb in ["book", "issue"] {
            waybills::act(&self.staff, &waybill, verb, json!({})).await.data();
        }
        waybill
    }

    /// The same, and it has left.
    async fn fly(&self, scanned: &str) -> Value {
        let waybill = self.issue(scanned).await;
        self.hear(&waybill, "departed").await;
        waybill
    }

    async fn hear(&self, waybill: &Value, event: &str) {
        self.app.state.clock.advance(TimeDelta::hours(1));
        let form = json!({ "event": event, "note": "told by the airline" });
        waybills::act(&self.staff, waybill, "record_event", form).await.data();
        self.app.run_processes().await;
    }

    /// The airline reports that a waybill departed some minutes ago.
    async fn hear_late(&self, waybill: &Value, minutes: i64) {
        let at = self.app.state.clock.now() - TimeDelta::minutes(minutes);
        let form = json!({ "event": "departed", "occurred_at": at, "note": "told by the airline" });
        waybills::act(&self.staff, waybill, "record_event", form).await.data();
        self.app.run_processes().await;
    }

    /// The newest event of a shipment, and its status.
    async fn newest(&self, shipment: &Value) -> (String, Value) {
        (log(&self.staff, shipment).await[0].clone(), status_of(&self.staff, shipment).await)
    }
}

#[tokio::test]
async fn parcels_of_a_shipment_fly_in_three_aircraft_and_it_moves_with_the_last() {
    let app = TestApp::start().await;
    let airport = Airport::new(&app).await;
    let staff = &airport.staff;
    let shipment = received_with(staff, 3).await;
    let mut flights = Vec::new();
    for day in 1..=3 {
        let bag = airport.pack(code(&shipment)).await;
        flights.push(airport.fly(text(&bag["number"])).await);
        let expected = if day < 3 { ("PART_DEPARTED", 50) } else { ("DEPARTED", 70) };
        assert_eq!(airport.newest(&shipment).await, (expected.0.to_owned(), json!(expected.1)), "day {day}");
        let events = staff.get(&format!("/api/shipments/{}/events", text(&shipment["id"]))).await.data();
        assert_eq!(events[0]["parcels"], json!([day]));
        app.state.clock.advance(TimeDelta::minutes(10));
    }
    for (flight, expected) in
        flights.iter().zip([("PART_ARRIVED", 70), ("PART_ARRIVED", 70), ("ARRIVED", 75)])
    {
        airport.hear(flight, "arrived").await;
        assert_eq!(airport.newest(&shipment).await, (expected.0.to_owned(), json!(expected.1)));
    }
    let full = open(staff, &airport.place, json!({})).await;
    let gone = scan(staff, &full, code(&shipment)).await;
    assert_eq!((&gone["outcome"], &gone["message_code"]), (&json!("refused"), &json!("parcel_departed")));
}

#[tokio::test]
async fn two_flights_told_at_once_move_their_shipment_once() {
    let app = TestApp::start().await;
    let airport = Airport::new(&app).await;
    let staff = &airport.staff;
    let shipment = received_with(staff, 2).await;
    let mut waybills = Vec::new();
    for _ in 0..2 {
        let bag = airport.pack(code(&shipment)).await;
        waybills.push(airport.issue(text(&bag["number"])).await);
    }
    app.state.clock.advance(TimeDelta::hours(1));
    for waybill in &waybills {
        let form = json!({ "event": "departed", "note": "told by the airline" });
        waybills::act(staff, waybill, "record_event", form).await.data();
    }
    app.run_processes().await;
    assert_eq!(status_of(staff, &shipment).await, 70);
    let told = log(staff, &shipment).await;
    let count = |code: &str| told.iter().filter(|told| *told == code).count();
    assert_eq!((count("PART_DEPARTED"), count("DEPARTED")), (1, 1), "{told:?}");
}

#[tokio::test]
async fn a_shipment_departs_with_its_last_flight_although_that_was_told_first() {
    let app = TestApp::start().await;
    let airport = Airport::new(&app).await;
    let staff = &airport.staff;
    let shipment = received_with(staff, 2).await;
    let bags = [airport.pack(code(&shipment)).await, airport.pack(code(&shipment)).await];
    let first = airport.issue(text(&bags[0]["number"])).await;
    let last = airport.issue(text(&bags[1]["number"])).await;
    app.state.clock.advance(TimeDelta::hours(1));
    airport.hear_late(&last, 10).await;
    let between = app.state.clock.now() - TimeDelta::minutes(30);
    let form =
        json!({ "tracking_codes": [code(&shipment)], "event_code": "MANIFESTED", "occurred_at": between });
    assert_eq!(staff.post("/api/shipments/record_event", form).await.data()[0]["recorded"], true);
    assert_eq!(status_of(staff, &shipment).await, 60);
    airport.hear_late(&first, 50).await;
    assert_eq!(status_of(staff, &shipment).await, 70, "the manifest was closed before the last flight");
    let events = staff.get(&format!("/api/shipments/{}/events", text(&shipment["id"]))).await.data();
    let find = |code: &str| events.as_array().unwrap().iter().find(|event| event["code"] == code).unwrap();
    let (part, whole) = (find("PART_DEPARTED"), find("DEPARTED"));
    assert_eq!((&part["parcels"], &whole["parcels"]), (&json!([2]), &json!([1])));
    assert_eq!(whole["occurred_at"], part["occurred_at"]);
}

#[tokio::test]
async fn a_parcel_whose_arrival_alone_was_told_has_departed() {
    let app = TestApp::start().await;
    let airport = Airport::new(&app).await;
    let staff = &airport.staff;
    let shipment = received_with(staff, 2).await;
    let bags = [airport.pack(code(&shipment)).await, airport.pack(code(&shipment)).await];
    let first = airport.issue(text(&bags[0]["number"])).await;
    airport.hear(&first, "arrived").await;
    assert_eq!(airport.newest(&shipment).await, ("PART_ARRIVED".to_owned(), json!(50)));
    airport.fly(text(&bags[1]["number"])).await;
    assert_eq!(airport.newest(&shipment).await, ("DEPARTED".to_owned(), json!(70)));
}

#[tokio::test]
async fn a_loose_parcel_whose_arrival_alone_was_told_is_not_here() {
    let app = TestApp::start().await;
    let airport = Airport::new(&app).await;
    let staff = &airport.staff;
    let shipment = received_with(staff, 2).await;
    let bag = airport.pack(code(&shipment)).await;
    let first = airport.fly(text(&bag["number"])).await;
    let loose = airport.issue(code(&shipment)).await;
    airport.hear(&loose, "arrived").await;
    airport.hear(&first, "arrived").await;
    assert_eq!(airport.newest(&shipment).await, ("ARRIVED".to_owned(), json!(75)));
    let other = open(staff, &airport.place, json!({})).await;
    let gone = scan(staff, &other, &format!("{}002", code(&shipment))).await;
    assert_eq!((&gone["outcome"], &gone["message_code"]), (&json!("refused"), &json!("parcel_departed")));
}

#[tokio::test]
async fn a_parcel_stays_behind_although_somebody_has_told_of_customs() {
    let app = TestApp::start().await;
    let airport = Airport::new(&app).await;
    let staff = &airport.staff;
    let shipment = received_with(staff, 2).await;
    let first = airport.pack(&format!("{}001", code(&shipment))).await;
    airport.fly(text(&first["number"])).await;
    app.state.clock.advance(TimeDelta::hours(1));
    super::record(staff, &shipment, "IN_CUSTOMS").await;
    assert_eq!(status_of(staff, &shipment).await, 80);

    app.state.clock.advance(TimeDelta::hours(1));
    let bag = open(staff, &airport.place, json!({})).await;
    let gone = scan(staff, &bag, &format!("{}001", code(&shipment))).await;
    assert_eq!((&gone["outcome"], &gone["message_code"]), (&json!("refused"), &json!("parcel_departed")));
    let left = scan(staff, &bag, &format!("{}002", code(&shipment))).await;
    assert_eq!((&left["outcome"], &left["shipment"]["seq"]), (&json!("added"), &json!(2)), "{left}");
    close(staff, &bag, json!({})).await.data();
    airport.fly(text(&bag["number"])).await;
    assert_eq!(airport.newest(&shipment).await, ("DEPARTED".to_owned(), json!(70)));
}

#[tokio::test]
async fn what_is_left_of_a_shipment_flies_without_a_bag() {
    let app = TestApp::start().await;
    let airport = Airport::new(&app).await;
    let staff = &airport.staff;
    let shipment = received_with(staff, 3).await;
    let bag = airport.pack(code(&shipment)).await;
    let early = waybills::create(staff, &airport.airline, json!({})).await.data();
    let refused = waybills::scan(staff, &early, code(&shipment)).await;
    assert_eq!(refused["message_code"], "waybill_parcels_packed", "its bag is still here");
    airport.fly(text(&bag["number"])).await;

    let waybill = airport.fly(code(&shipment)).await;
    let lines = staff.get(&format!("{}/contents", waybills::path_of(&waybill))).await.data();
    assert_eq!((&lines[0]["parcel_count"], &lines[0]["bag_id"]), (&json!(2), &Value::Null));
    assert_eq!(airport.newest(&shipment).await, ("DEPARTED".to_owned(), json!(70)));
    airport.hear(&waybill, "arrived").await;
    assert_eq!(airport.newest(&shipment).await, ("PART_ARRIVED".to_owned(), json!(70)));
    let broken = staff.post("/api/break-bags", json!({ "mawb_id": waybill["id"] })).await.data();
    assert_eq!(broken["expected_count"], 2);
    let path = format!("/api/break-bags/{}/lines", text(&broken["id"]));
    let expected = staff.get(&path).await.data();
    assert_eq!((&expected[0]["seq"], &expected[1]["seq"]), (&json!(2), &json!(3)));
    let again = waybills::scan(staff, &early, code(&shipment)).await;
    assert_eq!(again["outcome"], "refused", "nothing of it is here: {again}");
}

#[tokio::test]
async fn a_bag_expects_what_went_the_same_way_in_part() {
    let app = TestApp::start().await;
    let airport = Airport::new(&app).await;
    let staff = &airport.staff;
    let shipment = received_with(staff, 3).await;
    let first = airport.pack(code(&shipment)).await;
    airport.fly(text(&first["number"])).await;
    let next = open(staff, &airport.place, json!({})).await;
    let path = format!("{}/{}/expected", super::PATH, text(&next["id"]));
    let expected = staff.get(&path).await.json()["data"].clone();
    assert_eq!(
        (&expected[0]["tracking_code"], &expected[0]["missing_count"]),
        (&shipment["tracking_code"], &json!(2))
    );
}

#[tokio::test]
async fn each_day_has_its_manifest_until_all_pieces_are_declared() {
    let app = TestApp::start().await;
    let airport = Airport::new(&app).await;
    let staff = &airport.staff;
    let shipment = received_with(staff, 2).await;
    let (first, second) = (airport.pack(code(&shipment)).await, airport.pack(code(&shipment)).await);
    for bag in [&first, &second] {
        let manifest = manifests::of_bag(staff, bag).await;
        manifests::accept(&app, staff, &manifest).await;
    }
    let again = manifests::of_shipments(staff, &[&shipment], json!({})).await;
    let told = manifests::check(staff, &again).await;
    let kinds: Vec<&Value> = told["problems"].as_array().unwrap().iter().map(|it| &it["kind"]).collect();
    assert!(kinds.contains(&&json!("house_accepted")), "{told}");
}

/// A visitor whose address follows a shipment.
async fn follow(app: &TestApp, shipment: &Value) {
    let visitor = at_the_door(app, ATLANTICO).await;
    let form = json!({ "tracking_code": code(shipment), "email": EMAIL, "language": "en" });
    assert_eq!(visitor.post("/api/tracking_subscriptions", form).await.status, 200);
    app.run_processes().await;
    let confirm = "/tracking-updates/confirm/";
    let token = token_after(mails_with(app, confirm).last().unwrap(), confirm);
    visitor.post("/api/tracking_subscriptions/confirm", json!({ "token": token })).await.data();
}

#[tokio::test]
async fn the_page_the_mails_and_the_webhooks_say_which_parcels_have_moved() {
    let told = Told::of(&["shipment.event_recorded"]).await;
    let app = &told.app;
    app.switch(ATLANTICO, TRACKING_EMAILS, true).await;
    let airport = Airport::new(app).await;
    let shipment = received_with(&airport.staff, 3).await;
    follow(app, &shipment).await;
    for _ in 0..2 {
        let bag = airport.pack(code(&shipment)).await;
        airport.fly(text(&bag["number"])).await;
        app.run_processes_after(TimeDelta::hours(1)).await;
    }
    let page = app.visitor(ATLANTICO).get(&format!("/api/tracking?codes={}", code(&shipment))).await.data();
    let (tracked, newest) = (&page[0], &page[0]["events"][0]);
    assert_eq!((&newest["code"], &newest["parcels"]), (&json!("PART_DEPARTED"), &json!([2])), "{page}");
    assert_eq!(tracked["parcel_count"], 3);
    let html = app.visitor(ATLANTICO).get(&format!("/tracking/{}", code(&shipment))).await;
    assert!(html.text().contains("Parcel 2 of 3"), "{}", html.text());
    let mails = mails_with(app, STOP);
    let mail = mails.last().expect("a part that departs is told");
    assert!(mail.contains("Parcels: 1, 2/3."), "all that have departed by now: {mail}");

    app.run_webhooks().await;
    let mut bodies: Vec<Value> = told.receiver.received().iter().map(Received::json).collect();
    bodies.sort_by_key(|body| body["sequence"].as_i64());
    let parts = bodies.iter().filter(|body| body["data"]["event_code"] == "PART_DEPARTED");
    let parcels: Vec<&Value> = parts.map(|body| &body["data"]["parcels"]).collect();
    assert_eq!(parcels, [&json!([1]), &json!([2])]);
}
