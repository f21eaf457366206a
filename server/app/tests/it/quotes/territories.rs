//! Quotes to places outside the tax territory of their country, which only the postcode tells.

use serde_json::{Value, json};
use trade::countries::by_alpha2;

use super::{assign, dollar, offer, parcel, service};
use crate::prices::{edit, publish, rules, table};
use crate::support::{ATLANTICO, Person, TestApp};

/// A published table in reais to Spain, the United Kingdom and Germany.
async fn tariff(admin: &Person) -> Value {
    let form = json!({
        "code": "EUROPE", "title": "Europe", "kind": "sell", "currency": "BRL", "weight_unit": "kg",
        "size_unit": "cm",
    });
    let (made, draft) = table(admin, form).await;
    let places = ["ES", "GB", "DE"].map(|alpha2| json!({ "country_id": by_alpha2(alpha2).unwrap() }));
    let change = json!({
        "zones": [{ "code": "EU", "places": places }], "bands": ["50"],
        "cells": [{ "zone": "EU", "up_to": "50", "amount": "90" }],
    });
    edit(admin, &draft, change).await.data();
    let terms = json!({ "valid_from": "2026-01-01", "divisor": "6000", "volumetric_rule": "max" });
    rules(admin, &draft, terms).await;
    publish(admin, &draft, true).await.data();
    made
}

#[tokio::test]
async fn a_quote_to_a_territory_has_no_taxes_of_its_country() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    dollar(&admin, "5").await;
    for (currency, rate) in [("EUR", "6"), ("GBP", "7")] {
        let form = json!({ "from_currency": currency, "to_currency": "BRL", "rate": rate, "valid_from": "2026-01-01" });
        admin.post("/api/exchange-rates", form).await.data();
    }
    let scope = json!({ "scope": "service", "service_id": service(&admin, "EXP").await });
    let sell = tariff(&admin).await;
    assign(&admin, scope, &sell, None).await;
    for (country, currency, postcode, reason) in [
        ("ES", "EUR", "35001", Some("outside_tax_territory")),
        ("ES", "EUR", "38001", Some("outside_tax_territory")),
        ("ES", "EUR", "51001", Some("outside_tax_territory")),
        ("ES", "EUR", "28001", None),
        ("GB", "GBP", "BT1 1AA", Some("other_regime")),
        ("DE", "EUR", "27498", Some("outside_tax_territory")),
        ("DE", "EUR", "78266", Some("outside_tax_territory")),
        ("DE", "EUR", "10115", None),
    ] {
        let mut asked = parcel("1");
        (asked["currency"], asked["incoterm"]) = (currency.into(), "DDP".into());
        asked["options"] = json!({ "tax_programme": "inside" });
        asked["destination"] = json!({ "country_id": by_alpha2(country).unwrap(), "postcode": postcode });
        let quote = admin.post("/api/quotes/calculate", asked).await.data();
        let offer = offer(&quote, "EXP");
        let found = &offer["taxes"]["refused"][0]["reason"];
        assert_eq!(found, &json!(reason), "{country} {postcode}: {offer}");
        let refused = offer["refused"].as_array().unwrap();
        let is_unknown = refused.iter().any(|one| one["code"] == "taxes_unknown");
        assert_eq!(is_unknown, reason.is_some(), "{country} {postcode}: {offer}");
    }
}
