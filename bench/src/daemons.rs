//! Postgres and other daemons, as `./dev` has started them.

use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, ensure};
use tokio::process::Command;

/// `fast` ends all transactions; `immediate` ends at once, and the start recovers.
pub async fn restart_postgres(pg_ctl: &Path, pg_data: &Path, mode: &str) -> anyhow::Result<()> {
    let log = pg_data.parent().context("Postgres without a folder")?.join("log");
    let mut command = if is_root()? {
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--"]).arg(pg_ctl);
        command
    } else {
        Command::new(pg_ctl)
    };
    command.args(["restart", "-s", "-w", "-t", "120", "-m", mode, "-D"]).arg(pg_data);
    command.arg("-l").arg(log);
    run_quietly(command.current_dir("/"), "pg_ctl restart").await
}

/// Runs a command without its output; the daemons have logs.
pub async fn run_quietly(command: &mut Command, name: &str) -> anyhow::Result<()> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let status = command.status().await.with_context(|| format!("{name} does not run"))?;
    ensure!(status.success(), "{name} ended with {status}");
    Ok(())
}

fn is_root() -> std::io::Result<bool> {
    Ok(std::fs::metadata("/proc/self")?.uid() == 0)
}
