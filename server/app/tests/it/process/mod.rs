//! Background processes: the queue, its workers, and the owner's view.

mod api;
pub mod kinds;
mod queue;
pub mod recovery;

use std::time::{Duration, Instant};

use server_core::files::FileKey;
use server_core::process::worker::WorkerOptions;
use server_core::process::{self, BackgroundTask, Owner, Process, Worker};
use sqlx::{AssertSqlSafe, ConnectOptions, Executor, PgConnection};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::support::{Person, TestApp};

/// The owner of tasks that are not read through the API.
const SOMEBODY: Owner = Owner::of(Uuid::from_u128(1));

pub async fn enqueue<P: Process>(app: &TestApp, host: &str, owner: Owner, process: P) -> BackgroundTask {
    let mut tx = app.state.tenancy.begin(&app.tenant(host)).await.unwrap();
    let task = process::enqueue(&mut tx, owner, process).await.unwrap();
    tx.commit().await.unwrap();
    task
}

/// A finished task with a file to download.
pub async fn finished(app: &TestApp, host: &str, owner: Owner) -> Uuid {
    let task = enqueue(app, host, owner, kinds::Write { text: "result".into() }).await;
    worker(app, 2).drain().await;
    task.id
}

/// The owner of a signed-in user's tasks.
pub async fn owner_of(person: &Person) -> Owner {
    let id = person.get("/api/profile").await.data()["id"].as_str().unwrap().to_owned();
    Owner::of(id.parse().unwrap())
}

pub fn worker(app: &TestApp, slots: usize) -> Worker {
    Worker::new(app.state.clone(), kinds::kinds(), WorkerOptions::new(slots))
}

/// A worker that runs until the token is cancelled.
pub fn start(app: &TestApp, slots: usize) -> (CancellationToken, JoinHandle<()>) {
    start_with(app, WorkerOptions::new(slots))
}

fn start_with(app: &TestApp, options: WorkerOptions) -> (CancellationToken, JoinHandle<()>) {
    let stop = CancellationToken::new();
    let worker = Worker::new(app.state.clone(), kinds::kinds(), options);
    (stop.clone(), tokio::spawn(worker.run(stop)))
}

pub async fn owner_connection(app: &TestApp) -> PgConnection {
    app.admin_url().parse::<sqlx::postgres::PgConnectOptions>().unwrap().connect().await.unwrap()
}

/// Runs statements in a tenant's schema that its own role cannot.
pub async fn run_as_owner(app: &TestApp, host: &str, sql: &'static str) {
    let mut owner = owner_connection(app).await;
    let path = format!("set search_path to {}, ref", app.tenant(host).id);
    owner.execute(AssertSqlSafe(path)).await.unwrap();
    owner.execute(sql).await.unwrap();
}

/// One value from a tenant's schema.
macro_rules! in_tenant {
    ($app:expr, $host:expr, $sql:expr $(, $bind:expr)*) => {{
        let mut tx = $app.state.tenancy.begin(&$app.tenant($host)).await.unwrap();
        let value = sqlx::query_scalar($sql)$(.bind($bind))*.fetch_one(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
        value
    }};
}
pub(crate) use in_tenant;

/// A task that has failed, and the file that it had kept for its next attempt.
pub async fn keep_and_fail(app: &TestApp, host: &str, owner: Owner) -> (Uuid, FileKey) {
    let task = enqueue(app, host, owner, kinds::KeepAndFail).await.id;
    worker(app, 2).drain().await;
    let name: String =
        in_tenant!(app, host, "select state ->> 'key' from background_tasks where id = $1", task);
    let key = FileKey::of(&app.tenant(host).id, &name).unwrap();
    assert!(is_stored(app, &key).await, "it waits for the next attempt");
    (task, key)
}

pub async fn is_stored(app: &TestApp, key: &FileKey) -> bool {
    app.state.files.get(key).await.unwrap().is_some()
}

async fn is_over(app: &TestApp, host: &str, task: Uuid) -> bool {
    const IS_OVER: &str =
        "select completed_at is not null or failed_at is not null from background_tasks where id = $1";
    in_tenant!(app, host, IS_OVER, task)
}

pub async fn until_over(app: &TestApp, host: &str, task: Uuid) {
    until(Duration::from_secs(40), async || is_over(app, host, task).await).await;
}

/// Waits for the effect of other tasks of the test.
pub async fn until(limit: Duration, mut holds: impl AsyncFnMut() -> bool) {
    let started = Instant::now();
    while !holds().await {
        assert!(started.elapsed() < limit, "it did not come about in {limit:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Checks that a `Count` did each unit exactly once.
async fn assert_each_unit_once(app: &TestApp, host: &str, task: Uuid, units: u32) {
    const UNITS: &str = "
        select array_agg((changes->>'unit')::int order by (changes->>'unit')::int) from audit_entries
        where action = 'test.unit' and changes->>'task' = $1";
    let found: Vec<i32> = in_tenant!(app, host, UNITS, task.to_string());
    assert_eq!(found, (0..units.cast_signed()).collect::<Vec<_>>());
}

async fn queue_length(app: &TestApp) -> i64 {
    sqlx::query_scalar("select count(*) from control.jobs")
        .fetch_one(&mut owner_connection(app).await)
        .await
        .unwrap()
}
