//! Provisioning from spares until the first page; adding a column to every tenant, without and with load.

use std::time::{Duration, Instant};

use ::tenancy::admin::{Admin, MigrateOptions};
use ::tenancy::{Host, Migration, MigrationSet, Tenancy};
use anyhow::Context;

use super::Tenancies;
use super::load::{Load, PAGE, Pattern, call_all};
use crate::database::Database;
use crate::figures::{goal, quantile};

/// Spares are built ahead: empty schemas with their role, which a sign-up claims. Each is claimed once here.
const SPARES: usize = 20;

pub async fn measure(
    bench: &Tenancies,
    database: &Database,
    migrations: &MigrationSet,
) -> anyhow::Result<()> {
    println!();
    provision(database, migrations).await?;
    println!();
    migrate(bench, database, migrations).await
}

async fn provision(database: &Database, migrations: &MigrationSet) -> anyhow::Result<()> {
    let admin = database.admin(&current(database, migrations).await?).await?;
    let built = Instant::now();
    admin.refill_spares(SPARES, |_| {}).await?;
    println!("{:<52} {:>9.2}", "a spare is built in, s", built.elapsed().as_secs_f64() / SPARES as f64);
    let tenancy = Tenancy::connect(&database.config(&current(database, migrations).await?)).await?;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let (mut claims, mut pages) = (Vec::new(), Vec::new());
    for n in 0..SPARES {
        let (slug, asked) = (format!("new-{n}-{}", std::process::id()), Instant::now());
        let made = admin.provision(&slug, &format!("{slug}.example")).await?;
        claims.push(asked.elapsed());
        anyhow::ensure!(made.from_spare, "no spare was left");
        pages.push(first_page(&tenancy, &slug, asked).await?);
        // Only a suspended tenant can be deleted.
        admin.suspend(&slug).await?;
    }
    claims.sort_unstable();
    pages.sort_unstable();
    println!("{:<52} {:>9.2}", "a spare is claimed in, ms (p50)", quantile(&claims, 0.5).as_secs_f64() * 1e3);
    println!("{:<52} {:>9.2}", "sign-up to first page, ms (p50)", quantile(&pages, 0.5).as_secs_f64() * 1e3);
    goal("sign-up to first page, ms (worst of 20)", quantile(&pages, 0.99).as_secs_f64() * 1e3, 50.0);
    remove_new(&admin).await
}

/// Migrations up to the tenants' current version: an earlier run can have added columns.
async fn current(database: &Database, migrations: &MigrationSet) -> anyhow::Result<MigrationSet> {
    let version: i32 =
        sqlx::query_scalar("select max(schema_version) from control.tenants where state = 'active'")
            .fetch_one(&mut database.owner().await?)
            .await?;
    let first = migrations.get(1).cloned().context("no tables")?;
    Ok(MigrationSet::new(std::iter::once(first).chain((2..=version).filter_map(column))))
}

/// Even versions add the column, odd versions drop it.
fn column(version: i32) -> Option<Migration> {
    let change = if version % 2 == 0 { "add column extra text" } else { "drop column extra" };
    Migration::from_file(&format!("{version:04}_extra.sql"), &format!("alter table shipments {change}"))
}

/// Waits until the registry has the tenant, like a browser sent to a new host.
async fn first_page(tenancy: &Tenancy, slug: &str, asked: Instant) -> anyhow::Result<Duration> {
    let host = Host::parse(&format!("{slug}.example")).context("no host")?;
    let tenant = loop {
        if let Some(tenant) = tenancy.resolve(&host) {
            break tenant;
        }
        anyhow::ensure!(asked.elapsed() < Duration::from_secs(10), "the registry did not hear of {slug}");
        tokio::time::sleep(Duration::from_millis(1)).await;
    };
    let mut tx = tenancy.begin(&tenant).await?;
    sqlx::query(PAGE).fetch_all(&mut *tx).await?;
    tx.commit().await?;
    Ok(asked.elapsed())
}

async fn remove_new(admin: &Admin) -> anyhow::Result<()> {
    for tenant in admin.list().await?.into_iter().filter(|tenant| tenant.slug.starts_with("new-")) {
        admin.delete(&tenant.slug, &tenant.slug).await?;
    }
    Ok(())
}

async fn migrate(bench: &Tenancies, database: &Database, migrations: &MigrationSet) -> anyhow::Result<()> {
    let tenancy = {
        let mut config = database.config(migrations);
        config.schema = 1..=i32::MAX;
        Tenancy::connect(&config).await?
    };
    let mut load = Load::new(bench, Pattern::Bursts);
    load.pace = Some(Duration::from_millis(10) * u32::try_from(bench.clients)?);
    let calm = call_all(load.shape(Instant::now()), tenancy.clone(), tenancy.tenants()).await?;
    let calm = p99(calm);

    let alone = add_column(database, migrations).await?;
    goal(&format!("a column added to {} tenants, s", bench.tenants), alone, 5.0);

    let shape =
        load.shape(Instant::now().checked_sub(Duration::from_secs(bench.warm)).unwrap_or_else(Instant::now));
    let calls = tokio::spawn(call_all(shape, tenancy.clone(), tenancy.tenants()));
    let beside = add_column(database, migrations).await?;
    let busy = p99(calls.await??);
    println!("{:<52} {beside:>9.2}", "the same beside 100 pages a second, s");
    println!("p99 of those pages: {calm:.2} ms before, {busy:.2} ms beside the migration");
    goal("p99 beside the migration / before", busy / calm, 1.25);
    Ok(())
}

/// In milliseconds.
fn p99(mut latencies: Vec<Duration>) -> f64 {
    latencies.sort_unstable();
    quantile(&latencies, 0.99).as_secs_f64() * 1e3
}

/// Migrates every tenant by one version, which adds the column or drops it, and returns the seconds that it took.
async fn add_column(database: &Database, migrations: &MigrationSet) -> anyhow::Result<f64> {
    let current = current(database, migrations).await?;
    let next = column(current.latest() + 1).context("no step")?;
    let steps = (1..=current.latest()).filter_map(|version| current.get(version).cloned());
    let admin = database.admin(&MigrationSet::new(steps.chain([next]))).await?;
    let begun = Instant::now();
    let report = admin.migrate_tenants(&MigrateOptions::default(), |_, _| {}).await?;
    anyhow::ensure!(report.failed.is_empty(), "{:?}", report.failed.first());
    Ok(begun.elapsed().as_secs_f64())
}
