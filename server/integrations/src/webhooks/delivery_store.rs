//! SQL of events on their way to a webhook, whose id is `$1` or `id`. All of it runs under the lock of the webhook. States: 10 due,
//! 20 in flight, 40 waiting for another attempt.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::attempt_log::WebhookAttempt;
use super::catalogue::WebhookEventType;
use super::outcome::{DeliveryAfter, WebhookAttemptKind};
use super::state::{DELIVERY_TRANSITIONS, WebhookDeliveryStatus, WebhookDeliveryStep, list_origins};
use server_core::http::error::ApiResult;
use server_core::record::Listing;

pub const DELIVERIES: Listing = Listing {
    columns: "d.endpoint_id, d.event_id, e.type, e.occurred_at, e.record_id, d.kind, d.status, d.attempt_count, d.due_at,
              d.log, convert_from(e.body, 'UTF8') as body",
    from: "webhook_deliveries d join webhook_events e on e.id = d.event_id and e.version = d.event_version",
    order: "d.event_id desc",
};

pub const COUNT_IN_FLIGHT: &str = "
    select count(*) from webhook_deliveries where endpoint_id = $1 and status = 20 and lease_until > $2";
/// $3: only tests. $4: events in their order, so that only the first one that has not ended can be next.
pub const NEXT_DUE: &str = "
    select d.event_id, d.event_version, d.kind, d.attempt_count, d.log, e.body
    from webhook_deliveries d join webhook_events e on e.id = d.event_id and e.version = d.event_version
    where d.endpoint_id = $1 and (not $3 or d.kind = 'test')
      and ((d.status in (10, 40) and d.due_at <= $2) or (d.status = 20 and d.lease_until <= $2))
      and (not $4 or d.kind = 'test' or d.event_id = (
          select o.event_id from webhook_deliveries o
          where o.endpoint_id = $1 and o.status in (10, 20, 40) and o.kind <> 'test' order by o.event_id limit 1))
    order by d.due_at, d.event_id limit 1";
pub const TAKE: &str = "
    update webhook_deliveries set status = 20, attempt_count = attempt_count + 1, lease_until = $3
    where endpoint_id = $1 and event_id = $2";
/// A worker that ended without a result: its event is due again.
pub const PUT_BACK: &str = "
    update webhook_deliveries set status = 10, due_at = $3, lease_until = null
    where endpoint_id = $1 and event_id = $2 and status = 20";
pub const FINISH: &str = "
    update webhook_deliveries set status = $3, due_at = coalesce($4, due_at), lease_until = null, log = $5
    where endpoint_id = $1 and event_id = $2 and status = 20";
/// $2: when the first event is due, for events in their order.
pub const FIND_NEXT_WAKE: &str = "
    select due_at from webhook_deliveries where endpoint_id = $1 and status in (10, 40) and kind <> 'test'
    order by case when $2 then event_id end, due_at limit 1";
/// All events of a webhook in one of the states ($3), but tests.
pub const MOVE_ALL: &str = "
    update webhook_deliveries set status = $2, due_at = coalesce($4, due_at)
    where endpoint_id = $1 and status = any($3) and kind <> 'test'";
pub const REPLAY_ONE: &str = "
    update webhook_deliveries set status = 10, kind = 'replay', attempt_count = 0, due_at = $3
    where endpoint_id = $1 and event_id = $2 and status = any($4) and kind <> 'test'";
/// The events of one moment go together, so that the rest begins at a later one. Of a moment with more than a replay takes ($8), those
/// with the lower ids are taken: the rest begins at an id ($9), also if these have arrived again meanwhile.
pub const REPLAY_RANGE: &str = "
    update webhook_deliveries d set status = 10, kind = 'replay', attempt_count = 0, due_at = $2
    where d.endpoint_id = $1 and d.event_id in (
        select t.event_id from (
            select o.event_id, e.occurred_at from webhook_deliveries o
            join webhook_events e on e.id = o.event_id and e.version = o.event_version
            where o.endpoint_id = $1 and o.status = any($3) and o.kind <> 'test' and e.occurred_at >= $4
              and (e.occurred_at > $4 or o.event_id >= $9)
              and e.occurred_at < $5 and ($6::text[] is null or e.type = any($6))
            order by e.occurred_at fetch first ($7) rows with ties
        ) t order by t.occurred_at, t.event_id limit $8
    ) returning d.event_id";

/// The first event of the span that is not replayed.
pub const FIND_LEFT: &str = "
    select e.occurred_at, o.event_id from webhook_deliveries o
    join webhook_events e on e.id = o.event_id and e.version = o.event_version
    where o.endpoint_id = $1 and o.status = any($2) and o.kind <> 'test' and e.occurred_at >= $3
      and (e.occurred_at > $3 or o.event_id >= $6)
      and e.occurred_at < $4 and ($5::text[] is null or e.type = any($5))
    order by e.occurred_at, o.event_id limit 1";

/// An event to send.
#[derive(sqlx::FromRow)]
pub struct DueDelivery {
    pub event_id: Uuid,
    pub event_version: NaiveDate,
    pub kind: WebhookAttemptKind,
    /// Attempts before this one.
    pub attempt_count: i16,
    pub log: Json<Vec<WebhookAttempt>>,
    pub body: Vec<u8>,
}

/// A span of time with the kinds of events to send again.
pub struct ReplayRange {
    pub from: DateTime<Utc>,
    /// The first event of that moment.
    pub from_id: Uuid,
    pub to: DateTime<Utc>,
    pub types: Option<Vec<String>>,
    /// The events of the same moment as the last one come in addition.
    pub most: i64,
    /// With them.
    pub most_in_all: i64,
}

pub async fn count_in_flight(tx: &mut TenantTx, id: Uuid, now: DateTime<Utc>) -> ApiResult<i64> {
    Ok(sqlx::query_scalar(COUNT_IN_FLIGHT).bind(id).bind(now).fetch_one(&mut **tx).await?)
}

/// The event that waits for the longest time, if it is its turn.
pub async fn find_next_due(
    tx: &mut TenantTx,
    id: Uuid,
    now: DateTime<Utc>,
    tests_only: bool,
    fifo: bool,
) -> ApiResult<Option<DueDelivery>> {
    let query = sqlx::query_as(NEXT_DUE).bind(id).bind(now).bind(tests_only).bind(fifo);
    Ok(query.fetch_optional(&mut **tx).await?)
}

pub async fn take(tx: &mut TenantTx, id: Uuid, event_id: Uuid, lease_until: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(TAKE).bind(id).bind(event_id).bind(lease_until).execute(&mut **tx).await?;
    Ok(())
}

pub async fn put_back(tx: &mut TenantTx, id: Uuid, event_id: Uuid, now: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(PUT_BACK).bind(id).bind(event_id).bind(now).execute(&mut **tx).await?;
    Ok(())
}

pub async fn finish(
    tx: &mut TenantTx,
    id: Uuid,
    event_id: Uuid,
    after: &DeliveryAfter,
    log: Vec<WebhookAttempt>,
) -> ApiResult<()> {
    sqlx::query(FINISH)
        .bind(id)
        .bind(event_id)
        .bind(after.status.code())
        .bind(after.due_at)
        .bind(Json(log))
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// When the next event is due that is not in flight.
pub async fn find_next_wake(tx: &mut TenantTx, id: Uuid, fifo: bool) -> ApiResult<Option<DateTime<Utc>>> {
    Ok(sqlx::query_scalar(FIND_NEXT_WAKE).bind(id).bind(fifo).fetch_optional(&mut **tx).await?)
}

/// Moves all events of a webhook by a step of the table.
pub async fn move_all(
    tx: &mut TenantTx,
    id: Uuid,
    step: WebhookDeliveryStep,
    due_at: Option<DateTime<Utc>>,
) -> ApiResult<()> {
    let mut rows = DELIVERY_TRANSITIONS.rows.iter();
    let Some(to) = rows.find(|row| row.verb == step).and_then(|row| row.to) else { return Ok(()) };
    let moved = sqlx::query(MOVE_ALL).bind(id).bind(to.code()).bind(list_origins(step)).bind(due_at);
    moved.execute(&mut **tx).await?;
    Ok(())
}

/// Makes an event due again, if its state allows it.
pub async fn replay_one(tx: &mut TenantTx, id: Uuid, event_id: Uuid, now: DateTime<Utc>) -> ApiResult<()> {
    let from = list_origins(WebhookDeliveryStep::Replay);
    sqlx::query(REPLAY_ONE).bind(id).bind(event_id).bind(now).bind(from).execute(&mut **tx).await?;
    Ok(())
}

/// The same for all events of a span of time. Returns their number.
pub async fn replay_range(
    tx: &mut TenantTx,
    id: Uuid,
    range: &ReplayRange,
    now: DateTime<Utc>,
) -> ApiResult<usize> {
    let replayed = sqlx::query(REPLAY_RANGE)
        .bind(id)
        .bind(now)
        .bind(list_origins(WebhookDeliveryStep::Replay))
        .bind(range.from)
        .bind(range.to)
        .bind(&range.types)
        .bind(range.most)
        .bind(range.most_in_all)
        .bind(range.from_id)
        .fetch_all(&mut **tx)
        .await?;
    Ok(replayed.len())
}

/// The event where the rest of a replay begins.
#[derive(sqlx::FromRow)]
pub struct LeftEvent {
    pub occurred_at: DateTime<Utc>,
    pub event_id: Uuid,
}

/// The first event of a span of time that can be replayed still. Ask after [`replay_range`].
pub async fn find_left(tx: &mut TenantTx, id: Uuid, range: &ReplayRange) -> ApiResult<Option<LeftEvent>> {
    let query = sqlx::query_as(FIND_LEFT)
        .bind(id)
        .bind(list_origins(WebhookDeliveryStep::Replay))
        .bind(range.from)
        .bind(range.to)
        .bind(&range.types)
        .bind(range.from_id);
    Ok(query.fetch_optional(&mut **tx).await?)
}

/// An event as the log shows it.
#[derive(sqlx::FromRow)]
pub struct DeliveryRow {
    pub endpoint_id: Uuid,
    pub event_id: Uuid,
    #[sqlx(rename = "type")]
    pub event_type: WebhookEventType,
    pub occurred_at: DateTime<Utc>,
    pub record_id: Uuid,
    pub kind: WebhookAttemptKind,
    pub status: WebhookDeliveryStatus,
    pub attempt_count: i16,
    pub due_at: DateTime<Utc>,
    pub log: Json<Vec<WebhookAttempt>>,
    pub body: String,
}
