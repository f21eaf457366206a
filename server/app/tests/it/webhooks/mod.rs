//! Webhooks: other systems are told what happens.

mod bound_users;
mod certificates;
mod clients;
mod endpoints;
mod fairness;
mod misbehaving;
pub mod receiver;
mod retries;
mod sending;
mod versions;

use serde_json::{Value, json};

use crate::support::{ATLANTICO, Person, TestApp};
use receiver::{Received, Receiver};

pub const PATH: &str = "/api/webhooks";

/// A company with a webhook of which a test has arrived.
pub struct Told {
    pub app: TestApp,
    pub receiver: Receiver,
    pub id: String,
    pub secret: String,
}

impl Told {
    pub async fn of(patterns: &[&str]) -> Self {
        Self::with(json!({ "patterns": patterns })).await
    }

    /// With more fields of the form. What the test sent is forgotten.
    pub async fn with(form: Value) -> Self {
        let app = TestApp::start().await;
        let (admin, receiver) = (app.admin(ATLANTICO).await, Receiver::start().await);
        let made = make(&admin, &receiver, form).await;
        let told = Self { id: text(&made["webhook"]["id"]), secret: text(&made["secret"]), app, receiver };
        told.test().await;
        assert_eq!(told.show().await["status"], 20, "its test has arrived");
        told.receiver.forget();
        told
    }

    /// Signed in now: tests let days pass.
    pub async fn admin(&self) -> Person {
        self.app.admin(ATLANTICO).await
    }

    pub async fn test(&self) -> Value {
        let sent = self.admin().await.post(&self.path("/test"), json!({})).await.data();
        self.app.run_webhooks().await;
        sent
    }

    /// Sends what is due. Returns the type and the data of what has come, in its order.
    pub async fn send_all(&self) -> Vec<(String, Value)> {
        self.app.run_webhooks().await;
        let mut bodies: Vec<Value> = self.receiver.received().iter().map(Received::json).collect();
        bodies.sort_by_key(|body| body["sequence"].as_i64());
        bodies.into_iter().map(|body| (text(&body["type"]), body["data"].clone())).collect()
    }

    pub fn path(&self, end: &str) -> String {
        format!("{PATH}/{}{end}", self.id)
    }

    pub async fn show(&self) -> Value {
        self.admin().await.get(&self.path("")).await.data()
    }

    pub async fn version(&self) -> Value {
        self.show().await["version"].clone()
    }

    /// The log, the newest first, without tests.
    pub async fn deliveries(&self) -> Vec<Value> {
        let all = self.admin().await.get(&self.path("/deliveries")).await.data();
        let all = all.as_array().unwrap().iter().filter(|one| one["kind"] != "test");
        all.cloned().collect()
    }
}

pub async fn make(person: &Person, receiver: &Receiver, mut form: Value) -> Value {
    form["url"] = receiver.url.as_str().into();
    let made = person.post(PATH, form).await;
    assert_eq!(made.status, 200, "{}", made.text());
    made.data()
}

pub fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}
