//! Deliveries that come by themselves once customs have cleared, and parcels that wait at the counter.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::choice::{choose, use_up_attempts};
use super::{PATH, act, record, show, text};
use crate::shipments::complete;
use crate::support::{ATLANTICO, Person, TestApp};

/// The shipment of a service that own drivers deliver, or not.
async fn clear_shipment(staff: &Person, admin: &Person, requirements: &Value) -> Value {
    let form = complete(staff).await;
    let service = format!("/api/services/{}", text(&form["service_id"]));
    let version = admin.get(&service).await.data()["version"].clone();
    admin.patch(&service, json!({ "version": version, "requirements": requirements })).await.data();
    let shipment = staff.post("/api/shipments", form).await.data();
    for event in ["ARRIVED", "CLEARED"] {
        record(staff, &shipment, event).await;
    }
    shipment
}

async fn deliveries_of(staff: &Person, shipment: &Value) -> Value {
    staff.get(&format!("{PATH}?shipment_id={}", text(&shipment["id"]))).await.json()["data"].clone()
}

#[tokio::test]
async fn what_customs_cleared_becomes_a_delivery_of_the_next_day_once() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let carried = clear_shipment(&staff, &admin, &json!([])).await;
    app::sweep::sweep(&app.state).await;
    assert_eq!(deliveries_of(&staff, &carried).await, json!([]), "a carrier brings it");
    let own = clear_shipment(&staff, &admin, &json!(["own_delivery"])).await;
    for _ in 0..2 {
        app::sweep::sweep(&app.state).await;
    }
    let planned = deliveries_of(&staff, &own).await;
    let [delivery] = &planned.as_array().unwrap()[..] else { panic!("{planned}") };
    assert_eq!((&delivery["status"], &delivery["from_time"]), (&json!(10), &Value::Null));
    let today = app.today();
    let day: chrono::NaiveDate = text(&delivery["on_date"]).parse().unwrap();
    assert!(day >= today && day <= today + TimeDelta::days(3), "{day}");
    act(&staff, delivery, "cancel", json!({ "reason": "the client fetches it" })).await.data();
    app::sweep::sweep(&app.state).await;
    let known = deliveries_of(&staff, &own).await;
    assert_eq!(known.as_array().unwrap().len(), 1, "staff have decided");
}

#[tokio::test]
async fn what_owes_duties_is_planned_once_they_are_paid() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let shipment = clear_shipment(&staff, &admin, &json!(["own_delivery"])).await;
    record(&staff, &shipment, "DUTY_DUE").await;
    app::sweep::sweep(&app.state).await;
    assert_eq!(deliveries_of(&staff, &shipment).await, json!([]));
    app.state.clock.advance(TimeDelta::minutes(1));
    record(&staff, &shipment, "DUTY_PAID").await;
    app::sweep::sweep(&app.state).await;
    assert_eq!(deliveries_of(&staff, &shipment).await.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn parcels_wait_at_the_counter_until_the_day_that_the_client_said() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let (shipment, delivery) = use_up_attempts(&app, &staff, &client).await;
    let path = format!("/api/shipments/{}/deliveries", text(&shipment["id"]));
    let days = client.get(&path).await.data()[0]["days"].clone();
    let undated = choose(&client, &shipment, &delivery, json!({ "choice": "hold" })).await;
    assert_eq!((undated.status, undated.code_at("on")), (422, "required".into()));
    let wanted = json!({ "choice": "hold", "on": days[1] });
    choose(&client, &shipment, &delivery, wanted).await.data();
    let held = show(&staff, &delivery).await;
    assert_eq!((&held["choice"], &held["choice_on"]), (&json!("hold"), &days[1]));
    assert_eq!((&held["on_date"], &held["max_attempts"]), (&delivery["on_date"], &delivery["max_attempts"]));
    assert_eq!((&held["can"]["hand_over"], &held["can"]["assign"]), (&json!(true), &json!(false)));
    app::sweep::sweep(&app.state).await;
    assert_eq!(show(&staff, &delivery).await["status"], 50, "it waits");
    app.state.clock.advance(TimeDelta::days(6));
    app::sweep::sweep(&app.state).await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(show(&staff, &delivery).await["status"], 60, "what its shipment says: back");
}
