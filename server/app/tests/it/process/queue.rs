//! Enqueueing, the order of jobs, and their end.

use std::time::Duration;

use server_core::process;
use server_core::process::queue::{Queue, Room};
use sqlx::error::DatabaseError;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, PgConnection};
use uuid::Uuid;

use super::kinds::{Count, Flaky, Panic};
use super::{
    SOMEBODY, enqueue, in_tenant, is_over, owner_connection, queue_length, start, until, until_over, worker,
};
use crate::support::{ATLANTICO, PACIFIC, TestApp};

const QUICK: Count = Count { units: 1, pause_ms: 0 };
const FAILURE: &str = "select failure_code from background_tasks where id = $1";

#[tokio::test]
async fn a_rolled_back_job_does_not_exist() {
    let app = TestApp::start().await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    process::enqueue(&mut tx, SOMEBODY, QUICK).await.unwrap();
    tx.rollback().await;
    app.run_processes().await;
    assert_eq!(queue_length(&app).await, 0);
    let tasks: i64 = in_tenant!(app, ATLANTICO, "select count(*) from background_tasks");
    assert_eq!(tasks, 0);
}

async fn login(app: &TestApp, role: &str) -> PgConnection {
    let options: PgConnectOptions = app.admin_url().parse().unwrap();
    options.username(role).password(&app.state.config.database.database_password).connect().await.unwrap()
}

async fn refusal(connection: &mut PgConnection, sql: &'static str) -> String {
    let error = sqlx::query(sql).execute(connection).await.unwrap_err();
    error.as_database_error().and_then(DatabaseError::code).unwrap_or_default().into_owned()
}

#[tokio::test]
async fn a_tenant_cannot_enqueue_for_another_tenant() {
    const DENIED: &str = "42501";
    const CALL: &str = "select queue.enqueue(gen_random_uuid(), 'test.count', 0::smallint)";
    let app = TestApp::start().await;
    for role in ["remessa_control", "remessa_app_0", "remessa_app_1"] {
        let mut outside = login(&app, role).await;
        assert_eq!(refusal(&mut outside, CALL).await, DENIED, "{role}");
    }
    // The owner of the database can call it, but is not a tenant.
    assert_eq!(refusal(&mut owner_connection(&app).await, CALL).await, DENIED);

    let other = app.tenant(PACIFIC).id;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let injected = format!(
        "select set_config('role', '{other}', true), queue.enqueue(gen_random_uuid(), 'x', 0::smallint)"
    );
    let refused = sqlx::query(sqlx::AssertSqlSafe(injected)).execute(&mut *tx).await.unwrap_err();
    assert!(refused.to_string().contains("permission denied"), "{refused}");
    tx.rollback().await;
    for sql in [
        "insert into control.jobs (tenant, task, kind, priority) select 't', gen_random_uuid(), 'x', 0",
        "select * from control.jobs",
        "delete from control.job_turns",
    ] {
        let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
        assert_eq!(refusal(&mut tx, sql).await, DENIED, "{sql}");
        tx.rollback().await;
    }
    assert_eq!(queue_length(&app).await, 0);
}

#[tokio::test]
async fn the_database_sets_the_tenant_of_a_job() {
    let app = TestApp::start().await;
    let theirs = enqueue(&app, PACIFIC, SOMEBODY, QUICK).await;
    // The id of another tenant's task only creates a job of this tenant that finds nothing.
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    process::store::enqueue(&mut tx, theirs.id, "test.count", 0).await.unwrap();
    tx.commit().await.unwrap();
    let stamped: Vec<String> = sqlx::query_scalar("select tenant from control.jobs order by id")
        .fetch_all(&mut owner_connection(&app).await)
        .await
        .unwrap();
    assert_eq!(stamped, [app.tenant(PACIFIC).id.to_string(), app.tenant(ATLANTICO).id.to_string()]);
    worker(&app, 2).drain().await;
    assert!(is_over(&app, PACIFIC, theirs.id).await);
    assert_eq!(queue_length(&app).await, 0);
}

#[tokio::test]
async fn a_job_tells_how_long_it_has_waited() {
    const AN_HOUR_AGO: &str = "update control.jobs set ready_at = now() - interval '1 hour'";
    let app = TestApp::start().await;
    enqueue(&app, ATLANTICO, SOMEBODY, QUICK).await;
    sqlx::query(AN_HOUR_AGO).execute(&mut owner_connection(&app).await).await.unwrap();
    let room = Room { kinds: &["test.count"], slots: 1, per_tenant: 1 };
    let taken = Queue::new(app.state.tenancy.clone()).take(&room).await.unwrap();
    assert!((3_600.0..7_200.0).contains(&taken[0].waited_s), "{taken:?}");
}

#[tokio::test]
async fn a_thousand_jobs_do_not_block_another_tenant() {
    const STARTED: &str = "select count(*) from background_tasks where started_at < $1";
    let app = TestApp::start().await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    for _ in 0..1000 {
        process::enqueue(&mut tx, SOMEBODY, QUICK).await.unwrap();
    }
    tx.commit().await.unwrap();
    for slots in [1, 4] {
        let (stop, running) = start(&app, slots);
        let begun = async || -> i64 {
            in_tenant!(app, ATLANTICO, "select count(*) from background_tasks where started_at is not null")
        };
        until(Duration::from_secs(20), async || begun().await > 5).await;
        let before = begun().await;
        let one = enqueue(&app, PACIFIC, SOMEBODY, QUICK).await;
        until_over(&app, PACIFIC, one.id).await;
        stop.cancel();
        running.await.unwrap();
        let started: chrono::DateTime<chrono::Utc> =
            in_tenant!(app, PACIFIC, "select started_at from background_tasks where id = $1", one.id);
        let overtaken: i64 = in_tenant!(app, ATLANTICO, STARTED, started);
        assert!(overtaken - before < 30, "{} jobs went first with {slots} slots", overtaken - before);
    }
}

#[tokio::test]
async fn two_tenants_take_turns() {
    const STARTS: &str = "select started_at from background_tasks";
    let app = TestApp::start().await;
    for host in [ATLANTICO, PACIFIC] {
        let mut tx = app.state.tenancy.begin(&app.tenant(host)).await.unwrap();
        for _ in 0..20 {
            process::enqueue(&mut tx, SOMEBODY, QUICK).await.unwrap();
        }
        tx.commit().await.unwrap();
    }
    // One slot: with one slot per tenant they would never wait for each other, and the counts would only show
    // the speed of their transactions.
    worker(&app, 1).drain().await;
    let mut turns = Vec::new();
    for host in [ATLANTICO, PACIFIC] {
        let mut tx = app.state.tenancy.begin(&app.tenant(host)).await.unwrap();
        let starts: Vec<chrono::DateTime<chrono::Utc>> =
            sqlx::query_scalar(STARTS).fetch_all(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
        turns.extend(starts.into_iter().map(|at| (at, host)));
    }
    turns.sort_unstable();
    assert_eq!(turns.len(), 40);
    let twice = turns.windows(2).filter(|pair| pair[0].1 == pair[1].1).count();
    assert_eq!(twice, 0, "{turns:?}");
}

#[tokio::test]
async fn only_a_retry_is_run_again() {
    let app = TestApp::start().await;
    let later = enqueue(&app, ATLANTICO, SOMEBODY, Flaky { failures: 1, gives_up: false }).await;
    let never = enqueue(&app, ATLANTICO, SOMEBODY, Flaky { failures: 9, gives_up: false }).await;
    let hopeless = enqueue(&app, ATLANTICO, SOMEBODY, Flaky { failures: 1, gives_up: true }).await;
    let broken = enqueue(&app, ATLANTICO, SOMEBODY, Panic).await;
    let (stop, running) = start(&app, 4);
    for task in [&later, &never, &hopeless, &broken] {
        until_over(&app, ATLANTICO, task.id).await;
    }
    stop.cancel();
    running.await.unwrap();
    let failure = async |task: Uuid| -> Option<String> { in_tenant!(app, ATLANTICO, FAILURE, task) };
    // Retries, not attempts: the engine also starts an attempt again if the database did not answer in time,
    // and does not count it.
    let retries = async |task: Uuid| -> i16 {
        in_tenant!(app, ATLANTICO, "select failures from background_tasks where id = $1", task)
    };
    assert_eq!((failure(later.id).await.as_deref(), retries(later.id).await), (None, 1));
    assert_eq!((failure(never.id).await.as_deref(), retries(never.id).await), (Some("process_failed"), 1));
    assert_eq!(failure(hopeless.id).await.as_deref(), Some("tracking_range_exhausted"));
    assert_eq!((failure(broken.id).await.as_deref(), retries(broken.id).await), (Some("process_failed"), 0));
    assert_eq!(queue_length(&app).await, 0);
}

#[tokio::test]
async fn running_tasks_have_ended_in_a_copied_tenant() {
    let app = TestApp::start().await;
    let task = enqueue(&app, ATLANTICO, SOMEBODY, QUICK).await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    assert_eq!(process::store::end_pending(&mut tx).await.unwrap(), 1);
    tx.commit().await.unwrap();
    assert!(is_over(&app, ATLANTICO, task.id).await);
    // A job whose task has ended is deleted without running.
    worker(&app, 1).drain().await;
    let units: i64 =
        in_tenant!(app, ATLANTICO, "select count(*) from audit_entries where action = 'test.unit'");
    assert_eq!((units, queue_length(&app).await), (0, 0));
}

#[tokio::test]
async fn jobs_wait_for_a_suspended_tenant_and_are_deleted_with_it() {
    let app = TestApp::start().await;
    let mut owner = owner_connection(&app).await;
    let ids = [app.tenant(ATLANTICO).id.to_string(), app.tenant(PACIFIC).id.to_string()];
    let waiting = enqueue(&app, ATLANTICO, SOMEBODY, QUICK).await;
    enqueue(&app, PACIFIC, SOMEBODY, QUICK).await;
    let set_state = "update control.tenants set state = $2, slug = case when $2 = 'deleted' then null else slug end where id = $1";
    sqlx::query(set_state).bind(&ids[0]).bind("suspended").execute(&mut owner).await.unwrap();
    sqlx::query(set_state).bind(&ids[1]).bind("deleted").execute(&mut owner).await.unwrap();
    app.state.tenancy.refresh().await.unwrap();
    worker(&app, 2).drain().await;
    let left: Vec<(String, Option<Uuid>)> =
        sqlx::query_as("select tenant, worker from control.jobs").fetch_all(&mut owner).await.unwrap();
    assert_eq!(left, [(ids[0].clone(), None)]);

    sqlx::query(set_state).bind(&ids[0]).bind("active").execute(&mut owner).await.unwrap();
    sqlx::query("update control.jobs set ready_at = now()").execute(&mut owner).await.unwrap();
    app.state.tenancy.refresh().await.unwrap();
    worker(&app, 2).drain().await;
    assert!(is_over(&app, ATLANTICO, waiting.id).await);
}
