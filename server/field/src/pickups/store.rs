//! SQL of pickups and their shipments.

use std::collections::HashMap;

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use policy::Resource;
use sqlx::QueryBuilder;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{PickupOutcome, PickupTotals};
use crate::drivers::record::FILE_PATIENCE;
use server_core::address::Address;
use server_core::http::error::ApiResult;
use server_core::record::{Listing, Records, Where};

pub const PICKUPS: Records = Records {
    table: "pickups",
    resource: Resource::Pickup,
    id: "p.id = ",
    listing: Listing {
        columns: "p.id, p.number, p.client_id, p.client_name, p.warehouse_id, p.subsidiary_id, p.country_id, p.postcode,
              p.address_1, p.address_2, p.address_number, p.address_complement, p.state_id, p.city, p.latitude,
              p.longitude, p.place_on, p.contact, p.phone,
              p.time_zone, p.on_date, p.from_time, p.to_time, p.starts_at, p.ends_at, p.cutoff_at, p.ready_place,
              p.instructions, p.parcels, p.weight_g, p.status, p.attempt, p.driver_id, p.provider_id, p.carrier_name,
              p.confirmation_no, p.fail_reason, p.note, p.parcels_collected, p.collected_at, p.tasks, p.settled_tasks, p.flags,
              p.is_waiting, p.record_id, p.cancelled_at, p.fee,
              p.fee_currency::text as fee_currency, p.repeats, p.repeat_at, p.repeat_of, p.stop_id, r.id as route_id,
              r.number as route_number, p.created_at, p.updated_at, p.version",
        from: "pickups p left join route_stops s on s.id = p.stop_id and s.removed_at is null
           left join routes r on r.id = s.route_id",
        order: "p.starts_at desc, p.id desc",
    },
};

/// Requested, scheduled or on route.
pub const IS_OPEN: &str = "p.status in (10, 20, 30)";
/// Something is left for staff to decide, or files are missing since before a time.
const HAS_TASKS: &str = "(p.tasks <> '[]' or p.is_waiting and p.updated_at < ";
pub const NEXT_NUMBER: &str = "select nextval('pickup_numbers')";
/// Shipments that are in a pickup, or were collected, with its number. $2 is left out.
pub const TAKEN: &str = "
    select c.shipment_id, c.outcome, p.number from pickup_shipments c join pickups p on p.id = c.pickup_id
    where c.shipment_id = any($1) and c.outcome in ('expected', 'collected', 'added') and p.id is distinct from $2";
pub const CARGO: &str = "
    select shipment_id, outcome, parcels_collected from pickup_shipments where pickup_id = $1 limit 1000";
pub const EXPECTED: &str = "
    select pickup_id, shipment_id from pickup_shipments where pickup_id = any($1) and outcome = 'expected'
    order by pickup_id, shipment_id limit 5000";
pub const ADD: &str = "
    insert into pickup_shipments (pickup_id, shipment_id, outcome, parcels_collected, at)
    select $1, new.id, $3, new.parcels_collected, $5 from unnest($2::uuid[], $4::smallint[]) new(id, parcels_collected)
    on conflict (pickup_id, shipment_id) do update
    set outcome = excluded.outcome, parcels_collected = excluded.parcels_collected, at = excluded.at";
pub const REMOVE: &str =
    "delete from pickup_shipments where pickup_id = $1 and shipment_id = any($2) and outcome = 'expected'";
/// What is still expected ends so.
pub const END_EXPECTED: &str =
    "update pickup_shipments set outcome = $2, at = $3 where pickup_id = $1 and outcome = 'expected'";
/// Another pickup has collected them.
pub const FREE_ELSEWHERE: &str = "
    update pickup_shipments set outcome = 'freed', at = $3
    where shipment_id = any($2) and pickup_id <> $1 and outcome = 'expected'";
/// The newest known place of an address of a client.
pub const KNOWN_PLACE: &str = "
    select latitude, longitude, coalesce(place_on, case when record_id is not null then on_date end) as place_on from pickups
    where client_id = $1 and country_id = $2 and postcode is not distinct from $3 and address_1 is not distinct from $4
      and address_number is not distinct from $5 and city = $6 and state_id is not distinct from $7 and latitude is not null
    order by starts_at desc limit 1";
/// All that are due: those that fail do not keep the others from their turn.
pub const DUE_REPEATS: &str = "select id from pickups where repeat_at <= $1 order by repeat_at, id";
pub const LOCK_REPEAT: &str =
    "select id from pickups where id = $1 and repeat_at <= $2 for no key update skip locked";
pub const SET_REPEAT: &str = "update pickups set repeat_at = $2, updated_at = $3 where id = $1";

/// The place of an address, as an earlier pickup has it.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct KnownPlace {
    pub latitude: f64,
    pub longitude: f64,
    /// The day of the driver's record that it is from; none for one that somebody typed.
    pub place_on: Option<NaiveDate>,
}

/// A shipment of a pickup.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct CargoRow {
    pub shipment_id: Uuid,
    pub outcome: PickupOutcome,
    pub parcels_collected: i16,
}

/// A shipment that a pickup expects.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct ExpectedRow {
    pub pickup_id: Uuid,
    pub shipment_id: Uuid,
}

/// A shipment that a pickup has.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct TakenRow {
    pub shipment_id: Uuid,
    pub outcome: PickupOutcome,
    /// The number of the pickup.
    pub number: String,
}

/// The next number: the code of the warehouse, the year and a counter.
pub async fn take_number(tx: &mut TenantTx, warehouse: &str, on: NaiveDate) -> ApiResult<String> {
    let next: i64 = sqlx::query_scalar(NEXT_NUMBER).fetch_one(&mut **tx).await?;
    Ok(format!("{warehouse}-P-{:02}-{next:06}", on.year().rem_euclid(100)))
}

/// The place of an address where parcels of a client were picked up before.
pub async fn find_known_place(
    tx: &mut TenantTx,
    client_id: Uuid,
    address: &Address,
) -> ApiResult<Option<KnownPlace>> {
    let query = sqlx::query_as(KNOWN_PLACE)
        .bind(client_id)
        .bind(address.country_id)
        .bind(&address.postcode)
        .bind(&address.address_1)
        .bind(&address.address_number)
        .bind(&address.city)
        .bind(address.state_id);
    Ok(query.fetch_optional(&mut **tx).await?)
}

/// Which of these shipments other pickups have.
pub async fn list_taken(
    tx: &mut TenantTx,
    shipment_ids: &[Uuid],
    except: Option<Uuid>,
) -> ApiResult<HashMap<Uuid, TakenRow>> {
    if shipment_ids.is_empty() {
        return Ok(HashMap::new());
    }
    let query = sqlx::query_as(TAKEN).bind(shipment_ids).bind(except);
    let rows: Vec<TakenRow> = query.fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().map(|row| (row.shipment_id, row)).collect())
}

pub async fn list_cargo(tx: &mut TenantTx, pickup_id: Uuid) -> ApiResult<Vec<CargoRow>> {
    Ok(sqlx::query_as(CARGO).bind(pickup_id).fetch_all(&mut **tx).await?)
}

/// The shipments that pickups expect.
pub async fn list_expected(tx: &mut TenantTx, pickup_ids: &[Uuid]) -> ApiResult<Vec<ExpectedRow>> {
    if pickup_ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(sqlx::query_as(EXPECTED).bind(pickup_ids).fetch_all(&mut **tx).await?)
}

/// Adds shipments with the number of their collected parcels, or changes what became of them.
pub async fn add_cargo(
    tx: &mut TenantTx,
    pickup_id: Uuid,
    shipments: &[(Uuid, i16)],
    outcome: PickupOutcome,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    if shipments.is_empty() {
        return Ok(());
    }
    let ids: Vec<Uuid> = shipments.iter().map(|(id, _)| *id).collect();
    let counts: Vec<i16> = shipments.iter().map(|(_, count)| *count).collect();
    let query = sqlx::query(ADD).bind(pickup_id).bind(ids).bind(outcome.as_str()).bind(counts).bind(at);
    query.execute(&mut **tx).await?;
    Ok(())
}

pub async fn remove_cargo(tx: &mut TenantTx, pickup_id: Uuid, shipment_ids: &[Uuid]) -> ApiResult<()> {
    sqlx::query(REMOVE).bind(pickup_id).bind(shipment_ids).execute(&mut **tx).await?;
    Ok(())
}

/// What is still expected of a pickup is missing, or free again.
pub async fn end_expected(
    tx: &mut TenantTx,
    pickup_id: Uuid,
    outcome: PickupOutcome,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let query = sqlx::query(END_EXPECTED).bind(pickup_id).bind(outcome.as_str()).bind(at);
    query.execute(&mut **tx).await?;
    Ok(())
}

/// Other pickups no longer expect what this one has collected.
pub async fn free_elsewhere(
    tx: &mut TenantTx,
    pickup_id: Uuid,
    shipment_ids: &[Uuid],
    at: DateTime<Utc>,
) -> ApiResult<()> {
    let query = sqlx::query(FREE_ELSEWHERE).bind(pickup_id).bind(shipment_ids).bind(at);
    query.execute(&mut **tx).await?;
    Ok(())
}

/// The pickups among them that staff have to look after.
pub fn narrow_to_tasks(filter: Where, now: DateTime<Utc>) -> Where {
    filter.and_inside(HAS_TASKS, Some(now - FILE_PATIENCE))
}

/// Numbers of the matches by state. Planned like the page before it.
pub async fn count_by_status(tx: &mut TenantTx, filter: &Where) -> ApiResult<PickupTotals> {
    let mut query = QueryBuilder::new(
        "select count(*) filter (where p.status = 10) as requested, count(*) filter (where p.status = 20) as scheduled,
                count(*) filter (where p.status = 30) as on_route, count(*) filter (where p.status = 40) as collected,
                count(*) filter (where p.status = 45) as partial, count(*) filter (where p.status = 50) as failed,
                count(*) filter (where p.status = 0) as cancelled
         from pickups p",
    );
    filter.push(&mut query);
    Ok(query.build_query_as().fetch_one(&mut **tx).await?)
}

/// The pickups whose next one is due.
pub async fn list_due_repeats(tx: &mut TenantTx, now: DateTime<Utc>) -> ApiResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar(DUE_REPEATS).bind(now).fetch_all(&mut **tx).await?)
}

/// Locks a pickup whose next one is due. None if it is not, or somebody has locked it.
pub async fn lock_due_repeat(tx: &mut TenantTx, id: Uuid, now: DateTime<Utc>) -> ApiResult<Option<Uuid>> {
    Ok(sqlx::query_scalar(LOCK_REPEAT).bind(id).bind(now).fetch_optional(&mut **tx).await?)
}

/// Sets when the next one is asked for; none for the end. The version stays: nobody has changed the pickup.
pub async fn set_repeat(
    tx: &mut TenantTx,
    id: Uuid,
    repeat_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> ApiResult<()> {
    sqlx::query(SET_REPEAT).bind(id).bind(repeat_at).bind(now).execute(&mut **tx).await?;
    Ok(())
}
