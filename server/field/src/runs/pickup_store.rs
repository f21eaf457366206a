//! SQL of the pickups of runs.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::RoutePickup;
use crate::steps::pickup::PickupStatus;
use server_core::http::error::ApiResult;

/// A stop that is done keeps its outcome, whatever becomes of the pickup on another run.
pub const PICKUP_STOPS: &str = "
    select s.id, s.route_id, s.pickup_id, s.position, s.done_at, p.number,
           (case s.outcome when 'collected' then 40 when 'partial' then 45 when 'failed' then 50 else p.status end)::smallint
               as status, p.client_id, p.client_name, p.contact, p.phone,
           p.country_id, p.postcode, p.address_1, p.address_2, p.address_number, p.address_complement, p.state_id, p.city, p.latitude,
           p.longitude, p.on_date, p.from_time, p.to_time, p.ready_place, p.instructions, p.parcels
    from route_stops s join pickups p on p.id = s.pickup_id
    where s.route_id = any($1) and s.removed_at is null
    order by s.route_id, s.position, s.id limit 5000";
/// In one order for all changes.
pub const LOCK_PICKUPS: &str = "select id from pickups where id = any($1) order by id for no key update";
pub const INSERT_PICKUP_STOPS: &str = "
    insert into route_stops (id, route_id, pickup_id, position, created_at)
    select new.id, $1, new.pickup_id, new.position, $2
    from jsonb_populate_recordset(null::route_stops, $3) new";
/// One that was scheduled before keeps its number of attempts.
pub const ASSIGN_PICKUPS: &str = "
    update pickups p
    set attempt = p.attempt + (p.status <> 20)::int::smallint, status = $3, driver_id = $4, carrier_name = $5, provider_id = null,
        confirmation_no = null, fail_reason = null, note = null, stop_id = new.stop_id, version = p.version + 1, updated_at = $6
    from unnest($1::uuid[], $2::uuid[]) new(id, stop_id) where p.id = new.id";
/// A stop with an outcome stays on its run.
pub const REMOVE_PICKUP_STOPS: &str = "
    update route_stops set removed_at = $2, reason = $3
    where pickup_id = any($1) and removed_at is null and outcome is null";
pub const FREE_PICKUPS: &str =
    "update pickups set stop_id = null, version = version + 1, updated_at = $2 where id = any($1)";
pub const SEND_PICKUPS: &str = "
    update pickups set status = 30, version = version + 1, updated_at = $2
    where id = any($1) and status = 20 returning id";
pub const SET_DRIVER: &str = "
    update pickups p set driver_id = $2, carrier_name = $3, version = p.version + 1, updated_at = $4
    from route_stops s
    where s.id = p.stop_id and s.route_id = $1 and s.removed_at is null and p.status = 20 and p.driver_id is distinct from $2
    returning p.id";
pub const END_STOP: &str = "
    update route_stops set outcome = $2, reason = $3, done_at = $4 where id = $1
    returning route_id";

/// The columns of a new stop.
#[derive(Debug, Serialize)]
pub struct NewPickupStop {
    pub id: Uuid,
    pub pickup_id: Uuid,
    pub position: i16,
}

/// Who comes for the pickups of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunDriver<'a> {
    pub id: Option<Uuid>,
    pub name: Option<&'a str>,
}

/// The pickups of runs in their order.
pub async fn list_pickups(tx: &mut TenantTx, route_ids: &[Uuid]) -> ApiResult<Vec<RoutePickup>> {
    Ok(sqlx::query_as(PICKUP_STOPS).bind(route_ids).fetch_all(&mut **tx).await?)
}

pub async fn lock_pickups(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<()> {
    if !ids.is_empty() {
        sqlx::query(LOCK_PICKUPS).bind(ids).execute(&mut **tx).await?;
    }
    Ok(())
}

/// Adds pickups to a run: somebody comes for them now.
pub async fn insert_stops(
    tx: &mut TenantTx,
    route_id: Uuid,
    stops: &[NewPickupStop],
    status: PickupStatus,
    driver: RunDriver<'_>,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    if stops.is_empty() {
        return Ok(());
    }
    sqlx::query(INSERT_PICKUP_STOPS).bind(route_id).bind(at).bind(Json(stops)).execute(&mut **tx).await?;
    let pickups: Vec<Uuid> = stops.iter().map(|stop| stop.pickup_id).collect();
    let ids: Vec<Uuid> = stops.iter().map(|stop| stop.id).collect();
    sqlx::query(ASSIGN_PICKUPS)
        .bind(pickups)
        .bind(ids)
        .bind(status)
        .bind(driver.id)
        .bind(driver.name)
        .bind(at)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Takes pickups off their run. They stay with the driver.
pub async fn remove_pickups(
    tx: &mut TenantTx,
    ids: &[Uuid],
    reason: Option<&str>,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    if !ids.is_empty() {
        sqlx::query(REMOVE_PICKUP_STOPS).bind(ids).bind(at).bind(reason).execute(&mut **tx).await?;
        sqlx::query(FREE_PICKUPS).bind(ids).bind(at).execute(&mut **tx).await?;
    }
    Ok(())
}

/// The driver is on the way to them. Returns those that were scheduled.
pub async fn send_pickups(tx: &mut TenantTx, ids: &[Uuid], at: DateTime<Utc>) -> ApiResult<Vec<Uuid>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(sqlx::query_scalar(SEND_PICKUPS).bind(ids).bind(at).fetch_all(&mut **tx).await?)
}

/// Another driver drives the run. Returns the pickups that are that driver's now.
pub async fn set_driver(
    tx: &mut TenantTx,
    route_id: Uuid,
    driver: RunDriver<'_>,
    at: DateTime<Utc>,
) -> ApiResult<Vec<Uuid>> {
    let query = sqlx::query_scalar(SET_DRIVER).bind(route_id).bind(driver.id).bind(driver.name).bind(at);
    Ok(query.fetch_all(&mut **tx).await?)
}

/// What became of the stop of a pickup. Returns its run.
pub async fn end_stop(
    tx: &mut TenantTx,
    stop_id: Uuid,
    status: PickupStatus,
    reason: Option<&str>,
    at: DateTime<Utc>,
) -> ApiResult<Option<Uuid>> {
    let outcome = match status {
        PickupStatus::Collected => "collected",
        PickupStatus::Partial => "partial",
        _ => "failed",
    };
    let query = sqlx::query_scalar(END_STOP).bind(stop_id).bind(outcome).bind(reason).bind(at);
    Ok(query.fetch_optional(&mut **tx).await?)
}
