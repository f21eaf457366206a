//! A million callers that cancel, fail, panic, end their own transaction or lose their connection. Counts the
//! rows of other tenants that they read.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::task::Poll;
use std::time::{Duration, Instant};

use ::tenancy::{Migration, MigrationSet, Tenancy, TenancyError, Tenant, TenantTx};
use clap::Args;
use rand::{Rng, RngExt, SeedableRng, rngs::SmallRng};
use sqlx::{AssertSqlSafe, Executor};
use tokio::time::{sleep, timeout};

use crate::database::{Database, Server};

const SCHEMA: &str = "create table notes (id integer primary key, owner text not null)";
const READ: &str = "select count(*), count(*) filter (where owner = $1), current_user::text from notes";
const KILL: &str = "
    select count(pg_terminate_backend(pid)) from pg_stat_activity
    where datname = current_database() and usename ~ '^remessa_app_' and random() < 0.2";

#[derive(Args)]
pub struct Isolation {
    #[command(flatten)]
    server: Server,
    /// Total number of calls.
    #[arg(long, default_value_t = 1_000_000)]
    iterations: u64,
    /// Concurrent callers.
    #[arg(long, default_value_t = 16)]
    callers: u64,
    /// Number of tenants, all with the same login roles.
    #[arg(long, default_value_t = 12)]
    tenants: usize,
    /// Interval in ms at which a fifth of the connections is killed; 0 kills none.
    #[arg(long, default_value_t = 500)]
    kill_every_ms: u64,
    /// Seed of the random numbers. Repeats the choices of a run, but not its timing.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Results of the calls.
#[derive(Default)]
struct Tally {
    calls: AtomicU64,
    cancelled: AtomicU64,
    reads: AtomicU64,
    foreign: AtomicU64,
    wrong_role: AtomicU64,
    panics: AtomicU64,
    busy: AtomicU64,
    unavailable: AtomicU64,
    lost: AtomicU64,
    odd: AtomicU64,
}

pub async fn run(bench: Isolation) -> anyhow::Result<()> {
    std::panic::set_hook(Box::new(|_| {}));
    let name = format!("remessa_bench_isolation_{}", std::process::id());
    let (database, _) = bench.server.database(&name).await?;
    let outcome = measure(&bench, &database).await;
    database.drop().await?;
    outcome
}

async fn measure(bench: &Isolation, database: &Database) -> anyhow::Result<()> {
    let migrations = MigrationSet::new(Migration::from_file("0001_notes.sql", SCHEMA));
    let admin = database.admin(&migrations).await?;
    for n in 0..bench.tenants {
        let id = admin.provision(&format!("t{n}"), &format!("t{n}.example")).await?.id;
        let rows = format!("insert into {id}.notes select n, '{id}' from generate_series(1, 50) n");
        database.owner().await?.execute(AssertSqlSafe(rows)).await?;
    }
    let tenancy = Tenancy::connect(&database.config(&migrations)).await?;
    let tally = Arc::new(Tally::default());
    let started = Instant::now();
    let killer = tokio::spawn(kill(database.owner().await?, bench.kill_every_ms));
    let callers: Vec<_> = (0..bench.callers)
        .map(|caller| {
            let dice = SmallRng::seed_from_u64(bench.seed * 1_000 + caller);
            tokio::spawn(call(tenancy.clone(), Arc::clone(&tally), dice, bench.iterations / bench.callers))
        })
        .collect();
    let watch = tokio::spawn(report(Arc::clone(&tally), bench.iterations));
    for caller in callers {
        caller.await?;
    }
    watch.abort();
    killer.abort();
    print(&tally, started.elapsed());
    let broken = tally.foreign.load(Relaxed) + tally.wrong_role.load(Relaxed);
    anyhow::ensure!(broken == 0, "tenants were mixed up {broken} times");
    Ok(())
}

async fn kill(mut owner: sqlx::PgConnection, every_ms: u64) {
    if every_ms == 0 {
        return;
    }
    loop {
        sleep(Duration::from_millis(every_ms)).await;
        drop(owner.execute(KILL).await);
    }
}

async fn report(tally: Arc<Tally>, iterations: u64) {
    loop {
        sleep(Duration::from_secs(20)).await;
        eprintln!("{} of {iterations} calls, {} reads", tally.calls.load(Relaxed), tally.reads.load(Relaxed));
    }
}

/// Kind of call that runs in its own task, where it can panic.
const ALONE: u32 = 7;

async fn call(tenancy: Tenancy, tally: Arc<Tally>, mut dice: SmallRng, calls: u64) {
    let tenants = tenancy.tenants();
    for _ in 0..calls {
        let tenant = Arc::clone(&tenants[dice.random_range(0..tenants.len())]);
        let manner = dice.random_range(0..8);
        let work = careless(tenancy.clone(), tenant, Arc::clone(&tally), dice.next_u32(), manner == ALONE);
        let finished = match manner {
            0..3 => for_polls(dice.random_range(1..14), work).await.is_some(),
            3..6 => timeout(Duration::from_micros(dice.random_range(20..4_000)), work).await.is_ok(),
            6 => {
                work.await;
                true
            }
            _ => tokio::spawn(work).await.is_ok(),
        };
        tally.calls.fetch_add(1, Relaxed);
        if !finished {
            tally.cancelled.fetch_add(1, Relaxed);
        }
    }
}

async fn careless(tenancy: Tenancy, tenant: Arc<Tenant>, tally: Arc<Tally>, dice: u32, may_panic: bool) {
    let mut tx = match tenancy.begin(&tenant).await {
        Ok(tx) => tx,
        Err(error) => return count(&tally, &error),
    };
    let harm = match dice % 64 {
        0 => Some("select 1 / 0"),
        1 | 2 => Some("select pg_sleep(0.003)"),
        3 => Some("commit"),
        4 => Some("reset role"),
        5 => Some("set search_path to public"),
        _ => None,
    };
    if let Some(text) = harm {
        drop(sqlx::query(text).execute(&mut *tx).await);
    }
    count_rows(&mut tx, &tenant, &tally).await;
    if may_panic && dice.is_multiple_of(5) {
        tally.panics.fetch_add(1, Relaxed);
        std::panic::resume_unwind(Box::new("careless"));
    }
    match (dice >> 8) % 3 {
        0 => {
            if let Err(error) = tx.commit().await {
                count(&tally, &error);
            }
        }
        1 => tx.rollback().await,
        _ => drop(tx),
    }
}

async fn count_rows(tx: &mut TenantTx, tenant: &Tenant, tally: &Tally) {
    let answer: Result<(i64, i64, String), _> =
        sqlx::query_as(READ).bind(tenant.id.as_str()).fetch_one(&mut **tx).await;
    let Ok((rows, own, role)) = answer else { return };
    tally.reads.fetch_add(1, Relaxed);
    tally.foreign.fetch_add((rows - own).unsigned_abs(), Relaxed);
    if role != tenant.id.as_str() {
        tally.wrong_role.fetch_add(1, Relaxed);
    }
}

fn count(tally: &Tally, error: &TenancyError) {
    let counter = match error {
        TenancyError::Busy => &tally.busy,
        TenancyError::Unavailable(_) => &tally.unavailable,
        TenancyError::OutcomeUnknown => &tally.lost,
        _ => &tally.odd,
    };
    counter.fetch_add(1, Relaxed);
}

fn print(tally: &Tally, elapsed: Duration) {
    let of = |counter: &AtomicU64| counter.load(Relaxed);
    println!("calls              {:>10}   in {:.0} s", of(&tally.calls), elapsed.as_secs_f64());
    println!("cancelled          {:>10}   by poll or by time", of(&tally.cancelled));
    println!("panicked           {:>10}", of(&tally.panics));
    println!("reads              {:>10}", of(&tally.reads));
    println!("busy               {:>10}   no connection in time", of(&tally.busy));
    println!("unavailable        {:>10}   no connection to be had", of(&tally.unavailable));
    println!("outcome unknown    {:>10}   killed while committing", of(&tally.lost));
    println!("refused            {:>10}   statements and commits of broken transactions", of(&tally.odd));
    println!("wrong role         {:>10}   goal 0", of(&tally.wrong_role));
    println!("foreign rows read  {:>10}   goal 0", of(&tally.foreign));
}

/// Polls at most this many times, then drops.
async fn for_polls<T>(polls: u32, work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    let mut left = polls;
    poll_fn(|context| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        work.as_mut().poll(context).map(Some)
    })
    .await
}
