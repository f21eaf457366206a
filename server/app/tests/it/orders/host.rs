//! The order layer: orders go to the company's own host.

use chrono::TimeDelta;
use poem::http::Method;
use serde_json::{Value, json};

use crate::api_tokens::{Program, make};
use crate::support::{ATLANTICO, Answer, Person, TestApp};
use crate::webhooks::receiver::{GivenAnswer, Receiver};

const LAYER: &str = "/api/order-layer";

/// A company with a host for orders.
struct Connected {
    app: TestApp,
    admin: Person,
    host: Receiver,
    program: Program,
}

impl Connected {
    async fn new() -> Self {
        let app = TestApp::start().await;
        let (admin, host) = (app.admin(ATLANTICO).await, Receiver::start().await);
        let form = json!({ "url": host.url, "key": "Bearer s3cret", "version": 0 });
        let connected = admin.patch(LAYER, form).await.data();
        assert_eq!((&connected["has_key"], &connected["version"]), (&json!(true), &json!(1)));
        let (_, secret) = make(&app.staff(ATLANTICO).await, &["order_layer.send"]).await;
        let program = Program::on(&app, ATLANTICO, &secret);
        Self { app, admin, host, program }
    }

    async fn send(&self, number: &str, body: Value, key: Option<&str>) -> Answer {
        let more: Vec<(&'static str, &str)> = key.map(|key| ("idempotency-key", key)).into_iter().collect();
        self.program.send(Method::POST, &format!("/api/order/{number}"), Some(body), &more).await
    }

    async fn layer(&self) -> Value {
        self.admin.get(LAYER).await.data()
    }
}

#[tokio::test]
async fn an_order_goes_to_the_host_as_it_came_and_so_does_its_answer() {
    let it = Connected::new().await;
    it.host.give([GivenAnswer::of(201).saying("{\"number\": 7.0}")]);
    let answer = it.send("AT-1042", json!({ "items": ["ã"] }), None).await;
    assert_eq!((answer.status, &*answer.text()), (201, "{\"number\": 7.0}"), "the bytes are the same");
    assert_eq!(answer.header("content-type"), Some("application/json"));
    let received = &it.host.received()[0];
    assert_eq!(received.json(), json!({ "items": ["ã"] }));
    assert_eq!(received.path, "/hook/order/AT-1042");
    assert_eq!(
        (received.header("authorization"), received.header("idempotency-key").len()),
        ("Bearer s3cret", 64)
    );
    assert_eq!(received.header("x-remessa-tenant"), "atlantico");
    for own in ["cookie", "x-csrf-token", "x-forwarded-for", "accept-language"] {
        assert_eq!(received.header(own), "", "{own}");
    }
    let call = &it.admin.get("/api/order-layer/calls").await.data()[0];
    assert_eq!((&call["order_number"], &call["state"]), (&json!("AT-1042"), &json!("answered")));
    let layer = it.layer().await;
    assert!(layer["last_success_at"].is_string() && !layer.to_string().contains("s3cret"));
}

#[tokio::test]
async fn the_same_call_has_the_first_answer_for_a_day() {
    let it = Connected::new().await;
    it.host.give([GivenAnswer::of(200).saying("{\"id\":1}"), GivenAnswer::of(200).saying("{\"id\":2}")]);
    assert_eq!(it.send("7", json!({}), None).await.json()["id"], 1);
    let again = it.send("7", json!({}), None).await;
    assert_eq!((again.json()["id"].clone(), again.header("idempotency-replayed")), (json!(1), Some("true")));
    assert_eq!(it.send("7", json!({}), Some("k1")).await.json()["id"], 2, "another key is another call");
    assert_eq!(it.send("7", json!({}), Some("k1")).await.json()["id"], 2);
    let other = it.send("7", json!([]), Some("k1")).await;
    assert_eq!((other.status, other.code_at("Idempotency-Key")), (422, "order_key_used".into()));
    assert_eq!(it.host.received().len(), 2);
    it.app.state.clock.advance(TimeDelta::hours(24));
    assert_eq!(it.send("7", json!({}), None).await.status, 204);
    assert_eq!(it.host.received().len(), 3);
    app::sweep::sweep(&it.app.state).await;
    let kept = it.send("7", json!({}), None).await;
    assert_eq!(kept.header("idempotency-replayed"), Some("true"), "the hourly work keeps it");
}

#[tokio::test]
async fn a_refusal_is_an_answer_and_a_failure_can_be_tried_again() {
    let it = Connected::new().await;
    it.host.give([GivenAnswer::of(409), GivenAnswer::of(503), GivenAnswer::of(200).saying("<html>")]);
    for _ in 0..2 {
        let refused = it.send("1", json!({}), None).await;
        assert_eq!((refused.status, refused.message_code()), (422, "order_not_taken".into()));
        assert_eq!(refused.json()["params"]["status"], 409);
    }
    assert_eq!(it.host.received().len(), 1, "the host is not asked again");
    let failed = it.send("2", json!({}), None).await;
    assert_eq!((failed.status, failed.message_code()), (502, "order_host_failed".into()));
    let odd = it.send("2", json!({}), None).await;
    assert_eq!((odd.status, odd.message_code()), (502, "order_answer_unreadable".into()));
    assert_eq!(it.send("2", json!({}), None).await.status, 204);
    let keys: Vec<String> =
        it.host.received()[1..].iter().map(|one| one.header("idempotency-key").to_owned()).collect();
    assert!(keys.iter().all(|key| *key == keys[0]), "the host can tell that it is the same call");
    let layer = it.layer().await;
    assert_eq!((&layer["failure_count"], &layer["last_failure"]), (&json!(0), &json!("unreadable")));
}

#[tokio::test]
async fn another_address_is_asked_for_what_the_one_before_refused() {
    let it = Connected::new().await;
    it.host.give([GivenAnswer::of(404), GivenAnswer::of(201).saying("{\"id\":2}")]);
    for _ in 0..2 {
        assert_eq!(it.send("1", json!({}), None).await.message_code(), "order_not_taken");
    }
    assert_eq!(it.send("2", json!({}), None).await.status, 201);
    let form = json!({ "url": format!("{}/v2", it.host.url), "version": 1 });
    it.admin.patch(LAYER, form).await.data();
    assert_eq!(it.send("1", json!({}), None).await.status, 204);
    assert_eq!(it.host.received()[2].path, "/hook/v2/order/1");
    let taken = it.send("2", json!({}), None).await;
    assert_eq!(taken.header("idempotency-replayed"), Some("true"), "an order is never taken twice");
}

#[tokio::test]
async fn no_redirect_is_followed() {
    let it = Connected::new().await;
    it.host.give([GivenAnswer::of(307).with("location", "https://hooks.example.com/")]);
    assert_eq!(it.send("1", json!({}), None).await.message_code(), "order_host_failed");
    assert_eq!(it.host.received().len(), 1);
}

#[tokio::test]
async fn a_host_that_fails_ten_times_rests_for_a_minute() {
    let it = Connected::new().await;
    it.host.always(500);
    for number in 0..10 {
        assert_eq!(it.send(&number.to_string(), json!({}), None).await.status, 502);
    }
    let resting = it.send("11", json!({}), None).await;
    assert_eq!((resting.status, resting.message_code()), (503, "order_host_resting".into()));
    assert!(resting.header("retry-after").is_some());
    assert_eq!(it.host.received().len(), 10);
    it.app.state.clock.advance(TimeDelta::seconds(61));
    it.host.always(204);
    assert_eq!(
        it.send("11", json!({}), None).await.status,
        204,
        "a call that was never sent has no answer yet"
    );
    assert_eq!(it.layer().await["failure_count"], 0);
}

#[tokio::test]
async fn only_orders_in_json_with_a_plain_number_go_out() {
    let it = Connected::new().await;
    for wrong in ["a%2Fb", "%2e%2e", "a%20b", &"9".repeat(65)] {
        let answer = it.send(wrong, json!({}), None).await;
        assert!([404, 422].contains(&answer.status), "{wrong}: {}", answer.status);
    }
    let long = it.send("1", json!("a".repeat(256 * 1024)), None).await;
    assert_eq!((long.status, long.message_code()), (413, "payload_too_large".into()));
    let key = it.send("1", json!({}), Some(&"k".repeat(201))).await;
    assert_eq!(key.code_at("Idempotency-Key"), "invalid_idempotency_key");
    assert!(it.host.received().is_empty());
}

#[tokio::test]
async fn an_administrator_connects_a_host_outside_and_its_key_goes_nowhere_else() {
    let it = Connected::new().await;
    let change = async |form: Value| it.admin.patch(LAYER, form).await;
    assert_eq!(change(json!({ "url": it.host.url, "version": 0 })).await.message_code(), "stale_version");
    for inside in
        ["http://a.example.com", "https://10.0.0.1", "https://localhost", "https://a.example.com/?b"]
    {
        let refused = change(json!({ "url": inside, "key": "k", "version": 1 })).await;
        assert_eq!(refused.code_at("url"), "invalid_order_host", "{inside}");
    }
    let moved = change(json!({ "url": "https://other.example.com", "version": 1 })).await;
    assert_eq!(moved.code_at("key"), "required", "whoever moves the host has to know the key");
    let tested = it.admin.post("/api/order-layer/test", json!({})).await.data();
    assert_eq!((&tested["failure"], &tested["status"]), (&Value::Null, &json!(204)));
    it.host.always(401);
    let tested = it.admin.post("/api/order-layer/test", json!({})).await.data();
    assert_eq!(tested["failure"], "key_refused");
    let gone = change(json!({ "url": null, "version": 1 })).await.data();
    assert_eq!((&gone["url"], &gone["version"]), (&Value::Null, &json!(0)));
    let unsent = it.send("1", json!({}), None).await;
    assert_eq!((unsent.status, unsent.message_code()), (409, "order_host_missing".into()));
    let client = it.app.client(ATLANTICO).await;
    assert_eq!(client.get(LAYER).await.status, 403);
    assert_eq!(client.post("/api/order/1", json!({})).await.status, 403);
    let log = it.admin.get("/api/audit_entries").await.text();
    assert!(!log.contains("s3cret"));
}
