//! Imports whose worker is killed or that are stopped: nothing is imported twice, nothing is missing.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server_core::process::Worker;
use server_core::process::worker::WorkerOptions;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::{REAL_FILE, SHOP, TABLES, counts, path, rows, sent, shown, taken_in};
use crate::support::{ATLANTICO, Person, Served, TestApp};

/// The statement in which a step of the import waits when shipments are locked.
const STEP: &str = "insert into shipments (";
/// The statement in which [`shipments_locked`] waits.
const GATE: &str = "shipments in exclusive mode";

fn working(app: &TestApp) -> (CancellationToken, JoinHandle<()>) {
    let stop = CancellationToken::new();
    let worker = Worker::new(app.state.clone(), app::kinds(), WorkerOptions::new(1));
    (stop.clone(), tokio::spawn(worker.run(stop)))
}

/// Repeats the check until it is true, or a minute has passed.
async fn until(what: &str, is_so: impl AsyncFn() -> bool) {
    let began = Instant::now();
    while !is_so().await {
        assert!(began.elapsed() < Duration::from_secs(60), "not in a minute: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn status(person: &Person, import: &Value) -> i64 {
    shown(person, import).await["status"].as_i64().unwrap()
}

/// A session that blocks writing shipments. Waiting sessions continue in their order.
fn shipments_locked(app: &TestApp) -> impl Future<Output = PgConnection> + use<> {
    let (url, tenant) = (app.admin_url().to_owned(), app.tenant(ATLANTICO).id);
    async move {
        let mut owner = PgConnection::connect(&url).await.unwrap();
        let lock = format!("begin; lock table {tenant}.shipments in exclusive mode");
        owner.execute(AssertSqlSafe(lock)).await.unwrap();
        owner
    }
}

/// Opens the gate for the import's next step only. Returns the gate at which the step after it waits.
async fn one_step_through(app: &TestApp, gate: PgConnection) -> PgConnection {
    until("a step at the gate", async || app.waiting_in(STEP).await == 1).await;
    let behind = tokio::spawn(shipments_locked(app));
    until("the second gate behind it", async || app.waiting_in(GATE).await == 1).await;
    drop(gate);
    let gate = behind.await.unwrap();
    until("the next step at the second gate", async || app.waiting_in(STEP).await == 1).await;
    gate
}

/// The imported shipments, by reference.
async fn references(app: &TestApp) -> Vec<String> {
    const REFERENCES: &str =
        "select external_ref from shipments where import_id is not null order by external_ref";
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let references = sqlx::query_scalar(REFERENCES).fetch_all(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    references
}

async fn progress(person: &Person, task: &Value) -> i64 {
    let task = person.get(&format!("/api/background_tasks/{}", task["id"].as_str().unwrap())).await.data();
    assert!(task["completed_at"].is_null(), "it was done before it was killed");
    task["progress"].as_i64().unwrap()
}

#[tokio::test]
async fn an_import_survives_a_killed_server() {
    let app = TestApp::start().await;
    let before = rows(&app, TABLES).await;
    let server = Served::start(&app).await;
    let staff = server.visitor(ATLANTICO).signed_in("staff").await;
    let import = sent(&staff, "scms-deliveries.csv", REAL_FILE).await;
    let gate = shipments_locked(&app).await;
    let task = staff.post(&path(&import, "/process"), json!({})).await.data();

    // Once while the rows are copied, once while shipments are imported.
    until("copied rows", async || rows(&app, &["shipment_import_lines"]).await[0] > 0).await;
    server.kill();
    // Sessions of the killed server that still wait at the gate end before the gate is closed again.
    drop(gate);
    let gate = shipments_locked(&app).await;
    let server = Served::start(&app).await;
    let staff = server.visitor(ATLANTICO).signed_in("staff").await;
    let gate = one_step_through(&app, gate).await;
    until("a tenth", async || progress(&staff, &task).await >= 10).await;
    assert!(progress(&staff, &task).await <= 90);
    server.kill();
    assert!((1..3_547).contains(&references(&app).await.len()), "it was not killed halfway");
    drop(gate);

    let server = Served::start(&app).await;
    let staff = server.visitor(ATLANTICO).signed_in("staff").await;
    until("the end", async || status(&staff, &import).await != 40).await;
    let killed = shown(&staff, &import).await;
    let (came_in, after) = (references(&app).await, rows(&app, TABLES).await);
    server.kill();

    let quiet = TestApp::start().await;
    let staff = quiet.staff(ATLANTICO).await;
    let import = sent(&staff, "scms-deliveries.csv", REAL_FILE).await;
    let left_alone = taken_in(&quiet, &staff, &import).await;
    assert_eq!((&killed["status"], &killed["counts"]), (&left_alone["status"], &left_alone["counts"]));
    let names = ["lines", "taken_lines", "refused_lines", "new_shipments", "existing_shipments"];
    assert_eq!(counts(&killed, &names), [5_176, 5_166, 10, 3_547, 0], "{killed}");
    assert_eq!(came_in, references(&quiet).await);
    assert_eq!(came_in.iter().collect::<std::collections::BTreeSet<_>>().len(), 3_547);
    let added: Vec<i64> = after.iter().zip(&before).map(|(after, before)| after - before).collect();
    assert_eq!(added, [3_547, 5_166, 3_547, 3_547]);
}

#[tokio::test]
async fn a_stopped_import_goes_on_where_it_was() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let before = rows(&app, TABLES).await;
    let import = sent(&staff, "scms-deliveries.csv", REAL_FILE).await;
    let task = staff.post(&path(&import, "/process"), json!({})).await.data();
    let gate = shipments_locked(&app).await;
    let (stop, running) = working(&app);
    let gate = one_step_through(&app, gate).await;
    // Neither the answer nor the end waits for the step at the gate.
    let cancel = format!("/api/background_tasks/{}/cancel", task["id"].as_str().unwrap());
    assert_eq!(staff.post(&cancel, json!({})).await.status, 200);
    until("the end", async || status(&staff, &import).await != 40).await;
    drop(gate);
    stop.cancel();
    running.await.unwrap();
    let interrupted = shown(&staff, &import).await;
    assert_eq!(interrupted["status"], 60);
    assert_eq!(interrupted["failure"]["code"], "process_cancelled");
    let came_in = rows(&app, &["shipments"]).await[0] - before[0];
    assert_eq!(counts(&interrupted, &["new_shipments"]), [came_in]);
    assert!((1..3_547).contains(&came_in), "it was not stopped halfway");

    let retry = format!("/api/background_tasks/{}/retry", task["id"].as_str().unwrap());
    let again = staff.post(&retry, json!({})).await;
    assert_eq!(again.status, 202, "{}", again.text());
    let waiting = shown(&staff, &import).await;
    assert_eq!((&waiting["status"], &waiting["task_id"]), (&json!(40), &again.data()["id"]));
    app.run_processes().await;
    let done = shown(&staff, &import).await;
    assert_eq!(done["status"], 50, "{done}");
    assert_eq!(counts(&done, &["new_shipments", "existing_shipments"]), [3_547, 0]);
    let after = rows(&app, TABLES).await;
    let added: Vec<i64> = after.iter().zip(&before).map(|(after, before)| after - before).collect();
    assert_eq!(added, [3_547, 5_166, 3_547, 3_547]);
}

#[tokio::test]
async fn an_import_started_by_hand_is_not_started_again_by_its_old_task() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let import = sent(&staff, "shop.csv", SHOP.as_bytes()).await;
    let task = staff.post(&path(&import, "/process"), json!({})).await.data();
    let old = format!("/api/background_tasks/{}", task["id"].as_str().unwrap());
    staff.post(&format!("{old}/cancel"), json!({})).await.data();
    assert_eq!(staff.get(&old).await.data()["can"]["retry"], true);
    assert_eq!(staff.post(&path(&import, "/process"), json!({})).await.status, 202);
    assert_eq!(staff.get(&old).await.data()["can"]["retry"], false);
    let refused = staff.post(&format!("{old}/retry"), json!({})).await;
    assert_eq!((refused.status, &*refused.message_code()), (409, "process_not_retryable"));
    app.run_processes().await;
    let done = shown(&staff, &import).await;
    assert_eq!((&done["status"], counts(&done, &["new_shipments"])), (&json!(50), vec![2]));
}
