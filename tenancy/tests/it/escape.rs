//! Statements that try to leave the transaction, and what can outlive one.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::{AssertSqlSafe, Executor, Row};
use tenancy::{TenancyError, TenantTx};

use crate::support::{Pair, ROWS, foreign_rows, next_borrowers_are_at_home};

async fn execute(tx: &mut TenantTx, text: &str) -> Result<u64, sqlx::Error> {
    sqlx::query(AssertSqlSafe(text)).execute(&mut **tx).await.map(|done| done.rows_affected())
}

#[tokio::test]
async fn ending_the_transaction_or_role_leaves_no_rights() {
    let pair = Pair::start().await;
    for leaving in ["commit", "rollback", "reset role", "set role none", "reset session authorization"] {
        let mut tx = pair.tenancy.begin(&pair.a).await.unwrap();
        execute(&mut tx, leaving).await.unwrap();
        for table in ["notes".to_owned(), format!("{}.notes", pair.a.id), format!("{}.notes", pair.b.id)] {
            execute(&mut tx, &format!("select * from {table}")).await.unwrap_err();
            if leaving.contains("role") {
                break;
            }
        }
        let outcome = tx.commit().await;
        assert!(outcome.is_err(), "{leaving}: {outcome:?}");
        next_borrowers_are_at_home(&pair).await;
    }
    pair.stop().await;
}

#[tokio::test]
async fn a_commit_with_another_role_is_refused() {
    let pair = Pair::start().await;
    for change in ["set local role {b}", "set role {b}", "set session role {b}", "reset role"] {
        let mut tx = pair.tenancy.begin(&pair.a).await.unwrap();
        execute(&mut tx, &change.replace("{b}", pair.b.id.as_str())).await.unwrap();
        assert!(matches!(tx.commit().await, Err(TenancyError::Ended)), "{change}");
        next_borrowers_are_at_home(&pair).await;
    }
    pair.stop().await;
}

#[tokio::test]
async fn a_role_of_another_shard_cannot_be_set() {
    let pair = Pair::start().await;
    let mut owner = pair.db.owner().await;
    let b = pair.b.id;
    let moved = format!("revoke {b} from remessa_app_0; grant {b} to remessa_app_1");
    owner.execute(AssertSqlSafe(moved)).await.unwrap();
    let mut tx = pair.tenancy.begin(&pair.a).await.unwrap();
    execute(&mut tx, &format!("set local role {b}")).await.unwrap_err();
    drop(tx);
    pair.stop().await;
}

#[tokio::test]
async fn discard_is_refused_and_deallocate_is_harmless() {
    let pair = Pair::start().await;
    let mut tx = pair.tenancy.begin(&pair.a).await.unwrap();
    execute(&mut tx, "discard all").await.unwrap_err();
    drop(tx);
    let mut tx = pair.tenancy.begin(&pair.a).await.unwrap();
    execute(&mut tx, "deallocate all").await.unwrap();
    drop(foreign_rows(&mut tx).await);
    drop(tx);
    // The connection lost its prepared statements; after at most two failures a new one works.
    for _ in 0..3 {
        let mut tx = pair.tenancy.begin(&pair.a).await.unwrap();
        if foreign_rows(&mut tx).await.is_ok() {
            break;
        }
        tx.rollback().await;
    }
    pair.stop().await;
}

#[tokio::test]
async fn a_search_path_of_the_session_reads_nothing() {
    let pair = Pair::start().await;
    for path in [format!("{}, ref", pair.a.id), "public".to_owned()] {
        let mut tx = pair.tenancy.begin(&pair.a).await.unwrap();
        execute(&mut tx, &format!("set session search_path to {path}")).await.unwrap();
        tx.commit().await.unwrap();
        next_borrowers_are_at_home(&pair).await;
    }
    let login: sqlx::postgres::PgConnectOptions = pair.db.admin_url.parse().unwrap();
    let login = login.username("remessa_app_0").password(&crate::support::password());
    let mut bare = sqlx::ConnectOptions::connect(&login).await.unwrap();
    bare.execute(AssertSqlSafe(format!("set search_path to {}, ref, control", pair.a.id))).await.unwrap();
    for table in ["notes", "tenants", "schema_migrations"] {
        bare.execute(AssertSqlSafe(format!("select * from {table}"))).await.unwrap_err();
    }
    pair.stop().await;
}

#[tokio::test]
async fn a_rollback_to_a_savepoint_keeps_the_tenant() {
    let pair = Pair::start().await;
    let mut tx = pair.tenancy.begin(&pair.a).await.unwrap();
    execute(&mut tx, "savepoint here").await.unwrap();
    execute(&mut tx, "set local search_path to public").await.unwrap();
    execute(&mut tx, "select 1 / 0").await.unwrap_err();
    execute(&mut tx, "rollback to savepoint here").await.unwrap();
    assert_eq!(foreign_rows(&mut tx).await.unwrap(), 0);
    execute(&mut tx, "insert into notes values (500, 'kept', 'a')").await.unwrap();
    tx.commit().await.unwrap();
    let mut tx = pair.tenancy.begin(&pair.a).await.unwrap();
    assert_eq!(execute(&mut tx, "delete from notes where id = 500").await.unwrap(), 1);
    drop(tx);
    pair.stop().await;
}

#[tokio::test]
async fn session_state_does_not_reach_the_next_tenant() {
    let pair = Pair::with(|config| config.connections_per_shard = 1).await;
    let mut tx = pair.tenancy.begin(&pair.a).await.unwrap();
    for refused in [
        "create temporary table notes (id int)",
        "select * into temporary notes2 from notes",
        "select pg_advisory_lock(1)",
        "select lo_create(0)",
        "declare c cursor with hold for select * from notes",
    ] {
        execute(&mut tx, "savepoint here").await.unwrap();
        let outcome = execute(&mut tx, refused).await;
        assert!(outcome.is_err() || refused.starts_with("declare"), "{refused}");
        execute(&mut tx, "rollback to savepoint here").await.unwrap();
    }
    execute(&mut tx, "select nextval('numbers')").await.unwrap();
    execute(&mut tx, "select pg_advisory_xact_lock(1)").await.unwrap();
    execute(&mut tx, "listen secrets").await.unwrap();
    tx.commit().await.unwrap();

    let mut tx = pair.tenancy.begin(&pair.b).await.unwrap();
    let locks: i64 = sqlx::query_scalar(
        "select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()",
    )
    .fetch_one(&mut *tx)
    .await
    .unwrap();
    assert_eq!(locks, 0);
    for refused in ["select currval('numbers')", "select lastval()"] {
        execute(&mut tx, "savepoint here").await.unwrap();
        execute(&mut tx, refused).await.unwrap_err();
        execute(&mut tx, "rollback to savepoint here").await.unwrap();
    }
    assert_eq!(foreign_rows(&mut tx).await.unwrap(), 0);
    drop(tx);
    pair.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tenant_that_takes_its_share_leaves_the_rest_to_the_others() {
    let pair = Pair::with(|config| config.queue_deadline = Duration::from_millis(200)).await;
    let held = [pair.tenancy.begin(&pair.a).await.unwrap(), pair.tenancy.begin(&pair.a).await.unwrap()];
    let asked = Instant::now();
    assert!(matches!(pair.tenancy.begin(&pair.a).await, Err(TenancyError::Busy)));
    assert!(asked.elapsed() < Duration::from_millis(500));
    let asked = Instant::now();
    pair.tenancy.begin(&pair.b).await.unwrap().commit().await.unwrap();
    assert!(asked.elapsed() < Duration::from_millis(150));
    drop(held);
    pair.tenancy.begin(&pair.a).await.unwrap().commit().await.unwrap();
    pair.stop().await;
}

async fn count_notes(tx: &mut TenantTx) -> i64 {
    sqlx::query("select count(*) from notes").fetch_one(&mut **tx).await.unwrap().get(0)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_snapshot_reads_everything_as_of_one_moment_and_writes_nothing() {
    let pair = Pair::start().await;
    let mut snapshot = pair.tenancy.begin_snapshot(&pair.a).await.unwrap();
    assert_eq!(count_notes(&mut snapshot).await, ROWS);
    let mut tx = pair.tenancy.begin(&pair.a).await.unwrap();
    execute(&mut tx, "insert into notes values (1000, 'late', current_user)").await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(count_notes(&mut snapshot).await, ROWS);
    execute(&mut snapshot, "insert into notes values (1001, 'mine', current_user)").await.unwrap_err();
    snapshot.rollback().await;
    let mut later = pair.tenancy.begin_snapshot(&pair.a).await.unwrap();
    assert_eq!(count_notes(&mut later).await, ROWS + 1);
    later.commit().await.unwrap();
    next_borrowers_are_at_home(&pair).await;
    pair.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tenant_has_one_snapshot_at_a_time_which_leaves_room_for_its_requests() {
    let pair = Pair::start().await;
    let first = pair.tenancy.begin_snapshot(&pair.a).await.unwrap();
    {
        let mut second = std::pin::pin!(pair.tenancy.begin_snapshot(&pair.a));
        tokio::select! {
            biased;
            _ = &mut second => panic!("it waits for the first one"),
            tx = pair.tenancy.begin(&pair.a) => tx.unwrap().commit().await.unwrap(),
        }
        pair.tenancy.begin_snapshot(&pair.b).await.unwrap().commit().await.unwrap();
        first.rollback().await;
        second.await.unwrap().commit().await.unwrap();
    }
    pair.stop().await;
}

async fn backend(pair: &Pair, tenant: &Arc<tenancy::Tenant>) -> i32 {
    let mut tx = pair.tenancy.begin(tenant).await.unwrap();
    let pid = sqlx::query("select pg_backend_pid()").fetch_one(&mut *tx).await.unwrap().get(0);
    tx.commit().await.unwrap();
    pid
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tenant_gets_its_last_connection_again() {
    let pair = Pair::with(|config| config.connections_per_shard = 1).await;
    let first = backend(&pair, &pair.a).await;
    for _ in 0..5 {
        assert_eq!(backend(&pair, &pair.a).await, first);
    }
    assert_eq!(backend(&pair, &pair.b).await, first, "an idle connection is taken before one is opened");
    pair.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backend_with_too_much_memory_is_replaced() {
    for (memory, is_replaced) in [(1, true), (1 << 30, false)] {
        let pair = Pair::with(|config| {
            config.connections_per_shard = 1;
            config.tenants_between_weighings = 1;
            config.backend_memory = memory;
        })
        .await;
        let first = backend(&pair, &pair.a).await;
        assert_eq!(backend(&pair, &pair.a).await != first, is_replaced);
        pair.stop().await;
    }
}
