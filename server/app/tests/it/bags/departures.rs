//! A flight leaves while the post is asked about a bag on it: the bag leaves, and the answer changes its code alone.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::post_office::PostMode;
use super::registration::PostalCompany;
use super::{act, show, text};
use crate::support::{ATLANTICO, Person};
use crate::waybills;

/// An issued waybill with a bag.
async fn issue(staff: &Person, airline: &Value, bag: &Value) -> Value {
    let waybill = waybills::create(staff, airline, json!({})).await.data();
    assert_eq!(waybills::scan(staff, &waybill, text(&bag["number"])).await["outcome"], "added");
    for verb in ["book", "issue"] {
        waybills::act(staff, &waybill, verb, json!({})).await.data();
    }
    waybill
}

async fn depart(staff: &Person, waybill: &Value) -> Value {
    let form = json!({ "event": "departed", "note": "told by the airline" });
    waybills::act(staff, waybill, "record_event", form).await.data()
}

async fn airline(company: &PostalCompany) -> Value {
    let admin = company.app.admin(ATLANTICO).await;
    let airline = waybills::airline(&admin, "LA905", "905").await;
    waybills::add_range(&admin, &airline, [100, 199], json!({})).await.data();
    airline
}

#[tokio::test]
async fn a_bag_about_which_the_post_is_asked_leaves_with_its_flight() {
    let company = PostalCompany::start().await;
    let airline = airline(&company).await;
    let bag = company.seal().await;
    let waybill = issue(&company.staff, &airline, &bag).await;
    company.post.set(PostMode::IsBusy);
    company.register(&bag).await;
    company.app.run_processes().await;
    assert_eq!(show(&company.staff, &bag).await["status"], 25);
    company.app.state.clock.advance(TimeDelta::hours(1));
    depart(&company.staff, &waybill).await;
    assert_eq!(show(&company.staff, &bag).await["status"], 50);

    company.post.set(PostMode::Answers);
    company.app.run_processes_after(TimeDelta::minutes(5)).await;
    company.app.run_processes_after(TimeDelta::minutes(5)).await;
    let departed = show(&company.staff, &bag).await;
    let unit = company.post.units()[0].clone();
    assert_eq!((&departed["status"], &departed["unit_code"]), (&json!(50), &json!(unit.code)));
    assert_eq!(company.requests(&bag).await[0]["status"], 30);
}

#[tokio::test]
async fn whoever_comes_first_the_bag_leaves_and_has_its_code_if_it_was_asked_for() {
    let company = PostalCompany::start().await;
    let airline = airline(&company).await;
    let admin = company.app.admin(ATLANTICO).await;
    for _ in 0..10 {
        let bag = company.seal().await;
        let waybill = issue(&company.staff, &airline, &bag).await;
        company.app.state.clock.advance(TimeDelta::minutes(1));
        let (asked, _) =
            tokio::join!(act(&admin, &bag, "register", json!({})), depart(&company.staff, &waybill));
        company.app.run_processes().await;
        let departed = show(&company.staff, &bag).await;
        assert_eq!(departed["status"], 50, "{}", asked.text());
        match asked.status {
            200 => assert!(departed["unit_code"].is_string(), "{departed}"),
            409 => {
                assert!(matches!(asked.message_code().as_str(), "bag_state" | "stale_version"));
                assert_eq!(departed["unit_code"], Value::Null);
            }
            other => panic!("{other}: {}", asked.text()),
        }
    }
}

#[tokio::test]
async fn a_bag_that_left_is_not_opened_when_the_post_takes_it_back() {
    let company = PostalCompany::start().await;
    let airline = airline(&company).await;
    let bag = company.seal_registered().await;
    let waybill = waybills::create(&company.staff, &airline, json!({})).await.data();
    waybills::scan(&company.staff, &waybill, text(&bag["number"])).await;
    waybills::act(&company.staff, &waybill, "book", json!({})).await.data();
    act(&company.staff, &bag, "reopen", json!({ "reason": "one forgotten" })).await.data();
    waybills::act(&company.staff, &waybill, "issue", json!({})).await.data();
    company.app.state.clock.advance(TimeDelta::hours(1));
    for event in ["departed", "arrived", "delivered"] {
        company.app.state.clock.advance(TimeDelta::minutes(1));
        let form = json!({ "event": event, "note": "told by the airline" });
        waybills::act(&company.staff, &waybill, "record_event", form).await.data();
    }
    company.app.run_processes().await;
    let arrived = show(&company.staff, &bag).await;
    assert_eq!((&arrived["status"], &arrived["unit_code"]), (&json!(60), &Value::Null));
    assert!(arrived["seal"].is_string(), "{arrived}");
}

#[tokio::test]
async fn a_bag_that_came_back_is_closed_when_the_post_takes_it_back() {
    let company = PostalCompany::start().await;
    let airline = airline(&company).await;
    let admin = company.app.admin(ATLANTICO).await;
    let (bag, other) = (company.seal_registered().await, company.seal().await);
    let waybill = waybills::create(&company.staff, &airline, json!({})).await.data();
    for one in [&bag, &other] {
        waybills::scan(&company.staff, &waybill, text(&one["number"])).await;
    }
    waybills::act(&company.staff, &waybill, "book", json!({})).await.data();
    act(&company.staff, &bag, "reopen", json!({ "reason": "one forgotten" })).await.data();
    waybills::act(&company.staff, &waybill, "issue", json!({})).await.data();
    company.app.state.clock.advance(TimeDelta::hours(1));
    depart(&company.staff, &waybill).await;
    let lines = company.staff.get(&format!("{}/contents", waybills::path_of(&waybill))).await.data();
    let line = lines.as_array().unwrap().iter().find(|line| line["bag_id"] == bag["id"]).unwrap();
    let form = json!({ "reason": "left by the airline", "removed_content_ids": [line["id"]] });
    waybills::act(&admin, &waybill, "amend", form).await.data();
    assert_eq!(show(&company.staff, &bag).await["status"], 30, "it is here again with its code");
    company.app.run_processes().await;
    let closed = show(&company.staff, &bag).await;
    assert_eq!((&closed["status"], &closed["unit_code"]), (&json!(20), &Value::Null));
}
