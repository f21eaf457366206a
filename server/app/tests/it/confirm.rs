//! The confirmation of a draft.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::money::{client_of, give_credit};
use crate::quotes::{service, stored};
use crate::shipments::{complete, created};
use crate::support::{ATLANTICO, Answer, Person, TestApp};

pub async fn confirm(person: &Person, shipment: &Value) -> Answer {
    let path = format!("/api/shipments/{}/confirm", shipment["id"].as_str().unwrap());
    person.post(&path, json!({ "version": shipment["version"] })).await
}

pub async fn log(person: &Person, shipment: &Value) -> Vec<String> {
    let path = format!("/api/shipments/{}/events", shipment["id"].as_str().unwrap());
    let events = person.get(&path).await.data();
    events.as_array().unwrap().iter().map(|event| event["code"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_complete_draft_is_confirmed_once() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let draft = created(&staff).await;
    assert_eq!(draft["can"]["confirm"], true);
    let confirmed = confirm(&staff, &draft).await.data();
    assert_eq!((&confirmed["status"], &confirmed["last_event_code"]), (&json!(30), &json!("CONFIRMED")));
    assert_eq!((&confirmed["can"]["confirm"], &confirmed["can"]["update"]), (&json!(false), &json!(false)));
    assert_eq!(log(&staff, &draft).await, ["CONFIRMED", "CREATED"]);
    let again = confirm(&staff, &confirmed).await;
    assert_eq!((again.status, again.message_code()), (409, "shipment_not_confirmable".into()));
}

#[tokio::test]
async fn an_incomplete_draft_is_refused_with_the_missing_fields() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let mut form = complete(&staff).await;
    (form["to_city"], form["items"]) = (Value::Null, json!([]));
    let draft = staff.post("/api/shipments", form).await.data();
    assert_eq!(draft["can"]["confirm"], false);
    let refused = confirm(&staff, &draft).await;
    assert_eq!((refused.status, refused.message_code()), (409, "shipment_incomplete".into()));
    assert_eq!(refused.json()["params"]["missing"], json!(["to_city", "items"]));
}

#[tokio::test]
async fn a_draft_changed_since_it_was_read_is_not_confirmed() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let draft = created(&staff).await;
    let path = format!("/api/shipments/{}", draft["id"].as_str().unwrap());
    staff.patch(&path, json!({ "version": draft["version"], "notes": "fragile" })).await.data();
    let late = confirm(&staff, &draft).await;
    assert_eq!((late.status, late.message_code()), (409, "stale_version".into()));
    assert_eq!(staff.get(&path).await.data()["status"], 10);
}

#[tokio::test]
async fn a_pending_payment_prevents_the_confirmation() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let draft = created(&staff).await;
    let form = json!({ "tracking_codes": [draft["tracking_code"]], "event_code": "AWAITING_PAYMENT" });
    staff.post("/api/shipments/record_event", form).await.data();
    let path = format!("/api/shipments/{}", draft["id"].as_str().unwrap());
    let waiting = staff.get(&path).await.data();
    let refused = confirm(&staff, &waiting).await;
    assert_eq!((refused.status, refused.message_code()), (409, "shipment_awaits_payment".into()));
}

/// A scanner whose clock is a few minutes fast.
#[tokio::test]
async fn an_event_ahead_of_time_does_not_keep_a_draft() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let draft = created(&staff).await;
    let at = (app.state.clock.now() + chrono::TimeDelta::minutes(4)).to_rfc3339();
    let form =
        json!({ "tracking_codes": [draft["tracking_code"]], "event_code": "QUOTED", "occurred_at": at });
    staff.post("/api/shipments/record_event", form).await.data();
    let path = format!("/api/shipments/{}", draft["id"].as_str().unwrap());
    let quoted = staff.get(&path).await.data();
    assert_eq!(confirm(&staff, &quoted).await.data()["status"], 30);
}

#[tokio::test]
async fn a_client_confirms_own_shipments_only() {
    let app = TestApp::start().await;
    let (client, other) = (app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    let draft = created(&client).await;
    assert_eq!(confirm(&other, &draft).await.status, 404);
    assert_eq!(confirm(&client, &draft).await.data()["status"], 30);
}

/// SHP-2: `payment` says whether a client pays with its money or on the next invoice.
#[tokio::test]
async fn a_client_pays_with_its_money_or_by_invoice_as_it_chooses() {
    let app = TestApp::start().await;
    let (admin, _) = stored::with_prices(&app).await;
    let client = app.client(ATLANTICO).await;
    let (owner, express) = (client_of(&client).await, service(&admin, "EXP").await);
    let gift =
        json!({ "key": Uuid::now_v7(), "amount": "90.00", "currency": "BRL", "reason": "First shipment" });
    admin.post(&format!("/api/clients/{owner}/wallet/adjust"), gift).await.data();
    let mut form = complete(&client).await;
    form["service_id"] = express;
    let (first, second) = (
        client.post("/api/shipments", form.clone()).await.data(),
        client.post("/api/shipments", form).await.data(),
    );
    let pay = async |draft: &Value, way: &str| {
        let path = format!("/api/shipments/{}/confirm", draft["id"].as_str().unwrap());
        client.post(&path, json!({ "version": draft["version"], "payment": way })).await
    };
    let refused = pay(&first, "invoice").await;
    assert_eq!((refused.status, refused.code_at("payment")), (409, "no_credit".into()));
    assert_eq!(pay(&first, "wallet").await.data()["status"], 30);
    give_credit(&admin, &owner, "400").await;
    let short = pay(&second, "wallet").await;
    assert_eq!(
        (short.status, short.message_code()),
        (409, "insufficient_funds".into()),
        "credit is no money"
    );
    assert_eq!(pay(&second, "invoice").await.data()["status"], 30);
}
