//! Webhooks are told when less than its minimum is left to a client.

use serde_json::{Value, json};
use uuid::Uuid;

use super::client_of;
use crate::support::{ATLANTICO, Person};
use crate::webhooks::Told;

/// A client with a minimum in reais, and a webhook that hears of it.
struct Watched {
    told: Told,
    admin: Person,
    client: String,
}

impl Watched {
    async fn begin() -> Self {
        let told = Told::of(&["wallet.low"]).await;
        let (admin, user) = (told.admin().await, told.app.client(ATLANTICO).await);
        let client = client_of(&user).await;
        Self { told, admin, client }
    }

    fn path(&self, end: &str) -> String {
        format!("/api/clients/{}{end}", self.client)
    }

    async fn grant(&self, limit: Option<&str>, minimum: Option<&str>) -> Value {
        let version = self.admin.get(&self.path("")).await.data()["version"].clone();
        let credit = json!({
            "version": version, "credit_limit": limit, "credit_currency": "BRL", "wallet_minimum": minimum,
        });
        self.admin.post(&self.path("/set_credit"), credit).await.data()
    }

    async fn adjust(&self, amount: &str) {
        let form = json!({ "key": Uuid::now_v7(), "amount": amount, "currency": "BRL", "reason": "test" });
        self.admin.post(&self.path("/wallet/adjust"), form).await.data();
    }

    /// The quantity that has come by now.
    async fn heard(&self) -> Vec<String> {
        self.told.app.run_processes().await;
        let events = self.told.send_all().await;
        let available = |(kind, data): (String, Value)| {
            assert_eq!((kind.as_str(), &data["id"]), ("wallet.low", &json!(self.client)));
            assert_eq!((&data["currency"], &data["minimum"]), (&json!("BRL"), &json!("100.00")));
            data["available"].as_str().unwrap().to_owned()
        };
        events.into_iter().map(available).collect()
    }
}

#[tokio::test]
async fn a_low_wallet_is_told_once_until_it_has_risen() {
    let watched = Watched::begin().await;
    watched.grant(Some("150"), Some("100")).await;
    watched.adjust("-40").await;
    assert_eq!(watched.heard().await, Vec::<String>::new(), "110 are enough");
    watched.adjust("-20").await;
    assert_eq!(watched.heard().await, ["90.00"]);
    watched.adjust("-20").await;
    assert_eq!(watched.heard().await.len(), 1, "it was told before");
    watched.adjust("100").await;
    watched.grant(Some("100"), Some("100")).await;
    assert_eq!(watched.heard().await.len(), 1, "120 are enough");
    watched.grant(Some("50"), Some("100")).await;
    assert_eq!(watched.heard().await, ["90.00", "70.00"], "less credit is less to spend");
    watched.adjust("60").await;
    watched.adjust("-60").await;
    watched.adjust("60").await;
    assert_eq!(watched.heard().await.len(), 2, "there is enough again");
}

#[tokio::test]
async fn a_minimum_needs_no_credit_and_is_in_its_currency() {
    let watched = Watched::begin().await;
    let set = watched.grant(None, Some("100")).await;
    let read = |name: &str| set[name].clone();
    assert_eq!([read("credit_limit"), read("credit_currency")], [Value::Null, json!("BRL")]);
    watched.adjust("120").await;
    watched.adjust("-30").await;
    assert_eq!(watched.heard().await, ["90.00"]);
    let version = read("version");
    let wrong = json!({ "version": version, "credit_currency": "BRL", "wallet_minimum": "-1" });
    let refused = watched.admin.post(&watched.path("/set_credit"), wrong).await;
    assert_eq!(refused.code_at("wallet_minimum"), "too_small");
    let bare = watched.grant(None, None).await;
    assert_eq!((&bare["credit_currency"], &bare["wallet_minimum"]), (&Value::Null, &Value::Null));
}
