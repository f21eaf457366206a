use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use sqlx::{AssertSqlSafe, Connection, Executor};
use tenancy::MigrationSet;
use tenancy::admin::{AdminError, MigrateOptions, MigrateReport};

use crate::support::{BASE, TestDb, base, set};

const COLUMN: &str = "alter table notes add column priority integer not null default 0";

fn next() -> MigrationSet {
    set(&[
        ("0001_base.sql", BASE),
        ("0002_column.sql", COLUMN),
        (
            "0003_table.sql",
            "-- append-only: marks\ncreate table marks (note_id bigint references notes, mark text)",
        ),
    ])
}

fn impatient() -> MigrateOptions {
    MigrateOptions { workers: 4, lock_timeout: Duration::from_millis(100), attempts: 3, rest: 0 }
}

async fn migrate(db: &TestDb, set: MigrationSet) -> MigrateReport {
    db.admin.clone().with_tenant_migrations(set).migrate_tenants(&impatient(), |_, _| {}).await.unwrap()
}

/// The different structures of all tenants' schemas, and how often each exists.
async fn looks(db: &TestDb) -> Vec<(i64, i32)> {
    const LOOKS: &str = "
        with look as (
            select t.id, t.schema_version, (
                select md5(string_agg(concat_ws(' ', c.relname, c.relkind, a.attname, a.atttypid, a.attnotnull,
                    replace(c.relacl::text, t.id, 'tenant')), ',' order by c.relname, a.attnum))
                from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
                where c.relnamespace = t.id::regnamespace) as catalogue
            from control.tenants t where state <> 'deleted')
        select count(*), schema_version from look group by schema_version, catalogue order by 1";
    sqlx::query_as(LOOKS).fetch_all(&mut db.owner().await).await.unwrap()
}

async fn owner_runs(db: &TestDb, text: String) {
    db.owner().await.execute(AssertSqlSafe(text)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_tenants_are_migrated_despite_locks_errors_and_two_runners() {
    let db = Arc::new(TestDb::start().await);
    db.admin.refill_spares(200, |_| {}).await.unwrap();
    let mut ids = Vec::new();
    for n in 0..40 {
        ids.push(db.admin.provision(&format!("t{n}"), &format!("t{n}.example")).await.unwrap().id);
    }
    // One already has the column, one is locked for half a second, one is already migrated.
    owner_runs(&db, format!("alter table {}.notes add column priority integer", ids[20])).await;
    let ahead = db.admin.clone().with_tenant_migrations(next());
    assert!(ahead.migrate_tenant(ids[10], &impatient()).await.unwrap());
    assert!(!ahead.migrate_tenant(ids[10], &impatient()).await.unwrap());
    let mut holder = db.owner().await;
    let mut held = holder.begin().await.unwrap();
    held.execute(AssertSqlSafe(format!("select * from {}.notes", ids[30]))).await.unwrap();

    let peak = Arc::new(AtomicUsize::new(0));
    let runs: Vec<_> = (0..2)
        .map(|_| {
            let (ahead, peak) = (ahead.clone(), Arc::clone(&peak));
            let options = MigrateOptions { attempts: 8, ..impatient() };
            tokio::spawn(async move {
                let seen = move |done, _total| {
                    peak.fetch_max(done, Ordering::Relaxed);
                };
                ahead.migrate_tenants(&options, seen).await.unwrap()
            })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(500)).await;
    // A sign-up during the run, by a server of the old release.
    db.admin.provision("late", "late.example").await.unwrap();
    held.rollback().await.unwrap();
    for run in runs {
        let report = run.await.unwrap();
        assert!(report.failed.iter().all(|(id, _)| *id == ids[20]), "{:?}", report.failed);
        assert_eq!(report.skipped, 0);
    }
    assert!(peak.load(Ordering::Relaxed) >= 198);
    let broken = db.admin.find("t20").await.unwrap();
    assert_eq!(broken.schema_version, 1);
    assert!(broken.migration_error.unwrap().contains("0002_column"));

    // Repaired, it is migrated with the late one, and all schemas are equal.
    owner_runs(&db, format!("alter table {}.notes drop column priority", ids[20])).await;
    let report = migrate(&db, next()).await;
    assert_eq!(report.failed, []);
    assert!(report.migrated >= 1);
    let looks = looks(&db).await;
    assert_eq!(looks.iter().map(|(count, _)| count).sum::<i64>(), 200);
    // The repaired schema has a dropped column in its catalogue.
    assert_eq!(looks.last(), Some(&(199, 3)), "{looks:?}");
    Arc::into_inner(db).unwrap().stop().await;
}

#[tokio::test]
async fn a_failed_first_tenant_stops_the_run() {
    let db = TestDb::start().await;
    for n in 0..5 {
        db.admin.provision(&format!("t{n}"), &format!("t{n}.example")).await.unwrap();
    }
    let wrong = set(&[("0001_base.sql", BASE), ("0002_wrong.sql", "alter table nowhere add column x int")]);
    let report = migrate(&db, wrong).await;
    assert_eq!((report.migrated, report.failed.len(), report.skipped), (0, 1, 4));
    assert_eq!(looks(&db).await, [(5, 1)]);
    db.stop().await;
}

#[tokio::test]
async fn many_failures_stop_the_run_and_one_does_not() {
    let db = TestDb::start().await;
    let mut ids = Vec::new();
    for n in 0..8 {
        ids.push(db.admin.provision(&format!("t{n}"), &format!("t{n}.example")).await.unwrap().id);
    }
    owner_runs(&db, format!("drop table {}.notes", ids[3])).await;
    let report = migrate(&db, next()).await;
    assert_eq!((report.migrated, report.failed.len(), report.skipped), (7, 1, 0), "{report:?}");

    let mut more = next();
    more =
        MigrationSet::new((1..=3).filter_map(|version| more.get(version).cloned()).chain(
            tenancy::Migration::from_file("0004_more.sql", "alter table marks add column weight int"),
        ));
    for id in &ids[4..7] {
        owner_runs(&db, format!("drop table {id}.marks")).await;
    }
    let one_by_one = MigrateOptions { workers: 1, ..impatient() };
    let report =
        db.admin.clone().with_tenant_migrations(more).migrate_tenants(&one_by_one, |_, _| {}).await.unwrap();
    assert_eq!((report.migrated, report.failed.len(), report.skipped), (3, 2, 3), "{report:?}");
    db.stop().await;
}

#[tokio::test]
async fn a_step_without_a_change_is_an_error() {
    for (idle, reason) in [
        ("create table if not exists notes (id int)", "it changed nothing"),
        ("alter table notes add column if not exists body text", "it changed nothing"),
        ("update notes set body = '' where false", "it changed nothing"),
        ("-- nothing\n", "it changed nothing"),
        ("do $$ begin null; end $$", "it changed nothing"),
    ] {
        let db = TestDb::start().await;
        let id = db.admin.provision("a", "a.example").await.unwrap().id;
        let admin =
            db.admin.clone().with_tenant_migrations(set(&[("0001_base.sql", BASE), ("0002_idle.sql", idle)]));
        let outcome = admin.migrate_tenant(id, &impatient()).await;
        assert!(
            matches!(&outcome, Err(AdminError::Migration { reason: told, .. }) if told == reason),
            "{idle}: {outcome:?}"
        );
        assert_eq!(db.admin.find("a").await.unwrap().schema_version, 1);
        db.stop().await;
    }
}

#[tokio::test]
async fn every_kind_of_step_is_a_change_with_correct_rights() {
    let db = TestDb::start().await;
    let id = db.tenant("a").await;
    let steps = [
        "create index notes_body_idx on notes (body)",
        "drop index notes_body_idx",
        "alter table notes add constraint notes_body_check check (body <> 'x')",
        "alter table notes drop constraint notes_body_check",
        "alter table notes alter column body set default ''",
        "create function twice(value text) returns text language sql as 'select value || value'",
        "create or replace function twice(value text) returns text language sql as 'select value'",
        "drop function twice(text)",
        "update notes set body = body || '.'",
        "create view short_notes as select id from notes",
        "do $$ begin begin alter table notes add column late int; exception when others then null; end; end $$",
        "create table drafts (id bigint generated always as identity primary key)",
    ];
    let files: Vec<(String, &str)> =
        steps.iter().enumerate().map(|(at, sql)| (format!("{:04}_step.sql", at + 2), *sql)).collect();
    let mut all = vec![("0001_base.sql", BASE)];
    all.extend(files.iter().map(|(name, sql)| (name.as_str(), *sql)));
    let report = migrate(&db, set(&all)).await;
    assert_eq!(report.failed, []);
    let mut config = db.config();
    config.schema = 13..=13;
    let tenancy = tenancy::Tenancy::connect(&config).await.unwrap();
    let mut tx = tenancy.begin(&tenancy.tenant(&id).unwrap()).await.unwrap();
    sqlx::query("insert into drafts default values").execute(&mut *tx).await.unwrap();
    sqlx::query("select * from short_notes").execute(&mut *tx).await.unwrap();
    sqlx::query("delete from schema_migrations").execute(&mut *tx).await.unwrap_err();
    drop(tx);
    db.stop().await;
}

#[tokio::test]
async fn a_changed_file_or_unknown_append_only_table_is_refused() {
    let db = TestDb::start().await;
    let id = db.admin.provision("a", "a.example").await.unwrap().id;
    let changed = format!("{BASE} -- a word more");
    let changed = set(&[("0001_base.sql", &changed), ("0002_column.sql", COLUMN)]);
    let outcome = db.admin.clone().with_tenant_migrations(changed).migrate_tenant(id, &impatient()).await;
    assert!(matches!(outcome, Err(AdminError::Migration { .. })), "{outcome:?}");
    let misspelt = format!("-- append-only: note\n{COLUMN}");
    let misspelt = set(&[("0001_base.sql", BASE), ("0002_column.sql", &misspelt)]);
    let outcome = db.admin.clone().with_tenant_migrations(misspelt).migrate_tenant(id, &impatient()).await;
    assert!(matches!(outcome, Err(AdminError::Invalid(_))), "{outcome:?}");
    assert!(!db.admin.clone().with_tenant_migrations(base()).migrate_tenant(id, &impatient()).await.unwrap());
    db.stop().await;
}
