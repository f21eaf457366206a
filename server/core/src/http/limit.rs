//! Rate limits. Redis counts for all nodes together; each node also counts by itself and uses that count while Redis is
//! away.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use moka::Expiry;
use moka::sync::Cache as Memory;
use poem::http::StatusCode;
use tenancy::TenantId;

use super::allowance::{Allowance, CallsLeft, whole_seconds};
use super::error::{ApiError, ApiResult};
use super::messages::{MessageCode, Params};
use crate::cache::{Cache, CacheKey, PassedCounter};

/// At most `count` attempts per `window`, counted from the first one.
#[derive(Clone, Copy)]
pub struct Limit {
    pub name: &'static str,
    pub count: u32,
    pub window: Duration,
}

impl Limit {
    /// Per minute.
    const fn new(name: &'static str, count: u32) -> Self {
        Self { name, count, window: Duration::from_secs(60) }
    }

    const fn per_quarter_hour(name: &'static str, count: u32) -> Self {
        Self { name, count, window: Duration::from_secs(15 * 60) }
    }

    const fn per_day(name: &'static str, count: u32) -> Self {
        Self { name, count, window: Duration::from_secs(24 * 60 * 60) }
    }
}

/// Failed sign-ins to an account from browsers that never signed in to it: 40 guesses an hour, wherever they come from.
pub const LOGIN_PER_ACCOUNT: Limit = Limit::per_quarter_hour("login_account", 10);
/// Failed sign-ins to an account from a browser that has signed in to it before.
pub const LOGIN_PER_DEVICE: Limit = Limit::per_quarter_hour("login_device", 10);
/// Steps of sign-ins by a provider.
pub const SOCIAL_PER_ADDRESS: Limit = Limit::new("social_address", 60);
/// Failed sign-ins from an address, to any accounts.
pub const LOGIN_PER_ADDRESS: Limit = Limit::per_quarter_hour("login_address", 100);
pub const RECOVERY_PER_ACCOUNT: Limit = Limit::new("recovery_account", 3);
pub const RECOVERY_PER_ADDRESS: Limit = Limit::new("recovery_address", 20);
/// For a registration, and for sending its e-mail again.
pub const REGISTRATION_PER_ACCOUNT: Limit = Limit::new("registration_account", 3);
pub const REGISTRATION_PER_ADDRESS: Limit = Limit::new("registration_address", 20);
/// Wrong current passwords before a sensitive change.
pub const PASSWORD_CHECKS: Limit = Limit::per_quarter_hour("password_checks", 10);
/// Invitations of a client's users, also those sent again. Each sends an e-mail to somebody who did not ask for it.
pub const INVITATIONS_PER_CLIENT: Limit = Limit::per_day("invitations_client", 20);
/// Invitations by all users of a company. A company that brings all its people in is far below it.
pub const INVITATIONS_PER_COMPANY: Limit = Limit::per_day("invitations_company", 300);
/// What a user from outside does in tickets that sends e-mails to others.
pub const TICKET_MAILS_PER_USER: Limit = Limit::per_quarter_hour("ticket_mails_user", 100);
/// Reports that somebody has sent to addresses outside at once, of one schedule.
pub const OUTSIDE_REPORTS: Limit = Limit::per_day("outside_reports", 20);
/// Exports of a user's own data, each of which reads all of it.
pub const PERSONAL_EXPORTS: Limit = Limit::per_quarter_hour("personal_exports", 3);
/// Each request sends two e-mails.
pub const EMAIL_CHANGES: Limit = Limit::new("email_changes", 3);
/// Each request sends an e-mail.
pub const TEST_EMAILS: Limit = Limit::new("test_emails", 3);
/// Each request sends one to a receiver.
pub const WEBHOOK_TESTS: Limit = Limit::new("webhook_tests", 10);
/// Each request sends up to a thousand events again.
pub const WEBHOOK_REPLAYS: Limit = Limit::per_quarter_hour("webhook_replays", 20);
/// Each request goes to the company's own host.
pub const ORDER_CALLS: Limit = Limit::new("order_calls", 600);
/// Each request asks the company's own host.
pub const ORDER_HOST_TESTS: Limit = Limit::new("order_host_tests", 10);
/// Each request asks a server of carriers, for a person who waits.
pub const CARRIER_CALLS: Limit = Limit::new("carrier_calls", 60);
/// Each request asks a server of carriers, for its settings.
pub const CARRIER_TESTS: Limit = Limit::new("carrier_tests", 10);
/// Reports of servers of carriers.
pub const CARRIER_WEBHOOKS: Limit = Limit::new("carrier_webhooks", 600);
/// Tokens that programs exchange for short bearers, and guesses of tokens there.
pub const TOKEN_EXCHANGES: Limit = Limit::new("token_exchanges", 60);
/// Orders that shops send.
pub const SHOP_WEBHOOKS: Limit = Limit::new("shop_webhooks", 600);
/// Codes asked for.
pub const PUBLIC_TRACKING: Limit = Limit::new("public_tracking", 200);
/// Calculations of the public page.
pub const PUBLIC_QUOTES: Limit = Limit::new("public_quotes", 30);
/// Readers of the questions and answers, whose searches follow their typing.
pub const PUBLIC_FAQ: Limit = Limit::new("public_faq", 120);
/// Wrong postcodes of a shipment.
pub const TRACKING_POSTCODES: Limit = Limit::per_quarter_hour("tracking_postcodes", 20);
/// Each request may send an e-mail to somebody who did not ask for it.
pub const TRACKING_SUBSCRIPTIONS_PER_ACCOUNT: Limit = Limit::new("tracking_subscriptions_account", 3);
pub const TRACKING_SUBSCRIPTIONS_PER_ADDRESS: Limit = Limit::new("tracking_subscriptions_address", 10);
/// Live connections that are opened, also again after a loss.
pub const LIVE_PER_ADDRESS: Limit = Limit::new("live_address", 240);
/// E-mails that a server hands over.
pub const INBOUND_MAIL: Limit = Limit::new("inbound_mail", 600);
/// The published document, which is long.
pub const OPENAPI_DOCUMENT: Limit = Limit::new("openapi_document", 60);
/// Links of quotes.
pub const QUOTE_LINKS: Limit = Limit::new("quote_links", 60);
/// Links of failed deliveries.
pub const DELIVERY_LINKS: Limit = Limit::new("delivery_links", 60);
/// Links of invitations to rate a shipment.
pub const REVIEW_LINKS: Limit = Limit::new("review_links", 60);
/// Links of tracking e-mails.
pub const TRACKING_LINKS: Limit = Limit::new("tracking_links", 60);
/// Links in e-mails that end the e-mails of one kind.
pub const MAIL_LINKS: Limit = Limit::new("mail_links", 60);
/// Each request may call an external service.
pub const POSTCODES: Limit = Limit::new("postcodes", 60);
/// Each request queries a name server.
pub const DOMAIN_CHECKS: Limit = Limit::new("domain_checks", 10);
/// Workbooks and pictures, which take memory and time to read.
pub const FILES_PER_USER: Limit = Limit::new("files_user", 30);
pub const FILES_PER_COMPANY: Limit = Limit::new("files_company", 120);
/// Wrong tokens at the operator's API, per address.
pub const PLATFORM_FAILURES: Limit = Limit::new("platform_failures", 10);

/// All requests of a user; see `REMESSA_REQUEST_LIMIT`.
pub const fn requests_per_user(count: u32) -> Limit {
    Limit::new("requests_user", count)
}

/// All calls by a token, on all nodes together.
pub const fn requests_per_token(count: u32) -> Limit {
    Limit::new("requests_token", count)
}

/// All requests of an address, which several people may share.
pub const fn requests_per_address(count: u32) -> Limit {
    Limit::new("requests_address", count.saturating_mul(5))
}

/// The key for all clients of a tenant together; never an address or account.
pub const EVERYBODY: &str = "*";

struct Counter {
    since: Instant,
    window: Duration,
    count: AtomicI64,
}

impl Counter {
    fn start(window: Duration) -> Arc<Self> {
        Arc::new(Self { since: Instant::now(), window, count: AtomicI64::new(0) })
    }

    fn time_left(&self) -> Duration {
        self.window.saturating_sub(self.since.elapsed())
    }
}

/// A counter ends with its window.
struct AtItsEnd;

impl Expiry<String, Arc<Counter>> for AtItsEnd {
    fn expire_after_create(&self, _: &String, counter: &Arc<Counter>, _: Instant) -> Option<Duration> {
        Some(counter.window)
    }
}

#[derive(Clone)]
pub struct RateLimits {
    shared: Option<Cache>,
    own: Counters,
    /// Counters of all requests. They stand apart: a flood from many addresses does not push out those of sign-ins.
    requests: Counters,
}

type Counters = Memory<String, Arc<Counter>>;

impl RateLimits {
    /// Counts on this node only.
    pub fn own() -> Self {
        let counters = || Memory::builder().max_capacity(100_000).expire_after(AtItsEnd).build();
        Self { shared: None, own: counters(), requests: counters() }
    }

    pub fn with_cache(cache: Cache) -> Self {
        Self { shared: Some(cache), ..Self::own() }
    }

    /// Returns 429 with Retry-After when `who` exceeded the limit on this tenant.
    pub async fn check(&self, tenant: &TenantId, limit: Limit, who: &str) -> ApiResult<()> {
        self.spend(tenant, limit, who, 1).await
    }

    /// The same for an attempt that counts as several.
    pub async fn spend(&self, tenant: &TenantId, limit: Limit, who: &str, cost: u32) -> ApiResult<()> {
        let (count, left) = self.count_attempt(tenant, limit, who, cost, None).await;
        refuse_above(count, limit, left)
    }

    /// The same, and notes what is left for the answer. What is let through is counted at `passed` too, while Redis is there.
    pub async fn spend_and_tell(
        &self,
        tenant: &TenantId,
        limit: Limit,
        who: &str,
        cost: u32,
        passed: &PassedCounter<'_>,
        allowance: &Allowance,
    ) -> ApiResult<()> {
        let (count, left) = self.count_attempt(tenant, limit, who, cost, Some(passed)).await;
        allowance.note(CallsLeft::new(limit.count, count, left));
        refuse_above(count, limit, left)
    }

    /// Returns the count and the remaining time.
    async fn count_attempt(
        &self,
        tenant: &TenantId,
        limit: Limit,
        who: &str,
        cost: u32,
        passed: Option<&PassedCounter<'_>>,
    ) -> (u32, Duration) {
        let key = CacheKey::new(tenant, limit.name, who);
        // Also counted here, so that the count does not restart when Redis fails.
        let own = count(&self.own, key.as_str(), limit.window, cost.into());
        let shared = match &self.shared {
            Some(cache) => cache.count_passed(&key, cost, limit.window, passed).await,
            None => None,
        };
        shared.unwrap_or(own)
    }

    /// Like `spend`, but each node counts for itself: for every request, so it must cost nothing.
    pub fn spend_here(&self, tenant: &TenantId, limit: Limit, who: &str, cost: u32) -> ApiResult<()> {
        let key = CacheKey::new(tenant, limit.name, who);
        let (count, left) = count(&self.requests, key.as_str(), limit.window, cost.into());
        refuse_above(count, limit, left)
    }

    /// Takes one attempt back that `check` has counted: only failures count.
    pub async fn give_back(&self, tenant: &TenantId, limit: Limit, who: &str) {
        let key = CacheKey::new(tenant, limit.name, who);
        count(&self.own, key.as_str(), limit.window, -1);
        if let Some(cache) = &self.shared {
            cache.discount(&key, limit.window).await;
        }
    }

    /// Returns 429 when an address failed too often, where no tenant is known.
    pub fn check_failures(&self, limit: Limit, address: &str) -> ApiResult<()> {
        match self.own.get(&failures(limit, address)) {
            Some(counter) => refuse_above(count_with(&counter, 1), limit, counter.time_left()),
            None => Ok(()),
        }
    }

    /// Counts a failure of an address, where no tenant is known.
    pub fn record_failure(&self, limit: Limit, address: &str) {
        count(&self.own, &failures(limit, address), limit.window, 1);
    }
}

fn count(counters: &Counters, key: &str, window: Duration, by: i64) -> (u32, Duration) {
    let counter = counters.get_with_by_ref(key, || Counter::start(window));
    counter.count.fetch_add(by, Ordering::Relaxed);
    (count_with(&counter, 0), counter.time_left())
}

fn count_with(counter: &Counter, more: i64) -> u32 {
    u32::try_from(counter.count.load(Ordering::Relaxed) + more).unwrap_or_default()
}

/// The network of one customer: for IPv6 a /64, whose addresses one customer can all use.
pub fn network(address: &str) -> String {
    match address.parse::<IpAddr>().map(|address| address.to_canonical()) {
        Ok(IpAddr::V6(address)) => {
            let prefix = u128::from(address) >> 64 << 64;
            format!("{}/64", Ipv6Addr::from(prefix))
        }
        Ok(IpAddr::V4(address)) => address.to_string(),
        Err(_) => address.to_owned(),
    }
}

fn failures(limit: Limit, address: &str) -> String {
    format!("-:{}:{}", limit.name, network(address))
}

fn refuse_above(count: u32, limit: Limit, left: Duration) -> ApiResult<()> {
    if count > limit.count {
        let seconds = whole_seconds(left);
        return Err(ApiError::retry(StatusCode::TOO_MANY_REQUESTS, MessageCode::RateLimited, seconds)
            .with_params(Params::from([("seconds", seconds.into())])));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWICE: Limit = Limit::new("test", 2);

    #[test]
    fn limit_applies_per_key() {
        let limits = RateLimits::own();
        let may = |key: &str| {
            let (count, left) = count(&limits.own, key, TWICE.window, 1);
            refuse_above(count, TWICE, left).is_ok()
        };
        assert!(may("t_a:test:ana"));
        assert!(may("t_a:test:ana"));
        assert!(!may("t_a:test:ana"));
        assert!(may("t_a:test:bia"));
        assert!(may("t_b:test:ana"));
    }

    #[test]
    fn failures_block_only_the_network_of_the_address() {
        let limits = RateLimits::own();
        for last in 1..=2 {
            assert!(limits.check_failures(TWICE, "2001:db8::1").is_ok());
            limits.record_failure(TWICE, &format!("2001:db8::{last}"));
        }
        assert!(limits.check_failures(TWICE, "2001:db8::9").is_err());
        assert!(limits.check_failures(TWICE, "2001:db8:0:1::1").is_ok());
    }

    #[test]
    fn refusal_has_the_remaining_seconds() {
        let since = Instant::now().checked_sub(Duration::from_secs(50)).unwrap();
        let left = Counter { since, window: TWICE.window, count: AtomicI64::new(3) }.time_left();
        assert!(left <= Duration::from_secs(10) && left > Duration::from_secs(5), "{left:?}");
        assert_eq!(refuse_above(2, TWICE, left).map_err(|_| ()), Ok(()));
        let refused = refuse_above(3, TWICE, Duration::from_millis(2100)).unwrap_err();
        assert_eq!(refused.params()["seconds"], 3);
        let refused = refuse_above(3, TWICE, Duration::ZERO).unwrap_err();
        assert_eq!(refused.params()["seconds"], 1);
    }

    #[test]
    fn addresses_of_one_customer_count_as_one() {
        assert_eq!(network("2001:db8:1:2:3::4"), "2001:db8:1:2::/64");
        assert_eq!(network("2001:db8:1:2:ffff::"), network("2001:db8:1:2::1"));
        assert_ne!(network("2001:db8:1:3::1"), network("2001:db8:1:2::1"));
        assert_eq!(network("::ffff:192.0.2.1"), "192.0.2.1");
        assert_eq!(network("unknown"), "unknown");
    }
}
