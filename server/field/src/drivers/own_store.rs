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
    select distinct on (s.delivery_id) s.delivery_id, s.reason, s.done_at as at,
           (select f.payload ->> 'note' from field_records f
            where f.stop_id = s.id and f.kind = 'fail' order by f.received_at desc, f.id desc limit 1) as note
    from route_stops s
    where s.delivery_id = any($1) and s.id <> all($2) and s.outcome = 'failed' and s.done_at is not null
    order by s.delivery_id, s.done_at desc limit 1000";
pub const OWN_CASH: &str = "
    select currency::text as currency, sum(amount) as amount from delivery_cash
    where driver_id = $1 and handover_id is null group by currency order by currency limit 50";

/// An earlier attempt to hand a delivery over.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct FieldAttempt {
    #[oai(skip)]
    pub delivery_id: Uuid,
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

/// The last attempts before these stops, by delivery.
pub async fn list_last_attempts(
    tx: &mut TenantTx,
    delivery_ids: &[Uuid],
    stop_ids: &[Uuid],
) -> ApiResult<HashMap<Uuid, FieldAttempt>> {
    let query = sqlx::query_as(LAST_ATTEMPTS).bind(delivery_ids).bind(stop_ids);
    let rows: Vec<FieldAttempt> = query.fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().map(|row| (row.delivery_id, row)).collect())
}

/// The cash of a driver by currency.
pub async fn list_own_cash(tx: &mut TenantTx, driver_id: Uuid) -> ApiResult<Vec<FieldCash>> {
    let rows: Vec<FieldCash> = sqlx::query_as(OWN_CASH).bind(driver_id).fetch_all(&mut **tx).await?;
    let write = |one: FieldCash| FieldCash { amount: in_currency(one.amount, Some(&one.currency)), ..one };
    Ok(rows.into_iter().map(write).collect())
}
