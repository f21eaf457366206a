//! Short-lived copies in Redis. Postgres has the authoritative data: without Redis, every read misses quickly.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use futures_util::StreamExt;
use redis::aio::{ConnectionManager, ConnectionManagerConfig, PubSubSink, PubSubStream};
use redis::{AsyncCommands, ExistenceCheck, Script, SetExpiry, SetOptions};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tenancy::TenantId;

const CALL_TIMEOUT: Duration = Duration::from_millis(100);
/// For a new connection of a subscriber.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// Redis is not called for this time after a failure, so that requests do not wait for it.
const RETRY_AFTER: chrono::TimeDelta = chrono::TimeDelta::seconds(2);

/// One script, so that no counter is left without an expiry. The second counter is there if there is a second key.
static COUNT: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        "local function add(key, by, lasting)
             local count = redis.call('incrby', key, by)
             if redis.call('pttl', key) < 0 then redis.call('pexpire', key, lasting) end
             return count
         end
         local count = add(KEYS[1], ARGV[2], ARGV[1])
         if KEYS[2] and count <= tonumber(ARGV[3]) then add(KEYS[2], 1, ARGV[4]) end
         return {math.max(count, 0), redis.call('pttl', KEYS[1])}",
    )
});

/// A second counter: of the increments that leave the first one at `most` or below.
pub struct PassedCounter<'a> {
    pub key: &'a CacheKey,
    pub most: u32,
    pub lasting: Duration,
}

/// A key that always contains the tenant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheKey(String);

impl CacheKey {
    /// `kind` is a constant; `id` may contain any characters.
    pub fn new(tenant: &TenantId, kind: &'static str, id: &str) -> Self {
        Self(format!("{tenant}:{kind}:{}:{id}", id.len()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A channel of messages that always contains the tenant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Channel(String);

impl Channel {
    /// `kind` is a constant.
    pub fn new(tenant: &TenantId, kind: &'static str) -> Self {
        Self(format!("{kind}:{tenant}"))
    }
}

/// A connection that receives the messages of channels.
pub struct Subscriber {
    sink: PubSubSink,
    stream: PubSubStream,
    prefix: Arc<str>,
}

impl Subscriber {
    pub async fn subscribe(&mut self, channel: &Channel) -> redis::RedisResult<()> {
        self.sink.subscribe(format!("{}:{}", self.prefix, channel.0)).await
    }

    pub async fn unsubscribe(&mut self, channel: &Channel) -> redis::RedisResult<()> {
        self.sink.unsubscribe(format!("{}:{}", self.prefix, channel.0)).await
    }

    /// The next message with its channel; none when the connection is lost.
    pub async fn next(&mut self) -> Option<(Channel, String)> {
        loop {
            let message = self.stream.next().await?;
            let name = message.get_channel_name().strip_prefix(self.prefix.as_ref());
            let channel = name.and_then(|name| name.strip_prefix(':'));
            if let (Some(channel), Ok(text)) = (channel, message.get_payload()) {
                return Some((Channel(channel.to_owned()), text));
            }
        }
    }
}

#[derive(Clone)]
pub struct Cache {
    client: Option<redis::Client>,
    manager: Option<ConnectionManager>,
    prefix: Arc<str>,
    resting_until_ms: Arc<AtomicI64>,
    clock: crate::clock::Clock,
}

impl Cache {
    /// Connects in the background. A malformed URL is an error, an unreachable Redis is not.
    pub fn connect(url: Option<&str>, prefix: &str, clock: crate::clock::Clock) -> anyhow::Result<Self> {
        let client = url.map(redis::Client::open).transpose()?;
        let manager = client
            .clone()
            .map(|client| {
                let config = ConnectionManagerConfig::new()
                    .set_connection_timeout(Some(CALL_TIMEOUT))
                    .set_response_timeout(Some(CALL_TIMEOUT))
                    .set_number_of_retries(1);
                ConnectionManager::new_lazy_with_config(client, config)
            })
            .transpose()?;
        Ok(Self { client, manager, prefix: prefix.into(), resting_until_ms: Arc::default(), clock })
    }

    pub async fn get<T: DeserializeOwned>(&self, key: &CacheKey) -> Option<T> {
        let mut manager = self.ready()?;
        let text: Option<String> = self.with_timeout(manager.get(self.name(key))).await?;
        serde_json::from_str(&text?).ok()
    }

    /// Stores a copy, unless one exists or the key was just deleted: the value may have been read before that.
    pub async fn keep<T: Serialize>(&self, key: &CacheKey, value: &T, lasting: Duration) {
        let Ok(text) = serde_json::to_string(value) else { return };
        self.write(key, text, SetOptions::default().conditional_set(ExistenceCheck::NX), lasting).await;
    }

    /// Deletes a copy, and blocks new ones for as long as a copy lives. If Redis is away, the deletion is retried until
    /// the copy has expired.
    pub async fn forget(&self, key: &CacheKey, kept_for: Duration) {
        if self.write_forgotten(key, kept_for).await || self.manager.is_none() {
            return;
        }
        let (cache, key) = (self.clone(), key.clone());
        tokio::spawn(async move {
            let gone = tokio::time::Instant::now() + kept_for;
            while tokio::time::Instant::now() < gone && !cache.write_forgotten(&key, kept_for).await {
                tokio::time::sleep(CALL_TIMEOUT).await;
            }
        });
    }

    async fn write_forgotten(&self, key: &CacheKey, kept_for: Duration) -> bool {
        self.write(key, "null".to_owned(), SetOptions::default(), kept_for).await
    }

    /// True when Redis has confirmed.
    async fn write(&self, key: &CacheKey, text: String, options: SetOptions, lasting: Duration) -> bool {
        let Some(mut manager) = self.ready() else { return false };
        let options = options.with_expiration(SetExpiry::EX(lasting.as_secs().max(1)));
        self.with_timeout::<Option<String>>(manager.set_options(self.name(key), text, options))
            .await
            .is_some()
    }

    /// Increments a counter that expires `lasting` after its first increment. Returns the count and the remaining time.
    pub async fn count(&self, key: &CacheKey, lasting: Duration) -> Option<(u32, Duration)> {
        self.add(key, 1, lasting, None).await
    }

    /// The same for several increments at once, and with a second counter, all in one call.
    pub async fn count_passed(
        &self,
        key: &CacheKey,
        by: u32,
        lasting: Duration,
        passed: Option<&PassedCounter<'_>>,
    ) -> Option<(u32, Duration)> {
        self.add(key, by.into(), lasting, passed).await
    }

    /// Decrements a counter.
    pub async fn discount(&self, key: &CacheKey, lasting: Duration) {
        self.add(key, -1, lasting, None).await;
    }

    /// The counts of many counters in one call; 0 for one that was never incremented or has expired.
    pub async fn read_counts(&self, keys: &[CacheKey]) -> Option<Vec<i64>> {
        let mut manager = self.ready()?;
        let names: Vec<String> = keys.iter().map(|key| self.name(key)).collect();
        let counts: Vec<Option<i64>> = self.with_timeout(manager.mget(names)).await?;
        Some(counts.into_iter().map(Option::unwrap_or_default).collect())
    }

    async fn add(
        &self,
        key: &CacheKey,
        by: i64,
        lasting: Duration,
        passed: Option<&PassedCounter<'_>>,
    ) -> Option<(u32, Duration)> {
        let mut manager = self.ready()?;
        let mut script = COUNT.key(self.name(key));
        script.arg(lasting.as_millis().to_string()).arg(by);
        if let Some(passed) = passed {
            script.key(self.name(passed.key));
            script.arg(passed.most).arg(passed.lasting.as_millis().to_string());
        }
        let (count, left_ms): (u32, u64) = self.with_timeout(script.invoke_async(&mut manager)).await?;
        Some((count, Duration::from_millis(left_ms)))
    }

    /// Notes members of a set as present, and returns all that were noted within `fresh`.
    pub async fn note(&self, key: &CacheKey, members: &[String], fresh: Duration) -> Option<Vec<String>> {
        let mut manager = self.ready()?;
        let (key, now) = (self.name(key), self.clock.now().timestamp_millis());
        let since = now - i64::try_from(fresh.as_millis()).unwrap_or(i64::MAX);
        let mut pipe = redis::pipe();
        if !members.is_empty() {
            let noted: Vec<(i64, &String)> = members.iter().map(|member| (now, member)).collect();
            pipe.zadd_multiple(&key, &noted).ignore();
        }
        pipe.zrembyscore(&key, "-inf", since - 1).ignore();
        pipe.pexpire(&key, i64::try_from(2 * fresh.as_millis()).unwrap_or(i64::MAX)).ignore();
        pipe.zrange(&key, 0, -1);
        let (present,) = self.with_timeout(pipe.query_async::<(Vec<String>,)>(&mut manager)).await?;
        Some(present)
    }

    /// Sends a message to the subscribers of a channel. It may be lost.
    pub async fn publish(&self, channel: &Channel, text: &str) {
        let Some(mut manager) = self.ready() else { return };
        let name = format!("{}:{}", self.prefix, channel.0);
        self.with_timeout::<i64>(manager.publish(name, text)).await;
    }

    /// A new connection for channels; none when Redis is away.
    pub async fn subscriber(&self) -> Option<Subscriber> {
        let connecting = self.client.as_ref()?.get_async_pubsub();
        let connection = tokio::time::timeout(CONNECT_TIMEOUT, connecting).await.ok()?.ok()?;
        let (sink, stream) = connection.split();
        Some(Subscriber { sink, stream, prefix: self.prefix.clone() })
    }

    fn name(&self, key: &CacheKey) -> String {
        format!("{}:{}", self.prefix, key.0)
    }

    fn ready(&self) -> Option<ConnectionManager> {
        let resting = self.clock.now().timestamp_millis() < self.resting_until_ms.load(Ordering::Relaxed);
        if resting { None } else { self.manager.clone() }
    }

    async fn with_timeout<T>(&self, command: impl Future<Output = redis::RedisResult<T>>) -> Option<T> {
        match tokio::time::timeout(CALL_TIMEOUT, command).await {
            Ok(Ok(value)) => Some(value),
            Ok(Err(_)) | Err(_) => {
                let until = self.clock.now() + RETRY_AFTER;
                self.resting_until_ms.store(until.timestamp_millis(), Ordering::Relaxed);
                None
            }
        }
    }
}
