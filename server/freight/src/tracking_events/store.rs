use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{BESIDE_THE_WAY, MovedShipment, NOTE, NewEvent};
use super::status_fold::Movement;
use crate::event_kinds;
use crate::hold_reason::HoldReason;
use crate::shipments::model::State;
use crate::status::{ShipmentStatus, StatusEffect};
use crate::unconfirmed;
use access::in_scope;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use trade::event_stage::EventStage;

pub const FIND_KIND: &str = concat!(
    "select status_effect, public as is_public, public and notify as is_told from ",
    event_kinds!(),
    " k where code = $1 and active"
);
pub const LOCK_BY_CODES: &str = concat!(
    "select id, tracking_code, status, confirmed_at is not null as is_confirmed, held_at, last_event_code, last_event_at from shipments where tracking_code = any($4) and ",
    in_scope!(""),
    " order by id for update"
);
pub const LOCK_BY_IDS: &str = concat!(
    "select id, tracking_code, status, confirmed_at is not null as is_confirmed, held_at, last_event_code, last_event_at from shipments where id = any($4) and ",
    in_scope!(""),
    " order by id for update"
);
/// How goods moved: events with a status from $2 on, not undone. Read after the lock, to see what another process wrote
/// before it.
pub const MOVEMENTS: &str = concat!(
    "
    select e.shipment_id, e.occurred_at, k.status_effect
    from shipment_events e
    join ",
    event_kinds!(),
    " k on k.code = e.code
    where e.shipment_id = any($1) and k.status_effect >= $2 and e.corrects is null
      and not exists (select from shipment_events c where c.corrects = e.id)"
);
pub const INSERT: &str = "
    insert into shipment_events (id, shipment_id, code, occurred_at, time_zone, received_at, location, source, note,
                                 reason, actor_id, hold_reason, hold_until, parcels, status_before)
    select new.id, new.shipment_id, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, new.status_before
    from unnest($1::uuid[], $2::uuid[], $3::smallint[]) new(id, shipment_id, status_before)
    on conflict on constraint shipment_events_once_key do nothing
    returning shipment_id, id";
/// An event without a status before it cannot be undone.
pub const INSERT_BESIDE: &str = "
    insert into shipment_events (id, shipment_id, code, occurred_at, time_zone, received_at, source, actor_id)
    select new.id, new.shipment_id, $3, $4, $5, $4, $6, $7
    from unnest($1::uuid[], $2::uuid[]) new(id, shipment_id)
    on conflict on constraint shipment_events_once_key do nothing";
/// The event that undoes another: the same kind, at the time of the correction.
pub const INSERT_CORRECTION: &str = "
    with undone as materialized (
        select id, shipment_id, code, location, parcels, occurred_at + interval '1 microsecond' as after
        from shipment_events where id = $1
    )
    insert into shipment_events (id, shipment_id, code, occurred_at, time_zone, received_at, location, source, reason,
                                 actor_id, corrects, parcels)
    select $2, shipment_id, code, greatest($3, after), $4, $3, location, 'user', $5, $6, id, parcels from undone";
/// The newest event is again the one before the corrected event. After the end of the way ($6), movements (a status from $7 on)
/// that leave it are never the newest.
pub const RESTORE: &str = concat!(
    "
    update shipments s
    set status = $2, version = version + 1, updated_at = $3, updated_by = $4,
        (last_event_code, last_event_at) = (
            select e.code, e.occurred_at from shipment_events e
            join ",
    event_kinds!(),
    " k on k.code = e.code
            where e.shipment_id = s.id and e.code <> all($5) and e.corrects is null
              and not exists (select from shipment_events c where c.corrects = e.id)
              and (not $6 or k.status_effect is null or k.status_effect < $7 or k.status_effect = $2)
            order by e.code in ('CREATED', 'CONFIRMED'), e.occurred_at desc, e.id desc limit 1
        )
    where id = $1"
);
/// An event that is not news is added to the past; the newest event stays the newest. A note ($7) is never the newest.
pub const PROJECT: &str = "
    update shipments s
    set status = moved.status, version = s.version + 1, updated_at = $5,
        last_event_code = case when moved.is_news and $4 <> $7 then $4 else s.last_event_code end,
        last_event_at = case when moved.is_news and $4 <> $7 then $6 else s.last_event_at end,
        contradicted_at = case when moved.is_contradicted then $5 else s.contradicted_at end
    from unnest($1::uuid[], $2::smallint[], $3::boolean[], $8::boolean[]) moved(id, status, is_news, is_contradicted)
    where s.id = moved.id";
/// Newest first. What the desk did with the papers is below every movement of the goods, which can be entered late.
pub const OF_SHIPMENTS: &str = concat!(
    "
    select e.id, e.shipment_id, e.code, e.occurred_at, e.received_at, e.time_zone, e.location, e.source, e.note,
           e.reason, e.hold_reason, e.status_before, e.corrects, e.parcels, c.corrects is not null as corrected,
           k.stage, k.status_effect, k.public, k.short_description_locale, k.description_locale, u.name as actor_name
    from shipment_events e
    join ",
    event_kinds!(),
    " k on k.code = e.code
    left join shipment_events c on c.corrects = e.id
    left join users u on u.id = e.actor_id
    where e.shipment_id = any($1) and (not $2 or (k.public and e.corrects is null and c.corrects is null))
    order by e.code in ('CREATED', 'CONFIRMED'), e.occurred_at desc, e.id desc"
);

#[derive(sqlx::FromRow)]
pub struct Kind {
    pub status_effect: Option<ShipmentStatus>,
    pub is_public: bool,
    /// Subscribers of the shipment get an e-mail.
    pub is_told: bool,
}

impl Kind {
    pub fn effect(&self) -> StatusEffect {
        self.status_effect.map_or(StatusEffect::Nothing, StatusEffect::MovesTo)
    }
}

#[derive(sqlx::FromRow)]
pub struct LockedShipment {
    pub id: Uuid,
    pub tracking_code: String,
    pub status: ShipmentStatus,
    pub is_confirmed: bool,
    pub held_at: Option<DateTime<Utc>>,
    pub last_event_code: Option<String>,
    pub last_event_at: Option<DateTime<Utc>>,
}

impl LockedShipment {
    pub fn state(&self) -> State<'_> {
        State {
            status: self.status,
            is_confirmed: self.is_confirmed,
            is_held: self.held_at.is_some(),
            // Claims decide about no event.
            is_claimed: false,
            missing: &[],
        }
    }
}

/// Those of the shipments that have gone on without a confirmation.
pub const UNCONFIRMED: &str =
    concat!("select s.id from shipments s where s.id = any($1) and ", unconfirmed!());

/// The users of the clients of these shipments, with their shipments and the code of one.
pub const READERS: &str = "
    select u.id as user_id, array_agg(s.id order by s.id) as shipment_ids, min(s.tracking_code) as tracking_code
    from shipments s join users u on u.client_id = s.client_id and u.active
    where s.id = any($1) group by u.id";

#[derive(sqlx::FromRow)]
pub struct Reader {
    pub user_id: Uuid,
    pub shipment_ids: Vec<Uuid>,
    pub tracking_code: String,
}

pub async fn list_unconfirmed(tx: &mut TenantTx, shipment_ids: &[Uuid]) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar(UNCONFIRMED).bind(shipment_ids).fetch_all(&mut **tx).await
}

pub async fn load_readers(tx: &mut TenantTx, shipment_ids: &[Uuid]) -> sqlx::Result<Vec<Reader>> {
    sqlx::query_as(READERS).bind(shipment_ids).fetch_all(&mut **tx).await
}

#[derive(sqlx::FromRow)]
pub struct EventRow {
    pub id: Uuid,
    pub shipment_id: Uuid,
    pub code: String,
    pub occurred_at: DateTime<Utc>,
    pub received_at: DateTime<Utc>,
    pub time_zone: String,
    pub location: String,
    pub source: super::Source,
    pub status_before: Option<ShipmentStatus>,
    pub corrects: Option<Uuid>,
    /// Numbers of the parcels that it concerns; none for all.
    pub parcels: Vec<i16>,
    pub corrected: bool,
    pub stage: EventStage,
    pub status_effect: Option<ShipmentStatus>,
    pub note: Option<String>,
    pub reason: Option<String>,
    pub hold_reason: Option<HoldReason>,
    pub public: bool,
    pub short_description_locale: Value,
    pub description_locale: Value,
    pub actor_name: Option<String>,
}

/// The undoing of an event.
pub struct Correction<'a> {
    /// Status of the shipment after it.
    pub status: ShipmentStatus,
    pub reason: Option<&'a str>,
    pub by: Uuid,
    pub at: DateTime<Utc>,
    pub time_zone: &'a str,
}

pub async fn find_kind(tx: &mut TenantTx, code: &str) -> ApiResult<Option<Kind>> {
    Ok(sqlx::query_as(FIND_KIND).bind(code).fetch_optional(&mut **tx).await?)
}

pub async fn lock_by_codes(
    tx: &mut TenantTx,
    scope: &RowScope,
    codes: &[String],
) -> ApiResult<Vec<LockedShipment>> {
    Ok(scope.query_as(LOCK_BY_CODES).bind(codes).fetch_all(&mut **tx).await?)
}

/// The same by their ids.
pub async fn lock_by_ids(
    tx: &mut TenantTx,
    scope: &RowScope,
    ids: &[Uuid],
) -> ApiResult<Vec<LockedShipment>> {
    Ok(scope.query_as(LOCK_BY_IDS).bind(ids).fetch_all(&mut **tx).await?)
}

/// The movements of each shipment; those that never moved are absent.
pub async fn list_movements(
    tx: &mut TenantTx,
    shipments: &[LockedShipment],
) -> ApiResult<HashMap<Uuid, Vec<Movement>>> {
    let ids: Vec<Uuid> = shipments.iter().map(|one| one.id).collect();
    let rows: Vec<(Uuid, DateTime<Utc>, ShipmentStatus)> =
        sqlx::query_as(MOVEMENTS).bind(ids).bind(ShipmentStatus::Received).fetch_all(&mut **tx).await?;
    let mut movements: HashMap<Uuid, Vec<Movement>> = HashMap::new();
    for (shipment_id, occurred_at, status) in rows {
        movements.entry(shipment_id).or_default().push(Movement { occurred_at, status });
    }
    Ok(movements)
}

/// Writes the event for each shipment; returns the ids of new events by shipment. A shipment that has the event
/// already is absent.
pub async fn insert(
    tx: &mut TenantTx,
    shipments: &[&LockedShipment],
    event: &NewEvent,
) -> ApiResult<HashMap<Uuid, Uuid>> {
    let ids: Vec<Uuid> = shipments.iter().map(|_| Uuid::now_v7()).collect();
    let shipment_ids: Vec<Uuid> = shipments.iter().map(|one| one.id).collect();
    let hold = event.hold_terms();
    let before: Vec<i16> = shipments.iter().map(|one| one.status.code()).collect();
    let written: Vec<(Uuid, Uuid)> = sqlx::query_as(INSERT)
        .bind(ids)
        .bind(shipment_ids)
        .bind(before)
        .bind(&event.code)
        .bind(event.occurred_at)
        .bind(&event.time_zone)
        .bind(event.received_at)
        .bind(&event.location)
        .bind(event.source.as_str())
        .bind(&event.note)
        .bind(&event.reason)
        .bind(event.actor_id)
        .bind(hold.map(|hold| hold.reason.as_str()))
        .bind(hold.and_then(|hold| hold.until))
        .bind(&event.parcels)
        .fetch_all(&mut **tx)
        .await?;
    Ok(written.into_iter().collect())
}

/// Writes an event that leaves the shipments as they are.
pub async fn insert_beside(tx: &mut TenantTx, shipment_ids: &[Uuid], event: &NewEvent) -> ApiResult<()> {
    if shipment_ids.is_empty() {
        return Ok(());
    }
    let ids: Vec<Uuid> = shipment_ids.iter().map(|_| Uuid::now_v7()).collect();
    sqlx::query(INSERT_BESIDE)
        .bind(ids)
        .bind(shipment_ids)
        .bind(&event.code)
        .bind(event.occurred_at)
        .bind(&event.time_zone)
        .bind(event.source.as_str())
        .bind(event.actor_id)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Writes the correcting event, and sets the status of its shipment back.
pub async fn correct(tx: &mut TenantTx, event: &EventRow, correction: &Correction<'_>) -> ApiResult<()> {
    sqlx::query(INSERT_CORRECTION)
        .bind(event.id)
        .bind(Uuid::now_v7())
        .bind(correction.at)
        .bind(correction.time_zone)
        .bind(correction.reason)
        .bind(correction.by)
        .execute(&mut **tx)
        .await?;
    sqlx::query(RESTORE)
        .bind(event.shipment_id)
        .bind(correction.status)
        .bind(correction.at)
        .bind(correction.by)
        .bind(BESIDE_THE_WAY.as_slice())
        .bind(correction.status.is_final())
        .bind(ShipmentStatus::Received)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Sets the new statuses.
pub async fn project(tx: &mut TenantTx, moved: &[MovedShipment<'_>], event: &NewEvent) -> ApiResult<()> {
    let ids: Vec<Uuid> = moved.iter().map(|one| one.shipment.id).collect();
    let statuses: Vec<i16> = moved.iter().map(|one| one.status.code()).collect();
    let news: Vec<bool> = moved.iter().map(|one| one.is_news).collect();
    let contradicted: Vec<bool> = moved.iter().map(|one| one.is_contradicted).collect();
    sqlx::query(PROJECT)
        .bind(ids)
        .bind(statuses)
        .bind(news)
        .bind(&event.code)
        .bind(event.received_at)
        .bind(event.occurred_at)
        .bind(NOTE)
        .bind(contradicted)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Events of shipments, newest first; only public ones if `public_only`.
pub async fn of_shipments(tx: &mut TenantTx, ids: &[Uuid], public_only: bool) -> ApiResult<Vec<EventRow>> {
    Ok(sqlx::query_as(OF_SHIPMENTS).bind(ids).bind(public_only).fetch_all(&mut **tx).await?)
}
