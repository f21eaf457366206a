//! SQL of what a driver sees besides its runs: earlier attempts, and the cash that it carries.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::attempt_reason::AttemptReason;
use server_core::http::error::ApiResult;
use trade::money::in_currency;

/// The newest failed attempt of each delivery at another stop than these, with what its driver wrote.
pub const LAST_ATTEMPTS: &str = "
    select distinct on (own.id) own.id as stop_id, s.reason, s.done_at as at,
           (select f.payload ->> 'note' from field_records f
            where f.stop_id = s.id and f.kind = 'fail' order by f.received_at desc, f.id desc limit 1) as note
    from route_stops own join route_stops s on s.delivery_id = own.delivery_id and s.id <> own.id
    where own.id = any($1) and s.created_at <= own.created_at and s.outcome = 'failed' and s.done_at is not null
    order by own.id, s.done_at desc limit 1000";
pub const OWN_CASH: &str = "
    select currency::text as currency, sum(amount) as amount from delivery_cash
    where driver_id = $1 and handover_id is null group by currency order by currency limit 50";

/// An earlier attempt to hand a delivery over.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct FieldAttempt {
    #[oai(skip)]
    pub stop_id: Uuid,
    pub reason: Option<AttemptReason>,
    /// Written by its driver.
    pub note: Option<String>,
    pub at: DateTime<Utc>,
}

/// Cash that a driver took and has not handed in.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct FieldCash {
    /// ISO 4217.
    pub currency: String,
    pub amount: Decimal,
}

/// The last attempts before these stops, by stop.
pub async fn list_last_attempts(
    tx: &mut TenantTx,
    stop_ids: &[Uuid],
) -> ApiResult<HashMap<Uuid, FieldAttempt>> {
    let rows: Vec<FieldAttempt> = sqlx::query_as(LAST_ATTEMPTS).bind(stop_ids).fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().map(|row| (row.stop_id, row)).collect())
}

/// The cash of a driver by currency.
pub async fn list_own_cash(tx: &mut TenantTx, driver_id: Uuid) -> ApiResult<Vec<FieldCash>> {
    let rows: Vec<FieldCash> = sqlx::query_as(OWN_CASH).bind(driver_id).fetch_all(&mut **tx).await?;
    let write = |one: FieldCash| FieldCash { amount: in_currency(one.amount, Some(&one.currency)), ..one };
    Ok(rows.into_iter().map(write).collect())
}
