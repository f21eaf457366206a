//! Long pick lists are allocated, and their goods are scanned.

use anyhow::ensure;
use serde_json::{Value, json};
use uuid::Uuid;

use super::fill::WantedItem;
use crate::answers::read_text;
use crate::figures::{goal, report_times};
use crate::office::Office;

/// Units of a line: of several lots.
const UNITS: i32 = 25;
/// Seconds.
const GOAL_ALLOCATION: f64 = 2.0;
const GOAL_SCAN: f64 = 150.0;

pub struct Picking<'a> {
    pub office: &'a Office,
    pub warehouse_id: Uuid,
    pub items: &'a [WantedItem],
}

impl Picking<'_> {
    pub async fn measure(&self, lists: i32, scans: usize) -> anyhow::Result<()> {
        let mut slowest = 0.0_f64;
        let mut last = Value::Null;
        for _ in 0..lists {
            let (list, seconds) = self.allocate().await?;
            println!("{} lines allocated in {seconds:.2} s", self.items.len());
            slowest = slowest.max(seconds);
            last = list;
        }
        goal("slowest allocation of a pick list, s", slowest, GOAL_ALLOCATION);
        self.scan(&last, scans).await
    }

    /// A list for whose lines all goods are held, and the seconds that this took.
    async fn allocate(&self) -> anyhow::Result<(Value, f64)> {
        let lines: Vec<Value> =
            self.items.iter().map(|item| json!({ "item_id": item.id, "quantity": UNITS })).collect();
        let form = json!({ "warehouse_id": self.warehouse_id, "lines": lines });
        let list = self.office.post("/api/pick-lists", &form).await?.data;
        let path = format!("/api/pick-lists/{}/allocate", read_text(&list, "id")?);
        let allocated = self.office.post(&path, &json!({ "version": list["version"] })).await?;
        let (held, quantity) = (&allocated.data["held"], &allocated.data["quantity"]);
        ensure!(held == quantity && !held.is_null(), "{held} of {quantity} units are held");
        Ok((allocated.data, allocated.took.as_secs_f64()))
    }

    /// Scans single units of one item after the other.
    async fn scan(&self, list: &Value, scans: usize) -> anyhow::Result<()> {
        let path = format!("/api/pick-lists/{}/scan", read_text(list, "id")?);
        let mut times = Vec::with_capacity(scans);
        for item in self.items.iter().cycle().take(scans) {
            let form = json!({ "key": Uuid::now_v7(), "code": item.sku, "quantity": 1 });
            let answer = self.office.post(&path, &form).await?;
            ensure!(answer.data["outcome"] == "picked", "{}: {}", item.sku, answer.data);
            times.push(answer.took);
        }
        report_times("scans at a shelf", times, GOAL_SCAN);
        Ok(())
    }
}
