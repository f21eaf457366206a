//! Postgres and Redis of the soak, as `./dev` has started them.

use std::net::SocketAddr;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, ensure};
use tokio::net::TcpStream;
use tokio::process::Command;
use tokio::time::sleep;

pub struct Backing {
    pub pg_ctl: PathBuf,
    pub pg_data: PathBuf,
    /// Has `redis.conf` and the file `pid`.
    pub redis_folder: PathBuf,
    pub redis: SocketAddr,
}

impl Backing {
    /// `fast` ends all transactions; `immediate` ends at once, and the start recovers.
    pub async fn restart_postgres(&self, mode: &str) -> anyhow::Result<()> {
        let log = self.pg_data.parent().context("Postgres without a folder")?.join("log");
        let mut command = if is_root()? {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(&self.pg_ctl);
            command
        } else {
            Command::new(&self.pg_ctl)
        };
        command.args(["restart", "-s", "-w", "-t", "120", "-m", mode, "-D"]).arg(&self.pg_data);
        command.arg("-l").arg(log);
        run_quietly(command.current_dir("/"), "pg_ctl restart").await
    }

    pub async fn kill_redis(&self) -> anyhow::Result<()> {
        let pid = std::fs::read_to_string(self.redis_folder.join("pid"))?;
        run_quietly(Command::new("kill").args(["-KILL", pid.trim()]), "kill").await
    }

    pub async fn start_redis(&self) -> anyhow::Result<()> {
        std::fs::remove_file(self.redis_folder.join("pid")).ok();
        let mut command = Command::new("redis-server");
        run_quietly(command.arg("redis.conf").current_dir(&self.redis_folder), "redis-server").await?;
        for _ in 0..100 {
            if TcpStream::connect(self.redis).await.is_ok() {
                return Ok(());
            }
            sleep(Duration::from_millis(100)).await;
        }
        anyhow::bail!("Redis does not start; its log is in {}", self.redis_folder.display())
    }
}

/// Runs a command without its output; the daemons have logs.
async fn run_quietly(command: &mut Command, name: &str) -> anyhow::Result<()> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let status = command.status().await.with_context(|| format!("{name} does not run"))?;
    ensure!(status.success(), "{name} ended with {status}");
    Ok(())
}

fn is_root() -> std::io::Result<bool> {
    Ok(std::fs::metadata("/proc/self")?.uid() == 0)
}
