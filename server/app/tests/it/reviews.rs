//! Reviews: clients are asked about deliveries, rate them, and staff answer, publish and hide.

use chrono::TimeDelta;
use serde_json::{Value, json};
use server_core::settings::REVIEWS;
use uuid::Uuid;

use crate::feature_flags::switch;
use crate::money::client_of;
use crate::register::{at_the_door, last_token, mails_with};
use crate::shipments::created;
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};
use crate::users::{audited, demo_user};

const PATH: &str = "/api/reviews";
const LINK: &str = "/review/";

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// A review of a shipment as a client has written it; returns its id.
pub async fn insert(app: &TestApp, shipment_id: &str, body: &str) -> String {
    let (id, shipment_id) = (Uuid::now_v7(), shipment_id.parse::<Uuid>().unwrap());
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query(
        "insert into reviews (id, created_at, updated_at, shipment_id, status, score, body, submitted_at)
         values ($1, $4, $4, $2, 20, 4, $3, $4)",
    )
    .bind(id)
    .bind(shipment_id)
    .bind(body)
    .bind(app.state.clock.now())
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
    id.to_string()
}

async fn record(staff: &Person, shipment: &Value, code: &str) -> Value {
    let form = json!({ "tracking_codes": [shipment["tracking_code"]], "event_code": code });
    staff.post("/api/shipments/record_event", form).await.data()[0].clone()
}

async fn sweep(app: &TestApp) {
    app::sweep::sweep(&app.state).await;
    app.run_processes().await;
}

/// A company that asks for reviews, whose client has an address.
async fn start() -> (TestApp, Person, Person, Person) {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, REVIEWS, true).await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let at = format!("/api/clients/{}", client_of(&client).await);
    let version = admin.get(&at).await.data()["version"].clone();
    let change = json!({ "version": version, "email": "eva@example.com", "language": "es" });
    admin.patch(&at, change).await.data();
    (app, admin, staff, client)
}

/// A delivered shipment of a client.
async fn deliver(staff: &Person, client: &Person) -> Value {
    let shipment = created(client).await;
    record(staff, &shipment, "DELIVERED").await;
    shipment
}

/// Staff and client, signed in again some days later.
async fn wait(app: &TestApp, days: i64) -> (Person, Person) {
    app.state.clock.advance(TimeDelta::days(days));
    (app.staff(ATLANTICO).await, app.client(ATLANTICO).await)
}

/// The review of a shipment that was delivered three days ago, and staff and client of today.
async fn invite(app: &TestApp, staff: &Person, client: &Person) -> (Value, Person, Person) {
    let shipment = deliver(staff, client).await;
    let (staff, client) = wait(app, 3).await;
    sweep(app).await;
    (of_shipment(&client, &shipment).await.unwrap(), staff, client)
}

async fn of_shipment(person: &Person, shipment: &Value) -> Option<Value> {
    let found = person.get(&format!("{PATH}?search={}", text(&shipment["tracking_code"]))).await.data();
    found.as_array().unwrap().first().cloned()
}

async fn act(person: &Person, review: &Value, verb: &str, more: Value) -> Answer {
    let at = format!("{PATH}/{}", text(&review["id"]));
    let mut form = more;
    form["version"] = person.get(&at).await.data()["version"].clone();
    person.post(&format!("{at}/{verb}"), form).await
}

async fn by_link(visitor: &Person, verb: &str, token: &str, mut form: Value) -> Answer {
    form["token"] = token.into();
    visitor.post(&format!("/api/public/reviews/{verb}"), form).await
}

/// SHP-11: one invitation two days after the delivery, one reminder, and no more.
#[tokio::test]
async fn a_client_is_asked_once_and_reminded_once() {
    let (app, _, staff, client) = start().await;
    let shipment = deliver(&staff, &client).await;
    sweep(&app).await;
    assert_eq!(of_shipment(&client, &shipment).await, None, "not on the day itself");
    let (_, client) = wait(&app, 3).await;
    for _ in 0..2 {
        sweep(&app).await;
    }
    let review = of_shipment(&client, &shipment).await.unwrap();
    assert_eq!((&review["status"], &review["can"]["submit"]), (&json!(10), &json!(true)));
    let letter = mails_with(&app, LINK);
    assert!(letter.len() == 1 && letter[0].contains("eva@example.com"), "{letter:?}");
    assert!(letter[0].contains("Valorar") && !letter[0].contains("Berlin"), "{letter:?}");
    app.state.clock.advance(TimeDelta::days(8));
    for _ in 0..2 {
        sweep(&app).await;
    }
    assert_eq!(mails_with(&app, LINK).len(), 2);
}

/// SHP-11: nobody is asked about what is disputed.
#[tokio::test]
async fn a_client_with_an_open_ticket_about_it_is_not_asked() {
    let (app, _, staff, client) = start().await;
    let shipment = deliver(&staff, &client).await;
    crate::tickets::open_with(&client, json!({ "shipment_id": shipment["id"] })).await.data();
    let (_, client) = wait(&app, 3).await;
    sweep(&app).await;
    assert_eq!(of_shipment(&client, &shipment).await, None);
}

/// SHP-11: whoever claims money for damaged goods is not asked how satisfied they are.
#[tokio::test]
async fn a_client_with_a_claim_about_it_is_not_asked() {
    let (app, _, staff, client) = start().await;
    let shipment = deliver(&staff, &client).await;
    let claim = json!({
        "shipment_id": shipment["id"], "kind": "damaged", "claimed_amount": "10.00", "description": "The lid is broken",
    });
    let claim = staff.post("/api/claims", claim).await.data();
    let (staff, client) = wait(&app, 3).await;
    sweep(&app).await;
    assert_eq!(of_shipment(&client, &shipment).await, None);
    let refusal = json!({ "version": claim["version"], "note": "It was packed badly" });
    staff.post(&format!("/api/claims/{}/refuse", text(&claim["id"])), refusal).await.data();
    sweep(&app).await;
    assert_eq!(of_shipment(&client, &shipment).await.unwrap()["status"], 10, "nothing is disputed any more");
}

/// SHP-11: a ticket that was opened after the invitation holds the reminder back.
#[tokio::test]
async fn a_client_with_an_open_ticket_about_it_is_not_reminded() {
    let (app, _, staff, client) = start().await;
    let (review, _, client) = invite(&app, &staff, &client).await;
    crate::tickets::open_with(&client, json!({ "shipment_id": review["shipment_id"] })).await.data();
    app.state.clock.advance(TimeDelta::days(8));
    sweep(&app).await;
    assert_eq!(mails_with(&app, LINK).len(), 1, "the invitation alone");
}

/// SHP-11: the link needs no account, works once, and shows no address.
#[tokio::test]
async fn the_link_of_the_email_rates_a_shipment_once() {
    let (app, _, staff, client) = start().await;
    let (review, _, client) = invite(&app, &staff, &client).await;
    let (visitor, token) = (at_the_door(&app, ATLANTICO).await, last_token(&app, LINK));
    let shown = by_link(&visitor, "show", &token, json!({})).await.data();
    assert_eq!(
        shown,
        json!({ "tracking_code": review["tracking_code"], "to_city": "Berlin", "score": null })
    );
    let elsewhere = by_link(&at_the_door(&app, PACIFIC).await, "show", &token, json!({})).await;
    assert!([404, 409].contains(&elsewhere.status), "{}", elsewhere.text());
    for (score, status) in [(0, 422), (6, 422), (5, 200), (1, 409)] {
        let said = by_link(&visitor, "submit", &token, json!({ "score": score, "body": " Quick! " })).await;
        assert_eq!(said.status, status, "{score}: {}", said.text());
    }
    assert_eq!(by_link(&visitor, "show", &token, json!({})).await.message_code(), "link_not_valid");
    let now = of_shipment(&client, &review).await.unwrap();
    assert_eq!((&now["status"], &now["score"], &now["body"]), (&json!(20), &json!(5), &json!("Quick!")));
    assert_eq!(audited(&app, "review.submit").await.len(), 1);
    switch(&app.admin(ATLANTICO).await, REVIEWS, false).await.data();
    assert_eq!(by_link(&visitor, "show", &token, json!({})).await.status, 404);
}

/// SHP-11: staff answer and publish apart; the average has what is published only.
#[tokio::test]
async fn staff_answer_publish_and_hide_what_clients_say() {
    let (app, _, staff, client) = start().await;
    let (review, staff, client) = invite(&app, &staff, &client).await;
    assert_eq!(
        act(&staff, &review, "answer", json!({ "answer": "Why?" })).await.message_code(),
        "review_state"
    );
    act(&client, &review, "submit", json!({ "score": 4, "body": "Fine" })).await.data();
    let totals = async || staff.get(PATH).await.json()["meta"]["totals"].clone();
    assert_eq!((&totals().await["submitted"], &totals().await["average"]), (&json!(1), &json!(null)));

    let answered = act(&staff, &review, "answer", json!({ "answer": "Thank you" })).await.data();
    assert_eq!((&answered["status"], &answered["answer"]), (&json!(20), &json!("Thank you")));
    assert_eq!(act(&staff, &review, "publish", json!({})).await.data()["status"], 30);
    assert_eq!((&totals().await["published"], &totals().await["average"]), (&json!(1), &json!("4")));

    let without = act(&staff, &review, "hide", json!({ "reason": " " })).await;
    assert_eq!((without.status, without.code_at("reason")), (422, "required".into()));
    act(&staff, &review, "hide", json!({ "reason": "Names a driver" })).await.data();
    assert_eq!((&totals().await["hidden"], &totals().await["average"]), (&json!(1), &json!(null)));
    let seen = of_shipment(&client, &review).await.unwrap();
    assert_eq!((&seen["hidden_reason"], &seen["answered_by_name"]), (&json!(null), &json!(null)));
    assert_eq!(act(&client, &review, "submit", json!({ "score": 5 })).await.message_code(), "review_state");
    assert_eq!(act(&client, &review, "publish", json!({})).await.status, 403);
}

/// SHP-11: a client changes its words for 14 days, and what was published is looked at again.
#[tokio::test]
async fn a_client_changes_its_review_for_two_weeks() {
    let (app, _, staff, client) = start().await;
    let (review, staff, client) = invite(&app, &staff, &client).await;
    act(&client, &review, "submit", json!({ "score": 2 })).await.data();
    act(&staff, &review, "publish", json!({})).await.data();
    let (_, client) = wait(&app, 13).await;
    let changed = act(&client, &review, "submit", json!({ "score": 4 })).await.data();
    assert_eq!((&changed["status"], &changed["score"]), (&json!(20), &json!(4)));
    let (_, client) = wait(&app, 2).await;
    let late = act(&client, &review, "submit", json!({ "score": 5 })).await;
    assert_eq!((late.status, late.message_code()), (409, "review_closed".into()));
}

/// SHP-11: a delivery that is undone takes its review out of the average.
#[tokio::test]
async fn the_review_of_a_delivery_that_was_undone_is_hidden() {
    let (app, _, staff, client) = start().await;
    let shipment = created(&client).await;
    record(&staff, &shipment, "DELIVERED").await;
    let (staff, client) = wait(&app, 3).await;
    sweep(&app).await;
    let review = of_shipment(&client, &shipment).await.unwrap();
    act(&client, &review, "submit", json!({ "score": 5 })).await.data();
    act(&staff, &review, "publish", json!({})).await.data();
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let undone = sqlx::query("update shipments set status = 85 where id = $1");
    let id: Uuid = text(&shipment["id"]).parse().unwrap();
    undone.bind(id).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    sweep(&app).await;
    let hidden = of_shipment(&staff, &shipment).await.unwrap();
    assert_eq!((&hidden["status"], &hidden["hidden_reason"]), (&json!(40), &json!(null)));
    assert_eq!(act(&staff, &review, "publish", json!({})).await.message_code(), "review_undelivered");
    assert_eq!(audited(&app, "review.hide").await.len(), 1);
}

/// SHP-11: the same when it is on its way back again, whose code is above that of a delivery.
#[tokio::test]
async fn the_review_of_a_parcel_that_is_sent_back_again_is_hidden() {
    let (app, _, staff, client) = start().await;
    let (review, staff, client) = invite(&app, &staff, &client).await;
    let (waiting, staff, client) = invite(&app, &staff, &client).await;
    act(&client, &review, "submit", json!({ "score": 5 })).await.data();
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query("update shipments set status = 92 where status = 90").execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    sweep(&app).await;
    assert_eq!(of_shipment(&staff, &review).await.unwrap()["status"], 40);
    assert_eq!(of_shipment(&client, &waiting).await, None, "an invitation is forgotten");
}

/// SHP-11: nobody of the company speaks for a client, not even with all rights.
#[tokio::test]
async fn an_administrator_does_not_rate_in_the_name_of_a_client() {
    let (app, _, staff, client) = start().await;
    let (review, _, client) = invite(&app, &staff, &client).await;
    let admin = app.admin(ATLANTICO).await;
    assert_eq!(of_shipment(&admin, &review).await.unwrap()["can"]["submit"], false);
    assert_eq!(act(&admin, &review, "submit", json!({ "score": 5 })).await.status, 404);
    let user = demo_user(&admin, "admin").await;
    let asked =
        format!("user={}&resource=review&action=submit&id={}", text(&user["id"]), text(&review["id"]));
    let why = admin.get(&format!("/api/backoffice/policy/explain?{asked}")).await.data();
    assert_eq!(why["allowed"], false, "{why}");
    assert_eq!(act(&client, &review, "submit", json!({ "score": 3 })).await.data()["score"], 3);
}

/// A client sees what it was asked itself.
#[tokio::test]
async fn a_client_sees_its_own_reviews_only() {
    let (app, _, staff, client) = start().await;
    let (review, _, _) = invite(&app, &staff, &client).await;
    let other = app.signed_in(ATLANTICO, "client2").await;
    assert_eq!(of_shipment(&other, &review).await, None);
    let at = format!("{PATH}/{}", text(&review["id"]));
    assert_eq!(other.get(&at).await.status, 404);
    let theirs = other.post(&format!("{at}/submit"), json!({ "score": 1, "version": 1 })).await;
    assert_eq!(theirs.status, 404);
}
