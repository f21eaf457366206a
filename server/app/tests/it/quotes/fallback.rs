//! Which table prices a shipment: that of the client, of its group, of the service, of the company, and the one that a table
//! names for destinations that it does not serve.

use serde_json::{Value, json};

use super::{assign, offer, parcel, service, tariff};
use crate::money::client_of;
use crate::prices::{edit, id, publish, rules, table};
use crate::support::{ATLANTICO, Person, TestApp};

/// The total of the express service for the client; none when it has no price.
async fn price(admin: &Person, client: &str, country: i16) -> Option<String> {
    let mut form = parcel("1");
    form["client_id"] = client.into();
    form["destination"] = json!({ "country_id": country });
    let quote = admin.post("/api/quotes/calculate", form).await.data();
    offer(&quote, "EXP")["total"]["amount"].as_str().map(str::to_owned)
}

/// A table that serves Argentina only, with another one for the rest.
async fn with_fallback(admin: &Person, fallback: &Value) -> Value {
    let form = json!({
        "code": "ARG", "title": "ARG", "kind": "sell", "currency": "BRL", "weight_unit": "kg", "size_unit": "cm",
    });
    let (made, draft) = table(admin, form).await;
    let change = json!({
        "zones": [{ "code": "AR", "places": [{ "country_id": 10 }] }], "bands": ["50"],
        "cells": [{ "zone": "AR", "up_to": "50", "amount": "33" }],
    });
    edit(admin, &draft, change).await.data();
    let versions = admin.get(&format!("/api/price_tables/{}/versions", id(fallback))).await.data();
    let terms = json!({ "valid_from": "2026-01-01", "divisor": "6000", "volumetric_rule": "max",
                        "fallback_version_id": versions[0]["id"] });
    rules(admin, &draft, terms).await;
    publish(admin, &draft, true).await.data();
    made
}

#[tokio::test]
async fn the_nearest_table_prices_and_another_one_serves_the_other_destinations() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let (client, express) = (client_of(&app.client(ATLANTICO).await).await, service(&admin, "EXP").await);
    let group = admin.post("/api/client_groups", json!({ "title": "VIP" })).await.data();
    let record = admin.get(&format!("/api/clients/{client}")).await.data();
    let member = json!({ "version": record["version"], "group_id": group["id"] });
    admin.patch(&format!("/api/clients/{client}"), member).await.data();
    assert_eq!(price(&admin, &client, 81).await, None);

    let company = tariff(&admin, "GENERAL", "BRL", ["70", "90", "200"]).await;
    let scopes = [
        (json!({ "scope": "company" }), "70"),
        (json!({ "scope": "service", "service_id": express }), "60"),
        (json!({ "scope": "group", "group_id": group["id"] }), "50"),
        (json!({ "scope": "client", "client_id": client }), "40"),
        (json!({ "scope": "client", "client_id": client, "service_id": express }), "30"),
    ];
    let mut assigned = Vec::new();
    for (at, (scope, total)) in scopes.into_iter().enumerate() {
        let sell = match at {
            0 => company.clone(),
            _ => tariff(&admin, &format!("T{at}"), "BRL", [total, "90", "200"]).await,
        };
        assigned.push((assign(&admin, scope, &sell, None).await, sell));
        assert_eq!(price(&admin, &client, 81).await.as_deref(), Some(total), "the nearest one goes first");
    }

    // An inactive table steps aside, and so does an assignment that is deleted.
    let (own, sell) = assigned.pop().unwrap();
    let path = format!("/api/price_tables/{}", id(&sell));
    admin.post(&format!("{path}/deactivate"), json!({})).await.data();
    assert_eq!(price(&admin, &client, 81).await.as_deref(), Some("40"));
    admin.post(&format!("{path}/activate"), json!({})).await.data();
    assert_eq!(price(&admin, &client, 81).await.as_deref(), Some("30"));
    assert_eq!(admin.delete(&format!("/api/price_assignments/{}", id(&own))).await.status, 200);
    for expected in ["40", "50", "60", "70"] {
        assert_eq!(price(&admin, &client, 81).await.as_deref(), Some(expected));
        let (last, _) = assigned.pop().unwrap();
        if expected != "70" {
            admin.delete(&format!("/api/price_assignments/{}", id(&last))).await;
        }
    }

    // Only the client's table serves Argentina; the general one serves the rest.
    let own = with_fallback(&admin, &company).await;
    assign(&admin, json!({ "scope": "client", "client_id": client }), &own, None).await;
    assert_eq!(price(&admin, &client, 10).await.as_deref(), Some("33"));
    assert_eq!(price(&admin, &client, 81).await.as_deref(), Some("70"));
    assert_eq!(price(&admin, &client, 32).await.as_deref(), Some("70"));
    assert_eq!(price(&admin, &client, 152).await, None, "neither serves it");
}
