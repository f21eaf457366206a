//! Cost of one schema and role per tenant: the list query of one tenant, of bursts and of random tenants,
//! through our pool and with pgbench for comparison; then memory, provisioning and a migration of all
//! tenants.

mod admin;
mod backends;
mod load;
mod pgbench;
mod setup;

use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::database::Server;
use crate::figures::goal;
use load::{Load, Pattern};

#[derive(Args)]
pub struct Tenancies {
    #[command(flatten)]
    server: Server,
    /// Number of tenants.
    #[arg(long, default_value_t = 1000)]
    tenants: usize,
    /// Tables per tenant.
    #[arg(long, default_value_t = 60)]
    tables: usize,
    /// Concurrent callers.
    #[arg(long, default_value_t = 4)]
    clients: usize,
    /// Seconds per figure.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Seconds of warm-up before each figure.
    #[arg(long, default_value_t = 16)]
    warm: u64,
    /// Memory limit of a backend in MB, instead of the default.
    #[arg(long)]
    backend_memory: Option<i64>,
    /// Path of pgbench; without it the comparison is skipped.
    #[arg(long, default_value = "/usr/lib/postgresql/15/bin/pgbench")]
    pgbench: std::path::PathBuf,
    /// Figures to measure: the list query through our pool, the same with pgbench, and the admin commands.
    #[arg(long, value_enum, value_delimiter = ',', default_values = ["pool", "pgbench", "admin"])]
    parts: Vec<Part>,
    /// Keep the database for the next run, which then skips the set-up. About 3.7 MB per tenant with 60
    /// tables.
    #[arg(long)]
    keep: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Part {
    Pool,
    Pgbench,
    Admin,
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
    let name = format!("remessa_bench_{}x{}", bench.tenants, bench.tables);
    let (database, existed) = bench.server.database(&name).await?;
    let outcome = measure(&bench, &database, existed).await;
    if bench.keep {
        eprintln!("database {name} is kept");
    } else {
        database.drop().await?;
    }
    outcome
}

async fn measure(
    bench: &Tenancies,
    database: &crate::database::Database,
    existed: bool,
) -> anyhow::Result<()> {
    let migrations = setup::migrations(bench.tables);
    if !existed {
        setup::fill(bench, database, &migrations).await?;
    }
    setup::check(bench, database).await?;
    let (mut ours, mut bare) = (Vec::new(), Vec::new());
    if bench.parts.contains(&Part::Pool) {
        for pattern in PATTERNS {
            ours.push(Load::new(bench, pattern).through_our_pool(database, &migrations).await?);
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
    if bench.parts.contains(&Part::Admin) {
        admin::measure(bench, database, &migrations).await?;
    }
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
