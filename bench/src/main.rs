//! Benchmarks of the product. `./dev bench NAME` builds this and runs it with the private databases.

mod access;
mod answers;
mod attack;
mod browser;
mod company;
mod customs;
mod daemons;
mod database;
mod declarations;
mod field;
mod figures;
mod import;
mod isolation;
mod labels;
mod list;
mod live;
mod memory;
mod office;
mod peer;
mod program;
mod quote;
mod rating;
mod soak;
mod stock;
mod tenancy;
mod users;

use clap::{Parser, Subcommand};

/// Prints figures. A missed goal is printed and does not fail the run; a violated guarantee does.
#[derive(Parser)]
#[command(name = "bench")]
struct Cli {
    #[command(subcommand)]
    bench: Bench,
}

#[derive(Subcommand)]
enum Bench {
    /// `can`, a policy change until it takes effect, and the list during a flood of sign-ins.
    Access(Box<access::Access>),
    /// Hostile files, texts, bodies and connections of one company, and the list of another meanwhile. `./dev bench attack`
    /// starts the server.
    Attack(attack::Attack),
    /// Bags and manifests: pages of the list of 100,000 bags, scans into a bag of 2,000 parcels, and a manifest of 20,000 houses
    /// that a worker closes. `./dev bench customs` builds the server.
    Customs(customs::Customs),
    /// Stations and drivers' phones of a company with many shipments, and a server that is killed: the times of their calls, and
    /// whether everything is there once. `./dev bench field` builds the server.
    Field(field::Field),
    /// A file of shipments from the upload to the rows: lines per second and memory.
    Import(Box<import::Import>),
    /// Callers that cancel, fail, panic or are killed: counts the rows of other tenants that they read, which
    /// must be none.
    Isolation(isolation::Isolation),
    /// Labels of shipments by the queue's own worker: seconds, file size, memory.
    Labels(Box<labels::Labels>),
    /// The list of a million shipments: typical queries, and the figures of the dashboard. Filling takes some minutes.
    List(list::List),
    /// Thousands of live connections: memory of each, and the time from a commit to all of them. `./dev bench live` starts
    /// two servers.
    Live(live::Live),
    /// The first page of 50 shipments of 105,000, ours against that of another product on this machine, given by its address.
    /// `./dev bench peer` builds the server.
    Peer(peer::Peer),
    /// The time of a quote of six services, and of a simulation, over HTTP. `./dev bench quote` starts the server.
    Quote(quote::Quote),
    /// Explained quotes per second on one core, compile time and memory of a price table.
    Rating(rating::Rating),
    /// Two servers and two workers, writers in every area, and faults: what was acknowledged must be there afterwards, once.
    /// `./dev bench soak` starts databases of its own.
    Soak(Box<soak::Soak>),
    /// Goods in a warehouse: pages of the list of 100,000 lots, the allocation of a pick list of 1,000 lines, and scans at shelves.
    /// `./dev bench stock` builds the server.
    Stock(stock::Stock),
    /// Many companies with the tables of the product: spares, claims, migrations, cold requests, restart, disk, memory; and the
    /// cost of one schema and role per tenant. `./dev bench tenancy` builds the server.
    Tenancy(tenancy::Tenancies),
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    match Cli::parse().bench {
        Bench::Access(bench) => access::run(*bench).await,
        Bench::Attack(bench) => attack::run(bench).await,
        Bench::Customs(bench) => customs::run(bench).await,
        Bench::Field(bench) => field::run(bench).await,
        Bench::Import(bench) => import::run(*bench).await,
        Bench::Isolation(bench) => isolation::run(bench).await,
        Bench::Labels(bench) => labels::run(*bench).await,
        Bench::List(bench) => list::run(bench).await,
        Bench::Live(bench) => live::run(bench).await,
        Bench::Peer(bench) => peer::run(bench).await,
        Bench::Quote(bench) => quote::run(bench).await,
        Bench::Rating(bench) => rating::run(&bench),
        Bench::Soak(bench) => soak::run(*bench).await,
        Bench::Stock(bench) => stock::run(bench).await,
        Bench::Tenancy(bench) => tenancy::run(bench).await,
    }
}
