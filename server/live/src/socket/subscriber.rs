//! Receives the signals and the progress of processes of all servers, for the tenants that have connections here.

use std::collections::HashMap;
use std::time::Duration;

use tenancy::TenantId;
use tokio::time::sleep;

use super::hub::Hub;
use super::signals::CHANNEL;
use server_core::cache::{Channel, Subscriber};
use server_core::process::PROGRESS_CHANNEL;
use server_core::state::AppState;

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

/// A channel that is followed, with its kind.
#[derive(Clone, Copy)]
enum Source {
    Signals,
    Progress,
}

const SOURCES: [(Source, &str); 2] = [(Source::Signals, CHANNEL), (Source::Progress, PROGRESS_CHANNEL)];

type FollowedChannels = HashMap<Channel, (TenantId, Source)>;

async fn receive(hub: &Hub, mut subscriber: Subscriber) -> redis::RedisResult<()> {
    let mut known = FollowedChannels::new();
    let stop = hub.stopping();
    subscribe(hub, &mut subscriber, &mut known).await?;
    loop {
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            () = hub.wait_for_change() => subscribe(hub, &mut subscriber, &mut known).await?,
            message = subscriber.next() => {
                let Some((channel, text)) = message else { return Ok(()) };
                let Some((tenant, source)) = known.get(&channel) else { continue };
                match (hub.find_feed(*tenant), source) {
                    (Some(feed), Source::Signals) => feed.hear_signal(&text),
                    (Some(feed), Source::Progress) => feed.hear_progress(&text),
                    (None, _) => {}
                }
            }
        }
    }
}

/// Follows exactly the tenants that have connections here.
async fn subscribe(
    hub: &Hub,
    subscriber: &mut Subscriber,
    known: &mut FollowedChannels,
) -> redis::RedisResult<()> {
    let of = |tenant: TenantId| SOURCES.map(|(source, kind)| (Channel::new(&tenant, kind), (tenant, source)));
    let wanted: FollowedChannels = hub.tenants().into_iter().flat_map(of).collect();
    for channel in wanted.keys().filter(|channel| !known.contains_key(channel)) {
        subscriber.subscribe(channel).await?;
    }
    for channel in known.keys().filter(|channel| !wanted.contains_key(channel)) {
        subscriber.unsubscribe(channel).await?;
    }
    *known = wanted;
    Ok(())
}
