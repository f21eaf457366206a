//! Shipments of the demo's client: one for each state, created days ago as that client would, and followed by the events
//! that led to the state.

use std::path::Path;

use anyhow::Context;
use chrono::{NaiveDate, TimeDelta};
use poem::http::Method;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::demo::Browser;
use freight::tracking_events::CONFIRMED;
use server_core::state::AppState;
use trade::countries::by_alpha2;

/// Older than all events of the file.
const CREATED_BEFORE: TimeDelta = TimeDelta::days(12);

/// `client_shipments.json`.
#[derive(Deserialize)]
struct DemoClient {
    /// Fields of the sender.
    sender: Map<String, Value>,
    shipments: Vec<DemoShipment>,
}

#[derive(Deserialize)]
struct DemoShipment {
    to_name: String,
    to_city: String,
    /// ISO 3166-1 alpha-2.
    to_country: String,
    to_address_1: String,
    to_postcode: String,
    /// Code of the state, in countries whose addresses have one.
    to_state: Option<String>,
    to_document: Option<String>,
    item: String,
    hs_code: String,
    declared_value: String,
    due_in_days: Option<i64>,
    /// Fields that the client has not filled in.
    #[serde(default)]
    without: Vec<String>,
    /// Event code, hours ago, place; oldest first.
    #[serde(default)]
    events: Vec<(String, i64, String)>,
}

/// Creates the shipments of the folder's `client_shipments.json` as `client@<slug>.test`, unless already done.
pub async fn seed(state: &AppState, host: &str, slug: &str, folder: &Path) -> anyhow::Result<()> {
    let file = folder.join("client_shipments.json");
    if !file.exists() {
        return Ok(());
    }
    let demo: DemoClient = serde_json::from_slice(&std::fs::read(&file)?)?;
    let client = Browser::sign_in(state, host, &format!("client@{slug}.test")).await?;
    state.clock.advance(-CREATED_BEFORE);
    let codes = create(state, &client, &demo).await;
    state.clock.advance(CREATED_BEFORE);
    let codes = codes?;
    if codes.is_empty() {
        return Ok(());
    }
    fill_address_book(&client, &demo).await?;
    let staff = Browser::sign_in(state, host, &format!("staff@{slug}.test")).await?;
    for (shipment, code) in demo.shipments.iter().zip(&codes) {
        for (event, hours, place) in &shipment.events {
            if event == CONFIRMED {
                let before = TimeDelta::hours(*hours);
                state.clock.advance(-before);
                let confirmed = confirm(&client, code).await;
                state.clock.advance(before);
                confirmed?;
                continue;
            }
            let at = state.clock.now() - TimeDelta::hours(*hours);
            let form = json!({
                "tracking_codes": [code], "event_code": event, "location": place, "occurred_at": at.to_rfc3339(),
            });
            staff.send(Method::POST, "/api/shipments/record_event", Some(form)).await?;
        }
    }
    println!("{}: {} shipments", file.display(), codes.len());
    Ok(())
}

/// Those who get parcels of the client again and again.
const REGULARS: usize = 4;

/// Saves the complete recipients in the client's address book.
async fn fill_address_book(client: &Browser, demo: &DemoClient) -> anyhow::Result<()> {
    let complete = demo.shipments.iter().filter(|one| one.without.is_empty());
    for shipment in complete.take(REGULARS) {
        let address = json!({
            "person_type": 1,
            "document_type": 1,
            "name": shipment.to_name,
            "country_id": shipment.country()?,
            "city": shipment.to_city,
            "postcode": shipment.to_postcode,
            "address_1": shipment.to_address_1,
        });
        client.send(Method::POST, "/api/saved_addresses", Some(address)).await?;
    }
    Ok(())
}

/// Confirms a shipment as the client does.
async fn confirm(client: &Browser, code: &str) -> anyhow::Result<()> {
    let found = client.get(&format!("/api/shipments?search={code}")).await?["data"][0].take();
    let shipment = client.get(&format!("/api/shipments/{}", found["id"].as_str().context("no id")?)).await?;
    let shipment = &shipment["data"];
    let path = format!("/api/shipments/{}/confirm", shipment["id"].as_str().context("no id")?);
    client.send(Method::POST, &path, Some(json!({ "version": shipment["version"] }))).await?;
    Ok(())
}

/// Returns the tracking codes; none if the client has its shipments.
async fn create(state: &AppState, client: &Browser, demo: &DemoClient) -> anyhow::Result<Vec<String>> {
    if client.get("/api/shipments?source=manual").await?["meta"]["total"] != 0 {
        return Ok(Vec::new());
    }
    let config = client.get("/api/config").await?["data"].take();
    let service = client.get("/api/auxiliar/services").await?["data"][0]["id"].take();
    let today = (state.clock.now() + CREATED_BEFORE).date_naive();
    let mut codes = Vec::new();
    for shipment in &demo.shipments {
        let mut form = shipment.form(today, &config, &service)?;
        for (field, value) in &demo.sender {
            form[field] = value.clone();
        }
        form["to_state_id"] = state_id(client, shipment).await?;
        let created = client.send(Method::POST, "/api/shipments", Some(form)).await?;
        codes.push(created["data"]["tracking_code"].as_str().context("no code")?.to_owned());
    }
    Ok(codes)
}

/// Null in countries whose addresses have no state.
async fn state_id(client: &Browser, shipment: &DemoShipment) -> anyhow::Result<Value> {
    let Some(code) = &shipment.to_state else { return Ok(Value::Null) };
    let states = client.get(&format!("/api/auxiliar/states/{}", shipment.to_country)).await?;
    let mut states = states["data"].as_array().into_iter().flatten();
    let found = states.find(|state| state["code"] == code.as_str());
    Ok(found.with_context(|| format!("no state {code} in {}", shipment.to_country))?["id"].clone())
}

impl DemoShipment {
    /// Id of the country it goes to.
    fn country(&self) -> anyhow::Result<i16> {
        by_alpha2(&self.to_country).with_context(|| format!("no country {}", self.to_country))
    }

    fn form(&self, today: NaiveDate, config: &Value, service: &Value) -> anyhow::Result<Value> {
        let mut form = json!({
            "service_id": service,
            "contents_type": "merchandise",
            "currency": config["currency"],
            "declared_value": self.declared_value,
            "due_on": self.due_in_days.map(|days| today + TimeDelta::days(days)),
            "from_person_type": 2,
            "from_country_id": config["country_id"],
            "to_name": self.to_name,
            "to_document": self.to_document,
            "to_country_id": self.country()?,
            "to_city": self.to_city,
            "to_postcode": self.to_postcode,
            "to_address_1": self.to_address_1,
            "parcels": [{ "length_mm": 300, "width_mm": 200, "height_mm": 120, "weight_g": 1400 }],
            "items": [{
                "description": self.item,
                "quantity": "1",
                "unit_value": self.declared_value,
                "hs_code": self.hs_code,
                "net_weight_g": 1200,
                "origin_country_id": config["country_id"],
            }],
        });
        for field in &self.without {
            form[field] = Value::Null;
        }
        Ok(form)
    }
}
