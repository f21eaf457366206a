//! Cash on delivery of the demo: collected at two doors and counted, and one part of it paid out to the wallet of its client.

use std::collections::BTreeSet;

use anyhow::Context;
use poem::http::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use super::demo::Browser;
use server_core::state::AppState;

const DELIVERIES: &str = "/api/shipment-deliveries";
const PAYOUTS: &str = "/api/cod-payouts";
/// One of them is paid out, the other one is open.
const MOST: usize = 2;

/// Delivers some of these shipments for cash, unless there are none. Who drives is not who counts.
pub async fn collect_and_pay(
    state: &AppState,
    driver: &Browser,
    office: &Browser,
    shipments: &[Value],
) -> anyhow::Result<()> {
    let today = state.clock.now().date_naive();
    let form = json!({ "shipment_ids": shipments, "on_date": today });
    if shipments.is_empty() {
        return Ok(());
    }
    let results = driver.send(Method::POST, DELIVERIES, Some(form)).await?["data"].take();
    let planned = results.as_array().into_iter().flatten().filter_map(|one| one["delivery_id"].as_str());
    // Shipments to one consignee are one delivery.
    let ids: BTreeSet<&str> = planned.collect();
    let mut deliveries = Vec::new();
    for id in ids {
        if deliveries.len() < MOST {
            deliveries.extend(ask_for_cash(driver, id).await?);
        }
    }
    if deliveries.is_empty() {
        return Ok(());
    }
    drive(state, driver, &deliveries).await?;
    count(office).await?;
    pay_one(office).await
}

/// The delivery with an amount to collect, if its parcels are of one client.
async fn ask_for_cash(driver: &Browser, id: &str) -> anyhow::Result<Option<Value>> {
    let path = format!("{DELIVERIES}/{id}");
    let delivery = driver.get(&path).await?["data"].take();
    let shipments = delivery["shipments"].as_array().context("no shipments")?;
    let client = &shipments.first().context("an empty delivery")?["client_name"];
    if client.is_null() || shipments.iter().any(|one| one["client_name"] != *client) {
        return Ok(None);
    }
    let currency = driver.get("/api/config").await?["data"]["currency"].take();
    let form = json!({ "version": delivery["version"], "cod_due": "120", "cod_currency": currency });
    Ok(Some(driver.send(Method::PATCH, &path, Some(form)).await?["data"].take()))
}

/// A run with these deliveries, all of which are handed over and paid.
async fn drive(state: &AppState, driver: &Browser, deliveries: &[Value]) -> anyhow::Result<()> {
    let driver_id = driver.get("/api/account").await?["data"]["id"].take();
    let form =
        json!({ "on_date": state.clock.now().date_naive(), "driver_id": driver_id, "vehicle": "Fiorino" });
    let run = driver.send(Method::POST, "/api/routes", Some(form)).await?["data"].take();
    let path = format!("/api/routes/{}", run["id"].as_str().context("no run")?);
    let stops: Vec<Value> = deliveries.iter().map(|one| json!({ "delivery_id": one["id"] })).collect();
    let codes: Vec<&Value> = deliveries
        .iter()
        .flat_map(|one| one["shipments"].as_array().into_iter().flatten())
        .map(|shipment| &shipment["tracking_code"])
        .collect();
    for (method, verb, mut form) in [
        (Method::PUT, "stops", json!({ "stops": stops })),
        (Method::POST, "load", json!({ "codes": codes })),
        (Method::POST, "start", json!({})),
    ] {
        form["version"] = driver.get(&path).await?["data"]["version"].take();
        driver.send(method, &format!("{path}/{verb}"), Some(form)).await?;
    }
    let run = driver.get(&path).await?["data"].take();
    let mut records = Vec::new();
    for (seq, stop) in (1..).zip(run["stops"].as_array().context("no stops")?) {
        records.push(json!({
            "id": Uuid::now_v7(), "route_stop_id": stop["id"], "seq": seq, "kind": "deliver", "at": state.clock.now(),
            "offset_s": 0, "payload": { "name": "Ana Lima", "cash": "120" },
        }));
    }
    driver.send(Method::POST, "/api/field/records", Some(json!({ "records": records }))).await?;
    Ok(())
}

/// Somebody else counts what the driver has.
async fn count(office: &Browser) -> anyhow::Result<()> {
    let waiting = office.get("/api/cash-handovers/waiting").await?["data"].take();
    for cash in waiting.as_array().into_iter().flatten().filter(|cash| cash["can_count"] == true) {
        let deliveries = cash["deliveries"].as_array().context("no deliveries")?;
        let ids: Vec<&Value> = deliveries.iter().map(|one| &one["id"]).collect();
        let form = json!({
            "driver_id": cash["driver_id"], "currency": cash["currency"], "delivery_ids": ids,
            "counted": (120 * ids.len()).to_string(),
        });
        office.send(Method::POST, "/api/cash-handovers", Some(form)).await?;
    }
    Ok(())
}

/// The client gets the cash of its oldest delivery.
async fn pay_one(office: &Browser) -> anyhow::Result<()> {
    let open = office.get(&format!("{PAYOUTS}/open/deliveries")).await?["data"].take();
    let Some(first) = open.as_array().and_then(|open| open.first()) else { return Ok(()) };
    let form = json!({
        "key": Uuid::now_v7(), "client_id": first["client_id"], "subsidiary_id": first["subsidiary_id"],
        "currency": first["currency"], "delivery_ids": [first["id"]], "amount": first["amount"], "method": "wallet",
    });
    office.send(Method::POST, PAYOUTS, Some(form)).await?;
    Ok(())
}
