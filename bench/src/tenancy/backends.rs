//! CPU and memory of the Postgres backends, from /proc. Works only on the database machine.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::PgConnection;
use tokio::task::JoinHandle;

const BACKENDS: &str = "
    select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'
        and (usename ~ '^remessa_app_' or application_name = 'pgbench')";

/// Backends start and end during the measurement, so their usage is read repeatedly.
const EVERY: Duration = Duration::from_millis(200);

/// Measures the CPU of the backends that serve callers.
pub struct Watch {
    stop: Arc<AtomicBool>,
    task: JoinHandle<anyhow::Result<(PgConnection, u64)>>,
}

impl Watch {
    pub fn start(owner: PgConnection) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        Self { task: tokio::spawn(watch(owner, Arc::clone(&stop))), stop }
    }

    /// CPU used since the start, in microseconds.
    pub async fn stop(self) -> anyhow::Result<(PgConnection, f64)> {
        self.stop.store(true, Ordering::Relaxed);
        let (owner, nanos) = self.task.await??;
        Ok((owner, nanos as f64 / 1e3))
    }
}

async fn watch(mut owner: PgConnection, stop: Arc<AtomicBool>) -> anyhow::Result<(PgConnection, u64)> {
    let mut used: HashMap<i32, (u64, u64)> = HashMap::new();
    for pid in pids(&mut owner).await? {
        if let Some(cpu) = cpu(pid) {
            used.insert(pid, (cpu, cpu));
        }
    }
    loop {
        let last = stop.load(Ordering::Relaxed);
        for pid in pids(&mut owner).await? {
            if let Some(cpu) = cpu(pid) {
                // The usage of a new backend counts from zero.
                used.entry(pid).or_insert((0, cpu)).1 = cpu;
            }
        }
        if last {
            return Ok((owner, used.values().map(|(first, last)| last.saturating_sub(*first)).sum()));
        }
        tokio::time::sleep(EVERY).await;
    }
}

pub async fn pids(owner: &mut PgConnection) -> anyhow::Result<Vec<i32>> {
    Ok(sqlx::query_scalar(BACKENDS).fetch_all(owner).await?)
}

/// CPU time in nanoseconds.
fn cpu(pid: i32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/schedstat")).ok()?;
    text.split_whitespace().next()?.parse().ok()
}

/// Private memory of the largest backend and of all backends in MB, and their number.
pub async fn memory(owner: &mut PgConnection) -> anyhow::Result<((f64, f64), usize)> {
    let sizes: Vec<f64> = pids(owner).await?.into_iter().filter_map(private).collect();
    Ok(((sizes.iter().copied().fold(0.0, f64::max), sizes.iter().sum()), sizes.len()))
}

fn private(pid: i32) -> Option<f64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let kilobytes: f64 = text
        .lines()
        .filter(|line| line.starts_with("Private_"))
        .filter_map(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok())
        .sum();
    Some(kilobytes / 1024.0)
}
