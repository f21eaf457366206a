//! Shipments that measure otherwise than they were declared: verdict and money, the hold, and how it ends.

mod announcements;
mod cases;
mod many_held;
mod mistaken_scan;
pub mod setup;

use chrono::TimeDelta;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use uuid::Uuid;

use self::setup::{amounts, balance, confirmed, drafted, picture, set_funds, with_tariff};
use crate::confirm::{confirm, log};
use crate::money::{client_of, dec, id};
use crate::notifications::listed;
use crate::prices::{edit, fuel, publish, rules};
use crate::support::{ATLANTICO, Answer, Person, TestApp};
use crate::tenant_settings::changed;

/// Receives the next parcel of a shipment.
pub async fn scan(staff: &Person, shipment: &Value) -> Value {
    let form = json!({ "key": Uuid::now_v7(), "code": shipment["tracking_code"], "station": "Mesa 1" });
    let scanned = staff.post("/api/receiving/scan", form).await.data();
    assert_eq!(scanned["outcome"], "received", "{scanned}");
    scanned["parcel"].clone()
}

/// Weighs a parcel in grams, and measures it in millimetres.
pub async fn measure(staff: &Person, parcel: &Value, weight_g: i64, sides_mm: [f64; 3]) -> Answer {
    let [length_mm, width_mm, height_mm] = sides_mm;
    let form = json!({
        "key": Uuid::now_v7(), "weight_g": weight_g, "weight_text": format!("{weight_g} g"), "weight_source": "typed",
        "length_mm": length_mm, "width_mm": width_mm, "height_mm": height_mm,
    });
    staff.post(&format!("/api/receiving/{}/measure", id(parcel)), form).await
}

/// The newest re-weighing of a shipment, as somebody sees it.
pub async fn newest(person: &Person, shipment: &Value) -> Value {
    let path = format!("/api/reweighs?shipment_id={}", id(shipment));
    person.get(&path).await.data()[0].clone()
}

async fn show(person: &Person, shipment: &Value) -> Value {
    person.get(&format!("/api/shipments/{}", id(shipment))).await.data()
}

/// A shipment of 22.70 that weighs a kilogram more: 33.61.
struct Heavy {
    app: TestApp,
    admin: Person,
    staff: Person,
    client: Person,
    client_id: String,
    sell: Value,
    shipment: Value,
    parcel: Value,
}

const BOX: [f64; 3] = [200.0, 150.0, 100.0];

impl Heavy {
    /// Held, because the company charges nothing without asking.
    async fn held() -> Self {
        Self::held_in(TestApp::start().await).await
    }

    async fn held_in(app: TestApp) -> Self {
        let (admin, sell) = with_tariff(&app).await;
        changed(&admin, json!({ "reweigh_auto_max": "0" })).await.data();
        let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
        let client_id = client_of(&client).await;
        let shipment = confirmed(&app, (&admin, &client), &[(400, BOX)], "0").await;
        let parcel = scan(&staff, &shipment).await;
        app.state.clock.advance(TimeDelta::minutes(1));
        let measured = measure(&staff, &parcel, 1_400, BOX).await.data();
        assert_eq!(measured["verdict"], "held_confirm");
        Self { app, admin, staff, client, client_id, sell, shipment, parcel }
    }

    async fn newest(&self) -> Value {
        newest(&self.client, &self.shipment).await
    }

    async fn act(&self, person: &Person, action: &str, mut form: Value) -> Answer {
        let reweigh = self.newest().await;
        form["version"] = reweigh["version"].clone();
        person.post(&format!("/api/reweighs/{}/{action}", id(&reweigh)), form).await
    }

    async fn dispute(&self) -> Answer {
        let reweigh = self.newest().await;
        let version = reweigh["version"].to_string();
        let fields = [("text", "It is 400 g on my scale"), ("version", version.as_str())];
        let path = format!("/api/reweighs/{}/dispute", id(&reweigh));
        self.client.upload(&path, ("file", "scale.png", &picture()[..]), &fields).await
    }

    async fn status(&self) -> Value {
        show(&self.client, &self.shipment).await["status"].clone()
    }

    async fn balance(&self) -> Decimal {
        balance(&self.admin, &self.client_id).await
    }

    /// Days later, after everybody has signed in again.
    async fn wait(&mut self, days: i64) {
        self.app.state.clock.advance(TimeDelta::days(days));
        (self.admin, self.staff) = (self.app.admin(ATLANTICO).await, self.app.staff(ATLANTICO).await);
        self.client = self.app.client(ATLANTICO).await;
    }

    async fn sweep_after(&mut self, days: i64) {
        self.wait(days).await;
        app::sweep::sweep(&self.app.state).await;
    }
}

#[tokio::test]
async fn a_held_shipment_shows_both_figures_and_the_photo_to_its_client() {
    let held = Heavy::held().await;
    assert_eq!(held.status().await, 45);
    assert_eq!(held.balance().await, dec("-22.70"), "nothing is charged");
    let photo = format!("/api/receiving/{}/photo", id(&held.parcel));
    held.staff.upload(&photo, ("file", "a.png", &picture()[..]), &[]).await.data();
    let seen = held.newest().await;
    let shown = amounts(&seen, ["total_before", "total_after", "difference"]);
    assert_eq!(shown, [dec("22.70"), dec("33.61"), dec("10.91")]);
    assert_eq!((&seen["declared_weight_g"], &seen["measured_weight_g"]), (&json!(400), &json!(1400)));
    assert_eq!(seen["parcels"][0]["has_photo"], true);
    assert_eq!(seen["can"], json!({ "accept": true, "dispute": true, "decide": false }));
    let photo = format!("/api/reweighs/{}/photo?seq=1", id(&seen));
    assert_eq!(held.client.get(&photo).await.status, 200);
    let other = held.app.signed_in(ATLANTICO, "client2").await;
    assert_eq!(other.get(&photo).await.status, 404);
    assert_eq!(other.get(&format!("/api/reweighs/{}", id(&seen))).await.status, 404);
    assert_eq!(other.get("/api/reweighs").await.data(), json!([]));
    let notices = listed(&held.client, "").await;
    assert_eq!(notices["data"].as_array().unwrap().len(), 1, "{notices}");
    assert_eq!(notices["data"][0]["data"]["code"], "reweigh_held");
    assert_eq!(held.staff.get("/api/receiving").await.data()[0]["on_hold"], true);
    let bagged = json!({ "tracking_codes": [held.shipment["tracking_code"]], "event_code": "BAGGED" });
    let refused = held.staff.post("/api/shipments/record_event", bagged).await.data();
    assert_eq!(
        (&refused[0]["recorded"], &refused[0]["message_code"]),
        (&json!(false), &json!("shipment_on_hold"))
    );
}

#[tokio::test]
async fn an_accepted_difference_is_charged_once_and_lets_the_shipment_go_on() {
    let held = Heavy::held().await;
    set_funds(&held.admin, &held.client_id, dec("10.90")).await;
    let short = held.act(&held.client, "accept", json!({})).await;
    assert_eq!((short.status, short.message_code()), (409, "insufficient_funds".into()));
    assert_eq!(short.json()["params"], json!({ "available": "10.90", "needed": "10.91", "currency": "BRL" }));
    set_funds(&held.admin, &held.client_id, dec("10.91")).await;
    let reweigh = held.newest().await;
    let path = format!("/api/reweighs/{}/accept", id(&reweigh));
    let form = json!({ "version": reweigh["version"] });
    let calls = (0..10).map(|_| held.client.post(&path, form.clone()));
    let answers = futures_util::future::join_all(calls).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!(held.balance().await, dec("-33.61"));
    let settled = held.newest().await;
    assert_eq!((&settled["status"], &settled["outcome"]), (&json!(40), &json!("accepted")));
    assert_eq!(held.status().await, 40);
    assert_eq!(
        log(&held.staff, &held.shipment).await[..3],
        ["REWEIGH_RELEASED", "REWEIGH_HOLD", "REWEIGHED"]
    );
    let charges = format!("/api/shipments/{}/charges", id(&held.shipment));
    let told = held.client.get(&charges).await.data();
    let revisions = told["revisions"].as_array().unwrap().iter();
    let totals: Vec<Decimal> = revisions.map(|one| amounts(&one["total"], ["amount"])[0]).collect();
    assert_eq!(totals, [dec("22.70"), dec("33.61")]);
    assert_eq!(listed(&held.client, "").await["data"], json!([]), "nothing waits any more");
}

#[tokio::test]
async fn staff_accept_in_the_name_of_a_client_and_say_why() {
    let held = Heavy::held().await;
    let silent = held.act(&held.staff, "accept", json!({})).await;
    assert_eq!((silent.status, silent.code_at("reason")), (422, "required".into()));
    let settled = held.act(&held.staff, "accept", json!({ "reason": "By telephone" })).await.data();
    assert_eq!((&settled["outcome"], &settled["reason"]), (&json!("accepted"), &json!("By telephone")));
    assert_eq!(held.balance().await, dec("-33.61"));
}

#[tokio::test]
async fn a_dispute_needs_a_photo_and_is_decided_by_another_person() {
    let held = Heavy::held().await;
    let reweigh = held.newest().await;
    let version = reweigh["version"].to_string();
    let fields = [("text", "No"), ("version", version.as_str())];
    let bare = held.client.submit(&format!("/api/reweighs/{}/dispute", id(&reweigh)), &fields).await;
    assert_eq!((bare.status, bare.code_at("file")), (422, "required".into()));
    let disputed = held.dispute().await.data();
    assert_eq!((&disputed["status"], &disputed["dispute"]), (&json!(30), &json!("It is 400 g on my scale")));
    let photo = format!("/api/reweighs/{}/dispute_photo", id(&disputed));
    assert_eq!(held.staff.get(&photo).await.status, 200);
    assert_eq!(held.admin.get("/api/waiting").await.data()["reweighs"]["total"], 1);
    assert_eq!(listed(&held.admin, "").await["data"][0]["data"]["code"], "reweigh_disputed");
    let form = json!({ "ruling": "withdraw", "reason": "The label was of another parcel" });
    let own = held.act(&held.staff, "decide", form.clone()).await;
    assert_eq!((own.status, own.message_code()), (409, "reweigh_own_measurement".into()));
    let user = held.staff.get("/api/profile").await.data()["id"].clone();
    let asked =
        format!("user={}&resource=reweigh&action=decide&id={}", user.as_str().unwrap(), id(&disputed));
    let told = held.admin.get(&format!("/api/backoffice/policy/explain?{asked}")).await.data();
    assert_eq!(told["allowed"], false, "{told}");
    assert_eq!(held.act(&held.client, "decide", form.clone()).await.status, 403);
    let late = held.act(&held.client, "accept", json!({})).await;
    assert_eq!((late.status, late.message_code()), (409, "reweigh_not_waiting".into()));
    let decided = held.act(&held.admin, "decide", form).await.data();
    assert_eq!((&decided["status"], &decided["outcome"]), (&json!(40), &json!("withdrawn")));
    assert_eq!((held.status().await, held.balance().await), (json!(40), dec("-22.70")));
    assert_eq!(listed(&held.client, "").await["data"][0]["data"]["code"], "reweigh_withdrawn");
}

#[tokio::test]
async fn silence_accepts_when_the_funds_suffice() {
    let mut held = Heavy::held().await;
    held.sweep_after(5).await;
    assert_eq!(held.status().await, 45);
    assert_eq!(listed(&held.client, "").await["data"][0]["data"]["code"], "reweigh_lapsing");
    set_funds(&held.admin, &held.client_id, dec("1")).await;
    held.sweep_after(3).await;
    assert_eq!(held.status().await, 45, "the funds are short");
    let late = held.dispute().await;
    assert_eq!((late.status, late.message_code()), (409, "reweigh_deadline_past".into()));
    set_funds(&held.admin, &held.client_id, dec("100")).await;
    for _ in 0..3 {
        held.sweep_after(0).await;
    }
    let lapsed = held.newest().await;
    assert_eq!((&lapsed["status"], &lapsed["outcome"]), (&json!(40), &json!("lapsed")));
    assert_eq!((held.status().await, held.balance().await), (json!(40), dec("-33.61")));
}

#[tokio::test]
async fn one_that_cannot_be_settled_does_not_stop_the_others() {
    let mut held = Heavy::held().await;
    let other = confirmed(&held.app, (&held.admin, &held.client), &[(400, BOX)], "0").await;
    let parcel = scan(&held.staff, &other).await;
    held.app.state.clock.advance(TimeDelta::minutes(1));
    assert_eq!(measure(&held.staff, &parcel, 1_400, BOX).await.data()["verdict"], "held_confirm");
    let mut tx = held.app.state.tenancy.begin(&held.app.tenant(ATLANTICO)).await.unwrap();
    let damage = "update reweighs set offer = '{}', deadline_on = deadline_on - 1 where tracking_code = $1";
    let code = held.shipment["tracking_code"].as_str().unwrap();
    sqlx::query(damage).bind(code).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    held.sweep_after(8).await;
    assert_eq!(held.status().await, 45);
    assert_eq!(newest(&held.client, &other).await["outcome"], "lapsed");
}

#[tokio::test]
async fn a_second_weighing_ends_the_first_and_goes_back_to_the_declared_price() {
    let held = Heavy::held().await;
    held.act(&held.client, "accept", json!({})).await.data();
    held.app.state.clock.advance(TimeDelta::minutes(1));
    measure(&held.staff, &held.parcel, 410, BOX).await.data();
    let second = held.newest().await;
    assert_eq!((&second["seq"], &second["verdict"]), (&json!(2), &json!("refunded")));
    assert_eq!((held.status().await, held.balance().await), (json!(40), dec("-22.70")));
    held.app.state.clock.advance(TimeDelta::minutes(1));
    measure(&held.staff, &held.parcel, 1_400, BOX).await.data();
    assert_eq!(held.status().await, 45);
    held.app.state.clock.advance(TimeDelta::minutes(1));
    measure(&held.staff, &held.parcel, 405, BOX).await.data();
    let path = format!("/api/reweighs?shipment_id={}", id(&held.shipment));
    let all = held.client.get(&path).await.data();
    let outcomes: Vec<_> = all.as_array().unwrap().iter().map(|one| &one["outcome"]).collect();
    assert_eq!(outcomes, [&Value::Null, &json!("superseded"), &Value::Null, &json!("accepted")]);
    assert_eq!((held.status().await, held.balance().await), (json!(40), dec("-22.70")));
}

#[tokio::test]
async fn a_repeated_weighing_gets_its_verdict_again_and_is_judged_once() {
    let held = Heavy::held().await;
    held.app.state.clock.advance(TimeDelta::minutes(1));
    let form =
        json!({ "key": Uuid::now_v7(), "weight_g": 1_500, "weight_text": "1.5", "weight_source": "typed" });
    let path = format!("/api/receiving/{}/measure", id(&held.parcel));
    for _ in 0..2 {
        assert_eq!(held.staff.post(&path, form.clone()).await.data()["verdict"], "held_confirm");
    }
    let path = format!("/api/reweighs?shipment_id={}", id(&held.shipment));
    assert_eq!(held.client.get(&path).await.data().as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_client_takes_a_held_shipment_back_and_gets_all_its_money() {
    let mut held = Heavy::held().await;
    let path = format!("/api/shipments/{}/cancel", id(&held.shipment));
    held.client.post(&path, json!({ "reason": "Too expensive" })).await.data();
    assert_eq!((held.status().await, held.balance().await), (json!(0), dec("0")));
    let gone = held.newest().await;
    assert_eq!((&gone["status"], &gone["outcome"]), (&json!(40), &json!("released")));
    let late = held.act(&held.client, "accept", json!({})).await;
    assert_eq!((late.status, late.message_code()), (409, "reweigh_not_held".into()));
    held.sweep_after(0).await;
    let late = held.act(&held.client, "accept", json!({})).await;
    assert_eq!((late.status, late.message_code()), (409, "reweigh_not_waiting".into()));
    let log = held.admin.get("/api/audit_entries?action=reweigh.release").await.data();
    assert_eq!(log[0]["resource_id"], gone["id"], "{log}");
}

#[tokio::test]
async fn a_shipment_above_the_limits_of_its_service_waits_without_a_price() {
    let held = Heavy::held().await;
    held.app.state.clock.advance(TimeDelta::minutes(1));
    measure(&held.staff, &held.parcel, 30_001, BOX).await.data();
    let refused = held.newest().await;
    assert_eq!((&refused["verdict"], &refused["total_after"]), (&json!("refused_limit"), &Value::Null));
    assert_eq!(refused["can"], json!({ "accept": false, "dispute": true, "decide": false }));
    let accepted = held.act(&held.client, "accept", json!({})).await;
    assert_eq!((accepted.status, accepted.message_code()), (409, "reweigh_without_price".into()));
}

/// What was published after the confirmation is of no concern to it.
#[tokio::test]
async fn a_weighing_is_priced_with_the_versions_and_rates_of_the_confirmation() {
    let mut held = Heavy::held().await;
    let versions = format!("/api/price_tables/{}/versions", id(&held.sell));
    let first = held.admin.get(&versions).await.data()[0].clone();
    let next = held.admin.post(&versions, json!({ "from_version_id": first["id"] })).await.data();
    let dearer = json!({ "cells": [{ "zone": "DE", "up_to": "2", "amount": "900" }] });
    edit(&held.admin, &next, dearer).await.data();
    let tomorrow = held.app.today() + TimeDelta::days(1);
    rules(&held.admin, &next, json!({ "valid_from": tomorrow })).await;
    publish(&held.admin, &next, true).await.data();
    fuel(&held.admin, "RW", &tomorrow.to_string(), "50").await.data();
    held.wait(3).await;
    measure(&held.staff, &held.parcel, 1_900, BOX).await.data();
    assert_eq!(amounts(&held.newest().await, ["total_after"]), [dec("39.86")]);
}

#[tokio::test]
async fn what_was_measured_before_the_confirmation_is_judged_by_it() {
    let app = TestApp::start().await;
    let (admin, _) = with_tariff(&app).await;
    changed(&admin, json!({ "reweigh_auto_max": "0" })).await.data();
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let draft = drafted((&admin, &client), &[(400, BOX)], "0").await;
    let parcel = scan(&staff, &draft).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    assert_eq!(measure(&staff, &parcel, 1_400, BOX).await.data()["verdict"], Value::Null);
    assert_eq!(newest(&client, &draft).await, Value::Null, "there is no price to compare with");
    let received = show(&client, &draft).await;
    assert_eq!(confirm(&client, &received).await.data()["status"], 45);
    let held = newest(&client, &draft).await;
    assert_eq!((&held["verdict"], amounts(&held, ["difference"])), (&json!("held_confirm"), [dec("10.91")]));
    assert_eq!(balance(&admin, &client_of(&client).await).await, dec("-22.70"));
}

#[tokio::test]
async fn parcels_that_do_not_come_are_not_paid_and_the_client_is_told() {
    let app = TestApp::start().await;
    let (admin, _) = with_tariff(&app).await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let client_id = client_of(&client).await;
    let shipment = confirmed(&app, (&admin, &client), &[(400, BOX), (2_000, BOX)], "0").await;
    let before = balance(&admin, &client_id).await;
    let parcel = scan(&staff, &shipment).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    assert_eq!(measure(&staff, &parcel, 400, BOX).await.data()["verdict"], "incomplete");
    let path = format!("/api/receiving/{}/close", id(&parcel));
    staff.post(&path, json!({ "reason": "Never handed in" })).await.data();
    let weighed = newest(&client, &shipment).await;
    assert_eq!(
        (&weighed["verdict"], &weighed["parcels"].as_array().unwrap().len()),
        (&json!("refunded"), &1)
    );
    assert!(balance(&admin, &client_id).await > before, "the missing parcel is given back");
    let notices = listed(&client, "").await;
    let told =
        notices["data"].as_array().unwrap().iter().find(|one| one["data"]["code"] == "parcels_missing");
    assert_eq!(told.unwrap()["data"]["params"]["why"], "Never handed in");
    app.state.clock.advance(TimeDelta::minutes(1));
    let late = scan(&staff, &shipment).await;
    measure(&staff, &late, 2_000, BOX).await.data();
    assert_eq!(newest(&client, &shipment).await["parcels"].as_array().unwrap().len(), 2, "it came after all");
}
