//! The list of a million shipments and the figures of the dashboard, through the functions that the API calls.

mod dashboard;
pub mod fill;
mod questions;

use std::path::Path;
use std::time::{Duration, Instant};

use ::tenancy::admin::Admin;
use ::tenancy::{Host, MigrationSet, Tenancy, Tenant};
use access::social::providers::Keyring;
use anyhow::Context;
use clap::Args;
use freight::shipments::known_totals::KnownTotals;
use freight::shipments::list::{self, Conditions, SortKey};
use server_core::http::list::{PageMeta, Paging, parse_sort};

use crate::database::{Database, Server};
use crate::figures::{goal, huge_pages, load_average, millis, quantile};
use questions::Question;

const DATABASE: &str = "remessa_bench_list";
const GOAL_P95: f64 = 50.0;
const GOAL_WORST: f64 = 300.0;

#[derive(Args)]
pub struct List {
    #[command(flatten)]
    server: Server,
    /// Number of shipments.
    #[arg(long, default_value_t = 1_000_000)]
    shipments: i32,
    /// Rounds of all queries.
    #[arg(long, default_value_t = 20)]
    rounds: usize,
    /// Run only queries whose name contains this.
    #[arg(long, default_value = "")]
    only: String,
    /// Keep the database for the next run, which then does not fill it. About 2 GB.
    #[arg(long)]
    keep: bool,
}

pub async fn run(bench: List) -> anyhow::Result<()> {
    let (database, _) = bench.server.database(DATABASE).await?;
    let outcome = measure(&bench, &database).await;
    if bench.keep {
        eprintln!("database {DATABASE} is kept");
    } else {
        database.drop().await?;
    }
    outcome
}

async fn measure(bench: &List, database: &Database) -> anyhow::Result<()> {
    let admin = Admin::connect(&database.url).await?;
    let tenancy = Tenancy::connect(&database.config(&MigrationSet::tenant())).await?;
    let mut owner = database.owner().await?;
    let folder = Path::new("tenants/atlantico");
    app::cli::tenant::apply(&admin, &tenancy, folder, &Keyring::default()).await?;
    let host = Host::parse("atlantico.localhost").context("the demo's host")?;
    let tenant = tenancy.resolve(&host).context("the tenant was not made")?;
    fill::fill(&mut owner, &tenant, bench.shipments).await?;

    let mut asked = questions::all(&mut owner).await?;
    asked.retain(|question| question.name.contains(&bench.only));
    println!("huge pages: {}; load {}", huge_pages(), load_average());
    println!("{:>8} {:>8} {:>8} {:>8} {:>9}  question", "matches", "p50 ms", "p95 ms", "worst", "per round");
    let totals = KnownTotals::default();
    let mut all = Vec::new();
    for question in &asked {
        // The first round warms caches and is not counted.
        let (_, meta) = ask(&tenancy, &tenant, &totals, question).await?;
        let mut times = Vec::new();
        for _ in 0..bench.rounds * question.per_round {
            times.push(ask(&tenancy, &tenant, &totals, question).await?.0);
        }
        times.sort();
        println!(
            "{:>8} {:>8.1} {:>8.1} {:>8.1} {:>9}  {}",
            format!("{}{}", meta.total, if meta.total_capped { "+" } else { "" }),
            millis(quantile(&times, 0.5)),
            millis(quantile(&times, 0.95)),
            millis(quantile(&times, 1.0)),
            question.per_round,
            question.name
        );
        all.extend(times);
    }
    all.sort();
    println!("{} requests; load {}", all.len(), load_average());
    goal("p95 of all requests, ms", millis(quantile(&all, 0.95)), GOAL_P95);
    goal("worst of all requests, ms", millis(quantile(&all, 1.0)), GOAL_WORST);
    dashboard::measure(&tenancy, &tenant, bench.rounds).await?;
    Ok(())
}

/// Same as the API, without reading and writing JSON.
async fn ask(
    tenancy: &Tenancy,
    tenant: &Tenant,
    totals: &KnownTotals,
    asked: &Question,
) -> anyhow::Result<(Duration, PageMeta)> {
    let conditions = Conditions::new(asked.filter.clone(), asked.scope.clone(), "America/Sao_Paulo")?;
    let sort = parse_sort(Some(asked.sort), SortKey::from_name)?;
    let paging = Paging { page: asked.page, per_page: 25 };
    let began = Instant::now();
    let mut tx = tenancy.begin(tenant).await?;
    let (_, meta) = list::page(&mut tx, totals, &conditions, paging, &sort).await?;
    tx.commit().await?;
    Ok((began.elapsed(), meta))
}
