//! Stations scan and weigh parcels. A call that got no answer is sent again with its key, and now and then one that got it, too.

use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::ensure;
use rand::RngExt;
use rand::rngs::SmallRng;
use serde_json::json;
use uuid::Uuid;

use super::{Progress, send_until_answered};
use crate::browser::Browser;

/// Most repetitions of a call.
const REPEATS: u32 = 2;

/// A parcel as the station has received it.
pub struct ScannedParcel {
    pub key: Uuid,
    pub code: String,
    /// Key of its weight.
    pub weight_key: Uuid,
    pub weight_g: i32,
}

pub struct StationWork {
    pub parcels: Vec<ScannedParcel>,
    /// The times of the scans that were no repetitions.
    pub times: Vec<Duration>,
}

pub async fn work(
    browser: Browser,
    codes: Vec<String>,
    mut dice: SmallRng,
    progress: Progress,
) -> anyhow::Result<StationWork> {
    let mut work = StationWork { parcels: Vec::new(), times: Vec::new() };
    for code in codes {
        let parcel = ScannedParcel {
            key: Uuid::now_v7(),
            code,
            weight_key: Uuid::now_v7(),
            weight_g: dice.random_range(200..30_000),
        };
        let form = json!({ "key": parcel.key, "code": parcel.code, "station": "Mesa" });
        for at in 0..=dice.random_range(0..=REPEATS) {
            let (scanned, took) = send_until_answered(&browser, "/api/receiving/scan", &form).await?;
            ensure!(scanned["outcome"] == "received", "{}: {scanned}", parcel.code);
            if at == 0 {
                work.times.push(took);
            }
        }
        progress.fetch_add(1, Ordering::Relaxed);
        let path = format!("/api/receiving/{}/measure", parcel.key);
        let text = format!("{} g", parcel.weight_g);
        let form = json!({
            "key": parcel.weight_key, "weight_g": parcel.weight_g, "weight_text": text, "weight_source": "serial",
        });
        for _ in 0..=dice.random_range(0..=REPEATS) {
            let (measured, _) = send_until_answered(&browser, &path, &form).await?;
            ensure!(measured["weight_g"] == parcel.weight_g, "{}: {measured}", parcel.code);
        }
        progress.fetch_add(1, Ordering::Relaxed);
        work.parcels.push(parcel);
    }
    Ok(work)
}
