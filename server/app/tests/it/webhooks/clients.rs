//! Webhooks of clients hear of their own records.

use serde_json::{Value, json};

use super::receiver::Receiver;
use super::{PATH, make, text};
use crate::feature_flags::switch;
use crate::shipments::{complete, created};
use crate::support::{ATLANTICO, TestApp};
use crate::users::demo_user;

const FLAG: &str = "client_webhooks";

/// A webhook of the demo's client of which a test has arrived. The test itself is forgotten.
async fn made_by_client(app: &TestApp, patterns: &[&str]) -> (Value, Receiver) {
    switch(&app.admin(ATLANTICO).await, FLAG, true).await.data();
    let (client, receiver) = (app.client(ATLANTICO).await, Receiver::start().await);
    let webhook = make(&client, &receiver, json!({ "patterns": patterns })).await["webhook"].clone();
    client.post(&format!("{PATH}/{}/test", text(&webhook["id"])), json!({})).await.data();
    app.run_webhooks().await;
    receiver.forget();
    (webhook, receiver)
}

#[tokio::test]
async fn a_client_has_webhooks_only_where_the_company_wants_it() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    assert_eq!(client.get(PATH).await.status, 404);
    switch(&app.admin(ATLANTICO).await, FLAG, true).await.data();
    assert_eq!(client.get(PATH).await.data(), json!([]));
    let offered = client.get("/api/webhook-events").await.text();
    assert!(offered.contains("shipment.created") && !offered.contains("bag.closed"), "{offered}");
}

#[tokio::test]
async fn a_client_hears_of_its_own_shipments_and_of_nobody_elses() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    switch(&admin, FLAG, true).await.data();
    let (client, staff, receiver) =
        (app.client(ATLANTICO).await, app.staff(ATLANTICO).await, Receiver::start().await);
    let refused = client.post(PATH, json!({ "url": receiver.url, "patterns": ["bag.*"] })).await;
    assert_eq!(refused.code_at("patterns"), "invalid_webhook_pattern");
    let made = make(&client, &receiver, json!({ "patterns": ["*"] })).await;
    let path = format!("{PATH}/{}", text(&made["webhook"]["id"]));
    client.post(&format!("{path}/test"), json!({})).await.data();
    app.run_webhooks().await;

    let own = created(&client).await;
    let mut form = complete(&staff).await;
    form["client_id"] = demo_user(&admin, "client2").await["client_id"].clone();
    staff.post("/api/shipments", form).await.data();
    created(&staff).await;
    app.run_webhooks().await;
    let told: Vec<Value> =
        receiver.received()[1..].iter().map(|one| one.json()["data"]["id"].clone()).collect();
    assert_eq!(told, [own["id"].clone()]);

    let stranger = app.signed_in(ATLANTICO, "client2").await;
    assert_eq!(stranger.get(&path).await.status, 404);
    assert_eq!(stranger.get(PATH).await.data(), json!([]));
    assert_eq!(admin.get(&path).await.data()["client_id"], made["webhook"]["client_id"]);
}

#[tokio::test]
async fn an_inactive_client_hears_nothing_until_it_is_active_again() {
    let app = TestApp::start().await;
    let (webhook, receiver) = made_by_client(&app, &["shipment.event_recorded"]).await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let [before, meanwhile, after] = [created(&client).await, created(&client).await, created(&client).await];
    let collect = async |shipment: &Value| {
        let event = json!({ "tracking_codes": [shipment["tracking_code"]], "event_code": "COLLECTED" });
        assert_eq!(staff.post("/api/shipments/record_event", event).await.data()[0]["recorded"], true);
    };
    let switch_to = async |verb: &str| {
        let path = format!("/api/clients/{}/{verb}", text(&webhook["client_id"]));
        let switched = admin.post(&path, json!({})).await;
        assert_eq!(switched.status, 200, "{}", switched.text());
    };

    collect(&before).await;
    switch_to("deactivate").await;
    app.run_webhooks().await;
    collect(&meanwhile).await;
    app.run_webhooks().await;
    assert!(receiver.received().is_empty(), "what waits is not sent either");

    switch_to("activate").await;
    collect(&after).await;
    app.run_webhooks().await;
    let mut told: Vec<Value> =
        receiver.received().iter().map(|one| one.json()["data"]["id"].clone()).collect();
    told.sort_by_key(Value::to_string);
    let mut expected = vec![before["id"].clone(), after["id"].clone()];
    expected.sort_by_key(Value::to_string);
    assert_eq!(told, expected, "what happened meanwhile is not made up for");
}
