//! Manifests of the demo: a draft of the sealed bag, a closed one, and one that its receiver rejected.

use anyhow::Context;
use poem::http::Method;
use serde_json::{Value, json};

use super::demo::Browser;
use server_core::process::worker::{Worker, WorkerOptions};
use server_core::state::AppState;

const PATH: &str = "/api/manifests";
const RECEIVED: i16 = 40;

/// Makes three manifests, unless already done.
pub async fn seed(state: &AppState, host: &str, slug: &str) -> anyhow::Result<()> {
    let staff = Browser::sign_in(state, host, &format!("staff@{slug}.test")).await?;
    if staff.get(&format!("{PATH}?per_page=10")).await?["meta"]["total"] != 0 {
        return Ok(());
    }
    let Some(shelf) = Shelf::load(&staff).await? else { return Ok(()) };
    let mut left = shelf.shipments.iter();
    let closed = shelf.add_ready(&staff, &mut left, "Friday's flight").await?;
    let rejected = shelf.add_ready(&staff, &mut left, "Broker asked for the list by noon").await?;
    for manifest in closed.iter().chain(&rejected) {
        act(&staff, manifest, "close", json!({})).await?;
    }
    // The two are closed in the background.
    Worker::new(state.clone(), crate::kinds(), WorkerOptions::new(2)).drain().await;
    if let Some(manifest) = &rejected {
        act(&staff, manifest, "send", json!({})).await?;
        let houses = staff.get(&format!("{}/houses", path_of(manifest)?)).await?["data"].take();
        let house = json!({
            "house": houses[0]["house"], "answer": "rejected", "reason": "The tariff code does not fit the description.",
        });
        act(&staff, manifest, "record_answer", json!({ "houses": [house] })).await?;
    }
    add_draft(&staff).await?;
    println!("{slug}: manifests");
    Ok(())
}

/// Adds one of the sealed bags, in a company that packs them.
async fn add_draft(staff: &Browser) -> anyhow::Result<()> {
    if !staff.has_in_menu("bags").await? {
        return Ok(());
    }
    let bags = staff.get("/api/bags?stage=closed&per_page=10").await?["data"].take();
    let ids: Vec<&Value> = bags.as_array().into_iter().flatten().map(|bag| &bag["id"]).collect();
    if !ids.is_empty() {
        staff.send(Method::POST, PATH, Some(json!({ "bag_ids": ids }))).await?;
    }
    Ok(())
}

/// Shipments that the warehouse has to send, and from where to where.
struct Shelf {
    shipments: Vec<Value>,
    airports: Value,
    origin: Value,
}

impl Shelf {
    /// None in a company without a warehouse that says its airport.
    async fn load(staff: &Browser) -> anyhow::Result<Option<Self>> {
        let path = format!("/api/shipments?status={RECEIVED}&per_page=100");
        let shipments = staff.get(&path).await?["data"].as_array().cloned().unwrap_or_default();
        let places = staff.get("/api/warehouses?per_page=100").await?["data"].take();
        let airport = |place: &Value| Some(place["airport"].clone()).filter(Value::is_string);
        let Some(origin) = places.as_array().into_iter().flatten().find_map(airport) else {
            return Ok(None);
        };
        let airports = staff.get("/api/auxiliar/airports").await?["data"].take();
        Ok(Some(Self { shipments, airports, origin }))
    }

    /// A manifest of the next shipment that lacks nothing; none if each of them lacks something.
    async fn add_ready(
        &self,
        staff: &Browser,
        left: &mut impl Iterator<Item = &Value>,
        note: &str,
    ) -> anyhow::Result<Option<Value>> {
        let mut manifest = Value::Null;
        for shipment in left {
            let Some(destination) = self.find_airport(&shipment["to_country_id"]) else { continue };
            let mut form = json!({
                "shipment_ids": [shipment["id"]], "origin_airport": self.origin, "destination_airport": destination, "note": note,
            });
            let (method, path) = match manifest.is_null() {
                true => (Method::POST, PATH.to_owned()),
                false => (Method::PATCH, path_of(&manifest)?),
            };
            if !manifest.is_null() {
                form["version"] = manifest["version"].clone();
            }
            manifest = staff.send(method, &path, Some(form)).await?["data"].take();
            let check = staff.get(&format!("{}/check", path_of(&manifest)?)).await?["data"].take();
            if check["blocking"] == 0 {
                return Ok(Some(manifest));
            }
        }
        Ok(None)
    }

    fn find_airport(&self, country_id: &Value) -> Option<&Value> {
        let mut airports = self.airports.as_array().into_iter().flatten();
        let found = airports.find(|one| one["country_id"] == *country_id && one["active"] == true);
        found.map(|airport| &airport["iata"])
    }
}

/// Something done with a manifest as it is now.
async fn act(staff: &Browser, manifest: &Value, verb: &str, mut form: Value) -> anyhow::Result<()> {
    let path = path_of(manifest)?;
    form["version"] = staff.get(&path).await?["data"]["version"].clone();
    staff.send(Method::POST, &format!("{path}/{verb}"), Some(form)).await?;
    Ok(())
}

fn path_of(manifest: &Value) -> anyhow::Result<String> {
    Ok(format!("{PATH}/{}", manifest["id"].as_str().context("a manifest without an id")?))
}
