//! Pickups that staff schedule: for whom, once more after a failure, and what a cancellation costs.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{Company, PATH, WINDOWS, act, confirmed, form, id};
use crate::confirm::log;
use crate::support::{ATLANTICO, Person};

#[tokio::test]
async fn a_failed_pickup_is_scheduled_again_on_another_day() {
    let company = Company::start().await;
    let shipment = confirmed(&company.client, 1).await;
    let pickup = company.schedule(&company.ask(&[&shipment]).await).await;
    let body = json!({ "reason": "sender_absent", "note": "Nobody opened" });
    let failed = act(&company.staff, &pickup, "fail", body).await.data();
    assert_eq!((&failed["status"], &failed["fail_reason"]), (&json!(50), &json!("sender_absent")));
    assert_eq!(log(&company.staff, &shipment).await[0], "PICKUP_FAILED");
    let driver = company.driver().await;
    company.app.state.clock.advance(TimeDelta::days(7));
    let staff = company.app.staff(ATLANTICO).await;
    let over = act(&staff, &failed, "schedule", json!({ "driver_id": driver })).await;
    assert_eq!(over.code_at("on_date"), "window_past");
    let day = staff.get(WINDOWS).await.data()["days"][1].clone();
    let body = json!({ "driver_id": driver, "on_date": day, "from_time": "10:00", "to_time": "12:00" });
    let again = act(&staff, &failed, "schedule", body).await.data();
    assert_eq!((&again["status"], &again["attempt"], &again["on_date"]), (&json!(20), &json!(2), &day));
    assert_eq!((&again["fail_reason"], &again["from_time"]), (&Value::Null, &json!("10:00")));
}

#[tokio::test]
async fn a_pickup_goes_to_a_driver_or_to_a_provider() {
    let company = Company::start().await;
    let pickup = company.ask(&[]).await;
    let nobody = act(&company.staff, &pickup, "schedule", json!({})).await;
    assert_eq!(nobody.code_at("driver_id"), "required");
    let form = json!({
        "code": "DHL", "title_locale": { "pt": "DHL" }, "provider_type": "courier", "capabilities": ["pickup"],
    });
    let provider = company.admin.post("/api/providers", form).await.data()["id"].clone();
    let both = json!({ "driver_id": company.driver().await, "provider_id": provider });
    assert_eq!(act(&company.staff, &pickup, "schedule", both).await.code_at("provider_id"), "invalid");
    let body = json!({ "provider_id": provider, "confirmation_no": "CBJ180123" });
    let scheduled = act(&company.staff, &pickup, "schedule", body).await.data();
    assert_eq!(
        (&scheduled["carrier_name"], &scheduled["confirmation_no"]),
        (&json!("DHL"), &json!("CBJ180123"))
    );
    let found = company.staff.get(&format!("{PATH}?search=cbj180123")).await;
    assert_eq!(found.json()["meta"]["totals"]["scheduled"], 1);
}

#[tokio::test]
async fn the_cancellation_of_a_scheduled_pickup_costs_the_fee_unless_staff_waive_it() {
    let company = Company::start().await;
    let before = company.wallet().await.len();
    let free = company.ask(&[]).await;
    assert_eq!(free["cancel_fee"], Value::Null, "nobody was sent yet");
    act(&company.client, &free, "cancel", json!({ "reason": "not ready" })).await.data();
    let waived = company.schedule(&company.ask(&[]).await).await;
    assert_eq!((&waived["cancel_fee"], &waived["cancel_currency"]), (&json!("15"), &json!("BRL")));
    let body = json!({ "reason": "our driver is ill", "waive_fee": true });
    let cancelled = act(&company.staff, &waived, "cancel", body).await.data();
    assert_eq!((&cancelled["status"], &cancelled["fee"]), (&json!(0), &Value::Null));
    assert_eq!(company.wallet().await.len(), before);
    let charged = company.schedule(&company.ask(&[]).await).await;
    // Only staff can waive.
    let body = json!({ "reason": "not ready", "waive_fee": true });
    let cancelled = act(&company.client, &charged, "cancel", body).await.data();
    assert_eq!((&cancelled["fee"], &cancelled["fee_currency"]), (&json!("15"), &json!("BRL")));
    assert_eq!(company.wallet().await[0], ("pickup_cancelled".into(), "-15".into()));
    let late = company.schedule(&company.ask(&[]).await).await;
    company.app.state.clock.advance(TimeDelta::days(4));
    let client = company.app.client(ATLANTICO).await;
    let refused = act(&client, &late, "cancel", json!({ "reason": "not ready" })).await;
    assert_eq!((refused.status, refused.message_code()), (409, "after_cutoff".into()));
}

/// Codes of what a client was told of pickups, with the days.
async fn told(person: &Person) -> Vec<(String, String)> {
    let listed = person.get("/api/notifications").await.data();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let told = listed.as_array().unwrap().iter();
    let told = told.map(|one| (text(&one["data"]["code"]), text(&one["data"]["params"]["day"])));
    told.filter(|(code, _)| code.starts_with("pickup_")).collect()
}

#[tokio::test]
async fn a_client_is_told_of_what_the_company_does_with_its_pickup() {
    let company = Company::start().await;
    let pickup = company.ask(&[]).await;
    assert!(told(&company.client).await.is_empty(), "it has asked itself");
    let day = |pickup: &Value| pickup["on_date"].as_str().unwrap().to_owned();
    let scheduled = company.schedule(&pickup).await;
    assert_eq!(told(&company.client).await, [("pickup_scheduled".into(), day(&pickup))]);

    let later = form(&company.staff, 3).await["on_date"].clone();
    let change = json!({ "version": scheduled["version"], "on_date": later });
    let moved = company.staff.patch(&format!("{PATH}/{}", id(&pickup)), change).await.data();
    assert_eq!(told(&company.client).await, [("pickup_moved".into(), day(&moved))], "it replaces the first");
    let change = json!({ "version": moved["version"], "ready_place": "Doca 2" });
    let same = company.staff.patch(&format!("{PATH}/{}", id(&pickup)), change).await.data();

    let body = json!({ "reason": "sender_absent" });
    let failed = act(&company.staff, &same, "fail", body).await.data();
    assert_eq!(told(&company.client).await[0].0, "pickup_failed");
    act(&company.staff, &failed, "cancel", json!({ "reason": "Out of our area" })).await.data();
    assert_eq!(told(&company.client).await[0].0, "pickup_cancelled");

    let own = company.ask(&[]).await;
    act(&company.client, &own, "cancel", json!({ "reason": "sold out" })).await.data();
    assert_eq!(told(&company.client).await.len(), 1, "it has cancelled itself");
    let other = company.app.signed_in(ATLANTICO, "client2").await;
    assert!(told(&other).await.is_empty());
}
