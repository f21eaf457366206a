//! The ground of the writers: signed-in people, and the records that they use.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::SystemTime;

use anyhow::{Context, ensure};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::ASIDE;
use super::caller::Caller;
use super::journal::Journal;
use super::outpost::WEBHOOK_URL;

/// Everything a run can cost.
const MONEY: &str = "50000000";
/// Limits of a bag of the writers.
const WEIGHT_LIMIT_G: i32 = 5_000_000;
const PARCEL_LIMIT: i32 = 9_999;
/// Germany, to which the demo has prices.
pub const COUNTRY: i16 = 81;

pub struct Ground {
    pub admin: Caller,
    pub staff: Caller,
    pub client: Caller,
    pub journal: Arc<Journal>,
    pub client_id: String,
    pub country_id: Value,
    pub currency: String,
    pub service_id: String,
    /// The company's account that deposits go to.
    pub account_id: String,
    pub subject_id: String,
    /// The room of the client.
    pub room_id: String,
    pub warehouse_id: String,
    pub bag_id: String,
    pub item_id: String,
    /// Two places of the warehouse, for this run alone.
    pub places: [String; 2],
    /// Stops of a run of the staff.
    pub stops: Vec<String>,
    is_over: AtomicBool,
    next: AtomicU64,
}

impl Ground {
    pub async fn prepare(servers: [SocketAddr; 2], journal: &Arc<Journal>) -> anyhow::Result<Self> {
        let sign_in = |account: &'static str, host: u8| {
            Caller::sign_in(servers, Ipv4Addr::new(127, 0, 2, host), account, Arc::clone(journal))
        };
        let (admin, staff) = (sign_in("admin", 1).await?, sign_in("staff", 2).await?);
        let client = sign_in("client", 3).await?;
        let profile = client.get(ASIDE, "/api/profile").await?["data"].take();
        let config = client.get(ASIDE, "/api/config").await?["data"].take();
        let client_id = text(&profile["client_id"])?;
        let accounts = client.get(ASIDE, &format!("/api/clients/{client_id}/deposit_accounts")).await?;
        let services = client.get(ASIDE, "/api/auxiliar/services").await?;
        let form = client.get(ASIDE, "/api/support_tickets/create").await?;
        let warehouse = find_warehouse(&staff).await?;
        let warehouse_id = text(&warehouse["id"])?;
        let currency = text(&config["currency"])?;
        add_money(&admin, &client_id, &currency).await?;
        add_webhook(&admin).await?;
        Ok(Self {
            bag_id: add_bag(&staff, &warehouse_id).await?,
            item_id: text(
                &admin.make("/api/stock-items", &json!({ "sku": "SOAK", "title": "Soak" })).await?["id"],
            )?,
            places: [
                add_place(&admin, &warehouse_id, "SOAK-1").await?,
                add_place(&admin, &warehouse_id, "SOAK-2").await?,
            ],
            stops: find_stops(&staff).await?,
            room_id: find_room(&client).await?,
            service_id: text(&services["data"][0]["id"])?,
            account_id: text(&accounts["data"][0]["id"])?,
            subject_id: text(&form["data"]["subjects"][0]["id"])?,
            country_id: config["country_id"].clone(),
            journal: Arc::clone(journal),
            is_over: AtomicBool::new(false),
            next: AtomicU64::new(1),
            admin,
            staff,
            client,
            client_id,
            currency,
            warehouse_id,
        })
    }

    pub fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    pub fn end(&self) {
        self.is_over.store(true, Relaxed);
    }

    /// A text that no other record has.
    pub fn mark(&self, area: &str) -> String {
        format!("Soak {area} {:06}", self.next.fetch_add(1, Relaxed))
    }
}

/// The time of this machine, as a phone has it.
pub fn now() -> DateTime<Utc> {
    SystemTime::now().into()
}

pub fn text(value: &Value) -> anyhow::Result<String> {
    Ok(value.as_str().with_context(|| format!("a text is missing: {value}"))?.to_owned())
}

/// A warehouse with an airport.
async fn find_warehouse(staff: &Caller) -> anyhow::Result<Value> {
    let places = staff.get(ASIDE, "/api/warehouses?per_page=100").await?;
    let found = places["data"].as_array().into_iter().flatten().find(|place| place["airport"].is_string());
    found.cloned().context("the demo has no warehouse with an airport")
}

async fn add_money(admin: &Caller, client_id: &str, currency: &str) -> anyhow::Result<()> {
    let form =
        json!({ "key": uuid::Uuid::now_v7(), "amount": MONEY, "currency": currency, "reason": "Soak" });
    admin.make(&format!("/api/clients/{client_id}/wallet/adjust"), &form).await?;
    Ok(())
}

/// A bag to the country of all shipments, large enough for all.
async fn add_bag(staff: &Caller, warehouse_id: &str) -> anyhow::Result<String> {
    let airports = staff.get(ASIDE, "/api/auxiliar/airports").await?;
    let is_there =
        |one: &&Value| one["country_id"] == COUNTRY && one["active"] == true && one["latitude"].is_number();
    let airport = airports["data"].as_array().into_iter().flatten().find(is_there).context("no airport")?;
    let form = json!({
        "warehouse_id": warehouse_id, "destination_airport": airport["iata"], "tare_g": 350,
        "max_parcels": PARCEL_LIMIT, "max_weight_g": WEIGHT_LIMIT_G,
    });
    text(&staff.make("/api/bags", &form).await?["id"])
}

async fn add_place(admin: &Caller, warehouse_id: &str, code: &str) -> anyhow::Result<String> {
    let form = json!({ "warehouse_id": warehouse_id, "code": code, "kind": "storage" });
    text(&admin.make("/api/stock-places", &form).await?["id"])
}

async fn find_stops(staff: &Caller) -> anyhow::Result<Vec<String>> {
    let own = staff.get(ASIDE, "/api/field/routes").await?;
    let routes = own["data"]["routes"].as_array().into_iter().flatten();
    let stops = routes.flat_map(|route| route["stops"].as_array().into_iter().flatten());
    let stops = stops.map(|stop| text(&stop["id"])).collect::<anyhow::Result<Vec<_>>>()?;
    ensure!(!stops.is_empty(), "the demo has no run of the staff");
    Ok(stops)
}

async fn find_room(client: &Caller) -> anyhow::Result<String> {
    let rooms = client.get(ASIDE, "/api/rooms").await?;
    let found = rooms["data"].as_array().into_iter().flatten().find(|room| room["kind"] == "client");
    text(&found.context("the client has no room")?["id"])
}

/// A webhook that hears of confirmations. Events are sent once its test has arrived.
async fn add_webhook(admin: &Caller) -> anyhow::Result<()> {
    let form = json!({ "url": WEBHOOK_URL, "patterns": ["shipment.confirmed"] });
    let id = text(&admin.make("/api/webhooks", &form).await?["webhook"]["id"])?;
    let path = format!("/api/webhooks/{id}");
    admin.make(&format!("{path}/test"), &json!({})).await?;
    for _ in 0..100 {
        let status = admin.get(ASIDE, &path).await?["data"]["status"].take();
        if status == 20 {
            return Ok(());
        }
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    anyhow::bail!("the test of the webhook did not arrive")
}
