//! The server in a process of its own, which can be killed.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};

use super::PATIENCE;
use crate::browser::{connect, status};

pub struct ServerProcess {
    program: PathBuf,
    address: SocketAddr,
    database_url: String,
    folder: tempfile::TempDir,
    child: Child,
}

impl ServerProcess {
    pub async fn start(program: &Path, address: SocketAddr, database_url: &str) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let child = spawn(program, address, database_url, folder.path())?;
        let (program, database_url) = (program.to_owned(), database_url.to_owned());
        let server = Self { program, address, database_url, folder, child };
        server.wait().await?;
        Ok(server)
    }

    /// Ends it in the middle of what it does, by SIGKILL, and starts another one.
    pub async fn kill(&mut self) -> anyhow::Result<()> {
        self.child.kill().await?;
        self.child = spawn(&self.program, self.address, &self.database_url, self.folder.path())?;
        self.wait().await
    }

    async fn wait(&self) -> anyhow::Result<()> {
        let since = Instant::now();
        while !is_ready(self.address).await {
            ensure!(since.elapsed() < PATIENCE, "the server does not start at {}", self.address);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }
}

/// Without a worker, as in production: that is another process.
fn spawn(program: &Path, address: SocketAddr, database_url: &str, folder: &Path) -> anyhow::Result<Child> {
    let url = |name: &str| format!("file://{}", folder.join(name).display());
    Command::new(program)
        .arg("serve")
        .env("REMESSA_DATABASE_URL", database_url)
        .env("REMESSA_LISTEN", address.to_string())
        .env("REMESSA_PUBLIC_ORIGIN", format!("http://*:{}", address.port()))
        .env("REMESSA_FILES_URL", url("files"))
        .env("REMESSA_MAIL_URL", url("mail"))
        .env("REMESSA_REDIS_PREFIX", "remessa_bench_field")
        .env("REMESSA_WEB_DIR", folder)
        .env("REMESSA_WORKERS", "0")
        // Stations and phones repeat faster than people.
        .env("REMESSA_REQUEST_LIMIT", "1000000")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .with_context(|| format!("{} cannot be started", program.display()))
}

async fn is_ready(address: SocketAddr) -> bool {
    let Ok(mut socket) = connect(address, Ipv4Addr::LOCALHOST).await else { return false };
    let request = format!("GET /readyz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    if socket.write_all(request.as_bytes()).await.is_err() {
        return false;
    }
    let mut answer = String::new();
    socket.read_to_string(&mut answer).await.is_ok() && status(&answer) == 200
}
