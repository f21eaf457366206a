//! The messages of the protocol `remessa.v1`: JSON texts, each with its `type`.

use poem_openapi::types::ToJSON;
use poem_openapi::{Enum, Object, Union};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use server_core::live::LiveEvent;
use server_core::process::{Stage, TaskProgress};

/// A message of the server.
#[derive(Union, Clone, Debug)]
#[oai(discriminator_name = "type", one_of = true)]
pub enum LiveMessage {
    #[oai(mapping = "hello")]
    Hello(LiveHello),
    #[oai(mapping = "event")]
    Event(LiveEntry),
    #[oai(mapping = "tick")]
    Tick(LiveTick),
    #[oai(mapping = "online")]
    Online(LiveOnline),
    #[oai(mapping = "signal")]
    Signal(LiveSignal),
    #[oai(mapping = "progress")]
    Progress(LiveProgress),
}

/// The first message. It is sent again when the numbers of the events restart.
#[derive(Object, Clone, Debug)]
pub struct LiveHello {
    /// The epoch of the numbers. A cursor of another epoch is not valid.
    pub epoch: Uuid,
    /// The number to continue after, once the missed events have been received.
    pub seq: i64,
    /// True when the missed events follow. False when they are no longer known: the client must fetch all data again. A
    /// client without a cursor gets the events of the last 30 seconds, because it may have fetched data before it was
    /// connected.
    pub resumed: bool,
    pub user_id: Uuid,
    pub session_id: Uuid,
}

/// A change, with its number.
#[derive(Object, Clone, Debug)]
pub struct LiveEntry {
    /// Numbers increase. Events for other users are left out, so numbers can be missing.
    pub seq: i64,
    /// Wait a random time up to this before fetching, so that all pages of a company do not ask at the same moment.
    pub spread_ms: i32,
    pub event: LiveEvent,
}

/// A heartbeat, about every 25 seconds. The client answers with `beat`.
#[derive(Object, Clone, Debug)]
pub struct LiveTick {
    /// All events up to this number have been sent.
    pub seq: i64,
    /// How many events this connection has been sent. A client that has received fewer reconnects.
    pub sent: i64,
}

/// Who is online. Only the company's own users receive it. A long list comes in several messages.
#[derive(Object, Clone, Debug)]
pub struct LiveOnline {
    /// True: a list begins, and nobody else is online. False: the message adds to what is known.
    pub whole: bool,
    /// Users who are online.
    pub users: Vec<Uuid>,
    /// Users who are no longer online.
    pub left: Vec<Uuid>,
}

/// The present activity of a user on a record.
#[derive(Enum, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum SignalKind {
    Viewing,
    Typing,
    Replying,
    /// Does not look at it any more.
    Left,
}

/// The kind of a record that signals are about.
#[derive(Enum, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[oai(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum SignalTarget {
    Ticket,
    /// A room of the messenger.
    Room,
}

/// A record that signals are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Target {
    pub target: SignalTarget,
    pub id: Uuid,
}

/// Another user works with a record that this page has open. Can be lost.
#[derive(Object, Clone, Debug)]
pub struct LiveSignal {
    pub signal: SignalKind,
    pub target: SignalTarget,
    /// The record.
    pub id: Uuid,
    pub user_id: Uuid,
    pub name: String,
}

/// The progress of a background task of the signed-in user, a few times per second. Can be lost; start and end are events.
#[derive(Object, Clone, Debug)]
pub struct LiveProgress {
    /// The task.
    pub id: Uuid,
    pub stage: Stage,
    /// Percent, 0 to 99.
    pub progress: i16,
    /// Number of units done.
    pub done: i64,
    /// Total number of units; null until it is known.
    pub total: Option<i64>,
}

impl From<TaskProgress> for LiveProgress {
    fn from(TaskProgress { task_id, reading, .. }: TaskProgress) -> Self {
        let (stage, progress) = (reading.stage, reading.percent());
        Self { id: task_id, stage, progress, done: reading.done, total: reading.total }
    }
}

impl LiveMessage {
    pub fn text(&self) -> String {
        self.to_json_string()
    }
}

/// A message of the client.
#[derive(Deserialize, Debug, PartialEq, Eq)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// The answer to a tick, by the page's own script.
    Beat {
        /// The last number the client has applied.
        seq: i64,
        /// Whether somebody may be looking at one of the pages.
        visible: bool,
    },
    /// The activity of the user on a record. It also asks for the signals of others about this record, for a minute.
    Signal { signal: SignalKind, target: SignalTarget, id: Uuid },
}

/// Why the server closes a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// The server restarts.
    Restart = 1012,
    /// A message the protocol does not have, or too many.
    Violation = 1008,
    /// The client does not read.
    Slow = 4008,
    SessionOver = 4401,
    Suspended = 4403,
    TooMany = 4429,
}

impl Closing {
    pub const fn code(self) -> u16 {
        self as u16
    }
}
