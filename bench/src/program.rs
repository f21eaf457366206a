//! The product in processes of its own: a server, which can be killed, and a worker.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};

use crate::browser::{connect, status};
use crate::database::Database;

/// A server that has been killed is back by then.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The built program, with the database of a bench.
pub struct Program {
    path: PathBuf,
    address: SocketAddr,
    database_url: String,
    redis_prefix: String,
    folder: tempfile::TempDir,
}

pub struct ServerProcess {
    program: Program,
    child: Child,
}

impl Program {
    pub fn new(path: &Path, address: SocketAddr, database: &Database) -> anyhow::Result<Self> {
        Ok(Self {
            path: path.to_owned(),
            address,
            database_url: database.url.clone(),
            // A prefix of its own: earlier runs have cached other companies.
            redis_prefix: format!("{}_{}", database.name, std::process::id()),
            folder: tempfile::tempdir()?,
        })
    }

    /// Starts the server, and waits until it answers.
    pub async fn serve(self) -> anyhow::Result<ServerProcess> {
        // Without a worker, as in production: that is another process.
        let child = self.spawn("serve", 0)?;
        let server = ServerProcess { program: self, child };
        server.wait().await?;
        Ok(server)
    }

    fn spawn(&self, command: &str, workers: usize) -> anyhow::Result<Child> {
        let url = |name: &str| format!("file://{}", self.folder.path().join(name).display());
        Command::new(&self.path)
            .arg(command)
            .env("REMESSA_DATABASE_URL", &self.database_url)
            .env("REMESSA_LISTEN", self.address.to_string())
            .env("REMESSA_PUBLIC_ORIGIN", format!("http://*:{}", self.address.port()))
            .env("REMESSA_FILES_URL", url("files"))
            .env("REMESSA_MAIL_URL", url("mail"))
            .env("REMESSA_REDIS_PREFIX", &self.redis_prefix)
            .env("REMESSA_WEB_DIR", self.folder.path())
            .env("REMESSA_WORKERS", workers.to_string())
            // A bench calls faster than people.
            .env("REMESSA_REQUEST_LIMIT", "1000000")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("{} cannot be started", self.path.display()))
    }
}

impl ServerProcess {
    /// Ends it in the middle of what it does, by SIGKILL, and starts another one.
    pub async fn kill(&mut self) -> anyhow::Result<()> {
        self.child.kill().await?;
        self.child = self.program.spawn("serve", 0)?;
        self.wait().await
    }

    /// A worker beside it, until it is dropped.
    pub fn start_worker(&self) -> anyhow::Result<Child> {
        self.program.spawn("worker", 2)
    }

    /// Number of its process.
    pub fn pid(&self) -> anyhow::Result<u32> {
        self.child.id().context("the server has ended")
    }

    async fn wait(&self) -> anyhow::Result<()> {
        let since = Instant::now();
        let address = self.program.address;
        while !is_ready(address).await {
            ensure!(since.elapsed() < PATIENCE, "the server does not start at {address}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }
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
