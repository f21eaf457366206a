//! Stored quotes: what they keep, how a service is chosen, and the confirmation by them.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{assign, dollar, offer, parcel, service, tariff};
use crate::money::{client_of, give_credit};
use crate::prices::{edit, id, keys, publish, rules};
use crate::support::{ATLANTICO, Answer, Person, TestApp};
use crate::users::demo_user;

/// A company whose express service has prices with a margin.
pub async fn with_prices(app: &TestApp) -> (Person, Value) {
    let admin = app.admin(ATLANTICO).await;
    dollar(&admin, "5").await;
    let sell = tariff(&admin, "EXP", "BRL", ["50", "90", "200"]).await;
    let cost = tariff(&admin, "EXP-C", "BRL", ["30", "60", "120"]).await;
    let express = service(&admin, "EXP").await;
    assign(&admin, json!({ "scope": "service", "service_id": express }), &sell, Some(&cost)).await;
    (admin, sell)
}

fn total<'a>(quote: &'a Value, code: &str) -> &'a Value {
    &offer(quote, code)["total"]["amount"]
}

#[tokio::test]
async fn a_quote_becomes_a_draft_and_is_confirmed_at_its_price() {
    let app = TestApp::start().await;
    let (admin, sell) = with_prices(&app).await;
    let client = app.client(ATLANTICO).await;
    let owner = client_of(&client).await;
    give_credit(&admin, &owner, "89.99").await;
    let calculated = client.post("/api/quotes/calculate", described("1.2")).await.data();
    let quote = client.post("/api/quotes", described("1.2")).await.data();
    assert_eq!(
        (&quote["status"], quote["offers"] == calculated["offers"]),
        (&json!("open"), true),
        "{quote}"
    );
    let express = service(&admin, "EXP").await;
    let choose = format!("/api/quotes/{}/choose", id(&quote));
    let refused = json!({ "version": quote["version"], "service_id": service(&admin, "MAR").await });
    assert_eq!(client.post(&choose, refused).await.code_at("service_id"), "service_not_offered");
    let choice = json!({ "version": quote["version"], "service_id": express });
    let chosen = client.post(&choose, choice.clone()).await.data();
    assert_eq!(client.post(&choose, choice).await.message_code(), "stale_version");
    assert_eq!((&chosen["total"], &chosen["service_id"]), (&json!("90"), &express));
    let path = format!("/api/shipments/{}", chosen["shipment_id"].as_str().unwrap());
    let draft = client.get(&path).await.data();
    assert_eq!((&draft["to_city"], &draft["parcels"][0]["weight_g"]), (&json!("Berlin"), &json!(1200)));
    assert_eq!((&draft["items"][0]["description"], &draft["status"]), (&json!("Mugs"), &json!(15)));

    let draft = completed(&client, &draft).await;
    let again = client.post(&format!("{path}/quotes"), json!({})).await.data();
    assert_eq!(total(&again, "EXP"), total(&quote, "EXP"), "the draft has the price of the calculator");
    let simulated =
        admin.post(&format!("/api/price_tables/{}/simulate", id(&sell)), simulation("1.2")).await.data();
    assert_eq!(&simulated["total"]["amount"], total(&quote, "EXP"), "and of the simulation");

    let early = json!({ "version": draft["version"], "quote_id": again["id"] });
    let short = client.post(&format!("{path}/confirm"), early).await;
    assert_eq!((short.status, short.message_code()), (409, "insufficient_funds".into()), "{}", short.text());
    assert_eq!(client.get(&path).await.data()["status"], 10, "nothing is written");
    give_credit(&admin, &owner, "400").await;
    all_confirm_at_once(&client, &draft, &again).await;
    assert_eq!(balance(&client, &owner).await, "-90");
    let confirmed = client.get(&path).await.data();
    assert_eq!((&confirmed["status"], &confirmed["totals"]["total"]), (&json!(30), &json!("90")));
    assert_eq!(client.get(&format!("/api/quotes/{}", id(&again))).await.data()["status"], "confirmed");
    frozen_lines_are_seen_by_right(&admin, &client, &path).await;
    an_undone_confirmation_gives_the_money_back(&app, &client, (&draft, &again)).await;
    let listed = client.get("/api/quotes?status=open").await.data();
    assert_eq!(listed.as_array().unwrap().len(), 1, "the first quote stays open");
    assert_eq!(app.signed_in(ATLANTICO, "client2").await.get("/api/quotes").await.data(), json!([]));
    staff_change_it_with_a_new_price(&app, &client, &path).await;
}

/// The wallet of a client in reais.
pub(super) async fn balance(person: &Person, client: &str) -> String {
    let wallet = person.get(&format!("/api/clients/{client}/wallet")).await.data();
    let balances = wallet["balances"].as_array().unwrap();
    let found = balances.iter().find(|one| one["currency"] == "BRL").unwrap_or_else(|| panic!("{wallet}"));
    found["balance"].as_str().unwrap().to_owned()
}

/// The quote is open again, and the shipment is charged once more when it is confirmed again.
async fn an_undone_confirmation_gives_the_money_back(
    app: &TestApp,
    client: &Person,
    (draft, quote): (&Value, &Value),
) {
    let (staff, owner, path) =
        (app.staff(ATLANTICO).await, client_of(client).await, format!("/api/shipments/{}", id(draft)));
    let events = staff.get(&format!("{path}/events")).await.data();
    assert_eq!((&events[0]["code"], &events[0]["can_undo"]), (&json!("CONFIRMED"), &json!(true)));
    let undone =
        staff.post(&format!("{path}/undo_event"), json!({ "event_id": events[0]["id"] })).await.data();
    assert_eq!((&undone["status"], &undone["totals"]), (&json!(10), &Value::Null));
    assert_eq!(balance(client, &owner).await, "0");
    let charges = client.get(&format!("{path}/charges")).await.data();
    assert_eq!((&charges["lines"], &charges["total"]), (&json!([]), &Value::Null));
    assert_eq!(charges["options"], Value::Null, "without a price there is nothing to keep");
    assert_eq!(client.get(&format!("/api/quotes/{}", id(quote))).await.data()["status"], "open");
    let unbilled =
        app.admin(ATLANTICO).await.get(&format!("/api/invoices/proposal?client_id={owner}")).await.data();
    assert_eq!(unbilled["charges"], json!([]), "no charge waits for an invoice");
    app.state.clock.advance(TimeDelta::minutes(1));
    let form = json!({ "version": undone["version"], "quote_id": quote["id"], "key": uuid::Uuid::now_v7() });
    let again = client.post(&format!("{path}/confirm"), form).await.data();
    assert_eq!((&again["status"], &again["totals"]["total"]), (&json!(30), &json!("90")));
    assert_eq!(balance(client, &owner).await, "-90");
    app.state.clock.advance(TimeDelta::minutes(1));
}

/// After the confirmation: new lines beside the frozen ones, and the difference in the wallet.
async fn staff_change_it_with_a_new_price(app: &TestApp, client: &Person, path: &str) {
    let (staff, owner) = (app.staff(ATLANTICO).await, client_of(client).await);
    let stands = staff.get(path).await.data();
    let heavier =
        json!({ "version": stands["version"], "declared_weight_g": null, "parcels": [{ "weight_g": 6000 }] });
    assert_eq!(client.patch(&format!("{path}/reprice"), heavier.clone()).await.status, 403);
    let refused = client.patch(path, heavier.clone()).await;
    assert_eq!(refused.code_at("parcels"), "shipment_price_depends_on_it");
    let changed = staff.patch(&format!("{path}/reprice"), heavier).await.data();
    assert_eq!((&changed["status"], &changed["totals"]["total"]), (&json!(30), &json!("200")));
    assert_eq!(balance(client, &owner).await, "-200");
    let told = client.get(&format!("{path}/charges")).await.data();
    let totals: Vec<_> =
        told["revisions"].as_array().unwrap().iter().map(|one| &one["total"]["amount"]).collect();
    assert_eq!(totals, [&json!("90"), &json!("90"), &json!("200")], "the first one was undone");
    assert_eq!(told["options"]["quote_currency"], "BRL", "a new price keeps the currency: {told}");
    client.post(&format!("{path}/cancel"), json!({ "reason": "sold out" })).await.data();
    assert_eq!(balance(client, &owner).await, "0", "a cancellation gives all back");
}

/// Twenty calls with one key: one event, one revision of lines.
async fn all_confirm_at_once(client: &Person, draft: &Value, quote: &Value) {
    let path = format!("/api/shipments/{}/confirm", id(draft));
    let form = json!({ "version": draft["version"], "quote_id": quote["id"], "key": uuid::Uuid::now_v7() });
    let calls = (0..20).map(|_| client.post(&path, form.clone()));
    for answer in futures_util::future::join_all(calls).await {
        assert_eq!(answer.data()["status"], 30);
    }
    let events = client.get(&format!("/api/shipments/{}/events", id(draft))).await.data();
    let confirmations = events.as_array().unwrap().iter().filter(|event| event["code"] == "CONFIRMED");
    assert_eq!(confirmations.count(), 1);
    let other = json!({ "version": draft["version"], "quote_id": quote["id"], "key": uuid::Uuid::now_v7() });
    assert_eq!(client.post(&path, other).await.message_code(), "shipment_not_confirmable");
}

async fn frozen_lines_are_seen_by_right(admin: &Person, client: &Person, path: &str) {
    let path = format!("{path}/charges");
    let seen = client.get(&path).await.data();
    let mut found = Vec::new();
    keys(&seen, &mut found);
    assert!(!found.iter().any(|key| key.contains("cost") || key.contains("margin")), "{seen}");
    assert_eq!((&seen["total"]["amount"], &seen["lines"][0]["code"]), (&json!("90"), &json!("base")));
    let told = admin.get(&path).await.data();
    assert_eq!(told["costs"]["total"]["amount"], "60");
    assert_eq!(
        (&told["costs"]["margin"]["amount"], &told["revisions"][0]["revision"]),
        (&json!("30"), &json!(1))
    );
}

#[tokio::test]
async fn another_price_than_the_quoted_one_is_never_confirmed_silently() {
    let app = TestApp::start().await;
    let (admin, sell) = with_prices(&app).await;
    let client = app.client(ATLANTICO).await;
    let mut form = crate::shipments::complete(&client).await;
    form["service_id"] = service(&admin, "EXP").await;
    let draft = client.post("/api/shipments", form).await.data();
    let path = format!("/api/shipments/{}", id(&draft));
    let quote = client.post(&format!("{path}/quotes"), json!({})).await.data();
    assert_eq!(quote["service_id"], draft["service_id"], "the service of the draft is chosen");

    let heavier =
        json!({ "version": draft["version"], "declared_weight_g": null, "parcels": [{ "weight_g": 6000 }] });
    let draft = client.patch(&path, heavier).await.data();
    let confirm =
        |shipment: &Value, quote: &Value| json!({ "version": shipment["version"], "quote_id": quote["id"] });
    let changed = client.post(&format!("{path}/confirm"), confirm(&draft, &quote)).await;
    prices_differ(&changed, "90", "200");
    assert_eq!(client.get(&path).await.data()["status"], 10);

    let quote = client.post(&format!("{path}/quotes"), json!({})).await.data();
    dearer(&app, &admin, &sell).await;
    app.state.clock.advance(TimeDelta::days(8));
    let (client, admin) = (app.client(ATLANTICO).await, app.admin(ATLANTICO).await);
    assert_eq!(client.get(&format!("/api/quotes/{}", id(&quote))).await.data()["status"], "expired");
    let late = client.post(&format!("{path}/confirm"), confirm(&draft, &quote)).await;
    prices_differ(&late, "200", "260");

    let foreign = admin.post("/api/quotes", parcel("1")).await.data();
    let refused = client.post(&format!("{path}/confirm"), confirm(&draft, &foreign)).await;
    assert_eq!((refused.status, refused.code_at("quote_id")), (409, "quote_of_other_shipment".into()));
    refusals_have_their_fields(&admin, &client).await;
    give_credit(&admin, &client_of(&client).await, "1000").await;
    let fresh = client.post(&format!("{path}/quotes"), json!({})).await.data();
    assert_eq!(client.post(&format!("{path}/confirm"), confirm(&draft, &fresh)).await.data()["status"], 30);
    quotes_lapse(&app, &quote, &fresh).await;
}

/// 90 days after its last day, a quote is deleted. A confirmed one explains a price, and stays.
async fn quotes_lapse(app: &TestApp, expired: &Value, confirmed: &Value) {
    let status = async |quote: &Value| {
        app::sweep::sweep(&app.state).await;
        app.admin(ATLANTICO).await.get(&format!("/api/quotes/{}", id(quote))).await.status
    };
    let last: chrono::NaiveDate = expired["valid_until"].as_str().unwrap().parse().unwrap();
    app.state.clock.advance(last - app.today() + TimeDelta::days(90));
    assert_eq!(status(expired).await, 200, "its last day to be read");
    app.state.clock.advance(TimeDelta::days(1));
    assert_eq!((status(expired).await, status(confirmed).await), (404, 200));
}

fn prices_differ(answer: &Answer, old: &str, new: &str) {
    assert_eq!((answer.status, answer.message_code()), (409, "price_changed".into()), "{}", answer.text());
    let params = &answer.json()["params"];
    let total = |side: &str| params[side]["total"]["amount"].as_str().unwrap().to_owned();
    assert_eq!((total("old").as_str(), total("new").as_str()), (old, new));
    assert!(params["new"].get("costs").is_none(), "not for a client");
}

/// A further version from the day after tomorrow on.
async fn dearer(app: &TestApp, admin: &Person, sell: &Value) {
    let versions = format!("/api/price_tables/{}/versions", id(sell));
    let first = admin.get(&versions).await.data()[0].clone();
    let next = admin.post(&versions, json!({ "from_version_id": first["id"] })).await.data();
    edit(admin, &next, json!({ "cells": [{ "zone": "DE", "up_to": "50", "amount": "260" }] })).await.data();
    let later = app.today() + TimeDelta::days(2);
    rules(admin, &next, json!({ "valid_from": later })).await;
    publish(admin, &next, true).await.data();
}

/// The five refusals, and that of the last mile.
async fn refusals_have_their_fields(admin: &Person, client: &Person) {
    let express = service(admin, "EXP").await;
    let cases = [
        (json!({ "items": [] }), "items", "shipment_without_items"),
        (json!({ "parcels": [], "declared_weight_g": null }), "declared_weight_g", "shipment_without_weight"),
        (json!({ "declared_value": "15000.01" }), "declared_value", "shipment_above_value_limit"),
        (json!({ "service_id": service(admin, "MAR").await }), "service_id", "shipment_without_price"),
        (
            json!({ "service_id": service(admin, "MAR").await, "parcels": [{ "weight_g": 30001 }] }),
            "declared_weight_g",
            "shipment_above_weight_limit",
        ),
    ];
    for (change, field, code) in cases {
        let mut form = crate::shipments::complete(client).await;
        form["service_id"] = express.clone();
        form.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let draft = client.post("/api/shipments", form).await.data();
        let path = format!("/api/shipments/{}/confirm", id(&draft));
        let refused = client.post(&path, json!({ "version": draft["version"] })).await;
        assert_eq!((refused.status, refused.code_at(field)), (409, code.into()), "{}", refused.text());
        assert_eq!(refused.message_code(), code);
    }
    a_service_without_its_carrier_is_refused(admin, client, &express).await;
}

/// The carrier of the last mile is out of service.
async fn a_service_without_its_carrier_is_refused(admin: &Person, client: &Person, express: &Value) {
    let form = json!({ "code": "LM", "title_locale": { "pt": "Entrega" }, "provider_type": "last_mile",
                       "capabilities": ["last_mile"] });
    let carrier = admin.post("/api/providers", form).await.data();
    let path = format!("/api/services/{}", express.as_str().unwrap());
    let version = admin.get(&path).await.data()["version"].clone();
    let named = json!({ "version": version, "last_mile_provider_id": carrier["id"] });
    admin.patch(&path, named).await.data();
    let mut form = crate::shipments::complete(client).await;
    form["service_id"] = express.clone();
    let draft = client.post("/api/shipments", form).await.data();
    let confirm = format!("/api/shipments/{}/confirm", id(&draft));
    for (switch, code) in [("deactivate", "last_mile_unavailable"), ("activate", "insufficient_funds")] {
        admin.post(&format!("/api/providers/{}/{switch}", id(&carrier)), json!({})).await.data();
        let refused = client.post(&confirm, json!({ "version": draft["version"] })).await;
        assert_eq!((refused.status, refused.message_code()), (409, code.into()), "{}", refused.text());
        if switch == "deactivate" {
            assert_eq!(refused.code_at("service_id"), code);
        }
    }
}

/// A parcel with described items.
fn described(weight: &str) -> Value {
    let mut form = parcel(weight);
    form["items"] = json!([{ "description": "Mugs", "quantity": "2", "unit_value": "50" }]);
    form
}

/// The same for a price table alone.
fn simulation(weight: &str) -> Value {
    json!({ "country_id": 81, "parcels": [{ "pieces": 1, "weight": weight, "weight_unit": "kg" }] })
}

/// The draft with the names and addresses that a calculator does not ask for.
pub(super) async fn completed(person: &Person, draft: &Value) -> Value {
    let form = json!({
        "version": draft["version"], "from_name": "Loja", "from_address_1": "Avenida Paulista", "to_name": "Maria",
        "to_address_1": "Hauptstraße", "to_postcode": "10119", "items": [crate::shipments::item("50")],
    });
    person.patch(&format!("/api/shipments/{}", id(draft)), form).await.data()
}

async fn first_of_list(person: &Person) -> Value {
    person.get("/api/shipments").await.data()[0].clone()
}

/// Leaves the demo's staff user the list of shipments only.
async fn let_list_only(admin: &Person) {
    let rules = json!([{ "resource": "shipment", "action": "list", "scope": "any" }]);
    let form = json!({ "name": "List", "kind": 10, "description": "", "active": true, "rules": rules });
    let profile = admin.post("/api/user_profiles", form).await.data();
    let user = demo_user(admin, "staff").await;
    let form = json!({ "version": user["version"], "profile_ids": [profile["id"]] });
    admin.patch(&format!("/api/users/{}", id(&user)), form).await.data();
}

#[tokio::test]
async fn a_list_shows_what_a_draft_was_told_to_those_who_may_list_quotes() {
    let app = TestApp::start().await;
    let (admin, _) = with_prices(&app).await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let mut form = crate::shipments::complete(&client).await;
    form["service_id"] = service(&admin, "EXP").await;
    let draft = client.post("/api/shipments", form).await.data();
    let quote = client.post(&format!("/api/shipments/{}/quotes", id(&draft)), json!({})).await.data();
    let price = json!({ "amount": total(&quote, "EXP"), "currency": "BRL" });
    for person in [&client, &staff] {
        assert_eq!(first_of_list(person).await["draft_price"], price);
    }
    let_list_only(&admin).await;
    let row = first_of_list(&staff).await;
    assert_eq!((&row["id"], &row["draft_price"], &row["price"]), (&draft["id"], &Value::Null, &Value::Null));
}

#[tokio::test]
async fn a_list_shows_prices_to_those_who_may_list_quotes() {
    let app = TestApp::start().await;
    let (admin, _) = with_prices(&app).await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    give_credit(&admin, &client_of(&client).await, "400").await;
    let mut form = crate::shipments::complete(&client).await;
    form["service_id"] = service(&admin, "EXP").await;
    form["shipped_on"] = "2026-12-01".into();
    let draft = client.post("/api/shipments", form).await.data();
    let row = first_of_list(&client).await;
    assert_eq!((&row["price"], &row["shipped_on"]), (&Value::Null, &json!("2026-12-01")));
    let path = format!("/api/shipments/{}", id(&draft));
    let quote = client.post(&format!("{path}/quotes"), json!({})).await.data();
    let price = json!({ "amount": total(&quote, "EXP"), "currency": "BRL" });
    assert_eq!(first_of_list(&client).await["price"], price, "what the draft was told");
    crate::confirm::confirm(&client, &draft).await.data();
    for person in [&client, &staff] {
        assert_eq!(first_of_list(person).await["price"], price, "what the confirmation froze");
    }
    let_list_only(&admin).await;
    let row = first_of_list(&staff).await;
    assert_eq!((&row["id"], &row["price"]), (&draft["id"], &Value::Null));
}
