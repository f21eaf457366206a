//! Bags of the demo: received shipments of one country, some in a sealed bag, some in an open one.

use std::collections::BTreeMap;

use anyhow::Context;
use poem::http::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use super::demo::Browser;
use server_core::state::AppState;

const PATH: &str = "/api/bags";
const RECEIVED: i16 = 40;
/// The others stay in the warehouse.
const MOST: usize = 5;

/// Creates two bags, unless already done, in a company that packs them.
pub async fn seed(state: &AppState, host: &str, slug: &str) -> anyhow::Result<()> {
    let staff = Browser::sign_in(state, host, &format!("staff@{slug}.test")).await?;
    if !staff.has_in_menu("bags").await?
        || staff.get(&format!("{PATH}?per_page=10")).await?["meta"]["total"] != 0
    {
        return Ok(());
    }
    let shipments =
        staff.get(&format!("/api/shipments?status={RECEIVED}&per_page=100")).await?["data"].take();
    let Some((country_id, codes)) = find_largest(&shipments) else { return Ok(()) };
    let (Some(place), Some(airport)) = (find_place(&staff).await?, find_airport(&staff, country_id).await?)
    else {
        return Ok(());
    };
    let form = json!({ "warehouse_id": place["id"], "destination_airport": airport["iata"], "tare_g": 350 });
    let codes = &codes[..codes.len().min(MOST)];
    let (first, second) = codes.split_at(codes.len().div_ceil(2));
    pack(&staff, form.clone(), second).await?;
    let closed = pack(&staff, form, first).await?;
    if closed["parcel_count"] == 0 {
        return Ok(());
    }
    close(&staff, &closed, "BR 004471").await?;
    println!("{slug}: bags");
    Ok(())
}

/// A warehouse with an airport.
pub(super) async fn find_place(staff: &Browser) -> anyhow::Result<Option<Value>> {
    let places = staff.get("/api/warehouses?per_page=100").await?["data"].take();
    Ok(places.as_array().into_iter().flatten().find(|place| place["airport"].is_string()).cloned())
}

/// An airport of a country.
pub(super) async fn find_airport(staff: &Browser, country_id: i64) -> anyhow::Result<Option<Value>> {
    let airports = staff.get("/api/auxiliar/airports").await?["data"].take();
    let is_there = |one: &&Value| {
        one["country_id"] == country_id && one["active"] == true && one["latitude"].is_number()
    };
    Ok(airports.as_array().into_iter().flatten().find(is_there).cloned())
}

/// The country with the most shipments, and their codes.
pub(super) fn find_largest(shipments: &Value) -> Option<(i64, Vec<String>)> {
    let mut by_country: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    for shipment in shipments.as_array().into_iter().flatten() {
        if let (Some(country), Some(code)) =
            (shipment["to_country_id"].as_i64(), shipment["tracking_code"].as_str())
        {
            by_country.entry(country).or_default().push(code.to_owned());
        }
    }
    by_country.into_iter().max_by_key(|(_, codes)| codes.len())
}

/// An open bag with the parcels that it takes.
pub(super) async fn pack(staff: &Browser, form: Value, codes: &[String]) -> anyhow::Result<Value> {
    let mut bag = staff.send(Method::POST, PATH, Some(form)).await?["data"].take();
    let path = format!("{PATH}/{}/scan", text(&bag["id"])?);
    for code in codes {
        let scan = json!({ "key": Uuid::now_v7(), "code": code, "station": "1" });
        bag = staff.send(Method::POST, &path, Some(scan)).await?["data"]["bag"].take();
    }
    Ok(bag)
}

/// Seals a bag; the scale shows what its parcels and the bag itself weigh.
pub(super) async fn close(staff: &Browser, bag: &Value, seal: &str) -> anyhow::Result<()> {
    let weight = |name: &str| bag[name].as_i64().with_context(|| format!("a bag without {name}"));
    let gross_g = weight("parcel_weight_g")? + weight("tare_g")?;
    let form = json!({ "seal": seal, "gross_g": gross_g, "version": bag["version"] });
    staff.send(Method::POST, &format!("{PATH}/{}/close", text(&bag["id"])?), Some(form)).await?;
    Ok(())
}

pub(super) fn text(value: &Value) -> anyhow::Result<String> {
    Ok(value.as_str().context("a text is missing")?.to_owned())
}
