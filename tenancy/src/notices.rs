//! Postgres notices, as a hint that something changed. Listeners read the changes from the tables.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

/// Pause before a lost connection is opened again.
const PAUSE: Duration = Duration::from_secs(1);

/// Interval at which a listener checks whether it still has receivers.
const CHECK: Duration = Duration::from_secs(30);

/// Counts notices on its own connection until the last receiver is gone. Connecting counts as a notice,
/// because earlier notices were missed.
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
