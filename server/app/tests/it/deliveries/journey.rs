//! What the client, the recipient and whoever has the code see of pickups and deliveries (SHP-8).

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{PATH, arrive, make_record, plan_delivery, send, show, start_route, text};
use crate::shipments::created;
use crate::support::{ATLANTICO, Person, TestApp};

async fn tracked(person: &Person, shipment: &Value) -> Value {
    let path = format!("/api/tracking?codes={}", text(&shipment["tracking_code"]));
    person.get(&path).await.data()[0].clone()
}

async fn deliveries_of(person: &Person, shipment: &Value) -> Value {
    person.get(&format!("/api/shipments/{}/deliveries", text(&shipment["id"]))).await.data()
}

#[tokio::test]
async fn the_window_is_shown_until_the_name_of_who_took_it() {
    let app = TestApp::start().await;
    let (staff, visitor) = (app.staff(ATLANTICO).await, app.visitor(ATLANTICO));
    let shipment = arrive(&staff).await;
    assert_eq!(tracked(&visitor, &shipment).await["delivery"], Value::Null);
    let delivery = plan_delivery(&staff, &[&shipment]).await;
    let times = json!({ "version": delivery["version"], "from_time": "09:00", "to_time": "12:00" });
    staff.patch(&format!("{PATH}/{}", text(&delivery["id"])), times).await.data();

    let planned = tracked(&visitor, &shipment).await["delivery"].clone();
    let window = json!({ "on_date": super::DAY, "from_time": "09:00", "to_time": "12:00" });
    assert_eq!((&planned["window"], &planned["attempts"]), (&window, &json!(0)));
    let html = visitor.get(&format!("/tracking/{}", text(&shipment["tracking_code"]))).await.text();
    assert!(html.contains("09:00–12:00"), "{html}");

    let route = start_route(&staff, &staff, &[&delivery]).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    let stop = &route["stops"][0]["id"];
    let handed = make_record(stop, "deliver", &json!({ "name": "Rui Alves", "relationship": "neighbour" }));
    assert_eq!(send(&staff, &[&handed]).await[0]["verdict"], "accepted");

    let seen = tracked(&visitor, &shipment).await["delivery"].clone();
    assert_eq!((&seen["window"], &seen["received_by"]), (&Value::Null, &json!("Rui Alves")));
    for hidden in ["id", "number", "relationship", "driver_name", "fail_reason"] {
        assert_eq!(seen[hidden], Value::Null, "{hidden} is shown to everybody");
    }
    let own = deliveries_of(&staff, &shipment).await[0].clone();
    assert_eq!((&own["relationship"], &own["status"]), (&json!("neighbour"), &json!(40)));
}

#[tokio::test]
async fn a_brief_answer_has_neither_times_nor_names() {
    let app = TestApp::start().await;
    let (staff, visitor) = (app.staff(ATLANTICO).await, app.visitor(ATLANTICO));
    let shipment = arrive(&staff).await;
    let delivery = plan_delivery(&staff, &[&shipment]).await;
    let times = json!({ "version": delivery["version"], "from_time": "09:00", "to_time": "12:00" });
    staff.patch(&format!("{PATH}/{}", text(&delivery["id"])), times).await.data();
    app.switch(ATLANTICO, "tracking_postcode", true).await;
    app.state.settings.forget(&app.tenant(ATLANTICO)).await;
    let seen = tracked(&visitor, &shipment).await;
    assert_eq!(seen["brief"], true);
    assert_eq!(seen["delivery"]["window"]["from_time"], Value::Null, "{seen}");
    assert_eq!(seen["delivery"]["window"]["on_date"], super::DAY);
    let html = visitor.get(&format!("/tracking/{}", text(&shipment["tracking_code"]))).await.text();
    assert!(!html.contains("09:00–12:00"), "{html}");
}

#[tokio::test]
async fn only_those_who_can_open_the_shipment_list_its_deliveries() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let shipment = created(&client).await;
    assert_eq!(deliveries_of(&client, &shipment).await, json!([]));
    let delivery = plan_delivery(&staff, &[&arrive(&staff).await]).await;
    let foreign = show(&staff, &delivery).await["shipments"][0]["id"].clone();
    let refused = client.get(&format!("/api/shipments/{}/deliveries", text(&foreign))).await;
    assert_eq!(refused.status, 404, "{}", refused.text());
}
