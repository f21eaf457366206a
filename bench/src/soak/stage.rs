//! The parts that run: two servers, two workers, what they need, and the proxies between.

use std::net::SocketAddr;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, PgConnection};
use tokio::time::sleep;

use super::Soak;
use super::backing::Backing;
use super::node::{Node, find_free_address};
use super::outpost::{Outpost, Trade};
use super::proxy::Proxy;

/// The second server reads its clock from this file, by libfaketime.
const CLOCK: &str = "clock";

pub struct Stage {
    /// Two servers, then two workers. The first of each are one machine, which has proxies of its own.
    pub nodes: [Node; 4],
    pub postgres: [Proxy; 2],
    pub redis: [Proxy; 2],
    pub backing: Backing,
    pub mail: Outpost,
    pub webhooks: Outpost,
    folder: PathBuf,
    has_clock: bool,
}

impl Stage {
    pub async fn open(bench: &Soak) -> anyhow::Result<Self> {
        let postgres = find_address(&bench.database_url)?;
        let redis = find_address(&bench.redis_url)?;
        let (mail, webhooks) = (Outpost::open(Trade::Mail).await?, Outpost::open(Trade::Webhooks).await?);
        let postgres_proxies = [Proxy::open(postgres).await?, Proxy::open(postgres).await?];
        let redis_proxies = [Proxy::open(redis).await?, Proxy::open(redis).await?];
        let clock = find_clock_library().filter(|_| std::fs::write(bench.folder.join(CLOCK), "+0").is_ok());
        let plan = Plan {
            bench,
            postgres,
            redis,
            postgres_proxies: postgres_proxies.each_ref().map(|proxy| proxy.address),
            redis_proxies: redis_proxies.each_ref().map(|proxy| proxy.address),
            mail: mail.address,
            webhooks: webhooks.address,
            clock,
        };
        let nodes = [
            plan.to_server(0)?,
            plan.to_server(1)?,
            plan.to_node(0, "worker", None),
            plan.to_node(1, "worker", None),
        ];
        let has_clock = plan.clock.is_some();
        let backing = Backing {
            pg_ctl: bench.pg_ctl.clone(),
            pg_data: bench.pg_data.clone(),
            redis_folder: bench.redis_folder.clone(),
            redis,
        };
        Ok(Self {
            nodes,
            postgres: postgres_proxies,
            redis: redis_proxies,
            backing,
            mail,
            webhooks,
            folder: bench.folder.clone(),
            has_clock,
        })
    }

    pub async fn start(&mut self) -> anyhow::Result<()> {
        for node in &mut self.nodes {
            node.start().await?;
        }
        Ok(())
    }

    pub fn servers(&self) -> anyhow::Result<[SocketAddr; 2]> {
        let [first, second, ..] = &self.nodes;
        Ok([first.address.context("no server")?, second.address.context("no server")?])
    }

    /// Kills a node, and starts it again after a pause, as a supervisor does.
    pub async fn kill_node(&mut self, at: usize, pause: Duration) -> anyhow::Result<()> {
        let node = self.nodes.get_mut(at).context("no such node")?;
        node.kill().await?;
        sleep(pause).await;
        node.start().await
    }

    /// The files of the companies.
    pub fn files(&self) -> PathBuf {
        self.disk().join("files")
    }

    /// The disk of these files.
    pub fn disk(&self) -> PathBuf {
        self.folder.join("disk")
    }

    /// Whether these files have a disk of their own, which can be filled without harm.
    pub fn has_small_disk(&self) -> bool {
        let device = |path: &Path| std::fs::metadata(path).ok().map(|known| known.dev());
        device(&self.disk()) != device(&self.folder)
    }

    /// Moves the clock of the second server; false without libfaketime.
    pub fn set_clock(&self, offset: &str) -> anyhow::Result<bool> {
        if self.has_clock {
            std::fs::write(self.folder.join(CLOCK), offset)?;
        }
        Ok(self.has_clock)
    }
}

/// How the nodes find what they need.
struct Plan<'a> {
    bench: &'a Soak,
    postgres: SocketAddr,
    redis: SocketAddr,
    /// One for each machine.
    postgres_proxies: [SocketAddr; 2],
    redis_proxies: [SocketAddr; 2],
    mail: SocketAddr,
    webhooks: SocketAddr,
    clock: Option<PathBuf>,
}

impl Plan<'_> {
    /// The second server can have another time.
    fn to_server(&self, machine: usize) -> anyhow::Result<Node> {
        let mut node = self.to_node(machine, "serve", Some(find_free_address()?));
        if let Some(library) = self.clock.as_ref().filter(|_| machine == 1) {
            node.variables.extend(clock_variables(library, &self.bench.folder.join(CLOCK)));
        }
        Ok(node)
    }

    fn to_node(&self, machine: usize, task: &'static str, address: Option<SocketAddr>) -> Node {
        let bench = self.bench;
        let pass_by = |url: &str, target: SocketAddr, proxy: SocketAddr| {
            url.replace(&target.to_string(), &proxy.to_string())
        };
        let database = pass_by(&bench.database_url, self.postgres, self.postgres_proxies[machine]);
        let mut variables = vec![
            ("REMESSA_DATABASE_URL", database),
            ("REMESSA_REDIS_URL", pass_by(&bench.redis_url, self.redis, self.redis_proxies[machine])),
            ("REMESSA_MAIL_URL", format!("smtp://{}", self.mail)),
            ("REMESSA_TEST_RECEIVER", self.webhooks.to_string()),
            // A server leaves the work to the workers.
            ("REMESSA_WORKERS", if address.is_some() { "0".to_owned() } else { "2".to_owned() }),
        ];
        variables.extend(address.map(|address| ("REMESSA_LISTEN", address.to_string())));
        let log = bench.folder.join(format!("{task}-{}.log", machine + 1));
        Node { program: bench.remessa.clone(), task, variables, log, address, child: None }
    }
}

/// A connection as the owner, past the proxies.
pub async fn connect_owner(bench: &Soak) -> anyhow::Result<PgConnection> {
    Ok(bench.admin_url.parse::<PgConnectOptions>()?.application_name("bench").connect().await?)
}

/// The address in `scheme://user:password@127.0.0.1:5432/name`.
fn find_address(url: &str) -> anyhow::Result<SocketAddr> {
    let (_, rest) = url.split_once("://").context("an address without a scheme")?;
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    let address = authority.rsplit('@').next().unwrap_or_default();
    address.parse().context("not an address of this machine with its port")
}

fn find_clock_library() -> Option<PathBuf> {
    let folders = std::fs::read_dir("/usr/lib").ok()?.flatten().map(|entry| entry.path());
    let mut files = folders.map(|folder| folder.join("faketime/libfaketimeMT.so.1"));
    files.find(|file| file.exists())
}

fn clock_variables(library: &Path, file: &Path) -> [(&'static str, String); 4] {
    [
        ("LD_PRELOAD", library.display().to_string()),
        ("FAKETIME_TIMESTAMP_FILE", file.display().to_string()),
        ("FAKETIME_NO_CACHE", "1".to_owned()),
        // Timers and timeouts go on as they are.
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1".to_owned()),
    ]
}
