//! The actions on a delivery.

use chrono::TimeDelta;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{StepCall, StepTable, because, make_driver, nothing};
use crate::deliveries::records::{hash_of, png, upload};
use crate::deliveries::{
    PATH, act, arrive_for, drive, make_record, plan_delivery, route, send, start_route, stops,
};
use crate::support::{ATLANTICO, Person, TestApp};

const CALLS: [StepCall; 10] = [
    StepCall::update(|_| json!({ "instructions": "Ring twice" })),
    StepCall::post("assign", to_spare_run),
    StepCall::post("reassign", to_spare_run),
    StepCall::post("reopen", because),
    StepCall::post("return", because),
    StepCall::post("cancel", because),
    StepCall::post("settle", because),
    StepCall::post("pin", nothing),
    StepCall::post("hand_over", |_| json!({ "name": "Ana", "files": [] })),
    StepCall::post("attach", |made| json!({ "files": [{ "sha256": made["photo"], "kind": "photo" }] })),
];

fn to_spare_run(made: &Value) -> Value {
    json!({ "route_id": made["spare_run"] })
}

/// A record of the driver now, at the stop of a run.
async fn record(app: &TestApp, driver: &Person, run: &Value, kind: &str, payload: Value) {
    app.state.clock.advance(TimeDelta::minutes(1));
    let mut record = make_record(&run["stops"][0]["id"], kind, &payload);
    record["at"] = json!(app.state.clock.now());
    assert_eq!(send(driver, &[&record]).await[0]["verdict"], "accepted");
    app.state.clock.advance(TimeDelta::minutes(1));
}

/// A delivery in this state, of two shipments to a consignee of its own.
async fn make(app: &TestApp, staff: &Person, state: i64) -> Value {
    let name = format!("Ana {}", Uuid::now_v7().simple());
    let shipments = [arrive_for(staff, &name, 1).await, arrive_for(staff, &name, 1).await];
    let delivery = plan_delivery(staff, &[&shipments[0], &shipments[1]]).await;
    let reason = || json!({ "reason": "The client said so" });
    match state {
        0 => drop(act(staff, &delivery, "cancel", reason()).await.data()),
        10 => {}
        20 => {
            let run = route(staff, staff).await;
            drive(staff, &run, "stops", stops(&[&delivery])).await.data();
        }
        30 | 40 | 45 | 50 | 60 => {
            let run = start_route(staff, staff, &[&delivery]).await;
            let first = json!([{ "shipment_id": shipments[0]["id"], "number": 1 }]);
            match state {
                40 => record(app, staff, &run, "deliver", json!({ "name": "Ana" })).await,
                45 => record(app, staff, &run, "deliver", json!({ "name": "Ana", "parcels": first })).await,
                50 | 60 => record(app, staff, &run, "fail", json!({ "reason": "recipient_absent" })).await,
                _ => {}
            }
            if state == 60 {
                act(staff, &delivery, "return", reason()).await.data();
            }
        }
        other => panic!("no way to {other}"),
    }
    delivery
}

#[tokio::test]
async fn a_delivery_takes_the_actions_that_its_page_offers() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let driver = make_driver(&app, &admin).await;
    let spare_run = route(&staff, &staff).await["id"].clone();
    let photo = png(8);
    upload(&staff, &hash_of(&photo), &photo).await.data();
    let table = StepTable {
        path: PATH,
        states: &[0, 10, 20, 30, 40, 45, 50, 60],
        people: &[("admin", &admin), ("staff", &staff), ("client", &client), ("driver", &driver)],
        calls: &CALLS,
    };
    let possible = table
        .check(async |state| {
            let mut made = make(&app, &staff, state).await;
            (made["spare_run"], made["photo"]) = (spare_run.clone(), hash_of(&photo).into());
            made
        })
        .await;
    // Nothing of it leaves a task, and no service asks for a PIN.
    let expected = ["assign", "attach", "cancel", "hand_over", "reassign", "reopen", "return", "update"];
    assert_eq!(possible.into_iter().collect::<Vec<_>>(), expected);
}
