//! Postgres notices, as a hint that something changed. Listeners read the changes from the tables.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use tokio::sync::{mpsc, watch};
use tokio::time::{sleep, timeout};

/// Pause before a lost connection is opened again.
const PAUSE: Duration = Duration::from_secs(1);

/// Interval at which a listener checks whether it still has receivers.
const CHECK: Duration = Duration::from_secs(30);

/// Notices that wait for their receiver. More are kept by the connection.
const WAITING: usize = 1_024;

/// A notice of [`follow`].
#[derive(Debug)]
pub(crate) enum Notice {
    /// The listener is connected, for the first time or again: earlier notices were missed.
    Connected,
    Payload(String),
}

/// Counts notices on its own connection until the last receiver is gone. Connecting counts as a notice,
/// because earlier notices were missed.
pub(crate) fn listen(login: PgConnectOptions, channel: &'static str) -> watch::Receiver<u64> {
    let (sender, receiver) = watch::channel(0);
    let mut notices = follow(login, channel);
    tokio::spawn(async move {
        while !sender.is_closed() {
            match timeout(CHECK, notices.recv()).await {
                Ok(Some(_)) => {
                    while notices.try_recv().is_ok() {}
                    sender.send_modify(|count| *count += 1);
                }
                Ok(None) => return,
                Err(_) => {}
            }
        }
    });
    receiver
}

/// Yields the notices of its own connection until the receiver is gone.
pub(crate) fn follow(login: PgConnectOptions, channel: &'static str) -> mpsc::Receiver<Notice> {
    let (sender, receiver) = mpsc::channel(WAITING);
    tokio::spawn(async move {
        while !sender.is_closed() {
            if let Err(error) = pass_on(&login, channel, &sender).await {
                tracing::debug!(%error, channel, "not listening for the moment");
            }
            sleep(PAUSE).await;
        }
    });
    receiver
}

async fn pass_on(
    login: &PgConnectOptions,
    channel: &str,
    sender: &mpsc::Sender<Notice>,
) -> Result<(), sqlx::Error> {
    let source = PgPoolOptions::new().max_connections(1).connect_lazy_with(login.clone());
    let mut listener = PgListener::connect_with(&source).await?;
    listener.eager_reconnect(false);
    listener.listen(channel).await?;
    let mut next = Notice::Connected;
    loop {
        if sender.send(next).await.is_err() {
            return Ok(());
        }
        next = loop {
            match timeout(CHECK, listener.try_recv()).await {
                Ok(Ok(Some(notice))) => break Notice::Payload(notice.payload().to_owned()),
                Ok(Ok(None)) => return Ok(()),
                Ok(Err(error)) => return Err(error),
                Err(_) if sender.is_closed() => return Ok(()),
                Err(_) => {}
            }
        };
    }
}
