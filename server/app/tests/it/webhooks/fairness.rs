//! Receivers that do not answer do not hold those that do. Tests look at who comes when, and never at the clock on the wall.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use server_core::process::queue::{Queue, Room};

use super::receiver::Receiver;
use super::{PATH, Told, make, text};
use crate::shipments::created;
use crate::support::{ATLANTICO, TestApp};

const DEAD: i64 = 200;

/// Webhooks whose last attempt has failed, and whose receivers do not exist. More than people may make.
async fn add_dead(told: &Told) {
    const COPY: &str = "
        with alive as materialized (select * from webhook_endpoints where id = $1::uuid)
        insert into webhook_endpoints (id, url, patterns, event_version, secret, header_names, fifo, status, failure_count,
                                       first_failed_at, created_at, updated_at)
        select gen_random_uuid(), 'https://dead-' || n || '.example.com/', patterns, event_version, secret, header_names,
               fifo, 20, 1, created_at, created_at, updated_at
        from alive, generate_series(1, $2) n";
    let mut tx = told.app.state.tenancy.begin(&told.app.tenant(ATLANTICO)).await.unwrap();
    let copied = sqlx::query(COPY).bind(&told.id).bind(DEAD).execute(&mut *tx).await.unwrap();
    assert_eq!(copied.rows_affected(), 200);
    tx.commit().await.unwrap();
}

/// The webhooks of the next jobs that workers take, in their order.
async fn take_jobs(app: &TestApp, count: usize) -> Vec<String> {
    const WEBHOOK: &str = "select args->>'endpoint_id' from background_tasks where id = $1";
    let (queue, kinds) = (Queue::new(app.state.tenancy.clone()), app::webhook_kinds().names());
    let mut taken = Vec::new();
    for _ in 0..count {
        let room = Room { kinds: &kinds, slots: 1, per_tenant: 1_000 };
        let job = queue.take(&room).await.unwrap().remove(0);
        let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
        let webhook: String = sqlx::query_scalar(WEBHOOK).bind(job.task).fetch_one(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
        taken.push(webhook);
    }
    taken
}

#[tokio::test]
async fn two_hundred_dead_receivers_do_not_hold_a_live_one() {
    let told = Told::of(&["shipment.created"]).await;
    add_dead(&told).await;
    let staff = told.app.staff(ATLANTICO).await;
    created(&staff).await;
    created(&staff).await;
    let taken = take_jobs(&told.app, 3).await;
    assert_eq!(taken[..2], [told.id.clone(), told.id.clone()], "both events of the live one come first");
    assert_ne!(taken[2], told.id, "the dead ones are not forgotten");
}

/// When the attempts of a webhook were made, the first one first.
async fn list_attempts(app: &TestApp, path: &str, kind: &str) -> Vec<DateTime<Utc>> {
    let log = app.admin(ATLANTICO).await.get(&format!("{path}/deliveries?per_page=100")).await.data();
    let attempts = log.as_array().unwrap().iter().flat_map(|one| one["attempts"].as_array().unwrap());
    let of_kind = attempts.filter(|attempt| attempt["kind"] == kind);
    let mut times: Vec<DateTime<Utc>> = of_kind.map(|one| text(&one["at"]).parse().unwrap()).collect();
    times.sort_unstable();
    times
}

#[tokio::test]
async fn a_worker_whose_attempt_has_failed_lets_others_go_first() {
    let told = Told::of(&["shipment.created"]).await;
    let (staff, live) = (told.app.staff(ATLANTICO).await, Receiver::start().await);
    for _ in 0..8 {
        created(&staff).await;
    }
    told.app.run_webhooks().await;
    let made = make(&told.admin().await, &live, json!({ "patterns": ["shipment.cancelled"] })).await;
    let path = format!("{PATH}/{}", text(&made["webhook"]["id"]));
    told.admin().await.post(&format!("{path}/test"), json!({})).await.data();
    told.app.run_webhooks().await;

    told.receiver.always(500);
    let now = told.app.state.clock.now();
    let range =
        json!({ "from": now - TimeDelta::hours(1), "to": now + TimeDelta::minutes(1), "types": Value::Null });
    assert_eq!(told.admin().await.post(&told.path("/replay"), range).await.data()["count"], 8);
    let shipment = created(&staff).await;
    let cancel = format!("/api/shipments/{}/cancel", text(&shipment["id"]));
    assert!(staff.post(&cancel, json!({ "reason": "a mistake" })).await.status < 300);
    told.app.run_webhooks_one_by_one().await;

    let failed = list_attempts(&told.app, &told.path(""), "replay").await;
    let arrived = list_attempts(&told.app, &path, "event").await;
    assert!(failed.len() >= 8 && arrived.len() == 1, "{failed:?} {arrived:?}");
    // Four workers were woken for the replayed events, and one for the shipment, before that of the live one.
    let before = failed.iter().filter(|at| **at < arrived[0]).count();
    assert!(before <= 5, "{before} went first");
}
