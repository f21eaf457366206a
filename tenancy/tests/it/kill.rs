//! The owner's command is killed at a random moment; the database is consistent, and running it again
//! finishes the work.
//!
//! The command is this test binary, started again with the test that runs it.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rand::RngExt;
use tenancy::MigrationSet;
use tenancy::admin::{Admin, MigrateOptions};

use crate::support::{BASE, TestDb, base, set};

const DATABASE: &str = "TENANCY_KILL_DATABASE";

fn next() -> MigrationSet {
    set(&[
        ("0001_base.sql", BASE),
        ("0002_column.sql", "alter table notes add column priority integer"),
        ("0003_table.sql", "create table marks (id bigint generated always as identity primary key)"),
        ("0004_index.sql", "create index notes_priority_idx on notes (priority)"),
    ])
}

#[tokio::test]
#[ignore = "played by the other tests"]
async fn command_that_provisions() {
    let Ok(url) = std::env::var(DATABASE) else { return };
    let admin = Admin::connect(&url).await.unwrap().with_tenant_migrations(base());
    admin.refill_spares(1000, |_| {}).await.unwrap();
}

#[tokio::test]
#[ignore = "played by the other tests"]
async fn command_that_migrates() {
    let Ok(url) = std::env::var(DATABASE) else { return };
    let admin = Admin::connect(&url).await.unwrap().with_tenant_migrations(next());
    admin.migrate_tenants(&MigrateOptions::default(), |_, _| {}).await.unwrap();
}

fn start(db: &TestDb, command: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", &format!("kill::{command}")])
        .env(DATABASE, &db.admin_url)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// SIGKILL after a random time; waits until the server has closed the connections.
async fn kill_soon(db: &TestDb, mut child: Child) {
    let pause = rand::rng().random_range(20..400);
    tokio::time::sleep(Duration::from_millis(pause)).await;
    child.kill().unwrap();
    child.wait().unwrap();
    let mut owner = db.owner().await;
    loop {
        let left: i64 = sqlx::query_scalar(
            "select count(*) from pg_stat_activity
             where datname = current_database() and application_name = 'remessa-admin'",
        )
        .fetch_one(&mut owner)
        .await
        .unwrap();
        if left == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Schemas without a tenant, tenants without a schema or role, and registry rows that differ from the ledger.
async fn halves(db: &TestDb) -> i64 {
    const HALVES: &str = "
        select (select count(*) from pg_namespace where nspname ~ '^t_' and not exists (
                select from control.tenants where id = nspname))
            + (select count(*) from control.tenants where state <> 'deleted'
                and (to_regnamespace(id) is null or to_regrole(id) is null))";
    const LEDGERS: &str = "
        select coalesce(string_agg(format('select %L as id, max(version) as version from %I.schema_migrations', id, id),
            ' union all '), 'select null as id, 0 as version where false') from control.tenants where state <> 'deleted'";
    let mut owner = db.owner().await;
    let halves: i64 = sqlx::query_scalar(HALVES).fetch_one(&mut owner).await.unwrap();
    let ledgers: String = sqlx::query_scalar(LEDGERS).fetch_one(&mut owner).await.unwrap();
    let text = format!(
        "select count(*) from control.tenants join ({ledgers}) l using (id) where schema_version <> version"
    );
    let differ: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(text)).fetch_one(&mut owner).await.unwrap();
    halves + differ
}

#[tokio::test]
async fn a_killed_provisioning_leaves_no_incomplete_tenant() {
    let db = TestDb::start().await;
    for _ in 0..10 {
        kill_soon(&db, start(&db, "command_that_provisions")).await;
        assert_eq!(halves(&db).await, 0);
    }
    db.admin.provision("a", "a.example").await.unwrap();
    db.stop().await;
}

#[tokio::test]
async fn a_killed_migration_is_finished_by_the_next_run() {
    let db = TestDb::start().await;
    db.admin.refill_spares(60, |_| {}).await.unwrap();
    for _ in 0..6 {
        kill_soon(&db, start(&db, "command_that_migrates")).await;
        assert_eq!(halves(&db).await, 0);
    }
    let report = db
        .admin
        .clone()
        .with_tenant_migrations(next())
        .migrate_tenants(&MigrateOptions::default(), |_, _| {})
        .await
        .unwrap();
    assert_eq!(report.failed, []);
    assert_eq!(halves(&db).await, 0);
    let looks: Vec<(i32, i64)> = sqlx::query_as(
        "select schema_version, count(distinct (select string_agg(concat(relname, relkind), ',' order by relname) from pg_class
            where relnamespace = id::regnamespace)) from control.tenants group by 1",
    )
    .fetch_all(&mut db.owner().await)
    .await
    .unwrap();
    assert_eq!(looks, [(4, 1)]);
    db.stop().await;
}
