//! Figures of the product on this machine. `./dev bench NAME` builds this and runs it beside the private databases.

mod access;
mod database;
mod figures;
mod import;
mod isolation;
mod labels;
mod list;
mod memory;
mod tenancy;

use clap::{Parser, Subcommand};

/// Prints figures; a goal that is missed is said so and does not fail the run, a broken promise does.
#[derive(Parser)]
#[command(name = "bench")]
struct Cli {
    #[command(subcommand)]
    bench: Bench,
}

#[derive(Subcommand)]
enum Bench {
    /// `can`, a change of policy until it holds, and a flood of logins beside the list.
    Access(Box<access::Access>),
    /// A file of shipments from the upload to the rows: lines a second, and what memory it takes.
    Import(Box<import::Import>),
    /// Careless callers, cancelled, failing, panicking and killed: counts what they read of each other, which must
    /// be nothing.
    Isolation(isolation::Isolation),
    /// Labels of shipments in the queue's own worker: seconds, size of the file, memory.
    Labels(Box<labels::Labels>),
    /// The list of shipments among a million: questions that people ask. Fills for some minutes.
    List(list::List),
    /// What a schema and a role per tenant cost, over many tenants.
    Tenancy(tenancy::Tenancies),
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    match Cli::parse().bench {
        Bench::Access(bench) => access::run(*bench).await,
        Bench::Import(bench) => import::run(*bench).await,
        Bench::Isolation(bench) => isolation::run(bench).await,
        Bench::Labels(bench) => labels::run(*bench).await,
        Bench::List(bench) => list::run(bench).await,
        Bench::Tenancy(bench) => tenancy::run(bench).await,
    }
}
