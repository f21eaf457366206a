//! Short-lived copies in Redis: deleted copies do not return.

use std::time::{Duration, Instant};

use server_core::cache::CacheKey;

use crate::limit::wait_for_redis;
use crate::support::servers::OwnRedis;
use crate::support::{ATLANTICO, TestApp};

const LASTING: Duration = Duration::from_secs(60);

fn key(app: &TestApp) -> CacheKey {
    CacheKey::new(&app.tenant(ATLANTICO).id, "test", "copy")
}

#[tokio::test]
async fn a_stale_copy_is_not_cached() {
    let app = TestApp::start().await;
    wait_for_redis(&app, &app.state).await;
    let (cache, key) = (&app.state.cache, key(&app));
    cache.keep(&key, &1, LASTING).await;
    assert_eq!(cache.get(&key).await, Some(1));
    cache.forget(&key, LASTING).await;
    cache.keep(&key, &1, LASTING).await;
    assert_eq!(cache.get::<i32>(&key).await, None);
}

#[tokio::test]
async fn missed_invalidations_apply_when_redis_returns() {
    let redis = OwnRedis::start();
    let app = TestApp::with(&[format!("--redis-url={}", redis.url())]).await;
    wait_for_redis(&app, &app.state).await;
    let (cache, key) = (&app.state.cache, key(&app));
    cache.keep(&key, &1, LASTING).await;
    redis.signal("STOP");
    assert_eq!(cache.get::<i32>(&key).await, None, "it is left alone from here on");
    cache.forget(&key, LASTING).await;
    redis.signal("CONT");
    wait_for_redis(&app, &app.state).await;
    let answers = Instant::now();
    while cache.get::<i32>(&key).await.is_some() {
        assert!(answers.elapsed() < LASTING / 6, "still there");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
