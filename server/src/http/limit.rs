//! How often something may be tried. Counted on this node alone, so that it holds without Redis.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use moka::sync::Cache;
use poem::http::StatusCode;
use tenancy::TenantId;

use super::error::{ApiError, ApiResult};
use super::messages::{MessageCode, Params};

/// At most `count` within `window`.
#[derive(Clone, Copy)]
pub struct Limit {
    pub name: &'static str,
    pub count: u32,
    pub window: Duration,
}

pub const LOGIN_PER_ACCOUNT: Limit =
    Limit { name: "login_account", count: 10, window: Duration::from_secs(60) };
pub const LOGIN_PER_ADDRESS: Limit =
    Limit { name: "login_address", count: 60, window: Duration::from_secs(60) };
pub const RECOVERY_PER_ACCOUNT: Limit =
    Limit { name: "recovery_account", count: 3, window: Duration::from_secs(60) };
pub const RECOVERY_PER_ADDRESS: Limit =
    Limit { name: "recovery_address", count: 20, window: Duration::from_secs(60) };
/// For a registration and for its letter sent once more.
pub const REGISTRATION_PER_ACCOUNT: Limit =
    Limit { name: "registration_account", count: 3, window: Duration::from_secs(60) };
pub const REGISTRATION_PER_ADDRESS: Limit =
    Limit { name: "registration_address", count: 20, window: Duration::from_secs(60) };
/// Of the present password, before something is changed that it guards.
pub const PASSWORD_CHECKS: Limit =
    Limit { name: "password_checks", count: 10, window: Duration::from_secs(60) };
/// Each sends two letters.
pub const EMAIL_CHANGES: Limit = Limit { name: "email_changes", count: 3, window: Duration::from_secs(60) };
/// Each sends a letter.
pub const TEST_LETTERS: Limit = Limit { name: "test_letters", count: 3, window: Duration::from_secs(60) };
pub const PUBLIC_TRACKING: Limit =
    Limit { name: "public_tracking", count: 120, window: Duration::from_secs(60) };

/// Each may cost a call to a service outside.
pub const POSTCODES: Limit = Limit { name: "postcodes", count: 60, window: Duration::from_secs(60) };

/// Each asks a name server.
pub const DOMAIN_CHECKS: Limit = Limit { name: "domain_checks", count: 10, window: Duration::from_secs(60) };

/// Wrong tokens at the operator's API, by address.
pub const PLATFORM_FAILURES: Limit =
    Limit { name: "platform_failures", count: 10, window: Duration::from_secs(60) };

type Counter = Arc<AtomicU32>;

#[derive(Clone)]
pub struct RateLimits {
    counters: Cache<String, Counter>,
}

impl Default for RateLimits {
    fn default() -> Self {
        let longest = Duration::from_secs(60);
        Self { counters: Cache::builder().max_capacity(100_000).time_to_live(longest).build() }
    }
}

impl RateLimits {
    /// 429 with Retry-After when `who` did this too often on this tenant.
    pub fn check(&self, tenant: &TenantId, limit: Limit, who: &str) -> ApiResult<()> {
        self.count(format!("{tenant}:{}:{who}", limit.name), limit)
    }

    /// 429 once `who` failed too often where no tenant is.
    pub fn check_failures(&self, limit: Limit, who: &str) -> ApiResult<()> {
        let counter = self.counters.get(&failures(limit, who));
        refuse_above(counter.map_or(0, |count| count.load(Ordering::Relaxed) + 1), limit)
    }

    /// Counts a failure of `who` where no tenant is.
    pub fn failed(&self, limit: Limit, who: &str) {
        self.counters.get_with(failures(limit, who), Counter::default).fetch_add(1, Ordering::Relaxed);
    }

    fn count(&self, key: String, limit: Limit) -> ApiResult<()> {
        let counter = self.counters.get_with(key, Counter::default);
        refuse_above(counter.fetch_add(1, Ordering::Relaxed) + 1, limit)
    }
}

fn failures(limit: Limit, who: &str) -> String {
    format!("-:{}:{who}", limit.name)
}

fn refuse_above(count: u32, limit: Limit) -> ApiResult<()> {
    if count > limit.count {
        let seconds = limit.window.as_secs();
        return Err(ApiError::retry(StatusCode::TOO_MANY_REQUESTS, MessageCode::RateLimited, seconds)
            .with_params(Params::from([("seconds", seconds.into())])));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWICE: Limit = Limit { name: "test", count: 2, window: Duration::from_secs(60) };

    #[test]
    fn the_third_of_two_tries_is_refused_and_only_under_that_key() {
        let limits = RateLimits::default();
        assert!(limits.count("t_a:test:ana".into(), TWICE).is_ok());
        assert!(limits.count("t_a:test:ana".into(), TWICE).is_ok());
        assert!(limits.count("t_a:test:ana".into(), TWICE).is_err());
        assert!(limits.count("t_a:test:bia".into(), TWICE).is_ok());
        assert!(limits.count("t_b:test:ana".into(), TWICE).is_ok());
    }
}
