//! The actions on a re-weighing that waits, by who measured, by somebody else, and by its client.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{CallKind, StepCall, StepTable, because};
use crate::prices::id;
use crate::reweighs::setup::{confirmed, picture, with_tariff};
use crate::reweighs::{measure, newest, scan};
use crate::support::{ATLANTICO, Person, TestApp};
use crate::tenant_settings::changed;

const PATH: &str = "/api/reweighs";
const BOX: [f64; 3] = [200.0, 150.0, 100.0];

const CALLS: [StepCall; 3] = [
    StepCall::post("accept", because),
    StepCall {
        can: "dispute",
        kind: CallKind::Upload,
        verb: "dispute",
        form: |_| json!({ "text": "Not so" }),
    },
    StepCall::post("decide", |_| json!({ "ruling": "withdraw", "reason": "The scale was wrong" })),
];

struct Company {
    app: TestApp,
    admin: Person,
    staff: Person,
    client: Person,
}

impl Company {
    /// A re-weighing in this state: a kilogram more than was declared, and nothing is charged without asking.
    async fn make(&self, state: i64) -> Value {
        let shipment = confirmed(&self.app, (&self.admin, &self.client), &[(400, BOX)], "0").await;
        let parcel = scan(&self.staff, &shipment).await;
        self.app.state.clock.advance(TimeDelta::minutes(1));
        measure(&self.staff, &parcel, 1_400, BOX).await.data();
        let reweigh = newest(&self.client, &shipment).await;
        let path = format!("{PATH}/{}", id(&reweigh));
        match state {
            20 => {}
            30 => {
                let version = reweigh["version"].to_string();
                let fields = [("text", "It is 400 g on my scale"), ("version", version.as_str())];
                let file = ("file", "scale.png", &picture()[..]);
                self.client.upload(&format!("{path}/dispute"), file, &fields).await.data();
            }
            40 => {
                let form = json!({ "version": reweigh["version"] });
                self.client.post(&format!("{path}/accept"), form).await.data();
            }
            other => panic!("no way to {other}"),
        }
        reweigh
    }
}

#[tokio::test]
async fn a_reweighing_takes_the_actions_that_its_page_offers() {
    let app = TestApp::start().await;
    let (admin, _) = with_tariff(&app).await;
    changed(&admin, json!({ "reweigh_auto_max": "0" })).await.data();
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let other = app.signed_in(ATLANTICO, "client2").await;
    let company = Company { app, admin, staff, client };
    let Company { admin, staff, client, .. } = &company;
    let table = StepTable {
        path: PATH,
        states: &[20, 30, 40],
        people: &[("admin", admin), ("measurer", staff), ("client", client), ("another client", &other)],
        calls: &CALLS,
    };
    let possible = table.check(async |state| company.make(state).await).await;
    assert_eq!(possible.into_iter().collect::<Vec<_>>(), ["accept", "decide", "dispute"]);
}
