//! E-mails to the recipient of a shipment, whom the sender asks for in the form, and who can stop them.

use chrono::TimeDelta;
use serde_json::{Value, json};
use server_core::settings::TRACKING_EMAILS;

use crate::register::{at_the_door, count, mails_with, token_after};
use crate::shipments::complete;
use crate::support::{ATLANTICO, Person, TestApp};
use crate::tracking_updates::{EMAIL, STOP, record};

const STOPPED: &str = "select count(*) from tracking_subscriptions where stopped_at is not null";

/// A shipment to the address; its e-mails are in Spanish.
async fn sent_to(staff: &Person, email: Option<&str>) -> Value {
    let mut form = complete(staff).await;
    form["to_email"] = email.into();
    form["to_updates_language"] = "es".into();
    staff.post("/api/shipments", form).await.data()
}

async fn start() -> (TestApp, Person) {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, TRACKING_EMAILS, true).await;
    let staff = app.staff(ATLANTICO).await;
    (app, staff)
}

fn code(shipment: &Value) -> &str {
    shipment["tracking_code"].as_str().unwrap()
}

async fn departs(app: &TestApp, staff: &Person, shipment: &Value) {
    record(app, staff, code(shipment), "DEPARTED", TimeDelta::zero()).await;
}

async fn stop(app: &TestApp, mail: &str) {
    let token = token_after(mail, STOP);
    let visitor = at_the_door(app, ATLANTICO).await;
    let stopped = visitor.post("/api/tracking_subscriptions/unsubscribe", json!({ "token": token })).await;
    assert_eq!(stopped.status, 200);
}

#[tokio::test]
async fn the_recipient_is_told_in_its_language_and_by_name() {
    let (app, staff) = start().await;
    let shipment = sent_to(&staff, Some(EMAIL)).await;
    assert_eq!(shipment["to_updates_language"], "es");
    departs(&app, &staff, &shipment).await;
    let told = mails_with(&app, STOP);
    assert_eq!(told.len(), 1);
    for part in [format!("<{EMAIL}>"), "Hola, Maria M".to_owned(), "Loja Horizonte nos pidi".to_owned()] {
        assert!(told[0].contains(&part), "no {part} in {}", told[0]);
    }
}

#[tokio::test]
async fn who_has_stopped_the_e_mails_gets_none_of_the_next_shipment() {
    let (app, staff) = start().await;
    let shipment = sent_to(&staff, Some(EMAIL)).await;
    departs(&app, &staff, &shipment).await;
    stop(&app, &mails_with(&app, STOP)[0]).await;
    assert_eq!(count(&app, STOPPED).await, 1);
    app.state.clock.advance(TimeDelta::minutes(10));
    record(&app, &staff, code(&shipment), "ARRIVED", TimeDelta::zero()).await;
    let next = sent_to(&staff, Some(EMAIL)).await;
    departs(&app, &staff, &next).await;
    assert_eq!(mails_with(&app, STOP).len(), 1, "neither of this shipment nor of another");

    app.state.clock.advance(TimeDelta::days(366));
    app::sweep::sweep(&app.state).await;
    assert_eq!(count(&app, STOPPED).await, 0, "the note of it is kept for a year");
}

#[tokio::test]
async fn the_sender_can_take_it_back() {
    let (app, staff) = start().await;
    let shipment = sent_to(&staff, Some(EMAIL)).await;
    departs(&app, &staff, &shipment).await;
    app.state.clock.advance(TimeDelta::minutes(10));
    let path = format!("/api/shipments/{}", shipment["id"].as_str().unwrap());
    let version = staff.get(&path).await.data()["version"].clone();
    let form = json!({ "version": version, "to_updates_language": null });
    assert_eq!(staff.patch(&path, form).await.status, 409, "a departed shipment is not edited");

    let other = sent_to(&staff, Some("ada@example.com")).await;
    let path = format!("/api/shipments/{}", other["id"].as_str().unwrap());
    let form = json!({ "version": other["version"], "to_updates_language": null });
    assert_eq!(staff.patch(&path, form).await.data()["to_updates_language"], Value::Null);
    departs(&app, &staff, &other).await;
    assert_eq!(mails_with(&app, STOP).len(), 1);
}

#[tokio::test]
async fn nobody_is_told_without_an_address_or_where_the_company_offers_it_not() {
    let (app, staff) = start().await;
    let shipment = sent_to(&staff, None).await;
    departs(&app, &staff, &shipment).await;
    app.switch(ATLANTICO, TRACKING_EMAILS, false).await;
    let shipment = sent_to(&staff, Some(EMAIL)).await;
    departs(&app, &staff, &shipment).await;
    assert!(mails_with(&app, STOP).is_empty());
    assert_eq!(count(&app, "select count(*) from tracking_subscriptions").await, 0);
}

#[tokio::test]
async fn an_unknown_language_is_refused_at_its_field() {
    let (_app, staff) = start().await;
    let mut form = complete(&staff).await;
    form["to_updates_language"] = "fr".into();
    let refused = staff.post("/api/shipments", form).await;
    assert_eq!((refused.status, refused.code_at("to_updates_language")), (422, "unknown_option".into()));
}
