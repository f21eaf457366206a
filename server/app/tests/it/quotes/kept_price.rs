//! Changes of a confirmed shipment: the charged price stands unless something changes that it depends on.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::service;
use super::stored::{balance, with_prices};
use crate::confirm::confirm;
use crate::money::{client_of, give_credit};
use crate::prices::{edit, id, publish, rules};
use crate::support::{ATLANTICO, Person, TestApp};

/// A confirmed shipment to Germany, charged at 90.
async fn confirm_at_90(admin: &Person, client: &Person) -> Value {
    give_credit(admin, &client_of(client).await, "1000").await;
    let mut form = crate::shipments::complete(client).await;
    form["service_id"] = service(admin, "EXP").await;
    let draft = client.post("/api/shipments", form).await.data();
    let confirmed = confirm(client, &draft).await.data();
    assert_eq!(confirmed["totals"]["total"], "90", "{confirmed}");
    confirmed
}

/// The same parcel has another price from the day after tomorrow on.
pub(super) async fn change_price(app: &TestApp, admin: &Person, sell: &Value, amount: &str) {
    let versions = format!("/api/price_tables/{}/versions", id(sell));
    let first = admin.get(&versions).await.data()[0].clone();
    let next = admin.post(&versions, json!({ "from_version_id": first["id"] })).await.data();
    edit(admin, &next, json!({ "cells": [{ "zone": "DE", "up_to": "5", "amount": amount }] })).await.data();
    let later = app.today() + TimeDelta::days(2);
    rules(admin, &next, json!({ "valid_from": later })).await;
    publish(admin, &next, true).await.data();
}

#[tokio::test]
async fn staff_correct_papers_at_the_charged_price_also_when_prices_have_risen() {
    let app = TestApp::start().await;
    let (admin, sell) = with_prices(&app).await;
    let confirmed = confirm_at_90(&admin, &app.client(ATLANTICO).await).await;
    change_price(&app, &admin, &sell, "130").await;
    app.state.clock.advance(TimeDelta::days(3));
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let (path, owner) = (format!("/api/shipments/{}", id(&confirmed)), client_of(&client).await);
    let reprice = format!("{path}/reprice");

    let shown = staff.get(&path).await.data();
    let mut goods = shown["items"].clone();
    goods[0]["hs_code"] = "6911.10".into();
    let papers = json!({ "version": shown["version"], "items": goods, "notes": "Fragile" });
    let corrected = staff.patch(&reprice, papers).await.data();
    assert_eq!(
        (&corrected["items"][0]["hs_code"], &corrected["notes"]),
        (&json!("691110"), &json!("Fragile"))
    );
    assert_eq!(corrected["totals"], shown["totals"]);
    assert_eq!(corrected["chargeable_weight_g"], shown["chargeable_weight_g"]);
    assert_eq!(balance(&client, &owner).await, "-90");
    let charges = client.get(&format!("{path}/charges")).await.data();
    assert_eq!(charges["revisions"].as_array().unwrap().len(), 1, "{charges}");

    let parcels = json!([{ "weight_g": 1300 }]);
    let heavier = json!({ "version": corrected["version"], "declared_weight_g": null, "parcels": parcels });
    let priced = staff.patch(&reprice, heavier).await.data();
    assert_eq!(priced["totals"]["total"], "130", "the weight has the price of today");
    assert_eq!(balance(&client, &owner).await, "-130");
}

#[tokio::test]
async fn a_client_does_not_leave_import_taxes_to_the_company_after_the_confirmation() {
    let app = TestApp::start().await;
    let (admin, _) = with_prices(&app).await;
    let client = app.client(ATLANTICO).await;
    let confirmed = confirm_at_90(&admin, &client).await;
    assert_eq!(confirmed["incoterm"], "DAP");
    let path = format!("/api/shipments/{}", id(&confirmed));
    let terms = json!({ "version": confirmed["version"], "incoterm": "DDP" });
    let refused = client.patch(&path, terms).await;
    assert_eq!((refused.status, refused.code_at("incoterm")), (409, "shipment_price_depends_on_it".into()));
    let notes = json!({ "version": confirmed["version"], "notes": "Ring twice" });
    assert_eq!(client.patch(&path, notes).await.data()["incoterm"], "DAP");
}
