//! The actions on parcels of clients, and on requests to pack them.

use std::cell::RefCell;

use chrono::TimeDelta;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{StepCall, StepTable, because, nothing};
use crate::inbound_parcels::{act, announce, client_of, scan, show, warehouse};
use crate::prices::id;
use crate::support::{ATLANTICO, Person, TestApp};

const PARCELS: &str = "/api/inbound-parcels";
const REPACKS: &str = "/api/repacks";

const PARCEL_CALLS: [StepCall; 6] = [
    StepCall::update(|_| json!({ "shop": "Camera Planet" })),
    StepCall::post("receive", nothing),
    StepCall::post("identify", |made| json!({ "client_id": made["owner"] })),
    StepCall::post("put_away", |_| json!({ "place": "A-03-2" })),
    StepCall::post("abandon", because),
    StepCall::post("cancel", because),
];

const REPACK_CALLS: [StepCall; 4] = [
    StepCall::post("start", nothing),
    StepCall::post("scan", |made| json!({ "code": made["code"] })),
    StepCall::post("finish", |_| json!({ "weight_g": 900 })),
    StepCall::post("cancel", because),
];

/// A warehouse, its people, and a client with parcels there.
struct Depot {
    app: TestApp,
    place: Value,
    owner: Value,
    admin: Person,
    staff: Person,
    client: Person,
    other: Person,
}

impl Depot {
    async fn start() -> Self {
        let app = TestApp::start().await;
        let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
        let (client, other) = (app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
        let (place, owner) = (warehouse(&admin, "OLN").await, client_of(&client).await);
        Self { app, place, owner, admin, staff, client, other }
    }

    fn people(&self) -> [(&'static str, &Person); 4] {
        [
            ("admin", &self.admin),
            ("staff", &self.staff),
            ("client", &self.client),
            ("another client", &self.other),
        ]
    }

    async fn act(&self, parcel: &Value, verb: &str, form: Value) {
        act(&self.staff, &show(&self.staff, parcel).await, verb, form).await.data();
    }

    /// A parcel in this state; 120 is one whose client nobody knows.
    async fn make_parcel(&self, state: i64) -> Value {
        let code = Uuid::now_v7().simple().to_string().to_uppercase();
        if state == 120 {
            let kept = scan(&self.staff, &self.place, &code, true).await;
            return json!({ "id": kept["parcel"]["inbound_parcel_id"], "owner": self.owner });
        }
        let mut parcel = announce(&self.client, &self.place, &code).await;
        parcel["owner"] = self.owner.clone();
        if state > 10 {
            scan(&self.staff, &self.place, &code, false).await;
        }
        match state {
            0 => self.act(&parcel, "cancel", json!({ "reason": "It was lost" })).await,
            30 => self.act(&parcel, "put_away", json!({ "place": "A-1" })).await,
            40 | 50 => {
                let repack = self.ask(&parcel).await;
                let packed = self.pack(&repack, &code).await;
                if state == 50 {
                    let form =
                        json!({ "tracking_codes": [packed["tracking_code"]], "event_code": "DEPARTED" });
                    self.staff.post("/api/shipments/record_event", form).await.data();
                    app::sweep::sweep(&self.app.state).await;
                }
            }
            _ => {}
        }
        parcel
    }

    async fn ask(&self, parcel: &Value) -> Value {
        self.client.post(REPACKS, json!({ "parcel_ids": [parcel["id"]] })).await.data()
    }

    async fn work(&self, repack: &Value, verb: &str, mut form: Value) -> Value {
        let path = format!("{REPACKS}/{}", id(repack));
        form["version"] = self.staff.get(&path).await.data()["version"].clone();
        self.staff.post(&format!("{path}/{verb}"), form).await.data()
    }

    async fn pack(&self, repack: &Value, code: &str) -> Value {
        self.work(repack, "start", json!({})).await;
        self.work(repack, "scan", json!({ "code": code })).await;
        self.work(repack, "finish", json!({ "weight_g": 900 })).await
    }

    /// A request in this state, for one parcel, which its packer has in hand.
    async fn make_repack(&self, state: i64) -> Value {
        let parcel = self.make_parcel(20).await;
        let mut repack = self.ask(&parcel).await;
        let code = parcel["external_code"].as_str().unwrap();
        repack["code"] = json!(code);
        match state {
            0 => drop(self.work(&repack, "cancel", json!({ "reason": "I wait for another one" })).await),
            20 => {
                self.work(&repack, "start", json!({})).await;
                self.work(&repack, "scan", json!({ "code": code })).await;
            }
            40 => drop(self.pack(&repack, code).await),
            _ => {}
        }
        repack
    }
}

#[tokio::test]
async fn a_parcel_of_a_client_takes_the_actions_that_its_page_offers() {
    let depot = Depot::start().await;
    let table = StepTable {
        path: PARCELS,
        states: &[0, 10, 20, 120, 30, 40, 50],
        people: &depot.people(),
        calls: &PARCEL_CALLS,
    };
    let possible = table.check(async |state| depot.make_parcel(state).await).await;
    let expected = ["cancel", "identify", "put_away", "receive", "update"];
    assert_eq!(possible.into_iter().collect::<Vec<_>>(), expected, "none has lain there for so long");
}

#[tokio::test]
async fn a_parcel_that_nobody_wants_takes_the_actions_that_its_page_offers() {
    let mut depot = Depot::start().await;
    let mut stored = Vec::new();
    for _ in 0..6 {
        stored.push(depot.make_parcel(30).await);
    }
    depot.app.state.clock.advance(TimeDelta::days(120));
    let app = &depot.app;
    (depot.admin, depot.staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    depot.client = app.client(ATLANTICO).await;
    depot.other = app.signed_in(ATLANTICO, "client2").await;
    let stored = RefCell::new(stored);
    let table = StepTable { path: PARCELS, states: &[30, 60], people: &depot.people(), calls: &PARCEL_CALLS };
    let possible = table
        .check(async |state| {
            let parcel = stored.borrow_mut().pop().unwrap();
            if state == 60 {
                depot.act(&parcel, "abandon", json!({ "reason": "No answer" })).await;
            }
            parcel
        })
        .await;
    assert_eq!(possible.into_iter().collect::<Vec<_>>(), ["abandon", "put_away"]);
}

#[tokio::test]
async fn a_request_to_pack_takes_the_actions_that_its_page_offers() {
    let depot = Depot::start().await;
    let table =
        StepTable { path: REPACKS, states: &[0, 10, 20, 40], people: &depot.people(), calls: &REPACK_CALLS };
    let possible = table.check(async |state| depot.make_repack(state).await).await;
    assert_eq!(possible.into_iter().collect::<Vec<_>>(), ["cancel", "finish", "scan", "start"]);
}
