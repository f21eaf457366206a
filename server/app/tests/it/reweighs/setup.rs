//! A company with the tariff of the worked cases, and shipments under it.

use chrono::TimeDelta;
use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::cases;
use crate::confirm::confirm;
use crate::money::{client_of, dec, figures, give_credit};
use crate::prices::{edit, fuel, publish, rules, table};
use crate::quotes::{assign, dollar, service};
use crate::shipments::complete;
use crate::support::{ATLANTICO, Person, TestApp};

/// A company whose express service has the tariff of the worked cases, in reais; returns its table.
pub async fn with_tariff(app: &TestApp) -> (Person, Value) {
    let admin = app.admin(ATLANTICO).await;
    let tariff = cases::tariff();
    // The company's limit of values is in dollars.
    dollar(&admin, "5").await;
    let form = json!({
        "code": "RW", "title": "RW", "kind": "sell", "currency": "BRL", "weight_unit": "kg", "size_unit": "cm",
    });
    let (sell, draft) = table(&admin, form).await;
    fuel(&admin, "RW", "2026-01-01", &tariff.fuel_percent_of_base).await.data();
    let bands: Vec<String> = tariff.bands.iter().map(|(up_to, _)| up_to.to_string()).collect();
    let cells: Vec<Value> = tariff
        .bands
        .iter()
        .map(|(up_to, amount)| json!({ "zone": "DE", "up_to": up_to.to_string(), "amount": amount }))
        .collect();
    let zones = json!([{ "code": "DE", "places": [{ "country_id": 81 }] }]);
    edit(&admin, &draft, json!({ "zones": zones, "bands": bands, "cells": cells })).await.data();
    let insurance = json!({
        "pct": tariff.insurance_percent_of_declared_value, "min": tariff.insurance_minimum, "max": null,
        "free_below": null, "max_value": null, "taxable": true,
    });
    let terms = json!({
        "valid_from": "2026-01-01", "divisor": tariff.divisor_cm3_per_kg.to_string(), "volumetric_rule": "max",
        "rounding_step": "0.5", "fuel_code": "RW", "fuel_on": ["base"], "insurance": insurance,
    });
    rules(&admin, &draft, terms).await;
    publish(&admin, &draft, true).await.data();
    let express = service(&admin, "EXP").await;
    assign(&admin, json!({ "scope": "service", "service_id": express }), &sell, None).await;
    let path = format!("/api/services/{}", express.as_str().unwrap());
    let version = admin.get(&path).await.data()["version"].clone();
    let limits = json!({
        "version": version, "max_weight_g": tariff.limits.max_weight_kg_actual * 1_000,
        "max_side_mm": tariff.limits.max_side_cm * 10.0, "max_sides_mm": null, "max_girth_mm": null, "max_value": null,
        "value_currency": null,
    });
    admin.patch(&path, limits).await.data();
    (admin, sell)
}

/// The weight of a parcel in grams, and its sides in millimetres.
pub type Measures = (i64, [f64; 3]);

/// A confirmed shipment of a client, insured for a value.
pub async fn confirmed(
    app: &TestApp,
    (admin, client): (&Person, &Person),
    parcels: &[Measures],
    value: &str,
) -> Value {
    let draft = drafted((admin, client), parcels, value).await;
    let confirmed = confirm(client, &draft).await.data();
    app.state.clock.advance(TimeDelta::minutes(1));
    confirmed
}

/// The same before its confirmation.
pub async fn drafted((admin, client): (&Person, &Person), parcels: &[Measures], value: &str) -> Value {
    give_credit(admin, &client_of(client).await, "1000000").await;
    let mut form = complete(client).await;
    form["service_id"] = service(admin, "EXP").await;
    form["parcels"] = parcels
        .iter()
        .map(|(weight_g, [length_mm, width_mm, height_mm])| {
            json!({ "weight_g": weight_g, "length_mm": length_mm, "width_mm": width_mm, "height_mm": height_mm })
        })
        .collect();
    // The tariff insures every shipment, also one without a value.
    let insured = if dec(value).is_zero() { "0.01" } else { value };
    (form["declared_value"], form["insurance_value"]) = (json!(insured), json!(insured));
    client.post("/api/shipments", form).await.data()
}

/// Grants so much credit that wallet and credit are this amount.
pub async fn set_funds(admin: &Person, client: &str, funds: Decimal) {
    let credit = funds - balance(admin, client).await;
    give_credit(admin, client, &credit.to_string()).await;
    assert_eq!(dec(&figures(admin, client).await[1]), funds);
}

pub async fn balance(admin: &Person, client: &str) -> Decimal {
    dec(&figures(admin, client).await[0])
}

/// Amounts by the names of their fields.
pub fn amounts<const N: usize>(record: &Value, names: [&str; N]) -> [Decimal; N] {
    names.map(|name| dec(record[name].as_str().unwrap_or_else(|| panic!("no {name}: {record}"))))
}

pub fn picture() -> Vec<u8> {
    let mut picture = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(8, 8).write_to(&mut picture, image::ImageFormat::Png).unwrap();
    picture.into_inner()
}
