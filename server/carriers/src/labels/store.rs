//! SQL of labels of the last mile.

use chrono::{DateTime, TimeDelta, Utc};
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::Value;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::CarrierLabelStatus;
use crate::server::{BoughtLabel, LabelOrder};
use server_core::http::error::ApiResult;

/// Longer than all calls of one attempt take together: what was asked before that is answered, or never will be.
pub const ASKING: TimeDelta = TimeDelta::seconds(200);

macro_rules! columns {
    () => {
        "select id, shipment_id, provider_id, server, status, service, expected, expected_currency, charged, charged_currency, remote_id,
                tracker_id, carrier_name, tracking_number, tracking_url, file_key, content_type, attempts, asked_at,
                answered_at, error, reason, seen_events, tracked_at, created_at
         from carrier_labels where "
    };
}

pub const OF_SHIPMENT: &str =
    concat!(columns!(), "shipment_id = $1 order by created_at desc, id desc limit 20");
pub const BY_ID: &str = concat!(columns!(), "id = $1");
/// After its shipment, which is locked before it everywhere.
pub const LOCK: &str = concat!(columns!(), "id = $1 for no key update");
/// Labels on their way with a provider, behind one of them.
pub const FOLLOWED: &str = concat!(
    columns!(),
    "status = 30 and ended_at is null and provider_id = $1 and ($2::uuid is null or id > $2) order by id limit 200"
);
pub const BY_NUMBER: &str = concat!(
    columns!(),
    "status = 30 and ended_at is null and tracking_number = $2 and provider_id = $1 limit 1"
);
/// Those that an earlier attempt left without an answer, of providers that are connected.
pub const STUCK: &str = concat!(
    columns!(),
    "status in (10, 20, 35) and ended_at is null and coalesce(asked_at, answered_at, created_at) < $1
       and provider_id = any($2)
     order by id limit 200"
);
pub const INSERT: &str = "
    insert into carrier_labels (id, shipment_id, provider_id, server, account, service, form, expected, expected_currency,
                                requested_by, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
pub const FORM: &str = "select form from carrier_labels where id = $1";
/// Only one attempt asks at a time.
pub const CLAIM: &str = "
    update carrier_labels set status = case when status = 10 then 20 else status end, asked_at = $2, attempts = attempts + 1
    where id = $1 and status in (10, 20, 35) and (asked_at is null or asked_at < $3)";
pub const KEEP_BOUGHT: &str = "
    update carrier_labels
    set status = 30, form = null, error = null, answered_at = $2, remote_id = $3, tracker_id = $4, carrier_name = $5,
        tracking_number = $6, tracking_url = $7, charged = $8, charged_currency = $9, file_key = $10, file_size = $11,
        content_type = $12
    where id = $1 and status in (10, 20)";
pub const KEEP_REFUSED: &str = "
    update carrier_labels set status = 40, form = null, error = $3, answered_at = $2, ended_at = $2
    where id = $1 and status in (10, 20)";
/// It is asked anew: the purchase was answered.
pub const CANCEL: &str = "
    update carrier_labels set status = 35, reason = $2, error = null, asked_at = null where id = $1 and status in (30, 35)";
/// Refused before, it is not asked again by itself.
pub const CANCEL_ALL: &str = "
    update carrier_labels set status = 35, reason = $2, asked_at = null
    where id = any($1) and status = 30 and reason is null
    returning id, shipment_id";
pub const KEEP_CANCELLED: &str =
    "update carrier_labels set status = 0, answered_at = $2, ended_at = $2 where id = $1 and status = 35";
pub const KEEP_CANCEL_REFUSED: &str =
    "update carrier_labels set status = 30, error = $3, answered_at = $2 where id = $1 and status = 35";
pub const KEEP_TRACKING: &str = "
    update carrier_labels set seen_events = $2, tracked_at = $3, ended_at = case when $4 then $3 else ended_at end
    where id = $1";

/// A label with what is needed to ask for it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct LabelRow {
    pub id: Uuid,
    pub shipment_id: Uuid,
    pub provider_id: Uuid,
    /// Where it was ordered.
    pub server: String,
    pub status: CarrierLabelStatus,
    pub service: String,
    pub expected: Option<Decimal>,
    pub expected_currency: Option<String>,
    pub charged: Option<Decimal>,
    pub charged_currency: Option<String>,
    pub remote_id: Option<String>,
    pub tracker_id: Option<String>,
    pub carrier_name: Option<String>,
    pub tracking_number: Option<String>,
    pub tracking_url: Option<String>,
    pub file_key: Option<String>,
    pub content_type: Option<String>,
    pub attempts: i32,
    pub asked_at: Option<DateTime<Utc>>,
    pub answered_at: Option<DateTime<Utc>>,
    pub error: Option<String>,
    pub reason: Option<String>,
    #[sqlx(json)]
    pub seen_events: Vec<String>,
    pub tracked_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
}

impl LabelRow {
    /// It waits for an answer.
    pub const fn is_asked(&self) -> bool {
        use CarrierLabelStatus::{Asked, Cancelling, Waiting};
        matches!(self.status, Waiting | Asked | Cancelling)
    }
}

/// A label before it is ordered.
#[derive(Debug)]
pub struct NewLabel<'a> {
    pub shipment_id: Uuid,
    pub provider_id: Uuid,
    pub server: &'a str,
    pub account: &'a str,
    pub order: &'a LabelOrder,
    pub expected: Option<Decimal>,
    pub expected_currency: Option<&'a str>,
    pub by: Option<Uuid>,
    pub at: DateTime<Utc>,
}

/// The stored file of a label.
#[derive(Clone, Debug)]
pub struct StoredLabel {
    pub file_key: String,
    pub file_size: i64,
    pub content_type: &'static str,
}

/// The newest first, at most 20.
pub async fn list(tx: &mut TenantTx, shipment_id: Uuid) -> ApiResult<Vec<LabelRow>> {
    Ok(sqlx::query_as(OF_SHIPMENT).bind(shipment_id).fetch_all(&mut **tx).await?)
}

pub async fn find(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<LabelRow>> {
    Ok(sqlx::query_as(BY_ID).bind(id).fetch_optional(&mut **tx).await?)
}

pub async fn lock(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<LabelRow>> {
    Ok(sqlx::query_as(LOCK).bind(id).fetch_optional(&mut **tx).await?)
}

/// Labels on their way with a provider, by their ids, behind one of them.
pub async fn list_followed(
    tx: &mut TenantTx,
    provider_id: Uuid,
    behind: Option<Uuid>,
) -> ApiResult<Vec<LabelRow>> {
    Ok(sqlx::query_as(FOLLOWED).bind(provider_id).bind(behind).fetch_all(&mut **tx).await?)
}

pub async fn find_by_number(
    tx: &mut TenantTx,
    provider_id: Uuid,
    tracking_number: &str,
) -> ApiResult<Option<LabelRow>> {
    Ok(sqlx::query_as(BY_NUMBER).bind(provider_id).bind(tracking_number).fetch_optional(&mut **tx).await?)
}

/// Labels of these providers that were asked for before this time and have no answer.
pub async fn list_stuck(
    tx: &mut TenantTx,
    before: DateTime<Utc>,
    provider_ids: &[Uuid],
) -> ApiResult<Vec<LabelRow>> {
    Ok(sqlx::query_as(STUCK).bind(before).bind(provider_ids).fetch_all(&mut **tx).await?)
}

pub async fn insert(tx: &mut TenantTx, id: Uuid, new: &NewLabel<'_>) -> ApiResult<()> {
    sqlx::query(INSERT)
        .bind(id)
        .bind(new.shipment_id)
        .bind(new.provider_id)
        .bind(new.server)
        .bind(new.account)
        .bind(&new.order.service)
        .bind(to_json(new.order))
        .bind(new.expected)
        .bind(new.expected_currency)
        .bind(new.by)
        .bind(new.at)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

fn to_json(order: &impl Serialize) -> Json<Value> {
    Json(serde_json::to_value(order).unwrap_or_default())
}

/// The order as it was written; none once it is answered.
pub async fn find_order(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<LabelOrder>> {
    let found: Option<Option<Json<LabelOrder>>> =
        sqlx::query_scalar(FORM).bind(id).fetch_optional(&mut **tx).await?;
    Ok(found.flatten().map(|order| order.0))
}

/// Writes that a carrier is asked now. False while another attempt may still wait for its answer.
pub async fn claim(tx: &mut TenantTx, id: Uuid, at: DateTime<Utc>) -> ApiResult<bool> {
    let claimed = sqlx::query(CLAIM).bind(id).bind(at).bind(at - ASKING).execute(&mut **tx).await?;
    Ok(claimed.rows_affected() > 0)
}

/// Writes what was bought; false when the label has an answer already.
pub async fn keep_bought(
    tx: &mut TenantTx,
    id: Uuid,
    bought: &BoughtLabel,
    file: Option<&StoredLabel>,
    at: DateTime<Utc>,
) -> ApiResult<bool> {
    let kept = sqlx::query(KEEP_BOUGHT)
        .bind(id)
        .bind(at)
        .bind(&bought.remote_id)
        .bind(&bought.tracker_id)
        .bind(&bought.carrier_name)
        .bind(&bought.tracking_number)
        .bind(&bought.tracking_url)
        .bind(bought.charged.as_ref().map(|charged| charged.amount))
        .bind(bought.charged.as_ref().map(|charged| charged.currency.as_str()))
        .bind(file.map(|file| file.file_key.as_str()))
        .bind(file.map(|file| file.file_size))
        .bind(file.map(|file| file.content_type))
        .execute(&mut **tx)
        .await?;
    Ok(kept.rows_affected() > 0)
}

pub async fn keep_refused(tx: &mut TenantTx, id: Uuid, reason: &str, at: DateTime<Utc>) -> ApiResult<bool> {
    let kept = sqlx::query(KEEP_REFUSED).bind(id).bind(at).bind(reason).execute(&mut **tx).await?;
    Ok(kept.rows_affected() > 0)
}

pub async fn cancel(tx: &mut TenantTx, id: Uuid, reason: &str) -> ApiResult<()> {
    sqlx::query(CANCEL).bind(id).bind(reason).execute(&mut **tx).await?;
    Ok(())
}

/// Returns the labels that are to be taken back now, with their shipments.
pub async fn cancel_all(tx: &mut TenantTx, ids: &[Uuid], reason: &str) -> ApiResult<Vec<(Uuid, Uuid)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Ok(sqlx::query_as(CANCEL_ALL).bind(ids).bind(reason).fetch_all(&mut **tx).await?)
}

/// Writes the answer to a cancellation: why it was refused, or none. False when it has one.
pub async fn keep_cancelled(
    tx: &mut TenantTx,
    id: Uuid,
    refusal: Option<&str>,
    at: DateTime<Utc>,
) -> ApiResult<bool> {
    let kept = match refusal {
        None => sqlx::query(KEEP_CANCELLED).bind(id).bind(at),
        Some(reason) => sqlx::query(KEEP_CANCEL_REFUSED).bind(id).bind(at).bind(reason),
    };
    Ok(kept.execute(&mut **tx).await?.rows_affected() > 0)
}

pub async fn keep_tracking(
    tx: &mut TenantTx,
    id: Uuid,
    seen: &[String],
    is_over: bool,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    sqlx::query(KEEP_TRACKING).bind(id).bind(Json(seen)).bind(at).bind(is_over).execute(&mut **tx).await?;
    Ok(())
}
