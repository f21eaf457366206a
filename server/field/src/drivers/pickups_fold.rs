//! Brings pickups up to date with the records of their drivers. A collection is written once, with its events: what a driver finds
//! out later is for staff to correct.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::record::{FileHash, RecordKind, RecordVerdict};
use super::record_store::{self as store, RecordRow};
use super::stop_fold::{StopOrder, StopState, StoredRecord, fold_stop};
use super::wire::FieldRecord;
use crate::pickups::cargo;
use crate::pickups::collect::{self, CollectedColumns, CollectedScan};
use crate::pickups::ending::{self, PickupAttempt};
use crate::pickups::model::{Pickup, PickupFailReason, PickupOutcome};
use crate::pickups::store::PICKUPS;
use crate::runs::pickup_store;
use crate::steps::pickup::PickupStatus;
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::error::ApiResult;
use server_core::record::Where;

/// Pickups of a batch; a phone sends at most 50 records.
const MOST: i64 = 100;

/// The columns of a collection that a driver recorded.
#[derive(Debug, Serialize)]
struct RecordedCollection {
    #[serde(flatten)]
    collected: CollectedColumns,
    /// Nothing of a failure before it.
    fail_reason: Option<PickupFailReason>,
    note: Option<String>,
}

/// What the records of a pickup make of it now.
#[derive(Clone, Copy, Debug)]
enum PickupTurn<'a> {
    Collected(&'a RecordRow),
    Failed(&'a RecordRow),
}

/// The answer to a record of a pickup that is not known yet.
pub fn check_record(record: &FieldRecord, is_done: bool, arrived: &HashSet<FileHash>) -> RecordVerdict {
    let payload = &record.payload;
    let is_empty_scan = payload.codes.as_ref().is_some_and(Vec::is_empty);
    let is_known_reason =
        payload.reason.as_deref().is_some_and(|reason| PickupFailReason::from_name(reason).is_some());
    match record.kind {
        RecordKind::Fail if !is_known_reason => RecordVerdict::ReasonUnknown,
        RecordKind::Collect if is_empty_scan && payload.unlabelled.unwrap_or(0) == 0 => {
            RecordVerdict::ProofMissing
        }
        // What has been written is corrected by staff.
        RecordKind::Undo if payload.undoes.is_none() || is_done => RecordVerdict::NotFound,
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
    // A batch has few pickups, and each has its own parcels, place and time.
    for pickup in &pickups {
        let own: Vec<&RecordRow> = records.iter().filter(|row| row.subject_id == pickup.id).collect();
        match find_turn(pickup.status, pickup.stop_id, &own) {
            Some(PickupTurn::Collected(row)) => write_collection(tx, ctx, pickup, row).await?,
            Some(PickupTurn::Failed(row)) => write_failure(tx, ctx, pickup, row).await?,
            None => {}
        }
    }
    Ok(())
}

/// What is new. A driver who failed can come back and collect; a failure on an earlier run says nothing of the present one.
fn find_turn<'a>(
    status: PickupStatus,
    stop_id: Option<Uuid>,
    records: &[&'a RecordRow],
) -> Option<PickupTurn<'a>> {
    use PickupStatus::{Failed, OnRoute, Scheduled};
    let counts = |row: &&&RecordRow| row.kind != RecordKind::Fail || Some(row.stop_id) == stop_id;
    let stored: Vec<StoredRecord> = records.iter().filter(counts).map(|row| to_stored(row)).collect();
    let order = StopOrder {
        success: RecordKind::Collect,
        parcel_ids: Vec::new(),
        cash_due: None,
        max_attempts: usize::MAX,
    };
    let folded = fold_stop(&order, &stored, &[]);
    let find = |id: Uuid| records.iter().find(|row| row.id == id).copied();
    if let Some(id) = folded.done_by {
        return find(id)
            .filter(|_| matches!(status, Scheduled | OnRoute | Failed))
            .map(PickupTurn::Collected);
    }
    if folded.state != StopState::Failed || !matches!(status, Scheduled | OnRoute) {
        return None;
    }
    find(folded.outcomes.get(&stop_id?)?.record_id).map(PickupTurn::Failed)
}

fn to_stored(row: &RecordRow) -> StoredRecord {
    StoredRecord {
        record: row.to_driver_record(None),
        received_at: row.received_at,
        is_complete: row.is_complete,
    }
}

/// The time that people read.
fn shown_time(row: &RecordRow) -> DateTime<Utc> {
    row.to_driver_record(None).time.limit_to(row.received_at)
}

async fn write_collection(tx: &mut TenantTx, ctx: &Ctx, pickup: &Pickup, row: &RecordRow) -> ApiResult<()> {
    let at = shown_time(row);
    let (codes, unlabelled) = find_scanned(tx, pickup, row).await?;
    let scan = CollectedScan { codes: &codes, unlabelled, at, counts_refused: true };
    let collection = collect::collect(tx, ctx, pickup, &scan).await?;
    let status = collection.columns.status;
    let facts = json!({
        "parcels_collected": collection.columns.parcels_collected, "codes": collection.codes,
        "missing": collection.missing,
    });
    // Staff find out whose parcels these are.
    let refused = collection.refused.into_iter().map(|one| one.code);
    let note: Vec<String> = row.payload.note.clone().into_iter().chain(refused).collect();
    let columns = RecordedCollection {
        collected: collection.columns,
        fail_reason: None,
        note: Some(note.join(" · ")).filter(|note| !note.is_empty()),
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
    let attempt = PickupAttempt { reason, note: row.payload.note.clone(), at: shown_time(row) };
    ending::fail(tx, ctx, pickup, &attempt).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drivers::wire::FieldPayload;

    const STOP: Uuid = Uuid::from_u128(10);
    const EARLIER_STOP: Uuid = Uuid::from_u128(9);

    fn at(minute: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_795_680_000 + 60 * minute, 0).unwrap()
    }

    fn row(id: u128, minute: i64, kind: RecordKind, stop_id: Uuid) -> RecordRow {
        RecordRow {
            id: Uuid::from_u128(id),
            stop_id,
            subject_id: Uuid::from_u128(1),
            driver_id: Uuid::from_u128(50),
            seq: 1,
            kind,
            device_at: at(minute),
            offset_s: Some(0),
            received_at: at(50),
            latitude: None,
            longitude: None,
            accuracy_m: None,
            payload: FieldPayload { reason: Some("sender_absent".into()), ..FieldPayload::default() },
            files: Vec::new(),
            is_complete: true,
        }
    }

    /// Whether it is collected, and by which record.
    fn turn(status: PickupStatus, rows: &[RecordRow]) -> Option<(bool, u128)> {
        let rows: Vec<&RecordRow> = rows.iter().collect();
        find_turn(status, Some(STOP), &rows).map(|turn| match turn {
            PickupTurn::Collected(row) => (true, row.id.as_u128()),
            PickupTurn::Failed(row) => (false, row.id.as_u128()),
        })
    }

    #[test]
    fn a_driver_who_failed_can_come_back_and_collect() {
        use PickupStatus::{Collected, Failed, OnRoute};
        let failed = row(1, 1, RecordKind::Fail, STOP);
        let collected = row(2, 9, RecordKind::Collect, STOP);
        assert_eq!(turn(OnRoute, std::slice::from_ref(&failed)), Some((false, 1)));
        assert_eq!(turn(Failed, std::slice::from_ref(&failed)), None, "it is written once");
        assert_eq!(turn(Failed, &[collected.clone(), failed.clone()]), Some((true, 2)));
        assert_eq!(turn(OnRoute, &[failed, collected.clone()]), Some((true, 2)));
        assert_eq!(turn(Collected, &[collected]), None, "it is written once");
    }

    #[test]
    fn a_failure_on_an_earlier_run_says_nothing_of_the_present_one() {
        let earlier = row(1, 1, RecordKind::Fail, EARLIER_STOP);
        assert_eq!(turn(PickupStatus::Scheduled, &[earlier]), None);
    }

    #[test]
    fn what_was_undone_before_it_was_written_does_not_count() {
        let collected = row(1, 1, RecordKind::Collect, STOP);
        let mut undo = row(2, 2, RecordKind::Undo, STOP);
        undo.payload.undoes = Some(collected.id);
        assert_eq!(turn(PickupStatus::OnRoute, &[collected, undo]), None);
    }
}
