//! Waybills, manifests and the break of bags change bags.

use customs::bags::state::BagStep;
use customs::bags::transport;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{act, close, code, open, received, scan, show, text, warehouse};
use crate::support::{ATLANTICO, TestApp};

#[tokio::test]
async fn bags_go_through_transport_and_their_parcels_come_out() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    let bag = open(&staff, &place, json!({})).await;
    let shipment = received(&staff, json!({})).await;
    scan(&staff, &bag, code(&shipment)).await;
    close(&staff, &bag, json!({})).await.data();
    let ids = [Uuid::parse_str(text(&bag["id"])).unwrap()];
    let now = app.state.clock.now();

    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let bags = transport::lock_bags(&mut tx, &ids).await.unwrap();
    assert_eq!((bags[0].weight_g(), bags[0].parcel_count), (1400, 1));
    let contents = transport::list_contents(&mut tx, &ids).await.unwrap();
    assert_eq!((contents[0].tracking_code.as_str(), contents[0].weight_g), (code(&shipment), 1200));
    transport::mark_manifested(&mut tx, &bags, now).await.unwrap();
    let bags = transport::lock_bags(&mut tx, &ids).await.unwrap();
    transport::mark_dispatched(&mut tx, &bags, now).await.unwrap();
    tx.commit().await.unwrap();
    let departed = show(&staff, &bag).await;
    assert_eq!((&departed["status"], &departed["can"]["reopen"]), (&json!(50), &json!(false)));
    let refused = act(&staff, &bag, "reopen", json!({ "reason": "late" })).await;
    assert_eq!((refused.status, refused.message_code()), (409, "bag_state".into()));

    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let bags = transport::lock_bags(&mut tx, &ids).await.unwrap();
    assert!(transport::mark_manifested(&mut tx, &bags, now).await.is_err());
    transport::advance(&mut tx, &bags, BagStep::UndoDeparture, now).await.unwrap();
    let bags = transport::lock_bags(&mut tx, &ids).await.unwrap();
    transport::mark_arrived(&mut tx, &bags, now).await.unwrap();
    let bags = transport::lock_bags(&mut tx, &ids).await.unwrap();
    transport::unpack(&mut tx, &bags, now).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(show(&staff, &bag).await["status"], 70);
    assert_eq!(show(&staff, &bag).await["parcel_count"], 1, "what was in it stays known");
    let other: Value = open(&staff, &place, json!({})).await;
    assert_eq!(scan(&staff, &other, code(&shipment)).await["outcome"], "added");
}
