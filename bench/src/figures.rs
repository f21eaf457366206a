//! Formats figures.

use std::time::Duration;

/// Calls that fill caches.
const WARMING: usize = 10;

pub fn quantile(sorted: &[Duration], share: f64) -> Duration {
    let at = (sorted.len() as f64 * share) as usize;
    sorted.get(at.min(sorted.len().saturating_sub(1))).copied().unwrap_or_default()
}

pub fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

/// A figure and its goal, a maximum.
pub fn goal(what: &str, figure: f64, most: f64) {
    let verdict = if figure <= most { "met" } else { "MISSED" };
    println!("{what:<52} {figure:>9.2}   goal {most:<8} {verdict}");
}

/// Prints how long calls of one kind took, and whether their p95 meets its goal. The first ones fill caches and are not counted.
pub fn report_times(what: &str, mut times: Vec<Duration>, most_ms: f64) {
    times.drain(..times.len().min(WARMING));
    times.sort_unstable();
    let at = |share| millis(quantile(&times, share));
    println!("{} {what}: p50 {:.1} ms, slowest {:.1} ms", times.len(), at(0.5), at(1.0));
    goal(&format!("p95 of {what}, ms"), at(0.95), most_ms);
}

/// Whether huge pages are in use. With them Postgres reads its cache faster.
pub fn huge_pages() -> &'static str {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let figure = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.and_then(|figure| figure.trim().parse::<u64>().ok()).unwrap_or(0)
    };
    let free = figure("HugePages_Free:").saturating_sub(figure("HugePages_Rsvd:"));
    if figure("HugePages_Total:") > free { "taken" } else { "none" }
}

/// Load average of the last minute. Above the number of cores, figures are less reliable.
pub fn load_average() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().next().unwrap_or("?").to_owned()
}
