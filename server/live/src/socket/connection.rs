//! One open socket.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use poem::web::websocket::{CloseCode, Message, WebSocketStream};
use rand::RngExt;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use super::feed::{Feed, ListenerHandle};
use super::hub::ConnectionPermit;
use super::memory::Cursor;
use super::messages::{ClientMessage, Closing, LiveMessage, LiveTick, Target};
use super::signals::{Rate, Signal};
use access::live_session::LiveSession;

/// Interval of ticks, up to a fifth more or less, so that the clients of a restarted server do not answer together.
const TICK: Duration = Duration::from_secs(25);
/// Ticks without an answer after which the client counts as gone.
const UNANSWERED: u32 = 3;
/// For one message to a client that does not read.
const WRITE: Duration = Duration::from_secs(20);
/// Messages of a client between two ticks.
const MOST_MESSAGES: u32 = 120;

pub struct Connection {
    pub feed: Arc<Feed>,
    pub stop: CancellationToken,
    pub _permit: ConnectionPermit,
}

/// The state of a running connection.
struct Running {
    socket: WebSocketStream,
    joined: ListenerHandle,
    session: LiveSession,
    signals: Rate,
    sent: i64,
    heard: u32,
    unanswered: u32,
}

/// The end of a connection.
enum End {
    Close(Closing),
    /// The client has gone, or does not read.
    Gone,
}

impl Connection {
    pub async fn serve(self, mut socket: WebSocketStream, session: LiveSession, cursor: Option<Cursor>) {
        // Boxed, as all that asks the database: a task is as large as the largest of its waits, for as long as it lives.
        let joined = match Box::pin(self.feed.join(&session, cursor)).await {
            Ok(Ok(joined)) => joined,
            Ok(Err(why)) => return close(&mut socket, why).await,
            // The database does not answer: the client tries again.
            Err(_) => return close(&mut socket, Closing::Restart).await,
        };
        let signals = Rate::default();
        let mut running = Running { socket, joined, session, signals, sent: 0, heard: 0, unanswered: 0 };
        let end = self.run(&mut running).await;
        self.feed.leave(running.joined.id);
        if let Err(End::Close(why)) = end {
            close(&mut running.socket, why).await;
        }
    }

    /// Returns how the connection ended.
    async fn run(&self, running: &mut Running) -> Result<(), End> {
        for text in std::mem::take(&mut running.joined.first) {
            running.send(&text).await?;
        }
        let mut tick = next_tick();
        loop {
            tokio::select! {
                biased;
                why = &mut running.joined.ear.closing => return Err(why.map_or(End::Gone, End::Close)),
                () = self.stop.cancelled() => return Err(End::Close(Closing::Restart)),
                text = running.joined.ear.queue.recv() => match text {
                    Some(text) => running.send(&text).await?,
                    None => return Err(End::Gone),
                },
                message = running.socket.next() => match message {
                    Some(Ok(message)) => self.hear(running, message).await?,
                    Some(Err(_)) | None => return Err(End::Gone),
                },
                () = sleep_until(tick) => {
                    self.tick(running).await?;
                    tick = next_tick();
                }
            }
        }
    }

    async fn tick(&self, running: &mut Running) -> Result<(), End> {
        running.heard = 0;
        running.unanswered += 1;
        if running.unanswered > UNANSWERED {
            return Err(End::Gone);
        }
        // The number first: all events up to it are in the queue already.
        let seq = self.feed.handed_out();
        while let Ok(text) = running.joined.ear.queue.try_recv() {
            running.send(&text).await?;
        }
        let tick = LiveMessage::Tick(LiveTick { seq, sent: running.sent });
        running.write(tick.text()).await
    }

    async fn hear(&self, running: &mut Running, message: Message) -> Result<(), End> {
        running.heard += 1;
        if running.heard > MOST_MESSAGES {
            return Err(End::Close(Closing::Violation));
        }
        let text = match message {
            Message::Text(text) => text,
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
            Message::Close(_) => return Err(End::Gone),
            Message::Binary(_) => return Err(End::Close(Closing::Violation)),
        };
        match serde_json::from_str(&text) {
            Ok(ClientMessage::Beat { .. }) => {
                running.unanswered = 0;
                self.feed.beat(running.joined.id);
                Ok(())
            }
            Ok(ClientMessage::Signal { signal, target, id }) => {
                if running.signals.spend() {
                    let signal = Signal { signal, target: Target { target, id } };
                    // A signal may be lost, also with the database away.
                    Box::pin(self.feed.signal(running.joined.id, &running.session, signal)).await.ok();
                }
                Ok(())
            }
            Err(_) => Err(End::Close(Closing::Violation)),
        }
    }
}

impl Running {
    async fn send(&mut self, text: &Arc<str>) -> Result<(), End> {
        self.sent += i64::from(is_event(text));
        self.write(text.as_ref().to_owned()).await
    }

    async fn write(&mut self, text: String) -> Result<(), End> {
        match timeout(WRITE, self.socket.send(Message::Text(text))).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(End::Gone),
        }
    }
}

/// Only events are counted: other messages may be lost.
fn is_event(text: &str) -> bool {
    text.contains("\"type\":\"event\"")
}

fn next_tick() -> Instant {
    Instant::now() + TICK.mul_f64(rand::rng().random_range(0.8..=1.2))
}

async fn close(socket: &mut WebSocketStream, why: Closing) {
    let message = Message::Close(Some((CloseCode::from(why.code()), String::new())));
    timeout(WRITE, socket.send(message)).await.ok();
    // The client answers, and then the connection is closed from its side.
    timeout(Duration::from_secs(1), async { while let Some(Ok(_)) = socket.next().await {} }).await.ok();
}
