//! The first page of 50 shipments of many: ours against that of another product, in one run on one machine. Both get the same
//! load by the same loop, in turns.

mod target;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::ensure;
use clap::Args;
use serde_json::Value;
use tokio::task::JoinSet;

use self::target::{Caller, Target};
use crate::company::{Company, SLUG};
use crate::database::{Database, Server};
use crate::figures::load_average;
use crate::list::fill;
use crate::program::Program;
use crate::users::{ADMIN, Users};

const DATABASE: &str = "remessa_bench_peer";
const RECORDS: usize = 50;
const GOAL_RATIO: f64 = 20.0;

#[derive(Args)]
pub struct Peer {
    #[command(flatten)]
    server: Server,
    /// The program of the server.
    #[arg(long)]
    program: PathBuf,
    #[arg(long, default_value = "127.0.0.1:8097")]
    address: SocketAddr,
    /// The first page of 50 of as many shipments, with their number: `http://127.0.0.1:8000/api/shipments/?page_size=50`.
    #[arg(long)]
    url: String,
    /// A header of its request, such as `Authorization: Token …`. Can be repeated.
    #[arg(long = "header")]
    headers: Vec<String>,
    /// Our shipments.
    #[arg(long, default_value_t = 105_000, value_parser = clap::value_parser!(i32).range(1_000..=1_000_000))]
    shipments: i32,
    /// Concurrent callers, each with a connection that is kept as long as the server keeps it.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..))]
    clients: u8,
    /// Seconds of a round.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    seconds: u64,
    /// Rounds of each side.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..))]
    rounds: u8,
}

pub async fn run(bench: Peer) -> anyhow::Result<()> {
    let peer = Side::open("the peer", Target::parse(&bench.url, &bench.headers)?).await?;
    let database = bench.server.new_database(DATABASE).await?;
    let outcome = bench.measure(&database, peer).await;
    database.drop().await?;
    outcome
}

impl Peer {
    async fn measure(&self, database: &Database, peer: Side) -> anyhow::Result<()> {
        let mut company = Company::make(database).await?;
        fill::fill(&mut company.owner, &company.tenant, self.shipments).await?;
        let users = Users::make(&database.url, &company.tenant, ADMIN, 1).await?;
        let _server = Program::new(&self.program, self.address, database)?.serve().await?;
        let headers = [
            format!("Host: {SLUG}.localhost:{}", self.address.port()),
            format!("Cookie: sid={}", users.tokens[0]),
        ];
        let url = format!("http://{}/api/shipments?per_page={RECORDS}", self.address);
        let ours = Side::open("ours", Target::parse(&url, &headers)?).await?;
        self.compare([ours, peer]).await
    }

    async fn compare(&self, mut sides: [Side; 2]) -> anyhow::Result<()> {
        for side in &sides {
            // The first calls fill caches and are not counted.
            self.count_per_second(&side.target, Duration::from_secs(3)).await?;
        }
        for _ in 0..self.rounds {
            for side in &mut sides {
                side.rates
                    .push(self.count_per_second(&side.target, Duration::from_secs(self.seconds)).await?);
            }
        }
        println!(
            "{:>10} {:>10} {:>10} {:>10}  first page of {RECORDS}",
            "median /s", "least", "most", "bytes"
        );
        for Side { name, rates, answer_bytes, .. } in &mut sides {
            rates.sort_by(f64::total_cmp);
            let (least, most) = (rates[0], rates[rates.len() - 1]);
            println!("{:>10.0} {least:>10.0} {most:>10.0} {answer_bytes:>10}  {name}", find_median(rates));
        }
        let [ours, peer] = sides.each_ref().map(|side| find_median(&side.rates));
        let ratio = ours / peer;
        let verdict = if ratio >= GOAL_RATIO { "met" } else { "MISSED" };
        println!(
            "ours / the peer's: {ratio:.1}   goal at least {GOAL_RATIO} {verdict}; load {}",
            load_average()
        );
        Ok(())
    }

    async fn count_per_second(&self, target: &Arc<Target>, time: Duration) -> anyhow::Result<f64> {
        let began = Instant::now();
        let mut callers = JoinSet::new();
        for _ in 0..self.clients {
            callers.spawn(call(Caller::new(Arc::clone(target)), began + time));
        }
        let mut answers = 0;
        while let Some(answered) = callers.join_next().await {
            answers += answered??;
        }
        Ok(f64::from(answers) / began.elapsed().as_secs_f64())
    }
}

async fn call(mut caller: Caller, until: Instant) -> anyhow::Result<u32> {
    let mut answers = 0;
    while Instant::now() < until {
        caller.ask().await?;
        answers += 1;
    }
    Ok(answers)
}

struct Side {
    name: &'static str,
    target: Arc<Target>,
    answer_bytes: usize,
    /// Requests per second of each round.
    rates: Vec<f64>,
}

impl Side {
    /// Refuses another page than one of 50 records.
    async fn open(name: &'static str, target: Target) -> anyhow::Result<Self> {
        let target = Arc::new(target);
        let body = Caller::new(Arc::clone(&target)).ask().await?;
        let records = count_records(&serde_json::from_slice(&body)?);
        ensure!(records == RECORDS, "{name}: a page of {records} records, not of {RECORDS}");
        Ok(Self { name, target, answer_bytes: body.len(), rates: Vec::new() })
    }
}

/// The length of the longest list in an answer; some APIs have it some members deep.
fn count_records(answer: &Value) -> usize {
    match answer {
        Value::Array(list) => list.len().max(list.iter().map(count_records).max().unwrap_or_default()),
        Value::Object(members) => members.values().map(count_records).max().unwrap_or_default(),
        _ => 0,
    }
}

fn find_median(sorted: &[f64]) -> f64 {
    sorted[sorted.len() / 2]
}
