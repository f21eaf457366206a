//! Who is online. It stands in Redis only and may be lost: without Redis, nobody is shown.
//!
//! Each process writes its users every few seconds; a user is online for as long as one of the notes is fresh. So the users
//! of a process that died are gone by themselves, and a page that is loaded again does not flicker.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tenancy::TenantId;
use uuid::Uuid;

use super::listener::{Listener, Reader};
use super::messages::{LiveMessage, LiveOnline};
use crate::cache::CacheKey;
use crate::state::AppState;

/// A page whose script has not answered for this long is not looked at: frozen, or closed without a word.
const ALIVE: Duration = Duration::from_secs(75);
const EVERY: Duration = Duration::from_secs(4);
/// How long a note of a process is fresh.
const FRESH: Duration = Duration::from_secs(12);

pub struct Presence {
    state: AppState,
    key: CacheKey,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    told_at: Option<Instant>,
    online: BTreeSet<Uuid>,
    text: Option<Arc<str>>,
}

impl Presence {
    pub fn new(state: &AppState, tenant: TenantId) -> Self {
        let key = CacheKey::new(&tenant, "presence", "online");
        Self { state: state.clone(), key, known: Mutex::default() }
    }

    /// The user of a connection whose script answers.
    pub fn user_of(listener: &Listener) -> Option<Uuid> {
        (listener.beat_at.elapsed() < ALIVE).then_some(listener.reader.user_id)
    }

    /// The last list, for a reader who may see it: the company's own users.
    pub fn text_for(&self, reader: &Reader) -> Option<Arc<str>> {
        self.known().text.clone().filter(|_| !reader.is_outside)
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody has come, which is told at once.
    pub fn expect_change(&self) {
        self.known().told_at = None;
    }

    /// Whether the users of this process are to be noted now.
    pub fn is_due(&self) -> bool {
        let mut known = self.known();
        let is_due = known.told_at.is_none_or(|at| at.elapsed() >= EVERY);
        if is_due {
            known.told_at = Some(Instant::now());
        }
        is_due
    }

    /// Notes the users of this process. Returns the list when it has changed.
    pub async fn changed(&self, here: BTreeSet<Uuid>) -> Option<Arc<str>> {
        let users: Vec<String> = here.iter().map(Uuid::to_string).collect();
        let found = self.state.cache.note(&self.key, &users, FRESH).await.unwrap_or_default();
        let online: BTreeSet<Uuid> = found.iter().filter_map(|user| user.parse().ok()).collect();
        let mut known = self.known();
        if online == known.online {
            return None;
        }
        let message = LiveMessage::Online(LiveOnline { users: online.iter().copied().collect() });
        let text: Arc<str> = message.text().into();
        known.online = online;
        known.text = Some(text.clone());
        Some(text)
    }
}
