//! Limits on attempts: per account, address and company.

use std::time::Duration;

use serde_json::json;
use server_core::cache::{CacheKey, PassedCounter};
use server_core::clock::Clock;
use server_core::state::AppState;

use crate::support::servers::OwnRedis;
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

const ADMIN: &str = "admin@atlantico.test";

async fn guess(person: &Person, email: &str) -> Answer {
    person.post("/api/login", json!({ "email": email, "password": "wrong" })).await
}

fn retry_after(refused: &Answer) -> u64 {
    assert_eq!((refused.status, refused.message_code()), (429, "rate_limited".into()), "{}", refused.text());
    let seconds = refused.header("retry-after").unwrap().parse().unwrap();
    assert_eq!(refused.json()["params"]["seconds"], seconds);
    seconds
}

/// Waits until Redis has answered once. Earlier requests are counted on this node only.
pub async fn wait_for_redis(app: &TestApp, node: &AppState) {
    let key = CacheKey::new(&app.tenant(ATLANTICO).id, "test", "wait");
    while node.cache.count(&key, Duration::from_secs(60)).await.is_none() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn limits_are_shared_by_all_nodes() {
    let app = TestApp::start().await;
    let other = app::connect(app.state.config.clone(), Clock::default()).await.unwrap();
    wait_for_redis(&app, &app.state).await;
    wait_for_redis(&app, &other).await;
    let mut here = app.visitor(ATLANTICO);
    here.visit().await;
    let there = here.through(other);
    for node in [&here, &there].repeat(5) {
        assert_eq!(guess(node, ADMIN).await.status, 422);
    }
    for node in [&here, &there] {
        let seconds = retry_after(&guess(node, ADMIN).await);
        assert!((1..=900).contains(&seconds), "{seconds}");
    }
    assert_eq!(guess(&there, "staff@atlantico.test").await.status, 422, "of that account alone");
}

#[tokio::test]
async fn a_limit_counts_from_the_first_attempt() {
    let app = TestApp::start().await;
    wait_for_redis(&app, &app.state).await;
    let count = async |tenant: &str, lasting| {
        let key = CacheKey::new(&app.tenant(tenant).id, "test", "lasting");
        app.state.cache.count(&key, Duration::from_secs(lasting)).await.unwrap()
    };
    assert_eq!(count(ATLANTICO, 40).await.0, 1);
    let (second, left) = count(ATLANTICO, 4000).await;
    assert!(second == 2 && left <= Duration::from_secs(40), "{second} {left:?}");
    assert_eq!(count(PACIFIC, 40).await.0, 1, "each company for itself");
}

#[tokio::test]
async fn what_a_limit_lets_through_is_counted_in_the_same_call() {
    let app = TestApp::start().await;
    wait_for_redis(&app, &app.state).await;
    let tenant = app.tenant(ATLANTICO);
    let [limited, passed] = ["limited", "passed"].map(|id| CacheKey::new(&tenant.id, "test", id));
    let (cache, lasting) = (&app.state.cache, Duration::from_secs(60));
    for (cost, count) in [(1, 1), (3, 4), (1, 5), (1, 6)] {
        let passed = PassedCounter { key: &passed, most: 4, lasting };
        let counted = cache.count_passed(&limited, cost, lasting, Some(&passed)).await.unwrap();
        assert_eq!(counted.0, count);
    }
    assert_eq!(cache.read_counts(&[limited, passed]).await.unwrap(), [6, 2]);
}

#[tokio::test]
async fn limits_apply_without_redis() {
    let mut redis = OwnRedis::start();
    let app = TestApp::with(&[format!("--redis-url={}", redis.url())]).await;
    wait_for_redis(&app, &app.state).await;
    let mut visitor = app.visitor(ATLANTICO);
    visitor.visit().await;
    for _ in 0..6 {
        assert_eq!(guess(&visitor, ADMIN).await.status, 422);
    }
    redis.stop();
    for _ in 0..4 {
        assert_eq!(guess(&visitor, ADMIN).await.status, 422);
    }
    assert!(retry_after(&guess(&visitor, ADMIN).await) <= 900);
}

#[tokio::test]
async fn each_company_has_its_own_limit() {
    let app = TestApp::with(&["--tenant-limit=4".into()]).await;
    let mut visitor = app.visitor(ATLANTICO);
    visitor.visit().await;
    for name in ["a", "b", "c", "d"] {
        assert_eq!(guess(&visitor, &format!("{name}@atlantico.test")).await.status, 422);
    }
    retry_after(&guess(&visitor, "e@atlantico.test").await);
    let mail = json!({ "email": "e@atlantico.test" });
    assert_eq!(visitor.post("/api/password/email", mail).await.status, 200, "recoveries are counted apart");
    app.admin(PACIFIC).await;
}
