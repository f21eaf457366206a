//! A server or a worker: a process that is killed and started again.

use std::fs::OpenOptions;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use rand::RngExt;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};

const LONGEST_START: Duration = Duration::from_secs(90);
/// Below the range from which the kernel gives ports to outgoing connections.
const PORTS: std::ops::Range<u16> = 20_000..32_000;

pub struct Node {
    pub program: PathBuf,
    /// `serve` or `worker`.
    pub task: &'static str,
    pub variables: Vec<(&'static str, String)>,
    pub log: PathBuf,
    /// The address, if it is a server.
    pub address: Option<SocketAddr>,
    pub child: Option<Child>,
}

impl Node {
    /// Starts the process, and waits until a server is ready.
    pub async fn start(&mut self) -> anyhow::Result<()> {
        let log = OpenOptions::new().create(true).append(true).open(&self.log)?;
        let mut command = Command::new(&self.program);
        command.arg(self.task).env_remove("REMESSA_DEMO_EMAILS").envs(self.variables.iter().cloned());
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).kill_on_drop(true);
        self.child =
            Some(command.spawn().with_context(|| format!("{} does not run", self.program.display()))?);
        let Some(address) = self.address else { return Ok(()) };
        let since = Instant::now();
        while since.elapsed() < LONGEST_START {
            if is_ready(address).await {
                return Ok(());
            }
            sleep(Duration::from_millis(100)).await;
        }
        bail!("a server is not ready after {} s; its log is {}", LONGEST_START.as_secs(), self.log.display())
    }

    /// SIGKILL: it finishes nothing.
    pub async fn kill(&mut self) -> anyhow::Result<()> {
        if let Some(mut child) = self.child.take() {
            child.kill().await?;
        }
        Ok(())
    }
}

async fn is_ready(server: SocketAddr) -> bool {
    let ask = async {
        let mut socket = TcpStream::connect(server).await?;
        socket.write_all(b"GET /readyz HTTP/1.0\r\nhost: localhost\r\n\r\n").await?;
        let mut answer = String::new();
        socket.read_to_string(&mut answer).await?;
        Ok::<_, std::io::Error>(answer)
    };
    let answer = timeout(Duration::from_secs(5), ask).await;
    answer.is_ok_and(|answer| answer.is_ok_and(|answer| crate::browser::status(&answer) == 200))
}

/// An address of this machine where nobody listens.
pub fn find_free_address() -> anyhow::Result<SocketAddr> {
    for _ in 0..100 {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, rand::rng().random_range(PORTS)));
        if std::net::TcpListener::bind(address).is_ok() {
            return Ok(address);
        }
    }
    bail!("no free port")
}
