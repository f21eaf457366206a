//! Webhooks are made, changed, paused and deleted, and their events sent again.

use chrono::{DateTime, SubsecRound, Utc};
use serde_json::{Value, json};
use standardwebhooks::Webhook;

use super::receiver::{GivenAnswer, Receiver};
use super::{PATH, Told, text};
use crate::shipments::created;
use crate::support::{ATLANTICO, TestApp};
use crate::users::audited;

fn form(url: &str) -> Value {
    json!({ "url": url, "patterns": ["shipment.*"] })
}

#[tokio::test]
async fn a_webhook_that_cannot_be_is_refused_at_its_fields() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    for url in
        ["http://example.com/", "https://10.0.0.8/", "https://localhost/", "https://example.com:22/", "hook"]
    {
        let refused = admin.post(PATH, form(url)).await;
        assert_eq!((refused.status, refused.code_at("url")), (422, "invalid_webhook_url".into()), "{url}");
    }
    let mut wrong = form("https://shop.example.com/");
    wrong["patterns"] = json!(["ship*"]);
    wrong["headers"] = json!([{ "name": "host", "value": "inside" }]);
    let refused = admin.post(PATH, wrong).await;
    assert_eq!(refused.code_at("patterns"), "invalid_webhook_pattern");
    assert_eq!(refused.code_at("headers.0.name"), "invalid_webhook_header");
}

#[tokio::test]
async fn an_address_gets_no_event_twice() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let made = admin.post(PATH, form("https://shop.example.com/hook")).await.data();
    let again = admin.post(PATH, form("https://SHOP.example.com/hook")).await;
    assert_eq!((again.status, again.code_at("url")), (422, "webhook_known".into()));
    let other = json!({ "url": "https://shop.example.com/hook", "patterns": ["bag.closed"] });
    assert_eq!(admin.post(PATH, other).await.status, 200, "other events can go there");
    let path = format!("{PATH}/{}", text(&made["webhook"]["id"]));
    let same = json!({ "fifo": true, "version": made["webhook"]["version"] });
    assert_eq!(admin.patch(&path, same).await.data()["fifo"], true);
}

#[tokio::test]
async fn a_company_has_twenty_webhooks_at_most() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    for number in 0..20 {
        let made = admin.post(PATH, form(&format!("https://shop.example.com/{number}"))).await;
        assert_eq!(made.status, 200, "{}", made.text());
    }
    let refused = admin.post(PATH, form("https://shop.example.com/20")).await;
    assert_eq!((refused.status, refused.message_code()), (409, "too_many_webhooks".into()));
}

#[tokio::test]
async fn both_secrets_sign_for_a_day() {
    let told = Told::of(&["shipment.created"]).await;
    let body = json!({ "version": told.version().await });
    let rotated = told.admin().await.post(&told.path("/rotate_secret"), body).await.data();
    assert!(rotated["webhook"]["former_secret_until"].is_string());
    created(&told.app.staff(ATLANTICO).await).await;
    told.app.run_webhooks().await;
    let received = told.receiver.received();
    for secret in [&told.secret, &text(&rotated["secret"])] {
        let library = Webhook::new(secret).unwrap();
        library.verify(&received[0].body, &received[0].headers).unwrap();
    }
    let body = json!({ "version": told.version().await });
    let early = told.admin().await.post(&told.path("/rotate_secret"), body.clone()).await;
    assert_eq!((early.status, early.message_code()), (409, "webhook_secret_rotated".into()));
    told.app.state.clock.advance(chrono::TimeDelta::hours(25));
    created(&told.app.staff(ATLANTICO).await).await;
    told.app.run_webhooks().await;
    let received = told.receiver.received();
    assert_eq!(received[1].header("webhook-signature").split(' ').count(), 1);
    assert_eq!(told.admin().await.post(&told.path("/rotate_secret"), body).await.status, 200);
    let shown = told.admin().await.get(&told.path("")).await.text();
    assert!(!shown.contains("whsec_"), "{shown}");
}

#[tokio::test]
async fn another_address_begins_anew() {
    let (told, other) = (Told::of(&["shipment.created"]).await, Receiver::start().await);
    told.receiver.give([GivenAnswer::of(500)]);
    created(&told.app.staff(ATLANTICO).await).await;
    told.app.run_webhooks().await;
    let change = json!({ "url": other.url, "version": told.version().await });
    let moved = told.admin().await.patch(&told.path(""), change).await.data();
    assert_eq!((&moved["status"], &moved["failure_count"]), (&json!(10), &json!(0)));
    assert_eq!(told.deliveries().await[0]["status"], 60, "it was meant for the other address");
    told.app.run_webhooks().await;
    assert_eq!(
        (other.types(), told.show().await["status"].clone()),
        (vec!["webhook.test".to_owned()], json!(20))
    );
    let entries = audited(&told.app, "webhook.update").await;
    assert!(entries.iter().any(|entry| entry.2["url"][1] == other.url.as_str()), "{entries:?}");
}

#[tokio::test]
async fn what_has_waited_while_it_was_paused_can_be_dropped() {
    let told = Told::of(&["shipment.created"]).await;
    let body = json!({ "version": told.version().await });
    assert_eq!(told.admin().await.post(&told.path("/pause"), body.clone()).await.data()["status"], 45);
    let again =
        told.admin().await.post(&told.path("/pause"), json!({ "version": told.version().await })).await;
    assert_eq!((again.status, again.message_code()), (409, "webhook_state".into()));
    created(&told.app.staff(ATLANTICO).await).await;
    told.app.run_webhooks().await;
    assert_eq!(told.deliveries().await[0]["status"], 55);
    let body = json!({ "send_held": false, "version": told.version().await });
    told.admin().await.post(&told.path("/enable"), body).await.data();
    told.app.run_webhooks().await;
    assert_eq!(told.receiver.types(), ["webhook.test"]);
    assert_eq!(told.deliveries().await[0]["status"], 60);
    assert_eq!(told.show().await["waiting_count"], 0);
}

#[tokio::test]
async fn an_event_is_sent_again_with_the_id_that_it_had() {
    let told = Told::of(&["shipment.created"]).await;
    created(&told.app.staff(ATLANTICO).await).await;
    told.app.run_webhooks().await;
    let sent = told.deliveries().await[0].clone();
    assert_eq!(sent["can"]["replay"], true);
    let path = told.path(&format!("/deliveries/{}/replay", text(&sent["id"])));
    let replayed = told.admin().await.post(&path, json!({})).await.data();
    assert_eq!((&replayed["status"], &replayed["kind"]), (&json!(10), &json!("replay")));
    let early = told.admin().await.post(&path, json!({})).await;
    assert_eq!((early.status, early.message_code()), (409, "webhook_delivery_state".into()));
    told.app.run_webhooks().await;
    let received = told.receiver.received();
    assert_eq!(received.len(), 2);
    assert_eq!(received[0].header("webhook-id"), received[1].header("webhook-id"));
    let kinds: Vec<Value> = told.deliveries().await[0]["attempts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|attempt| attempt["kind"].clone())
        .collect();
    assert_eq!(kinds, ["event", "replay"]);
}

#[tokio::test]
async fn the_events_of_a_time_are_sent_again() {
    let told = Told::of(&["shipment.*"]).await;
    let staff = told.app.staff(ATLANTICO).await;
    for _ in 0..3 {
        created(&staff).await;
    }
    told.app.run_webhooks().await;
    let now = told.app.state.clock.now();
    let range = |hours, types: Value| {
        let from = now - chrono::TimeDelta::hours(hours);
        json!({ "from": from, "to": now + chrono::TimeDelta::minutes(1), "types": types })
    };
    let replay = async |form| told.admin().await.post(&told.path("/replay"), form).await;
    assert_eq!(replay(range(1, json!(["shipment.cancelled"]))).await.data()["count"], 0);
    let replayed = replay(range(1, json!(null))).await.data();
    assert_eq!((&replayed["count"], &replayed["next_from"]), (&json!(3), &Value::Null));
    told.app.run_webhooks().await;
    assert_eq!(told.receiver.received().len(), 6);
    let backwards = replay(range(-2, json!(null))).await;
    assert_eq!((backwards.status, backwards.code_at("to")), (422, "period_ends_before".into()));
}

/// As if so many events had arrived, one a second until the last second, and the others then.
const INSERT_ARRIVED: [&str; 2] = [
    "insert into webhook_events (id, version, type, occurred_at, record_id, sequence, body)
     select gen_random_uuid(), '2026-12-15', 'bag.closed', $1::timestamptz + make_interval(secs => least(n, $2)),
            gen_random_uuid(), n, '{}'
     from generate_series(1, $3) n",
    "with arrived as materialized (
         select w.id as endpoint_id, e.id, e.version, e.occurred_at from webhook_events e, webhook_endpoints w
         where e.type = 'bag.closed' and e.occurred_at > $1)
     insert into webhook_deliveries (endpoint_id, event_id, event_version, kind, status, attempt_count, due_at, log)
     select endpoint_id, id, version, 'event', 30, 1, occurred_at, '[]' from arrived",
];

/// Returns the time before them.
async fn arrive(told: &Told, last_second: i32, count: i32) -> DateTime<Utc> {
    let from = told.app.state.clock.now().trunc_subsecs(0);
    let mut tx = told.app.state.tenancy.begin(&told.app.tenant(ATLANTICO)).await.unwrap();
    let [events, deliveries] = INSERT_ARRIVED;
    sqlx::query(events).bind(from).bind(last_second).bind(count).execute(&mut *tx).await.unwrap();
    sqlx::query(deliveries).bind(from).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    from
}

#[tokio::test]
async fn the_events_of_one_moment_are_replayed_together() {
    let told = Told::of(&["shipment.*"]).await;
    let from = arrive(&told, 1, 1002).await;
    let form = json!({ "from": from, "to": from + chrono::TimeDelta::hours(1), "types": ["bag.closed"] });
    let replayed = told.admin().await.post(&told.path("/replay"), form).await.data();
    assert_eq!((&replayed["count"], &replayed["next_from"]), (&json!(1002), &Value::Null));
}

#[tokio::test]
async fn a_moment_with_too_many_events_is_replayed_in_parts() {
    let told = Told::of(&["shipment.*"]).await;
    let from = arrive(&told, 1, 10_002).await;
    let form = json!({ "from": from, "to": from + chrono::TimeDelta::hours(1), "types": ["bag.closed"] });
    let first = told.admin().await.post(&told.path("/replay"), form.clone()).await.data();
    let begin = chrono::DateTime::parse_from_rfc3339(first["next_from"].as_str().unwrap()).unwrap();
    assert_eq!((&first["count"], begin.to_utc()), (&json!(10_000), from + chrono::TimeDelta::seconds(1)));
    // The first ones have arrived meanwhile, and are not sent once more.
    let mut tx = told.app.state.tenancy.begin(&told.app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query("update webhook_deliveries set status = 30 where status = 10")
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let mut rest = form;
    rest["from"] = first["next_from"].clone();
    rest["from_id"] = first["next_id"].clone();
    let second = told.admin().await.post(&told.path("/replay"), rest).await.data();
    let ends = (&second["count"], &second["next_from"], &second["next_id"]);
    assert_eq!(ends, (&json!(2), &Value::Null, &Value::Null));
}

#[tokio::test]
async fn a_long_replay_says_where_the_rest_begins() {
    let told = Told::of(&["shipment.*"]).await;
    let from = arrive(&told, 1002, 1002).await;
    let to = from + chrono::TimeDelta::hours(1);
    let form = json!({ "from": from, "to": to, "types": ["bag.closed"] });
    let first = told.admin().await.post(&told.path("/replay"), form).await.data();
    let rest = chrono::DateTime::parse_from_rfc3339(first["next_from"].as_str().unwrap()).unwrap();
    assert_eq!((&first["count"], rest.to_utc()), (&json!(1000), from + chrono::TimeDelta::seconds(1001)));
    let form = json!({ "from": rest, "to": to, "types": ["bag.closed"] });
    let second = told.admin().await.post(&told.path("/replay"), form).await.data();
    assert_eq!((&second["count"], &second["next_from"]), (&json!(2), &Value::Null));
}

#[tokio::test]
async fn a_deleted_webhook_hears_nothing_more() {
    let told = Told::of(&["shipment.created"]).await;
    let staff = told.app.staff(ATLANTICO).await;
    created(&staff).await;
    assert_eq!(told.admin().await.delete(&told.path("")).await.status, 200);
    created(&staff).await;
    told.app.run_webhooks().await;
    assert_eq!(told.receiver.received().len(), 0);
    assert_eq!(told.admin().await.get(&told.path("")).await.status, 404);
    assert_eq!(audited(&told.app, "webhook.delete").await.len(), 1);
}

#[tokio::test]
async fn staff_without_the_right_reach_no_webhook() {
    let told = Told::of(&["*"]).await;
    let staff = told.app.staff(ATLANTICO).await;
    for answer in [
        staff.get(PATH).await,
        staff.get(&told.path("/deliveries")).await,
        staff.post(&told.path("/test"), json!({})).await,
        staff.delete(&told.path("")).await,
    ] {
        assert_eq!(answer.status, 403);
    }
}
