//! Brings pickups up to date with the records of their drivers. A collection is written once, with its events: what a driver finds
//! out later becomes a task for staff.

use std::collections::HashSet;

use policy::Resource;
use serde::Serialize;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::delivery_outcome::SURE_M;
use super::pickup_outcome::{PickupRecords, PickupTurn, RecordedPickup};
use super::record::{FileHash, RecordKind, RecordVerdict};
use super::record_row::RecordRow;
use super::record_store as store;
use super::stop_fold::RecordFlag;
use super::wire::FieldRecord;
use crate::pickups::cargo;
use crate::pickups::collect::{self, CollectedColumns, CollectedScan};
use crate::pickups::ending::{self, PickupAttempt};
use crate::pickups::model::{Pickup, PickupFailReason, PickupOutcome, PickupTask};
use crate::pickups::store::PICKUPS;
use crate::runs::pickup_store;
use access::ctx::Ctx;
use receiving::inbound::arrivals::{self, ParcelOrigin};
use server_core::audit;
use server_core::http::error::ApiResult;
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::record::Where;

/// Pickups of a batch; a phone sends at most 50 records.
const MOST: i64 = 100;

/// The columns of a collection that a driver recorded.
#[derive(Debug, Serialize)]
struct RecordedCollection {
    #[serde(flatten)]
    collected: CollectedColumns,
    record_id: Uuid,
    /// Nothing of a failure before it.
    fail_reason: Option<PickupFailReason>,
    note: Option<String>,
    latitude: Option<f64>,
    longitude: Option<f64>,
}

/// The columns of what staff have to decide.
#[derive(Debug, Serialize)]
struct TaskColumns {
    tasks: Vec<PickupTask>,
    flags: Vec<RecordFlag>,
    is_waiting: bool,
}

/// The answer to a record of a pickup that is not known yet.
pub fn check_record(record: &FieldRecord, arrived: &HashSet<FileHash>) -> RecordVerdict {
    let payload = &record.payload;
    let is_empty_scan = payload.codes.as_ref().is_some_and(Vec::is_empty);
    let is_known_reason =
        payload.reason.as_deref().is_some_and(|reason| PickupFailReason::from_name(reason).is_some());
    match record.kind {
        RecordKind::Fail if !is_known_reason => RecordVerdict::ReasonUnknown,
        RecordKind::Collect if is_empty_scan && payload.unlabelled.unwrap_or(0) == 0 => {
            RecordVerdict::ProofMissing
        }
        RecordKind::Undo if payload.undoes.is_none() => RecordVerdict::NotFound,
        _ if record.to_driver_record(None).is_complete(arrived) => RecordVerdict::Accepted,
        _ => RecordVerdict::WaitingForFiles,
    }
}

/// Folds the records of pickups, and writes what is new.
pub async fn refold(tx: &mut TenantTx, ctx: &Ctx, ids: &[Uuid]) -> ApiResult<()> {
    if ids.is_empty() {
        return Ok(());
    }
    // Those of a batch are locked already, but not those whose last file has arrived.
    pickup_store::lock_pickups(tx, ids).await?;
    let filter = Where::all().among("p.id", Some(ids.to_vec()));
    let pickups: Vec<Pickup> = PICKUPS.listing.all(tx, &filter, MOST).await?;
    let records = store::list_pickup_records(tx, ids).await?;
    let left = store::list_left_stops(tx, ids).await?;
    // A batch has few pickups, and each has its own parcels, place and time.
    for pickup in &pickups {
        let recorded = PickupRecords {
            pickup,
            left: left.iter().filter(|stop| stop.pickup_id == pickup.id).collect(),
            records: records.iter().filter(|row| row.subject_id == pickup.id).collect(),
        }
        .fold();
        match recorded.turn {
            Some(PickupTurn::Collected(row)) => write_collection(tx, ctx, pickup, row).await?,
            Some(PickupTurn::Failed(row)) => write_failure(tx, ctx, pickup, row).await?,
            None => {}
        }
        write_tasks(tx, ctx, pickup, &recorded).await?;
    }
    Ok(())
}

/// Writes what staff have to decide, if it is new.
async fn write_tasks(
    tx: &mut TenantTx,
    ctx: &Ctx,
    pickup: &Pickup,
    recorded: &RecordedPickup<'_>,
) -> ApiResult<()> {
    let RecordedPickup { flags, is_waiting, .. } = recorded;
    let is_open = |task: &&PickupTask| !pickup.settled_tasks.contains(task);
    let tasks: Vec<PickupTask> = recorded.tasks.iter().filter(is_open).copied().collect();
    if (&tasks, flags, *is_waiting) == (&pickup.tasks, &pickup.flags, pickup.is_waiting) {
        return Ok(());
    }
    let facts = json!({ "tasks": [pickup.tasks, tasks] });
    let columns = TaskColumns { tasks, flags: flags.clone(), is_waiting: *is_waiting };
    PICKUPS.write(tx, ctx.now(), pickup.id, &columns).await?;
    if columns.tasks != pickup.tasks {
        audit::record(tx, ctx, "pickup.update", Some(pickup.id), facts).await?;
    }
    live::records_changed(tx, &Audience::Staff, Resource::Pickup.name(), &[pickup.id]);
    Ok(())
}

async fn write_collection(tx: &mut TenantTx, ctx: &Ctx, pickup: &Pickup, row: &RecordRow) -> ApiResult<()> {
    let at = row.shown_time();
    let (codes, unlabelled) = find_scanned(tx, pickup, row).await?;
    let scan = CollectedScan { codes: &codes, unlabelled, at, counts_refused: true, accepts_more: true };
    let collection = collect::collect(tx, ctx, pickup, &scan).await?;
    let status = collection.columns.status;
    let facts = json!({
        "parcels_collected": collection.columns.parcels_collected, "codes": collection.codes,
        "missing": collection.missing,
    });
    // Staff find out whose parcels these are.
    let strange = collection.refused.iter().filter(|one| one.message_code == MessageCode::NotFound.as_str());
    let strange: Vec<&str> = strange.map(|one| one.code.as_str()).collect();
    let origin = ParcelOrigin {
        pickup_number: &pickup.number,
        warehouse_id: pickup.warehouse_id,
        subsidiary_id: pickup.subsidiary_id,
    };
    arrivals::expect_unidentified(tx, ctx, &strange, origin).await?;
    let refused = collection.refused.into_iter().map(|one| one.code);
    let note: Vec<String> = row.payload.note.clone().into_iter().chain(refused).collect();
    let sure =
        row.latitude.zip(row.longitude).filter(|_| row.accuracy_m.is_some_and(|metres| metres <= SURE_M));
    let place = pickup.latitude.zip(pickup.longitude).or(sure);
    let columns = RecordedCollection {
        collected: collection.columns,
        record_id: row.id,
        fail_reason: None,
        note: Some(note.join(" · ")).filter(|note| !note.is_empty()),
        latitude: place.map(|place| place.0),
        longitude: place.map(|place| place.1),
    };
    PICKUPS.write(tx, ctx.now(), pickup.id, &columns).await?;
    audit::record(tx, ctx, "pickup.collect", Some(pickup.id), facts).await?;
    ending::end_stop(tx, pickup, status, None, at).await?;
    ending::announce(tx, &[pickup.client_id], &[pickup.id]);
    Ok(())
}

/// The scanned codes and the number of parcels without a label. A record that names neither is about all that was expected.
async fn find_scanned(tx: &mut TenantTx, pickup: &Pickup, row: &RecordRow) -> ApiResult<(Vec<String>, i32)> {
    let payload = &row.payload;
    if payload.codes.is_some() || payload.unlabelled.is_some_and(|count| count > 0) {
        return Ok((payload.codes.clone().unwrap_or_default(), payload.unlabelled.unwrap_or(0)));
    }
    let shipments = cargo::load(tx, pickup.id).await?;
    let expected = shipments.into_iter().filter(|one| one.outcome == PickupOutcome::Expected);
    let codes: Vec<String> = expected.map(|one| one.tracking_code).collect();
    let unlabelled = if codes.is_empty() { pickup.parcels } else { 0 };
    Ok((codes, unlabelled))
}

async fn write_failure(tx: &mut TenantTx, ctx: &Ctx, pickup: &Pickup, row: &RecordRow) -> ApiResult<()> {
    let Some(reason) = row.payload.reason.as_deref().and_then(PickupFailReason::from_name) else {
        return Ok(());
    };
    let attempt = PickupAttempt { reason, note: row.payload.note.clone(), at: row.shown_time() };
    ending::fail(tx, ctx, pickup, &attempt).await
}
