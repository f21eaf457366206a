//! SQL of pickups and manifests of carriers.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{CarrierHandoverStatus, HandoverKind};
use crate::labels::ASKING;
use crate::labels::store::StoredLabel;
use crate::server::{HandoverOrder, MadeHandover};
use server_core::http::error::ApiResult;

macro_rules! handovers {
    () => {
        "select id, provider_id, server, kind, status, form, shipment_ids, label_ids, expected, expected_currency, charged,
                charged_currency, remote_id, number, file_key, content_type, attempts, asked_at, answered_at, error, reason,
                created_at
         from carrier_handovers where "
    };
}

// $4 is the kind. A parcel on its way is picked up no more.
macro_rules! waiting {
    () => {
        "select id, shipment_id, carrier_name, remote_id, tracking_number from carrier_labels
         where provider_id = $1 and server = $2 and account = $3 and status = 30 and ended_at is null
           and carrier_name is not null
           and case when $4 = 'pickup' then pickup_id is null and seen_events = '[]' else manifest_id is null end"
    };
}

pub const HANDOVERS_OF_PROVIDER: &str =
    concat!(handovers!(), "provider_id = $1 order by created_at desc, id desc limit 20");
pub const HANDOVER: &str = concat!(handovers!(), "id = $1");
pub const LOCK_HANDOVER: &str = concat!(handovers!(), "id = $1 for no key update");
/// Those that an earlier attempt left without an answer, of providers that are connected.
pub const STUCK_HANDOVERS: &str = concat!(
    handovers!(),
    "status in (10, 20, 35) and coalesce(asked_at, answered_at, created_at) < $1 and provider_id = any($2)
     order by id limit 200"
);
pub const WAITING_LABELS: &str = concat!(waiting!(), " order by id limit 500");
/// After their shipments, which are locked before them everywhere.
pub const LOCK_WAITING_LABELS: &str = concat!(waiting!(), " and id = any($5) order by id for no key update");
pub const INSERT_HANDOVER: &str = "
    insert into carrier_handovers (id, provider_id, server, kind, form, shipment_ids, label_ids, expected, expected_currency,
                                   requested_by, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
pub const TAKE_LABELS: &str = "
    update carrier_labels
    set pickup_id = case when $3 = 'pickup' then $1 else pickup_id end,
        manifest_id = case when $3 = 'pickup' then manifest_id else $1 end
    where id = any($2)";
/// What was not made leaves its labels to the next one.
pub const RELEASE_LABELS: &str = "
    update carrier_labels
    set pickup_id = nullif(pickup_id, $1), manifest_id = nullif(manifest_id, $1)
    where id = any($2)";
/// Only one attempt asks at a time.
pub const CLAIM_HANDOVER: &str = "
    update carrier_handovers
    set status = case when status = 10 then 20 else status end, asked_at = $2, attempts = attempts + 1
    where id = $1 and status in (10, 20, 35) and (asked_at is null or asked_at < $3)";
pub const KEEP_MADE: &str = "
    update carrier_handovers
    set status = 30, error = null, answered_at = $2, remote_id = $3, number = $4, charged = $5, charged_currency = $6,
        file_key = $7, file_size = $8, content_type = $9
    where id = $1 and status in (10, 20)";
pub const KEEP_HANDOVER_REFUSED: &str = "update carrier_handovers set status = 40, error = $3, answered_at = $2 where id = $1 and status in (10, 20)";
/// It is asked anew: the order was answered.
pub const CANCEL_PICKUP: &str = "
    update carrier_handovers set status = 35, reason = $2, error = null, asked_at = null
    where id = $1 and status in (30, 35)";
pub const KEEP_PICKUP_CANCELLED: &str =
    "update carrier_handovers set status = 0, answered_at = $2 where id = $1 and status = 35";
pub const KEEP_PICKUP_CANCEL_REFUSED: &str =
    "update carrier_handovers set status = 30, error = $3, answered_at = $2 where id = $1 and status = 35";

/// A handover with what is needed to ask for it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct HandoverRow {
    pub id: Uuid,
    pub provider_id: Uuid,
    /// Where it was ordered.
    pub server: String,
    pub kind: HandoverKind,
    pub status: CarrierHandoverStatus,
    #[sqlx(json)]
    pub form: HandoverOrder,
    pub shipment_ids: Vec<Uuid>,
    pub label_ids: Vec<Uuid>,
    pub expected: Option<Decimal>,
    pub expected_currency: Option<String>,
    pub charged: Option<Decimal>,
    pub charged_currency: Option<String>,
    pub remote_id: Option<String>,
    pub number: Option<String>,
    pub file_key: Option<String>,
    pub content_type: Option<String>,
    pub attempts: i32,
    pub asked_at: Option<DateTime<Utc>>,
    pub answered_at: Option<DateTime<Utc>>,
    pub error: Option<String>,
    pub reason: Option<String>,
    pub created_at: DateTime<Utc>,
}

impl HandoverRow {
    /// It waits for an answer.
    pub const fn is_asked(&self) -> bool {
        use CarrierHandoverStatus::{Asked, Cancelling, Waiting};
        matches!(self.status, Waiting | Asked | Cancelling)
    }

    /// Carriers take no manifest back.
    pub const fn is_cancellable(&self) -> bool {
        use CarrierHandoverStatus::{Cancelling, Made};
        matches!(self.kind, HandoverKind::Pickup) && matches!(self.status, Made | Cancelling)
    }
}

/// Which labels are meant: those that were bought through the connection as it is now.
#[derive(Clone, Copy, Debug)]
pub struct LabelSource<'a> {
    pub provider_id: Uuid,
    pub server: &'a str,
    pub account: &'a str,
    pub kind: HandoverKind,
}

/// A label that can be handed over.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct WaitingLabel {
    pub id: Uuid,
    pub shipment_id: Uuid,
    pub carrier_name: String,
    pub remote_id: String,
    pub tracking_number: String,
}

/// A handover before it is asked for.
#[derive(Debug)]
pub struct NewHandover<'a> {
    pub source: LabelSource<'a>,
    pub order: &'a HandoverOrder,
    pub shipment_ids: &'a [Uuid],
    pub label_ids: &'a [Uuid],
    pub expected: Option<Decimal>,
    pub expected_currency: Option<&'a str>,
    pub by: Uuid,
    pub at: DateTime<Utc>,
}

/// The newest first, at most 20.
pub async fn list(tx: &mut TenantTx, provider_id: Uuid) -> ApiResult<Vec<HandoverRow>> {
    Ok(sqlx::query_as(HANDOVERS_OF_PROVIDER).bind(provider_id).fetch_all(&mut **tx).await?)
}

pub async fn find(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<HandoverRow>> {
    Ok(sqlx::query_as(HANDOVER).bind(id).fetch_optional(&mut **tx).await?)
}

pub async fn lock(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<HandoverRow>> {
    Ok(sqlx::query_as(LOCK_HANDOVER).bind(id).fetch_optional(&mut **tx).await?)
}

/// Handovers of these providers that were asked for before this time and have no answer.
pub async fn list_stuck(
    tx: &mut TenantTx,
    before: DateTime<Utc>,
    provider_ids: &[Uuid],
) -> ApiResult<Vec<HandoverRow>> {
    Ok(sqlx::query_as(STUCK_HANDOVERS).bind(before).bind(provider_ids).fetch_all(&mut **tx).await?)
}

/// Labels that can be handed over, the oldest first, at most 500.
pub async fn list_waiting(tx: &mut TenantTx, source: LabelSource<'_>) -> ApiResult<Vec<WaitingLabel>> {
    Ok(sqlx::query_as(WAITING_LABELS)
        .bind(source.provider_id)
        .bind(source.server)
        .bind(source.account)
        .bind(source.kind.as_str())
        .fetch_all(&mut **tx)
        .await?)
}

/// Those of the labels that still can be, locked.
pub async fn lock_waiting(
    tx: &mut TenantTx,
    source: LabelSource<'_>,
    ids: &[Uuid],
) -> ApiResult<Vec<WaitingLabel>> {
    Ok(sqlx::query_as(LOCK_WAITING_LABELS)
        .bind(source.provider_id)
        .bind(source.server)
        .bind(source.account)
        .bind(source.kind.as_str())
        .bind(ids)
        .fetch_all(&mut **tx)
        .await?)
}

/// Writes the row, and takes its labels, which are locked.
pub async fn insert(tx: &mut TenantTx, id: Uuid, new: &NewHandover<'_>) -> ApiResult<()> {
    let kind = new.source.kind.as_str();
    sqlx::query(INSERT_HANDOVER)
        .bind(id)
        .bind(new.source.provider_id)
        .bind(new.source.server)
        .bind(kind)
        .bind(Json(new.order))
        .bind(new.shipment_ids)
        .bind(new.label_ids)
        .bind(new.expected)
        .bind(new.expected_currency)
        .bind(new.by)
        .bind(new.at)
        .execute(&mut **tx)
        .await?;
    sqlx::query(TAKE_LABELS).bind(id).bind(new.label_ids).bind(kind).execute(&mut **tx).await?;
    Ok(())
}

/// Writes that a carrier is asked now. False while another attempt may still wait for its answer.
pub async fn claim(tx: &mut TenantTx, id: Uuid, at: DateTime<Utc>) -> ApiResult<bool> {
    let claim = sqlx::query(CLAIM_HANDOVER).bind(id).bind(at).bind(at - ASKING);
    Ok(claim.execute(&mut **tx).await?.rows_affected() > 0)
}

/// Writes what was made; false when it has an answer already.
pub async fn keep_made(
    tx: &mut TenantTx,
    id: Uuid,
    made: &MadeHandover,
    file: Option<&StoredLabel>,
    at: DateTime<Utc>,
) -> ApiResult<bool> {
    let kept = sqlx::query(KEEP_MADE)
        .bind(id)
        .bind(at)
        .bind(&made.remote_id)
        .bind(&made.number)
        .bind(made.charged.as_ref().map(|charged| charged.amount))
        .bind(made.charged.as_ref().map(|charged| charged.currency.as_str()))
        .bind(file.map(|file| file.file_key.as_str()))
        .bind(file.map(|file| file.file_size))
        .bind(file.map(|file| file.content_type))
        .execute(&mut **tx)
        .await?;
    Ok(kept.rows_affected() > 0)
}

/// Writes that the carrier makes it not; false when it has an answer already.
pub async fn keep_refused(
    tx: &mut TenantTx,
    row: &HandoverRow,
    reason: &str,
    at: DateTime<Utc>,
) -> ApiResult<bool> {
    let keep = sqlx::query(KEEP_HANDOVER_REFUSED).bind(row.id).bind(at).bind(reason);
    let is_kept = keep.execute(&mut **tx).await?.rows_affected() > 0;
    if is_kept {
        release(tx, row).await?;
    }
    Ok(is_kept)
}

pub async fn cancel(tx: &mut TenantTx, id: Uuid, reason: &str) -> ApiResult<()> {
    sqlx::query(CANCEL_PICKUP).bind(id).bind(reason).execute(&mut **tx).await?;
    Ok(())
}

/// Writes the answer to a cancellation: why it was refused, or none. False when it has one.
pub async fn keep_cancelled(
    tx: &mut TenantTx,
    row: &HandoverRow,
    refusal: Option<&str>,
    at: DateTime<Utc>,
) -> ApiResult<bool> {
    let keep = match refusal {
        None => sqlx::query(KEEP_PICKUP_CANCELLED).bind(row.id).bind(at),
        Some(reason) => sqlx::query(KEEP_PICKUP_CANCEL_REFUSED).bind(row.id).bind(at).bind(reason),
    };
    let is_kept = keep.execute(&mut **tx).await?.rows_affected() > 0;
    if is_kept && refusal.is_none() {
        release(tx, row).await?;
    }
    Ok(is_kept)
}

async fn release(tx: &mut TenantTx, row: &HandoverRow) -> ApiResult<()> {
    sqlx::query(RELEASE_LABELS).bind(row.id).bind(&row.label_ids).execute(&mut **tx).await?;
    Ok(())
}
