//! SQL of pickups and deliveries as others see them.

use chrono::{DateTime, NaiveDate, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::deliveries::model::{ReceiverKind, RecipientChoice};
use crate::drivers::attempt_reason::AttemptReason;
use crate::steps::delivery::DeliveryStatus;
use server_core::http::error::ApiResult;

/// The pickups that somebody comes for.
pub const PICKUPS: &str = "
    select c.shipment_id, p.on_date, p.from_time, p.to_time
    from pickup_shipments c join pickups p on p.id = c.pickup_id
    where c.shipment_id = any($1) and c.outcome in ('expected', 'collected', 'added') and p.status in (20, 30)";
/// The newest first. A name is of this shipment only if parcels of it were handed over.
pub const DELIVERIES: &str = "
    select c.shipment_id, d.id, d.number, d.status, d.on_date, d.from_time, d.to_time, d.attempts, d.max_attempts,
           d.fail_reason, d.delivered_at, c.done <> '{}' as is_handed,
           case when c.done <> '{}' then d.received_by end as received_by, d.relationship,
           d.proof @> '[\"pin\"]' as asks_pin, d.choice, d.choice_on, d.choice_note, d.choice_attempts,
           case when d.status = 50 and d.choice is null and d.decide_attempts = d.attempts then d.decide_until end as decide_until,
           d.version
    from delivery_shipments c join deliveries d on d.id = c.delivery_id
    where c.shipment_id = any($1) and d.status <> 0
    order by d.created_at desc, d.id desc limit 1000";

/// Deliveries without an attempt left of which no client has chosen what happens, and that have these shipments only.
pub const UNDECIDED: &str = "
    select count(*) from (
        select from deliveries d
        where d.id in (select c.delivery_id from delivery_shipments c where c.shipment_id = any($1) and c.is_open)
          and d.status = 50 and d.attempts >= d.max_attempts and d.choice_attempts is distinct from d.attempts
          and not exists (select from delivery_shipments c where c.delivery_id = d.id and c.shipment_id <> all($1))
        limit $2
    ) found";

/// Deliveries that are shown of a shipment.
const SHOWN: usize = 10;

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct PickupRow {
    pub shipment_id: Uuid,
    pub on_date: NaiveDate,
    pub from_time: String,
    pub to_time: String,
}

/// A delivery of a shipment.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct DeliveryRow {
    pub shipment_id: Uuid,
    pub id: Uuid,
    pub number: String,
    pub status: DeliveryStatus,
    pub on_date: NaiveDate,
    pub from_time: Option<String>,
    pub to_time: Option<String>,
    pub attempts: i16,
    pub max_attempts: i16,
    pub fail_reason: Option<AttemptReason>,
    pub delivered_at: Option<DateTime<Utc>>,
    /// Parcels of this shipment were handed over; who took them is not always known by name.
    pub is_handed: bool,
    pub received_by: Option<String>,
    pub relationship: Option<ReceiverKind>,
    pub asks_pin: bool,
    pub choice: Option<RecipientChoice>,
    pub choice_on: Option<NaiveDate>,
    pub choice_note: Option<String>,
    pub choice_attempts: Option<i16>,
    pub decide_until: Option<NaiveDate>,
    pub version: i32,
}

pub async fn list_pickups(tx: &mut TenantTx, shipment_ids: &[Uuid]) -> ApiResult<Vec<PickupRow>> {
    Ok(sqlx::query_as(PICKUPS).bind(shipment_ids).fetch_all(&mut **tx).await?)
}

/// The deliveries of these shipments, the newest first.
pub async fn list_deliveries(tx: &mut TenantTx, shipment_ids: &[Uuid]) -> ApiResult<Vec<DeliveryRow>> {
    Ok(sqlx::query_as(DELIVERIES).bind(shipment_ids).fetch_all(&mut **tx).await?)
}

/// The deliveries of a shipment, the newest first.
pub async fn list_of_shipment(tx: &mut TenantTx, shipment_id: Uuid) -> ApiResult<Vec<DeliveryRow>> {
    let mut rows = list_deliveries(tx, &[shipment_id]).await?;
    rows.truncate(SHOWN);
    Ok(rows)
}

/// Number of the deliveries of these shipments whose client has to choose what happens, up to one above `cap`.
pub async fn count_undecided(tx: &mut TenantTx, shipment_ids: &[Uuid], cap: i64) -> ApiResult<i64> {
    Ok(sqlx::query_scalar(UNDECIDED).bind(shipment_ids).bind(cap + 1).fetch_one(&mut **tx).await?)
}
