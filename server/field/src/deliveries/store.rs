//! SQL of deliveries and their shipments.

use std::collections::HashMap;

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use policy::Resource;
use serde::{Deserialize, Serialize};
use sqlx::QueryBuilder;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{DeliveryStop, DeliveryTotals};
use crate::drivers::record::{FILE_PATIENCE, ProofKind};
use crate::drivers::stop_fold::FieldTask;
use server_core::http::error::ApiResult;
use server_core::record::{Listing, Records, Where};

pub const DELIVERIES: Records = Records {
    table: "deliveries",
    resource: Resource::Delivery,
    id: "d.id = ",
    listing: Listing {
        columns: "d.id, d.number, d.subsidiary_id, d.on_date, d.recipient_name, d.phone, d.country_id, d.postcode, d.address_1,
              d.address_2, d.address_number, d.address_complement, d.state_id, d.city, d.latitude, d.longitude, d.place_on, d.from_time,
              d.to_time, d.instructions, d.status, d.parcels, d.attempts, d.max_attempts, d.proof, d.stop_id, r.id as route_id,
              r.number as route_number, r.driver_name, r.driver_id, d.pin_turn, d.pin_misses, d.fail_reason, d.reason,
              d.delivered_at, d.received_by, d.relationship, d.cod_due, d.cod_currency::text as cod_currency,
              exists (select from delivery_cash c where c.delivery_id = d.id and c.handover_id is null) as is_cash_waiting,
              exists (select from delivery_cash c where c.delivery_id = d.id) as has_cash,
              exists (select from delivery_cash c join cash_handovers h on h.id = c.handover_id
                      where c.delivery_id = d.id and h.status = 30) as has_cash_difference,
              exists (select from delivery_cash c where c.delivery_id = d.id and c.payout_id is not null) as is_cash_paid_out,
              case when not exists (select from delivery_cash c where c.delivery_id = d.id and c.handover_id is null)
                   then d.cod_taken end as cod_taken, d.tasks, d.flags, d.is_waiting, d.choice, d.choice_on, d.choice_note,
              d.choice_at, d.choice_attempts,
              case when d.status = 50 and d.choice is null and d.decide_attempts = d.attempts then d.decide_until end as decide_until,
              d.created_at, d.updated_at, d.version",
        from: "deliveries d left join route_stops s on s.id = d.stop_id and s.removed_at is null
           left join routes r on r.id = s.route_id",
        order: "d.on_date desc, d.id desc",
    },
};

/// Something is left for staff to decide, the recipient of a failed one has chosen, or files are missing since before a time.
const HAS_TASKS: &str =
    "(d.tasks <> '[]' or d.status = 50 and d.choice is not null or d.is_waiting and d.updated_at < ";
pub const NUMBERS: &str = "select nextval('delivery_numbers') from generate_series(1, $1)";
/// Two calls never plan for one consignee and day at the same time: the second one finds the delivery of the first.
pub const LOCK_CONSIGNEES: &str = "
    select pg_advisory_xact_lock(key)
    from (
        select distinct hashtextextended(concat_ws(' ', current_schema(), 'delivery', $1::date, asked.consignee), 0) as key
        from unnest($2::text[]) asked(consignee) order by key
    ) keys";
/// Deliveries that wait, of these consignees on a day. Cash that is due is for the parcels of its delivery, and for no others.
pub const LOCK_PENDING: &str = "
    select id, number, subsidiary_id, consignee from deliveries
    where on_date = $1 and status = 10 and consignee = any($2) and cod_due is null
    order by id for no key update";
/// The newest known place of each consignee.
pub const KNOWN_PLACES: &str = "
    select distinct on (consignee) consignee, latitude, longitude,
           coalesce(place_on, case when record_id is not null then on_date end) as place_on
    from deliveries
    where consignee = any($1) and latitude is not null
    order by consignee, on_date desc";
pub const INSERT: &str = "
    insert into deliveries (id, number, subsidiary_id, on_date, consignee, recipient_name, phone, country_id, postcode,
                            address_1, address_2, address_number, address_complement, state_id, city, latitude, longitude, place_on,
                            from_time, to_time, instructions, parcels, max_attempts, proof, created_by, created_at, updated_at)
    select id, number, subsidiary_id, on_date, consignee, recipient_name, phone, country_id, postcode, address_1, address_2,
           address_number, address_complement, state_id, city, latitude, longitude, place_on, from_time, to_time, instructions, parcels,
           max_attempts, proof, created_by, $2, $2
    from jsonb_populate_recordset(null::deliveries, $1)";
pub const ADD_PARCELS: &str = "
    update deliveries d
    set parcels = d.parcels + added.parcels, version = d.version + 1, updated_at = $2,
        max_attempts = least(d.max_attempts, added.max_attempts),
        proof = (select coalesce(jsonb_agg(distinct kind), '[]') from jsonb_array_elements(d.proof || added.proof) kinds(kind))
    from jsonb_populate_recordset(null::deliveries, $1) added where d.id = added.id";
pub const ADD_SHIPMENTS: &str = "
    insert into delivery_shipments (delivery_id, shipment_id)
    select added.delivery_id, added.shipment_id from unnest($1::uuid[], $2::uuid[]) added(delivery_id, shipment_id)
    on conflict (delivery_id, shipment_id) do update set is_open = true";
/// Shipments in open deliveries, with their numbers. $2 is left out.
pub const OPEN: &str = "
    select c.shipment_id, d.number from delivery_shipments c join deliveries d on d.id = c.delivery_id
    where c.shipment_id = any($1) and c.is_open and d.id is distinct from $2";
pub const PLANNED: &str = "select distinct shipment_id from delivery_shipments where shipment_id = any($1)";
pub const CARGO: &str = "
    select delivery_id, shipment_id, done, is_open, events from delivery_shipments where delivery_id = any($1)
    order by shipment_id limit 5000";
/// A shipment that has gone into another delivery meanwhile stays open there.
pub const SET_CARGO: &str = "
    update delivery_shipments c
    set done = new.done, events = new.events, is_open = new.is_open and not exists (
        select from delivery_shipments other
        where other.shipment_id = c.shipment_id and other.delivery_id <> c.delivery_id and other.is_open)
    from jsonb_populate_recordset(null::delivery_shipments, $2) new
    where c.delivery_id = $1 and c.shipment_id = new.shipment_id";
pub const SET_OPEN: &str = "update delivery_shipments set is_open = $2 where delivery_id = $1";
pub const STOPS: &str = "
    select s.id, s.route_id, r.number as route_number, r.on_date, coalesce(r.driver_name, s.counter_name) as driver_name,
           s.outcome, s.reason, s.done_at, s.removed_at
    from route_stops s left join routes r on r.id = s.route_id
    where s.delivery_id = $1 order by s.created_at desc, s.id desc limit 100";
/// The newest stop of a delivery is at the counter.
pub const ADD_COUNTER_STOP: &str = "
    with stop as (
        insert into route_stops (id, delivery_id, counter_name, position, created_at) values ($2, $1, $3, 0, $4) returning id)
    update deliveries set stop_id = stop.id from stop where deliveries.id = $1";
/// Tasks about cash that were settled say nothing of the next handover.
pub const UNSETTLE_CASH: &str = "
    update deliveries set settled_tasks = settled_tasks - array['cod_difference', 'cod_twice', 'cash_counted'] where id = $1";
pub const SETTLED_TASKS: &str = "select settled_tasks from deliveries where id = $1";

/// The further parcels of a delivery that waits, with their proofs.
#[derive(Debug, Serialize)]
pub struct AddedParcels {
    pub id: Uuid,
    pub parcels: i32,
    pub proof: Vec<ProofKind>,
    /// None leaves its attempts.
    pub max_attempts: Option<i16>,
}

/// A delivery that waits, to which more can be added.
#[derive(Debug, sqlx::FromRow)]
pub struct PendingRow {
    pub id: Uuid,
    pub number: String,
    pub subsidiary_id: Option<Uuid>,
    pub consignee: String,
}

#[derive(Debug, sqlx::FromRow)]
pub struct KnownPlace {
    pub consignee: String,
    pub latitude: f64,
    pub longitude: f64,
    /// The day of the driver's record that it is from; none for one that somebody typed.
    pub place_on: Option<NaiveDate>,
}

/// An event of a shipment that a driver's record led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CargoEvent {
    pub record_id: Uuid,
    pub event_id: Uuid,
}

/// A shipment of a delivery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow)]
pub struct CargoRow {
    pub delivery_id: Uuid,
    pub shipment_id: Uuid,
    pub done: Vec<i16>,
    pub is_open: bool,
    #[sqlx(json)]
    pub events: Vec<CargoEvent>,
}

/// So many new numbers: the year and a counter.
pub async fn take_numbers(tx: &mut TenantTx, count: usize, on: NaiveDate) -> ApiResult<Vec<String>> {
    let count = i32::try_from(count).unwrap_or(i32::MAX);
    let numbers: Vec<i64> = sqlx::query_scalar(NUMBERS).bind(count).fetch_all(&mut **tx).await?;
    let year = on.year().rem_euclid(100);
    Ok(numbers.into_iter().map(|number| format!("D-{year:02}-{number:06}")).collect())
}

/// Keeps others from planning for these consignees on this day until the end of the transaction.
pub async fn lock_consignees(tx: &mut TenantTx, on: NaiveDate, consignees: &[String]) -> ApiResult<()> {
    sqlx::query(LOCK_CONSIGNEES).bind(on).bind(consignees).execute(&mut **tx).await?;
    Ok(())
}

pub async fn lock_pending(
    tx: &mut TenantTx,
    on: NaiveDate,
    consignees: &[String],
) -> ApiResult<Vec<PendingRow>> {
    Ok(sqlx::query_as(LOCK_PENDING).bind(on).bind(consignees).fetch_all(&mut **tx).await?)
}

pub async fn list_known_places(
    tx: &mut TenantTx,
    consignees: &[String],
) -> ApiResult<HashMap<String, KnownPlace>> {
    let rows: Vec<KnownPlace> = sqlx::query_as(KNOWN_PLACES).bind(consignees).fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().map(|row| (row.consignee.clone(), row)).collect())
}

/// Writes new deliveries, whose fields are columns.
pub async fn insert(tx: &mut TenantTx, rows: &[impl Serialize + Sync], at: DateTime<Utc>) -> ApiResult<()> {
    if !rows.is_empty() {
        sqlx::query(INSERT).bind(Json(rows)).bind(at).execute(&mut **tx).await?;
    }
    Ok(())
}

/// Adds parcels to deliveries that wait: the ids, the numbers, and whether a PIN is asked for, in one order.
pub async fn add_parcels(tx: &mut TenantTx, added: &[AddedParcels], at: DateTime<Utc>) -> ApiResult<()> {
    if !added.is_empty() {
        sqlx::query(ADD_PARCELS).bind(Json(added)).bind(at).execute(&mut **tx).await?;
    }
    Ok(())
}

/// Puts shipments into deliveries: the ids of both, in one order.
pub async fn add_shipments(tx: &mut TenantTx, delivery_ids: &[Uuid], shipment_ids: &[Uuid]) -> ApiResult<()> {
    sqlx::query(ADD_SHIPMENTS).bind(delivery_ids).bind(shipment_ids).execute(&mut **tx).await?;
    Ok(())
}

/// The numbers of the open deliveries of shipments.
pub async fn list_open(
    tx: &mut TenantTx,
    shipment_ids: &[Uuid],
    except: Option<Uuid>,
) -> ApiResult<HashMap<Uuid, String>> {
    let rows: Vec<(Uuid, String)> =
        sqlx::query_as(OPEN).bind(shipment_ids).bind(except).fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().collect())
}

/// Those of the shipments that are or were in a delivery.
pub async fn list_planned(tx: &mut TenantTx, shipment_ids: &[Uuid]) -> ApiResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar(PLANNED).bind(shipment_ids).fetch_all(&mut **tx).await?)
}

/// The shipments of deliveries.
pub async fn list_cargo(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<CargoRow>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(sqlx::query_as(CARGO).bind(ids).fetch_all(&mut **tx).await?)
}

/// Writes what became of the shipments of a delivery.
pub async fn set_cargo(tx: &mut TenantTx, delivery_id: Uuid, rows: &[CargoRow]) -> ApiResult<()> {
    sqlx::query(SET_CARGO).bind(delivery_id).bind(Json(rows)).execute(&mut **tx).await?;
    Ok(())
}

/// Ends the delivery for its shipments, or opens it again.
pub async fn set_open(tx: &mut TenantTx, delivery_id: Uuid, is_open: bool) -> ApiResult<()> {
    sqlx::query(SET_OPEN).bind(delivery_id).bind(is_open).execute(&mut **tx).await?;
    Ok(())
}

/// The stops of a delivery, the newest first.
pub async fn list_stops(tx: &mut TenantTx, delivery_id: Uuid) -> ApiResult<Vec<DeliveryStop>> {
    Ok(sqlx::query_as(STOPS).bind(delivery_id).fetch_all(&mut **tx).await?)
}

/// Adds a stop at the counter, with who hands over there.
pub async fn add_counter_stop(
    tx: &mut TenantTx,
    delivery_id: Uuid,
    by: &str,
    at: DateTime<Utc>,
) -> ApiResult<Uuid> {
    let id = Uuid::now_v7();
    sqlx::query(ADD_COUNTER_STOP).bind(delivery_id).bind(id).bind(by).bind(at).execute(&mut **tx).await?;
    Ok(id)
}

/// The tasks of a delivery that are settled.
pub async fn load_settled_tasks(tx: &mut TenantTx, delivery_id: Uuid) -> ApiResult<Vec<FieldTask>> {
    let settled: Json<Vec<FieldTask>> =
        sqlx::query_scalar(SETTLED_TASKS).bind(delivery_id).fetch_one(&mut **tx).await?;
    Ok(settled.0)
}

/// Tasks about cash that were settled can come back.
pub async fn unsettle_cash(tx: &mut TenantTx, delivery_id: Uuid) -> ApiResult<()> {
    sqlx::query(UNSETTLE_CASH).bind(delivery_id).execute(&mut **tx).await?;
    Ok(())
}

/// The deliveries among them that staff have to look after.
pub fn narrow_to_tasks(filter: Where, now: DateTime<Utc>) -> Where {
    filter.and_inside(HAS_TASKS, Some(now - FILE_PATIENCE))
}

/// Numbers of the matches by state. Planned like the page before it.
pub async fn count_by_status(tx: &mut TenantTx, filter: &Where) -> ApiResult<DeliveryTotals> {
    let mut query = QueryBuilder::new(
        "select count(*) filter (where d.status = 10) as pending, count(*) filter (where d.status = 20) as assigned,
                count(*) filter (where d.status = 30) as out, count(*) filter (where d.status = 40) as delivered,
                count(*) filter (where d.status = 45) as partial, count(*) filter (where d.status = 50) as failed,
                count(*) filter (where d.status = 60) as returned, count(*) filter (where d.status = 0) as cancelled
         from deliveries d left join route_stops s on s.id = d.stop_id and s.removed_at is null
              left join routes r on r.id = s.route_id",
    );
    filter.push(&mut query);
    Ok(query.build_query_as().fetch_one(&mut **tx).await?)
}
