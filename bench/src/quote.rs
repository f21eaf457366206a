//! The time of a quote of six services, and of a simulation by one table, over HTTP.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::Args;
use serde_json::{Value, json};

use crate::browser::{Browser, status};
use crate::figures::{goal, load_average, quantile};

const SERVICES: usize = 6;
const GOAL_P99: f64 = 10.0;
const CALLER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 8);
/// The demo's table and its costs.
const TABLES: [&str; 2] = ["DHL-2026", "DHL-2026-C"];
/// Germany: in the table, and with duties and taxes.
const COUNTRY: i16 = 80;

#[derive(Args)]
pub struct Quote {
    /// A server of `./dev up`.
    #[arg(long, default_value = "127.0.0.1:8080")]
    address: SocketAddr,
    /// Requests of each kind, one after another, each on a new connection.
    #[arg(long, default_value_t = 2_000)]
    requests: usize,
}

pub async fn run(bench: Quote) -> anyhow::Result<()> {
    let admin = Admin(Browser::sign_in(bench.address, CALLER, "admin", "atlantico").await?);
    let prepared = admin.prepare().await?;
    let outcome = bench.measure(&admin, &prepared).await;
    admin.undo(&prepared).await?;
    outcome
}

impl Quote {
    async fn measure(&self, admin: &Admin, prepared: &DemoPrices) -> anyhow::Result<()> {
        let first = admin.post("/api/quotes/calculate", &quote(0)).await?;
        let offers = first["data"]["offers"].as_array().context("no offers")?;
        let priced = offers.iter().filter(|offer| offer["total"].is_object() && offer["taxes"].is_object());
        let priced = priced.count();
        ensure!(priced == SERVICES, "{priced} of {} services have a price with taxes: {first}", offers.len());
        self.times(admin, "quote of six services with taxes", "/api/quotes/calculate", quote).await?;
        let path = format!("/api/price_tables/{}/simulate", prepared.table);
        self.times(admin, "simulation", &path, simulation).await?;
        println!("load {}", load_average());
        Ok(())
    }

    async fn times(
        &self,
        admin: &Admin,
        name: &str,
        path: &str,
        form: fn(usize) -> Value,
    ) -> anyhow::Result<()> {
        // The first ones fill caches and are not counted.
        let mut times = Vec::with_capacity(self.requests);
        for at in 0..self.requests + 50 {
            let form = form(at).to_string();
            let began = Instant::now();
            let answer = admin.0.json("POST", path, &form).await?;
            times.push(began.elapsed());
            ensure!(status(&answer) == 200, "{path}: {answer}");
        }
        times.drain(..50);
        times.sort_unstable();
        let millis = |share| Duration::as_secs_f64(&quantile(&times, share)) * 1e3;
        println!(
            "{name}: p50 {:.2} ms, p95 {:.2} ms, slowest {:.2} ms",
            millis(0.5),
            millis(0.95),
            millis(1.0)
        );
        goal("p99, ms", millis(0.99), GOAL_P99);
        Ok(())
    }
}

/// Records added to the demo for the run.
struct DemoPrices {
    table: String,
    assignment: String,
    services: Vec<String>,
}

/// The administrator of the demo.
struct Admin(Browser);

impl Admin {
    /// Gives six services prices.
    async fn prepare(&self) -> anyhow::Result<DemoPrices> {
        let active = self.get("/api/services?active=1&per_page=100").await?;
        let known = self.get("/api/services?active=0&per_page=100").await?;
        let active = active["data"].as_array().map_or(0, Vec::len);
        let mut services = Vec::new();
        for number in 1..=SERVICES.saturating_sub(active) {
            services.push(self.service(&known, &format!("BENCH{number}")).await?);
        }
        let tables = self.get("/api/price_tables?per_page=100").await?;
        let [table, cost] = TABLES.map(|code| find_id(&tables, code));
        let (table, cost) = (table.context("no demo prices")?, cost.context("no demo costs")?);
        let form = json!({
            "scope": "company", "sell_table_id": table, "cost_table_id": cost, "valid_from": "2026-01-01",
        });
        let assignment = id(&self.post("/api/price_assignments", &form).await?["data"])?;
        Ok(DemoPrices { table, assignment, services })
    }

    /// A service of an earlier run, or a new one.
    async fn service(&self, known: &Value, code: &str) -> anyhow::Result<String> {
        if let Some(id) = find_id(known, code) {
            self.post(&format!("/api/services/{id}/activate"), &json!({})).await?;
            return Ok(id);
        }
        let form = json!({
            "code": code, "title_locale": { "pt": code, "en": code, "es": code, "zh": code }, "mode": "air", "volumetric_divisor": 5000,
            "rounding_step_g": 500, "position": 900,
        });
        id(&self.post("/api/services", &form).await?["data"])
    }

    async fn undo(&self, prepared: &DemoPrices) -> anyhow::Result<()> {
        let path = format!("/api/price_assignments/{}", prepared.assignment);
        let answer = self.0.send("DELETE", &path, "", b"").await?;
        ensure!(matches!(status(&answer), 200..300), "{path}: {answer}");
        for service in &prepared.services {
            self.post(&format!("/api/services/{service}/deactivate"), &json!({})).await?;
        }
        Ok(())
    }

    async fn get(&self, path: &str) -> anyhow::Result<Value> {
        parse_answer(path, &self.0.send("GET", path, "", b"").await?)
    }

    async fn post(&self, path: &str, form: &Value) -> anyhow::Result<Value> {
        parse_answer(path, &self.0.json("POST", path, &form.to_string()).await?)
    }
}

fn parse_answer(path: &str, answer: &str) -> anyhow::Result<Value> {
    ensure!(matches!(status(answer), 200..300), "{path}: {answer}");
    let (_, body) = answer.split_once("\r\n\r\n").context("no body")?;
    serde_json::from_str(body).with_context(|| format!("{path}: {answer}"))
}

/// The id of the record with this code.
fn find_id(list: &Value, code: &str) -> Option<String> {
    let record = list["data"].as_array()?.iter().find(|record| record["code"] == code)?;
    id(record).ok()
}

fn id(record: &Value) -> anyhow::Result<String> {
    Ok(record["id"].as_str().context("a record without an id")?.to_owned())
}

/// A parcel of half a kilogram to 30 kilograms. The addressee pays duties and taxes.
fn quote(at: usize) -> Value {
    json!({
        "origin": { "country_id": 32, "postcode": "01310-100", "city": "São Paulo" },
        "destination": { "country_id": COUNTRY, "city": "Berlin" }, "parcels": [parcel(at)],
        "currency": "BRL", "declared_value": value(at), "insurance_value": value(at),
        "contents_type": "merchandise", "incoterm": "DAP",
    })
}

fn simulation(at: usize) -> Value {
    json!({
        "country_id": COUNTRY, "parcels": [parcel(at)], "declared_value": value(at), "insured_value": value(at),
        "currency": "BRL",
    })
}

fn parcel(at: usize) -> Value {
    let kilograms = format!("{}.5", at % 30);
    json!({ "pieces": 1, "weight": kilograms, "weight_unit": "kg", "length": "40", "width": "30", "height": "20",
            "size_unit": "cm" })
}

fn value(at: usize) -> String {
    (100 + at % 900).to_string()
}
