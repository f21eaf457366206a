//! Events are written in the transaction of the change, with what is to be sent to each webhook that wants them.

use chrono::{DateTime, NaiveDate, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::catalogue::WebhookEventType;
use super::delivery::DeliverWebhooks;
use super::event::{WebhookEvent, write_body};
use super::outcome::WebhookAttemptKind;
use super::pattern::{EventPattern, list_matching};
use super::state::{WebhookDeliveryStatus, WebhookStatus};
use super::version::{EventVersion, VERSIONS};
use parties::clients;
use server_core::http::error::ApiResult;
use server_core::process::{self, Owner};

/// Workers that are woken for one webhook at a time.
const MOST_WORKERS: usize = 4;

/// Locked, so that none of them is deleted before the events are written. Webhooks of clients are found only if an event is about
/// their client, one of `$2`.
pub const LISTENERS: &str = "
    select id, client_id, patterns, event_version, status, failure_count > 0 as has_failed, (extract(epoch from clock_timestamp()) * 1000000)::bigint as sequence
    from webhook_endpoints
    where patterns && $1::text[] and (client_id is null or client_id = any($2))
    order by id for key share";
pub const IS_WANTED: &str = "select exists (select from webhook_endpoints where patterns && $1::text[])";
pub const INSERT_EVENTS: &str = "
    insert into webhook_events (id, version, type, occurred_at, record_id, sequence, body)
    select n.id, n.version, n.type, $6, n.record_id, n.sequence, n.body
    from unnest($1::uuid[], $2::text[], $3::uuid[], $4::bigint[], $5::date[], $7::bytea[])
        n(id, type, record_id, sequence, version, body)";
pub const INSERT_DELIVERIES: &str = "
    insert into webhook_deliveries (endpoint_id, event_id, event_version, kind, status, attempt_count, due_at, log)
    select n.endpoint_id, n.event_id, n.version, $5, n.status, 0, $6, '[]'
    from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::date[]) n(endpoint_id, event_id, status, version)";

/// A webhook that wants some of the events.
#[derive(sqlx::FromRow)]
pub struct Listener {
    pub id: Uuid,
    pub client_id: Option<Uuid>,
    pub patterns: Vec<String>,
    pub event_version: NaiveDate,
    pub status: WebhookStatus,
    /// Whether its last attempt has failed.
    pub has_failed: bool,
    /// Microseconds of the database's clock. Changes of a record wait for each other, so that its later event has a greater
    /// number.
    pub sequence: i64,
}

impl Listener {
    fn wants(&self, event: &WebhookEvent) -> bool {
        let is_own = self.client_id.is_none_or(|id| event.client_ids.contains(&id));
        let patterns = self.patterns.iter().filter_map(|text| EventPattern::parse(text));
        is_own && patterns.into_iter().any(|pattern| pattern.matches(event.kind.as_str()))
    }

    /// The state of a new event on its way to it.
    const fn first_status(&self) -> WebhookDeliveryStatus {
        if self.status.takes_events() { WebhookDeliveryStatus::Due } else { WebhookDeliveryStatus::Held }
    }
}

/// An event for a webhook.
struct NewDelivery {
    endpoint_id: Uuid,
    event_id: Uuid,
    version: EventVersion,
    status: WebhookDeliveryStatus,
    /// Whether the last attempt of the webhook has failed.
    has_failed: bool,
}

/// Tells those webhooks that want it of an event once `tx` commits.
pub async fn announce(tx: &mut TenantTx, at: DateTime<Utc>, event: WebhookEvent) -> ApiResult<()> {
    announce_all(tx, at, &[event]).await
}

/// The same for several events, with a fixed number of statements. An event that no webhook wants is not written.
pub async fn announce_all(tx: &mut TenantTx, at: DateTime<Utc>, events: &[WebhookEvent]) -> ApiResult<()> {
    let listeners = find_listeners(tx, events).await?;
    let mut sequence = listeners.iter().map(|listener| listener.sequence).max().unwrap_or_default();
    let mut numbered = Vec::new();
    let mut deliveries = Vec::new();
    for event in events {
        let wanting: Vec<&Listener> = listeners.iter().filter(|listener| listener.wants(event)).collect();
        if wanting.is_empty() {
            continue;
        }
        let id = Uuid::now_v7();
        let new = wanting.into_iter().map(|listener| NewDelivery {
            endpoint_id: listener.id,
            event_id: id,
            version: EventVersion::find(listener.event_version, at),
            status: listener.first_status(),
            has_failed: listener.has_failed,
        });
        let new: Vec<NewDelivery> = new.collect();
        let versions =
            VERSIONS.into_iter().filter(|version| new.iter().any(|one| one.version.name == version.name));
        numbered.extend(versions.map(|version| NumberedEvent { id, event, version, sequence }));
        deliveries.extend(new);
        sequence += 1;
    }
    if numbered.is_empty() {
        return Ok(());
    }
    insert_events(tx, at, &numbered).await?;
    insert_deliveries(tx, at, WebhookAttemptKind::Event, &deliveries).await?;
    wake_workers(tx, &deliveries).await
}

/// Sends a test to one webhook with this version, whatever its state is. Returns the event.
pub async fn announce_test(
    tx: &mut TenantTx,
    at: DateTime<Utc>,
    endpoint_id: Uuid,
    version: NaiveDate,
) -> ApiResult<Uuid> {
    let version = EventVersion::find(version, at);
    let event = WebhookEvent::of(WebhookEventType::WebhookTest, endpoint_id);
    let id = Uuid::now_v7();
    let numbered = NumberedEvent { id, event: &event, version, sequence: at.timestamp_micros() };
    insert_events(tx, at, &[numbered]).await?;
    let status = WebhookDeliveryStatus::Due;
    let delivery = NewDelivery { endpoint_id, event_id: id, version, status, has_failed: false };
    insert_deliveries(tx, at, WebhookAttemptKind::Test, std::slice::from_ref(&delivery)).await?;
    wake_workers(tx, &[delivery]).await?;
    Ok(id)
}

/// Whether any webhook wants one of these events, before their data are loaded.
pub async fn is_wanted(tx: &mut TenantTx, kinds: &[WebhookEventType]) -> ApiResult<bool> {
    let patterns = list_patterns(kinds.iter().copied());
    Ok(sqlx::query_scalar(IS_WANTED).bind(patterns).fetch_one(&mut **tx).await?)
}

/// All patterns that match one of the events.
pub fn list_patterns(kinds: impl Iterator<Item = WebhookEventType>) -> Vec<String> {
    let mut patterns: Vec<String> = kinds.flat_map(list_matching).collect();
    patterns.sort_unstable();
    patterns.dedup();
    patterns
}

/// Webhooks of inactive clients hear nothing. A client that is active again hears what happens from then on: nobody makes up for
/// the time between.
async fn find_listeners(tx: &mut TenantTx, events: &[WebhookEvent]) -> ApiResult<Vec<Listener>> {
    if events.is_empty() {
        return Ok(Vec::new());
    }
    let patterns = list_patterns(events.iter().map(|event| event.kind));
    let told: Vec<Uuid> = events.iter().flat_map(|event| event.client_ids.iter().copied()).collect();
    let mut listeners: Vec<Listener> =
        sqlx::query_as(LISTENERS).bind(patterns).bind(told).fetch_all(&mut **tx).await?;
    let owners: Vec<Uuid> = listeners.iter().filter_map(|listener| listener.client_id).collect();
    if !owners.is_empty() {
        let inactive = clients::list_inactive(tx, &owners).await?;
        listeners.retain(|listener| listener.client_id.is_none_or(|id| !inactive.contains(&id)));
    }
    Ok(listeners)
}

/// An event with its id and its number, to be written in a form of the data.
struct NumberedEvent<'a> {
    id: Uuid,
    event: &'a WebhookEvent,
    version: EventVersion,
    sequence: i64,
}

async fn insert_events(tx: &mut TenantTx, at: DateTime<Utc>, events: &[NumberedEvent<'_>]) -> ApiResult<()> {
    let bodies: Vec<Vec<u8>> =
        events.iter().map(|one| write_body(one.id, one.event, one.version, at, one.sequence)).collect();
    sqlx::query(INSERT_EVENTS)
        .bind(events.iter().map(|one| one.id).collect::<Vec<_>>())
        .bind(events.iter().map(|one| one.event.kind.as_str()).collect::<Vec<_>>())
        .bind(events.iter().map(|one| one.event.record_id).collect::<Vec<_>>())
        .bind(events.iter().map(|one| one.sequence).collect::<Vec<_>>())
        .bind(events.iter().map(|one| one.version.day()).collect::<Vec<_>>())
        .bind(at)
        .bind(bodies)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

async fn insert_deliveries(
    tx: &mut TenantTx,
    at: DateTime<Utc>,
    kind: WebhookAttemptKind,
    deliveries: &[NewDelivery],
) -> ApiResult<()> {
    sqlx::query(INSERT_DELIVERIES)
        .bind(deliveries.iter().map(|one| one.endpoint_id).collect::<Vec<_>>())
        .bind(deliveries.iter().map(|one| one.event_id).collect::<Vec<_>>())
        .bind(deliveries.iter().map(|one| one.status.code()).collect::<Vec<_>>())
        .bind(deliveries.iter().map(|one| one.version.day()).collect::<Vec<_>>())
        .bind(kind.as_str())
        .bind(at)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Wakes one worker for each due event of a webhook, but at most [`MOST_WORKERS`] for one webhook, so that some are sent at once.
async fn wake_workers(tx: &mut TenantTx, deliveries: &[NewDelivery]) -> ApiResult<()> {
    let mut due: Vec<(Uuid, bool)> = deliveries
        .iter()
        .filter(|one| one.status == WebhookDeliveryStatus::Due)
        .map(|one| (one.endpoint_id, one.has_failed))
        .collect();
    due.sort_unstable();
    let workers = due.chunk_by(|one, next| one == next).flat_map(|of_one| of_one.iter().take(MOST_WORKERS));
    let workers = workers
        .map(|(endpoint_id, has_failed)| DeliverWebhooks {
            has_failed: *has_failed,
            ..DeliverWebhooks::now(*endpoint_id)
        })
        .collect();
    Ok(process::enqueue_all(tx, Owner::NOBODY, workers).await?)
}

/// Wakes workers for so many events of one webhook.
pub async fn wake(tx: &mut TenantTx, endpoint_id: Uuid, events: usize) -> ApiResult<()> {
    let workers = (0..events.min(MOST_WORKERS)).map(|_| DeliverWebhooks::now(endpoint_id)).collect();
    Ok(process::enqueue_all(tx, Owner::NOBODY, workers).await?)
}
