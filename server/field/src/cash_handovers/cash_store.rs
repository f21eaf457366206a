//! SQL of the cash that records of drivers say was taken.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{CashOfDelivery, NumberedDelivery};
use crate::drivers::delivery_outcome::CashColumns;
use server_core::http::error::ApiResult;

/// Cash of records that no longer count. What was handed in stays.
pub const DROP: &str = "
    delete from delivery_cash where delivery_id = any($1) and handover_id is null and record_id <> all($2)
    returning record_id";
/// Records do not change, so a row that is there is right.
pub const ADD: &str = "
    insert into delivery_cash (record_id, delivery_id, driver_id, client_id, amount, currency, taken_at)
    select record_id, delivery_id, driver_id, client_id, amount, currency, taken_at from jsonb_populate_recordset(null::delivery_cash, $1)
    on conflict (record_id) do nothing";
/// Cash that was handed in with records that no longer count.
pub const COUNTED_BESIDES: &str = "
    select delivery_id, currency::text as currency, sum(amount) as amount from delivery_cash
    where delivery_id = any($1) and handover_id is not null and record_id <> all($2)
    group by delivery_id, currency";
pub const IS_TAKEN: &str = "select exists (select from delivery_cash where delivery_id = $1)";
pub const HAS_DIFFERENCE: &str =
    "select exists (select from cash_handovers where driver_id = $1 and status = 30)";
/// Cash is collected, waits to be counted or paid out to its client, or differs from what was expected.
pub const IS_UNDER_WAY: &str = "
    select exists (select from delivery_cash where handover_id is null)
        or exists (select from delivery_cash where payout_id is null and client_id is not null)
        or exists (select from cash_handovers where status = 30)
        or exists (select from deliveries where status = 30 and cod_due is not null)";
/// Cash that drivers still have, without amounts. $1 are the branches, or null for all.
pub const WAITING: &str = "
    select c.driver_id, coalesce(max(coalesce(r.driver_name, s.counter_name)), '') as driver_name, d.subsidiary_id, c.currency::text as currency,
           min(c.taken_at) as since,
           jsonb_agg(distinct jsonb_build_object('id', d.id, 'number', d.number)) as deliveries,
           (select count(*) from routes run join route_stops stop on stop.route_id = run.id
            where run.driver_id = c.driver_id and run.status = 30 and stop.delivery_id is not null
              and stop.removed_at is null and stop.outcome is null) as open_stops
    from delivery_cash c join deliveries d on d.id = c.delivery_id join field_records f on f.id = c.record_id
         join route_stops s on s.id = f.stop_id left join routes r on r.id = s.route_id
    where c.handover_id is null and ($1::uuid[] is null or d.subsidiary_id = any($1))
    group by c.driver_id, d.subsidiary_id, c.currency
    order by since, c.driver_id limit 200";
/// Cash that a driver has of deliveries in a currency. It is locked, so that it is counted once.
pub const LOCK: &str = "
    select c.record_id, c.delivery_id, c.amount, d.subsidiary_id, coalesce(r.driver_name, s.counter_name) as driver_name
    from delivery_cash c join deliveries d on d.id = c.delivery_id join field_records f on f.id = c.record_id
         join route_stops s on s.id = f.stop_id left join routes r on r.id = s.route_id
    where c.delivery_id = any($1) and c.driver_id = $2 and c.currency = $3 and c.handover_id is null
    order by c.record_id for no key update of c";
/// The stops of a run first, then their few records.
pub const IS_WITH_DRIVER: &str = "
    select exists (
        select from route_stops s join field_records f on f.stop_id = s.id join delivery_cash c on c.record_id = f.id
        where s.route_id = $1 and c.handover_id is null)";
pub const HAND_IN: &str = "update delivery_cash set handover_id = $1 where record_id = any($2)";
pub const OF_HANDOVER: &str = "
    select d.id, d.number, d.recipient_name, d.cod_due as due, c.amount, c.taken_at, c.is_returned
    from (select delivery_id, sum(amount) as amount, min(taken_at) as taken_at, false as is_returned
          from delivery_cash where handover_id = $1 group by delivery_id
          union all
          select delivery_id, sum(amount), min(taken_at), true from returned_cash where handover_id = $1 group by delivery_id) c
    join deliveries d on d.id = c.delivery_id order by d.number limit 500";

/// Cash of a delivery that was handed in.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct CountedCash {
    pub delivery_id: Uuid,
    pub currency: String,
    pub amount: Decimal,
}

/// Cash that a driver has, locked.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct HeldCash {
    pub record_id: Uuid,
    pub delivery_id: Uuid,
    pub amount: Decimal,
    pub subsidiary_id: Option<Uuid>,
    pub driver_name: Option<String>,
}

/// Cash that a driver of a branch has in a currency.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct WaitingRow {
    pub driver_id: Uuid,
    pub driver_name: String,
    pub subsidiary_id: Option<Uuid>,
    pub currency: String,
    pub since: DateTime<Utc>,
    #[sqlx(json)]
    pub deliveries: Vec<NumberedDelivery>,
    pub open_stops: i64,
}

/// Writes what all records of deliveries took: rows whose fields are columns. Returns the records that took nothing after all.
pub async fn set_cash(
    tx: &mut TenantTx,
    delivery_ids: &[Uuid],
    rows: &[&CashColumns],
) -> ApiResult<Vec<Uuid>> {
    let kept: Vec<Uuid> = rows.iter().map(|row| row.record_id).collect();
    let gone = sqlx::query_scalar(DROP).bind(delivery_ids).bind(kept).fetch_all(&mut **tx).await?;
    if !rows.is_empty() {
        sqlx::query(ADD).bind(Json(rows)).execute(&mut **tx).await?;
    }
    Ok(gone)
}

/// Cash of deliveries that was handed in with other records than these.
pub async fn list_counted_besides(
    tx: &mut TenantTx,
    delivery_ids: &[Uuid],
    record_ids: &[Uuid],
) -> ApiResult<Vec<CountedCash>> {
    Ok(sqlx::query_as(COUNTED_BESIDES).bind(delivery_ids).bind(record_ids).fetch_all(&mut **tx).await?)
}

/// Whether a driver took cash of a delivery.
pub async fn is_taken(tx: &mut TenantTx, delivery_id: Uuid) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(IS_TAKEN).bind(delivery_id).fetch_one(&mut **tx).await?)
}

/// Whether a difference of this driver's cash waits to be decided.
pub async fn has_difference(tx: &mut TenantTx, driver_id: Uuid) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(HAS_DIFFERENCE).bind(driver_id).fetch_one(&mut **tx).await?)
}

/// Whether cash of a run was taken that nobody has counted.
pub async fn is_with_driver(tx: &mut TenantTx, route_id: Uuid) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(IS_WITH_DRIVER).bind(route_id).fetch_one(&mut **tx).await?)
}

pub async fn is_under_way(tx: &mut TenantTx) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(IS_UNDER_WAY).fetch_one(&mut **tx).await?)
}

pub async fn list_waiting(tx: &mut TenantTx, subsidiaries: Option<&[Uuid]>) -> ApiResult<Vec<WaitingRow>> {
    Ok(sqlx::query_as(WAITING).bind(subsidiaries).fetch_all(&mut **tx).await?)
}

pub async fn lock_held(
    tx: &mut TenantTx,
    delivery_ids: &[Uuid],
    driver_id: Uuid,
    currency: &str,
) -> ApiResult<Vec<HeldCash>> {
    let query = sqlx::query_as(LOCK).bind(delivery_ids).bind(driver_id).bind(currency);
    Ok(query.fetch_all(&mut **tx).await?)
}

pub async fn hand_in(tx: &mut TenantTx, handover_id: Uuid, record_ids: &[Uuid]) -> ApiResult<()> {
    sqlx::query(HAND_IN).bind(handover_id).bind(record_ids).execute(&mut **tx).await?;
    Ok(())
}

/// The deliveries of a handover by their numbers.
pub async fn list_of_handover(tx: &mut TenantTx, handover_id: Uuid) -> ApiResult<Vec<CashOfDelivery>> {
    Ok(sqlx::query_as(OF_HANDOVER).bind(handover_id).fetch_all(&mut **tx).await?)
}
