//! The records of drivers at the stops of a pickup, as staff read them.

use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{PickupFailReason, PickupRecord};
use crate::drivers::record_row::{self, RecordRow};
use crate::drivers::record_store;
use server_core::http::error::ApiResult;

/// The records of a pickup, the newest first. Without the right to see proofs, they have no place and no file.
pub async fn list_records(
    tx: &mut TenantTx,
    pickup_id: Uuid,
    has_proof_right: bool,
) -> ApiResult<Vec<PickupRecord>> {
    let rows = record_store::list_pickup_records(tx, &[pickup_id]).await?;
    let rows = record_row::sort_for_staff(rows, has_proof_right);
    Ok(rows.into_iter().map(to_record).collect())
}

fn to_record(row: RecordRow) -> PickupRecord {
    let at = row.shown_time();
    let payload = row.payload;
    PickupRecord {
        id: row.id,
        stop_id: row.stop_id,
        kind: row.kind,
        at,
        received_at: row.received_at,
        name: payload.name,
        codes: payload.codes,
        unlabelled: payload.unlabelled,
        reason: payload.reason.as_deref().and_then(PickupFailReason::from_name),
        note: payload.note,
        proof_impossible: payload.proof_impossible,
        undoes: payload.undoes,
        latitude: row.latitude,
        longitude: row.longitude,
        accuracy_m: row.accuracy_m,
        files: row.files,
        is_complete: row.is_complete,
    }
}
