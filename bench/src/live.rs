//! Thousands of open connections: memory of each, and the time from the commit of an event to all of them.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use ::tenancy::{Announcement, Readers, Tenancy, TenancyConfig, Tenant};
use anyhow::{Context, bail};
use clap::Args;
use futures_util::StreamExt;
use futures_util::stream::iter;
use rand::RngExt;
use tokio::net::TcpSocket;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use uuid::Uuid;

use crate::figures::{goal, load_average, quantile};
use crate::users::{STAFF, Users};

/// Connections that the server lets one user have.
const OF_USER: usize = 8;
/// Connections from one address, below the limit of a minute.
const OF_ADDRESS: usize = 200;
const HOST: &str = "pacific.localhost";

#[derive(Args)]
pub struct Live {
    /// Servers of the same database, with their processes: `127.0.0.1:8080=4711`.
    #[arg(long = "node", required = true)]
    nodes: Vec<String>,
    #[arg(long, default_value_t = 10_000)]
    sockets: usize,
    #[arg(long, default_value_t = 20)]
    events: usize,
    /// URL of the servers' database, as superuser.
    #[arg(long, env = "REMESSA_ADMIN_URL", hide_env_values = true)]
    admin_url: String,
    #[arg(long, env = "REMESSA_DATABASE_PASSWORD", hide_env_values = true, default_value = "")]
    password: String,
}

struct Node {
    address: SocketAddr,
    pid: u32,
}

/// An event that reached a connection.
struct Heard {
    id: Uuid,
    at: Instant,
    /// The user of the connection, by number.
    user: usize,
}

type EventSender = mpsc::UnboundedSender<Heard>;

pub async fn run(bench: Live) -> anyhow::Result<()> {
    let nodes = bench.nodes.iter().map(|node| Node::parse(node)).collect::<anyhow::Result<Vec<_>>>()?;
    let tenancy = Tenancy::connect(&TenancyConfig::new(&bench.admin_url, &bench.password)).await?;
    let host = ::tenancy::Host::parse(HOST).context("a host")?;
    let tenant = tenancy.resolve(&host).context("the demo tenant is missing: run ./dev up")?;
    let users = Users::make(&bench.admin_url, &tenant, STAFF, bench.sockets.div_ceil(OF_USER)).await?;
    let (heard, mut told) = mpsc::unbounded_channel();
    // Addresses that an earlier run has not used: the server limits connections of an address and minute.
    let network = rand::rng().random_range(1..=250);
    let opening = |range: std::ops::Range<usize>| {
        let one = |at: usize| {
            open(&nodes[at % nodes.len()], network, at, users.tokens[at / OF_USER].clone(), heard.clone())
        };
        iter(range).map(one).buffer_unordered(64).collect::<Vec<_>>()
    };
    // The first ones fill the server's own memory.
    let first = bench.sockets / 10;
    let mut opened = opening(0..first).await;
    let before = nodes.iter().map(Node::kilobytes).collect::<Vec<_>>();
    let since = Instant::now();
    opened.extend(opening(first..bench.sockets).await);
    let failed = opened.iter().filter(|one| one.is_err()).count();
    if let Some(Err(error)) = opened.iter().find(|one| one.is_err()) {
        println!("{failed} connections failed, the first with: {error:#}");
    }
    println!(
        "{} connections in {:.1} s, load {}",
        opened.len() - failed,
        since.elapsed().as_secs_f64(),
        load_average()
    );
    let each = (bench.sockets - first) as f64 / nodes.len() as f64;
    for (node, before) in nodes.iter().zip(before) {
        let grown = node.kilobytes().saturating_sub(before);
        goal(&format!("KiB for each connection to {}", node.address), grown as f64 / each, 20.0);
    }
    let (mut delays, mut own) = (Vec::new(), Vec::new());
    for at in 0..bench.events {
        // Any of them, in an order that no server knows.
        let user = at * 7919 % users.ids.len();
        let sender = users.ids[user];
        for heard in announce(&tenancy, &tenant, sender, &mut told, opened.len() - failed).await? {
            delays.push(heard.delay);
            own.extend((heard.user == user).then_some(heard.delay));
        }
    }
    users.delete().await?;
    print_delays("a connection", delays);
    print_delays("the sender's own pages", own);
    Ok(())
}

fn print_delays(whom: &str, mut delays: Vec<Duration>) {
    if delays.is_empty() {
        return;
    }
    delays.sort_unstable();
    for (name, share) in [("p50", 0.5), ("p99", 0.99), ("slowest", 1.0)] {
        let figure = quantile(&delays, share).as_secs_f64() * 1e3;
        goal(&format!("ms from the commit to {whom}, {name}"), figure, 250.0);
    }
}

impl Node {
    fn parse(text: &str) -> anyhow::Result<Self> {
        let (address, pid) = text.split_once('=').context("a node is ADDRESS=PID")?;
        Ok(Self { address: address.parse()?, pid: pid.parse()? })
    }

    /// Resident memory.
    fn kilobytes(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid)).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        line.trim().trim_end_matches("kB").trim().parse().unwrap_or_default()
    }
}

/// Opens a connection that reports each event, until the bench ends.
async fn open(node: &Node, network: u8, at: usize, token: String, heard: EventSender) -> anyhow::Result<()> {
    let [high, low] = u16::try_from(at / OF_ADDRESS + 1)?.to_be_bytes();
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from((Ipv4Addr::new(127, network, high, low), 0)))?;
    let stream = socket.connect(node.address).await?;
    let mut request = format!("ws://{HOST}/api/live?v=1").into_client_request()?;
    request.headers_mut().insert("origin", format!("http://{HOST}").parse()?);
    request.headers_mut().insert("cookie", format!("sid={token}").parse()?);
    let (mut socket, _) = tokio_tungstenite::client_async(request, stream).await?;
    let Some(Ok(Message::Text(hello))) = socket.next().await else { bail!("no greeting") };
    if !hello.contains("hello") {
        bail!("no greeting: {hello}");
    }
    tokio::spawn(async move {
        while let Some(Ok(Message::Text(text))) = socket.next().await {
            let id = text.find("\"ids\":[\"").and_then(|at| text.get(at + 8..at + 44)?.parse().ok());
            if let Some(id) = id
                && heard.send(Heard { id, at: Instant::now(), user: at / OF_USER }).is_err()
            {
                return;
            }
        }
    });
    Ok(())
}

/// The time from the commit of an event to a connection of a user.
struct Delay {
    user: usize,
    delay: Duration,
}

/// The delay of each connection after the commit of one event, of which the sender's own pages hear first.
async fn announce(
    tenancy: &Tenancy,
    tenant: &Tenant,
    sender: Uuid,
    told: &mut mpsc::UnboundedReceiver<Heard>,
    listeners: usize,
) -> anyhow::Result<Vec<Delay>> {
    let pause = rand::rng().random_range(300..900);
    tokio::time::sleep(Duration::from_millis(pause)).await;
    let id = Uuid::now_v7();
    let body = serde_json::json!({ "type": "records.changed", "resource": "bench", "ids": [id] });
    let readers = Readers::Audience("everybody".to_owned());
    let mut tx = tenancy.begin(tenant).await?;
    tx.announce(Announcement { kind: "records.changed", readers, body });
    tx.set_sender(sender);
    tx.commit().await?;
    let since = Instant::now();
    let mut delays = Vec::new();
    while delays.len() < listeners {
        let next = tokio::time::timeout(Duration::from_secs(20), told.recv()).await;
        match next.with_context(|| format!("{} connections heard nothing", listeners - delays.len()))? {
            Some(heard) if heard.id == id => {
                delays.push(Delay { user: heard.user, delay: heard.at.saturating_duration_since(since) });
            }
            Some(_) => {}
            None => bail!("all connections ended"),
        }
    }
    Ok(delays)
}
