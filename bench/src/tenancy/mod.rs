//! What a schema and a role per tenant cost: the list query of one tenant, of bursts and of random tenants, through our
//! pool and beside it by pgbench; then memory, provisioning and a migration of all.

mod admin;
mod backends;
mod load;
mod pgbench;
mod setup;

use std::time::Duration;

use clap::Args;

use crate::database::Server;
use load::{Load, Pattern};

#[derive(Args)]
pub struct Tenancies {
    #[command(flatten)]
    server: Server,
    /// Tenants in the database.
    #[arg(long, default_value_t = 1000)]
    tenants: usize,
    /// Tables of each.
    #[arg(long, default_value_t = 60)]
    tables: usize,
    /// Callers at a time.
    #[arg(long, default_value_t = 4)]
    clients: usize,
    /// Seconds each figure is measured.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Seconds before that, until caches are warm.
    #[arg(long, default_value_t = 16)]
    warm: u64,
    /// Other limit of tenants per connection than the shipped one.
    #[arg(long)]
    tenants_per_connection: Option<usize>,
    /// Where pgbench is; without it the comparison is left out.
    #[arg(long, default_value = "/usr/lib/postgresql/15/bin/pgbench")]
    pgbench: std::path::PathBuf,
    /// Leave the database for the next run, which then needs no set-up. Some 3.7 MB per tenant of 60 tables.
    #[arg(long)]
    keep: bool,
}

/// What one way of calling cost.
pub struct Figure {
    name: String,
    tps: f64,
    cpu_micros: f64,
    p50: Duration,
    p99: Duration,
    /// Private memory of the largest backend and of all, in MB.
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
    let mut figures = Vec::new();
    for pattern in [Pattern::One, Pattern::Bursts, Pattern::Random] {
        figures.push(Load::new(bench, pattern).through_our_pool(database, &migrations).await?);
        print_last(&figures);
    }
    let ours = figures.len();
    if bench.pgbench.exists() {
        for pattern in [Pattern::One, Pattern::Bursts, Pattern::Random] {
            figures.push(pgbench::run(bench, pattern, database).await?);
            print_last(&figures);
        }
    } else {
        println!("no pgbench at {}: no comparison", bench.pgbench.display());
    }
    print_goals(&figures, ours);
    admin::measure(bench, database, &migrations).await
}

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

fn print_goals(figures: &[Figure], ours: usize) {
    let [one, bursts, random] = &figures[..3] else { return };
    println!();
    goal("isolation tax, bursts / one tenant (CPU)", bursts.cpu_micros / one.cpu_micros, 1.20);
    goal("isolation tax, random / one tenant (CPU)", random.cpu_micros / one.cpu_micros, 3.1);
    let largest = figures[..ours].iter().map(|figure| figure.memory.0).fold(0.0, f64::max);
    let all = figures[..ours].iter().map(|figure| figure.memory.1).fold(0.0, f64::max);
    goal("private memory of the largest backend, MB", largest, 64.0);
    goal("private memory of all backends, MB", all, 1024.0);
    if let [_, _, _, bare, bare_bursts, bare_random] = figures {
        println!(
            "our pool / pgbench (CPU of the server): one {:.2}, bursts {:.2}, random {:.2}",
            one.cpu_micros / bare.cpu_micros,
            bursts.cpu_micros / bare_bursts.cpu_micros,
            random.cpu_micros / bare_random.cpu_micros
        );
    }
}

/// A figure beside the most it should be.
pub fn goal(what: &str, figure: f64, most: f64) {
    let verdict = if figure <= most { "met" } else { "MISSED" };
    println!("{what:<52} {figure:>9.2}   goal {most:<8} {verdict}");
}
