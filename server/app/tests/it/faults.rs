//! Postgres restarts and Redis stops during requests.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::shipments::created;
use crate::support::servers::{OwnPostgres, OwnRedis};
use crate::support::{ATLANTICO, Answer, Person, TestApp};

/// Requests the list until stopped.
async fn keep_asking(person: Person, stop: Arc<AtomicBool>) -> Vec<(Instant, Answer)> {
    let mut answers = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let answer = person.get("/api/shipments").await;
        answers.push((Instant::now(), answer));
        tokio::task::yield_now().await;
    }
    answers
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_are_503_while_postgres_restarts() {
    let postgres = OwnPostgres::start();
    let app = TestApp::on(&postgres.admin_url(), &[]).await;
    let staff = app.staff(ATLANTICO).await;
    let stop = Arc::new(AtomicBool::new(false));
    let asking: Vec<_> = (0..4).map(|_| tokio::spawn(keep_asking(staff.clone(), stop.clone()))).collect();

    postgres.stop();
    while staff.get("/api/shipments").await.status == 200 {}
    postgres.start_again();
    postgres.wait().await;
    let back = Instant::now();
    while staff.get("/api/shipments").await.status != 200 {
        assert!(back.elapsed() < Duration::from_secs(5), "no good answer within five seconds");
    }
    stop.store(true, Ordering::Relaxed);

    let mut refused = 0;
    for task in asking {
        for (_, answer) in task.await.unwrap() {
            if answer.status == 503 {
                assert!(answer.header("retry-after").is_some(), "{}", answer.text());
                refused += 1;
            } else {
                assert_eq!(answer.status, 200, "{}", answer.text());
            }
        }
    }
    assert!(refused > 0, "the restart was not noticed");
    created(&staff).await;
}

#[tokio::test]
async fn requests_work_without_redis() {
    let mut redis = OwnRedis::start();
    let app = TestApp::with(&[format!("--redis-url={}", redis.url())]).await;
    let staff = app.staff(ATLANTICO).await;
    created(&staff).await;
    redis.stop();
    assert_eq!(staff.get("/api/profile").await.status, 200);
    created(&staff).await;
    assert_eq!(staff.get("/api/shipments").await.json()["meta"]["total"], 2);
    let mut other = app.visitor(ATLANTICO);
    assert_eq!(other.log_in("admin@atlantico.test", "remessa-demo").await.status, 200);
    assert_eq!(staff.post("/api/logout", json!({})).await.status, 200);
    assert_eq!(staff.get("/api/profile").await.status, 401);
}
