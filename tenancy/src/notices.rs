//! Notices of Postgres, as a hint that something changed. Whoever hears one reads what changed from its tables.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

/// A lost connection is opened again after this.
const PAUSE: Duration = Duration::from_secs(1);

/// How often a listener asks whether anybody still wants to know.
const CHECK: Duration = Duration::from_secs(30);

/// Counts notices on a connection of its own until the last receiver is gone. (Re)connecting counts as a notice: what
/// happened before made no sound here.
pub(crate) fn listen(login: PgConnectOptions, channel: &'static str) -> watch::Receiver<u64> {
    let (told, heard) = watch::channel(0);
    tokio::spawn(async move {
        while !told.is_closed() {
            if let Err(error) = follow(&login, channel, &told).await {
                tracing::debug!(%error, channel, "not listening for the moment");
            }
            sleep(PAUSE).await;
        }
    });
    heard
}

async fn follow(
    login: &PgConnectOptions,
    channel: &str,
    told: &watch::Sender<u64>,
) -> Result<(), sqlx::Error> {
    let source = PgPoolOptions::new().max_connections(1).connect_lazy_with(login.clone());
    let mut listener = PgListener::connect_with(&source).await?;
    listener.eager_reconnect(false);
    listener.listen(channel).await?;
    told.send_modify(|count| *count += 1);
    while !told.is_closed() {
        match timeout(CHECK, listener.try_recv()).await {
            Ok(Ok(Some(_))) => {
                while listener.next_buffered().is_some() {}
                told.send_modify(|count| *count += 1);
            }
            Ok(Ok(None)) => return Ok(()),
            Ok(Err(error)) => return Err(error),
            Err(_) => {}
        }
    }
    Ok(())
}
