//! SQL of the requests to postal operators.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{BagUnitRequest, UnitRequestKind, UnitRequestStatus};
use server_core::http::error::ApiResult;

/// Longer than all calls of one attempt take together: what was asked before that is answered, or never will be.
pub const ASKING: TimeDelta = TimeDelta::seconds(180);

pub const INSERT: &str = "
    insert into bag_unit_requests (id, bag_id, kind, operator, operator_label, form, unit_code, reason, requested_by, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
pub const OF_BAG: &str = "
    select id, kind, status, operator_label, unit_code, error, attempts, asked_at, answered_at, requested_by, created_at
    from bag_unit_requests where bag_id = $1 order by created_at desc, id desc limit 50";
pub const OPEN: &str = "select id from bag_unit_requests where bag_id = $1 and status in (10, 20)";
pub const FIND: &str = "
    select id, kind, status, operator, form, unit_code, reason, asked_at from bag_unit_requests where id = $1";
/// Only one attempt asks at a time.
pub const CLAIM: &str = "
    update bag_unit_requests set status = 20, asked_at = $2, attempts = attempts + 1
    where id = $1 and status in (10, 20) and (asked_at is null or asked_at < $3)";
pub const END: &str = "
    update bag_unit_requests set status = $2, answered_at = $3, unit_code = coalesce($4, unit_code), error = $5, answer = $6
    where id = $1 and status in (10, 20)";
pub const PARCELS: &str = "
    select tracking_code, parcel_count from bag_parcels where bag_id = $1 and left_at is null
    order by scanned_at, id limit 10000";

/// A request before it is sent.
#[derive(Debug)]
pub struct NewUnitRequest<'a> {
    pub bag_id: Uuid,
    pub kind: UnitRequestKind,
    /// Name of the operator, and how the company calls it.
    pub operator: &'a str,
    pub operator_label: &'a str,
    /// The body it is sent; none for a withdrawal.
    pub form: Option<Value>,
    /// To be withdrawn.
    pub unit_code: Option<&'a str>,
    /// Why it is withdrawn.
    pub reason: Option<&'a str>,
    pub by: Uuid,
    pub at: DateTime<Utc>,
}

/// A request with what is needed to send it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct UnitRequestRow {
    pub id: Uuid,
    pub kind: UnitRequestKind,
    pub status: UnitRequestStatus,
    pub operator: String,
    pub form: Option<Value>,
    pub unit_code: Option<String>,
    pub reason: Option<String>,
    pub asked_at: Option<DateTime<Utc>>,
}

/// The end of a request.
#[derive(Debug)]
pub struct UnitRequestEnd<'a> {
    pub status: UnitRequestStatus,
    pub unit_code: Option<&'a str>,
    pub error: Option<&'a str>,
    /// As it came.
    pub answer: &'a str,
    pub at: DateTime<Utc>,
}

/// A parcel of a bag, for the post.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct PostalParcel {
    pub tracking_code: String,
    /// Parcels of its shipment.
    pub parcel_count: i16,
}

pub async fn insert(tx: &mut TenantTx, new: &NewUnitRequest<'_>) -> ApiResult<Uuid> {
    let id = Uuid::now_v7();
    sqlx::query(INSERT)
        .bind(id)
        .bind(new.bag_id)
        .bind(new.kind.as_str())
        .bind(new.operator)
        .bind(new.operator_label)
        .bind(&new.form)
        .bind(new.unit_code)
        .bind(new.reason)
        .bind(new.by)
        .bind(new.at)
        .execute(&mut **tx)
        .await?;
    Ok(id)
}

/// The newest first, at most 50.
pub async fn list(tx: &mut TenantTx, bag_id: Uuid) -> ApiResult<Vec<BagUnitRequest>> {
    Ok(sqlx::query_as(OF_BAG).bind(bag_id).fetch_all(&mut **tx).await?)
}

/// The request of a bag that has no answer yet.
pub async fn find_open(tx: &mut TenantTx, bag_id: Uuid) -> ApiResult<Option<Uuid>> {
    Ok(sqlx::query_scalar(OPEN).bind(bag_id).fetch_optional(&mut **tx).await?)
}

pub async fn find(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<UnitRequestRow>> {
    Ok(sqlx::query_as(FIND).bind(id).fetch_optional(&mut **tx).await?)
}

/// Writes that a request is sent now. False while another attempt may still wait for its answer.
pub async fn claim(tx: &mut TenantTx, id: Uuid, at: DateTime<Utc>) -> ApiResult<bool> {
    let claimed = sqlx::query(CLAIM).bind(id).bind(at).bind(at - ASKING).execute(&mut **tx).await?;
    Ok(claimed.rows_affected() > 0)
}

/// Writes the answer to a request; false when it has one.
pub async fn end(tx: &mut TenantTx, id: Uuid, end: &UnitRequestEnd<'_>) -> ApiResult<bool> {
    let ended = sqlx::query(END)
        .bind(id)
        .bind(end.status)
        .bind(end.at)
        .bind(end.unit_code)
        .bind(end.error)
        .bind(end.answer)
        .execute(&mut **tx)
        .await?;
    Ok(ended.rows_affected() > 0)
}

/// The parcels in a bag, in the order of their scans.
pub async fn list_parcels(tx: &mut TenantTx, bag_id: Uuid) -> ApiResult<Vec<PostalParcel>> {
    Ok(sqlx::query_as(PARCELS).bind(bag_id).fetch_all(&mut **tx).await?)
}
