//! Each parcel that does not come in is named with its reason, and nothing is written.

use serde_json::{Value, json};

use super::{close, code, form, open, received, received_with, scan, show, text, warehouse, with};
use crate::shipments::complete;
use crate::support::{ATLANTICO, Person, TestApp};

async fn hold(person: &Person, shipment: &Value) {
    let form = json!({ "ids": [shipment["id"]], "reason": "documents" });
    assert_eq!(person.post("/api/shipments/hold", form).await.data()[0]["done"], true);
}

/// A parcel that a bag refuses, with the code of the reason.
async fn assert_refused(person: &Person, bag: &Value, shipment: &Value, reason: &str) {
    let before = show(person, bag).await;
    let answer = scan(person, bag, code(shipment)).await;
    assert_eq!(
        (&answer["outcome"], &answer["message_code"]),
        (&json!("refused"), &json!(reason)),
        "{answer}"
    );
    assert!(!text(&answer["message"]).contains("{{"), "{answer}");
    assert_eq!(answer["shipment"]["tracking_code"], shipment["tracking_code"]);
    assert_eq!(show(person, bag).await["version"], before["version"], "{reason}");
}

#[tokio::test]
async fn what_is_stopped_does_not_come_in() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    let bag = open(&staff, &place, json!({})).await;

    let held = received(&staff, json!({})).await;
    hold(&staff, &held).await;
    assert_refused(&staff, &bag, &held, "shipment_on_hold").await;

    let stopped = received(&staff, json!({})).await;
    super::record(&staff, &stopped, "CUSTOMS_HOLD").await;
    assert_refused(&staff, &bag, &stopped, "shipment_on_hold").await;

    let unpaid = client.post("/api/shipments", complete(&client).await).await.data();
    assert_refused(&staff, &bag, &unpaid, "shipment_unconfirmed").await;

    let uncleared = received(&staff, json!({})).await;
    let request = json!({ "shipment_id": uncleared["id"], "patient": "Ana" });
    let request = staff.post("/api/backoffice/anvisa_solicita", request).await.data();
    assert_refused(&staff, &bag, &uncleared, "shipment_not_cleared").await;
    let named = scan(&staff, &bag, code(&uncleared)).await;
    assert_eq!(named["shipment"]["regulatory_request_id"], request["id"]);

    let gone = received(&staff, json!({})).await;
    super::record(&staff, &gone, "DEPARTED").await;
    assert_refused(&staff, &bag, &gone, "parcel_departed").await;
    super::record(&staff, &gone, "CLEARED").await;
    assert_refused(&staff, &bag, &gone, "parcel_departed").await;
    let cancelled = received(&staff, json!({})).await;
    super::record(&staff, &cancelled, "DELIVERED").await;
    assert_refused(&staff, &bag, &cancelled, "shipment_finished").await;

    let unknown = scan(&staff, &bag, "LX821947508BR").await;
    assert_eq!((&unknown["message_code"], &unknown["shipment"]), (&json!("parcel_unknown"), &Value::Null));
    assert_eq!(show(&staff, &bag).await["parcel_count"], 0);
}

#[tokio::test]
async fn what_customs_cleared_before_it_left_waits_for_a_bag_and_comes_in() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    let bag = open(&staff, &place, json!({})).await;
    let cleared = received(&staff, json!({})).await;
    let later = chrono::TimeDelta::minutes(1);
    app.state.clock.advance(later);
    super::record(&staff, &cleared, "CLEARED").await;
    let expected = staff.get(&format!("{}/{}/expected", super::PATH, text(&bag["id"]))).await.data();
    assert_eq!(expected[0]["tracking_code"], cleared["tracking_code"], "{expected}");
    app.state.clock.advance(later);
    let answer = scan(&staff, &bag, code(&cleared)).await;
    assert_eq!(answer["outcome"], "added", "{answer}");
    assert_eq!(super::status_of(&staff, &cleared).await, 50);
}

#[tokio::test]
async fn what_belongs_elsewhere_does_not_come_in() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    let shipment = received(&staff, json!({ "incoterm": "DDP" })).await;
    let services = staff.get("/api/auxiliar/services").await.data();
    let other = services.as_array().unwrap().iter().find(|one| one["id"] != shipment["service_id"]).unwrap();

    let elsewhere = open(&staff, &place, json!({ "destination_airport": "GIG" })).await;
    assert_refused(&staff, &elsewhere, &shipment, "bag_other_destination").await;
    let of_service = open(&staff, &place, json!({ "service_id": other["id"] })).await;
    assert_refused(&staff, &of_service, &shipment, "bag_other_service").await;
    let unpaid_duties = open(&staff, &place, json!({ "tax_modality": "ddu" })).await;
    assert_refused(&staff, &unpaid_duties, &shipment, "bag_other_duties").await;

    let rio = json!({ "to_country_id": 32, "to_city": "Rio de Janeiro", "to_postcode": "20040-002" });
    let rio = received(&staff, with(rio, json!({ "to_state_id": null }))).await;
    let of_group =
        |group: i32| json!({ "origin_airport": "GIG", "destination_airport": "GRU", "triage_group": group });
    let paulista = open(&staff, &place, of_group(1)).await;
    assert_refused(&staff, &paulista, &rio, "bag_other_group").await;
    let carioca = open(&staff, &place, of_group(3)).await;
    assert_eq!(scan(&staff, &carioca, code(&rio)).await["outcome"], "added");
}

#[tokio::test]
async fn a_full_heavy_or_closed_bag_takes_no_more() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    let (first, second) = (received(&staff, json!({})).await, received(&staff, json!({})).await);
    let full = open(&staff, &place, json!({ "max_parcels": 1 })).await;
    scan(&staff, &full, code(&first)).await;
    assert_refused(&staff, &full, &second, "bag_full").await;
    let heavy = open(&staff, &place, json!({ "max_weight_g": 2199, "tare_g": 200 })).await;
    let parcels = received_with(&staff, 2).await;
    scan(&staff, &heavy, code(&parcels)).await;
    assert_refused(&staff, &heavy, &parcels, "bag_too_heavy").await;
    close(&staff, &full, json!({})).await.data();
    assert_refused(&staff, &full, &second, "bag_closed").await;
}

#[tokio::test]
async fn a_bag_needs_an_airport_and_sound_fields() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    let bare = warehouse(&admin, "BARE", json!({ "airport": null })).await;
    let refused = async |place: &Value, more: Value, field: &str| {
        let answer = staff.post(super::PATH, form(place, more)).await;
        assert_eq!(answer.status, 422, "{field}: {}", answer.text());
        answer.code_at(field)
    };
    assert_eq!(refused(&bare, json!({}), "origin_airport").await, "required");
    let unknown = json!({ "destination_airport": "QQQ" });
    assert_eq!(refused(&place, unknown, "destination_airport").await, "unknown_option");
    let half = json!({ "origin_office": "BRSAOD", "subclass": "NX" });
    assert_eq!(refused(&place, half, "category").await, "required");
    let group = json!({ "triage_group": 98 });
    assert_eq!(refused(&place, group, "triage_group").await, "unknown_option");
    let own = json!({ "destination_airport": "GRU" });
    assert_eq!(refused(&place, own, "destination_airport").await, "same_airport");
    let heavy = json!({ "max_weight_g": 199, "tare_g": 200 });
    assert_eq!(refused(&place, heavy, "max_weight_g").await, "max_weight_below_tare");

    let bag = open(&staff, &place, json!({})).await;
    let path = format!("{}/{}", super::PATH, text(&bag["id"]));
    let change = json!({ "version": bag["version"], "origin_airport": "FRA", "max_weight_g": 199 });
    let answer = staff.patch(&path, change).await;
    assert_eq!(answer.code_at("destination_airport"), "same_airport");
    assert_eq!(answer.code_at("max_weight_g"), "max_weight_below_tare");
}
