//! Indications: a client sends another one, and gets a part of its first shipment once it is delivered, paid and held.

use chrono::TimeDelta;
use serde_json::{Value, json};
use server_core::settings::INDICATIONS;
use uuid::Uuid;

use crate::feature_flags::switch;
use crate::money::{begin, charged, client_of, give_credit};
use crate::register::{at_the_door, count, register};
use crate::shipments::complete;
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};
use crate::users::audited;

const PATH: &str = "/api/indications";

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

async fn start() -> (TestApp, Person, Person, String) {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, INDICATIONS, true).await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let code = text(&client.post(&format!("{PATH}/invite"), json!({})).await.data()["code"]);
    (app, admin, client, code)
}

/// The new client of a code; returns its id.
async fn send_one(app: &TestApp, code: &str) -> String {
    let visitor = at_the_door(app, ATLANTICO).await;
    // The demo data has a client with the document of the usual form, who is known.
    let form = [("referral_code", code), ("tax_id", "19.131.243/0001-97")];
    assert_eq!(register(&visitor, &form).await.status, 200);
    let mut tx = begin(app).await;
    let id: Uuid =
        sqlx::query_scalar("select referred_id from indications").fetch_one(&mut *tx).await.unwrap();
    id.to_string()
}

/// A delivered shipment of a client with this freight, which it has money for.
async fn deliver(app: &TestApp, client: &str, freight: &str) -> Value {
    let admin = app.admin(ATLANTICO).await;
    let money = json!({ "key": Uuid::now_v7(), "amount": "1000.00", "currency": "BRL", "reason": "Paid" });
    admin.post(&format!("/api/clients/{client}/wallet/adjust"), money).await.data();
    let shipment = charged(app, ATLANTICO, client, (freight, "10.00")).await;
    mark_delivered(app, &shipment, freight).await;
    shipment
}

/// As if it had been confirmed at this freight and delivered; nothing is charged.
async fn mark_delivered(app: &TestApp, shipment: &Value, freight: &str) {
    let confirmed = "
        update shipments set confirmed_at = now(), total_freight = $2::numeric, total_currency = 'BRL', status = 90
        where id = $1";
    let mut tx = begin(app).await;
    let set = sqlx::query(confirmed).bind(text(&shipment["id"]).parse::<Uuid>().unwrap()).bind(freight);
    set.execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
}

async fn set_status(app: &TestApp, shipment: &Value, status: i16) {
    let mut tx = begin(app).await;
    let set = sqlx::query("update shipments set status = $2 where id = $1");
    let set = set.bind(text(&shipment["id"]).parse::<Uuid>().unwrap()).bind(status);
    set.execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
}

async fn settle(app: &TestApp, days: i64) {
    app.state.clock.advance(TimeDelta::days(days));
    for _ in 0..2 {
        ::money::indications::settle(&app.state, &app.tenant(ATLANTICO)).await.unwrap();
    }
}

/// Status, held and paid amount of the only indication.
async fn figures(app: &TestApp) -> (i64, String, String) {
    let one = app.client(ATLANTICO).await.get(PATH).await.data()[0].clone();
    (one["status"].as_i64().unwrap(), text(&one["held_amount"]), text(&one["paid_amount"]))
}

/// The amounts in the wallet of the referrer from outside of shipments, the newest first.
async fn wallet(app: &TestApp) -> Vec<String> {
    let client = client_of(&app.client(ATLANTICO).await).await;
    let entries =
        app.admin(ATLANTICO).await.get(&format!("/api/clients/{client}/wallet/entries")).await.data();
    let own = entries.as_array().unwrap().iter().filter(|one| one["kind"] == "adjustment");
    own.map(|one| text(&one["amount"])).collect()
}

async fn verify(app: &TestApp) {
    let mut tx = begin(app).await;
    assert_eq!(::money::audit::verify(&mut tx).await.unwrap(), []);
}

/// SHP-11: one entry after the hold, and none twice.
#[tokio::test]
async fn a_reward_is_held_and_then_posted_once() {
    let (app, _, _, code) = start().await;
    let new = send_one(&app, &code.to_lowercase()).await;
    assert_eq!(figures(&app).await, (20, "0".into(), "0".into()));
    deliver(&app, &new, "123.45").await;
    settle(&app, 0).await;
    assert_eq!(figures(&app).await, (30, "12.35".into(), "0".into()));
    assert_eq!(wallet(&app).await, Vec::<String>::new(), "it is held");
    settle(&app, 15).await;
    assert_eq!(figures(&app).await, (50, "0".into(), "12.35".into()));
    assert_eq!(wallet(&app).await, ["12.35"]);
    deliver(&app, &new, "200.00").await;
    settle(&app, 15).await;
    assert_eq!(wallet(&app).await, ["12.35"], "the first shipment alone");
    assert_eq!(audited(&app, "indication.pay").await.len(), 1);
    verify(&app).await;
}

/// SHP-11: what is given back takes the reward back, also from a wallet that no longer has it.
#[tokio::test]
async fn a_reward_of_an_undone_delivery_is_taken_back() {
    let (app, _, _, code) = start().await;
    let new = send_one(&app, &code).await;
    let shipment = deliver(&app, &new, "123.45").await;
    settle(&app, 0).await;
    settle(&app, 15).await;
    set_status(&app, &shipment, 86).await;
    settle(&app, 1).await;
    assert_eq!(figures(&app).await, (50, "0".into(), "0".into()));
    assert_eq!(wallet(&app).await, ["-12.35", "12.35"]);
    verify(&app).await;
}

/// SHP-11: a delivery that is undone during the hold pays nothing, and its place is used up.
#[tokio::test]
async fn a_held_reward_of_an_undone_delivery_is_given_up() {
    let (app, _, _, code) = start().await;
    let new = send_one(&app, &code).await;
    let shipment = deliver(&app, &new, "100.00").await;
    settle(&app, 0).await;
    set_status(&app, &shipment, 92).await;
    settle(&app, 15).await;
    deliver(&app, &new, "100.00").await;
    settle(&app, 15).await;
    assert_eq!(wallet(&app).await, Vec::<String>::new());
}

/// SHP-11: what is not paid yet brings nothing.
#[tokio::test]
async fn a_shipment_on_credit_is_rewarded_once_it_is_paid() {
    let (app, admin, _, code) = start().await;
    let new = send_one(&app, &code).await;
    give_credit(&admin, &new, "5000").await;
    deliver(&app, &new, "1500.00").await;
    settle(&app, 0).await;
    assert_eq!(figures(&app).await.0, 20, "the client owes a part of it");
    let money = json!({ "key": Uuid::now_v7(), "amount": "600.00", "currency": "BRL", "reason": "Paid" });
    admin.post(&format!("/api/clients/{new}/wallet/adjust"), money).await.data();
    settle(&app, 0).await;
    assert_eq!(figures(&app).await, (30, "150".into(), "0".into()));
}

/// SHP-11: what was never charged is not paid.
#[tokio::test]
async fn a_shipment_without_a_charge_brings_nothing() {
    let (app, _, _, code) = start().await;
    let new = send_one(&app, &code).await;
    let staff = app.staff(ATLANTICO).await;
    let mut form = complete(&staff).await;
    form["client_id"] = json!(new);
    let shipment = staff.post("/api/shipments", form).await.data();
    mark_delivered(&app, &shipment, "100.00").await;
    settle(&app, 0).await;
    assert_eq!(figures(&app).await, (20, "0".into(), "0".into()));
}

/// SHP-11: nobody gets money for itself, also when two clients turn out to be one.
#[tokio::test]
async fn a_merge_with_the_client_that_was_sent_gives_up_what_is_held() {
    let (app, admin, client, code) = start().await;
    let new = send_one(&app, &code).await;
    deliver(&app, &new, "123.45").await;
    settle(&app, 0).await;
    assert_eq!(figures(&app).await.1, "12.35");
    let record = async |id: &str| admin.get(&format!("/api/clients/{id}")).await.data();
    let stays = record(&client_of(&client).await).await;
    crate::client_merge::merge(&admin, &stays, &record(&new).await).await;
    settle(&app, 15).await;
    assert_eq!(figures(&app).await, (60, "0".into(), "0".into()));
    assert_eq!(audited(&app, "indication.pay").await.len(), 0);
}

/// SHP-11: an unknown code is refused, whether or not the address has an account.
#[tokio::test]
async fn an_unknown_code_is_refused_and_known_people_are_not_sent() {
    let (app, admin, client, code) = start().await;
    let visitor = at_the_door(&app, ATLANTICO).await;
    for email in ["new@aurora.test", "client@atlantico.test"] {
        let wrong = register(&visitor, &[("referral_code", "NOBODY22"), ("email", email)]).await;
        assert_eq!((wrong.status, wrong.code_at("referral_code")), (422, "referral_code_unknown".into()));
    }
    send_one(&app, &code).await;
    // The same company again, with another address.
    let again = register(&visitor, &[("referral_code", code.as_str()), ("email", "other@aurora.test")]).await;
    assert_eq!(again.status, 200, "{}", again.text());
    assert_eq!(count(&app, "select count(*) from indications").await, 1);
    let (ours, theirs) = (admin.get(PATH).await.data(), client.get(PATH).await.data());
    assert_eq!(ours[0]["referred_name"], "Aurora Exportadora Ltda");
    assert_eq!(theirs[0]["referred_name"], "Aurora", "a client sees a first name");
    let other = app.signed_in(ATLANTICO, "client2").await;
    assert_eq!(other.get(PATH).await.data(), json!([]));
    app.switch(ATLANTICO, INDICATIONS, false).await;
    assert_eq!(
        register(&visitor, &[("referral_code", "NOBODY22"), ("email", "late@aurora.test")]).await.status,
        200
    );
}

#[tokio::test]
async fn a_client_keeps_its_code_and_staff_change_the_rule() {
    let (app, admin, client, code) = start().await;
    let again = client.post(&format!("{PATH}/invite"), json!({})).await.data();
    assert_eq!(again["code"], json!(code));
    assert!(text(&again["link"]).ends_with(&format!("/register?referral_code={code}")), "{again}");
    let path = format!("{PATH}/rule");
    let put =
        async |person: &Person, rule: Value| person.send(poem::http::Method::PUT, &path, Some(rule)).await;
    let rule = json!({ "percent": null, "fixed": "15", "first": 3, "cap": "40", "hold_days": 7 });
    assert_eq!(put(&admin, rule.clone()).await.data(), rule);
    assert_eq!(client.get(&path).await.data(), rule);
    let wrong = put(&admin, json!({ "percent": null, "fixed": null, "first": 1, "hold_days": 7 })).await;
    assert_eq!((wrong.status, wrong.code_at("percent")), (422, "required".into()));
    let fine = put(&admin, json!({ "fixed": "0.001", "first": 1, "hold_days": 7 })).await;
    assert_eq!((fine.status, fine.code_at("fixed")), (422, "too_many_decimals".into()));
    let huge = put(&admin, json!({ "fixed": "5", "cap": "1000000000001", "first": 1, "hold_days": 7 })).await;
    assert_eq!((huge.status, huge.code_at("cap")), (422, "too_large".into()));
    assert_eq!(put(&client, rule).await.status, 403);
    assert_eq!(audited(&app, "indication.update").await.len(), 1);
    let other = app.admin(PACIFIC).await;
    switch(&other, INDICATIONS, false).await.data();
    assert_eq!(other.get(&path).await.status, 404, "the flag is off there");
}
