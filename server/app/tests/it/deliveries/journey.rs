//! What the client, the recipient and whoever has the code see of pickups and deliveries (SHP-8).

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::records::{hash_of, png, upload};
use super::{PATH, arrive, make_record, plan_delivery, record, send, show, start_route, text};
use crate::labels::printed_text;
use crate::shipments::{complete, created};
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
    let window = json!({ "on_date": *super::DAY, "from_time": "09:00", "to_time": "12:00" });
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
    assert_eq!(seen["delivery"]["window"]["on_date"], *super::DAY);
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

#[tokio::test]
async fn a_client_sees_the_proof_of_its_own_shipment_and_nothing_of_another_one() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let other = app.signed_in(ATLANTICO, "client2").await;
    let mut shipments = Vec::new();
    for person in [&client, &other] {
        let mut form = complete(person).await;
        form["to_name"] = "Ana Souza".into();
        let shipment = person.post("/api/shipments", form).await.data();
        record(&staff, &shipment, "ARRIVED").await;
        shipments.push(shipment);
    }
    let delivery = plan_delivery(&staff, &[&shipments[0], &shipments[1]]).await;
    let address = format!("/api/shipments/{}/deliveries", text(&shipments[0]["id"]));
    let proof = format!("{address}/{}/proof", text(&delivery["id"]));
    let early = client.get(&proof).await;
    assert_eq!((early.status, early.message_code()), (409, "not_delivered".into()));

    let route = start_route(&staff, &staff, &[&delivery]).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    let (photo, paper) = (png(12), png(13));
    for file in [&photo, &paper] {
        upload(&staff, &hash_of(file), file).await.data();
    }
    let said = json!({ "name": "Rui Alves", "document_number": "9081726", "note": "beware of the dog" });
    let mut handed = make_record(&route["stops"][0]["id"], "deliver", &said);
    handed["files"] = json!([
        { "sha256": hash_of(&photo), "kind": "photo" }, { "sha256": hash_of(&paper), "kind": "document" },
    ]);
    assert_eq!(send(&staff, &[&handed]).await[0]["verdict"], "accepted");

    let own = deliveries_of(&client, &shipments[0]).await[0].clone();
    assert_eq!(own["can"]["proof"], true);
    assert_eq!(own["files"], json!([{ "sha256": hash_of(&photo), "kind": "photo" }]));
    let shown = client.get(&proof).await;
    assert_eq!(shown.status, 200, "{}", shown.text());
    let told = printed_text(&shown.body);
    assert!(told.contains("Rui Alves") && told.contains(text(&shipments[0]["tracking_code"])), "{told}");
    for inner in [text(&shipments[1]["tracking_code"]), "9081726", "beware", &hash_of(&paper)[..16]] {
        assert!(!told.contains(inner), "{inner}: {told}");
    }
    let file = |hash: String| format!("{address}/{}/files/{hash}", text(&delivery["id"]));
    assert_eq!(client.get(&file(hash_of(&photo))).await.status, 200);
    assert_eq!(client.get(&file(hash_of(&paper))).await.status, 404);
    assert_eq!(other.get(&proof).await.status, 404);
    assert_eq!(other.get(&file(hash_of(&photo))).await.status, 404);
    let idle = created(&client).await;
    for end in ["proof".to_owned(), format!("files/{}", hash_of(&photo))] {
        let path = format!("/api/shipments/{}/deliveries/{}/{end}", text(&idle["id"]), text(&delivery["id"]));
        assert_eq!(client.get(&path).await.status, 404, "{end}: a shipment that is not in the delivery");
    }
    assert_eq!(client.get(&format!("{PATH}/{}/proof", text(&delivery["id"]))).await.status, 403);
}
