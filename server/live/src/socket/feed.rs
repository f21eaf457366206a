//! The events of one tenant: read once for all its connections, in the order of their numbers.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use poem_openapi::types::ParseFromJSON;
use policy::Grants;
use tenancy::{Tenant, TenantId, TenantState};
use tokio::sync::{Mutex as AsyncMutex, Notify};
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::listener::{Listener, ListenerQueue, Recipient};
use super::memory::{Cursor, KEPT, Memory, to_recent_event};
use super::messages::{Closing, LiveHello, LiveMessage};
use super::presence::Presence;
use access::live_session::{self, LiveSession};
use server_core::http::error::ApiResult;
use server_core::live::Control;
use server_core::live::store::{self, EventRow, Head};
use server_core::state::AppState;

/// Interval of reads without a hint: hints can be lost.
const POLL: Duration = Duration::from_secs(2);
/// Interval at which all sessions are checked: events about them can be lost with the process that wrote them.
const CHECK: Duration = Duration::from_secs(30);
/// A feed without connections ends after this.
const IDLE: Duration = Duration::from_secs(60);
/// Events of one query.
const AT_ONCE: i64 = 500;
/// Connections of one user to one process.
const MOST_OF_USER: usize = 8;

pub struct Feed {
    pub(super) state: AppState,
    pub(super) tenant: TenantId,
    wake: Notify,
    /// Only one read at a time, so that events are handed out in order.
    reading: AsyncMutex<()>,
    inner: Mutex<Inner>,
    next_id: AtomicU64,
    /// Every event up to this number has been handed out.
    handed_out: AtomicI64,
    presence: Presence,
}

#[derive(Default)]
pub(super) struct Inner {
    memory: Memory,
    pub(super) listeners: HashMap<u64, Listener>,
    is_retired: bool,
}

/// A new connection with what it has to send first.
pub struct ListenerHandle {
    pub id: u64,
    pub ear: ListenerQueue,
    pub first: Vec<Arc<str>>,
}

impl Feed {
    pub fn new(state: AppState, tenant: TenantId) -> Self {
        Self {
            presence: Presence::new(&state, tenant),
            state,
            tenant,
            wake: Notify::new(),
            reading: AsyncMutex::default(),
            inner: Mutex::default(),
            next_id: AtomicU64::default(),
            handed_out: AtomicI64::default(),
        }
    }

    pub fn wake(&self) {
        self.wake.notify_one();
    }

    pub fn is_retired(&self) -> bool {
        self.inner().is_retired
    }

    /// The number up to which every event is in the queues of the connections.
    pub fn handed_out(&self) -> i64 {
        self.handed_out.load(Ordering::Acquire)
    }

    pub(super) fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub async fn run(&self, stop: &CancellationToken) {
        let (mut checked, mut used) = (Instant::now(), Instant::now());
        while !stop.is_cancelled() {
            tokio::select! {
                () = stop.cancelled() => return,
                _ = timeout(POLL, self.wake.notified()) => {}
            }
            let is_due = checked.elapsed() > CHECK || self.has_expired();
            if is_due {
                checked = Instant::now();
            }
            if let Err(error) = self.turn(is_due).await {
                tracing::debug!(%error, tenant = %self.tenant, "live events could not be read for the moment");
            }
            let mut inner = self.inner();
            if !inner.listeners.is_empty() {
                used = Instant::now();
            } else if used.elapsed() > IDLE {
                inner.is_retired = true;
                return;
            }
        }
    }

    async fn turn(&self, is_due: bool) -> ApiResult<()> {
        if !self.check_tenant() {
            return Ok(());
        }
        self.read_events().await?;
        if is_due {
            self.check(None).await?;
        }
        self.send_presence().await;
        Ok(())
    }

    pub(super) fn current(&self) -> Option<Arc<Tenant>> {
        self.state.tenancy.tenant(self.tenant.as_str())
    }

    /// Closes all connections of a tenant that is not served any more.
    fn check_tenant(&self) -> bool {
        let stands = self.current().is_some_and(|tenant| tenant.state == TenantState::Active);
        if !stands {
            self.close_where(Closing::Suspended, |_| true);
        }
        stands
    }

    fn has_expired(&self) -> bool {
        let now = self.state.clock.now();
        self.inner().listeners.values().any(|listener| listener.expires_at <= now)
    }

    /// Reads the new events and hands them out.
    async fn read_events(&self) -> ApiResult<()> {
        let _one = self.reading.lock().await;
        let Some(tenant) = self.current() else { return Ok(()) };
        let known = self.inner().memory.head();
        let mut tx = self.state.tenancy.begin(&tenant).await?;
        let head = store::head(&mut tx).await?;
        let is_new = head.epoch != known.epoch || head.seq < known.seq;
        let start = if is_new { (head.seq - KEPT as i64).max(0) } else { known.seq };
        let (mut after, mut rows) = (start, Vec::new());
        while after < head.seq {
            let next = store::next(&mut tx, after, AT_ONCE).await?;
            let Some(last) = next.last() else { break };
            after = last.seq;
            rows.extend(next);
        }
        tx.rollback().await;
        if is_new {
            self.restart(Head { seq: start, ..head }, rows);
            return self.check(None).await;
        }
        self.follow(rows).await
    }

    /// Hands events out. Those of the server itself take effect before the ones that follow.
    async fn follow(&self, rows: Vec<EventRow>) -> ApiResult<()> {
        for row in rows {
            let control = control(&row);
            self.hand_out(row);
            if let Some(control) = control {
                self.obey(control).await?;
            }
        }
        Ok(())
    }

    /// Continues with other numbers: the epoch differs, or the newest number is below the known one. No connection has a
    /// valid cursor then: each is greeted again and sent no earlier event.
    fn restart(&self, head: Head, rows: Vec<EventRow>) {
        let mut inner = self.inner();
        let listeners = inner.listeners.len();
        inner.memory.restart(head);
        for row in rows {
            inner.memory.push(to_recent_event(row, listeners));
        }
        let head = inner.memory.head();
        self.handed_out.store(head.seq, Ordering::Release);
        inner.listeners.retain(|_, listener| {
            let is_sent = listener.send(&hello(head, false, listener));
            if !is_sent {
                listener.close(Closing::Slow);
            }
            is_sent
        });
    }

    /// The pages of the user who did it come first: somebody waits there.
    fn hand_out(&self, row: EventRow) {
        let mut inner = self.inner();
        let (seq, sender) = (row.seq, row.sender);
        let recent = to_recent_event(row, inner.listeners.len());
        for is_own in [true, false] {
            inner.listeners.retain(|_, listener| {
                if (sender == Some(listener.recipient.user_id)) != is_own {
                    return true;
                }
                let is_sent = recent.text_for(&listener.recipient).is_none_or(|text| listener.send(text));
                if !is_sent {
                    listener.close(Closing::Slow);
                }
                is_sent
            });
        }
        inner.memory.push(recent);
        self.handed_out.store(seq, Ordering::Release);
    }

    async fn obey(&self, control: Control) -> ApiResult<()> {
        match control {
            Control::Sessions { ids } => {
                self.close_where(Closing::SessionOver, |listener| ids.contains(&listener.session_id));
                Ok(())
            }
            Control::Users { ids } => self.check(Some(&ids)).await,
            Control::Everybody {} => self.check(None).await,
        }
    }

    fn close_where(&self, why: Closing, wanted: impl Fn(&Listener) -> bool) {
        self.inner().listeners.retain(|_, listener| {
            let ends = wanted(listener);
            if ends {
                listener.close(why);
            }
            !ends
        });
    }

    /// Reads the sessions of these users again, or of all: closes connections whose session is over, and keeps the user's
    /// present rights for the others.
    async fn check(&self, users: Option<&[Uuid]>) -> ApiResult<()> {
        let is_meant =
            |listener: &Listener| users.is_none_or(|users| users.contains(&listener.recipient.user_id));
        let mut ids: Vec<Uuid> = {
            let inner = self.inner();
            inner.listeners.values().filter(|one| is_meant(one)).map(|one| one.session_id).collect()
        };
        let Some(tenant) = self.current().filter(|_| !ids.is_empty()) else { return Ok(()) };
        ids.sort_unstable();
        ids.dedup();
        let mut tx = self.state.tenancy.begin(&tenant).await?;
        let sessions = live_session::among(&mut tx, &ids, self.state.clock.now()).await?;
        let grants = live_session::load_grants(&self.state, &mut tx, &sessions).await?;
        tx.rollback().await;
        let sessions: HashMap<Uuid, (LiveSession, Grants)> =
            sessions.into_iter().zip(grants).map(|(one, grants)| (one.session_id, (one, grants))).collect();
        self.inner().listeners.retain(|_, listener| {
            // A connection that joined meanwhile is checked by itself.
            if !ids.contains(&listener.session_id) {
                return true;
            }
            match sessions.get(&listener.session_id) {
                Some((one, grants)) => {
                    listener.recipient = Recipient::new(one, *grants);
                    listener.expires_at = one.expires_at;
                    true
                }
                None => {
                    listener.close(Closing::SessionOver);
                    false
                }
            }
        });
        Ok(())
    }

    /// Adds a connection. Its first messages and its queue together have every event after its cursor, once. The session is
    /// read again when events about it reach the connection: it can have ended meanwhile.
    pub async fn join(
        &self,
        session: &LiveSession,
        cursor: Option<Cursor>,
    ) -> ApiResult<Result<ListenerHandle, Closing>> {
        self.catch_up(cursor).await?;
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let (mut listener, ear) = Listener::new(session, self.load_grants(session).await?);
        let now = self.state.clock.now();
        let first = {
            let mut inner = self.inner();
            if inner.is_retired {
                return Ok(Err(Closing::Restart));
            }
            let same = |one: &&Listener| one.recipient.user_id == session.user_id;
            if inner.listeners.values().filter(same).count() >= MOST_OF_USER {
                return Ok(Err(Closing::TooMany));
            }
            let mut first = greeting(&inner.memory, cursor, &listener, now);
            first.extend(self.presence.greet(&mut listener));
            inner.listeners.insert(id, listener);
            first
        };
        self.check(Some(&[session.user_id])).await?;
        self.presence.expect_change();
        self.wake();
        Ok(Ok(ListenerHandle { id, ear, first }))
    }

    /// The same for a page without a connection.
    pub async fn ask(&self, session: &LiveSession, cursor: Option<Cursor>) -> ApiResult<Vec<LiveMessage>> {
        self.read_events().await?;
        let (mut listener, _) = Listener::new(session, self.load_grants(session).await?);
        let mut texts = greeting(&self.inner().memory, cursor, &listener, self.state.clock.now());
        texts.extend(self.presence.greet(&mut listener));
        let message = |text: &Arc<str>| LiveMessage::parse_from_json_string(text).ok();
        Ok(texts.iter().filter_map(message).collect())
    }

    async fn load_grants(&self, session: &LiveSession) -> ApiResult<Grants> {
        let Some(tenant) = self.current() else { return Ok(Grants::NONE) };
        let mut tx = self.state.tenancy.begin(&tenant).await?;
        let grants = live_session::load_grants(&self.state, &mut tx, std::slice::from_ref(session)).await?;
        tx.rollback().await;
        Ok(grants.into_iter().next().unwrap_or(Grants::NONE))
    }

    /// Another process can have sent this client events that are not read here yet.
    async fn catch_up(&self, cursor: Option<Cursor>) -> ApiResult<()> {
        let is_behind = {
            let inner = self.inner();
            inner.memory.head().epoch.is_nil() || cursor.is_some_and(|cursor| inner.memory.is_behind(cursor))
        };
        if is_behind { self.read_events().await } else { Ok(()) }
    }

    pub fn leave(&self, id: u64) {
        self.inner().listeners.remove(&id);
        self.wake();
    }

    pub fn beat(&self, id: u64) {
        if let Some(listener) = self.inner().listeners.get_mut(&id) {
            listener.last_heartbeat_at = std::time::Instant::now();
        }
    }

    async fn send_presence(&self) {
        if !self.presence.is_due() {
            return;
        }
        let here = self.inner().listeners.values().filter_map(Presence::user_of).collect();
        let change = self.presence.update(here).await;
        for listener in self.inner().listeners.values_mut() {
            self.presence.send_change(listener, &change);
        }
    }
}

fn greeting(
    memory: &Memory,
    cursor: Option<Cursor>,
    listener: &Listener,
    now: DateTime<Utc>,
) -> Vec<Arc<str>> {
    let resumed = cursor.filter(|cursor| memory.covers(*cursor));
    let mut first = vec![hello(memory.head(), resumed.is_some(), listener)];
    let after = match cursor {
        Some(_) => resumed.map(|cursor| cursor.after),
        None => Some(memory.before_loading(now)),
    };
    first.extend(after.into_iter().flat_map(|after| memory.since(after, &listener.recipient)));
    first
}

fn hello(head: Head, resumed: bool, listener: &Listener) -> Arc<str> {
    let (user_id, session_id) = (listener.recipient.user_id, listener.session_id);
    let hello = LiveHello { epoch: head.epoch, seq: head.seq, resumed, user_id, session_id };
    LiveMessage::Hello(hello).text().into()
}

/// The event for the server itself in a row; none for one that pages get.
fn control(row: &EventRow) -> Option<Control> {
    serde_json::from_value(row.body.clone()).ok().filter(|_| row.audience.as_deref() == Some("control"))
}
