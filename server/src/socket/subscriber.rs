//! Receives the signals of all servers, for the tenants that have connections here.

use std::collections::HashMap;
use std::time::Duration;

use tenancy::TenantId;
use tokio::time::sleep;

use super::hub::Hub;
use super::signals::CHANNEL;
use crate::cache::{Channel, Subscriber};
use crate::state::AppState;

/// Interval of attempts to reach Redis.
const RETRY: Duration = Duration::from_secs(2);

/// Runs until the server stops. Without Redis there are no signals.
pub async fn follow(hub: Hub, state: AppState) {
    let stop = hub.stopping();
    while !stop.is_cancelled() {
        if let Some(subscriber) = state.cache.subscriber().await
            && let Err(error) = receive(&hub, subscriber).await
        {
            tracing::debug!(%error, "signals could not be received for the moment");
        }
        tokio::select! {
            () = stop.cancelled() => {}
            () = sleep(RETRY) => {}
        }
    }
}

async fn receive(hub: &Hub, mut subscriber: Subscriber) -> redis::RedisResult<()> {
    let mut known: HashMap<Channel, TenantId> = HashMap::new();
    let stop = hub.stopping();
    subscribe(hub, &mut subscriber, &mut known).await?;
    loop {
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            () = hub.changed() => subscribe(hub, &mut subscriber, &mut known).await?,
            message = subscriber.next() => {
                let Some((channel, text)) = message else { return Ok(()) };
                if let Some(feed) = known.get(&channel).and_then(|tenant| hub.known(*tenant)) {
                    feed.hear_signal(&text);
                }
            }
        }
    }
}

/// Follows exactly the tenants that have connections here.
async fn subscribe(
    hub: &Hub,
    subscriber: &mut Subscriber,
    known: &mut HashMap<Channel, TenantId>,
) -> redis::RedisResult<()> {
    let wanted: HashMap<Channel, TenantId> =
        hub.tenants().into_iter().map(|tenant| (Channel::new(&tenant, CHANNEL), tenant)).collect();
    for channel in wanted.keys().filter(|channel| !known.contains_key(channel)) {
        subscriber.subscribe(channel).await?;
    }
    for channel in known.keys().filter(|channel| !wanted.contains_key(channel)) {
        subscriber.unsubscribe(channel).await?;
    }
    *known = wanted;
    Ok(())
}
