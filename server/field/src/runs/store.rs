//! SQL of runs and their stops.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use policy::Resource;
use rust_decimal::Decimal;
use serde::Serialize;
use sqlx::QueryBuilder;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{DeliveryRouteTotals, ParcelOfShipment, RouteStop};
use crate::deliveries::model::{RecipientChoice, StopResult};
use crate::drivers::record::ProofKind;
use crate::steps::delivery::DeliveryStatus;
use server_core::address::Address;
use server_core::http::error::ApiResult;
use server_core::record::{Listing, Records, Where};
use trade::money::in_currency;

pub const ROUTES: Records = Records {
    table: "routes",
    resource: Resource::Route,
    id: "r.id = ",
    listing: Listing {
        columns: "r.id, r.number, r.subsidiary_id, r.on_date, r.driver_id, r.driver_name, r.vehicle, r.note, r.start_latitude,
              r.start_longitude, r.status, r.planned_m, r.started_at, r.closed_at, r.reason,
              (select count(*) from route_stops s where s.route_id = r.id and s.removed_at is null) as stop_count,
              (select count(*) from route_stops s where s.route_id = r.id and s.removed_at is null and s.outcome is not null)
                  as done_count,
              (select count(*) from route_stops s where s.route_id = r.id and s.removed_at is null and s.pickup_id is not null)
                  as pickup_count, r.created_at, r.updated_at, r.version",
        from: "routes r",
        order: "r.on_date desc, r.id desc",
    },
};

pub const NEXT_NUMBER: &str = "select nextval('route_numbers')";
pub const STOPS: &str = "
    select s.id, s.route_id, s.delivery_id, s.position, s.pinned, s.loaded, s.outcome, s.reason, s.done_at, d.number, d.status,
           d.recipient_name, d.phone, d.country_id, d.postcode, d.address_1, d.address_2, d.address_number, d.address_complement,
           d.state_id, d.city, d.latitude, d.longitude, d.from_time, d.to_time, d.parcels, d.instructions, d.proof, d.attempts,
           d.is_waiting, d.choice, d.choice_note, d.cod_due, d.cod_currency::text as cod_currency,
           d.cod_taken,
           exists (select from delivery_cash c where c.delivery_id = d.id and c.handover_id is null) as is_cash_waiting
    from route_stops s join deliveries d on d.id = s.delivery_id
    where s.route_id = any($1) and s.removed_at is null
    order by s.route_id, s.position, s.id limit 5000";
/// Deliveries that a change of stops concerns, in one order for all changes.
pub const LOCK_DELIVERIES: &str = "
    select d.id, d.status, d.attempts, d.max_attempts, d.subsidiary_id, d.stop_id, s.route_id, r.number as route_number
    from deliveries d left join route_stops s on s.id = d.stop_id and s.removed_at is null
    left join routes r on r.id = s.route_id
    where d.id = any($1) order by d.id for no key update of d";
pub const INSERT_STOPS: &str = "
    insert into route_stops (id, route_id, delivery_id, position, pinned, created_at)
    select new.id, $1, new.delivery_id, new.position, new.pinned, $2
    from jsonb_populate_recordset(null::route_stops, $3) new";
pub const ORDER_STOPS: &str = "
    update route_stops s set position = new.position, pinned = new.pinned
    from jsonb_populate_recordset(null::route_stops, $1) new where s.id = new.id";
pub const LAST_POSITION: &str =
    "select max(position) from route_stops where route_id = $1 and removed_at is null";
pub const REMOVE_STOPS: &str = "update route_stops set removed_at = $2, reason = $3 where id = any($1)";
pub const SET_LOADED: &str = "
    update route_stops s set loaded = new.loaded
    from jsonb_populate_recordset(null::route_stops, $1) new where s.id = new.id";
/// Another attempt can use up the attempts again: that has to be decided then.
pub const ASSIGN_DELIVERIES: &str = "
    update deliveries d
    set status = 20, stop_id = new.stop_id, settled_tasks = d.settled_tasks - 'decide_return', version = d.version + 1,
        updated_at = $3
    from unnest($1::uuid[], $2::uuid[]) new(id, stop_id) where d.id = new.id";
/// What a driver of an earlier run has handed over meanwhile does not wait for another one.
pub const FREE_DELIVERIES: &str = "
    update deliveries set status = 10, stop_id = null, version = version + 1, updated_at = $2
    where id = any($1) and status in (20, 30)";
pub const SEND_DELIVERIES: &str = "
    update deliveries set status = 30, version = version + 1, updated_at = $2 where id = any($1) and status = 20";
/// Stops of a run, also those that were taken off, of which a driver has recorded an outcome.
pub const RECORDED_STOPS: &str = "
    select s.id, s.delivery_id, s.pickup_id from route_stops s
    where s.route_id = $1
      and exists (select from field_records f where f.stop_id = s.id and f.kind in ('collect', 'deliver', 'fail'))";
pub const KEEP_FORMER_DRIVER: &str = "
    update routes set former_drivers = former_drivers || to_jsonb($2::uuid)
    where id = $1 and not former_drivers @> to_jsonb($2::uuid)";
/// Runs of a driver that are not over, and those that were closed since then. Runs that nobody has closed do not displace today's.
pub const OF_DRIVER: &str = "
    select id from routes
    where driver_id = $1 and (status in (20, 25, 30) or status = 40 and closed_at > $2)
    order by on_date desc, id desc limit 20";

/// Late records of a driver who had the run still count.
pub async fn keep_former_driver(tx: &mut TenantTx, id: Uuid, driver_id: Uuid) -> ApiResult<()> {
    sqlx::query(KEEP_FORMER_DRIVER).bind(id).bind(driver_id).execute(&mut **tx).await?;
    Ok(())
}

/// A stop of which a driver has recorded an outcome.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct RecordedStop {
    pub id: Uuid,
    pub delivery_id: Option<Uuid>,
    pub pickup_id: Option<Uuid>,
}

pub async fn list_recorded_stops(tx: &mut TenantTx, route_id: Uuid) -> ApiResult<Vec<RecordedStop>> {
    Ok(sqlx::query_as(RECORDED_STOPS).bind(route_id).fetch_all(&mut **tx).await?)
}

/// A stop with its delivery.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct StopRow {
    pub id: Uuid,
    pub route_id: Uuid,
    pub delivery_id: Uuid,
    pub position: i16,
    pub pinned: bool,
    #[sqlx(json)]
    pub loaded: Vec<ParcelOfShipment>,
    pub outcome: Option<StopResult>,
    pub reason: Option<String>,
    pub done_at: Option<DateTime<Utc>>,
    pub number: String,
    pub status: DeliveryStatus,
    pub recipient_name: String,
    pub phone: Option<String>,
    #[sqlx(flatten)]
    pub address: Address,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub from_time: Option<String>,
    pub to_time: Option<String>,
    pub parcels: i32,
    pub instructions: Option<String>,
    #[sqlx(json)]
    pub proof: Vec<ProofKind>,
    pub attempts: i16,
    pub is_waiting: bool,
    pub choice: Option<RecipientChoice>,
    pub choice_note: Option<String>,
    pub cod_due: Option<Decimal>,
    pub cod_currency: Option<String>,
    pub cod_taken: Option<Decimal>,
    /// A driver has cash of it that nobody has counted.
    pub is_cash_waiting: bool,
}

/// A delivery whose stop changes.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct LockedDelivery {
    pub id: Uuid,
    pub status: DeliveryStatus,
    pub attempts: i16,
    pub max_attempts: i16,
    pub subsidiary_id: Option<Uuid>,
    pub stop_id: Option<Uuid>,
    pub route_id: Option<Uuid>,
    pub route_number: Option<String>,
}

/// Columns of a stop of the run that is moved.
#[derive(Debug, Serialize)]
pub struct StopPosition {
    pub id: Uuid,
    pub position: i16,
    pub pinned: bool,
}

/// Columns of a new stop in its place.
#[derive(Debug, Serialize)]
pub struct PlacedStop {
    pub id: Uuid,
    pub delivery_id: Uuid,
    pub position: i16,
    pub pinned: bool,
}

/// The parcels of a stop that are in the vehicle.
#[derive(Debug, Serialize)]
pub struct LoadedStop {
    pub id: Uuid,
    pub loaded: Vec<ParcelOfShipment>,
}

impl StopRow {
    /// The cash that an earlier handover of some of its parcels has left to collect.
    pub fn find_cash_left(&self) -> Option<Decimal> {
        let left = self.cod_due? - self.cod_taken.unwrap_or_default();
        (left > Decimal::ZERO).then(|| in_currency(left, self.cod_currency.as_deref()))
    }

    /// The same for the office: what was taken is not known before it is counted, nor what is left.
    fn find_cash_shown(&self) -> Option<Decimal> {
        if self.outcome.is_none() && !self.is_cash_waiting {
            return self.find_cash_left();
        }
        self.cod_due.map(|due| in_currency(due, self.cod_currency.as_deref()))
    }
}

impl From<StopRow> for RouteStop {
    fn from(row: StopRow) -> Self {
        Self {
            cod_due: row.find_cash_shown(),
            id: row.id,
            delivery_id: row.delivery_id,
            number: row.number,
            status: row.status,
            recipient_name: row.recipient_name,
            phone: row.phone,
            address: row.address,
            latitude: row.latitude,
            longitude: row.longitude,
            from_time: row.from_time,
            to_time: row.to_time,
            position: row.position,
            pinned: row.pinned,
            parcels: row.parcels,
            loaded: i32::try_from(row.loaded.len()).unwrap_or(i32::MAX),
            outcome: row.outcome,
            reason: row.reason,
            done_at: row.done_at,
            cod_currency: row.cod_currency,
        }
    }
}

/// The next number: the year and a counter.
pub async fn take_number(tx: &mut TenantTx, on: NaiveDate) -> ApiResult<String> {
    let next: i64 = sqlx::query_scalar(NEXT_NUMBER).fetch_one(&mut **tx).await?;
    Ok(format!("R-{:02}-{next:06}", on.year().rem_euclid(100)))
}

/// The stops of runs, in the order of each.
pub async fn list_stops(tx: &mut TenantTx, route_ids: &[Uuid]) -> ApiResult<Vec<StopRow>> {
    Ok(sqlx::query_as(STOPS).bind(route_ids).fetch_all(&mut **tx).await?)
}

pub async fn lock_deliveries(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<LockedDelivery>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(sqlx::query_as(LOCK_DELIVERIES).bind(ids).fetch_all(&mut **tx).await?)
}

/// Adds stops to a run, and gives them to their deliveries.
pub async fn insert_stops(
    tx: &mut TenantTx,
    route_id: Uuid,
    stops: &[PlacedStop],
    at: DateTime<Utc>,
) -> ApiResult<()> {
    if stops.is_empty() {
        return Ok(());
    }
    sqlx::query(INSERT_STOPS).bind(route_id).bind(at).bind(Json(stops)).execute(&mut **tx).await?;
    let deliveries: Vec<Uuid> = stops.iter().map(|stop| stop.delivery_id).collect();
    let ids: Vec<Uuid> = stops.iter().map(|stop| stop.id).collect();
    sqlx::query(ASSIGN_DELIVERIES).bind(deliveries).bind(ids).bind(at).execute(&mut **tx).await?;
    Ok(())
}

pub async fn order_stops(tx: &mut TenantTx, stops: &[StopPosition]) -> ApiResult<()> {
    if !stops.is_empty() {
        sqlx::query(ORDER_STOPS).bind(Json(stops)).execute(&mut **tx).await?;
    }
    Ok(())
}

/// The position behind the last stop of a run, be it of a delivery or of a pickup.
pub async fn find_next_position(tx: &mut TenantTx, route_id: Uuid) -> ApiResult<i16> {
    let last: Option<i16> = sqlx::query_scalar(LAST_POSITION).bind(route_id).fetch_one(&mut **tx).await?;
    Ok(last.map_or(0, |last| last.saturating_add(1)))
}

/// Takes stops off their run.
pub async fn remove_stops(
    tx: &mut TenantTx,
    ids: &[Uuid],
    reason: Option<&str>,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    if !ids.is_empty() {
        sqlx::query(REMOVE_STOPS).bind(ids).bind(at).bind(reason).execute(&mut **tx).await?;
    }
    Ok(())
}

pub async fn set_loaded(tx: &mut TenantTx, stops: &[LoadedStop]) -> ApiResult<()> {
    if !stops.is_empty() {
        sqlx::query(SET_LOADED).bind(Json(stops)).execute(&mut **tx).await?;
    }
    Ok(())
}

/// Deliveries that wait for a run again.
pub async fn free_deliveries(tx: &mut TenantTx, ids: &[Uuid], at: DateTime<Utc>) -> ApiResult<()> {
    if !ids.is_empty() {
        sqlx::query(FREE_DELIVERIES).bind(ids).bind(at).execute(&mut **tx).await?;
    }
    Ok(())
}

/// Deliveries that are on their way.
pub async fn send_deliveries(tx: &mut TenantTx, ids: &[Uuid], at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(SEND_DELIVERIES).bind(ids).bind(at).execute(&mut **tx).await?;
    Ok(())
}

pub async fn list_of_driver(
    tx: &mut TenantTx,
    driver_id: Uuid,
    closed_since: DateTime<Utc>,
) -> ApiResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar(OF_DRIVER).bind(driver_id).bind(closed_since).fetch_all(&mut **tx).await?)
}

/// Numbers of the matches by state. Planned like the page before it.
pub async fn count_by_status(tx: &mut TenantTx, filter: &Where) -> ApiResult<DeliveryRouteTotals> {
    let mut query = QueryBuilder::new(
        "select count(*) filter (where r.status = 10) as draft, count(*) filter (where r.status = 20) as ready,
                count(*) filter (where r.status = 25) as loaded, count(*) filter (where r.status = 30) as in_progress,
                count(*) filter (where r.status = 40) as closed, count(*) filter (where r.status = 0) as cancelled
         from routes r",
    );
    filter.push(&mut query);
    Ok(query.build_query_as().fetch_one(&mut **tx).await?)
}
