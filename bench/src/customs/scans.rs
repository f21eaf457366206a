//! Parcels are scanned into a bag that has many.

use anyhow::ensure;
use serde_json::json;
use uuid::Uuid;

use crate::figures::report_times;
use crate::office::Office;

const GOAL_SCAN: f64 = 150.0;

pub async fn measure(office: &Office, bag_id: Uuid, codes: &[String]) -> anyhow::Result<()> {
    let path = format!("/api/bags/{bag_id}/scan");
    let mut times = Vec::with_capacity(codes.len());
    for code in codes {
        let form = json!({ "key": Uuid::now_v7(), "code": code, "station": "Mesa" });
        let answer = office.post(&path, &form).await?;
        ensure!(answer.data["outcome"] == "added", "{code}: {}", answer.data);
        times.push(answer.took);
    }
    report_times("scans into a bag", times, GOAL_SCAN);
    Ok(())
}
