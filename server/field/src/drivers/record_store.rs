//! SQL of what drivers record: their records and files.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::Serialize;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::record::{ProofKind, RecordKind, RecordVerdict};
use super::record_row::RecordRow;
use super::wire::{FieldPayload, FieldRecord, write_hash};
use crate::deliveries::model::{FieldFileRef, StopResult};
use crate::runs::model::ParcelOfShipment;
use crate::steps::delivery::DeliveryStatus;
use server_core::files::document::SavedDocument;
use server_core::http::error::ApiResult;

/// Stops that are or were this driver's.
pub const OWN_STOPS: &str = "
    select s.id, s.delivery_id, s.pickup_id, coalesce(d.proof, '[]') as proof
    from route_stops s join routes r on r.id = s.route_id left join deliveries d on d.id = s.delivery_id
    where s.id = any($1) and (r.driver_id = $2 or r.former_drivers @> to_jsonb($2::uuid))";
pub const KNOWN: &str = "select id, body_hash, verdict from field_records where id = any($1)";
pub const ARRIVED: &str = "select sha256 from field_files where sha256 = any($1)";
pub const INSERT: &str = "
    insert into field_records (id, body_hash, stop_id, driver_id, device, seq, kind, device_at, offset_s, received_at, latitude,
                               longitude, accuracy_m, payload, files, verdict, is_complete)
    select id, body_hash, stop_id, driver_id, device, seq, kind, device_at, offset_s, received_at, latitude, longitude, accuracy_m,
           payload, files, verdict, is_complete
    from jsonb_populate_recordset(null::field_records, $1)
    on conflict (id) do nothing";
pub const RECORDS: &str = "
    select f.id, f.stop_id, s.delivery_id as subject_id, f.driver_id, f.seq, f.kind, f.device_at, f.offset_s, f.received_at,
           f.latitude, f.longitude, f.accuracy_m, f.payload, f.files, f.is_complete, r.started_at,
           r.id is null or r.started_at is not null as is_under_way
    from field_records f join route_stops s on s.id = f.stop_id left join routes r on r.id = s.route_id
    where s.delivery_id = any($1) order by f.received_at, f.id limit 5000";
pub const PICKUP_RECORDS: &str = "
    select f.id, f.stop_id, s.pickup_id as subject_id, f.driver_id, f.seq, f.kind, f.device_at, f.offset_s, f.received_at,
           f.latitude, f.longitude, f.accuracy_m, f.payload, f.files, f.is_complete, r.started_at,
           r.id is null or r.started_at is not null as is_under_way
    from field_records f join route_stops s on s.id = f.stop_id left join routes r on r.id = s.route_id
    where s.pickup_id = any($1) order by f.received_at, f.id limit 5000";
pub const STOPS: &str = "
    select s.id, s.route_id, s.delivery_id, s.loaded, s.outcome, s.reason, s.done_at, s.removed_at
    from route_stops s where s.delivery_id = any($1) limit 5000";
/// The stops of pickups that were taken off their runs.
pub const LEFT_STOPS: &str = "
    select s.id, s.pickup_id, s.removed_at from route_stops s
    where s.pickup_id = any($1) and s.removed_at is not null limit 5000";
/// What a fold needs of deliveries, and what it can change.
pub const LOCK_DELIVERIES: &str = "
    select id, number, subsidiary_id, city, status, attempts, max_attempts, stop_id, record_id, latitude, longitude, office,
           settled_tasks, cod_due, cod_currency::text as cod_currency
    from deliveries where id = any($1) order by id for no key update";
/// A further attempt is over what was chosen after the one before.
pub const SET_DELIVERIES: &str = "
    update deliveries d
    set status = new.status, attempts = new.attempts, fail_reason = new.fail_reason, delivered_at = new.delivered_at,
        received_by = new.received_by, relationship = new.relationship, record_id = new.record_id, tasks = new.tasks,
        flags = new.flags, is_waiting = new.is_waiting, cod_taken = new.cod_taken, latitude = new.latitude, longitude = new.longitude,
        choice = case when new.attempts <= d.attempts then d.choice end,
        choice_on = case when new.attempts <= d.attempts then d.choice_on end,
        choice_note = case when new.attempts <= d.attempts then d.choice_note end,
        choice_at = case when new.attempts <= d.attempts then d.choice_at end,
        choice_attempts = case when new.attempts <= d.attempts then d.choice_attempts end,
        version = d.version + 1, updated_at = $2
    from jsonb_populate_recordset(null::deliveries, $1) new where d.id = new.id";
pub const SET_STOPS: &str = "
    update route_stops s set outcome = new.outcome, reason = new.reason, done_at = new.done_at
    from jsonb_populate_recordset(null::route_stops, $1) new where s.id = new.id";
/// A run that the office changes at the moment gets its new version from that change, which can wait for these deliveries: to wait
/// for it would be a deadlock.
pub const TOUCH_ROUTES: &str = "
    update routes set version = version + 1, updated_at = $2
    where id in (select id from routes where id = any($1) and status = 30 order by id for no key update skip locked)";
/// Records of a driver whose files have all arrived now, with what their stops are of.
pub const COMPLETE: &str = "
    update field_records f set is_complete = true
    from route_stops s
    where s.id = f.stop_id and f.driver_id = $1 and f.received_at > $2 and not f.is_reduced and not f.is_complete
      and not exists (
          select from jsonb_to_recordset(f.files) named(sha256 text)
          where not exists (select from field_files k where k.sha256 = named.sha256))
    returning s.delivery_id, s.pickup_id";
pub const FILE: &str = "select file_key, content_type from field_files where sha256 = $1";
pub const INSERT_FILE: &str = "
    insert into field_files (sha256, file_key, content_type, file_size, uploaded_by, uploaded_at)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (sha256) do nothing";
/// A file of a record of this delivery or pickup.
pub const FILE_OF_SUBJECT: &str = "
    select k.file_key, k.content_type from field_files k
    where k.sha256 = $2 and k.file_key is not null and exists (
        select from field_records f join route_stops s on s.id = f.stop_id
        where (s.delivery_id = $1 or s.pickup_id = $1) and f.files @> jsonb_build_array(jsonb_build_object('sha256', $2::text)))";
/// Pictures among these files.
pub const PICTURES: &str = "
    select sha256, file_key from field_files
    where sha256 = any($1) and file_key is not null and content_type like 'image/%' limit 100";

/// A stop of a driver.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct OwnStop {
    pub id: Uuid,
    /// A stop is of a delivery or of a pickup.
    pub delivery_id: Option<Uuid>,
    pub pickup_id: Option<Uuid>,
    /// What its delivery asks for.
    #[sqlx(json)]
    pub proof: Vec<ProofKind>,
}

/// The delivery or the pickup of a record that has become complete.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct CompletedStop {
    pub delivery_id: Option<Uuid>,
    pub pickup_id: Option<Uuid>,
}

/// A record that was taken before.
#[derive(Clone, Debug)]
pub struct KnownRecord {
    pub body_hash: Vec<u8>,
    pub verdict: RecordVerdict,
}

/// A stop of a delivery, also one that was taken off.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct FoldedStopRow {
    pub id: Uuid,
    /// None at the counter.
    pub route_id: Option<Uuid>,
    pub delivery_id: Uuid,
    #[sqlx(json)]
    pub loaded: Vec<ParcelOfShipment>,
    pub outcome: Option<StopResult>,
    pub reason: Option<String>,
    pub done_at: Option<DateTime<Utc>>,
    pub removed_at: Option<DateTime<Utc>>,
}

/// A stop of a pickup that was taken off its run.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct LeftStop {
    pub id: Uuid,
    pub pickup_id: Uuid,
    pub removed_at: DateTime<Utc>,
}

/// A delivery whose records are folded. It is locked.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct FoldedDelivery {
    pub id: Uuid,
    pub number: String,
    pub subsidiary_id: Option<Uuid>,
    pub city: String,
    pub status: DeliveryStatus,
    pub attempts: i16,
    pub max_attempts: i16,
    pub stop_id: Option<Uuid>,
    pub record_id: Option<Uuid>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    #[sqlx(json)]
    pub office: Vec<crate::deliveries::office::OfficeEntry>,
    #[sqlx(json)]
    pub settled_tasks: Vec<super::stop_fold::FieldTask>,
    /// Cash to collect, with its currency.
    pub cod_due: Option<Decimal>,
    pub cod_currency: Option<String>,
}

/// The columns of a new record.
#[derive(Debug, Serialize)]
pub struct NewRecord<'a> {
    pub id: Uuid,
    /// As Postgres reads bytes.
    pub body_hash: String,
    pub stop_id: Uuid,
    pub driver_id: Uuid,
    pub device: Option<Uuid>,
    pub seq: i32,
    pub kind: RecordKind,
    pub device_at: DateTime<Utc>,
    pub offset_s: Option<i32>,
    pub received_at: DateTime<Utc>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub accuracy_m: Option<f64>,
    pub payload: FieldPayload,
    pub files: &'a [FieldFileRef],
    pub verdict: RecordVerdict,
    pub is_complete: bool,
}

/// The judgement of a record when it arrived.
#[derive(Clone, Copy, Debug)]
pub struct JudgedRecord {
    pub verdict: RecordVerdict,
    pub is_pin_right: Option<bool>,
}

impl<'a> NewRecord<'a> {
    pub fn of(
        record: &'a FieldRecord,
        body_hash: &[u8],
        driver_id: Uuid,
        received_at: DateTime<Utc>,
        judged: JudgedRecord,
    ) -> Self {
        let JudgedRecord { verdict, is_pin_right } = judged;
        Self {
            id: record.id,
            body_hash: format!("\\x{}", write_hash(body_hash)),
            stop_id: record.route_stop_id,
            driver_id,
            device: record.device,
            seq: record.seq,
            kind: record.kind,
            device_at: record.at,
            offset_s: record.offset_s,
            received_at,
            latitude: record.latitude,
            longitude: record.longitude,
            accuracy_m: record.accuracy_m,
            payload: record.payload.without_pin(is_pin_right),
            files: &record.files,
            verdict,
            is_complete: verdict == RecordVerdict::Accepted,
        }
    }
}

pub async fn list_own_stops(tx: &mut TenantTx, ids: &[Uuid], driver_id: Uuid) -> ApiResult<Vec<OwnStop>> {
    Ok(sqlx::query_as(OWN_STOPS).bind(ids).bind(driver_id).fetch_all(&mut **tx).await?)
}

pub async fn list_known(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<HashMap<Uuid, KnownRecord>> {
    let rows: Vec<(Uuid, Vec<u8>, RecordVerdict)> =
        sqlx::query_as(KNOWN).bind(ids).fetch_all(&mut **tx).await?;
    let to_known = |(id, body_hash, verdict)| (id, KnownRecord { body_hash, verdict });
    Ok(rows.into_iter().map(to_known).collect())
}

/// Those of the files that are there.
pub async fn list_arrived(tx: &mut TenantTx, hashes: &[String]) -> ApiResult<HashSet<String>> {
    let found: Vec<String> = sqlx::query_scalar(ARRIVED).bind(hashes).fetch_all(&mut **tx).await?;
    Ok(found.into_iter().collect())
}

pub async fn insert(tx: &mut TenantTx, records: &[NewRecord<'_>]) -> ApiResult<()> {
    if !records.is_empty() {
        sqlx::query(INSERT).bind(Json(records)).execute(&mut **tx).await?;
    }
    Ok(())
}

pub async fn list_records(tx: &mut TenantTx, delivery_ids: &[Uuid]) -> ApiResult<Vec<RecordRow>> {
    Ok(sqlx::query_as(RECORDS).bind(delivery_ids).fetch_all(&mut **tx).await?)
}

pub async fn list_pickup_records(tx: &mut TenantTx, pickup_ids: &[Uuid]) -> ApiResult<Vec<RecordRow>> {
    Ok(sqlx::query_as(PICKUP_RECORDS).bind(pickup_ids).fetch_all(&mut **tx).await?)
}

pub async fn list_left_stops(tx: &mut TenantTx, pickup_ids: &[Uuid]) -> ApiResult<Vec<LeftStop>> {
    Ok(sqlx::query_as(LEFT_STOPS).bind(pickup_ids).fetch_all(&mut **tx).await?)
}

pub async fn list_stops(tx: &mut TenantTx, delivery_ids: &[Uuid]) -> ApiResult<Vec<FoldedStopRow>> {
    Ok(sqlx::query_as(STOPS).bind(delivery_ids).fetch_all(&mut **tx).await?)
}

pub async fn lock_deliveries(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<FoldedDelivery>> {
    Ok(sqlx::query_as(LOCK_DELIVERIES).bind(ids).fetch_all(&mut **tx).await?)
}

/// Writes what follows from the records: rows whose fields are columns.
pub async fn set_deliveries(
    tx: &mut TenantTx,
    rows: &[impl Serialize + Sync],
    at: DateTime<Utc>,
) -> ApiResult<()> {
    sqlx::query(SET_DELIVERIES).bind(Json(rows)).bind(at).execute(&mut **tx).await?;
    Ok(())
}

pub async fn set_stops(tx: &mut TenantTx, rows: &[impl Serialize + Sync]) -> ApiResult<()> {
    if !rows.is_empty() {
        sqlx::query(SET_STOPS).bind(Json(rows)).execute(&mut **tx).await?;
    }
    Ok(())
}

/// Runs under way whose stops have changed get a new version: open pages and phones read them again.
pub async fn touch_routes(tx: &mut TenantTx, ids: &[Uuid], at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(TOUCH_ROUTES).bind(ids).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// Marks the newer records of a driver whose files have all arrived, and returns what they are of. Asked with every batch and
/// every file: a file and its record can come at the same time.
pub async fn complete(
    tx: &mut TenantTx,
    driver_id: Uuid,
    since: DateTime<Utc>,
) -> ApiResult<Vec<CompletedStop>> {
    Ok(sqlx::query_as(COMPLETE).bind(driver_id).bind(since).fetch_all(&mut **tx).await?)
}

/// Whether a file is known, also one that has been deleted since.
pub async fn is_known_file(tx: &mut TenantTx, sha256: &str) -> ApiResult<bool> {
    let found: Option<(Option<String>, String)> =
        sqlx::query_as(FILE).bind(sha256).fetch_optional(&mut **tx).await?;
    Ok(found.is_some())
}

/// False when another call has stored the same file meanwhile.
pub async fn insert_file(
    tx: &mut TenantTx,
    sha256: &str,
    file: &SavedDocument,
    by: Uuid,
    at: DateTime<Utc>,
) -> ApiResult<bool> {
    let written = sqlx::query(INSERT_FILE)
        .bind(sha256)
        .bind(&file.file_key)
        .bind(file.content_type)
        .bind(file.file_size)
        .bind(by)
        .bind(at)
        .execute(&mut **tx)
        .await?;
    Ok(written.rows_affected() > 0)
}

/// The key and the type of a file that a record of the delivery or pickup names.
pub async fn find_file(
    tx: &mut TenantTx,
    subject_id: Uuid,
    sha256: &str,
) -> ApiResult<Option<(String, String)>> {
    let query = sqlx::query_as(FILE_OF_SUBJECT).bind(subject_id).bind(sha256);
    Ok(query.fetch_optional(&mut **tx).await?)
}

/// The keys of those of the files that are pictures and not deleted yet, by their hashes.
pub async fn list_pictures(tx: &mut TenantTx, hashes: &[String]) -> ApiResult<HashMap<String, String>> {
    let rows: Vec<(String, String)> = sqlx::query_as(PICTURES).bind(hashes).fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().collect())
}
