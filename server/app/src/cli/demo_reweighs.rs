//! A shipment of the demo's client that weighs twice as much as declared: it waits for the client's answer.

use anyhow::Context;
use chrono::TimeDelta;
use poem::http::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use super::demo::Browser;
use server_core::state::AppState;

/// It was confirmed, and then measured.
const CONFIRMED_BEFORE: TimeDelta = TimeDelta::hours(30);
const MEASURED_BEFORE: TimeDelta = TimeDelta::hours(4);

/// Confirms a copy of one of the client's shipments, and weighs it, unless already done.
pub async fn seed(state: &AppState, host: &str, slug: &str) -> anyhow::Result<()> {
    let client = Browser::sign_in(state, host, &format!("client@{slug}.test")).await?;
    if client.get("/api/reweighs").await?["meta"]["total"] != 0 {
        return Ok(());
    }
    let confirmed = client.get("/api/shipments?status=30,35,40,70,90&sort=created_at").await?;
    let Some(model) = confirmed["data"].as_array().and_then(|found| found.first()) else { return Ok(()) };
    state.clock.advance(-CONFIRMED_BEFORE);
    let shipment = confirm_copy(&client, model).await;
    state.clock.advance(CONFIRMED_BEFORE);
    let shipment = shipment?;
    let staff = Browser::sign_in(state, host, &format!("staff@{slug}.test")).await?;
    state.clock.advance(-MEASURED_BEFORE);
    let weighed = weigh(&staff, &shipment).await;
    state.clock.advance(MEASURED_BEFORE);
    weighed
}

/// The confirmed copy of a shipment.
async fn confirm_copy(client: &Browser, model: &Value) -> anyhow::Result<Value> {
    let path = format!("/api/shipments/{}/duplicate", text(&model["id"])?);
    let copy = client.send(Method::POST, &path, Some(json!({}))).await?["data"].take();
    let path = format!("/api/shipments/{}/confirm", text(&copy["id"])?);
    let form = json!({ "version": copy["version"] });
    Ok(client.send(Method::POST, &path, Some(form)).await?["data"].take())
}

/// Receives the parcels of a shipment, each twice as heavy as declared.
async fn weigh(staff: &Browser, shipment: &Value) -> anyhow::Result<()> {
    for parcel in shipment["parcels"].as_array().into_iter().flatten() {
        let form = json!({ "key": Uuid::now_v7(), "code": shipment["tracking_code"], "station": "1" });
        let scanned = staff.send(Method::POST, "/api/receiving/scan", Some(form)).await?["data"].take();
        let weight_g =
            parcel["weight_g"].as_i64().or(shipment["declared_weight_g"].as_i64()).unwrap_or(500) * 2;
        let form = json!({
            "key": Uuid::now_v7(), "weight_g": weight_g, "weight_text": format!("{weight_g} g"),
            "weight_source": "typed", "length_mm": parcel["length_mm"], "width_mm": parcel["width_mm"],
            "height_mm": parcel["height_mm"],
        });
        let path = format!("/api/receiving/{}/measure", text(&scanned["parcel"]["id"])?);
        staff.send(Method::POST, &path, Some(form)).await?;
    }
    Ok(())
}

fn text(value: &Value) -> anyhow::Result<String> {
    Ok(value.as_str().context("a text is missing")?.to_owned())
}
