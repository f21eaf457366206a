//! The feeds of this process, and what ends and wakes them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use tenancy::{Hint, TenantId};
use tokio::sync::{Mutex as AsyncMutex, Notify};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::feed::Feed;
use super::subscriber;
use server_core::state::AppState;

/// Open connections of one process.
const MOST: usize = 20_000;
/// For the last message of each connection when the server stops.
const DRAIN: Duration = Duration::from_secs(5);

/// The open connections of this process.
#[derive(Clone, Default)]
pub struct Hub(Arc<Inner>);

#[derive(Default)]
struct Inner {
    feeds: Mutex<HashMap<TenantId, Arc<Feed>>>,
    open: AtomicUsize,
    follows: OnceLock<()>,
    pub stop: CancellationToken,
    pub connections: TaskTracker,
    /// A feed has come or gone.
    feeds_changed: Notify,
    /// One feed is made at a time, so that each tenant has one.
    making: AsyncMutex<()>,
}

impl Hub {
    /// The feed of a tenant, started when it is the first connection.
    pub async fn feed(&self, state: &AppState, tenant: TenantId) -> Arc<Feed> {
        if let Some(feed) = self.find_feed(tenant) {
            return feed;
        }
        let _one = self.0.making.lock().await;
        if let Some(feed) = self.find_feed(tenant) {
            return feed;
        }
        self.0.follows.get_or_init(|| {
            tokio::spawn(follow(self.clone(), state.clone()));
            tokio::spawn(subscriber::follow(self.clone(), state.clone()));
        });
        let feed = Arc::new(Feed::new(state.clone(), tenant));
        self.feeds().insert(tenant, feed.clone());
        self.0.feeds_changed.notify_one();
        let (hub, fed) = (self.clone(), feed.clone());
        tokio::spawn(async move {
            fed.run(&hub.0.stop).await;
            hub.feeds().remove(&tenant);
            hub.0.feeds_changed.notify_one();
        });
        feed
    }

    /// The tenants with connections here.
    pub fn tenants(&self) -> Vec<TenantId> {
        self.feeds().keys().copied().collect()
    }

    /// Returns when a tenant has its first connection, or none any more.
    pub async fn wait_for_change(&self) {
        self.0.feeds_changed.notified().await;
    }

    pub(super) fn find_feed(&self, tenant: TenantId) -> Option<Arc<Feed>> {
        self.feeds().get(&tenant).filter(|feed| !feed.is_retired()).cloned()
    }

    fn feeds(&self) -> std::sync::MutexGuard<'_, HashMap<TenantId, Arc<Feed>>> {
        self.0.feeds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wake(&self, which: Option<TenantId>) {
        match which {
            Some(tenant) => self.feeds().get(&tenant).into_iter().for_each(|feed| feed.wake()),
            None => self.feeds().values().for_each(|feed| feed.wake()),
        }
    }

    /// A place for one more connection; none when this process has as many as it can.
    pub fn permit(&self) -> Option<ConnectionPermit> {
        let permit = ConnectionPermit(self.0.clone());
        let open = self.0.open.fetch_add(1, Ordering::Relaxed);
        metrics::gauge!("live_connections").increment(1.0);
        (open < MOST).then_some(permit)
    }

    /// Ends when the server stops.
    pub fn stopping(&self) -> CancellationToken {
        self.0.stop.clone()
    }

    pub fn connections(&self) -> &TaskTracker {
        &self.0.connections
    }

    /// Closes all connections; clients connect again to another process.
    pub async fn close(&self) {
        self.0.stop.cancel();
        self.0.connections.close();
        timeout(DRAIN, self.0.connections.wait()).await.ok();
    }
}

/// Wakes feeds when their tenants have new events, or when the registry of tenants has changed.
async fn follow(hub: Hub, state: AppState) {
    let (mut hints, mut registry) = (state.tenancy.hints(), state.tenancy.changes());
    loop {
        let which = tokio::select! {
            () = hub.0.stop.cancelled() => return,
            hint = hints.recv() => match hint {
                Some(Hint::Tenant(tenant)) => Some(tenant),
                Some(Hint::Missed) => None,
                None => return,
            },
            changed = registry.changed() => match changed {
                Ok(()) => None,
                Err(_) => return,
            },
        };
        hub.wake(which);
    }
}

/// Counts one open connection.
pub struct ConnectionPermit(Arc<Inner>);

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::Relaxed);
        metrics::gauge!("live_connections").decrement(1.0);
    }
}
