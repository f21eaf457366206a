//! A parcel that was scanned for the wrong shipment: nobody pays for its weight.

use chrono::TimeDelta;
use serde_json::json;

use super::setup::{confirmed, with_tariff};
use super::{BOX, measure, newest, scan, show};
use crate::money::id;
use crate::support::{ATLANTICO, TestApp};
use crate::tenant_settings::changed;

#[tokio::test]
async fn a_withdrawn_scan_ends_the_hold_by_its_weight() {
    let app = TestApp::start().await;
    let (admin, _) = with_tariff(&app).await;
    changed(&admin, json!({ "reweigh_auto_max": "0" })).await.data();
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let shipment = confirmed(&app, (&admin, &client), &[(400, BOX), (400, BOX)], "0").await;
    let (first, wrong) = (scan(&staff, &shipment).await, scan(&staff, &shipment).await);
    app.state.clock.advance(TimeDelta::minutes(1));
    measure(&staff, &first, 400, BOX).await.data();
    assert_eq!(measure(&staff, &wrong, 1_400, BOX).await.data()["verdict"], "held_confirm");
    app.state.clock.advance(TimeDelta::minutes(1));
    staff.post(&format!("/api/receiving/{}/withdraw", id(&wrong)), json!({})).await.data();
    let ended = newest(&client, &shipment).await;
    assert_eq!((&ended["status"], &ended["outcome"]), (&json!(40), &json!("superseded")));
    assert_eq!(show(&client, &shipment).await["status"], 40);
    let right = scan(&staff, &shipment).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    let again = measure(&staff, &right, 1_400, BOX).await.data();
    assert_eq!(again["verdict"], "held_confirm", "the same weight of the right parcel");
    assert_eq!(show(&client, &shipment).await["status"], 45);
}

#[tokio::test]
async fn the_scan_of_the_only_parcel_is_withdrawn_with_its_weight_and_begins_anew() {
    let app = TestApp::start().await;
    let (admin, _) = with_tariff(&app).await;
    changed(&admin, json!({ "reweigh_auto_max": "0" })).await.data();
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let shipment = confirmed(&app, (&admin, &client), &[(400, BOX)], "0").await;
    let before = show(&client, &shipment).await["status"].clone();
    for (weight_g, verdict, status) in [(1_400, "held_confirm", 45), (400, "kept", 40)] {
        app.state.clock.advance(TimeDelta::minutes(1));
        let parcel = scan(&staff, &shipment).await;
        app.state.clock.advance(TimeDelta::minutes(1));
        assert_eq!(measure(&staff, &parcel, weight_g, BOX).await.data()["verdict"], verdict);
        assert_eq!(show(&client, &shipment).await["status"], status);
        app.state.clock.advance(TimeDelta::minutes(1));
        staff.post(&format!("/api/receiving/{}/withdraw", id(&parcel)), json!({})).await.data();
        assert_eq!(show(&client, &shipment).await["status"], before, "nothing of it has come");
    }
    app.state.clock.advance(TimeDelta::minutes(1));
    let right = scan(&staff, &shipment).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    assert_eq!(measure(&staff, &right, 1_400, BOX).await.data()["verdict"], "held_confirm");

    // Events after the weighing keep the scan; the refusal says what helps.
    let form = json!({ "tracking_codes": [shipment["tracking_code"]], "event_code": "DELAYED" });
    staff.post("/api/shipments/record_event", form).await.data();
    let late = staff.post(&format!("/api/receiving/{}/withdraw", id(&right)), json!({})).await;
    assert_eq!((late.status, late.message_code()), (409, "scan_not_undoable".into()));
}
