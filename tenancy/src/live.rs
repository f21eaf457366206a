//! Live events: names of what has changed, numbered per tenant in the order of the commits.
//!
//! A transaction collects its events in memory ([`crate::TenantTx::announce`]). Its last statement takes their numbers from
//! the tenant's counter and inserts them. The counter stays locked until the commit: a reader that has seen a number has
//! seen all smaller ones. Numbers taken earlier, from a sequence or an identity, would lose events.
//!
//! After the commit, a hint tells all servers to read the tenant's events. Hints can be lost; readers also look without one.

use std::collections::BTreeSet;
use std::sync::{Arc, Weak};
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use sqlx::PgConnection;
use sqlx::postgres::PgConnectOptions;
use sqlx::types::Json;
use tokio::sync::mpsc;
use tokio::time::sleep;
use uuid::Uuid;

use crate::TenancyError;
use crate::link::Entry;
use crate::notices::{self, Notice};
use crate::pool::{self, Shard};
use crate::tenant::TenantId;

/// The channel of the hints.
const CHANNEL: &str = "remessa_live";

/// Hints of so much time are sent together.
const GATHERED: Duration = Duration::from_millis(20);

/// One statement, so that the counter is locked for one call and the commit.
const INSERT: &str = "
    with head as (
        insert into live_head (seq) values ($1)
        on conflict (one) do update set seq = live_head.seq + excluded.seq returning seq - $1 as before
    )
    insert into live_events (seq, type, to_users, audience, body, sender)
    select head.before + e.at, e.type, e.to_users, e.audience, e.body, $3::uuid
    from head, jsonb_to_recordset($2) e (at bigint, type text, to_users uuid[], audience text, body jsonb)";

const HINT: &str = "select pg_notify($1, tenant) from unnest($2) tenant";

/// An event of a transaction, before it has a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Announcement {
    /// The name of the event, such as `shipments.changed`.
    pub kind: &'static str,
    pub readers: Readers,
    /// The fields of the event.
    pub body: Value,
}

/// The receivers of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Readers {
    Users(Vec<Uuid>),
    /// A group that the reader of the events resolves.
    Audience(String),
}

#[derive(Serialize)]
struct NumberedEvent<'a> {
    at: usize,
    #[serde(rename = "type")]
    kind: &'static str,
    to_users: Option<&'a [Uuid]>,
    audience: Option<&'a str>,
    body: &'a Value,
}

impl<'a> NumberedEvent<'a> {
    fn of(at: usize, event: &'a Announcement) -> Self {
        let (to_users, audience) = match &event.readers {
            Readers::Users(users) => (Some(users.as_slice()), None),
            Readers::Audience(audience) => (None, Some(audience.as_str())),
        };
        Self { at: at + 1, kind: event.kind, to_users, audience, body: &event.body }
    }
}

/// The events of a transaction, and the user who does it.
#[derive(Default)]
pub(crate) struct AnnouncedEvents {
    pub events: Vec<Announcement>,
    pub sender: Option<Uuid>,
}

/// Writes the events of a transaction. Must be its last statement.
pub(crate) async fn insert(conn: &mut PgConnection, announced: &AnnouncedEvents) -> Result<(), sqlx::Error> {
    let events = &announced.events;
    let numbered: Vec<_> =
        events.iter().enumerate().map(|(at, event)| NumberedEvent::of(at, event)).collect();
    let count = i64::try_from(events.len()).unwrap_or(i64::MAX);
    sqlx::query(INSERT).bind(count).bind(Json(numbered)).bind(announced.sender).execute(conn).await?;
    Ok(())
}

/// A reason to read events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// This tenant has new ones.
    Tenant(TenantId),
    /// Hints may have been lost: every tenant can have new ones.
    Missed,
}

/// Takes the hints of commits; dropping all of them ends the task that sends them.
#[derive(Clone)]
pub(crate) struct Hinter(mpsc::UnboundedSender<TenantId>);

impl Hinter {
    /// Sends the hints of this process, those of some milliseconds together, in a transaction of their own. Within the
    /// transactions of the changes, they would make all tenants commit one after the other.
    pub fn start(control: &Arc<Shard>) -> Self {
        let (sender, receiver) = mpsc::unbounded_channel();
        tokio::spawn(send_hints(Arc::downgrade(control), receiver));
        Self(sender)
    }

    pub fn hint(&self, tenant: TenantId) {
        // Without a receiver, the process is ending.
        let _ = self.0.send(tenant);
    }
}

async fn send_hints(control: Weak<Shard>, mut hinted: mpsc::UnboundedReceiver<TenantId>) {
    while let Some(first) = hinted.recv().await {
        sleep(GATHERED).await;
        let mut tenants = BTreeSet::from([first]);
        while let Ok(next) = hinted.try_recv() {
            tenants.insert(next);
        }
        let Some(control) = control.upgrade() else { return };
        if let Err(error) = send(&control, &tenants).await {
            tracing::debug!(%error, "hints of new events were not sent");
        }
    }
}

async fn send(control: &Arc<Shard>, tenants: &BTreeSet<TenantId>) -> Result<(), TenancyError> {
    let tenants: Vec<&str> = tenants.iter().map(TenantId::as_str).collect();
    let mut lease = pool::begin(control, Entry::control()).await?;
    sqlx::query(HINT).bind(CHANNEL).bind(tenants).execute(lease.conn_mut()).await?;
    lease.commit().await
}

/// Yields hints on a connection of its own.
pub(crate) fn hints(login: PgConnectOptions) -> mpsc::Receiver<Hint> {
    let (sender, receiver) = mpsc::channel(1);
    let mut notices = notices::follow(login, CHANNEL);
    tokio::spawn(async move {
        while let Some(notice) = notices.recv().await {
            if let Some(hint) = hint_of(&notice)
                && sender.send(hint).await.is_err()
            {
                return;
            }
        }
    });
    receiver
}

/// Every role can send a notice, so a text that is no id of a tenant is ignored.
fn hint_of(notice: &Notice) -> Option<Hint> {
    match notice {
        Notice::Connected => Some(Hint::Missed),
        Notice::Payload(text) => TenantId::parse(text).map(Hint::Tenant),
    }
}
