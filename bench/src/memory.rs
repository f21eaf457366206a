//! Memory of processes, as counted by the kernel.

/// Peak memory of this process in megabytes, formatted for a table.
pub fn peak_megabytes() -> String {
    peak().map_or_else(|| "?".to_owned(), |peak| format!("{peak:.0}"))
}

/// Resets the peak, if the kernel allows it.
pub fn forget_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

fn peak() -> Option<f64> {
    read_peak("self")
}

/// Peak memory of another process in megabytes.
pub fn peak_of(pid: u32) -> Option<f64> {
    read_peak(&pid.to_string())
}

fn read_peak(process: &str) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    peak.trim().trim_end_matches("kB").trim().parse::<f64>().ok().map(|kilobytes| kilobytes / 1024.0)
}
