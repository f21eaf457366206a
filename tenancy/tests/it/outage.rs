//! The database fails completely, or single connections fail.

use std::time::{Duration, Instant};

use sqlx::{AssertSqlSafe, Executor};
use tenancy::{Host, TenancyError};

use crate::support::{BASE, Pair, TestDb, foreign_rows, next_borrowers_are_at_home, set};

const KILL: &str = "
    select count(pg_terminate_backend(pid)) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usename ~ '^remessa_'";

async fn kill_all(pair: &Pair) {
    pair.db.owner().await.execute(KILL).await.unwrap();
    tokio::time::sleep(Duration::from_millis(50)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn closed_idle_connections_fail_no_request() {
    let pair = Pair::start().await;
    for _ in 0..5 {
        let held = [pair.tenancy.begin(&pair.a).await.unwrap(), pair.tenancy.begin(&pair.b).await.unwrap()];
        for tx in held {
            tx.commit().await.unwrap();
        }
        kill_all(&pair).await;
        next_borrowers_are_at_home(&pair).await;
        assert!(pair.tenancy.ready().await);
    }
    pair.stop().await;
}

#[tokio::test]
async fn a_killed_connection_rolls_back_and_the_next_one_works() {
    let pair = Pair::start().await;
    let mut tx = pair.tenancy.begin(&pair.a).await.unwrap();
    sqlx::query("delete from notes").execute(&mut *tx).await.unwrap();
    kill_all(&pair).await;
    assert!(matches!(tx.commit().await, Err(TenancyError::OutcomeUnknown)));
    next_borrowers_are_at_home(&pair).await;
    let mut tx = pair.tenancy.begin(&pair.a).await.unwrap();
    let rows: i64 = sqlx::query_scalar("select count(*) from notes").fetch_one(&mut *tx).await.unwrap();
    assert_eq!(rows, crate::support::ROWS);
    drop(tx);
    pair.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_killed_during_commit_is_an_unknown_outcome() {
    // A deferred trigger makes the commit itself slow.
    const SLOW: &str = "
        create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(2); return null; end $$;
        create constraint trigger dawdle after delete on notes deferrable initially deferred
        for each row when (old.id = 1) execute function dawdle()";
    let db = TestDb::with(set(&[("0001_base.sql", BASE), ("0002_slow.sql", SLOW)])).await;
    db.tenant("a").await;
    let tenancy = db.tenancy().await;
    let tenant = tenancy.resolve(&Host::parse("a.example").unwrap()).unwrap();
    let mut tx = tenancy.begin(&tenant).await.unwrap();
    sqlx::query("delete from notes where id = 1").execute(&mut *tx).await.unwrap();
    let commit = tokio::spawn(tx.commit());
    tokio::time::sleep(Duration::from_millis(300)).await;
    db.owner().await.execute(KILL).await.unwrap();
    assert!(matches!(commit.await.unwrap(), Err(TenancyError::OutcomeUnknown)));
    let mut tx = tenancy.begin(&tenant).await.unwrap();
    assert_eq!(foreign_rows(&mut tx).await.unwrap(), 0);
    drop(tx);
    db.stop().await;
}

#[tokio::test]
async fn a_deferred_constraint_is_a_statement_error() {
    const LATE: &str = "
        create table pairs (id bigint primary key, other bigint references pairs deferrable initially deferred)";
    let db = TestDb::with(set(&[("0001_base.sql", BASE), ("0002_late.sql", LATE)])).await;
    db.tenant("a").await;
    let tenancy = db.tenancy().await;
    let tenant = tenancy.resolve(&Host::parse("a.example").unwrap()).unwrap();
    let mut tx = tenancy.begin(&tenant).await.unwrap();
    sqlx::query("insert into pairs values (1, 2)").execute(&mut *tx).await.unwrap();
    let outcome = tx.commit().await;
    assert!(matches!(&outcome, Err(TenancyError::Sql(sqlx::Error::Database(_)))), "{outcome:?}");
    let mut tx = tenancy.begin(&tenant).await.unwrap();
    assert_eq!(foreign_rows(&mut tx).await.unwrap(), 0);
    drop(tx);
    db.stop().await;
}

/// While the database refuses connections (as during its start), requests fail at once, hosts are still
/// known, and the first request after it succeeds.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_outage_is_reported_and_ends_at_once() {
    let pair = Pair::start().await;
    let mut owner = pair.db.owner().await;
    let name = &pair.db.name;
    owner.execute(AssertSqlSafe(format!("alter database {name} connection limit 0"))).await.unwrap();
    owner.execute(KILL).await.unwrap();
    tokio::time::sleep(Duration::from_millis(50)).await;
    for _ in 0..20 {
        let asked = Instant::now();
        let outcome = pair.tenancy.begin(&pair.a).await;
        assert!(matches!(outcome, Err(TenancyError::Unavailable(_))), "{outcome:?}");
        assert!(asked.elapsed() < Duration::from_secs(1));
    }
    assert!(!pair.tenancy.ready().await);
    assert!(pair.tenancy.refresh().await.is_err());
    assert!(pair.tenancy.resolve(&Host::parse("a.example").unwrap()).is_some());

    owner.execute(AssertSqlSafe(format!("alter database {name} connection limit -1"))).await.unwrap();
    next_borrowers_are_at_home(&pair).await;
    assert!(pair.tenancy.ready().await);
    // Listening recovers too: the change arrives without polling.
    pair.db.admin.add_domain("a", "late.example", true).await.unwrap();
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert!(pair.tenancy.resolve(&Host::parse("late.example").unwrap()).is_some());
    pair.stop().await;
}

#[tokio::test]
async fn a_missing_server_is_unavailable() {
    let mut config = tenancy::TenancyConfig::new("postgres://127.0.0.1:1/none", "");
    config.connect_deadline = Duration::from_millis(500);
    let outcome = tenancy::Tenancy::connect(&config).await;
    assert!(matches!(outcome, Err(TenancyError::Unavailable(_))));
}
