//! A new migration of every company: killed half-way and run again, and one beside the load of callers.

use std::time::{Duration, Instant};

use ::tenancy::admin::{Admin, MigrateOptions};
use ::tenancy::{Migration, MigrationSet, Tenancy};
use anyhow::{Context, ensure};
use tokio::sync::watch;

use super::Tenancies;
use super::load::{Load, Pattern, call_all};
use crate::database::Database;
use crate::figures::{goal, millis, quantile};

const GOAL_SECONDS: f64 = 180.0;
const GOAL_RATIO: f64 = 1.25;

/// Like a file of a release: a column, a table, an index.
const FIRST: &str = "
    alter table shipments add column bench_note text;
    create table bench_notes (id uuid primary key, shipment_id uuid not null references shipments (id), note text not null);
    create index bench_notes_shipment_idx on bench_notes (shipment_id)";
const SECOND: &str = "alter table shipments add column bench_extra text";

/// Companies of this version, and all.
const STANDING: &str = "
    select count(*) filter (where schema_version = $1), count(*) from control.tenants where state = 'active'";

pub async fn measure(bench: &Tenancies, database: &Database) -> anyhow::Result<()> {
    let tenancy = {
        let mut config = database.config(&MigrationSet::tenant());
        config.schema = 1..=i32::MAX;
        Tenancy::connect(&config).await?
    };
    let mut load = Load::new(bench, Pattern::Bursts);
    load.pace = Some(Duration::from_millis(10) * u32::try_from(bench.clients)?);
    let calm = p99(call_all(load.shape(Instant::now()), tenancy.clone(), tenancy.tenants()).await?);

    let first = extend(&MigrationSet::tenant(), FIRST)?;
    time_killed(bench, database, &first).await?;

    let second = database.admin(&extend(&first, SECOND)?).await?;
    let warmed = Instant::now().checked_sub(Duration::from_secs(bench.warm)).unwrap_or_else(Instant::now);
    let calls = tokio::spawn(call_all(load.shape(warmed), tenancy.clone(), tenancy.tenants()));
    let begun = Instant::now();
    finish(&second).await?;
    println!("{:<52} {:>9.2}", "a column beside 100 pages a second, s", begun.elapsed().as_secs_f64());
    let busy = p99(calls.await??);
    println!("p99 of those pages: {calm:.2} ms before, {busy:.2} ms beside the migration");
    goal("p99 beside the migration / before", busy / calm, GOAL_RATIO);
    Ok(())
}

/// One more migration after the last.
fn extend(set: &MigrationSet, sql: &str) -> anyhow::Result<MigrationSet> {
    let next =
        Migration::from_file(&format!("{:04}_bench.sql", set.latest() + 1), sql).context("no migration")?;
    Ok(MigrationSet::new(set.after(-1).cloned().chain([next])))
}

/// The time of both runs: the first ends in the middle, with its connections.
async fn time_killed(bench: &Tenancies, database: &Database, set: &MigrationSet) -> anyhow::Result<()> {
    let admin = database.admin(set).await?;
    let begun = Instant::now();
    kill_half_way(&admin, bench.companies).await?;
    let (done, _) = count(database, set).await?;
    finish(&admin).await?;
    let seconds = begun.elapsed().as_secs_f64();
    let (migrated, all) = count(database, set).await?;
    ensure!(migrated == all, "{migrated} of {all} companies are migrated");
    println!("killed after {done} of {all} companies, and run again");
    goal(&format!("one new migration of {all} companies, s"), seconds, GOAL_SECONDS);
    Ok(())
}

async fn kill_half_way(admin: &Admin, companies: usize) -> anyhow::Result<()> {
    let (told, mut done) = watch::channel(0);
    let admin = admin.clone();
    let run = tokio::spawn(async move {
        let tell = move |ready: usize, _: usize| {
            told.send_replace(ready);
        };
        admin.migrate_tenants(&MigrateOptions::default(), tell).await
    });
    done.wait_for(|ready| *ready >= companies / 2).await.context("the run ended too early")?;
    run.abort();
    // Cancelled, or at its end already when there are few companies.
    run.await.ok();
    Ok(())
}

async fn finish(admin: &Admin) -> anyhow::Result<()> {
    let report = admin.migrate_tenants(&MigrateOptions::default(), |_, _| {}).await?;
    ensure!(report.failed.is_empty() && report.skipped == 0, "{:?}", report.failed.first());
    Ok(())
}

async fn count(database: &Database, set: &MigrationSet) -> anyhow::Result<(i64, i64)> {
    let mut owner = database.owner().await?;
    Ok(sqlx::query_as(STANDING).bind(set.latest()).fetch_one(&mut owner).await?)
}

/// In milliseconds.
fn p99(mut latencies: Vec<Duration>) -> f64 {
    latencies.sort_unstable();
    millis(quantile(&latencies, 0.99))
}
