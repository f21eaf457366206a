//! Who is online. It stands in Redis only and may be lost: without Redis, nobody is shown.
//!
//! Each process writes its users every few seconds; a user is online for as long as one of the notes is fresh. So the users
//! of a process that died are gone by themselves, and a page that is loaded again does not flicker.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tenancy::TenantId;
use uuid::Uuid;

use super::listener::Listener;
use super::messages::{LiveMessage, LiveOnline};
use server_core::cache::CacheKey;
use server_core::state::AppState;

/// A page whose script has not answered for this long is not looked at: frozen, or closed without a word.
const ALIVE: Duration = Duration::from_secs(75);
/// Interval at which a process notes its users.
const EVERY: Duration = Duration::from_secs(4);
/// The same after somebody has come. Many who come at once are told together.
const NEWS_EVERY: Duration = Duration::from_secs(1);
/// How long a note of a process is fresh.
const FRESH: Duration = Duration::from_secs(12);

pub struct Presence {
    state: AppState,
    key: CacheKey,
    known: Mutex<PresenceState>,
}

/// Users in one message: a buffer of a connection grows to its longest message and keeps that size.
const IN_MESSAGE: usize = 100;

#[derive(Default)]
struct PresenceState {
    /// When the users of this process were last noted.
    told_at: Option<Instant>,
    /// Somebody has come since then.
    has_news: bool,
    online: BTreeSet<Uuid>,
    /// The messages of the whole list, and the number of its changes.
    list: Vec<Arc<str>>,
    number: u64,
}

impl Presence {
    pub fn new(state: &AppState, tenant: TenantId) -> Self {
        let key = CacheKey::new(&tenant, "presence", "online");
        Self { state: state.clone(), key, known: Mutex::default() }
    }

    /// The user of a connection whose script answers.
    pub fn user_of(listener: &Listener) -> Option<Uuid> {
        (listener.last_heartbeat_at.elapsed() < ALIVE).then_some(listener.recipient.user_id)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, PresenceState> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody has come, which is told within a second or two.
    pub fn expect_change(&self) {
        self.lock().has_news = true;
    }

    /// Whether the users of this process are to be noted now.
    pub fn is_due(&self) -> bool {
        let mut known = self.lock();
        let wait = if known.has_news { NEWS_EVERY } else { EVERY };
        let is_due = known.told_at.is_none_or(|at| at.elapsed() >= wait);
        if is_due {
            (known.told_at, known.has_news) = (Some(Instant::now()), false);
        }
        is_due
    }

    /// Notes the users of this process. Returns the messages of the change, if there is one.
    pub async fn update(&self, here: BTreeSet<Uuid>) -> Vec<Arc<str>> {
        let users: Vec<String> = here.iter().map(Uuid::to_string).collect();
        let found = self.state.cache.note(&self.key, &users, FRESH).await.unwrap_or_default();
        let online: BTreeSet<Uuid> = found.iter().filter_map(|user| user.parse().ok()).collect();
        let mut known = self.lock();
        if online == known.online {
            return Vec::new();
        }
        let come: Vec<Uuid> = online.difference(&known.online).copied().collect();
        let left: Vec<Uuid> = known.online.difference(&online).copied().collect();
        known.list = list(&online);
        known.online = online;
        known.number += 1;
        changes(&come, &left)
    }

    /// The list for a client that connects. Clients of the company see nobody.
    pub fn greet(&self, listener: &mut Listener) -> Vec<Arc<str>> {
        if listener.recipient.is_outside {
            return Vec::new();
        }
        let known = self.lock();
        listener.presence_version = known.number;
        known.list.clone()
    }

    /// Tells a client the last change, or the whole list when it missed the one before.
    pub fn send_change(&self, listener: &mut Listener, change: &[Arc<str>]) {
        let known = self.lock();
        if listener.recipient.is_outside || listener.presence_version == known.number {
            return;
        }
        let follows = listener.presence_version + 1 == known.number && !change.is_empty();
        let messages = if follows { change } else { known.list.as_slice() };
        if messages.iter().all(|message| listener.send_if_idle(message)) {
            listener.presence_version = known.number;
        }
    }
}

fn list(online: &BTreeSet<Uuid>) -> Vec<Arc<str>> {
    let users: Vec<Uuid> = online.iter().copied().collect();
    let parts = users.chunks(IN_MESSAGE).enumerate();
    let mut messages: Vec<_> = parts.map(|(at, part)| message(at == 0, part, &[])).collect();
    if messages.is_empty() {
        messages.push(message(true, &[], &[]));
    }
    messages
}

fn changes(come: &[Uuid], left: &[Uuid]) -> Vec<Arc<str>> {
    let come = come.chunks(IN_MESSAGE).map(|part| message(false, part, &[]));
    come.chain(left.chunks(IN_MESSAGE).map(|part| message(false, &[], part))).collect()
}

fn message(whole: bool, users: &[Uuid], left: &[Uuid]) -> Arc<str> {
    LiveMessage::Online(LiveOnline { whole, users: users.to_vec(), left: left.to_vec() }).text().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_comes_in_short_messages() {
        let online: BTreeSet<Uuid> = (0..250).map(|_| Uuid::now_v7()).collect();
        let messages = list(&online);
        assert_eq!(messages.len(), 3);
        assert!(messages.iter().all(|message| message.len() < 4_096));
        let wholes: Vec<bool> = messages.iter().map(|message| message.contains(r#""whole":true"#)).collect();
        assert_eq!(wholes, [true, false, false]);
        assert_eq!(list(&BTreeSet::new()).len(), 1);
        let users: Vec<Uuid> = online.into_iter().collect();
        assert_eq!(changes(&users[..101], &users[101..]).len(), 4);
    }
}
