//! How often programs call with a token: a count of each day, which expires by itself and is in no backup.

use std::time::Duration;

use chrono::TimeDelta;
use server_core::cache::CacheKey;
use server_core::http::visit::Visit;
use uuid::Uuid;

use super::model::ApiToken;

/// Today and the days before it.
const DAYS: usize = 7;
/// A count is read until the end of its last day.
pub const KEPT_FOR: Duration = Duration::from_secs(8 * 24 * 60 * 60);

/// Where the calls of today are counted.
pub fn find_counter(visit: &Visit, token_id: Uuid) -> CacheKey {
    key(visit, token_id, 0)
}

/// Adds the recent calls of tokens, all with one question.
pub async fn add_recent(visit: &Visit, tokens: &mut [ApiToken]) {
    let days = |id| (0..).take(DAYS).map(move |ago| key(visit, id, ago));
    let keys: Vec<CacheKey> = tokens.iter().flat_map(|token| days(token.id)).collect();
    if keys.is_empty() {
        return;
    }
    let Some(counts) = visit.state.cache.read_counts(&keys).await else { return };
    for (token, counts) in tokens.iter_mut().zip(counts.chunks(DAYS)) {
        token.recent_calls = Some(counts.iter().sum());
    }
}

fn key(visit: &Visit, token_id: Uuid, days_ago: i64) -> CacheKey {
    let day = (visit.now() - TimeDelta::days(days_ago)).date_naive();
    CacheKey::new(&visit.tenant.id, "token_calls", &format!("{token_id}:{day}"))
}
