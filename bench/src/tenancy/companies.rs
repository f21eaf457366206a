//! Companies as the product makes them: spares with all its tables, claimed one by one as by `remessa tenant create`.

use std::time::{Duration, Instant};

use ::tenancy::admin::{Admin, MigrateOptions};
use ::tenancy::{MigrationSet, Tenancy};
use anyhow::ensure;
use server_core::settings;
use sqlx::{AssertSqlSafe, Executor};

use super::Tenancies;
use crate::database::Database;
use crate::figures::{goal, millis, quantile};

/// The last spares: for them the database is fullest.
const LAST: usize = 20;
const GOAL_RELATIONS: f64 = 700.0;
const GOAL_SPARE_SECONDS: f64 = 1.0;
const GOAL_CLAIM: f64 = 50.0;
const GOAL_IDLE_SECONDS: f64 = 10.0;

const SIZE: &str = "select pg_database_size(current_database())";
/// Tables, indexes and sequences of one company.
const RELATIONS: &str = "
    select count(*) from pg_class c where c.relkind in ('r', 'i', 'S') and c.relnamespace = (
        select n.oid from pg_namespace n join control.tenants t on t.id = n.nspname where t.state = 'spare' limit 1)";
const RECORDS: &str = "
    insert into clients (id, code, name)
    select gen_random_uuid(), 'B' || n, 'Client ' || n from generate_series(1, 50) n;
    insert into services (id, code, title_locale, mode)
    select gen_random_uuid(), 'S' || n, jsonb_build_object('en', 'Service ' || n), 'air' from generate_series(1, 5) n;
    insert into shipments (id, created_at, updated_at, client_id, service_id, tracking_code, status, declared_weight_g,
                           to_name, to_city, to_country_id)
    select gen_random_uuid(), now() - n * interval '1 minute', now(), (array(select id from clients))[1 + n % 50],
           (array(select id from services))[1 + n % 5], 'RM' || lpad(n::text, 9, '0') || 'BR', 20, 500 + n,
           'Maria Silva ' || n, 'Lisboa', 32
    from generate_series(1, 200) n;
    analyze clients, services, shipments";
/// Numbers of the companies, for pgbench.
const NUMBERS: &str = "
    create schema bench; create table bench.tenants (n integer primary key, id text not null);
    insert into bench.tenants
    select row_number() over (order by slug), id from control.tenants where state = 'active'";

/// Builds spares, claims them all, and writes some records into each company.
pub async fn build(bench: &Tenancies, database: &Database) -> anyhow::Result<()> {
    let admin = database.admin(&MigrationSet::tenant()).await?;
    let mut owner = database.owner().await?;
    let empty: i64 = sqlx::query_scalar(SIZE).fetch_one(&mut owner).await?;
    build_spares(&admin, bench.companies).await?;
    let full: i64 = sqlx::query_scalar(SIZE).fetch_one(&mut owner).await?;
    let relations: i64 = sqlx::query_scalar(RELATIONS).fetch_one(&mut owner).await?;
    goal("tables, indexes and sequences of a company", relations as f64, GOAL_RELATIONS);
    let megabytes = (full - empty) as f64 / bench.companies as f64 / f64::from(1 << 20);
    println!("{:<52} {megabytes:>9.2}", "disk of a company without records, MB");
    claim_all(&admin, bench.companies).await?;
    open_all(database).await?;
    owner.execute(NUMBERS).await?;
    Ok(())
}

async fn build_spares(admin: &Admin, wanted: usize) -> anyhow::Result<()> {
    eprintln!("building {wanted} companies; this takes a while");
    let (mut times, mut since) = (Vec::with_capacity(wanted), Instant::now());
    let told = |ready: usize| {
        // It is told first that there is none.
        if ready > 0 {
            times.push(since.elapsed());
        }
        if ready > 0 && ready.is_multiple_of(100) {
            eprintln!("{ready} of {wanted}");
        }
        since = Instant::now();
    };
    admin.refill_spares(wanted, told).await?;
    let seconds = |times: &[Duration], share| quantile(times, share).as_secs_f64();
    let mut last = times.split_off(times.len().saturating_sub(LAST));
    last.sort_unstable();
    goal("a spare is built in, s (p50 of the last 20)", seconds(&last, 0.5), GOAL_SPARE_SECONDS);
    times.extend(last);
    times.sort_unstable();
    println!("{:<52} {:>9.2}", "slowest spare, s", seconds(&times, 1.0));
    Ok(())
}

async fn claim_all(admin: &Admin, companies: usize) -> anyhow::Result<()> {
    let mut times = Vec::with_capacity(companies);
    for n in 0..companies {
        let (slug, asked) = (format!("bench-{n}"), Instant::now());
        let made =
            admin.provision_with(&slug, &format!("{slug}.localhost"), settings::SWITCH_ON_FIRST).await?;
        times.push(asked.elapsed());
        ensure!(made.from_spare, "no spare was left for {slug}");
    }
    times.sort_unstable();
    println!("{:<52} {:>9.2}", "a spare is claimed in, ms (p50)", millis(quantile(&times, 0.5)));
    goal("a spare is claimed in, ms (p99)", millis(quantile(&times, 0.99)), GOAL_CLAIM);
    Ok(())
}

/// Writes the records of each company.
async fn open_all(database: &Database) -> anyhow::Result<()> {
    let tenancy = Tenancy::connect(&database.config(&MigrationSet::tenant())).await?;
    let mut owner = database.owner().await?;
    for tenant in tenancy.tenants() {
        let id = &tenant.id;
        let records = format!("begin; set local search_path to {id}, ref; {RECORDS}; commit");
        owner.execute(AssertSqlSafe(records)).await?;
    }
    Ok(())
}

/// `remessa migrate` when there is nothing to do.
pub async fn time_idle_migration(bench: &Tenancies, database: &Database) -> anyhow::Result<()> {
    let begun = Instant::now();
    database.prepare().await?;
    let admin = database.admin(&MigrationSet::tenant()).await?;
    let report = admin.migrate_tenants(&MigrateOptions::default(), |_, _| {}).await?;
    let seconds = begun.elapsed().as_secs_f64();
    ensure!(report.migrated == 0 && report.failed.is_empty(), "there was something to migrate: {report:?}");
    let what = format!("`migrate` of {} companies, nothing to do, s", bench.companies);
    goal(&what, seconds, GOAL_IDLE_SECONDS);
    Ok(())
}
