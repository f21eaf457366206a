//! Many tenants with many tables: as large as the product, with another structure.

use std::fmt::Write;

use ::tenancy::admin::Admin;
use ::tenancy::{Migration, MigrationSet};
use anyhow::Context;
use sqlx::{AssertSqlSafe, Executor};
use tokio::task::JoinSet;

use super::Tenancies;
use crate::database::Database;

const WORKERS: usize = 2;

const LISTED: &str = "
    create table clients (id uuid primary key, name text not null);
    create table services (id uuid primary key, title text not null);
    create table shipments (
        id uuid primary key, code text not null, status smallint not null, weight_g integer not null,
        client_id uuid not null references clients, service_id uuid references services,
        created_at timestamptz not null
    );
    create index shipments_created_at_idx on shipments (created_at desc, id desc);
    create index shipments_client_idx on shipments (client_id);
    create index shipments_code_idx on shipments (code);";

const ROWS: &str = "
    insert into clients select gen_random_uuid(), 'Client ' || n from generate_series(1, 200) n;
    insert into services select gen_random_uuid(), 'Service ' || n from generate_series(1, 5) n;
    insert into shipments
    select gen_random_uuid(), 'RM' || n || 'BR', (n % 5) * 10, n,
        (array(select id from clients))[1 + n % 200], (array(select id from services))[1 + n % 5],
        now() - n * interval '1 minute'
    from generate_series(1, 1000) n;
    analyze clients, services, shipments";

/// The tables of the list query, and other tables with an index and a foreign key each.
pub fn migrations(tables: usize) -> MigrationSet {
    let mut sql = LISTED.to_owned();
    for n in 3..tables {
        let _ = write!(
            sql,
            "create table other_{n} (
                id uuid primary key, client_id uuid references clients, name text not null, note text,
                version integer not null default 1, created_at timestamptz not null default now());
             create index other_{n}_client_idx on other_{n} (client_id);"
        );
        if n % 2 == 0 {
            let _ = write!(sql, "create index other_{n}_created_idx on other_{n} (created_at desc);");
        }
    }
    MigrationSet::new(Migration::from_file("0001_tables.sql", &sql))
}

pub async fn fill(bench: &Tenancies, database: &Database, migrations: &MigrationSet) -> anyhow::Result<()> {
    let admin = database.admin(migrations).await?;
    eprintln!("building {} tenants of {} tables; this takes a while", bench.tenants, bench.tables);
    let mut builders = JoinSet::new();
    for worker in 0..WORKERS {
        let (admin, wanted) = (admin.clone(), bench.tenants);
        builders.spawn(async move {
            let told = move |ready: usize| {
                if worker == 0 && ready % 100 < 2 {
                    eprintln!("{ready} of {wanted}");
                }
            };
            admin.refill_spares(wanted, told).await
        });
    }
    while let Some(builder) = builders.join_next().await {
        builder??;
    }
    let mut workers = JoinSet::new();
    for worker in 0..WORKERS {
        let owner = database.owner().await?;
        workers.spawn(name_and_fill(admin.clone(), owner, worker, bench.tenants));
    }
    while let Some(worker) = workers.join_next().await {
        worker??;
    }
    let mut owner = database.owner().await?;
    owner
        .execute(
            "create schema bench; create table bench.tenants (n integer primary key, id text not null);
             insert into bench.tenants
             select row_number() over (order by slug), id from control.tenants where state = 'active';
             checkpoint",
        )
        .await?;
    Ok(())
}

async fn name_and_fill(
    admin: Admin,
    mut owner: sqlx::PgConnection,
    worker: usize,
    tenants: usize,
) -> anyhow::Result<()> {
    for n in (worker..tenants).step_by(WORKERS) {
        let id = admin.provision(&format!("bench-{n}"), &format!("bench-{n}.example")).await?.id;
        owner.execute(AssertSqlSafe(format!("begin; set local search_path to {id}; {ROWS}; commit"))).await?;
    }
    Ok(())
}

/// Refuses to measure an incomplete set-up.
pub async fn check(bench: &Tenancies, database: &Database) -> anyhow::Result<()> {
    let count: i64 = sqlx::query_scalar("select count(*) from bench.tenants")
        .fetch_one(&mut database.owner().await?)
        .await
        .with_context(|| format!("the set-up of {} was interrupted: drop that database", database.name))?;
    anyhow::ensure!(count >= bench.tenants as i64, "{} holds {count} tenants", database.name);
    Ok(())
}
