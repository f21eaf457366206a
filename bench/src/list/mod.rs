//! The list of shipments in a tenant that has a million of them, through the function that the API calls: every filter
//! by every sort by pages near and far, and text search, as staff and as clients.

mod fill;
mod questions;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ::tenancy::admin::Admin;
use ::tenancy::{Host, MigrationSet, Tenancy, Tenant, TenantTx};
use anyhow::Context;
use clap::Args;
use server::access::social::providers::Keyring;
use server::freight::shipments::list::{Conditions, SortKey};
use server::freight::shipments::page::{self, Way};
use server::http::list::{PageMeta, Paging, REACH, Sort, parse_sort};
use sqlx::{AssertSqlSafe, Execute, Postgres, QueryBuilder};

use crate::database::{Database, Server};
use crate::figures::{goal, huge_pages, load_average, quantile};
use questions::{COARSE, Question, SORTS};

const DATABASE: &str = "remessa_bench_list";
const GOAL: Duration = Duration::from_millis(50);
const SMALL: i32 = 2_000;
/// The first time warms caches and is not counted.
const GLANCES: usize = 2;
/// The same work whatever is stored: how its times differ tells how steady the machine is.
const CALCULATION: &str = "select sum(n) from generate_series(1, 25000) n";
/// How often it is done beside each page.
const CALCULATIONS: usize = 20;

#[derive(Args)]
pub struct List {
    #[command(flatten)]
    server: Server,
    /// Shipments of the large tenant.
    #[arg(long, default_value_t = 1_000_000)]
    shipments: i32,
    /// How many of the pages, the slowest of all, are asked for again and again.
    #[arg(long, default_value_t = 50)]
    slowest: usize,
    /// How often. Of a hundred times the second slowest would be the figure, and tell of the machine.
    #[arg(long, default_value_t = 300)]
    rounds: usize,
    /// Only filters whose name contains this.
    #[arg(long, default_value = "")]
    only: String,
    /// Print the plan of each query instead of figures.
    #[arg(long)]
    plans: bool,
    /// Leave the database for the next run, which then needs no filling. Some 4 GB.
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
    for (name, shipments) in [("pacific", SMALL), ("atlantico", bench.shipments)] {
        server::cli::tenant::apply(&admin, &tenancy, &Path::new("tenants").join(name), &Keyring::default())
            .await?;
        let tenant = tenant(&tenancy, name)?;
        fill::fill(&mut owner, &tenant, shipments).await?;
    }
    let mut asked = questions::all(&mut owner).await?;
    asked.retain(|question| question.name.contains(&bench.only));
    let large = Reader { tenant: tenant(&tenancy, "atlantico")?, tenancy: tenancy.clone() };
    if bench.plans {
        return large.explain_all(&asked).await;
    }
    let (filters, sorts) = (asked.len(), SORTS.len());
    println!("{filters} filters, {sorts} sorts, pages near and far");
    println!("huge pages: {}; load {}", huge_pages(), load_average());
    let small = Reader { tenant: tenant(&tenancy, "pacific")?, tenancy };
    let mut pages = large.glance(&asked).await?;
    pages.sort_by_key(|page| std::cmp::Reverse(page.took));
    pages.truncate(bench.slowest);
    large.look_longer(&pages, bench.rounds).await?;
    large.coarse(bench.rounds).await?;
    let everything = [Question { name: "the small tenant".to_owned(), ..questions::everything() }];
    small.glance(&everything).await?;
    Ok(())
}

fn tenant(tenancy: &Tenancy, name: &str) -> anyhow::Result<Arc<Tenant>> {
    let host = Host::parse(&format!("{name}.localhost")).context("the demo's host")?;
    tenancy.resolve(&host).context("the tenant was not made")
}

struct Reader {
    tenancy: Tenancy,
    tenant: Arc<Tenant>,
}

/// One page of one filter in one order.
struct Asked<'a> {
    question: &'a Question,
    sort: &'static str,
    paging: Paging,
    /// Of the glances, the quickest: one slow moment of the machine says nothing of a query.
    took: Duration,
}

impl Reader {
    /// Every page once or twice: a line for each filter, and which of its pages took longest.
    async fn glance<'a>(&self, questions: &'a [Question]) -> anyhow::Result<Vec<Asked<'a>>> {
        println!("\n{:>8} {:>8} {:>8}  {:<44} slowest page", "matches", "p50 ms", "max ms", "filter");
        let mut pages = Vec::new();
        for question in questions {
            let (_, meta) = self.ask(question, "", Paging { page: 1, per_page: 25 }).await?;
            let mut own = Vec::new();
            for sort in SORTS {
                for paging in depths(&meta) {
                    let took = self.times(question, sort, paging, GLANCES).await?[0];
                    own.push(Asked { question, sort, paging, took });
                }
            }
            own.sort_by_key(|page| page.took);
            let [Some(middle), Some(slowest)] = [own.get(own.len() / 2), own.last()] else { continue };
            println!(
                "{:>8} {:>8.1} {:>8.1}  {:<44} {slowest}",
                total(&meta),
                millis(middle.took),
                millis(slowest.took),
                question.name
            );
            pages.extend(own);
        }
        Ok(pages)
    }

    /// Each of these many times: the figures to hold against the goal.
    async fn look_longer(&self, pages: &[Asked<'_>], rounds: usize) -> anyhow::Result<()> {
        println!("\nthe slowest {}, {rounds} times each; load {}", pages.len(), load_average());
        println!("{:>8} {:>8} {:>8}  page", "quickest", "p50 ms", "p99 ms");
        let mut worst: Option<(Duration, &Asked)> = None;
        let mut calculations = Vec::new();
        for page in pages {
            calculations.extend(self.calculate().await?);
            let times = self.times(page.question, page.sort, page.paging, rounds + 1).await?;
            let p99 = quantile(&times, 0.99);
            println!(
                "{:>8.1} {:>8.1} {:>8.1}  {}: {page}",
                millis(times[0]),
                millis(quantile(&times, 0.5)),
                millis(p99),
                page.question.name
            );
            if worst.is_none_or(|(most, _)| p99 > most) {
                worst = Some((p99, page));
            }
        }
        let Some((p99, page)) = worst else { return Ok(()) };
        println!("\nworst: {}: {page}; load {}", page.question.name, load_average());
        goal("p99 of any page, ms", millis(p99), millis(GOAL));
        calculations.sort();
        let times = |share| quantile(&calculations, share).as_secs_f64() / calculations[0].as_secs_f64();
        println!(
            "a fixed calculation meanwhile: p50 {:.2}, p99 {:.2} of its quickest",
            times(0.5),
            times(0.99)
        );
        Ok(())
    }

    async fn calculate(&self) -> anyhow::Result<Vec<Duration>> {
        let mut tx = self.tenancy.begin(&self.tenant).await?;
        let mut times = Vec::with_capacity(CALCULATIONS);
        for _ in 0..CALCULATIONS {
            let began = Instant::now();
            sqlx::query(CALCULATION).execute(&mut *tx).await?;
            times.push(began.elapsed());
        }
        tx.commit().await?;
        Ok(times)
    }

    /// A coarse column and then another: slower, and no part of the goal.
    async fn coarse(&self, rounds: usize) -> anyhow::Result<()> {
        let question = questions::everything();
        for sort in COARSE {
            let times = self.times(&question, sort, Paging { page: 1, per_page: 25 }, rounds).await?;
            let (p50, p99) = (quantile(&times, 0.5), quantile(&times, 0.99));
            println!("beside the goal: {sort}: p50 {:.1} ms, p99 {:.1} ms", millis(p50), millis(p99));
        }
        Ok(())
    }

    /// Sorted, without the first.
    async fn times(
        &self,
        question: &Question,
        sort: &str,
        paging: Paging,
        times: usize,
    ) -> anyhow::Result<Vec<Duration>> {
        let mut taken = Vec::with_capacity(times);
        for _ in 0..times {
            taken.push(self.ask(question, sort, paging).await?.0);
        }
        taken.remove(0);
        taken.sort();
        Ok(taken)
    }

    /// As the API does it, but for reading and writing the wire.
    async fn ask(
        &self,
        question: &Question,
        sort: &str,
        paging: Paging,
    ) -> anyhow::Result<(Duration, PageMeta)> {
        let (conditions, sort) = read(question, sort)?;
        let began = Instant::now();
        let mut tx = self.tenancy.begin(&self.tenant).await?;
        let (_, meta) = page::page(&mut tx, &conditions, paging, &sort).await?;
        tx.commit().await?;
        Ok((began.elapsed(), meta))
    }

    async fn explain_all(&self, questions: &[Question]) -> anyhow::Result<()> {
        for question in questions {
            let (_, meta) = self.ask(question, "", Paging { page: 1, per_page: 25 }).await?;
            let mut tx = self.tenancy.begin(&self.tenant).await?;
            for sort in SORTS {
                for paging in depths(&meta) {
                    let (conditions, keys) = read(question, sort)?;
                    let page = Asked { question, sort, paging, took: Duration::ZERO };
                    println!("\n# {} ({}): {page}", question.name, total(&meta));
                    if conditions.has_words() {
                        page::way_of(&mut tx, &conditions, &keys).await?;
                        sqlx::query(page::BY_LETTERS).execute(&mut *tx).await?;
                        explain(&mut tx, page::sample(&conditions)).await?;
                    }
                    let way = page::way_of(&mut tx, &conditions, &keys).await?;
                    println!("{way:?}");
                    if matches!(way, Way::Counted | Way::Sorted) {
                        explain(&mut tx, page::total(&conditions)).await?;
                    }
                    if !(meta.total_capped && matches!(way, Way::Counted | Way::Sorted | Way::Many)) {
                        explain(&mut tx, page::page_of_found(&conditions, paging, &keys, way)).await?;
                    }
                    if meta.total_capped && !matches!(way, Way::Newest(_)) {
                        explain(&mut tx, page::page_of_many(&conditions, paging, &keys, way)).await?;
                    }
                }
            }
            tx.commit().await?;
        }
        Ok(())
    }
}

async fn explain(tx: &mut TenantTx, mut query: QueryBuilder<Postgres>) -> anyhow::Result<()> {
    let mut query = query.build();
    let arguments = query.take_arguments().map_err(|error| anyhow::anyhow!(error))?;
    let sql = format!("explain (analyze, buffers) {}", query.sql().as_str());
    let plan = sqlx::query_scalar_with(AssertSqlSafe(sql), arguments.unwrap_or_default());
    let lines: Vec<String> = plan.persistent(false).fetch_all(&mut **tx).await?;
    println!("{}", lines.join("\n"));
    Ok(())
}

fn read(question: &Question, sort: &str) -> anyhow::Result<(Conditions, Vec<Sort<SortKey>>)> {
    let conditions = Conditions::new(question.filter.clone(), question.scope.clone(), "America/Sao_Paulo")?;
    Ok((conditions, parse_sort(Some(sort), SortKey::named)?))
}

/// The first page, one that people still turn to, and the last there is.
fn depths(meta: &PageMeta) -> Vec<Paging> {
    let reach = if meta.total_capped { REACH } else { meta.total };
    let last = Paging { page: ((reach + 99) / 100).max(1), per_page: 100 };
    let wanted = [Paging { page: 1, per_page: 25 }, Paging { page: 5, per_page: 25 }, last];
    wanted.into_iter().filter(|paging| paging.page == 1 || paging.offset() < meta.total).collect()
}

fn total(meta: &PageMeta) -> String {
    format!("{}{}", meta.total, if meta.total_capped { "+" } else { "" })
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

impl std::fmt::Display for Asked<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Paging { page, per_page } = self.paging;
        write!(f, "{} page {page} of {per_page}", self.sort)
    }
}
