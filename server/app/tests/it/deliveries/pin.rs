//! PINs that recipients say at the door.

use chrono::TimeDelta;
use serde_json::{Value, json};
use server_core::settings::TRACKING_EMAILS;

use super::{PATH, act, make_record, plan_delivery, record, send, show, start_route, text};
use crate::register::mails;
use crate::shipments::complete;
use crate::support::{ATLANTICO, Person, TestApp};

/// A delivery that asks for a PIN, to a recipient who gets e-mails.
async fn plan_with_pin(staff: &Person) -> Value {
    let mut form = complete(staff).await;
    (form["to_email"], form["to_updates_language"]) = (json!("eva@example.com"), json!("es"));
    let shipment = staff.post("/api/shipments", form).await.data();
    record(staff, &shipment, "ARRIVED").await;
    let delivery = plan_delivery(staff, &[&shipment]).await;
    let form = json!({ "version": delivery["version"], "proof": ["pin"] });
    staff.patch(&format!("{PATH}/{}", text(&delivery["id"])), form).await.data()
}

/// The PINs of the e-mails, the newest last.
fn pins(app: &TestApp) -> Vec<String> {
    let of = |letter: String| letter.split_once("Su PIN: ").map(|(_, rest)| rest.chars().take(6).collect());
    mails(app).into_iter().filter_map(of).collect()
}

fn delivered(stop: &Value, seq: i32, pin: &str) -> Value {
    let mut record = make_record(stop, "deliver", &json!({ "name": "Eva", "pin": pin }));
    record["seq"] = json!(seq);
    record
}

#[tokio::test]
async fn the_recipient_gets_the_pin_when_the_run_begins_and_the_right_one_proves_the_delivery() {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, TRACKING_EMAILS, true).await;
    let staff = app.staff(ATLANTICO).await;
    let delivery = plan_with_pin(&staff).await;
    app.run_processes().await;
    assert_eq!(pins(&app), [""; 0], "not on its way yet");
    let run = start_route(&staff, &staff, &[&delivery]).await;
    app.run_processes().await;
    let pin = pins(&app).pop().unwrap();
    let stop = &run["stops"][0]["id"];
    let own = staff.get("/api/field/routes").await;
    assert_eq!(own.data()["routes"][0]["stops"][0]["proof"], json!(["pin"]));
    assert!(!own.text().contains(&pin), "no phone has it");
    let without = make_record(stop, "deliver", &json!({ "name": "Eva" }));
    assert_eq!(send(&staff, &[&without]).await[0]["verdict"], "proof_missing");
    let right = delivered(stop, 1, &pin);
    for _ in 0..2 {
        assert_eq!(send(&staff, &[&right]).await[0]["verdict"], "accepted");
    }
    let after = show(&staff, &delivery).await;
    assert_eq!((&after["status"], &after["tasks"]), (&json!(40), &json!([])));
    assert_eq!(after["records"][0]["is_pin_right"], true);
    assert_eq!(after["pin_misses"], 0);
    assert!(!after.to_string().contains(&pin), "it is not stored");
}

#[tokio::test]
async fn a_wrong_pin_is_a_task_and_after_five_none_counts_until_there_is_a_new_one() {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, TRACKING_EMAILS, true).await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let delivery = plan_with_pin(&staff).await;
    let run = start_route(&staff, &staff, &[&delivery]).await;
    app.run_processes().await;
    let pin = pins(&app).pop().unwrap();
    let stop = &run["stops"][0]["id"];
    for guess in 1..=5 {
        let wrong = delivered(stop, 2 * guess, &format!("00000{}", if pin == "000000" { 1 } else { 0 }));
        let mut undo = make_record(stop, "undo", &json!({ "undoes": wrong["id"] }));
        undo["seq"] = json!(2 * guess + 1);
        send(&staff, &[&wrong, &undo]).await;
    }
    let guessed = show(&staff, &delivery).await;
    assert_eq!((&guessed["status"], &guessed["pin_misses"]), (&json!(30), &json!(5)));
    send(&staff, &[&delivered(stop, 20, &pin)]).await;
    let late = show(&staff, &delivery).await;
    assert_eq!((&late["status"], &late["tasks"]), (&json!(40), &json!(["pin_wrong"])), "guessed too often");
    assert_eq!(late["can"]["pin"], false, "it is over");
    app.state.clock.advance(TimeDelta::minutes(1));
    act(&staff, &delivery, "reopen", json!({ "reason": "wrong PIN" })).await.data();

    let own = act(&staff, &delivery, "pin", json!({})).await;
    assert_eq!((own.status, own.message_code()), (409, "pin_of_own_run".into()));
    let made = act(&admin, &delivery, "pin", json!({})).await.data();
    assert_eq!(made["delivery"]["pin_misses"], 0);
    app.run_processes().await;
    assert_eq!(pins(&app).pop().unwrap(), text(&made["pin"]), "the recipient gets it, too");
    assert_ne!(made["pin"], pin.as_str());
}

#[tokio::test]
async fn a_service_can_ask_for_a_pin_and_the_public_page_tells_of_it() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let form = complete(&staff).await;
    let service = format!("/api/services/{}", text(&form["service_id"]));
    let before = admin.get(&service).await.data();
    let asks = json!({ "version": before["version"], "requirements": ["delivery_pin"] });
    admin.patch(&service, asks).await.data();
    let shipment = super::arrive(&staff).await;
    let delivery = plan_delivery(&staff, &[&shipment]).await;
    assert_eq!(delivery["proof"], json!(["pin"]));
    let path = format!("/api/tracking?codes={}", text(&shipment["tracking_code"]));
    assert_eq!(staff.get(&path).await.data()[0]["delivery"]["asks_pin"], true);
    let before = admin.get(&service).await.data();
    let wrong = json!({ "version": before["version"], "delivery_attempts": 21 });
    assert_eq!(admin.patch(&service, wrong).await.code_at("delivery_attempts"), "too_large");
    let requirements = json!(["delivery_signature", "delivery_photo"]);
    let strict =
        json!({ "version": before["version"], "requirements": requirements, "delivery_attempts": 1 });
    admin.patch(&service, strict).await.data();
    let joined = plan_delivery(&staff, &[&super::arrive(&staff).await]).await;
    assert_eq!((&joined["id"], &joined["max_attempts"]), (&delivery["id"], &json!(1)), "the least counts");
    let mut proofs: Vec<&str> = joined["proof"].as_array().unwrap().iter().map(text).collect();
    proofs.sort_unstable();
    assert_eq!(proofs, ["photo", "pin", "signature"], "all that is wanted");
    let none = plan_delivery(&staff, &[&super::arrive_for(&staff, "Ana", 1).await]).await;
    let form = json!({ "version": none["version"], "proof": [] });
    staff.patch(&format!("{PATH}/{}", text(&none["id"])), form).await.data();
    let refused = act(&admin, &none, "pin", json!({})).await;
    assert_eq!((refused.status, refused.message_code()), (409, "pin_not_asked".into()));
}
