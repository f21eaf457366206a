//! Goods of a company with many lots: pages of the list, the allocation of long pick lists, and scans at shelves.

mod fill;
mod picking;

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

use self::fill::StockExamples;
use self::picking::Picking;
use crate::company::{Company, SLUG};
use crate::database::{Database, Server};
use crate::figures::{goal, huge_pages, load_average, millis, quantile};
use crate::office::{ListPage, Office};
use crate::program::Program;
use crate::users::{STAFF, Users};

const DATABASE: &str = "remessa_bench_stock";
const GOAL_PAGE: f64 = 50.0;

#[derive(Args)]
pub struct Stock {
    #[command(flatten)]
    server: Server,
    /// The program of the server.
    #[arg(long)]
    program: PathBuf,
    #[arg(long, default_value = "127.0.0.1:8097")]
    address: SocketAddr,
    /// Lots, twenty of each item and each in one place.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(i32).range(40_000..=1_000_000))]
    lots: i32,
    /// Lines of a pick list, each of an item of its own.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(i32).range(1..=1_000))]
    lines: i32,
    /// Pick lists, one after the other: all of them take the same items.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(i32).range(1..=4))]
    lists: i32,
    /// Units that are scanned from the last list.
    #[arg(long, default_value_t = 500)]
    scans: usize,
    /// How often each page of the list is asked for.
    #[arg(long, default_value_t = 20)]
    rounds: usize,
}

pub async fn run(bench: Stock) -> anyhow::Result<()> {
    let database = bench.server.new_database(DATABASE).await?;
    let outcome = bench.measure(&database).await;
    database.drop().await?;
    outcome
}

impl Stock {
    async fn measure(&self, database: &Database) -> anyhow::Result<()> {
        let mut company = Company::make(database).await?;
        let users = Users::make(&database.url, &company.tenant, STAFF, 1).await?;
        fill::fill(&mut company.owner, self.lots).await?;
        let examples = fill::find_examples(&mut company.owner).await?;
        let _server = Program::new(&self.program, self.address, database)?.serve().await?;
        let office = Office::open(self.address, SLUG, &users.tokens[0]).await?;
        println!("{} lots; huge pages: {}; load {}", self.lots, huge_pages(), load_average());
        let times = office.time_pages(&list_pages(&examples), self.rounds).await?;
        goal("p95 of a page, ms", millis(quantile(&times, 0.95)), GOAL_PAGE);
        let items = fill::list_items(&mut company.owner, self.lines).await?;
        let picking = Picking { office: &office, warehouse_id: examples.warehouse_id, items: &items };
        picking.measure(self.lists, self.scans).await?;
        println!("load {}", load_average());
        Ok(())
    }
}

fn list_pages(examples: &StockExamples) -> Vec<ListPage> {
    let StockExamples { warehouse_id, item_id, lot_id, place_id } = examples;
    let page = |name, query: &str| ListPage { name, path: format!("/api/stocks?per_page=25&{query}") };
    vec![
        page("what came last", ""),
        page("the last page in reach", "page=40"),
        page("a warehouse", &format!("warehouse_id={warehouse_id}")),
        page("an item", &format!("item_id={item_id}")),
        page("a lot", &format!("lot_id={lot_id}")),
        page("a place", &format!("place_id={place_id}")),
        page("kept back", "status=hold"),
        page("expires soon", "expiring=true"),
        page("by expiry", "sort=expiration_date"),
        page("most units", "sort=-on_hand"),
        page("by number of the item", "sort=sku"),
        page("a number of an item", "search=sku-00042"),
        page("a code of a lot", "search=l0000777"),
        page("a word of many", "search=camiseta"),
        page("two words", "search=camiseta%20b-07"),
        page("no match", "search=nobody-has-this"),
    ]
}
