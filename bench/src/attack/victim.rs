//! Another company's user, who lists shipments during the attack, and the memory of the server meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::browser::{Browser, status};
use crate::figures::quantile;

const PAUSE: Duration = Duration::from_millis(25);

/// One phase of the run.
pub struct Watch {
    stop: Arc<AtomicBool>,
    peak: Arc<AtomicU64>,
    victim: tokio::task::JoinHandle<(Vec<Duration>, usize)>,
    memory: tokio::task::JoinHandle<()>,
}

impl Watch {
    pub fn begin(browser: Browser, server: u32) -> Self {
        let (stop, peak) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let (stopped, highest) = (stop.clone(), peak.clone());
        let memory = tokio::spawn(async move {
            while !stopped.load(Ordering::Relaxed) {
                highest.fetch_max(megabytes(server), Ordering::Relaxed);
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        });
        Self { victim: tokio::spawn(list(browser, stop.clone())), stop, peak, memory }
    }

    /// Prints the figures of the phase.
    pub async fn end(self, phase: &str) -> anyhow::Result<()> {
        self.stop.store(true, Ordering::Relaxed);
        self.memory.await?;
        let (mut times, failed) = self.victim.await?;
        times.sort_unstable();
        let ms = |share| quantile(&times, share).as_secs_f64() * 1000.0;
        println!(
            "{phase:<28} {:>7} {failed:>7} {:>9.1} {:>9.1} {:>9.1} {:>9}",
            times.len(),
            ms(0.5),
            ms(0.99),
            ms(1.0),
            self.peak.load(Ordering::Relaxed)
        );
        Ok(())
    }
}

async fn list(browser: Browser, stop: Arc<AtomicBool>) -> (Vec<Duration>, usize) {
    let (mut times, mut failed) = (Vec::new(), 0);
    while !stop.load(Ordering::Relaxed) {
        let began = Instant::now();
        let answer = browser.send("GET", "/api/shipments?per_page=25", "", b"").await;
        times.push(began.elapsed());
        failed += usize::from(!answer.is_ok_and(|answer| status(&answer) == 200));
        tokio::time::sleep(PAUSE).await;
    }
    (times, failed)
}

/// Resident memory of a process and its children.
fn megabytes(process: u32) -> u64 {
    let of = |pid: &str| {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let figure = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
            line.split_whitespace().next().and_then(|figure| figure.parse::<u64>().ok()).unwrap_or_default()
        };
        (figure("PPid:"), figure("VmRSS:"))
    };
    let own = process.to_string();
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = all.filter_map(|entry| entry.file_name().into_string().ok());
    let family = pids.filter(|pid| pid.bytes().all(|byte| byte.is_ascii_digit())).map(|pid| (of(&pid), pid));
    let counted = family.filter(|((parent, _), pid)| *pid == own || *parent == u64::from(process));
    counted.map(|((_, kilobytes), _)| kilobytes).sum::<u64>() / 1024
}
