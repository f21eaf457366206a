//! Assisted buying: a client asks, staff quote, the client accepts and is charged, and gets it back when nothing could be bought.

use chrono::{Days, TimeDelta};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{BUYING_REQUESTS, act_on_request, buying_request, text, warehouse};
use crate::inbound_parcels;
use crate::money::{client_of, give_credit};
use crate::support::{ATLANTICO, Person, TestApp};
use crate::users::audited;

/// A quote of 120.50 BRL that is valid for three days.
fn quote(app: &TestApp) -> Value {
    let last = app.today().checked_add_days(Days::new(3)).unwrap();
    json!({
        "currency": "brl", "goods_amount": "99.90", "shipping_amount": "10.6", "fee_amount": "10", "quote_until": last,
        "quote_note": "The blue one is sold out.",
    })
}

/// The amounts of the client's wallet, the newest first.
async fn wallet(admin: &Person, client: &Person) -> Vec<(String, String)> {
    let path = format!("/api/clients/{}/wallet/entries", client_of(client).await);
    let entries = admin.get(&path).await.data();
    let entry = |one: &Value| (text(&one["kind"]).to_owned(), text(&one["amount"]).to_owned());
    entries.as_array().unwrap().iter().map(entry).collect()
}

/// The codes of what a person was told, in the order of their letters.
async fn told(person: &Person) -> Vec<String> {
    let found = person.get("/api/notifications").await.data();
    let codes = found.as_array().unwrap().iter().map(|one| text(&one["data"]["code"]).to_owned());
    let mut codes: Vec<String> = codes.filter(|code| code.starts_with("buying_")).collect();
    codes.sort();
    codes
}

/// The books of the company agree.
async fn verify(app: &TestApp) {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    assert_eq!(::money::audit::verify(&mut tx).await.unwrap(), []);
}

#[tokio::test]
async fn goods_are_quoted_accepted_charged_and_bought() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let miami = inbound_parcels::warehouse(&admin, "BUY").await;
    give_credit(&admin, &client_of(&client).await, "500").await;
    let more = json!({ "url": "https://shop.example.com/p/1", "details": "blue", "quantity": 2 });
    let asked = buying_request(&client, &miami, more).await.data();
    assert!(text(&asked["number"]).starts_with("BUY-A-"), "{asked}");
    assert_eq!((&asked["status"], &asked["can"]["accept"]), (&json!(10), &json!(false)));
    assert_eq!(told(&staff).await, ["buying_asked"]);

    let quoted = act_on_request(&staff, &asked, "quote", quote(&app)).await.data();
    assert_eq!((&quoted["status"], &quoted["total"]), (&json!(20), &json!("120.5")));
    assert_eq!(quoted["currency"], "BRL");
    assert_eq!(told(&client).await, ["buying_quoted"]);
    let seen = client.get(&format!("{BUYING_REQUESTS}/{}", text(&asked["id"]))).await.data();
    assert_eq!((&seen["can"]["accept"], &seen["can"]["quote"]), (&json!(true), &json!(false)));
    let accepted = act_on_request(&client, &asked, "accept", json!({})).await.data();
    assert_eq!((&accepted["status"], &accepted["can"]["cancel"]), (&json!(30), &json!(false)));
    assert_eq!(wallet(&admin, &client).await[0], ("parcels_handled".into(), "-120.5".into()));
    let again = act_on_request(&client, &asked, "accept", json!({})).await;
    assert_eq!((again.status, again.message_code()), (409, "buying_request_state".into()));

    let order = json!({ "order_number": " W-1204 ", "tracking_code": "1Z999" });
    let bought = act_on_request(&staff, &asked, "buy", order).await.data();
    assert_eq!((&bought["status"], &bought["order_number"]), (&json!(40), &json!("W-1204")));
    let found = client.get(&format!("{BUYING_REQUESTS}?search=1z999")).await.data();
    assert_eq!(found[0]["id"], asked["id"]);
    assert_eq!(told(&client).await, ["buying_bought", "buying_quoted"]);
    assert_eq!(audited(&app, "buying_request.accept").await.len(), 1);
    verify(&app).await;
}

#[tokio::test]
async fn what_could_not_be_bought_is_given_back_once() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let miami = inbound_parcels::warehouse(&admin, "BUY").await;
    give_credit(&admin, &client_of(&client).await, "500").await;
    let asked = buying_request(&client, &miami, json!({})).await.data();
    act_on_request(&staff, &asked, "quote", quote(&app)).await.data();
    act_on_request(&client, &asked, "accept", json!({})).await.data();
    let refused = act_on_request(&staff, &asked, "refund", json!({ "reason": " " })).await;
    assert_eq!(refused.code_at("reason"), "required");
    let back = act_on_request(&staff, &asked, "refund", json!({ "reason": "sold out" })).await.data();
    assert_eq!((&back["status"], &back["reason"]), (&json!(50), &json!("sold out")));
    let entries = wallet(&admin, &client).await;
    assert_eq!(entries[0], ("reversal".into(), "120.5".into()));
    assert_eq!(told(&client).await, ["buying_quoted", "buying_refunded"]);
    let again = act_on_request(&staff, &asked, "refund", json!({ "reason": "again" })).await;
    assert_eq!((again.status, again.message_code()), (409, "buying_request_state".into()));
    assert_eq!(wallet(&admin, &client).await, entries);
    verify(&app).await;
}

#[tokio::test]
async fn a_wallet_without_funds_is_not_charged_and_nothing_changes() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let miami = inbound_parcels::warehouse(&admin, "BUY").await;
    let asked = buying_request(&client, &miami, json!({})).await.data();
    act_on_request(&staff, &asked, "quote", quote(&app)).await.data();
    let refused = act_on_request(&client, &asked, "accept", json!({})).await;
    assert_eq!((refused.status, refused.message_code()), (409, "insufficient_funds".into()));
    let path = format!("{BUYING_REQUESTS}/{}", text(&asked["id"]));
    assert_eq!(client.get(&path).await.data()["status"], 20);
    give_credit(&admin, &client_of(&client).await, "500").await;
    let version = client.get(&path).await.data()["version"].clone();
    let form = json!({ "version": version });
    let accept = format!("{path}/accept");
    let (one, two) = tokio::join!(client.post(&accept, form.clone()), staff.post(&accept, form));
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409], "two at once charge once");
    let charged = wallet(&admin, &client).await;
    assert_eq!(charged.iter().filter(|(kind, _)| kind == "parcels_handled").count(), 1);
}

#[tokio::test]
async fn a_quote_ends_and_a_further_one_replaces_it() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let miami = inbound_parcels::warehouse(&admin, "BUY").await;
    give_credit(&admin, &client_of(&client).await, "500").await;
    let asked = buying_request(&client, &miami, json!({})).await.data();
    let first = act_on_request(&staff, &asked, "quote", quote(&app)).await.data();
    app.state.clock.advance(TimeDelta::days(5));
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let late = act_on_request(&client, &asked, "accept", json!({})).await;
    assert_eq!((late.status, late.message_code()), (409, "buying_quote_expired".into()));
    let mut next = quote(&app);
    next["goods_amount"] = json!("50");
    act_on_request(&staff, &asked, "quote", next).await.data();
    let path = format!("{BUYING_REQUESTS}/{}/accept", text(&asked["id"]));
    let stale = client.post(&path, json!({ "version": first["version"] })).await;
    assert_eq!((stale.status, stale.message_code()), (409, "stale_version".into()));
    act_on_request(&client, &asked, "accept", json!({})).await.data();
    assert_eq!(wallet(&admin, &client).await[0].1, "-70.6");
}

#[tokio::test]
async fn forms_say_all_that_is_wrong() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let plain = warehouse(&admin, "ONE").await;
    let miami = inbound_parcels::warehouse(&admin, "BUY").await;
    let refused =
        buying_request(&client, &plain, json!({ "title": " ", "url": "javascript:alert(1)" })).await;
    assert_eq!(refused.code_at("warehouse_id"), "unknown_option", "it takes in no parcels of clients");
    assert_eq!(
        (refused.code_at("title"), refused.code_at("url")),
        ("required".into(), "invalid_page".into())
    );
    assert_eq!(buying_request(&staff, &miami, json!({})).await.code_at("client_id"), "required");
    let unknown = buying_request(&staff, &miami, json!({ "client_id": Uuid::now_v7() })).await;
    assert_eq!(unknown.code_at("client_id"), "unknown_option");
    assert_eq!(buying_request(&client, &miami, json!({ "quantity": 0 })).await.status, 422);

    let asked = buying_request(&client, &miami, json!({})).await.data();
    let wrong = json!({
        "currency": "ZZZ", "goods_amount": "0", "shipping_amount": "-1", "fee_amount": "1.001", "quote_until": "2020-01-01",
    });
    let refused = act_on_request(&staff, &asked, "quote", wrong).await;
    assert_eq!(refused.code_at("currency"), "unknown_option");
    assert_eq!(refused.code_at("goods_amount"), "required");
    assert_eq!(refused.code_at("shipping_amount"), "too_small");
    assert_eq!(refused.code_at("fee_amount"), "too_many_decimals");
    assert_eq!(refused.code_at("quote_until"), "day_in_the_past");
}

#[tokio::test]
async fn a_client_withdraws_what_it_asked_for_and_sees_nothing_of_others() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let miami = inbound_parcels::warehouse(&admin, "BUY").await;
    let own = client_of(&client).await;
    let other = client_of(&app.signed_in(ATLANTICO, "client2").await).await;
    let theirs = buying_request(&staff, &miami, json!({ "client_id": other })).await.data();
    let path = format!("{BUYING_REQUESTS}/{}", text(&theirs["id"]));
    assert_eq!(client.get(&path).await.status, 404);
    assert_eq!(client.get(BUYING_REQUESTS).await.data(), json!([]));
    let asked = buying_request(&client, &miami, json!({ "client_id": other })).await.data();
    assert_eq!(asked["client_id"], json!(own), "whoever is named");
    let gone = act_on_request(&client, &asked, "cancel", json!({ "reason": "found it here" })).await.data();
    assert_eq!((&gone["status"], &gone["reason"]), (&json!(0), &json!("found it here")));
    assert!(told(&client).await.is_empty(), "it knows what it has withdrawn");
    let other = buying_request(&client, &miami, json!({})).await.data();
    act_on_request(&staff, &other, "cancel", json!({ "reason": "not sold abroad" })).await.data();
    assert_eq!(told(&client).await, ["buying_cancelled"]);
}
