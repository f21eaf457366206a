//! The proof of one shipment of a delivery, for those who can open the shipment. Documents, places and notes stay with the staff.

use std::collections::HashMap;

use tenancy::TenantTx;
use uuid::Uuid;

use super::history::to_record;
use super::model::{Delivery, DeliveryDetails, DeliveryRecord, DeliveryShipment};
use super::store::CargoRow;
use crate::drivers::record::{ProofKind, RecordKind};
use crate::drivers::record_row::RecordRow;
use crate::drivers::record_store;
use server_core::http::error::ApiResult;

/// The proofs of a shipment by their deliveries: the handover first. A delivery that has not handed it over is left out.
pub async fn list_proofs(tx: &mut TenantTx, cargo: &[&CargoRow]) -> ApiResult<HashMap<Uuid, Vec<RecordRow>>> {
    let ids: Vec<Uuid> =
        cargo.iter().filter(|row| !row.events.is_empty()).map(|row| row.delivery_id).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = record_store::list_records(tx, &ids).await?;
    let proofs = cargo.iter().map(|cargo| (cargo.delivery_id, choose_records(&rows, cargo)));
    Ok(proofs.filter(|(_, records)| !records.is_empty()).collect())
}

/// Takes away the files that have been deleted since.
pub async fn keep_stored(tx: &mut TenantTx, proofs: &mut HashMap<Uuid, Vec<RecordRow>>) -> ApiResult<()> {
    let files = proofs.values().flatten().flat_map(|record| &record.files);
    let hashes: Vec<String> = files.map(|file| file.sha256.clone()).collect();
    if hashes.is_empty() {
        return Ok(());
    }
    let stored = record_store::list_pictures(tx, &hashes).await?;
    for record in proofs.values_mut().flatten() {
        record.files.retain(|file| stored.contains_key(&file.sha256));
    }
    Ok(())
}

/// The record that handed over the last parcel of a shipment, and what was added at its stop.
fn choose_records(rows: &[RecordRow], cargo: &CargoRow) -> Vec<RecordRow> {
    let is_handover = |row: &&RecordRow| {
        row.kind == RecordKind::Deliver && cargo.events.iter().any(|event| event.record_id == row.id)
    };
    let Some(handover) = rows.iter().find(is_handover) else { return Vec::new() };
    let is_undone = |id: Uuid| rows.iter().any(|row| row.payload.undoes == Some(id));
    let is_added = |row: &&RecordRow| {
        let is_of_it = row.kind == RecordKind::Attach && row.stop_id == handover.stop_id;
        is_of_it && row.is_complete && !is_undone(row.id)
    };
    let added = rows.iter().filter(is_added);
    std::iter::once(handover).chain(added).map(hide_inner).collect()
}

fn hide_inner(row: &RecordRow) -> RecordRow {
    let mut row = row.clone();
    (row.latitude, row.longitude, row.accuracy_m) = (None, None, None);
    row.payload.document_number = None;
    row.payload.note = None;
    row.payload.proof_impossible = None;
    row.files.retain(|file| matches!(file.kind, ProofKind::Photo | ProofKind::Signature));
    row
}

/// The delivery as the proof of one of its shipments. Its cash is shown where it has no other one.
pub fn narrow(
    delivery: Delivery,
    shipment: DeliveryShipment,
    rows: Vec<RecordRow>,
    is_alone: bool,
) -> DeliveryDetails {
    let records: Vec<DeliveryRecord> = rows.into_iter().map(to_record).collect();
    let mut delivery = delivery;
    if let Some(handover) = records.first().filter(|one| delivery.delivered_at != Some(one.at)) {
        delivery.delivered_at = Some(handover.at);
        delivery.received_by.clone_from(&handover.name);
        delivery.relationship = handover.relationship;
    }
    if !is_alone {
        (delivery.cod_due, delivery.cod_taken) = (None, None);
    }
    DeliveryDetails { delivery, shipments: vec![shipment], stops: Vec::new(), records }
}
