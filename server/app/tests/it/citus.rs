//! A company on the workers of a Citus cluster, which `REMESSA_TESTS_CITUS_WORKERS` names (`support/database.rs`).

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use tenancy::admin::Admin;

use crate::money::client_of;
use crate::shipments::complete;
use crate::support::{ATLANTICO, Person, TestApp};

/// Moves of the company while people work.
const MOVES: usize = 6;

/// Creates and changes shipments until the moves are over. Returns the ids of those whose creation was answered.
async fn work(person: Person, form: Value, is_over: &AtomicBool) -> Vec<String> {
    let mut made = Vec::new();
    while !is_over.load(Ordering::Relaxed) {
        let answer = person.post("/api/shipments", form.clone()).await;
        // A move waits for what is being written, and what waits too long for it is told to come again.
        if answer.status == 503 {
            continue;
        }
        let shipment = answer.data();
        let id = shipment["id"].as_str().unwrap().to_owned();
        let list = person.get("/api/shipments?per_page=10").await;
        assert!([200, 503].contains(&list.status), "{}", list.text());
        made.push(id);
    }
    made
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs two workers in REMESSA_TESTS_CITUS_WORKERS"]
async fn a_company_that_is_moved_while_people_work_loses_nothing() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let mut form = complete(&staff).await;
    form["client_id"] = json!(client_of(&app.client(ATLANTICO).await).await);
    let before = staff.get("/api/shipments?per_page=10").await.json()["meta"]["total"].as_u64().unwrap();
    let admin = Admin::connect(app.admin_url()).await.unwrap();
    let workers = std::env::var("REMESSA_TESTS_CITUS_WORKERS").unwrap();
    let workers: Vec<String> = workers
        .split_whitespace()
        .map(|url| {
            let options: sqlx::postgres::PgConnectOptions = url.parse().unwrap();
            format!("{}:{}", options.get_host(), options.get_port())
        })
        .collect();
    let people = [app.staff(ATLANTICO).await, app.staff(ATLANTICO).await, app.admin(ATLANTICO).await];
    let is_over = AtomicBool::new(false);
    let moves = async {
        for at in 0..MOVES {
            let node = &workers[at % workers.len()];
            assert_eq!(admin.place_tenant("atlantico", Some(node)).await.unwrap().to_string(), *node);
        }
        is_over.store(true, Ordering::Relaxed);
    };
    let [one, two, three] = people.map(|person| work(person, form.clone(), &is_over));
    let (one, two, three, ()) = tokio::join!(one, two, three, moves);
    let made = [one, two, three].concat();
    assert!(made.len() > MOVES, "only {} shipments were made beside the moves", made.len());
    let after = staff.get("/api/shipments?per_page=10").await.json()["meta"]["total"].as_u64().unwrap();
    assert_eq!(after - before, made.len() as u64, "each that was answered is there, and no other one");
    for id in &made {
        assert_eq!(staff.get(&format!("/api/shipments/{id}")).await.status, 200);
    }
}
