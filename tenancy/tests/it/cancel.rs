//! A caller can be cancelled at any moment without an effect on later callers.

use std::collections::HashSet;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;
use std::time::Duration;

use rand::RngExt;
use tenancy::{Tenancy, TenancyError, Tenant};
use tokio::time::timeout;

use crate::support::{Pair, foreign_rows, next_borrowers_are_at_home};

/// Polls a future at most this many times, then drops it.
async fn for_polls<T>(polls: usize, work: impl Future<Output = T>) -> Option<T> {
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

/// Two related rows in one transaction.
async fn add_two(tenancy: &Tenancy, tenant: &Tenant, id: i64) -> Result<(), TenancyError> {
    let mut tx = tenancy.begin(tenant).await?;
    for note in [id, -id] {
        sqlx::query("insert into notes values ($1, 'two', $2)")
            .bind(note)
            .bind(tenant.id.as_str())
            .execute(&mut *tx)
            .await?;
    }
    tx.commit().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cancelling_at_any_poll_commits_all_or_nothing() {
    let pair = Pair::start().await;
    let mut finished = 0;
    for polls in 0..40 {
        let id = 1000 + i64::try_from(polls).unwrap();
        if let Some(outcome) = for_polls(polls, add_two(&pair.tenancy, &pair.a, id)).await {
            outcome.unwrap();
            finished += 1;
        }
        next_borrowers_are_at_home(&pair).await;
        let mut tx = pair.tenancy.begin(&pair.a).await.unwrap();
        let rows: i64 = sqlx::query_scalar("select count(*) from notes where abs(id) = $1")
            .bind(id)
            .fetch_one(&mut *tx)
            .await
            .unwrap();
        assert!(rows == 0 || rows == 2, "{rows} of 2 after {polls} polls");
    }
    assert!(finished > 0, "the work never ran to its end");
    pair.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cancelled_begin_never_leaves_a_connection_inside() {
    let pair = Pair::start().await;
    let mut backends = HashSet::new();
    for round in 0..200 {
        drop(for_polls(1 + round % 3, pair.tenancy.begin(&pair.a)).await);
        let mut tx = pair.tenancy.begin(&pair.b).await.unwrap();
        assert_eq!(foreign_rows(&mut tx).await.unwrap(), 0);
        let backend: i32 = sqlx::query_scalar("select pg_backend_pid()").fetch_one(&mut *tx).await.unwrap();
        backends.insert(backend);
    }
    assert!(backends.len() <= 4, "a caller that goes away must not cost a connection: {}", backends.len());
    pair.stop().await;
}

/// Ten thousand callers: cancelled by time or by poll, failing, panicking, or killed on the server.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_failing_callers_read_no_foreign_rows() {
    const CALLERS: u64 = 8;
    const CALLS: u64 = 1_250;
    let pair = Arc::new(Pair::start().await);
    let reads = Arc::new(AtomicU64::new(0));
    let mut callers = tokio::task::JoinSet::new();
    for _ in 0..CALLERS {
        let (pair, reads) = (Arc::clone(&pair), Arc::clone(&reads));
        callers.spawn(async move {
            for call in 0..CALLS {
                let tenant = if rand::rng().random_bool(0.5) { &pair.a } else { &pair.b };
                careless_call(&pair.tenancy, Arc::clone(tenant), call, &reads).await;
            }
        });
    }
    callers.join_all().await;
    assert!(reads.load(Ordering::Relaxed) > CALLERS * CALLS / 10, "too few of the calls came to read");
    next_borrowers_are_at_home(&pair).await;
    Arc::into_inner(pair).unwrap().stop().await;
}

async fn careless_call(tenancy: &Tenancy, tenant: Arc<Tenant>, call: u64, reads: &Arc<AtomicU64>) {
    let work = {
        let (tenancy, reads) = (tenancy.clone(), Arc::clone(reads));
        async move {
            let mut tx = match tenancy.begin(&tenant).await {
                Ok(tx) => tx,
                Err(TenancyError::Busy) => return,
                Err(error) => panic!("somebody's carelessness failed another's request: {error}"),
            };
            match call % 8 {
                0 => drop(sqlx::query("select 1 / 0").execute(&mut *tx).await),
                1 => drop(sqlx::query("select pg_sleep(0.002)").execute(&mut *tx).await),
                2 if call % 200 == 2 => drop(sqlx::query("commit").execute(&mut *tx).await),
                _ => {}
            }
            if let Ok(foreign) = foreign_rows(&mut tx).await {
                reads.fetch_add(1, Ordering::Relaxed);
                assert_eq!(foreign, 0, "rows of another tenant were read");
            }
            match call % 3 {
                0 => drop(tx.commit().await),
                1 => tx.rollback().await,
                _ => {}
            }
        }
    };
    let (by_poll, polls, micros) = {
        let mut random = rand::rng();
        (random.random_bool(0.5), random.random_range(1..12), random.random_range(20..3_000))
    };
    if by_poll {
        for_polls(polls, work).await;
    } else {
        drop(timeout(Duration::from_micros(micros), work).await);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_panic_rolls_back() {
    let pair = Pair::start().await;
    let (tenancy, tenant) = (pair.tenancy.clone(), Arc::clone(&pair.a));
    let careless = tokio::spawn(async move {
        let mut tx = tenancy.begin(&tenant).await.unwrap();
        sqlx::query("delete from notes").execute(&mut *tx).await.unwrap();
        panic!("as the test wants it");
    });
    assert!(careless.await.unwrap_err().is_panic());
    next_borrowers_are_at_home(&pair).await;
    let mut tx = pair.tenancy.begin(&pair.a).await.unwrap();
    let rows: i64 = sqlx::query_scalar("select count(*) from notes").fetch_one(&mut *tx).await.unwrap();
    assert_eq!(rows, crate::support::ROWS);
    drop(tx);
    pair.stop().await;
}

#[test]
fn a_stopped_runtime_leaves_no_open_transaction() {
    let ours = tokio::runtime::Runtime::new().unwrap();
    let pair = ours.block_on(Pair::start());
    let theirs = tokio::runtime::Runtime::new().unwrap();
    let mut config = pair.db.config();
    config.application_name = "ends".to_owned();
    let mut tx = theirs.block_on(async {
        let tenancy = Tenancy::connect(&config).await.unwrap();
        let mut tx = tenancy.begin(&pair.a).await.unwrap();
        sqlx::query("delete from notes").execute(&mut *tx).await.unwrap();
        tx
    });
    theirs.shutdown_timeout(Duration::from_secs(1));
    let _: &mut sqlx::PgConnection = &mut tx;
    drop(tx);
    ours.block_on(async {
        let mut owner = pair.db.owner().await;
        for _ in 0..50 {
            let open: i64 =
                sqlx::query_scalar("select count(*) from pg_stat_activity where application_name = 'ends'")
                    .fetch_one(&mut owner)
                    .await
                    .unwrap();
            if open == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        next_borrowers_are_at_home(&pair).await;
        let mut tx = pair.tenancy.begin(&pair.a).await.unwrap();
        let rows: i64 = sqlx::query_scalar("select count(*) from notes").fetch_one(&mut *tx).await.unwrap();
        assert_eq!(rows, crate::support::ROWS);
        drop(tx);
        pair.stop().await;
    });
}
