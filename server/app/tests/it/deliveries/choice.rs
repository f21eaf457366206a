//! What a recipient chooses by the link of the e-mail after a failed attempt.

use chrono::TimeDelta;
use serde_json::{Value, json};
use server_core::settings::{DELIVERY, TRACKING_EMAILS};

use super::{PATH, act, drive, make_record, plan_delivery, record, route, send, show, start_route, text};
use crate::feature_flags::switch;
use crate::notifications::codes;
use crate::register::{at_the_door, last_token, mails_with};
use crate::shipments::complete;
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

const LINK: &str = "/delivery/";

/// A shipment that has arrived, whose recipient gets e-mails in this language, if in any.
async fn arrive_for(staff: &Person, language: Option<&str>) -> Value {
    let mut form = complete(staff).await;
    (form["to_email"], form["to_updates_language"]) = (json!("eva@example.com"), json!(language));
    let shipment = staff.post("/api/shipments", form).await.data();
    record(staff, &shipment, "ARRIVED").await;
    shipment
}

/// Its delivery after a failed attempt with this reason.
async fn fail_delivery(app: &TestApp, staff: &Person, shipment: &Value, reason: &str) -> Value {
    let delivery = plan_delivery(staff, &[shipment]).await;
    let route = start_route(staff, staff, &[&delivery]).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    send(staff, &[&make_record(&route["stops"][0]["id"], "fail", &json!({ "reason": reason }))]).await;
    app.run_processes().await;
    show(staff, &delivery).await
}

async fn by_link(visitor: &Person, verb: &str, token: &str, mut form: Value) -> Answer {
    form["token"] = token.into();
    visitor.post(&format!("/api/public/deliveries/{verb}"), form).await
}

#[tokio::test]
async fn a_recipient_chooses_once_until_the_parcels_are_loaded_again() {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, TRACKING_EMAILS, true).await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = arrive_for(&staff, Some("es")).await;
    let delivery = fail_delivery(&app, &staff, &shipment, "recipient_absent").await;
    assert_eq!(delivery["status"], 50);
    let letter = mails_with(&app, LINK).pop().unwrap();
    assert!(letter.contains("eva@example.com") && letter.contains("Elegir"), "{letter}");

    let (token, visitor) = (last_token(&app, LINK), at_the_door(&app, ATLANTICO).await);
    let shown = by_link(&visitor, "show", &token, json!({})).await.data();
    assert_eq!((&shown["number"], &shown["choice"]), (&delivery["number"], &Value::Null));
    assert_eq!(shown["fail_reason"], "recipient_absent");
    assert_eq!(shown["days"].as_array().unwrap().len(), 12);
    let neighbour = at_the_door(&app, PACIFIC).await;
    for (person, token) in [(&neighbour, token.as_str()), (&visitor, "no-token")] {
        assert_eq!(by_link(person, "show", token, json!({})).await.message_code(), "link_not_valid");
    }
    let without = by_link(&visitor, "choose", &token, json!({ "choice": "another_day" })).await;
    assert_eq!((without.status, without.code_at("on")), (422, "required".into()));
    let far =
        by_link(&visitor, "choose", &token, json!({ "choice": "another_day", "on": "2099-01-01" })).await;
    assert_eq!((far.status, far.code_at("on")), (422, "unknown_option".into()));
    let wanted = json!({ "choice": "another_day", "on": shown["days"][3], "note": "ring twice" });
    let chosen = by_link(&visitor, "choose", &token, wanted.clone()).await.data();
    assert_eq!((&chosen["choice"], &chosen["on"]), (&json!("another_day"), &shown["days"][3]));
    assert_eq!(by_link(&visitor, "choose", &token, wanted).await.message_code(), "link_not_valid");
    assert_eq!(by_link(&visitor, "show", &token, json!({})).await.data()["note"], "ring twice");

    let after = show(&staff, &delivery).await;
    assert_eq!((&after["choice"], &after["choice_note"]), (&json!("another_day"), &json!("ring twice")));
    assert_eq!((&after["on_date"], &after["status"]), (&shown["days"][3], &json!(50)));
    assert_eq!(staff.get(&format!("{PATH}?has_tasks=true")).await.json()["meta"]["total"], 1);
    let next = route(&staff, &staff).await;
    act(&staff, &delivery, "assign", json!({ "route_id": next["id"] })).await.data();
    assert_eq!(by_link(&visitor, "show", &token, json!({})).await.status, 200, "not loaded yet");
    assert!(staff.get("/api/field/routes").await.text().contains("ring twice"), "its driver knows");
    drive(&staff, &next, "load", json!({ "codes": [shipment["tracking_code"]] })).await.data();
    assert_eq!(by_link(&visitor, "show", &token, json!({})).await.message_code(), "link_not_valid");
}

#[tokio::test]
async fn nobody_is_asked_after_no_attempt_or_without_the_wish_for_e_mails() {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, TRACKING_EMAILS, true).await;
    let staff = app.staff(ATLANTICO).await;
    for (language, reason) in [(None, "recipient_absent"), (Some("es"), "out_of_time")] {
        let shipment = arrive_for(&staff, language).await;
        let delivery = fail_delivery(&app, &staff, &shipment, reason).await;
        assert_eq!((&delivery["status"], &delivery["choice"]), (&json!(50), &Value::Null), "{reason}");
        assert_eq!(mails_with(&app, LINK), [""; 0], "{reason}");
    }
}

#[tokio::test]
async fn a_link_is_over_after_seven_days() {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, TRACKING_EMAILS, true).await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = arrive_for(&staff, Some("en")).await;
    let delivery = fail_delivery(&app, &staff, &shipment, "closed").await;
    let token = last_token(&app, LINK);
    app.state.clock.advance(TimeDelta::days(7) + TimeDelta::minutes(1));
    let visitor = at_the_door(&app, ATLANTICO).await;
    let late = by_link(&visitor, "choose", &token, json!({ "choice": "post" })).await;
    assert_eq!((late.status, late.message_code()), (409, "link_not_valid".into()));
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(show(&staff, &delivery).await["choice"], Value::Null, "{}", text(&delivery["number"]));
}

/// A shipment of a client that was tried so often that nobody may try again, and its delivery.
pub(super) async fn use_up_attempts(app: &TestApp, staff: &Person, client: &Person) -> (Value, Value) {
    use_up_attempts_of(app, staff, client, "return").await
}

/// The same with what happens to it when nobody gets it.
async fn use_up_attempts_of(
    app: &TestApp,
    staff: &Person,
    client: &Person,
    non_delivery: &str,
) -> (Value, Value) {
    let mut form = complete(client).await;
    form["non_delivery"] = non_delivery.into();
    let shipment = client.post("/api/shipments", form).await.data();
    record(staff, &shipment, "ARRIVED").await;
    let delivery = plan_delivery(staff, &[&shipment]).await;
    let path = format!("{PATH}/{}", text(&delivery["id"]));
    staff.patch(&path, json!({ "version": delivery["version"], "max_attempts": 1 })).await.data();
    let route = start_route(staff, staff, &[&delivery]).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    let failed = make_record(&route["stops"][0]["id"], "fail", &json!({ "reason": "recipient_absent" }));
    send(staff, &[&failed]).await;
    (shipment, show(staff, &delivery).await)
}

pub(super) async fn choose(person: &Person, shipment: &Value, delivery: &Value, mut form: Value) -> Answer {
    let path = format!("/api/shipments/{}/deliveries", text(&shipment["id"]));
    if form["version"].is_null() {
        form["version"] = person.get(&path).await.json()["data"][0]["version"].clone();
    }
    person.post(&format!("{path}/{}/choose", text(&delivery["id"])), form).await
}

#[tokio::test]
async fn a_client_chooses_once_after_the_last_attempt() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let (shipment, delivery) = use_up_attempts(&app, &staff, &client).await;
    assert_eq!(delivery["tasks"], json!(["decide_return"]));
    let waits = client.get("/api/waiting").await.data();
    assert_eq!((&waits["undecided"]["total"], &waits["deliveries"]), (&json!(1), &Value::Null));
    assert_eq!(staff.get("/api/waiting").await.data()["undecided"], Value::Null);
    let path = format!("/api/shipments/{}/deliveries", text(&shipment["id"]));
    let shown = client.get(&path).await.data()[0].clone();
    assert_eq!((&shown["choice"], shown["days"].as_array().unwrap().len()), (&Value::Null, 12));
    for (form, field) in [
        (json!({ "choice": "another_day" }), "on"),
        (json!({ "choice": "other_address", "note": " " }), "note"),
        (json!({ "choice": "post" }), "choice"),
    ] {
        let refused = choose(&client, &shipment, &delivery, form).await;
        assert_eq!(refused.status, 422, "{field}");
        assert_ne!(refused.code_at(field), "", "{field}");
    }
    let other = app.signed_in(ATLANTICO, "client2").await;
    assert_eq!(other.get("/api/waiting").await.data()["undecided"]["total"], 0);
    let wanted = json!({ "choice": "another_day", "on": shown["days"][2], "version": shown["version"] });
    assert_eq!(choose(&other, &shipment, &delivery, wanted.clone()).await.status, 404);
    let chosen = choose(&client, &shipment, &delivery, wanted.clone()).await.data();
    assert_eq!((&chosen[0]["choice"], &chosen[0]["days"]), (&json!("another_day"), &json!([])));
    let again = choose(&client, &shipment, &delivery, wanted).await;
    assert_eq!((again.status, again.message_code()), (409, "delivery_choice_closed".into()));
    assert_eq!(client.get("/api/waiting").await.data()["undecided"]["total"], 0);
    let after = show(&staff, &delivery).await;
    assert_eq!((&after["max_attempts"], &after["tasks"]), (&json!(2), &json!([])));
    assert_eq!((&after["on_date"], &after["choice_attempts"]), (&shown["days"][2], &json!(1)));
    let next = route(&staff, &staff).await;
    act(&staff, &delivery, "assign", json!({ "route_id": next["id"] })).await.data();
}

#[tokio::test]
async fn a_choice_is_over_with_the_next_attempt_also_where_nobody_gets_e_mails() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let (shipment, delivery) = use_up_attempts(&app, &staff, &client).await;
    let elsewhere = json!({ "choice": "other_address", "note": "Rua B, 2" });
    choose(&client, &shipment, &delivery, elsewhere).await.data();
    let again = start_route(&staff, &staff, &[&delivery]).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    let mut failed = make_record(&again["stops"][0]["id"], "fail", &json!({ "reason": "closed" }));
    failed["at"] = json!(app.state.clock.now());
    send(&staff, &[&failed]).await;
    let after = show(&staff, &delivery).await;
    assert_eq!((&after["attempts"], &after["tasks"]), (&json!(2), &json!(["decide_return"])));
    assert_eq!((&after["choice"], &after["choice_note"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn a_client_sends_a_delivery_back_itself() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let (shipment, delivery) = use_up_attempts(&app, &staff, &client).await;
    let chosen = choose(&client, &shipment, &delivery, json!({ "choice": "return" })).await.data();
    assert_eq!(chosen[0]["status"], 60);
    assert_eq!(show(&staff, &delivery).await["status"], 60);
    assert_eq!(super::status_of(&client, &shipment).await, 92);
}

#[tokio::test]
async fn a_client_decides_nothing_about_shipments_of_others_and_nothing_while_attempts_are_left() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let other = app.signed_in(ATLANTICO, "client2").await;
    let mut shipments = Vec::new();
    for person in [&client, &other] {
        let mut form = complete(person).await;
        form["to_name"] = "Ana Souza".into();
        let shipment = person.post("/api/shipments", form).await.data();
        record(&staff, &shipment, "ARRIVED").await;
        shipments.push(shipment);
    }
    let delivery = plan_delivery(&staff, &[&shipments[0], &shipments[1]]).await;
    let early = choose(&client, &shipments[0], &delivery, json!({ "choice": "return" })).await;
    assert_eq!((early.status, early.message_code()), (409, "delivery_choice_closed".into()));
    let path = format!("{PATH}/{}", text(&delivery["id"]));
    staff.patch(&path, json!({ "version": delivery["version"], "max_attempts": 1 })).await.data();
    let route = start_route(&staff, &staff, &[&delivery]).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    send(&staff, &[&make_record(&route["stops"][0]["id"], "fail", &json!({ "reason": "closed" }))]).await;
    let refused = choose(&client, &shipments[0], &delivery, json!({ "choice": "return" })).await;
    assert_eq!((refused.status, refused.message_code()), (409, "delivery_of_several".into()));
    let shown = client.get(&format!("/api/shipments/{}/deliveries", text(&shipments[0]["id"]))).await.data();
    assert_eq!((&shown[0]["needs_office"], &shown[0]["days"]), (&json!(true), &json!([])));
}

#[tokio::test]
async fn only_a_client_chooses_as_a_client_and_only_of_a_company_that_delivers() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let admin = app.admin(ATLANTICO).await;
    let (shipment, delivery) = use_up_attempts(&app, &staff, &client).await;
    let path = format!("/api/shipments/{}/deliveries", text(&shipment["id"]));
    let closed = async |person: &Person| {
        let shown = person.get(&path).await.data();
        assert_eq!((&shown[0]["days"], &shown[0]["needs_office"]), (&json!([]), &json!(false)));
        let refused = choose(person, &shipment, &delivery, json!({ "choice": "return" })).await;
        assert_eq!((refused.status, refused.message_code()), (409, "delivery_choice_closed".into()));
    };
    closed(&staff).await;
    switch(&admin, DELIVERY, false).await.data();
    closed(&client).await;
    switch(&admin, DELIVERY, true).await.data();
    let chosen = choose(&client, &shipment, &delivery, json!({ "choice": "return" })).await;
    assert_eq!(chosen.status, 200, "{}", chosen.text());
}

#[tokio::test]
async fn what_the_client_decided_is_not_asked_again_by_a_late_record() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let (shipment, delivery) = use_up_attempts(&app, &staff, &client).await;
    let elsewhere = json!({ "choice": "other_address", "note": "Rua B, 2" });
    choose(&client, &shipment, &delivery, elsewhere).await.data();
    let path = format!("{PATH}/{}", text(&delivery["id"]));
    let version = show(&staff, &delivery).await["version"].clone();
    staff.patch(&path, json!({ "version": version, "max_attempts": 1 })).await.data();
    let late = make_record(&delivery["stops"][0]["id"], "note", &json!({ "note": "no bell" }));
    send(&staff, &[&late]).await;
    let after = show(&staff, &delivery).await;
    assert_eq!((&after["tasks"], &after["choice"]), (&json!([]), &json!("other_address")));
}

#[tokio::test]
async fn a_client_that_does_not_choose_gets_what_its_shipment_says() {
    let app = TestApp::start().await;
    for (non_delivery, status, of_delivery) in [("return", 92, 60), ("abandon", 96, 0)] {
        let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
        let (shipment, delivery) = use_up_attempts_of(&app, &staff, &client, non_delivery).await;
        app::sweep::sweep(&app.state).await;
        let path = format!("/api/shipments/{}/deliveries", text(&shipment["id"]));
        let until = client.get(&path).await.data()[0]["decide_until"].clone();
        assert!(until.is_string(), "it knows its last day");
        assert_eq!(show(&staff, &delivery).await["decide_until"], until);
        assert!(codes(&client).await.contains(&"delivery_undecided".to_owned()));
        app.state.clock.advance(TimeDelta::days(5));
        app::sweep::sweep(&app.state).await;
        let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
        assert!(codes(&client).await.contains(&"delivery_decision_near".to_owned()), "{non_delivery}");
        assert_eq!(show(&staff, &delivery).await["status"], 50, "it has time until the end of the day");
        app.state.clock.advance(TimeDelta::days(3));
        app::sweep::sweep(&app.state).await;
        let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
        assert_eq!(show(&staff, &delivery).await["status"], of_delivery, "{non_delivery}");
        assert_eq!(super::status_of(&client, &shipment).await, status, "{non_delivery}");
    }
}

/// Older ones whose time is not over.
const OTHERS: &str = "
    insert into deliveries
    select (jsonb_populate_record(d, jsonb_build_object('id', '00000000-0000-4000-8000-' || lpad(to_hex(nth), 12, '0'),
        'number', 'X-' || nth, 'decide_until', '2999-01-01', 'decide_attempts', d.attempts))).*
    from deliveries d cross join generate_series(1, 1000) nth where d.status = 50";

#[tokio::test]
async fn many_that_wait_do_not_keep_another_one_from_its_end() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let (_, delivery) = use_up_attempts(&app, &staff, &client).await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    assert_eq!(sqlx::query(OTHERS).execute(&mut *tx).await.unwrap().rows_affected(), 1000);
    tx.commit().await.unwrap();
    app::sweep::sweep(&app.state).await;
    app.state.clock.advance(TimeDelta::days(8));
    app::sweep::sweep(&app.state).await;
    assert_eq!(show(&app.staff(ATLANTICO).await, &delivery).await["status"], 60, "its client was silent");
}

#[tokio::test]
async fn nobody_is_asked_to_redirect_by_the_clock_and_who_has_chosen_is_left_alone() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let (_, redirected) = use_up_attempts_of(&app, &staff, &client, "redirect").await;
    let (shipment, chosen) = use_up_attempts(&app, &staff, &client).await;
    app::sweep::sweep(&app.state).await;
    let note = json!({ "choice": "other_address", "note": "Rua B, 2" });
    choose(&client, &shipment, &chosen, note).await.data();
    app.state.clock.advance(TimeDelta::days(9));
    app::sweep::sweep(&app.state).await;
    let staff = app.staff(ATLANTICO).await;
    for delivery in [&redirected, &chosen] {
        assert_eq!(show(&staff, delivery).await["status"], 50);
    }
    assert_eq!(show(&staff, &redirected).await["tasks"], json!(["decide_return"]), "staff find a way");
}
