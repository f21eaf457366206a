//! A long manifest is closed by a worker, and its files are downloaded.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use chrono::TimeDelta;
use serde_json::{Value, json};
use server_core::clock::Clock;
use uuid::Uuid;

use crate::answers::read_text;
use crate::figures::goal;
use crate::memory;
use crate::office::Office;
use crate::program::ServerProcess;

/// Megabytes.
const GOAL_WORKER: f64 = 300.0;
const MOST_TIME: Duration = Duration::from_secs(15 * 60);
/// A page asks so often.
const PAUSE: Duration = Duration::from_millis(250);

pub async fn measure(office: &Office, server: &ServerProcess, bag_ids: &[Uuid]) -> anyhow::Result<()> {
    let manifest = create_manifest(office, bag_ids).await?;
    let path = format!("/api/manifests/{}", read_text(&manifest, "id")?);
    let checked = office.get(&format!("{path}/check")).await?;
    ensure!(checked.data["blocking"] == 0, "{}", checked.data["counts"]);
    println!(
        "{} houses in {} bags, checked in {:.1} s",
        checked.data["houses"],
        bag_ids.len(),
        checked.took.as_secs_f64()
    );
    let worker = server.start_worker()?;
    let pid = worker.id().context("the worker has ended")?;
    let since = Instant::now();
    let form = json!({ "version": manifest["version"] });
    let started = office.post(&format!("{path}/close"), &form).await?.data;
    let steps = wait_for(office, read_text(&started, "id")?).await?;
    let took = since.elapsed();
    let peak = memory::peak_of(pid).context("the worker has ended")?;
    let closed = office.get(&path).await?.data;
    ensure!(closed["status"] == 20 && closed["house_count"] == checked.data["houses"], "{closed}");
    println!("closed in {:.1} s, {steps} states of its progress were seen", took.as_secs_f64());
    goal("memory of the worker, MB", peak, GOAL_WORKER);
    download(office, server, &path).await
}

/// The manifest of an issued waybill over these bags.
async fn create_manifest(office: &Office, bag_ids: &[Uuid]) -> anyhow::Result<Value> {
    let form = json!({
        "code": "BENCH", "title_locale": { "pt": "Bench", "en": "Bench", "es": "Bench", "zh": "Bench" },
        "provider_type": "airline", "capabilities": [], "iata_code": "LA", "awb_prefix": "957",
    });
    let airline = office.post("/api/providers", &form).await?.data;
    let form = json!({ "provider_id": airline["id"], "first_serial": 1_234_567, "last_serial": 1_234_599 });
    office.post("/api/mawb-ranges", &form).await?;
    let departs_on = (Clock::default().now() + TimeDelta::days(30)).date_naive();
    let form = json!({
        "provider_id": airline["id"], "origin_airport": "GRU", "destination_airport": "FRA",
        "legs": [{ "flight": "LA8070", "origin": "GRU", "destination": "FRA", "departs_on": departs_on }],
        "shipper": { "name": "Horizonte", "street": "Rodovia Hélio Smidt, 1", "city": "Guarulhos", "country_id": 32 },
        "consignee": { "name": "Frankfurt Agent", "street": "Cargo City Süd 1", "city": "Frankfurt", "country_id": 81 },
        "currency": "USD", "rate_lines": [{ "rate_class": "N", "rate": "2.50" }],
        "other_charges": [{ "code": "MY", "due": "carrier", "amount": "31.20" }],
    });
    let waybill = office.post("/api/mawbs", &form).await?.data;
    let path = format!("/api/mawbs/{}", read_text(&waybill, "id")?);
    let loaded = office.post(&format!("{path}/add"), &json!({ "bag_ids": bag_ids })).await?.data;
    let results = loaded["results"].as_array().context("no results")?;
    ensure!(results.iter().all(|result| result["outcome"] == "added"), "{loaded}");
    let mut waybill = loaded["waybill"].clone();
    for verb in ["book", "issue"] {
        let form = json!({ "version": waybill["version"] });
        waybill = office.post(&format!("{path}/{verb}"), &form).await?.data;
    }
    Ok(office.post("/api/manifests", &json!({ "mawb_id": waybill["id"] })).await?.data)
}

/// Waits until a task has ended, and counts the states of its progress.
async fn wait_for(office: &Office, task_id: &str) -> anyhow::Result<usize> {
    let (since, mut seen) = (Instant::now(), BTreeSet::new());
    loop {
        let task = office.get(&format!("/api/background_tasks/{task_id}")).await?.data;
        ensure!(task["failed_at"].is_null(), "{}", task["failure"]);
        seen.insert([&task["done"], &task["total"]].map(Value::to_string));
        if !task["completed_at"].is_null() {
            return Ok(seen.len());
        }
        ensure!(since.elapsed() < MOST_TIME, "it is not closed: {task}");
        tokio::time::sleep(PAUSE).await;
    }
}

/// Downloads each file, and prints the memory that the server has taken for them.
async fn download(office: &Office, server: &ServerProcess, path: &str) -> anyhow::Result<()> {
    let versions = office.get(&format!("{path}/versions")).await?.data;
    let peak = || memory::peak_of(server.pid().ok()?);
    let before = peak().context("the server has ended")?;
    let mut bytes = 0.0;
    for file in versions[0]["files"].as_array().context("no files")? {
        let format = read_text(file, "format")?;
        office.download(&format!("{path}/versions/{}/files/{format}", versions[0]["revision"])).await?;
        let size = file["size"].as_f64().context("no size")?;
        println!("{format:<8} {:>8.1} MB", size / 1e6);
        bytes += size;
    }
    let grown = peak().context("the server has ended")? - before;
    println!("{:.1} MB were downloaded; the server took {grown:.1} MB more for them", bytes / 1e6);
    Ok(())
}
