//! Deliveries of the demo: shipments that have arrived, and a run with a driver, which also comes for a pickup.

use anyhow::Context;
use poem::http::Method;
use serde_json::{Value, json};

use super::demo::Browser;
use super::demo_cash;
use server_core::state::AppState;

const PATH: &str = "/api/shipment-deliveries";
const STATUSES: [i16; 4] = [75, 84, 86, 88];
/// The rest waits for somebody to plan it.
const MOST: usize = 6;

/// Creates deliveries and a run, unless already done, in a company that delivers.
pub async fn seed(state: &AppState, host: &str, slug: &str) -> anyhow::Result<()> {
    let staff = Browser::sign_in(state, host, &format!("staff@{slug}.test")).await?;
    if !staff.has_in_menu("deliveries").await?
        || staff.get(&format!("{PATH}?per_page=10")).await?["meta"]["total"] != 0
    {
        return Ok(());
    }
    let mut ids: Vec<Value> = Vec::new();
    for status in STATUSES {
        let page = staff.get(&format!("/api/shipments?status={status}&per_page=10")).await?;
        ids.extend(page["data"].as_array().into_iter().flatten().map(|one| one["id"].clone()));
    }
    let others = ids.split_off(MOST.min(ids.len()));
    if ids.is_empty() {
        return Ok(());
    }
    let day = state.clock.now().date_naive().succ_opt().context("no tomorrow")?;
    let form = json!({ "shipment_ids": ids, "on_date": day });
    let results = staff.send(Method::POST, PATH, Some(form)).await?["data"].take();
    let mut stops: Vec<Value> = Vec::new();
    for id in results.as_array().into_iter().flatten().map(|result| result["delivery_id"].clone()) {
        if !id.is_null() && !stops.iter().any(|stop| stop["delivery_id"] == id) {
            stops.push(json!({ "delivery_id": id }));
        }
    }
    if let Some(stop) = stops.first() {
        ask_for_pin(&staff, &stop["delivery_id"]).await?;
    }
    if staff.has_in_menu("cash_handovers").await? {
        ask_for_cash(&staff, &stops).await?;
        let office = Browser::sign_in(state, host, &format!("admin@{slug}.test")).await?;
        demo_cash::collect_and_pay(state, &staff, &office, &others).await?;
    }
    let driver = staff.get("/api/account").await?["data"]["id"].take();
    let form = json!({ "on_date": day, "driver_id": driver, "vehicle": "Fiorino" });
    let route = staff.send(Method::POST, "/api/routes", Some(form)).await?["data"].take();
    // One delivery stays without a run.
    stops.truncate(stops.len().saturating_sub(1).max(1));
    let path = format!("/api/routes/{}/stops", route["id"].as_str().context("no run")?);
    let form = json!({ "stops": stops, "version": route["version"] });
    staff.send(Method::PUT, &path, Some(form)).await?;
    println!("{slug}: deliveries and a run");
    Ok(())
}

/// The recipient of one delivery says a PIN at the door.
async fn ask_for_pin(staff: &Browser, id: &Value) -> anyhow::Result<()> {
    let path = format!("{PATH}/{}", id.as_str().context("no delivery")?);
    let version = staff.get(&path).await?["data"]["version"].take();
    staff.send(Method::PATCH, &path, Some(json!({ "proof": ["pin"], "version": version }))).await?;
    Ok(())
}

/// A stop whose parcels are of one client has an amount to collect.
async fn ask_for_cash(staff: &Browser, stops: &[Value]) -> anyhow::Result<()> {
    let currency = staff.get("/api/config").await?["data"]["currency"].take();
    for id in stops.iter().filter_map(|stop| stop["delivery_id"].as_str()) {
        let path = format!("{PATH}/{id}");
        let delivery = staff.get(&path).await?["data"].take();
        let shipments = delivery["shipments"].as_array().context("no shipments")?;
        if shipments.iter().all(|one| one["client_name"] == shipments[0]["client_name"]) {
            let form = json!({ "version": delivery["version"], "cod_due": "150", "cod_currency": currency });
            staff.send(Method::PATCH, &path, Some(form)).await?;
            break;
        }
    }
    Ok(())
}

/// The run also comes for a pickup that its driver has, unless already so. The pickups are records, which come later.
pub async fn add_pickup(state: &AppState, host: &str, slug: &str) -> anyhow::Result<()> {
    let staff = Browser::sign_in(state, host, &format!("staff@{slug}.test")).await?;
    if !staff.has_in_menu("deliveries").await? || !staff.has_in_menu("pickups").await? {
        return Ok(());
    }
    let routes = staff.get("/api/routes?status=20&per_page=10").await?["data"].take();
    let scheduled = staff.get("/api/shipment-pickups?status=20&per_page=10").await?["data"].take();
    let is_free = |pickup: &&Value| !pickup["driver_id"].is_null() && pickup["route_id"].is_null();
    let pickup = scheduled.as_array().into_iter().flatten().find(is_free);
    let route = routes.as_array().into_iter().flatten().find(|route| route["pickup_count"] == 0);
    if let (Some(pickup), Some(route)) = (pickup, route) {
        let path = format!("/api/routes/{}/pickups", route["id"].as_str().context("no run")?);
        let form = json!({
            "pickup_ids": [pickup["id"]], "accept_other_day": true, "version": route["version"],
        });
        staff.send(Method::PUT, &path, Some(form)).await?;
    }
    Ok(())
}
