//! What drivers recorded at the stops of a delivery, as staff read it.

use tenancy::TenantTx;
use uuid::Uuid;

use super::model::DeliveryRecord;
use crate::drivers::attempt_reason::AttemptReason;
use crate::drivers::record_row::{self, RecordRow};
use crate::drivers::record_store;
use server_core::http::error::ApiResult;

/// The records of a delivery, the newest first. Without the right to see proofs, they have no place, document or file.
pub async fn list_records(
    tx: &mut TenantTx,
    delivery_id: Uuid,
    has_proof_right: bool,
) -> ApiResult<Vec<DeliveryRecord>> {
    let rows = record_store::list_records(tx, &[delivery_id]).await?;
    let rows = record_row::sort_for_staff(rows, has_proof_right);
    Ok(rows.into_iter().map(to_record).collect())
}

pub fn to_record(row: RecordRow) -> DeliveryRecord {
    let at = row.shown_time();
    let payload = row.payload;
    DeliveryRecord {
        id: row.id,
        stop_id: row.stop_id,
        kind: row.kind,
        at,
        received_at: row.received_at,
        name: payload.name,
        relationship: payload.relationship,
        document_number: payload.document_number,
        is_pin_right: payload.is_pin_right,
        reason: payload.reason.as_deref().and_then(AttemptReason::from_name),
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
