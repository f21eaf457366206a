//! Workers that are killed, lose their lease, stop or lose the database: every unit of work is done exactly
//! once.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use server_core::clock::Clock;
use server_core::process::Worker;
use server_core::process::worker::WorkerOptions;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::kinds::{Count, Hang, kinds};
use super::{
    SOMEBODY, assert_each_unit_once, enqueue, in_tenant, is_over, owner_connection, queue_length, start,
    start_with, until, until_over, worker,
};
use crate::support::{ATLANTICO, PACIFIC, TestApp, config_from_environment};

const UNITS: &str = "select count(*) from audit_entries where action = 'test.unit'";

/// This test binary as a separate process that only runs a worker.
pub fn child(app: &TestApp) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["process::recovery::child_worker", "--exact", "--ignored", "--nocapture"])
        .env("REMESSA_TEST_CHILD", "1")
        .envs(app.environment())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[tokio::test]
#[ignore = "the process that the test below kills"]
async fn child_worker() {
    if std::env::var_os("REMESSA_TEST_CHILD").is_none() {
        return;
    }
    let state = app::connect(config_from_environment(), Clock::default()).await.unwrap();
    Worker::new(state, kinds(), WorkerOptions::new(4)).run(CancellationToken::new()).await;
}

#[tokio::test]
async fn jobs_of_a_killed_worker_continue() {
    let app = TestApp::start().await;
    let mut tasks = Vec::new();
    for host in [ATLANTICO, PACIFIC] {
        tasks.push((host, enqueue(&app, host, SOMEBODY, Count { units: 61, pause_ms: 30 }).await.id));
    }
    let mut first = child(&app);
    let done = async || -> i64 { in_tenant!(app, ATLANTICO, UNITS) };
    until(Duration::from_secs(30), async || done().await >= 6).await;
    first.kill().unwrap();
    first.wait().unwrap();
    let (killed_at, stood_at) = (Instant::now(), done().await);
    assert!(stood_at < 61, "it was done before it was killed");

    let (stop, running) = start(&app, 4);
    until(Duration::from_secs(20), async || done().await > stood_at).await;
    assert!(killed_at.elapsed() < Duration::from_secs(15), "it took {:?}", killed_at.elapsed());
    for (host, task) in tasks {
        until_over(&app, host, task).await;
        assert_each_unit_once(&app, host, task, 61).await;
    }
    stop.cancel();
    running.await.unwrap();
    assert_eq!(queue_length(&app).await, 0);
}

#[tokio::test]
async fn a_worker_without_a_lease_cannot_write() {
    let app = TestApp::start().await;
    let task = enqueue(&app, ATLANTICO, SOMEBODY, Count { units: 60, pause_ms: 15 }).await.id;
    let workers = [start(&app, 2), start(&app, 2), start(&app, 2)];
    let mut owner = owner_connection(&app).await;
    let mut thefts = 0;
    until(Duration::from_secs(40), async || {
        // The lease expires while its worker continues.
        let stolen =
            sqlx::query("update control.jobs set ready_at = now(), crashes = 0 where worker is not null");
        thefts += stolen.execute(&mut owner).await.unwrap().rows_affected();
        sqlx::query("notify remessa_queue").execute(&mut owner).await.unwrap();
        tokio::time::sleep(Duration::from_millis(200)).await;
        is_over(&app, ATLANTICO, task).await
    })
    .await;
    assert_each_unit_once(&app, ATLANTICO, task, 60).await;
    let attempts: i32 =
        in_tenant!(app, ATLANTICO, "select attempt from background_tasks where id = $1", task);
    assert!(thefts > 2 && attempts > 2, "{thefts} thefts, {attempts} attempts");
    for (stop, running) in workers {
        stop.cancel();
        running.await.unwrap();
    }
}

#[tokio::test]
async fn a_stopping_worker_returns_its_jobs() {
    let app = TestApp::start().await;
    let task = enqueue(&app, ATLANTICO, SOMEBODY, Count { units: 81, pause_ms: 25 }).await.id;
    let hanging = enqueue(&app, PACIFIC, SOMEBODY, Hang).await.id;
    let (stop, running) =
        start_with(&app, WorkerOptions { drain: Duration::from_millis(100), ..WorkerOptions::new(2) });
    let done = async || -> i64 { in_tenant!(app, ATLANTICO, UNITS) };
    until(Duration::from_secs(20), async || done().await >= 4).await;
    stop.cancel();
    running.await.unwrap();
    let left: Vec<(Option<Uuid>, bool, i16)> =
        sqlx::query_as("select worker, ready_at <= now(), crashes from control.jobs order by id")
            .fetch_all(&mut owner_connection(&app).await)
            .await
            .unwrap();
    assert_eq!(left, [(None, true, 0), (None, true, 0)]);
    assert!(!is_over(&app, PACIFIC, hanging).await);

    let (stop, running) = start(&app, 2);
    until_over(&app, ATLANTICO, task).await;
    assert_each_unit_once(&app, ATLANTICO, task, 81).await;
    stop.cancel();
    running.abort();
}

#[tokio::test]
async fn a_stopping_worker_finishes_short_jobs() {
    let app = TestApp::start().await;
    let task = enqueue(&app, ATLANTICO, SOMEBODY, Count { units: 10, pause_ms: 50 }).await.id;
    let (stop, running) = start(&app, 2);
    let done = async || -> i64 { in_tenant!(app, ATLANTICO, UNITS) };
    until(Duration::from_secs(20), async || done().await >= 2).await;
    stop.cancel();
    running.await.unwrap();
    assert!(is_over(&app, ATLANTICO, task).await);
    assert_eq!(queue_length(&app).await, 0);
}

#[tokio::test]
async fn work_continues_after_lost_connections() {
    const CUT: &str = "
        select count(pg_terminate_backend(pid)) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()";
    let app = TestApp::start().await;
    let tasks = [
        enqueue(&app, ATLANTICO, SOMEBODY, Count { units: 41, pause_ms: 40 }).await.id,
        enqueue(&app, ATLANTICO, SOMEBODY, Count { units: 41, pause_ms: 40 }).await.id,
    ];
    let (stop, running) = start(&app, 4);
    let mut owner = owner_connection(&app).await;
    for _ in 0..4 {
        tokio::time::sleep(Duration::from_millis(400)).await;
        sqlx::query(CUT).execute(&mut owner).await.unwrap();
    }
    for task in tasks {
        until(Duration::from_secs(40), async || {
            const IS_OVER: &str = "select completed_at is not null from background_tasks where id = $1";
            let Ok(mut tx) = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await else { return false };
            let over = sqlx::query_scalar(IS_OVER).bind(task).fetch_one(&mut *tx).await.unwrap_or(false);
            tx.rollback().await;
            over
        })
        .await;
        assert_each_unit_once(&app, ATLANTICO, task, 41).await;
    }
    stop.cancel();
    running.await.unwrap();
    worker(&app, 1).drain().await;
    assert_eq!(queue_length(&app).await, 0);
}
