//! Signals: users type, view or reply at this moment. They are in Redis only and may be lost.
//!
//! A connection that signals about a record is checked for it, and only such connections receive the signals of others.
//! So a signal tells nobody of a record that they do not see.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::feed::Feed;
use super::listener::Recipient;
use super::messages::{LiveMessage, LiveSignal, SignalKind, SignalTarget, Target};
use crate::chat;
use access::live_rights::LiveRights;
use access::live_session::LiveSession;
use server_core::cache::Channel;
use server_core::http::error::ApiResult;
use server_core::process::TaskProgress;
use support::tickets;

/// Kind of the channel.
pub const CHANNEL: &str = "signal";
/// How long a user is known to see a record.
const CHECKED_FOR: Duration = Duration::from_secs(30);
/// How long a connection receives signals about a record after a check. Pages signal more often.
const HEARS_FOR: Duration = Duration::from_secs(60);
/// Records of one connection.
const MOST_TARGETS: usize = 32;
/// Signals of one connection per second.
const PER_SECOND: u32 = 4;

/// A signal of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Signal {
    pub signal: SignalKind,
    pub target: Target,
}

/// A signal between servers.
#[derive(Debug, Serialize, Deserialize)]
pub struct PublishedSignal {
    signal: SignalKind,
    target: Target,
    user_id: Uuid,
    name: String,
    party: Option<Uuid>,
    is_outside: bool,
}

/// Counts the signals of one connection.
#[derive(Default)]
pub struct Rate {
    since: Option<Instant>,
    spent: u32,
}

impl Rate {
    /// False when the connection has sent too many within this second.
    pub fn spend(&mut self) -> bool {
        if self.since.is_none_or(|since| since.elapsed() >= Duration::from_secs(1)) {
            *self = Self { since: Some(Instant::now()), spent: 0 };
        }
        self.spent += 1;
        self.spent <= PER_SECOND
    }
}

impl PublishedSignal {
    fn of(session: &LiveSession, signal: Signal) -> Self {
        Self {
            signal: signal.signal,
            target: signal.target,
            user_id: session.user_id,
            name: session.name.clone(),
            party: session.party(),
            is_outside: session.is_outside(),
        }
    }

    /// Clients and partners do not learn who is there: only who of the company, or of their own people, is typing.
    fn is_for(&self, recipient: &Recipient) -> bool {
        let is_own = recipient.user_id == self.user_id;
        let is_of_party = !self.is_outside || (self.party.is_some() && self.party == recipient.party);
        !is_own && (!recipient.is_outside || (self.signal == SignalKind::Typing && is_of_party))
    }

    fn message(&self) -> LiveMessage {
        let Target { target, id } = self.target;
        let (user_id, name) = (self.user_id, self.name.clone());
        LiveMessage::Signal(LiveSignal { signal: self.signal, target, id, user_id, name })
    }
}

impl Feed {
    pub fn channel(&self) -> Channel {
        Channel::new(&self.tenant, CHANNEL)
    }

    /// Sends a signal of a connection to the others that have the record open. Ignored for a record the user does not see.
    pub async fn signal(&self, connection: u64, session: &LiveSession, signal: Signal) -> ApiResult<()> {
        let is_checked = self.is_checked(connection, signal.target);
        if signal.signal == SignalKind::Left {
            self.forget(connection, signal.target);
        } else if !is_checked {
            if !self.sees(session, signal.target).await? {
                self.forget(connection, signal.target);
                return Ok(());
            }
            self.remember(connection, signal.target);
        }
        if is_checked || signal.signal != SignalKind::Left {
            let text = serde_json::to_string(&PublishedSignal::of(session, signal)).unwrap_or_default();
            self.state.cache.publish(&self.channel(), &text).await;
        }
        Ok(())
    }

    /// Hands out a signal of any server.
    pub fn hear_signal(&self, text: &str) {
        let Ok(signal) = serde_json::from_str::<PublishedSignal>(text) else { return };
        let text = signal.message().text().into();
        for listener in self.inner().listeners.values() {
            let hears = listener.targets.get(&signal.target).is_some_and(|at| at.elapsed() < HEARS_FOR);
            if hears && signal.is_for(&listener.recipient) {
                listener.send_if_idle(&text);
            }
        }
    }

    /// Hands out the progress of a task to the pages of its owner.
    pub fn hear_progress(&self, text: &str) {
        let Ok(progress) = serde_json::from_str::<TaskProgress>(text) else { return };
        let owner = progress.user_id;
        let text = LiveMessage::Progress(progress.into()).text().into();
        let inner = self.inner();
        let own = inner.listeners.values().filter(|listener| listener.recipient.user_id == owner);
        for listener in own {
            listener.send_if_idle(&text);
        }
    }

    async fn sees(&self, session: &LiveSession, target: Target) -> ApiResult<bool> {
        let Some(tenant) = self.current() else { return Ok(false) };
        let mut tx = self.state.tenancy.begin(&tenant).await?;
        let seen = match LiveRights::of(&self.state.policy, &mut tx, session.user_id).await? {
            None => false,
            Some(reach) => match target.target {
                SignalTarget::Room => chat::is_seen(&mut tx, &reach, target.id).await?,
                SignalTarget::Ticket => tickets::is_seen(&mut tx, &reach, target.id).await?,
            },
        };
        tx.rollback().await;
        Ok(seen)
    }

    fn is_checked(&self, connection: u64, target: Target) -> bool {
        let inner = self.inner();
        let at = inner.listeners.get(&connection).and_then(|listener| listener.targets.get(&target));
        at.is_some_and(|at| at.elapsed() < CHECKED_FOR)
    }

    fn remember(&self, connection: u64, target: Target) {
        if let Some(listener) = self.inner().listeners.get_mut(&connection) {
            listener.targets.retain(|_, at| at.elapsed() < HEARS_FOR);
            if listener.targets.len() < MOST_TARGETS || listener.targets.contains_key(&target) {
                listener.targets.insert(target, Instant::now());
            }
        }
    }

    fn forget(&self, connection: u64, target: Target) {
        if let Some(listener) = self.inner().listeners.get_mut(&connection) {
            listener.targets.remove(&target);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn published(signal: SignalKind, is_outside: bool, party: Option<Uuid>) -> PublishedSignal {
        let target = Target { target: SignalTarget::Ticket, id: Uuid::nil() };
        PublishedSignal { signal, target, user_id: Uuid::max(), name: "Ana".to_owned(), party, is_outside }
    }

    #[test]
    fn the_staff_hears_everything_and_others_only_who_is_typing_to_them() {
        let (own, other) = (Some(Uuid::from_u128(1)), Some(Uuid::from_u128(2)));
        let (user_id, grants) = (Uuid::nil(), policy::Grants::NONE);
        let staff = Recipient { user_id, party: None, is_outside: false, is_bound: false, grants };
        let client = Recipient { party: own, is_outside: true, ..staff.clone() };
        for (signal, is_outside, party, to_client) in [
            (SignalKind::Typing, false, None, true),
            (SignalKind::Typing, true, own, true),
            (SignalKind::Typing, true, other, false),
            (SignalKind::Typing, true, None, false),
            (SignalKind::Viewing, false, None, false),
            (SignalKind::Replying, false, None, false),
            (SignalKind::Left, false, None, false),
        ] {
            let published = published(signal, is_outside, party);
            assert!(published.is_for(&staff), "{published:?}");
            assert_eq!(published.is_for(&client), to_client, "{published:?}");
        }
        let own = Recipient { user_id: Uuid::max(), ..staff };
        assert!(!published(SignalKind::Typing, false, None).is_for(&own));
    }

    #[test]
    fn the_fifth_signal_of_a_second_is_dropped() {
        let mut rate = Rate { since: Some(Instant::now() + Duration::from_secs(60)), spent: 0 };
        let spent: Vec<bool> = (0..5).map(|_| rate.spend()).collect();
        assert_eq!(spent, [true, true, true, true, false]);
    }
}
