//! The actions on a pickup.

use serde_json::{Value, json};

use super::{StepCall, StepTable, because};
use crate::deliveries::{drive, route};
use crate::money::{client_of, give_credit};
use crate::pickups::{PATH, depot, form};
use crate::prices::id;
use crate::support::{ATLANTICO, Person, TestApp};

const CALLS: [StepCall; 7] = [
    StepCall::update(|_| json!({ "instructions": "Ring twice" })),
    StepCall::post("schedule", |made| json!({ "driver_id": made["driver"] })),
    // Both of the parcels that were asked for.
    StepCall::post("collect", |_| json!({ "codes": [], "unlabelled": 2 })),
    StepCall::post("fail", |_| json!({ "reason": "closed" })),
    StepCall::post("cancel", because),
    StepCall::post("repeat", |_| json!({ "repeats": null })),
    StepCall::post("settle", because),
];

async fn act(staff: &Person, pickup: &Value, verb: &str, mut form: Value) {
    let path = format!("{PATH}/{}", id(pickup));
    form["version"] = staff.get(&path).await.data()["version"].clone();
    staff.post(&format!("{path}/{verb}"), form).await.data();
}

/// A pickup of a client in this state.
async fn make(staff: &Person, client: &Person, driver: &Value, state: i64) -> Value {
    let form = form(client, 1).await;
    let mut pickup = client.post(PATH, form).await.data();
    pickup["driver"] = driver.clone();
    if state == 30 {
        let run = route(staff, staff).await;
        drive(staff, &run, "pickups", json!({ "pickup_ids": [pickup["id"]], "accept_other_day": true }))
            .await
            .data();
        drive(staff, &run, "start", json!({})).await.data();
        return pickup;
    }
    if state > 10 {
        act(staff, &pickup, "schedule", json!({ "driver_id": driver })).await;
    }
    match state {
        0 => act(staff, &pickup, "cancel", json!({ "reason": "Sold out" })).await,
        40 => act(staff, &pickup, "collect", json!({ "codes": [], "unlabelled": 2 })).await,
        45 => act(staff, &pickup, "collect", json!({ "codes": [], "unlabelled": 1 })).await,
        50 => act(staff, &pickup, "fail", json!({ "reason": "closed" })).await,
        _ => {}
    }
    pickup
}

#[tokio::test]
async fn a_pickup_takes_the_actions_that_its_page_offers() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let (client, other) = (app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    depot(&admin, "SPO", json!({})).await;
    // Clients pay for what they cancel late.
    give_credit(&admin, &client_of(&client).await, "10000").await;
    let driver = staff.get(&format!("{PATH}/drivers")).await.data()[0]["id"].clone();
    let table = StepTable {
        path: PATH,
        states: &[0, 10, 20, 30, 40, 45, 50],
        people: &[("admin", &admin), ("staff", &staff), ("client", &client), ("another client", &other)],
        calls: &CALLS,
    };
    let possible = table.check(async |state| make(&staff, &client, &driver, state).await).await;
    let expected = ["cancel", "collect", "fail", "repeat", "schedule", "update"];
    assert_eq!(possible.into_iter().collect::<Vec<_>>(), expected);
}
