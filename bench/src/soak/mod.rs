//! Two servers and two workers of one installation, writers in every area, and faults. What was acknowledged must be there
//! afterwards, and nothing twice.

mod backing;
mod caller;
mod ending;
mod fault;
mod ground;
mod journal;
mod listener;
mod node;
mod outpost;
mod proxy;
mod stage;
mod writers;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;
use sqlx::{AssertSqlSafe, Executor, PgConnection};

use fault::Fault;
use ground::Ground;
use journal::Journal;
use listener::Listener;
use stage::Stage;

/// The company of the demo that has all areas.
const SLUG: &str = "atlantico";
/// The area of calls that write nothing.
const ASIDE: &str = "aside";

#[derive(Args)]
pub struct Soak {
    #[arg(long, default_value_t = 30)]
    minutes: u64,
    /// Only these faults, in this order. A fault has at least a minute; those without time are left out.
    #[arg(long, value_enum, value_delimiter = ',')]
    faults: Vec<Fault>,
    /// The program of the servers, built for development: only such a one sends webhooks to this machine.
    #[arg(long)]
    remessa: PathBuf,
    /// Folder of the run: logs, and the files of the companies in `disk/files`.
    #[arg(long)]
    folder: PathBuf,
    #[arg(long)]
    pg_ctl: PathBuf,
    #[arg(long)]
    pg_data: PathBuf,
    /// Has `redis.conf` and the file `pid`.
    #[arg(long)]
    redis_folder: PathBuf,
    #[arg(long, env = "REMESSA_ADMIN_URL", hide_env_values = true)]
    admin_url: String,
    #[arg(long, env = "REMESSA_DATABASE_URL")]
    database_url: String,
    #[arg(long, env = "REMESSA_REDIS_URL", hide_env_values = true)]
    redis_url: String,
}

pub async fn run(bench: Soak) -> anyhow::Result<()> {
    let mut stage = Stage::open(&bench).await?;
    stage.start().await?;
    let journal = Arc::new(Journal::begin());
    let ground = Arc::new(Ground::prepare(stage.servers()?, &journal).await?);
    let writers = writers::start(&ground);
    let listener = Listener::start(ground.staff.clone(), Arc::clone(&journal));
    let total = Duration::from_secs(bench.minutes * 60);
    let slots = fault::run_schedule(&mut stage, &journal, &bench.faults, total).await?;
    ground.end();
    let mut wrong = 0;
    for writer in writers {
        if let Err(error) = writer.await? {
            println!("A WRITER GAVE UP: {error:#}");
            wrong += 1;
        }
    }
    let heard = listener.end().await?;
    fault::print(&slots, &journal);
    ending::print_refusals(&journal);
    let mut owner = connect_owner(&bench).await?;
    wrong += usize::from(!ending::settle(&mut owner).await?);
    let claims = journal.claims();
    wrong += ending::compare(&mut owner, &claims).await?;
    wrong += ending::check_sums(&mut owner, &journal.balances()).await?;
    wrong += ending::check_files(&mut owner, &ground.staff).await?;
    wrong += ending::check_webhooks(&mut owner, &stage.webhooks.inbox(), &claims).await?;
    wrong += ending::check_mail(&stage.mail.inbox(), &journal.invoices());
    wrong += ending::check_live(&heard, &claims);
    ending::print_failed_tasks(&mut owner, journal.now()).await?;
    wrong += ending::verify(&bench.remessa).await?;
    ensure!(wrong == 0, "{wrong} things are lost, there twice, or wrong");
    println!("\nnothing lost, nothing twice");
    Ok(())
}

/// A connection as the owner to the tables of the company, past the proxies.
async fn connect_owner(bench: &Soak) -> anyhow::Result<PgConnection> {
    let mut owner = stage::connect_owner(bench).await?;
    let schema: Option<String> = sqlx::query_scalar("select id from control.tenants where slug = $1")
        .bind(SLUG)
        .fetch_optional(&mut owner)
        .await?;
    let schema = schema.context("the demo company is missing")?;
    owner.execute(AssertSqlSafe(format!("set search_path to {schema}, ref"))).await?;
    Ok(owner)
}
