//! Postgres and Redis of the soak, as `./dev` has started them.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::process::Command;
use tokio::time::sleep;

use crate::daemons::{self, run_quietly};

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
        daemons::restart_postgres(&self.pg_ctl, &self.pg_data, mode).await
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
