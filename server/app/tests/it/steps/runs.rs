//! The actions on a run, also by its own driver.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{CallKind, StepCall, StepTable, because, make_driver, nothing};
use crate::deliveries::{DAY, PATH, arrive_for, drive, plan_delivery, route, stops};
use crate::prices::id;
use crate::support::{ATLANTICO, Person, TestApp};

const CALLS: [StepCall; 7] = [
    StepCall::update(|_| json!({ "vehicle": "Kangoo" })),
    StepCall { can: "update", kind: CallKind::Put, verb: "stops", form: to_stops },
    StepCall::post("optimize", nothing),
    StepCall::post("load", |made| json!({ "codes": made["codes"] })),
    StepCall::post("start", nothing),
    StepCall::post("close", because),
    StepCall::post("cancel", because),
];

fn to_stops(made: &Value) -> Value {
    json!({ "stops": made["planned"] })
}

/// A run of a driver in this state, with two deliveries whose places are known. A draft has nobody who drives it.
async fn make(staff: &Person, driver: &Person, state: i64) -> Value {
    let (mut deliveries, mut codes) = (Vec::new(), Vec::new());
    for longitude in [-46.3, -46.9] {
        let shipment = arrive_for(staff, &format!("Ana {}", Uuid::now_v7().simple()), 1).await;
        let delivery = plan_delivery(staff, &[&shipment]).await;
        let place = json!({ "version": delivery["version"], "latitude": -23.5, "longitude": longitude });
        deliveries.push(staff.patch(&format!("{PATH}/{}", id(&delivery)), place).await.data());
        codes.push(shipment["tracking_code"].clone());
    }
    let mut run = match state {
        10 => staff.post("/api/routes", json!({ "on_date": *DAY, "vehicle": "Fiorino" })).await.data(),
        _ => route(staff, driver).await,
    };
    let planned = stops(&[&deliveries[0], &deliveries[1]]);
    (run["planned"], run["codes"]) = (planned["stops"].clone(), json!(codes));
    drive(staff, &run, "stops", planned).await.data();
    if state == 0 {
        drive(staff, &run, "cancel", json!({ "reason": "No vehicle" })).await.data();
    }
    if state > 20 {
        drive(staff, &run, "load", json!({ "codes": codes })).await.data();
    }
    if state > 25 {
        drive(staff, &run, "start", json!({})).await.data();
    }
    if state == 40 {
        drive(staff, &run, "close", json!({ "reason": "Breakdown" })).await.data();
    }
    run
}

#[tokio::test]
async fn a_run_takes_the_actions_that_its_page_offers() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let driver = make_driver(&app, &admin).await;
    let table = StepTable {
        path: "/api/routes",
        states: &[0, 10, 20, 25, 30, 40],
        people: &[("admin", &admin), ("staff", &staff), ("client", &client), ("driver", &driver)],
        calls: &CALLS,
    };
    let possible = table.check(async |state| make(&staff, &driver, state).await).await;
    let expected = ["cancel", "close", "load", "optimize", "start", "update"];
    assert_eq!(possible.into_iter().collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn a_driver_does_nothing_with_the_run_of_another_one() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let driver = make_driver(&app, &admin).await;
    let table = StepTable {
        path: "/api/routes",
        states: &[20, 25, 30],
        people: &[("staff", &staff), ("driver", &driver)],
        calls: &CALLS,
    };
    for state in table.states {
        let made = make(&staff, &staff, *state).await;
        for call in table.calls {
            let context = format!("{} in state {state}", call.can);
            let told = table.check_call(&made, *state, &driver, call, &context).await;
            assert!(!told.is_possible, "{context}");
        }
    }
}
