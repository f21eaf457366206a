//! Bags and manifests of a company with many of both: pages of lists, scans into a full bag, and the closing of a long manifest.

mod closing;
mod fill;
mod scans;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use self::fill::{BagNumbers, Fill};
use crate::company::{Company, SLUG};
use crate::database::{Database, Server};
use crate::figures::{goal, load_average, millis, quantile};
use crate::office::{ListPage, Office};
use crate::program::Program;
use crate::users::{ADMIN, Users};

const DATABASE: &str = "remessa_bench_customs";
/// Bags of the company while it is small; the pages of a large one are compared with its pages.
const FEW_BAGS: i32 = 1_000;
const GOAL_PAGE: f64 = 50.0;

#[derive(Args)]
pub struct Customs {
    #[command(flatten)]
    server: Server,
    /// The program of the server.
    #[arg(long)]
    program: PathBuf,
    #[arg(long, default_value = "127.0.0.1:8097")]
    address: SocketAddr,
    /// Shipments of one parcel.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(i32).range(1_000..))]
    shipments: i32,
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(i32).range(1_000..=999_999))]
    bags: i32,
    /// Houses of the manifest, in bags of 200.
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(i32).range(200..=30_000))]
    houses: i32,
    /// Parcels in the bag before the first scan.
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(i32).range(0..))]
    packed: i32,
    /// Parcels that are scanned into it.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(i32).range(20..))]
    scans: i32,
    /// How often each page of a list is asked for.
    #[arg(long, default_value_t = 20)]
    rounds: usize,
}

pub async fn run(bench: Customs) -> anyhow::Result<()> {
    let database = bench.server.new_database(DATABASE).await?;
    let outcome = bench.measure(&database).await;
    database.drop().await?;
    outcome
}

impl Customs {
    async fn measure(&self, database: &Database) -> anyhow::Result<()> {
        let Self { shipments, houses, packed, scans, .. } = *self;
        let mut company = Company::make(database).await?;
        let users = Users::make(&database.url, &company.tenant, ADMIN, 1).await?;
        let mut fill = Fill { owner: &mut company.owner, shipments, houses, packed, scans };
        fill.add_shipments().await?;
        fill.add_bags(BagNumbers { first: 1, last: FEW_BAGS }).await?;
        let server = Program::new(&self.program, self.address, database)?.serve().await?;
        let office = Office::open(self.address, SLUG, &users.tokens[0]).await?;
        println!("load {}", load_average());
        let few = self.time_pages(&office, FEW_BAGS).await?;
        fill.add_bags(BagNumbers { first: FEW_BAGS + 1, last: self.bags }).await?;
        fill.pack().await?;
        let many = self.time_pages(&office, self.bags).await?;
        let (few, many) = (millis(quantile(&few, 0.95)), millis(quantile(&many, 0.95)));
        println!("pages of {} bags to those of {FEW_BAGS}: × {:.2}", self.bags, many / few);
        goal("p95 of a page, ms", many, GOAL_PAGE);
        let (bag_id, codes) = (fill.find_open_bag().await?, fill.list_unpacked().await?);
        scans::measure(&office, bag_id, &codes).await?;
        closing::measure(&office, &server, &fill.list_closed_bags().await?).await?;
        println!("load {}", load_average());
        Ok(())
    }

    async fn time_pages(&self, office: &Office, bags: i32) -> anyhow::Result<Vec<Duration>> {
        println!("{bags} bags");
        let page = |name, query: &str| ListPage { name, path: format!("/api/bags?per_page=25&{query}") };
        let pages = [
            page("newest first", ""),
            page("the last page in reach", "page=40"),
            page("a state", "status=10"),
            page("several states", "stage=closed"),
            page("a destination", "destination_airport=MUC"),
            page("a state, by parcels", "status=40&sort=-parcel_count"),
            page("by number", "sort=number"),
            page("a number", "search=bench-b-26-000777"),
            page("a seal", "search=seal000888"),
            page("a word of many", "search=ham"),
            page("no match", "search=nobody-has-this"),
        ];
        office.time_pages(&pages, self.rounds).await
    }
}
