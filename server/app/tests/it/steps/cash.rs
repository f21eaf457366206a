//! The actions on cash that a driver has handed in.

use serde_json::json;

use super::{StepCall, StepTable};
use crate::deliveries::cash::{FLAG, PATH, hand_in};
use crate::prices::id;
use crate::support::{ATLANTICO, TestApp};

const CALLS: [StepCall; 1] =
    [StepCall::post("decide", |_| json!({ "decision": "driver_owes", "reason": "Lost a coin" }))];

#[tokio::test]
async fn a_handover_of_cash_takes_the_actions_that_its_page_offers() {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, FLAG, true).await;
    let (counter, driver) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let (third, client) = (app.signed_in(ATLANTICO, "dev").await, app.client(ATLANTICO).await);
    let table = StepTable {
        path: PATH,
        // A driver with an undecided difference collects no more cash: it comes last.
        states: &[20, 40, 30],
        people: &[("third", &third), ("counter", &counter), ("driver", &driver), ("client", &client)],
        calls: &CALLS,
    };
    let possible = table
        .check(async |state| {
            let counted = if state == 20 { "80" } else { "79.5" };
            let handover = hand_in(&driver, &counter, "80", counted).await;
            if state == 40 {
                let mut form = json!({ "decision": "written_off", "reason": "Not worth it" });
                form["version"] = handover["version"].clone();
                third.post(&format!("{PATH}/{}/decide", id(&handover)), form).await.data();
            }
            handover
        })
        .await;
    assert_eq!(possible.into_iter().collect::<Vec<_>>(), ["decide"]);
}
