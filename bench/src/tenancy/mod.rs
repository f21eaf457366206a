//! Many companies with the tables of the product, in a database of its own: spares and claims, `migrate`, a restart of Postgres,
//! the first requests of companies that nobody has asked for, disk and memory. Then the cost of one schema and role per tenant:
//! the list query of one tenant, of bursts and of random tenants, through our pool and with pgbench for comparison.

mod backends;
mod cold;
mod companies;
mod load;
mod migration;
mod pgbench;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use ::tenancy::MigrationSet;
use clap::{Args, ValueEnum};

use crate::database::{Database, Server};
use crate::figures::{goal, load_average};
use load::{Load, Pattern};

const DATABASE: &str = "remessa_bench_tenancy";

#[derive(Args)]
pub struct Tenancies {
    #[command(flatten)]
    server: Server,
    /// The program of the server.
    #[arg(long)]
    program: PathBuf,
    #[arg(long, default_value = "127.0.0.1:8097")]
    address: SocketAddr,
    /// Number of companies. A thousand take about half an hour and 10 GB.
    #[arg(long, default_value_t = 50, value_parser = parse_companies)]
    companies: usize,
    /// With it Postgres is restarted before the cold requests.
    #[arg(long, requires = "pg_data")]
    pg_ctl: Option<PathBuf>,
    #[arg(long)]
    pg_data: Option<PathBuf>,
    /// Concurrent callers of the list query.
    #[arg(long, default_value_t = 4)]
    clients: usize,
    /// Seconds per figure of the list query.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Seconds of warm-up before each of these figures.
    #[arg(long, default_value_t = 16)]
    warm: u64,
    /// Memory limit of a backend in MB, instead of the default.
    #[arg(long)]
    backend_memory: Option<i64>,
    /// Path of pgbench; without it the comparison is skipped.
    #[arg(long, default_value = "/usr/lib/postgresql/15/bin/pgbench")]
    pgbench: PathBuf,
    /// Figures to measure beside spares, claims and `migrate` with nothing to do: the cold requests, the list query through our
    /// pool, the same with pgbench, and new migrations.
    #[arg(long, value_enum, value_delimiter = ',', default_values = ["cold", "pool", "pgbench", "migration"])]
    parts: Vec<Part>,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Part {
    Cold,
    Pool,
    Pgbench,
    Migration,
}

/// Enough for a run that is killed in the middle.
fn parse_companies(text: &str) -> Result<usize, String> {
    let companies: usize = text.parse().map_err(|_| "not a number".to_owned())?;
    if companies < 10 { Err("at least 10".to_owned()) } else { Ok(companies) }
}

/// Result of one load.
pub struct Figure {
    name: String,
    /// Pages in a second.
    tps: f64,
    /// CPU of the server for one page, in microseconds.
    cpu_micros: f64,
    p50: Duration,
    p99: Duration,
    /// Private memory of the largest backend and of all backends, in MB.
    memory: (f64, f64),
    backends: usize,
}

pub async fn run(bench: Tenancies) -> anyhow::Result<()> {
    let database = bench.server.new_database(DATABASE).await?;
    let outcome = measure(&bench, &database).await;
    database.drop().await?;
    outcome
}

async fn measure(bench: &Tenancies, database: &Database) -> anyhow::Result<()> {
    println!("{} companies; load {}", bench.companies, load_average());
    companies::build(bench, database).await?;
    companies::time_idle_migration(bench, database).await?;
    if bench.parts.contains(&Part::Cold) {
        cold::measure(bench, database).await?;
    }
    measure_lists(bench, database).await?;
    if bench.parts.contains(&Part::Migration) {
        println!();
        migration::measure(bench, database).await?;
    }
    println!("load {}", load_average());
    Ok(())
}

async fn measure_lists(bench: &Tenancies, database: &Database) -> anyhow::Result<()> {
    let (mut ours, mut bare) = (Vec::new(), Vec::new());
    if bench.parts.contains(&Part::Pool) {
        for pattern in PATTERNS {
            ours.push(Load::new(bench, pattern).through_our_pool(database, &MigrationSet::tenant()).await?);
            print_last(&ours);
        }
        print_goals(&ours);
    }
    if bench.parts.contains(&Part::Pgbench) && !bench.pgbench.exists() {
        println!("no pgbench at {}: no comparison", bench.pgbench.display());
    } else if bench.parts.contains(&Part::Pgbench) {
        for pattern in PATTERNS {
            bare.push(pgbench::run(bench, pattern, database).await?);
            print_last(&bare);
        }
    }
    print_comparison(&ours, &bare);
    Ok(())
}

/// The first one is that to which the others are compared.
const PATTERNS: [Pattern; 3] = [Pattern::One, Pattern::Bursts, Pattern::Random];

fn print_last(figures: &[Figure]) {
    if figures.len() == 1 {
        println!(
            "\n{:<28} {:>7} {:>6} {:>8} {:>8} {:>8} {:>22}",
            "list query", "CPU us", "ratio", "tx/s", "p50 ms", "p99 ms", "private MB (max/all/n)"
        );
    }
    let (Some(first), Some(last)) = (figures.first(), figures.last()) else { return };
    println!(
        "{:<28} {:>7.0} {:>6.2} {:>8.0} {:>8.2} {:>8.2} {:>10.1} /{:>6.0} /{:>2}",
        last.name,
        last.cpu_micros,
        last.cpu_micros / first.cpu_micros,
        last.tps,
        last.p50.as_secs_f64() * 1e3,
        last.p99.as_secs_f64() * 1e3,
        last.memory.0,
        last.memory.1,
        last.backends,
    );
}

fn print_goals(ours: &[Figure]) {
    let [one, bursts, random] = ours else { return };
    println!();
    goal("isolation tax, bursts / one tenant (CPU)", bursts.cpu_micros / one.cpu_micros, 1.20);
    goal("isolation tax, random / one tenant (CPU)", random.cpu_micros / one.cpu_micros, 3.1);
    let largest = ours.iter().map(|figure| figure.memory.0).fold(0.0, f64::max);
    let all = ours.iter().map(|figure| figure.memory.1).fold(0.0, f64::max);
    goal("private memory of the largest backend, MB", largest, 64.0);
    goal("private memory of all backends, MB", all, 1024.0);
}

fn print_comparison(ours: &[Figure], bare: &[Figure]) {
    for (name, (our, bare)) in ["one", "bursts", "random"].into_iter().zip(ours.iter().zip(bare)) {
        println!("our pool / pgbench (CPU of the server), {name}: {:.2}", our.cpu_micros / bare.cpu_micros);
    }
}
