//! The actions on a webhook, and on the events that are sent to it.

use serde_json::{Value, json};

use super::{StepCall, StepTable, nothing};
use crate::feature_flags::switch;
use crate::prices::id;
use crate::shipments::created;
use crate::support::{ATLANTICO, Person, TestApp};
use crate::webhooks::{PATH, Told};

const CALLS: [StepCall; 7] = [
    StepCall::update(|_| json!({ "fifo": true })),
    StepCall::post("enable", |_| json!({ "send_held": true })),
    StepCall::post("pause", nothing),
    StepCall::post("test", nothing),
    StepCall::post("rotate_secret", nothing),
    StepCall::post("replay", |_| json!({ "from": "2026-11-01T00:00:00Z", "to": "2026-11-02T00:00:00Z" })),
    StepCall::post("upgrade", nothing),
];
const STATES: [i64; 5] = [10, 20, 30, 40, 45];

async fn write(app: &TestApp, sql: &'static str, record: &str, status: i64) {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let status = i16::try_from(status).unwrap();
    sqlx::query(sql).bind(record).bind(status).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
}

/// A webhook in this state, with the first form of the data. Those before it are deleted: an owner has a few at most.
async fn make(app: &TestApp, owner: &Person, state: i64) -> Value {
    const SET: &str = "
        update webhook_endpoints set status = $2, event_version = '2026-12-01' where id = $1::uuid";
    for former in owner.get(PATH).await.data().as_array().unwrap() {
        assert_eq!(owner.delete(&format!("{PATH}/{}", id(former))).await.status, 200);
    }
    let form = json!({ "url": "https://hooks.example.com/steps", "patterns": ["shipment.*"] });
    let made = owner.post(PATH, form).await.data()["webhook"].clone();
    write(app, SET, id(&made), state).await;
    made
}

#[tokio::test]
async fn a_webhook_takes_the_actions_that_its_page_offers() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let (dev, client) = (app.signed_in(ATLANTICO, "dev").await, app.client(ATLANTICO).await);
    switch(&admin, "client_webhooks", true).await.data();
    let people = [("admin", &admin), ("dev", &dev), ("staff", &staff), ("client", &client)];
    let table = StepTable { path: PATH, states: &STATES, people: &people, calls: &CALLS };
    let possible = table.check(async |state| make(&app, &admin, state).await).await;
    let expected = ["enable", "pause", "replay", "rotate_secret", "test", "update", "upgrade"];
    assert_eq!(possible.into_iter().collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn a_webhook_of_a_client_takes_the_actions_that_its_page_offers() {
    let app = TestApp::start().await;
    let (client, other) = (app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    switch(&app.admin(ATLANTICO).await, "client_webhooks", true).await.data();
    let people = [("client", &client), ("another client", &other)];
    let table = StepTable { path: PATH, states: &STATES, people: &people, calls: &CALLS };
    let possible = table.check(async |state| make(&app, &client, state).await).await;
    assert_eq!(possible.len(), CALLS.len());
}

#[tokio::test]
async fn a_webhook_is_deleted_in_every_state_by_those_to_whom_its_page_offers_it() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let (dev, client) = (app.signed_in(ATLANTICO, "dev").await, app.client(ATLANTICO).await);
    switch(&admin, "client_webhooks", true).await.data();
    let mut deleted = Vec::new();
    for state in STATES {
        for (role, person) in [("admin", &admin), ("dev", &dev), ("staff", &staff), ("client", &client)] {
            let path = format!("{PATH}/{}", id(&make(&app, &admin, state).await));
            let seen = person.get(&path).await;
            let can = seen.status == 200 && seen.data()["can"]["delete"] == true;
            let answer = person.delete(&path).await;
            let context = format!("{role} in state {state}: {}", answer.text());
            let is_gone = admin.get(&path).await.status == 404;
            if can {
                assert!(answer.status == 200 && is_gone, "{context}");
                deleted.push((state, role));
            } else {
                assert!(matches!(answer.status, 403 | 404) && !is_gone, "{context}");
            }
        }
    }
    assert!(STATES.iter().all(|state| deleted.contains(&(*state, "admin"))), "{deleted:?}");
    assert!(deleted.iter().all(|(_, role)| !matches!(*role, "staff" | "client")), "{deleted:?}");
}

#[tokio::test]
async fn an_event_is_sent_again_in_the_states_in_which_its_page_offers_it() {
    const SET: &str = "update webhook_deliveries set status = $2 where event_id = $1::uuid";
    const SET_WEBHOOK: &str = "update webhook_endpoints set status = $2 where id = $1::uuid";
    let told = Told::of(&["shipment.created"]).await;
    let (admin, staff) = (told.admin().await, told.app.staff(ATLANTICO).await);
    let (dev, client) = (told.app.signed_in(ATLANTICO, "dev").await, told.app.client(ATLANTICO).await);
    created(&staff).await;
    told.app.run_webhooks().await;
    let event = id(&told.deliveries().await[0]).to_owned();
    let path = told.path(&format!("/deliveries/{event}/replay"));
    let mut possible = Vec::new();
    for webhook in STATES {
        write(&told.app, SET_WEBHOOK, &told.id, webhook).await;
        for status in [10, 20, 30, 40, 50, 55, 60] {
            for person in [&admin, &dev, &staff, &client] {
                write(&told.app, SET, &event, status).await;
                let log = person.get(&told.path("/deliveries?type=shipment.created")).await;
                let can = log.status == 200 && log.data()[0]["can"]["replay"] == true;
                let answer = person.post(&path, json!({})).await;
                let context = format!("{status} of a webhook in {webhook}: {}", answer.text());
                if can {
                    assert_eq!(
                        (answer.status, answer.data()["status"].as_i64()),
                        (200, Some(10)),
                        "{context}"
                    );
                    possible.push((webhook, status));
                } else {
                    assert!(matches!(answer.status, 403 | 404 | 409), "{context}");
                }
            }
        }
    }
    possible.dedup();
    assert_eq!(possible, [(20, 30), (20, 50), (30, 30), (30, 50)]);
}
