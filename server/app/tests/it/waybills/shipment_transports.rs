//! How a shipment travels, for its client and for staff.

use serde_json::{Value, json};

use super::{act, add_range, airline, close, create, scan, text};
use crate::bags;
use crate::break_bags;
use crate::masters::arrived;
use crate::shipments::complete;
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};

async fn transports(person: &Person, shipment: &Value) -> Value {
    person.get(&format!("/api/shipments/{}/transports", text(&shipment["id"]))).await.data()
}

/// A shipment of the client that staff have received.
async fn received(client: &Person, staff: &Person) -> Value {
    let draft = client.post("/api/shipments", complete(client).await).await.data();
    let event = json!({ "tracking_codes": [draft["tracking_code"]], "event_code": "RECEIVED" });
    let recorded = staff.post("/api/shipments/record_event", event).await.data();
    assert_eq!(recorded[0]["recorded"], true, "{recorded}");
    draft
}

#[tokio::test]
async fn a_client_reads_bag_flight_and_dates_without_numbers() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = bags::warehouse(&admin, "BAG", json!({})).await;
    let (own, other) = (received(&client, &staff).await, bags::received(&staff, json!({})).await);
    assert_eq!(transports(&client, &own).await, json!({ "transports": [], "manifests": [] }));

    let bag = bags::open(&staff, &place, json!({})).await;
    for shipment in [&own, &other] {
        bags::scan(&staff, &bag, text(&shipment["tracking_code"])).await;
    }
    let packed = transports(&client, &own).await["transports"][0].clone();
    assert_eq!((&packed["stage"], &packed["parcel_count"]), (&json!("packed"), &json!(1)));
    assert!(packed["packed_at"].is_string() && packed["sealed_at"].is_null(), "{packed}");
    close(&staff, &bag).await;
    let airline = airline(&admin, "LA905", "905").await;
    add_range(&staff, &airline, [100, 199], json!({})).await.data();
    let waybill = create(&staff, &airline, json!({})).await.data();
    assert_eq!(scan(&staff, &waybill, text(&bag["number"])).await["outcome"], "added");
    let sealed = transports(&client, &own).await["transports"][0].clone();
    assert_eq!(
        (&sealed["stage"], &sealed["flights"]),
        (&json!("sealed"), &json!([])),
        "a draft is no flight"
    );

    act(&staff, &waybill, "book", json!({})).await.data();
    let manifest = staff.post("/api/manifests", json!({ "mawb_id": waybill["id"] })).await.data();
    let seen = transports(&client, &own).await;
    let booked = &seen["transports"][0];
    assert_eq!((&booked["stage"], &booked["flights"][0]["flight"]), (&json!("booked"), &json!("LA8070")));
    assert_eq!((&booked["origin_airport"], &booked["destination_airport"]), (&json!("GRU"), &json!("FRA")));
    assert_eq!(
        (&booked["bag"], &booked["waybill"], &seen["manifests"]),
        (&json!(null), &json!(null), &json!([]))
    );
    let told = seen.to_string();
    let hidden = [&bag["number"], &waybill["number"], &manifest["number"], &other["tracking_code"]];
    for number in hidden.map(text) {
        assert!(!told.contains(number), "{number}: {told}");
    }

    let seen = transports(&staff, &own).await;
    let of = |record: &Value| json!({ "id": record["id"], "number": record["number"] });
    assert_eq!(seen["transports"][0]["bag"], of(&bag));
    assert_eq!(seen["transports"][0]["waybill"], of(&waybill));
    assert_eq!(seen["manifests"], json!([of(&manifest)]));
    for filter in [format!("bag_id={}", text(&bag["id"])), format!("mawb_id={}", text(&waybill["id"]))] {
        let found = staff.get(&format!("/api/manifests?{filter}")).await.data();
        assert_eq!((found.as_array().unwrap().len(), &found[0]["id"]), (1, &manifest["id"]), "{filter}");
    }
    let strangers = app.staff(PACIFIC).await;
    let path = format!("/api/shipments/{}/transports", text(&own["id"]));
    assert_eq!(strangers.get(&path).await.status, 404);
    let theirs = format!("/api/shipments/{}/transports", text(&other["id"]));
    assert_eq!(client.get(&theirs).await.status, 404, "another's shipment in the same bag");
}

#[tokio::test]
async fn a_loose_shipment_flies_and_nothing_is_told_while_it_is_switched_off() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let own = received(&client, &staff).await;
    let airline = airline(&admin, "LA905", "905").await;
    add_range(&staff, &airline, [100, 199], json!({})).await.data();
    let waybill = create(&staff, &airline, json!({})).await.data();
    assert_eq!(scan(&staff, &waybill, text(&own["tracking_code"])).await["outcome"], "added");
    act(&staff, &waybill, "book", json!({})).await.data();
    let loose = transports(&client, &own).await["transports"][0].clone();
    assert_eq!((&loose["kind"], &loose["stage"]), (&json!(null), &json!("booked")));
    act(&staff, &waybill, "void", json!({ "reason": "cancelled" })).await.data();
    assert_eq!(transports(&client, &own).await["transports"], json!([]));

    admin.patch("/api/feature_flags/bags_master", json!({ "enabled": false })).await.data();
    for person in [&client, &staff] {
        assert_eq!(transports(person, &own).await["transports"], json!([]));
    }
}

#[tokio::test]
async fn a_parcel_that_did_not_come_with_its_bag_is_short_until_it_turns_up() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "BAG", json!({})).await;
    let arrived = arrived(&app, &staff, &place, json!({})).await;
    let [found, missing] = &arrived.shipments[..] else { panic!("two shipments") };
    let way = async |shipment: &Value| transports(&staff, shipment).await["transports"][0].clone();
    let broken = break_bags::begin(&staff, &arrived.master).await;
    break_bags::scan(&staff, &broken, text(&found["tracking_code"]), None).await;
    break_bags::act(&staff, &broken, "finish", json!({})).await.data();
    assert_eq!(way(missing).await["short_count"], 0, "it may still be behind the door");
    let line = break_bags::lines(&staff, &broken, "?only=missing").await[0].clone();
    break_bags::resolve(&staff, &broken, &line, "other_flight").await.data();
    break_bags::act(&staff, &broken, "close", json!({ "next_step": "delivery" })).await.data();
    assert_eq!(way(found).await["short_count"], 0);
    let seen = way(missing).await;
    assert_eq!((&seen["parcel_count"], &seen["short_count"]), (&json!(1), &json!(1)));
    break_bags::scan(&staff, &broken, text(&missing["tracking_code"]), None).await;
    assert_eq!(way(missing).await["short_count"], 0);
}
