//! Impossible values are refused at their field, with the way on.

use chrono::TimeDelta;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{RANGES, act, add_range, airline, create, path_of, scan, show, start_draft, text};
use crate::bags;
use crate::support::{ATLANTICO, Answer, Person, TestApp};

/// The one leg with other fields.
fn leg(more: Value) -> Value {
    let leg =
        json!({ "flight": "LA8070", "origin": "GRU", "destination": "FRA", "departs_on": "2026-12-01" });
    json!({ "legs": [super::with(leg, more)] })
}

fn party(role: &str, more: Value) -> Value {
    let party =
        json!({ "name": "Agent", "street": "Cargo City Süd 1", "city": "Frankfurt", "country_id": 81 });
    json!({ role: super::with(party, more) })
}

fn charge(more: Value) -> Value {
    let charge = json!({ "code": "MY", "due": "carrier", "amount": "31.20" });
    json!({ "other_charges": [super::with(charge, more)] })
}

/// Two legs over Madrid.
fn early_second_leg() -> Value {
    json!({ "legs": [
        { "flight": "IB6824", "origin": "GRU", "destination": "MAD", "departs_on": "2026-12-01",
          "departure_time": "15:00", "arrives_on": "2026-12-02", "arrival_time": "06:00" },
        { "flight": "IB3500", "origin": "MAD", "destination": "FRA", "departs_on": "2026-12-02",
          "departure_time": "05:30" },
    ] })
}

fn wrong_routes() -> Vec<(Value, &'static str, &'static str)> {
    vec![
        (json!({ "origin_airport": "" }), "origin_airport", "required"),
        (json!({ "destination_airport": "QQQ" }), "destination_airport", "unknown_option"),
        (json!({ "destination_airport": "GRU" }), "destination_airport", "same_airport"),
        (leg(json!({ "flight": "8070" })), "legs.0.flight", "invalid"),
        (leg(json!({ "departure_time": "25:00" })), "legs.0.departure_time", "invalid"),
        (leg(json!({ "origin": "REC" })), "legs.0.origin", "legs_apart"),
        (leg(json!({ "destination": "MAD" })), "legs.0.destination", "legs_apart"),
        (leg(json!({ "arrival_time": "10:00" })), "legs.0.arrives_on", "required"),
        (
            leg(json!({ "departure_time": "10:00", "arrives_on": "2026-12-01", "arrival_time": "10:30" })),
            "legs.0.arrives_on",
            "leg_times",
        ),
        (early_second_leg(), "legs.1.departs_on", "leg_before_arrival"),
    ]
}

fn wrong_contents() -> Vec<(Value, &'static str, &'static str)> {
    vec![
        (party("shipper", json!({ "name": " " })), "shipper.name", "required"),
        (party("consignee", json!({ "country_id": 9_999 })), "consignee.country_id", "unknown_country"),
        (json!({ "agent": { "name": "A", "city": "B", "iata_code": "12" } }), "agent.iata_code", "invalid"),
        (json!({ "currency": "QQQ" }), "currency", "unknown_option"),
        (json!({ "currency": null }), "currency", "required"),
        (json!({ "rate_lines": [{ "rate_class": "N", "rate": "0" }] }), "rate_lines.0.rate", "too_small"),
        (charge(json!({ "amount": "1.005" })), "other_charges.0.amount", "too_many_decimals"),
        (charge(json!({ "code": "M1" })), "other_charges.0.code", "invalid"),
        (json!({ "declared_customs": "-1" }), "declared_customs", "too_small"),
        (json!({ "handling_codes": ["EAPP"] }), "handling_codes.0", "invalid"),
        (json!({ "pieces": 0 }), "pieces", "too_small"),
        (json!({ "subsidiary_id": uuid::Uuid::now_v7() }), "subsidiary_id", "unknown_option"),
    ]
}

#[tokio::test]
async fn a_wrong_form_is_refused_at_each_field_and_takes_no_number() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let airline = airline(&admin, "LA905", "905").await;
    add_range(&staff, &airline, [100, 199], json!({})).await.data();
    for (more, field, code) in wrong_routes().into_iter().chain(wrong_contents()) {
        let refused = create(&staff, &airline, more.clone()).await;
        assert_eq!(refused.status, 422, "{more}: {}", refused.text());
        assert_eq!(refused.code_at(field), code, "{more}");
    }
    assert_eq!(create(&staff, &airline, json!({})).await.data()["number"], "905-00001002");
}

#[tokio::test]
async fn numbers_come_from_airlines_whose_digits_are_known() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let title = json!({ "pt": "X", "en": "X", "es": "X", "zh": "X" });
    let provider = |code: &str, kind: &str| json!({ "code": code, "title_locale": title, "provider_type": kind, "capabilities": [] });
    let courier = admin.post("/api/providers", provider("C9", "courier")).await.data();
    let unnumbered = admin.post("/api/providers", provider("A9", "airline")).await.data();
    for (provider, code) in [(&courier, "unknown_option"), (&unnumbered, "airline_without_prefix")] {
        assert_eq!(create(&staff, provider, json!({})).await.code_at("provider_id"), code);
        assert_eq!(add_range(&staff, provider, [1, 9], json!({})).await.code_at("provider_id"), code);
    }
    let airline = airline(&admin, "LA905", "905").await;
    let range = add_range(&staff, &airline, [100, 199], json!({})).await.data();
    for (serials, field, code) in [
        ([200, 199], "last_serial", "range_invalid"),
        ([0, 10_000_000], "last_serial", "range_invalid"),
        ([199, 300], "first_serial", "range_overlaps"),
    ] {
        let refused = add_range(&staff, &airline, serials, json!({})).await;
        assert_eq!((refused.status, refused.code_at(field)), (422, code.into()), "{serials:?}");
    }
    let form = json!({ "reason": " ", "version": range["version"] });
    let refused = staff.post(&format!("{RANGES}/{}/close", text(&range["id"])), form).await;
    assert_eq!(refused.code_at("reason"), "required");
}

#[tokio::test]
async fn booking_needs_flights_in_time_and_issuing_what_its_paper_says() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let waybill = start_draft(&admin, json!({ "legs": [], "shipper": null })).await;
    assert_eq!(show(&staff, &waybill).await["can"]["book"], false);
    let refused = act(&staff, &waybill, "book", json!({})).await;
    assert_eq!((refused.status, refused.message_code()), (409, "waybill_without_flights".into()));
    let past = app.state.clock.now() - TimeDelta::hours(1);
    let change = super::with(leg(json!({})), json!({ "cutoff_at": past }));
    patch(&staff, &waybill, change).await.data();
    assert_eq!(act(&staff, &waybill, "book", json!({})).await.code_at("cutoff_at"), "cutoff_passed");
    patch(&staff, &waybill, json!({ "cutoff_at": null })).await.data();
    act(&staff, &waybill, "book", json!({})).await.data();
    let refused = patch(&staff, &waybill, json!({ "legs": [] })).await;
    assert_eq!(refused.code_at("legs"), "waybill_without_flights");

    let refused = act(&staff, &waybill, "issue", json!({})).await;
    assert_eq!((refused.status, refused.message_code()), (409, "waybill_empty".into()));
    let loose = bags::received(&staff, json!({})).await;
    scan(&staff, &waybill, text(&loose["tracking_code"])).await;
    let refused = act(&staff, &waybill, "issue", json!({})).await;
    assert_eq!((refused.status, refused.code_at("shipper.name")), (422, "required".into()));
    let refused = patch(&staff, &waybill, json!({ "destination_airport": "MUC" })).await;
    assert_eq!(refused.code_at("destination_airport"), "waybill_not_empty");
}

#[tokio::test]
async fn what_was_issued_is_amended_with_a_reason_and_keeps_its_airports() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let waybill = start_draft(&admin, json!({})).await;
    let loose = bags::received(&staff, json!({})).await;
    scan(&staff, &waybill, text(&loose["tracking_code"])).await;
    act(&staff, &waybill, "book", json!({})).await.data();
    act(&staff, &waybill, "issue", json!({})).await.data();

    let refused = act(&staff, &waybill, "scan", json!({ "key": Uuid::now_v7(), "code": "NOTHING" })).await;
    assert_eq!((refused.status, refused.message_code()), (409, "waybill_state".into()));
    assert_eq!(act(&staff, &waybill, "amend", json!({})).await.code_at("reason"), "required");
    let form = json!({ "reason": "x", "destination_airport": "MUC" });
    let refused = act(&staff, &waybill, "amend", form).await;
    assert_eq!(refused.code_at("destination_airport"), "waybill_issued_route");
    let lines = staff.get(&format!("{}/contents", path_of(&waybill))).await.data();
    let form = json!({ "reason": "x", "removed_content_ids": [lines[0]["id"]] });
    assert_eq!(act(&staff, &waybill, "amend", form).await.message_code(), "waybill_empty");
    let form = json!({ "reason": "x", "removed_content_ids": [uuid::Uuid::now_v7()] });
    let refused = act(&staff, &waybill, "amend", form).await;
    assert_eq!(refused.code_at("removed_content_ids"), "unknown_option");

    let now = app.state.clock.now();
    for (at, code) in
        [(now + TimeDelta::hours(1), "event_in_the_future"), (now - TimeDelta::days(365), "event_too_old")]
    {
        let form = json!({ "event": "departed", "occurred_at": at, "note": "x" });
        let refused = act(&staff, &waybill, "record_event", form).await;
        assert_eq!((refused.status, refused.code_at("occurred_at")), (422, code.into()));
    }
    let stale = json!({ "version": 1, "event": "departed", "note": "x" });
    let refused = staff.post(&format!("{}/record_event", path_of(&waybill)), stale).await;
    assert_eq!((refused.status, refused.message_code()), (409, "stale_version".into()));
    assert_eq!(act(&staff, &waybill, "void", json!({ "reason": "" })).await.code_at("reason"), "required");
    assert_eq!(show(&staff, &waybill).await["revision"], 1, "nothing of this has changed it");
}

async fn patch(person: &Person, waybill: &Value, more: Value) -> Answer {
    let version = show(person, waybill).await["version"].clone();
    person.patch(&path_of(waybill), super::with(json!({ "version": version }), more)).await
}
