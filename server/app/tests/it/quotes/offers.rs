//! Quotes that are saved and sent: the link that shows and accepts them, and the price that their shipment keeps.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::kept_price::change_price;
use super::stored::{completed, with_prices};
use super::{offer, parcel, service};
use crate::money::{client_of, give_credit};
use crate::prices::{edit, id, publish, rules};
use crate::register::{at_the_door, last_token, mails};
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};
use crate::tenant_settings::changed;

const LINK: &str = "/quote/";

async fn saved(person: &Person, express: &Value, client: Option<&str>) -> Value {
    let mut form = parcel("1.2");
    form["service_id"] = express.clone();
    form["saved"] = true.into();
    form["client_id"] = json!(client);
    person.post("/api/quotes", form).await.data()
}

async fn send(staff: &Person, quote: &Value, email: &str) -> Value {
    let form = json!({ "email": email, "language": "es", "version": quote["version"] });
    staff.post(&format!("/api/quotes/{}/send", id(quote)), form).await.data()
}

async fn by_link(visitor: &Person, verb: &str, token: &str) -> Answer {
    visitor.post(&format!("/api/public/quotes/{verb}"), json!({ "token": token })).await
}

#[tokio::test]
async fn a_sent_quote_is_accepted_once_by_its_link_and_becomes_the_draft_of_a_client() {
    let app = TestApp::start().await;
    let (admin, _) = with_prices(&app).await;
    let express = service(&admin, "EXP").await;
    let quote = saved(&admin, &express, None).await;
    assert_eq!((&quote["status"], &quote["total"]), (&json!("open"), &json!("90")));
    let listed = admin.get("/api/quotes?saved=true").await.data();
    assert_eq!((listed.as_array().unwrap().len(), &listed[0]["number"]), (1, &quote["number"]));
    let sent = send(&admin, &quote, "Ana@Example.com").await;
    assert_eq!((&sent["status"], &sent["sent_to"]), (&json!("sent"), &json!("ana@example.com")));
    app.run_processes().await;
    let letter = mails(&app).pop().unwrap();
    assert!(letter.contains("Adjuntamos la") && letter.contains("application/pdf"), "{letter}");

    let (token, visitor) = (last_token(&app, LINK), at_the_door(&app, ATLANTICO).await);
    let shown = by_link(&visitor, "show", &token).await.data();
    assert_eq!((&shown["offer"]["total"]["amount"], &shown["to_city"]), (&json!("90"), &json!("Berlin")));
    assert!(shown["offer"].get("costs").is_none(), "{shown}");
    let neighbour = at_the_door(&app, PACIFIC).await;
    assert_eq!(by_link(&neighbour, "show", &token).await.message_code(), "link_not_valid");
    let accepted = by_link(&visitor, "accept", &token).await.data();
    assert_eq!(accepted["status"], "accepted");
    assert_eq!(by_link(&visitor, "accept", &token).await.message_code(), "quote_accepted");

    let client = app.client(ATLANTICO).await;
    let taken = client.post("/api/quotes/take", json!({ "token": token })).await.data();
    assert_eq!(taken["client_id"], json!(client_of(&client).await));
    let again = client.post("/api/quotes/take", json!({ "token": token })).await.data();
    assert_eq!(again["shipment_id"], taken["shipment_id"], "one draft");
    let other = app.signed_in(ATLANTICO, "client2").await;
    let refused = other.post("/api/quotes/take", json!({ "token": token })).await;
    assert_eq!(refused.message_code(), "link_not_valid");
}

#[tokio::test]
async fn the_sender_of_a_quote_is_told_once_that_it_was_accepted() {
    let app = TestApp::start().await;
    let (admin, _) = with_prices(&app).await;
    let staff = app.staff(ATLANTICO).await;
    let express = service(&admin, "EXP").await;
    let quote = saved(&admin, &express, None).await;
    send(&staff, &quote, "ana@example.com").await;
    app.run_processes().await;
    let (token, visitor) = (last_token(&app, LINK), at_the_door(&app, ATLANTICO).await);
    for _ in 0..2 {
        by_link(&visitor, "accept", &token).await;
    }
    let accepted = notices_of(&staff).await;
    assert_eq!(accepted.len(), 1, "{accepted:?}");
    let params = &accepted[0]["data"]["params"];
    assert_eq!((&params["name"], &params["number"]), (&json!("ana@example.com"), &quote["number"]));
    let float = &accepted[0]["float"];
    assert_eq!(
        (&float["link"], &float["single_action"]),
        (&json!(format!("/quotes/{}", id(&quote))), &json!(true))
    );
    assert_eq!(notices_of(&admin).await.len(), 0, "only who sent it, not who saved it");
    app.run_processes_after(TimeDelta::minutes(3)).await;
    let path = format!("/quotes/{}", id(&quote));
    assert!(mails(&app).iter().any(|letter| letter.contains(&path)), "{path}");
}

/// Notifications of a user about accepted quotes.
async fn notices_of(user: &Person) -> Vec<Value> {
    let notices = user.get("/api/notifications").await.data();
    let notices = notices.as_array().unwrap().clone();
    notices.into_iter().filter(|notice| notice["data"]["code"] == "quote_accepted").collect()
}

#[tokio::test]
async fn the_shipment_of_a_saved_quote_keeps_its_price_until_the_last_day() {
    let app = TestApp::start().await;
    let (admin, sell) = with_prices(&app).await;
    let client = app.client(ATLANTICO).await;
    let express = service(&admin, "EXP").await;
    let quote = saved(&client, &express, None).await;
    let choice = json!({ "version": quote["version"], "service_id": express });
    let chosen = client.post(&format!("/api/quotes/{}/choose", id(&quote)), choice).await.data();
    let path = format!("/api/shipments/{}", chosen["shipment_id"].as_str().unwrap());
    dearer(&app, &admin, &sell).await;
    app.state.clock.advance(TimeDelta::days(3));
    let client = app.client(ATLANTICO).await;
    assert_eq!(price(&client, &path).await, json!("90"), "as it was offered");
    weigh(&client, &path, 1900).await;
    assert_eq!(price(&client, &path).await, json!("110"), "another shipment has the price of today");
    weigh(&client, &path, 1200).await;
    assert_eq!(price(&client, &path).await, json!("90"));
    app.state.clock.advance(TimeDelta::days(5));
    let client = app.client(ATLANTICO).await;
    assert_eq!(price(&client, &path).await, json!("110"), "after its last day");
}

/// A further version from the day after tomorrow on.
async fn dearer(app: &TestApp, admin: &Person, sell: &Value) {
    let versions = format!("/api/price_tables/{}/versions", id(sell));
    let first = admin.get(&versions).await.data()[0].clone();
    let next = admin.post(&versions, json!({ "from_version_id": first["id"] })).await.data();
    edit(admin, &next, json!({ "cells": [{ "zone": "DE", "up_to": "5", "amount": "110" }] })).await.data();
    let later = app.today() + TimeDelta::days(2);
    rules(admin, &next, json!({ "valid_from": later })).await;
    publish(admin, &next, true).await.data();
}

/// The price of the draft's service.
async fn price(client: &Person, path: &str) -> Value {
    let priced = client.post(&format!("{path}/quotes"), json!({})).await.data();
    offer(&priced, "EXP")["total"]["amount"].clone()
}

async fn weigh(client: &Person, path: &str, grams: i32) {
    let version = client.get(path).await.data()["version"].clone();
    let form = json!({ "version": version, "declared_weight_g": null, "parcels": [{ "weight_g": grams }] });
    client.patch(path, form).await.data();
}

#[tokio::test]
async fn a_withdrawn_or_expired_quote_is_not_accepted_and_an_older_link_is_dead() {
    let app = TestApp::start().await;
    let (admin, _) = with_prices(&app).await;
    let (express, visitor) = (service(&admin, "EXP").await, at_the_door(&app, ATLANTICO).await);
    let quote = saved(&admin, &express, None).await;
    let sent = send(&admin, &quote, "ana@example.com").await;
    app.run_processes().await;
    let first = last_token(&app, LINK);
    let sent = send(&admin, &sent, "rui@example.com").await;
    app.run_processes().await;
    let second = last_token(&app, LINK);
    assert_eq!(by_link(&visitor, "show", &first).await.message_code(), "link_not_valid");
    assert_eq!(by_link(&visitor, "show", &second).await.status, 200);
    let client = app.client(ATLANTICO).await;
    let withdraw = format!("/api/quotes/{}/withdraw", id(&quote));
    let version = json!({ "version": sent["version"] });
    assert_eq!(client.post(&withdraw, version.clone()).await.status, 403);
    let withdrawn = admin.post(&withdraw, version).await.data();
    assert_eq!(withdrawn["status"], "withdrawn");
    assert_eq!(by_link(&visitor, "accept", &second).await.message_code(), "link_not_valid");
    let form = json!({ "email": "rui@example.com", "version": withdrawn["version"] });
    let late = admin.post(&format!("/api/quotes/{}/send", id(&quote)), form).await;
    assert_eq!(late.message_code(), "quote_withdrawn");

    let other = saved(&admin, &express, None).await;
    send(&admin, &other, "ana@example.com").await;
    app.run_processes().await;
    let token = last_token(&app, LINK);
    app.state.clock.advance(TimeDelta::days(8));
    let visitor = at_the_door(&app, ATLANTICO).await;
    assert_eq!(by_link(&visitor, "accept", &token).await.message_code(), "quote_expired");
    let without = json!({ "email": "x", "version": 1 });
    let admin = app.admin(ATLANTICO).await;
    let wrong = admin.post(&format!("/api/quotes/{}/send", id(&other)), without).await;
    assert_eq!(wrong.code_at("email"), "invalid_email");
}

#[tokio::test]
async fn a_price_below_the_minimum_margin_needs_somebody_who_sees_costs() {
    let app = TestApp::start().await;
    let (admin, _) = with_prices(&app).await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let owner = client_of(&client).await;
    give_credit(&admin, &owner, "1000").await;
    let express = service(&admin, "EXP").await;
    // The price is 90 and costs 60: a margin of 33.33 %.
    assert_eq!(changed(&admin, json!({ "min_margin_pct": 33 })).await.status, 200);
    let fine = saved(&staff, &express, Some(&owner)).await;
    assert_eq!(send(&staff, &fine, "ana@example.com").await["status"], "sent");
    assert_eq!(changed(&admin, json!({ "min_margin_pct": 40 })).await.status, 200);
    let quote = saved(&staff, &express, Some(&owner)).await;
    let path = format!("/api/quotes/{}", id(&quote));
    let form = json!({ "email": "ana@example.com", "version": quote["version"] });
    let refused = staff.post(&format!("{path}/send"), form).await;
    assert_eq!(refused.message_code(), "price_below_margin");

    let choice = json!({ "version": quote["version"], "service_id": express });
    let chosen = client.post(&format!("{path}/choose"), choice).await.data();
    let shipment = format!("/api/shipments/{}", chosen["shipment_id"].as_str().unwrap());
    let draft = completed(&client, &client.get(&shipment).await.data()).await;
    let confirm = format!("{shipment}/confirm");
    let form = json!({ "version": draft["version"] });
    assert_eq!(client.post(&confirm, form.clone()).await.message_code(), "price_needs_approval");
    let by_admin = admin.get(&path).await.data();
    assert_eq!(send(&admin, &by_admin, "ana@example.com").await["status"], "sent");
    let confirmed = client.post(&confirm, form).await;
    assert_eq!(confirmed.status, 200, "the company has sent the price: {}", confirmed.text());
}

#[tokio::test]
async fn a_draft_with_prices_below_its_costs_is_published_only_after_a_warning() {
    let app = TestApp::start().await;
    let (admin, sell) = with_prices(&app).await;
    let versions = format!("/api/price_tables/{}/versions", id(&sell));
    let first = admin.get(&versions).await.data()[0].clone();
    let next = admin.post(&versions, json!({ "from_version_id": first["id"] })).await.data();
    edit(&admin, &next, json!({ "cells": [{ "zone": "DE", "up_to": "5", "amount": "55" }] })).await.data();
    let later = app.today() + TimeDelta::days(2);
    rules(&admin, &next, json!({ "valid_from": later })).await;
    let check = format!("/api/price_table_versions/{}/check", id(&next));
    let below = async |person: &Person| {
        let found = person.get(&check).await.data();
        let below = found.as_array().unwrap().iter().filter(|one| one["code"] == "below_cost");
        below.map(|one| (one["place"]["up_to"].clone(), one["limit"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(below(&admin).await, [(json!("5"), json!("60"))]);
    assert_eq!(below(&app.staff(ATLANTICO).await).await, [], "costs are not for everybody");
    assert_eq!(publish(&admin, &next, false).await.message_code(), "price_version_has_warnings");
    assert_eq!(changed(&admin, json!({ "min_margin_pct": 40 })).await.status, 200);
    let limits: Vec<_> = below(&admin).await.into_iter().map(|(_, limit)| limit).collect();
    assert!(limits.contains(&json!("100")) && limits.len() > 1, "60 at a margin of 40 %: {limits:?}");
    assert_eq!(publish(&admin, &next, true).await.status, 200);
}

#[tokio::test]
async fn a_bulk_confirmation_names_each_loss_to_those_who_see_costs() {
    let app = TestApp::start().await;
    let (admin, sell) = with_prices(&app).await;
    change_price(&app, &admin, &sell, "55").await;
    app.state.clock.advance(TimeDelta::days(3));
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let mut form = crate::shipments::complete(&client).await;
    form["service_id"] = service(&admin, "EXP").await;
    let draft = client.post("/api/shipments", form).await.data();
    let asked = json!({ "ids": [id(&draft)] });
    let loss = json!({ "amount": "5", "currency": "BRL" });
    for (person, told) in [(&admin, loss), (&staff, Value::Null), (&client, Value::Null)] {
        let preview = person.post("/api/shipments/confirm_preview", asked.clone()).await.data();
        let row = &preview["shipments"][0];
        assert_eq!((&row["total"]["amount"], &row["loss"]), (&json!("55"), &told), "{row}");
    }
}
