//! Imports whose worker dies, or who are stopped: nothing twice, nothing missing.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use server::AppState;
use server::clock::Clock;
use server::process::Worker;
use server::process::worker::WorkerOptions;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::{REAL_FILE, TABLES, counts, path, rows, sent, shown, taken_in};
use crate::support::{ATLANTICO, Person, TestApp, config_from_environment};

/// This test binary, as a server of its own that only works.
fn child(app: &TestApp) -> Child {
    let config = &app.state.config;
    Command::new(std::env::current_exe().unwrap())
        .args(["imports::recovery::child_worker", "--exact", "--ignored", "--nocapture"])
        .env("REMESSA_TEST_CHILD", "1")
        .env("REMESSA_DATABASE_URL", &config.database.database_url)
        .env("REMESSA_DATABASE_PASSWORD", &config.database.database_password)
        .env("REMESSA_FILES_URL", &config.files_url)
        .env("REMESSA_MAIL_URL", &config.mail_url)
        .env("REMESSA_WEB_DIR", "/nonexistent")
        .env("REMESSA_SECRET", &config.secret)
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
    let state = AppState::connect(config_from_environment(), Clock::default()).await.unwrap();
    Worker::new(state, server::kinds(), WorkerOptions::new(1)).run(CancellationToken::new()).await;
}

fn working(app: &TestApp) -> (CancellationToken, JoinHandle<()>) {
    let stop = CancellationToken::new();
    let worker = Worker::new(app.state.clone(), server::kinds(), WorkerOptions::new(1));
    (stop.clone(), tokio::spawn(worker.run(stop)))
}

/// Asks again and again until it is so, or a minute has passed.
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

#[tokio::test]
async fn an_import_whose_worker_is_killed_ends_with_each_shipment_once() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let before = rows(&app, TABLES).await;
    let import = sent(&staff, "scms-deliveries.csv", REAL_FILE).await;
    assert_eq!(staff.post(&path(&import, "/process"), json!({})).await.status, 202);

    // Once while the rows are copied, once while shipments come in.
    for (table, rows_before) in [("shipment_import_lines", 0), ("shipments", before[0])] {
        let mut worker = child(&app);
        until(table, async || rows(&app, &[table]).await[0] > rows_before).await;
        worker.kill().unwrap();
        worker.wait().unwrap();
        assert_eq!(status(&staff, &import).await, 40, "it was done before it was killed");
    }

    let (stop, running) = working(&app);
    until("the end", async || status(&staff, &import).await != 40).await;
    stop.cancel();
    running.await.unwrap();
    let done = shown(&staff, &import).await;
    let names = ["lines", "taken_lines", "refused_lines", "new_shipments", "existing_shipments"];
    assert_eq!(counts(&done, &names), [5_176, 5_166, 10, 3_547, 0], "{done}");
    let after = rows(&app, TABLES).await;
    let added: Vec<i64> = after.iter().zip(&before).map(|(after, before)| after - before).collect();
    assert_eq!(added, [3_547, 5_166, 3_547, 3_547]);
}

#[tokio::test]
async fn an_import_that_was_stopped_can_be_started_again_and_completes() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let before = rows(&app, TABLES).await;
    let import = sent(&staff, "scms-deliveries.csv", REAL_FILE).await;
    let task = staff.post(&path(&import, "/process"), json!({})).await.data();
    let (stop, running) = working(&app);
    until("shipments", async || rows(&app, &["shipments"]).await[0] > before[0]).await;
    let cancel = format!("/api/background_tasks/{}/cancel", task["id"].as_str().unwrap());
    assert_eq!(staff.post(&cancel, json!({})).await.status, 200);
    until("the end", async || status(&staff, &import).await != 40).await;
    stop.cancel();
    running.await.unwrap();
    let interrupted = shown(&staff, &import).await;
    assert_eq!(interrupted["status"], 60);
    assert_eq!(interrupted["failure"]["code"], "process_cancelled");
    let came_in = rows(&app, &["shipments"]).await[0] - before[0];
    assert_eq!(counts(&interrupted, &["new_shipments"]), [came_in]);
    assert!(came_in < 3_547, "it was done before it was stopped");

    let done = taken_in(&app, &staff, &import).await;
    assert_eq!(counts(&done, &["new_shipments", "existing_shipments"]), [3_547 - came_in, came_in]);
    let after = rows(&app, TABLES).await;
    let added: Vec<i64> = after.iter().zip(&before).map(|(after, before)| after - before).collect();
    assert_eq!(added, [3_547, 5_166, 3_547, 3_547]);
}
