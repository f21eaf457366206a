//! Phones send the records of a run in random order, in batches of random size, and each more than once: two batches at the same
//! time, too, as when an answer comes late.

use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context, ensure};
use chrono::{DateTime, TimeDelta, Utc};
use rand::RngExt;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use serde_json::{Value, json};
use server_core::clock::Clock;
use uuid::Uuid;

use super::{Progress, send_until_answered};
use crate::browser::Browser;

const PATH: &str = "/api/field/records";
const MOST_RECORDS: usize = 5;
const DELIVERED: i16 = 40;
const FAILED: i16 = 50;

/// A stop of a run under way.
pub struct PlannedStop {
    pub id: Uuid,
    pub delivery_id: Uuid,
    /// The recipient pays 25.
    pub has_cash: bool,
}

/// The state to which the records of a stop lead.
pub struct ExpectedDelivery {
    pub delivery_id: Uuid,
    pub status: i16,
    /// The record that handed it over.
    pub record_id: Option<Uuid>,
    pub has_cash: bool,
}

#[derive(Default)]
pub struct PhoneWork {
    pub record_ids: Vec<Uuid>,
    pub deliveries: Vec<ExpectedDelivery>,
    /// The times of all batches.
    pub times: Vec<Duration>,
}

pub async fn work(
    browser: Browser,
    stops: Vec<PlannedStop>,
    mut dice: SmallRng,
    progress: Progress,
) -> anyhow::Result<PhoneWork> {
    let mut work = PhoneWork::default();
    let mut records = Vec::new();
    let began = Clock::default().now();
    for stop in &stops {
        records.extend(visit(stop, began, &mut dice, &mut work));
    }
    let mut order: Vec<&Value> = records.iter().chain(&records).collect();
    order.shuffle(&mut dice);
    let mut left = &order[..];
    while !left.is_empty() {
        let (batch, rest) = left.split_at(dice.random_range(1..=MOST_RECORDS).min(left.len()));
        left = rest;
        let form = json!({ "records": batch });
        if dice.random_bool(0.1) {
            let both = tokio::join!(send(&browser, &form), send(&browser, &form));
            work.times.extend([both.0?, both.1?]);
        } else {
            work.times.push(send(&browser, &form).await?);
        }
        progress.fetch_add(1, Ordering::Relaxed);
    }
    Ok(work)
}

async fn send(browser: &Browser, form: &Value) -> anyhow::Result<Duration> {
    let (answers, took) = send_until_answered(browser, PATH, form).await?;
    let answers = answers.as_array().context("no answers")?;
    let is_taken = |answer: &Value| answer["verdict"] == "accepted";
    ensure!(!answers.is_empty() && answers.iter().all(is_taken), "{form}: {answers:?}");
    Ok(took)
}

/// The records of a stop: handed over, not met, or first not met and then handed over.
fn visit(stop: &PlannedStop, began: DateTime<Utc>, dice: &mut SmallRng, work: &mut PhoneWork) -> Vec<Value> {
    let fails = dice.random_bool(0.3);
    let delivers = !fails || dice.random_bool(0.5);
    let mut records = vec![record(stop, "arrive", began, &json!({}))];
    if fails {
        let payload = json!({ "reason": "recipient_absent" });
        records.push(record(stop, "fail", began + TimeDelta::milliseconds(10), &payload));
    }
    if delivers {
        let mut payload = json!({ "name": "Ana Souza", "relationship": "self" });
        if stop.has_cash {
            payload["cash"] = "25".into();
        }
        records.push(record(stop, "deliver", began + TimeDelta::milliseconds(20), &payload));
    }
    let ids = records.iter().filter_map(|record| record["id"].as_str()?.parse().ok());
    let ids: Vec<Uuid> = ids.collect();
    work.deliveries.push(ExpectedDelivery {
        delivery_id: stop.delivery_id,
        status: if delivers { DELIVERED } else { FAILED },
        record_id: ids.last().copied().filter(|_| delivers),
        has_cash: delivers && stop.has_cash,
    });
    work.record_ids.extend(ids);
    records
}

fn record(stop: &PlannedStop, kind: &str, at: DateTime<Utc>, payload: &Value) -> Value {
    json!({
        "id": Uuid::now_v7(), "route_stop_id": stop.id, "seq": 1, "kind": kind, "at": at, "offset_s": 0, "payload": payload,
    })
}
